"""Calls that wait until a worker takes them up: many that come at one moment, but few when it never rests.

gRPC hands over a call for every request for one, in the order of the requests. A call for which there is none waits,
and when as many wait as may, further ones are cancelled, in gRPC's own threads and before anything of them is looked
at: to refuse a call in Python costs half of what its answer costs, and a worker that is asked three times what it can
answer would do nothing else. How many may wait is set once; and a number cannot tell a burst, which is gone in a
moment, from a queue that stands before a worker with too much to do, in which everybody waits for all before him
(RFC 8289).

grpc.aio makes one request at a time. Here more are made in advance, for the calls of a burst, and only while the worker
rests. One that never does has used them up soon, and then no more calls wait than gRPC lets.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

# What grpc.aio makes its server of.
from grpc._cython import cygrpc as _cygrpc
from grpc.aio import _server as _aio

from service.settings import Settings
from service.transport import Options

# A worker rests when no call came for so long, which at half load happens all the time.
REST_SECONDS = 0.001
# How often the loop goes round until it has surely seen that a request was fulfilled: when it has worked, however long,
# the time alone tells nothing.
_ROUNDS_TO_SEE = 4


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many calls may wait at once."""

    # Before a worker that never rests.
    standing: int
    # Besides those, before one that has rested.
    burst: int = 0

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """As the settings say."""
        standing = min(settings.max_standing_calls, settings.max_waiting_calls)
        return cls(standing, settings.max_waiting_calls - standing)

    @property
    def options(self) -> Options:
        """What gRPC calls it. If nothing is said, it cancels calls at random when a thousand wait."""
        return (
            ("grpc.server.max_pending_requests", self.standing),
            ("grpc.server.max_pending_requests_hard_limit", self.standing),
        )


class WaitingServer(_aio.Server):
    """A server of grpc.aio before which calls wait so."""

    def __init__(self, options: Options, waiting: Waiting) -> None:
        # In place of what it does itself, which is the same with another class.
        self._loop = _cygrpc.get_working_loop()
        self._server = _Requests(self._loop, (*options, *waiting.options), waiting.burst)

    def add_registered_method_handlers(self, service_name: str, method_handlers: object) -> None:
        """In place of the server's own: generated code registers its handlers a second time, to wait by themselves."""

    @property
    def requested(self) -> int:
        """For how many calls gRPC was asked so far."""
        requested: int = self._server.requested
        return requested


class _Requests(_cygrpc.AioServer):  # type: ignore[misc]
    """What asks gRPC for calls."""

    def __init__(self, loop: asyncio.AbstractEventLoop, options: Options, burst: int) -> None:
        super().__init__(loop, None, (), (), options, None)
        self._requests_loop = loop
        # One is always there.
        self._full = 1 + burst
        # In the order in which they are fulfilled. Those that are, and were not taken up, are calls that wait.
        self._requests: deque[asyncio.Task[Any]] = deque()
        self.requested = 0
        self._is_asked = False
        self._looks = False
        self._stopping = False

    async def _request_call(self) -> Any:
        """The next call. grpc.aio asks so for one after the other."""
        self._is_asked = True
        requests = self._requests
        if not self.requested:
            self._make(self._full)
        elif not requests or not (requests[0].done() or self._stopping):
            # Nobody waits; so the call before took none of a burst's requests.
            self._make(1)
        if len(requests) < self._full and not self._looks:
            self._look_later()
        try:
            return await requests[0]
        finally:
            requests.popleft()
            self._is_asked = False

    def _make(self, count: int) -> None:
        for _ in range(min(count, self._full - len(self._requests))):
            self._requests.append(self._requests_loop.create_task(super()._request_call()))
            self.requested += 1

    def _look_later(self) -> None:
        self._looks = True
        self._requests_loop.call_later(REST_SECONDS, self._look, self._requests[0], _ROUNDS_TO_SEE)

    def _look(self, request: asyncio.Task[Any], rounds: int) -> None:
        """Make requests if the one that was next still is, as far as is seen after so many rounds of the loop.

        As many as there are, so that there are many soon if the worker really rests, and one if gRPC was late to tell.
        """
        if rounds and not request.done():
            self._requests_loop.call_soon(self._look, request, rounds - 1)
            return
        self._looks = False
        if not request.done() and not self._stopping:
            self._make(len(self._requests))
            if len(self._requests) < self._full:
                self._look_later()

    async def shutdown(self, grace: float | None) -> None:
        """Take up what has been handed over; then as gRPC does, which takes up the call that it has asked for."""
        self._stopping = True
        while grace is not None and self.is_running():
            # Meanwhile the loop sees what was fulfilled.
            await asyncio.sleep(REST_SECONDS)
            if self._is_asked and not any(request.done() for request in islice(self._requests, 1, None)):
                break
        while len(self._requests) > self._is_asked:
            self._requests.pop().add_done_callback(_forget)
        await super().shutdown(grace)


def _forget(request: asyncio.Task[Any]) -> None:
    """A call that came too late is cancelled with its request; a request that was not fulfilled fails."""
    if not request.cancelled():
        request.exception()
