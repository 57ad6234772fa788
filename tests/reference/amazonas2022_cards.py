"""The cards of Amazonas 2022, the card game, and the words in which its moves and its chance are told.

A card's kind is a number: those of the number cards are their values, the animals follow. Two cards are equal when
they are of one kind (amazonas-2022 3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

# --- Kinds of card ---------------------------------------------------------------------------------------------------

KINDS = (
    *map(str, range(6)),
    "sloth",
    "toad",
    "anaconda",
    "jaguar",
    "monkey",
    "toucan",
    "dolphin",
)
SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY, TOUCAN, DOLPHIN = range(6, 13)

WITH_EFFECT = (SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY)
"""Effects of the Animal Cards: toucans and dolphins have none."""


@dataclass(frozen=True)
class Content:
    """Components: how many cards of each kind there are, and their points."""

    counts: tuple[int, ...] = (8, 8, 8, 8, 8, 8, 16, 16, 8, 8, 8, 8, 2)
    values: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 4, 4, 4, 4, 4, -1, -2)

    @classmethod
    def from_json(cls, pack: Mapping[str, Any]) -> Content:
        """Read a content pack."""
        cards = [pack["cards"][kind] for kind in KINDS]
        return cls(tuple(card["count"] for card in cards), tuple(card["value"] for card in cards))

    def deck(self, *, without_monkeys: bool) -> list[int]:
        """Basic Variant: how many cards of each kind are played with."""
        return [0 if kind == MONKEY and without_monkeys else count for kind, count in enumerate(self.counts)]


PRINTED = Content()
"""The cards of the game."""

SPECTATORS = 7
"""Whoever has no seat, among those who know a card; what lay open is known to them too."""


@dataclass(eq=False)
class Card:
    """One card, wherever it goes. It is equal to itself alone."""

    kind: int
    origin: int
    """From which deck it was drawn unseen: how many shuffles came before it; 0 too for a card that lay open."""
    known: frozenset[int] = frozenset()
    """The seats that know it where it lies, and SPECTATORS."""
    used: bool = False
    """On the discard pile: it was laid by a wild discard, or has been matched by one; never matched again."""

    def seen_by(self, seats: Collection[int]) -> None:
        """These know it from now on."""
        self.known = self.known.union(seats)

    def copy(self) -> Card:
        """An independent copy."""
        return Card(self.kind, self.origin, self.known, self.used)


# --- Moves -----------------------------------------------------------------------------------------------------------

LOOK, RETURN, DRAW, TAKE, CALL, PASS, SWAP, DISCARD, SKIP, EXCHANGE, DIRECTION, PICK, WILD, GIVE = range(1, 15)
"""The kinds of move, as the top byte of a move word tells them."""

ARGUMENTS: Mapping[int, int] = {
    LOOK: 2,
    RETURN: 0,
    DRAW: 0,
    TAKE: 0,
    CALL: 0,
    PASS: 0,
    SWAP: 1,
    DISCARD: 0,
    SKIP: 0,
    EXCHANGE: 3,
    DIRECTION: 1,
    PICK: 1,
    WILD: 3,
    GIVE: 1,
}
"""How many arguments each kind has: LOOK seat, slot; SWAP, PICK, GIVE own slot; EXCHANGE own slot, seat, slot;
DIRECTION left or right; WILD seat, slot, and whether another attempt of the same race follows."""

LEFT, RIGHT = range(2)
"""Directions; left is the next seat (amazonas-2022 15)."""

_KIND_BITS = 56
_ARGUMENT_SHIFTS = (16, 8, 0)


class Move(NamedTuple):
    """A kind of move and its arguments; those that the kind does not have are 0."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0
    stray: int = 0
    """What a word says where nothing can be said."""

    @property
    def word(self) -> int:
        """The move as one number."""
        return self.kind << _KIND_BITS | self.stray << 24 | self.a << 16 | self.b << 8 | self.c

    @classmethod
    def from_word(cls, word: int) -> Move:
        """The move that a word tells, sensible or not."""
        a, b, c = (word >> shift & 0xFF for shift in _ARGUMENT_SHIFTS)
        return cls(word >> _KIND_BITS, a, b, c, word >> 24 & 0xFFFFFFFF)

    @property
    def exists(self) -> bool:
        """Can such a move be meant at all?"""
        if self.kind not in ARGUMENTS or self.stray:
            return False
        if any((self.a, self.b, self.c)[ARGUMENTS[self.kind] :]):
            return False
        return self.kind != WILD or self.c in (0, 1)


# --- Chance ----------------------------------------------------------------------------------------------------------

CARD = 1
"""The only kind of chance outcome: a card that comes off the draw pile."""


def card_word(kind: int, copy: int = 0) -> int:
    """The outcome: such a card is drawn; the copy tells equal cards apart, which all lead to the same."""
    return CARD << _KIND_BITS | copy << 8 | kind


def card_fields(word: int) -> tuple[int, int]:
    """Kind and copy of an outcome; the copy takes all bits that are left, so that stray ones show."""
    data = word & (1 << _KIND_BITS) - 1
    return data & 0xFF, data >> 8
