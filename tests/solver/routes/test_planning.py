"""Plans of huts against every course a short game can take, as the kernel plays it, and their certificates."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from solver.answer import Answer, Status
from solver.budget import Budget
from solver.routes.certificate import BadCertificate, Certificate, Proof, check
from solver.routes.course import BadPlan, Course, play, replay
from solver.routes.greedy import Greedy
from solver.routes.planning import RouteAnswer, plan_route
from tests.solver.routes.tables import after_rounds, events_to_come, printed, random_ply, random_table

ENOUGH = Budget(nodes=4, deterministic_seconds=60.0)


def random_course(rng: random.Random, rounds_left: int) -> Course:
    """A random position of a small map in which so many rounds are begun or to come; often in the middle of one."""
    setup = random_table(rng, most_villages=7)
    state = after_rounds(rng, setup, amazonas.ROUNDS - rounds_left)
    for _ in range(rng.choice((0, 0, 1, 3, 5, 7))):
        if not state.is_over and (amazonas.table(state).round > amazonas.ROUNDS - rounds_left):
            state = random_ply(rng, state)
    return (
        Course(setup, state, rng.randrange(setup.players), events_to_come(rng, state))
        if not state.is_over
        else (random_course(rng, rounds_left))
    )


def best_by_enumeration(course: Course) -> tuple[int, int, int]:
    """The merit of the best of all plans: every sequence of decisions is played by the kernel."""
    best: list[tuple[int, int, int]] = []

    def complete(prefix: list[int]) -> None:
        asked: list[State] = []
        left = list(reversed(prefix))

        def follow(state: State) -> int:
            if left:
                return left.pop()
            asked.append(state)
            raise BadPlan("a decision is due")

        try:
            best.append(play(course, follow).merit)
        except BadPlan:
            for move in asked[0].legal_moves(course.seat):
                if amazonas.unpack_move(move)[0] != amazonas.MOVE_NEUTRAL:
                    complete([*prefix, move])

    complete([])
    return max(best)


@pytest.mark.parametrize("seed", range(24))
def test_it_is_as_good_as_the_best_of_all_plans(seed: int) -> None:
    course = random_course(random.Random(seed), 1 + seed % 2)
    answer = plan_route(course, ENOUGH, seed, Stop())
    assert answer.status is Status.OPTIMAL
    assert answer.is_order_proved
    assert answer.played is not None
    assert answer.played.merit == best_by_enumeration(course)
    played = check(course, answer.certificate)
    assert played is not None
    assert played.merit == answer.played.merit


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_holds_and_the_kernel_gives_the_value(seed: int) -> None:
    rng = random.Random(seed)
    setup = printed(bga=seed % 2 == 1)
    state = after_rounds(rng, setup, 12)
    course = Course(setup, state, seed % 3, events_to_come(rng, state))
    reported: list[RouteAnswer] = []

    def note(told: Answer) -> None:
        assert isinstance(told, RouteAnswer)
        reported.append(told)

    answer = plan_route(course, Budget(nodes=4, deterministic_seconds=0.3), seed, Stop(), note)
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


def test_who_is_stopped_answers_with_the_first_plan() -> None:
    course = random_course(random.Random(9), 3)
    stop = Stop()
    stop.set()
    answer = plan_route(course, Budget(seconds=60.0), 5, stop)
    assert answer.cut_short
    assert answer.value is not None
    assert answer.certificate.proof is Proof.NONE
    check(course, answer.certificate)


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
