"""How many random moves a second the kernel plays, in one thread."""

from __future__ import annotations

from collections.abc import Iterator

from cext import playout
from cext.kernel import State
from tests.bench.positions import SEED, new_setup
from tests.bench.rows import Row, at_least
from tests.bench.sampling import Measurement, Plan, in_turns, repetitions, seconds_of
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"
# Players at the table, and what is asked of it.
TABLES = {1: at_least(10e6), 2: None, 4: None}


def moves_per_second(start: State, plan: Plan) -> Measurement:
    """A measurement of random games from `start`. Players' moves count; dice and cards are played but not counted."""
    games = repetitions(lambda n: playout.measure(start, SEED, n), plan.seconds)

    moves = playout.measure(start, SEED, games).moves  # equal seeds play equal games
    return lambda: moves / seconds_of(lambda: playout.measure(start, SEED, games))


def table_name(players: int) -> str:
    """A table's size in words."""
    return "1 player" if players == 1 else f"{players} players"


def measure(plan: Plan) -> Iterator[Row]:
    """One row per number of players."""
    starts = {players: State.start(new_setup(RULESET, players).rules) for players in TABLES}
    samples = in_turns(
        {table_name(players): moves_per_second(start, plan) for players, start in starts.items()}, plan.turns
    )
    for players, target in TABLES.items():
        yield Row(table_name(players), samples[table_name(players)], "placements/s", target)


SUBJECT = Subject("Random playouts of Trek 12, one thread", 10, measure)
