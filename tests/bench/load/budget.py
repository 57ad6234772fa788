"""Where the time of ApplyMoves goes, part by part, measured in a worker at full load."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import processes
from tests.bench.load import calls, h2load, worker
from tests.bench.load.h2load import Call, Clients
from tests.bench.load.stopwatch import AROUND, PARTS, WHOLE
from tests.bench.load.throughput import calls_of
from tests.bench.rows import Row
from tests.bench.sampling import Plan, Samples


def measure(clients: Clients, plan: Plan) -> Iterator[Row]:
    """Each part of each choice."""
    for name, (choice, _) in calls.pairs().items():
        turns = [_times(choice, clients, calls_of(plan)) for _ in range(max(1, plan.turns // 3))]
        yield Row(f"ApplyMoves, {name}: {WHOLE}", Samples(tuple(times[WHOLE] for times in turns)), "µs")
        for part in (*PARTS, *AROUND):
            beside = " (the empty call has this, too)" if part in AROUND else ""
            yield Row(f"  {part}{beside}", Samples(tuple(times[part] for times in turns)), "µs")
        rest = (times[WHOLE] - sum(times[part] for part in PARTS) for times in turns)
        yield Row("  the rest of the call", Samples(tuple(rest)), "µs")


def _times(call: Call, clients: Clients, count: int) -> dict[str, float]:
    """Microseconds of every part."""
    with TemporaryDirectory(prefix="canopy-load-") as folder:
        file = Path(folder) / "times"
        with processes.python("-m", worker.__name__, processes.FREE_PORT, "--times", str(file)) as line:
            h2load.rate(processes.addresses_in(line)[0], call, clients, count)
        times: dict[str, float] = json.loads(file.read_text(encoding="ascii"))
        return times
