"""Ends of Amazonas as somebody would type them in."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas_sheet_pb2
from cext import amazonas
from cext.kernel import State
from engines.finished import Flaw
from engines.game import Game, Setup
from engines.games.amazonas import Amazonas


def typed_in(setup: Setup, end: State) -> amazonas_sheet_pb2.AmazonasFinishedTable:
    """All that lies on the table."""
    told = amazonas_sheet_pb2.AmazonasFinishedTable()
    for seat in range(setup.players):
        player = amazonas.player(end, seat)
        told.players.add(
            huts=player.huts,
            specimens=player.specimens,
            natives=player.natives,
            silver=player.silver,
            mission=player.mission,
            coin=player.coin or 0,
            five_types=player.five_types,
        )
    for village, owners in enumerate(amazonas.sites(end)):
        told.neutral_huts.extend(village for owner in owners if owner == amazonas.NEUTRAL_OWNER)
    return told


def flaws_of(game: Game) -> Mapping[str, Flaw]:
    """Everything that can be impossible in this edition."""
    assert isinstance(game, Amazonas)
    return game.flaws
