"""The cheapest way to connect villages, against every set of villages there is, and its certificates."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from cext import amazonas
from solver.answer import Status
from solver.routes.connection import (
    BadConnection,
    Connection,
    ConnectionProof,
    Task,
    check,
    connect,
    huts_of,
)
from solver.routes.facts import Facts
from tests.solver.routes.tables import after_rounds, printed, random_table


def is_connected(task: Task, villages: frozenset[int]) -> bool:
    """Whether huts there hang together with each other and with those that stand already."""
    facts = task.facts
    everything = villages | facts.huts
    reached = set(facts.huts) or set(sorted(villages)[:1])
    queue = list(reached)
    for village in queue:
        for other in facts.next_to(village, task.kinds):
            if other in everything and other not in reached:
                reached.add(other)
                queue.append(other)
    return everything <= reached


def cheapest_by_enumeration(task: Task) -> int | None:
    """The least cost of all sets of villages; None when none will do."""
    facts = task.facts
    needed = frozenset(task.villages) - facts.huts
    free = [village for village in range(len(facts.prices)) if task.price(village) is not None]
    if not needed <= set(free):
        return None
    costs = []
    others = [village for village in free if village not in needed]
    for count in range(len(others) + 1):
        for more in combinations(others, count):
            villages = needed | set(more)
            if len(villages) > facts.huts_left and not facts.has_extra_huts:
                continue
            if is_connected(task, villages):
                costs.append(sum(task.price(v) or 0 for v in villages) + facts.surcharge(len(villages)))
    return min(costs, default=None)


def random_task(rng: random.Random) -> Task:
    """Villages of a small map to connect from a random position; often huts are scarce."""
    setup = random_table(rng)
    facts = Facts.of(setup, after_rounds(rng, setup, rng.randint(-1, 6)), 0)
    if rng.random() < 0.5:
        facts = replace(facts, huts_left=rng.randint(0, 4))
    numbers = range(len(facts.prices))
    return Task(
        facts,
        tuple(rng.sample(numbers, rng.randint(1, 4))),
        frozenset(rng.sample(numbers, rng.choice((0, 0, 1)))),
        rng.choice((None, None, amazonas.JAGUAR, amazonas.CROCODILE)),
    )


@pytest.mark.parametrize("seed", range(120))
def test_it_is_as_cheap_as_the_cheapest_of_all_sets(seed: int) -> None:
    task = random_task(random.Random(seed))
    least = cheapest_by_enumeration(task)
    answer = connect(task)
    check(task, answer.certificate)
    if answer.status is Status.FEASIBLE:
        assert least is not None
        assert answer.bound is not None
        assert answer.bound <= least
        assert answer.value is None or least <= answer.value
    else:
        assert answer.value == least
        assert (answer.status is Status.INFEASIBLE) == (least is None)


def test_without_a_limit_it_is_always_proved() -> None:
    for seed in range(60):
        task = random_task(random.Random(seed))
        facts = replace(task.facts, huts_left=amazonas.HUTS)
        task = replace(task, facts=facts)
        assert connect(task).status in (Status.OPTIMAL, Status.INFEASIBLE)


def test_what_is_connected_already_costs_nothing() -> None:
    setup = printed()
    facts = Facts.of(setup, after_rounds(random.Random(4), setup, 9), 1)
    answer = connect(Task(facts, tuple(facts.huts)))
    assert (answer.status, answer.value, answer.huts) == (Status.OPTIMAL, 0, ())


def test_the_edges_told_can_be_used() -> None:
    setup = printed()
    facts = Facts.of(setup, after_rounds(random.Random(2), setup, 3), 0)
    for event, kinds in ((amazonas.JAGUAR, amazonas.BY_RIVER), (amazonas.CROCODILE, amazonas.BY_PATH)):
        for village in range(len(facts.prices)):
            answer = connect(Task(facts, (village,), event=event))
            assert all(hut.kinds == kinds for hut in answer.huts)


def test_villages_that_are_not_there_and_too_many_are_refused() -> None:
    facts = Facts.of(printed(), after_rounds(random.Random(2), printed(), 1), 0)
    with pytest.raises(ValueError, match="no village 99"):
        Task(facts, (99,))
    with pytest.raises(ValueError, match="no village 99"):
        Task(facts, (), frozenset((99,)))
    with pytest.raises(ValueError, match="at most 12"):
        Task(facts, tuple(range(13)))


@pytest.fixture(scope="module")
def task() -> Task:
    setup = printed()
    facts = Facts.of(setup, after_rounds(random.Random(5), setup, 2), 0)
    return Task(facts, tuple(village for village in range(0, 30, 6) if facts.prices[village] is not None))


def _tampered(connection: Connection) -> list[Connection]:
    assert connection.villages is not None
    assert connection.cost is not None
    assert connection.bound is not None
    return [
        replace(connection, cost=connection.cost - 1),
        replace(connection, villages=connection.villages[:-1]),
        replace(connection, villages=connection.villages[::-1]),
        replace(connection, villages=(*connection.villages, connection.villages[0])),
        replace(connection, villages=None),
        replace(connection, villages=None, cost=None),
        replace(connection, cost=None),
        replace(connection, bound=connection.bound + 1),
        replace(connection, bound=None),
        replace(connection, proof=ConnectionProof.NONE),
        replace(connection, proof=ConnectionProof.TOLL),
        replace(connection, toll=1),
        replace(connection, toll=-1),
    ]


def test_an_honest_certificate_holds_and_none_other_does(task: Task) -> None:
    honest = connect(task).certificate
    check(task, honest)
    for tampered in _tampered(honest):
        with pytest.raises(BadConnection):
            check(task, tampered)


def test_huts_that_cannot_be_built_are_refused(task: Task) -> None:
    villages = connect(task).certificate.villages
    assert villages is not None
    full = replace(task.facts, prices=tuple(None for _ in task.facts.prices))
    for other in (
        replace(task, facts=full),
        replace(task, avoided=frozenset(villages)),
        replace(task, facts=replace(task.facts, huts_left=0, has_extra_huts=False)),
    ):
        with pytest.raises(BadConnection):
            list(huts_of(other, villages))
