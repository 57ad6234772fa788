"""Setups of Amazonia Park for the tests of what people see."""

from __future__ import annotations

from canopy.v1 import park_pb2
from cext.kernel import Event, State
from engines import registry
from engines.game import Game, Setup
from tests.playing import cases_of, packs_of

GAME: Game = registry.game("amazonia-park")
CASES = cases_of(GAME)
SHIPPED = "park-reconstruction"


def setup_of(players: int = 2, pack: str = SHIPPED) -> Setup:
    """A table with a shipped pack or one of the tests."""
    return registry.make_setup(GAME, players, {}, packs_of(GAME)[pack])


def look(setup: Setup, state: State, viewer: int | None = None) -> park_pb2.ParkView:
    """The view of a seat or a spectator."""
    view = GAME.view(setup, state, viewer)
    assert isinstance(view, park_pb2.ParkView)
    return view


def tell(setup: Setup, event: Event, viewer: int | None = None) -> tuple[park_pb2.ParkEvent, str]:
    """The event as a viewer knows it, and its sentence."""
    message, text = GAME.event(setup, event, viewer)
    assert isinstance(message, park_pb2.ParkEvent)
    return message, text
