"""Packs of Amazonia Park: the shipped one, one test for each defect, several defects at once, and the normal form."""

from __future__ import annotations

import json
from functools import partial

import pytest

from cext import park
from cext.kernel import State
from engines.games.park.content import content_of
from engines.games.park.vocabulary import ANIMALS
from tests import packs
from tests.packs import Pack
from tests.park.tables import GAME, SHIPPED
from tests.playing import ROOT

TEXT = (ROOT / "engines/games/park/packs/park-reconstruction.json").read_text("utf-8")
NONE = [0, 0, 0]

# Texts of packs with one change, and what is wrong with a text.
changed = partial(packs.changed, json.loads(TEXT))
defects = partial(packs.defects, GAME)


# --- The shipped pack ----------------------------------------------------------------------------------------------


def test_the_shipped_pack_says_that_it_is_a_reconstruction() -> None:
    assert list(GAME.packs) == [SHIPPED]
    assert GAME.packs[SHIPPED].provenance == "reconstruction"


def test_the_reconstruction_prints_each_animal_once_around_the_middle() -> None:
    content = content_of(GAME.packs[SHIPPED])
    assert content.board == (8, 8)
    assert sorted(printed.animal for printed in content.printed) == list(range(5))
    assert {printed.number for printed in content.printed} == {1}
    places = {content.board.place(printed.cell) for printed in content.printed}
    turned = {(7 - row, column) for column, row in places}
    # A quarter turn leaves four of them where they are; the fifth is at the middle.
    (middle,) = places - turned
    assert middle in {(3, 3), (4, 3), (3, 4), (4, 4)}
    assert len(places & turned) == 4


def test_the_reconstruction_has_the_tiles_of_the_box() -> None:
    content = content_of(GAME.packs[SHIPPED])
    assert content.morning == ((3, 2, 0),) * 5
    assert content.evening == ((2, 3, 2),) * 5
    assert sum(map(sum, content.morning)) == 25
    assert sum(map(sum, content.evening)) == 35


# --- Sound packs ---------------------------------------------------------------------------------------------------


def test_a_pack_of_ones_own_is_custom_whatever_it_claims() -> None:
    pack = GAME.load_pack(TEXT)
    assert pack.provenance == "custom"
    assert content_of(pack) == content_of(GAME.packs[SHIPPED])


def test_the_normal_form_does_not_depend_on_the_order_of_printed_animals() -> None:
    packs = [GAME.load_pack(TEXT), GAME.load_pack(changed(lambda pack: pack["printed"].reverse()))]
    assert packs[0] == packs[1]
    assert GAME.load_pack(packs[0].canonical.decode()) == packs[0]


def test_a_board_without_printed_animals_and_one_with_a_single_space() -> None:
    assert content_of(GAME.load_pack(changed(lambda pack: pack.update(printed=[])))).printed == ()
    printed = [{"column": cell % 2, "row": cell // 2, "animal": "caiman", "count": 3} for cell in range(3)]
    small = changed(lambda pack: pack.update(columns=2, rows=2, printed=printed))
    setup_rules = GAME.compile(2, {}, GAME.load_pack(small))
    assert park.table(State.start(setup_rules)).spaces == 1


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 12), (12, 2), (12, 10), (10, 12)])
def test_every_size_within_the_limits_is_played_to_the_end(columns: int, rows: int) -> None:
    pack = GAME.load_pack(changed(lambda pack: pack.update(columns=columns, rows=rows, printed=[])))
    rules = GAME.compile(2, {}, pack)
    assert len(park.board(State.start(rules))) == columns * rows


# --- Defects -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["name", "provenance", "columns", "rows", "printed", "morning", "evening"])
def test_a_missing_member(key: str) -> None:
    assert ("MISSING_KEY", "") in defects(changed(lambda pack: pack.pop(key)))


def test_a_member_too_many() -> None:
    assert defects(changed(lambda pack: pack.update(tiles=60))) == [("UNKNOWN_KEY", "/tiles")]


@pytest.mark.parametrize("side", ["columns", "rows"])
@pytest.mark.parametrize("size", [-1, 1, 13])
def test_a_side_out_of_range(side: str, size: int) -> None:
    assert ("OUT_OF_RANGE", f"/{side}") in defects(changed(lambda pack: pack.update({side: size})))


@pytest.mark.parametrize("value", ["8", 8.5, None, True, [8]])
def test_a_side_that_is_no_number(value: object) -> None:
    assert defects(changed(lambda pack: pack.update(columns=value))) == [("WRONG_TYPE", "/columns")]


