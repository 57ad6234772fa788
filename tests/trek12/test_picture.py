"""The pictures of Trek 12 show what the view holds, in the right place, and are nothing but a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from canopy.v1 import trek12_pb2
from engines import svg
from engines.games.trek12.picture import render_svg
from engines.games.trek12.picture_sheet import LARGE_SHARE, Geometry
from engines.games.trek12.standing import is_finished, letters, places
from engines.games.trek12.text import render_text
from tests.pictures import long_numbers, parsed, require_nothing_but_a_picture, tag, texts, with_class
from tests.reference.trek12 import Trek12
from tests.trek12 import picture_views

VIEWS = picture_views.examples()
ELEMENTS = {
    *("svg", "title", "desc", "defs", "pattern", "g", "use"),
    *("rect", "circle", "ellipse", "path", "polyline", "polygon", "text"),
}

every_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())


def picture(view: trek12_pb2.Trek12View) -> Element:
    return parsed(render_svg(view))


def boards(view: trek12_pb2.Trek12View) -> Iterator[tuple[trek12_pb2.Trek12Sheet, Element]]:
    """Each sheet with its playing area."""
    found = {int(board.attrib["data-seat"]): board for board in with_class(picture(view), "board")}
    assert sorted(found) == [sheet.seat for sheet in view.sheets]
    for sheet in view.sheets:
        yield sheet, found[sheet.seat]


def panel(view: trek12_pb2.Trek12View, name: str) -> Element:
    (found,) = [element for element in with_class(picture(view), name) if "panel" in element.attrib["class"].split()]
    return found


def own(view: trek12_pb2.Trek12View) -> trek12_pb2.Trek12Sheet:
    return view.sheets[view.viewer]


# --- Nothing but a picture ---


@every_view
def test_picture_is_well_formed_and_self_contained(view: trek12_pb2.Trek12View) -> None:
    require_nothing_but_a_picture(picture(view), ELEMENTS)


@every_view
def test_picture_is_told_to_those_who_cannot_see_it(view: trek12_pb2.Trek12View) -> None:
    root = picture(view)
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert (tag(title), tag(description)) == ("title", "desc")
    for sheet in view.sheets:
        assert f"Seat {sheet.seat}: " in (description.text or "")


@every_view
def test_references_lead_to_definitions_and_ids_are_unique(view: trek12_pb2.Trek12View) -> None:
    source = render_svg(view)
    ids = Counter(element.attrib["id"] for element in parsed(source).iter() if "id" in element.attrib)
    assert set(ids.values()) <= {1}
    assert set(re.findall(r"(?:url\(|href=\")#([a-z0-9-]+)", source)) <= set(ids)


def test_ids_of_different_pictures_differ() -> None:
    def ids(name: str) -> set[str]:
        return {element.attrib["id"] for element in picture(VIEWS[name]).iter() if "id" in element.attrib}

    assert ids("two-players-own").isdisjoint(ids("two-players-other"))


@every_view
def test_equal_views_give_equal_bytes(view: trek12_pb2.Trek12View) -> None:
    copy = trek12_pb2.Trek12View.FromString(view.SerializeToString())
    assert render_svg(copy) == render_svg(view)
    assert render_text(copy) == render_text(view)


@every_view
def test_numbers_have_two_decimals_at_most(view: trek12_pb2.Trek12View) -> None:
    assert not long_numbers(picture(view))


def test_hostile_names_stay_text() -> None:
    view = trek12_pb2.Trek12View()
    view.CopyFrom(VIEWS["rulebook-example"])
    names = ("<script>x", "a\"b'c&<", "bad\x00\x1b\uffff")
    for line, name in zip(view.lines, names, strict=True):
        line.card = name
    shown = [element.text for element in with_class(picture(view), "card-name")]
    assert shown == ["<script>x", "A\"b'c&<", "Bad\ufffd\ufffd\ufffd"]
    assert "<script" not in render_svg(view)
    assert "bad???" in render_text(view)


# --- Everything in its circle ---


@every_view
def test_every_circle_holds_what_is_written_in_it(view: trek12_pb2.Trek12View) -> None:
    for sheet, board in boards(view):
        circles = {int(element.attrib["data-circle"]): element for element in with_class(board, "circle")}
        assert sorted(circles) == [written.circle for written in sheet.circles]
        for written in sheet.circles:
            drawn = circles[written.circle]
            assert texts(drawn) == ([str(written.number)] if written.HasField("number") else [])
            assert len(with_class(drawn, "spider")) == written.spider
            assert len(with_class(drawn, "coloured")) == written.piranha
            assert len(with_class(drawn, "piranha")) == view.sheet[written.circle].river


@every_view
def test_circles_lie_where_they_are_printed(view: trek12_pb2.Trek12View) -> None:
    """What is written in a circle is drawn at that circle: one scale and one offset carry all printed places over."""
    for sheet, board in boards(view):
        discs = {int(element.attrib["data-circle"]): element[0] for element in with_class(board, "circle")}
        drawn = {circle: complex(float(disc.attrib["cx"]), float(disc.attrib["cy"])) for circle, disc in discs.items()}
        printed = {place.circle: complex(place.x_hundredths, place.y_hundredths) for place in view.sheet}
        pairs = list(combinations(sorted(drawn), 2))
        scales = [(drawn[a] - drawn[b]) / (printed[a] - printed[b]) for a, b in pairs]
        assert len(drawn) == len(sheet.circles)
        assert all(scale == pytest.approx(scales[0], rel=0.02) for scale in scales)


@every_view
def test_trails_and_zones_are_drawn_and_told_apart(view: trek12_pb2.Trek12View) -> None:
    for sheet, board in boards(view):
        for name, expected in (("trail", sheet.trails), ("zone", sheet.zones)):
            drawn = [element.attrib["data-circles"] for element in with_class(board, name)]
            assert drawn == [" ".join(map(str, one.circles)) for one in expected]
        for index, zone in enumerate(sheet.zones):
            members = [e for e in with_class(board, "circle") if e.get("data-zone") == str(index)]
            assert [int(element.attrib["data-circle"]) for element in members] == list(zone.circles)
            assert all(element[0].attrib["fill"].endswith(f"-zone-{index})") for element in members)
        for index, trail in enumerate(sheet.trails):
            members = [e for e in with_class(board, "circle") if e.get("data-trail") == str(index)]
            assert {int(element.attrib["data-circle"]) for element in members} == set(trail.circles)


def test_zone_patterns_differ_without_colour() -> None:
    patterns = [e for e in picture(VIEWS["extreme"]).iter() if tag(e) == "pattern"]
    assert 2 <= len(patterns) <= 12
    hatchings = [path.attrib["d"] for element in patterns for path in element if tag(path) == "path"]
    assert len(set(hatchings)) == len(patterns)


@every_view
def test_links_carry_the_letter_of_their_trail_on_the_large_sheet(view: trek12_pb2.Trek12View) -> None:
    if view.HasField("viewer"):
        (board,) = [board for sheet, board in boards(view) if sheet.seat == view.viewer]
        expected = [letters(i) for i, trail in enumerate(own(view).trails) for _ in trail.circles[1:]]
        assert texts_of_badges(board) == expected


def texts_of_badges(board: Element) -> list[str]:
    return [text for badge in with_class(board, "badge") for text in texts(badge)]


@every_view
def test_own_choice_is_a_ghost_in_its_circle(view: trek12_pb2.Trek12View) -> None:
    """How to Play: choices are secret; a picture shows at most the viewer's own."""
    ghosts = with_class(picture(view), "ghost")
    chosen = [sheet.chosen for sheet in view.sheets if sheet.HasField("chosen")]
    assert [int(ghost.attrib["data-circle"]) for ghost in ghosts] == [move.circle for move in chosen]
    for ghost, move in zip(ghosts, chosen, strict=True):
        result = view.results[move.operation - 1]
        over = result > view.max_number
        assert texts(ghost) == ([] if over else [str(result)])
        assert len(with_class(ghost, "spider")) == over


