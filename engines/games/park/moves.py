"""Moves as messages and text: `place 3,4`, `publish toucan 3,2,0,0,2`, `pass`, `substitute 0,1,0,0,0`, `bonus jaguar`.

Tokens are five numbers in the order of the animals, spaces a column and a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from google.protobuf.message import Message

from canopy.v1 import park_pb2
from canopy.v1.park_pb2 import ParkMove
from cext import park
from engines.game import Malformed
from engines.games.park.board import Board
from engines.games.park.vocabulary import (
    ANIMALS,
    ANIMALS_FROM_WIRE,
    ANIMALS_TO_WIRE,
    COLOURS,
    COLOURS_FROM_WIRE,
    COLOURS_TO_WIRE,
    tokens_from_wire,
    tokens_to_wire,
)

# A cell and each count have one byte of the kernel's word. What fits and is not allowed, the kernel refuses.
_MAX_BYTE = 255

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_TOKENS = f"{_NUMBER}(?:,{_NUMBER}){{{len(ANIMALS) - 1}}}"
_PLACE = re.compile(f"place ({_NUMBER}),({_NUMBER})")
_PUBLISH = re.compile(f"publish ({'|'.join(COLOURS)}) ({_TOKENS})")
_SUBSTITUTE = re.compile(f"substitute ({_TOKENS})")
_BONUS = re.compile(f"bonus ({'|'.join(ANIMALS)})")
_PASS, _DECLINE = "pass", "decline"

NOTATION = (
    ("place 3,4", "Place the tile of the hand in column 3 of row 4, both counted from 0 from the upper left."),
    (
        "publish toucan 3,2,0,0,2",
        f"Publish the front toucan magazine for 3 toucans, 2 jaguars, 2 capybaras; the order is {', '.join(ANIMALS)}.",
    ),
    ("pass", "Pass; only for a player who has no tile and can pay for no magazine."),
    ("substitute 0,1,0,0,0", "Take a jaguar for a token that the supply did not have."),
    ("bonus jaguar", "Take a jaguar for the magazine just published."),
    ("decline", "Take no token for it."),
)


def encode_move(board: Board, word: int) -> ParkMove:
    """The message of a kernel move."""
    kind, argument, tokens = park.unpack_move(word)
    match kind:
        case park.MOVE_PLACE:
            return ParkMove(place=board.space(argument))
        case park.MOVE_PUBLISH:
            payment = tokens_to_wire(tokens)
            return ParkMove(publish=park_pb2.ParkPublication(colour=COLOURS_TO_WIRE[argument], payment=payment))
        case park.MOVE_PASS:
            return ParkMove(pass_turn=park_pb2.ParkPass())
        case park.MOVE_SUBSTITUTE:
            return ParkMove(substitute=tokens_to_wire(tokens))
        case park.MOVE_BONUS:
            return ParkMove(bonus=ANIMALS_TO_WIRE[argument])
    return ParkMove(decline=park_pb2.ParkDecline())


def decode_move(board: Board, message: Message) -> int:
    """The kernel move of a message. Raises Malformed."""
    if not isinstance(message, ParkMove):
        raise Malformed(f"A move of Amazonia Park is a ParkMove, not a {message.DESCRIPTOR.name}.")
    match message.WhichOneof("move"):
        case "place":
            return _place(board, message.place.column, message.place.row)
        case "publish":
            colour = _known(message.publish.colour, COLOURS_FROM_WIRE, "magazine", "six colours")
            return park.pack_move(park.MOVE_PUBLISH, colour, _tokens(tokens_from_wire(message.publish.payment)))
        case "pass_turn":
            return park.pack_move(park.MOVE_PASS)
        case "substitute":
            return park.pack_move(park.MOVE_SUBSTITUTE, 0, _tokens(tokens_from_wire(message.substitute)))
        case "bonus":
            return park.pack_move(park.MOVE_BONUS, _known(message.bonus, ANIMALS_FROM_WIRE, "token", "five animals"))
        case "decline":
            return park.pack_move(park.MOVE_DECLINE)
    raise Malformed("The move says nothing that a player could decide.")


def move_text(board: Board, word: int) -> str:
    """The one spelling of a kernel move."""
    kind, argument, tokens = park.unpack_move(word)
    match kind:
        case park.MOVE_PLACE:
            return f"place {board.name(argument)}"
        case park.MOVE_PUBLISH:
            return f"publish {COLOURS[argument]} {_tokens_text(tokens)}"
        case park.MOVE_SUBSTITUTE:
            return f"substitute {_tokens_text(tokens)}"
        case park.MOVE_BONUS:
            return f"bonus {ANIMALS[argument]}"
        case park.MOVE_PASS:
            return _PASS
    return _DECLINE


def parse_move(board: Board, text: str) -> int:
    """The kernel move of a text. Raises Malformed for all but its one spelling."""
    if match := _PLACE.fullmatch(text):
        return _place(board, int(match[1]), int(match[2]))
    if match := _PUBLISH.fullmatch(text):
        return park.pack_move(park.MOVE_PUBLISH, COLOURS.index(match[1]), _parse_tokens(match[2]))
    if match := _SUBSTITUTE.fullmatch(text):
        return park.pack_move(park.MOVE_SUBSTITUTE, 0, _parse_tokens(match[1]))
    if match := _BONUS.fullmatch(text):
        return park.pack_move(park.MOVE_BONUS, ANIMALS.index(match[1]))
    if text == _PASS:
        return park.pack_move(park.MOVE_PASS)
    if text == _DECLINE:
        return park.pack_move(park.MOVE_DECLINE)
    raise Malformed(
        "A move is written like place 3,4, publish toucan 3,2,0,0,2, pass, substitute 0,1,0,0,0, bonus jaguar or "
        f"decline; animals are {', '.join(ANIMALS)}."
    )


def _place(board: Board, column: int, row: int) -> int:
    """A placement on a space that fits a word; the kernel says whether there is such a row."""
    if column >= board.columns:
        raise Malformed(f"There is no column {column}; the board has the columns 0 to {board.columns - 1}.")
    if board.cell(column, row) > _MAX_BYTE:
        raise Malformed(f"There is no row {row}; the board has the rows 0 to {board.rows - 1}.")
    return park.pack_move(park.MOVE_PLACE, board.cell(column, row))


def _known(wire: int, known: dict[int, int], what: str, of: str) -> int:
    if wire not in known:
        raise Malformed(f"The {what} is of none of the {of}.")
    return known[wire]


def _parse_tokens(text: str) -> Sequence[int]:
    return _tokens([int(number) for number in text.split(",")])


def _tokens(tokens: Sequence[int]) -> Sequence[int]:
    """Counts that fit a word."""
    for number in tokens:
        if number > _MAX_BYTE:
            raise Malformed(f"There are no {number} tokens of an animal, only {park.TOKENS}.")
    return tokens


def _tokens_text(tokens: Sequence[int]) -> str:
    return ",".join(map(str, tokens))
