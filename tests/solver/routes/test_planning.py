"""Plans of huts against every course a short game can take, as the kernel plays it, and their certificates."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from engines.games.amazonas.editions import EXTRA_HUTS
from solver.answer import Answer, Status
from solver.budget import Budget
from solver.routes import planning
from solver.routes.certificate import BadCertificate, Certificate, Proof, check
from solver.routes.course import Course, play, replay
from solver.routes.greedy import Greedy
from solver.routes.model import RouteModel
from solver.routes.planning import RouteAnswer, Work, plan_points, plan_route
from solver.routes.search import Search
from tests.solver.routes.enumeration import best_by_enumeration, random_course
from tests.solver.routes.tables import after_rounds, events_to_come, printed, random_table

ENOUGH = Budget(nodes=4, deterministic_seconds=60.0)


@pytest.fixture
def on_a_large_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps are too large for a search through all ends, so that CP-SAT has to do."""
    monkeypatch.setattr(Search, "survey", lambda *_: False)


def after_twelve_rounds(seed: int) -> Course:
    rng = random.Random(seed)
    setup = printed(bga=seed % 2 == 1)
    state = after_rounds(rng, setup, 12)
    return Course(setup, state, seed % 3, events_to_come(rng, state))


@pytest.mark.parametrize("seed", range(10))
def test_it_is_as_good_as_the_best_of_all_plans(seed: int) -> None:
    assert_as_good_as_the_best(seed, Proof.SEARCH)


@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.usefixtures("on_a_large_map")
def test_so_is_cp_sat(seed: int) -> None:
    assert_as_good_as_the_best(seed, Proof.MODEL)


@pytest.mark.parametrize("seed", range(8))
def test_natives_are_hired_as_in_the_best_of_all_plans(seed: int) -> None:
    """Whether a native is worth the income of its round, and whether it can still be hired, decides about ends."""
    rng = random.Random(500 + seed)
    while True:
        course = random_course(rng, 2)
        if amazonas.NATIVES in course.events:
            break
    answer = plan_points(course, Work(1, 60.0), seed, Stop())
    assert (answer.status, answer.certificate.proof) == (Status.OPTIMAL, Proof.SEARCH)
    assert answer.value == best_by_enumeration(course)[0]


def assert_as_good_as_the_best(seed: int, proof: Proof) -> None:
    course = random_course(random.Random(seed), 1 + seed % 2)
    answer = plan_route(course, ENOUGH, seed, Stop())
    assert answer.status is Status.OPTIMAL
    assert answer.certificate.proof is proof
    assert answer.is_order_proved
    assert answer.played is not None
    assert answer.played.merit == best_by_enumeration(course)
    played = check(course, answer.certificate)
    assert played is not None
    assert played.merit == answer.played.merit


@pytest.mark.parametrize("seed", range(40))
def test_any_end_is_found_with_natives_and_few_huts(seed: int) -> None:
    """Longer ends of small maps: only the search, which needs no order, and every plan that is found by chance."""
    rng = random.Random(1000 + seed)
    course = random_course(rng, rng.randint(3, 9))
    answer = plan_points(course, Work(1, 60.0), seed, Stop())
    assert (answer.status, answer.certificate.proof) == (Status.OPTIMAL, Proof.SEARCH)
    check(course, answer.certificate)
    assert answer.value is not None
    assert max(play(course, Greedy(course, rng)).points for _ in range(10)) <= answer.value


@pytest.mark.parametrize("seed", range(8))
def test_search_and_cp_sat_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2000 + seed)
    setup = random_table(rng, options={EXTRA_HUTS: str(seed % 2 == 0).lower()})
    state = after_rounds(rng, setup, 12)
    course = Course(setup, state, 0, events_to_come(rng, state))
    searched = plan_points(course, Work(1, 60.0), seed, Stop())
    monkeypatch.setattr(Search, "survey", lambda *_: False)
    modelled = plan_points(course, Work(1, 60.0), seed, Stop())
    assert modelled.certificate.proof is Proof.MODEL
    assert (searched.status, searched.value) == (modelled.status, modelled.value)


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_holds_and_the_kernel_gives_the_value(seed: int) -> None:
    rng = random.Random(seed)
    course = after_twelve_rounds(seed)
    reported: list[RouteAnswer] = []

    def note(told: Answer) -> None:
        assert isinstance(told, RouteAnswer)
        reported.append(told)

    answer = plan_route(course, Budget(nodes=4, deterministic_seconds=0.1), seed, Stop(), note)
    assert answer.value is not None
    for step in (*reported, answer):
        check(course, step.certificate)
    for earlier, later in zip(reported, (*reported[1:], answer), strict=True):
        assert earlier.value is not None
        assert later.value is not None
        assert earlier.value <= later.value
        assert earlier.bound is None or (later.bound is not None and later.bound <= earlier.bound)
    assert answer.bound is None or max(play(course, Greedy(course, rng)).points for _ in range(20)) <= answer.bound


