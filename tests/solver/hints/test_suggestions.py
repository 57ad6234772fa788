"""Suggestions: in order, told so that a frontend can show them, repeatable to the byte, and blind to what is hidden."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from canopy.v1 import solver_pb2, solving_pb2
from cext.search import WAIT
from cext.stop import Stop
from engines.game import Malformed
from solver.answer import Answer, Status, ignore
from solver.budget import Budget
from solver.hints import PROBLEMS
from solver.hints.advisor import Advisor, advisor_of, advisors
from solver.hints.answer import Goal, Hints
from solver.hints.comparing import unit_of
from solver.hints.suggesting import SuggestMoves
from solver.position import Position
from tests.playing import Case, all_games
from tests.solver.hints.tables import cases, choosing_at_once, decisions, seen

every_case = pytest.mark.parametrize("case", cases(), ids=str)
BUDGET = 150
NODES = Budget(nodes=BUDGET)
_ON_THE_WIRE = {
    Goal.PLACE: solver_pb2.SUGGESTION_GOAL_UNSPECIFIED,
    Goal.WIN: solver_pb2.SUGGESTION_GOAL_WIN,
    Goal.POINTS: solver_pb2.SUGGESTION_GOAL_POINTS,
}
SENTENCE = re.compile(r"[A-Z].*[^.]\.")


def request(goal: int = 0, limit: int = 0) -> solver_pb2.SuggestMovesRequest:
    """What is asked for."""
    return solver_pb2.SuggestMovesRequest(query=solver_pb2.SuggestionQuery(goal=goal, limit=limit))  # type: ignore[arg-type]


def suggested(position: Position, *, goal: int = 0, budget: Budget = NODES, seed: int = 1, limit: int = 0) -> Hints:
    """The answer to one request."""
    return SuggestMoves().solve(request(goal, limit), position, budget, seed, Stop(), ignore)


def response_bytes(position: Position, seed: int = 1) -> bytes:
    """The response as it would be sent."""
    answer = suggested(position, seed=seed)
    return SuggestMoves().encode(request(), position, answer).SerializeToString(deterministic=True)


# Blind and repeatable


@every_case
def test_equal_views_and_seeds_give_equal_bytes(case: Case) -> None:
    for seat, state in decisions(case):
        sent = response_bytes(seen(case.setup, seat, state))
        assert response_bytes(seen(case.setup, seat, state)) == sent
        assert response_bytes(seen(case.setup, seat, state.determinize(seat, 12345))) == sent


@every_case
def test_secret_choices_of_the_others_are_not_in_the_hints(case: Case) -> None:
    for _, state in decisions(case, number=8):
        if asked := choosing_at_once(state):
            moves = state.legal_moves(asked[0])
            after = [state.apply(asked[0], move)[0] for move in (moves[0], moves[-1])]
            one, other = (response_bytes(seen(case.setup, asked[1], later)) for later in after)
            assert one == other


@every_case
def test_a_position_that_is_told_as_a_view_gets_hints_too(case: Case) -> None:
    game = case.setup.game
    for seat, state in decisions(case):
        told = game.state_of_view(case.setup, game.view(case.setup, state, seat, memory=True))
        hints = suggested(seen(case.setup, seat, told))
        assert {suggestion.word for suggestion in hints.suggestions} <= set(state.legal_moves(seat))
        assert hints.suggestions


# In order and in words


@every_case
def test_suggestions_are_legal_and_can_be_read_back(case: Case) -> None:
    game = case.setup.game
    for seat, state in decisions(case):
        hints = suggested(seen(case.setup, seat, state))
        assert hints.suggestions
        for suggestion in hints.suggestions:
            assert suggestion.word in state.legal_moves(seat)
            assert game.parse_move(case.setup, suggestion.text) == suggestion.word
            assert suggestion.line[0] == (seat, suggestion.text)
            assert SENTENCE.fullmatch(suggestion.reason), suggestion.reason


@every_case
def test_the_most_visited_move_comes_first_and_gives_the_value(case: Case) -> None:
    for seat, state in decisions(case):
        hints = suggested(seen(case.setup, seat, state))
        visits = [suggestion.visits for suggestion in hints.suggestions]
        assert visits == sorted(visits, reverse=True)
        best = hints.suggestions[0]
        assert (hints.value, hints.standard_error) == (best.value, best.standard_error)
        assert not hints.cut_short
        if hints.status is Status.OPTIMAL:
            # Near the end a game may be worked out, which takes what it takes: of a last roll nothing.
            assert (hints.bound, hints.standard_error) == (best.value, None)
            assert 0 <= hints.spent.nodes <= BUDGET
        else:
            assert hints.status is Status.ESTIMATE
            assert hints.spent.nodes == BUDGET


@every_case
@pytest.mark.parametrize("goal", list(Goal), ids=lambda goal: goal.value)
def test_a_reason_tells_the_values_and_on_how_many_games_they_and_the_order_rest(case: Case, goal: Goal) -> None:
    """Also where a move that was looked at less has the higher mean. By the game's own advisor and by the usual one."""
    unit = unit_of(goal, case.setup.players)
    for advisor in {advisor_of(case.setup.game.wire_field), Advisor()}:
        for seat, state in decisions(case):
            hints = advisor.suggest(seen(case.setup, seat, state), seat, goal, NODES, 1, Stop(), ignore)
            suggestions = hints.suggestions
            for index, suggestion in enumerate(suggestions):
                told = suggestion.reason.rpartition("; ")[2]
                if suggestion.standard_error is None:
                    worth, of = f"exactly {suggestion.value:z.2f}{unit}", ""
                else:
                    games = f"{suggestion.visits} game{'' if suggestion.visits == 1 else 's'}"
                    worth = f"{suggestion.value:z.2f}{unit} on average of {games}"
                    of = f" of {suggestions[1 if index == 0 else 0].visits}" if len(suggestions) > 1 else ""
                    is_most = index == 0 < len(suggestions) - 1 and suggestion.visits > suggestions[1].visits
                    assert ("came back to it most: " in told) <= is_most
                    assert ("came first in the race: " in told) <= (index == 0)
                assert f"it is worth {worth}, " in told
                if len(suggestions) > 1:
                    other = suggestions[1 if index == 0 else 0]
                    assert told.endswith(f" {other.text} {other.value:z.2f}{of}.")
                else:
                    assert told.endswith("nothing else was considered.")


