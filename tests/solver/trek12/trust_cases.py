"""What might be asked of SolveTrek12, for the tests that ask everything of everybody (see tests/trust/questions.py)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from google.protobuf.message import Message

from canopy.v1 import trek12_pb2, trek12_solver_pb2
from cext import trek12
from cext.kernel import State
from engines.game import Setup
from engines.games.trek12.content import content_of
from tests.solver.trek12.games import GAME


def _solve_trek12(setup: Setup, state: State) -> Iterator[Message]:
    """Par of some dice, and the same with wishes. Nothing for other games."""
    if setup.game is not GAME:
        return
    content, table = content_of(setup.pack), trek12.table(state)
    rolls = [trek12_pb2.Trek12Roll(green=1 + number % 6, yellow=number % 5) for number in range(content.rounds)]
    if table.roll is not None:
        rolls[table.round] = trek12_pb2.Trek12Roll(green=table.roll[0], yellow=table.roll[1])
    lines = len(table.cards)
    numbers = table.numbers or setup.pack.data["number_cards"][:lines]
    names = [card.name for card in content.cards]
    hidden = (name for index, name in enumerate(names) if index not in table.cards)
    cards = [next(hidden) if card is None else names[card] for card in table.cards]
    asked = trek12_solver_pb2.SolveTrek12Request(rolls=rolls[table.round :], numbers=numbers, cards=cards)
    yield asked
    asked.empty_circles.extend(islice(_unwritten(state, len(content.circles)), 1))
    asked.seat = 0
    yield asked


def _unwritten(state: State, circles: int) -> Iterator[int]:
    written = {circle.circle for circle in trek12.written(state, 0)}
    return (circle for circle in range(circles) if circle not in written)


CASES = {"SolveTrek12": _solve_trek12}
