"""What lies before each player of Amazonas: money, huts, specimens with their natives, tokens, points item by item."""

from __future__ import annotations

from canopy.v1 import amazonas_pb2
from engines import notebook
from engines.games.amazonas import picture_style as style
from engines.games.amazonas.picture_cards import played_card
from engines.games.amazonas.standing import is_finished, places
from engines.games.amazonas.vocabulary import SPECIMENS
from engines.svg import Element, fit, group, number, text_width, translate

INSET = 18
_ITEM_ROW = 19.0
_GAP = 20.0


def displays(view: amazonas_pb2.AmazonasView, y: float) -> tuple[list[Element], float]:
    """All players' displays side by side, and where they end."""
    count = len(view.players)
    width = (notebook.CONTENT - _GAP * (count - 1)) / count
    place_of = {player.seat: place for place, player in places(view)} if is_finished(view) else {}
    height = _height(view)
    drawn = []
    for index, player in enumerate(view.players):
        display = _display(view, player, width, height, place_of.get(player.seat))
        drawn.append(group(display, transform=translate(notebook.MARGIN + (width + _GAP) * index, y)))
    return drawn, y + height


def _item_rows(view: amazonas_pb2.AmazonasView) -> int:
    """Rows of the score in two columns."""
    return max(-(-len(player.items) // 2) for player in view.players)


def _height(view: amazonas_pb2.AmazonasView) -> float:
    return 178 + _ITEM_ROW * _item_rows(view) + 16


def _display(
    view: amazonas_pb2.AmazonasView, player: amazonas_pb2.AmazonasPlayer, width: float, height: float, place: int | None
) -> Element:
    own = view.HasField("viewer") and view.viewer == player.seat
    inner = width - 2 * INSET
    drawn = group(class_=f"display box{' own' if own else ''}", data_seat=player.seat)
    drawn.add(
        Element(
            "rect",
            width=width,
            height=height,
            rx=10,
            fill=notebook.CARD,
            stroke=style.seat_colour(player.seat),
            stroke_width=3 if own else 1.6,
        )
    )
    title = f"Seat {player.seat}{' (you)' if own else ''}{'' if place is None else f', place {place}'}"
    drawn.add(
        style.hut(INSET + 11, 24, 25, player.seat),
        notebook.label(title, INSET + 31, 30, 17, width=inner - 90, fill=notebook.FOREST, bold=True),
        notebook.label(notebook.signed(player.total), width - INSET, 31, 21, anchor="end", bold=True, class_="total"),
    )
    drawn.add(_money(player, width))
    drawn.add(_pieces(view, player, width))
    drawn.add(_specimens(player, width))
    drawn.add(_items(player, width, 178))
    return drawn


def _money(player: amazonas_pb2.AmazonasPlayer, width: float) -> Element:
    """Gold and silver coins, the sum in silver, and the copper coin."""
    row = group(
        style.coin(INSET + 11, 58, 22, style.GOLD, style.GOLD_INK),
        notebook.label(f"\u00d7{player.gold_coins}", INSET + 26, 63, 15, bold=True, class_="gold"),
        style.coin(INSET + 71, 58, 22, style.SILVER, style.SILVER_INK),
        notebook.label(f"\u00d7{player.silver_coins}", INSET + 86, 63, 15, bold=True, class_="silver"),
        notebook.label(f"= {player.silver} silver", INSET + 118, 62.5, 13, fill=notebook.SOFT_INK),
        class_="money",
        data_silver=player.silver,
    )
    if player.HasField("coin"):
        row.add(group(Element("title", "copper coin"), style.copper_coin(width - INSET - 11, 58, 23, player.coin)))
    return row


def _pieces(view: amazonas_pb2.AmazonasView, player: amazonas_pb2.AmazonasPlayer, width: float) -> Element:
    """Huts left, neutral huts left, the last card played, and the token for all five types."""
    row = group(
        Element("title", "huts left"),
        style.hut(INSET + 11, 91, 20, player.seat),
        notebook.label(f"\u00d7{player.huts_left}", INSET + 26, 96, 15, bold=True, class_="huts"),
        class_="pieces",
    )
    if view.neutral_huts:
        row.add(
            style.hut(INSET + 71, 91, 20, None),
            notebook.label(f"\u00d7{player.neutral_huts_left}", INSET + 86, 96, 15, bold=True, class_="neutral-huts"),
        )
    if player.HasField("played"):
        row.add(played_card(player, INSET + 124, 80, 23))
    if player.HasField("five_types"):
        title = Element("title", "token for all five types")
        row.add(group(title, style.bonus_token(width - INSET - 11, 91, 23, player.five_types)))
    return row


def _specimens(player: amazonas_pb2.AmazonasPlayer, width: float) -> Element:
    """Tokens and natives by type; the natives stand beside their type with a plus."""
    step = (width - 2 * INSET) / len(SPECIMENS)
    row = group(class_="specimens")
    for index, (tokens, natives) in enumerate(zip(player.specimens, player.natives, strict=True)):
        x = INSET + step * (index + 0.5)
        there = tokens + natives > 0
        row.add(
            group(
                style.specimen_token(index, x - 10, 128, 26),
                notebook.label(str(tokens), x + 6, 133.5, 16, bold=True, class_="tokens"),
                class_="specimen-count",
                data_natives=natives,
                opacity=None if there else 0.35,
            )
        )
        if natives:
            row.add(
                style.native(x - 10, 155, 18),
                notebook.label(f"+{natives}", x + 1, 160, 13, bold=True, fill=style.NATIVE, class_="natives"),
            )
    return row


def _items(player: amazonas_pb2.AmazonasPlayer, width: float, y: float) -> Element:
    """The points item by item, in two columns."""
    rows = group(
        Element("path", d=f"M{INSET} {number(y - 8)}H{number(width - INSET)}", stroke=notebook.LINE),
        class_="items",
    )
    column = (width - 2 * INSET - 16) / 2
    per_column = -(-len(player.items) // 2)
    for index, item in enumerate(player.items):
        x = INSET + (column + 16) * (index // per_column)
        base = y + 12 + _ITEM_ROW * (index % per_column)
        points = notebook.signed(item.points)
        room = column - text_width(points, 13.5) - 4
        rows.add(
            group(
                Element("title", f"{item.name}: {item.detail}"),
                notebook.label(fit(item.name, room, 12.5), x, base, 12.5, fill=notebook.SOFT_INK),
                notebook.label(points, x + column, base, 13.5, anchor="end", bold=item.points != 0, class_="points"),
                class_="item",
                data_item=item.name,
            )
        )
    return rows
