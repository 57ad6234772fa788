"""Moves and outcomes of Amazonas 2022 as text and as messages: one spelling each, and what is malformed."""

from __future__ import annotations

import re

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from canopy.v1 import amazonas2022_pb2 as pb
from canopy.v1.amazonas2022_pb2 import (
    Amazonas2022Chance,
    Amazonas2022Exchange,
    Amazonas2022Move,
    Amazonas2022Place,
    Amazonas2022Wild,
)
from cext import amazonas2022
from cext.amazonas2022 import pack_card, pack_move
from engines.game import Malformed
from engines.games.amazonas2022.vocabulary import CARDS
from tests.amazonas2022.tables import GAME, setup_of

SETUP = setup_of()
BYTE = st.integers(0, 255)
ALONE = {
    "return": amazonas2022.MOVE_RETURN,
    "draw": amazonas2022.MOVE_DRAW,
    "take": amazonas2022.MOVE_TAKE,
    "call": amazonas2022.MOVE_CALL,
    "pass": amazonas2022.MOVE_PASS,
    "discard": amazonas2022.MOVE_DISCARD,
    "skip": amazonas2022.MOVE_SKIP,
}
SLOT_MOVES = (amazonas2022.MOVE_SWAP, amazonas2022.MOVE_PICK, amazonas2022.MOVE_GIVE)
MOVES = st.one_of(
    st.sampled_from([pack_move(kind) for kind in ALONE.values()]),
    st.builds(pack_move, st.sampled_from(SLOT_MOVES), BYTE),
    st.builds(pack_move, st.just(amazonas2022.MOVE_LOOK), BYTE, BYTE),
    st.builds(pack_move, st.just(amazonas2022.MOVE_EXCHANGE), BYTE, BYTE, BYTE),
    st.builds(pack_move, st.just(amazonas2022.MOVE_DIRECTION), st.integers(0, 1)),
    st.builds(pack_move, st.just(amazonas2022.MOVE_WILD), BYTE, BYTE, st.integers(0, 1)),
)


# --- Moves ---------------------------------------------------------------------------------------------------------


@given(MOVES)
def test_every_move_that_fits_a_word_leads_back(word: int) -> None:
    assert GAME.parse_move(SETUP, GAME.move_text(SETUP, word)) == word
    assert GAME.decode_move(SETUP, GAME.encode_move(SETUP, word)) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        *((verb, pack_move(kind)) for verb, kind in ALONE.items()),
        ("look 0.2", pack_move(amazonas2022.MOVE_LOOK, 0, 2)),
        ("look 4.119", pack_move(amazonas2022.MOVE_LOOK, 4, 119)),
        ("swap 1", pack_move(amazonas2022.MOVE_SWAP, 1)),
        ("exchange 1 2.0", pack_move(amazonas2022.MOVE_EXCHANGE, 1, 2, 0)),
        ("direction left", pack_move(amazonas2022.MOVE_DIRECTION, amazonas2022.LEFT)),
        ("direction right", pack_move(amazonas2022.MOVE_DIRECTION, amazonas2022.RIGHT)),
        ("pick 3", pack_move(amazonas2022.MOVE_PICK, 3)),
        ("wild 2.0", pack_move(amazonas2022.MOVE_WILD, 2, 0)),
        ("wild 2.0 more", pack_move(amazonas2022.MOVE_WILD, 2, 0, 1)),
        ("give 1", pack_move(amazonas2022.MOVE_GIVE, 1)),
    ],
)
def test_spellings(text: str, word: int) -> None:
    assert GAME.parse_move(SETUP, text) == word
    assert GAME.move_text(SETUP, word) == text


ODD_MOVES = [
    "", "look", "look 0", "look 0.", "look .2", "look 0 2", "look 0,2", "look 00.2", "look 0.02", "look -1.2",
    "look 0.2 ", " look 0.2", "look 0.2\n", "Look 0.2", "look 256.0", "look 0.256", "look 0.2.1", "look \u0660.2",
    "return 1", "draw 1", "draw ", "Draw", "take 3", "call amazonas", "pass 0", "discard 1", "skip sloth",
    "swap", "swap 01", "swap 0.1", "swap 256", "swap -1", "pick", "pick 1.0", "give", "give 1 0.2",
    "exchange", "exchange 1", "exchange 1 2", "exchange 1 2.0.0", "exchange 1.0 2.0", "exchange 256 2.0",
    "exchange 1  2.0", "direction", "direction up", "direction 0", "direction Left", "wild", "wild 2", "wild 2.0 less",
    "wild 2.0  more", "wild 2.0more", "wild 2.0 more more", "card sloth",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_MOVES, ids=ascii)
