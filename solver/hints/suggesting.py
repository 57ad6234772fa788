"""SuggestMoves and StreamSuggestions of SolverService."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from canopy.v1 import game_pb2, solver_pb2, solving_pb2
from cext.search import WAIT
from cext.stop import Stop
from engines.game import Malformed, Setup
from solver.answer import Report, ignore
from solver.budget import Budget
from solver.hints.advisor import advisor_of
from solver.hints.answer import Goal, Hints, Suggestion
from solver.position import Position
from solver.problems import Problem
from solver.wire import put_solution

if TYPE_CHECKING:
    from canopy.client import Canopy

# How much work a hint of a demonstration is.
_DEMONSTRATION = solving_pb2.Budget(nodes=1000)

_GOALS: Mapping[int, Goal] = {
    solver_pb2.SUGGESTION_GOAL_UNSPECIFIED: Goal.PLACE,
    solver_pb2.SUGGESTION_GOAL_WIN: Goal.WIN,
    solver_pb2.SUGGESTION_GOAL_POINTS: Goal.POINTS,
}

_Request = solver_pb2.SuggestMovesRequest | solver_pb2.StreamSuggestionsRequest
_Response = solver_pb2.SuggestMovesResponse | solver_pb2.StreamSuggestionsResponse


class SuggestMoves(Problem[Hints]):
    """Suggests moves for a seat."""

    rpc: ClassVar[str] = "SuggestMoves"
    needs_seat: ClassVar[bool] = True
    needs_turn: ClassVar[bool] = True

    def solve(
        self, request: _Request, position: Position, budget: Budget, seed: int, stop: Stop, report: Report
    ) -> Hints:
        """The suggestions. Only the last answer is for the one who waits for it."""
        del report
        return _solve(request, position, budget, seed, stop, ignore)

    def encode(self, request: _Request, position: Position, answer: Hints) -> solver_pb2.SuggestMovesResponse:
        """The response."""
        response = solver_pb2.SuggestMovesResponse()
        _put(request, position, answer, response)
        return response

    def demonstrate(self, canopy: Canopy) -> list[str]:
        """What to begin with in a game of every ruleset."""
        lines = ["What is the best beginning? Hints from what a seat can see, and how sure they are (SuggestMoves):"]
        for ruleset in canopy.list_rulesets().rulesets:
            players = min(max(ruleset.min_players, 2), ruleset.max_players)
            table = canopy.create_game(ruleset.id, players, request_id=b"demo of hints")
            seat = table.status.seats_to_act[0]
            answer = canopy.suggest_moves(table.token, table.seat_keys[seat], seed=1, budget=_DEMONSTRATION)
            best = answer.suggestions[0]
            error = f" +- {best.standard_error:.2f}" if best.HasField("standard_error") else ""
            lines.append(f"  {ruleset.id}, seat {seat}: {best.text}, worth {best.value:.2f}{error}. {best.reason}")
        return lines


class StreamSuggestions(Problem[Hints]):
    """The same as it comes to light. Being estimates, values may go down."""

    rpc: ClassVar[str] = "StreamSuggestions"
    needs_seat: ClassVar[bool] = True
    needs_turn: ClassVar[bool] = True

    def solve(
        self, request: _Request, position: Position, budget: Budget, seed: int, stop: Stop, report: Report
    ) -> Hints:
        """The suggestions, as often as the work has doubled."""
        return _solve(request, position, budget, seed, stop, report)

    def encode(self, request: _Request, position: Position, answer: Hints) -> solver_pb2.StreamSuggestionsResponse:
        """One response."""
        response = solver_pb2.StreamSuggestionsResponse()
        _put(request, position, answer, response)
        return response


def _solve(request: _Request, position: Position, budget: Budget, seed: int, stop: Stop, report: Report) -> Hints:
    if request.query.goal not in _GOALS:
        raise Malformed("There is no such goal.")
    if position.viewer is None:
        raise Malformed("Moves are suggested to a seat.")
    advisor = advisor_of(position.setup.game.wire_field)
    return advisor.suggest(position, position.viewer, _GOALS[request.query.goal], budget, seed, stop, report)


def _put(request: _Request, position: Position, hints: Hints, response: _Response) -> None:
    put_solution(hints, response.solution)
    for suggestion in hints.suggestions[: request.query.limit or None]:
        _put_suggestion(position.setup, suggestion, response.suggestions.add())


def _put_suggestion(setup: Setup, suggestion: Suggestion, message: solver_pb2.Suggestion) -> None:
    if suggestion.word != WAIT:
        move: game_pb2.Move = message.move
        getattr(move, setup.game.wire_field).CopyFrom(setup.game.encode_move(setup, suggestion.word))
    message.text = suggestion.text
    message.value = suggestion.value
    if suggestion.standard_error is not None:
        message.standard_error = suggestion.standard_error
    message.expected_points = suggestion.points
    if suggestion.points_error is not None:
        message.expected_points_error = suggestion.points_error
    message.visits = suggestion.visits
    for seat, text in suggestion.line:
        message.principal_line.add(seat=seat, text=text)
    message.reason = suggestion.reason
