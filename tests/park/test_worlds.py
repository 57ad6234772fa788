"""Worlds of Amazonia Park are as likely as they should be: counted against every deal of the tiles not seen."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from cext import park
from cext.park import CAIMAN, JAGUAR, TOUCAN
from tests.park.play import PLENTY, Tile, position, rules_of

WORLDS = 6000
# Two toucans alone, one pair of them, three jaguars of a kind, a caiman.
MORNING = [[2, 1, 0], [0, 0, 3], [0, 0, 0], [1, 0, 0], [0, 0, 0]]
HANDS: list[Tile | None] = [(JAGUAR, 3), (TOUCAN, 1), (CAIMAN, 1)]


def tiles_in_box() -> list[Tile]:
    """Every morning tile by itself."""
    return [
        (animal, count)
        for animal, numbers in enumerate(MORNING)
        for count, number in enumerate(numbers, 1)
        for _ in range(number)
    ]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_every_deal_of_the_unseen_tiles_is_equally_likely(viewer: int | None) -> None:
    state = position(rules_of(3, morning=MORNING, evening=PLENTY), hands=HANDS)
    others = [seat for seat in range(3) if seat != viewer]
    unseen = tiles_in_box()
    if viewer is not None:
        own = HANDS[viewer]
        assert own is not None
        unseen.remove(own)
    deals = Counter(permutations(unseen, len(others)))
    sampled = Counter(
        tuple(park.player(state.determinize(viewer, seed), seat).tile for seat in others) for seed in range(WORLDS)
    )
    assert sampled.keys() == deals.keys()
    for deal, number in deals.items():
        share = number / sum(deals.values())
        assert abs(sampled[deal] / WORLDS - share) < 5 * sqrt(share * (1 - share) / WORLDS)
