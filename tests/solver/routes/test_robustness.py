"""Of equally good plans the one that loses least, against all plans of short games and all that can go wrong."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from solver.answer import Status
from solver.budget import Budget
from solver.routes import losses
from solver.routes.certificate import check
from solver.routes.course import Course, Played, let_pass, turn_over
from solver.routes.equals import decisions_of, equal_plans
from solver.routes.losses import plan_with_losses
from solver.routes.planning import RouteAnswer, Work, plan_points, plan_route
from tests.solver.routes.enumeration import all_plans, best_by_enumeration, random_course

ENOUGH = Budget(nodes=4, deterministic_seconds=120.0)
MANY = 10**6

# Card, native and villages of each round.
Deeds: TypeAlias = tuple[tuple[int, int | None, int | None, tuple[int, ...]], ...]
# The greatest loss, and the sum of all.
Rank: TypeAlias = tuple[int, int]


def deeds(plan: Played) -> Deeds:
    return tuple(
        (done.number, done.card, done.hired, tuple(sorted(hut.village for hut in done.huts))) for done in plan.rounds
    )


def is_in_order(course: Course, plan: Played) -> bool:
    """Whether each hut is the lowest of those that this round still brings and that can be built now."""
    state, events, left = course.state, list(course.events), list(plan.moves)
    huts = {done.number: {hut.village for hut in done.huts} for done in plan.rounds}
    while left:
        if state.chance_kind:
            state = turn_over(state, events.pop(0))
        elif course.seat in state.to_act():
            kind, village = amazonas.unpack_move(left[0])
            if kind == amazonas.MOVE_BUILD:
                missing = huts[amazonas.table(state).round]
                if village != min(missing & set(amazonas.buildable(state, course.seat))):
                    return False
                missing.remove(village)
            state, _ = state.apply(course.seat, left.pop(0))
        else:
            state, _ = let_pass(state, state.to_act()[0])
    return True


def best_plans(course: Course) -> dict[Deeds, Played]:
    """All of the highest merit, in the usual order of the huts of a round."""
    plans = list(all_plans(course))
    most = max(plan.merit for plan in plans)
    return {deeds(plan): plan for plan in plans if plan.merit == most and is_in_order(course, plan)}


class Judge:
    """What plans of a course lose, by trying all plans for all that can go wrong."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._best = cache(self._enumerate)

    def _enumerate(self, data: bytes, events: tuple[int, ...], closed: frozenset[int]) -> int:
        setup = self._course.setup
        state = State.from_bytes(setup.rules, data)
        return best_by_enumeration(Course(setup, state, self._course.seat, events, closed))[0]

    def _lost(self, plan: Played, state: State, events: list[int], closed: frozenset[int] = frozenset()) -> int:
        return max(plan.points - self._best(state.to_bytes(), tuple(events), closed), 0)

    def rank(self, plan: Played) -> Rank:
        """The greatest loss of a plan, and the sum of all: of each round the worst event, of each hut its village."""
        lost = [0]
        state, events, left = self._course.state, list(self._course.events), list(plan.moves)
        awaited: tuple[State, list[int]] | None = None
        while left:
            if state.chance_kind:
                awaited = state, list(events)
                state = turn_over(state, events.pop(0))
            elif self._course.seat in state.to_act():
                if awaited is not None:
                    lost.append(self._worst_event(plan, *awaited))
                    awaited = None
                kind, village = amazonas.unpack_move(left[0])
                if kind == amazonas.MOVE_BUILD:
                    lost.append(self._lost(plan, state, events, frozenset((village,))))
                state, _ = state.apply(self._course.seat, left.pop(0))
            else:
                state, _ = let_pass(state, state.to_act()[0])
        return max(lost), sum(lost)

    def _worst_event(self, plan: Played, state: State, events: list[int]) -> int:
        worst = 0
        for other in set(events) - {events[0]}:
            swapped, place = [*events], events.index(other)
            swapped[0], swapped[place] = swapped[place], swapped[0]
            worst = max(worst, self._lost(plan, state, swapped))
        return worst


def rank_told(answer: RouteAnswer) -> Rank:
    told = [*answer.event_losses.values(), *answer.village_losses.values()]
    return max(told, default=0), sum(told)


def course_with_choice(seed: int) -> Course:
    """A short course with several best plans."""
    rng = random.Random(seed)
    while True:
        course = random_course(rng, rng.choice((1, 2, 2)))
        if len(best_plans(course)) > 1:
            return course


