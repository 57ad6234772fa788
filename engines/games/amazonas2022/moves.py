"""Moves as messages and as text: `look 0.2`, `draw`, `swap 1`, `exchange 1 2.0`, `wild 2.0 more`, `give 1`.

A place is a seat and a slot parted by a point; a number alone is a slot of one's own.
"""

from __future__ import annotations

import re

from google.protobuf.message import Message

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022Move
from cext import amazonas2022
from engines.game import Malformed
from engines.games.amazonas2022.vocabulary import DIRECTIONS, DIRECTIONS_FROM_WIRE, DIRECTIONS_TO_WIRE

# A seat and a slot have one byte each of the kernel's word. What fits and does not exist, the kernel refuses.
_MAX_BYTE = 255

_ALONE = {
    "return": amazonas2022.MOVE_RETURN,
    "draw": amazonas2022.MOVE_DRAW,
    "take": amazonas2022.MOVE_TAKE,
    "call": amazonas2022.MOVE_CALL,
    "pass": amazonas2022.MOVE_PASS,
    "discard": amazonas2022.MOVE_DISCARD,
    "skip": amazonas2022.MOVE_SKIP,
}
_ALONE_OF = {kind: verb for verb, kind in _ALONE.items()}
_OWN_SLOT = {
    "swap": amazonas2022.MOVE_SWAP,
    "pick": amazonas2022.MOVE_PICK,
    "give": amazonas2022.MOVE_GIVE,
}
_OWN_SLOT_OF = {kind: verb for verb, kind in _OWN_SLOT.items()}

_NUMBER = "(0|[1-9][0-9]{0,2})"
_PLACE = rf"{_NUMBER}\.{_NUMBER}"
_SLOT_MOVE = re.compile(f"({'|'.join(_OWN_SLOT)}) {_NUMBER}")
_LOOK = re.compile(f"look {_PLACE}")
_EXCHANGE = re.compile(f"exchange {_NUMBER} {_PLACE}")
_DIRECTION = re.compile(f"direction ({'|'.join(DIRECTIONS)})")
_WILD = re.compile(f"wild {_PLACE}( more)?")

NOTATION = (
    ("look 0.2", "Look at the card in slot 2 of seat 0: at the start of a round, with a sloth, a toad or a jaguar."),
    ("return", "Return the card that is looked at to its place."),
    ("draw", "Draw the top card of the draw pile."),
    ("take", "Take the visible card of the discard pile."),
    ("call", 'Say "Amazonas"; everybody else has one last turn.'),
    ("pass", "Pass; only when no card can be drawn or taken."),
    ("swap 1", "Put the card that is held into one's slot 1; the card from there goes on the discard pile."),
    ("discard", "Put the card that is held on the discard pile; a drawn animal then has its effect."),
    ("skip", "Do without the effect of the animal just discarded."),
    (
        "exchange 1 2.0",
        "Exchange the card of one's slot 1 for the card in slot 0 of seat 2, with an anaconda or a jaguar.",
    ),
    ("direction left", "With a monkey: every card goes to the next seat; right: to the seat before."),
    ("pick 3", "With a monkey: look at the card of one's slot 3 and pass it on."),
    ("wild 2.0", "Attempt a wild discard with the card in slot 0 of seat 2."),
    ("wild 2.0 more", "The same, and another attempt of the same race follows."),
    ("give 1", "Give the card of one's slot 1 to the player whose card one has just discarded."),
)


def encode_move(word: int) -> Amazonas2022Move:
    """The message of a kernel move."""
    kind, a, b, c = amazonas2022.unpack_move(word)
    match kind:
        case amazonas2022.MOVE_LOOK:
            return Amazonas2022Move(look=_to_place(a, b))
        case amazonas2022.MOVE_RETURN:
            return Amazonas2022Move(return_card=amazonas2022_pb2.Amazonas2022Return())
        case amazonas2022.MOVE_DRAW:
            return Amazonas2022Move(draw=amazonas2022_pb2.Amazonas2022Draw())
        case amazonas2022.MOVE_TAKE:
            return Amazonas2022Move(take=amazonas2022_pb2.Amazonas2022Take())
        case amazonas2022.MOVE_CALL:
            return Amazonas2022Move(call=amazonas2022_pb2.Amazonas2022Call())
        case amazonas2022.MOVE_PASS:
            return Amazonas2022Move(pass_turn=amazonas2022_pb2.Amazonas2022Pass())
        case amazonas2022.MOVE_SWAP:
            return Amazonas2022Move(swap=a)
        case amazonas2022.MOVE_DISCARD:
            return Amazonas2022Move(discard=amazonas2022_pb2.Amazonas2022Discard())
        case amazonas2022.MOVE_SKIP:
            return Amazonas2022Move(skip=amazonas2022_pb2.Amazonas2022Skip())
        case amazonas2022.MOVE_EXCHANGE:
            return Amazonas2022Move(exchange=amazonas2022_pb2.Amazonas2022Exchange(own_slot=a, other=_to_place(b, c)))
        case amazonas2022.MOVE_DIRECTION:
            return Amazonas2022Move(direction=DIRECTIONS_TO_WIRE[a])
        case amazonas2022.MOVE_PICK:
            return Amazonas2022Move(pick=a)
        case amazonas2022.MOVE_WILD:
            return Amazonas2022Move(wild=amazonas2022_pb2.Amazonas2022Wild(card=_to_place(a, b), more=bool(c)))
    return Amazonas2022Move(give=a)


