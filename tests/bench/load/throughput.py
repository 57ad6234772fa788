"""How many calls a second, and how much processor time each: ApplyMoves beside an empty call, taken in turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from tests.bench.load import calls, h2load
from tests.bench.load.h2load import Call, Clients
from tests.bench.load.processes import Workers, running
from tests.bench.rows import Row, at_least
from tests.bench.sampling import Plan, Samples, in_turns

# Of an empty call's rate.
TARGET = 0.7


@dataclass(frozen=True, slots=True)
class Load:
    """What is run against how many workers."""

    workers: int
    clients: Clients


def calls_of(plan: Plan) -> int:
    """How many calls make one measurement."""
    return max(200, round(plan.seconds * 7_500))


def measure(load: Load, plan: Plan) -> Iterator[Row]:
    """Rates and ratios of each choice."""
    with running(load.workers) as workers:
        for name, (choice, empty) in calls.pairs().items():
            costs: dict[Call, list[float]] = {choice: [], empty: []}

            def take(call: Call, costs: dict[Call, list[float]] = costs) -> float:
                return _take(workers, load.clients, call, calls_of(plan), costs[call])

            rates = in_turns({call.name: partial(take, call) for call in (choice, empty)}, plan.turns)
            # The first of each warmed up.
            spent = {call: Samples(tuple(cost[1:])) for call, cost in costs.items()}
            yield Row(f"ApplyMoves, {name}", rates[choice.name], "calls/s")
            yield Row("  empty call with messages of the same size", rates[empty.name], "calls/s")
            yield Row(f"  ratio, {name}", rates[choice.name].over(rates[empty.name]), "x", at_least(TARGET))
            yield Row("  processor time of ApplyMoves", spent[choice], "µs/call")
            yield Row("  processor time of the empty call", spent[empty], "µs/call")
            yield Row(f"  ratio by processor time, {name}", spent[empty].over(spent[choice]), "x")


def _take(workers: Workers, clients: Clients, call: Call, count: int, costs: list[float]) -> float:
    """One measurement: the calls per second; the microseconds of processor time go to `costs`."""
    before = workers.cpu_seconds()
    rate = h2load.rate(workers.address, call, clients, count)
    costs.append((workers.cpu_seconds() - before) / count * 1e6)
    return rate
