"""The pictures of Amazonas show what the view holds, in the right place, and are nothing but a picture."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree.ElementTree import Element

import pytest

from canopy.v1 import amazonas_pb2
from cext import amazonas
from engines.games.amazonas import picture_geometry
from engines.games.amazonas.picture import render_svg
from engines.games.amazonas.picture_geometry import PLATE_HEIGHT, Map, Printed, fit
from engines.games.amazonas.standing import event_effect, is_finished, places, waiting_for
from engines.games.amazonas.text import render_text
from tests.amazonas import picture_views
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
ELEMENTS = {"svg", "title", "desc", "defs", "g", "rect", "circle", "ellipse", "path", "polyline", "text"}
OPEN = [name for name, view in VIEWS.items() if not is_finished(view)]
EXPECTED_TEXTS = ("start", "choosing", "two-players", "end-bga")

every_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())


def picture(view: amazonas_pb2.AmazonasView) -> Element:
    return parsed(render_svg(view))


def villages_of(elements: list[Element]) -> list[int]:
    return [int(element.attrib["data-village"]) for element in elements]


def own(view: amazonas_pb2.AmazonasView) -> amazonas_pb2.AmazonasPlayer:
    return view.players[view.viewer]


# --- Nothing but a picture -----------------------------------------------------------------------------------------


@every_view
def test_picture_is_well_formed_and_self_contained(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    require_nothing_but_a_picture(root, ELEMENTS)
    require_no_names(root)
    assert float(root.attrib["width"]) == 1200


@every_view
def test_picture_is_told_to_those_who_cannot_see_it(view: amazonas_pb2.AmazonasView) -> None:
    title, description = picture(view)[:2]
    assert (tag(title), title.text) == ("title", "Amazonas")
    assert tag(description) == "desc"
    for player in view.players:
        assert f"Seat {player.seat}: " in (description.text or "")


@every_view
def test_equal_views_give_equal_bytes(view: amazonas_pb2.AmazonasView) -> None:
    copy = amazonas_pb2.AmazonasView.FromString(view.SerializeToString())
    assert render_svg(copy) == render_svg(view)
    assert render_text(copy) == render_text(view)


@every_view
def test_numbers_have_two_decimals_at_most(view: amazonas_pb2.AmazonasView) -> None:
    assert not long_numbers(picture(view))


def test_hostile_names_stay_text() -> None:
    view = amazonas_pb2.AmazonasView()
    view.CopyFrom(VIEWS["building"])
    for village, name in zip(view.villages, ("<b>x</b>", "a\"b'c&<", "q\x00\x1b\uffff"), strict=False):
        village.name = name
    shown = [element.text for element in with_class(picture(view), "name")][:3]
    assert shown == ["<b>x</b>", "a\"b'c&<", "q\ufffd\ufffd\ufffd"]
    assert "<b>" not in render_svg(view)
    assert "q???" in render_text(view)


# --- The map -------------------------------------------------------------------------------------------------------


@every_view
def test_every_village_has_its_plate_with_name_and_specimen(view: amazonas_pb2.AmazonasView) -> None:
    plates = with_class(only(picture(view), "villages"), "village")
    assert villages_of(plates) == [village.village for village in view.villages]
    specimens = ("fish", "butterfly", "iguana", "parrot", "orchid")
    for plate, village in zip(plates, view.villages, strict=True):
        shown = only(plate, "name").text or ""
        assert shown == village.name or (len(shown) > 8 and village.name.startswith(shown.removesuffix("\u2026")))
        assert len(with_class(plate, specimens[village.specimen - 1])) == 1


@every_view
def test_every_site_shows_its_price_and_its_owner(view: amazonas_pb2.AmazonasView) -> None:
    plates = {int(group.attrib["data-village"]): group for group in only(picture(view), "sites")}
    for village in view.villages:
        drawn = with_class(plates[village.village], "site")
        assert [only(site, "price").text for site in drawn] == [str(site.price_gold) for site in village.sites]
        for element, site in zip(drawn, village.sites, strict=True):
            owner = site.WhichOneof("owner")
            assert ("free" in element.attrib["class"].split()) == (owner is None)
            assert element.get("data-seat") == (str(site.seat) if owner == "seat" else None)
            assert texts(element)[:-1] == ([str(site.seat)] if owner == "seat" else [])
            assert len(with_class(element, "hut")) == (owner is not None)
            assert len(with_class(element, "neutral")) == (owner == "neutral")


@every_view
def test_paths_and_rivers_are_drawn_apart(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    for name, expected in (
        ("paths", [(edge.a, edge.b) for edge in view.edges if edge.path]),
        ("rivers", [(edge.a, edge.b) for edge in view.edges if edge.river]),
    ):
        lines = [element for element in only(root, name) if element.get("data-edge")]
        assert [line.attrib["data-edge"] for line in lines] == [f"{a} {b}" for a, b in expected]
        dashed = {line.get("stroke-dasharray") is not None for line in lines}
        assert dashed == {name == "paths"}


def test_edges_that_an_event_bars_are_faint() -> None:
    for name, faint, clear in (("jaguar", "paths", "rivers"), ("crocodile", "rivers", "paths")):
        root = picture(VIEWS[name])
        expected = own(VIEWS[name]).played != 6 if VIEWS[name].HasField("viewer") else True
        assert ("barred" in only(root, faint).attrib["class"]) == expected
        assert "barred" not in only(root, clear).attrib["class"]


def test_the_native_card_opens_what_is_barred() -> None:
    view = amazonas_pb2.AmazonasView()
    view.CopyFrom(VIEWS["jaguar"])
    for card, barred in ((5, True), (6, False)):
        own(view).played = card
        assert ("barred" in only(picture(view), "paths").attrib["class"]) == barred


@every_view
def test_own_mission_is_ringed_and_nobody_elses(view: amazonas_pb2.AmazonasView) -> None:
    rings = villages_of(with_class(picture(view), "mission-ring"))
    assert rings == (list(own(view).mission.villages) if view.HasField("viewer") else [])


@every_view
def test_sites_to_build_on_have_green_rings_and_neutral_ones_grey(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    geometry = fit(Map.of(view), 828.0, 680.0)
    for name, sites in (("build-ring", view.buildable), ("neutral-ring", view.neutral_sites)):
        rings = with_class(root, name)
        assert villages_of(rings) == [at.village for at in sites]
        for ring, at in zip(rings, sites, strict=True):
            x, y = geometry.site(at.village, at.site)
            centre = geometry.centres[at.village]
            assert float(ring.attrib["cx"]) == pytest.approx(centre[0] + geometry.scale * x, abs=0.01)
            assert float(ring.attrib["cy"]) == pytest.approx(centre[1] + geometry.scale * y, abs=0.01)
    colours = [{ring.attrib["stroke"] for ring in with_class(root, name)} for name in ("build-ring", "neutral-ring")]
    assert colours[0].isdisjoint(colours[1])


def test_rings_are_there_to_be_tested() -> None:
    assert VIEWS["building"].buildable
    assert VIEWS["two-players"].buildable
    assert VIEWS["two-players"].neutral_sites


# --- The table -----------------------------------------------------------------------------------------------------


@every_view
def test_the_round_the_event_and_what_is_to_come(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    (words,) = [element.text for element in with_class(root, "round") if tag(element) == "text"]
    if is_finished(view):
        assert words == "The expedition is over"
        assert not with_class(root, "event-panel")
        return
    assert words == (f"Round {view.round} of 18" if view.round else "Before the first round")
    panel = only(root, "event-panel")
    assert [int(e.attrib["data-left"]) for e in with_class(panel, "event-left")] == [e.left for e in view.events_left]
    assert len(with_class(panel, "native-waits")) == view.native_waits
    assert only(panel, "waiting").text == waiting_for(view)
    assert len(with_class(only(panel, "event-card"), "event")) == (view.event != 0)


@pytest.mark.parametrize("event", range(1, 11))
def test_the_effect_of_every_event_is_told_in_full(event: int) -> None:
    view = amazonas_pb2.AmazonasView()
    view.CopyFrom(VIEWS["building"])
    view.event = event  # type: ignore[assignment]
    card = only(picture(view), "event-card")
    told = " ".join(texts(card)[1:])
    assert told == event_effect(event)


@pytest.mark.parametrize("name", OPEN)
def test_order_of_play_and_choices(name: str) -> None:
    view = VIEWS[name]
    rows = with_class(only(picture(view), "order-panel"), "order-row")
    seats = list(view.order) or [player.seat for player in view.players]
    assert [int(row.attrib["data-seat"]) for row in rows] == seats
    for row, seat in zip(rows, seats, strict=True):
        player = view.players[seat]
        assert ("active" in row.attrib["class"].split()) == (view.HasField("active") and view.active == seat)
        assert len(with_class(row, "has-chosen")) == player.has_chosen
        assert [e.text for e in with_class(row, "income")] == (
            [str(player.announced)] if player.HasField("announced") else []
        )


@every_view
def test_ranking_and_missions_at_the_end_alone(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    cells = with_class(root, "place-cell")
    expected = [(str(place), str(player.seat)) for place, player in places(view)] if is_finished(view) else []
    assert [(cell.attrib["data-place"], cell.attrib["data-seat"]) for cell in cells] == expected
    shown = [row for panel in with_class(root, "missions-panel") for row in with_class(panel, "mission-village")]
    open_missions = [village for player in view.players for village in player.mission.villages]
    assert villages_of(shown) == (open_missions if is_finished(view) else [])


@pytest.mark.parametrize("name", ["end", "end-bga"])
def test_ranking_shows_all_that_can_part_equal_points(name: str) -> None:
    view = VIEWS[name]
    for cell in with_class(picture(view), "place-cell"):
        player = view.players[int(cell.attrib["data-seat"])]
        expected = [player.total, sum(player.specimens) + sum(player.natives), player.silver]
        expected += [player.coin] if view.copper_coins else []
        assert [e.text for e in with_class(cell, "value")] == [str(value).replace("-", "\u2212") for value in expected]
    assert {VIEWS["end"].copper_coins, VIEWS["end-bga"].copper_coins} == {False, True}


@every_view
def test_hand_and_mission_of_the_viewer_alone(view: amazonas_pb2.AmazonasView) -> None:
    root = picture(view)
    if not view.HasField("viewer") or is_finished(view):
        assert not with_class(root, "hand-panel")
        assert not with_class(root, "mission-panel")
        return
    panel = only(root, "hand-panel")
    assert [int(card.attrib["data-card"]) for card in with_class(panel, "in-hand")] == list(own(view).hand)
    chosen = [int(card.attrib["data-card"]) for card in with_class(panel, "chosen")]
    assert chosen == ([own(view).chosen] if own(view).HasField("chosen") else [])
    rows = with_class(only(root, "mission-panel"), "mission-village")
    assert villages_of(rows) == list(own(view).mission.villages)
    assert [int(row.attrib["data-village"]) for row in rows if "reached" in row.attrib["class"].split()] == list(
        own(view).mission.reached
    )


@every_view
def test_cards_show_their_white_numbers_where_these_settle_equal_incomes(view: amazonas_pb2.AmazonasView) -> None:
    root, whites = picture(view), not view.copper_coins
    for card in (card for panel in with_class(root, "hand-panel") for card in with_class(panel, "card")):
        number = own(view).white_numbers[int(card.attrib["data-card"])] if whites else None
        assert [e.text for e in with_class(card, "white-number")] == ([str(number)] if whites else [])
    for name in ("order-row", "display"):
        for place in with_class(root, name):
            player = view.players[int(place.attrib["data-seat"])]
            for card in with_class(place, "income-card"):
                expected = [str(player.white_numbers[player.played])] if whites else []
                assert [e.text for e in with_class(card, "white-number")] == expected


def test_a_choice_shows_in_no_other_picture() -> None:
    assert with_class(picture(VIEWS["choosing"]), "chosen")
    assert not with_class(picture(VIEWS["choosing-other"]), "chosen")
    assert len(with_class(only(picture(VIEWS["choosing-other"]), "order-panel"), "has-chosen")) == 2


@every_view
def test_displays_of_all_players(view: amazonas_pb2.AmazonasView) -> None:
    displays = with_class(picture(view), "display")
    assert [int(display.attrib["data-seat"]) for display in displays] == [player.seat for player in view.players]
    for display, player in zip(displays, view.players, strict=True):
        assert only(display, "gold").text == f"\u00d7{player.gold_coins}"
        assert only(display, "silver").text == f"\u00d7{player.silver_coins}"
        assert only(display, "huts").text == f"\u00d7{player.huts_left}"
        assert only(display, "total").text == str(player.total).replace("-", "\u2212")
        assert [e.text for e in with_class(display, "tokens")] == [str(count) for count in player.specimens]
        assert [e.text for e in with_class(display, "natives")] == [f"+{n}" for n in player.natives if n]
        assert len(with_class(display, "coin")) == player.HasField("coin")
        assert len(with_class(display, "bonus")) == player.HasField("five_types")
        assert len(with_class(display, "income-card")) == player.HasField("played")
        assert [e.attrib["data-item"] for e in with_class(display, "item")] == [item.name for item in player.items]
        points = [e.text for e in with_class(display, "points")]
        assert points == [str(item.points).replace("-", "\u2212") for item in player.items]
        own_display = "own" in display.attrib["class"].split()
        assert own_display == (view.HasField("viewer") and view.viewer == player.seat)


def test_equal_values_share_a_place() -> None:
    view = amazonas_pb2.AmazonasView()
    for seat, (total, silver) in enumerate(((4, 1), (9, 2), (9, 2), (9, 3))):
        view.players.add(seat=seat, total=total, silver=silver)
    assert [(place, player.seat) for place, player in places(view)] == [(1, 3), (2, 1), (2, 2), (4, 0)]


# --- Geometry ------------------------------------------------------------------------------------------------------


@every_view
def test_plates_keep_apart_and_in_the_frame(view: amazonas_pb2.AmazonasView) -> None:
    geometry = fit(Map.of(view), 828.0, 680.0)
    assert geometry.height <= 680
    for village, (x, y) in enumerate(geometry.centres):
        assert geometry.scale * geometry.plate_width(village) / 2 <= x <= 828 - geometry.plate_width(village) / 2
        assert geometry.scale * PLATE_HEIGHT / 2 <= y <= geometry.height - geometry.scale * PLATE_HEIGHT / 2
    for a, b in combinations(range(len(view.villages)), 2):
        (x1, y1), (x2, y2) = geometry.centres[a], geometry.centres[b]
        wide = geometry.scale * (geometry.plate_width(a) + geometry.plate_width(b)) / 2
        assert abs(x1 - x2) >= wide or abs(y1 - y2) >= geometry.scale * PLATE_HEIGHT


def crowds() -> dict[str, list[tuple[int, int]]]:
    """Places of as many villages as there can be, in hundredths, that no plates can be parted at."""
    villages = range(amazonas.MAX_VILLAGES)
    return {
        "heap": [(village % 8, village // 8) for village in villages],
        "row": [(village, 0) for village in villages],
        "column": [(0, 1500 * village) for village in villages],
        "slope": [(village, 1500 * village) for village in villages],
        "two heaps": [(village + 99_900 * (village % 2), village) for village in villages],
    }


@pytest.mark.parametrize("name", crowds())
def test_plates_that_cannot_be_parted_are_not_pushed_for_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's map costs no more than some ten thousand looks at two plates; then they overlap."""
    villages = tuple(Printed(x, y, "Alcora", 0, (1, 2, 3, 4)) for x, y in crowds()[name])
    looks = Counter[str]()

    def counted(value: float) -> float:
        looks["abs"] += 1
        return abs(value)

    monkeypatch.setattr(picture_geometry, "abs", counted, raising=False)
    geometry = fit(Map(villages, ()), 828.0, 680.0)
    assert len(geometry.centres) == amazonas.MAX_VILLAGES
    # Two at every look.
    assert 0 < looks["abs"] <= 2 * 50_000


