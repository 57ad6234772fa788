"""The plans that are as good as a known one in points, earliness and money: CP-SAT lists them.

Two plans are told apart by what they decide: the income card and the native of each round, and the villages in which
huts are built in it. In which order the huts of one round are built is no decision: always the lowest village first
that can be built in by then (`Decided`).
"""

from __future__ import annotations

from dataclasses import dataclass

from cext.stop import Stop
from solver.answer import Spent
from solver.routes.course import Course, Played, play
from solver.routes.decisions import Decided, Decisions
from solver.routes.model import Incomplete, RouteModel, new_solver
from solver.watch import calling


@dataclass(frozen=True, slots=True)
class Equals:
    """Plans of the same merit. The first one is what was asked about, in the order in which its huts are built here."""

    plans: tuple[Played, ...]
    # There are no others, proved.
    is_complete: bool
    spent: Spent


def equal_plans(course: Course, known: Played, most: int, seconds: float | None, seed: int, stop: Stop) -> Equals:
    """Up to `most` plans with the merit of a known one; None: time alone ends the search."""
    from ortools.sat.python import cp_model

    first = decisions_of(known)
    plans = [play(course, Decided(first, course.seat))]
    spent = Spent()
    try:
        model = _model_of_equals(course, known, stop)
    except Incomplete:
        return Equals(tuple(plans), False, spent)
    model.forbid(first)
    while not stop.is_set() and (seconds is None or spent.deterministic_seconds < seconds):
        solver = new_solver(seed, None if seconds is None else seconds - spent.deterministic_seconds)
        with calling(stop, solver.stop_search):
            status = solver.solve(model.model)
        spent += Spent(deterministic_seconds=solver.response_proto.deterministic_time)
        if status == cp_model.INFEASIBLE:
            return Equals(tuple(plans), True, spent)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE) or len(plans) == most:
            break
        decisions = model.decisions(solver.value)
        circles = decisions.circles()
        if circles:
            model.cut_circles(circles)
            continue
        plan = play(course, Decided(decisions, course.seat))
        # The model may have given money away.
        if plan.merit == known.merit:
            plans.append(plan)
        model.forbid(decisions)
    return Equals(tuple(plans), False, spent)


def decisions_of(played: Played) -> Decisions:
    """What a plan has decided."""
    return Decisions(
        {done.number: done.card for done in played.rounds if done.card is not None},
        {done.number: done.hired for done in played.rounds if done.hired is not None},
        {done.number: sorted(hut.village for hut in done.huts) for done in played.rounds},
    )


def _model_of_equals(course: Course, known: Played, stop: Stop) -> RouteModel:
    """No plan of this merit is missing from it; some have more money."""
    model = RouteModel(course, stop)
    model.model.add(model.points == known.points)
    model.model.add(model.earliness == known.earliness)
    if model.silver:
        model.model.add(model.silver[-1] == known.silver)
    return model
