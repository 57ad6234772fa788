"""What can be said of any game's move: the points that it brings at once."""

from __future__ import annotations

from cext.kernel import State
from cext.search import WAIT
from solver.position import Position


def points_at_once(position: Position, seat: int, word: int) -> str:
    """The points that a move brings as soon as everybody has chosen who chooses at the same time."""
    if word == WAIT:
        return "It leaves things as they are"
    gained = gain(position.state, seat, word)
    if gained == 0:
        return "It changes no points yet"
    return f"It {'brings' if gained > 0 else 'costs'} {counted(abs(gained), 'point')} at once"


def gain(state: State, seat: int, word: int) -> int:
    """By how much the seat's points change, the others making their lowest moves where they choose at the same time."""
    after, _ = state.apply(seat, word)
    while (asked := after.to_act()) and after.epoch == state.epoch and asked[0] != seat:
        after, _ = after.apply(asked[0], after.legal_moves(asked[0])[0])
    return after.returns()[seat] - state.returns()[seat]


def counted(number: int, noun: str) -> str:
    """`1 point`, `3 points`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
