"""Tiles of Amazonia Park as messages and as text: `tile 0 jaguar 2`, for a further such tile `tile 0 jaguar 2 #1`.

Which of several equal tiles it is makes no difference; a physical table always tells number 0, which is not written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from google.protobuf.message import Message

from canopy.v1 import park_pb2
from cext import park
from engines.game import Malformed
from engines.games.park.vocabulary import ANIMALS, ANIMALS_FROM_WIRE, tile_to_wire

CHANCES: Mapping[int, str] = {park.CHANCE_TILE: "tile"}

# Each number has one byte of the kernel's word. What fits and is not possible is left to the kernel to refuse.
_MAX_BYTE = 255

_NUMBER = "(0|[1-9][0-9]{0,2})"
_TILE = re.compile(f"tile {_NUMBER} ({'|'.join(ANIMALS)}) {_NUMBER}(?: #([1-9][0-9]{{0,2}}))?")

NOTATION = (
    ("tile 0 jaguar 2", "Seat 0 draws a tile with 2 jaguars."),
    ("tile 0 jaguar 2 #1", "The same, but a further one of the equal tiles; which of them it is makes no difference."),
)


def encode_outcome(word: int) -> park_pb2.ParkChance:
    """The message of a kernel outcome."""
    _, (seat, animal, count, copy) = park.unpack_outcome(word)
    draw = park_pb2.ParkTileDraw(seat=seat, tile=tile_to_wire(animal, count), copy=copy)
    return park_pb2.ParkChance(tile=draw)


def decode_outcome(message: Message) -> int:
    """The kernel outcome of a message. Raises Malformed."""
    if not isinstance(message, park_pb2.ParkChance):
        raise Malformed(f"An outcome of Amazonia Park is a ParkChance, not a {message.DESCRIPTOR.name}.")
    if message.WhichOneof("outcome") != "tile":
        raise Malformed("The outcome tells no tile.")
    draw = message.tile
    if draw.tile.animal not in ANIMALS_FROM_WIRE:
        raise Malformed("The tile shows none of the five animals.")
    return _tile(draw.seat, ANIMALS_FROM_WIRE[draw.tile.animal], draw.tile.count, draw.copy)


def outcome_text(word: int) -> str:
    """The one spelling of a kernel outcome."""
    _, (seat, animal, count, copy) = park.unpack_outcome(word)
    return f"tile {seat} {ANIMALS[animal]} {count}{f' #{copy}' if copy else ''}"


def parse_outcome(text: str) -> int:
    """The kernel outcome of a text. Raises Malformed for all but its one spelling."""
    match = _TILE.fullmatch(text)
    if match is None:
        raise Malformed(f"An outcome is written like tile 0 jaguar 2; animals are {', '.join(ANIMALS)}.")
    return _tile(int(match[1]), ANIMALS.index(match[2]), int(match[3]), int(match[4] or 0))


def _tile(seat: int, animal: int, count: int, copy: int) -> int:
    for what, number in (("seat", seat), ("tile with a number of animals of", count), ("copy of a tile", copy)):
        if number > _MAX_BYTE:
            raise Malformed(f"There is no {what} {number}.")
    return park.pack_tile(seat, animal, count, copy)
