"""The one wrapper around every RPC: everything that happens to a call besides its meaning.

In this order: authenticate and count against the caller's allowance (when API keys are set), refuse what is too much
at once, parse, call, serialise deterministically, count, log. Handlers get and give bytes, so that a request which is
no message is refused as MALFORMED like any other nonsense. A refusal becomes a status with its details. A defect of
the service is answered with a constant text; its trace is logged without any value.

A call that answers at once runs to its end before anything else does; so it is never waiting, and the limit on calls
in flight is about those that wait: open streams, and calls that are coroutines. Only these are told how much time the
caller has left, and when the caller goes or the time is over they are cancelled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from inspect import iscoroutinefunction
from time import perf_counter
from typing import Any, NoReturn, TypeAlias, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from service.access import Access, Client
from service.errors import Reason, Refusal
from service.limits import require_at_most
from service.logs import RequestIds, event, trace
from service.metrics import CODES, FLUSH_SECONDS, Method, MethodCounts, Metrics
from service.status import DETAILS_TRAILER, refusal_to_status

# The reasons with which the service protects itself.
SHED_REASONS = (
    Reason.RATE_LIMITED.name,
    Reason.OVERLOADED.name,
    Reason.TOO_MANY_STREAMS.name,
    Reason.SOLVER_BUSY.name,
)

# When to try again after there was too much at once.
_RETRY_SECONDS = 1.0

# Answers from this size on are counted until they are read. Smaller ones are as quickly gone as they were made, and a
# connection has room for so many of them only.
_LARGE_ANSWER = 16 * 1024

# How long the end of a stream is looked at before it is believed.
_BREATH_SECONDS = 0.002

_LOGGER = logging.getLogger(__name__)
_STATUS_CODES = {code.value[0]: code for code in grpc.StatusCode}
_OK, _CANCELLED, _DEADLINE_EXCEEDED, _UNAVAILABLE = map(
    CODES.index, ("OK", "CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE")
)
_EOF = grpc.aio.EOF

Context = grpc.aio.ServicerContext[bytes, bytes]
# What waits is told the seconds that the caller has left (None: no end), and may answer with a message or its bytes.
UnaryCall = Callable[[Any], Message] | Callable[[Any, float | None], Awaitable[Message | bytes]]
StreamingCall = Callable[[Any, float | None], AsyncGenerator[bytes, None]]
Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How much one process takes on at once, and how large a request may be."""

    request_bytes: int
    in_flight: int = 1024
    streams: int = 512
    # Large answers that wait until their clients read them.
    unread_bytes: int = 16 * 1024 * 1024


