"""What lies on the table for all: the round, the dice, who has chosen, the ranking, and the other players' sheets."""

from __future__ import annotations

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.games.trek12 import picture_style as style
from engines.games.trek12.picture_board import board
from engines.games.trek12.picture_sheet import Geometry, placed
from engines.games.trek12.standing import OPERATION_NAMES, is_finished, item_points, places
from engines.svg import Element, group, translate

TITLE = "Trek 12: Amazonia"
_INSET = 18


def header(view: trek12_pb2.Trek12View, whose: str) -> Element:
    """Title, whose sheet it is, and the rounds gone by."""
    finished = is_finished(view)
    words = "The exploration is over" if finished else f"Round {view.round} of {view.rounds}"
    return notebook.page_header(TITLE, whose, words, view.round, view.rounds, finished=finished)


def round_table(view: trek12_pb2.Trek12View, width: float) -> notebook.Drawn:
    """The dice, the five results they allow, and who has chosen; the ranking once the game is over."""
    if is_finished(view):
        return ranking_table(view, width)
    content = group(transform=translate(_INSET, 46))
    if view.HasField("roll"):
        content.add(_die(view.roll.green, 0, "#2f7d4a", notebook.HALO, "green"))
        content.add(_die(view.roll.yellow, 70, "#f2cb45", notebook.INK, "yellow"))
        step = (width - 2 * _INSET - 150) / len(OPERATION_NAMES)
        for index, result in enumerate(view.results):
            content.add(_result(view, index, result, 150 + step * index, step - 10))
    else:
        laid_out = all(line.HasField("number") for line in view.lines)
        waiting = "The dice are about to be rolled." if laid_out else "The number cards are about to be laid out."
        content.add(notebook.label(waiting, 0, 34, 17, fill=notebook.SOFT_INK, italic=True))
    pips, depth = _chosen(view, width - 2 * _INSET)
    height = 46.0 + 62 + 18 + depth + 14
    return (
        notebook.panel(
            width,
            height,
            "This round",
            content,
            group(pips, transform=translate(_INSET, 46 + 62 + 18)),
            class_="round-table box",
        ),
        height,
    )


def _die(face: int, x: float, fill: str, ink: str, name: str) -> Element:
    return group(
        Element("title", f"{name} die"),
        Element("rect", x=x, y=0, width=58, height=58, rx=11, fill=fill, stroke=notebook.INK, stroke_width=1.4),
        notebook.label(str(face), x + 29, 41, 34, anchor="middle", fill=ink, bold=True),
        class_=f"die {name}",
    )


def _result(view: trek12_pb2.Trek12View, index: int, result: int, x: float, width: float) -> Element:
    """What an operation gives with this roll; a number over the highest is a spider ("Max. 12")."""
    over = result > view.max_number
    cell = group(
        Element("rect", x=x, y=0, width=width, height=58, rx=8, fill=notebook.HALO, stroke=notebook.LINE),
        notebook.label(
            OPERATION_NAMES[index], x + width / 2, 19, 12.5, anchor="middle", fill=notebook.SOFT_INK, width=width
        ),
        style.operation_glyph(index, x + 12, 30, 18),
        notebook.label(str(result), x + width / 2 + 4, 47, 22, anchor="middle", bold=True, class_="result"),
        class_="box result-cell",
        data_operation=index,
    )
    if over:
        cell.add(style.spider(x + width - 17, 40, 22, notebook.CLAY))
    return cell