def test_a_choice_shows_the_links_it_will_draw() -> None:
    """Trails: both links of the worked example's 11 are there in pencil, and none is there that was not chosen."""
    (choice,) = with_class(picture(VIEWS["choice-with-links"]), "choice")
    assert [tag(line) for line in choice[0]] == ["path", "path"]
    (choice,) = with_class(picture(VIEWS["choice-of-a-spider"]), "choice")
    assert list(choice[0]) == []


def test_a_choice_shows_in_no_other_picture() -> None:
    """Pictures of one table differ between viewers only as their views do."""
    assert with_class(picture(VIEWS["two-players-own"]), "ghost")
    assert not with_class(picture(VIEWS["two-players-other"]), "ghost")
    chosen = with_class(panel(VIEWS["two-players-other"], "round-table"), "has-chosen")
    assert [seat.attrib["data-seat"] for seat in chosen] == ["0"]


# --- The tables ---


@every_view
def test_choices_danger_and_score_of_the_own_sheet(view: trek12_pb2.Trek12View) -> None:
    if not view.HasField("viewer"):
        return
    sheet = own(view)
    rows = with_class(panel(view, "choices"), "operation")
    assert [len(with_class(row, "ticked")) for row in rows] == list(sheet.used)
    assert [len(with_class(row, "tick")) for row in rows] == [view.boxes_per_operation] * 5
    (safe,) = [index for index, row in enumerate(rows) if with_class(row, "boat")]
    assert safe == view.river_safe_operation - 1
    assert len(with_class(panel(view, "danger"), "ticked")) == sheet.danger_ticks
    assert len(with_class(panel(view, "danger"), "tick")) == max(8, sheet.danger_ticks)
    items = {element.attrib["data-item"]: element for element in with_class(panel(view, "score"), "item")}
    for item in sheet.items:
        (points,) = with_class(items[item.name], "points")
        assert points.text == str(item.points).replace("-", "\u2212")
    (total,) = with_class(panel(view, "score"), "total")
    assert total.text == str(sheet.total).replace("-", "\u2212")


