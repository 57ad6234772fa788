"""How many random moves a second the kernel of Amazonia Park plays, in one thread."""

from __future__ import annotations

from collections.abc import Iterator

from cext.kernel import State
from tests.bench.positions import new_setup
from tests.bench.rows import Row, at_least
from tests.bench.sampling import Plan, in_turns
from tests.bench.subjects import Subject
from tests.bench.subjects.playouts import moves_per_second, table_name

RULESET = "amazonia-park"
# Players at the table, and what is asked of it.
TABLES = {2: at_least(3e6), 3: at_least(3e6), 4: at_least(3e6)}


def measure(plan: Plan) -> Iterator[Row]:
    """One row per number of players."""
    starts = {players: State.start(new_setup(RULESET, players).rules) for players in TABLES}
    samples = in_turns(
        {table_name(players): moves_per_second(start, plan) for players, start in starts.items()}, plan.turns
    )
    for players, target in TABLES.items():
        yield Row(table_name(players), samples[table_name(players)], "moves/s", target)


SUBJECT = Subject("Random playouts of Amazonia Park, one thread", 12, measure)
