"""Counts the calls that gRPC turns away by itself, because as many wait as may, before the service hears of them.

Of a call that it cancels in its queue gRPC tells nobody. But it counts the calls that come (for its channelz), and what
is more than it was asked for, and does not wait with it, was turned away, or has left before its turn. How many wait
with it just now it does not tell either; so as many as may are left out. A process never counts too many, and at most
so many too few as may wait in all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

# What grpcio-channelz reads, too. Its types are nowhere told.
from grpc._cython import cygrpc as _cygrpc

from service.metrics import Metrics

# In metrics: the one reason for which there is no refusal.
NOT_TAKEN_UP = "NOT_TAKEN_UP"

# Writing down what gRPC has counted takes it a tenth of a millisecond or more.
LOOK_SECONDS = 1.0


class TurnedAway:
    """What one server has turned away. To be made right after it (see `number_servers`), and stopped before it."""

    def __init__(
        self, waiting: int, metrics: Metrics, requested: Callable[[], int], came: Callable[[], int] | None = None
    ) -> None:
        """So many calls may wait with gRPC, and it was asked for so many (`requested`).

        `came` tells how many there ever were, usually at the server that was made last.
        """
        self._waiting = waiting
        self._metrics = metrics
        self._requested = requested
        self._came = came or _counter_of_the_newest_server()
        self._told = 0
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Count what has been turned away since the last look."""
        turned_away = self._came() - self._requested() - self._waiting
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
