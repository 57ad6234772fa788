"""What an answer says of itself."""

from __future__ import annotations

import pytest

from solver.answer import Answer, Spent, Status


@pytest.mark.parametrize(
    ("answer", "gap"),
    [
        (Answer(status=Status.OPTIMAL, seed=0, value=3.0), 0.0),
        (Answer(status=Status.FEASIBLE, seed=0, value=3.0, bound=5.5), 2.5),
        (Answer(status=Status.FEASIBLE, seed=0, value=5.5, bound=3.0), 2.5),
        (Answer(status=Status.FEASIBLE, seed=0, value=3.0), None),
        (Answer(status=Status.FEASIBLE, seed=0, bound=3.0), None),
        (Answer(status=Status.ESTIMATE, seed=0, value=3.0, standard_error=0.5), None),
        (Answer(status=Status.INFEASIBLE, seed=0), None),
    ],
)
def test_gap_is_what_is_left_open(answer: Answer, gap: float | None) -> None:
    assert answer.gap == gap


def test_costs_add_up() -> None:
    assert Spent(2, 0.5) + Spent(3, 0.25) == Spent(5, 0.75)
