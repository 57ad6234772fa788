"""Amazonas, the board game: how fast random play is, and what it costs to draw a table for one player."""

from __future__ import annotations

from collections.abc import Iterator

from cext.kernel import State
from tests.bench.positions import mid_game, new_setup
from tests.bench.rows import Row, at_least, at_most
from tests.bench.sampling import Plan, in_turns, microseconds
from tests.bench.subjects import Subject
from tests.bench.subjects.playouts import moves_per_second

RULESET = "amazonas-bga"
PLAYERS = 4
VIEWER = 0


def measure(plan: Plan) -> Iterator[Row]:
    """Random playouts in one thread, then a view and the pictures made from it."""
    setup = new_setup(RULESET, PLAYERS)
    game, state = setup.game, mid_game(setup)
    playouts = {"random playouts": moves_per_second(State.start(setup.rules), plan)}
    yield Row("random playouts", in_turns(playouts, plan.turns)["random playouts"], "moves/s", at_least(1.5e6))
    calls = {
        "view": (lambda: game.view(setup, state, VIEWER), None),
        "view with its picture, SVG": (lambda: game.render_svg(game.view(setup, state, VIEWER)), at_most(5000)),
        "view with its picture, text": (lambda: game.render_text(game.view(setup, state, VIEWER)), at_most(5000)),
    }
    samples = in_turns({what: microseconds(call, plan) for what, (call, _) in calls.items()}, plan.turns)
    for what, (_, target) in calls.items():
        yield Row(what, samples[what], "\u00b5s", target)


SUBJECT = Subject("Amazonas, the BGA edition, 4 players", 55, measure)
