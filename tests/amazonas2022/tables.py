"""Setups of Amazonas 2022 for the tests of what people see."""

from __future__ import annotations

from canopy.v1 import amazonas2022_pb2
from cext.kernel import Event, State
from engines import registry
from engines.game import Game, Setup
from tests.playing import cases_of, packs_of

GAME: Game = registry.game("amazonas-2022")
CASES = cases_of(GAME)
SHIPPED = "amazonas-2022"


def setup_of(players: int = 3, pack: str = SHIPPED, *, without_monkeys: bool = False) -> Setup:
    """A table with the shipped pack or one of the tests."""
    chosen = {"without_monkeys": "true" if without_monkeys else "false"}
    return registry.make_setup(GAME, players, chosen, packs_of(GAME)[pack])


def look(
    setup: Setup, state: State, viewer: int | None = None, *, memory: bool = False
) -> amazonas2022_pb2.Amazonas2022View:
    """The view of a seat or a spectator."""
    view = GAME.view(setup, state, viewer, memory=memory)
    assert isinstance(view, amazonas2022_pb2.Amazonas2022View)
    return view


def tell(setup: Setup, event: Event, viewer: int | None = None) -> tuple[amazonas2022_pb2.Amazonas2022Event, str]:
    """The event as a viewer knows it, and its sentence."""
    message, text = GAME.event(setup, event, viewer)
    assert isinstance(message, amazonas2022_pb2.Amazonas2022Event)
    return message, text
