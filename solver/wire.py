"""The parts of requests and responses that all problems share, to and from canopy.v1."""

from __future__ import annotations

from canopy.v1 import solving_pb2
from engines.game import Malformed
from solver.answer import Answer, Status
from solver.budget import BadBudget, Budget

_STATUSES = {
    Status.OPTIMAL: solving_pb2.SOLUTION_STATUS_OPTIMAL,
    Status.FEASIBLE: solving_pb2.SOLUTION_STATUS_FEASIBLE,
    Status.ESTIMATE: solving_pb2.SOLUTION_STATUS_ESTIMATE,
    Status.INFEASIBLE: solving_pb2.SOLUTION_STATUS_INFEASIBLE,
}


def budget_from_wire(message: solving_pb2.Budget) -> Budget:
    """A budget. Raises Malformed."""
    try:
        return Budget(
            nodes=message.nodes if message.HasField("nodes") else None,
            deterministic_seconds=message.deterministic_seconds if message.HasField("deterministic_seconds") else None,
            seconds=message.wall_seconds if message.HasField("wall_seconds") else None,
        )
    except BadBudget as error:
        raise Malformed(str(error)) from None


def put_solution(answer: Answer, solution: solving_pb2.Solution) -> None:
    """What all answers have in common, into a response."""
    solution.status = _STATUSES[answer.status]
    if answer.value is not None:
        solution.value = answer.value
    if answer.bound is not None:
        solution.bound = answer.bound
    if answer.standard_error is not None:
        solution.standard_error = answer.standard_error
    solution.nodes = answer.spent.nodes
    # OR-Tools adds its shares up in an order of its own, so that the last digits differ from run to run.
    solution.deterministic_seconds = round(answer.spent.deterministic_seconds, 6)
    solution.seed = answer.seed
    solution.cut_short = answer.cut_short
