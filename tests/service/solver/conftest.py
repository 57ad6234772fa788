"""Pools whose solver processes know the problems of the tests, and questions for them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from canopy.v1 import solver_pb2
from cext.kernel import State
from service.solver_link import Job
from service.solver_metrics import SolverMetrics
from service.solver_pool import Pool, Ticket
from service.solver_service import STATUSES
from service.table import encode_setup
from tests.playing import ROOT, all_games
from tests.service.counted import Counted
from tests.service.solver.problems import KNOWN, Deed
from tests.trust.scenes import usual_scene

CHILD = "tests.service.solver.child"
DEADLINE = 30.0


@pytest.fixture(autouse=True)
def _children_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    # The root comes last, behind the debug build where that is tested.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT)))))


class Solving:
    """A pool and what it counts."""

    def __init__(self, size: int, queue: int) -> None:
        self._registry = CollectorRegistry()
        self.pool = Pool(size, queue, SolverMetrics(self._registry, KNOWN, STATUSES), module=CHILD)

    @property
    def counted(self) -> Counted:
        """The counts as they are now."""
        return Counted.read(generate_latest(self._registry))

    def ask(self, deed: Deed, *, seconds: float = DEADLINE, margin: float = 0.1, nodes: int | None = None) -> Ticket:
        """Have something done."""
        return self.pool.submit(job(deed, nodes), seconds, margin)


@asynccontextmanager
async def solving(size: int = 1, queue: int = 4) -> AsyncIterator[Solving]:
    """A pool for the block."""
    running = Solving(size, queue)
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
