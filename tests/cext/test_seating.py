"""The search for the tables of a tournament: it seats everybody, never worse than before, and the same each time."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cext import seating
from cext.stop import Stop

REPEAT = 1000


def cost(tables: list[list[int]], scores: list[int], met: dict[tuple[int, int], int]) -> int:
    """What tables cost, counted pair by pair."""
    return sum(
        abs(scores[one] - scores[other]) + REPEAT * met.get((one, other), 0)
        for table in tables
        for one, other in combinations(sorted(table), 2)
    )


def field(rng: random.Random) -> tuple[list[int], dict[tuple[int, int], int], list[list[int]]]:
    """Scores, meetings and tables at random."""
    sizes = [rng.randint(2, 5) for _ in range(rng.randint(1, 6))]
    players = list(range(sum(sizes)))
    scores = [rng.randint(0, 30) for _ in players]
    met = {pair: rng.randint(1, 3) for pair in combinations(players, 2) if rng.random() < 0.3}
    rng.shuffle(players)
    tables = []
    for size in sizes:
        tables.append(players[:size])
        del players[:size]
    return scores, met, tables


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(0, 40), st.integers(0, 2**64 - 1))
def test_tables_become_no_worse_and_keep_their_sizes(rng: random.Random, threshold: int, seed: int) -> None:
    scores, met, tables = field(rng)
    told = [(one, other, times) for (one, other), times in met.items()]
    found, steps = seating.improve(scores, told, REPEAT, tables, threshold, 3000, seed, Stop())
    assert steps == 3000
    assert [len(table) for table in found] == [len(table) for table in tables]
    assert sorted(player for table in found for player in table) == list(range(len(scores)))
    assert cost(found, scores, met) <= cost(tables, scores, met)
    assert seating.improve(scores, told, REPEAT, tables, threshold, 3000, seed, Stop()) == (found, steps)


@pytest.mark.parametrize(
    ("scores", "met", "tables"),
    [
        ([1], [], [[0]]),
        ([1] * (seating.MAX_PLAYERS + 1), [], [[0, 1]]),
        ([1, 2], [], [[0, 0]]),
        ([1, 2, 3], [], [[0, 1]]),
        ([1, 2], [(0, 2, 1)], [[0, 1]]),
        ([1] * 9, [], [list(range(9))]),
    ],
)
def test_what_cannot_be_seated_is_refused(
    scores: list[int], met: list[tuple[int, int, int]], tables: list[list[int]]
) -> None:
    with pytest.raises(ValueError, match=r"players|everybody|table"):
        seating.improve(scores, met, REPEAT, tables, 1, 10, 0, Stop())


def test_who_is_stopped_has_made_no_step() -> None:
    stop = Stop()
    stop.set()
    assert seating.improve([5, 0, 5, 0], [], REPEAT, [[0, 1], [2, 3]], 1, 10**9, 0, stop) == ([[0, 1], [2, 3]], 0)
