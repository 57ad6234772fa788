"""Finished games of Amazonas 2022 as somebody would type them in."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas2022_sheet_pb2
from cext import amazonas2022
from cext.kernel import State
from engines.finished import Flaw
from engines.game import Game, Setup
from engines.games.amazonas2022.sheet import FLAWS
from engines.games.amazonas2022.vocabulary import CARDS_TO_WIRE


def typed_in(setup: Setup, end: State) -> amazonas2022_sheet_pb2.Amazonas2022FinishedTable:
    """The score sheet, and the cards of the last round, which still lie there."""
    told = amazonas2022_sheet_pb2.Amazonas2022FinishedTable()
    for played in amazonas2022.rounds(end):
        round_ = told.rounds.add(caller=played.caller)
        for total in played.sums:
            round_.hands.add(sum=total)
    for seat, hand in enumerate(told.rounds[-1].hands):
        members = end.fields()["seats"][seat]
        hand.cards.extend(CARDS_TO_WIRE[card - 1] for card in members["last_cards"] if card)
    assert len(told.rounds[-1].hands) == setup.players
    return told


def flaws_of(game: Game) -> Mapping[str, Flaw]:
    """Everything that can be impossible."""
    del game
    return FLAWS
