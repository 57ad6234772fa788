"""The names of cards, directions and piles: as text, as words for people, and on the wire."""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas2022_pb2
from cext import amazonas2022
from engines.notebook import signed

# By the kernel's number of a card, as the notation and packs name it.
CARDS = ("0", "1", "2", "3", "4", "5", "sloth", "toad", "anaconda", "jaguar", "monkey", "toucan", "dolphin")
# The kinds below this are numbers.
NUMBERS = amazonas2022.SLOTH
CARDS_TO_WIRE: Mapping[int, amazonas2022_pb2.Amazonas2022Card] = {
    0: amazonas2022_pb2.AMAZONAS2022_CARD_ZERO,
    1: amazonas2022_pb2.AMAZONAS2022_CARD_ONE,
    2: amazonas2022_pb2.AMAZONAS2022_CARD_TWO,
    3: amazonas2022_pb2.AMAZONAS2022_CARD_THREE,
    4: amazonas2022_pb2.AMAZONAS2022_CARD_FOUR,
    5: amazonas2022_pb2.AMAZONAS2022_CARD_FIVE,
    amazonas2022.SLOTH: amazonas2022_pb2.AMAZONAS2022_CARD_SLOTH,
    amazonas2022.TOAD: amazonas2022_pb2.AMAZONAS2022_CARD_TOAD,
    amazonas2022.ANACONDA: amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA,
    amazonas2022.JAGUAR: amazonas2022_pb2.AMAZONAS2022_CARD_JAGUAR,
    amazonas2022.MONKEY: amazonas2022_pb2.AMAZONAS2022_CARD_MONKEY,
    amazonas2022.TOUCAN: amazonas2022_pb2.AMAZONAS2022_CARD_TOUCAN,
    amazonas2022.DOLPHIN: amazonas2022_pb2.AMAZONAS2022_CARD_DOLPHIN,
}
CARDS_FROM_WIRE = {int(wire): card for card, wire in CARDS_TO_WIRE.items()}

# By the kernel's number of a direction.
DIRECTIONS = ("left", "right")
DIRECTIONS_TO_WIRE: Mapping[int, amazonas2022_pb2.Amazonas2022Direction] = {
    amazonas2022.LEFT: amazonas2022_pb2.AMAZONAS2022_DIRECTION_LEFT,
    amazonas2022.RIGHT: amazonas2022_pb2.AMAZONAS2022_DIRECTION_RIGHT,
}
DIRECTIONS_FROM_WIRE = {int(wire): direction for direction, wire in DIRECTIONS_TO_WIRE.items()}

# By the kernel's number of where a card that is held comes from.
PILES_TO_WIRE: Mapping[int, amazonas2022_pb2.Amazonas2022Pile] = {
    amazonas2022.FROM_DRAW_PILE: amazonas2022_pb2.AMAZONAS2022_PILE_DRAW,
    amazonas2022.FROM_DISCARDS: amazonas2022_pb2.AMAZONAS2022_PILE_DISCARD,
}
PILES_FROM_WIRE = {int(wire): pile for pile, wire in PILES_TO_WIRE.items()}


def card_index(wire: int) -> int:
    """The kernel's number of a card that a view names."""
    return CARDS_FROM_WIRE[wire]


def card_name(card: int) -> str:
    """A card as a word of a sentence, without an article: `sloth`, `3`."""
    return CARDS[card]


def a_card(card: int) -> str:
    """A card with its article: `a sloth`, `an anaconda`, `a 3`."""
    return f"{'an' if card == amazonas2022.ANACONDA else 'a'} {CARDS[card]}"


def counted(number: int, noun: str) -> str:
    """A number of something: `1 card`, `3 cards`, with a real minus sign."""
    return f"{signed(number)} {noun}{'' if abs(number) == 1 else 's'}"
