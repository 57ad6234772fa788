"""The score tables of the viewer's own sheet: choices, danger, score, trails and zones."""

from __future__ import annotations

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.games.trek12 import picture_style as style
from engines.games.trek12.picture_board import trail_badge
from engines.games.trek12.standing import (
    OPERATION_NAMES,
    item_points,
    operation_index,
    trail_numbers,
    zone_numbers,
)
from engines.svg import Element, group, number, translate

_INSET = 18


def choices_table(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet, width: float) -> notebook.Drawn:
    """The choices table: a row per operation, ticked from left to right ("How to Play")."""
    boxes = view.boxes_per_operation
    step = min(34.0, (width - 2 * _INSET - 150) / boxes)
    side = step - 8
    chosen = operation_index(sheet.chosen.operation) if sheet.HasField("chosen") else None
    rows = group()
    for index, name in enumerate(OPERATION_NAMES):
        y = 48.0 + 34 * index
        safe = index == operation_index(view.river_safe_operation)
        used = sheet.used[index]
        row = group(
            style.operation_glyph(index, _INSET, y + 2, 20),
            notebook.label(name, _INSET + 30, y + 18, 15, fill=notebook.SOFT_INK if used >= boxes else notebook.INK),
            class_="operation",
            data_operation=index,
            data_used=used,
        )
        if safe:
            row.add(style.boat(_INSET + 118, y + 4))
        for box in range(boxes):
            x = width - _INSET - step * (boxes - box) + 8
            pencilled = index == chosen and box == used
            row.add(_tick_box(x, y, side, ticked=box < used, pencilled=pencilled))
        rows.add(row)
    height = 48.0 + 34 * len(OPERATION_NAMES) + 38
    note = group(style.boat(_INSET, height - 31), notebook.label("safe on the river", _INSET + 30, height - 18, 12.5))
    note.add(Element("title", "The operation with the boat wakes no piranha"))
    return notebook.panel(width, height, "Choices", rows, note, class_="choices box"), height


def _tick_box(x: float, y: float, side: float, *, ticked: bool, pencilled: bool = False) -> Element:
    box = group(
        Element(
            "rect",
            x=x,
            y=y + (26 - side) / 2,
            width=side,
            height=side,
            rx=4,
            fill=notebook.HALO,
            stroke=notebook.PENCIL if pencilled else notebook.FOREST,
            stroke_width=1.6,
            stroke_dasharray="3 2" if pencilled else None,
        ),
        class_="tick ticked" if ticked else "tick",
    )
    if ticked or pencilled:
        box.add(notebook.check_mark(x, y + (26 - side) / 2, side, notebook.INK if ticked else notebook.PENCIL))
    return box


def danger_table(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet, width: float) -> notebook.Drawn:
    """The danger zone: eight boxes, and more as needed ("The Danger Zone")."""
    per_row = int((width - 2 * _INSET) // 34)
    boxes = max(8, sheet.danger_ticks)
    grid = group(
        *(
            _tick_box(_INSET + 34 * (box % per_row), 44.0 + 34 * (box // per_row), 26, ticked=box < sheet.danger_ticks)
            for box in range(boxes)
        ),
        data_ticks=sheet.danger_ticks,
    )
    height = 44.0 + 34 * -(-boxes // per_row) + 8
    price = notebook.label(
        f"{notebook.signed(-view.danger_points)} each", width - _INSET, 30, 12.5, anchor="end", fill=notebook.SOFT_INK
    )
    return notebook.panel(width, height, "Danger", price, grid, class_="danger box"), height


def score_table(sheet: trek12_pb2.Trek12Sheet, width: float, finished: bool) -> notebook.Drawn:
    """The running score item by item, and the total ("How to count your points")."""
    rows = group()
    y = 48.0
    for name, points, detail in item_points(sheet):
        row = group(class_="item", data_item=name)
        row.add(notebook.label(name.capitalize(), _INSET, y + 16, 15, width=width - 2 * _INSET - 70))
        row.add(
            notebook.label(
                notebook.signed(points), width - _INSET, y + 16, 15, anchor="end", bold=True, class_="points"
            )
        )
        y += 24
        for text in notebook.wrap(detail, width - 2 * _INSET - 12, 12, 2):
            row.add(notebook.label(text, _INSET + 12, y + 11, 12, fill=notebook.SOFT_INK, class_="detail"))
            y += 16
        y += 6
        rows.add(row)
    rows.add(
        Element("path", d=f"M{_INSET} {number(y)}H{number(width - _INSET)}", stroke=notebook.FOREST, stroke_width=1.4),
        notebook.label("Total" if finished else "So far", _INSET, y + 30, 18, fill=notebook.FOREST, bold=True),
        notebook.label(
            notebook.signed(sheet.total),
            width - _INSET,
            y + 32,
            26,
            anchor="end",
            fill=notebook.FOREST,
            bold=True,
            class_="total",
        ),
    )
    return notebook.panel(width, y + 48, "Score", rows, class_="score box"), y + 48


def groups_table(sheet: trek12_pb2.Trek12Sheet, width: float, prefix: str) -> notebook.Drawn:
    """Trails and zones side by side with their letters and patterns, and what each is worth."""
    column = (width - 3 * _INSET) / 2
    trails = group(class_="trails")
    for index, trail in enumerate(sheet.trails):
        row = group(transform=translate(_INSET, 68.0 + 28 * index), class_="row", data_trail=index)
        row.add(Element("path", d="M0 9H34", stroke=style.trail_colour(index), stroke_width=7, stroke_linecap="round"))
        row.add(trail_badge(index, 17, 9))
        row.add(*_group_words(trail_numbers(sheet, trail), trail.points, column))
        trails.add(row)
    zones = group(class_="zones")
    for index, zone in enumerate(sheet.zones):
        row = group(transform=translate(2 * _INSET + column, 68.0 + 28 * index), class_="row", data_zone=index)
        row.add(
            Element(
                "rect",
                x=-2,
                y=-1,
                width=40,
                height=20,
                rx=4,
                fill=style.zone_fill(prefix, index),
                stroke=style.zone_ink(index),
            )
        )
        row.add(*_group_words(zone_numbers(sheet, zone).replace(" x ", " \u00d7 "), zone.points, column))
        zones.add(row)
    rows = max(len(sheet.trails), len(sheet.zones), 1)
    headings = group(
        notebook.label(
            "Trails" if sheet.trails else "No trail yet", _INSET, 54, 14, fill=notebook.SOFT_INK, italic=True
        ),
        notebook.label(
            "Zones" if sheet.zones else "No zone yet",
            2 * _INSET + column,
            54,
            14,
            fill=notebook.SOFT_INK,
            italic=True,
        ),
    )
    height = 68.0 + 28 * rows + 8
    return notebook.panel(width, height, "On the map", headings, trails, zones, class_="groups box"), height


def _group_words(words: str, points: int, width: float) -> tuple[Element, Element]:
    return (
        notebook.label(words, 48, 14, 14.5, width=width - 48 - 40),
        notebook.label(str(points), width - 4, 14, 14.5, anchor="end", bold=True, class_="points"),
    )
