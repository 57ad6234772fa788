"""Packs of Amazonas 2022: the printed one, one test for each defect, several defects at once, and the normal form."""

from __future__ import annotations

import json
from functools import partial

import pytest

from cext import amazonas2022
from cext.kernel import State
from engines.games.amazonas2022.content import content_of, counts_in_play
from engines.games.amazonas2022.vocabulary import CARDS
from tests import packs
from tests.amazonas2022.tables import GAME, SHIPPED, look, setup_of
from tests.packs import Pack
from tests.playing import ROOT

TEXT = (ROOT / "engines/games/amazonas2022/packs/amazonas-2022.json").read_text("utf-8")

# Texts of packs with one change, and what is wrong with a text.
changed = partial(packs.changed, json.loads(TEXT))
defects = partial(packs.defects, GAME)


# --- The shipped pack ----------------------------------------------------------------------------------------------


def test_the_shipped_pack_is_the_printed_one() -> None:
    assert list(GAME.packs) == [SHIPPED]
    assert GAME.packs[SHIPPED].provenance == "printed"


def test_components() -> None:
    """ "Components": 114 cards besides the help cards."""
    content = content_of(GAME.packs[SHIPPED])
    named = dict(zip(CARDS, zip(content.counts, content.values, strict=True), strict=True))
    assert named == {
        "0": (8, 0),
        "1": (8, 1),
        "2": (8, 2),
        "3": (8, 3),
        "4": (8, 4),
        "5": (8, 5),
        "sloth": (16, 4),
        "toad": (16, 4),
        "anaconda": (8, 4),
        "jaguar": (8, 4),
        "monkey": (8, 4),
        "toucan": (8, -1),
        "dolphin": (2, -2),
    }
    assert sum(content.counts) == 114


def test_the_basic_variant_leaves_out_the_monkeys_alone() -> None:
    pack = GAME.packs[SHIPPED]
    counts = counts_in_play(pack, without_monkeys=True)
    assert sum(counts) == 106
    assert counts[CARDS.index("monkey")] == 0
    assert counts_in_play(pack, without_monkeys=False) == content_of(pack).counts
    for without in (False, True):
        setup = setup_of(without_monkeys=without)
        view = look(setup, State.start(setup.rules))
        assert view.draw_pile == (106 if without else 114)
        assert tuple(kind.cards for kind in view.kinds) == counts_in_play(pack, without_monkeys=without)


# --- Sound packs ---------------------------------------------------------------------------------------------------


def test_a_pack_of_ones_own_is_custom_whatever_it_claims() -> None:
    pack = GAME.load_pack(TEXT)
    assert pack.provenance == "custom"
    assert content_of(pack) == content_of(GAME.packs[SHIPPED])


def test_the_normal_form_does_not_depend_on_the_order_of_kinds() -> None:
    other = changed(lambda pack: pack.update(cards=dict(reversed(pack["cards"].items()))))
    packs = [GAME.load_pack(TEXT), GAME.load_pack(other)]
    assert packs[0] == packs[1]
    assert GAME.load_pack(packs[0].canonical.decode()) == packs[0]


@pytest.mark.parametrize("total", [20, 21, 113, 114])
def test_every_number_of_cards_within_the_limits_is_played(total: int) -> None:
    def keep(pack: Pack) -> None:
        for kind in pack["cards"].values():
            kind["count"] = 0
        pack["cards"]["0"]["count"] = total

    rules = GAME.compile(amazonas2022.MAX_PLAYERS, {"without_monkeys": "true"}, GAME.load_pack(changed(keep)))
    assert amazonas2022.table(State.start(rules)).cards_left == total


# --- Defects -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["name", "provenance", "cards"])
def test_a_missing_member(key: str) -> None:
    assert defects(changed(lambda pack: pack.pop(key))) == [("MISSING_KEY", "")]


