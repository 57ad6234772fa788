"""Finished tables of Trek 12 as somebody would type them in."""

from __future__ import annotations

import json
from collections.abc import Mapping

from canopy.v1 import trek12_sheet_pb2
from cext import trek12
from cext.kernel import State
from engines import registry
from engines.finished import Flaw
from engines.game import Game, Setup
from engines.games.trek12.content import content_of
from engines.games.trek12.sheet import FLAWS
from tests.playing import ROOT
from tests.trek12.play import Game as Told

EXAMPLE = json.loads((ROOT / "tests/golden/trek12-rulebook-example-85.json").read_text("utf-8"))


def typed_in(setup: Setup, end: State) -> trek12_sheet_pb2.Trek12FinishedTable:
    """All that the sheets show, but for which operation wrote what."""
    cards = content_of(setup.pack).cards
    table = trek12.table(end)
    told = trek12_sheet_pb2.Trek12FinishedTable()
    for number, card in zip(table.numbers or (), table.cards, strict=True):
        told.lines.add(number=number, card="" if card is None else cards[card].name)
    for seat in range(setup.players):
        score = trek12.score(end, seat)
        sheet = told.sheets.add(
            used=trek12.used(end, seat), observed=trek12.observed(end, seat), danger_ticks=score.ticks
        )
        for circle in sorted(trek12.written(end, seat)):
            sheet.circles.add(
                circle=circle.circle, number=circle.number, spider=circle.is_orphan, piranha=circle.is_piranha
            )
        for trail in score.trails:
            sheet.trails.add(circles=trail)
    return told


def flaws_of(game: Game) -> Mapping[str, Flaw]:
    """Everything that can be impossible."""
    del game
    return FLAWS


def worked_example(players: int = 1) -> tuple[Setup, trek12_sheet_pb2.Trek12FinishedTable]:
    """The rulebook's worked example ("How to count your points") on every sheet."""
    game = registry.game("trek12-amazonia")
    options = {"river_safe_operation": EXAMPLE["river_safe_operation"]}
    setup = registry.make_setup(game, players, options, registry.default_pack(game))
    told = Told(setup.rules, EXAMPLE["observation_numbers"])
    for step in EXAMPLE["steps"]:
        operation = getattr(trek12, step["operation"])
        writing = (operation, step["circle"], step["link_below"], step["link_above"])
        told.round((step["green"], step["yellow"]), *[writing] * players)
        while told.state.chance_kind == trek12.CHANCE_CARD:
            line = trek12.unpack_outcome(told.state.outcomes()[0])[1][0]
            told.turn(line, EXAMPLE["observation_cards"][line])
    return setup, typed_in(setup, told.state)
