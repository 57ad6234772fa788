"""Ends of Amazonia Park as somebody would type them in."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import park_sheet_pb2
from cext import park
from cext.kernel import State
from engines.finished import Flaw
from engines.game import Game, Setup
from engines.games.park.sheet import FLAWS
from engines.games.park.vocabulary import COLOURS_TO_WIRE, ENDS_TO_WIRE, tokens_to_wire


def typed_in(setup: Setup, end: State) -> park_sheet_pb2.ParkFinishedTable:
    """All that lies before the players."""
    reason = park.end_reason(end)
    assert reason is not None
    told = park_sheet_pb2.ParkFinishedTable(end=ENDS_TO_WIRE[reason])
    for seat in range(setup.players):
        player = park.player(end, seat)
        shown = told.players.add(tokens=tokens_to_wire(player.tokens))
        for colour, value in enumerate(player.magazines):
            if value is not None:
                shown.magazines.add(colour=COLOURS_TO_WIRE[colour], value=value)
    return told


def flaws_of(game: Game) -> Mapping[str, Flaw]:
    """Everything that can be impossible."""
    del game
    return FLAWS