def test_a_member_too_many() -> None:
    assert defects(changed(lambda pack: pack.update(players=5))) == [("UNKNOWN_KEY", "/players")]


@pytest.mark.parametrize("name", CARDS)
def test_a_missing_kind(name: str) -> None:
    assert defects(changed(lambda pack: pack["cards"].pop(name))) == [("MISSING_KEY", "/cards")]


def test_a_kind_too_many() -> None:
    text = changed(lambda pack: pack["cards"].update({"6": {"count": 1, "value": 6}}))
    assert defects(text) == [("UNKNOWN_KEY", "/cards/6")]


@pytest.mark.parametrize("key", ["count", "value"])
def test_a_kind_without_a_member(key: str) -> None:
    assert defects(changed(lambda pack: pack["cards"]["toad"].pop(key))) == [("MISSING_KEY", "/cards/toad")]


@pytest.mark.parametrize(("key", "value"), [("count", -1), ("count", 115), ("value", -21), ("value", 21)])
def test_a_number_out_of_range(key: str, value: int) -> None:
    text = changed(lambda pack: pack["cards"]["toad"].update({key: value}))
    assert defects(text) == [("OUT_OF_RANGE", f"/cards/toad/{key}")]


@pytest.mark.parametrize("value", ["8", 8.5, None, True, [8]])
@pytest.mark.parametrize("key", ["count", "value"])
def test_a_number_that_is_none(key: str, value: object) -> None:
    text = changed(lambda pack: pack["cards"]["sloth"].update({key: value}))
    assert defects(text) == [("WRONG_TYPE", f"/cards/sloth/{key}")]


def test_too_many_cards() -> None:
    assert defects(changed(lambda pack: pack["cards"]["0"].update(count=9))) == [("TOO_MANY_CARDS", "/cards")]


@pytest.mark.parametrize(("monkeys", "others"), [(0, 19), (90, 19), (1, 0)])
def test_too_few_cards_for_five_without_the_monkeys(monkeys: int, others: int) -> None:
    def keep(pack: Pack) -> None:
        for kind in pack["cards"].values():
            kind["count"] = 0
        pack["cards"]["monkey"]["count"] = monkeys
        pack["cards"]["5"]["count"] = others

    assert defects(changed(keep)) == [("TOO_FEW_CARDS", "/cards")]


@pytest.mark.parametrize("cards", [None, [], "all", 114])
def test_cards_that_are_no_object(cards: object) -> None:
    assert defects(changed(lambda pack: pack.update(cards=cards))) == [("WRONG_TYPE", "/cards")]


def test_a_kind_that_is_no_object() -> None:
    assert defects(changed(lambda pack: pack["cards"].update(toad=16))) == [("WRONG_TYPE", "/cards/toad")]


def test_names_and_provenance() -> None:
    assert defects(changed(lambda pack: pack.update(name="Amazonas 2022"))) == [("NOT_A_NAME", "/name")]
    assert defects(changed(lambda pack: pack.update(provenance="found"))) == [("UNKNOWN_VALUE", "/provenance")]


def test_all_defects_are_told_at_once() -> None:
    def break_all(pack: Pack) -> None:
        pack["name"] = "no name"
        pack["cards"]["0"]["count"] = 1000
        pack["cards"]["toad"]["value"] = "four"
        del pack["cards"]["dolphin"]
        pack["extra"] = 1

    assert sorted(defects(changed(break_all))) == [
        ("MISSING_KEY", "/cards"),
        ("NOT_A_NAME", "/name"),
        ("OUT_OF_RANGE", "/cards/0/count"),
        ("UNKNOWN_KEY", "/extra"),
        ("WRONG_TYPE", "/cards/toad/value"),
    ]


@pytest.mark.parametrize("text", ["", "[]", "null", '{"name": "a", "name": "b"}', "{", '{"cards": NaN}'])
def test_texts_that_are_no_pack(text: str) -> None:
    assert defects(text)
