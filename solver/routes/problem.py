"""PlanHutRoute: from a request to a task, and from an answer to a response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from canopy.v1 import amazonas_solver_pb2
from cext import amazonas
from cext.stop import Stop
from engines.game import Malformed, Setup
from engines.games.amazonas.moves import encode_move
from engines.games.amazonas.vocabulary import EVENTS_FROM_WIRE, EVENTS_TO_WIRE, SPECIMENS_TO_WIRE
from solver.answer import Report
from solver.budget import Budget
from solver.position import Position
from solver.problems import Problem
from solver.routes.certificate import Proof
from solver.routes.connect_problem import encode_huts, require_amazonas
from solver.routes.course import Course, PlayedRound
from solver.routes.demonstration import demonstrate
from solver.routes.expected import ExpectedAnswer, Prospect, plan_expected
from solver.routes.losses import plan_with_losses
from solver.routes.planning import RouteAnswer, plan_route
from solver.routes.scenarios import MOST_SAMPLES, USUAL_SAMPLES
from solver.wire import put_solution

if TYPE_CHECKING:
    from canopy.client import Canopy
    from canopy.v1.amazonas_solver_pb2 import AmazonasPlannedRound, PlanHutRouteRequest, PlanHutRouteResponse

_PROOFS = {
    Proof.NONE: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_UNSPECIFIED,
    Proof.SEARCH: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_SEARCH,
    Proof.MODEL: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_MODEL,
}


class PlanHutRoute(Problem[RouteAnswer | ExpectedAnswer]):
    """The best that one seat can do alone: in all rounds when the events are known, else in the next one."""

    rpc: ClassVar[str] = "PlanHutRoute"
    needs_seat: ClassVar[bool] = True

    def solve(
        self,
        request: PlanHutRouteRequest,
        position: Position,
        budget: Budget,
        seed: int,
        stop: Stop,
        report: Report,
    ) -> RouteAnswer | ExpectedAnswer:
        if request.is_rest_unknown or request.site_risks:
            return plan_expected(prospect_of(request, position), budget, seed, stop, report)
        plan = plan_with_losses if request.assess_losses else plan_route
        return plan(course_of(request, position), budget, seed, stop, report)

    def encode(
        self, request: PlanHutRouteRequest, position: Position, answer: RouteAnswer | ExpectedAnswer
    ) -> PlanHutRouteResponse:
        if isinstance(answer, ExpectedAnswer):
            return _encode_expected(position, answer)
        response = amazonas_solver_pb2.PlanHutRouteResponse(
            proof=_PROOFS[answer.certificate.proof],
            is_order_proved=answer.is_order_proved,
            equal_plans=answer.equal_plans,
            is_robustness_proved=answer.is_robustness_proved,
        )
        put_solution(answer, response.solution)
        if answer.played is not None:
            setup, game = position.setup, position.setup.game
            response.rounds.extend(_encode_round(played) for played in answer.played.rounds)
            _put_moves(setup, answer.played.moves, response)
            _put_losses(answer, response)
            view = game.view(setup, answer.played.end, answer.played.seat)
            response.items.extend(view.players[answer.played.seat].items)  # type: ignore[attr-defined]
        return response

    def demonstrate(self, canopy: Canopy) -> list[str]:
        """The rest of a game that has just begun."""
        return demonstrate(canopy)


def course_of(request: PlanHutRouteRequest, position: Position) -> Course:
    """The task of a request that tells all events. Raises Malformed."""
    seat, events = _seat_and_events(request, position)
    try:
        return Course(position.setup, position.state, seat, events)
    except ValueError as error:
        raise Malformed(f"The question cannot be answered: {error}.") from None


def prospect_of(request: PlanHutRouteRequest, position: Position) -> Prospect:
    """The task of a request that leaves something open. Raises Malformed."""
    seat, events = _seat_and_events(request, position)
    if request.samples > MOST_SAMPLES:
        raise Malformed(f"At most {MOST_SAMPLES} scenarios are sampled.")
    risks = {risk.village: risk.probability for risk in request.site_risks}
    if len(risks) < len(request.site_risks):
        raise Malformed("A village has one risk.")
    villages = len(amazonas.sites(position.state))
    for village in risks:
        if village >= villages:
            raise Malformed(f"There is no village {village}.")
    try:
        prospect = Prospect(position.setup, position.state, seat, events, risks, request.samples or USUAL_SAMPLES)
        if not request.is_rest_unknown:
            Course(position.setup, position.state, seat, events)
    except ValueError as error:
        raise Malformed(f"The question cannot be answered: {error}.") from None
    return prospect


def _seat_and_events(request: PlanHutRouteRequest, position: Position) -> tuple[int, tuple[int, ...]]:
    require_amazonas(position.setup, PlanHutRoute.rpc)
    if position.viewer is None:
        raise Malformed("A route is planned for a seat.")
    for index, event in enumerate(request.events):
        if event not in EVENTS_FROM_WIRE:
            raise Malformed(f"events[{index}] is none of the ten events.")
    return position.viewer, tuple(EVENTS_FROM_WIRE[event] for event in request.events)


def _encode_expected(position: Position, answer: ExpectedAnswer) -> PlanHutRouteResponse:
    response = amazonas_solver_pb2.PlanHutRouteResponse(
        rounds=[_encode_round(played) for played in answer.played],
        scenarios=[
            amazonas_solver_pb2.AmazonasRouteScenario(
                events=[EVENTS_TO_WIRE[event] for event in outcome.scenario.events],
                filled_villages=sorted(outcome.scenario.closed),
                probability=outcome.scenario.probability,
                points=outcome.points,
            )
            for outcome in answer.outcomes
        ],
    )
    put_solution(answer, response.solution)
    _put_moves(position.setup, answer.moves, response)
    return response


def _put_moves(setup: Setup, moves: Iterable[int], response: PlanHutRouteResponse) -> None:
    for move in moves:
        response.moves.append(encode_move(move))
        response.texts.append(setup.game.move_text(setup, move))


def _put_losses(answer: RouteAnswer, response: PlanHutRouteResponse) -> None:
    for planned in response.rounds:
        if planned.round in answer.event_losses:
            planned.points_lost_if_event_differs = answer.event_losses[planned.round]
        for hut in planned.huts:
            if hut.village in answer.village_losses:
                hut.points_lost_if_taken = answer.village_losses[hut.village]


def _encode_round(played: PlayedRound) -> AmazonasPlannedRound:
    message = amazonas_solver_pb2.AmazonasPlannedRound(
        round=played.number,
        event=EVENTS_TO_WIRE[played.event],
        card=played.card,
        huts=encode_huts(played.huts),
        silver_after=played.silver,
    )
    if played.hired is not None:
        message.hired = SPECIMENS_TO_WIRE[played.hired]
    return message
