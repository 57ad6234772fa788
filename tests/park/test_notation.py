"""Moves and outcomes of Amazonia Park as text and as messages: one spelling each, and what is malformed."""

from __future__ import annotations

import re

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from canopy.v1 import park_pb2
from canopy.v1.park_pb2 import ParkChance, ParkMove, ParkPublication, ParkSpace, ParkTile, ParkTileDraw, ParkTokens
from cext import park
from engines.game import Malformed
from tests.park.tables import GAME, setup_of

SETUP = setup_of()
WIDE = setup_of(2, "herd")
COUNTS = st.tuples(*[st.integers(0, 255)] * 5)
MOVES = st.one_of(
    st.builds(park.pack_move, st.just(park.MOVE_PLACE), st.integers(0, 255)),
    st.builds(park.pack_move, st.just(park.MOVE_PUBLISH), st.integers(0, 5), COUNTS),
    st.builds(park.pack_move, st.just(park.MOVE_SUBSTITUTE), st.just(0), COUNTS),
    st.builds(park.pack_move, st.just(park.MOVE_BONUS), st.integers(0, 4)),
    st.sampled_from([park.pack_move(park.MOVE_PASS), park.pack_move(park.MOVE_DECLINE)]),
)
TILES = st.builds(park.pack_tile, st.integers(0, 255), st.integers(0, 4), st.integers(0, 255), st.integers(0, 255))


# --- Moves ---------------------------------------------------------------------------------------------------------


@given(MOVES)
def test_every_move_that_fits_a_word_leads_back(word: int) -> None:
    for setup in (SETUP, WIDE):
        assert GAME.parse_move(setup, GAME.move_text(setup, word)) == word
        assert GAME.decode_move(setup, GAME.encode_move(setup, word)) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("place 0,0", park.pack_move(park.MOVE_PLACE, 0)),
        ("place 3,4", park.pack_move(park.MOVE_PLACE, 35)),
        ("place 7,7", park.pack_move(park.MOVE_PLACE, 63)),
        ("publish toucan 3,2,0,0,2", park.pack_move(park.MOVE_PUBLISH, park.TOUCAN, (3, 2, 0, 0, 2))),
        ("publish squirrel-monkey 0,0,5,0,0", park.pack_move(park.MOVE_PUBLISH, park.SQUIRREL_MONKEY, (0, 0, 5, 0, 0))),
        ("publish amazonia 1,1,1,2,2", park.pack_move(park.MOVE_PUBLISH, park.AMAZONIA, (1, 1, 1, 2, 2))),
        ("publish caiman 0,0,0,0,0", park.pack_move(park.MOVE_PUBLISH, park.CAIMAN)),
        ("pass", park.pack_move(park.MOVE_PASS)),
        ("substitute 0,1,0,0,0", park.pack_move(park.MOVE_SUBSTITUTE, 0, (0, 1, 0, 0, 0))),
        ("bonus jaguar", park.pack_move(park.MOVE_BONUS, park.JAGUAR)),
        ("bonus capybara", park.pack_move(park.MOVE_BONUS, park.CAPYBARA)),
        ("decline", park.pack_move(park.MOVE_DECLINE)),
    ],
)
def test_spellings(text: str, word: int) -> None:
    assert GAME.parse_move(SETUP, text) == word
    assert GAME.move_text(SETUP, word) == text


def test_spaces_are_counted_in_the_columns_of_the_board() -> None:
    assert GAME.parse_move(WIDE, "place 8,3") == park.pack_move(park.MOVE_PLACE, 35)
    with pytest.raises(Malformed, match="no column 8"):
        GAME.parse_move(SETUP, "place 8,3")


ODD_MOVES = [
    "", "place", "place 3", "place 3,", "place ,4", "place 3 4", "place 3, 4", "place 03,4", "place -1,4", "place 3,4 ",
    " place 3,4", "place 3,4\n", "Place 3,4", "place d5", "place 8,0", "place 0,32", "place 999,0", "place \u0663,4",
    "publish", "publish toucan", "publish toucan 3", "publish toucan 3,2,0,0", "publish toucan 3,2,0,0,2,0",
    "publish toucan 3,2,0,0,256", "publish toucan 03,2,0,0,2", "publish toucan 3, 2,0,0,2", "publish monkey 1,0,0,0,0",
    "publish Toucan 3,2,0,0,2", "publish 0 3,2,0,0,2", "pass 0", "pass ", "substitute", "substitute 1", "bonus",
    "bonus 1", "bonus amazonia", "bonus jaguar 1", "decline 1", "tile 0 jaguar 2",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_MOVES, ids=ascii)
def test_other_spellings_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_move(SETUP, text)


