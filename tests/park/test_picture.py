"""The pictures of Amazonia Park show what the view holds, in the right place, and are nothing but a picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from canopy.v1 import park_pb2
from engines.games.park.picture import render_svg
from engines.games.park.standing import acting_seat, is_finished, left_words, places, waiting_for
from engines.games.park.text import render_text
from engines.games.park.vocabulary import ANIMALS, COLOURS, tokens_from_wire
from tests.park import picture_views
from tests.pictures import (
    long_numbers,
    only,
    parsed,
    require_no_names,
    require_nothing_but_a_picture,
    tag,
    texts,
    with_class,
)

VIEWS = picture_views.examples()
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "polyline", "text"}
EXPECTED_TEXTS = ("first-turn", "affordable", "substituting", "end")

every_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())


def picture(view: park_pb2.ParkView) -> Element:
    return parsed(render_svg(view))


# --- Nothing but a picture -----------------------------------------------------------------------------------------


@every_view
def test_picture_is_well_formed_and_self_contained(view: park_pb2.ParkView) -> None:
    root = picture(view)
    require_nothing_but_a_picture(root, ELEMENTS)
    require_no_names(root)
    assert float(root.attrib["width"]) == 1200


@every_view
def test_picture_is_told_to_those_who_cannot_see_it(view: park_pb2.ParkView) -> None:
    title, description = picture(view)[:2]
    assert (tag(title), title.text) == ("title", "Amazonia Park")
    assert tag(description) == "desc"
    for player in view.players:
        assert f"Seat {player.seat}: {len(player.magazines)} magazines." in (description.text or "")
    assert waiting_for(view) in (description.text or "")


@every_view
def test_equal_views_give_equal_bytes(view: park_pb2.ParkView) -> None:
    copy = park_pb2.ParkView.FromString(view.SerializeToString())
    assert render_svg(copy) == render_svg(view)
    assert render_text(copy) == render_text(view)


@every_view
def test_numbers_have_two_decimals_at_most(view: park_pb2.ParkView) -> None:
    assert not long_numbers(picture(view))


# --- The board -----------------------------------------------------------------------------------------------------


@every_view
def test_every_tile_lies_on_its_space_with_its_animals(view: park_pb2.ParkView) -> None:
    expected = [cell for cell in view.cells if cell.HasField("tile")]
    tiles = with_class(only(picture(view), "spaces"), "tile")
    assert len(tiles) == len(expected)
    middles = []
    for drawn, cell in zip(tiles, expected, strict=True):
        name = ANIMALS[cell.tile.animal - 1]
        assert name in drawn.attrib["class"].split()
        assert ("printed" in drawn.attrib["class"].split()) == cell.printed
        assert int(drawn.attrib["data-count"]) == cell.tile.count
        assert len(with_class(drawn, "animal")) == cell.tile.count
        assert texts(drawn) == [str(cell.tile.count)]
        card = drawn[0]
        side = float(card.attrib["width"]) + 8
        column, row = (round((float(card.attrib[axis]) - 4) / side) for axis in ("x", "y"))
        assert (column, row) == (cell.space.column, cell.space.row)
        middles.append((column, row))
    assert len(set(middles)) == len(middles)


@every_view
def test_lines_of_sight_lead_from_the_last_tile_to_what_it_sees(view: park_pb2.ParkView) -> None:
    root = picture(view)
    lines = with_class(root, "sight-line")
    seen = [f"{sight.space.column},{sight.space.row}" for sight in view.sights]
    assert [line.attrib["data-to"] for line in lines] == seen
    assert [frame.attrib["data-space"] for frame in with_class(root, "seen")] == seen
    last = [f"{view.last_placed.column},{view.last_placed.row}"] if view.HasField("last_placed") else []
    assert [frame.attrib["data-space"] for frame in with_class(root, "last-placed")] == last
    starts = {line.attrib["d"].partition("L")[0] for line in lines}
    assert len(starts) == bool(lines)


def test_lines_of_sight_are_there_to_be_tested() -> None:
    assert sum(len(view.sights) for view in VIEWS.values()) > 12


# --- Beside the board ----------------------------------------------------------------------------------------------


@every_view
def test_the_rack_shows_what_is_left_and_what_it_costs(view: park_pb2.ParkView) -> None:
    rows = with_class(only(picture(view), "rack"), "stack")
    for row, stack in zip(rows, view.rack, strict=True):
        assert COLOURS[stack.colour - 1] in row.attrib["class"].split()
        cards = with_class(row, "magazine")
        assert [int(card.attrib["data-value"]) for card in cards] == list(stack.values)
        # Only the front one is for sale.
        assert [card.get("opacity") is None for card in cards] == [place == 0 for place in range(len(cards))]
        costs = [element.text for element in with_class(row, "cost")]
        assert costs == ([f"cost {stack.cost}" if stack.cost else "free"] if stack.HasField("cost") else [])
        assert len(with_class(row, "affordable")) == stack.affordable


def test_effects_are_marked_on_the_cards_that_have_them() -> None:
    rows = with_class(only(picture(VIEWS["most"]), "rack"), "stack")
    marks = [[(element.text or "") for element in with_class(row, "effect")] for row in rows]
    # 5 7 9 11, and 7 9 11 13: the third brings a token, the fourth is a discount.
    assert marks == [["+1", "\u22121"]] * 6
    values = [[element.text for element in with_class(row, "value")] for row in rows]
    assert values == [["5", "7", "9", "11"]] * 5 + [["7", "9", "11", "13"]]


@every_view
def test_supply_and_stack(view: park_pb2.ParkView) -> None:
    root = picture(view)
    shown = with_class(only(root, "supply-panel"), "token-count")
    assert tuple(int(token.attrib["data-count"]) for token in shown) == tokens_from_wire(view.supply)
    for part, left in (("morning", view.morning_left), ("evening", view.evening_left)):
        assert only(root, part).attrib["data-left"] == str(left)


@every_view
def test_the_ranking_is_there_when_the_game_is_over(view: park_pb2.ParkView) -> None:
    rows = with_class(picture(view), "place")
    assert bool(rows) == is_finished(view)
    if rows:
        shown = [(int(row.attrib["data-place"]), int(row.attrib["data-seat"])) for row in rows]
        assert shown == [(place, player.seat) for place, player in places(view)]


# --- Players -------------------------------------------------------------------------------------------------------


@every_view
def test_every_player_has_a_display_with_the_magazines(view: park_pb2.ParkView) -> None:
    drawn = with_class(picture(view), "display")
    assert [int(display.attrib["data-seat"]) for display in drawn] == [player.seat for player in view.players]
    for display, player in zip(drawn, view.players, strict=True):
        cards = with_class(only(display, "magazines"), "magazine")
        assert [int(card.attrib["data-value"]) for card in cards] == [owned.value for owned in player.magazines]
        assert ("active" in display.attrib["class"].split()) == (acting_seat(view) == player.seat)
        own = view.HasField("viewer") and view.viewer == player.seat
        assert ("own" in display.attrib["class"].split()) == own


@every_view
def test_tiles_and_tokens_are_behind_screens_unless_the_view_shows_them(view: park_pb2.ParkView) -> None:
    for display, player in zip(with_class(picture(view), "display"), view.players, strict=True):
        counts = with_class(display, "token-count")
        if player.HasField("tokens"):
            assert tuple(int(token.attrib["data-count"]) for token in counts) == tokens_from_wire(player.tokens)
            hand = only(display, "hand")
            assert len(with_class(hand, "animal")) == (player.tile.count if player.HasField("tile") else 0)
            assert ("?" in texts(hand)) == (player.has_tile and not player.HasField("tile"))
        else:
            assert counts == []
            assert only(display, "screen").attrib["data-tile"] == str(int(player.has_tile))


def test_what_is_left_is_told_in_words() -> None:
    view = park_pb2.ParkView(spaces_left=1, morning_left=0, evening_left=2)
    assert left_words(view) == "Left: 1 space, no morning tiles, 2 evening tiles."


# --- Text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPECTED_TEXTS)
def test_text_is_the_expected_one(name: str) -> None:
    expected = Path(__file__).parent / "pictures" / f"{name}.txt"
    assert render_text(VIEWS[name]) == expected.read_text("utf-8")


@every_view
def test_text_is_plain_and_fits_a_terminal(view: park_pb2.ParkView) -> None:
    text = render_text(view)
    assert text.isascii()
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())
    assert waiting_for(view) in text
    assert left_words(view) in text


@every_view
def test_text_has_a_row_for_each_row_of_the_board(view: park_pb2.ParkView) -> None:
    lines = render_text(view).splitlines()
    for row in range(view.rows):
        line = next(line for line in lines if line.startswith(f"{row:>3} "))
        cells = view.cells[row * view.columns : (row + 1) * view.columns]
        assert len(re.findall(r"\.|[TJMCBtjmcb]\d", line)) == len(cells)
