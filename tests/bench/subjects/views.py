"""What it costs to show a table to one player."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.positions import mid_game, new_setup
from tests.bench.rows import Row, at_most
from tests.bench.sampling import Plan, in_turns, microseconds
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"
VIEWER = 0


def measure(plan: Plan) -> Iterator[Row]:
    """The view as a message and as bytes, then the pictures made from it."""
    setup = new_setup(RULESET, players=2)
    game = setup.game
    state = mid_game(setup)
    view = game.view(setup, state, VIEWER)
    targets = {"view and its bytes": at_most(150)}
    calls = {
        "view": lambda: game.view(setup, state, VIEWER),
        "view and its bytes": lambda: game.view(setup, state, VIEWER).SerializeToString(deterministic=True),
        "picture of a view, SVG": lambda: game.render_svg(view),
        "picture of a view, text": lambda: game.render_text(view),
    }
    samples = in_turns({what: microseconds(call, plan) for what, call in calls.items()}, plan.turns)
    for what in calls:
        yield Row(what, samples[what], "µs", targets.get(what))


SUBJECT = Subject("A view, Trek 12 in mid-game, 2 players", 50, measure)
