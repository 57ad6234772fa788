"""Standings as canopy.v1."""

from __future__ import annotations

from collections.abc import Sequence

from canopy.v1 import tournament_pb2
from solver.tournament.entries import Criterion, Tournament
from solver.tournament.reading import CRITERIA
from solver.tournament.standings import Result, Standing

_CRITERIA_TO_WIRE = {criterion: wire for wire, criterion in CRITERIA.items()}


def standings_to_wire(tournament: Tournament, standings: Sequence[Standing]) -> tournament_pb2.RankPlayersResponse:
    """Everybody, with reasons."""
    return tournament_pb2.RankPlayersResponse(
        criteria=[_CRITERIA_TO_WIRE[criterion] for criterion in tournament.criteria],
        standings=[_standing(tournament, standing) for standing in standings],
    )


def _standing(tournament: Tournament, standing: Standing) -> tournament_pb2.Standing:
    message = tournament_pb2.Standing(
        player=tournament.entrants[standing.player].id,
        place=standing.place,
        points=str(standing.points),
        decision=standing.decision,
        results=[_result(result) for result in standing.results],
        seats=standing.seats,
        seat_balance=str(standing.balance),
    )
    if standing.decided_by is not None:
        message.decided_by = _CRITERIA_TO_WIRE[standing.decided_by]
    for criterion, value in zip(tournament.criteria, standing.values, strict=True):
        told = message.values.add(criterion=_CRITERIA_TO_WIRE[criterion])
        if value is not None:
            told.value, told.explanation = str(value.value), value.explanation
        elif criterion is Criterion.DIRECT_ENCOUNTER:
            told.explanation = "Not asked: nobody was still tied."
    return message


def _result(result: Result) -> tournament_pb2.StandingResult:
    message = tournament_pb2.StandingResult(
        round=result.round,
        place=result.place,
        players=result.players,
        points=str(result.points),
        dropped=result.is_dropped,
    )
    if result.table is not None:
        message.table = result.table
    return message
