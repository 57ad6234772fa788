"""Ends of Amazonia Park that somebody types in: who has won, and everything that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from canopy.v1 import park_pb2, park_sheet_pb2
from engines.game import Malformed
from engines.games.park.sheet import FLAWS
from tests.contract.spoiling import Spoil, codes, found_in
from tests.park.tables import setup_of

SETUP = setup_of(players=3)
# A board that its tiles do not fill, with the usual magazines.
MEADOW = setup_of(players=3, pack="meadow")
TOUCAN, JAGUAR = park_pb2.PARK_COLOUR_TOUCAN, park_pb2.PARK_COLOUR_JAGUAR
MONKEY, CAIMAN = park_pb2.PARK_COLOUR_SQUIRREL_MONKEY, park_pb2.PARK_COLOUR_CAIMAN
CAPYBARA, AMAZONIA = park_pb2.PARK_COLOUR_CAPYBARA, park_pb2.PARK_COLOUR_AMAZONIA
FULL, PASSED, SIX = park_pb2.PARK_END_BOARD_FULL, park_pb2.PARK_END_ALL_PASSED, park_pb2.PARK_END_SIX_COLOURS


def three_players() -> park_sheet_pb2.ParkFinishedTable:
    """Two magazines, two, and one, with tokens that part the first two."""
    table = park_sheet_pb2.ParkFinishedTable(end=FULL)
    for magazines, toucans in (
        (((TOUCAN, 5), (JAGUAR, 7)), 3),
        (((TOUCAN, 7), (AMAZONIA, 7)), 4),
        (((JAGUAR, 5),), 12),
    ):
        told = table.players.add(tokens=park_pb2.ParkTokens(toucans=toucans))
        for colour, value in magazines:
            told.magazines.add(colour=colour, value=value)
    return table


def magazine(seat: int, colour: park_pb2.ParkColour, value: int) -> Spoil:
    """One magazine more."""
    return lambda table: table.players[seat].magazines.add(colour=colour, value=value)


def all_colours(*seats: int, end: int = SIX) -> Spoil:
    """All six colours for some seats, the lower values first."""

    def change(table: park_sheet_pb2.ParkFinishedTable) -> None:
        for told in table.players:
            del told.magazines[:]
        for place, seat in enumerate(seats):
            for colour in (TOUCAN, JAGUAR, MONKEY, CAIMAN, CAPYBARA, AMAZONIA):
                first = 7 if colour == AMAZONIA else 5
                table.players[seat].magazines.add(colour=colour, value=first + 2 * place)
        table.end = end  # type: ignore[assignment]

    return change


def told(**fields: Any) -> Spoil:
    """Tells something else of the table."""

    def change(table: park_sheet_pb2.ParkFinishedTable) -> None:
        for name, value in fields.items():
            setattr(table, name, value)

    return change


def tokens(seat: int, **counts: int) -> Spoil:
    """Tells other tokens."""
    return lambda table: table.players[seat].tokens.CopyFrom(park_pb2.ParkTokens(**counts))


CASES: list[tuple[str, str, Spoil]] = [
    ("NO_SUCH_MAGAZINE", "players[2].magazines[1].value", magazine(2, CAIMAN, 6)),
    ("COLOUR_REPEATED", "players[0].magazines[2].colour", magazine(0, TOUCAN, 9)),
    ("MAGAZINE_REPEATED", "players[2].magazines[1].value", magazine(2, TOUCAN, 5)),
    ("MAGAZINE_SKIPPED", "players", magazine(2, CAIMAN, 9)),
    ("TOO_MANY_TOKENS", "players", tokens(0, toucans=9)),
    ("SIX_COLOURS_TWICE", "players[2].magazines", all_colours(0, 2)),
    ("WRONG_END", "end", all_colours(0, end=FULL)),
    ("NO_SIX_COLOURS", "end", told(end=SIX)),
    ("END_MISSING", "end", told(end=0)),
    ("ENOUGH_TILES", "end", told(end=PASSED)),
]
CASES_ON_THE_MEADOW: list[tuple[str, str, Spoil]] = [
    ("CAN_PUBLISH", "players[2].tokens", told(end=PASSED)),
    ("TOO_FEW_TILES", "end", told(end=FULL)),
]


def test_magazines_then_tokens() -> None:
    scored = SETUP.game.score_sheet(SETUP, three_players())
    assert scored.outcome is not None
    assert [(placing.seat, placing.values, placing.decided_by) for placing in scored.outcome.placings] == [
        (1, (2, 4), ""),
        (0, (2, 3), "tokens"),
        (2, (1, 12), "magazines"),
    ]
    assert scored.outcome.remarks == ("No empty space is left on the board.",)


def test_six_colours_win_without_being_told_so() -> None:
    table = three_players()
    all_colours(0, end=0)(table)
    scored = SETUP.game.score_sheet(SETUP, table)
    assert scored.outcome is not None
    assert scored.outcome.placings[0].values[0] == 6
    assert "all six colours" in scored.outcome.remarks[0]


def poor_players() -> park_sheet_pb2.ParkFinishedTable:
    """Three who can pay for nothing and have passed."""
    table = three_players()
    table.end = PASSED
    for seat in range(3):
        tokens(seat, toucans=1)(table)
    return table


def test_all_have_passed_who_can_pay_for_nothing_when_the_tiles_do_not_fill_the_board() -> None:
    """Whoever has a tile places it; the 60 of the game are more than the 59 spaces of its board."""
    assert found_in(MEADOW, poor_players()) == []
    assert found_in(SETUP, poor_players()) == [("ENOUGH_TILES", "end")]


@pytest.mark.parametrize(("code", "field", "spoil"), CASES)
def test_what_cannot_be_is_named(code: str, field: str, spoil: Spoil) -> None:
    table = three_players()
    assert found_in(SETUP, table) == []
    spoil(table)
    assert (code, field) in found_in(SETUP, table)


@pytest.mark.parametrize(("code", "field", "spoil"), CASES_ON_THE_MEADOW)
def test_what_cannot_be_on_a_board_with_few_tiles_is_named(code: str, field: str, spoil: Spoil) -> None:
    table = three_players()
    spoil(table)
    assert (code, field) in found_in(MEADOW, table)


def test_two_players_leave_magazines_in_the_box() -> None:
    table = three_players()
    del table.players[2]
    found = found_in(setup_of(players=2), table)
    assert ("NO_SUCH_MAGAZINE", "players[0].magazines[1].value") in found


def test_every_impossibility_is_tried() -> None:
    assert codes(CASES) | codes(CASES_ON_THE_MEADOW) == set(FLAWS)


@pytest.mark.parametrize("spoil", [lambda table: table.players.add(), told(end=9), magazine(0, 0, 5)])  # type: ignore[arg-type]
def test_what_is_no_table_at_all_is_malformed(spoil: Spoil) -> None:
    table = three_players()
    spoil(table)
    with pytest.raises(Malformed):
        SETUP.game.score_sheet(SETUP, table)
