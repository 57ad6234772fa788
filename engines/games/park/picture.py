"""A view of Amazonia Park as a picture: one self-contained SVG, 1200 pixels wide, with neither script nor font.

The page is put together here. The board is in picture_board, what lies beside it in picture_table, the players'
displays in picture_players, the look in picture_style.
"""

from __future__ import annotations

from canopy.v1 import park_pb2
from engines import notebook
from engines.games.park import picture_table as table
from engines.games.park.picture_board import board_panel
from engines.games.park.picture_players import displays
from engines.games.park.standing import is_finished, left_words, waiting_for

TITLE = "Amazonia Park"
_LEFT = 792.0
_BETWEEN = 20.0
_RIGHT = notebook.CONTENT - _LEFT - _BETWEEN


def render_svg(view: park_pb2.ParkView) -> str:
    """The picture of what one viewer may see: the board, the table beside it, all displays below."""
    left = notebook.Column(notebook.MARGIN, notebook.TOP)
    right = notebook.Column(notebook.MARGIN + _LEFT + _BETWEEN, notebook.TOP)
    left.add(board_panel(view, _LEFT))
    if is_finished(view):
        right.add(table.ranking_panel(view, _RIGHT))
    right.add(table.rack_panel(view, _RIGHT))
    right.add(table.supply_panel(view, _RIGHT))
    right.add(table.stack_panel(view, _RIGHT))
    players, end = displays(view, max(left.y, right.y))
    spaces = sum(not cell.printed for cell in view.cells)
    header = notebook.page_header(
        TITLE, _whose(view), waiting_for(view), spaces - view.spaces_left + 1, spaces, finished=not view.spaces_left
    )
    elements = [*left.elements, *right.elements, *players]
    return notebook.page(TITLE, _description(view), end + notebook.MARGIN, header, elements)


def _whose(view: park_pb2.ParkView) -> str:
    if view.HasField("viewer"):
        return f"The park as seat {view.viewer} sees it"
    return "The park as everybody sees it"


def _description(view: park_pb2.ParkView) -> str:
    """The picture in words."""
    words = [f"{_whose(view)}. {waiting_for(view)}. {left_words(view)}"]
    words.extend(f"Seat {player.seat}: {len(player.magazines)} magazines." for player in view.players)
    return " ".join(words)
