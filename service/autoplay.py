"""A player for demonstrations: it tries every move in random continuations and takes the one that paid best.

It knows no game. It sees only what its seat may see: whatever is hidden is dealt anew for each continuation. The same
position and seed give the same move.
"""

from __future__ import annotations

from collections.abc import Sequence

from cext.kernel import State
from cext.playout import playout
from service import play
from service.play import MoveAction
from service.table import Table

_WORLDS = 8
_MAX_MOVES = 48
# Where seats may interrupt, one of them thinks of it at one ply in so many.
_PLIES_BETWEEN_THOUGHTS = 4


class _Forecast:
    """What moves of one seat are worth to it, in random continuations that are the same for all of them."""

    def __init__(self, table: Table, seat: int) -> None:
        game, setup = table.setup.game, table.setup
        self._seat = seat
        self._sign = -1 if game.criteria_at(setup)[0] in game.fewest_first else 1
        self._seeds = [table.ply * _WORLDS + number for number in range(_WORLDS)]
        self._worlds = [table.state.determinize(seat, number) for number in self._seeds]

    def of(self, move: int) -> int:
        """The move's worth."""
        return self._paid([world.apply(self._seat, move)[0] for world in self._worlds])

    def of_waiting(self) -> int:
        """What it is worth to let the others go on."""
        return self._paid(self._worlds)

    def _paid(self, worlds: Sequence[State]) -> int:
        ends = (playout(world, seed) for world, seed in zip(worlds, self._seeds, strict=True))
        return self._sign * sum(end.returns()[self._seat] for end in ends)


def choose(table: Table, seat: int) -> int:
    """A good legal move of a seat that is asked for one."""
    return max(_considered(table, seat), key=_Forecast(table, seat).of)


def interrupt(table: Table) -> MoveAction | None:
    """Now and then what one of the seats does that may interrupt, if that looks better than to wait."""
    seats = table.state.may_interrupt()
    if not seats or table.ply % _PLIES_BETWEEN_THOUGHTS:
        return None
    seat = seats[table.ply // _PLIES_BETWEEN_THOUGHTS % len(seats)]
    forecast = _Forecast(table, seat)
    move = max(_considered(table, seat), key=forecast.of)
    return MoveAction(seat, move) if forecast.of(move) > forecast.of_waiting() else None


def _considered(table: Table, seat: int) -> Sequence[int]:
    """The legal moves of a seat; of very many an even choice will do for a demonstration."""
    moves = table.state.legal_moves(seat)
    return moves[:: -(-len(moves) // _MAX_MOVES)]


def play_to_the_end(table: Table) -> Table:
    """The table after everybody has played like this."""
    while seats := table.state.to_act():
        action = interrupt(table) or MoveAction(seats[0], choose(table, seats[0]))
        table = play.apply(table, [action]).table
    return table
