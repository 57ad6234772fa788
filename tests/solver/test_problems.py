"""The registry of problems: it fits the service, and to look into it costs nothing that solving costs."""

from __future__ import annotations

import subprocess
import sys

from canopy.v1 import solver_pb2, solving_pb2
from service.solver_rpcs import solver_methods
from solver.problems import problems

SERVICE = solver_pb2.DESCRIPTOR.services_by_name["SolverService"]


def test_every_problem_is_an_rpc_with_the_shared_fields() -> None:
    for rpc, problem in problems().items():
        assert rpc == problem.rpc
        method = solver_methods()[rpc]
        fields = {field.name: field for field in method.input_type.fields}
        assert problem.needs_position == (method.containing_service is SERVICE) == ("position" in fields)
        if problem.needs_position:
            assert fields["position"].message_type is solving_pb2.Position.DESCRIPTOR
        assert fields["budget"].message_type is solving_pb2.Budget.DESCRIPTOR
        assert fields["seed"].type == fields["seed"].TYPE_UINT64
        solution = method.output_type.fields_by_name["solution"]
        assert solution.message_type is solving_pb2.Solution.DESCRIPTOR


def test_to_know_the_problems_is_not_to_load_what_solves_them() -> None:
    """The processes that answer calls know them all, and stay small."""
    heavy = {"ortools", "numpy", "pandas"}
    code = f"import sys; from solver.problems import problems; problems(); sys.exit(bool({heavy} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)
