"""A record of every ruleset and version verifies for ever, and no rule changes without a new version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.game import Game
from service.limits import Limits
from service.referee import text
from service.referee.judge import judge
from tests.golden.old_records import FOLDER, pinned, record_path, rules_digest
from tests.playing import all_games
from tests.referee.records import checks_of, kind_of

RECORDS = sorted(FOLDER.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_verifies_for_ever(path: Path) -> None:
    told = path.read_text("utf-8")
    record = text.read(told)
    verdict = judge(record, Limits())
    assert kind_of(verdict) == "VALID", verdict.summary
    held = {kind for kind, result in checks_of(verdict).items() if result == "HELD"}
    assert held == {"SETUP", "RULES", "COMMITMENT", "CLIENT_SEEDS", "DRAWS", "TRANSCRIPT"}
    assert text.write(record) == told
    assert path == record_path(record.ruleset, record.rules_version)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_no_rule_changes_without_a_new_version(game: Game) -> None:
    """If this fails and the change is meant, raise `rules_version`, and run `python -m tests.golden.old_records`."""
    assert pinned()[game.id][str(game.rules_version)] == rules_digest(game)


def test_every_version_has_a_record_and_a_digest() -> None:
    versions = {(ruleset, int(version)) for ruleset, known in pinned().items() for version in known}
    named = {(found[1], int(found[2])) for path in RECORDS if (found := re.fullmatch(r"(.+)-v(\d+)", path.stem))}
    assert named == versions
    assert {(game.id, game.rules_version) for game in all_games()} <= versions
