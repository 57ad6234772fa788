"""Moves and outcomes of Trek 12 as text and as messages: round trips, one spelling each, and what is malformed."""

import re

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from canopy.v1 import common_pb2, trek12_pb2
from cext import trek12
from engines import registry
from engines.game import Malformed, Setup
from tests.playing import all_cases, walk

GAME = registry.game("trek12-amazonia")
SETUP = registry.make_setup(GAME, 1, {}, registry.default_pack(GAME))
CASE = next(case for case in all_cases() if case.setup.game is GAME)

CIRCLES = st.integers(0, 254)
LINKS = st.none() | CIRCLES
MOVES = st.builds(trek12.pack_move, st.integers(0, 4), CIRCLES, LINKS, LINKS)


# --- Moves ---------------------------------------------------------------------------------------------------------


@given(MOVES)
def test_every_move_that_fits_a_word_leads_back(word: int) -> None:
    assert GAME.parse_move(SETUP, GAME.move_text(SETUP, word)) == word
    assert GAME.decode_move(SETUP, GAME.encode_move(SETUP, word)) == word


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("low@0", (trek12.LOWER, 0, None, None)),
        ("high@5-0", (trek12.HIGHER, 5, 0, None)),
        ("diff@1+0", (trek12.DIFFERENCE, 1, None, 0)),
        ("sum@22-14+15", (trek12.SUM, 22, 14, 15)),
        ("prod@254-254+254", (trek12.PRODUCT, 254, 254, 254)),
    ],
)
def test_spellings(text: str, move: tuple[int, int, int | None, int | None]) -> None:
    word = trek12.pack_move(*move)
    assert GAME.parse_move(SETUP, text) == word
    assert GAME.move_text(SETUP, word) == text


ODD_MOVES = [
    "", "low", "low@", "@0", "Low@0", "LOW@0", "lower@0", "low 0", "low@ 0", " low@0", "low@0 ", "low@0\n", "\nlow@0",
    "low@00", "low@01", "low@+0", "low@-1", "low@0-", "low@0+", "low@0-01", "low@0+2-1", "low@0-1-2", "low@0+1+2",
    "low@0--1", "low@1.0", "low@1e1", "low@0x1", "low@1_0", "low@\u0661", "low@\uff11", "low@\u00b2", "low@0\u22121",
    "sum@22-14+15+16", "sum@22-14+15 ", "low@0;high@1", "low@null", "low@0\x00",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_MOVES, ids=ascii)
def test_other_spellings_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        GAME.parse_move(SETUP, text)


@pytest.mark.parametrize("number", [255, 256, 257, 510, 999, 1000, 65536, 2**32, 10**400])
@pytest.mark.parametrize("text", ["low@{}", "low@0-{}", "low@0+{}"])
def test_numbers_that_fit_no_word_never_wrap_around(text: str, number: int) -> None:
    with pytest.raises(Malformed):
        GAME.parse_move(SETUP, text.format(number))


@given(
    st.text(alphabet="lowhighdiffsumprod@+-0123456789 \n", max_size=16)
    | st.from_regex(r"(low|sum)@\d+([+-]\d+){0,3}\s?")
)
def test_a_text_is_refused_or_the_one_spelling_of_its_move(text: str) -> None:
    try:
        word = GAME.parse_move(SETUP, text)
    except Malformed:
        return
    assert GAME.move_text(SETUP, word) == text


@given(MOVES, st.data())
def test_no_changed_spelling_says_the_same(word: int, data: st.DataObject) -> None:
    text = GAME.move_text(SETUP, word)
    at = data.draw(st.integers(0, len(text)))
    inserted = text[:at] + data.draw(st.sampled_from(" 0+-@\u0660")) + text[at:]
    try:
        assert GAME.parse_move(SETUP, inserted) != word
    except Malformed:
        return


@pytest.mark.parametrize(
    "message",
    [
        trek12_pb2.Trek12Move(),
        trek12_pb2.Trek12Move(circle=3),
        trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_UNSPECIFIED, circle=3),
        trek12_pb2.Trek12Move(operation=6),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=-1),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=2**31 - 1),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=1, circle=255),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=1, circle=256),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=1, circle=2**32 - 1),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=1, circle=0, link_below=255),  # type: ignore[arg-type]
        trek12_pb2.Trek12Move(operation=1, circle=0, link_above=2**32 - 1),  # type: ignore[arg-type]
        trek12_pb2.Trek12Roll(green=1),
        common_pb2.OptionValue(name="low@0"),
    ],
    ids=lambda message: " ".join(str(message).split()) or "empty",
)
def test_messages_that_say_no_move_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_move(SETUP, message)


