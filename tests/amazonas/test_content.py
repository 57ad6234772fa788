"""Packs of Amazonas: one test for each defect, several defects at once, and the normal form."""

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from cext import amazonas
from engines import registry
from engines.content import BadPack, ContentPack, canonical_json
from engines.games.amazonas.content import content_of
from tests import packs
from tests.amazonas.small_map import PACK as SMALL
from tests.packs import Pack
from tests.playing import ROOT

GAME = registry.game("amazonas-2005")
EDITIONS = [GAME, registry.game("amazonas-bga")]
SHIPPED = json.loads((ROOT / "engines/games/amazonas/packs/amazonas-reconstruction.json").read_text("utf-8"))

# Texts of packs with one change, and what is wrong with a text.
changed = partial(packs.changed, SMALL)
defects = partial(packs.defects, GAME)


def load(pack: Pack) -> ContentPack:
    return GAME.load_pack(json.dumps(pack))


def village(number: int, **changes: Any) -> Pack:
    return {"id": number, "name": f"Stop {number}", "x": number, "y": 0, "specimen": "fish", "sites": [2]} | changes


def row(count: int, **changes: Any) -> Pack:
    """A pack whose villages lie in a row along one path."""
    return {
        "name": "row",
        "provenance": "custom",
        "villages": [village(number) for number in range(count)],
        "edges": [{"a": i, "b": i + 1, "path": True, "river": False} for i in range(count - 1)],
        "missions": [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4], [0, 2, 3, 4]],
    } | changes


# --- Sound packs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EDITIONS, ids=lambda game: game.id)
def test_the_reconstructed_map_is_the_default_and_in_normal_form(game: Any) -> None:
    pack = registry.default_pack(game)
    assert (pack.id, pack.provenance) == ("amazonas-reconstruction", "reconstruction")
    assert pack.canonical == canonical_json(SHIPPED)


def test_content_says_what_the_pack_says() -> None:
    bent = {"a": 6, "b": 5, "path": False, "river": True, "bend": [[1.25, 2], [3, 4.5]]}
    content = content_of(load(SMALL | {"edges": [*SMALL["edges"][:7], bent, *SMALL["edges"][8:]]}))
    assert content.villages[3] == ("Hollow", 1000, 5000, amazonas.PARROT, (2,))
    assert [village.specimen for village in content.villages[:5]] == list(range(amazonas.TYPES))
    assert content.edges[0] == (0, 1, True, False, ())
    assert content.edges[2] == (0, 3, True, True, ())
    assert content.edges[7] == (5, 6, False, True, ((300, 450), (125, 200)))
    assert content.missions[2] == (0, 2, 4, 6)


@pytest.mark.parametrize("claim", ["printed", "deduced", "reconstruction", "custom"])
def test_a_tables_own_pack_is_custom_whatever_it_claims(claim: str) -> None:
    pack = load(SHIPPED | {"provenance": claim})
    assert pack.provenance == "custom"
    assert pack.data["provenance"] == "custom"
    assert pack.digest != registry.default_pack(GAME).digest


def test_the_normal_form_does_not_depend_on_how_edges_and_missions_are_told() -> None:
    other = dict(reversed(SHIPPED.items()))
    other["villages"] = [dict(reversed(village.items())) for village in SHIPPED["villages"]]
    other["edges"] = [
        edge | {"a": edge["b"], "b": edge["a"], "bend": edge["bend"][::-1]} for edge in reversed(SHIPPED["edges"])
    ]
    other["missions"] = [mission[::-1] for mission in SHIPPED["missions"]]
    assert load(other) == load(SHIPPED)
    assert content_of(load(other)) == content_of(load(SHIPPED))


def test_an_empty_bend_is_as_good_as_none() -> None:
    edges = [edge | {"bend": []} for edge in SMALL["edges"]]
    assert load(SMALL | {"edges": edges}) == load(SMALL)


@pytest.mark.parametrize("pack", [SHIPPED, SMALL], ids=["shipped", "small"])
def test_loading_the_normal_form_gives_it_again(pack: Pack) -> None:
    once = load(pack)
    again = GAME.load_pack(once.canonical.decode())
    assert again == once
    assert again.canonical == once.canonical


def test_coordinates_are_rounded_to_hundredths() -> None:
    pack = row(5)
    pack["villages"][1]["x"], pack["villages"][2]["x"], pack["villages"][3]["x"] = 1.004999, 2.00501, 3.0
    pack["edges"][0]["bend"] = [[0.501, 1.0]]
    loaded = load(pack)
    assert [village["x"] for village in loaded.data["villages"]] == [0, 1, 2.01, 3, 4]
    assert [village.x_hundredths for village in content_of(loaded).villages] == [0, 100, 201, 300, 400]
    assert loaded.data["edges"][0]["bend"] == [[0.5, 1]]
    assert content_of(loaded).edges[0].bend == ((50, 100),)


