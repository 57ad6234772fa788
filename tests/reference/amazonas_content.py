"""What the plain twin of Amazonas plays with: the map and the missions, the options, the words for moves and chance.

A seat, a village, a specimen type, a mission, an event card and an income card are all numbers counted from 0 (an
income card is its value); 0 is an ordinary value everywhere, so absence is always ``None`` and never a falsy number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MAX_PLAYERS = 4
ROUNDS = 18
SILVER_PER_GOLD = 3
START_SILVER = 3 * SILVER_PER_GOLD
HUTS = 12
NEUTRAL_HUTS = 6
TOKENS_PER_TYPE = 12
MISSION_POINTS = 3

TYPES = ("fish", "butterfly", "iguana", "parrot", "orchid")
FISH, BUTTERFLY, IGUANA, PARROT, ORCHID = range(5)

INCOME_CARDS = range(7)
ALL_TYPES_CARD, NATIVE_CARD = 0, 6
"""The income cards that show no single type; card 1 shows type 0 and so on (amazonas 2)."""

JAGUAR = "jaguar"
CROCODILE = "crocodile"
FOREST_FIRE = "forest-fire"
THEFT = "theft"
NATIVES = "natives"
BONUS = "bonus"

EVENT_CARDS: tuple[tuple[str, int | None], ...] = (
    *[(JAGUAR, None)] * 2,
    *[(CROCODILE, None)] * 2,
    *[(FOREST_FIRE, None)] * 3,
    *[(THEFT, None)] * 2,
    *[(NATIVES, None)] * 4,
    *[(BONUS, type_) for type_ in range(len(TYPES))],
)
"""Event Cards (amazonas 3): the event on each card, and for a bonus the type it shows."""

FIVE_TYPE_BONUSES = {2: (4, 2), 3: (4, 3, 2), 4: (5, 4, 3, 2)}
"""Bonus Points for Specimen Tokens; Runde Bonus-Chips: by number of players, first to complete first (amazonas 10)."""


# --- Content -------------------------------------------------------------------------------------------------------


class Village(NamedTuple):
    """A village, where it is drawn, what is collected there, and the price in gold of each site, cheapest first."""

    id: int
    name: str
    x: float
    y: float
    specimen: int
    sites: tuple[int, ...]


class Edge(NamedTuple):
    """Two villages that are connected: by a jungle path, by a river route, or by both."""

    a: int
    b: int
    path: bool
    river: bool


@dataclass(frozen=True)
class Content:
    """What is printed: the board and the mission cards."""

    name: str
    provenance: str
    villages: tuple[Village, ...]
    edges: tuple[Edge, ...]
    missions: tuple[tuple[int, ...], ...]

    @classmethod
    def from_json(cls, pack: Mapping[str, Any]) -> Content:
        """Read a content pack; what only serves the drawing of an edge is left out."""
        return cls(
            name=pack["name"],
            provenance=pack["provenance"],
            villages=tuple(
                Village(v["id"], v["name"], v["x"], v["y"], TYPES.index(v["specimen"]), tuple(v["sites"]))
                for v in pack["villages"]
            ),
            edges=tuple(Edge(e["a"], e["b"], e["path"], e["river"]) for e in pack["edges"]),
            missions=tuple(tuple(mission) for mission in pack["missions"]),
        )

    def edges_of(self, village: int) -> list[Edge]:
        """All connections of a village."""
        return [edge for edge in self.edges if village in (edge.a, edge.b)]

    def neighbours(self, village: int) -> list[int]:
        """The villages that a village is connected to, ascending."""
        return sorted(edge.b if edge.a == village else edge.a for edge in self.edges_of(village))


# --- Options -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """Where the two editions differ; a table may mix them."""

    tie_break: str = "WHITE_NUMBER"
    """Of equal incomes: WHITE_NUMBER or COPPER_COINS (amazonas 5)."""
    native_needs_own_type: bool = False
    """Is a native assigned to one of the player's own types only? (amazonas 7)"""
    mission_scoring: str = "LOSS"
    """LOSS for each mission village missed or GAIN for each reached (amazonas 11)."""
    majority_chips: bool = False
    """Does being alone ahead in a type bring a point? (amazonas 10)"""
    extra_huts: bool = False
    """Can huts beyond the twelfth be bought? (amazonas 8)"""
    neutral_huts: bool = False
    """Are there neutral huts when two play? (amazonas 9)"""

    def __post_init__(self) -> None:
        if self.tie_break not in ("WHITE_NUMBER", "COPPER_COINS"):
            raise ValueError(f"tie_break is WHITE_NUMBER or COPPER_COINS, not {self.tie_break}")
        if self.mission_scoring not in ("LOSS", "GAIN"):
            raise ValueError(f"mission_scoring is LOSS or GAIN, not {self.mission_scoring}")

    @classmethod
    def read(cls, option: Callable[[str], str]) -> Options:
        """From the texts that a table is set up with: `option` tells the value of each by its name."""
        return cls(
            tie_break=option("tie_break"),
            native_needs_own_type=_flag(option("native_needs_own_type")),
            mission_scoring=option("mission_scoring"),
            majority_chips=_flag(option("majority_chips")),
            extra_huts=_flag(option("extra_huts")),
            neutral_huts=_flag(option("neutral_huts")),
        )


