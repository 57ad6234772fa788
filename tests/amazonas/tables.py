"""Setups of both editions for the tests of what people see, with the small map unless another is named."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas_pb2
from cext.kernel import State
from engines import registry
from engines.game import Game, Setup
from tests.playing import all_cases, make_case, packs_of, player_counts

GAME_2005 = registry.game("amazonas-2005")
GAME_BGA = registry.game("amazonas-bga")
GAMES = (GAME_2005, GAME_BGA)
CASES = [case for case in all_cases() if case.setup.game in GAMES]
# Each edition, pack and usual number of players: options change little of what is seen.
DEFAULT_CASES = [
    make_case(game, players, {}, pack) for game in GAMES for pack in packs_of(game) for players in player_counts(game)
]


def setup_of(game: Game, players: int, options: Mapping[str, str] | None = None, pack: str = "small") -> Setup:
    """A table of an edition."""
    return registry.make_setup(game, players, options or {}, packs_of(game)[pack])


def look(setup: Setup, state: State, viewer: int | None = None) -> amazonas_pb2.AmazonasView:
    """The view of a seat or a spectator."""
    view = setup.game.view(setup, state, viewer)
    assert isinstance(view, amazonas_pb2.AmazonasView)
    return view


def seen(setup: Setup, state: State, viewer: int | None) -> bytes:
    """The view in bytes."""
    return look(setup, state, viewer).SerializeToString(deterministic=True)
