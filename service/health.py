"""The health service (grpc.health.v1) of one process: SERVING, until it drains and is NOT_SERVING for ever.

Whoever watches is told that, and the watch ends: a stream that stays open would hold the process for the whole grace.
Probes that know no TLS, such as those of Kubernetes, get a port of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from service.addresses import join_address, split_address
from service.port import CannotListen

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


class Probes:
    """A port at which there is the health and nothing else. It is never encrypted, for it tells nothing else."""

    def __init__(self, health: Health, bind: str, *, share_port: bool) -> None:
        """Raises CannotListen."""
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", int(share_port)),))
        health_pb2_grpc.add_HealthServicer_to_server(health, self._server)
        try:
            port = self._server.add_insecure_port(bind)
        except RuntimeError:
            raise CannotListen(bind) from None
        # Where it listens, with the real port.
        self.address = join_address(split_address(bind)[0], port)

    async def start(self) -> None:
        """Answer from now on."""
        await self._server.start()

    async def stop(self) -> None:
        """Answer nobody any more."""
        await self._server.stop(None)
