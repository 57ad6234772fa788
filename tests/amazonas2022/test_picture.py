"""The pictures of Amazonas 2022 show what the view holds, in the right place, and are nothing but a picture."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022Player, Amazonas2022Slot, Amazonas2022View
from engines.games.amazonas2022.picture import render_svg
from engines.games.amazonas2022.standing import (
    attempts_words,
    goes_on_with,
    has_called,
    held_words,
    is_finished,
    is_match,
    piles_words,
    places,
    race_words,
    score_words,
    seats_words,
    waiting_for,
    when,
)
from engines.games.amazonas2022.text import render_text
from engines.games.amazonas2022.vocabulary import CARDS, card_index
from tests.amazonas2022 import picture_views

VIEWS = picture_views.examples()
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "polyline", "text"}
EXPECTED_TEXTS = ("choosing", "match", "jaguar-look", "race", "gift", "memory", "second-round")

every_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())


@lru_cache(maxsize=len(VIEWS) + 8)
def parsed(source: str) -> Element:
    """The picture as a strict XML parser sees it."""
    return ElementTree.fromstring(source)  # noqa: S314


def picture(view: Amazonas2022View) -> Element:
    return parsed(render_svg(view))


def tag(element: Element) -> str:
    return element.tag.removeprefix("{http://www.w3.org/2000/svg}")


def classes(element: Element) -> set[str]:
    return set(element.get("class", "").split())


def with_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in classes(element)]


def only(root: Element, name: str) -> Element:
    (found,) = with_class(root, name)
    return found


def texts(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter() if tag(element) == "text"]


def minus(words: str) -> str:
    """Words as a terminal writes them."""
    return words.replace("\u2212", "-")


# --- Nothing but a picture -----------------------------------------------------------------------------------------


@every_view
def test_picture_is_well_formed_and_self_contained(view: Amazonas2022View) -> None:
    root = picture(view)
    assert tag(root) == "svg"
    assert float(root.attrib["width"]) == 1200
    for element in root.iter():
        assert tag(element) in ELEMENTS
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert name not in ("style", "id")
            assert not name.endswith("href")
            assert "url(" not in value.lower()


@every_view
def test_picture_is_told_to_those_who_cannot_see_it(view: Amazonas2022View) -> None:
    title, description = picture(view)[:2]
    assert (tag(title), title.text) == ("title", "Amazonas 2022")
    assert tag(description) == "desc"
    told = description.text or ""
    for words in (waiting_for(view), when(view), piles_words(view), held_words(view), race_words(view)):
        assert words in told
    for player in view.players:
        assert f"Seat {player.seat}: {player.cards} card" in told
        assert score_words(view, player) in told


@every_view
def test_equal_views_give_equal_bytes(view: Amazonas2022View) -> None:
    copy = Amazonas2022View.FromString(view.SerializeToString())
    assert render_svg(copy) == render_svg(view)
    assert render_text(copy) == render_text(view)


@every_view
def test_numbers_have_two_decimals_at_most(view: Amazonas2022View) -> None:
    values = {
        value
        for element in picture(view).iter()
        for name, value in element.attrib.items()
        if name not in ("fill", "stroke", "class")
    }
    assert not [value for value in values if re.search(r"\.\d{3}|\.\d?0\b|\de[-+]?\d|nan|inf", value)]


# --- Between the players -------------------------------------------------------------------------------------------


@every_view
def test_piles_show_their_numbers_and_what_lies_on_top(view: Amazonas2022View) -> None:
    panel = only(picture(view), "piles-panel")
    assert only(panel, "draw-pile").attrib["data-cards"] == str(view.draw_pile)
    discards = only(panel, "discard-pile")
    assert discards.attrib["data-cards"] == str(view.discard_pile.cards)
    shown = [card.attrib["data-card"] for card in with_class(discards, "card")]
    assert shown == ([CARDS[card_index(view.discard_pile.top)]] if view.discard_pile.top else [])
    assert bool(with_class(discards, "used-up")) == view.discard_pile.used_up
    reserves = [pile.attrib["data-cards"] for pile in with_class(panel, "reserve")]
    assert reserves == ([str(view.reserve)] if is_match(view) else [])


@every_view
def test_the_card_that_is_held_is_shown_face_up_only_where_the_view_tells_it(view: Amazonas2022View) -> None:
    held = with_class(only(picture(view), "piles-panel"), "held")
    assert bool(held) == view.HasField("held")
    if held:
        assert held[0].attrib["data-seat"] == str(view.held.seat)
        (card,) = with_class(held[0], "card")
        assert ("back" in classes(card)) == (not view.held.card)
        assert card.get("data-card") == (CARDS[card_index(view.held.card)] if view.held.card else None)


@every_view
def test_the_effect_that_goes_on_is_shown(view: Amazonas2022View) -> None:
    drawn = [sign.attrib["data-card"] for sign in with_class(picture(view), "effect")]
    assert drawn == ([CARDS[card_index(view.effect.animal)]] if view.effect.animal else [])


@every_view
def test_what_is_awaited_is_written_large(view: Amazonas2022View) -> None:
    panels = with_class(picture(view), "awaited")
    assert bool(panels) == (not is_finished(view))
    for panel in panels:
        words = [waiting_for(view), race_words(view), goes_on_with(view), attempts_words(view)]
        assert texts(panel) == [line for line in words if line]


@every_view
def test_the_score_sheet_has_every_round_and_circles_successful_calls(view: Amazonas2022View) -> None:
    rows = with_class(picture(view), "score-row")
    assert len(rows) == len(view.players)
    for seat, row in enumerate(rows):
        scores = with_class(row, "round-score")
        assert [int(score.attrib["data-points"]) for score in scores] == [
            played.scores[seat].points for played in view.rounds_played
        ]
        circled = [bool(with_class(score, "call")) for score in scores]
        assert circled == [played.caller == seat and played.successful for played in view.rounds_played]


@every_view
def test_the_ranking_is_there_when_the_game_is_over(view: Amazonas2022View) -> None:
    rows = with_class(picture(view), "place")
    assert bool(rows) == is_finished(view)
    if rows:
        shown = [(int(row.attrib["data-place"]), int(row.attrib["data-seat"])) for row in rows]
        assert shown == [(place, player.seat) for place, player in places(view)]


@every_view
def test_the_last_hands_stay_face_up_until_the_game_is_over(view: Amazonas2022View) -> None:
    rows = with_class(picture(view), "last-hand")
    shown = [] if is_finished(view) else list(view.last_hands)
    assert [int(row.attrib["data-seat"]) for row in rows] == [hand.seat for hand in shown]
    for row, hand in zip(rows, shown, strict=True):
        cards = [card.attrib["data-card"] for card in with_class(row, "card")]
        assert cards == [CARDS[card_index(card)] for card in hand.slots if card]


@every_view
def test_the_help_card_shows_all_kinds(view: Amazonas2022View) -> None:
    kinds = with_class(only(picture(view), "help-panel"), "kind")
    assert [kind.attrib["data-card"] for kind in kinds] == list(CARDS)
    assert [f"\u00d7{kind.cards}" in texts(drawn) for kind, drawn in zip(view.kinds, kinds, strict=True)] == [True] * 13


# --- Hands ---------------------------------------------------------------------------------------------------------


@every_view
def test_every_hand_lies_in_its_panel(view: Amazonas2022View) -> None:
    hands = with_class(picture(view), "hand")
    assert [int(hand.attrib["data-seat"]) for hand in hands] == [player.seat for player in view.players]
    for hand, player in zip(hands, view.players, strict=True):
        slots = with_class(hand, "slot")
        assert [int(slot.attrib["data-slot"]) for slot in slots] == [slot.slot for slot in player.slots]
        for drawn, slot in zip(slots, player.slots, strict=True):
            check_slot(view, player, drawn, slot)
        own = view.HasField("viewer") and view.viewer == player.seat
        assert ("own" in classes(hand)) == own
        assert ("asked" in classes(hand)) == player.asked
        assert ("Amazonas!" in texts(hand)) == has_called(view, player.seat)


def check_slot(view: Amazonas2022View, player: Amazonas2022Player, drawn: Element, slot: Amazonas2022Slot) -> None:
    """A slot shows what the view tells of it, and nothing else."""
    (card,) = with_class(drawn, "gap") + with_class(drawn, "card")
    shown = slot.card or slot.remembered
    assert ("gap" in classes(card)) == slot.empty
    assert ("remembered" in classes(card)) == bool(slot.remembered)
    assert ("back" in classes(card)) == (not slot.empty and not shown)
    assert card.get("data-card") == (CARDS[card_index(shown)] if shown else None)
    place = amazonas2022_pb2.Amazonas2022Place(seat=player.seat, slot=slot.slot)
    assert ("looked-at" in classes(drawn)) == any(look.card == place for look in view.looks)
    assert ("owed" in classes(drawn)) == (view.HasField("gift") and view.gift.to == place)
    assert ("chosen" in classes(drawn)) == (player.HasField("chosen") and player.chosen == slot.slot)
    assert bool(with_class(drawn, "glow")) == bool(classes(drawn) & {"looked-at", "owed", "chosen"})


@every_view
def test_cards_lie_within_their_panel_and_never_on_one_another(view: Amazonas2022View) -> None:
    for hand in with_class(picture(view), "hand"):
        width, height = (float(hand[0].attrib[side]) for side in ("width", "height"))
        boxes = []
        for slot in with_class(hand, "slot"):
            (card,) = with_class(slot, "gap") + with_class(slot, "card")
            frame = next(element for element in card.iter() if tag(element) == "rect")
            x, y, w, h = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
            assert 0 <= x <= x + w <= width
            assert 0 <= y <= y + h <= height
            boxes.append((x, y, x + w, y + h))
        for number, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[number + 1 :]:
                assert other[2] <= left or right <= other[0] or other[3] <= top or bottom <= other[1]


@every_view
def test_the_dealt_cards_are_a_grid_of_two_by_two(view: Amazonas2022View) -> None:
    for hand in with_class(picture(view), "hand"):
        corners = []
        for slot in with_class(hand, "slot")[:4]:
            (card,) = with_class(slot, "gap") + with_class(slot, "card")
            frame = next(element for element in card.iter() if tag(element) == "rect")
            corners.append((float(frame.attrib["x"]), float(frame.attrib["y"])))
        if len(corners) == 4:
            (a, b, c, d) = corners
            assert a[1] == b[1] < c[1] == d[1]
            assert a[0] == c[0] < b[0] == d[0]


def test_the_example_of_memory_holds_memories() -> None:
    remembered = [
        (player.seat, slot.slot, CARDS[card_index(slot.remembered)])
        for player in VIEWS["memory"].players
        for slot in player.slots
        if slot.remembered
    ]
    # Its own first card, which the monkey took to the left, and the card at which its toad let it look.
    assert remembered == [(1, 0, "1"), (2, 1, "5")]


# --- Words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dealing", "Seat 1 is dealt its cards"),
        ("choosing", "All choose a card to look at"),
        ("first-look", "All look at their cards"),
        ("second-round", "Seat 1 draws or calls"),
        ("holding", "Seat 0 swaps or discards its card"),
        ("last-turns", "Seat 2 draws or takes a card, in its last turn"),
        ("sloth-look", "Seat 0 looks at its own card in slot 3"),
        ("toad-look", "Seat 0 looks at the card of seat 2 in slot 1"),
        ("anaconda", "Seat 0 may exchange two cards unseen"),
        ("direction", "Seat 0 says where the cards go"),
        ("picking", "All pass a card to the right"),
        ("race", "Further attempts of the race are told"),
        ("penalty", "Seat 2 gets a card unseen"),
        ("gift", "Seat 2 owes seat 1 a card"),
        ("end", "The game is over"),
    ],
)
def test_what_the_table_waits_for_in_words(name: str, words: str) -> None:
    assert waiting_for(VIEWS[name]) == words


@pytest.mark.parametrize(
    ("piles", "words", "last_words"),
    [
        ({"draw_pile": 3, "discards": 1}, "draws, takes or calls", "draws or takes a card"),
        ({"discards": 1}, "draws, takes or calls", "draws or takes a card"),
        ({"draw_pile": 3}, "draws or calls", "draws a card"),
        ({"reserve": 3}, "draws or calls", "draws a card"),
        ({}, "passes or calls", "passes"),
    ],
)
def test_what_a_turn_begins_with_in_words(piles: dict[str, int], words: str, last_words: str) -> None:
    """Nothing is named that the piles do not allow (amazonas-2022 4, 15)."""
    view = Amazonas2022View(step=amazonas2022_pb2.AMAZONAS2022_STEP_TURN, active=2)
    view.draw_pile, view.reserve = piles.get("draw_pile", 0), piles.get("reserve", 0)
    view.discard_pile.cards = piles.get("discards", 0)
    assert waiting_for(view) == f"Seat 2 {words}"
    view.caller = 0
    assert waiting_for(view) == f"Seat 2 {last_words}, in its last turn"


def test_what_goes_on_afterwards_in_words() -> None:
    assert goes_on_with(VIEWS["race"]) == "Then the anaconda of seat 0 goes on."
    assert goes_on_with(VIEWS["gift"]) == "Then the jaguar of seat 0 goes on."
    assert goes_on_with(VIEWS["penalty"]) == "Then seat 1 goes on with the card that it holds."
    assert goes_on_with(VIEWS["holding"]) == ""


def test_seats_in_words() -> None:
    assert seats_words([3]) == "seat 3"
    assert seats_words([0, 2]) == "seats 0 and 2"
    assert seats_words([0, 2, 4]) == "seats 0, 2 and 4"


# --- Text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPECTED_TEXTS)
def test_text_is_the_expected_one(name: str) -> None:
    expected = Path(__file__).parent / "pictures" / f"{name}.txt"
    assert render_text(VIEWS[name]) == expected.read_text("utf-8")


@every_view
def test_text_is_plain_and_fits_a_terminal(view: Amazonas2022View) -> None:
    text = render_text(view)
    assert text.isascii()
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())
    assert "?" not in text
    assert when(view) in text
    assert is_finished(view) or waiting_for(view) in text
    for words in (piles_words(view), held_words(view), race_words(view), attempts_words(view)):
        assert minus(words) in text


@every_view
def test_text_has_every_slot_of_every_hand(view: Amazonas2022View) -> None:
    blocks = render_text(view).split("\n\n")
    for player in view.players:
        (block,) = (block for block in blocks if re.match(rf"[ >]Seat {player.seat}\b", block))
        grid = block.partition("\n")[2]
        slots = re.findall(r"(\d+) ([\[({<]\w+[\])}>]| \.)", grid)
        assert sorted(int(number) for number, _ in slots) == list(range(len(player.slots)))
        shown = {int(number): drawn.strip() for number, drawn in slots}
        for slot in player.slots:
            if slot.card or slot.remembered:
                assert shown[slot.slot][1:-1] == CARDS[card_index(slot.card or slot.remembered)]
            elif not slot.empty:
                assert shown[slot.slot][1:-1] == "xxx"
