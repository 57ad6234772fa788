"""`python -m tests.bench.load`: measure the service at full load."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from tests.bench import report
from tests.bench.load import budget, costs, h2load, idle, overload, solving, throughput, waiting
from tests.bench.load.h2load import Clients
from tests.bench.load.throughput import Load
from tests.bench.rows import Row
from tests.bench.sampling import FULL, QUICK, Plan
from tests.bench.subjects import Subject

EXIT_CANNOT_MEASURE = 2

FEW = Clients(connections=8, calls_each=4)
# The system spreads connections over workers by chance, so it takes many to spread them evenly.
MANY = Clients(connections=64)

_MEASUREMENTS: Mapping[str, Callable[[Plan], Iterable[Row]]] = {
    "One worker, 8 connections with 4 calls each": partial(throughput.measure, Load(1, FEW)),
    "Two workers, 64 connections": partial(throughput.measure, Load(2, MANY)),
    "Costs of calls, one worker": partial(costs.measure, FEW),
    "Waiting and memory, one worker": partial(waiting.measure, FEW),
    "Waiting beside a full solver, one worker": partial(solving.measure, FEW),
    "Overload, one worker": overload.measure,
    "Idle connections, one worker": partial(idle.measure, FEW),
    "Where the time of ApplyMoves goes, one worker": partial(budget.measure, FEW),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only see that everything runs; the figures mean little")
    parser.add_argument("--only", default="", metavar="TEXT", help="only subjects with this text in their title")
    options = parser.parse_args(arguments)
    if not h2load.is_installed():
        print(h2load.MISSING, file=sys.stderr)
        return EXIT_CANNOT_MEASURE
    plan = QUICK if options.quick else FULL
    print(", ".join(f"{name} {value}" for name, value in report.machine().items()))
    print(
        "Medians with smallest and largest. Trek 12 with 2 players in the middle of a game; h2load in a closed loop,\n"
        "ApplyMoves and empty calls in turns. All answers are compared by their length with the right one.\n"
    )
    print(report.line(report.HEADINGS))
    results = []
    for order, (title, measure) in enumerate(_MEASUREMENTS.items()):
        if options.only.casefold() in title.casefold():
            results.append(report.Result(Subject(title, order, measure), tuple(measure(plan))))
            print(report.block(results[-1]), flush=True)
    print(f"\n{report.summary(results)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