@every_case
@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 20, 33])
def test_a_first_suggestion_with_a_lower_value_has_more_games_than_the_next(case: Case, nodes: int) -> None:
    """So that a reason never contradicts itself, wherever the search was ended."""
    for goal in (Goal.WIN, Goal.POINTS):
        for seat, state in decisions(case, number=3):
            hints = suggested(seen(case.setup, seat, state), goal=_ON_THE_WIRE[goal], budget=Budget(nodes=nodes))
            for better, worse in pairwise(hints.suggestions):
                assert better.visits >= worse.visits
                if better.visits == worse.visits:
                    assert better.value >= worse.value


@every_case
def test_a_single_game_does_not_claim_to_be_sure(case: Case) -> None:
    for goal in (Goal.WIN, Goal.POINTS):
        for seat, state in decisions(case, number=3):
            hints = suggested(seen(case.setup, seat, state), goal=_ON_THE_WIRE[goal], budget=Budget(nodes=1))
            for suggestion in hints.suggestions:
                if suggestion.standard_error is not None and goal is Goal.WIN and case.setup.players > 1:
                    assert suggestion.standard_error == 1
                assert suggestion.points_error is None or suggestion.points_error == abs(suggestion.points)


@every_case
@pytest.mark.parametrize("goal", list(Goal), ids=lambda goal: goal.value)
def test_the_value_is_what_the_goal_says(case: Case, goal: Goal) -> None:
    for seat, state in decisions(case, number=3):
        position = seen(case.setup, seat, state)
        hints = advisor_of(case.setup.game.wire_field).suggest(position, seat, goal, NODES, 1, Stop(), ignore)
        for suggestion in hints.suggestions:
            if goal is Goal.POINTS or case.setup.players == 1:
                assert suggestion.value == suggestion.points
            else:
                assert 0 <= suggestion.value <= 1


