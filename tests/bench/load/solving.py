"""What players notice of a solver that has all that it can do, and how soon it notices that a caller has gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import grpc

from canopy.v1 import solver_pb2, solver_pb2_grpc, solving_pb2
from service.engine import Engine
from tests.bench.load import calls, h2load
from tests.bench.load.h2load import Clients
from tests.bench.load.processes import running
from tests.bench.load.throughput import calls_of
from tests.bench.load.waiting import percentile
from tests.bench.load.worker import RING, SOLVER_PROCESSES
from tests.bench.rows import Row, at_most
from tests.bench.sampling import Plan, Samples

MAX_P99_OVER_QUIET = 3
MAX_CANCEL_MILLISECONDS = 50
# Calls come at a quarter of the rate of a worker that has both processors to itself: there has to be room for both.
SHARE_OF_FULL = 0.25

# More than anybody computes while this runs.
_ENDLESS = 2**62
_PATIENCE_SECONDS = 60.0


def measure(clients: Clients, plan: Plan) -> Iterator[Row]:
    """Latencies of ApplyMoves in turns, beside a quiet solver and a full one; then cancelling."""
    choice, _ = calls.pairs()[calls.LAST]
    quiet, full = [], []
    seconds = max(1, round(plan.seconds * 15))
    with running(1) as workers, grpc.insecure_channel(workers.address) as channel:
        solver = solver_pb2_grpc.SolverServiceStub(channel)
        with _all_busy(solver):
            pass  # The processes are there now.
        rate = SHARE_OF_FULL * h2load.rate(workers.address, choice, clients, calls_of(plan))
        for _ in range(max(1, plan.turns // 3)):
            taken = h2load.latencies(workers.address, choice, clients, rate, seconds)
            quiet.append(percentile(taken, 99))
            with _all_busy(solver):
                taken = h2load.latencies(workers.address, choice, clients, rate, seconds)
            full.append(percentile(taken, 99))
        cancelled = Samples(tuple(_after_cancelling(solver) for _ in range(plan.turns)))
    without, beside = Samples(tuple(quiet)), Samples(tuple(full))
    yield Row("99th percentile, the solver quiet", without, "µs")
    yield Row("99th percentile, the solver full", beside, "µs")
    yield Row("99th percentile, full : quiet", beside.over(without), "x", at_most(MAX_P99_OVER_QUIET))
    yield Row("from cancelling to the answer to the next question", cancelled, "ms", at_most(MAX_CANCEL_MILLISECONDS))


@contextmanager
def _all_busy(solver: solver_pb2_grpc.SolverServiceStub) -> Iterator[None]:
    """Every process of the pool searches in the block, without an end."""
    with ExitStack() as stack:
        for _ in range(SOLVER_PROCESSES):
            call = solver.StreamSuggestions(_question(_ENDLESS), timeout=_PATIENCE_SECONDS)
            stack.callback(call.cancel)
            next(call)
        yield


def _after_cancelling(solver: solver_pb2_grpc.SolverServiceStub) -> float:
    """Milliseconds from cancelling everything to the answer to a small question, which has to wait for that."""
    with _all_busy(solver):
        waiting = solver.StreamSuggestions(_question(1), timeout=_PATIENCE_SECONDS)
        begun = time.perf_counter()
    for _ in waiting:
        pass
    return 1000 * (time.perf_counter() - begun)


def _question(nodes: int) -> solver_pb2.StreamSuggestionsRequest:
    """The next move of the first seat of a round."""
    asked = calls.choices(Engine(RING))[calls.FIRST]
    table = solving_pb2.TablePosition(token=asked.token, key=asked.key, seat=asked.actions[0].move.seat)
    return solver_pb2.StreamSuggestionsRequest(
        position=solving_pb2.Position(table=table), budget=solving_pb2.Budget(nodes=nodes)
    )
