"""The next round when what comes after it is not known, against every option in every scenario."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from cext import amazonas
from cext.stop import Stop
from solver.answer import Answer, Status
from solver.budget import Budget
from solver.routes import expected
from solver.routes.course import Course
from solver.routes.expected import BadExpectation, ExpectedAnswer, Prospect, check, plan_expected
from solver.routes.planning import RouteAnswer, Work, plan_points
from solver.routes.scenarios import MOST_LISTED, Outlook, outlook
from tests.solver.routes.enumeration import best_by_enumeration
from tests.solver.routes.tables import after_rounds, events_to_come, printed, random_table

ENOUGH = Budget(deterministic_seconds=300.0)


def late_prospect(rng: random.Random, rounds_left: int, risks: int = 0) -> Prospect:
    """A position on a small map in which so many rounds are to come, the first of them with a known event."""
    setup = random_table(rng, most_villages=7)
    state = after_rounds(rng, setup, amazonas.ROUNDS - rounds_left)
    seat = rng.randrange(setup.players)
    villages = rng.sample(range(len(amazonas.sites(state))), risks)
    return Prospect(
        setup,
        state,
        seat,
        events_to_come(rng, state)[:1],
        {village: rng.choice((0.25, 0.5, 1.0)) for village in villages},
    )


def best_by_trying(prospect: Prospect, seen: Outlook) -> float:
    """The best mean over the scenarios, each option with the best of all plans that begin with it."""
    return max(
        sum(
            scenario.probability * best_by_enumeration(prospect.course_after(option, scenario))[0]
            for scenario in seen.scenarios
        )
        for option in prospect.first_round.options(10_000)
    )


@pytest.mark.parametrize("seed", range(12))
def test_it_is_as_good_as_the_best_of_all_options(seed: int) -> None:
    prospect = late_prospect(random.Random(seed), 2 + (seed % 3 == 0), risks=seed % 3)
    reported: list[Answer] = []
    answer = plan_expected(prospect, ENOUGH, seed, Stop(), reported.append)
    seen = prospect.outlook(seed)
    assert seen.is_complete
    assert answer.status is Status.OPTIMAL
    assert answer.value == pytest.approx(best_by_trying(prospect, seen))
    check(prospect, answer)
    values = [told.value or 0.0 for told in (*reported, answer)]
    assert values == sorted(values)


def test_all_orders_are_listed_once_and_equally_likely() -> None:
    counts = (1, 0, 2, 0, 1, 0, 0, 0, 0, 0)
    seen = outlook(counts, (4,), {3: 0.25, 5: 1.0, 6: 0.0}, 2, 1)
    assert seen.is_complete
    orders = {(4, *order) for order in permutations((0, 2, 2))}
    expected = {
        (order, frozenset(closed)): Fraction(probability, 4) / len(orders)
        for order in orders
        for closed, probability in (((5,), 3), ((3, 5), 1))
    }
    assert {(one.events, one.closed): one.probability for one in seen.scenarios} == pytest.approx(
        {key: float(probability) for key, probability in expected.items()}
    )
    assert len(seen.scenarios) == len(expected)


def test_samples_are_orders_of_the_cards_that_are_left() -> None:
    counts = (2, 2, 3, 2, 4, 1, 1, 1, 1, 1)
    seen = outlook(counts, (2,), {7: 0.5}, 200, 9)
    assert not seen.is_complete
    assert len(seen.scenarios) == 200 > MOST_LISTED
    for scenario in seen.scenarios:
        assert scenario.events[0] == 2
        assert Counter(scenario.events) == Counter(dict(enumerate(counts)))
    assert 70 < sum(7 in scenario.closed for scenario in seen.scenarios) < 130
    assert seen == outlook(counts, (2,), {7: 0.5}, 200, 9) != outlook(counts, (2,), {7: 0.5}, 200, 10)


@pytest.fixture(scope="module")
def prospect() -> Prospect:
    setup = printed()
    rng = random.Random(4)
    state = after_rounds(rng, setup, 11)
    return Prospect(setup, state, 1, events_to_come(rng, state)[:1], samples=3)


@pytest.fixture(scope="module")
def estimate(prospect: Prospect) -> ExpectedAnswer:
    return plan_expected(prospect, Budget(deterministic_seconds=0.5), 3, Stop())


def test_samples_give_an_estimate(prospect: Prospect, estimate: ExpectedAnswer) -> None:
    assert estimate.status is Status.ESTIMATE
    assert estimate.bound is None
    points = [outcome.points for outcome in estimate.outcomes]
    mean = sum(points) / 3
    assert estimate.value == pytest.approx(mean)
    variance = sum((one - mean) ** 2 for one in points) / 2
    assert estimate.standard_error == pytest.approx((variance / 3) ** 0.5)
    check(prospect, estimate)


def test_the_same_question_has_the_same_answer(prospect: Prospect, estimate: ExpectedAnswer) -> None:
    again = plan_expected(prospect, Budget(deterministic_seconds=0.5), 3, Stop())
    assert (again.moves, again.outcomes) == (estimate.moves, estimate.outcomes)


def test_who_is_stopped_answers_with_greedy_plans(prospect: Prospect) -> None:
    stop = Stop()
    stop.set()
    answer = plan_expected(prospect, Budget(seconds=60.0), 3, stop)
    assert answer.cut_short
    check(prospect, answer)


def test_an_answer_is_there_before_the_work_begins(prospect: Prospect, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many scenarios there are: one game each, and after a stop nothing is planned any more."""
    planned: list[Work] = []

    def plan(course: Course, work: Work, seed: int, stop: Stop) -> RouteAnswer:
        planned.append(work)
        return plan_points(course, work, seed, stop)

    monkeypatch.setattr(expected, "plan_points", plan)
    many = replace(prospect, samples=40)
    stop = Stop()
    told: list[Answer] = []

    def report(answer: Answer) -> None:
        told.append(answer)
        stop.set()

    answer = plan_expected(many, Budget(seconds=60.0), 3, stop, report)
    assert planned == [Work(1, None)] * 41
    assert isinstance(told[0], ExpectedAnswer)
    assert (told[0].moves, told[0].outcomes) == (answer.moves, answer.outcomes)
    check(many, answer)


def test_tampered_answers_are_refused(prospect: Prospect, estimate: ExpectedAnswer) -> None:
    assert estimate.value is not None
    first, *rest = estimate.outcomes
    for tampered in (
        replace(estimate, value=estimate.value + 1),
        replace(estimate, value=None),
        replace(estimate, bound=estimate.value + 1),
        replace(estimate, seed=estimate.seed + 1),
        replace(estimate, moves=estimate.moves[:-1]),
        replace(estimate, outcomes=tuple(rest)),
        replace(estimate, outcomes=(replace(first, points=first.points + 1), *rest)),
        replace(estimate, outcomes=(replace(first, moves=first.moves[:-1]), *rest)),
    ):
        with pytest.raises(BadExpectation):
            check(prospect, tampered)


def test_what_makes_no_sense_is_refused(prospect: Prospect) -> None:
    for changed, words in (
        ({"known": ()}, "not known"),
        ({"known": (amazonas.THEFT,) * 5}, "cards left"),
        ({"known": (99,)}, "cards left"),
        ({"risks": {1: 1.5}}, "probability"),
        ({"samples": 1}, "samples"),
    ):
        with pytest.raises(ValueError, match=words):
            replace(prospect, **changed)
