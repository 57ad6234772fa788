"""Old versions of the rules are kept, and records of their time are judged by them."""

from __future__ import annotations

import pytest

from engines import registry
from service.limits import Limits
from service.referee.judge import judge
from service.table import Table
from tests.referee.records import Played, copy_of, kind_of

# Of no ruleset, and of no other test: what has been decoded once is kept.
VERSION = 1099


def test_a_record_is_judged_by_the_rules_of_its_version(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    current = registry.game(ruleset)
    old = type("Old", (type(current),), {"rules_version": VERSION})()
    assert registry.versions()[ruleset, current.rules_version] is current
    setup = registry.make_setup(old, current.min_players, {}, registry.default_pack(old))
    game = Played(setup, 0)
    assert kind_of(judge(game.record, Limits())) == "INVALID"
    known = {**registry.versions(), (ruleset, VERSION): old}
    monkeypatch.setattr(registry, "versions", lambda: known)
    assert kind_of(judge(game.record, Limits())) == "VALID"
    assert Table.from_bytes(game.end.to_bytes()).setup.game is old
    # To each its own: the history begins with the version.
    record = copy_of(game.record)
    record.rules_version = current.rules_version
    assert kind_of(judge(record, Limits())) == "FORKED"
