"""Income cards and the viewer's own secrets: the hand and the mission."""

from __future__ import annotations

from canopy.v1 import amazonas_pb2
from engines import notebook
from engines.games.amazonas import picture_style as style
from engines.games.amazonas.standing import white_number
from engines.games.amazonas.vocabulary import SPECIMENS
from engines.svg import Element, group, translate

INSET = 18
SECRETS_HEIGHT = 104.0
_ALL_TYPES, _NATIVE = 0, len(SPECIMENS) + 1
_CARDS = range(len(SPECIMENS) + 2)


def card_sign(card: int, x: float, y: float, size: float) -> Element:
    """What an income card shows: a type, a native, or all five types."""
    if card == _NATIVE:
        return style.native(x, y, size)
    if card != _ALL_TYPES:
        return style.specimen(card - 1, x, y, size)
    dots = group(class_="all-types")
    for index, (dx, dy) in enumerate(((-0.3, -0.3), (0.3, -0.3), (0, 0), (-0.3, 0.3), (0.3, 0.3))):
        dots.add(Element("circle", cx=x + dx * size, cy=y + dy * size, r=0.16 * size, fill=style.SPECIMEN_INKS[index]))
    return dots


def played_card(player: amazonas_pb2.AmazonasPlayer, x: float, y: float, height: float) -> Element:
    """The income card face up before a player, small and lying, with its white number where that counts."""
    card, white = player.played, white_number(player, player.played)
    drawn = group(
        Element("rect", x=x, y=y, width=1.75 * height, height=height, rx=4, fill=notebook.HALO, stroke=notebook.FOREST),
        notebook.label(str(card), x + 0.5 * height, y + 0.74 * height, 0.66 * height, anchor="middle", bold=True),
        card_sign(card, x + 1.2 * height, y + 0.5 * height, 0.72 * height),
        class_="box income-card",
        data_card=card,
    )
    return drawn if white is None else drawn.add(style.white_number(x - 2, y + 2, 17, white))


def hand_panel(own: amazonas_pb2.AmazonasPlayer, width: float) -> notebook.Drawn:
    """The seven income cards of the viewer: those in hand, the chosen one in pencil, those played already faint."""
    step = (width - 2 * INSET + 8) / len(_CARDS)
    cards = group(transform=translate(INSET, 44), class_="hand")
    for card in _CARDS:
        chosen = own.HasField("chosen") and own.chosen == card
        white = white_number(own, card)
        cards.add(_hand_card(card, white, step * card, step - 8, in_hand=card in own.hand, chosen=chosen))
    return notebook.panel(width, SECRETS_HEIGHT, "Your income cards", cards, class_="hand-panel box"), SECRETS_HEIGHT


def _hand_card(card: int, white: int | None, x: float, width: float, *, in_hand: bool, chosen: bool) -> Element:
    drawn = group(
        Element(
            "rect",
            x=x,
            y=0,
            width=width,
            height=44,
            rx=6,
            fill="#eceaf6" if chosen else notebook.HALO if in_hand else "none",
            stroke=notebook.PENCIL if chosen else notebook.FOREST,
            stroke_width=2.6 if chosen else 1.2,
            stroke_dasharray=None if in_hand else "3 3",
        ),
        notebook.label(str(card), x + width / 2 - 15, 30, 21, anchor="middle", bold=True),
        card_sign(card, x + width / 2 + 12, 22, 25),
        class_=f"box card{' in-hand' if in_hand else ' used'}{' chosen' if chosen else ''}",
        data_card=card,
    )
    if white is not None:
        drawn.add(style.white_number(x + width - 2, 2, 19, white))
    return drawn if in_hand else group(drawn, opacity=0.35)


def mission_panel(view: amazonas_pb2.AmazonasView, own: amazonas_pb2.AmazonasPlayer, width: float) -> notebook.Drawn:
    """The villages of the viewer's mission, ticked where a hut stands."""
    column = (width - 2 * INSET) / 2
    rows = group(class_="mission")
    for index, village in enumerate(own.mission.villages):
        x, y = INSET + column * (index % 2), 45.0 + 27 * (index // 2)
        rows.add(mission_row(view, own.mission, village, x, y, column - 10))
    words = "3 points for each reached" if view.missions_gain else "3 points lost for each missed"
    scoring = notebook.label(words, width - INSET, 30, 12.5, anchor="end", fill=notebook.SOFT_INK, italic=True)
    return (
        notebook.panel(width, SECRETS_HEIGHT, "Your mission", scoring, rows, class_="mission-panel box"),
        SECRETS_HEIGHT,
    )


def mission_row(
    view: amazonas_pb2.AmazonasView,
    mission: amazonas_pb2.AmazonasMission,
    village: int,
    x: float,
    y: float,
    width: float,
) -> Element:
    """One village of a mission with its box."""
    reached = village in mission.reached
    row = group(
        Element(
            "rect", x=x, y=y, width=17, height=17, rx=4, fill=notebook.HALO, stroke=style.MISSION, stroke_width=1.6
        ),
        class_="mission-village reached" if reached else "mission-village",
        data_village=village,
    )
    if reached:
        row.add(notebook.check_mark(x, y, 17, notebook.FOREST))
    return row.add(
        notebook.label(view.villages[village].name, x + 23, y + 13.5, 13.5, width=width - 23, bold=not reached)
    )
