"""ScoreSheet, RankPlayers and PairRound over gRPC: answers, refusals with their details, and what a service lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.rpc import status_pb2  # type: ignore[import-untyped]

from canopy.client import Canopy, Refused
from canopy.v1 import referee_pb2_grpc, score_sheet_pb2, solving_pb2, tournament_pb2
from service import solver_service
from service.engine import Engine
from service.errors import Reason
from service.keyring import KeyRing
from service.rpc import CallLimits, Wrapper
from service.solver import Solver
from service.solver_pool import Pool
from tests.contract.finished import typed_in
from tests.playing import all_cases, walk
from tests.service.conftest import serving
from tests.solver.tournament.made import play, started
from tests.trust.requests import sheet_of

CASE = next(case for case in all_cases() if case.setup.pack.id in case.setup.game.packs)


@pytest.fixture(scope="module")
def canopy(ring: KeyRing) -> Iterator[Canopy]:
    """A client of a service with one solver process that knows the real questions."""
    metrics = solver_service.new_metrics()
    assert metrics.solver is not None
    solver = Solver(ring, Pool(1, 4, metrics.solver))
    wrapper = Wrapper(metrics, CallLimits(262_144))
    with serving(Engine(ring), wrapper=wrapper, solver=solver) as address, Canopy(address) as client:
        yield client


def one_round() -> tournament_pb2.Tournament:
    """Seven players, two tables."""
    tournament = started(7)
    play(tournament, 1, ["p0", "p1", "p2", "p3"], [1, 2, 3, 4])
    play(tournament, 1, ["p4", "p5", "p6"], [1, 2, 2])
    return tournament


def test_a_finished_table_is_counted(canopy: Canopy) -> None:
    end = walk(CASE, 0).end
    setup = CASE.setup
    response = canopy.call(canopy.referee.ScoreSheet, sheet_of(setup, typed_in(setup, end)))
    assert not response.impossibilities
    wanted = setup.game.outcome(setup, end)
    assert [tuple(placing.values) for placing in response.outcome.placings] == [
        placing.values for placing in wanted.placings
    ]


def test_what_is_impossible_is_an_answer_and_no_refusal(canopy: Canopy) -> None:
    table = score_sheet_pb2.FinishedTable()
    table.park.players.add()
    table.park.players.add()
    response = canopy.score_sheet("amazonia-park", 2, table)
    assert not response.HasField("outcome")
    (flaw,) = response.impossibilities
    assert (flaw.code, flaw.field, flaw.citation.section) == ("END_MISSING", "end", "Game End")


@pytest.mark.parametrize(
    ("ruleset", "players", "field", "reason"),
    [
        ("canoe", 2, "park", Reason.UNKNOWN_RULESET),
        ("amazonia-park", 9, "park", Reason.BAD_PLAYERS),
        ("amazonia-park", 2, "", Reason.MALFORMED),
        ("amazonia-park", 2, "trek12", Reason.MALFORMED),
        ("amazonia-park", 2, "park", Reason.MALFORMED),
    ],
)
def test_what_is_no_finished_table_is_refused(
    canopy: Canopy, ruleset: str, players: int, field: str, reason: Reason
) -> None:
    table = score_sheet_pb2.FinishedTable()
    if field:
        getattr(table, field).SetInParent()
    with pytest.raises(Refused) as caught:
        canopy.score_sheet(ruleset, players, table)
    assert caught.value.reason == reason.name


def test_players_are_ranked(canopy: Canopy) -> None:
    response = canopy.rank_players(one_round())
    assert [(standing.player, standing.place) for standing in response.standings][:2] == [("p0", 1), ("p4", 2)]


def test_a_round_is_paired_by_a_solver_process(canopy: Canopy) -> None:
    response = canopy.pair_round(one_round(), seed=4, absent=["p3"])
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    assert response.round == 2
    assert sorted(player for table in response.tables for player in table.players) == [
        *("p0", "p1", "p2", "p4", "p5", "p6")
    ]
    assert canopy.pair_round(one_round(), seed=4, absent=["p3"]) == response


def details(error: Any, kind: type[tournament_pb2.TournamentDefect]) -> list[tournament_pb2.TournamentDefect]:
    """What a refusal tells beside its reason."""
    (packed,) = (value for name, value in error.trailing_metadata() if name == "grpc-status-details-bin")
    told = []
    for detail in status_pb2.Status.FromString(packed).details:
        message = kind()
        if detail.Unpack(message):
            told.append(message)
    return told


@pytest.mark.parametrize("rpc", ["RankPlayers", "PairRound"])
def test_defects_are_told_one_by_one(canopy: Canopy, rpc: str) -> None:
    tournament = one_round()
    tournament.tables[0].seats[0].player = "nobody"
    tournament.tables[1].seats[2].place = 4
    request = getattr(tournament_pb2, f"{rpc}Request")(tournament=tournament)
    with pytest.raises(grpc.RpcError) as caught:
        getattr(canopy.referee, rpc)(request)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    told = details(caught.value, tournament_pb2.TournamentDefect)
    assert [(defect.code, defect.field) for defect in told] == [
        ("NO_SUCH_PLAYER", "tables[0].seats[0].player"),
        ("WRONG_PLACE", "tables[1].seats[2].place"),
    ]


@pytest.mark.parametrize("rpc", ["RankPlayers", "PairRound"])
def test_a_tournament_beyond_the_limit_is_refused(canopy: Canopy, rpc: str) -> None:
    tournament = started(2)
    seats = [tournament_pb2.TournamentSeat()] * 9
    for _ in range(1000):
        tournament.tables.add(seats=seats)
    with pytest.raises(Refused) as caught:
        canopy.call(getattr(canopy.referee, rpc), getattr(tournament_pb2, f"{rpc}Request")(tournament=tournament))
    assert caught.value.reason == Reason.TOO_LARGE.name


def test_a_bad_budget_is_malformed(canopy: Canopy) -> None:
    with pytest.raises(Refused) as caught:
        canopy.pair_round(one_round(), budget=solving_pb2.Budget(nodes=0))
    assert caught.value.reason == Reason.MALFORMED.name


def test_without_a_solver_nothing_is_paired_and_all_else_is_answered(ring: KeyRing) -> None:
    with serving(Engine(ring)) as address, grpc.insecure_channel(address) as channel:
        referee = referee_pb2_grpc.RefereeServiceStub(channel)
        referee.RankPlayers(tournament_pb2.RankPlayersRequest(tournament=one_round()))
        with pytest.raises(grpc.RpcError) as caught:
            referee.PairRound(tournament_pb2.PairRoundRequest(tournament=one_round()))
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
