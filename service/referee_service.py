"""RefereeService for grpc.aio: which call answers which RPC, read off the service's descriptor."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial

import grpc
from google.protobuf.descriptor import MethodDescriptor

from canopy.v1 import referee_pb2
from service.errors import Refusal
from service.referee.referee import Referee
from service.rpc import Handler, Wrapper
from service.solver import Solver
from service.status import refusal_to_call_error

_SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]

SERVICE_NAME: str = _SERVICE.full_name


def methods() -> list[MethodDescriptor]:
    """The methods of the service that a `Referee` answers."""
    return [method for method in _SERVICE.methods if hasattr(Referee, _snake_case(method.name))]


def solved_methods(rpcs: Collection[str]) -> list[MethodDescriptor]:
    """Those that a solver of these RPCs answers."""
    return [method for method in _SERVICE.methods if method.name in rpcs]


class RefereeService:
    """Binds a Referee to gRPC."""

    def __init__(self, referee: Referee, wrapper: Wrapper, solver: Solver | None = None) -> None:
        """Without a solver the service lacks the calls that need one."""
        self._referee = referee
        self._wrapper = wrapper
        self._solver = solver

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server adds to serve the service."""
        handlers = {method.name: self._handle(method) for method in methods()}
        if self._solver is not None:
            for method in solved_methods(self._solver.rpcs):
                handlers[method.name] = self._wrapper.unary(method, partial(self._solver.answer, method.name))
        return grpc.method_handlers_generic_handler(SERVICE_NAME, handlers)

    def _handle(self, method: MethodDescriptor) -> Handler:
        call = getattr(self._referee, _snake_case(method.name))
        if method.client_streaming:
            return self._wrapper.stream(method, call, _refuse_record)
        return self._wrapper.unary(method, call)


def _refuse_record(request: referee_pb2.VerifyGamesRequest | None, refusal: Refusal) -> referee_pb2.VerifyGamesResponse:
    """The answer to a refused request of a stream. One that cannot be read is answered with the id 0."""
    return referee_pb2.VerifyGamesResponse(
        id=0 if request is None else request.id, error=refusal_to_call_error(refusal)
    )


def _snake_case(name: str) -> str:
    """VerifyGame -> verify_game."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
