"""What places bring: the same for everybody at tables of any size, and the same altogether whoever wins."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.tournament.entries import USUAL_RANK_POINTS
from solver.tournament.points import points_of_places, points_of_table
from tests.solver.tournament.made import random_places

RANK_POINTS = st.lists(st.integers(0, 50), min_size=1, max_size=8).map(lambda points: tuple(sorted(points)[::-1]))


@pytest.mark.parametrize(
    ("players", "points"),
    [
        (2, ["4", "1"]),
        (3, ["4", "5/2", "1"]),
        (4, ["4", "3", "2", "1"]),
        (5, ["4", "13/4", "5/2", "7/4", "1"]),
    ],
)
def test_usual_points_are_spread_evenly_over_the_places(players: int, points: list[str]) -> None:
    assert points_of_places(USUAL_RANK_POINTS, players) == tuple(map(Fraction, points))


def test_points_that_do_not_fall_evenly_are_stretched_along_their_list() -> None:
    assert list(points_of_places((10, 4, 0), 5)) == [10, 7, 4, 2, 0]


@given(st.integers(2, 50))
def test_every_table_brings_as_much_for_each_of_its_players(players: int) -> None:
    assert sum(points_of_places(USUAL_RANK_POINTS, players)) == Fraction(5, 2) * players


@given(RANK_POINTS, st.integers(2, 12), st.randoms(use_true_random=False))
def test_a_table_brings_the_same_whoever_wins_and_whatever_is_shared(
    rank_points: tuple[int, ...], players: int, rng: random.Random
) -> None:
    places = tuple(random_places(rng, players))
    points = points_of_table(rank_points, places)
    assert sum(points) == sum(points_of_places(rank_points, players))
    for own, mine in zip(places, points, strict=True):
        for other, theirs in zip(places, points, strict=True):
            assert (own < other) <= (mine >= theirs)
            assert (own == other) <= (mine == theirs)


def test_who_shares_places_gets_the_mean_of_what_they_bring() -> None:
    assert list(points_of_table((4, 3, 2, 1), (1, 2, 2, 4))) == [4, Fraction(5, 2), Fraction(5, 2), 1]
    assert points_of_table((4, 3, 2, 1), (1, 1, 1, 1)) == (Fraction(5, 2),) * 4