def _flag(text: str) -> bool:
    return {"false": False, "true": True}[text]


RULES_2005 = Options()
RULES_BGA = Options(
    tie_break="COPPER_COINS",
    native_needs_own_type=True,
    mission_scoring="GAIN",
    majority_chips=True,
    extra_huts=True,
    neutral_huts=True,
)


# --- Words ---------------------------------------------------------------------------------------------------------

BUILD, PASS, CARD, INCOME, HIRE, NEUTRAL, END = range(1, 8)
"""The kinds of move, as the top byte of a move word tells them."""

WITHOUT_ARGUMENT = (PASS, INCOME, END)

MISSION, EVENT = 1, 2
"""The kinds of chance outcome, as the top byte of an outcome word tells them."""

_ARGUMENT_BITS = 56
_ARGUMENT_MASK = (1 << _ARGUMENT_BITS) - 1


class Move(NamedTuple):
    """A kind of move, and which village (BUILD, NEUTRAL), income card (CARD) or type (HIRE)."""

    kind: int
    argument: int = 0

    @property
    def word(self) -> int:
        """The move as one number."""
        return self.kind << _ARGUMENT_BITS | self.argument

    @classmethod
    def from_word(cls, word: int) -> Move:
        """The move that a word tells, sensible or not."""
        return cls(word >> _ARGUMENT_BITS, word & _ARGUMENT_MASK)

    @property
    def exists(self) -> bool:
        """Can such a move be meant at all? The argument is one byte, and some kinds have none."""
        limit = 1 if self.kind in WITHOUT_ARGUMENT else 256
        return BUILD <= self.kind <= END and self.argument < limit


def mission_word(seat: int, mission: int) -> int:
    """The outcome: this seat is dealt this mission card."""
    return MISSION << _ARGUMENT_BITS | mission << 8 | seat


def event_word(card: int) -> int:
    """The outcome: this card of `EVENT_CARDS` is turned over."""
    return EVENT << _ARGUMENT_BITS | card


def outcome_kind(word: int) -> int:
    """MISSION, EVENT or nothing sensible."""
    return word >> _ARGUMENT_BITS


def mission_fields(word: int) -> tuple[int, int]:
    """Seat and mission; the mission takes all bits that are left, so that stray ones show."""
    data = word & _ARGUMENT_MASK
    return data & 0xFF, data >> 8


def event_field(word: int) -> int:
    """The event card; it takes all bits, so that stray ones show."""
    return word & _ARGUMENT_MASK