@every_view
def test_observation_lines(view: trek12_pb2.Trek12View) -> None:
    rows = with_class(panel(view, "observations"), "observation")
    assert len(rows) == len(view.lines)
    for index, (row, line) in enumerate(zip(rows, view.lines, strict=True)):
        assert texts(row)[0] == (str(line.number) if line.HasField("number") else "?")
        values = [text for value in with_class(row, "value") for text in texts(value)]
        assert values == [str(value) for value in line.values]
        if view.HasField("viewer") and line.values:
            circled = own(view).observations[index].circled
            assert len(with_class(row, "circled")) == circled
            assert len(with_class(row, "current")) == (circled > 0)
        if not line.values:
            assert "face down" in texts(row)


@every_view
def test_the_round(view: trek12_pb2.Trek12View) -> None:
    (words,) = [e.text for e in with_class(picture(view), "round") if tag(e) == "text"]
    if is_finished(view):
        assert words == "The exploration is over"
        cells = with_class(panel(view, "ranking-table"), "place-cell")
        expected = [(str(place), str(sheet.seat)) for place, sheet in places(view)]
        assert [(cell.attrib["data-place"], cell.attrib["data-seat"]) for cell in cells] == expected
        return
    assert words == f"Round {view.round} of {view.rounds}"
    table = panel(view, "round-table")
    assert [e.text for e in with_class(table, "result")] == [str(result) for result in view.results]
    assert len(with_class(table, "die")) == (2 if view.HasField("roll") else 0)
    chosen = [int(e.attrib["data-seat"]) for e in with_class(table, "has-chosen")]
    assert chosen == [sheet.seat for sheet in view.sheets if sheet.has_chosen]


