"""Moves of Trek 12 as messages and as text.

Text: `sum@22-14+15` writes the sum in circle 22, linked to circle 14, which holds the number below, and to circle 15,
which holds the number above; a link that is not drawn is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from google.protobuf.message import Message

from canopy.v1 import trek12_pb2
from cext import trek12
from engines.game import Malformed

OPERATION_TEXTS: Mapping[int, str] = {
    trek12.LOWER: "low",
    trek12.HIGHER: "high",
    trek12.DIFFERENCE: "diff",
    trek12.SUM: "sum",
    trek12.PRODUCT: "prod",
}
_OPERATIONS_BY_TEXT = {text: operation for operation, text in OPERATION_TEXTS.items()}

OPERATIONS_TO_WIRE: Mapping[int, trek12_pb2.Trek12Operation] = {
    trek12.LOWER: trek12_pb2.TREK12_OPERATION_LOWER,
    trek12.HIGHER: trek12_pb2.TREK12_OPERATION_HIGHER,
    trek12.DIFFERENCE: trek12_pb2.TREK12_OPERATION_DIFFERENCE,
    trek12.SUM: trek12_pb2.TREK12_OPERATION_SUM,
    trek12.PRODUCT: trek12_pb2.TREK12_OPERATION_PRODUCT,
}
_OPERATIONS_FROM_WIRE = {int(wire): operation for operation, wire in OPERATIONS_TO_WIRE.items()}

# A circle has one byte of the kernel's word, a link one more than the circle. No sheet has that many circles, so
# whatever fits is left to the kernel to refuse.
_MAX_CIRCLE = 254

_NUMBER = "(0|[1-9][0-9]{0,2})"
_MOVE = re.compile(f"({'|'.join(OPERATION_TEXTS.values())})@{_NUMBER}(?:-{_NUMBER})?(?:[+]{_NUMBER})?")

NOTATION = (
    ("low@0", "Write the lower die in circle 0; no link."),
    ("sum@22-14+15", "Write the sum in circle 22, linked to circle 14 (one lower) and circle 15 (one higher)."),
    ("diff@7+8", "Write the difference in circle 7, linked to circle 8 (one higher)."),
    ("prod@3-2", "Write the product in circle 3, linked to circle 2 (one lower)."),
)


def encode_move(word: int) -> trek12_pb2.Trek12Move:
    """The message of a kernel move."""
    move = trek12_pb2.Trek12Move()
    put_move(move, *trek12.unpack_move(word))
    return move


def put_move(move: trek12_pb2.Trek12Move, operation: int, circle: int, below: int | None, above: int | None) -> None:
    """Fill in a writing; circles may be 0, absent links are None."""
    move.operation = OPERATIONS_TO_WIRE[operation]
    move.circle = circle
    if below is not None:
        move.link_below = below
    if above is not None:
        move.link_above = above


def decode_move(message: Message) -> int:
    """The kernel move of a message. Raises Malformed."""
    if not isinstance(message, trek12_pb2.Trek12Move):
        raise Malformed(f"A move of Trek 12 is a Trek12Move, not a {message.DESCRIPTOR.name}.")
    if message.operation not in _OPERATIONS_FROM_WIRE:
        raise Malformed("The move names none of the five operations.")
    return trek12.pack_move(
        _OPERATIONS_FROM_WIRE[message.operation],
        _circle(message.circle),
        _circle(message.link_below) if message.HasField("link_below") else None,
        _circle(message.link_above) if message.HasField("link_above") else None,
    )


def move_text(word: int) -> str:
    """The one spelling of a kernel move."""
    operation, circle, below, above = trek12.unpack_move(word)
    return (
        f"{OPERATION_TEXTS[operation]}@{circle}"
        f"{'' if below is None else f'-{below}'}"
        f"{'' if above is None else f'+{above}'}"
    )


def parse_move(text: str) -> int:
    """The kernel move of a text. Raises Malformed for all but its one spelling."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise Malformed(
            "A move is written like low@0 or sum@22-14+15: low, high, diff, sum or prod, @, the circle, and its links."
        )
    operation, circle, below, above = match.groups()
    return trek12.pack_move(
        _OPERATIONS_BY_TEXT[operation],
        _circle(int(circle)),
        None if below is None else _circle(int(below)),
        None if above is None else _circle(int(above)),
    )


def _circle(number: int) -> int:
    """A circle that fits a word."""
    if number > _MAX_CIRCLE:
        raise Malformed(f"There is no circle {number}: no sheet has more than 64 circles.")
    return number
