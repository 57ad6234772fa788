"""What is lost when one thing goes wrong, against the best of all plans from there on."""

from __future__ import annotations

import random

import pytest

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from solver.budget import Budget
from solver.routes.course import BadPlan, Course, play
from solver.routes.losses import plan_with_losses
from tests.solver.routes.enumeration import best_by_enumeration, random_course


def state_before(course: Course, moves: tuple[int, ...], count: int) -> tuple[State, tuple[int, ...]]:
    """The state in which the seat is asked for the move after so many, and the events to come from there on."""
    left = list(moves[:count])
    asked: list[State] = []

    def follow(state: State) -> int:
        if left:
            return left.pop(0)
        asked.append(state)
        raise BadPlan("this is the place")

    with pytest.raises(BadPlan, match="place"):
        play(course, follow)
    to_come = sum(amazonas.table(asked[0]).events_left)
    return asked[0], course.events[len(course.events) - to_come :]


@pytest.mark.parametrize("seed", range(8))
def test_a_village_that_is_filled_up_costs_what_the_best_other_plan_lacks(seed: int) -> None:
    course = random_course(random.Random(seed), 2)
    answer = plan_with_losses(course, Budget(nodes=4, deterministic_seconds=60.0), seed, Stop())
    assert answer.played is not None
    moves = answer.played.moves
    villages = {}
    for count, move in enumerate(moves):
        kind, village = amazonas.unpack_move(move)
        if kind == amazonas.MOVE_BUILD:
            state, events = state_before(course, moves, count)
            left = Course(course.setup, state, course.seat, events, frozenset((village,)))
            villages[village] = max(answer.played.points - best_by_enumeration(left)[0], 0)
    assert answer.village_losses == villages


@pytest.mark.parametrize("seed", range(8))
def test_another_event_costs_what_the_best_plan_for_it_lacks(seed: int) -> None:
    rng = random.Random(seed)
    course = random_course(rng, 2)
    answer = plan_with_losses(course, Budget(nodes=4, deterministic_seconds=60.0), seed, Stop())
    assert answer.played is not None
    number = amazonas.ROUNDS - 1
    if len(course.events) == 2 and course.events[0] != course.events[1]:
        swapped = Course(course.setup, course.state, course.seat, course.events[::-1])
        assert answer.event_losses == {number: max(answer.played.points - best_by_enumeration(swapped)[0], 0)}
    else:
        assert answer.event_losses == {}


def test_who_is_stopped_tells_no_losses() -> None:
    stop = Stop()
    stop.set()
    answer = plan_with_losses(random_course(random.Random(3), 3), Budget(seconds=60.0), 1, stop)
    assert (answer.event_losses, answer.village_losses, answer.cut_short) == ({}, {}, True)
