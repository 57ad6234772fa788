"""The content of Trek 12: the printed sheet, its choices table and its cards.

Circles are numbered 0 .. n-1; observation cards are numbered by name, because the members of a JSON object have no
order. Coordinates grow to the right and downward; the unit of the printed sheet is a hundredth of its width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from cext import trek12
from engines.content import ContentPack
from engines.games.trek12.pack_check import check
from engines.kept import kept_with_argument
from engines.packs import load_custom, load_shipped


class Circle(NamedTuple):
    """A circle of the sheet as printed."""

    x_hundredths: int
    y_hundredths: int
    river: bool


class Card(NamedTuple):
    """An observation card."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Content:
    """A checked pack, ready to be asked."""

    circles: tuple[Circle, ...]
    edges: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    boxes_per_operation: int
    max_number: int
    danger_points: int
    cards: tuple[Card, ...]
    number_cards: tuple[int, ...]
    lines: int

    @property
    def rounds(self) -> int:
        """As many as the choices table has boxes ("End of the Game")."""
        return trek12.OPERATIONS * self.boxes_per_operation


@kept_with_argument
def content_of(pack: ContentPack) -> Content:
    """What a checked pack says."""
    data = pack.data
    edges = tuple((low, high) for low, high in data["edges"])
    neighbours: list[list[int]] = [[] for _ in data["circles"]]
    for low, high in edges:
        neighbours[low].append(high)
        neighbours[high].append(low)
    return Content(
        circles=tuple(Circle(round(c["x"] * 100), round(c["y"] * 100), c["river"]) for c in data["circles"]),
        edges=edges,
        neighbours=tuple(tuple(sorted(circles)) for circles in neighbours),
        boxes_per_operation=data["boxes_per_operation"],
        max_number=data["max_number"],
        danger_points=data["danger_points"],
        cards=tuple(Card(name, tuple(values)) for name, values in data["observation_cards"].items()),
        number_cards=tuple(data["number_cards"]),
        lines=data["observation_lines"],
    )


@cache
def shipped_packs() -> Mapping[str, ContentPack]:
    """The packs beside this module by id, ascending; the printed one bears the ruleset's own id."""
    return load_shipped(__package__, check)


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack. Raises BadPack with all defects."""
    return load_custom(text, check)
