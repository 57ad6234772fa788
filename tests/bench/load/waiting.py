"""How long callers wait when a worker has half of what it can do, and what it takes in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bench.load import calls, h2load
from tests.bench.load.h2load import Clients
from tests.bench.load.processes import running
from tests.bench.load.throughput import calls_of
from tests.bench.rows import Row, at_most
from tests.bench.sampling import Plan, Samples

MAX_P99_OVER_MEDIAN = 4
MAX_MEBIBYTES = 150


def measure(clients: Clients, plan: Plan) -> Iterator[Row]:
    """Latencies, then memory."""
    choice, _ = calls.pairs()[calls.LAST]
    medians, slow = [], []
    with running(1) as workers:
        for _ in range(max(1, plan.turns // 3)):
            full = h2load.rate(workers.address, choice, clients, calls_of(plan))
            taken = h2load.latencies(
                workers.address, choice, clients, full / 2, seconds=max(1, round(plan.seconds * 15))
            )
            medians.append(percentile(taken, 50))
            slow.append(percentile(taken, 99))
        memory = Samples((workers.mebibytes("VmHWM"),))
    median, p99 = Samples(tuple(medians)), Samples(tuple(slow))
    yield Row("median at half load", median, "µs")
    yield Row("99th percentile at half load", p99, "µs")
    yield Row("99th percentile : median", p99.over(median), "x", at_most(MAX_P99_OVER_MEDIAN))
    yield Row("memory of the worker, at most", memory, "MiB", at_most(MAX_MEBIBYTES))


def percentile(ascending: Sequence[int], percent: int) -> float:
    """The value below which so many of a hundred lie."""
    return float(ascending[(len(ascending) - 1) * percent // 100])
