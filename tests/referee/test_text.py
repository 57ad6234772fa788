"""The text form: what is written reads back exactly, and what is no record is told by line and column."""

from __future__ import annotations

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canopy.v1 import common_pb2, record_pb2
from service.limits import Limits
from service.referee import text
from service.referee.story import OWN_TAGS
from tests.referee.records import Played, copy_of

WORDS = st.text(st.characters(codec="utf-8"), max_size=12)
BYTES = st.binary(max_size=6)
NUMBERS = st.integers(0, 2**32 - 1)
CLOCKS = st.none() | st.integers(0, 2**64 - 1)


@st.composite
def plies(draw: st.DrawFn) -> record_pb2.RecordedPly:
    """Anything that can have happened."""
    ply = record_pb2.RecordedPly(milliseconds_left=draw(CLOCKS), milliseconds_used=draw(CLOCKS), comment=draw(WORDS))
    match draw(st.integers(0, 3)):
        case 0:
            ply.move.seat = draw(NUMBERS)
            ply.move.move.text = draw(WORDS)
        case 1:
            ply.chance.text = draw(WORDS)
        case 2:
            ply.chance.SetInParent()
        case _:
            ply.adjudication.conduct = draw(st.integers(1, 4))  # type: ignore[assignment]
            if draw(st.booleans()):
                ply.adjudication.seat = draw(NUMBERS)
    return ply


@st.composite
def records(draw: st.DrawFn) -> record_pb2.GameRecord:
    """Any record that can be written, right or wrong."""
    record = record_pb2.GameRecord(
        format=draw(NUMBERS),
        ruleset=draw(WORDS),
        rules_version=draw(NUMBERS),
        players=draw(NUMBERS),
        content_digest=draw(BYTES),
        game_id=draw(BYTES),
        client_seeds=draw(st.lists(BYTES, max_size=3)),
        plies=draw(st.lists(plies(), max_size=5)),
        comment=draw(WORDS),
        ending=record_pb2.RecordEnding(
            transcript=draw(BYTES), token=draw(BYTES), token_hash=draw(BYTES), server_secret=draw(BYTES)
        ),
        fairness=common_pb2.Fairness(
            randomness=draw(st.integers(0, 2)),  # type: ignore[arg-type]
            commitment=draw(BYTES),
            client_seeds_hash=draw(BYTES),
            awaiting_client_seeds=draw(st.booleans()),
            unrated=draw(st.booleans()),
        ),
    )
    for name, value in draw(st.lists(st.tuples(WORDS, WORDS), max_size=2)):
        record.options.add(name=name, value=value)
    for seat, name, identity in draw(st.lists(st.tuples(NUMBERS, WORDS, WORDS), max_size=2)):
        record.seats.add(seat=seat, name=name, id=identity)
    for name in draw(st.lists(st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,9}\Z"), max_size=2)):
        if name not in OWN_TAGS:
            record.tags.add(name=name, value=draw(WORDS))
    if draw(st.booleans()):
        record.content_pack_id = draw(WORDS)
    elif draw(st.booleans()):
        record.content_pack_json = draw(WORDS)
    return record


def same(one: record_pb2.GameRecord, other: record_pb2.GameRecord) -> bool:
    """Equal in all that is told; whether an empty part is there says nothing."""
    one, other = copy_of(one), copy_of(other)
    for record in (one, other):
        record.fairness.SetInParent()
        record.ending.SetInParent()
    return text.write(one) == text.write(other) and one.SerializeToString() == other.SerializeToString()


@given(records())
def test_what_is_written_reads_back_as_the_same_record_and_the_same_text(record: record_pb2.GameRecord) -> None:
    written = text.write(record)
    read = text.read(written)
    assert same(read, record)
    assert text.write(read) == written


@given(records())
def test_what_is_written_moves_nothing_on_a_terminal_and_reads_in_one_direction(record: record_pb2.GameRecord) -> None:
    record.comment += "\x1b\x9b\x85\u2028\u202e\u2066\u200f\u061c"
    for line in text.write(record).split("\n"):
        assert not any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in line)
        turning = {"RLE", "LRE", "RLO", "LRO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        assert not any(unicodedata.bidirectional(letter) in turning for letter in line)


@st.composite
def odd_records(draw: st.DrawFn) -> record_pb2.GameRecord:
    """Records with something in them that the text form has no place for, or only seems to have."""
    record = draw(records())
    names = WORDS | st.sampled_from(sorted(OWN_TAGS)) | st.sampled_from(SMUGGLED)
    for name in draw(st.lists(names, max_size=2)):
        record.tags.add(name=name, value=draw(WORDS))
    numbers = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 99])
    if draw(st.booleans()):
        record.fairness.randomness = draw(numbers)  # type: ignore[assignment]
    if draw(st.booleans()):
        record.plies.add().adjudication.conduct = draw(numbers)  # type: ignore[assignment]
    if draw(st.booleans()):
        record.plies.add().move.seat = draw(NUMBERS)
    if draw(st.booleans()):
        record.plies.add()
    return record


