"""A player for demonstrations: it tries every move in random continuations and takes the one that paid best.

It knows no game. It sees only what its seat may see: whatever is hidden is dealt anew for each continuation. The same
position and seed give the same move.
"""

from __future__ import annotations

from cext.kernel import State
from cext.playout import playout
from service import play
from service.play import MoveAction
from service.table import Table

_WORLDS = 8
_MAX_MOVES = 48


def choose(state: State, seat: int, seed: int) -> int:
    """A good legal move of a seat that is asked for one."""
    moves = state.legal_moves(seat)
    # Of very many moves an even choice will do for a demonstration.
    considered = moves[:: -(-len(moves) // _MAX_MOVES)]
    seeds = [seed * _WORLDS + number for number in range(_WORLDS)]
    worlds = [state.determinize(seat, number) for number in seeds]

    def worth(move: int) -> int:
        ends = (playout(world.apply(seat, move)[0], number) for world, number in zip(worlds, seeds, strict=True))
        return sum(end.returns()[seat] for end in ends)

    return max(considered, key=worth)


def play_to_the_end(table: Table) -> Table:
    """The table after everybody has played like this."""
    while seats := table.state.to_act():
        action = MoveAction(seats[0], choose(table.state, seats[0], table.ply))
        table = play.apply(table, [action]).table
    return table
