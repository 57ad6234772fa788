"""EngineService for grpc.aio: bytes in, bytes out, and refusals as statuses.

The method table is read off the service's descriptor, so that an RPC cannot be forgotten. Messages are parsed and
serialised here and not by gRPC: a request that is no message is then refused as MALFORMED like any other nonsense, and
responses are always serialised deterministically.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable
from typing import Any, NoReturn, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from canopy.v1 import engine_pb2
from service.engine import Engine
from service.errors import Reason, Refusal
from service.limits import require_at_most
from service.status import DETAILS_TRAILER, refusal_to_call_error, refusal_to_status

_LOGGER = logging.getLogger(__name__)
_SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
_STREAM = "PlayGame"
_CODES = {code.value[0]: code for code in grpc.StatusCode}

SERVICE_NAME: str = _SERVICE.full_name

_M = TypeVar("_M", bound=Message)
Call = Callable[[Any], Message]
Context = grpc.aio.ServicerContext[bytes, bytes]


class EngineService:
    """Binds an Engine to gRPC."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._calls: dict[str, Call] = {
            method.name: getattr(engine, _snake_case(method.name))
            for method in _SERVICE.methods
            if method.name != _STREAM
        }

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server adds to serve the service."""
        handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            method.name: grpc.stream_stream_rpc_method_handler(self._play_game)
            if method.name == _STREAM
            else grpc.unary_unary_rpc_method_handler(self._unary(method))
            for method in _SERVICE.methods
        }
        return grpc.method_handlers_generic_handler(SERVICE_NAME, handlers)

    def _unary(self, method: MethodDescriptor) -> Callable[[bytes, Context], Any]:
        call = self._calls[method.name]
        request_class: type[Message] = GetMessageClass(method.input_type)

        async def handle(raw: bytes, context: Context) -> bytes:
            try:
                return _serialise(call(self._parse(request_class, raw)))
            except Refusal as refusal:
                await _abort(context, refusal)
            except Exception:
                _LOGGER.exception("defect in %s", method.name)
                await _abort(context, Refusal(Reason.INTERNAL_ERROR))

        return handle

    async def _play_game(self, requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[bytes]:
        del context  # the stream never ends with an error of its own
        async for raw in requests:
            yield _serialise(self._answer(raw))

    def _answer(self, raw: bytes) -> engine_pb2.PlayGameResponse:
        """The answer to one request of a stream. A request that cannot be read is answered with the id 0."""
        response = engine_pb2.PlayGameResponse()
        try:
            request = self._parse(engine_pb2.PlayGameRequest, raw)
            response.id = request.id
            field = request.WhichOneof("call")
            if field is None:
                raise Refusal(Reason.MALFORMED, "The request holds no call.")
            answer = self._call_of(field)(getattr(request, field))
            getattr(response, field).CopyFrom(answer)
        except Refusal as refusal:
            response.error.CopyFrom(refusal_to_call_error(refusal))
        except Exception:
            _LOGGER.exception("defect in %s", _STREAM)
            response.error.CopyFrom(refusal_to_call_error(Refusal(Reason.INTERNAL_ERROR)))
        return response

    def _call_of(self, field: str) -> Call:
        call: Call = getattr(self._engine, field)
        return call

    def _parse(self, message_class: type[_M], raw: bytes) -> _M:
        require_at_most(self._engine.limits.request_bytes, len(raw), "bytes in a request")
        try:
            return message_class.FromString(raw)
        except DecodeError:
            raise Refusal(Reason.MALFORMED, "The bytes are no message of this call.") from None


async def _abort(context: Context, refusal: Refusal) -> NoReturn:
    status = refusal_to_status(refusal)
    trailers = ((DETAILS_TRAILER, status.SerializeToString(deterministic=True)),)
    await context.abort(_CODES[status.code], status.message, trailers)
    raise AssertionError("abort always raises")


def _serialise(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def _snake_case(name: str) -> str:
    """ListLegalMoves -> list_legal_moves."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
