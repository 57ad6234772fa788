"""Budgets: what is one, what is left of it, how it is shared out."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cext.stop import Stop
from solver.answer import Spent
from solver.budget import BadBudget, Budget


@pytest.mark.parametrize(
    "limits",
    [
        {"nodes": 0},
        {"nodes": -1},
        *({kind: bad} for kind in ("seconds", "deterministic_seconds") for bad in (0.0, -1.0, math.inf, math.nan)),
    ],
)
def test_limits_leave_room_for_work(limits: dict[str, int]) -> None:
    with pytest.raises(BadBudget):
        Budget(**limits)


def test_an_open_budget_gets_what_is_usual() -> None:
    assert Budget().is_open
    assert Budget().or_nodes(7) == Budget(nodes=7)
    assert Budget().or_deterministic_seconds(7) == Budget(deterministic_seconds=7)
    assert Budget(seconds=1).or_nodes(7) == Budget(seconds=1)
    assert Budget(nodes=3).or_deterministic_seconds(7) == Budget(nodes=3)


def test_what_is_spent_is_not_there_any_more() -> None:
    budget = Budget(nodes=10, deterministic_seconds=1.0, seconds=5.0)
    assert budget.less(Spent(4, 0.25)) == Budget(nodes=6, deterministic_seconds=0.75, seconds=5.0)
    assert budget.less(Spent(10, 0.0)) is None
    assert budget.less(Spent(0, 1.0)) is None
    assert Budget(seconds=5.0).less(Spent(10**9, 10.0)) == Budget(seconds=5.0)


@given(st.integers(1, 10**12), st.lists(st.integers(0, 100), min_size=1, max_size=9).filter(any))
def test_shares_add_up(nodes: int, weights: list[int]) -> None:
    shares = [share.nodes for share in Budget(nodes=nodes, seconds=1.0).split(weights)]
    assert len(shares) == len(weights)
    given_out = [share for share in shares if share is not None]
    assert len(given_out) == len(shares)
    assert min(given_out) >= 1
    assert nodes <= sum(given_out) < nodes + len(weights)
    for share, weight in zip(given_out, weights, strict=True):
        assert abs(share - nodes * weight / sum(weights)) <= 1 + nodes * 1e-12


@pytest.mark.parametrize("weights", [[0], [1, -1], [0, 0]])
def test_weights_are_shares(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Budget(nodes=1).split(weights)


def test_wall_time_is_the_stops() -> None:
    assert Budget().stop(Stop()).remaining() is None
    left = Budget(seconds=3600.0).stop(Stop()).remaining()
    assert left is not None
    assert 0 < left <= 3600
    assert Budget(seconds=3600.0).stop(Stop(seconds=0)).is_set()
