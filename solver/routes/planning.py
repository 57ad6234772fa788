"""The plan for the rest of a game with known events.

Greedy games find the first plans. A search through all ends that a plan can have finds the best and proves it; on maps
that are too large for it CP-SAT does. Of the plans with as many points as there can be, CP-SAT prefers the one whose
huts stand earliest, and of those the one with the most money at the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import TYPE_CHECKING, Self

from cext.stop import Stop
from solver.answer import Answer, Report, Spent, Status, ignore
from solver.budget import Budget
from solver.routes.certificate import Certificate, Proof
from solver.routes.course import Course, Played, play
from solver.routes.decisions import Decided, Decisions
from solver.routes.greedy import Greedy
from solver.routes.model import Incomplete, RouteModel, new_solver
from solver.routes.search import Search
from solver.watch import calling

if TYPE_CHECKING:
    from solver.routes.model import Linear

# What is usual: games that are played greedily, and the seconds of all other work.
USUAL_GAMES = 24
USUAL_DETERMINISTIC_SECONDS = 20.0
# Where only nodes are limited, the rest may work as long as so many greedy games take.
NODES_PER_DETERMINISTIC_SECOND = 200
# So much of the search is counted as a second of OR-Tools' work.
SEARCH_NODES_PER_SECOND = 60_000_000
# Without a limit of work, or with one beyond all work, the time alone ends the search.
_ENDLESS = 2**62

# More than any money at the end, so that a round earlier counts more.
_MUCH = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteAnswer(Answer):
    """The best plan; values are the seat's points at the end, more are better."""

    certificate: Certificate
    played: Played | None
    # What is lost at most when another event comes in a round, and when the village of a hut is filled up before, where
    # that was asked for.
    event_losses: Mapping[int, int] = field(default_factory=dict)
    village_losses: Mapping[int, int] = field(default_factory=dict)
    # No plan with as many points has its huts earlier, or as early and more money, proved.
    is_order_proved: bool = False
    # How many plans that are as good in all this were compared by what is lost of them; 0 where nothing was asked.
    equal_plans: int = 0
    # No plan that is as good as this one in all this loses less, proved.
    is_robustness_proved: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """How much may be done."""

    # Games that are played greedily.
    games: int
    # Of all else, in OR-Tools' seconds; None: time alone ends it.
    seconds: float | None

    @classmethod
    def within(cls, budget: Budget) -> Self:
        """What a budget allows."""
        nodes, seconds = budget.nodes, budget.deterministic_seconds
        if budget.is_open:
            seconds = USUAL_DETERMINISTIC_SECONDS
        if nodes is not None and seconds is None:
            seconds = nodes / NODES_PER_DETERMINISTIC_SECOND
        return cls(min(nodes or USUAL_GAMES, USUAL_GAMES), seconds)


def plan_route(course: Course, budget: Budget, seed: int, stop: Stop, report: Report = ignore) -> RouteAnswer:
    """The best plan that is found within the budget; a node is one game that is played greedily."""
    return plan_within(course, Work.within(budget), seed, stop, report)


def plan_within(course: Course, work: Work, seed: int, stop: Stop, report: Report = ignore) -> RouteAnswer:
    """The same with so much work."""
    return _Planning(course, work, seed, stop, report, in_order=True).run()


def plan_points(course: Course, work: Work, seed: int, stop: Stop) -> RouteAnswer:
    """The same for whom any plan with the most points will do."""
    return _Planning(course, work, seed, stop, ignore, in_order=False).run()


