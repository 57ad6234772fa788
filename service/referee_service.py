"""RefereeService for grpc.aio: which call answers which RPC, read off the service's descriptor."""

from __future__ import annotations

import re

import grpc
from google.protobuf.descriptor import MethodDescriptor

from canopy.v1 import referee_pb2
from service.referee.referee import Referee
from service.rpc import Handler, Wrapper

_SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]

SERVICE_NAME: str = _SERVICE.full_name


def methods() -> list[MethodDescriptor]:
    """The methods of the service: those that a `Referee` answers."""
    return [method for method in _SERVICE.methods if hasattr(Referee, _snake_case(method.name))]


class RefereeService:
    """Binds a Referee to gRPC."""

    def __init__(self, referee: Referee, wrapper: Wrapper) -> None:
        self._referee = referee
        self._wrapper = wrapper

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server adds to serve the service."""
        return grpc.method_handlers_generic_handler(
            SERVICE_NAME, {method.name: self._handle(method) for method in methods()}
        )

    def _handle(self, method: MethodDescriptor) -> Handler:
        return self._wrapper.unary(method, getattr(self._referee, _snake_case(method.name)))


def _snake_case(name: str) -> str:
    """VerifyGame -> verify_game."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