@pytest.mark.parametrize("circle", [27, 63, 64, 100, 254])
def test_a_circle_that_does_not_exist_is_a_move_though_an_illegal_one(circle: int) -> None:
    word = GAME.decode_move(SETUP, trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_SUM, circle=circle))
    assert trek12.unpack_move(word) == (trek12.SUM, circle, None, None)
    rolled = next(state for state in walk(CASE, 1).states if state.to_act())
    assert [trek12.VIOLATIONS[code] for code, _ in rolled.check(rolled.to_act()[0], word)] == ["NO_SUCH_CIRCLE"]


def test_circle_0_is_a_circle_and_a_link() -> None:
    move = trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_LOWER, circle=0, link_below=0, link_above=0)
    word = GAME.decode_move(SETUP, move)
    assert trek12.unpack_move(word) == (trek12.LOWER, 0, 0, 0)
    assert GAME.encode_move(SETUP, word) == move
    without = trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_LOWER)
    assert trek12.unpack_move(GAME.decode_move(SETUP, without)) == (trek12.LOWER, 0, None, None)


# --- Outcomes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("numbers 0 1 6", trek12.pack_numbers((0, 1, 6))),
        ("numbers 6 6 200", trek12.pack_numbers((6, 6, 200))),
        ("roll 6 0", trek12.pack_roll(6, 0)),
        ("roll 0 255", trek12.pack_roll(0, 255)),
        ("card 0 emperor-tamarin", trek12.pack_card(0, 0)),
        ("card 9 toucan", trek12.pack_card(9, 7)),
    ],
)
def test_spellings_of_outcomes(text: str, word: int) -> None:
    assert GAME.parse_outcome(SETUP, text) == word
    assert GAME.outcome_text(SETUP, word) == text


ODD_OUTCOMES = [
    "", "numbers", "numbers 1", "numbers 1 2", "numbers 1 2 3 4", "numbers 1  2 3", "numbers 1 2 3 ", "numbers 01 2 3",
    "numbers 1,2,3", "numbers 1 2 256", "Numbers 1 2 3", "numbers -1 2 3", "numbers 1 2 \u0663",
    "roll", "roll 6", "roll 6 2 1", "roll 6  2", "roll 6 2\n", "roll 06 2", "roll 256 0", "roll 0 999", "roll six two",
    "card", "card 0", "card 0 tiger", "card 0 Jaguar", "card 00 jaguar", "card jaguar", "card 0 jaguar ",
    "card 256 jaguar", "card 0 3", "low@0",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_OUTCOMES, ids=ascii)
def test_other_spellings_of_outcomes_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_outcome(SETUP, text)


@given(
    st.text(alphabet="numberscdl jagu0123456789-\n", max_size=20) | st.from_regex(r"(roll|numbers|card)( \d+){1,4}\s?")
)
def test_a_text_is_refused_or_the_one_spelling_of_its_outcome(text: str) -> None:
    try:
        word = GAME.parse_outcome(SETUP, text)
    except Malformed:
        return
    assert GAME.outcome_text(SETUP, word) == text


@pytest.mark.parametrize(
    "message",
    [
        trek12_pb2.Trek12Chance(),
        trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers()),
        trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers(numbers=[1, 2])),
        trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers(numbers=[1, 2, 3, 4])),
        trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers(numbers=[1, 2, 256])),
        trek12_pb2.Trek12Chance(roll=trek12_pb2.Trek12Roll(green=257, yellow=1)),
        trek12_pb2.Trek12Chance(roll=trek12_pb2.Trek12Roll(green=1, yellow=2**32 - 1)),
        trek12_pb2.Trek12Chance(card=trek12_pb2.Trek12Card(line=256, card="jaguar")),
        trek12_pb2.Trek12Chance(card=trek12_pb2.Trek12Card(line=0)),
        trek12_pb2.Trek12Chance(card=trek12_pb2.Trek12Card(line=0, card="tiger")),
        trek12_pb2.Trek12Roll(green=1, yellow=1),
        trek12_pb2.Trek12Move(circle=1),
    ],
    ids=lambda message: " ".join(str(message).split()) or "empty",
)
def test_messages_that_say_no_outcome_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_outcome(SETUP, message)


def test_a_roll_that_says_nothing_is_a_roll_though_an_impossible_one() -> None:
    setup: Setup = SETUP
    assert GAME.decode_outcome(setup, trek12_pb2.Trek12Chance(roll=trek12_pb2.Trek12Roll())) == trek12.pack_roll(0, 0)
