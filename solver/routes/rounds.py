"""The rounds that a plan is about: what is fixed in each of them, and what is left to choose."""

from __future__ import annotations

from dataclasses import dataclass

from cext import amazonas
from solver.routes.course import Course


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the plan."""

    number: int
    # What the event card shows.
    event: int
    # Income cards that may be played in it; one is played already where there is one only.
    cards: tuple[int, ...]
    # Whether the income is still to be taken.
    earns: bool
    # Whether a native can be hired instead.
    native: bool

    @property
    def hand(self) -> int:
        """Which hand the card comes from: all cards return after rounds 7 and 14."""
        return (self.number - 1) // amazonas.INCOME_CARDS


def rounds_of(course: Course) -> tuple[Round, ...]:
    """The rounds in which the seat still has something to do, in order."""
    table = amazonas.table(course.state)
    rounds = list(_begun(course))
    hand = amazonas.player(course.state, course.seat).hand
    if rounds and len(rounds[0].cards) == 1:
        hand = tuple(card for card in hand if card not in rounds[0].cards)
    first = amazonas.ROUNDS - len(course.events) + 1
    present = (table.round - 1) // amazonas.INCOME_CARDS
    for number, event in enumerate(course.events, first):
        is_present = (number - 1) // amazonas.INCOME_CARDS == present
        cards = hand if is_present else tuple(range(amazonas.INCOME_CARDS))
        rounds.append(Round(number, event, cards, earns=True, native=event == amazonas.NATIVES))
    return tuple(rounds)


def _begun(course: Course) -> tuple[Round, ...]:
    """The round whose event lies on the table, unless the seat's turn is over."""
    table, player = amazonas.table(course.state), amazonas.player(course.state, course.seat)
    if table.event is None:
        return ()
    if table.place is None:
        cards = player.hand if player.choice is None else (player.choice,)
        return (Round(table.round, table.event, cards, earns=True, native=table.native),)
    place = table.order.index(course.seat)
    if place < table.place or player.played is None:
        return ()
    earns = place > table.place or table.phase == amazonas.EARNING
    return (Round(table.round, table.event, (player.played,), earns=earns, native=table.native and earns),)
