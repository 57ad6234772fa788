"""A view of Amazonas as a picture: one self-contained SVG, 1200 pixels wide, with neither script nor font.

The page is put together here. The map is in picture_map (where it lies, in picture_geometry), what lies beside it in
picture_table and picture_cards, the players' displays in picture_players, the look in picture_style.
"""

from __future__ import annotations

from canopy.v1 import amazonas_pb2
from engines import notebook
from engines.games.amazonas import picture_cards as cards
from engines.games.amazonas import picture_table as table
from engines.games.amazonas.picture_map import map_panel
from engines.games.amazonas.picture_players import displays
from engines.games.amazonas.standing import event_title, is_finished, own_player, waiting_for, when
from engines.svg import Element, group, translate

TITLE = "Amazonas"
_LEFT = 828.0
_BETWEEN = 20.0
_RIGHT = notebook.CONTENT - _LEFT - _BETWEEN
_HAND = 668.0


def render_svg(view: amazonas_pb2.AmazonasView) -> str:
    """The picture of what one viewer may see: the map, the table beside it, all displays below."""
    left = notebook.Column(notebook.MARGIN, notebook.TOP)
    right = notebook.Column(notebook.MARGIN + _LEFT + _BETWEEN, notebook.TOP)
    left.add(map_panel(view, _LEFT))
    if is_finished(view):
        right.add(table.ranking_panel(view, _RIGHT))
        right.add(table.missions_panel(view, _RIGHT))
    else:
        right.add(table.event_panel(view, _RIGHT))
        right.add(table.order_panel(view, _RIGHT))
        right.add(table.supply_panel(view, _RIGHT))
    secrets, below = _secrets(view, max(left.y, right.y))
    players, end = displays(view, below)
    header = notebook.page_header(TITLE, _whose(view), when(view), view.round, view.rounds, finished=is_finished(view))
    elements = [*left.elements, *right.elements, *secrets, *players]
    return notebook.page(TITLE, _description(view), end + notebook.MARGIN, header, elements)


def _secrets(view: amazonas_pb2.AmazonasView, y: float) -> tuple[list[Element], float]:
    """What the viewer alone sees, hand and mission, and where the page goes on; nothing once all is open."""
    own = own_player(view)
    if own is None or is_finished(view):
        return [], y
    hand = cards.hand_panel(own, _HAND)[0]
    drawn = [group(hand, transform=translate(notebook.MARGIN, y))]
    if own.HasField("mission"):
        mission = cards.mission_panel(view, own, notebook.CONTENT - _HAND - _BETWEEN)[0]
        drawn.append(group(mission, transform=translate(notebook.MARGIN + _HAND + _BETWEEN, y)))
    return drawn, y + cards.SECRETS_HEIGHT + notebook.GAP


def _whose(view: amazonas_pb2.AmazonasView) -> str:
    if view.HasField("viewer"):
        return f"The expedition as seat {view.viewer} sees it"
    return "The expedition as everybody sees it"


def _description(view: amazonas_pb2.AmazonasView) -> str:
    """The picture in words."""
    words = [f"{_whose(view)}. {when(view)}."]
    if not is_finished(view):
        words.append(f"{waiting_for(view)}.")
    if view.event:
        words.append(f"Event: {event_title(view.event)}.")
    words.extend(
        f"Seat {player.seat}: {notebook.signed(player.total)} points, {player.silver} silver."
        for player in view.players
    )
    return " ".join(words)