class Wrapper:
    """Makes handlers out of calls. One for all services of a process."""

    def __init__(
        self, metrics: Metrics, limits: CallLimits, *, access: Access | None = None, access_log: bool = False
    ) -> None:
        """Without `access` everybody may call, and no metadata is looked at."""
        self.metrics = metrics
        self._limits = limits
        self._access = access
        self._access_log = access_log
        self._request_ids = RequestIds()
        self._in_flight = 0
        self._streams = 0
        self._unread = 0
        self._draining = False
        # The streams that wait for a request: these can be told to go without losing an answer.
        self._idle_streams: set[asyncio.Task[object]] = set()

    @property
    def in_flight(self) -> int:
        """How many calls are open."""
        return self._in_flight

    @property
    def open_streams(self) -> int:
        """Streams of requests that are open now: PlayGame and VerifyGames."""
        return self._streams

    @property
    def unread_bytes(self) -> int:
        """Of large answers to single calls that their clients have not read yet."""
        return self._unread

    @property
    def draining(self) -> bool:
        """Whether streams have been told to go."""
        return self._draining

    def drain(self) -> None:
        """Tell all streams to go, now and from now on: each ends with SHUTTING_DOWN after the answer it is at."""
        self._draining = True
        while self._idle_streams:
            self._idle_streams.pop().cancel()

    # -- unary --

    def unary(self, method: MethodDescriptor, call: UnaryCall) -> Handler:
        """The handler of a unary RPC. `call` may be a coroutine function."""
        counts = self.metrics.method(metric_labels(method))
        parser = _Parser(method, self._limits.request_bytes)
        waits = iscoroutinefunction(call)
        access = self._access

        async def handle(raw: bytes, context: Context) -> bytes:
            begun = perf_counter()
            counts.started += 1
            counts.received += 1
            client = None
            try:
                if access is not None:
                    client = access.admit(context.invocation_metadata())
                called: Any = call
                if waits:
                    response = await self._wait_for(called, parser.parse(raw), context)
                else:
                    response = called(parser.parse(raw)).SerializeToString(deterministic=True)
                if len(response) >= _LARGE_ANSWER:
                    self._count_until_read(len(response), context)
            except Refusal as caught:
                refusal = caught
            except asyncio.CancelledError:
                self._end(method, counts, begun, _cut_code(context, perf_counter() - begun), context, client)
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns nothing of it
                refusal = self._defect(method, error, context)
            else:
                counts.sent += 1
                self._end(method, counts, begun, _DEADLINE_EXCEEDED if _is_late(context) else _OK, context, client)
                return response
            self._end(method, counts, begun, refusal.reason.code, context, client, refusal.reason)
            return await _abort(context, refusal)

        return grpc.unary_unary_rpc_method_handler(handle)

    def _count_until_read(self, size: int, context: Context) -> None:
        """Refuse an answer for which there is no memory while so many clients read theirs slowly or not at all.

        An answer of a stream need not be counted: the next one is made when it is on its way.
        """
        if self._unread + size > self._limits.unread_bytes:
            raise Refusal(Reason.OVERLOADED, "Answers are not read.", retry_after=_RETRY_SECONDS)
        self._unread += size

        def forget(_: object) -> None:
            self._unread -= size

        # However the call ends. The stubs ask for a class of their own where any function will do.
        context.add_done_callback(cast("Any", forget))

    async def _wait_for(
        self, call: Callable[[Any, float | None], Awaitable[Message | bytes]], request: Message, context: Context
    ) -> bytes:
        self._enter()
        try:
            answer = await call(request, _seconds_left(context))
        finally:
            self._leave()
        return answer if isinstance(answer, bytes) else answer.SerializeToString(deterministic=True)

    def _enter(self) -> None:
        if self._in_flight >= self._limits.in_flight:
            raise Refusal(Reason.OVERLOADED, retry_after=_RETRY_SECONDS)
        self._in_flight += 1
        self.metrics.in_flight.set(self._in_flight)

    def _leave(self) -> None:
        self._in_flight -= 1
        self.metrics.in_flight.set(self._in_flight)

    # -- one request, many responses --

    def server_stream(self, method: MethodDescriptor, call: StreamingCall) -> Handler:
        """The handler of a server-streaming RPC: `call` makes the responses, which are sent as they come."""
        counts = self.metrics.method(metric_labels(method))
        parser = _Parser(method, self._limits.request_bytes)

        async def handle(raw: bytes, context: Context) -> None:
            begun = perf_counter()
            counts.started += 1
            counts.received += 1
            client = None
            try:
                if self._access is not None:
                    client = self._access.admit(context.invocation_metadata())
                request = parser.parse(raw)
                self._enter()
                try:
                    async with aclosing(call(request, _seconds_left(context))) as responses:
                        async for response in responses:
                            await context.write(response)
                            counts.sent += 1
                            self._count_soon()
                finally:
                    self._leave()
            except Refusal as caught:
                refusal = caught
            except (asyncio.CancelledError, grpc.aio.BaseError):
                self._end(method, counts, begun, _cut_code(context, perf_counter() - begun), context, client)
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns nothing of it
                refusal = self._defect(method, error, context)
            else:
                self._end(method, counts, begun, _DEADLINE_EXCEEDED if _is_late(context) else _OK, context, client)
                return
            self._end(method, counts, begun, refusal.reason.code, context, client, refusal.reason)
            await _abort(context, refusal)

        return grpc.unary_stream_rpc_method_handler(handle)

    # -- streams --

    def stream(
        self,
        method: MethodDescriptor,
        answer: Callable[[Any], Message],
        refuse: Callable[[Any, Refusal], Message],
    ) -> Handler:
        """The handler of a bidirectional RPC: each request is answered in order.

        `refuse` makes the answer to a request that is refused; the request is None when it could not be read.
        """
        counts = self.metrics.method(metric_labels(method))
        parser = _Parser(method, self._limits.request_bytes)

        def respond(raw: bytes, client: Client | None, context: Context) -> bytes:
            request = None
            try:
                if client is not None and self._access is not None:
                    self._access.spend(client)
                request = parser.parse(raw)
                response = answer(request)
            except Refusal as refusal:
                self._shed(refusal.reason)
                response = refuse(request, refusal)
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller learns nothing of it
                response = refuse(request, self._defect(method, error, context))
            return response.SerializeToString(deterministic=True)

        async def handle(requests: AsyncIterator[bytes], context: Context) -> None:
            del requests  # they are read from the context, which costs less
            begun = perf_counter()
            counts.started += 1
            client = None
            try:
                if self._access is not None:
                    client = self._access.identify(context.invocation_metadata())
                self._enter_stream()
                try:
                    while (raw := await self._read(context)) is not _EOF:
                        counts.received += 1
                        await context.write(respond(raw, client, context))
                        counts.sent += 1
                        self._count_soon()
                    await _be_cut_if_cut()
                finally:
                    self._leave_stream()
            except Refusal as refusal:
                self._end(method, counts, begun, refusal.reason.code, context, client, refusal.reason)
                await _abort(context, refusal)
            except (asyncio.CancelledError, grpc.aio.BaseError):
                # The client has gone, or time is up, or the grace of a stopping server is.
                code = _UNAVAILABLE if self._draining else _cut_code(context, perf_counter() - begun)
                self._end(method, counts, begun, code, context, client)
                raise
            self._end(method, counts, begun, _DEADLINE_EXCEEDED if _is_late(context) else _OK, context, client)

        return grpc.stream_stream_rpc_method_handler(handle)

    async def _read(self, context: Context) -> Any:
        """The next request of a stream. Refuses to wait for one when the service is stopping."""
        if self._draining:
            raise Refusal(Reason.SHUTTING_DOWN)
        task = cast("asyncio.Task[object]", asyncio.current_task())
        self._idle_streams.add(task)
        try:
            return await context.read()
        except asyncio.CancelledError:
            if task in self._idle_streams:
                raise
            task.uncancel()
            raise Refusal(Reason.SHUTTING_DOWN) from None
        finally:
            self._idle_streams.discard(task)

    def _enter_stream(self) -> None:
        if self._streams >= self._limits.streams:
            limit = self._limits.streams
            raise Refusal(Reason.TOO_MANY_STREAMS, metadata={"limit": str(limit)}, retry_after=_RETRY_SECONDS)
        self._enter()
        self._streams += 1

    def _leave_stream(self) -> None:
        self._streams -= 1
        self._leave()

    # -- what is noted of every call --

    def _end(
        self,
        method: MethodDescriptor,
        counts: MethodCounts,
        begun: float,
        code: int,
        context: Context,
        client: Client | None,
        reason: Reason | None = None,
    ) -> None:
        seconds = perf_counter() - begun
        counts.finish(code, seconds)
        if reason is not None:
            self._shed(reason)
        self._count_soon()
        if self._access_log:
            fields = {"reason": reason.name} if reason is not None else {}
            if client is not None:
                fields["api_key"] = client.key.name
            _LOGGER.info(
                "call",
                extra=event(
                    method=method.name,
                    code=CODES[code],
                    milliseconds=round(1000 * seconds, 3),
                    **fields,
                    **self._whence(context),
                ),
            )

    def _shed(self, reason: Reason) -> None:
        if reason.name in SHED_REASONS:
            self.metrics.shed(reason.name)

    def _count_soon(self) -> None:
        if not self.metrics.flush_is_due:
            self.metrics.flush_is_due = True
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.metrics.flush)

    def _defect(self, method: MethodDescriptor, error: Exception, context: Context) -> Refusal:
        _LOGGER.error("defect in %s", method.name, extra=event(trace=trace(error), **self._whence(context)))
        return Refusal(Reason.INTERNAL_ERROR)

    def _whence(self, context: Context) -> dict[str, str]:
        return {"request_id": self._request_ids.of(context.invocation_metadata()), "peer": context.peer()}


