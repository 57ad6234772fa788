"""What lies between the players of Amazonas 2022: piles, the card that is held, what is awaited, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022Round, Amazonas2022View
from engines import notebook
from engines.games.amazonas2022 import picture_style as style
from engines.games.amazonas2022.standing import (
    attempts_words,
    goes_on_with,
    is_match,
    is_own,
    piles_words,
    places,
    race_words,
    value_of,
    waiting_for,
)
from engines.games.amazonas2022.vocabulary import CARDS, card_index, counted
from engines.svg import Element, group, number, translate

INSET = 18.0
_PILE = 150.0
_PILE_TOP = 54.0
_PILE_LEFT = 46.0
_ROW = 34.0
_RANK_ROW = 34.0


# --- What is awaited ------------------------------------------------------------------------------------------------


def awaited_panel(view: Amazonas2022View, width: float) -> notebook.Drawn:
    """What the table waits for, in large letters, and what else is to be known of this moment."""
    lines = [words for words in (race_words(view), goes_on_with(view), attempts_words(view)) if words]
    height = 58.0 + 26 * len(lines)
    drawn = group(
        Element("rect", width=width, height=height, rx=10, fill="#fdf1da", stroke=style.NOW, stroke_width=2.4),
        notebook.label(waiting_for(view), INSET, 37, 24, width=width - 2 * INSET, fill=notebook.INK, bold=True),
        class_="box panel awaited",
    )
    for index, words in enumerate(lines):
        drawn.add(notebook.label(words, INSET, 66 + 26 * index, 16, width=width - 2 * INSET, fill=notebook.SOFT_INK))
    return drawn, height


# --- Piles ----------------------------------------------------------------------------------------------------------


def piles_panel(view: Amazonas2022View, width: float) -> notebook.Drawn:
    """Draw pile, discard pile, with two players the reserve, and the card that is held or the effect that goes on."""
    height = _PILE_TOP + _PILE + 52
    card = style.ASPECT * _PILE
    spots = group(Element("title", piles_words(view)), class_="piles")
    drawn = [_draw_pile(view), _discard_pile(view)]
    if is_match(view):
        drawn.append(_reserve(view))
    if view.HasField("held"):
        drawn.append(_held(view))
    elif view.HasField("effect") and view.effect.animal:
        drawn.append(_effect(view))
    elif view.HasField("race"):
        drawn.append(_race(view))
    step = (width - 2 * _PILE_LEFT - card) / (3 if is_match(view) else 2)
    for index, pile in enumerate(drawn):
        spots.add(group(pile, transform=translate(_PILE_LEFT + step * index, _PILE_TOP)))
    return notebook.panel(width, height, "The table", spots, class_="piles-panel"), height


def _caption(title: str, words: str) -> Element:
    """What a pile is, and what is to be known of it, below it."""
    middle = style.ASPECT * _PILE / 2
    return group(
        notebook.label(title, middle, _PILE + 25, 15, width=158, anchor="middle", bold=True),
        notebook.label(words, middle, _PILE + 43, 13.5, width=158, anchor="middle", fill=notebook.SOFT_INK),
        class_="caption",
    )


def _stacked(cards: int) -> Iterator[Element]:
    """The edges of the cards below the top one."""
    for layer in range(min(3, max(0, cards - 1)), 0, -1):
        yield Element(
            "rect",
            x=-3.5 * layer,
            y=-3.5 * layer,
            width=style.ASPECT * _PILE,
            height=_PILE,
            rx=0.08 * _PILE,
            fill=notebook.FOREST_FLOOR,
            stroke=notebook.LEAF,
        )


def _draw_pile(view: Amazonas2022View) -> Element:
    drawn = group(class_="pile draw-pile", data_cards=view.draw_pile)
    drawn.add(*_stacked(view.draw_pile))
    drawn.add(style.face_down(0, 0, _PILE) if view.draw_pile else style.gap(0, 0, _PILE))
    return drawn.add(_caption("draw pile", counted(view.draw_pile, "card")))


def _discard_pile(view: Amazonas2022View) -> Element:
    pile = view.discard_pile
    drawn = group(class_="pile discard-pile", data_cards=pile.cards)
    drawn.add(*_stacked(pile.cards))
    words = counted(pile.cards, "card")
    if pile.top:
        card = card_index(pile.top)
        drawn.add(
            Element("rect", width=style.ASPECT * _PILE, height=_PILE, rx=0.08 * _PILE, fill=style.FACE),
            style.face_up(card, value_of(view, card), 0, 0, _PILE, used_up=pile.used_up),
        )
        if pile.used_up:
            words += ", used up"
    else:
        drawn.add(style.gap(0, 0, _PILE))
    return drawn.add(_caption("discard pile", words))


def _reserve(view: Amazonas2022View) -> Element:
    drawn = group(class_="pile reserve", data_cards=view.reserve)
    drawn.add(*_stacked(view.reserve))
    if view.reserve:
        card = card_index(view.reserve_top)
        drawn.add(style.face_up(card, value_of(view, card), 0, 0, _PILE))
    else:
        drawn.add(style.gap(0, 0, _PILE))
    return drawn.add(_caption("reserve", counted(view.reserve, "card")))


def _held(view: Amazonas2022View) -> Element:
    """The card in somebody's hand, face up for whoever may see it, else as it is remembered."""
    held = view.held
    drawn = group(class_="pile held", data_seat=held.seat)
    if held.card:
        card = card_index(held.card)
        drawn.add(style.face_up(card, value_of(view, card), 0, 0, _PILE))
    elif held.remembered:
        drawn.add(style.remembered(card_index(held.remembered), 0, 0, _PILE))
    else:
        drawn.add(style.face_down(0, 0, _PILE))
    drawn.add(style.glow(0, 0, _PILE))
    origin = "draw" if held.origin == amazonas2022_pb2.AMAZONAS2022_PILE_DRAW else "discard"
    who = "you hold" if is_own(view, held.seat) else f"seat {held.seat} holds"
    return drawn.add(_caption(who, f"from the {origin} pile"))