def _to_place(seat: int, slot: int) -> amazonas2022_pb2.Amazonas2022Place:
    return amazonas2022_pb2.Amazonas2022Place(seat=seat, slot=slot)


def decode_move(message: Message) -> int:
    """The kernel move of a message. Raises Malformed."""
    if not isinstance(message, Amazonas2022Move):
        raise Malformed(f"A move of Amazonas 2022 is an Amazonas2022Move, not a {message.DESCRIPTOR.name}.")
    match message.WhichOneof("move"):
        case "look":
            return _pack(amazonas2022.MOVE_LOOK, message.look.seat, message.look.slot)
        case "return_card":
            return _pack(amazonas2022.MOVE_RETURN)
        case "draw":
            return _pack(amazonas2022.MOVE_DRAW)
        case "take":
            return _pack(amazonas2022.MOVE_TAKE)
        case "call":
            return _pack(amazonas2022.MOVE_CALL)
        case "pass_turn":
            return _pack(amazonas2022.MOVE_PASS)
        case "swap":
            return _pack(amazonas2022.MOVE_SWAP, message.swap)
        case "discard":
            return _pack(amazonas2022.MOVE_DISCARD)
        case "skip":
            return _pack(amazonas2022.MOVE_SKIP)
        case "exchange":
            other = message.exchange.other
            return _pack(amazonas2022.MOVE_EXCHANGE, message.exchange.own_slot, other.seat, other.slot)
        case "direction":
            if message.direction not in DIRECTIONS_FROM_WIRE:
                raise Malformed("The direction is neither left nor right.")
            return _pack(amazonas2022.MOVE_DIRECTION, DIRECTIONS_FROM_WIRE[message.direction])
        case "pick":
            return _pack(amazonas2022.MOVE_PICK, message.pick)
        case "wild":
            card = message.wild.card
            return _pack(amazonas2022.MOVE_WILD, card.seat, card.slot, int(message.wild.more))
        case "give":
            return _pack(amazonas2022.MOVE_GIVE, message.give)
    raise Malformed("The move says nothing that a player could decide.")


def move_text(word: int) -> str:
    """The one spelling of a kernel move."""
    kind, a, b, c = amazonas2022.unpack_move(word)
    if kind in _OWN_SLOT_OF:
        return f"{_OWN_SLOT_OF[kind]} {a}"
    match kind:
        case amazonas2022.MOVE_LOOK:
            return f"look {a}.{b}"
        case amazonas2022.MOVE_EXCHANGE:
            return f"exchange {a} {b}.{c}"
        case amazonas2022.MOVE_DIRECTION:
            return f"direction {DIRECTIONS[a]}"
        case amazonas2022.MOVE_WILD:
            return f"wild {a}.{b}{' more' if c else ''}"
    return _ALONE_OF[kind]


def parse_move(text: str) -> int:
    """The kernel move of a text. Raises Malformed for all but its one spelling."""
    if text in _ALONE:
        return _pack(_ALONE[text])
    if match := _SLOT_MOVE.fullmatch(text):
        return _pack(_OWN_SLOT[match[1]], int(match[2]))
    if match := _LOOK.fullmatch(text):
        return _pack(amazonas2022.MOVE_LOOK, int(match[1]), int(match[2]))
    if match := _EXCHANGE.fullmatch(text):
        return _pack(amazonas2022.MOVE_EXCHANGE, int(match[1]), int(match[2]), int(match[3]))
    if match := _DIRECTION.fullmatch(text):
        return _pack(amazonas2022.MOVE_DIRECTION, DIRECTIONS.index(match[1]))
    if match := _WILD.fullmatch(text):
        return _pack(amazonas2022.MOVE_WILD, int(match[1]), int(match[2]), int(bool(match[3])))
    raise Malformed(
        "A move is written like look 0.2, swap 1, exchange 1 2.0, direction left, pick 3, wild 2.0, wild 2.0 more, "
        f"give 1, or is one of {', '.join(_ALONE)}; a place is a seat and a slot."
    )


def _pack(kind: int, *arguments: int) -> int:
    """A move whose seats and slots fit a word."""
    for number in arguments:
        if number > _MAX_BYTE:
            raise Malformed(f"There is no seat and no slot {number}.")
    return amazonas2022.pack_move(kind, *arguments)
