"""Views of Amazonas for the tests of its pictures: real positions of random games, and some that are odd."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache

from canopy.v1 import amazonas_pb2
from cext import amazonas
from cext.kernel import State
from engines.game import Game, Setup
from tests.amazonas.tables import GAME_2005, GAME_BGA, look, setup_of
from tests.playing import play, random_ply

SHIPPED = "amazonas-reconstruction"
Wanted = Callable[[State], bool]


def position(setup: Setup, wanted: Wanted) -> State:
    """The first wanted state of a random game."""
    for seed in range(200):
        rng = random.Random(f"picture {seed}")
        state = State.start(setup.rules)
        while not wanted(state) and (ply := random_ply(state, rng)) is not None:
            state, _ = play(state, ply)
        if wanted(state):
            return state
    raise LookupError("no random game comes to such a state")


def is_in(phase: int, round_: int) -> Wanted:
    """In this phase of this round."""
    return lambda state: amazonas.table(state).phase == phase and amazonas.table(state).round == round_


def can_build(state: State) -> bool:
    """The seat in turn of a late round has a choice of huts, and of neutral ones where there are any."""
    table = amazonas.table(state)
    if table.phase != amazonas.BUILDING or table.round < 6 or table.active is None:
        return False
    neutral = len(amazonas.neutral_sites(state, table.active)) > 1 or state.rules.players > 2
    return len(amazonas.buildable(state, table.active)) > 1 and neutral


def two_have_chosen(state: State) -> bool:
    """Two seats have chosen in a late round, the others not yet."""
    table = amazonas.table(state)
    return table.phase == amazonas.CHOOSING and len(table.chosen) == 2 and table.round > 8


def barred(event: int) -> Wanted:
    """A seat builds while this event bars edges to it."""

    def wanted(state: State) -> bool:
        table = amazonas.table(state)
        return table.phase == amazonas.BUILDING and table.event == event and table.round > 3

    return wanted


def view(
    game: Game, players: int, wanted: Wanted, viewer: str = "active", pack: str = SHIPPED
) -> amazonas_pb2.AmazonasView:
    """A position as the seat in turn, one that has chosen, a spectator or the last seat sees it."""
    setup = setup_of(game, players, pack=pack)
    state = position(setup, wanted)
    table = amazonas.table(state)
    seats = {"active": table.active, "chosen": (*table.chosen, None)[0], "spectator": None, "last": players - 1}
    return look(setup, state, seats[viewer])


def most_of_everything() -> amazonas_pb2.AmazonasView:
    """Numbers as large as they can get, and the longest names, so that every text is at its widest."""
    shown = view(GAME_BGA, 2, can_build)
    for village in shown.villages:
        village.name = "Wwwwwwwwwwwwwwwwwwwwwwww"[: 4 + village.village % 21]
    for player in shown.players:
        player.silver, player.gold_coins, player.silver_coins = 299, 99, 2
        player.huts_left, player.neutral_huts_left = 12, 6
        player.specimens[:], player.natives[:] = [12] * 5, [4] * 5
        player.five_types, player.total = 5, -112
        for item in player.items:
            item.points = -12
    for left in shown.events_left:
        left.left = 18
    return shown


@cache
def examples() -> Mapping[str, amazonas_pb2.AmazonasView]:
    """Views by name; two modules draw them."""
    return {
        "start": look(setup_of(GAME_2005, 4, pack=SHIPPED), State.start(setup_of(GAME_2005, 4, pack=SHIPPED).rules)),
        "set-up": view(GAME_2005, 3, is_in(amazonas.SETTING_UP, 0)),
        "event-awaited": view(GAME_BGA, 4, is_in(amazonas.DRAWING, 9), "last"),
        "choosing": view(GAME_2005, 4, two_have_chosen, "chosen"),
        "choosing-other": view(GAME_2005, 4, two_have_chosen, "spectator"),
        "native": view(GAME_2005, 3, is_in(amazonas.EARNING, 7)),
        "building": view(GAME_BGA, 4, can_build),
        "two-players": view(GAME_BGA, 2, can_build),
        "jaguar": view(GAME_2005, 3, barred(amazonas.JAGUAR)),
        "crocodile": view(GAME_BGA, 3, barred(amazonas.CROCODILE), "spectator"),
        "end": view(GAME_2005, 3, lambda state: state.is_over, "last"),
        "end-bga": view(GAME_BGA, 4, lambda state: state.is_over, "spectator"),
        "small-map": view(GAME_BGA, 2, can_build_somewhere, pack="small"),
        "most": most_of_everything(),
    }


def can_build_somewhere(state: State) -> bool:
    """The seat in turn can build a hut."""
    active = amazonas.table(state).active
    return active is not None and amazonas.table(state).round > 4 and len(amazonas.buildable(state, active)) > 0
