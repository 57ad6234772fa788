"""PlanHutRoute: from a request to a task, and from an answer to a response."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from canopy.v1 import amazonas_solver_pb2
from cext.stop import Stop
from engines.game import Malformed
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
from solver.routes.planning import RouteAnswer, plan_route
from solver.wire import put_solution

if TYPE_CHECKING:
    from canopy.client import Canopy
    from canopy.v1.amazonas_solver_pb2 import AmazonasPlannedRound, PlanHutRouteRequest, PlanHutRouteResponse

_PROOFS = {
    Proof.NONE: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_UNSPECIFIED,
    Proof.SEARCH: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_SEARCH,
    Proof.MODEL: amazonas_solver_pb2.AMAZONAS_ROUTE_PROOF_MODEL,
}


class PlanHutRoute(Problem[RouteAnswer]):
    """The best that one seat can do alone when the events are known."""

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
    ) -> RouteAnswer:
        return plan_route(course_of(request, position), budget, seed, stop, report)

    def encode(self, request: PlanHutRouteRequest, position: Position, answer: RouteAnswer) -> PlanHutRouteResponse:
        response = amazonas_solver_pb2.PlanHutRouteResponse(
            proof=_PROOFS[answer.certificate.proof], is_order_proved=answer.is_order_proved
        )
        put_solution(answer, response.solution)
        if answer.played is not None:
            setup, game = position.setup, position.setup.game
            response.rounds.extend(_encode_round(played) for played in answer.played.rounds)
            for move in answer.played.moves:
                response.moves.append(encode_move(move))
                response.texts.append(game.move_text(setup, move))
            view = game.view(setup, answer.played.end, answer.played.seat)
            response.items.extend(view.players[answer.played.seat].items)  # type: ignore[attr-defined]
        return response

    def demonstrate(self, canopy: Canopy) -> list[str]:
        """The rest of a game that has just begun."""
        return demonstrate(canopy)


def course_of(request: PlanHutRouteRequest, position: Position) -> Course:
    """The task that a request sets. Raises Malformed."""
    require_amazonas(position.setup, PlanHutRoute.rpc)
    if position.viewer is None:
        raise Malformed("A route is planned for a seat.")
    for index, event in enumerate(request.events):
        if event not in EVENTS_FROM_WIRE:
            raise Malformed(f"events[{index}] is none of the ten events.")
    events = tuple(EVENTS_FROM_WIRE[event] for event in request.events)
    try:
        return Course(position.setup, position.state, position.viewer, events)
    except ValueError as error:
        raise Malformed(f"The question cannot be answered: {error}.") from None


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
