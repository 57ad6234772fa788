"""Cards of Amazonas as messages and as text: `mission 0 5`, `event jaguar-2`, `event bonus-fish`.

The event cards that show the same are numbered from 1: each is a card of its own, though nothing parts them in play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from google.protobuf.message import Message

from canopy.v1 import amazonas_pb2
from cext import amazonas
from engines.game import Malformed
from engines.games.amazonas.vocabulary import EVENTS, EVENTS_FROM_WIRE, EVENTS_TO_WIRE

CHANCES: Mapping[int, str] = {
    amazonas.CHANCE_MISSION: "mission",
    amazonas.CHANCE_EVENT: "event",
}

# What each event card shows, and which of its like it is ("Event Cards").
_SHOWN = tuple(amazonas.event_shown(card) for card in range(amazonas.EVENT_CARDS))
_CARDS = tuple((event, 1 + _SHOWN[:card].count(event)) for card, event in enumerate(_SHOWN))
_NAMES = tuple(f"{EVENTS[event]}-{copy}" if _SHOWN.count(event) > 1 else EVENTS[event] for event, copy in _CARDS)

# A seat has one byte of the kernel's word; no pack has so many missions that a byte were not enough for them.
_MAX_BYTE = 255

_NUMBER = "(0|[1-9][0-9]{0,2})"
_MISSION = re.compile(f"mission {_NUMBER} {_NUMBER}")
_EVENT = re.compile(f"event ({'|'.join(_NAMES)})")

NOTATION = (
    ("mission 0 5", "Seat 0 is dealt mission card 5."),
    ("event jaguar-2", "The second of the jaguar cards is turned over; which of the two it is makes no difference."),
    ("event bonus-fish", "The bonus card for fish is turned over."),
)


def encode_outcome(word: int) -> amazonas_pb2.AmazonasChance:
    """The message of a kernel outcome."""
    kind, data = amazonas.unpack_outcome(word)
    if kind == amazonas.CHANCE_MISSION:
        return amazonas_pb2.AmazonasChance(mission=amazonas_pb2.AmazonasMissionDraw(seat=data[0], mission=data[1]))
    event, copy = _CARDS[data[0]]
    return amazonas_pb2.AmazonasChance(event=amazonas_pb2.AmazonasEventDraw(event=EVENTS_TO_WIRE[event], copy=copy))


def decode_outcome(message: Message) -> int:
    """The kernel outcome of a message. Raises Malformed."""
    if not isinstance(message, amazonas_pb2.AmazonasChance):
        raise Malformed(f"An outcome of Amazonas is an AmazonasChance, not a {message.DESCRIPTOR.name}.")
    kind = message.WhichOneof("outcome")
    if kind == "mission":
        return _mission(message.mission.seat, message.mission.mission)
    if kind == "event":
        return _event(message.event)
    raise Malformed("The outcome says neither mission nor event.")


def outcome_text(word: int) -> str:
    """The one spelling of a kernel outcome."""
    kind, data = amazonas.unpack_outcome(word)
    if kind == amazonas.CHANCE_MISSION:
        return f"mission {data[0]} {data[1]}"
    return f"event {_NAMES[data[0]]}"


def parse_outcome(text: str) -> int:
    """The kernel outcome of a text. Raises Malformed for all but its one spelling."""
    if match := _MISSION.fullmatch(text):
        return _mission(int(match[1]), int(match[2]))
    if match := _EVENT.fullmatch(text):
        return amazonas.pack_event(_NAMES.index(match[1]))
    raise Malformed(f"An outcome is written like mission 0 5 or event jaguar-1; event cards are {', '.join(_NAMES)}.")


def _mission(seat: int, mission: int) -> int:
    for what, number in (("seat", seat), ("mission card", mission)):
        if number > _MAX_BYTE:
            raise Malformed(f"There is no {what} {number}.")
    return amazonas.pack_mission(seat, mission)


def _event(draw: amazonas_pb2.AmazonasEventDraw) -> int:
    if draw.event not in EVENTS_FROM_WIRE:
        raise Malformed("The outcome names none of the ten events.")
    card = EVENTS_FROM_WIRE[draw.event], draw.copy
    if card not in _CARDS:
        raise Malformed(f"There are {_SHOWN.count(card[0])} cards of this event, numbered from 1.")
    return amazonas.pack_event(_CARDS.index(card))


def event_card_name(card: int) -> str:
    """An event card as the notation names it."""
    return _NAMES[card]
