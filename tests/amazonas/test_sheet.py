"""Ends of Amazonas that somebody types in: the rulebook's example, both editions, and everything that cannot be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from canopy.v1 import amazonas_sheet_pb2
from engines import registry
from engines.game import Malformed, Setup
from engines.games.amazonas import Amazonas
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST
from tests.amazonas.tables import GAME_2005, GAME_BGA, setup_of
from tests.contract.spoiling import Spoil, codes, flaws_in, found_in

FISH, BUTTERFLY, IGUANA, PARROT, ORCHID = range(5)


def three_on_the_small_map() -> amazonas_sheet_pb2.AmazonasFinishedTable:
    """Three players of 2005; seat 0 has all five types and one native more of the butterflies."""
    table = amazonas_sheet_pb2.AmazonasFinishedTable()
    table.players.add(
        huts=[DELTA, FORK, GROVE, HOLLOW, FORD], natives=[0, 1, 0, 0, 0], silver=4, mission=0, five_types=4
    )
    table.players.add(huts=[FORD, GLADE, MARSH], silver=2, mission=1)
    table.players.add(huts=[DELTA, FORK], specimens=[1, 1, 0, 0, 0], mission=2)
    return table


def two_on_the_small_map() -> amazonas_sheet_pb2.AmazonasFinishedTable:
    """Two players of the BGA edition, with coins and a neutral hut."""
    table = amazonas_sheet_pb2.AmazonasFinishedTable(neutral_huts=[GROVE])
    table.players.add(huts=[DELTA, FORK], mission=0, coin=2)
    table.players.add(huts=[FORD, GLADE], mission=1, coin=1)
    return table


def player(seat: int, /, **fields: Any) -> Spoil:
    """Tells a player otherwise; None: not at all."""

    def change(table: amazonas_sheet_pb2.AmazonasFinishedTable) -> None:
        told = table.players[seat]
        for name, value in fields.items():
            if isinstance(value, Sequence):
                del getattr(told, name)[:]
                getattr(told, name).extend(value)
            elif value is None:
                told.ClearField(name)
            else:
                setattr(told, name, value)

    return change


def neutral(*villages: int) -> Spoil:
    """Tells the neutral huts otherwise."""

    def change(table: amazonas_sheet_pb2.AmazonasFinishedTable) -> None:
        del table.neutral_huts[:]
        table.neutral_huts.extend(villages)

    return change


def both(*changes: Spoil) -> Spoil:
    """One change after the other."""

    def change(table: Any) -> None:
        for spoil in changes:
            spoil(table)

    return change


CASES_2005: list[tuple[str, str, Spoil]] = [
    ("NO_SUCH_VILLAGE", "players[1].huts[1]", player(1, huts=[FORD, 8])),
    ("SECOND_HUT", "players[1].huts[3]", player(1, huts=[FORD, GLADE, MARSH, GLADE])),
    ("NO_HUT", "players[2].huts", player(2, huts=[], specimens=[])),
    ("NOT_CONNECTED", "players[2].huts", player(2, huts=[DELTA, FORK, NEST], specimens=[])),
    ("VILLAGE_TOO_FULL", "players", player(1, huts=[FORD, HOLLOW])),
    ("NO_NEUTRAL_HUTS", "neutral_huts", neutral(GLADE)),
    ("TOO_MANY_SPECIMENS", "players[2].specimens[0]", player(2, specimens=[2, 1, 0, 0, 0])),
    ("TOO_FEW_SPECIMENS", "players[2].specimens[1]", player(2, specimens=[1, 0, 0, 0, 0])),
    ("TOO_MANY_NATIVES", "players", player(0, natives=[1, 1, 1, 1, 1])),
    ("TOO_MUCH_SILVER", "players[1].silver", player(1, silver=10_000)),
    ("MISSION_MISSING", "players[1].mission", player(1, mission=None)),
    ("NO_SUCH_MISSION", "players[1].mission", player(1, mission=5)),
    ("MISSION_REPEATED", "players[1].mission", player(1, mission=0)),
    ("NO_COINS", "players[1].coin", player(1, coin=1)),
    ("BONUS_MISSING", "players[0].five_types", player(0, five_types=0)),
    ("BONUS_UNEARNED", "players[1].five_types", player(1, five_types=3)),
    ("NO_SUCH_BONUS", "players[0].five_types", player(0, five_types=5)),
    ("BONUS_SKIPPED", "players[0].five_types", player(0, five_types=3)),
    (
        "BONUS_REPEATED",
        "players[1].five_types",
        both(
            player(1, huts=[FORD, GLADE, MARSH], natives=[0, 0, 1, 1, 0], five_types=4),
            player(0, natives=[0, 0, 0, 0, 0]),
        ),
    ),
]
CASES_BGA: list[tuple[str, str, Spoil]] = [
    ("NO_SUCH_VILLAGE", "neutral_huts[0]", neutral(8)),
    ("SECOND_NEUTRAL_HUT", "neutral_huts[1]", neutral(GROVE, GROVE)),
    ("NEUTRAL_HUT_ON_LAST_SITE", "neutral_huts[0]", neutral(HOLLOW)),
    ("VILLAGE_TOO_FULL", "players", both(neutral(FORK), player(1, huts=[FORD, FORK]))),
    ("NATIVE_ALONE", "players[0].natives[4]", player(0, natives=[0, 0, 0, 0, 1])),
    ("COIN_MISSING", "players[0].coin", player(0, coin=0)),
    ("NO_SUCH_COIN", "players[0].coin", player(0, coin=3)),
    ("COIN_REPEATED", "players[1].coin", player(1, coin=2)),
]
# The small map has too few villages for these; see below.
ON_THE_LARGE_MAP = {
    "TOO_MANY_HUTS",
    "TOO_MANY_NEUTRAL_HUTS",
    "SPECIMENS_MISSING",
    "WRONG_TOKENS",
}
SETUP_2005, SETUP_BGA = setup_of(GAME_2005, 3), setup_of(GAME_BGA, 2)


@pytest.mark.parametrize(("code", "field", "spoil"), CASES_2005)
def test_what_cannot_be_in_2005_is_named(code: str, field: str, spoil: Spoil) -> None:
    table = three_on_the_small_map()
    assert found_in(SETUP_2005, table) == []
    spoil(table)
    assert (code, field) in found_in(SETUP_2005, table)


@pytest.mark.parametrize(("code", "field", "spoil"), CASES_BGA)
def test_what_cannot_be_in_the_bga_edition_is_named(code: str, field: str, spoil: Spoil) -> None:
    table = two_on_the_small_map()
    assert found_in(SETUP_BGA, table) == []
    spoil(table)
    assert (code, field) in found_in(SETUP_BGA, table)


@pytest.mark.parametrize("game", [GAME_2005, GAME_BGA])
def test_every_impossibility_is_tried(game: Amazonas) -> None:
    assert codes(CASES_2005) | codes(CASES_BGA) | ON_THE_LARGE_MAP == set(game.flaws)


def test_points_of_the_small_map() -> None:
    scored = GAME_2005.score_sheet(SETUP_2005, three_on_the_small_map())
    assert scored.outcome is not None
    # A bonus token, and nothing lost of a whole mission; 3 points lost for Nest; 9 for Grove, Ford and Marsh.
    values = {placing.seat: placing.values for placing in scored.outcome.placings}
    assert values == {0: (4, 6, 4, 0), 1: (-3, 3, 2, 0), 2: (-9, 2, 0, 0)}
    assert [placing.decided_by for placing in scored.outcome.placings] == ["", "points", "points"]


def test_a_tie_is_decided_by_specimens_then_silver_then_the_coin() -> None:
    table = amazonas_sheet_pb2.AmazonasFinishedTable()
    table.players.add(huts=[DELTA], mission=1, coin=1, silver=3)
    table.players.add(huts=[FORD], mission=0, coin=2, silver=3)
    scored = GAME_BGA.score_sheet(SETUP_BGA, table)
    assert scored.outcome is not None
    assert [(placing.seat, placing.decided_by) for placing in scored.outcome.placings] == [(1, ""), (0, "coin")]


def large(players: int, game: Amazonas = GAME_2005) -> Setup:  # type: ignore[assignment]
    """A table on the map that the edition ships."""
    return setup_of(game, players, pack=next(iter(game.packs)))


def row(*huts: Sequence[int], **fields: Any) -> amazonas_sheet_pb2.AmazonasFinishedTable:
    """A table of players with these huts."""
    table = amazonas_sheet_pb2.AmazonasFinishedTable(**fields)
    for seat, villages in enumerate(huts):
        table.players.add(huts=villages, mission=seat)
    return table


@pytest.mark.parametrize("seats", range(1, 4))
def test_everybody_without_a_hut_is_named(seats: int) -> None:
    table = row(*[[seat] for seat in range(4 - seats)], *[[] for _ in range(seats)])
    named = [field for code, field in found_in(large(4), table) if code == "NO_HUT"]
    assert named == [f"players[{seat}].huts" for seat in range(4 - seats, 4)]


def test_who_can_pay_for_no_first_hut_has_none() -> None:
    """On a map of its own a table may have fewer sites for 3 gold or less than players."""
    pack = json.loads(next(iter(GAME_2005.packs.values())).canonical)
    for number, village in enumerate(pack["villages"]):
        village["sites"] = [4 + place for place in range(len(village["sites"]))]
        if number < 2:
            village["sites"][0] = 3
    setup = registry.make_setup(GAME_2005, 4, {}, registry.custom_pack(GAME_2005, json.dumps({**pack, "name": "dear"})))
    assert ("NO_HUT", "players[1].huts") in found_in(setup, row([0], [], [], []))
    assert found_in(setup, row([0], [1], [], [])) == []


def test_the_thirteenth_hut_of_2005_is_named() -> None:
    thirteen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    table = row(thirteen, [20], [21])
    flaw = next(flaw for flaw in flaws_in(large(3), table) if flaw.code == "TOO_MANY_HUTS")
    assert (flaw.field, flaw.message) == ("players[0].huts", "13 huts stand, and there are 12.")
    assert flaw.citation.rulebook == "amazonas-2005"


def test_in_the_bga_edition_a_thirteenth_hut_can_be_bought() -> None:
    table = row([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [20])
    found = {code for code, _ in found_in(large(2, GAME_BGA), table)}  # type: ignore[arg-type]
    assert found == {"COIN_MISSING", "BONUS_MISSING"}


def test_more_than_twelve_neutral_huts_are_too_many() -> None:
    with_two_sites = [0, 1, 2, 3, 5, 6, 7, 8, 9, 11, 13, 14, 15]
    table = row([20], [21], neutral_huts=with_two_sites)
    assert ("TOO_MANY_NEUTRAL_HUTS", "neutral_huts") in found_in(large(2, GAME_BGA), table)  # type: ignore[arg-type]


# Thirteen huts in the villages of the fish, of which there are twelve.
FISHERS = ([3, 10, 11, 19, 21, 27], [3, 11, 19, 21, 27], [3, 27], [0])


def test_when_tokens_run_out_it_is_told_who_has_them() -> None:
    assert ("SPECIMENS_MISSING", "players[1].specimens") in found_in(large(4), row(*FISHERS))


@pytest.mark.parametrize(
    ("fish", "is_right"), [((6, 4, 2), True), ((6, 5, 1), True), ((6, 5, 2), False), ((6, 3, 2), False)]
)
def test_when_tokens_run_out_all_of_them_are_somewhere(fish: Sequence[int], is_right: bool) -> None:
    table = row(*FISHERS)
    for told, tokens in zip(table.players, (*fish, 0), strict=True):
        told.specimens.extend([tokens, 0, 0, 0, 0])
    table.players[3].specimens[IGUANA] = 1
    assert (("WRONG_TOKENS", "players") not in found_in(large(4), table)) == is_right


@pytest.mark.parametrize(
    "spoil",
    [
        lambda table: table.players.add(),
        player(0, specimens=[1, 1]),
        player(0, natives=[1]),
    ],
)
def test_what_is_no_table_at_all_is_malformed(spoil: Spoil) -> None:
    table = three_on_the_small_map()
    spoil(table)
    with pytest.raises(Malformed):
        GAME_2005.score_sheet(SETUP_2005, table)
