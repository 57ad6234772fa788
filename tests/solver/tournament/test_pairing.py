"""Pairings: as good as the best of all seatings where these can be tried, and what directors expect otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canopy.v1 import solving_pb2, tournament_pb2
from cext.stop import Stop
from solver.answer import ignore
from solver.budget import Budget
from solver.tournament.cost import Costs, Seating
from solver.tournament.field import Field, Wishes, field_of
from solver.tournament.neighbours import in_order
from solver.tournament.problem import PairRound
from solver.tournament.reading import tournament_of
from solver.tournament.seating import seat, seat_cost
from solver.tournament.sizes import choose_sizes
from solver.tournament.standings import standings
from tests.solver.tournament.made import play, played_by_lot, random_places, shuffled, started

PROBLEM = PairRound()


def paired(
    request: tournament_pb2.PairRoundRequest, budget: Budget | None = None, stop: Stop | None = None
) -> tournament_pb2.PairRoundResponse:
    """The response to a request."""
    answer = PROBLEM.solve(request, None, budget or Budget(), request.seed, stop or Stop(), ignore)
    return PROBLEM.encode(request, None, answer)


def field(tournament: tournament_pb2.Tournament, seed: int = 0) -> Field:
    """Everybody, for tables of any size."""
    read = tournament_of(tournament)
    return field_of(read, Wishes(read.rounds + 1, (2, 3, 4, 5), 4), seed)


def all_seatings(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Seating]:
    """Every way to seat players at tables of these sizes, some of them more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(player for player in players if player not in table)
        for others in all_seatings(rest, sizes[1:]):
            yield [list(table), *others]


def met_before(tournament: tournament_pb2.Tournament, players: list[str]) -> int:
    """How often pairs of these players have been at one table."""
    return sum(
        {one, other} <= {seat.player for seat in table.seats}
        for one, other in combinations(players, 2)
        for table in tournament.tables
    )


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(0, 4))
def test_small_fields_are_paired_as_well_as_can_be(rng: random.Random, players: int, rounds: int) -> None:
    tournament = played_by_lot(rng, players, rounds)
    drawn = field(tournament)
    costs = Costs(drawn)
    everybody = tuple(range(len(drawn.players)))
    best = min(map(costs.of_seating, all_seatings(everybody, drawn.sizes)))
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament))
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    assert response.solution.value == response.solution.bound == float(best / drawn.scale)
    # The same, told in its parts and counted anew.
    repeats = sum(met_before(tournament, list(table.players)) for table in response.tables)
    assert response.repeats == repeats == sum(table.repeats for table in response.tables)
    assert Fraction(response.spread) + repeats * Fraction(response.repeat_cost) == best / drawn.scale


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(0, 4), st.integers(0, 10**5 - 1))
def test_spreads_are_exact_whatever_places_bring(rng: random.Random, players: int, rounds: int, second: int) -> None:
    """Five digits and a shared place make fractions that are finer than a millionth."""
    tournament = played_by_lot(rng, players, rounds)
    tournament.rules.rank_points.extend([10**5, second, second // 7])
    read = tournament_of(tournament)
    points = {read.entrants[standing.player].id: standing.points for standing in standings(read)}
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament))
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    for table in response.tables:
        pairs = combinations(table.players, 2)
        assert Fraction(table.spread) == sum(abs(points[one] - points[other]) for one, other in pairs)


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(0, 3))
def test_no_seating_has_less_than_the_least_spread(rng: random.Random, players: int, rounds: int) -> None:
    drawn = field(played_by_lot(rng, players, rounds))
    costs = Costs(drawn)
    spreads = [
        sum(map(costs.spread, seating)) for seating in all_seatings(tuple(range(len(drawn.players))), drawn.sizes)
    ]
    assert costs.least_spread <= min(spreads)
    if len(set(drawn.sizes)) < 2:
        assert (
            costs.least_spread
            == min(spreads)
            == sum(map(costs.spread, in_order(costs, drawn.sizes, len(drawn.players))))
        )


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(2, 5), st.integers(0, 5))
def test_nobody_can_be_seated_more_evenly(rng: random.Random, players: int, rounds: int) -> None:
    drawn = field(played_by_lot(rng, players, rounds))
    table = list(range(len(drawn.players)))
    assert seat_cost(drawn, seat(drawn, table)) == min(seat_cost(drawn, order) for order in permutations(table))


@pytest.mark.parametrize(
    ("players", "allowed", "preferred", "sizes"),
    [
        (1, (2, 3, 4, 5), 4, ()),
        (2, (2, 3, 4, 5), 4, (2,)),
        (5, (2, 3, 4, 5), 4, (5,)),
        (6, (2, 3, 4, 5), 4, (3, 3)),
        (7, (2, 3, 4, 5), 4, (4, 3)),
        (9, (2, 3, 4, 5), 4, (5, 4)),
        (10, (2, 3, 4, 5), 4, (4, 3, 3)),
        (11, (2, 3, 4, 5), 4, (4, 4, 3)),
        (5, (3, 4), 4, (4,)),
        (7, (4,), 4, (4,)),
        (7, (2,), 2, (2, 2, 2)),
        (200, (2, 3, 4, 5), 4, (4,) * 50),
    ],
)
def test_tables_are_as_large_as_is_usual(
    players: int, allowed: tuple[int, ...], preferred: int, sizes: tuple[int, ...]
) -> None:
    assert choose_sizes(players, allowed, preferred) == sizes


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**9))
def test_a_swiss_tournament_repeats_nothing_that_can_be_avoided(seed: int) -> None:
    rng = random.Random(seed)
    tournament = started(24)
    for round_ in range(1, 5):
        response = paired(tournament_pb2.PairRoundRequest(tournament=tournament, seed=seed), Budget(nodes=200_000))
        assert response.round == round_
        assert response.repeats == 0
        assert sorted(player for table in response.tables for player in table.players) == sorted(
            player.id for player in tournament.players
        )
        for table in response.tables:
            play(tournament, round_, table.players, random_places(rng, len(table.players)))