def test_a_board_with_too_many_spaces() -> None:
    assert defects(changed(lambda pack: pack.update(columns=12, rows=11))) == [("BOARD_TOO_LARGE", "")]


def test_a_board_without_an_empty_space() -> None:
    printed = [{"column": cell % 2, "row": cell // 2, "animal": "caiman", "count": 1} for cell in range(4)]
    text = changed(lambda pack: pack.update(columns=2, rows=2, printed=printed))
    assert defects(text) == [("NO_EMPTY_SPACE", "")]


def test_two_printed_animals_on_one_space() -> None:
    text = changed(lambda pack: pack["printed"].append({"column": 1, "row": 2, "animal": "caiman", "count": 2}))
    assert defects(text) == [("SPACE_PRINTED_TWICE", "/printed/5")]


def test_printed_animals_beside_the_board() -> None:
    def move(pack: Pack) -> None:
        pack["printed"][0] |= {"column": 8, "row": 9}

    assert defects(changed(move)) == [("SPACE_NOT_ON_BOARD", "/printed/0")] * 2


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("column", 12, "OUT_OF_RANGE"),
        ("row", -1, "OUT_OF_RANGE"),
        ("animal", "tapir", "UNKNOWN_VALUE"),
        ("animal", "Toucan", "UNKNOWN_VALUE"),
        ("animal", 0, "WRONG_TYPE"),
        ("count", 0, "OUT_OF_RANGE"),
        ("count", 4, "OUT_OF_RANGE"),
    ],
)
def test_printed_animals_that_cannot_be(key: str, value: object, code: str) -> None:
    text = changed(lambda pack: pack["printed"][2].update({key: value}))
    assert defects(text) == [(code, f"/printed/2/{key}")]


@pytest.mark.parametrize("part", ["morning", "evening"])
@pytest.mark.parametrize(
    ("numbers", "code", "pointer"),
    [
        ([1, 2], "TOO_FEW", ""),
        ([1, 2, 3, 4], "TOO_MANY", ""),
        ([1, -2, 3], "OUT_OF_RANGE", "/1"),
        ([1, 2, 121], "OUT_OF_RANGE", "/2"),
        ([1, 2, 0.5], "WRONG_TYPE", "/2"),
        (3, "WRONG_TYPE", ""),
    ],
)
def test_numbers_of_tiles_that_cannot_be(part: str, numbers: object, code: str, pointer: str) -> None:
    text = changed(lambda pack: pack[part].update(jaguar=numbers))
    assert (code, f"/{part}/jaguar{pointer}") in defects(text)


@pytest.mark.parametrize("part", ["morning", "evening"])
def test_an_animal_without_tiles_is_told_nevertheless(part: str) -> None:
    assert defects(changed(lambda pack: pack[part].pop("caiman"))) == [("MISSING_KEY", f"/{part}")]
    assert defects(changed(lambda pack: pack[part].update(tapir=NONE))) == [("UNKNOWN_KEY", f"/{part}/tapir")]


@pytest.mark.parametrize(("tiles", "is_sound"), [(3, False), (4, True), (120, True), (121, False)])
def test_number_of_all_tiles(tiles: int, is_sound: bool) -> None:
    def change(pack: Pack) -> None:
        pack["morning"] = dict.fromkeys(ANIMALS, NONE) | {"toucan": [1, 0, 0]}
        pack["evening"] = dict.fromkeys(ANIMALS, NONE) | {"caiman": [0, 0, tiles - 1]}

    if is_sound:
        content = content_of(GAME.load_pack(changed(change)))
        assert sum(map(sum, content.morning + content.evening)) == tiles
    else:
        assert defects(changed(change)) == [("WRONG_NUMBER_OF_TILES", "")]


def test_all_defects_are_named_at_once() -> None:
    def spoil(pack: Pack) -> None:
        pack["columns"] = 99
        pack["printed"][0]["animal"] = "tapir"
        pack["printed"].append(dict(pack["printed"][1]))
        pack["morning"]["jaguar"] = [1]
        del pack["evening"]["toucan"]

    assert {code for code, _ in defects(changed(spoil))} == {
        "OUT_OF_RANGE",
        "UNKNOWN_VALUE",
        "SPACE_PRINTED_TWICE",
        "TOO_FEW",
        "MISSING_KEY",
    }


@pytest.mark.parametrize("text", ["null", "[]", "3", '"park"', "{}"])
def test_what_is_no_pack_at_all(text: str) -> None:
    assert defects(text)