def test_the_same_question_has_the_same_answer() -> None:
    course = random_course(random.Random(8), 3)
    one, other = (plan_route(course, Budget(nodes=6, deterministic_seconds=0.5), 5, Stop()) for _ in range(2))
    assert one.certificate == other.certificate
    assert one.spent == other.spent


@pytest.mark.parametrize("seconds", [1e-300, 1e300, 1.7e308])
def test_any_budget_will_do(seconds: float) -> None:
    course = random_course(random.Random(8), 2)
    check(course, plan_route(course, Budget(deterministic_seconds=seconds), 5, Stop()).certificate)


def test_who_is_stopped_answers_with_the_first_plan() -> None:
    course = random_course(random.Random(9), 3)
    stop = Stop()
    stop.set()
    answer = plan_route(course, Budget(seconds=60.0), 5, stop)
    assert answer.cut_short
    assert answer.value is not None
    assert answer.certificate.proof is Proof.NONE
    check(course, answer.certificate)


def test_who_is_stopped_in_the_survey_builds_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Stop()
    monkeypatch.setattr(Search, "survey", lambda *_: stop.set())
    monkeypatch.setattr(planning, "RouteModel", None)
    answer = plan_route(random_course(random.Random(9), 3), ENOUGH, 5, stop)
    assert answer.cut_short
    assert answer.value is not None


@pytest.mark.parametrize("is_large", [False, True])
def test_who_is_stopped_while_a_model_is_built_builds_no_more_of_it(
    monkeypatch: pytest.MonkeyPatch, *, is_large: bool
) -> None:
    stop, add_arcs = Stop(), RouteModel._add_arcs
    villages: list[int] = []

    def add_and_stop(model: RouteModel, village: int) -> None:
        add_arcs(model, village)
        villages.append(village)
        stop.set()

    if is_large:
        monkeypatch.setattr(Search, "survey", lambda *_: False)
    monkeypatch.setattr(RouteModel, "_add_arcs", add_and_stop)
    answer = plan_route(after_twelve_rounds(3), ENOUGH, 3, stop)
    assert len(villages) == 1
    assert answer.cut_short
    assert not answer.is_order_proved
    assert (answer.status is Status.OPTIMAL) is not is_large


@pytest.fixture(scope="module")
def course() -> Course:
    return random_course(random.Random(11), 4)


@pytest.fixture(scope="module")
def certificate(course: Course) -> Certificate:
    return plan_route(course, Budget(nodes=4, deterministic_seconds=5.0), 1, Stop()).certificate


def test_tampered_certificates_are_refused(course: Course, certificate: Certificate) -> None:
    assert certificate.moves is not None
    assert certificate.value is not None
    assert certificate.bound is not None
    moves = certificate.moves
    for tampered in (
        replace(certificate, value=certificate.value + 1),
        replace(certificate, value=None),
        replace(certificate, moves=None),
        replace(certificate, bound=certificate.value - 1),
        replace(certificate, bound=None),
        replace(certificate, proof=Proof.NONE),
        replace(certificate, moves=moves[:-1]),
        replace(certificate, moves=(*moves, moves[-1])),
        *(replace(certificate, moves=(*moves[:step], 2**60, *moves[step + 1 :])) for step in range(len(moves))),
    ):
        with pytest.raises(BadCertificate):
            check(course, tampered)


def test_replaying_is_playing(course: Course) -> None:
    played = play(course, Greedy(course, random.Random(3)))
    again = replay(course, played.moves)
    assert (again.merit, again.rounds) == (played.merit, played.rounds)
    assert [hut.village for done in played.rounds for hut in done.huts] == [
        amazonas.unpack_move(move)[1] for move in played.moves if amazonas.unpack_move(move)[0] == amazonas.MOVE_BUILD
    ]


def test_events_that_cannot_come_are_refused(course: Course) -> None:
    for events in (
        course.events[:-1],
        (*course.events, amazonas.THEFT),
        (amazonas.JAGUAR,) * len(course.events),
        (99,) * len(course.events),
    ):
        with pytest.raises(ValueError, match="events"):
            Course(course.setup, course.state, course.seat, events)
    start = State.start(course.setup.rules)
    with pytest.raises(ValueError, match="first huts"):
        Course(course.setup, start, 0, events_to_come(random.Random(1), start))
