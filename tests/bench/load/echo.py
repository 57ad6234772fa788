"""An empty call on the stack of the service: a test-only RPC, described here and bound by the service's own wrapper."""

from __future__ import annotations

from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from service.rpc import Wrapper

_PACKAGE = "canopy.bench"


def _describe() -> FileDescriptorProto:
    file = FileDescriptorProto(name="canopy/bench/echo.proto", package=_PACKAGE, syntax="proto3")
    for name in ("EchoRequest", "EchoResponse"):
        message = file.message_type.add(name=name)
        message.field.add(
            name="body", number=1, type=FieldDescriptorProto.TYPE_BYTES, label=FieldDescriptorProto.LABEL_OPTIONAL
        )
    # How long the body of the answer shall be.
    file.message_type[0].field.add(
        name="answer", number=2, type=FieldDescriptorProto.TYPE_UINT32, label=FieldDescriptorProto.LABEL_OPTIONAL
    )
    file.service.add(name="Echo").method.add(
        name="Echo", input_type=f".{_PACKAGE}.EchoRequest", output_type=f".{_PACKAGE}.EchoResponse"
    )
    return file


_POOL = DescriptorPool()
_POOL.Add(_describe())
_SERVICE = _POOL.FindServiceByName(f"{_PACKAGE}.Echo")

METHOD: MethodDescriptor = _SERVICE.methods_by_name["Echo"]
PATH = f"/{_SERVICE.full_name}/{METHOD.name}"

# Their types are made while the program runs, so that nobody can check what is done with them.
_Request: Any = GetMessageClass(METHOD.input_type)
_Response: Any = GetMessageClass(METHOD.output_type)

_BODY = bytes(65_536)


def echo(request: Any) -> Message:
    """An answer of the length that is asked for."""
    response: Message = _Response(body=_BODY[: request.answer])
    return response


def handler(wrapper: Wrapper) -> grpc.GenericRpcHandler:
    """What a server adds to serve it."""
    return grpc.method_handlers_generic_handler(_SERVICE.full_name, {METHOD.name: wrapper.unary(METHOD, echo)})


def request_of(request_bytes: int, response_bytes: int) -> bytes:
    """A request of exactly so many bytes for an answer of exactly so many."""
    answer = next(
        n for n in range(response_bytes, -1, -1) if len(_Response(body=_BODY[:n]).SerializeToString()) <= response_bytes
    )
    body = next(
        n
        for n in range(request_bytes, -1, -1)
        if len(_Request(body=_BODY[:n], answer=answer).SerializeToString()) <= request_bytes
    )
    request: bytes = _Request(body=_BODY[:body], answer=answer).SerializeToString()
    return request


def answer_to(request: bytes) -> bytes:
    """The answer to a request."""
    return echo(_Request.FromString(request)).SerializeToString(deterministic=True)
