"""Who sits where at a table: whoever sat late so far sits early now.

The seats of a table are places between -1, the first, and 1, the last; a player's balance is the sum of those he had.
What is minimised is the sum over the players of the square of the balance after this round. All of the squares but the
products of balance and seat are the same however they sit, and these are least when balances fall as seats rise
(rearrangement inequality).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.tournament.field import Field
from solver.tournament.standings import lateness


def seat(field: Field, table: Sequence[int]) -> tuple[int, ...]:
    """The players of a table by seat; with equal balances whoever began less often comes first, then by lot."""
    late = field.balances
    return tuple(sorted(table, key=lambda player: (-late[player], field.first_seats[player], field.lots[player])))


def seat_cost(field: Field, seated: Sequence[int]) -> Fraction:
    """The squares of the balances after this round, added up."""
    return sum(
        ((field.balances[player] + lateness(index, len(seated))) ** 2 for index, player in enumerate(seated)),
        Fraction(),
    )
