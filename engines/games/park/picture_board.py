"""The board of Amazonia Park: spaces, printed animals, tiles, and the lines of sight of the last one."""

from __future__ import annotations

from functools import lru_cache

from canopy.v1 import park_pb2
from engines import notebook
from engines.games.park import picture_style as style
from engines.games.park.vocabulary import ANIMALS, animal_index
from engines.svg import Element, Frozen, group, number, numbers

_EDGE = 34.0
_INSET = 14.0
_LARGEST = 96.0


def board_panel(view: park_pb2.ParkView, width: float) -> notebook.Drawn:
    """The board in its frame, with column and row numbers."""
    side = min((width - _EDGE - _INSET) / view.columns, _LARGEST)
    left = (width - _EDGE - _INSET - side * view.columns) / 2 + _EDGE
    height = _EDGE + side * view.rows + _INSET
    spaces = group(transform=f"translate({numbers(left, _EDGE)})", class_="spaces")
    spaces.add(_ground(view.columns, view.rows, side))
    spaces.add(_sight_lines(view, side))
    for cell in view.cells:
        if cell.HasField("tile"):
            spaces.add(_animals(cell, side))
    spaces.add(_marks(view, side))
    frame = Element("rect", width=width, height=height, rx=10, fill=notebook.FOREST_FLOOR, stroke=notebook.LINE)
    return group(frame, spaces, class_="panel board-panel"), height


@lru_cache(maxsize=64)
def _ground(columns: int, rows: int, side: float) -> Element:
    """The empty board, drawn once for each size."""
    ground = group(class_="ground")
    for column in range(columns):
        ground.add(_number(column, side * (column + 0.5), -11))
    for row in range(rows):
        ground.add(_number(row, -17, side * (row + 0.5) + 5))
        for column in range(columns):
            ground.add(
                Element(
                    "rect",
                    x=side * column + 2,
                    y=side * row + 2,
                    width=side - 4,
                    height=side - 4,
                    rx=7,
                    fill="#f1f3df",
                    stroke="#c3cfa2",
                )
            )
    return Frozen(ground)


def _number(index: int, x: float, y: float) -> Element:
    return notebook.label(str(index), x, y, 14, anchor="middle", fill=notebook.SOFT_INK)


def _middle(space: park_pb2.ParkSpace, side: float) -> tuple[float, float]:
    return side * (space.column + 0.5), side * (space.row + 0.5)


def _animals(cell: park_pb2.ParkCell, side: float) -> Element:
    """A tile, or animals printed on the board."""
    x, y = _middle(cell.space, side)
    return _cached_animals(cell.tile.animal, cell.tile.count, x, y, side, printed=cell.printed)


@lru_cache(maxsize=4096)
def _cached_animals(
    animal: park_pb2.ParkAnimal, count: int, x: float, y: float, side: float, *, printed: bool
) -> Element:
    """Kept, as most tiles stay where they are from picture to picture."""
    tile = park_pb2.ParkTile(animal=animal, count=count)
    index = animal_index(animal)
    card = Element(
        "rect",
        x=x - side / 2 + 4,
        y=y - side / 2 + 4,
        width=side - 8,
        height=side - 8,
        rx=0.3 * side if printed else 8,
        fill=style.PRINTED if printed else style.TILE,
        stroke=style.ANIMAL_INKS[index],
        stroke_width=1.2 if printed else 2,
        stroke_dasharray="4 3" if printed else None,
    )
    return Frozen(
        group(
            card,
            style.animals(tile, x, y, (side - 8) * (0.9 if printed else 1)),
            class_=f"box tile {ANIMALS[index]}{' printed' if printed else ''}",
            data_count=count,
        )
    )


def _sight_lines(view: park_pb2.ParkView, side: float) -> Element:
    """From the last tile to what it sees, below the tiles ("Take Pictures")."""
    lines = group(class_="sight-lines", stroke=style.SIGHT, stroke_width=number(max(4.0, side / 11)), opacity=0.75)
    if not view.HasField("last_placed"):
        return lines
    x, y = _middle(view.last_placed, side)
    for sight in view.sights:
        to_x, to_y = _middle(sight.space, side)
        lines.add(
            Element(
                "path",
                d=f"M{numbers(x, y)}L{numbers(to_x, to_y)}",
                stroke_dasharray="10 6",
                class_="sight-line",
                data_to=f"{sight.space.column},{sight.space.row}",
            )
        )
    return lines


def _marks(view: park_pb2.ParkView, side: float) -> Element:
    """Frames around the last tile and around what it sees."""
    marks = group(class_="marks", fill="none", stroke=style.SIGHT)
    if view.HasField("last_placed"):
        marks.add(_frame(view.last_placed, side, 4.2, None, "last-placed"))
    for sight in view.sights:
        marks.add(_frame(sight.space, side, 2.6, "7 4", "seen"))
    return marks


def _frame(space: park_pb2.ParkSpace, side: float, width: float, dashes: str | None, class_: str) -> Element:
    x, y = _middle(space, side)
    return Element(
        "rect",
        x=x - side / 2 + 2,
        y=y - side / 2 + 2,
        width=side - 4,
        height=side - 4,
        rx=10,
        stroke_width=width,
        stroke_dasharray=dashes,
        class_=class_,
        data_space=f"{space.column},{space.row}",
    )