def _chosen(view: trek12_pb2.Trek12View, width: float) -> notebook.Drawn:
    """Who has chosen: a pip per seat, filled with a tick when the choice is made."""
    done = sum(sheet.has_chosen for sheet in view.sheets)
    pips = group(notebook.label(f"Chosen: {done} of {len(view.sheets)}", 0, 19, 14.5), class_="chosen")
    left, step = 150.0, 34.0
    per_row = int((width - left) // step)
    for index, sheet in enumerate(view.sheets):
        x, y = left + step * (index % per_row), 30.0 * (index // per_row)
        pips.add(
            group(
                Element("title", f"Seat {sheet.seat} {'has chosen' if sheet.has_chosen else 'is choosing'}"),
                Element(
                    "rect",
                    x=x,
                    y=y + 1,
                    width=29,
                    height=25,
                    rx=12,
                    fill=notebook.FOREST if sheet.has_chosen else notebook.HALO,
                    stroke=notebook.FOREST,
                    stroke_width=1.2,
                    stroke_dasharray=None if sheet.has_chosen else "3 3",
                ),
                notebook.label(
                    str(sheet.seat),
                    x + 14.5,
                    y + 18,
                    13,
                    anchor="middle",
                    fill=notebook.HALO if sheet.has_chosen else notebook.INK,
                    bold=sheet.has_chosen,
                ),
                class_="seat has-chosen" if sheet.has_chosen else "seat",
                data_seat=sheet.seat,
            )
        )
    return pips, 30.0 * -(-len(view.sheets) // per_row)


def ranking_table(view: trek12_pb2.Trek12View, width: float) -> notebook.Drawn:
    """Place and total of every seat, best first ("Goal")."""
    columns = min(4, len(view.sheets))
    step = min(260.0, (width - 2 * _INSET) / columns)
    cells = group(class_="ranking")
    for index, (place, sheet) in enumerate(places(view)):
        own = view.HasField("viewer") and view.viewer == sheet.seat
        cell_width = step - 10
        cells.add(
            group(
                Element(
                    "rect",
                    width=cell_width,
                    height=32,
                    rx=8,
                    fill="#dfe9cf" if place == 1 else notebook.HALO,
                    stroke=notebook.FOREST if own or place == 1 else notebook.LINE,
                    stroke_width=2 if own else 1,
                ),
                notebook.label(f"{place}.", 34, 22, 15, anchor="end", fill=notebook.FOREST, bold=True),
                notebook.label(f"Seat {sheet.seat}", 42, 22, 15),
                notebook.label(notebook.signed(sheet.total), cell_width - 12, 22, 16, anchor="end", bold=True),
                transform=translate(_INSET + step * (index % columns), 46 + 40 * (index // columns)),
                class_="box place-cell",
                data_seat=sheet.seat,
                data_place=place,
            )
        )
    height = 46.0 + 40 * -(-len(view.sheets) // columns) + 8
    return notebook.panel(width, height, "Final ranking", cells, class_="ranking-table box"), height


def small_sheet(
    view: trek12_pb2.Trek12View,
    sheet: trek12_pb2.Trek12Sheet,
    geometry: Geometry,
    prefix: str,
    place: int | None,
) -> notebook.Drawn:
    """Another player's sheet: the map, the boxes ticked, progress and score."""
    width = geometry.width + 2 * _INSET
    card = group(
        notebook.label(notebook.signed(sheet.total), width - _INSET, 30, 17, anchor="end", bold=True, class_="total"),
        group(board(view, sheet, geometry, placed(f"{prefix}-printed"), prefix), transform=translate(_INSET, 42)),
    )
    if sheet.has_chosen:
        mark = notebook.check_mark(_INSET + 82, 15, 17, notebook.FOREST)
        card.add(group(Element("title", "has chosen"), mark, class_="has-chosen"))
    y = 42 + geometry.height + 12
    card.add(_small_choices(view, sheet, geometry.width, y), _small_observations(view, sheet, geometry.width, y + 34))
    y += 36
    names = {"trails": "Trails", "zones": "Zones", "observations": "Observed", "danger": "Danger"}
    step = geometry.width / 4
    for index, (name, points, _) in enumerate(item_points(sheet)[:4]):
        x = _INSET + step * (index + 0.5)
        card.add(
            notebook.label(names.get(name, name), x, y + 44, 10, anchor="middle", fill=notebook.SOFT_INK, width=step),
            notebook.label(notebook.signed(points), x, y + 62, 15, anchor="middle", bold=True, class_="points"),
        )
    title = f"Seat {sheet.seat}" if place is None else f"Seat {sheet.seat}, place {place}"
    return notebook.panel(width, y + 76, title, card, class_="sheet box"), y + 76


def _small_choices(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet, width: float, y: float) -> Element:
    """The choices table in one line: per operation its sign and its boxes in two rows."""
    step = width / len(OPERATION_NAMES)
    line = group(class_="choices")
    for index, used in enumerate(sheet.used):
        x = _INSET + step * index
        line.add(style.operation_glyph(index, x, y + 4, 14))
        line.add(_small_boxes(x + 17, y, step - 20, used, view.boxes_per_operation, 2))
    return line


def _small_observations(view: trek12_pb2.Trek12View, sheet: trek12_pb2.Trek12Sheet, width: float, y: float) -> Element:
    """The observation lines in one line: each number card and how many values are circled."""
    step = width / len(view.lines)
    row = group(class_="observations")
    for index, (line, progress) in enumerate(zip(view.lines, sheet.observations, strict=True)):
        x = _INSET + step * index
        printed = str(line.number) if line.HasField("number") else "?"
        card = group(
            Element("rect", x=x, y=y, width=19, height=22, rx=3, fill=notebook.HALO, stroke=notebook.FOREST),
            notebook.label(printed, x + 9.5, y + 15.5, 12, anchor="middle", fill=notebook.FOREST, bold=True),
            class_="box card",
        )
        values = max(len(line.values), progress.circled)
        row.add(card, _small_boxes(x + 23, y, step - 26, progress.circled, values, 5))
    return row


def _small_boxes(x: float, y: float, width: float, ticked: int, boxes: int, rounding: float) -> Element:
    """Little boxes in two rows, or discs, the first ones filled."""
    per_row = max(1, -(-boxes // 2))
    side = min(10.0, width / per_row - 2)
    return group(
        *(
            Element(
                "rect",
                x=x + (side + 2) * (box % per_row),
                y=y + (side + 2) * (box // per_row),
                width=side,
                height=side,
                rx=min(rounding, side / 2),
                fill=notebook.FOREST if box < ticked else notebook.HALO,
                stroke=notebook.FOREST,
            )
            for box in range(boxes)
        )
    )
