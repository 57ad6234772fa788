"""ConnectVillages: from a request to a task, and from an answer to a response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from canopy.v1 import amazonas_solver_pb2
from cext import amazonas
from cext.stop import Stop
from engines.game import Malformed, Setup
from engines.games.amazonas.editions import EDITIONS
from engines.games.amazonas.vocabulary import EVENTS_FROM_WIRE
from solver.answer import Report
from solver.budget import Budget
from solver.position import Position
from solver.problems import Problem
from solver.routes.connection import ConnectionAnswer, ConnectionProof, Hut, Task, connect
from solver.routes.facts import Facts
from solver.wire import put_solution

if TYPE_CHECKING:
    from canopy.v1.amazonas_solver_pb2 import ConnectVillagesRequest, ConnectVillagesResponse

_PROOFS = {
    ConnectionProof.NONE: amazonas_solver_pb2.AMAZONAS_CONNECTION_PROOF_UNSPECIFIED,
    ConnectionProof.COMPARED: amazonas_solver_pb2.AMAZONAS_CONNECTION_PROOF_COMPARED,
    ConnectionProof.TOLL: amazonas_solver_pb2.AMAZONAS_CONNECTION_PROOF_TOLL,
}


class ConnectVillages(Problem[ConnectionAnswer]):
    """The least that it costs to connect villages with one's huts."""

    rpc: ClassVar[str] = "ConnectVillages"
    needs_seat: ClassVar[bool] = False

    def solve(
        self,
        request: ConnectVillagesRequest,
        position: Position,
        budget: Budget,
        seed: int,
        stop: Stop,
        report: Report,
    ) -> ConnectionAnswer:
        del budget, stop, report  # there is one answer, and it takes no time
        return connect(task_of(request, position), seed)

    def encode(
        self, request: ConnectVillagesRequest, position: Position, answer: ConnectionAnswer
    ) -> ConnectVillagesResponse:
        response = amazonas_solver_pb2.ConnectVillagesResponse(
            huts=encode_huts(answer.huts), proof=_PROOFS[answer.certificate.proof]
        )
        put_solution(answer, response.solution)
        return response


def task_of(request: ConnectVillagesRequest, position: Position) -> Task:
    """The task that a request sets. Raises Malformed."""
    setup = position.setup
    require_amazonas(setup, ConnectVillages.rpc)
    if request.event and request.event not in EVENTS_FROM_WIRE:
        raise Malformed("The request names none of the ten events.")
    event = EVENTS_FROM_WIRE[request.event] if request.event else None
    if event not in (None, amazonas.JAGUAR, amazonas.CROCODILE):
        raise Malformed("Only the jaguar and the crocodile bar edges.")
    seat = request.seat if request.HasField("seat") else position.viewer or 0
    if seat >= setup.players:
        raise Malformed(f"There is no seat {seat}.")
    try:
        facts = Facts.of(setup, position.state, seat)
        return Task(facts, tuple(request.villages), frozenset(request.avoided_villages), event)
    except ValueError as error:
        raise Malformed(f"The question cannot be answered: {error}.") from None


def require_amazonas(setup: Setup, rpc: str) -> None:
    """Raises Malformed for a position of another game."""
    if setup.game.id not in (edition.id for edition in EDITIONS):
        raise Malformed(f"{rpc} knows Amazonas, the board game, not {setup.game.id}.")


def encode_huts(huts: Iterable[Hut]) -> list[amazonas_solver_pb2.AmazonasRouteHut]:
    """Huts of a route."""
    return [
        amazonas_solver_pb2.AmazonasRouteHut(
            village=hut.village,
            price_silver=hut.price,
            reached_from=hut.origin,
            by_path=bool(hut.kinds & amazonas.BY_PATH),
            by_river=bool(hut.kinds & amazonas.BY_RIVER),
        )
        for hut in huts
    ]
