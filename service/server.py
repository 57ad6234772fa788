"""The gRPC server of one process: EngineService, health and reflection on one port, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from types import TracebackType
from typing import Self

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from service.access import Access, BadApiKeys
from service.config import BadConfig, Settings, split_address
from service.engine import Engine
from service.engine_service import SERVICE_NAME, EngineService, new_metrics
from service.keyring import KeyRing
from service.logs import on_loop_error
from service.metrics import Metrics
from service.rpc import CallLimits, Wrapper
from service.tls import BadCertificates, CertificateFiles, server_credentials

_LOGGER = logging.getLogger(__name__)
_SERVING = health_pb2.HealthCheckResponse.SERVING
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Server:
    """`async with Server(engine, bind) as server:` serves until the block is left."""

    def __init__(
        self,
        engine: Engine,
        bind: str,
        *,
        grace_seconds: float = 0.0,
        share_port: bool = False,
        wrapper: Wrapper | None = None,
        credentials: grpc.ServerCredentials | None = None,
    ) -> None:
        """Without `credentials` nothing is encrypted."""
        self.wrapper = wrapper or Wrapper(new_metrics(), CallLimits(engine.limits.request_bytes))
        self._host, _ = split_address(bind)
        self._bind = bind
        self.grace_seconds = grace_seconds
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(
            options=(
                # Several processes may share the port, and the system spreads connections over them. Only processes
                # with the same keys may: a table has to open wherever it is brought.
                ("grpc.so_reuseport", int(share_port)),
                # Requests somewhat over the limit are still read, so that they can be refused with a reason.
                ("grpc.max_receive_message_length", 2 * engine.limits.request_bytes + 65_536),
                ("grpc.max_send_message_length", -1),
            )
        )
        self._server.add_generic_rpc_handlers((EngineService(engine, self.wrapper).handler(),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection((SERVICE_NAME, health.SERVICE_NAME, reflection.SERVICE_NAME), self._server)
        try:
            self.port = (
                self._server.add_insecure_port(bind)
                if credentials is None
                else self._server.add_secure_port(bind, credentials)
            )
        except RuntimeError as error:
            raise BadConfig(f"cannot listen on {bind}; the port is taken or the address is not here") from error

    @property
    def address(self) -> str:
        """Where it listens, with the real port."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{host}:{self.port}"

    async def __aenter__(self) -> Self:
        asyncio.get_running_loop().set_exception_handler(on_loop_error)
        await self._server.start()
        for service in ("", SERVICE_NAME):
            await self._health.set(service, _SERVING)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Say NOT_SERVING, take no new calls, and let those that run finish within the grace."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(self.grace_seconds)
        self.wrapper.metrics.flush()

    async def stop_now(self) -> None:
        """Cut the grace short."""
        await self._server.stop(None)


def make_server(settings: Settings, ring: KeyRing, *, share_port: bool) -> Server:
    """The server that the settings describe. Raises BadConfig."""
    metrics = new_metrics()
    limits = CallLimits(settings.max_request_bytes, settings.max_in_flight, settings.max_streams)
    return Server(
        Engine(ring, settings.limits, metrics),
        settings.bind,
        grace_seconds=settings.grace_seconds,
        share_port=share_port,
        wrapper=Wrapper(metrics, limits, access=_access(settings, metrics), access_log=settings.access_log),
        credentials=_credentials(settings, metrics),
    )


def _access(settings: Settings, metrics: Metrics) -> Access | None:
    if settings.api_keys_file is None:
        return None
    try:
        return Access(settings.api_keys_file, lambda: metrics.reload_failed("api_keys"))
    except (BadApiKeys, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadConfig(f"the API keys of {settings.api_keys_file}: {reason}") from None


def _credentials(settings: Settings, metrics: Metrics) -> grpc.ServerCredentials | None:
    if settings.tls_cert is None or settings.tls_key is None:
        if any((settings.tls_cert, settings.tls_key, settings.tls_client_ca)):
            raise BadConfig("TLS needs both, --tls-cert and --tls-key")
        return None
    files = CertificateFiles(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
    try:
        return server_credentials(files, lambda: metrics.reload_failed("tls"))
    except BadCertificates as error:
        raise BadConfig(f"TLS: {error}") from None
    except OSError as error:
        raise BadConfig(f"TLS: {error.filename}: {error.strerror}") from None


async def serve(server: Server, ready: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is told the address. A second signal ends the grace."""
    loop = asyncio.get_running_loop()
    told_to_stop = asyncio.Event()
    hurry: set[asyncio.Task[None]] = set()

    def on_signal(name: str) -> None:
        if told_to_stop.is_set():
            hurry.add(loop.create_task(server.stop_now()))
            return
        _LOGGER.info("%s: calls have %g seconds to finish", name, server.grace_seconds)
        told_to_stop.set()

    for signal_number in _SIGNALS:
        loop.add_signal_handler(signal_number, on_signal, signal_number.name)
    async with server:
        ready(server.address)
        await told_to_stop.wait()
