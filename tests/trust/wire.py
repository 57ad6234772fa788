"""Calls of the services byte for byte: what is sent and everything that comes back, trailers included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from canopy.v1 import common_pb2, engine_pb2
from service import referee_service, solver_service

SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
STREAM = "PlayGame"
# Every RPC that is offered, by name; no two services have one of the same name.
METHODS = {method.name: method for method in (*SERVICE.methods, *referee_service.methods(), *solver_service.methods())}
# Those of SolverService.
QUESTIONS = tuple(method.name for method in solver_service.methods())
# The stream of RefereeService; a call of it here is one with a single request.
RECORDS = "VerifyGames"
# Those of RefereeService that are not answered at once, so that others are answered meanwhile.
IN_FLIGHT = (RECORDS, "RankPlayers")
UNARY = tuple(method.name for method in SERVICE.methods if method.name != STREAM)
# In seconds; only what hangs takes so long. A busy machine may well take a minute for what is usually done at once.
DEADLINE = 300.0

OK = grpc.StatusCode.OK
# Told with each call, so that whatever the service makes of it is the same in two calls that are compared.
_METADATA = (("x-request-id", "trust"),)


class Answer(NamedTuple):
    """Everything a caller is told."""

    code: grpc.StatusCode
    message: str
    initial_metadata: tuple[tuple[str, str | bytes], ...]
    trailing_metadata: tuple[tuple[str, str | bytes], ...]
    body: bytes

    @property
    def status(self) -> status_pb2.Status:
        """The google.rpc.Status of a refusal."""
        (packed,) = (value for name, value in self.trailing_metadata if name == "grpc-status-details-bin")
        return status_pb2.Status.FromString(packed)

    @property
    def reason(self) -> str:
        """Why the call was refused; nothing when it was not."""
        return "" if self.code is OK else str(self._details(error_details_pb2.ErrorInfo)[0].reason)

    @property
    def violations(self) -> list[str]:
        """The codes of the rules that the refused call broke."""
        return [violation.code for violation in self._details(common_pb2.RuleViolation)]

    def _details(self, kind: type[Message]) -> list[Any]:
        found = []
        for detail in self.status.details:
            message = kind()
            if detail.Unpack(message):
                found.append(message)
        return found


class Wire:
    """A connection on which nothing is interpreted."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.insecure_channel(address, (("grpc.max_receive_message_length", -1),))
        grpc.channel_ready_future(self._channel).result(DEADLINE)
        paths = {name: f"/{method.containing_service.full_name}/{name}" for name, method in METHODS.items()}
        self._unary = {
            name: self._channel.unary_unary(paths[name], _same, _same)
            for name, method in METHODS.items()
            if not method.server_streaming
        }
        self._answered_with_many = {
            name: self._channel.unary_stream(paths[name], _same, _same)
            for name, method in METHODS.items()
            if method.server_streaming and not method.client_streaming
        }
        self._records = self._channel.stream_stream(paths[RECORDS], _same, _same)
        self._stream = self._channel.stream_stream(paths[STREAM], _same, _same)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._channel.close()

    def call(self, rpc: str, request: Message | bytes) -> Answer:
        """One call with one request. Of a stream of responses the body is all of them, as `responses` reads it."""
        if METHODS[rpc].server_streaming:
            many = (
                self._records(iter([_bytes(request)]), timeout=DEADLINE, metadata=_METADATA)
                if rpc == RECORDS
                else self._answered_with_many[rpc](_bytes(request), timeout=DEADLINE, metadata=_METADATA)
            )
            try:
                body = _join(many)
            except grpc.RpcError as error:
                return _end(error)
            return _end(many)._replace(body=body)
        try:
            body, call = self._unary[rpc].with_call(_bytes(request), timeout=DEADLINE, metadata=_METADATA)
            return _end(call)._replace(body=body)
        except grpc.RpcError as error:
            return _end(error)

    def stream(self, requests: Iterable[Message | bytes]) -> tuple[list[bytes], Answer]:
        """PlayGame with all these requests: what was answered, and how the stream ended."""
        call = self._stream(map(_bytes, requests), timeout=DEADLINE, metadata=_METADATA)
        bodies = list(call)
        return bodies, _end(call)


def in_stream(rpc: str, request: Message, number: int = 1) -> engine_pb2.PlayGameRequest:
    """A unary request as one of PlayGame."""
    wrapped = engine_pb2.PlayGameRequest(id=number)
    field: Message = getattr(wrapped, snake_case(rpc))
    field.SetInParent()
    field.CopyFrom(request)
    return wrapped


def can_be_streamed(rpc: str) -> bool:
    """Whether PlayGame offers this call."""
    return snake_case(rpc) in engine_pb2.PlayGameRequest.DESCRIPTOR.fields_by_name


def request_class(rpc: str) -> type[Message]:
    """The message that the call takes."""
    found: type[Message] = GetMessageClass(METHODS[rpc].input_type)
    return found


def response_class(rpc: str) -> type[Message]:
    """The message that the call gives."""
    found: type[Message] = GetMessageClass(METHODS[rpc].output_type)
    return found


def responses(rpc: str, body: bytes) -> list[Message]:
    """What an answered call holds, read."""
    read = response_class(rpc).FromString
    return [read(part) for part in _split(body)] if METHODS[rpc].server_streaming else [read(body)]


def _join(bodies: Iterable[bytes]) -> bytes:
    return b"".join(len(body).to_bytes(4, "big") + body for body in bodies)


def _split(joined: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(joined):
        length = int.from_bytes(joined[at : at + 4], "big")
        yield joined[at + 4 : at + 4 + length]
        at += 4 + length


def with_field(name: str) -> list[str]:
    """The unary calls whose requests have a field of this name, such as a token or a key."""
    return [rpc for rpc in UNARY if name in SERVICE.methods_by_name[rpc].input_type.fields_by_name]


def snake_case(name: str) -> str:
    """ListLegalMoves -> list_legal_moves."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def wire_bytes(message: Message) -> bytes:
    """The one serialised form of a message."""
    return message.SerializeToString(deterministic=True)


def _bytes(request: Message | bytes) -> bytes:
    return request if isinstance(request, bytes) else wire_bytes(request)


def _same(data: bytes) -> bytes:
    return data


def _end(call: Any) -> Answer:
    """How a call ended; gRPC's types do not tell that an error is a call as well."""
    initial, trailing = ((*map(tuple, pairs or ()),) for pairs in (call.initial_metadata(), call.trailing_metadata()))
    return Answer(call.code(), call.details() or "", initial, trailing, b"")
