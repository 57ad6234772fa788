"""The hands of Amazonas 2022: the grid that was dealt, further cards beside it, gaps, and how each player stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from canopy.v1.amazonas2022_pb2 import Amazonas2022Player, Amazonas2022Slot, Amazonas2022View
from engines import notebook
from engines.games.amazonas2022 import picture_style as style
from engines.games.amazonas2022.standing import (
    has_called,
    is_active,
    is_extra,
    is_finished,
    is_own,
    places,
    score_words,
    value_of,
)
from engines.games.amazonas2022.vocabulary import card_index
from engines.svg import Element, group, text_width, translate

_INSET = 18.0
_BETWEEN = 20.0
_GRID_TOP = 88.0
_CARD = 116.0
_LABEL = 23.0
_STEP = 12.0
_HEIGHT = _GRID_TOP + 2 * (_CARD + _LABEL + 6) + 8
_GRID_COLUMNS = 2
# A card that is drawn smaller than this has no room for the number of its slot below it.
_LABELLED = 40.0
# From this width on it has room for a word beside the number.
_WORDY = 70.0


def hands(view: Amazonas2022View, y: float) -> tuple[list[Element], float]:
    """All hands, at most three in a row, and where they end."""
    drawn = []
    for row in _rows(view.players):
        width = (notebook.CONTENT - _BETWEEN * (len(row) - 1)) / len(row)
        for index, player in enumerate(row):
            place = translate(notebook.MARGIN + (width + _BETWEEN) * index, y)
            drawn.append(group(_hand(view, player, width), transform=place))
        y += _HEIGHT + _BETWEEN
    return drawn, y - _BETWEEN


def _rows(players: Sequence[Amazonas2022Player]) -> list[Sequence[Amazonas2022Player]]:
    """Two or three players side by side, four in two rows, five in a row of three and one of two."""
    if len(players) <= 3:
        return [players]
    half = (len(players) + 1) // 2
    return [players[:half], players[half:]]


def _hand(view: Amazonas2022View, player: Amazonas2022Player, width: float) -> Element:
    active = is_active(view, player.seat)
    drawn = group(
        Element(
            "rect",
            width=width,
            height=_HEIGHT,
            rx=10,
            fill=notebook.CARD,
            stroke=style.NOW if player.asked else notebook.FOREST if active else notebook.LINE,
            stroke_width=3.4 if player.asked else 2.4 if active else 1.4,
        ),
        _title(view, player, width),
        class_=f"panel hand{' own' if is_own(view, player.seat) else ''}{' active' if active else ''}"
        f"{' asked' if player.asked else ''}",
        data_seat=player.seat,
    )
    drawn.add(_marks(view, player, width))
    cards = group(class_="cards")
    for spot, slot in zip(_spots(len(player.slots), width), player.slots, strict=False):
        cards.add(_slot(view, player, slot, spot))
    return drawn.add(cards)


def _title(view: Amazonas2022View, player: Amazonas2022Player, width: float) -> Element:
    you = " (you)" if is_own(view, player.seat) else ""
    score = score_words(view, player)
    room = width - 2 * _INSET
    return group(
        notebook.label(f"Seat {player.seat}{you}", _INSET, 33, 21, width=0.66 * room, fill=notebook.FOREST, bold=True),
        notebook.label(
            score, width - _INSET, 33, 16, width=0.34 * room, anchor="end", fill=notebook.SOFT_INK, class_="score"
        ),
    )


def _marks(view: Amazonas2022View, player: Amazonas2022Player, width: float) -> Element:
    """What is to be known of a player besides the cards, in small boxes side by side."""
    row = group(class_="marks")
    x = _INSET
    for words, colour in _statuses(view, player):
        mark_width = text_width(words, 13.5) + 16
        if x + mark_width > width - _INSET:
            break
        row.add(
            group(
                Element("rect", x=x, y=46, width=mark_width, height=25, rx=12.5, fill=colour),
                notebook.label(words, x + mark_width / 2, 63.5, 13.5, anchor="middle", fill=notebook.HALO, bold=True),
                class_="box mark",
            )
        )
        x += mark_width + 8
    return row


def _statuses(view: Amazonas2022View, player: Amazonas2022Player) -> Iterator[tuple[str, str]]:
    if has_called(view, player.seat):
        yield "Amazonas!", notebook.CLAY
    if is_finished(view):
        place = next(place for place, ranked in places(view) if ranked.seat == player.seat)
        yield f"place {place}", notebook.FOREST
        yield f"sum {notebook.signed(view.last_hands[player.seat].sum)}", notebook.PENCIL
    if player.has_chosen:
        yield "has chosen", notebook.RIVER
    elif player.asked:
        yield "to move", "#b8610f"
    elif is_active(view, player.seat):
        yield "in turn", notebook.FOREST
    if player.barred:
        yield "no more attempts", notebook.SOFT_INK
    elif player.may_attempt:
        yield "wild?", notebook.PENCIL


# --- Slots ---------------------------------------------------------------------------------------------------------


class _Spot(NamedTuple):
    """Where a card lies in its panel, how high it is, and whether the number of its slot fits below it."""

    x: float
    y: float
    height: float
    is_labelled: bool = True


def _spots(slots: int, width: float) -> list[_Spot]:
    """The grid of two by two, and beside it as many cards as there are more, as large as they fit."""
    card = style.ASPECT * _CARD
    pitch = _CARD + _LABEL + 6
    grid = [
        _Spot(_INSET + (card + _STEP) * column, _GRID_TOP + pitch * row, _CARD)
        for row in range(2)
        for column in range(_GRID_COLUMNS)
    ]
    left = _INSET + 2 * card + _STEP + 26
    return [*grid, *_extra_spots(max(0, slots - len(grid)), left, width - _INSET - left)][:slots]


def _extra_spots(count: int, left: float, width: float) -> list[_Spot]:
    """So many cards in a strip of this width: in as few rows as it takes."""
    pitch = 2 * (_CARD + _LABEL + 6)
    rows = 2
    while count > rows * _columns(pitch / rows, width):
        rows += 1
    columns = _columns(pitch / rows, width)
    height, is_labelled = _card_height(pitch / rows)
    return [
        _Spot(
            left + (style.ASPECT * height + _gap(height)) * (index % columns),
            _GRID_TOP + pitch / rows * (index // columns),
            height,
            is_labelled,
        )
        for index in range(count)
    ]


def _card_height(pitch: float) -> tuple[float, bool]:
    """A card's height where rows are so far apart, and whether that leaves room for the number of its slot."""
    height = pitch - _LABEL - 6
    return (height, True) if height >= _LABELLED else (0.88 * pitch, False)