@every_case
def test_a_response_holds_what_was_suggested_and_no_more_than_asked_for(case: Case) -> None:
    seat, state = next(decisions(case))
    position = seen(case.setup, seat, state)
    hints = suggested(position)
    response = SuggestMoves().encode(request(limit=2), position, hints)
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_ESTIMATE
    assert len(response.suggestions) == min(2, len(hints.suggestions))
    game = case.setup.game
    for message, suggestion in zip(response.suggestions, hints.suggestions, strict=False):
        assert game.decode_move(case.setup, getattr(message.move, game.wire_field)) == suggestion.word
        assert [(ply.seat, ply.text) for ply in message.principal_line] == list(suggestion.line)
        assert message.reason == suggestion.reason


# Bounded


@every_case
def test_a_stop_ends_it_and_what_there_is_is_told(case: Case) -> None:
    stop = Stop()
    seat, state = next(decisions(case))
    told: list[Answer] = []

    def report(answer: Answer) -> None:
        told.append(answer)
        stop.set()

    last = PROBLEMS[1].solve(request(), seen(case.setup, seat, state), Budget(nodes=10**7), 1, stop, report)
    assert len(told) == 1
    assert last.cut_short
    assert last.suggestions
    assert last.spent.nodes == told[0].spent.nodes


def test_stopped_before_it_began_it_has_nothing_to_say() -> None:
    stop = Stop()
    stop.set()
    seat, state = next(decisions(cases()[0]))
    hints = SuggestMoves().solve(request(), seen(cases()[0].setup, seat, state), NODES, 1, stop, ignore)
    assert (hints.suggestions, hints.value, hints.cut_short) == ((), None, True)


@every_case
def test_reports_grow_and_end_as_the_answer_without_them(case: Case) -> None:
    seat, state = next(decisions(case))
    position, budget = seen(case.setup, seat, state), Budget(nodes=1200)
    told: list[Answer] = []
    last = PROBLEMS[1].solve(request(), position, budget, 4, Stop(), told.append)
    nodes = [answer.spent.nodes for answer in told]
    assert len(told) > 1
    assert nodes == sorted(set(nodes))
    assert last == suggested(position, budget=budget, seed=4)


# Refused


def test_who_is_not_asked_gets_no_suggestions() -> None:
    for case in cases():
        for _, state in decisions(case):
            for seat in set(range(case.setup.players)) - set(state.to_act()) - set(state.may_interrupt()):
                with pytest.raises(Malformed, match="not asked"):
                    suggested(seen(case.setup, seat, state))


def test_spectators_and_unknown_goals_are_refused() -> None:
    seat, state = next(decisions(cases()[0]))
    setup = cases()[0].setup
    with pytest.raises(Malformed, match="seat"):
        suggested(Position.seen_by(None, setup, state))
    with pytest.raises(Malformed, match="goal"):
        suggested(seen(setup, seat, state), goal=77)


# Seats that may interrupt


def test_a_seat_that_may_interrupt_is_told_whether_to_wait() -> None:
    asked = 0
    for case in cases():
        for seed in range(2):
            for _, state in decisions(case, seed, number=8):
                for seat in state.may_interrupt()[:1]:
                    position = seen(case.setup, seat, state)
                    hints = suggested(position, budget=Budget(nodes=400))
                    waits = [suggestion for suggestion in hints.suggestions if suggestion.word == WAIT]
                    assert [suggestion.text for suggestion in waits] == ["wait"]
                    response = SuggestMoves().encode(request(), position, hints)
                    texts = {message.text for message in response.suggestions if not message.HasField("move")}
                    assert texts == {"wait"}
                    asked += 1
    assert asked


# Advisors


def test_advisors_are_found_by_the_wire_names_of_games() -> None:
    assert advisors().keys() <= {game.wire_field for game in all_games()}
    for wire_field, advisor in advisors().items():
        assert advisor_of(wire_field) is advisor
    assert type(advisor_of("nobody's game")) is Advisor
