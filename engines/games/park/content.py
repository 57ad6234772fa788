"""The content of Amazonia Park: the board with its printed animals, and how many tiles there are of which kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engines.content import ContentPack
from engines.games.park.board import Board
from engines.games.park.pack_check import check
from engines.games.park.vocabulary import ANIMALS
from engines.kept import kept_with_argument
from engines.packs import load_custom, load_shipped

# For each animal, how many tiles show one, two or three of it.
Tiles = tuple[tuple[int, ...], ...]


class Printed(NamedTuple):
    """Animals printed on the board ("Components")."""

    cell: int
    animal: int
    number: int


@dataclass(frozen=True)
class Content:
    """A checked pack, ready to be asked."""

    board: Board
    printed: tuple[Printed, ...]
    morning: Tiles
    evening: Tiles


@kept_with_argument
def content_of(pack: ContentPack) -> Content:
    """What a checked pack says."""
    data = pack.data
    board = Board(data["columns"], data["rows"])
    return Content(
        board=board,
        printed=tuple(
            Printed(board.cell(p["column"], p["row"]), ANIMALS.index(p["animal"]), p["count"]) for p in data["printed"]
        ),
        morning=_tiles(data["morning"]),
        evening=_tiles(data["evening"]),
    )


def _tiles(part: Mapping[str, Any]) -> Tiles:
    return tuple(tuple(part[animal]) for animal in ANIMALS)


@cache
def shipped_packs() -> Mapping[str, ContentPack]:
    """The packs beside this module by id, ascending."""
    return load_shipped(__package__, check)


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack. Raises BadPack with all defects."""
    return load_custom(text, check)
