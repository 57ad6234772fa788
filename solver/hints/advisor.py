"""What a game can add to its hints: `Advisor`, and the registry that finds the advisors by looking into `solver`.

Every game gets hints by tree search. A package of `solver` that knows more about a game lists its advisor in
`ADVISORS`; it is found by the name that the game's messages have on the wire.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import solver
from cext.stop import Stop
from solver.answer import Report
from solver.budget import Budget
from solver.hints import facts, tree
from solver.hints.answer import Goal, Hints
from solver.position import Position


class Advisor:
    """Hints for the games of one wire name. Instances are stateless; this one is right for every game."""

    # `Game.wire_field` of the games that it is for.
    wire_field: ClassVar[str] = ""

    def suggest(
        self, position: Position, seat: int, goal: Goal, budget: Budget, seed: int, stop: Stop, report: Report
    ) -> Hints:
        """The suggestions for a seat that may move; better ones on the way go to `report`."""
        return tree.suggest(self, position, seat, goal, budget, seed, stop, report)

    def candidates(self, position: Position, seat: int) -> Sequence[int] | None:
        """The moves that are worth a search, if not all legal ones are."""
        del position, seat
        return None

    def fact(self, position: Position, seat: int, word: int) -> str:
        """What a move does, as the beginning of a sentence, out of nothing but what the seat may know."""
        return facts.points_at_once(position, seat, word)


@cache
def advisors() -> Mapping[str, Advisor]:
    """The advisors that games have, by wire name."""
    found: dict[str, Advisor] = {}
    for advisor in _discover():
        if advisor.wire_field in found:
            raise ValueError(f"two packages advise {advisor.wire_field}")
        found[advisor.wire_field] = advisor
    return MappingProxyType(found)


def _discover() -> Iterator[Advisor]:
    for module in pkgutil.iter_modules(solver.__path__):
        yield from getattr(importlib.import_module(f"{solver.__name__}.{module.name}"), "ADVISORS", ())


def advisor_of(wire_field: str) -> Advisor:
    """The game's own advisor, or the one for every game."""
    return advisors().get(wire_field) or Advisor()
