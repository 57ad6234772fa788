"""Moves and outcomes of Amazonas as text and as messages: round trips, one spelling each, and what is malformed."""

import re

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from canopy.v1 import amazonas_pb2
from canopy.v1.amazonas_pb2 import AmazonasChance, AmazonasEventDraw, AmazonasMissionDraw, AmazonasMove
from cext import amazonas
from engines.game import Malformed
from tests.amazonas.tables import GAME_2005, GAME_BGA, setup_of

GAME = GAME_BGA
SETUP = setup_of(GAME, 2)

WITH_NUMBER = (amazonas.MOVE_BUILD, amazonas.MOVE_CARD, amazonas.MOVE_NEUTRAL)
ALONE = (amazonas.MOVE_PASS, amazonas.MOVE_INCOME, amazonas.MOVE_END)
MOVES = (
    st.builds(amazonas.pack_move, st.sampled_from(WITH_NUMBER), st.integers(0, 255))
    | st.builds(amazonas.pack_move, st.just(amazonas.MOVE_HIRE), st.integers(0, 4))
    | st.builds(amazonas.pack_move, st.sampled_from(ALONE))
)


# --- Moves ---------------------------------------------------------------------------------------------------------


@given(MOVES)
def test_every_move_that_fits_a_word_leads_back(word: int) -> None:
    assert GAME.parse_move(SETUP, GAME.move_text(SETUP, word)) == word
    assert GAME.decode_move(SETUP, GAME.encode_move(SETUP, word)) == word


@pytest.mark.parametrize(
    ("text", "kind", "argument"),
    [
        ("build 0", amazonas.MOVE_BUILD, 0),
        ("build 29", amazonas.MOVE_BUILD, 29),
        ("pass", amazonas.MOVE_PASS, 0),
        ("card 0", amazonas.MOVE_CARD, 0),
        ("card 6", amazonas.MOVE_CARD, 6),
        ("income", amazonas.MOVE_INCOME, 0),
        ("hire fish", amazonas.MOVE_HIRE, amazonas.FISH),
        ("hire butterfly", amazonas.MOVE_HIRE, amazonas.BUTTERFLY),
        ("hire iguana", amazonas.MOVE_HIRE, amazonas.IGUANA),
        ("hire parrot", amazonas.MOVE_HIRE, amazonas.PARROT),
        ("hire orchid", amazonas.MOVE_HIRE, amazonas.ORCHID),
        ("neutral 255", amazonas.MOVE_NEUTRAL, 255),
        ("end", amazonas.MOVE_END, 0),
    ],
)
def test_spellings(text: str, kind: int, argument: int) -> None:
    word = amazonas.pack_move(kind, argument)
    assert GAME.parse_move(SETUP, text) == word
    assert GAME.move_text(SETUP, word) == text


ODD_MOVES = [
    "", "build", "build ", "build 00", "build 01", "build -1", "build +1", "build 1.0", "build  1", " build 1",
    "build 1 ", "build 1\n", "\nbuild 1", "Build 1", "BUILD 1", "build\t1", "build 256", "build 999", "build 1000",
    "build \u0661", "build fish", "card", "card 256", "card six", "neutral", "neutral 300", "pass 0", "income 1",
    "end 0", "end ", "end\n", "hire", "hire 0",
    "hire Fish", "hire fish ", "hire  fish", "hire fishes", "hire native", "hire fish\x00",
    "pass;end", "build 1;end", "event jaguar-1", "mission 0 0",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_MOVES, ids=ascii)
def test_other_spellings_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_move(SETUP, text)


@given(
    st.text(alphabet="buildpasscrnehoml 0123456789\n", max_size=14)
    | st.from_regex(r"(build|card|neutral|hire|end) ?[0-9a-z]{0,4}\s?")
)
def test_a_text_is_refused_or_the_one_spelling_of_its_move(text: str) -> None:
    try:
        word = GAME.parse_move(SETUP, text)
    except Malformed:
        return
    assert GAME.move_text(SETUP, word) == text


