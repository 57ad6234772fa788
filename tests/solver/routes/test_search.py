"""The search through all ends that a plan can have: what it takes, what it tells on the way, and how it is ended."""

from __future__ import annotations

import random

import pytest

from cext import amazonas
from cext.amazonas_solve import RouteSearch
from cext.stop import Stop
from solver.routes.course import Course, play
from solver.routes.greedy import Greedy
from solver.routes.search import Search
from tests.solver.routes.enumeration import best_by_enumeration, random_course
from tests.solver.routes.tables import after_rounds, events_to_come, printed

MANY = 10**12
TURN = (amazonas.JAGUAR, 0b1111111, False, True, False)


def whole_game() -> Course:
    setup = printed()
    rng = random.Random(6)
    state = after_rounds(rng, setup, 0)
    return Course(setup, state, 1, events_to_come(rng, state))


@pytest.mark.parametrize("seed", range(12))
def test_bounds_fall_until_the_best_plan_is_told(seed: int) -> None:
    course = random_course(random.Random(300 + seed), 2)
    search = Search(course, play(course, Greedy(course, None)))
    assert search.survey(MANY, Stop())
    best, _, _ = best_by_enumeration(course)
    assert search.bound is not None
    bounds = [search.bound]
    told: list[int] = []

    def note_plan(_: object) -> None:
        told.append(0)

    search.find(best - 1, MANY, Stop(), note_plan, bounds.append)
    assert told == [0]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == best
    search.find(best, MANY, Stop(), note_plan, bounds.append)
    assert told == [0]


def test_who_is_told_to_stop_or_has_no_work_left_knows_nothing() -> None:
    course = whole_game()
    stop = Stop()
    stop.set()
    for nodes, told in ((MANY, stop), (5000, Stop())):
        search = Search(course, play(course, Greedy(course, None)))
        assert not search.survey(nodes, told)
        assert search.bound is None


def test_who_is_told_to_stop_after_the_survey_looks_for_nothing() -> None:
    course = whole_game()
    search = Search(course, play(course, Greedy(course, None)))
    assert search.survey(MANY, Stop())
    stop = Stop()
    stop.set()
    known = search.nodes, search.bound
    told: list[object] = []
    search.find(0, MANY, stop, told.append, told.append)
    assert (search.nodes, search.bound) == known
    assert not told


def test_work_is_the_same_every_time() -> None:
    works = []
    for _ in range(2):
        course = whole_game()
        search = Search(course, play(course, Greedy(course, None)))
        assert search.survey(MANY, Stop())
        search.find(0, 30_000_000, Stop(), lambda _: None, lambda _: None)
        works.append((search.nodes, search.bound))
    assert works[0] == works[1]


def test_too_little_silver_is_noticed() -> None:
    course = whole_game()
    search = RouteSearch(course.state, course.seat, [TURN] * 3, 0b1111111, 2)
    assert search.survey(MANY, Stop())
    assert search.most_earned is not None
    assert search.most_earned > 2


def test_what_makes_no_sense_is_refused() -> None:
    course = whole_game()
    native = (amazonas.NATIVES, 0b1111111, False, True, True)
    for turns in ([TURN] * 19, [native] * 5):
        with pytest.raises(ValueError, match="not so many"):
            RouteSearch(course.state, course.seat, turns, 0b1111111, 9)
    search = RouteSearch(course.state, course.seat, [TURN], 0b1111111, 9)
    for look in (lambda: search.descend(MANY, Stop()), lambda: search.probe(1, 1, MANY, Stop())):
        with pytest.raises(ValueError, match="nothing to look for"):
            look()
