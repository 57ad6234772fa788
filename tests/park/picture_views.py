"""Views of Amazonia Park for the tests of its pictures: real positions of random games, and some that are odd."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache

from canopy.v1 import park_pb2
from cext import park
from cext.kernel import State
from engines.game import Setup
from tests.park.tables import SHIPPED, look, setup_of
from tests.playing import play, random_ply

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


def is_in(phase: int, placed: int = 0) -> Wanted:
    """In this phase, with so many tiles on the board at least."""

    def wanted(state: State) -> bool:
        printed = sum(tile is not None for tile in park.board(State.start(state.rules)))
        on_board = sum(tile is not None for tile in park.board(state)) - printed
        return park.table(state).phase == phase and on_board >= placed

    return wanted


def has_affordable(state: State) -> bool:
    """The seat in turn can publish, and something lies on the board."""
    active = park.table(state).active
    return (
        park.table(state).phase == park.TURN
        and active is not None
        and park.table(state).last_cell is not None
        and any(stack.is_affordable for stack in park.magazines(state, active))
    )


def has_empty_hand(state: State) -> bool:
    """The seat in turn has no tile."""
    active = park.table(state).active
    return park.table(state).phase == park.TURN and active is not None and park.player(state, active).tile is None


def view(players: int, wanted: Wanted, viewer: str = "active", pack: str = SHIPPED) -> park_pb2.ParkView:
    """A position as the seat in turn, a spectator or the last seat sees it."""
    setup = setup_of(players, pack)
    state = position(setup, wanted)
    seats = {"active": park.table(state).active, "spectator": None, "last": players - 1}
    return look(setup, state, seats[viewer])


def most_of_everything() -> park_pb2.ParkView:
    """Numbers as large as they can get, so that every text is at its widest."""
    shown = view(4, is_in(park.OVER))
    for player in shown.players:
        del player.magazines[:]
        for colour in range(1, 7):
            player.magazines.add(colour=colour, value=13 if colour == 6 else 11)
        player.discount = 6
        player.has_tile = True
        for field in player.tokens.DESCRIPTOR.fields:
            setattr(player.tokens, field.name, 24)
    for field in shown.supply.DESCRIPTOR.fields:
        setattr(shown.supply, field.name, 24)
    for stack in shown.rack:
        stack.values[:] = [7, 9, 11, 13] if stack.colour == park_pb2.PARK_COLOUR_AMAZONIA else [5, 7, 9, 11]
        stack.cost, stack.affordable = 13, True
    shown.morning_left, shown.evening_left = 120, 120
    return shown


@cache
def examples() -> Mapping[str, park_pb2.ParkView]:
    """Views by name; two modules draw them."""
    return {
        "dealing": view(2, is_in(park.DEALING), "spectator"),
        "first-turn": view(4, is_in(park.TURN)),
        "affordable": view(3, has_affordable),
        "spectator": view(3, is_in(park.TURN, 25), "spectator"),
        "drawing": view(4, is_in(park.DRAWING, 12), "last"),
        "reward": view(2, is_in(park.REWARD)),
        "substituting": view(3, is_in(park.SUBSTITUTING), pack="herd"),
        "empty-hand": view(2, has_empty_hand, pack="meadow"),
        "end": view(4, is_in(park.OVER), "last"),
        "end-tiny": view(2, is_in(park.OVER), "spectator", "tiny"),
        "end-herd": view(3, is_in(park.OVER), "spectator", "herd"),
        "most": most_of_everything(),
    }
