"""A view of Trek 12: Amazonia as a picture: one self-contained SVG, 1200 pixels wide, with neither script nor font.

The page is put together here. The sheet as printed is in picture_sheet, what is written on it in picture_board, the
tables beside it in picture_tables and picture_observations, what all players share in picture_table_top, the look in
picture_style.
"""

from __future__ import annotations

from hashlib import blake2s
from math import ceil

from canopy.v1 import trek12_pb2
from engines import svg
from engines.games.trek12 import picture_style as style
from engines.games.trek12 import picture_table_top as table_top
from engines.games.trek12 import picture_tables as tables
from engines.games.trek12.picture_board import board
from engines.games.trek12.picture_observations import observations_table
from engines.games.trek12.picture_sheet import LARGE_SHARE, SMALL_SHARE, Geometry, printed_sheet
from engines.games.trek12.standing import is_finished, other_sheets, own_sheet, places, signed
from engines.svg import Element, group, translate

WIDTH = 1200.0
_MARGIN = 32.0
_GAP = 24.0
_CONTENT = WIDTH - 2 * _MARGIN
_LEFT = 752.0
_TALLEST = 680.0
_RIGHT = _CONTENT - _LEFT - _GAP


class _Column:
    """Drawn things one below the other."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.elements: list[Element] = []

    def add(self, drawn: style.Drawn) -> None:
        """Put the next one below the last."""
        element, height = drawn
        self.elements.append(group(element, transform=translate(self.x, self.y)))
        self.y += height + _GAP


def render_svg(view: trek12_pb2.Trek12View) -> str:
    """The picture of what one viewer may see: the own sheet large, the others small below it."""
    prefix = _prefix(view)
    own = own_sheet(view)
    definitions = Element("defs")
    zones = max((len(sheet.zones) for sheet in view.sheets), default=0)
    definitions.add(*(style.zone_pattern(prefix, index) for index in range(zones)))
    left, right = _Column(_MARGIN, 124.0), _Column(_MARGIN + _LEFT + _GAP, 124.0)
    left.add(table_top.round_table(view, _LEFT))
    if own is None:
        right.add(observations_table(view, None, _RIGHT))
    else:
        _add_own_sheet(view, own, left, right, prefix)
    below = max(left.y, right.y)
    others, end = _others(view, prefix, definitions, below)
    bottom = ceil(end)
    page = group(
        Element("rect", width=WIDTH, height=bottom, fill=style.PAPER),
        Element(
            "rect",
            x=10,
            y=10,
            width=WIDTH - 20,
            height=bottom - 20,
            rx=14,
            fill="none",
            stroke=style.LINE,
            stroke_width=1.6,
        ),
        group(table_top.header(view, _CONTENT, _whose(view)), transform=translate(_MARGIN, 24)),
        *left.elements,
        *right.elements,
        *others,
        font_family=style.FONT,
        fill=style.INK,
    )
    return svg.document(WIDTH, bottom, "Trek 12: Amazonia", _description(view), definitions, page)


def _add_own_sheet(
    view: trek12_pb2.Trek12View, own: trek12_pb2.Trek12Sheet, left: _Column, right: _Column, prefix: str
) -> None:
    """The large sheet: map, trails and zones on the left, the tables on the right."""
    right.add(tables.choices_table(view, own, _RIGHT))
    right.add(observations_table(view, own, _RIGHT))
    right.add(tables.danger_table(view, own, _RIGHT))
    right.add(tables.score_table(own, _RIGHT, is_finished(view)))
    groups = tables.groups_table(own, _LEFT, prefix)
    # The map grows where the tables beside it would leave a gap under it.
    room = right.y - left.y - groups[1] - 2 * _GAP
    geometry = Geometry.fit(view, _LEFT, (min(max(280.0, room), _TALLEST), _TALLEST), LARGE_SHARE)
    empty = {place.circle for place in view.sheet} - {circle.circle for circle in own.circles}
    if own.HasField("chosen"):
        empty.discard(own.chosen.circle)
    drawn = board(view, own, geometry, printed_sheet(view, geometry, frozenset(empty)), prefix)
    left.add((drawn, geometry.height))
    left.add(groups)


def _others(view: trek12_pb2.Trek12View, prefix: str, definitions: Element, y: float) -> tuple[list[Element], float]:
    """The other players' sheets in a grid, and where the page ends. The printed sheet is defined once for all."""
    sheets = other_sheets(view)
    if not sheets:
        return [], y + _MARGIN - _GAP
    columns = 2 if len(sheets) <= 2 else 3 if len(sheets) <= 6 else 4
    step = (_CONTENT + _GAP) / columns
    geometry = Geometry.fit(view, step - _GAP - 36, (110.0, step), SMALL_SHARE)
    printed = printed_sheet(view, geometry, frozenset())
    definitions.add(group(printed, id=f"{prefix}-printed"))
    place_of = {sheet.seat: place for place, sheet in places(view)} if is_finished(view) else {}
    title = "The other sheets" if own_sheet(view) is not None else "The sheets"
    drawn = [
        style.label(title, _MARGIN, y + 18, 20, fill=style.FOREST, bold=True),
    ]
    top, height = y + 36, 0.0
    for index, sheet in enumerate(sheets):
        card, height = table_top.small_sheet(view, sheet, geometry, prefix, place_of.get(sheet.seat))
        at = translate(_MARGIN + step * (index % columns), top + (height + _GAP) * (index // columns))
        drawn.append(group(card, transform=at))
    rows = -(-len(sheets) // columns)
    return drawn, top + rows * (height + _GAP) - _GAP + _MARGIN


def _prefix(view: trek12_pb2.Trek12View) -> str:
    """A prefix for ids, so that different pictures can stand in one page."""
    return f"trek12-{blake2s(view.SerializeToString(deterministic=True), digest_size=6).hexdigest()}"


def _whose(view: trek12_pb2.Trek12View) -> str:
    if view.HasField("viewer"):
        return f"Exploration sheet of seat {view.viewer}"
    if len(view.sheets) == 1:
        return "Exploration sheet of seat 0, open to everybody"
    return f"{len(view.sheets)} exploration sheets, open to everybody"


def _description(view: trek12_pb2.Trek12View) -> str:
    """The picture in words."""
    state = "After the end" if is_finished(view) else f"Round {view.round} of {view.rounds}"
    words = [f"{_whose(view)}. {state}."]
    if view.HasField("roll"):
        words.append(f"Green die {view.roll.green}, yellow die {view.roll.yellow}.")
    words.extend(f"Seat {sheet.seat}: {signed(sheet.total)} points." for sheet in view.sheets)
    return " ".join(words)