def test_the_shipped_map_is_drawn_in_full_size() -> None:
    assert fit(Map.of(VIEWS["start"]), 828.0, 680.0).scale == 1


def test_odd_maps_can_be_drawn() -> None:
    """Villages in one place, or in one line, or crowded, are no reason to fail: a table's own pack may say so."""
    rng = Random(4)
    for place in (
        lambda _: (500, 500),
        lambda n: (n, 0),
        lambda n: (0, 100 * n),
        lambda _: (rng.randrange(99), rng.randrange(99)),
    ):
        view = amazonas_pb2.AmazonasView()
        view.CopyFrom(VIEWS["building"])
        for village in view.villages:
            village.x_hundredths, village.y_hundredths = place(village.village)
        assert len(with_class(picture(view), "village")) == len(view.villages)
        assert max(map(len, render_text(view).splitlines())) <= 100


# --- The terminal --------------------------------------------------------------------------------------------------


@every_view
def test_text_is_plain_and_narrow(view: amazonas_pb2.AmazonasView) -> None:
    shown = render_text(view)
    assert re.fullmatch(r"[ -~\n]+", shown)
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
    lines = shown.split("\n")
    assert max(map(len, lines)) <= 100
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("name", EXPECTED_TEXTS)
def test_text_as_expected(name: str) -> None:
    """The expected pictures were read by a person once; they lie beside this file."""
    expected = (Path(__file__).parent / "pictures" / f"{name}.txt").read_text(encoding="ascii")
    assert render_text(VIEWS[name]) == expected


def test_letters_lose_their_accents_in_a_terminal() -> None:
    shown = render_text(VIEWS["start"])
    assert "Santo Cano" in shown
    assert "?" not in shown
