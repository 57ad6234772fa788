"""Three times as many calls as a worker can answer, for a minute: what is still answered, how soon, and what is left.

    python -m tests.bench.load --only overload

Peak is the rate at which clients in a closed loop are answered; quiet is half of it, with a burst after it. Then three
times the peak comes in without waiting for answers, after that the half again, and another burst. Client and worker
share the machine, so it needs two processors that have nothing else to do.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from service.settings import Settings
from tests.bench.load import calls, h2load, openloop
from tests.bench.load.h2load import Clients
from tests.bench.load.openloop import Outcome
from tests.bench.load.processes import running
from tests.bench.load.throughput import calls_of
from tests.bench.rows import Row, at_least, at_most
from tests.bench.sampling import Plan, Samples

TIMES = 3
MIN_GOODPUT = 0.8
MAX_P99_OVER_QUIET = 3
MAX_MEBIBYTES_MORE = 8
MAX_RECOVERY_SECONDS = 5

_WAITING, _STANDING = Settings().max_waiting_calls, Settings().max_standing_calls
# As many calls at once as may wait all the time, so that none of them is turned away.
_LOOP = Clients(connections=8, calls_each=_STANDING // 8)
# Calls that come within a millisecond: a random number, of about so many.
_BURST = 0.75 * _WAITING
# Enough that no connection has as many calls as it takes.
_CONNECTIONS = 32
_PIECE_SECONDS = 0.25


def measure(plan: Plan) -> Iterator[Row]:
    """Peak, quiet, overload, recovery."""
    call, _ = calls.pairs()[calls.LAST]
    minute = max(1.0, plan.seconds * 300)
    with running(1, "--waiting", str(_WAITING), "--standing", str(_STANDING)) as workers:
        address = workers.address
        h2load.rate(address, call, _LOOP, calls_of(plan))
        turns = max(1, plan.turns // 2)
        cpu = workers.cpu_seconds()
        rates = [h2load.rate(address, call, _LOOP, calls_of(plan)) for _ in range(turns)]
        per_core = turns * calls_of(plan) / (workers.cpu_seconds() - cpu)
        peak = statistics.median(rates)

        def offer(times: float, seconds: float) -> Outcome:
            return openloop.run(address, call, connections=_CONNECTIONS, per_second=times * peak, seconds=seconds)

        def burst() -> Outcome:
            return openloop.run(address, call, connections=_CONNECTIONS, per_second=1000 * _BURST, seconds=0.001)

        quiet = offer(0.5, minute / 6)
        bursts = [burst()]
        begun = offer(TIMES, minute / 6)
        before, cpu = workers.mebibytes(), workers.cpu_seconds()
        overload = offer(TIMES, minute)
        after, cpu = workers.mebibytes(), workers.cpu_seconds() - cpu
        aftermath = offer(0.5, minute / 6)
        bursts.append(burst())
    yield Row("peak", Samples(tuple(rates)), "calls/s")
    yield Row("offered", _one(TIMES * peak), "calls/s")
    yield Row("answered", _one(overload.per_second), "calls/s")
    yield Row("  of the peak", _one(overload.per_second / peak), "x", at_least(MIN_GOODPUT))
    yield Row("  per second of processor time", _one(len(overload.answered) / cpu), "calls/s")
    yield Row("    of those at the peak", _one(len(overload.answered) / cpu / per_core), "x")
    yield Row("turned away", _one(len(overload.refused) / minute), "calls/s")
    yield Row("not answered at all", _one(begun.ends[openloop.OPEN] + overload.ends[openloop.OPEN]), "", at_most(0))
    yield Row("median when quiet", _one(1000 * quiet.percentile(50)), "ms")
    yield Row("99th percentile when quiet", _one(1000 * quiet.percentile(99)), "ms")
    yield Row("median of what is answered", _one(1000 * overload.percentile(50)), "ms")
    yield Row("99th percentile of what is answered", _one(1000 * overload.percentile(99)), "ms")
    ratio = overload.percentile(99) / quiet.percentile(99)
    yield Row("  of the quiet one", _one(ratio), "x", at_most(MAX_P99_OVER_QUIET))
    yield Row("calls of two bursts when quiet", _one(sum(burst.ends.total() for burst in bursts)), "")
    yield Row("  turned away", _one(sum(len(burst.refused) for burst in bursts)), "", at_most(0))
    longest = max(burst.percentile(100) for burst in bursts)
    yield Row("  longest wait", _one(1000 * longest), "ms")
    yield Row("memory of the worker", _one(after), "MiB")
    yield Row("  more than before", _one(after - before), "MiB", at_most(MAX_MEBIBYTES_MORE))
    yield Row("recovered after", _one(recovery(aftermath, quiet.percentile(99))), "s", at_most(MAX_RECOVERY_SECONDS))


def recovery(aftermath: Outcome, usual: float) -> float:
    """After how many seconds no call is refused any more, and most calls take no longer than what is usual at most."""
    taken: dict[int, list[float]] = {}
    for due, took in aftermath.answered:
        taken.setdefault(int(due / _PIECE_SECONDS), []).append(took)
    troubled = {piece for piece, times in taken.items() if statistics.median(times) > usual}
    troubled |= {int(due / _PIECE_SECONDS) for due, _ in aftermath.refused}
    return (max(troubled) + 1) * _PIECE_SECONDS if troubled else 0.0


def _one(figure: float) -> Samples:
    return Samples((float(figure),))
