"""The referee as the service offers it: every call of RefereeService as a plain function from request to response."""

from __future__ import annotations

import asyncio

from canopy.v1 import referee_pb2, score_sheet_pb2, tournament_pb2
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.limits import Limits
from service.referee import tables, text
from service.referee.compare import compare
from service.referee.findings import verdict_on_nothing
from service.referee.judge import judge
from service.referee.seal import Seal
from service.sealing import Sealer


class Referee:
    """Answers the calls. It holds a key ring and limits, and nothing about any game."""

    def __init__(self, ring: KeyRing, limits: Limits | None = None) -> None:
        self._sealer = Sealer(ring)
        self.limits = limits or Limits()

    def verify_game(self, request: referee_pb2.VerifyGameRequest) -> referee_pb2.VerifyGameResponse:
        """The verdict on one record."""
        return referee_pb2.VerifyGameResponse(verdict=self._judge(request))

    def verify_games(self, request: referee_pb2.VerifyGamesRequest) -> referee_pb2.VerifyGamesResponse:
        """The answer to one record of a stream."""
        return referee_pb2.VerifyGamesResponse(id=request.id, verdict=self._judge(request.game))

    def compare_tokens(self, request: referee_pb2.CompareTokensRequest) -> referee_pb2.CompareTokensResponse:
        """How two tables are related."""
        return compare(self._sealer, self.limits, request)

    def score_sheet(self, request: score_sheet_pb2.ScoreSheetRequest) -> score_sheet_pb2.ScoreSheetResponse:
        """What a finished table is worth."""
        return tables.score_sheet(request, self.limits)

    async def rank_players(
        self, request: tournament_pb2.RankPlayersRequest, seconds_left: float | None
    ) -> tournament_pb2.RankPlayersResponse:
        """Who stands where in a tournament; beside the event loop, for a long season takes its time."""
        del seconds_left  # it takes none worth mentioning
        return await asyncio.to_thread(tables.rank_players, request, self.limits)

    def _judge(self, request: referee_pb2.VerifyGameRequest) -> referee_pb2.Verdict:
        match request.WhichOneof("source"):
            case "record":
                record = request.record
            case "text":
                try:
                    record = text.read(request.text)
                except text.BadText as error:
                    return verdict_on_nothing("UNREADABLE", f"The text is no record: {error}")
            case _:
                raise Refusal(Reason.MALFORMED, "The request holds no record.")
        return judge(record, self.limits, Seal(self._sealer, request.key), request.kept)
