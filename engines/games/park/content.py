"""The content of Amazonia Park: the board with its printed animals, and how many tiles there are of which kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from engines.content import CUSTOM, MAX_INLINE_PACK, ContentPack, make_pack
from engines.games.park.board import Board
from engines.games.park.pack_check import check
from engines.games.park.vocabulary import ANIMALS
from engines.kept import kept_with_argument
from engines.strict_json import read_json

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
    texts = (
        entry.read_text(encoding="utf-8")
        for entry in (resources.files(__package__) / "packs").iterdir()
        if entry.name.endswith(".json")
    )
    packs = sorted((make_pack(check(read_json(text, MAX_INLINE_PACK))) for text in texts), key=lambda pack: pack.id)
    return {pack.id: pack for pack in packs}


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack, whose provenance is custom whatever it claims. Raises BadPack with all defects."""
    return make_pack({**check(read_json(text, MAX_INLINE_PACK)), "provenance": CUSTOM})
