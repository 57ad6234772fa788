"""CP-SAT at work on the two models of a Trek 12 sheet. The only module here that runs OR-Tools."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cext.stop import Stop
from cext.trek12_solve import Facts
from solver.trek12.board import Board
from solver.trek12.board_plan import Drawn, Repairs, draw
from solver.trek12.counting import Counting
from solver.trek12.rolls import Rolls
from solver.watch import calling

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

# CP-SAT's seed must fit 31 bits.
_SEEDS = 2**31 - 1


def _run(
    model: CpModel, seed: int, deterministic_seconds: float | None, *stops: Stop, is_first_enough: bool = False
) -> tuple[CpSolver, str, int | None]:
    """(the solver, its status, the lowest bound that it told). One worker: the same call gives the same answer."""
    from ortools.sat.python import cp_model

    bounds: list[float] = []
    solver = cp_model.CpSolver()
    solver.best_bound_callback = bounds.append
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % _SEEDS
    solver.parameters.stop_after_first_solution = is_first_enough
    if deterministic_seconds is not None:
        solver.parameters.max_deterministic_time = deterministic_seconds
    with ExitStack() as watched:
        for stop in stops:
            watched.enter_context(calling(stop, solver.stop_search))
        status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        bounds.append(solver.best_objective_bound)
    # Scores are whole, so that what is above a whole number by a rounding error is that number.
    return solver, solver.status_name(status), int(min(bounds) + 1e-6) if bounds else None


def counting_bound(
    facts: Facts, seed: int, deterministic_seconds: float | None, stop: Stop
) -> tuple[int | None, float]:
    """(the counting bound, deterministic seconds). A search that is cut short still bounds; None when it does not."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    counting = Counting(Rolls(model, facts))
    model.maximize(counting.points())
    solver, _, bound = _run(model, seed, deterministic_seconds, stop)
    return bound, solver.deterministic_time


@dataclass(frozen=True)
class Attempt:
    """What one search of the board model came to."""

    # A board within the range; it may break what the model leaves open.
    drawn: Drawn | None
    # There is none, proved.
    is_empty: bool
    # No board is worth more, proved; None: nothing new.
    bound: int | None
    deterministic_seconds: float


class BoardSearch:
    """Looks for sheets in a range of points, and learns from those that cannot be written."""

    def __init__(self, facts: Facts, stop: Stop) -> None:
        """Raises Stopped when it is while the model is written down."""
        from ortools.sat.python import cp_model

        self._model = cp_model.CpModel()
        self._board = Board(self._model, facts, stop)
        self._repairs = Repairs(self._board)
        # The solver would be content with any sheet in the range; that it wants the best makes its proofs shorter.
        self._model.maximize(self._board.score)
        # The last solution, by variable: the next one may well be close to it.
        self._last: list[int] = []

    def attempt(self, low: int, high: int, seed: int, deterministic_seconds: float | None, *stops: Stop) -> Attempt:
        """Search until a board worth `low` to `high` is found or none is left, the work is done or a stop is set."""
        model = self._model.clone()
        model.add_linear_constraint(self._board.score, low, high)
        # Not one by one (`add_hint`), which takes as long as a cancelled call may go on.
        model.proto.solution_hint.vars.extend(range(len(self._last)))
        model.proto.solution_hint.values.extend(self._last)
        solver, status, bound = _run(model, seed, deterministic_seconds, *stops, is_first_enough=True)
        drawn = None
        if status in ("OPTIMAL", "FEASIBLE"):
            drawn = draw(self._board, solver)
            self._last = list(solver.response_proto.solution)
        return Attempt(drawn, status == "INFEASIBLE", bound, solver.deterministic_time)

    def forbid(self, drawn: Drawn) -> None:
        """This board cannot be written for what the model says."""
        self._repairs.forbid(drawn)