# Names of tags that would be lines of their own.
SMUGGLED = ['Round "1"]\n[Unrated', 'Round "1"]\n\n1. 0 pass {', "A" * 65, "Round\n", "\u0420ound", "Round ", ""]


@given(odd_records())
def test_a_record_is_written_as_itself_or_not_at_all(record: record_pb2.GameRecord) -> None:
    """Else a record would say one thing to a program and another to whoever reads its text."""
    try:
        written = text.write(record)
    except ValueError:
        return
    assert same(text.read(written), record)


@pytest.mark.parametrize("name", [*SMUGGLED, "Unrated", "ServerSecret"])
def test_no_tag_passes_for_another_line(name: str) -> None:
    record = record_pb2.GameRecord(format=1)
    record.tags.add(name=name, value="true")
    with pytest.raises(ValueError, match="tag"):
        text.write(record)


def test_a_game_reads_back(game: Played) -> None:
    written = text.write(game.record)
    assert text.read(written) == game.record
    assert all(line.isprintable() for line in written.splitlines())


def test_moves_that_are_told_as_data_are_written_in_the_notation(game: Played) -> None:
    record = copy_of(game.record)
    game_of, setup = game.setup.game, game.setup
    for ply, made in zip(record.plies, game.made, strict=True):
        if made.seat is not None:
            getattr(ply.move.move, game_of.wire_field).CopyFrom(game_of.encode_move(setup, made.word))
        elif ply.chance.WhichOneof("form"):
            getattr(ply.chance, game_of.wire_field).CopyFrom(game_of.encode_outcome(setup, made.word))
    with pytest.raises(ValueError, match="in_notation"):
        text.write(record)
    assert text.in_notation(record, Limits()) == game.record


def test_blank_lines_remarks_and_line_ends_of_other_systems_say_nothing(game: Played) -> None:
    written = text.write(game.record)
    assert text.read("; a remark\r\n\r\n" + written.replace("\n", "\r\n")) == game.record


HEAD = '[Canopy "1"]\n'
BAD = [
    ("", 1, 1),
    ("1. 0 low@0\n", 1, 1),
    ('[Ruleset "canoe"]\n', 1, 1),
    (HEAD + HEAD, 2, 1),
    (HEAD + '[Players "two"]\n', 2, 11),
    (HEAD + '[Players "007"]\n', 2, 11),
    (HEAD + '[Players "99999999999999999999"]\n', 2, 11),
    (HEAD + "[Players 2]\n", 2, 1),
    (HEAD + '[Players "2"\n', 2, 1),
    (HEAD + '[Seat "0"]\n', 2, 1),
    (HEAD + '[Game "ABCD"]\n', 2, 8),
    (HEAD + '[Game "abc"]\n', 2, 8),
    (HEAD + '[Unrated "false"]\n', 2, 11),
    (HEAD + f'[{"A" * 65} "long"]\n', 2, 1),
    (HEAD + '[Randomness "dice"]\n', 2, 14),
    (HEAD + '[Content "a"]\n[OwnContent "{}"]\n', 3, 1),
    (HEAD + '[Event "a\tb"]\n', 2, 10),
    (HEAD + '[Event "a\\xffffffb"]\n', 2, 10),
    (HEAD + '[Event "a\u202eb"]\n', 2, 10),
    (HEAD + '[Event "a\x9bb"]\n', 2, 10),
    (HEAD + "2. 0 low@0\n", 2, 1),
    (HEAD + "1. 0 low@0\n1. 0 low@1\n", 3, 1),
    (HEAD + "1. 0\n", 2, 5),
    (HEAD + "1. 00 low@0\n", 2, 4),
    (HEAD + "1. ann low@0\n", 2, 1),
    (HEAD + "1. 0 low@0 <>\n", 2, 1),
    (HEAD + "1. 0 low@0 </>\n", 2, 13),
    (HEAD + "1. 0 low@0 <01/>\n", 2, 13),
    (HEAD + "1. 0 low@0 {}\n", 2, 13),
    (HEAD + "1. 0 low@0 {open\n", 2, 1),
    (HEAD + "! 0 tired\n", 2, 1),
    (HEAD + '1. 0 low@0\n[Event "late"]\n', 3, 1),
]


@pytest.mark.parametrize(("told", "line", "column"), BAD)
def test_what_is_no_record_is_told_by_line_and_column(told: str, line: int, column: int) -> None:
    with pytest.raises(text.BadText) as error:
        text.read(told)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_a_record_or_told_not_to_be(told: str) -> None:
    for candidate in (told, HEAD + told):
        with suppress(text.BadText):
            text.write(text.read(candidate))