def _gap(height: float) -> float:
    return min(_STEP, 0.16 * height)


def _columns(pitch: float, width: float) -> int:
    height, _ = _card_height(pitch)
    return max(1, int((width + _gap(height)) / (style.ASPECT * height + _gap(height))))


def _slot(view: Amazonas2022View, player: Amazonas2022Player, slot: Amazonas2022Slot, spot: _Spot) -> Element:
    """A card or a gap, and its number below it."""
    x, y, height, is_labelled = spot
    onlookers = [look.seat for look in view.looks if (look.card.seat, look.card.slot) == (player.seat, slot.slot)]
    is_owed = view.HasField("gift") and (view.gift.to.seat, view.gift.to.slot) == (player.seat, slot.slot)
    is_chosen = player.HasField("chosen") and player.chosen == slot.slot
    drawn = group(
        _lying(view, slot, spot),
        class_=f"slot{' extra' if is_extra(slot.slot) else ''}{' looked-at' if onlookers else ''}"
        f"{' owed' if is_owed else ''}{' chosen' if is_chosen else ''}",
        data_slot=slot.slot,
    )
    if onlookers or is_owed or is_chosen:
        drawn.add(style.glow(x, y, height))
    if onlookers or is_chosen:
        drawn.add(style.eye(x + 0.16 * height, y + 0.16 * height, 0.26 * height))
    if is_labelled:
        drawn.add(_slot_label(slot.slot, spot, onlookers, is_owed=is_owed, is_chosen=is_chosen))
    return drawn


def _lying(view: Amazonas2022View, slot: Amazonas2022Slot, spot: _Spot) -> Element:
    corner = spot.x, spot.y, spot.height
    if slot.empty:
        return style.gap(*corner)
    if slot.card:
        card = card_index(slot.card)
        return style.face_up(card, value_of(view, card), *corner)
    if slot.remembered:
        return style.remembered(card_index(slot.remembered), *corner)
    return style.face_down(*corner)


def _slot_label(slot: int, spot: _Spot, onlookers: Sequence[int], *, is_owed: bool, is_chosen: bool) -> Element:
    """The number of the slot, and what goes on there."""
    words = str(slot)
    width = style.ASPECT * spot.height
    if width < _WORDY:
        pass
    elif onlookers:
        words = f"{slot}: seat {onlookers[0]}"
    elif is_owed:
        words = f"{slot}: gift"
    elif is_chosen:
        words = f"{slot}: chosen"
    return notebook.label(
        words,
        spot.x + width / 2,
        spot.y + spot.height + 19,
        14,
        width=width + _STEP - 2,
        anchor="middle",
        fill=notebook.SOFT_INK,
        bold=is_chosen or is_owed or bool(onlookers),
        class_="slot-number",
    )