def test_equal_totals_share_a_place() -> None:
    view = trek12_pb2.Trek12View(sheets=[trek12_pb2.Trek12Sheet(seat=s, total=t) for s, t in enumerate((4, 9, 9, -1))])
    assert [(place, sheet.seat) for place, sheet in places(view)] == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_a_game_waits_for_the_card_of_its_last_round() -> None:
    """Discover: a card found in the last round still turns up, and until then the exploration is not over."""
    view = trek12_pb2.Trek12View()
    view.CopyFrom(VIEWS["rulebook-example"])
    assert is_finished(view)
    view.lines[2].ClearField("card")
    view.lines[2].ClearField("values")
    assert not is_finished(view)


# --- Geometry ---


@every_view
@pytest.mark.parametrize("width", [230.0, 752.0])
def test_circles_stay_apart_and_in_the_frame(view: trek12_pb2.Trek12View, width: float) -> None:
    geometry = Geometry.fit(view, width, (110.0, 660.0), LARGE_SHARE)
    for x, y in geometry.centres.values():
        assert geometry.radius <= x <= geometry.width - geometry.radius
        assert geometry.radius <= y <= geometry.height - geometry.radius
    assert all(
        hypot(a[0] - b[0], a[1] - b[1]) > 2 * geometry.radius for a, b in combinations(geometry.centres.values(), 2)
    )


def test_odd_sheets_can_be_drawn() -> None:
    """Circles in one place, or in one line, are no reason to fail: a table's own pack may say so."""
    for places_of_circles in ([(5, 5)] * 5, [(i, 0) for i in range(5)], [(0, i * 1000) for i in range(5)]):
        pack = picture_views.five_circles()
        pack["circles"] = [{"id": i, "x": x, "y": y, "river": False} for i, (x, y) in enumerate(places_of_circles)]
        view = picture_views.view_of(picture_views.play(Trek12(picture_views.content(pack), 1), 2, seed=1), 0)
        assert len(with_class(picture(view), "circle")) == 2
        assert max(map(len, render_text(view).splitlines())) <= 100


# --- The SVG writer ---


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (7, "7"), (1.5, "1.5"), (2.0, "2"), (0.126, "0.13"), (-0.001, "0"), (-3.456, "-3.46"), (100.0, "100")],
)
def test_number_format(value: float, text: str) -> None:
    assert svg.number(value) == text


def test_writer_escapes_texts_and_attributes() -> None:
    element = svg.Element("text", "a<b>&\"'\x00", svg.Element("g"), data_name="\"'<&>", class_="c", width=None)
    assert str(element) == (
        '<text data-name="&quot;&#39;&lt;&amp;&gt;" class="c">a&lt;b&gt;&amp;&quot;&#39;\ufffd<g/></text>'
    )


def test_fit_cuts_what_is_too_long() -> None:
    assert svg.fit("jaguar", 100, 10) == "jaguar"
    cut = svg.fit("a very long name of a card", 100, 10)
    assert cut.endswith("\u2026")
    assert svg.text_width(cut, 10) <= 100
    assert svg.fit("W" * 9, 1, 10) == "\u2026"


# --- The terminal ---


@every_view
def test_text_is_plain_and_narrow(view: trek12_pb2.Trek12View) -> None:
    shown = render_text(view)
    assert re.fullmatch(r"[ -~\n]+", shown)
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
    lines = shown.split("\n")
    assert max(map(len, lines)) <= 100
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("name", ["rulebook-example", "five-circles", "before-the-numbers", "spectator-of-five"])
def test_text_as_expected(name: str) -> None:
    """The expected pictures were read by a person once; they lie beside this file."""
    expected = (Path(__file__).parent / "pictures" / f"{name}.txt").read_text(encoding="ascii")
    assert render_text(VIEWS[name]) == expected


def test_text_of_a_spectator_shows_all_maps_of_a_small_table() -> None:
    game = picture_views.play(Trek12(picture_views.content(), 2), 3, seed=1)
    shown = render_text(picture_views.view_of(game, None)).splitlines()
    assert [line for line in shown if re.fullmatch(r"Seat \d", line)] == ["Seat 0", "Seat 1"]
