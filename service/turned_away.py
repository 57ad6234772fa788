"""Counts the calls that gRPC turns away by itself, because as many wait as may, before the service hears of them.

Of a call that it cancels in its queue gRPC tells nobody. But it counts the calls that come (for its channelz), and here
those are counted that it hands over; what is neither waiting nor handed over was turned away, or has left before its
turn. How many wait just now it does not tell either; so as many as may wait are left out, and a process never counts
too many and at most so many too few.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import grpc

# What grpcio-channelz reads, too. Its types are nowhere told.
from grpc._cython import cygrpc as _cygrpc  # type: ignore[attr-defined]

from service.metrics import Metrics

# In metrics: the one reason for which there is no refusal.
NOT_TAKEN_UP = "NOT_TAKEN_UP"

# Writing down what gRPC has counted takes it a tenth of a millisecond or more.
LOOK_SECONDS = 1.0


class TurnedAway:
    """What one server has turned away. To be made right after it (see `number_servers`), and stopped before it."""

    def __init__(self, waiting: int, metrics: Metrics, came: Callable[[], int] | None = None) -> None:
        """So many calls may wait; `came` tells how many there ever were, usually at the server that was made last."""
        self._waiting = waiting
        self._metrics = metrics
        self._came = came or _counter_of_the_newest_server()
        self._taken_up = 0
        self._told = 0
        self._timer: asyncio.TimerHandle | None = None

    def count_what_comes_to(self, server: grpc.aio.Server) -> None:
        """Have the server ask here first about every call. To be called before it gets any other handler."""
        server.add_generic_rpc_handlers((_Counting(self.take_up),))
        # Generated code registers its handlers a second time, and those are found without asking anybody.
        server.add_registered_method_handlers = _register_nothing  # type: ignore[method-assign]

    def take_up(self) -> None:
        """A call was handed over."""
        self._taken_up += 1

    def look(self) -> None:
        """Count what has been turned away since the last look."""
        turned_away = self._came() - self._taken_up - self._waiting
        if turned_away > self._told:
            self._metrics.shed(NOT_TAKEN_UP, turned_away - self._told)
            self._metrics.flush()
            self._told = turned_away

    def start(self) -> None:
        """Look from time to time."""
        self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._tick)

    def _tick(self) -> None:
        self.look()
        self.start()

    def stop(self) -> None:
        """Look a last time."""
        if self._timer is not None:
            self._timer.cancel()
        self.look()


class _Counting(grpc.GenericRpcHandler):
    def __init__(self, take_up: Callable[[], None]) -> None:
        self._take_up = take_up

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> None:
        """As gRPC calls it."""
        del handler_call_details  # all count alike
        self._take_up()


def _register_nothing(service_name: str, method_handlers: object) -> None:
    """In place of the server's own."""


def number_servers() -> None:
    """To be called before the server is made that is to be counted.

    gRPC gives a server its number when it is first asked about it; so all that are there already get lower ones.
    """
    _servers(0)


def _counter_of_the_newest_server() -> Callable[[], int]:
    newest = max(int(server["ref"]["serverId"]) for server in _servers(0))

    def came() -> int:
        return next(
            (
                int(server["data"].get("callsStarted", 0))
                for server in _servers(newest)
                if int(server["ref"]["serverId"]) == newest
            ),
            0,
        )

    return came


def _servers(first: int) -> list[dict[str, Any]]:
    """All servers of this process from that number on, as channelz tells them."""
    told: list[dict[str, Any]] = []
    while True:
        page = json.loads(_cygrpc.channelz_get_servers(first))
        told += page.get("server", [])
        if page.get("end") or not page.get("server"):
            return told
        first = int(told[-1]["ref"]["serverId"]) + 1
