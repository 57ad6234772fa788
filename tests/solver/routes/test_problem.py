"""The two RPCs: requests become tasks, answers become responses, and what makes no sense is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from canopy.v1 import amazonas_pb2, amazonas_solver_pb2, solving_pb2
from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from engines.game import Malformed, Setup
from engines.games.amazonas.vocabulary import EVENTS_TO_WIRE
from engines.registry import default_pack, game, make_setup
from solver.answer import ignore
from solver.budget import Budget
from solver.position import Position
from solver.problems import problems
from tests.solver.routes.tables import after_rounds, events_to_come, printed

CONNECT, PLAN = problems()["ConnectVillages"], problems()["PlanHutRoute"]
BUDGET = Budget(nodes=3, deterministic_seconds=0.05)
ENOUGH = Budget(nodes=3, deterministic_seconds=60.0)


def late_position(rounds: int = 16) -> tuple[Setup, State, Position]:
    setup = printed()
    state = after_rounds(random.Random(3), setup, rounds)
    return setup, state, Position.seen_by(1, setup, state)


def plan_request(state: State) -> amazonas_solver_pb2.PlanHutRouteRequest:
    events = events_to_come(random.Random(1), state)
    return amazonas_solver_pb2.PlanHutRouteRequest(events=[EVENTS_TO_WIRE[event] for event in events])


def test_a_plan_is_told_round_by_round() -> None:
    setup, state, position = late_position()
    request = plan_request(state)
    response = PLAN.encode(request, position, PLAN.solve(request, position, BUDGET, 7, Stop(), ignore))
    assert isinstance(response, amazonas_solver_pb2.PlanHutRouteResponse)
    assert [told.round for told in response.rounds] == [17, 18]
    assert [told.event for told in response.rounds] == list(request.events)
    assert sum(item.points for item in response.items) == response.solution.value
    assert [setup.game.parse_move(setup, text) for text in response.texts] == [
        setup.game.decode_move(setup, move) for move in response.moves
    ]
    assert response.solution.seed == 7


def test_the_next_round_is_told_with_its_scenarios() -> None:
    setup, state, position = late_position()
    request = plan_request(state)
    del request.events[1:]
    request.is_rest_unknown = True
    request.site_risks.add(village=4, probability=0.25)
    response = PLAN.encode(request, position, PLAN.solve(request, position, ENOUGH, 7, Stop(), ignore))
    assert isinstance(response, amazonas_solver_pb2.PlanHutRouteResponse)
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    assert [told.round for told in response.rounds] == [17]
    assert {tuple(told.filled_villages): told.probability for told in response.scenarios} == {(): 0.75, (4,): 0.25}
    assert all(told.events[0] == request.events[0] and len(told.events) == 2 for told in response.scenarios)
    mean = sum(told.probability * told.points for told in response.scenarios)
    assert response.solution.value == pytest.approx(mean)
    assert [setup.game.parse_move(setup, text) for text in response.texts] == [
        setup.game.decode_move(setup, move) for move in response.moves
    ]


def test_losses_are_told_where_they_are_asked_for() -> None:
    _, state, position = late_position(15)
    request = plan_request(state)
    for is_asked in (False, True):
        request.assess_losses = is_asked
        response = PLAN.encode(request, position, PLAN.solve(request, position, ENOUGH, 7, Stop(), ignore))
        assert isinstance(response, amazonas_solver_pb2.PlanHutRouteResponse)
        huts = [hut for told in response.rounds for hut in told.huts]
        assert huts
        assert all(hut.HasField("points_lost_if_taken") == is_asked for hut in huts)
        assert response.rounds[0].HasField("points_lost_if_event_differs") == is_asked


def test_a_plain_position_is_planned_like_the_table() -> None:
    setup, state, position = late_position()
    told = setup.game.state_of_view(setup, setup.game.view(setup, state, 1))
    request = plan_request(state)
    answers = [
        PLAN.encode(request, one, PLAN.solve(request, one, BUDGET, 7, Stop(), ignore)).SerializeToString()
        for one in (position, Position.seen_by(1, setup, told))
    ]
    assert answers[0] == answers[1]


def test_a_connection_is_told_hut_by_hut() -> None:
    _, state, position = late_position(3)
    huts = set(amazonas.player(state, 0).huts)
    villages = [village for village in range(30) if amazonas.price(state, 0, village) and village not in huts][:4]
    request = amazonas_solver_pb2.ConnectVillagesRequest(villages=villages, seat=0)
    response = CONNECT.encode(request, position, CONNECT.solve(request, position, BUDGET, 7, Stop(), ignore))
    assert isinstance(response, amazonas_solver_pb2.ConnectVillagesResponse)
    assert response.solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    assert sum(hut.price_silver for hut in response.huts) == response.solution.value
    assert set(villages) <= {hut.village for hut in response.huts}


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (amazonas_solver_pb2.ConnectVillagesRequest(seat=3), "no seat 3"),
        (amazonas_solver_pb2.ConnectVillagesRequest(villages=[30]), "no village 30"),
        (amazonas_solver_pb2.ConnectVillagesRequest(event=amazonas_pb2.AMAZONAS_EVENT_CARD_THEFT), "bar edges"),
    ],
)
def test_connections_that_make_no_sense_are_refused(
    request_: amazonas_solver_pb2.ConnectVillagesRequest, words: str
) -> None:
    _, _, position = late_position()
    with pytest.raises(Malformed, match=words):
        CONNECT.solve(request_, position, BUDGET, 7, Stop(), ignore)


def test_plans_that_make_no_sense_are_refused() -> None:
    setup, state, position = late_position()
    with pytest.raises(Malformed, match="events"):
        PLAN.solve(amazonas_solver_pb2.PlanHutRouteRequest(), position, BUDGET, 7, Stop(), ignore)
    unknown = amazonas_solver_pb2.PlanHutRouteRequest(events=[amazonas_pb2.AMAZONAS_EVENT_CARD_UNSPECIFIED])
    with pytest.raises(Malformed, match="ten events"):
        PLAN.solve(unknown, position, BUDGET, 7, Stop(), ignore)
    with pytest.raises(Malformed, match="for a seat"):
        PLAN.solve(plan_request(state), Position.seen_by(None, setup, state), BUDGET, 7, Stop(), ignore)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"is_rest_unknown": True}, "not known"),
        ({"site_risks": [amazonas_solver_pb2.AmazonasSiteRisk(village=1)]}, "not known"),
        ({"is_rest_unknown": True, "samples": 257}, "At most 256"),
        ({"site_risks": [amazonas_solver_pb2.AmazonasSiteRisk(village=1)] * 2}, "one risk"),
        ({"site_risks": [amazonas_solver_pb2.AmazonasSiteRisk(village=30)]}, "no village 30"),
        ({"site_risks": [amazonas_solver_pb2.AmazonasSiteRisk(village=1, probability=-1)]}, "between 0 and 1"),
    ],
)
def test_prospects_that_make_no_sense_are_refused(changes: dict[str, Any], words: str) -> None:
    _, _, position = late_position()
    with pytest.raises(Malformed, match=words):
        PLAN.solve(amazonas_solver_pb2.PlanHutRouteRequest(**changes), position, BUDGET, 7, Stop(), ignore)


def test_other_games_are_refused() -> None:
    other = game("amazonia-park")
    setup = make_setup(other, 2, {}, default_pack(other))
    position = Position.seen_by(0, setup, State.start(setup.rules))
    for problem, request in (
        (CONNECT, amazonas_solver_pb2.ConnectVillagesRequest()),
        (PLAN, amazonas_solver_pb2.PlanHutRouteRequest()),
    ):
        with pytest.raises(Malformed, match="knows Amazonas"):
            problem.solve(request, position, BUDGET, 7, Stop(), ignore)
