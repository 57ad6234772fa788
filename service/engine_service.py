"""EngineService for grpc.aio: which call answers which RPC.

The method table is read off the service's descriptor, so that an RPC cannot be forgotten. All else that happens to a
call is the wrapper's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines import registry
from service.engine import Engine
from service.errors import Reason, Refusal
from service.metrics import Metrics
from service.referee_service import methods as referee_methods
from service.rpc import SHED_REASONS, Wrapper, metric_labels
from service.status import refusal_to_call_error
from service.turned_away import NOT_TAKEN_UP

_SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
_STREAM = "PlayGame"

SERVICE_NAME: str = _SERVICE.full_name


def new_metrics(
    others: Iterable[MethodDescriptor] = (), solver: tuple[Iterable[str], Iterable[str]] | None = None
) -> Metrics:
    """Metrics with all series of this service and the referee's, and with those of other methods and of a solver."""
    return Metrics(
        methods=[metric_labels(method) for method in (*_SERVICE.methods, *referee_methods(), *others)],
        violations={
            ruleset: [violation.code for violation in game.violations.values()]
            for ruleset, game in registry.games().items()
        },
        shed_reasons=(*SHED_REASONS, NOT_TAKEN_UP),
        solver=solver,
    )


class EngineService:
    """Binds an Engine to gRPC."""

    def __init__(self, engine: Engine, wrapper: Wrapper) -> None:
        self._engine = engine
        self._wrapper = wrapper

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server adds to serve the service."""
        handlers = {
            method.name: self._wrapper.stream(method, self._play, _refuse_play)
            if method.name == _STREAM
            else self._wrapper.unary(method, self._call_of(_snake_case(method.name)))
            for method in _SERVICE.methods
        }
        return grpc.method_handlers_generic_handler(SERVICE_NAME, handlers)

    def _call_of(self, field: str) -> Callable[[Any], Message]:
        call: Callable[[Any], Message] = getattr(self._engine, field)
        return call

    def _play(self, request: engine_pb2.PlayGameRequest) -> engine_pb2.PlayGameResponse:
        """The answer to one request of a stream."""
        field = request.WhichOneof("call")
        if field is None:
            raise Refusal(Reason.MALFORMED, "The request holds no call.")
        response = engine_pb2.PlayGameResponse(id=request.id)
        getattr(response, field).CopyFrom(self._call_of(field)(getattr(request, field)))
        return response


def _refuse_play(request: engine_pb2.PlayGameRequest | None, refusal: Refusal) -> engine_pb2.PlayGameResponse:
    """The answer to a refused request of a stream. One that cannot be read is answered with the id 0."""
    return engine_pb2.PlayGameResponse(id=0 if request is None else request.id, error=refusal_to_call_error(refusal))


def _snake_case(name: str) -> str:
    """ListLegalMoves -> list_legal_moves."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
