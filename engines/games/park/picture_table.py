"""What lies beside the board for all: what is awaited, the magazine rack, the supply, the stack, the final ranking."""

from __future__ import annotations

from canopy.v1 import park_pb2
from engines import notebook
from engines.games.park import picture_style as style
from engines.games.park.standing import places, token_count
from engines.games.park.vocabulary import (
    ANIMALS,
    COLOUR_TITLES,
    COLOURS,
    colour_index,
    tokens_from_wire,
)
from engines.svg import Element, group, translate

INSET = 18
_STACK_ROW = 62.0
_CARD = 52.0
_RANK_ROW = 34.0
_HEADING = 44.0


def rack_panel(view: park_pb2.ParkView, width: float) -> notebook.Drawn:
    """The magazines left by colour, front one first, and what it costs the viewer ("Setup", "Publish an Article")."""
    rows = group(class_="rack")
    for place, stack in enumerate(view.rack):
        rows.add(group(_stack(stack, width), transform=translate(0, _HEADING + _STACK_ROW * place)))
    height = _HEADING + _STACK_ROW * len(view.rack) + 6
    return notebook.panel(width, height, "The magazine rack", rows, class_="rack-panel"), height


def _stack(stack: park_pb2.ParkStack, width: float) -> Element:
    colour = colour_index(stack.colour)
    row = group(
        Element("title", f"{COLOUR_TITLES[colour]}: {', '.join(map(str, stack.values)) or 'none left'}"),
        class_=f"stack {COLOURS[colour]}",
        data_left=len(stack.values),
    )
    for place, value in enumerate(stack.values):
        row.add(style.magazine(colour, value, INSET + 46 * place, 0, _CARD, faint=place > 0))
    if not stack.values:
        row.add(
            style.colour_sign(colour, INSET + 18, _CARD / 2, 24),
            notebook.label("none left", INSET + 40, _CARD / 2 + 5, 13, fill=notebook.SOFT_INK, italic=True),
        )
    if stack.HasField("cost"):
        words = "free" if stack.cost == 0 else f"cost {stack.cost}"
        row.add(
            notebook.label(
                words,
                width - INSET - 24,
                _CARD / 2 + 5,
                14,
                anchor="end",
                fill=notebook.FOREST if stack.affordable else notebook.SOFT_INK,
                bold=stack.affordable,
                class_="cost",
            )
        )
    if stack.affordable:
        row.add(group(notebook.check_mark(width - INSET - 18, _CARD / 2 - 9, 18, notebook.FOREST), class_="affordable"))
    return row


def supply_panel(view: park_pb2.ParkView, width: float) -> notebook.Drawn:
    """The tokens of the general supply."""
    height = 106.0
    return (
        notebook.panel(width, height, "Supply", tokens_row(view.supply, width, 44), class_="supply-panel"),
        height,
    )


def tokens_row(tokens: park_pb2.ParkTokens, width: float, y: float) -> Element:
    """Five tokens with their numbers below."""
    step = (width - 2 * INSET) / len(ANIMALS)
    row = group(class_="tokens")
    for index, count in enumerate(tokens_from_wire(tokens)):
        x = INSET + step * (index + 0.5)
        row.add(
            group(
                style.token(index, x, y + 15, 30),
                notebook.label(str(count), x, y + 48, 14.5, anchor="middle", bold=True, class_="number"),
                class_="token-count",
                opacity=None if count else 0.4,
                data_count=count,
            )
        )
    return row


def stack_panel(view: park_pb2.ParkView, width: float) -> notebook.Drawn:
    """How many tiles of either part are left in the stack ("Setup")."""
    height, half = 92.0, (width - 2 * INSET) / 2
    row = group(transform=translate(INSET, _HEADING), class_="stack-left")
    for place, (title, left) in enumerate((("morning", view.morning_left), ("evening", view.evening_left))):
        row.add(
            group(
                _sky(place, 14, 14),
                notebook.label(f"{left} {title}", 36, 19, 14.5, width=half - 40, bold=left > 0),
                transform=translate(half * place, 0),
                opacity=None if left else 0.4,
                class_=title,
                data_left=left,
            )
        )
    return notebook.panel(width, height, "Tiles to come", row, class_="stack-panel"), height


def _sky(part: int, x: float, y: float) -> Element:
    """The sun of the morning, the moon of the evening."""
    if part == 0:
        rays = "M0 -13V-10M0 10V13M-13 0H-10M10 0H13M-9.2 -9.2L-7 -7M7 7L9.2 9.2M-9.2 9.2L-7 7M7 -7L9.2 -9.2"
        sun = Element("circle", r=7, fill="#e9b53a")
        return group(sun, Element("path", d=rays, stroke="#e9b53a", stroke_width=2), transform=translate(x, y))
    moon = Element("path", d="M4 -10A10.5 10.5 0 1 0 10 6A8.4 8.4 0 0 1 4 -10Z", fill="#4b5f8f")
    return group(moon, transform=translate(x, y))


def ranking_panel(view: park_pb2.ParkView, width: float) -> notebook.Drawn:
    """Places, with magazines and tokens ("Game End")."""
    rows = group(
        notebook.label("magazines", width - INSET - 64, 60, 11.5, anchor="end", fill=notebook.SOFT_INK),
        notebook.label("tokens", width - INSET, 60, 11.5, anchor="end", fill=notebook.SOFT_INK),
        class_="ranking",
    )
    for index, (place, player) in enumerate(places(view)):
        rows.add(group(_place(place, player, width), transform=translate(0, 66 + _RANK_ROW * index)))
    height = 66 + _RANK_ROW * len(view.players) + 10
    return notebook.panel(width, height, "Final ranking", rows, class_="ranking-panel"), height


def _place(place: int, player: park_pb2.ParkPlayer, width: float) -> Element:
    best = place == 1
    return group(
        Element(
            "rect",
            x=INSET - 8,
            width=width - 2 * INSET + 16,
            height=_RANK_ROW - 4,
            rx=8,
            fill="#dfe9cf" if best else notebook.HALO,
            stroke=notebook.FOREST if best else notebook.LINE,
        ),
        notebook.label(f"{place}.", INSET + 20, 20.5, 15, anchor="end", fill=notebook.FOREST, bold=True),
        notebook.label(f"Seat {player.seat}", INSET + 34, 20.5, 15, bold=best),
        notebook.label(str(len(player.magazines)), width - INSET - 64, 20.5, 16, anchor="end", bold=True),
        notebook.label(str(token_count(player)), width - INSET, 20.5, 14, anchor="end"),
        class_="box place",
        data_seat=player.seat,
        data_place=place,
    )
