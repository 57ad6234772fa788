"""Ranking: all places, shared ones, and the criterion that decided."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Placing, ScoreItem
from engines.ranking import rank

CRITERIA = ("points", "tokens", "money")


def told(placings: tuple[Placing, ...]) -> list[tuple[int, int, str]]:
    """(seat, place, decided by) of each placing."""
    return [(placing.seat, placing.place, placing.decided_by) for placing in placings]


def test_one_seat_is_first() -> None:
    assert told(rank([(-5,)], ("points",))) == [(0, 1, "")]


def test_more_is_better_and_scores_are_signed() -> None:
    assert told(rank([(-1,), (0,), (-20,)], ("points",))) == [(1, 1, ""), (0, 2, "points"), (2, 3, "points")]


def test_equal_values_share_a_place_and_the_next_is_skipped() -> None:
    values = [(7,), (9,), (7,), (9,), (7,), (1,)]
    assert told(rank(values, ("points",))) == [
        (1, 1, ""),
        (3, 1, ""),
        (0, 3, "points"),
        (2, 3, ""),
        (4, 3, ""),
        (5, 6, "points"),
    ]


def test_the_first_criterion_that_differs_decides() -> None:
    values = [(5, 2, 9), (5, 3, 0), (5, 2, 8), (6, 0, 0), (5, 2, 9)]
    assert told(rank(values, CRITERIA)) == [
        (3, 1, ""),
        (1, 2, "points"),
        (0, 3, "tokens"),
        (4, 3, ""),
        (2, 5, "money"),
    ]


def test_less_is_better_where_it_is_said() -> None:
    values = [(5, 2), (-5, 0), (5, 3), (7, 9), (5, 3)]
    placings = rank(values, ("points", "calls"), fewest_first=("points",))
    assert told(placings) == [(1, 1, ""), (2, 2, "points"), (4, 2, ""), (0, 4, "calls"), (3, 5, "points")]
    assert [placing.values for placing in placings] == [values[placing.seat] for placing in placings]


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=20))
def test_fewest_first_ranks_as_the_negated_values_would(values: list[tuple[int, int]]) -> None:
    placings = rank(values, ("points", "calls"), fewest_first=("points",))
    assert told(placings) == told(rank([(-points, calls) for points, calls in values], ("points", "calls")))


def test_items_stay_with_their_seats() -> None:
    items = [(ScoreItem("trails", 3, "1-2 = 3"),), (ScoreItem("trails", 4, "2-3 = 4"),)]
    placings = rank([(3,), (4,)], ("points",), items)
    assert [placing.items for placing in placings] == [items[1], items[0]]


@pytest.mark.parametrize("order", list(permutations([(3, 0, 0), (2, 9, 9), (2, 9, 8)])))
def test_seats_have_no_say(order: tuple[tuple[int, int, int], ...]) -> None:
    placings = rank(order, CRITERIA)
    assert [placing.values for placing in placings] == [(3, 0, 0), (2, 9, 9), (2, 9, 8)]
    assert [placing.place for placing in placings] == [1, 2, 3]


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=50))
def test_a_place_counts_the_better_seats(values: list[tuple[int, int]]) -> None:
    placings = rank(values, ("points", "tokens"))
    assert sorted(placing.seat for placing in placings) == list(range(len(values)))
    for placing in placings:
        assert placing.values == values[placing.seat]
        assert placing.place == 1 + sum(other > placing.values for other in values)
    for better, placing in pairwise(placings):
        assert (better.place, better.seat) < (placing.place, placing.seat)
        assert bool(placing.decided_by) == (better.values != placing.values)
