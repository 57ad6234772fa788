"""How much of a plan is lost when one thing goes wrong and the rest is planned anew from there.

The new plan is one that was found, so that no more is lost than is said here, perhaps less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from solver.answer import Report, Spent, ignore
from solver.budget import Budget
from solver.routes.course import Course, Played, let_pass, turn_over, turned_over
from solver.routes.planning import RouteAnswer, Work, plan_points, plan_within

# Games that are played greedily for one plan.
_GAMES = 4


def plan_with_losses(course: Course, budget: Budget, seed: int, stop: Stop, report: Report = ignore) -> RouteAnswer:
    """The best plan that is found with half of the budget, and what may be lost of it as far as the other half goes."""
    work = Work.within(budget)
    half = None if work.seconds is None else work.seconds / 2
    answer = plan_within(course, Work(work.games, half), seed, stop, report)
    if answer.played is None:
        return answer
    losses: dict[bool, dict[int, int]] = {True: {}, False: {}}
    spent = Spent()
    mishaps = [*_other_events(course, answer.played), *_filled_villages(course, answer.played)]
    for number, mishap in enumerate(mishaps):
        if stop.is_set():
            break
        share = None if half is None else max(half - spent.deterministic_seconds, 0) / (len(mishaps) - number)
        anew = plan_points(mishap.course, Work(_GAMES, share), seed, stop)
        spent += anew.spent
        assert anew.certificate.value is not None  # noqa: S101
        lost = max(answer.played.points - anew.certificate.value, 0)
        known = losses[mishap.is_event]
        known[mishap.key] = max(lost, known.get(mishap.key, 0))
    return replace(
        answer,
        spent=answer.spent + spent,
        cut_short=stop.is_set(),
        event_losses=losses[True],
        village_losses=losses[False],
    )


@dataclass(frozen=True, slots=True)
class _Mishap:
    is_event: bool
    # The round, or the village.
    key: int
    # What is left from there on.
    course: Course


def _steps(course: Course, played: Played) -> Iterator[tuple[State | None, State, int]]:
    """For each move: the state in which the event of its round was awaited, at the round's first move; the state in
    which the seat is asked; and the move."""
    state = course.state
    for move in played.moves:
        awaited = None
        while course.seat not in state.to_act():
            if state.chance_kind:
                awaited = state
                state = turn_over(state, _events_from(course, state)[0])
            else:
                state, _ = let_pass(state, state.to_act()[0])
        yield awaited, state, move
        state, _ = state.apply(course.seat, move)


def _events_from(course: Course, state: State) -> tuple[int, ...]:
    """The events that are still to be turned over in a later state."""
    return course.events[turned_over(state) - turned_over(course.state) :]


def _other_events(course: Course, played: Played) -> Iterator[_Mishap]:
    for awaited, _, _ in _steps(course, played):
        if awaited is None:
            continue
        event, *later = _events_from(course, awaited)
        for other in sorted(set(later) - {event}):
            place = later.index(other)
            events = (other, *later[:place], event, *later[place + 1 :])
            changed = Course(course.setup, awaited, course.seat, events, course.closed)
            yield _Mishap(True, amazonas.table(awaited).round, changed)


def _filled_villages(course: Course, played: Played) -> Iterator[_Mishap]:
    for _, state, move in _steps(course, played):
        kind, village = amazonas.unpack_move(move)
        if kind == amazonas.MOVE_BUILD:
            closed = course.closed | {village}
            yield _Mishap(False, village, Course(course.setup, state, course.seat, _events_from(course, state), closed))
