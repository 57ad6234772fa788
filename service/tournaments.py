"""`canopy score | standings | pair`: documents of finished tables and tournaments, answered without a service.

A document is the request of the call of the same name in protobuf's JSON: ScoreSheetRequest, RankPlayersRequest,
PairRoundRequest. The answer is text for people, or the response as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from google.protobuf import json_format
from google.protobuf.message import Message

from canopy.v1 import score_sheet_pb2, tournament_pb2
from cext.stop import Stop
from engines.game import Malformed
from service.errors import Refusal
from service.limits import Limits
from service.message_json import BadJson, read_message
from service.plain import in_line
from service.referee.tables import rank_players, score_sheet
from solver.answer import ignore
from solver.tournament.problem import PairRound
from solver.tournament.reading import BadTournament
from solver.wire import budget_from_wire

MessageT = TypeVar("MessageT", bound=Message)


class BadDocument(Exception):
    """A document that cannot be read, or that says something wrong; the message tells all of it."""


def score(path: Path, *, as_json: bool) -> tuple[str, bool]:
    """The points of a finished table, and whether it is possible."""
    request = _read(path, score_sheet_pb2.ScoreSheetRequest())
    try:
        response = score_sheet(request, Limits())
    except Refusal as refusal:
        raise BadDocument(_told(refusal)) from None
    return _json(response) if as_json else _score_text(response), not response.impossibilities


def standings(path: Path, *, as_json: bool) -> str:
    """Who stands where in a tournament, and why."""
    request = _read(path, tournament_pb2.RankPlayersRequest())
    try:
        response = rank_players(request, Limits())
    except Refusal as refusal:
        raise BadDocument(_told(refusal)) from None
    return _json(response) if as_json else _standings_text(request.tournament, response)


def pair(path: Path, *, as_json: bool) -> str:
    """The tables of the next round."""
    request = _read(path, tournament_pb2.PairRoundRequest())
    problem = PairRound()
    try:
        budget = budget_from_wire(request.budget)
        answer = problem.solve(request, None, budget, request.seed, budget.stop(Stop()), ignore)
    except BadTournament as error:
        raise BadDocument("\n".join(f"{defect.field}: {defect.message}" for defect in error.defects)) from None
    except Malformed as error:
        raise BadDocument(str(error)) from None
    response = problem.encode(request, None, answer)
    return _json(response) if as_json else _pairing_text(request.tournament, response)


def _read(path: Path, request: MessageT) -> MessageT:
    try:
        return read_message(path.read_text("utf-8"), request)
    except (BadJson, UnicodeDecodeError) as error:
        raise BadDocument(f"{path}: {error}") from None


def _told(refusal: Refusal) -> str:
    lines = [f"{getattr(defect, 'field', '')}: {defect.message}" for defect in refusal.defects]
    return "\n".join(lines) or refusal.message


def _json(message: Message) -> str:
    return json_format.MessageToJson(message) + "\n"


# --- Text for people -------------------------------------------------------------------------------------------------


def _score_text(response: score_sheet_pb2.ScoreSheetResponse) -> str:
    lines = []
    for flaw in response.impossibilities:
        ruling = f"; ruling {flaw.citation.ruling}" if flaw.citation.ruling else ""
        lines.append(f"{flaw.field}: {flaw.message} [{flaw.code}; {flaw.citation.section}{ruling}]")
    for placing in response.outcome.placings:
        values = zip(response.outcome.criteria, placing.values, strict=True)
        decided = f", decided by {placing.decided_by}" if placing.decided_by else ""
        lines.append(f"{placing.place}. seat {placing.seat}: {_listed(values)}{decided}")
        lines += [f"   {item.name} {item.points}: {item.detail}" for item in placing.items]
    return _lines([*lines, *response.outcome.remarks])


def _standings_text(told: tournament_pb2.Tournament, response: tournament_pb2.RankPlayersResponse) -> str:
    names = _names(told)
    rows = [
        [
            f"{standing.place}.",
            names(standing.player),
            *(value.value or "-" for value in standing.values),
            standing.seat_balance,
            standing.decision,
        ]
        for standing in response.standings
    ]
    criteria = [tournament_pb2.RankingCriterion.Name(criterion) for criterion in response.criteria]
    titles = [name.removeprefix("RANKING_CRITERION_").replace("_", " ").lower() for name in criteria]
    return _table([["", "player", *titles, "seats", "why"], *rows])


def _pairing_text(told: tournament_pb2.Tournament, response: tournament_pb2.PairRoundResponse) -> str:
    names = _names(told)
    lines = [f"Round {response.round}"]
    for number, table in enumerate(response.tables, start=1):
        repeats = f"; {table.repeats} have met before" if table.repeats else ""
        lines.append(f"Table {number}: {', '.join(map(names, table.players))} (spread {table.spread}{repeats})")
    if response.byes:
        lines.append(f"Bye: {', '.join(map(names, response.byes))}")
    gap = response.solution.value - response.solution.bound
    proof = "proved to be the best" if gap <= 0 else f"at most {gap:g} from the best"
    lines.append(f"Repeats {response.repeats}, spread {response.spread}: {proof}.")
    return _lines(lines)


def _names(told: tournament_pb2.Tournament) -> Callable[[str], str]:
    names = {player.id: player.name or player.id for player in told.players}
    return names.__getitem__


def _listed(values: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values)


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return _lines(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{in_line(line)}\n" for line in lines)
