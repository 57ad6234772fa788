"""What the hidden cards of Amazonas 2022 probably are, counted over worlds that agree with what a seat knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from cext import amazonas2022
from cext.kernel import State
from engines.games.amazonas2022.content import content_of
from solver.position import Position

WORLDS = 256


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of the worlds, 0 .. 1, and its standard error; an error of 0 says only that all worlds agree."""

    share: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Chances:
    """What can be counted in the worlds of one seat."""

    # That the seat alone has the lowest collection, if all cards were counted now ("End of the Round and Scoring").
    lowest: Chance
    # That a card is equal to the one that shows, by owner and slot; empty while none shows that can be matched.
    matches: dict[tuple[int, int], Chance]


def _chance(hits: int) -> Chance:
    share = hits / WORLDS
    return Chance(share, sqrt(share * (1 - share) / WORLDS))


@lru_cache(maxsize=16)
def chances(position: Position, seat: int) -> Chances:
    """The chances of a seat, over WORLDS worlds with the seeds 0, 1, ..."""
    worlds = [position.world(seed) for seed in range(WORLDS)]
    visible = visible_card(position.state)
    hits: dict[tuple[int, int], int] = {}
    lowest = 0
    for world in worlds:
        hands = [amazonas2022.hand(world, owner) for owner in range(position.setup.players)]
        values = content_of(position.setup.pack).values
        sums = [sum(values[card.kind] for card in hand if card is not None) for hand in hands]
        lowest += all(sums[seat] < other for owner, other in enumerate(sums) if owner != seat)
        for owner, hand in enumerate(hands):
            for slot, card in enumerate(hand):
                if card is not None and visible is not None:
                    hits[owner, slot] = hits.get((owner, slot), 0) + (card.kind == visible)
    return Chances(_chance(lowest), {place: _chance(number) for place, number in hits.items()})


def visible_card(state: State) -> int | None:
    """The kind of card that a wild discard has to match, None when there is none."""
    race = amazonas2022.table(state).race
    if race is not None and race.is_open:
        return race.card
    pile = amazonas2022.discards(state)
    return pile[-1].kind if pile and not pile[-1].used_up else None