class _Planning:
    def __init__(self, course: Course, work: Work, seed: int, stop: Stop, report: Report, *, in_order: bool) -> None:
        self._in_order = in_order
        self._course, self._seed, self._stop, self._report = course, seed, stop, report
        self._games, self._seconds = work.games, work.seconds
        self._best: Played | None = None
        self._bound: int | None = None
        self._proof = Proof.MODEL
        self._spent = Spent()
        self._is_order_proved = False

    def run(self) -> RouteAnswer:
        self._play_greedily()
        if not self._stop.is_set() and not self._search_through() and not self._stop.is_set():
            self._solve()
        is_proved = self._best is not None and self._best.points == self._bound
        if self._in_order and is_proved and not self._stop.is_set():
            self._put_in_order()
        # A search that is told to stop may have ended by itself in the same moment: that changes nothing.
        return self._answer(cut_short=self._stop.is_set() and not self._is_through())

    def _is_through(self) -> bool:
        if self._in_order:
            return self._is_order_proved
        return self._best is not None and self._best.points == self._bound

    def _answer(self, *, cut_short: bool = False) -> RouteAnswer:
        points = None if self._best is None else self._best.points
        moves = None if self._best is None else self._best.moves
        proof = Proof.NONE if self._bound is None else self._proof
        return RouteAnswer(
            status=Status.OPTIMAL if points is not None and points == self._bound else Status.FEASIBLE,
            value=points,
            bound=self._bound,
            seed=self._seed,
            spent=self._spent,
            cut_short=cut_short,
            certificate=Certificate(moves, points, self._bound, proof),
            played=self._best,
            is_order_proved=self._is_order_proved,
        )

    def _offer(self, played: Played) -> None:
        if self._best is None or played.merit > self._best.merit:
            self._best = played
            self._report(self._answer())

    def _tighten(self, bound: int) -> None:
        """Nothing is worth more. A search for better plans only may prove less than the best one has."""
        bound = bound if self._best is None else max(bound, self._best.points)
        if self._bound is None or bound < self._bound:
            self._bound = bound
            self._report(self._answer())

    # --- Greedy games ------------------------------------------------------------------------------------------------

    def _play_greedily(self) -> None:
        rng = random.Random(self._seed)  # noqa: S311 - a plan needs no secrets
        for game in range(self._games):
            if game and self._stop.is_set():
                return
            self._spent += Spent(nodes=1)
            self._offer(play(self._course, Greedy(self._course, rng if game else None)))

    # --- The search --------------------------------------------------------------------------------------------------

    def _search_through(self) -> bool:
        """Whether the map is small enough for it."""
        assert self._best is not None  # noqa: S101
        search = Search(self._course, self._best)
        seconds = float("inf") if self._seconds is None else self._seconds
        nodes = int(min(seconds * SEARCH_NODES_PER_SECOND, _ENDLESS))
        # Half of the work is left for CP-SAT, should the map be too large.
        is_ready = search.survey(nodes // 2, self._stop)
        if is_ready:
            self._proof = Proof.SEARCH
            self._tighten(self._best.points if search.bound is None else search.bound)
            search.find(self._best.points, nodes - search.nodes, self._stop, self._carry_out, self._tighten)
        self._spent += Spent(deterministic_seconds=search.nodes / SEARCH_NODES_PER_SECOND)
        return is_ready

    def _carry_out(self, decisions: Decisions) -> None:
        self._offer(play(self._course, Decided(decisions, self._course.seat)))

    # --- CP-SAT ------------------------------------------------------------------------------------------------------

    def _model(self) -> RouteModel | None:
        """A new model; None when there are no seconds left to solve it, or a stop came while it was built."""
        if not self._has_seconds():
            return None
        try:
            return RouteModel(self._course, self._stop)
        except Incomplete:
            return None

    def _solve(self) -> None:
        assert self._best is not None  # noqa: S101
        model = self._model()
        if model is None:
            return
        self._search(model, model.points, self._best.points, self._tighten)

    def _put_in_order(self) -> None:
        assert self._best is not None  # noqa: S101
        model = self._model()
        if model is None:
            return
        model.model.add(model.points == self._best.points)
        order = _MUCH * model.earliness + (model.silver[-1] if model.silver else 0)
        known = _MUCH * self._best.earliness + self._best.silver
        self._is_order_proved = self._search(model, order, known, lambda _: None)
        self._report(self._answer())

    def _search(self, model: RouteModel, objective: Linear, known: int, tell_bound: Callable[[int], None]) -> bool:
        """Look for plans beyond the value that is known, and offer them; whether the search came to an end."""
        model.model.add(objective >= known + 1)
        while True:
            is_through, circles = self._search_once(model, objective, known, tell_bound)
            if not circles:
                return is_through
            model.cut_circles(circles)
            if self._stop.is_set() or not self._has_seconds():
                return False

    def _has_seconds(self) -> bool:
        return self._seconds is None or self._spent.deterministic_seconds < self._seconds

    def _search_once(
        self, model: RouteModel, objective: Linear, known: int, tell_bound: Callable[[int], None]
    ) -> tuple[bool, list[list[int]]]:
        """Whether the search came to an end, and circles of huts that it has not seen through."""
        from ortools.sat.python import cp_model

        offer, course = self._offer, self._course
        circles: list[list[int]] = []

        class Watcher(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                decisions = model.decisions(self.value)
                found = decisions.circles()
                if found:
                    circles.extend(found)
                else:
                    offer(play(course, Decided(decisions, course.seat)))

        assert self._best is not None  # noqa: S101
        model.hint(self._best)
        model.model.maximize(objective)
        left = None if self._seconds is None else self._seconds - self._spent.deterministic_seconds
        solver = new_solver(self._seed, left)
        # When CP-SAT tells a bound depends on the machine, so it is kept until the search is over. Points are whole:
        # what is above a whole number by a rounding error is that number.
        bounds: list[int] = []
        solver.best_bound_callback = lambda bound: bounds.append(floor(bound + 1e-6))
        with calling(self._stop, solver.stop_search):
            status = solver.solve(model.model, Watcher())
        self._spent += Spent(deterministic_seconds=solver.response_proto.deterministic_time)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            bounds.append(floor(solver.best_objective_bound + 1e-6))
        if bounds:
            tell_bound(min(bounds))
        if status == cp_model.INFEASIBLE:
            tell_bound(known)
        return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), circles
