"""Cards of Amazonas 2022 as messages and as text: `card sloth`, `card 3`.

Which of several equal cards it is makes no difference. The kernel counts them, so that all its outcomes are equally
likely; in a message and in a text each is the first of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from google.protobuf.message import Message

from canopy.v1.amazonas2022_pb2 import Amazonas2022Chance
from cext import amazonas2022
from engines.game import Malformed
from engines.games.amazonas2022.vocabulary import CARDS, CARDS_FROM_WIRE, CARDS_TO_WIRE

CHANCES: Mapping[int, str] = {amazonas2022.CHANCE_CARD: "card"}

_CARD = re.compile(f"card ({'|'.join(CARDS)})")

NOTATION = (
    ("card sloth", "A sloth comes off the draw pile; where it goes is known from the table."),
    ("card 3", "A 3 comes off the draw pile."),
)


def encode_outcome(word: int) -> Amazonas2022Chance:
    """The message of a kernel outcome."""
    _, (card, _) = amazonas2022.unpack_outcome(word)
    return Amazonas2022Chance(card=CARDS_TO_WIRE[card])


def decode_outcome(message: Message) -> int:
    """The kernel outcome of a message. Raises Malformed."""
    if not isinstance(message, Amazonas2022Chance):
        raise Malformed(f"An outcome of Amazonas 2022 is an Amazonas2022Chance, not a {message.DESCRIPTOR.name}.")
    if message.WhichOneof("outcome") != "card":
        raise Malformed("The outcome tells no card.")
    if message.card not in CARDS_FROM_WIRE:
        raise Malformed("The card shows none of the numbers and animals.")
    return amazonas2022.pack_card(CARDS_FROM_WIRE[message.card])


def outcome_text(word: int) -> str:
    """The one spelling of a kernel outcome."""
    _, (card, _) = amazonas2022.unpack_outcome(word)
    return f"card {CARDS[card]}"


def parse_outcome(text: str) -> int:
    """The kernel outcome of a text. Raises Malformed for all but its one spelling."""
    match = _CARD.fullmatch(text)
    if match is None:
        raise Malformed(f"An outcome is written like card sloth; cards are {', '.join(CARDS)}.")
    return amazonas2022.pack_card(CARDS.index(match[1]))
