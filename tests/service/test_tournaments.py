"""`canopy score | standings | pair`: documents of tests/tournaments, each with what is answered beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from google.protobuf import json_format

from canopy.v1 import score_sheet_pb2, tournament_pb2
from service import cli
from tests.playing import TESTS

FOLDER = TESTS / "tournaments"
DOCUMENTS = sorted(FOLDER.glob("*.json"))
# Those that are answered with what is wrong with them.
WRONG = {"defects.standings", "defects.pair", "trek12-impossible.score"}
RESPONSES = {
    "score": score_sheet_pb2.ScoreSheetResponse,
    "standings": tournament_pb2.RankPlayersResponse,
    "pair": tournament_pb2.PairRoundResponse,
}


def command_of(document: Path) -> str:
    """The command that a document is for: the last word of its name."""
    return document.stem.rpartition(".")[2]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_a_document_is_answered_as_is_written_beside_it(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main([command_of(document), str(document)])
    told = capsys.readouterr()
    assert told.out + told.err == document.with_suffix(".txt").read_text("utf-8")
    assert (status == cli.EXIT_OK) != (document.stem in WRONG)


def test_every_answer_belongs_to_a_document() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {path.stem for path in DOCUMENTS}
    assert {command_of(path) for path in DOCUMENTS} == set(RESPONSES)
    assert {path.stem for path in DOCUMENTS} >= WRONG


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_the_same_as_json(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = command_of(document)
    cli.main([command, str(document), "--json"])
    told = capsys.readouterr()
    if not told.out:
        assert document.stem in WRONG
        return
    response = json_format.Parse(told.out, RESPONSES[command]())
    assert response.ByteSize()


@pytest.mark.parametrize("text", ["", "{", '{"unknown": 1}', '{"tournament": {"players": [{"id": 5}]}}'])
@pytest.mark.parametrize("command", sorted(RESPONSES))
def test_what_is_no_document_is_refused_with_its_name(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "document.json"
    document.write_text(text, "utf-8")
    assert cli.main([command, str(document)]) == cli.EXIT_FAILED
    assert "document.json" in capsys.readouterr().err


SMUGGLED = "Ann\n9. Bob\x1b[31m\u2028\u202e"


@pytest.mark.parametrize("command", ["standings", "pair"])
def test_names_write_no_lines_of_their_own(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tournament = tournament_pb2.Tournament(
        players=[tournament_pb2.TournamentPlayer(id="a", name=SMUGGLED), tournament_pb2.TournamentPlayer(id="b\nc")]
    )
    seats = [tournament_pb2.TournamentSeat(player="a", place=1), tournament_pb2.TournamentSeat(player="b\nc", place=2)]
    tournament.tables.add(round=1, seats=seats)
    document = tmp_path / "document.json"
    document.write_text(json.dumps({"tournament": json_format.MessageToDict(tournament)}), "utf-8")
    assert cli.main([command, str(document)]) == cli.EXIT_OK
    told = capsys.readouterr().out
    assert told.count("\n") == 3
    assert all(line.isprintable() for line in told.removesuffix("\n").split("\n"))


@pytest.mark.parametrize("command", sorted(RESPONSES))
def test_keys_of_a_document_write_no_lines_of_their_own(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "document.json"
    for told in ({SMUGGLED: 1}, {"tournament": {SMUGGLED: 1}}):
        document.write_text(json.dumps(told), "utf-8")
        assert cli.main([command, str(document)]) == cli.EXIT_FAILED
        assert capsys.readouterr().err.removesuffix("\n").isprintable()


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pair", "/nowhere/at-all.json"]) == cli.EXIT_FAILED
    assert "at-all.json" in capsys.readouterr().err


def test_an_unknown_ruleset_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "sheet.json"
    document.write_text(json.dumps({"ruleset": "canoe", "players": 2}), "utf-8")
    assert cli.main(["score", str(document)]) == cli.EXIT_FAILED
    assert "ruleset" in capsys.readouterr().err
