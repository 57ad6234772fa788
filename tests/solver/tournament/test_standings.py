"""Who stands where: points, each tie-break by itself, seats, and that only what was played matters."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canopy.v1 import tournament_pb2
from solver.tournament.entries import Criterion
from solver.tournament.reading import tournament_of
from solver.tournament.standings import Standing, standings
from solver.tournament.telling import standings_to_wire
from tests.solver.tournament.made import LEAGUE, SWISS, play, played_by_lot, shuffled, started


def ranked(tournament: tournament_pb2.Tournament) -> dict[str, Standing]:
    """Standings by id, best first."""
    read = tournament_of(tournament)
    return {read.entrants[standing.player].id: standing for standing in standings(read)}


def places(tournament: tournament_pb2.Tournament) -> dict[str, int]:
    """Places by id."""
    return {player: standing.place for player, standing in ranked(tournament).items()}


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(2, 13), st.integers(0, 4))
def test_all_points_together_depend_on_the_sizes_of_tables_alone(rng: random.Random, players: int, rounds: int) -> None:
    tournament = played_by_lot(rng, players, rounds)
    seats = sum(len(table.seats) for table in tournament.tables)
    total = sum(standing.points for standing in ranked(tournament).values())
    assert total == Fraction(5, 2) * seats + 4 * len(tournament.byes)


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(2, 13), st.integers(0, 4))
def test_the_order_in_which_things_are_told_does_not_matter(rng: random.Random, players: int, rounds: int) -> None:
    tournament = played_by_lot(rng, players, rounds)
    other = shuffled(rng, tournament)
    first, second = ranked(tournament), ranked(other)
    assert list(first) == list(second)
    for player, standing in first.items():
        told = second[player]
        assert (standing.place, standing.points, standing.values) == (told.place, told.points, told.values)
        assert (standing.decided_by, standing.decision) == (told.decided_by, told.decision)
        assert (standing.seats, standing.balance) == (told.seats, told.balance)


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(2, 13), st.integers(0, 4))
def test_places_are_those_of_the_values(rng: random.Random, players: int, rounds: int) -> None:
    tournament = played_by_lot(rng, players, rounds)
    read = tournament_of(tournament)
    told = standings(read)
    for number, (better, worse) in enumerate(pairwise(told), start=2):
        if worse.decided_by is None:
            assert worse.place == better.place
            assert "nothing parts them" in worse.decision
            continue
        assert worse.place == number
        at = read.criteria.index(worse.decided_by)
        mine, theirs = worse.values[at], better.values[at]
        assert mine is not None
        assert theirs is not None
        assert mine.value < theirs.value
        for before in range(at):
            assert getattr(worse.values[before], "value", 0) == getattr(better.values[before], "value", 0)


def test_more_points_are_better() -> None:
    tournament = started(4)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [3, 1, 4, 2])
    assert places(tournament) == {"p1": 1, "p3": 2, "p0": 3, "p2": 4}


def test_wins_part_equal_points_in_a_league() -> None:
    tournament = started(8, LEAGUE)
    play(tournament, 0, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 0, ["p4", "p5", "p0", "p1"], [1, 2, 3, 3])
    play(tournament, 0, ["p6", "p7", "p1", "p5"], [1, 2, 3, 4])
    standing = ranked(tournament)
    # 4 + 3/2 and no further table, and 3 + 3/2 + 2 with no win at all.
    assert [standing["p0"].points, standing["p1"].points] == [Fraction(11, 2), Fraction(13, 2)]
    play(tournament, 0, ["p7", "p0"], [1, 2])
    standing = ranked(tournament)
    assert standing["p0"].points == standing["p1"].points
    assert standing["p1"].decided_by is Criterion.WINS
    assert standing["p1"].decision == "Behind p0 by wins: 0 against 1."


def test_a_shared_win_is_a_part_of_one() -> None:
    tournament = started(4, LEAGUE)
    play(tournament, 0, ["p0", "p1", "p2", "p3"], [1, 1, 3, 4])
    wins = ranked(tournament)["p0"].values[1]
    assert wins is not None
    assert wins.value == Fraction(1, 2)
    assert "shared by 2" in wins.explanation


def test_direct_encounter_counts_only_who_is_still_tied() -> None:
    tournament = started(4, LEAGUE)
    tournament.rules.tie_breaks.append(tournament_pb2.RANKING_CRITERION_DIRECT_ENCOUNTER)
    play(tournament, 0, ["p0", "p1"], [1, 2])
    play(tournament, 0, ["p1", "p2"], [1, 2])
    play(tournament, 0, ["p0", "p3"], [2, 1])
    # p0 and p1 have five points each, and p0 was ahead of p1; that p3 was ahead of p0 does not matter.
    standing = ranked(tournament)
    assert [standing["p0"].place, standing["p1"].place] == [1, 2]
    assert standing["p1"].decided_by is Criterion.DIRECT_ENCOUNTER
    assert standing["p1"].decision == "Behind p0 by direct encounter: -1 against 1."
    assert standing["p3"].values[1] is None


def test_opponents_points_part_equal_points_in_a_swiss_tournament() -> None:
    tournament = started(8)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 1, ["p4", "p5", "p6", "p7"], [1, 2, 3, 4])
    play(tournament, 2, ["p1", "p2"], [1, 2])
    play(tournament, 2, ["p6", "p7"], [1, 2])
    play(tournament, 2, ["p0", "p3"], [1, 2])
    play(tournament, 2, ["p4", "p5"], [1, 2])
    standing = ranked(tournament)
    assert standing["p0"].points == standing["p4"].points == 8
    # p0 met p1 (7), p2 (3) and p3 (2), and p3 again; p4 met p5 (4), p6 (6) and p7 (2), and p5 again.
    assert [getattr(standing[player].values[1], "value", None) for player in ("p0", "p4")] == [6, 8]
    assert [standing["p4"].place, standing["p0"].place] == [1, 2]
    assert standing["p0"].decided_by is Criterion.OPPONENTS


def test_a_round_without_a_table_counts_as_an_opponent_like_oneself() -> None:
    tournament = started(3)
    play(tournament, 1, ["p0", "p1"], [1, 2])
    tournament.byes.add(round=1, player="p2", kind=tournament_pb2.TOURNAMENT_BYE_KIND_ABSENT)
    play(tournament, 2, ["p2", "p0"], [1, 2])
    standing = ranked(tournament)
    assert standing["p2"].points == 4
    opponents = standing["p2"].values[1]
    assert opponents is not None
    assert opponents.value == 5 + 4
    assert "1 round without one" in opponents.explanation


def test_share_of_points_is_fair_to_who_has_played_less() -> None:
    tournament = started(4, LEAGUE)
    tournament.rules.tie_breaks.append(tournament_pb2.RANKING_CRITERION_POINTS_SHARE)
    play(tournament, 0, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 0, ["p3", "p1"], [2, 1])
    play(tournament, 0, ["p3", "p2"], [2, 1])
    play(tournament, 0, ["p3", "p2"], [2, 1])
    standing = ranked(tournament)
    assert standing["p0"].points == standing["p3"].points == 4
    assert [standing["p0"].place, standing["p3"].place] == [3, 4]
    assert [getattr(standing[player].values[1], "value", None) for player in ("p0", "p3")] == [1, Fraction(1, 4)]


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(2, 13), st.integers(0, 4), st.integers(0, 2))
def test_a_share_is_a_part(rng: random.Random, players: int, rounds: int, counted: int) -> None:
    """Byes are no tables, and results that do not count were won all the same."""
    tournament = played_by_lot(rng, players, rounds)
    tournament.rules.tie_breaks.append(tournament_pb2.RANKING_CRITERION_POINTS_SHARE)
    tournament.rules.counted_results = counted
    for player, standing in ranked(tournament).items():
        share = standing.values[1]
        assert share is not None
        own = [result for result in standing.results if result.table is not None]
        assert share.value == (sum(result.points for result in own) / (4 * len(own)) if own else 0)
        assert 0 <= share.value <= 1, player


def test_who_is_the_same_in_everything_shares_the_place_and_the_next_one_is_skipped() -> None:
    tournament = started(3, LEAGUE)
    play(tournament, 0, ["p2", "p1", "p0"], [1, 1, 3])
    assert places(tournament) == {"p1": 1, "p2": 1, "p0": 3}


def test_only_the_best_results_count() -> None:
    tournament = started(2, LEAGUE)
    tournament.rules.counted_results = 2
    for winner in (1, 2, 1):
        play(tournament, 0, ["p0", "p1"], [winner, 3 - winner])
    standing = ranked(tournament)
    assert [standing["p0"].points, standing["p1"].points] == [8, 5]
    assert [result.is_dropped for result in standing["p0"].results] == [False, True, False]


@pytest.mark.parametrize(("told", "points"), [(None, 4), (0, 0), (3, 3)])
def test_a_bye_brings_what_the_rules_say(told: int | None, points: int) -> None:
    tournament = started(1)
    tournament.byes.add(round=1, player="p0")
    if told is not None:
        tournament.rules.bye_points = told
    assert ranked(tournament)["p0"].points == points


def test_who_stays_away_gets_nothing() -> None:
    tournament = started(1)
    tournament.byes.add(round=1, player="p0", kind=tournament_pb2.TOURNAMENT_BYE_KIND_ABSENT)
    assert ranked(tournament)["p0"].points == 0


def test_seats_are_reported() -> None:
    tournament = started(4)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 2, ["p0", "p2", "p1", "p3"], [1, 2, 3, 4])
    standing = ranked(tournament)
    assert standing["p0"].seats == (2, 0, 0, 0)
    assert [standing[player].balance for player in ("p0", "p1", "p2", "p3")] == [-2, 0, 0, 2]


def test_the_wire_tells_all_of_it() -> None:
    tournament = started(2, SWISS)
    play(tournament, 1, ["p0", "p1"], [2, 1])
    read = tournament_of(tournament)
    told = standings_to_wire(read, standings(read))
    first, second = told.standings
    assert (first.player, first.place, first.points, first.seat_balance) == ("p1", 1, "4", "1")
    assert second.decided_by == tournament_pb2.RANKING_CRITERION_POINTS
    assert second.decision == "Behind p1 by points: 1 against 4."
    assert [value.criterion for value in second.values] == list(told.criteria)
    assert all(value.explanation for value in second.values)
