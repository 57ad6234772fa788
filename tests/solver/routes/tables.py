"""Tables of Amazonas for the tests of routes."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

from cext import amazonas
from cext.kernel import State
from engines.game import Setup
from engines.registry import custom_pack, default_pack, game, make_setup
from tests.amazonas.maps import random_map

GAME_2005 = game("amazonas-2005")
GAME_BGA = game("amazonas-bga")


def printed(*, bga: bool = False, players: int = 3) -> Setup:
    """The usual map."""
    edition = GAME_BGA if bga else GAME_2005
    return make_setup(edition, players, {}, default_pack(edition))


def random_table(rng: random.Random, most_villages: int = 9, options: Mapping[str, str] | None = None) -> Setup:
    """Either edition on a small random map where first huts can be paid for."""
    edition = rng.choice((GAME_2005, GAME_BGA))
    while True:
        pack = random_map(rng)
        pack["missions"] = [list(four) for four in sorted({tuple(sorted(four)) for four in pack["missions"]})]
        is_cheap = all(village["sites"][0] <= 3 for village in pack["villages"])
        if len(pack["missions"]) >= amazonas.MIN_MISSIONS and len(pack["villages"]) <= most_villages and is_cheap:
            players = rng.randint(edition.min_players, 3)
            return make_setup(edition, players, options or {}, custom_pack(edition, json.dumps(pack)))


def after_rounds(rng: random.Random, setup: Setup, rounds: int) -> State:
    """The table after random play, when the event of the next round is awaited."""
    state = State.start(setup.rules)
    while not state.is_over and amazonas.table(state).round <= rounds:
        state = random_ply(rng, state)
    return state


def random_ply(rng: random.Random, state: State) -> State:
    """One random ply further; seats build when they can, more often than not."""
    if state.chance_kind:
        return state.resolve(rng.choice(state.outcomes()))[0]
    seat = rng.choice(state.to_act())
    moves = state.legal_moves(seat)
    builds = [move for move in moves if amazonas.unpack_move(move)[0] == amazonas.MOVE_BUILD]
    return state.apply(seat, rng.choice(builds if builds and rng.random() < 0.6 else moves))[0]


def events_to_come(rng: random.Random, state: State) -> tuple[int, ...]:
    """One order of the events for the rounds that have none yet."""
    table = amazonas.table(state)
    cards = [event for event, left in enumerate(table.events_left) for _ in range(left)]
    rng.shuffle(cards)
    return tuple(cards)
