"""A view of Amazonas 2022 as a picture: one self-contained SVG, 1200 pixels wide, with neither script nor font.

The page is put together here. What lies between the players is in picture_table, their hands are in picture_hands, the
look in picture_style.
"""

from __future__ import annotations

from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from engines import notebook
from engines.games.amazonas2022 import picture_table as table
from engines.games.amazonas2022.picture_hands import hands
from engines.games.amazonas2022.standing import (
    attempts_words,
    goes_on_with,
    held_words,
    is_finished,
    piles_words,
    race_words,
    score_words,
    waiting_for,
    when,
)
from engines.svg import group, translate

TITLE = "Amazonas 2022"
_LEFT = 716.0
_BETWEEN = 20.0
_RIGHT = notebook.CONTENT - _LEFT - _BETWEEN


def render_svg(view: Amazonas2022View) -> str:
    """The picture of what one viewer may see: what is awaited, the piles and the score, the hands, the help card."""
    page = notebook.Column(notebook.MARGIN, notebook.TOP)
    page.add(
        table.ranking_panel(view, notebook.CONTENT)
        if is_finished(view)
        else table.awaited_panel(view, notebook.CONTENT)
    )
    page.add(_middle(view))
    cards, end = hands(view, page.y)
    below = notebook.Column(notebook.MARGIN, end + notebook.GAP)
    if view.last_hands and not is_finished(view):
        below.add(table.last_round_panel(view, notebook.CONTENT))
    below.add(table.help_panel(view, notebook.CONTENT))
    header = notebook.page_header(TITLE, _whose(view), when(view), view.round, view.rounds, finished=is_finished(view))
    elements = [*page.elements, *cards, *below.elements]
    return notebook.page(TITLE, _description(view), below.y + 8, header, elements)


def _middle(view: Amazonas2022View) -> notebook.Drawn:
    """The piles, and the score sheet beside them."""
    piles, height = table.piles_panel(view, _LEFT)
    score = table.score_panel(view, _RIGHT, height)
    return group(piles, group(score, transform=translate(_LEFT + _BETWEEN, 0))), height


def _whose(view: Amazonas2022View) -> str:
    if view.HasField("viewer"):
        return f"The table as seat {view.viewer} sees it"
    return "The table as everybody sees it"


def _description(view: Amazonas2022View) -> str:
    """The picture in words."""
    told = [f"{_whose(view)}. {when(view)}. {waiting_for(view)}."]
    told += [race_words(view), goes_on_with(view), attempts_words(view), piles_words(view), held_words(view)]
    told += [
        f"Seat {player.seat}: {player.cards} {'card' if player.cards == 1 else 'cards'}, {score_words(view, player)}."
        for player in view.players
    ]
    if view.HasField("caller"):
        told.append(f'Seat {view.caller} has said "Amazonas".')
    return " ".join(words for words in told if words)