@pytest.mark.parametrize("seed", range(8))
def test_all_plans_of_the_same_merit_are_listed(seed: int) -> None:
    course = random_course(random.Random(400 + seed), 1 + seed % 2)
    answer = plan_route(course, ENOUGH, seed, Stop())
    assert answer.played is not None
    equals = equal_plans(course, answer.played, MANY, None, seed, Stop())
    best = best_plans(course)
    assert equals.is_complete
    assert {deeds(plan): plan.moves for plan in equals.plans} == {key: plan.moves for key, plan in best.items()}
    assert len(equals.plans) == len(best)
    assert deeds(equals.plans[0]) == deeds(answer.played)


@pytest.mark.parametrize("seed", range(8))
def test_none_that_is_as_good_loses_less(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "MOST_PLANS", MANY)
    assert_none_loses_less(course_with_choice(500 + seed), seed)


@pytest.mark.parametrize("seed", [3, 2456])
def test_it_matters_which_one_is_chosen(seed: int) -> None:
    course = random_course(random.Random(seed), 2)
    assert len(assert_none_loses_less(course, seed)) > 1


def assert_none_loses_less(course: Course, seed: int) -> set[Rank]:
    """What the best plans lose."""
    best, judge = best_plans(course), Judge(course)
    ranks = {key: judge.rank(plan) for key, plan in best.items()}
    answer = plan_with_losses(course, ENOUGH, seed, Stop())
    assert answer.played is not None
    assert ranks[deeds(answer.played)] == min(ranks.values())
    assert rank_told(answer) == min(ranks.values())
    assert answer.is_robustness_proved
    assert answer.equal_plans == len(best)
    played = check(course, answer.certificate)
    assert played is not None
    assert played.merit == answer.played.merit
    return set(ranks.values())


def test_a_list_that_is_cut_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    course = course_with_choice(600)
    count = len(best_plans(course))
    for most, is_all in ((1, False), (count - 1, False), (count, True)):
        monkeypatch.setattr(losses, "MOST_PLANS", most)
        answer = plan_with_losses(course, ENOUGH, 1, Stop())
        assert (answer.equal_plans, answer.is_robustness_proved) == (most, is_all)


def test_losses_that_may_be_less_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def plan_unproved(course: Course, work: Work, seed: int, stop: Stop) -> RouteAnswer:
        return replace(plan_points(course, work, seed, stop), status=Status.FEASIBLE)

    monkeypatch.setattr(losses, "plan_points", plan_unproved)
    course = random_course(random.Random(3), 2)
    answer = plan_with_losses(course, ENOUGH, 3, Stop())
    assert rank_told(answer) > (0, 0)
    assert answer.equal_plans == len(best_plans(course))
    assert not answer.is_robustness_proved


@pytest.mark.parametrize("seed", range(6))
def test_plans_that_are_not_the_best_have_equals_too(seed: int) -> None:
    course = random_course(random.Random(700 + seed), 1)
    plans = list(all_plans(course))
    known = random.Random(seed).choice(plans)
    equals = equal_plans(course, known, MANY, None, seed, Stop())
    assert equals.is_complete
    assert {deeds(plan) for plan in equals.plans} == {deeds(plan) for plan in plans if plan.merit == known.merit}


def test_without_a_proof_of_the_points_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    course = course_with_choice(601)
    unproved = replace(plan_route(course, ENOUGH, 1, Stop()), status=Status.FEASIBLE)
    monkeypatch.setattr(losses, "plan_within", lambda *_: unproved)
    answer = plan_with_losses(course, ENOUGH, 1, Stop())
    assert answer.played is unproved.played
    assert (answer.equal_plans, answer.is_robustness_proved) == (1, False)


def test_who_is_stopped_has_compared_nothing() -> None:
    stop = Stop()
    stop.set()
    course = course_with_choice(602)
    answer = plan_with_losses(course, Budget(seconds=60.0), 1, stop)
    assert (answer.equal_plans, answer.is_robustness_proved) == (0, False)
    best = plan_route(course, ENOUGH, 1, Stop()).played
    assert best is not None
    equals = equal_plans(course, best, MANY, None, 1, stop)
    assert (len(equals.plans), equals.is_complete) == (1, False)


def test_a_plan_tells_what_it_has_decided() -> None:
    course = course_with_choice(603)
    for plan in best_plans(course).values():
        decided = decisions_of(plan)
        for number, card, hired, villages in deeds(plan):
            assert (decided.cards.get(number), decided.hires.get(number)) == (card, hired)
            assert decided.huts[number] == list(villages)