class _Parser:
    """Makes requests of bytes, or refuses them."""

    def __init__(self, method: MethodDescriptor, max_bytes: int) -> None:
        self._from_bytes: Callable[[bytes], Message] = GetMessageClass(method.input_type).FromString
        self._max_bytes = max_bytes

    def parse(self, raw: bytes) -> Message:
        require_at_most(self._max_bytes, len(raw), "bytes in a request")
        try:
            return self._from_bytes(raw)
        except DecodeError:
            raise Refusal(Reason.MALFORMED, "The bytes are no message of this call.") from None


def metric_labels(method: MethodDescriptor) -> Method:
    """How the metrics name a method."""
    kind = {
        (False, False): "unary",
        (True, False): "client_stream",
        (False, True): "server_stream",
        (True, True): "bidi_stream",
    }[method.client_streaming, method.server_streaming]
    return Method(kind, method.containing_service.full_name, method.name)


async def _abort(context: Context, refusal: Refusal) -> NoReturn:
    status = refusal_to_status(refusal)
    trailers = ((DETAILS_TRAILER, status.SerializeToString(deterministic=True)),)
    await context.abort(_STATUS_CODES[status.code], status.message, trailers)
    raise AssertionError("abort always raises")


async def _be_cut_if_cut() -> None:
    """Be cancelled now, if the end of the requests is that of the call.

    When a client cancels, gRPC says in the same breath that no request follows and that the call is over. The first is
    heard first, and only by waiting for the second can it be told from a client that has asked all it wants to know.
    """
    await asyncio.sleep(_BREATH_SECONDS)


def _seconds_left(context: Context) -> float | None:
    """The seconds until the caller's deadline, None without one."""
    return cast("float | None", context.time_remaining())


def _is_late(context: Context) -> bool:
    """Whether the caller's deadline has passed; then it has seen that and no answer."""
    return context.time_remaining() == 0


def _cut_code(context: Context, seconds: float) -> int:
    """What the client has seen of a call that was cut after so long.

    A client's clock runs out a little before the server's, whose deadline is rounded up and begins when the call
    arrives; so a call that is cut shortly before its deadline has expired.
    """
    remaining = _seconds_left(context)
    if remaining is None or remaining > 0.02 + 0.01 * (seconds + remaining):
        return _CANCELLED
    return _DEADLINE_EXCEEDED