def test_other_spellings_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_move(SETUP, text)


@pytest.mark.parametrize(
    "message",
    [
        Amazonas2022Move(),
        Amazonas2022Move(look=Amazonas2022Place(seat=256)),
        Amazonas2022Move(look=Amazonas2022Place(slot=2**32 - 1)),
        Amazonas2022Move(swap=256),
        Amazonas2022Move(exchange=Amazonas2022Exchange(own_slot=256)),
        Amazonas2022Move(exchange=Amazonas2022Exchange(other=Amazonas2022Place(slot=256))),
        Amazonas2022Move(direction=pb.AMAZONAS2022_DIRECTION_UNSPECIFIED),
        Amazonas2022Move(direction=3),  # type: ignore[arg-type]
        Amazonas2022Move(pick=1000),
        Amazonas2022Move(wild=Amazonas2022Wild(card=Amazonas2022Place(seat=300), more=True)),
        Amazonas2022Move(give=2**32 - 1),
        Amazonas2022Chance(),
        pb.Amazonas2022Draw(),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_move_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_move(SETUP, message)


def test_a_seat_that_is_not_there_is_no_malformed_move_but_an_illegal_one() -> None:
    message = Amazonas2022Move(wild=Amazonas2022Wild(card=Amazonas2022Place(seat=7, slot=200)))
    assert GAME.decode_move(SETUP, message) == pack_move(amazonas2022.MOVE_WILD, 7, 200)


def test_nothing_said_is_the_first_seat_and_slot() -> None:
    assert GAME.decode_move(SETUP, Amazonas2022Move(look=Amazonas2022Place())) == pack_move(amazonas2022.MOVE_LOOK)
    assert GAME.decode_move(SETUP, Amazonas2022Move(wild=Amazonas2022Wild())) == pack_move(amazonas2022.MOVE_WILD)
    assert GAME.decode_move(SETUP, Amazonas2022Move(give=0)) == pack_move(amazonas2022.MOVE_GIVE)


# --- Outcomes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", range(len(CARDS)), ids=CARDS)
def test_every_card_leads_back(card: int) -> None:
    word = pack_card(card)
    assert GAME.outcome_text(SETUP, word) == f"card {CARDS[card]}"
    assert GAME.parse_outcome(SETUP, f"card {CARDS[card]}") == word
    assert GAME.decode_outcome(SETUP, GAME.encode_outcome(SETUP, word)) == word


@pytest.mark.parametrize("copy", [1, 7, 15])
def test_equal_cards_are_told_alike(copy: int) -> None:
    first, other = pack_card(amazonas2022.SLOTH), pack_card(amazonas2022.SLOTH, copy)
    assert first != other
    assert GAME.outcome_text(SETUP, other) == GAME.outcome_text(SETUP, first)
    assert GAME.encode_outcome(SETUP, other) == GAME.encode_outcome(SETUP, first)


ODD_CARDS = [
    "", "card", "card 6", "card 00", "card -1", "card Sloth", "card tapir", "card sloth ", " card sloth", "card  sloth",
    "card sloth\n", "card sloth #1", "card sloth 0", "sloth", "Card sloth", "card number", "card \u0663", "draw",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_CARDS, ids=ascii)
def test_other_spellings_of_outcomes_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_outcome(SETUP, text)


@pytest.mark.parametrize(
    "message",
    [
        Amazonas2022Chance(),
        Amazonas2022Chance(card=pb.AMAZONAS2022_CARD_UNSPECIFIED),
        Amazonas2022Chance(card=14),  # type: ignore[arg-type]
        Amazonas2022Chance(card=-1),  # type: ignore[arg-type]
        Amazonas2022Move(),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_outcome_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_outcome(SETUP, message)


def test_the_notation_shows_every_kind_of_move() -> None:
    kinds = {
        amazonas2022.unpack_move(GAME.parse_move(SETUP, text))[0]
        for text, _ in GAME.notation
        if not text.startswith("card")
    }
    assert kinds == set(range(amazonas2022.MOVE_LOOK, amazonas2022.MOVE_GIVE + 1))
