"""What one call of a kernel costs from Python, in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from cext.kernel import State
from tests.bench.positions import mid_game, new_setup, next_chance
from tests.bench.rows import Row
from tests.bench.sampling import Plan, in_turns, microseconds
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"
SECRET = bytes(range(32))


def measure(plan: Plan) -> Iterator[Row]:
    """One row per kind of call."""
    setup = new_setup(RULESET, players=2)
    state = mid_game(setup)
    seat = state.to_act()[0]
    moves = state.legal_moves(seat)
    move = moves[len(moves) // 2]
    wrong = next(word for word in count() if word not in moves)
    rolling = next_chance(state)
    outcome = rolling.draw(SECRET)
    data = state.to_bytes()
    calls = {
        f"legal_moves, {len(moves)} moves": lambda: state.legal_moves(seat),
        "check, a legal move": lambda: state.check(seat, move),
        "check, an illegal move": lambda: state.check(seat, wrong),
        "apply": lambda: state.apply(seat, move),
        "draw, one HMAC or more": lambda: rolling.draw(SECRET),
        "resolve": lambda: rolling.resolve(outcome),
        f"to_bytes, {len(data)} bytes": state.to_bytes,
        "from_bytes, invariants checked": lambda: State.from_bytes(setup.rules, data),
    }
    samples = in_turns({what: microseconds(call, plan) for what, call in calls.items()}, plan.turns)
    for what in calls:
        yield Row(what, samples[what], "µs")


SUBJECT = Subject("Kernel calls from Python, Trek 12 in mid-game, 2 players", 30, measure)
