"""Finished tables: whatever was played, typed in, is possible and worth what the kernel says."""

from collections.abc import Iterator

import pytest

from canopy.v1 import score_sheet_pb2
from engines.game import Game, Malformed
from tests.contract.finished import flaws_of, typed_in
from tests.playing import Walk, cases_of


def test_the_end_of_a_game_typed_in_is_worth_the_same(walks: Iterator[Walk]) -> None:
    for walk in walks:
        game, setup = walk.setup.game, walk.setup
        scored = game.score_sheet(setup, typed_in(setup, walk.end))
        assert scored.impossibilities == ()
        assert scored.outcome == game.outcome(setup, walk.end)


def test_every_flaw_has_a_place_a_sentence_and_a_citation(game: Game) -> None:
    for code, flaw in flaws_of(game).items():
        assert code.isupper()
        assert flaw.field
        assert flaw.sentence.endswith(".")
        assert flaw.citation.rulebook == game.id
        assert flaw.citation.section


def test_another_games_table_is_malformed(game: Game) -> None:
    setup = next(iter(cases_of(game))).setup
    others = score_sheet_pb2.FinishedTable.DESCRIPTOR.fields
    for field in others:
        if field.name != game.wire_field:
            table = getattr(score_sheet_pb2.FinishedTable(), field.name)
            with pytest.raises(Malformed):
                game.score_sheet(setup, table)


def test_an_empty_table_is_malformed_or_impossible(game: Game) -> None:
    setup = next(iter(cases_of(game))).setup
    table = getattr(score_sheet_pb2.FinishedTable(), game.wire_field)
    try:
        scored = game.score_sheet(setup, table)
    except Malformed:
        return
    assert scored.outcome is None
    assert scored.impossibilities
