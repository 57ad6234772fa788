"""Positions to measure at: a fresh table and one in the middle of a random game, for any ruleset."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cext.kernel import State
from engines import registry
from engines.game import Setup
from service import play
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.table import Table, encode_setup
from tests import playing

# Everything is random in the same way in every run, so that runs can be compared.
SEED = 12


def new_setup(ruleset: str, players: int) -> Setup:
    """The ruleset with its default options and content."""
    game = registry.game(ruleset)
    return registry.make_setup(game, players, {}, registry.default_pack(game))


def random_game(start: State) -> Iterator[State]:
    """The states of one random game from `start`, the first and the last included."""
    rng = random.Random(SEED)
    state = start
    yield state
    while (ply := playing.random_ply(state, rng)) is not None:
        state, _ = playing.play(state, ply)
        yield state


def mid_game(setup: Setup) -> State:
    """Half-way through a random game: the next state in which as many seats as ever later are asked for a move."""
    decisions = [state for state in random_game(State.start(setup.rules)) if state.to_act()]
    later = decisions[len(decisions) // 2 :]
    return max(later, key=lambda state: len(state.to_act()))  # the first of the largest


def next_chance(state: State) -> State:
    """The next state of a random game that waits for dice or cards."""
    return next(later for later in random_game(state) if later.chance_kind)


def mid_game_table(setup: Setup) -> Table:
    """A table of the service half-way through a random game, before a decision of which nothing is made yet."""
    rng = random.Random(SEED)
    origin = Origin(game_id=rng.randbytes(GAME_ID_BYTES), server_secret=rng.randbytes(SECRET_BYTES))
    table = play.create(setup, encode_setup(setup, own_pack=False), origin).table
    decisions = [table]
    while not table.state.is_over:
        seats = table.state.to_act()
        actions = [play.MoveAction(seat, rng.choice(table.state.legal_moves(seat))) for seat in seats]
        table = play.apply(table, actions).table
        decisions.append(table)
    return decisions[len(decisions) // 2]
