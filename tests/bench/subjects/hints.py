"""How well hints play, 50 ms a move, and how fast their search is.

`python -m tests.bench.matches` plays as many games as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.matches import OPPONENTS, TABLES, search_player, title_of, wins
from tests.bench.positions import new_setup
from tests.bench.rows import Row, at_least
from tests.bench.sampling import FULL, Plan, Samples
from tests.bench.subjects import Subject

SECONDS_A_MOVE = 0.05
GAMES = 20
QUICK_NODES = 40
QUICK_GAMES = 1


def measure(plan: Plan) -> Iterator[Row]:
    """The share of games won at each table against each opponent; a short plan only shows that it works."""
    is_full = plan.seconds >= FULL.seconds
    player = search_player(seconds=SECONDS_A_MOVE) if is_full else search_player(nodes=QUICK_NODES)
    for table in TABLES:
        setup = new_setup(table.ruleset, table.players)
        for name, opponent in OPPONENTS.items():
            won = wins(setup, player, opponent, GAMES if is_full else QUICK_GAMES)
            yield Row(
                f"{title_of(table)}, against {name}", Samples((100 * won,)), "% won", at_least(table.targets[name])
            )


SUBJECT = Subject(
    "Hints at 50 ms a move, seats rotated",
    40,
    measure,
    remarks=(
        f"{GAMES} games each: ten points of it are chance. `python -m tests.bench.matches --games 100` plays more.",
        "A shared win counts one half. Greedy makes the move after which it stands best at once, by all criteria.",
    ),
)
