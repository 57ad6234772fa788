"""What it costs to make a token of a table and a table of a token."""

from __future__ import annotations

from collections.abc import Iterator

from service import keyring
from service.sealing import Purpose, Sealer
from service.table import Table, open_table, seal_table
from tests.bench.positions import mid_game_table, new_setup
from tests.bench.rows import Row, at_most
from tests.bench.sampling import Plan, in_turns, microseconds
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"


def measure(plan: Plan) -> Iterator[Row]:
    """The whole way there and back, which is what the target is for, then each step of it."""
    table = mid_game_table(new_setup(RULESET, players=2))
    sealer = Sealer(keyring.generate())
    data = table.to_bytes()
    token = sealer.seal(Purpose.TABLE, data)
    whole = f"seal and open, {len(token)} bytes"
    calls = {
        whole: lambda: open_table(sealer, seal_table(sealer, table)),
        "  the table's bytes": table.to_bytes,
        "  encrypt": lambda: sealer.seal(Purpose.TABLE, data),
        "  decrypt": lambda: sealer.open(Purpose.TABLE, token),
        "  the bytes' table": lambda: Table.from_bytes(data),
    }
    samples = in_turns({what: microseconds(call, plan) for what, call in calls.items()}, plan.turns)
    for what in calls:
        yield Row(what, samples[what], "µs", at_most(15) if what == whole else None)


SUBJECT = Subject("A token, Trek 12 in mid-game, 2 players", 40, measure)
