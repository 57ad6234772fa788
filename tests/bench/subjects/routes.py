"""How much the planner of hut routes proves, and how long connections take."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import routes
from tests.bench.rows import Row, at_least, at_most
from tests.bench.sampling import FULL, Plan, Samples
from tests.bench.subjects import Subject

POSITIONS = 12
QUESTIONS = 20
SECONDS = 10.0
# A quick run only shows that it works.
QUICK_ROUNDS = 2


def measure(plan: Plan) -> Iterator[Row]:
    """Plans of whole games, first plans, and connections."""
    is_full = plan.seconds >= FULL.seconds
    timed = list(routes.plans(POSITIONS, SECONDS) if is_full else routes.plans(1, SECONDS, QUICK_ROUNDS))
    proved = routes.proved_within(timed, SECONDS)
    yield Row("18 rounds, 10 s: proved", Samples((proved,)), "%", at_least(90))
    yield Row("18 rounds: time of a plan", Samples(tuple(one.seconds for one in timed)), "s")
    first = routes.first_plan_seconds(POSITIONS if is_full else 1)
    yield Row("first plan, the slowest", Samples((1000 * first,)), "ms", at_most(300))
    ways = list(routes.connections(QUESTIONS if is_full else 1))
    slowest = max(one.seconds for one in ways)
    yield Row("connect 12 of 30 villages, the slowest", Samples((1000 * slowest,)), "ms", at_most(100))
    yield Row("connect 12 of 30 villages: proved", Samples((routes.proved_within(ways, 1.0),)), "%")


SUBJECT = Subject(
    "Amazonas: plans of huts for known events, and connections",
    46,
    measure,
    remarks=(
        f"{POSITIONS} positions: `python -m tests.bench.routes` plans more of them.",
        "Processor times of one process. The second stage, earliness and money, is not part of them.",
    ),
)
