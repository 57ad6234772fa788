"""Positions to ask for hints at: of every ruleset, at its usual numbers of players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cext.kernel import State
from engines.game import Setup
from solver.position import Position
from tests.amounts import usual_amount
from tests.playing import Case, all_games, cases_of, walk

# How many decisions of a game are looked at.
DECISIONS = 1 + usual_amount(3, debug_part=3)
# A crowd takes long and shows nothing that three do not.
MOST_PLAYERS = 4


@cache
def cases() -> tuple[Case, ...]:
    """Of every ruleset the game as it is shipped, at the smallest and at another table."""
    found = []
    for game in all_games():
        usual = [case for case in cases_of(game) if case.setup.players <= MOST_PLAYERS]
        found += [usual[0], next(case for case in usual if case.setup.players != usual[0].setup.players)]
    return tuple(found)


def decisions(case: Case, seed: int = 0, number: int = DECISIONS) -> Iterator[tuple[int, State]]:
    """Some decisions of a random game, with a seat that is asked, from the first to the last."""
    asked = [state for state in walk(case, seed).states if state.to_act()]
    for turn, state in enumerate([*asked[:: max(1, len(asked) // (number - 1))][: number - 1], asked[-1]]):
        yield state.to_act()[turn % len(state.to_act())], state


def choosing_at_once(state: State) -> tuple[int, ...]:
    """The seats that choose secretly at the same time; none where the first move ends the decision, as in a race."""
    asked = state.to_act()
    if len(asked) < 2:
        return ()
    after, _ = state.apply(asked[0], state.legal_moves(asked[0])[0])
    return asked if after.epoch == state.epoch else ()


def seen(setup: Setup, seat: int, state: State) -> Position:
    """The position as the seat sees it."""
    return Position.seen_by(seat, setup, state)
