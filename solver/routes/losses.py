"""How much of a plan is lost when one thing goes wrong and the rest is planned anew from there.

The new plan is one that was found, so that no more is lost than is said here, perhaps less.

Of plans that are equal in points, earliness and money (`equals`) the one that loses least is chosen. What can go wrong
with a plan are the event of each round, at its worst, and the village of each hut. Of two plans that is better whose
greatest loss is less, and if these are equal, whose losses add up to less; after that the one that was found first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from solver.answer import Report, Spent, Status, ignore
from solver.budget import Budget
from solver.routes.course import Course, Played, let_pass, turn_over, turned_over
from solver.routes.equals import equal_plans
from solver.routes.planning import RouteAnswer, Work, plan_points, plan_within

# Games that are played greedily for one plan.
_GAMES = 4
# Equal plans that are compared.
MOST_PLANS = 16
# The part of the work for losses that may be spent on the list of equal plans.
_LISTING = 0.25

# State, events to come, closed villages: all that a course from the same table differs in.
_CourseKey: TypeAlias = tuple[bytes, tuple[int, ...], frozenset[int]]


def plan_with_losses(course: Course, budget: Budget, seed: int, stop: Stop, report: Report = ignore) -> RouteAnswer:
    """The best plan that is found with half of the budget, and what may be lost of it as far as the other half goes.

    If none is worth more points, proved, up to MOST_PLANS that are as good as the best one found are compared: the one
    that loses least is answered.
    """
    work = Work.within(budget)
    half = None if work.seconds is None else work.seconds / 2
    answer = plan_within(course, Work(work.games, half), seed, stop, report)
    if answer.played is None:
        return answer
    plans: tuple[Played, ...] = (answer.played,)
    is_complete, listing = False, Spent()
    if answer.status is Status.OPTIMAL and not stop.is_set():
        equals = equal_plans(course, answer.played, MOST_PLANS, None if half is None else half * _LISTING, seed, stop)
        plans, is_complete, listing = equals.plans, equals.is_complete, equals.spent
    left = None if half is None else max(half - listing.deterministic_seconds, 0)
    comparison = _Comparison(course, seed, stop, left)
    compared = comparison.compare(plans)
    return replace(
        answer,
        certificate=replace(answer.certificate, moves=comparison.best.moves),
        played=comparison.best,
        spent=answer.spent + listing + comparison.spent,
        cut_short=stop.is_set(),
        event_losses=comparison.losses.events,
        village_losses=comparison.losses.villages,
        equal_plans=compared,
        is_robustness_proved=is_complete and compared == len(plans) and comparison.is_sure,
    )


@dataclass(slots=True)
class _Losses:
    """What is lost of a plan, at most. In points."""

    # By round, and by village.
    events: dict[int, int] = field(default_factory=dict)
    villages: dict[int, int] = field(default_factory=dict)

    @property
    def greatest(self) -> int:
        return max((*self.events.values(), *self.villages.values()), default=0)

    @property
    def rank(self) -> tuple[int, int]:
        """By what plans are compared; less is better."""
        return self.greatest, sum(self.events.values()) + sum(self.villages.values())


class _Comparison:
    """Of equal plans, the one that loses least so far."""

    def __init__(self, course: Course, seed: int, stop: Stop, seconds: float | None) -> None:
        self._course, self._seed, self._stop, self._seconds = course, seed, stop, seconds
        # What a course is worth, and whether that is proved: equal plans have many in common.
        self._worths: dict[_CourseKey, tuple[int, bool]] = {}
        self.spent = Spent()
        self.best: Played
        self.losses = _Losses()
        # Whether no plan that was compared loses less than the best one, proved.
        self.is_sure = True

    def compare(self, plans: tuple[Played, ...]) -> int:
        """Assess one after the other, with as much work for each; how many were assessed before the time was over. If
        even the first one was not, what is known of its losses is kept."""
        self.best = plans[0]
        for number, plan in enumerate(plans):
            left = self._left()
            losses = self._assess(plan, None if left is None else left / (len(plans) - number), is_first=not number)
            if not number:
                self.losses = losses
            if self._stop.is_set():
                return number
            if losses.rank < self.losses.rank:
                self.best, self.losses = plan, losses
        return len(plans)

    def _left(self) -> float | None:
        return None if self._seconds is None else max(self._seconds - self.spent.deterministic_seconds, 0)

    def _assess(self, plan: Played, seconds: float | None, *, is_first: bool) -> _Losses:
        """What is lost of a plan; of further ones only until more is lost at once than of the best."""
        losses = _Losses()
        before = self.spent.deterministic_seconds
        mishaps = [*_other_events(self._course, plan), *_filled_villages(self._course, plan)]
        is_sure = True
        for number, mishap in enumerate(mishaps):
            if self._stop.is_set():
                break
            left = None if seconds is None else max(before + seconds - self.spent.deterministic_seconds, 0)
            worth, is_proved = self._worth(mishap.course, None if left is None else left / (len(mishaps) - number))
            lost = max(plan.points - worth, 0)
            known = losses.events if mishap.is_event else losses.villages
            known[mishap.key] = max(lost, known.get(mishap.key, 0))
            if not is_first and is_proved and lost > self.losses.greatest:
                # It is worse, whatever the others were.
                return losses
            is_sure &= is_proved or not lost
        self.is_sure &= is_sure
        return losses

    def _worth(self, course: Course, seconds: float | None) -> tuple[int, bool]:
        """Points of the best plan that was found, and whether it is the best there is, proved."""
        key = course.state.to_bytes(), course.events, course.closed
        if key not in self._worths:
            anew = plan_points(course, Work(_GAMES, seconds), self._seed, self._stop)
            self.spent += anew.spent
            assert anew.certificate.value is not None  # noqa: S101
            self._worths[key] = anew.certificate.value, anew.status is Status.OPTIMAL
        return self._worths[key]


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