def test_a_dead_end_is_no_defect() -> None:
    assert load(row(5)).provenance == "custom"


@pytest.mark.parametrize("name", ["Tucu", "Santo Caño", "Ponta d'Água", "Vila-7", "Šibuñ", "x" * 24])
def test_names_of_villages_have_latin_letters_of_all_kinds(name: str) -> None:
    pack = row(5)
    pack["villages"][0]["name"] = name
    assert content_of(load(pack)).villages[0].name == name


SMALLEST = row(5)
LARGEST = row(
    64,
    villages=[village(number, sites=[6, 7, 8, 9], y=1000) for number in range(64)],
    edges=[{"a": a, "b": b, "path": True, "river": True} for a in range(64) for b in range(a + 1, min(a + 9, 64))],
    missions=[[0, 1, 2, last] for last in range(3, 19)],
)


@pytest.mark.parametrize("pack", [SMALLEST, LARGEST, SMALL], ids=["smallest", "largest", "small"])
@pytest.mark.parametrize("game", EDITIONS, ids=lambda game: game.id)
def test_the_kernel_takes_whatever_passes_the_check(pack: Pack, game: Any) -> None:
    for players in (game.min_players, game.max_players):
        setup = registry.make_setup(game, players, {}, game.load_pack(json.dumps(pack)))
        assert setup.rules.players == players


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


def append(*path: Any) -> Callable[[Pack], None]:
    """A change: the last item of the path is appended to the array that the others name."""
    *way, value = path

    def change(pack: Pack) -> None:
        at: Any = pack
        for step in way:
            at = at[step]
        at.append(value)

    return change


def edge(a: Any, b: Any, **changes: Any) -> Pack:
    return {"a": a, "b": b, "path": True, "river": False} | changes


