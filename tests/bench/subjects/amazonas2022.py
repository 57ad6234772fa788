"""Amazonas 2022: how fast random play is, and what it costs to show a table to everybody after a move."""

from __future__ import annotations

from collections.abc import Iterator

from cext.kernel import State
from engines.game import Setup
from tests.bench.positions import new_setup, random_game
from tests.bench.rows import Row, at_least, at_most
from tests.bench.sampling import Plan, in_turns, microseconds
from tests.bench.subjects import Subject
from tests.bench.subjects.playouts import moves_per_second

RULESET = "amazonas-2022"
PLAYERS = 5
VIEWER = 0


def in_play(setup: Setup) -> State:
    """Half-way through a random game, in a turn that others may interrupt."""
    states = list(random_game(State.start(setup.rules)))
    return next(state for state in states[len(states) // 2 :] if state.may_interrupt())


def measure(plan: Plan) -> Iterator[Row]:
    """Random playouts in one thread, then views of all seats, and pictures for one."""
    setup = new_setup(RULESET, PLAYERS)
    game, state = setup.game, in_play(setup)
    playouts = {"random playouts": moves_per_second(State.start(setup.rules), plan)}
    yield Row("random playouts", in_turns(playouts, plan.turns)["random playouts"], "moves/s", at_least(3e6))
    seats = range(PLAYERS)
    calls = {
        "views of all seats": (lambda: [game.view(setup, state, seat) for seat in seats], at_most(200)),
        "views of all seats, with memory": (
            lambda: [game.view(setup, state, seat, memory=True) for seat in seats],
            at_most(200),
        ),
        "view with its picture, SVG": (lambda: game.render_svg(game.view(setup, state, VIEWER)), None),
        "view with its picture, text": (lambda: game.render_text(game.view(setup, state, VIEWER)), None),
    }
    samples = in_turns({what: microseconds(call, plan) for what, (call, _) in calls.items()}, plan.turns)
    for what, (_, target) in calls.items():
        yield Row(what, samples[what], "µs", target)


SUBJECT = Subject("Amazonas 2022, 5 players", 57, measure)
