"""Tables that are told and not played here: finished ones to be counted, and those of tournaments."""

from __future__ import annotations

from canopy.v1 import score_sheet_pb2, tournament_pb2
from engines.game import Malformed, citation_to_wire
from service import wire
from service.errors import Reason, Refusal
from service.limits import Limits, require_at_most
from service.setups import setup_of
from solver.tournament.reading import BadTournament, tournament_of
from solver.tournament.standings import standings
from solver.tournament.telling import standings_to_wire


def score_sheet(request: score_sheet_pb2.ScoreSheetRequest, limits: Limits) -> score_sheet_pb2.ScoreSheetResponse:
    """The points of a finished table, or everything that is impossible about it."""
    setup = setup_of(request, limits)
    field = request.table.WhichOneof("game")
    if field != setup.game.wire_field:
        detail = "The table is empty." if field is None else "The table is one of another game."
        raise Refusal(Reason.MALFORMED, detail)
    try:
        scored = setup.game.score_sheet(setup, getattr(request.table, field))
    except Malformed as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    response = score_sheet_pb2.ScoreSheetResponse()
    if scored.outcome is not None:
        response.outcome.CopyFrom(wire.outcome_to_wire(scored.outcome))
    for flaw in scored.impossibilities:
        response.impossibilities.add(
            code=flaw.code, field=flaw.field, message=flaw.message, citation=citation_to_wire(flaw.citation)
        )
    return response


def rank_players(request: tournament_pb2.RankPlayersRequest, limits: Limits) -> tournament_pb2.RankPlayersResponse:
    """Who stands where in a tournament, and why."""
    require_small(request.tournament, limits)
    try:
        tournament = tournament_of(request.tournament)
    except BadTournament as error:
        raise refusal_of(error) from None
    response = standings_to_wire(tournament, standings(tournament))
    require_at_most(limits.response_bytes, response.ByteSize(), "bytes in an answer")
    return response


def require_small(told: tournament_pb2.Tournament, limits: Limits) -> None:
    """Refuses tournaments that take too long."""
    require_at_most(limits.tournament_seats, sum(len(table.seats) for table in told.tables), "seats in a tournament")


def refusal_of(error: BadTournament) -> Refusal:
    """What whoever told no tournament is answered."""
    return Refusal(Reason.BAD_TOURNAMENT, str(error), defects=error.defects)
