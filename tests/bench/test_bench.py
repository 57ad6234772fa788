"""The benchmark runs; how fast the machine is at it is no matter for a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import openspiel
from tests.bench.__main__ import EXIT_CANNOT_MEASURE, main
from tests.bench.subjects import subjects


def test_a_quick_run_measures_every_subject(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "bench.json"
    assert main(["--quick", "--no-openspiel", "--json", str(results)]) == 0

    table = capsys.readouterr().out
    measured = json.loads(results.read_text(encoding="utf-8"))["subjects"]
    assert [subject["title"] for subject in measured] == [s.title for s in subjects() if not s.needs_openspiel]
    for row in (row for subject in measured for row in subject["rows"]):
        # With the few games and the little thought of a quick run nobody has to win, and nothing to be proved. Points
        # may be below nought.
        assert row["figure"] > 0 or row["unit"] in {"%", "% won", "points"}, row["what"]
        assert row["what"] in table


def test_a_subject_that_nobody_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "chess"]) == EXIT_CANNOT_MEASURE
    assert "chess" in capsys.readouterr().err


def test_without_openspiel_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    assert main(["--quick"]) == EXIT_CANNOT_MEASURE
    said = capsys.readouterr()
    assert said.out == ""
    assert "make bench" in said.err
    assert "--no-openspiel" in said.err
