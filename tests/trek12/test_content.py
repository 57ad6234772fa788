"""Packs of Trek 12: one test for each defect, several defects at once, and the normal form."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cext import trek12
from engines import registry
from engines.content import MAX_INLINE_PACK, BadPack, ContentPack, canonical_json
from engines.games.trek12.content import content_of
from tests import packs
from tests.packs import Pack
from tests.playing import ROOT

GAME = registry.game("trek12-amazonia")
PRINTED = json.loads((ROOT / "engines/games/trek12/packs/trek12-amazonia.json").read_text("utf-8"))

# Texts of packs with one change, and what is wrong with a text.
changed = partial(packs.changed, PRINTED)
defects = partial(packs.defects, GAME)


def load(pack: Pack) -> ContentPack:
    return GAME.load_pack(json.dumps(pack))


def row(count: int, **changes: Any) -> Pack:
    """A pack whose circles lie in a row, with one box per operation and one line."""
    return {
        "name": "row",
        "provenance": "custom",
        "circles": [{"id": i, "x": i, "y": 0, "river": False} for i in range(count)],
        "edges": [[i, i + 1] for i in range(count - 1)],
        "boxes_per_operation": 1,
        "max_number": 12,
        "danger_points": 5,
        "observation_cards": {"a": [0]},
        "number_cards": [0],
        "observation_lines": 1,
        **changes,
    }


# --- Sound packs ---------------------------------------------------------------------------------------------------


def test_the_printed_pack_is_the_default_and_as_printed() -> None:
    pack = registry.default_pack(GAME)
    assert (pack.id, pack.provenance) == ("trek12-amazonia", "printed")
    assert pack.canonical == canonical_json(PRINTED)
    content = content_of(pack)
    assert len(content.circles) == 27
    assert content.rounds == 20
    assert (content.circles[0].x_hundredths, content.circles[0].y_hundredths) == (3365, 1155)
    assert content.neighbours[0] == (1, 5, 6)
    assert [card.name for card in content.cards] == sorted(PRINTED["observation_cards"])
    assert content.cards[2] == ("jaguar", (0, 1, 2, 4, 7, 15))


@pytest.mark.parametrize("claim", ["printed", "deduced", "reconstruction", "custom"])
def test_a_tables_own_pack_is_custom_whatever_it_claims(claim: str) -> None:
    pack = load({**PRINTED, "provenance": claim})
    assert pack.provenance == "custom"
    assert pack.data["provenance"] == "custom"
    assert pack.digest != registry.default_pack(GAME).digest


def test_the_normal_form_does_not_depend_on_the_order_of_anything() -> None:
    backwards: Pack = {key: PRINTED[key] for key in reversed(PRINTED)}
    backwards["circles"] = [dict(reversed(circle.items())) for circle in reversed(PRINTED["circles"])]
    backwards["edges"] = [[high, low] for low, high in reversed(PRINTED["edges"])]
    backwards["observation_cards"] = dict(reversed(PRINTED["observation_cards"].items()))
    backwards["number_cards"] = PRINTED["number_cards"][::-1]
    pack = load(backwards)
    assert pack == load(PRINTED)
    assert content_of(pack) == content_of(load(PRINTED))
    assert list(pack.data["observation_cards"]) == sorted(PRINTED["observation_cards"])


def test_loading_the_normal_form_gives_it_again() -> None:
    pack = load(PRINTED)
    again = GAME.load_pack(pack.canonical.decode())
    assert again == pack
    assert again.canonical == pack.canonical
    assert list(again.data["observation_cards"]) == list(pack.data["observation_cards"])


def test_coordinates_are_rounded_to_hundredths() -> None:
    circles = row(5)["circles"]
    circles[1]["x"], circles[2]["x"], circles[3]["x"] = 1.004999, 2.00501, 3.0
    pack = load(row(5, circles=circles))
    assert [circle["x"] for circle in pack.data["circles"]] == [0, 1, 2.01, 3, 4]
    assert [circle.x_hundredths for circle in content_of(pack).circles] == [0, 100, 201, 300, 400]


SMALLEST = row(5, max_number=5, danger_points=0)
LARGEST = row(
    64,
    boxes_per_operation=8,
    max_number=15,
    danger_points=99,
    observation_cards={f"card-{i}": [0, 0, 1, 2, 97, 98, 99, 99] for i in range(16)},
    number_cards=[0, 1, 2, 3, 4, 5, 6, 13, 14, 15],
    observation_lines=4,
)
STAR = row(13, edges=[[0, i] for i in range(1, 13)])


@pytest.mark.parametrize("pack", [SMALLEST, LARGEST, STAR], ids=["smallest", "largest", "star"])
@pytest.mark.parametrize("players", [1, 50])
def test_the_kernel_takes_whatever_passes_the_check(pack: Pack, players: int) -> None:
    setup = registry.make_setup(GAME, players, {}, load(pack))
    assert setup.rules.players == players
    assert content_of(setup.pack).rounds == 5 * pack["boxes_per_operation"]


# --- One defect at a time ------------------------------------------------------------------------------------------


def put(*path: Any) -> Callable[[Pack], None]:
    """A change: the last item of the path is put at the place that the others name."""
    *way, key, value = path

    def change(pack: Pack) -> None:
        at: Any = pack
        for step in way:
            at = at[step]
        at[key] = value

    return change


ONE_DEFECT: list[tuple[str, str, Callable[[Pack], Any]]] = [
    ("MISSING_KEY", "", lambda pack: pack.pop("name")),
    ("MISSING_KEY", "", lambda pack: pack.pop("provenance")),
    ("MISSING_KEY", "", lambda pack: pack.pop("circles")),
    ("MISSING_KEY", "", lambda pack: pack.pop("edges")),
    ("MISSING_KEY", "", lambda pack: pack.pop("boxes_per_operation")),
    ("MISSING_KEY", "", lambda pack: pack.pop("max_number")),
    ("MISSING_KEY", "", lambda pack: pack.pop("danger_points")),
    ("MISSING_KEY", "", lambda pack: pack.pop("observation_cards")),
    ("MISSING_KEY", "", lambda pack: pack.pop("number_cards")),
    ("MISSING_KEY", "", lambda pack: pack.pop("observation_lines")),
    ("MISSING_KEY", "/circles/3", lambda pack: pack["circles"][3].pop("river")),
    ("UNKNOWN_KEY", "/colour", put("colour", "green")),
    ("UNKNOWN_KEY", "/circles/0/z", put("circles", 0, "z", 1)),
    ("WRONG_TYPE", "/name", put("name", 12)),
    ("WRONG_TYPE", "/circles", put("circles", {})),
    ("WRONG_TYPE", "/circles/2", put("circles", 2, 5)),
    ("WRONG_TYPE", "/circles/2/id", put("circles", 2, "id", "2")),
    ("WRONG_TYPE", "/circles/2/x", put("circles", 2, "x", None)),
    ("WRONG_TYPE", "/circles/2/y", put("circles", 2, "y", True)),
    ("WRONG_TYPE", "/circles/2/river", put("circles", 2, "river", 0)),
    ("WRONG_TYPE", "/edges", put("edges", None)),
    ("WRONG_TYPE", "/edges/0", put("edges", 0, "0-1")),
    ("WRONG_TYPE", "/edges/0/1", put("edges", 0, [0, 1.0])),
    ("WRONG_TYPE", "/max_number", put("max_number", 12.0)),
    ("WRONG_TYPE", "/boxes_per_operation", put("boxes_per_operation", True)),
    ("WRONG_TYPE", "/observation_cards", put("observation_cards", [[1], [2], [3]])),
    ("WRONG_TYPE", "/observation_cards/jaguar", put("observation_cards", "jaguar", 3)),
    ("WRONG_TYPE", "/observation_cards/jaguar/0", put("observation_cards", "jaguar", ["0"])),
    ("WRONG_TYPE", "/number_cards", put("number_cards", 6)),
    ("NOT_A_NAME", "/name", put("name", "My Map")),
    ("NOT_A_NAME", "/name", put("name", "")),
    ("NOT_A_NAME", "/name", put("name", "x" * 41)),
    ("NOT_A_NAME", "/observation_cards/Red Frog", put("observation_cards", "Red Frog", [1])),
    ("UNKNOWN_VALUE", "/provenance", put("provenance", "official")),
    ("OUT_OF_RANGE", "/circles/4/id", put("circles", 4, "id", 27)),
    ("OUT_OF_RANGE", "/circles/4/id", put("circles", 4, "id", -1)),
    ("OUT_OF_RANGE", "/circles/4/x", put("circles", 4, "x", 1000.5)),
    ("OUT_OF_RANGE", "/circles/4/y", put("circles", 4, "y", -0.5)),
    ("OUT_OF_RANGE", "/edges/0/1", put("edges", 0, [0, 64])),
    ("OUT_OF_RANGE", "/edges/0/0", put("edges", 0, [-1, 1])),
    ("OUT_OF_RANGE", "/boxes_per_operation", put("boxes_per_operation", 0)),
    ("OUT_OF_RANGE", "/max_number", put("max_number", 4)),
    ("OUT_OF_RANGE", "/max_number", put("max_number", 16)),
    ("OUT_OF_RANGE", "/danger_points", put("danger_points", -1)),
    ("OUT_OF_RANGE", "/danger_points", put("danger_points", 100)),
    ("OUT_OF_RANGE", "/observation_lines", put("observation_lines", 0)),
    ("OUT_OF_RANGE", "/observation_lines", put("observation_lines", 5)),
    ("OUT_OF_RANGE", "/observation_cards/jaguar/5", put("observation_cards", "jaguar", [0, 1, 2, 4, 7, 100])),
    ("OUT_OF_RANGE", "/number_cards/6", put("number_cards", 6, 16)),
    ("TOO_FEW", "/edges/0", put("edges", 0, [0])),
    ("TOO_FEW", "/observation_cards/jaguar", put("observation_cards", "jaguar", [])),
    ("TOO_MANY", "/edges/0", put("edges", 0, [0, 1, 2])),
    ("TOO_MANY", "/observation_cards/jaguar", put("observation_cards", "jaguar", [1] * 9)),
    ("TOO_MANY", "/observation_cards", lambda pack: pack["observation_cards"].update({f"x{i}": [1] for i in range(9)})),
    ("TOO_MANY", "/number_cards", put("number_cards", list(range(11)))),
    ("DUPLICATE_CIRCLE", "/circles/5", put("circles", 5, "id", 0)),
    ("CIRCLES_COINCIDE", "/circles/1", put("circles", 1, {"id": 1, "x": 33.6501, "y": 11.5499, "river": True})),
    ("UNKNOWN_CIRCLE", "/edges/60", put("edges", 60, [26, 27])),
    ("EDGE_TO_ITSELF", "/edges/0", put("edges", 0, [0, 0])),
    ("DUPLICATE_EDGE", "/edges/61", lambda pack: pack["edges"].append([0, 1])),
    ("DUPLICATE_EDGE", "/edges/61", lambda pack: pack["edges"].append([1, 0])),
    ("SHEET_NOT_CONNECTED", "/edges", lambda pack: put("edges", [e for e in pack["edges"] if 26 not in e])(pack)),
    ("SHEET_NOT_CONNECTED", "/edges", put("edges", [])),
    ("TOO_MANY_NEIGHBOURS", "/edges", lambda pack: pack["edges"].extend([0, i] for i in range(13, 23))),
    ("TOO_FEW_CIRCLES", "/circles", put("boxes_per_operation", 6)),
    ("VALUE_FALLS", "/observation_cards/jaguar/3", put("observation_cards", "jaguar", [0, 1, 2, 1, 7])),
    ("DUPLICATE_NUMBER_CARD", "/number_cards/1", put("number_cards", [0, 0, 1, 2])),
    ("NUMBER_CARD_TOO_HIGH", "/number_cards/6", put("number_cards", 6, 13)),
    ("TOO_FEW_NUMBER_CARDS", "/number_cards", put("number_cards", [0, 1])),
    ("TOO_FEW_OBSERVATION_CARDS", "/observation_cards", put("observation_cards", {"a": [1], "b": [2]})),
]


@pytest.mark.parametrize(
    ("code", "pointer", "change"), ONE_DEFECT, ids=[f"{c}-{p}-{i}" for i, (c, p, _) in enumerate(ONE_DEFECT)]
)
def test_one_defect_is_told_alone(code: str, pointer: str, change: Callable[[Pack], Any]) -> None:
    assert defects(changed(change)) == [(code, pointer)]


def test_too_many_circles() -> None:
    assert ("TOO_MANY", "/circles") in defects(json.dumps(row(65)))


def test_a_sheet_without_circles() -> None:
    assert set(defects(json.dumps(row(0)))) == {("TOO_FEW", "/circles"), ("TOO_FEW_CIRCLES", "/circles")}


@pytest.mark.parametrize("text", ["[]", "null", "1", '"trek12-amazonia"'])
def test_a_pack_is_an_object(text: str) -> None:
    assert defects(text) == [("WRONG_TYPE", "")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "NOT_JSON"),
        ("[" * 100, "TOO_DEEP"),
        (" " * (MAX_INLINE_PACK + 1), "TOO_LARGE"),
    ],
)
def test_what_is_no_json_is_refused_before_the_schema(text: str, code: str) -> None:
    assert defects(text) == [(code, "")]


def test_numbers_that_are_none_are_refused_before_the_schema() -> None:
    text = changed(put("circles", 0, "x", float("nan"))).replace('"max_number": 12', '"max_number": 1' + "2" * 5000)
    assert defects(text) == [("NUMBER_NOT_FINITE", "/circles/0/x"), ("NUMBER_TOO_LARGE", "/max_number")]


# --- Many defects at once ------------------------------------------------------------------------------------------


def test_all_defects_are_told_at_once() -> None:
    pack = row(6, name="A Row", max_number=3, number_cards=[0, 0, "x"], extra=None)
    pack["circles"][1]["x"] = 0
    pack["circles"][2]["id"] = 1
    pack["circles"][3] = []
    pack["edges"] += [[3, 3], [2, 1], [5, 9], [0]]
    pack["observation_cards"] = {"a": [3, 2, 1], "B": [], "c": {}}
    del pack["danger_points"]
    assert sorted(defects(json.dumps(pack))) == sorted(
        [
            ("MISSING_KEY", ""),
            ("UNKNOWN_KEY", "/extra"),
            ("NOT_A_NAME", "/name"),
            ("OUT_OF_RANGE", "/max_number"),
            ("CIRCLES_COINCIDE", "/circles/1"),
            ("DUPLICATE_CIRCLE", "/circles/2"),
            ("WRONG_TYPE", "/circles/3"),
            ("EDGE_TO_ITSELF", "/edges/5"),
            ("DUPLICATE_EDGE", "/edges/6"),
            ("UNKNOWN_CIRCLE", "/edges/7"),
            ("TOO_FEW", "/edges/8"),
            ("VALUE_FALLS", "/observation_cards/a/1"),
            ("VALUE_FALLS", "/observation_cards/a/2"),
            ("NOT_A_NAME", "/observation_cards/B"),
            ("TOO_FEW", "/observation_cards/B"),
            ("WRONG_TYPE", "/observation_cards/c"),
            ("DUPLICATE_NUMBER_CARD", "/number_cards/1"),
            ("WRONG_TYPE", "/number_cards/2"),
        ]
    )


def test_every_defect_of_the_schema_has_a_case() -> None:
    source = "".join(
        (ROOT / "engines" / path).read_text("utf-8") for path in ("schema.py", "games/trek12/pack_check.py")
    )
    told = {code for code, _, _ in ONE_DEFECT}
    noted = {part.split('"')[0] for part in source.split('note("')[1:]} | {
        part.strip().split('"')[1] for part in source.split("note(\n")[1:]
    }
    assert noted == told


def test_the_limits_are_those_of_the_kernel() -> None:
    for name, value, low, high in [
        ("boxes_per_operation", trek12.MAX_BOXES + 1, 1, trek12.MAX_BOXES),
        ("max_number", trek12.HIGHEST_NUMBER + 1, trek12.LOWEST_MAX_NUMBER, trek12.HIGHEST_NUMBER),
        ("danger_points", trek12.MAX_DANGER_POINTS + 1, 0, trek12.MAX_DANGER_POINTS),
    ]:
        with pytest.raises(BadPack, match=f"from {low} to {high}"):
            GAME.load_pack(changed(put(name, value)))
