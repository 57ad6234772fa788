"""Pools and servers whose solver processes know the problems of the tests, and questions for them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from canopy.client import Canopy
from canopy.v1 import solver_pb2, solving_pb2
from cext.kernel import State
from service import solver_service
from service.admission import Expectation
from service.engine import Engine
from service.keyring import KeyRing
from service.metrics import Metrics
from service.rpc import CallLimits, Wrapper
from service.solver import Solver
from service.solver_link import Job
from service.solver_metrics import SolverMetrics
from service.solver_pool import Pool, Ticket
from service.solver_service import STATUSES
from service.table import encode_setup
from tests.playing import ROOT, all_games
from tests.service.conftest import serving
from tests.service.counted import Counted
from tests.service.driver import Driven
from tests.service.solver.problems import KNOWN, Deed
from tests.trust.scenes import usual_scene

CHILD = "tests.service.solver.child"
DEADLINE = 30.0


@pytest.fixture(autouse=True, scope="session")
def _children_find_the_tests() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        # The root comes last, behind the debug build where that is tested.
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT)))))
        yield


# -- pools --


class Solving:
    """A pool and what it counts."""

    def __init__(self, size: int, queue: int, expected: Expectation | None, module: str) -> None:
        self._registry = CollectorRegistry()
        metrics = SolverMetrics(self._registry, KNOWN, STATUSES)
        self.pool = Pool(size, queue, metrics, module=module, expected=expected)

    @property
    def counted(self) -> Counted:
        """The counts as they are now."""
        return Counted.read(generate_latest(self._registry))

    def ask(
        self, deed: Deed, *, nodes: int | None = None, longest: float = DEADLINE, within: float = DEADLINE
    ) -> Ticket:
        """Have something done."""
        return self.pool.submit(job(deed, nodes), longest=longest, within=within)


@asynccontextmanager
async def solving(
    size: int = 1, queue: int = 4, expected: Expectation | None = None, module: str = CHILD
) -> AsyncIterator[Solving]:
    """A pool for the block, what it expects of questions at first, and what its processes run."""
    running = Solving(size, queue, expected, module)
    try:
        yield running
    finally:
        await running.pool.close()


def job(deed: Deed, nodes: int | None = None) -> Job:
    """A question that has this done."""
    request = solver_pb2.SuggestMovesRequest(seed=deed)
    if nodes is not None:
        request.budget.nodes = nodes
    setup = usual_scene(all_games()[0]).case.setup
    return Job(
        rpc="SuggestMoves",
        request=request.SerializeToString(deterministic=True),
        setup=encode_setup(setup, own_pack=False),
        state=State.start(setup.rules).to_bytes(),
        viewer=0,
    )


# -- servers --


class Served:
    """A server with a solver, as its clients see it."""

    def __init__(self, address: str, canopy: Canopy, wrapper: Wrapper) -> None:
        self.address = address
        self.canopy = canopy
        self.wrapper = wrapper

    @property
    def metrics(self) -> Metrics:
        """What it counts."""
        return self.wrapper.metrics

    @property
    def counted(self) -> Counted:
        """The counts that are written."""
        return Counted.of(self.metrics)

    def table(self, ruleset: str) -> Driven:
        """A new table."""
        return Driven(self.canopy, ruleset, secret=b"s" * 32, request_id=b"solver")

    def suggest(self, deed: Deed, table: Driven, **more: Any) -> solver_pb2.SuggestMovesResponse:
        """SuggestMoves by the seat that is asked for a move."""
        seat = table.seats[0]
        return self.canopy.suggest_moves(table.token, table.seat_keys[seat], seed=deed, **more)


def position_of(table: Driven) -> solving_pb2.Position:
    """What the seat that is asked for a move brings along."""
    key = table.seat_keys[table.seats[0]]
    return solving_pb2.Position(table=solving_pb2.TablePosition(token=table.token, key=key))


def new_solver(ring: KeyRing, metrics: Metrics, *, size: int = 1, queue: int = 4, **settings: Any) -> Solver:
    """A solver that knows the problems of the tests."""
    assert metrics.solver is not None
    return Solver(ring, Pool(size, queue, metrics.solver, module=CHILD), known=KNOWN, **settings)


@contextmanager
def served(ring: KeyRing, *, timeout: float = DEADLINE, **settings: Any) -> Iterator[Served]:
    """A server for the block."""
    metrics = solver_service.new_metrics(KNOWN)
    wrapper = Wrapper(metrics, CallLimits(65_536))
    solver = new_solver(ring, metrics, **settings)
    with (
        serving(Engine(ring, tally=metrics), wrapper=wrapper, solver=solver) as address,
        Canopy(address, timeout=timeout, retry=False) as canopy,
    ):
        yield Served(address, canopy, wrapper)


@pytest.fixture(scope="module")
def server(ring: KeyRing) -> Iterator[Served]:
    """A server for tests that leave it as it was."""
    with served(ring) as running:
        yield running


@pytest.fixture
def one_ruleset() -> str:
    """Any ruleset, where it does not matter which."""
    return all_games()[0].id
