"""The content of Amazonas: the board with its villages, jungle paths and river routes, and the mission cards.

Villages and mission cards are numbered from 0 in the order in which the pack tells them. Coordinates grow to the right
and downward, in a unit of the pack's own choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engines.content import ContentPack
from engines.games.amazonas.pack_check import check
from engines.games.amazonas.vocabulary import SPECIMENS
from engines.kept import kept_with_argument
from engines.packs import load_custom, load_shipped

Point = tuple[int, int]


class Village(NamedTuple):
    """A village: what is collected there, and the price in gold of each site, cheapest first ("The Game Board")."""

    name: str
    x_hundredths: int
    y_hundredths: int
    specimen: int
    sites: tuple[int, ...]


class Edge(NamedTuple):
    """A connection of two villages, `a` the lower: a jungle path, a river route, or both.

    `bend` holds points in hundredths that its drawing passes on the way from `a` to `b`.
    """

    a: int
    b: int
    path: bool
    river: bool
    bend: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Content:
    """A checked pack, ready to be asked."""

    villages: tuple[Village, ...]
    edges: tuple[Edge, ...]
    missions: tuple[tuple[int, ...], ...]


@kept_with_argument
def content_of(pack: ContentPack) -> Content:
    """What a checked pack says."""
    data = pack.data
    return Content(
        villages=tuple(
            Village(v["name"], *_hundredths((v["x"], v["y"])), SPECIMENS.index(v["specimen"]), tuple(v["sites"]))
            for v in data["villages"]
        ),
        edges=tuple(
            Edge(e["a"], e["b"], e["path"], e["river"], tuple(_hundredths(point) for point in e.get("bend", ())))
            for e in data["edges"]
        ),
        missions=tuple(tuple(mission) for mission in data["missions"]),
    )


def _hundredths(point: Sequence[Any]) -> Point:
    x, y = point
    return round(x * 100), round(y * 100)


@cache
def shipped_packs() -> Mapping[str, ContentPack]:
    """The packs beside this module by id, ascending."""
    return load_shipped(__package__, check)


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack. Raises BadPack with all defects."""
    return load_custom(text, check)