ONE_DEFECT: list[tuple[str, str, Callable[[Pack], Any]]] = [
    ("MISSING_KEY", "", lambda pack: pack.pop("name")),
    ("MISSING_KEY", "", lambda pack: pack.pop("provenance")),
    ("MISSING_KEY", "", lambda pack: pack.pop("villages")),
    ("MISSING_KEY", "", lambda pack: pack.pop("edges")),
    ("MISSING_KEY", "", lambda pack: pack.pop("missions")),
    ("MISSING_KEY", "/villages/3", lambda pack: pack["villages"][3].pop("id")),
    ("MISSING_KEY", "/villages/3", lambda pack: pack["villages"][3].pop("sites")),
    ("MISSING_KEY", "/edges/9", lambda pack: pack["edges"][9].pop("river")),
    ("UNKNOWN_KEY", "/colour", put("colour", "green")),
    ("UNKNOWN_KEY", "/villages/0/z", put("villages", 0, "z", 1)),
    ("UNKNOWN_KEY", "/edges/0/bends", put("edges", 0, "bends", [])),
    ("WRONG_TYPE", "/name", put("name", 12)),
    ("WRONG_TYPE", "/missions", put("missions", {})),
    ("WRONG_TYPE", "/missions/0", put("missions", 0, 5)),
    ("WRONG_TYPE", "/missions/0/1", put("missions", 0, [0, "1", 2, 3])),
    ("WRONG_TYPE", "/villages/2/id", put("villages", 2, "id", "2")),
    ("WRONG_TYPE", "/villages/2/name", put("villages", 2, "name", 2)),
    ("WRONG_TYPE", "/villages/2/x", put("villages", 2, "x", None)),
    ("WRONG_TYPE", "/villages/2/y", put("villages", 2, "y", True)),
    ("WRONG_TYPE", "/villages/2/specimen", put("villages", 2, "specimen", 2)),
    ("WRONG_TYPE", "/villages/2/sites", put("villages", 2, "sites", 2)),
    ("WRONG_TYPE", "/villages/2/sites/0", put("villages", 2, "sites", [2.0, 3])),
    ("WRONG_TYPE", "/edges", put("edges", None)),
    ("WRONG_TYPE", "/edges/0", put("edges", 0, [0, 1])),
    ("WRONG_TYPE", "/edges/0/b", put("edges", 0, edge(0, "1"))),
    ("WRONG_TYPE", "/edges/0/path", put("edges", 0, "path", 1)),
    ("WRONG_TYPE", "/edges/0/bend", put("edges", 0, "bend", None)),
    ("WRONG_TYPE", "/edges/0/bend/0", put("edges", 0, "bend", [1])),
    ("WRONG_TYPE", "/edges/0/bend/0/1", put("edges", 0, "bend", [[1, "2"]])),
    ("NOT_A_NAME", "/name", put("name", "My Map")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", " Delta")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "Del  ta")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "<b>Delta</b>")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "Delta\n")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "Del\u202eta")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "Can\u0303o")),
    ("NOT_A_VILLAGE_NAME", "/villages/0/name", put("villages", 0, "name", "x" * 25)),
    ("UNKNOWN_VALUE", "/provenance", put("provenance", "official")),
    ("UNKNOWN_VALUE", "/villages/0/specimen", put("villages", 0, "specimen", "jaguar")),
    ("OUT_OF_RANGE", "/villages/4/id", put("villages", 4, "id", -1)),
    ("OUT_OF_RANGE", "/villages/4/id", put("villages", 4, "id", 64)),
    ("OUT_OF_RANGE", "/villages/4/x", put("villages", 4, "x", 1000.5)),
    ("OUT_OF_RANGE", "/villages/4/y", put("villages", 4, "y", -0.5)),
    ("OUT_OF_RANGE", "/villages/4/sites/0", put("villages", 4, "sites", [0, 3])),
    ("OUT_OF_RANGE", "/villages/4/sites/1", put("villages", 4, "sites", [3, 10])),
    ("OUT_OF_RANGE", "/edges/0/a", put("edges", 0, edge(-1, 1))),
    ("OUT_OF_RANGE", "/edges/0/b", put("edges", 0, edge(0, 64))),
    ("OUT_OF_RANGE", "/edges/0/bend/1/0", put("edges", 0, "bend", [[0, 0], [1000.01, 0]])),
    ("OUT_OF_RANGE", "/missions/0/3", put("missions", 0, [0, 1, 2, 64])),
    ("TOO_FEW", "/villages/4/sites", put("villages", 4, "sites", [])),
    ("TOO_FEW", "/edges/0/bend/0", put("edges", 0, "bend", [[1]])),
    ("TOO_FEW", "/missions/0", put("missions", 0, [0, 1, 2])),
    ("TOO_FEW", "/missions", lambda pack: pack.update(missions=pack["missions"][:3])),
    ("TOO_MANY", "/villages/4/sites", put("villages", 4, "sites", [1, 2, 3, 4, 5])),
    ("TOO_MANY", "/edges/0/bend", put("edges", 0, "bend", [[1, 1]] * 9)),
    ("TOO_MANY", "/edges/0/bend/0", put("edges", 0, "bend", [[1, 2, 3]])),
    ("TOO_MANY", "/missions/0", put("missions", 0, [0, 1, 2, 3, 4])),
    ("TOO_MANY", "/missions", put("missions", [list(four) for four in combinations(range(8), 4)][:17])),
    ("ID_OUT_OF_ORDER", "/villages/5/id", put("villages", 5, "id", 4)),
    ("DUPLICATE_NAME", "/villages/5", put("villages", 5, "name", "Delta")),
    ("DUPLICATE_NAME", "/villages/5", put("villages", 5, "name", "DELTA")),
    ("VILLAGES_COINCIDE", "/villages/1", lambda pack: pack["villages"][1].update(x=10.001, y=9.999)),
    ("PRICE_DOES_NOT_RISE", "/villages/0/sites/1", put("villages", 0, "sites", [2, 2, 3])),
    ("PRICE_DOES_NOT_RISE", "/villages/0/sites/2", put("villages", 0, "sites", [2, 4, 3])),
    ("UNKNOWN_VILLAGE", "/edges/10", append("edges", edge(7, 8))),
    ("UNKNOWN_VILLAGE", "/missions/1/2", put("missions", 1, [0, 1, 8, 2])),
    ("EDGE_TO_ITSELF", "/edges/10", append("edges", edge(3, 3))),
    ("DUPLICATE_EDGE", "/edges/10", append("edges", edge(0, 1, path=False, river=True))),
    ("DUPLICATE_EDGE", "/edges/10", append("edges", edge(1, 0))),
    ("NEITHER_PATH_NOR_RIVER", "/edges/0", put("edges", 0, edge(0, 1, path=False))),
    ("MAP_NOT_CONNECTED", "/edges", lambda pack: pack.update(edges=[e for e in pack["edges"] if e["b"] != 7])),
    ("MAP_NOT_CONNECTED", "/edges", put("edges", [])),
    ("VILLAGE_MARKED_TWICE", "/missions/0/2", put("missions", 0, [0, 1, 0, 3])),
    ("DUPLICATE_MISSION", "/missions/3", put("missions", 3, [3, 2, 1, 0])),
]


@pytest.mark.parametrize(
    ("code", "pointer", "change"), ONE_DEFECT, ids=[f"{c}-{p}-{i}" for i, (c, p, _) in enumerate(ONE_DEFECT)]
)
def test_one_defect_is_told_alone(code: str, pointer: str, change: Callable[[Pack], Any]) -> None:
    assert defects(changed(change)) == [(code, pointer)]


@pytest.mark.parametrize(("count", "code"), [(65, "TOO_MANY"), (3, "TOO_FEW"), (0, "TOO_FEW")])
def test_too_many_and_too_few_villages(count: int, code: str) -> None:
    assert (code, "/villages") in defects(json.dumps(row(count)))


def test_too_few_villages_for_different_missions() -> None:
    """Four villages make one mission only, so the smallest map has five."""
    pack = row(4, missions=[[0, 1, 2, 3]] * 4)
    assert defects(json.dumps(pack)) == [("DUPLICATE_MISSION", f"/missions/{i}") for i in (1, 2, 3)]


def test_the_number_of_a_coordinate_is_finite() -> None:
    text = changed(put("villages", 0, "x", float("nan")))
    assert defects(text) == [("NUMBER_NOT_FINITE", "/villages/0/x")]


@pytest.mark.parametrize("text", ["[]", "null", "1", '"amazonas-reconstruction"'])
def test_a_pack_is_an_object(text: str) -> None:
    assert defects(text) == [("WRONG_TYPE", "")]


# --- Many defects at once ------------------------------------------------------------------------------------------


def test_all_defects_are_told_at_once() -> None:
    pack = row(6, name="A Row", extra=None)
    pack["villages"][1] |= {"x": 0, "sites": [3, 3, 1], "specimen": "snake"}
    pack["villages"][2] |= {"id": 1, "name": "stop 0"}
    pack["villages"][3] = []
    pack["edges"] += [edge(3, 3), edge(2, 1), edge(5, 9), edge(0, 2, path=False), edge(None, 2, bend=[[]])]
    pack["missions"] = [[0, 1, 2, 2], [3, 9, 1], [5, 4, 3, 2], [2, 3, 4, 5]]
    assert sorted(defects(json.dumps(pack))) == sorted(
        [
            ("UNKNOWN_KEY", "/extra"),
            ("NOT_A_NAME", "/name"),
            ("VILLAGES_COINCIDE", "/villages/1"),
            ("PRICE_DOES_NOT_RISE", "/villages/1/sites/1"),
            ("PRICE_DOES_NOT_RISE", "/villages/1/sites/2"),
            ("UNKNOWN_VALUE", "/villages/1/specimen"),
            ("ID_OUT_OF_ORDER", "/villages/2/id"),
            ("DUPLICATE_NAME", "/villages/2"),
            ("WRONG_TYPE", "/villages/3"),
            ("EDGE_TO_ITSELF", "/edges/5"),
            ("DUPLICATE_EDGE", "/edges/6"),
            ("UNKNOWN_VILLAGE", "/edges/7"),
            ("NEITHER_PATH_NOR_RIVER", "/edges/8"),
            ("WRONG_TYPE", "/edges/9/a"),
            ("TOO_FEW", "/edges/9/bend/0"),
            ("VILLAGE_MARKED_TWICE", "/missions/0/3"),
            ("TOO_FEW", "/missions/1"),
            ("UNKNOWN_VILLAGE", "/missions/1/1"),
            ("DUPLICATE_MISSION", "/missions/3"),
        ]
    )


def test_every_defect_of_the_schema_has_a_case() -> None:
    source = "".join(
        (ROOT / "engines" / path).read_text("utf-8") for path in ("schema.py", "games/amazonas/pack_check.py")
    )
    assert set(re.findall(r'note\(\s*"([A-Z_]+)"', source)) == {code for code, _, _ in ONE_DEFECT}


def test_the_limits_are_those_of_the_kernel() -> None:
    too_high = changed(put("villages", 0, "sites", [amazonas.MAX_PRICE + 1]))
    with pytest.raises(BadPack, match=f"from 1 to {amazonas.MAX_PRICE}"):
        GAME.load_pack(too_high)
    for key, low, high in [
        ("villages", amazonas.MIN_VILLAGES, amazonas.MAX_VILLAGES),
        ("missions", amazonas.MIN_MISSIONS, amazonas.MAX_MISSIONS),
    ]:
        with pytest.raises(BadPack, match=f"at least {low} are needed"):
            GAME.load_pack(changed(put(key, [])))
        with pytest.raises(BadPack, match=f"at most {high} are allowed"):
            GAME.load_pack(changed(put(key, [None] * (high + 1))))
