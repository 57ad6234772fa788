"""What `canopy record` does: records in files shown, verified and converted, with no service.

A file is a record in the text form, or by its ending `.json` (protobuf's JSON) or `.pb` (the message itself).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from canopy.v1 import record_pb2, referee_pb2
from service.config import LoadedKeys
from service.errors import Refusal
from service.limits import Limits
from service.message_json import BadJson, read_message
from service.plain import in_line
from service.referee import sheet, text
from service.referee.findings import verdict_on_nothing
from service.referee.judge import judge
from service.referee.seal import Seal
from service.referee.story import BadRecord
from service.sealing import Sealer

Form = Literal["text", "json", "binary"]

# No record that the referee takes is as long, however it is written down.
_MAX_FILE_BYTES = 8 * 1024 * 1024
_SUFFIXES = (".record", ".json", ".pb")
_LIMITS = Limits()


class BadFile(Exception):
    """A file holds no record; the message says why."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A file and what is to be said of it."""

    path: Path
    verdict: referee_pb2.Verdict

    @property
    def kind(self) -> str:
        """The verdict in one word."""
        return kind_name(self.verdict)

    @property
    def is_valid(self) -> bool:
        """Whether nothing is left to be said."""
        return self.verdict.kind == referee_pb2.VERDICT_KIND_VALID


def kind_name(verdict: referee_pb2.Verdict) -> str:
    """VALID, INVALID and so on."""
    return referee_pb2.VerdictKind.Name(verdict.kind).removeprefix("VERDICT_KIND_")


# -- files --


def find(paths: Iterable[Path], shards: int = 1, shard: int = 0) -> list[Path]:
    """The files that are named, and those in folders that are; of all of them every one of a shard, by name."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += (file for file in path.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
        else:
            found.append(path)
    return sorted(dict.fromkeys(found))[shard::shards]


def load(path: Path) -> record_pb2.GameRecord:
    """The record in a file. Raises BadFile and OSError."""
    with path.open("rb") as file:
        data = file.read(_MAX_FILE_BYTES + 1)
    if len(data) > _MAX_FILE_BYTES:
        raise BadFile(f"a record has at most {_MAX_FILE_BYTES} bytes")
    try:
        if path.suffix == ".pb":
            return record_pb2.GameRecord.FromString(data)
        told = data.decode("utf-8")
        if path.suffix == ".json":
            return read_message(told, record_pb2.GameRecord())
        return text.read(told)
    except (DecodeError, UnicodeDecodeError, BadJson, text.BadText) as error:
        raise BadFile(f"no record: {error}") from None


def convert(record: record_pb2.GameRecord, form: Form) -> bytes:
    """A record as the bytes of a file. Raises BadFile."""
    try:
        if form == "binary":
            return record.SerializeToString(deterministic=True)
        if form == "json":
            return (json_format.MessageToJson(record, indent=1) + "\n").encode()
        return text.write(text.in_notation(record, _LIMITS)).encode()
    except (Refusal, ValueError) as error:
        raise BadFile(str(error)) from None


# -- verify --


def verify(
    paths: Iterable[Path], keys: LoadedKeys, kept: referee_pb2.KeptPromise | None = None, key: bytes = b""
) -> Iterable[Judged]:
    """The verdict on every file, in order. Raises OSError for files that are not there."""
    sealer = None if keys.is_development else Sealer(keys.ring)
    for path in paths:
        try:
            verdict = judge(load(path), _LIMITS, None if sealer is None else Seal(sealer, key), kept)
        except FileNotFoundError:
            raise
        except OSError as error:
            verdict = verdict_on_nothing("UNREADABLE", f"The file cannot be read: {error.strerror}.")
        except (BadFile, Refusal) as error:
            verdict = verdict_on_nothing("UNREADABLE", str(error))
        yield Judged(path, verdict)


def explain(judged: Judged, *, checks: bool) -> str:
    """One line of a verdict, and with `checks` one more for each check and place."""
    verdict = judged.verdict
    lines = [f"{judged.path}: {judged.kind}: {verdict.summary}"]
    for violation in verdict.violations:
        where = f" ({violation.citation.section})" if violation.citation.section else ""
        lines.append(f"  {violation.code}: {violation.message}{where}")
    if verdict.legal:
        more = f", ... {verdict.legal_count} in all" if verdict.legal_count > len(verdict.legal) else ""
        lines.append(f"  legal here: {', '.join(verdict.legal)}{more}")
    if checks:
        for check in verdict.checks:
            name = referee_pb2.CheckKind.Name(check.kind).removeprefix("CHECK_KIND_").lower()
            result = referee_pb2.CheckResult.Name(check.result).removeprefix("CHECK_RESULT_").lower().replace("_", " ")
            lines.append(f"  {name}: {result}{f': {check.detail}' if check.detail else ''}")
        lines += (f"  {line}" for line in ranking(verdict))
    return "\n".join(map(in_line, lines))


def ranking(verdict: referee_pb2.Verdict) -> list[str]:
    """One line for each place, best first."""
    outcome = verdict.outcome
    lines = []
    for placing in outcome.placings:
        values = ", ".join(f"{name} {value}" for name, value in zip(outcome.criteria, placing.values, strict=True))
        decided = f", decided by {placing.decided_by}" if placing.decided_by else ""
        items = "; ".join(f"{item.name} {item.points}" for item in placing.items)
        lines.append(f"place {placing.place}: seat {placing.seat}: {values}{decided}{f' ({items})' if items else ''}")
    return lines


def summarise(judged: Sequence[Judged], shards: int, shard: int) -> dict[str, Any]:
    """What was found, for a program: how many records are what, and all that are not VALID."""
    return {
        "shards": shards,
        "shard": shard,
        "records": len(judged),
        "plies": sum(item.verdict.plies for item in judged),
        "verdicts": dict(sorted(Counter(item.kind for item in judged).items())),
        "not_valid": [
            {
                "file": str(item.path),
                "verdict": item.kind,
                "summary": item.verdict.summary,
                **({"ply": item.verdict.ply} if item.verdict.HasField("ply") else {}),
            }
            for item in judged
            if not item.is_valid
        ],
    }


# -- show --


def show(path: Path, keys: LoadedKeys) -> str:
    """A record as text with its verdict and ranking before it, as remarks. Raises BadFile and OSError."""
    record = load(path)
    (judged,) = verify([path], keys)
    remarks = [f"{judged.kind}: {judged.verdict.summary}", *ranking(judged.verdict)]
    return "".join(f"; {in_line(remark)}\n" for remark in remarks) + convert(record, "text").decode()


def draws(path: Path) -> str:
    """The fairness sheet of a record, as JSON. Raises BadFile and OSError."""
    try:
        return json.dumps(sheet.sheet_of(load(path), _LIMITS), indent=1) + "\n"
    except (sheet.NoSheet, BadRecord, Refusal) as error:
        raise BadFile(str(error)) from None
