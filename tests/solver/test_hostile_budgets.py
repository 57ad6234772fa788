"""Whatever numbers a budget and a seed are, every question is answered with what there is, or refused in words."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from canopy.v1 import solving_pb2
from cext.stop import Stop
from engines.game import Malformed
from solver.answer import Answer
from solver.position import Position
from solver.problems import problems
from solver.wire import budget_from_wire
from tests.playing import Case, all_games, walk
from tests.trust.questions import questions
from tests.trust.scenes import scenes_of
from tests.trust.wire import METHODS, QUESTIONS

LARGEST = 2**64 - 1
BUDGETS = [
    *(solving_pb2.Budget(nodes=nodes) for nodes in (1, 2**31, 2**63, LARGEST)),
    *(solving_pb2.Budget(deterministic_seconds=seconds) for seconds in (5e-324, 1e308)),
    *(solving_pb2.Budget(wall_seconds=seconds) for seconds in (5e-324, 1e308)),
    solving_pb2.Budget(nodes=LARGEST, deterministic_seconds=1e308, wall_seconds=1e308),
]
# What is there by then is told; most budgets here would last for hours.
PATIENCE = 0.002

every_game = pytest.mark.parametrize("case", [scenes_of(game)[0].case for game in all_games()], ids=str)


def solved(case: Case, rpc: str, request: Any, position: Position) -> None:
    """Ask, and tell every answer on the way."""
    problem = problems()[rpc]

    def tell(answer: Answer) -> None:
        problem.encode(request, position, answer)

    budget = budget_from_wire(request.budget)
    # Some of what is asked here is no question in this position.
    with suppress(Malformed):
        tell(problem.solve(request, position, budget, request.seed, budget.stop(Stop(seconds=PATIENCE)), tell))


@every_game
def test_any_budget_and_any_seed_are_answered(case: Case) -> None:
    """At the beginning, in the middle, and where the end is near and may be worked out."""
    asked = [state for state in walk(case, 0).states if state.to_act()]
    for state in (asked[0], asked[len(asked) // 2], asked[-4], asked[-1]):
        seat = state.to_act()[0]
        position = Position.seen_by(seat, case.setup, state)
        for rpc in QUESTIONS:
            if rpc not in problems() or "budget" not in METHODS[rpc].input_type.fields_by_name:
                continue
            asked_of_it: Any = questions(rpc, case.setup, state, solving_pb2.Position())
            for request in asked_of_it:
                for number, budget in enumerate(BUDGETS):
                    request.budget.CopyFrom(budget)
                    request.seed = LARGEST if number % 2 else 0
                    solved(case, rpc, request, position)
