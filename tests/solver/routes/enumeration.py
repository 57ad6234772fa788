"""Short ends of games, and the best of all plans for them by trying each."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cext import amazonas
from cext.kernel import State
from solver.routes.course import BadPlan, Course, Played, play
from tests.solver.routes.tables import after_rounds, events_to_come, random_ply, random_table


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


def all_plans(course: Course) -> Iterator[Played]:
    """Every sequence of decisions, played by the kernel."""

    def complete(prefix: list[int]) -> Iterator[Played]:
        asked: list[State] = []
        left = list(reversed(prefix))

        def follow(state: State) -> int:
            if left:
                return left.pop()
            asked.append(state)
            raise BadPlan("a decision is due")

        try:
            yield play(course, follow)
        except BadPlan:
            for move in asked[0].legal_moves(course.seat):
                kind, argument = amazonas.unpack_move(move)
                is_closed = kind == amazonas.MOVE_BUILD and argument in course.closed
                if kind != amazonas.MOVE_NEUTRAL and not is_closed:
                    yield from complete([*prefix, move])

    return complete([])


def best_by_enumeration(course: Course) -> tuple[int, int, int]:
    """The merit of the best of all plans."""
    return max(plan.merit for plan in all_plans(course))
