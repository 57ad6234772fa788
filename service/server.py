"""The gRPC server of one process: its services, health and reflection on one port, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Collection, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from service import referee_service, solver_service
from service.access import Access, BadApiKeys
from service.addresses import join_address, split_address
from service.config import BadConfig
from service.engine import Engine
from service.engine_service import SERVICE_NAME, EngineService, new_metrics
from service.health import Health, Probes
from service.keyring import KeyRing
from service.logs import event, on_loop_error
from service.metrics import Metrics
from service.port import CannotListen
from service.referee.referee import Referee
from service.referee_service import RefereeService
from service.rpc import CallLimits, Wrapper
from service.settings import Settings
from service.solver import Solver
from service.solver_pool import Pool
from service.solver_service import SolverService
from service.tls import BadCertificates, CertificateFiles, Reloader
from service.transport import Options, channel_options
from service.turned_away import TurnedAway, number_servers
from service.version import package_version
from service.waiting import Waiting, WaitingServer

if TYPE_CHECKING:
    # It needs OpenTelemetry, which need not be there.
    from service.tracing import Tracing

_LOGGER = logging.getLogger(__name__)
_HEALTH: str = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
# How long connections stay open after their streams were told to go. A connection that is closed while its client still
# sends is reset, and the client loses what it has not read yet: why the stream ended.
_FAREWELL_SECONDS = 0.25
# How often certificates are looked at while nobody connects.
_LOOK_SECONDS = 60.0


class Server:
    """`async with Server(engine, bind) as server:` serves until the block is left."""

    def __init__(
        self,
        engine: Engine,
        bind: str,
        *,
        drain_seconds: float = 0.0,
        grace_seconds: float = 0.0,
        share_port: bool = False,
        wrapper: Wrapper | None = None,
        certificates: Reloader | None = None,
        options: Options = (),
        solver: Solver | None = None,
        offered: Collection[str] | None = None,
        health_address: str | None = None,
        tracing: Tracing | None = None,
        waiting: Waiting | None = None,
    ) -> None:
        """Without `certificates` nothing is encrypted; without a `solver` there is no SolverService.

        `offered` are the short names of the services to offer, if not all. At `health_address` there is their health,
        not encrypted, and nothing else. A solver needs a `wrapper` whose metrics have its series. `tracing`, of which
        the wrapper tells the calls, is closed in the end. If it is said how many calls may be `waiting`, those that are
        turned away are counted. Raises BadConfig and CannotListen.
        """
        self.wrapper = wrapper or Wrapper(new_metrics(), CallLimits(engine.limits.request_bytes))
        self._drain_seconds = drain_seconds
        self._grace_seconds = grace_seconds
        self._hurry = asyncio.Event()
        self._solver = solver
        self._tracing = tracing
        self._certificates = certificates
        self._looking: asyncio.Task[None] | None = None
        referee = Referee(engine.ring, engine.limits)
        services = {
            SERVICE_NAME: EngineService(engine, self.wrapper).handler(),
            referee_service.SERVICE_NAME: RefereeService(referee, self.wrapper, solver).handler(),
        }
        if solver is not None:
            services[solver_service.SERVICE_NAME] = SolverService(solver, self.wrapper).handler()
        if offered is not None:
            services = {name: services[name] for name in _chosen(services, offered)}
        self._health = Health(services)
        options = (
            # Several processes may share the port, and the system spreads connections over them. Only processes
            # with the same keys may: a table has to open wherever it is brought.
            ("grpc.so_reuseport", int(share_port)),
            # Requests somewhat over the limit are still read, so that they can be refused with a reason.
            ("grpc.max_receive_message_length", 2 * engine.limits.request_bytes + 65_536),
            # How long an answer is follows from the limits of what can be asked.
            ("grpc.max_send_message_length", -1),
            *options,
        )
        self._turned_away: TurnedAway | None = None
        if waiting is None:
            self._server = grpc.aio.server(options=options)
        else:
            number_servers()
            server = WaitingServer(options, waiting)
            self._turned_away = TurnedAway(waiting.standing, self.wrapper.metrics, lambda: server.requested)
            self._server = cast(grpc.aio.Server, server)
        self._server.add_generic_rpc_handlers(tuple(services.values()))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection((*services, _HEALTH, reflection.SERVICE_NAME), self._server)
        try:
            port = (
                self._server.add_insecure_port(bind)
                if certificates is None
                else self._server.add_secure_port(bind, certificates.credentials())
            )
        except RuntimeError:
            raise CannotListen(bind) from None
        # Where it listens, with the real port.
        self.address = join_address(split_address(bind)[0], port)
        self._probes = None if health_address is None else Probes(self._health, health_address, share_port=share_port)
        self.health_address = None if self._probes is None else self._probes.address

    async def __aenter__(self) -> Self:
        asyncio.get_running_loop().set_exception_handler(on_loop_error)
        await self._server.start()
        if self._probes is not None:
            await self._probes.start()
        if self._turned_away is not None:
            self._turned_away.start()
        if self._certificates is not None:
            self._looking = asyncio.create_task(_look_now_and_then(self._certificates))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Say NOT_SERVING, go on for the drain delay, then take nothing new and let what runs finish in the grace."""
        self._health.drain()
        if self._drain_seconds:
            # Whoever sends calls here sees the health and turns elsewhere, before anything is refused.
            await self._wait_unless_hurried(self._drain_seconds)
        had_streams = self.wrapper.open_streams > 0
        self.wrapper.drain()
        if self._solver is not None:
            self._solver.pool.drain(0 if self._hurry.is_set() else self._grace_seconds)
        if self._turned_away is not None:
            self._turned_away.stop()
        if had_streams:
            await self._wait_unless_hurried(_FAREWELL_SECONDS)
        await self._server.stop(None if self._hurry.is_set() else self._grace_seconds)
        if self._looking is not None:
            self._looking.cancel()
        if self._probes is not None:
            await self._probes.stop()
        if self._solver is not None:
            await self._solver.pool.close()
        self.wrapper.metrics.flush()
        if self._tracing is not None:
            await asyncio.to_thread(self._tracing.close)

    async def _wait_unless_hurried(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    async def stop_now(self) -> None:
        """Cut drain delay and grace short, once the block is being left."""
        self._hurry.set()
        await self._server.stop(None)


def make_server(settings: Settings, ring: KeyRing, *, share_port: bool) -> Server:
    """The server that the settings describe. Raises BadConfig and CannotListen."""
    metrics = solver_service.new_metrics() if settings.has_solver else new_metrics()
    limits = CallLimits(settings.max_request_bytes, settings.max_in_flight, settings.max_streams)
    access, tracing = _access(settings, metrics), _tracing(settings)
    return Server(
        Engine(ring, settings.limits, metrics),
        settings.bind,
        drain_seconds=settings.drain_seconds,
        grace_seconds=settings.grace_seconds,
        share_port=share_port,
        wrapper=Wrapper(metrics, limits, access=access, access_log=settings.access_log, watcher=tracing),
        certificates=_certificates(settings, metrics),
        options=channel_options(settings),
        solver=_solver(settings, ring, metrics),
        offered=settings.offered,
        health_address=settings.health_address,
        tracing=tracing,
        waiting=Waiting.of(settings),
    )


def _chosen(services: Iterable[str], offered: Collection[str]) -> list[str]:
    """The full names of the services with these short names. Raises BadConfig for one that is not there."""
    names = {service.rpartition(".")[2].removesuffix("Service").lower(): service for service in services}
    for name in offered:
        if name not in names:
            raise BadConfig(f"services: {name!r} is not to be had here, where there are {', '.join(names)}")
    return [names[name] for name in sorted(offered)]


def _solver(settings: Settings, ring: KeyRing, metrics: Metrics) -> Solver | None:
    if metrics.solver is None:
        return None
    pool = Pool(settings.solver_processes, settings.solver_queue, metrics.solver)
    return Solver(ring, pool, settings.limits, max_seconds=settings.solver_max_seconds)


def _tracing(settings: Settings) -> Tracing | None:
    if settings.trace_endpoint is None:
        return None
    try:
        from service import tracing
    except ImportError as error:
        raise BadConfig(
            f"--trace-endpoint needs OpenTelemetry, and there is no {error.name}: pip install 'canopy-engine[tracing]'"
        ) from None
    return tracing.to_collector(settings.trace_endpoint, settings.trace_ratio, package_version())


def _access(settings: Settings, metrics: Metrics) -> Access | None:
    if settings.api_keys_file is None:
        return None
    try:
        return Access(settings.api_keys_file, lambda: metrics.reload_failed("api_keys"))
    except (BadApiKeys, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadConfig(f"the API keys of {settings.api_keys_file}: {reason}") from None


async def _look_now_and_then(certificates: Reloader) -> None:
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        certificates.look()


def _certificates(settings: Settings, metrics: Metrics) -> Reloader | None:
    if settings.tls_cert is None or settings.tls_key is None:
        if any((settings.tls_cert, settings.tls_key, settings.tls_client_ca)):
            raise BadConfig("TLS needs both, --tls-cert and --tls-key")
        return None
    files = CertificateFiles(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
    try:
        return Reloader(files, metrics.certificate_expires, lambda: metrics.reload_failed("tls"))
    except BadCertificates as error:
        raise BadConfig(f"TLS: {error}") from None
    except OSError as error:
        raise BadConfig(f"TLS: {error.filename}: {error.strerror}") from None


async def serve(server: Server, ready: Callable[[str], None], abandoned: Awaitable[object] | None = None) -> None:
    """Serve until SIGTERM or SIGINT, or until nobody is left to serve for; `ready` is told the address.

    A second signal ends the grace.
    """
    loop = asyncio.get_running_loop()
    told_to_stop = asyncio.Event()
    tasks: set[asyncio.Task[None]] = set()

    def stop(why: str) -> None:
        if told_to_stop.is_set():
            tasks.add(loop.create_task(server.stop_now()))
            return
        _LOGGER.info("stopping", extra=event(why=why))
        told_to_stop.set()

    async def stop_when_abandoned(abandoned: Awaitable[object]) -> None:
        await abandoned
        if not told_to_stop.is_set():
            stop("abandoned")

    for signal_number in _SIGNALS:
        loop.add_signal_handler(signal_number, stop, signal_number.name)
    async with server:
        ready(server.address)
        if abandoned is not None:
            tasks.add(loop.create_task(stop_when_abandoned(abandoned)))
        await told_to_stop.wait()
