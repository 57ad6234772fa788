"""Dice and cards of Trek 12 as messages and as text: `numbers 1 4 6`, `roll 6 2`, `card 0 rainbow-boa`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from google.protobuf.message import Message

from canopy.v1 import trek12_pb2
from cext import trek12
from engines.game import Malformed
from engines.games.trek12.content import Content

CHANCES: Mapping[int, str] = {
    trek12.CHANCE_NUMBERS: "numbers",
    trek12.CHANCE_ROLL: "roll",
    trek12.CHANCE_CARD: "card",
}

# Each number has one byte of the kernel's word. What fits and cannot be is left to the kernel to refuse.
_MAX_BYTE = 255

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_NUMBERS = re.compile(f"numbers((?: {_NUMBER})+)")
_ROLL = re.compile(f"roll ({_NUMBER}) ({_NUMBER})")
_CARD = re.compile(f"card ({_NUMBER}) ([a-z0-9-]+)")

NOTATION = (
    ("numbers 1 4 6", "The number cards 1, 4 and 6 lie at the observation lines 0, 1 and 2."),
    ("roll 6 2", "The green die shows 6, the yellow die 2."),
    ("card 0 rainbow-boa", "The card at observation line 0 is the rainbow boa."),
)


def encode_outcome(content: Content, word: int) -> trek12_pb2.Trek12Chance:
    """The message of a kernel outcome."""
    kind, data = trek12.unpack_outcome(word)
    if kind == trek12.CHANCE_NUMBERS:
        return trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers(numbers=data[: content.lines]))
    if kind == trek12.CHANCE_ROLL:
        return trek12_pb2.Trek12Chance(roll=trek12_pb2.Trek12Roll(green=data[0], yellow=data[1]))
    return trek12_pb2.Trek12Chance(card=trek12_pb2.Trek12Card(line=data[0], card=content.cards[data[1]].name))


def decode_outcome(content: Content, message: Message) -> int:
    """The kernel outcome of a message. Raises Malformed."""
    if not isinstance(message, trek12_pb2.Trek12Chance):
        raise Malformed(f"An outcome of Trek 12 is a Trek12Chance, not a {message.DESCRIPTOR.name}.")
    kind = message.WhichOneof("outcome")
    if kind == "numbers":
        return _numbers(content, message.numbers.numbers)
    if kind == "roll":
        return _roll(message.roll.green, message.roll.yellow)
    if kind == "card":
        return _card(content, message.card.line, message.card.card)
    raise Malformed("The outcome says neither numbers nor roll nor card.")


def outcome_text(content: Content, word: int) -> str:
    """The one spelling of a kernel outcome."""
    kind, data = trek12.unpack_outcome(word)
    if kind == trek12.CHANCE_NUMBERS:
        return f"numbers {' '.join(map(str, data[: content.lines]))}"
    if kind == trek12.CHANCE_ROLL:
        return f"roll {data[0]} {data[1]}"
    return f"card {data[0]} {content.cards[data[1]].name}"


def parse_outcome(content: Content, text: str) -> int:
    """The kernel outcome of a text. Raises Malformed for all but its one spelling."""
    if match := _NUMBERS.fullmatch(text):
        return _numbers(content, [int(number) for number in match[1].split()])
    if match := _ROLL.fullmatch(text):
        return _roll(int(match[1]), int(match[2]))
    if match := _CARD.fullmatch(text):
        return _card(content, int(match[1]), match[2])
    raise Malformed("An outcome is written like numbers 1 4 6, roll 6 2 or card 0 rainbow-boa.")


def _numbers(content: Content, numbers: Sequence[int]) -> int:
    if len(numbers) != content.lines:
        raise Malformed(f"Each of the {content.lines} observation lines has one number card; {len(numbers)} are told.")
    return trek12.pack_numbers([_byte("number card", number) for number in numbers])


def _roll(green: int, yellow: int) -> int:
    return trek12.pack_roll(_byte("green die", green), _byte("yellow die", yellow))


def _card(content: Content, line: int, name: str) -> int:
    card = next((index for index, card in enumerate(content.cards) if card.name == name), None)
    if card is None:
        raise Malformed(f"There is no such card; there are {', '.join(card.name for card in content.cards)}.")
    return trek12.pack_card(_byte("observation line", line), card)


def _byte(what: str, number: int) -> int:
    """A number that fits a word."""
    if number > _MAX_BYTE:
        raise Malformed(f"There is no {what} of {number}.")
    return number
