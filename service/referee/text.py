"""The text form of a record, in the spirit of PGN: tags, then one line for each ply. `deploy/verify/record.ebnf` has
the grammar.

What is written reads back as the same record, and what was read is written as the same text, if it was in the one
spelling that this module writes. Moves stand in the notation of their ruleset; in a record that tells one as data it is
put into the notation first (`in_notation`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from canopy.v1 import common_pb2, record_pb2
from engines.game import Setup
from service import wire
from service.limits import Limits
from service.referee.story import OWN_TAGS, is_free_tag
from service.setups import setup_of

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_UNESCAPES = {written[1]: meant for meant, written in _ESCAPES.items()}
# Whatever a terminal obeys, what begins a line, and what turns the direction of text, so that it seems to say something
# else.
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS = "".join(chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *_DIRECTIONS))
_RANDOMNESS = {
    common_pb2.RANDOMNESS_UNSPECIFIED: "",
    common_pb2.RANDOMNESS_SEEDED: "seeded",
    common_pb2.RANDOMNESS_EXTERNAL: "external",
}
_CONDUCTS = {
    record_pb2.CONDUCT_RESIGNED: "resigned",
    record_pb2.CONDUCT_TIME_FORFEIT: "time",
    record_pb2.CONDUCT_ILLEGAL_MOVE_FORFEIT: "illegal",
    record_pb2.CONDUCT_AGREED_DRAW: "draw",
}
_CONDUCT_OF = {word: conduct for conduct, word in _CONDUCTS.items()}
_RANDOMNESS_OF = {word: randomness for randomness, word in _RANDOMNESS.items() if word}

_TAG = re.compile(r"\[([A-Za-z][A-Za-z0-9_]*)((?: \"(?:[^\"\\]|\\.)*\")+)\]")
_QUOTED = re.compile(r" \"((?:[^\"\\]|\\.)*)\"")
_PLY = re.compile(
    r"(?P<number>[0-9]+\.|!) (?P<who>[0-9]+|\*|-)(?: (?P<what>(?:[^\\{}<>]|\\.)*?))?"
    r"(?: <(?P<left>[0-9]*)/(?P<used>[0-9]*)>)?(?: \{(?P<comment>(?:[^\\{}]|\\.)*)\})?"
)
_ESCAPED = re.compile(r"\\(?:x([0-9a-f]{6})|(.))")
_CONTROL = re.compile(f"[{re.escape(_CONTROLS)}]")
_REPEATED = ("Option", "Seat", "ClientSeed")
_MAX_CLOCK = 2**64 - 1
_MAX_SEAT = 2**32 - 1


class BadText(ValueError):
    """A text that is no record. The message says where, by line and column from 1."""

    def __init__(self, line: int, column: int, what: str) -> None:
        super().__init__(f"line {line}, column {column}: {what}")
        self.line = line
        self.column = column


# -- writing --


def write(record: record_pb2.GameRecord) -> str:
    """The text of a record whose moves are all told in the notation. Raises ValueError for what has no text."""
    lines = [f"[{name} {' '.join(f'{_quote(value)}' for value in values)}]" for name, *values in _tags(record)]
    number = 0
    if record.plies:
        lines.append("")
    for ply in record.plies:
        if ply.WhichOneof("what") != "adjudication":
            number += 1
        lines.append(_write_ply(number, ply))
    return "\n".join(lines) + "\n"


def in_notation(record: record_pb2.GameRecord, limits: Limits) -> record_pb2.GameRecord:
    """The same record with all moves and outcomes in the notation. Raises Refusal for what cannot be understood."""
    told = record_pb2.GameRecord()
    told.CopyFrom(record)
    setup: Setup | None = None
    for ply in told.plies:
        what = ply.WhichOneof("what")
        form = ply.move.move.WhichOneof("form") if what == "move" else ply.chance.WhichOneof("form")
        if what == "adjudication" or form in (None, "text"):
            continue
        setup = setup or setup_of(record, limits)
        if what == "move":
            ply.move.move.text = setup.game.move_text(setup, wire.move_from_wire(setup, ply.move.move))
        else:
            ply.chance.text = setup.game.outcome_text(setup, wire.outcome_from_wire(setup, ply.chance))
    return told


def _tags(record: record_pb2.GameRecord) -> Iterator[tuple[str, ...]]:
    """The tags in their one order; what is not told has none."""
    promise, ending = record.fairness, record.ending
    yield "Canopy", str(record.format)
    yield "Ruleset", record.ruleset
    yield "RulesVersion", str(record.rules_version)
    yield "Players", str(record.players)
    for option in record.options:
        yield "Option", option.name, option.value
    match record.WhichOneof("content"):
        case "content_pack_id":
            yield "Content", record.content_pack_id
        case "content_pack_json":
            yield "OwnContent", record.content_pack_json
    for seated in record.seats:
        yield "Seat", str(seated.seat), seated.name, seated.id
    if promise.randomness not in _RANDOMNESS:
        raise ValueError("a randomness that is none has no text")
    if _RANDOMNESS[promise.randomness]:
        yield "Randomness", _RANDOMNESS[promise.randomness]
    for name, value in (("ContentDigest", record.content_digest), ("Game", record.game_id)):
        if value:
            yield name, value.hex()
    for name, value in (("Commitment", promise.commitment), ("ClientSeedsHash", promise.client_seeds_hash)):
        if value:
            yield name, value.hex()
    for name, flag in (("AwaitingClientSeeds", promise.awaiting_client_seeds), ("Unrated", promise.unrated)):
        if flag:
            yield name, "true"
    for seed in record.client_seeds:
        yield "ClientSeed", seed.hex()
    for tag in record.tags:
        # Any other name would write a line that says something else.
        if not is_free_tag(tag.name):
            raise ValueError("a tag whose name no tag can have has no text")
        yield tag.name, tag.value
    if record.comment:
        yield "Comment", record.comment
    for name, value in (
        ("Transcript", ending.transcript),
        ("Token", ending.token),
        ("TokenHash", ending.token_hash),
        ("ServerSecret", ending.server_secret),
    ):
        if value:
            yield name, value.hex()


def _write_ply(number: int, ply: record_pb2.RecordedPly) -> str:
    what = ply.WhichOneof("what")
    if what == "move":
        words = [f"{number}.", str(ply.move.seat), _escape(_text_of(ply.move.move), "{}<>")]
    elif what == "chance":
        words = [f"{number}.", "*"]
        if ply.chance.WhichOneof("form"):
            words.append(_escape(_text_of(ply.chance), "{}<>"))
    elif what == "adjudication":
        decision = ply.adjudication
        if decision.conduct not in _CONDUCTS:
            raise ValueError("a decision about conduct that is none has no text")
        who = str(decision.seat) if decision.HasField("seat") else "-"
        words = ["!", who, _CONDUCTS[decision.conduct]]
    else:
        raise ValueError("an empty ply has no text")
    if ply.HasField("milliseconds_left") or ply.HasField("milliseconds_used"):
        left = str(ply.milliseconds_left) if ply.HasField("milliseconds_left") else ""
        used = str(ply.milliseconds_used) if ply.HasField("milliseconds_used") else ""
        words.append(f"<{left}/{used}>")
    if ply.comment:
        words.append(f"{{{_escape(ply.comment, '{}')}}}")
    return " ".join(words)


def _text_of(form: object) -> str:
    if form.WhichOneof("form") != "text":  # type: ignore[attr-defined]
        raise ValueError("a move that is told as data has no text; see in_notation")
    text: str = form.text  # type: ignore[attr-defined]
    return text


def _quote(text: str) -> str:
    return f'"{_escape(text, chr(34))}"'


def _escape(text: str, special: str) -> str:
    """The text on one line, with a backslash before what has a meaning of its own."""
    return "".join(
        _ESCAPES.get(letter)
        or (f"\\x{ord(letter):06x}" if letter in _CONTROLS else f"\\{letter}" if letter in special else letter)
        for letter in text
    )


# -- reading --


def read(text: str) -> record_pb2.GameRecord:
    """The record of a text. Raises BadText. Blank lines, and lines that begin with `;`, say nothing."""
    return _Reader().read(text)


class _Reader:
    """A record on its way."""

    def __init__(self) -> None:
        self._record = record_pb2.GameRecord()
        self._line = 0
        self._number = 0
        self._seen: set[str] = set()
        # Where the values of the tag that is read begin.
        self._columns: list[int] = []

    def read(self, text: str) -> record_pb2.GameRecord:
        for number, line in enumerate(text.split("\n"), start=1):
            self._line = number
            told = line.removesuffix("\r")
            if not told or told.startswith(";"):
                continue
            if told.startswith("["):
                self._read_tag(told)
            else:
                self._read_ply(told)
        if "Canopy" not in self._seen:
            self._fail(1, "the text begins with no tag Canopy")
        return self._record

    def _fail(self, column: int, what: str) -> NoReturn:
        raise BadText(self._line, column, what)

    def _read_tag(self, line: str) -> None:
        if self._number or self._record.plies:
            self._fail(1, "a tag comes after a ply")
        found = _TAG.fullmatch(line)
        if found is None:
            self._fail(1, 'a tag is [Name "value"], with a backslash before quotes and backslashes')
        name = found[1]
        quoted = list(_QUOTED.finditer(line, found.start(2), found.end(2)))
        self._columns = [item.start(1) + 1 for item in quoted]
        values = [self._unescape(item[1], item.start(1) + 1) for item in quoted]
        if not self._seen and name != "Canopy":
            self._fail(1, "the first tag is Canopy")
        if name in self._seen and name in OWN_TAGS and name not in _REPEATED:
            self._fail(1, f"the tag {name} comes twice")
        self._seen.add(name)
        count = {"Option": 2, "Seat": 3}.get(name, 1)
        if len(values) != count:
            self._fail(1, f"the tag {name} has {count} value{'s' if count > 1 else ''}, not {len(values)}")
        self._put_tag(name, values)

    def _put_tag(self, name: str, values: list[str]) -> None:
        record, promise, ending = self._record, self._record.fairness, self._record.ending
        value = values[0]
        numbers = {"Canopy": "format", "RulesVersion": "rules_version", "Players": "players"}
        texts = {"Ruleset": "ruleset", "Comment": "comment", "Content": "content_pack_id"}
        texts["OwnContent"] = "content_pack_json"
        record_hashes = {"ContentDigest": "content_digest", "Game": "game_id"}
        promise_hashes = {"Commitment": "commitment", "ClientSeedsHash": "client_seeds_hash"}
        ending_hashes = {"Transcript": "transcript", "Token": "token", "TokenHash": "token_hash"}
        ending_hashes["ServerSecret"] = "server_secret"
        flags = {"AwaitingClientSeeds": "awaiting_client_seeds", "Unrated": "unrated"}
        if name in numbers:
            setattr(record, numbers[name], self._number_of(value))
        elif name in texts:
            if name in ("Content", "OwnContent") and record.WhichOneof("content"):
                self._fail(1, "there is one content")
            setattr(record, texts[name], value)
        elif name in record_hashes:
            setattr(record, record_hashes[name], self._bytes_of(value))
        elif name in promise_hashes:
            setattr(promise, promise_hashes[name], self._bytes_of(value))
        elif name in ending_hashes:
            setattr(ending, ending_hashes[name], self._bytes_of(value))
        elif name in flags:
            if value != "true":
                self._fail(self._columns[0], f"{name} is true or absent")
            setattr(promise, flags[name], True)
        elif name == "Randomness":
            if value not in _RANDOMNESS_OF:
                self._fail(self._columns[0], "randomness is seeded or external")
            promise.randomness = _RANDOMNESS_OF[value]
        elif name == "ClientSeed":
            record.client_seeds.append(self._bytes_of(value))
        elif name == "Option":
            record.options.add(name=value, value=values[1])
        elif name == "Seat":
            record.seats.add(seat=self._number_of(value), name=values[1], id=values[2])
        elif not is_free_tag(name):
            self._fail(1, "a name has at most 64 characters")
        else:
            record.tags.add(name=name, value=value)

    def _number_of(self, value: str) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,9}", value) or int(value) > _MAX_SEAT:
            self._fail(self._columns[0], f"{value[:20]!r} is no number")
        return int(value)

    def _bytes_of(self, value: str) -> bytes:
        if len(value) % 2 or not re.fullmatch(r"[0-9a-f]*", value):
            self._fail(self._columns[0], "bytes are told by two hexadecimal digits each, in lower case")
        return bytes.fromhex(value)

    def _read_ply(self, line: str) -> None:
        found = _PLY.fullmatch(line)
        if found is None:
            self._fail(
                1, "a ply is `NUMBER. SEAT MOVE`, `NUMBER. * OUTCOME` or `! SEAT CONDUCT`, then <LEFT/USED> {COMMENT}"
            )
        if not self._seen:
            self._fail(1, "the text begins with no tag Canopy")
        ply = self._record.plies.add()
        who, what = found["who"], found["what"]
        if found["number"] == "!":
            self._put_decision(ply, found)
        else:
            self._number += 1
            if found["number"] != f"{self._number}.":
                self._fail(1, f"this is ply {self._number}")
            if who == "*":
                ply.chance.SetInParent()
                if what is not None:
                    ply.chance.text = self._unescape(what, found.start("what") + 1)
            else:
                ply.move.seat = self._seat(who, found.start("who") + 1)
                if what is None:
                    self._fail(len(line) + 1, "a move is missing")
                ply.move.move.text = self._unescape(what, found.start("what") + 1)
        self._put_clock(ply, found)
        if found["comment"] is not None:
            if not found["comment"]:
                self._fail(found.start("comment") + 1, "a comment is not empty")
            ply.comment = self._unescape(found["comment"], found.start("comment") + 1)

    def _put_decision(self, ply: record_pb2.RecordedPly, found: re.Match[str]) -> None:
        if found["what"] not in _CONDUCT_OF:
            self._fail(1, f"a decision about conduct is one of {', '.join(_CONDUCT_OF)}")
        ply.adjudication.conduct = _CONDUCT_OF[found["what"]]
        if found["who"] != "-":
            ply.adjudication.seat = self._seat(found["who"], found.start("who") + 1)

    def _seat(self, who: str, column: int) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,9}", who) or int(who) > _MAX_SEAT:
            self._fail(column, "there is no such seat")
        return int(who)

    def _put_clock(self, ply: record_pb2.RecordedPly, found: re.Match[str]) -> None:
        if found["left"] is None:
            return
        if not found["left"] and not found["used"]:
            self._fail(found.start("left") + 1, "a clock tells something")
        for field, told in (("milliseconds_left", found["left"]), ("milliseconds_used", found["used"])):
            if told:
                if not re.fullmatch(r"0|[1-9][0-9]{0,19}", told) or int(told) > _MAX_CLOCK:
                    self._fail(found.start("left") + 1, "a clock tells milliseconds")
                setattr(ply, field, int(told))

    def _unescape(self, text: str, column: int) -> str:
        if (control := _CONTROL.search(text)) is not None:
            self._fail(column + control.start(), "a control character is told by a backslash")
        if "\\" not in text:
            return text

        def meant(found: re.Match[str]) -> str:
            if found[1] is not None:
                code = int(found[1], 16)
                if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                    self._fail(column + found.start(), "there is no such character")
                return chr(code)
            return _UNESCAPES.get(found[2], found[2])

        return _ESCAPED.sub(meant, text)
