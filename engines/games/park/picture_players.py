"""What lies before each player of Amazonia Park: the magazines, and behind the screen tile and tokens."""

from __future__ import annotations

from canopy.v1 import park_pb2
from engines import notebook
from engines.games.park import picture_style as style
from engines.games.park.picture_table import tokens_row
from engines.games.park.standing import acting_seat, is_finished, places
from engines.games.park.vocabulary import COLOURS, colour_index
from engines.svg import Element, group, number, translate

INSET = 18
_GAP = 20.0
_TILE = 60.0
_HEIGHT = 252.0
_MAGAZINE = 50.0


def displays(view: park_pb2.ParkView, y: float) -> tuple[list[Element], float]:
    """All players' displays side by side, and where they end."""
    count = len(view.players)
    width = (notebook.CONTENT - _GAP * (count - 1)) / count
    place_of = {player.seat: place for place, player in places(view)} if is_finished(view) else {}
    drawn = []
    for index, player in enumerate(view.players):
        display = _display(view, player, width, place_of.get(player.seat))
        drawn.append(group(display, transform=translate(notebook.MARGIN + (width + _GAP) * index, y)))
    return drawn, y + _HEIGHT


def _display(view: park_pb2.ParkView, player: park_pb2.ParkPlayer, width: float, place: int | None) -> Element:
    own = view.HasField("viewer") and view.viewer == player.seat
    active = acting_seat(view) == player.seat
    title = f"Seat {player.seat}{' (you)' if own else ''}{'' if place is None else f', place {place}'}"
    drawn = group(
        Element(
            "rect",
            width=width,
            height=_HEIGHT,
            rx=10,
            fill=notebook.CARD,
            stroke=notebook.FOREST if active else notebook.LINE,
            stroke_width=3 if active else 1.4,
        ),
        notebook.label(title, INSET, 30, 17, width=width - 2 * INSET, fill=notebook.FOREST, bold=True),
        class_=f"panel display{' own' if own else ''}{' active' if active else ''}",
        data_seat=player.seat,
    )
    drawn.add(_magazines(player, width), _discount(player, width))
    drawn.add(Element("path", d=f"M{INSET} 126H{number(width - INSET)}", stroke=notebook.LINE))
    if player.HasField("tokens"):
        return drawn.add(_tile(player, width), tokens_row(player.tokens, width - _TILE - INSET, 142))
    return drawn.add(_screen(player, width))


def _magazines(player: park_pb2.ParkPlayer, width: float) -> Element:
    """A place for each colour, with the magazine published in it."""
    values = {colour_index(magazine.colour): magazine.value for magazine in player.magazines}
    step = (width - 2 * INSET) / len(COLOURS)
    row = group(class_="magazines", data_count=len(values))
    for colour in range(len(COLOURS)):
        x = INSET + step * (colour + 0.5) - 0.37 * _MAGAZINE
        if colour in values:
            row.add(style.magazine(colour, values[colour], x, 44, _MAGAZINE))
        else:
            row.add(
                Element(
                    "rect",
                    x=x,
                    y=44,
                    width=0.74 * _MAGAZINE,
                    height=_MAGAZINE,
                    rx=4,
                    fill="none",
                    stroke=style.COLOUR_INKS[colour],
                    stroke_dasharray="3 4",
                    opacity=0.6,
                )
            )
    return row


def _discount(player: park_pb2.ParkPlayer, width: float) -> Element:
    words = f"Every magazine costs {player.discount} less" if player.discount else "No discount yet"
    return notebook.label(
        words, INSET, 114, 12.5, width=width - 2 * INSET, fill=notebook.SOFT_INK, italic=True, class_="discount"
    )


def _tile(player: park_pb2.ParkPlayer, width: float) -> Element:
    """The tile in hand, face up for its owner."""
    x, y = width - INSET - _TILE, 140.0
    card = group(
        Element(
            "rect",
            x=x,
            y=y,
            width=_TILE,
            height=_TILE,
            rx=8,
            fill=style.TILE if player.has_tile else "none",
            stroke=notebook.PENCIL,
            stroke_width=1.8,
            stroke_dasharray=None if player.has_tile else "4 4",
        ),
        class_=f"box hand{'' if player.HasField('tile') else ' closed'}",
    )
    middle = x + _TILE / 2
    if player.HasField("tile"):
        card.add(style.animals(player.tile, middle, y + _TILE / 2, _TILE))
    elif player.has_tile:
        card.add(notebook.label("?", middle, y + 39, 26, anchor="middle", fill=notebook.PENCIL, bold=True))
    words = "tile" if player.has_tile else "no tile"
    return group(
        card,
        notebook.label(words, middle, y + _TILE + 18, 12.5, anchor="middle", fill=notebook.SOFT_INK),
        class_="tile-in-hand",
    )


def _screen(player: park_pb2.ParkPlayer, width: float) -> Element:
    """What the others see of tile and tokens: a screen."""
    words = "tokens and a tile behind the screen" if player.has_tile else "tokens behind the screen"
    return group(
        Element(
            "path",
            d=f"M{INSET} 228V150Q{number(width / 2)} 130 {number(width - INSET)} 150V228Z",
            fill="#dfe6cd",
            stroke=notebook.LEAF,
            stroke_width=1.6,
        ),
        notebook.leaf(width / 2 - 15, 152, 30),
        notebook.label(
            words, width / 2, 212, 12.5, width=width - 2 * INSET - 16, anchor="middle", fill=notebook.SOFT_INK
        ),
        class_="screen",
        data_tile=int(player.has_tile),
    )
