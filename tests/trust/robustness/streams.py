"""A PlayGame stream that is driven by hand, to be left in every way there is."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import suppress

import grpc
from google.protobuf.message import Message

from tests.trust.wire import DEADLINE, SERVICE, STREAM, Answer, wire_bytes


class OpenStream:
    """Requests are sent and answers read one by one."""

    def __init__(self, channel: grpc.Channel) -> None:
        method: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(f"/{SERVICE.full_name}/{STREAM}")
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._call = method(iter(self._requests.get, None), timeout=DEADLINE)

    def send(self, request: Message | bytes) -> None:
        """Send a request and do not wait for its answer."""
        self._requests.put(request if isinstance(request, bytes) else wire_bytes(request))

    def read(self) -> bytes:
        """The next answer."""
        return next(self._call)

    def ask(self, request: Message | bytes) -> bytes:
        """The answer to a request."""
        self.send(request)
        return self.read()

    def half_close(self) -> Iterator[bytes]:
        """Say that no request will come any more; the answers that still come."""
        self._requests.put(None)
        return iter(self._call)

    def code(self) -> grpc.StatusCode:
        """How it ended, once it has."""
        return self._call.code()

    def refusal(self) -> Answer:
        """How it ended instead of answering."""
        with suppress(grpc.RpcError):
            body = self.read()
            raise AssertionError(f"the stream has answered {body!r}")
        trailers = tuple((name, value) for name, value in self._call.trailing_metadata() or ())
        return Answer(self._call.code(), self._call.details() or "", (), trailers, b"")

    def cancel(self) -> None:
        """Leave without a word."""
        self._call.cancel()
        self._requests.put(None)
