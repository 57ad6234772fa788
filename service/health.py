"""The health service (grpc.health.v1) of one process: SERVING, until it drains and is NOT_SERVING for ever.

Whoever watches is told that, and the watch ends: a stream that stays open would hold the process for the whole grace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

Request = health_pb2.HealthCheckRequest
Response = health_pb2.HealthCheckResponse
Context = grpc.aio.ServicerContext[Request, Response]


class Health(health_pb2_grpc.HealthServicer):
    """All services have the same health, that of the process. The empty name means the process itself."""

    def __init__(self, services: Iterable[str]) -> None:
        self._services = frozenset({"", *services})
        self._draining = asyncio.Event()

    def drain(self) -> None:
        """Say NOT_SERVING, now and to everybody who watches."""
        self._draining.set()

    async def Check(self, request: Request, context: Context) -> Response:
        """The health of a service."""
        if request.service not in self._services:
            await context.abort(grpc.StatusCode.NOT_FOUND, "unknown service")
        return self._health()

    async def Watch(self, request: Request, context: Context) -> None:
        """The health of a service, now and when it changes. A service that is unknown stays so."""
        known = request.service in self._services
        await context.write(self._health() if known else Response(status=Response.SERVICE_UNKNOWN))
        if self._draining.is_set():
            return
        await self._draining.wait()
        if known:
            await context.write(self._health())

    def _health(self) -> Response:
        return Response(status=Response.NOT_SERVING if self._draining.is_set() else Response.SERVING)