@pytest.mark.parametrize(
    "message",
    [
        AmazonasMove(),
        AmazonasMove(hire=amazonas_pb2.AMAZONAS_SPECIMEN_UNSPECIFIED),
        AmazonasMove(hire=6),  # type: ignore[arg-type]
        AmazonasMove(hire=-1),  # type: ignore[arg-type]
        AmazonasMove(build=256),
        AmazonasMove(build=2**32 - 1),
        AmazonasMove(neutral=256),
        AmazonasMove(card=256),
        AmazonasMove(card=2**32 - 1),
        AmazonasChance(),
        amazonas_pb2.AmazonasPass(),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_move_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_move(SETUP, message)


def test_village_0_and_card_0_are_said() -> None:
    assert GAME.decode_move(SETUP, AmazonasMove(build=0)) == amazonas.pack_move(amazonas.MOVE_BUILD, 0)
    assert GAME.decode_move(SETUP, AmazonasMove(card=0)) == amazonas.pack_move(amazonas.MOVE_CARD, 0)
    assert GAME.encode_move(SETUP, amazonas.pack_move(amazonas.MOVE_BUILD, 0)).HasField("build")


# --- Outcomes ------------------------------------------------------------------------------------------------------


def test_event_cards_by_name() -> None:
    names = [GAME.outcome_text(SETUP, amazonas.pack_event(card)).removeprefix("event ") for card in range(18)]
    assert names == [
        "jaguar-1", "jaguar-2", "crocodile-1", "crocodile-2", "forest-fire-1", "forest-fire-2", "forest-fire-3",
        "theft-1", "theft-2", "natives-1", "natives-2", "natives-3", "natives-4",
        "bonus-fish", "bonus-butterfly", "bonus-iguana", "bonus-parrot", "bonus-orchid",
    ]  # fmt: skip
    last = GAME.encode_outcome(SETUP, amazonas.pack_event(17))
    assert last == AmazonasChance(event=AmazonasEventDraw(event=amazonas_pb2.AMAZONAS_EVENT_CARD_BONUS_ORCHID, copy=1))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("mission 0 0", amazonas.pack_mission(0, 0)),
        ("mission 3 7", amazonas.pack_mission(3, 7)),
        ("mission 255 255", amazonas.pack_mission(255, 255)),
        ("event forest-fire-3", amazonas.pack_event(6)),
    ],
)
def test_spellings_of_outcomes(text: str, word: int) -> None:
    assert GAME.parse_outcome(SETUP, text) == word
    assert GAME.outcome_text(SETUP, word) == text


ODD_OUTCOMES = [
    "", "mission", "mission 0", "mission 0 1 2", "mission 00 1", "mission 0  1", "mission 256 0", "mission 0 256",
    "mission 0 0\n", "mission 0 -1", "Mission 0 0", "event", "event jaguar", "event jaguar-0", "event jaguar-3",
    "event jaguar-1 ", "event Jaguar-1", "event bonus-fish-1", "event bonus-native", "event forest fire", "event 0",
    "build 1",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_OUTCOMES, ids=ascii)
def test_other_spellings_of_outcomes_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_outcome(SETUP, text)


@pytest.mark.parametrize(
    "message",
    [
        AmazonasChance(),
        AmazonasChance(mission=AmazonasMissionDraw(seat=256)),
        AmazonasChance(mission=AmazonasMissionDraw(mission=2**32 - 1)),
        AmazonasChance(event=AmazonasEventDraw()),
        AmazonasChance(event=AmazonasEventDraw(event=1)),  # type: ignore[arg-type]
        AmazonasChance(event=AmazonasEventDraw(event=1, copy=3)),  # type: ignore[arg-type]
        AmazonasChance(event=AmazonasEventDraw(event=6, copy=2)),  # type: ignore[arg-type]
        AmazonasChance(event=AmazonasEventDraw(event=11, copy=1)),  # type: ignore[arg-type]
        AmazonasMove(card=1),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_outcome_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_outcome(SETUP, message)


def test_both_editions_write_alike() -> None:
    assert GAME_2005.notation == GAME_BGA.notation
    setup = setup_of(GAME_2005, 3)
    for text, _ in GAME.notation[:7]:
        assert GAME_2005.parse_move(setup, text) == GAME.parse_move(SETUP, text)
