"""What lies beside the map for all: the event and those to come, the order of play, the supply, the final ranking."""

from __future__ import annotations

from canopy.v1 import amazonas_pb2
from engines import notebook
from engines.games.amazonas import picture_style as style
from engines.games.amazonas.picture_cards import mission_row, played_card
from engines.games.amazonas.standing import event_effect, event_title, places, specimens_of, waiting_for
from engines.games.amazonas.vocabulary import SPECIMENS, event_index
from engines.svg import Element, group, number, translate

INSET = 18
_EVENT_CARD = 64.0
_ROW = 31.0


def event_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """The event of the round, what the table waits for, and the events to come, in no order."""
    inner = width - 2 * INSET
    panel = group(_event_card(view, inner))
    y = 46 + _EVENT_CARD + 24
    panel.add(
        notebook.label(waiting_for(view), INSET, y, 14, width=inner, fill=notebook.CLAY, bold=True, class_="waiting")
    )
    y += 24
    panel.add(notebook.label("Still to come, in no order", INSET, y, 12.5, fill=notebook.SOFT_INK, italic=True))
    y += 10
    step = inner / 5
    for place, shown in enumerate(view.events_left):
        index = event_index(shown.event)
        if index is None:
            continue
        x = INSET + step * (place % 5)
        top = y + 34 * (place // 5)
        panel.add(
            group(
                Element("title", event_title(shown.event)),
                style.event(index, x + 14, top + 14, 22),
                notebook.label(f"\u00d7{shown.left}", x + 28, top + 19, 13, bold=shown.left > 0, class_="left"),
                opacity=None if shown.left else 0.35,
                class_="event-left",
                data_left=shown.left,
            )
        )
    height = y + 68 + 10
    return notebook.panel(width, height, "The event", panel, class_="event-panel box"), height


def _event_card(view: amazonas_pb2.AmazonasView, width: float) -> Element:
    index = event_index(view.event)
    card = group(transform=translate(INSET, 44), class_="event-card")
    card.add(
        Element(
            "rect",
            width=_EVENT_CARD,
            height=_EVENT_CARD,
            rx=8,
            fill=notebook.HALO,
            stroke=notebook.FOREST,
            stroke_width=1.4,
            stroke_dasharray=None if index is not None else "4 4",
        )
    )
    left, room = _EVENT_CARD + 14, width - _EVENT_CARD - 14
    if index is None:
        return card.add(notebook.label("face down", left, 37, 13.5, fill=notebook.SOFT_INK, italic=True))
    card.add(style.event(index, _EVENT_CARD / 2, _EVENT_CARD / 2, 46))
    card.add(notebook.label(event_title(view.event), left, 15, 15.5, width=room, bold=True, class_="title"))
    for line, text in enumerate(notebook.wrap(event_effect(view.event), room, 12, 3)):
        card.add(notebook.label(text, left, 31 + 14.5 * line, 12, fill=notebook.SOFT_INK))
    if view.native_waits:
        card.add(group(Element("title", "A native waits"), style.native(_EVENT_CARD - 7, 7, 24), class_="native-waits"))
    return card


def order_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """The order of play with cards and incomes; while cards are chosen, who has."""
    seats = list(view.order) or [player.seat for player in view.players]
    done = seats.index(view.active) if view.order and view.HasField("active") else 0
    rows = group(class_="order")
    for place, seat in enumerate(seats):
        rows.add(_order_row(view, seat, place, place < done, width))
    height = 42 + _ROW * len(seats) + 12
    title = "Order of play" if view.order else "Seats"
    return notebook.panel(width, height, title, rows, class_="order-panel box"), height


def _order_row(view: amazonas_pb2.AmazonasView, seat: int, place: int, is_done: bool, width: float) -> Element:
    player = view.players[seat]
    active = view.HasField("active") and view.active == seat
    row = group(
        Element(
            "rect",
            x=INSET - 8,
            y=0,
            width=width - 2 * INSET + 16,
            height=_ROW - 4,
            rx=8,
            fill="#dfe9cf" if active else "none",
            stroke=notebook.FOREST if active else "none",
        ),
        style.hut(INSET + 38, 13, 21, seat),
        notebook.label(f"Seat {seat}", INSET + 56, 18.5, 14.5, bold=active),
        transform=translate(0, 42 + _ROW * place),
        class_="order-row active" if active else "order-row",
        data_seat=seat,
        opacity=0.55 if is_done else None,
    )
    if view.order:
        row.add(notebook.label(f"{place + 1}.", INSET + 20, 18.5, 15, anchor="end", fill=notebook.FOREST, bold=True))
    if player.HasField("announced"):
        row.add(
            played_card(player, width - INSET - 88, 2, 23),
            notebook.label(
                str(player.announced), width - INSET - 26, 18.5, 15, anchor="end", bold=True, class_="income"
            ),
            style.coin(width - INSET - 12, 13.5, 18, style.SILVER, style.SILVER_INK),
        )
    elif view.step == amazonas_pb2.AMAZONAS_STEP_CARDS:
        words = "has chosen" if player.has_chosen else "is choosing"
        row.add(
            notebook.label(
                words,
                width - INSET - 26,
                18.5,
                13,
                anchor="end",
                fill=notebook.FOREST if player.has_chosen else notebook.SOFT_INK,
                italic=not player.has_chosen,
                class_="has-chosen" if player.has_chosen else None,
            )
        )
        if player.has_chosen:
            row.add(notebook.check_mark(width - INSET - 22, 4, 18, notebook.FOREST))
    return row


def ranking_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """Places, and what can part equal points: specimens, money, at some tables the copper coin."""
    columns = ("points", "spec.", "silver", "coin") if view.copper_coins else ("points", "spec.", "silver")
    step = 41 if view.copper_coins else 52
    ends = [width - INSET - step * (len(columns) - 1 - index) for index in range(len(columns))]
    head = group()
    for name, x in zip(columns, ends, strict=True):
        head.add(notebook.label(name, x, 60, 11.5, anchor="end", fill=notebook.SOFT_INK))
    rows = group(head, class_="ranking")
    for index, (place, player) in enumerate(places(view)):
        best = place == 1
        row = group(
            Element(
                "rect",
                x=INSET - 8,
                width=width - 2 * INSET + 16,
                height=_ROW - 4,
                rx=8,
                fill="#dfe9cf" if best else notebook.HALO,
                stroke=notebook.FOREST if best else notebook.LINE,
            ),
            notebook.label(f"{place}.", INSET + 18, 18.5, 15, anchor="end", fill=notebook.FOREST, bold=True),
            style.hut(INSET + 36, 13, 21, player.seat),
            notebook.label(f"Seat {player.seat}", INSET + 52, 18.5, 14),
            transform=translate(0, 66 + _ROW * index),
            class_="box place-cell",
            data_seat=player.seat,
            data_place=place,
        )
        points, *others = (player.total, sum(specimens_of(player)), player.silver, player.coin)[: len(columns)]
        row.add(notebook.label(notebook.signed(points), ends[0], 18.5, 16, anchor="end", bold=True, class_="value"))
        for value, x in zip(others, ends[1:], strict=True):
            row.add(notebook.label(str(value), x, 18.5, 13.5, anchor="end", class_="value"))
        rows.add(row)
    height = 66 + _ROW * len(view.players) + 10
    return notebook.panel(width, height, "Final ranking", rows, class_="ranking-panel box"), height


def missions_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """All missions, open once the game is over."""
    column, step = (width - 2 * INSET) / 2, 82.0
    rows = group(class_="missions")
    for index, player in enumerate(view.players):
        y = 44 + step * index
        rows.add(style.hut(INSET + 9, y + 10, 20, player.seat))
        rows.add(notebook.label(f"Seat {player.seat}", INSET + 26, y + 15, 13.5, fill=notebook.SOFT_INK))
        for place, village in enumerate(player.mission.villages):
            x = INSET + column * (place % 2)
            rows.add(mission_row(view, player.mission, village, x, y + 25 + 24 * (place // 2), column - 4))
    height = 44 + step * len(view.players) + 4
    return notebook.panel(width, height, "The missions", rows, class_="missions-panel box"), height


def supply_panel(view: amazonas_pb2.AmazonasView, width: float) -> notebook.Drawn:
    """Specimen tokens left, and the tokens for all five types that can still be had."""
    step = (width - 2 * INSET) / len(SPECIMENS)
    row = group(class_="supply")
    for index, left in enumerate(view.supply):
        x = INSET + step * (index + 0.5)
        row.add(
            group(
                style.specimen_token(index, x, 60, 28),
                notebook.label(str(left), x, 91, 13.5, anchor="middle", bold=True, class_="count"),
                opacity=None if left else 0.4,
            )
        )
    row.add(notebook.label("For all five types", INSET, 121, 12.5, fill=notebook.SOFT_INK, italic=True))
    for index, points in enumerate(view.five_types_left):
        row.add(style.bonus_token(width - INSET - 13 - 28 * (len(view.five_types_left) - 1 - index), 117, 24, points))
    if not view.five_types_left:
        row.add(
            notebook.label("all taken", width - INSET, 121, 12.5, anchor="end", fill=notebook.SOFT_INK, italic=True)
        )
    rule = Element("path", d=f"M{INSET} 100H{number(width - INSET)}", stroke=notebook.LINE)
    return notebook.panel(width, 138, "Supply", rule, row, class_="supply-panel box"), 138
