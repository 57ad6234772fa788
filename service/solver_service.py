"""SolverService for grpc.aio: which call answers which RPC, read off the service's descriptor."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import grpc
from google.protobuf.descriptor import MethodDescriptor

from canopy.v1 import solver_pb2
from service import engine_service, referee_service
from service.metrics import Metrics
from service.rpc import Handler, Wrapper
from service.solver import Solver
from solver.answer import Status
from solver.problems import problems

_SERVICE = solver_pb2.DESCRIPTOR.services_by_name["SolverService"]
_WORLDS = "SampleWorlds"

SERVICE_NAME: str = _SERVICE.full_name

# As the metrics name them, in the order in which the solver processes count them.
STATUSES = tuple(status.value for status in Status)


def methods(rpcs: Iterable[str] | None = None) -> list[MethodDescriptor]:
    """The methods of the service: those that the pool answers, usually all there are, and that which needs none."""
    answered = {_WORLDS, *(problems() if rpcs is None else rpcs)}
    return [method for method in _SERVICE.methods if method.name in answered]


def new_metrics(rpcs: Iterable[str] | None = None) -> Metrics:
    """Metrics with all series of both services; see `methods`."""
    answered = list(problems() if rpcs is None else rpcs)
    others = [*methods(answered), *referee_service.solved_methods(answered)]
    return engine_service.new_metrics(others, (answered, STATUSES))


class SolverService:
    """Binds a Solver to gRPC."""

    def __init__(self, solver: Solver, wrapper: Wrapper) -> None:
        self._solver = solver
        self._wrapper = wrapper

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server adds to serve the service."""
        handlers = {method.name: self._handle(method) for method in methods(self._solver.rpcs)}
        return grpc.method_handlers_generic_handler(SERVICE_NAME, handlers)

    def _handle(self, method: MethodDescriptor) -> Handler:
        if method.name == _WORLDS:
            return self._wrapper.unary(method, self._solver.sample_worlds)
        if method.server_streaming:
            return self._wrapper.server_stream(method, partial(self._solver.answers, method.name))
        return self._wrapper.unary(method, partial(self._solver.answer, method.name))
