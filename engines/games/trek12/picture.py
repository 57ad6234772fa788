"""A view of Trek 12: Amazonia as a picture: one self-contained SVG, 1200 pixels wide, with neither script nor font.

The page is put together here. The sheet as printed is in picture_sheet, what is written on it in picture_board, the
tables beside it in picture_tables and picture_observations, what all players share in picture_table_top, the look in
picture_style.
"""

from __future__ import annotations

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.games.trek12 import picture_style as style
from engines.games.trek12 import picture_table_top as table_top
from engines.games.trek12 import picture_tables as tables
from engines.games.trek12.picture_board import board
from engines.games.trek12.picture_observations import observations_table
from engines.games.trek12.picture_sheet import LARGE_SHARE, SMALL_SHARE, Geometry, printed_sheet
from engines.games.trek12.standing import is_finished, other_sheets, own_sheet, places
from engines.svg import Element, group, translate

_LEFT = 752.0
_TALLEST = 680.0
_RIGHT = notebook.CONTENT - _LEFT - notebook.GAP


def render_svg(view: trek12_pb2.Trek12View) -> str:
    """The picture of what one viewer may see: the own sheet large, the others small below it."""
    prefix = notebook.prefix_of("trek12", view)
    own = own_sheet(view)
    definitions = Element("defs")
    zones = max((len(sheet.zones) for sheet in view.sheets), default=0)
    definitions.add(*(style.zone_pattern(prefix, index) for index in range(zones)))
    left, right = (
        notebook.Column(notebook.MARGIN, notebook.TOP),
        notebook.Column(notebook.MARGIN + _LEFT + notebook.GAP, notebook.TOP),
    )
    left.add(table_top.round_table(view, _LEFT))
    if own is None:
        right.add(observations_table(view, None, _RIGHT))
    else:
        _add_own_sheet(view, own, left, right, prefix)
    below = max(left.y, right.y)
    others, end = _others(view, prefix, definitions, below)
    header = table_top.header(view, _whose(view))
    elements = [*left.elements, *right.elements, *others]
    return notebook.page(table_top.TITLE, _description(view), end, header, elements, definitions)


def _add_own_sheet(
    view: trek12_pb2.Trek12View, own: trek12_pb2.Trek12Sheet, left: notebook.Column, right: notebook.Column, prefix: str
) -> None:
    """The large sheet: map, trails and zones on the left, the tables on the right."""
    right.add(tables.choices_table(view, own, _RIGHT))
    right.add(observations_table(view, own, _RIGHT))
    right.add(tables.danger_table(view, own, _RIGHT))
    right.add(tables.score_table(own, _RIGHT, is_finished(view)))
    groups = tables.groups_table(own, _LEFT, prefix)
    # The map grows where the tables beside it would leave a gap under it.
    room = right.y - left.y - groups[1] - 2 * notebook.GAP
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
        return [], y + notebook.MARGIN - notebook.GAP
    columns = 2 if len(sheets) <= 2 else 3 if len(sheets) <= 6 else 4
    step = (notebook.CONTENT + notebook.GAP) / columns
    geometry = Geometry.fit(view, step - notebook.GAP - 36, (110.0, step), SMALL_SHARE)
    printed = printed_sheet(view, geometry, frozenset())
    definitions.add(group(printed, id=f"{prefix}-printed"))
    place_of = {sheet.seat: place for place, sheet in places(view)} if is_finished(view) else {}
    title = "The other sheets" if own_sheet(view) is not None else "The sheets"
    drawn = [
        notebook.label(title, notebook.MARGIN, y + 18, 20, fill=notebook.FOREST, bold=True),
    ]
    top, height = y + 36, 0.0
    for index, sheet in enumerate(sheets):
        card, height = table_top.small_sheet(view, sheet, geometry, prefix, place_of.get(sheet.seat))
        at = translate(notebook.MARGIN + step * (index % columns), top + (height + notebook.GAP) * (index // columns))
        drawn.append(group(card, transform=at))
    rows = -(-len(sheets) // columns)
    return drawn, top + rows * (height + notebook.GAP) - notebook.GAP + notebook.MARGIN


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
    words.extend(f"Seat {sheet.seat}: {notebook.signed(sheet.total)} points." for sheet in view.sheets)
    return " ".join(words)