@pytest.mark.parametrize(
    "message",
    [
        ParkMove(),
        ParkMove(place=ParkSpace(column=8)),
        ParkMove(place=ParkSpace(row=32)),
        ParkMove(place=ParkSpace(column=2**32 - 1, row=2**32 - 1)),
        ParkMove(publish=ParkPublication()),
        ParkMove(publish=ParkPublication(colour=7)),  # type: ignore[arg-type]
        ParkMove(publish=ParkPublication(colour=park_pb2.PARK_COLOUR_TOUCAN, payment=ParkTokens(jaguars=256))),
        ParkMove(substitute=ParkTokens(capybaras=2**32 - 1)),
        ParkMove(bonus=park_pb2.PARK_ANIMAL_UNSPECIFIED),
        ParkMove(bonus=6),  # type: ignore[arg-type]
        ParkChance(),
        park_pb2.ParkPass(),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_move_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_move(SETUP, message)


def test_a_row_that_is_not_there_is_no_malformed_move_but_an_illegal_one() -> None:
    word = GAME.decode_move(SETUP, ParkMove(place=ParkSpace(column=1, row=8)))
    assert word == park.pack_move(park.MOVE_PLACE, 65)


def test_nothing_said_is_the_first_space_and_an_empty_payment() -> None:
    assert GAME.decode_move(SETUP, ParkMove(place=ParkSpace())) == park.pack_move(park.MOVE_PLACE, 0)
    message = ParkMove(publish=ParkPublication(colour=park_pb2.PARK_COLOUR_AMAZONIA))
    assert GAME.decode_move(SETUP, message) == park.pack_move(park.MOVE_PUBLISH, park.AMAZONIA)


# --- Outcomes ------------------------------------------------------------------------------------------------------


@given(TILES)
def test_every_tile_that_fits_a_word_leads_back(word: int) -> None:
    assert GAME.parse_outcome(SETUP, GAME.outcome_text(SETUP, word)) == word
    assert GAME.decode_outcome(SETUP, GAME.encode_outcome(SETUP, word)) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("tile 0 jaguar 2", park.pack_tile(0, park.JAGUAR, 2)),
        ("tile 3 squirrel-monkey 1", park.pack_tile(3, park.SQUIRREL_MONKEY, 1)),
        ("tile 1 capybara 3 #6", park.pack_tile(1, park.CAPYBARA, 3, 6)),
    ],
)
def test_spellings_of_outcomes(text: str, word: int) -> None:
    assert GAME.parse_outcome(SETUP, text) == word
    assert GAME.outcome_text(SETUP, word) == text


ODD_TILES = [
    "", "tile", "tile 0", "tile 0 jaguar", "tile jaguar 2", "tile 0 jaguar 2 #0", "tile 0 jaguar 2 #01",
    "tile 0 jaguar 02", "tile 0 jaguar 2 1", "tile 00 jaguar 2", "tile 0 Jaguar 2", "tile 0 tapir 2",
    "tile 0 amazonia 2", "tile 256 jaguar 2", "tile 0 jaguar 256", "tile 0 jaguar 2 #256",
    "tile 0 jaguar 2 ", "tile 0 jaguar 2\n", "pass",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD_TILES, ids=ascii)
def test_other_spellings_of_outcomes_are_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.parse_outcome(SETUP, text)


@pytest.mark.parametrize(
    "message",
    [
        ParkChance(),
        ParkChance(tile=ParkTileDraw()),
        ParkChance(tile=ParkTileDraw(tile=ParkTile(animal=6, count=1))),  # type: ignore[arg-type]
        ParkChance(tile=ParkTileDraw(seat=256, tile=ParkTile(animal=park_pb2.PARK_ANIMAL_CAIMAN, count=1))),
        ParkChance(tile=ParkTileDraw(tile=ParkTile(animal=park_pb2.PARK_ANIMAL_CAIMAN, count=256))),
        ParkChance(tile=ParkTileDraw(tile=ParkTile(animal=park_pb2.PARK_ANIMAL_CAIMAN, count=1), copy=256)),
        ParkMove(),
    ],
    ids=lambda message: " ".join(str(message).split()) or message.DESCRIPTOR.name,
)
def test_messages_that_say_no_outcome_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed, match=re.compile(r"\.$")):
        GAME.decode_outcome(SETUP, message)


def test_a_told_tile_needs_no_copy() -> None:
    draw = ParkTileDraw(seat=1, tile=ParkTile(animal=park_pb2.PARK_ANIMAL_CAIMAN, count=2))
    assert GAME.decode_outcome(SETUP, ParkChance(tile=draw)) == park.pack_tile(1, park.CAIMAN, 2)