def test_who_is_left_over_had_fewest_byes_and_then_fewest_points() -> None:
    tournament = started(5)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    tournament.byes.add(round=1, player="p4")
    request = tournament_pb2.PairRoundRequest(tournament=tournament, table_sizes=[4])
    assert paired(request).byes == ["p3"]
    tournament.byes.add(round=2, player="p3")
    play(tournament, 2, ["p0", "p1", "p2", "p4"], [1, 2, 3, 4])
    assert paired(tournament_pb2.PairRoundRequest(tournament=tournament, table_sizes=[4])).byes == ["p2"]


def test_who_is_not_there_is_not_paired() -> None:
    tournament = started(9)
    tournament.players[5].left_round = 1
    tournament.players[6].joined_round = 3
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    tournament.byes.add(round=2, player="p7", kind=tournament_pb2.TOURNAMENT_BYE_KIND_ABSENT)
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament, absent=["p8"]))
    assert response.round == 2
    assert sorted(player for table in response.tables for player in table.players) == ["p0", "p1", "p2", "p3", "p4"]
    assert list(response.byes) == []


def test_who_comes_late_is_paired_with_the_last() -> None:
    tournament = started(9)
    tournament.players[8].joined_round = 2
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 1, ["p4", "p5", "p6", "p7"], [1, 2, 3, 4])
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament))
    assert "p8" in response.tables[-1].players


def test_nobody_left_is_a_round_without_tables() -> None:
    tournament = started(1)
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament))
    assert (list(response.tables), list(response.byes)) == ([], ["p0"])
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament, absent=["p0"]))
    assert (list(response.tables), list(response.byes)) == ([], [])


@settings(deadline=None, max_examples=10)
@given(st.randoms(use_true_random=False), st.integers(17, 30))
def test_a_request_has_one_answer_in_whatever_order_it_is_told(rng: random.Random, players: int) -> None:
    tournament = played_by_lot(rng, players, 3)
    request = tournament_pb2.PairRoundRequest(tournament=tournament, seed=rng.getrandbits(32))
    budget = Budget(nodes=20_000, deterministic_seconds=0.02)
    first = paired(request, budget).SerializeToString(deterministic=True)
    assert paired(request, budget).SerializeToString(deterministic=True) == first
    request.tournament.CopyFrom(shuffled(rng, tournament))
    assert paired(request, budget).SerializeToString(deterministic=True) == first


def test_lots_depend_on_the_seed() -> None:
    request = tournament_pb2.PairRoundRequest(tournament=started(16))
    answers = set()
    for seed in range(4):
        request.seed = seed
        answers.add(tuple(tuple(table.players) for table in paired(request).tables))
    assert len(answers) == 4


def test_a_large_field_is_paired_within_its_bound() -> None:
    rng = random.Random(11)
    tournament = started(200)
    for round_ in range(1, 4):
        order = [player.id for player in tournament.players]
        rng.shuffle(order)
        for first in range(0, 200, 4):
            play(tournament, round_, order[first : first + 4], random_places(rng, 4))
    drawn = field(tournament)
    before = Costs(drawn)
    response = paired(
        tournament_pb2.PairRoundRequest(tournament=tournament), Budget(nodes=1_000_000, deterministic_seconds=0.05)
    )
    assert response.repeats == 0
    assert Fraction(response.least_spread) <= Fraction(response.spread)
    assert response.solution.bound == float(Fraction(response.least_spread))
    assert response.solution.value == float(Fraction(response.spread))
    neighbours = in_order(before, drawn.sizes, 200)
    assert response.solution.value <= float(before.of_seating(neighbours) / drawn.scale)


def test_who_is_stopped_tells_the_best_and_that_it_was_cut_short() -> None:
    tournament = started(8)
    for round_ in range(1, 3):
        play(tournament, round_, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
        play(tournament, round_, ["p4", "p5", "p6", "p7"], [1, 2, 3, 4])
    stop = Stop()
    stop.set()
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament), stop=stop)
    assert response.solution.cut_short
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_FEASIBLE
    assert sorted(player for table in response.tables for player in table.players) == [f"p{n}" for n in range(8)]


@pytest.mark.parametrize("nodes", [1, 2**64 - 1])
def test_any_number_of_steps_is_a_budget(nodes: int) -> None:
    tournament = started(8)
    for round_ in range(1, 3):
        play(tournament, round_, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
        play(tournament, round_, ["p4", "p5", "p6", "p7"], [1, 2, 3, 4])
    stop = Stop()
    if nodes > 1:
        stop.set()  # as somebody would, sooner or later
    response = paired(tournament_pb2.PairRoundRequest(tournament=tournament), Budget(nodes=nodes), stop)
    assert response.solution.cut_short == (nodes > 1)
    assert response.solution.nodes == (1 if nodes == 1 else 0)
    assert sorted(player for table in response.tables for player in table.players) == [f"p{n}" for n in range(8)]
