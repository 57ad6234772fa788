"""The schema of an Amazonia Park pack, and all that can be wrong with one. Every check goes on after a defect.

The limits are the kernel's (cext/park.pxd), where a state has a fixed size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cext import park
from engines.content import BadPack
from engines.games.park.vocabulary import ANIMALS
from engines.schema import Node, repeated

Data = dict[str, Any]
Members = dict[str, Node]

_PARTS = ("morning", "evening")


def check(value: Any) -> Data:
    """The pack's data in normal form: printed animals row by row. Loading it gives it again.

    Raises BadPack with all defects.
    """
    root = Node(value)
    members = root.members(*_CHECKS)
    data = {key: _CHECKS[key](node) for key, node in members.items()}
    _check_size(root, data)
    _check_printed_on_board(members, data)
    _check_number_of_tiles(root, data)
    if root.defects:
        raise BadPack(root.defects)
    return {**data, "printed": sorted(data["printed"], key=lambda printed: (printed["row"], printed["column"]))}


# --- Each member by itself; what is refused is None from here on ---------------------------------------------------


def _side(node: Node) -> int | None:
    return node.integer(park.MIN_SIDE, park.MAX_SIDE)


def _printed(node: Node) -> list[Data] | None:
    items = node.array(0, park.MAX_CELLS)
    if items is None:
        return None
    printed = [_members_of(item, _PRINTED_CHECKS) for item in items]
    for place in repeated([_place(entry) for entry in printed]):
        items[place].note("SPACE_PRINTED_TWICE", "Animals are printed on this space already.")
    return printed


def _place(entry: Data) -> tuple[int, int] | None:
    column, row = entry["column"], entry["row"]
    return None if column is None or row is None else (column, row)


def _members_of(node: Node, checks: dict[str, Callable[[Node], Any]]) -> Data:
    """An object with exactly these members; None for each that is missing or refused."""
    members = node.members(*checks)
    return {key: read(members[key]) if key in members else None for key, read in checks.items()}


_PRINTED_CHECKS: dict[str, Callable[[Node], Any]] = {
    "column": lambda node: node.integer(0, park.MAX_SIDE - 1),
    "row": lambda node: node.integer(0, park.MAX_SIDE - 1),
    "animal": lambda node: node.choice(ANIMALS),
    "count": lambda node: node.integer(1, park.TILE_COUNTS),
}


def _tiles(node: Node) -> Data:
    """How many tiles show one, two or three of each animal."""
    return _members_of(node, dict.fromkeys(ANIMALS, _numbers))


def _numbers(node: Node) -> list[int] | None:
    items = node.array(park.TILE_COUNTS, park.TILE_COUNTS)
    if items is None:
        return None
    numbers = [item.integer(0, park.MAX_TILES) for item in items]
    known = [number for number in numbers if number is not None]
    return known if len(known) == park.TILE_COUNTS else None


_CHECKS: dict[str, Callable[[Node], Any]] = {
    "name": Node.name,
    "provenance": Node.provenance,
    "columns": _side,
    "rows": _side,
    "printed": _printed,
    "morning": _tiles,
    "evening": _tiles,
}


# --- Members together, as far as each of them is sound -------------------------------------------------------------


def _check_size(root: Node, data: Data) -> None:
    """The board is not too large, and not full from the start."""
    columns, rows, printed = data.get("columns"), data.get("rows"), data.get("printed")
    if columns is None or rows is None:
        return
    if columns * rows > park.MAX_CELLS:
        root.note("BOARD_TOO_LARGE", f"The board has {columns * rows} spaces; at most {park.MAX_CELLS} are allowed.")
    if printed is not None and len(printed) >= columns * rows:
        root.note("NO_EMPTY_SPACE", "The printed animals leave no space for a tile.")


def _check_printed_on_board(members: Members, data: Data) -> None:
    """Every printed animal is on the board."""
    for entry, node in zip(
        data.get("printed") or (), members["printed"].items() if data.get("printed") else (), strict=True
    ):
        for key, side in (("column", "columns"), ("row", "rows")):
            size, at = data.get(side), entry[key]
            if size is not None and at is not None and at >= size:
                node.note("SPACE_NOT_ON_BOARD", f"There is no {key} {at}; the board has the {side} 0 to {size - 1}.")


def _check_number_of_tiles(root: Node, data: Data) -> None:
    """As many tiles as the largest table needs for its first hands, and no more than the kernel can count."""
    parts = [data.get(part) for part in _PARTS]
    numbers = [part[animal] for part in parts if part is not None for animal in ANIMALS]
    if None in parts or None in numbers:
        return
    tiles = sum(sum(of_animal) for of_animal in numbers)
    if not park.MAX_PLAYERS <= tiles <= park.MAX_TILES:
        root.note(
            "WRONG_NUMBER_OF_TILES",
            f"There are {tiles} tiles in all; there must be {park.MAX_PLAYERS} to {park.MAX_TILES}.",
        )
