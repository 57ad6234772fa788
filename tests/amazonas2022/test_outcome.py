"""The end of a game of Amazonas 2022 for people: criteria, places, and what each round brought."""

from __future__ import annotations

import pytest

from cext.kernel import State
from engines.game import Outcome
from tests.amazonas2022.table import Table, deal, dealt
from tests.amazonas2022.tables import CASES, GAME, setup_of
from tests.playing import Case, walk


def outcome(table: Table) -> Outcome:
    """How a table ended."""
    assert table.state.is_over
    return GAME.outcome(setup_of(table.twin.players), table.state)


def play_round(table: Table, caller: int) -> None:
    """Idle turns until this seat calls, and everybody's last turn; then the next deal, if there is one."""
    while table.active != caller:
        table.idle_turn(4)
    table.call()
    table.last_turns(*[4] * (table.twin.players - 1))


# Sums 3, 4 and 5 by seat.
UNEQUAL = ((0, 1, 2, 0), (0, 1, 3, 0), (0, 1, 4, 0))


def test_points_and_successful_calls_rank_more_than_two() -> None:
    setup = setup_of(3)
    assert GAME.criteria_at(setup) == ("points", "successful calls")
    assert GAME.fewest_first_at(setup) == ("points",)


def test_rounds_won_rank_two() -> None:
    setup = setup_of(2)
    assert GAME.criteria_at(setup) == ("rounds won",)
    assert GAME.fewest_first_at(setup) == ()


def test_fewest_points_win_and_each_round_is_an_item() -> None:
    table = dealt(3, UNEQUAL)
    for number, caller in enumerate((0, 1, 0, 2, 0), start=1):
        play_round(table, caller)
        if number < 5:
            deal(table, UNEQUAL)
    result = outcome(table)
    assert result.criteria == ("points", "successful calls")
    assert result.fewest_first == ("points",)
    # Seat 0 calls three times with the lowest sum; seats 1 and 2 fail once each and write down 5 at least.
    assert [(placing.seat, placing.place, placing.values) for placing in result.placings] == [
        (0, 1, (-9, 3)),
        (1, 2, (21, 0)),
        (2, 3, (25, 0)),
    ]
    assert [placing.decided_by for placing in result.placings] == ["", "points", "points"]
    best, second, _ = result.placings
    assert [item.name for item in best.items] == [f"round {number}" for number in range(1, 6)]
    assert [item.points for item in best.items] == [-5, 3, -5, 3, -5]
    assert best.items[0].detail == "sum 3, called and alone the lowest"
    assert best.items[1].detail == "sum 3"
    assert (second.items[1].points, second.items[1].detail) == (5, "sum 4, called and not the lowest")
    assert result.remarks == ()


def test_a_tied_call_is_told_as_one() -> None:
    table = dealt(3, ((0, 1, 2, 0), (0, 1, 2, 0), (0, 1, 4, 0)))
    for number in range(1, 6):
        play_round(table, 0)
        if number < 5:
            deal(table, ((0, 1, 2, 0), (0, 1, 2, 0), (0, 1, 4, 0)))
    result = outcome(table)
    caller = next(placing for placing in result.placings if placing.seat == 0)
    assert {item.detail for item in caller.items} == {"sum 3, called and tied for the lowest"}
    # Equal in points and in successful calls: they share the first place.
    assert [(placing.seat, placing.place) for placing in result.placings] == [(0, 1), (1, 1), (2, 3)]


def test_two_players_win_rounds() -> None:
    table = dealt(2, ((0, 1, 2, 0), (0, 1, 3, 0)))
    play_round(table, 0)
    deal(table, ((1, 1, 2, 0), (2, 1, 3, 0)))
    play_round(table, 0)
    deal(table, ((1, 1, 2, 0), (2, 5, 3, 5)))
    play_round(table, 0)
    result = outcome(table)
    assert result.criteria == ("rounds won",)
    assert [(placing.seat, placing.place, placing.values) for placing in result.placings] == [
        (0, 1, (3,)),
        (1, 2, (0,)),
    ]
    assert [item.points for item in result.placings[0].items] == [1, 1, 1]
    assert result.remarks == ("Seat 0 has won 3 rounds.",)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_items_add_up_in_every_game(case: Case) -> None:
    end: State = walk(case, 0).end
    result = GAME.outcome(case.setup, end)
    assert result.criteria == GAME.criteria_at(case.setup)
    assert result.fewest_first == GAME.fewest_first_at(case.setup)
    for placing in result.placings:
        assert sum(item.points for item in placing.items) == placing.values[0] == end.returns()[placing.seat]
