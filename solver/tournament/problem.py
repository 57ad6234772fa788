"""PairRound: from a request to a field, and from an answer to a response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from canopy.v1 import tournament_pb2
from cext.stop import Stop
from solver.answer import Report
from solver.budget import Budget
from solver.position import Position
from solver.problems import Problem
from solver.tournament.entries import Tournament
from solver.tournament.field import Wishes, field_of
from solver.tournament.pairing import PairingAnswer, pair
from solver.tournament.reading import MAX_ROUND, BadTournament, TournamentDefect, tournament_of
from solver.tournament.sizes import LARGEST, SMALLEST, USUAL, preferred_among
from solver.wire import put_solution


class PairRound(Problem[PairingAnswer]):
    """The tables of the next round. It asks about no position of a game."""

    rpc: ClassVar[str] = "PairRound"
    needs_seat: ClassVar[bool] = False
    needs_position: ClassVar[bool] = False

    def check(self, request: tournament_pb2.PairRoundRequest) -> None:
        read_request(request)

    def solve(
        self,
        request: tournament_pb2.PairRoundRequest,
        position: Position | None,
        budget: Budget,
        seed: int,
        stop: Stop,
        report: Report,
    ) -> PairingAnswer:
        del position
        tournament, wishes = read_request(request)
        return pair(field_of(tournament, wishes, seed), budget, seed, stop, report)

    def encode(
        self, request: tournament_pb2.PairRoundRequest, position: Position | None, answer: PairingAnswer
    ) -> tournament_pb2.PairRoundResponse:
        del request, position
        return response_of(answer)


def read_request(request: tournament_pb2.PairRoundRequest) -> tuple[Tournament, Wishes]:
    """The tournament, and what is asked of its next round. Raises Malformed; BadTournament tells every defect."""
    defects = [*_round_defects(request), *_absent_defects(request), *_size_defects(request)]
    try:
        tournament = tournament_of(request.tournament)
    except BadTournament as error:
        raise BadTournament([*error.defects, *defects]) from None
    round_ = request.round or tournament.rounds + 1
    if not request.round and round_ > MAX_ROUND:
        defects.append(TournamentDefect("NO_SUCH_ROUND", "round", f"Rounds are 1 to {MAX_ROUND}."))
    if defects:
        raise BadTournament(defects)
    numbers = {entrant.id: number for number, entrant in enumerate(tournament.entrants)}
    allowed = set(request.table_sizes) or set(range(SMALLEST, LARGEST + 1))
    wishes = Wishes(
        round=round_,
        allowed=tuple(sorted(allowed)),
        preferred=preferred_among(allowed, request.preferred_size or USUAL),
        absent=frozenset(numbers[id_] for id_ in request.absent),
    )
    return tournament, wishes


def _round_defects(request: tournament_pb2.PairRoundRequest) -> Iterator[TournamentDefect]:
    if request.round > MAX_ROUND:
        yield TournamentDefect("NO_SUCH_ROUND", "round", f"Rounds are 1 to {MAX_ROUND}.")
    elif request.round and any(table.round == request.round for table in request.tournament.tables):
        yield TournamentDefect("ROUND_PLAYED", "round", f"Tables of round {request.round} have been played.")


def _absent_defects(request: tournament_pb2.PairRoundRequest) -> Iterator[TournamentDefect]:
    ids = {player.id for player in request.tournament.players}
    for index, id_ in enumerate(request.absent):
        if id_ not in ids:
            yield TournamentDefect("NO_SUCH_PLAYER", f"absent[{index}]", "No player has this id.")


def _size_defects(request: tournament_pb2.PairRoundRequest) -> Iterator[TournamentDefect]:
    message = f"Tables have {SMALLEST} to {LARGEST} players."
    for index, size in enumerate(request.table_sizes):
        if not SMALLEST <= size <= LARGEST:
            yield TournamentDefect("NO_SUCH_SIZE", f"table_sizes[{index}]", message)
    if request.preferred_size and not SMALLEST <= request.preferred_size <= LARGEST:
        yield TournamentDefect("NO_SUCH_SIZE", "preferred_size", message)


def response_of(answer: PairingAnswer) -> tournament_pb2.PairRoundResponse:
    """The tables of a round in the ids of their players."""
    field = answer.field
    response = tournament_pb2.PairRoundResponse(
        round=field.round,
        byes=field.byes,
        repeats=sum(answer.repeats),
        spread=str(sum(answer.spreads)),
        repeat_cost=float(answer.repeat_cost),
        least_spread=str(answer.least_spread),
        seat_cost=str(answer.seat_cost),
    )
    for table, repeats, spread in zip(answer.tables, answer.repeats, answer.spreads, strict=True):
        response.tables.add(players=[field.players[number] for number in table], repeats=repeats, spread=str(spread))
    put_solution(answer, response.solution)
    return response
