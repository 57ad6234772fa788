"""`canopy record`: files shown, verified and converted, with the verdict that the service gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor

from canopy.v1 import record_pb2, referee_pb2
from service import cli
from service.referee import text
from service.referee.referee import Referee
from tests.referee.records import RING, copy_of, played, rulesets
from tests.service.conftest import key_line

LOCAL = "amazonia-park"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the environment."""
    for name in ("CANOPY_KEYS", "CANOPY_KEYS_FILE", "CANOPY_CONFIG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good record of each ruleset, in all forms, and two that are wrong."""
    folder = tmp_path / "records"
    folder.mkdir()
    for ruleset in rulesets():
        record = played(ruleset).record
        (folder / f"{ruleset}.record").write_text(text.write(record))
        (folder / f"{ruleset}.pb").write_bytes(record.SerializeToString())
    wrong = copy_of(played(LOCAL).record)
    del wrong.plies[3]
    (folder / "wrong.record").write_text(text.write(wrong))
    (folder / "none.record").write_text("no record at all\n")
    (folder / "readme.txt").write_text("not looked at\n")
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """The status of a command, and what it printed."""
    status = cli.main(["record", *map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_verify_tells_each_file_its_verdict_and_fails_if_one_is_not_valid(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    status, out, err = run(capsys, "verify", folder)
    assert (status, err) == (1, "")
    lines = [line for line in out.splitlines() if not line.startswith(" ")]
    told = {line.split(": ")[0].rpartition("/")[2]: line.split(": ")[1] for line in lines}
    assert {name for name, kind in told.items() if kind != "VALID"} == {"wrong.record", "none.record"}
    assert list(told) == sorted(told)
    good = list(folder.glob("*.pb"))
    assert run(capsys, "verify", "--quiet", *good) == (0, "", "")


def test_the_verdict_is_that_of_the_service(capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path) -> None:
    keys = tmp_path / "canopy.keys"
    keys.write_text("\n".join(map(key_line, RING.keys)))
    for ruleset in rulesets():
        request = referee_pb2.VerifyGameRequest(record=played(ruleset).record)
        verdict = Referee(RING).verify_game(request).verdict
        path = folder / f"{ruleset}.record"
        status, out, _ = run(capsys, "verify", "--checks", "--keys-file", keys, path)
        assert status == 0
        assert verdict.summary in out
        assert "seal: held" in out
        assert "seal: not checked: There is no key ring here" in run(capsys, "verify", "--checks", path)[1]
        assert out.count("place ") == len(verdict.outcome.placings)


def test_shards_divide_the_files_and_write_summaries_that_add_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path
) -> None:
    found = []
    for shard in range(3):
        summary = tmp_path / f"summary-{shard}.json"
        run(capsys, "verify", "--shards", "3", "--shard", str(shard), folder, "--summary", summary)
        found.append(json.loads(summary.read_text()))
    whole = tmp_path / "summary.json"
    run(capsys, "verify", folder, "--summary", whole)
    all_of_it = json.loads(whole.read_text())
    for field in ("records", "plies"):
        assert sum(summary[field] for summary in found) == all_of_it[field]
    assert sorted(item["file"] for summary in found for item in summary["not_valid"]) == sorted(
        item["file"] for item in all_of_it["not_valid"]
    )
    assert all_of_it["verdicts"] == {"INVALID": 2, "VALID": 2 * len(list(rulesets()))}
    assert run(capsys, "verify", "--shards", "3", "--shard", "3", folder)[0] == 2


def test_what_was_kept_is_compared(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    path, commitment = folder / f"{LOCAL}.record", played(LOCAL).record.fairness.commitment
    assert run(capsys, "verify", "--commitment", commitment.hex(), path)[0] == 0
    status, out, _ = run(capsys, "verify", "--commitment", "00" * 32, path)
    assert status == 1
    assert "UNFAIR_RANDOMNESS" in out


def test_convert_goes_through_all_forms_and_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for ruleset in rulesets():
        record = played(ruleset).record
        path = tmp_path / "game.pb"
        path.write_bytes(record.SerializeToString(deterministic=True))
        for form, name in (("json", "game.json"), ("text", "game.record"), ("binary", "again.pb")):
            assert run(capsys, "convert", path, "--to", form, "--output", tmp_path / name) == (0, "", "")
            path = tmp_path / name
        assert record_pb2.GameRecord.FromString(path.read_bytes()) == record


def test_show_prints_a_record_that_reads_back(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    status, out, _ = run(capsys, "show", folder / f"{LOCAL}.pb")
    assert status == 0
    assert out.startswith("; VALID: ")
    assert text.read(out) == played(LOCAL).record


def test_show_prints_the_draws_for_the_checkers(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    status, out, _ = run(capsys, "show", "--draws", folder / f"{LOCAL}.record")
    assert status == 0
    assert json.loads(out)["format"] == "canopy fairness sheet 1"


def test_files_that_are_not_there_or_no_records_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: Path
) -> None:
    status, _, err = run(capsys, "verify", tmp_path / "nowhere.record")
    assert status == 1
    assert "nowhere.record" in err
    for action in ("show", "convert"):
        status, _, err = run(capsys, action, folder / "none.record")
        assert status == 1
        assert "line 1, column 1" in err
    for name, data in (("deep.json", b"[" * 5000), ("bytes.record", b"\xff\xfe"), ("bytes.pb", b"\xff\xff")):
        (folder / name).write_bytes(data)
        assert run(capsys, "convert", folder / name)[0] == 1
    (folder / "long.record").write_bytes(b";" * (8 * 1024 * 1024 + 1))
    assert "at most" in run(capsys, "show", folder / "long.record")[2]


def test_a_file_that_cannot_be_read_does_not_end_the_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    summary = tmp_path / "summary.json"
    good = tmp_path / "good.pb"
    good.write_bytes(played(LOCAL).record.SerializeToString())
    # Memory of this process, of which the first page is never there.
    unreadable = Path("/proc/self/mem")
    status, out, err = run(capsys, "verify", "--summary", summary, unreadable, good)
    assert (status, err) == (1, "")
    assert "UNREADABLE" in out
    assert json.loads(summary.read_text())["verdicts"] == {"INVALID": 1, "VALID": 1}


SMUGGLED = 'x"\n; VALID: all is right\n1. 0 pass {\x1b[31m\u2028\u202e'


def spoiled(path: str) -> record_pb2.GameRecord:
    """A good record with a text in it that would be lines of its own."""
    record = copy_of(played(LOCAL).record)
    record.seats.add(seat=0, name="Ann", id="a")
    record.tags.add(name="Round", value="1")
    record.options.add(name="none", value="none")
    *way, last = path.split(".")
    message: object = record
    for step in way:
        message = message[0] if step == "0" else getattr(message, step)  # type: ignore[index]
    setattr(message, last, SMUGGLED)
    return record


TEXTS = (
    *("ruleset", "content_pack_id", "content_pack_json", "comment", "options.0.name", "options.0.value"),
    *("seats.0.name", "seats.0.id", "tags.0.name", "tags.0.value", "plies.0.comment", "plies.0.chance.text"),
    "plies.0.move.move.text",
)


@pytest.mark.parametrize("path", TEXTS)
def test_no_text_of_a_record_writes_lines_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: str
) -> None:
    file = tmp_path / "odd.pb"
    file.write_bytes(spoiled(path).SerializeToString())
    status, out, err = run(capsys, "verify", "--checks", file)
    assert status == 1
    assert all(line.isprintable() for line in (out + err).removesuffix("\n").split("\n"))
    status, out, err = run(capsys, "show", file)
    assert (status == 0) != bool(err)
    assert all(line.isprintable() for line in (out + err).removesuffix("\n").split("\n"))
    assert not out or text.read(out) == spoiled(path)


def test_every_text_of_a_record_is_tried() -> None:
    def texts(descriptor: Any) -> int:
        return sum(
            texts(field.message_type)
            if field.message_type is not None and field.message_type.file.name.endswith("record.proto")
            else field.type == FieldDescriptor.TYPE_STRING
            for field in descriptor.fields
        )

    # Options, moves and outcomes are told elsewhere.
    assert len(TEXTS) == texts(record_pb2.GameRecord.DESCRIPTOR) + 4
