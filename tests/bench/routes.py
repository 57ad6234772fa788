"""How good the planner of hut routes is, on random games of the usual map: `python -m tests.bench.routes`.

All first huts stand, all events of the 18 rounds are known, and one seat plans. Positions are the same in every run,
the editions take turns. Times are processor times.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from engines.game import Setup
from solver.answer import Answer, Status
from solver.routes.connection import MOST_VILLAGES, ConnectionAnswer, Task, connect
from solver.routes.course import Course
from solver.routes.facts import Facts
from solver.routes.planning import USUAL_GAMES, RouteAnswer, Work, plan_points
from tests.bench.positions import new_setup
from tests.bench.sampling import CPU
from tests.playing import play, random_ply

TABLES = (("amazonas-2005", 3), ("amazonas-bga", 2), ("amazonas-2005", 4), ("amazonas-bga", 3))


@dataclass(frozen=True)
class Timed:
    """An answer and the seconds that it took."""

    answer: RouteAnswer | ConnectionAnswer
    seconds: float


def random_course(number: int, rounds: int = amazonas.ROUNDS) -> Course:
    """Position number `number` with so many rounds to come."""
    rng = random.Random(number)
    setup = new_setup(*TABLES[number % len(TABLES)])
    state = State.start(setup.rules)
    while amazonas.table(state).round <= amazonas.ROUNDS - rounds:
        ply = random_ply(state, rng)
        assert ply is not None
        state, _ = play(state, ply)
    events = [event for event, left in enumerate(amazonas.table(state).events_left) for _ in range(left)]
    rng.shuffle(events)
    return Course(setup, state, number % setup.players, tuple(events))


def plans(positions: int, seconds: float, rounds: int = amazonas.ROUNDS) -> Iterator[Timed]:
    """Plans with the most points, with so many deterministic seconds of work each."""
    for number in range(positions):
        course = random_course(number, rounds)
        start = CPU()
        answer = plan_points(course, Work(USUAL_GAMES, seconds), number, Stop())
        yield Timed(answer, CPU() - start)


def first_plan_seconds(positions: int) -> float:
    """The longest that any first plan took."""
    stop = Stop()
    stop.set()
    times = []
    for number in range(positions):
        course = random_course(number)
        start = CPU()
        plan_points(course, Work(1, None), number, stop)
        times.append(CPU() - start)
    return max(times)


def connections(questions: int, villages: int = MOST_VILLAGES) -> Iterator[Timed]:
    """Ways to connect as many random villages of a map of 30 with first huts."""
    for number in range(questions):
        course = random_course(number)
        facts = Facts.of(course.setup, course.state, course.seat)
        wanted = _some_villages(course.setup, number, villages)
        start = CPU()
        answer = connect(Task(facts, wanted))
        yield Timed(answer, CPU() - start)


def _some_villages(setup: Setup, number: int, count: int) -> tuple[int, ...]:
    villages = range(len(amazonas.sites(State.start(setup.rules))))
    return tuple(random.Random(number).sample(villages, count))


def proved_within(timed: Sequence[Timed], seconds: float) -> float:
    """The share of answers that are proved by then, in percent."""
    return 100 * sum(_is_proved(one.answer) and one.seconds <= seconds for one in timed) / len(timed)


def _is_proved(answer: Answer) -> bool:
    return answer.status in (Status.OPTIMAL, Status.INFEASIBLE)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.routes", description=__doc__)
    parser.add_argument("--positions", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=amazonas.ROUNDS)
    parser.add_argument("--seconds", type=float, default=10.0, help="of work, for each position")
    asked = parser.parse_args()
    timed = []
    for number, one in enumerate(plans(asked.positions, asked.seconds, asked.rounds)):
        timed.append(one)
        answer = one.answer
        print(number, answer.status.name, answer.value, answer.bound, f"{one.seconds:.2f} s", flush=True)
    print(f"proved within {asked.seconds:.0f} s: {proved_within(timed, asked.seconds):.0f} %")
    print(f"median {statistics.median(one.seconds for one in timed):.2f} s")
    print(f"first plans: at most {1000 * first_plan_seconds(asked.positions):.0f} ms")


if __name__ == "__main__":
    main()
