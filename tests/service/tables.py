"""Tables without a server: every ruleset's default, and random games of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engines import registry
from engines.game import Setup
from service import play
from service.fairness import GAME_ID_BYTES, SECRET_BYTES, Origin
from service.play import MoveAction, Progress
from service.table import Table, encode_setup

ORIGIN = Origin(b"g" * GAME_ID_BYTES, b"s" * SECRET_BYTES)


def setup_of(ruleset: str, players: int | None = None) -> Setup:
    """A ruleset with two players, or as many as it takes that come next to it."""
    game = registry.game(ruleset)
    usual = min(max(game.min_players, 2), game.max_players)
    return registry.make_setup(game, players or usual, {}, registry.default_pack(game))


def new_table(ruleset: str, origin: Origin = ORIGIN, *, await_seeds: bool = False, external: bool = False) -> Table:
    """A table at its first decision, or waiting for seeds or dice."""
    return progress_of(setup_of(ruleset), origin, await_seeds=await_seeds, external=external).table


def progress_of(
    setup: Setup, origin: Origin = ORIGIN, *, await_seeds: bool = False, external: bool = False
) -> Progress:
    """The creation of a table."""
    setup_bytes = encode_setup(setup, own_pack=False)
    return play.create(setup, setup_bytes, origin, await_seeds=await_seeds, external=external)


def interruptible_table() -> Table:
    """A table of some ruleset at which two seats at least may move that nobody waits for."""
    for game in registry.games().values():
        start = progress_of(setup_of(game.id, game.max_players)).table
        for table in random_game(start, 1):
            if len(table.state.may_interrupt()) > 1:
                return table
    raise AssertionError("no ruleset lets seats interrupt")


def random_action(table: Table, rng: random.Random) -> MoveAction:
    """A legal move of somebody who is asked."""
    seat = rng.choice(table.state.to_act())
    return MoveAction(seat, rng.choice(table.state.legal_moves(seat)))


def random_game(table: Table, seed: int) -> Iterator[Table]:
    """The table, and every table after it up to the end of a random game."""
    rng = random.Random(seed)
    yield table
    while not table.state.is_over:
        table = play.apply(table, [random_action(table, rng)]).table
        yield table