def _effect(view: Amazonas2022View) -> Element:
    """The animal whose effect goes on."""
    card = card_index(view.effect.animal)
    side = style.ASPECT * _PILE
    drawn = group(
        Element("circle", cx=side / 2, cy=_PILE / 2, r=0.48 * side, fill="#fdf1da", stroke=style.NOW, stroke_width=3.4),
        style.sign(card, side / 2, _PILE / 2, 0.6 * side),
        class_="pile effect",
        data_card=CARDS[card],
    )
    return drawn.add(_caption(f"effect: {CARDS[card]}", f"of seat {view.active}"))


def _race(view: Amazonas2022View) -> Element:
    """The card for which a race goes on."""
    card = card_index(view.race.card)
    drawn = group(style.face_up(card, value_of(view, card), 0, 0, _PILE), style.glow(0, 0, _PILE), class_="pile race")
    winner = f"won by seat {view.race.winner}" if view.race.HasField("winner") else "not won yet"
    return drawn.add(_caption("race", winner))


# --- Points ---------------------------------------------------------------------------------------------------------


def score_panel(view: Amazonas2022View, width: float, height: float) -> Element:
    """The score sheet: a row for each seat, a column for each round; a successful call is circled."""
    sheet = group(class_="score-sheet")
    first, last = 100.0, width - INSET - 26
    step = (last - first) / view.rounds
    for index in range(view.rounds):
        sheet.add(notebook.label(str(index + 1), first + step * index, 58, 13, anchor="middle", fill=notebook.SOFT_INK))
    sheet.add(
        notebook.label("won" if is_match(view) else "total", last, 58, 13, anchor="middle", fill=notebook.SOFT_INK)
    )
    for seat in range(len(view.players)):
        y = 66 + _ROW * seat
        sheet.add(Element("path", d=f"M{number(INSET)} {number(y)}H{number(width - INSET)}", stroke=notebook.LINE))
        sheet.add(group(_score_row(view, seat, first, step, last), transform=translate(0, y), class_="score-row"))
    return notebook.panel(width, height, "Rounds won" if is_match(view) else "Points", sheet, class_="score-panel")


def _score_row(view: Amazonas2022View, seat: int, first: float, step: float, last: float) -> Element:
    player = view.players[seat]
    row = group(notebook.label(f"Seat {seat}", INSET, 23, 15, bold=is_own(view, seat)), data_seat=seat)
    for played in view.rounds_played:
        row.add(_round_score(view, played, seat, first + step * (played.round - 1), step))
    total = str(player.rounds_won) if is_match(view) else notebook.signed(player.points)
    size = _number_size(total, 17, step)
    return row.add(notebook.label(total, last, 23.5, size, anchor="middle", fill=notebook.FOREST, bold=True))


def _number_size(text: str, usual: float, step: float) -> float:
    """The usual size, or as small as keeps a number within its column; the widest bold digits are 0.7 em wide."""
    return min(usual, (step - 2) / (0.74 * len(text)))


def _round_score(view: Amazonas2022View, played: Amazonas2022Round, seat: int, x: float, step: float) -> Element:
    points = played.scores[seat].points
    called = played.caller == seat
    drawn = group(class_="round-score", data_points=points)
    if called and played.successful:
        drawn.add(
            Element("circle", cx=x, cy=17.5, r=13.5, fill="none", stroke=notebook.CLAY, stroke_width=2, class_="call")
        )
    if is_match(view):
        if points:
            drawn.add(notebook.check_mark(x - 8, 10, 16, notebook.FOREST))
        return drawn
    text = notebook.signed(points)
    size = _number_size(text, 14.5, step)
    return drawn.add(notebook.label(text, x, 22.5, size, anchor="middle", bold=called, italic=called))


