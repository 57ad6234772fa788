"""Refusals on the wire: a google.rpc.Status for a single call, a CallError inside a stream.

Details of a status travel in a trailer, and a client in its usual configuration drops a call whose trailers are larger
than 8 KiB. So details are added while they fit, and ErrorInfo says in `details_left_out` how many did not. A stream has
room for more of them, and says the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from canopy.v1 import engine_pb2
from service import wire
from service.errors import Refusal

_Detail = TypeVar("_Detail", bound=Message)

DOMAIN = "canopy"
DETAILS_TRAILER = "grpc-status-details-bin"
# What RetryInfo says to a program, said to the retry policy of a gRPC client (gRFC A6).
PUSHBACK_TRAILER = "grpc-retry-pushback-ms"
# Who is to wait longer than that is to be told so, rather than kept waiting inside the call.
_LONGEST_PUSHBACK_SECONDS = 2.0

# Half of 8 KiB: the trailer is base64 on its way, and the message travels a second time beside it.
_MAX_STATUS_BYTES = 4096
# A refusal shall not be larger than any good answer, whatever was asked.
_MAX_CALL_ERROR_BYTES = 65_536


def refusal_to_status(refusal: Refusal) -> status_pb2.Status:
    """The status of a refused call, with as many details as a trailer holds."""
    details: list[Message] = [
        *wire.violations_to_wire(refusal.violations),
        *wire.pack_defects_to_wire(refusal.defects),
        *wire.position_defects_to_wire(refusal.defects),
        *wire.tournament_defects_to_wire(refusal.defects),
    ]
    if refusal.retry_after is not None:
        details.append(error_details_pb2.RetryInfo(retry_delay=_delay(refusal.retry_after)))
    status = status_pb2.Status(code=refusal.reason.code, message=refusal.message)
    info = error_details_pb2.ErrorInfo(reason=refusal.reason.name, domain=DOMAIN, metadata=refusal.metadata)
    room = _MAX_STATUS_BYTES - status.ByteSize() - info.ByteSize()
    kept = list(_fitting(details, room))
    if len(kept) < len(details):
        info.metadata["details_left_out"] = str(len(details) - len(kept))
    for detail in (info, *kept):
        status.details.add().Pack(detail)
    return status


def pushback(refusal: Refusal) -> str | None:
    """When a client with a retry policy may repeat the call, in milliseconds; -1 for not by itself."""
    if refusal.retry_after is None:
        return None
    return str(math.ceil(1000 * refusal.retry_after)) if refusal.retry_after <= _LONGEST_PUSHBACK_SECONDS else "-1"


def _delay(seconds: float) -> Duration:
    delay = Duration()
    delay.FromMilliseconds(math.ceil(1000 * seconds))
    return delay


def _fitting(details: Iterable[_Detail], room: int) -> Iterator[_Detail]:
    for detail in details:
        room -= detail.ByteSize() + _ANY_OVERHEAD
        if room < 0:
            return
        yield detail


# What a google.protobuf.Any adds: its type URL and the lengths.
_ANY_OVERHEAD = 64


def refusal_to_call_error(refusal: Refusal) -> engine_pb2.CallError:
    """The answer to a refused call of a stream."""
    error = engine_pb2.CallError(
        code=refusal.reason.code,
        reason=refusal.reason.name,
        message=refusal.message,
        violations=wire.violations_to_wire(refusal.violations),
        metadata=refusal.metadata,
        retry_delay=None if refusal.retry_after is None else _delay(refusal.retry_after),
    )
    if "action" in refusal.metadata:
        error.action = int(refusal.metadata["action"])
    defects = wire.pack_defects_to_wire(refusal.defects)
    error.defects.extend(_fitting(defects, _MAX_CALL_ERROR_BYTES - error.ByteSize()))
    if len(error.defects) < len(defects):
        error.metadata["details_left_out"] = str(len(defects) - len(error.defects))
    return error
