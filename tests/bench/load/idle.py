"""How many connections that say nothing one worker holds, and what each of them takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from tests.bench.load import calls, h2load
from tests.bench.load.h2load import Clients
from tests.bench.load.processes import running
from tests.bench.load.throughput import calls_of
from tests.bench.rows import Row, at_least
from tests.bench.sampling import Plan, Samples
from tests.system.test_connections import CONNECTIONS, connect, is_held, many_files


def measure(clients: Clients, plan: Plan) -> Iterator[Row]:
    """Connections that answer a ping after all are open, while calls go on beside them."""
    choice, _ = calls.pairs()[calls.LAST]
    with running(1) as workers, many_files(), ExitStack() as stack:
        h2load.rate(workers.address, choice, clients, calls_of(plan))
        before = workers.mebibytes()
        connections = connect(workers.address, stack)
        each = (workers.mebibytes() - before) * 1024 / len(connections)
        h2load.rate(workers.address, choice, clients, calls_of(plan))
        held = sum(is_held(connection) for connection in connections)
    yield Row("connections held", Samples((float(held),)), "", at_least(CONNECTIONS))
    yield Row("memory of each", Samples((each,)), "KiB")
