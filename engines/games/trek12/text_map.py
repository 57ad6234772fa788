"""The playing area of Trek 12 on a grid of characters, the circles where they are printed."""

from __future__ import annotations

from math import hypot

from canopy.v1 import trek12_pb2
from engines.games.trek12.standing import chosen_result, letters
from engines.terminal import WIDTH

# A circle's four or five characters, the letter of its zone, and room beside them.
_CELL = 8
_COLUMNS = WIDTH - _CELL
LEGEND = [
    "[ 5] number  [ *] spider  [ 5*] orphan  ~ 5~ river  ~ 5! piranha  ( 5) chosen, not written yet",
    "<17> empty circle 17  {17} the same in the river  a.. trail a  A after a circle: zone A",
]


def draw_map(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet) -> list[str]:
    """The circles on a grid of characters, with the links of the trails between them."""
    cells = _layout(view)
    height = max(row for row, _ in cells.values()) + 1
    grid = [[" "] * (WIDTH + _CELL) for _ in range(height)]
    for index, trail in enumerate(sheet.trails):
        for start, end in zip(trail.circles, trail.circles[1:], strict=False):
            _draw_link(grid, cells[start], cells[end], letters(index)[0])
    zones = {circle: letters(index).upper()[0] for index, zone in enumerate(sheet.zones) for circle in zone.circles}
    faces = _faces(view, sheet)
    for circle, (row, column) in cells.items():
        text = faces[circle] + zones.get(circle, " ")
        grid[row][column : column + len(text)] = text
    return ["".join(line).rstrip() for line in grid]


def _layout(view: trek12_pb2.Trek12View) -> dict[int, tuple[int, int]]:
    """Row and column of each circle: the printed place, moved on to the right where two would overlap."""
    xs = [place.x_hundredths for place in view.sheet]
    ys = [place.y_hundredths for place in view.sheet]
    across, down = max(xs) - min(xs) or 1, max(ys) - min(ys)
    gaps = [
        hypot(a.x_hundredths - b.x_hundredths, a.y_hundredths - b.y_hundredths)
        for index, a in enumerate(view.sheet)
        for b in view.sheet[index + 1 :]
    ]
    # Four lines from a circle to the one below it; and no more than a screen.
    lines = min(40, round(4 * down / min((gap for gap in gaps if gap), default=1)))
    taken: dict[int, set[int]] = {}
    cells = {}
    for place in sorted(view.sheet, key=lambda place: (place.x_hundredths, place.y_hundredths, place.circle)):
        row = round(lines * (place.y_hundredths - min(ys)) / (down or 1))
        column = round((_COLUMNS - 1) * (place.x_hundredths - min(xs)) / across)
        row, column = _free_cell(taken, row, column)
        taken.setdefault(row, set()).add(column)
        cells[place.circle] = row, column
    return cells


def _free_cell(taken: dict[int, set[int]], row: int, column: int) -> tuple[int, int]:
    """The wanted cell, or the next one to its right, or in the next row."""
    while any(abs(other - column) < _CELL - 2 for other in taken.get(row, ())):
        column += 1
        if column > _COLUMNS:
            row, column = row + 1, 0
    return row, column


def _draw_link(grid: list[list[str]], start: tuple[int, int], end: tuple[int, int], mark: str) -> None:
    """Points between two circles, with the letter of the trail in the middle."""
    row1, column1 = start
    row2, column2 = end
    steps = max(abs(row2 - row1), abs(column2 - column1) // 2, 1)
    for step in range(1, steps):
        row = round(row1 + (row2 - row1) * step / steps)
        column = round(column1 + 1.5 + (column2 - column1) * step / steps)
        grid[row][column] = mark if step == steps // 2 else "."


def _faces(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet) -> dict[int, str]:
    """What each circle looks like, in four characters or five."""
    faces = {place.circle: f"{{{place.circle:2}}}" if place.river else f"<{place.circle:2}>" for place in view.sheet}
    river = {place.circle for place in view.sheet if place.river}
    for circle in sheet.circles:
        written = f"{circle.number:2}" if circle.HasField("number") else " *"
        if circle.HasField("number") and circle.spider:
            written += "*"
        opening, closing = ("~", "!" if circle.piranha else "~") if circle.circle in river else ("[", "]")
        faces[circle.circle] = f"{opening}{written}{closing}"
    if sheet.HasField("chosen"):
        result = chosen_result(view, sheet.chosen)
        faces[sheet.chosen.circle] = "( *)" if result is None else f"({result:2})"
    return faces