def ranking_panel(view: Amazonas2022View, width: float) -> notebook.Drawn:
    """The final places ("End of the Game")."""
    rows = group(class_="ranking")
    for index, (place, player) in enumerate(places(view)):
        best = place == 1
        if is_match(view):
            words = f"{counted(player.rounds_won, 'round')} won"
        else:
            words = f"{counted(player.points, 'point')}, {counted(player.successful_calls, 'successful call')}"
        rows.add(
            group(
                Element(
                    "rect",
                    x=INSET - 8,
                    width=width - 2 * INSET + 16,
                    height=_RANK_ROW - 4,
                    rx=8,
                    fill="#dfe9cf" if best else notebook.HALO,
                    stroke=notebook.FOREST if best else notebook.LINE,
                ),
                notebook.label(f"{place}.", INSET + 20, 20.5, 16, anchor="end", fill=notebook.FOREST, bold=True),
                notebook.label(f"Seat {player.seat}", INSET + 34, 20.5, 16, bold=best),
                notebook.label(words, width - INSET, 20.5, 15, width=width - 180, anchor="end", bold=best),
                class_="box place",
                data_seat=player.seat,
                data_place=place,
                transform=translate(0, 46 + _RANK_ROW * index),
            )
        )
    height = 46 + _RANK_ROW * len(view.players) + 8
    return notebook.panel(width, height, "Final ranking", rows, class_="ranking-panel"), height


# --- The last round, and the help card ------------------------------------------------------------------------------


def last_round_panel(view: Amazonas2022View, width: float) -> notebook.Drawn:
    """The hands of the round before, face up, with what they add up to."""
    card = 58.0
    step = style.ASPECT * card + 6
    left = INSET + 84
    room = int((width - left - 150) / step)
    rows = group(class_="last-hands")
    y = 46.0
    played = view.rounds_played[-1]
    for hand in view.last_hands:
        shown = [(slot, wire) for slot, wire in enumerate(hand.slots) if wire]
        lines = max(1, -(-len(shown) // room))
        row = group(transform=translate(0, y), class_="last-hand", data_seat=hand.seat)
        called = played.caller == hand.seat
        row.add(
            notebook.label(
                f"Seat {hand.seat}", INSET, card / 2 + (0 if called else 5), 15, bold=is_own(view, hand.seat)
            )
        )
        if called:
            row.add(notebook.label("called", INSET, card / 2 + 18, 13, fill=notebook.CLAY, italic=True))
        for index, (_, wire) in enumerate(shown):
            kind = card_index(wire)
            row.add(
                style.face_up(
                    kind, value_of(view, kind), left + step * (index % room), (card + 6) * (index // room), card
                )
            )
        points = played.scores[hand.seat].points
        got = ("won" if points else "lost") if is_match(view) else counted(points, "point")
        row.add(
            notebook.label(
                f"sum {notebook.signed(hand.sum)}",
                width - INSET,
                card / 2 - 3,
                14,
                anchor="end",
                fill=notebook.SOFT_INK,
            ),
            notebook.label(got, width - INSET, card / 2 + 18, 16, anchor="end", bold=True),
        )
        rows.add(row)
        y += (card + 6) * lines + 6
    return notebook.panel(width, y + 4, f"Round {played.round}", rows, class_="last-round-panel"), y + 4


_EFFECTS = {
    "sloth": "own card",
    "toad": "other's card",
    "anaconda": "blind swap",
    "jaguar": "look, swap",
    "monkey": "all pass on",
}


def help_panel(view: Amazonas2022View, width: float) -> notebook.Drawn:
    """The help card: all kinds of cards, how many there are, and what the animals do."""
    step = (width - 2 * INSET) / len(view.kinds)
    card = 78.0
    strip = group(class_="kinds")
    for index, kind in enumerate(view.kinds):
        x = INSET + step * (index + 0.5)
        what = card_index(kind.card)
        drawn = group(
            style.face_up(what, kind.value, x - style.ASPECT * card / 2, 44, card),
            notebook.label(f"\u00d7{kind.cards}", x, 140, 14, anchor="middle", bold=True),
            opacity=None if kind.cards else 0.35,
            class_="kind",
            data_card=CARDS[what],
        )
        if effect := _EFFECTS.get(CARDS[what]):
            drawn.add(notebook.label(effect, x, 157, 10.5, width=step - 2, anchor="middle", fill=notebook.SOFT_INK))
        strip.add(drawn)
    return notebook.panel(width, 170, "The cards", strip, class_="help-panel"), 170.0
