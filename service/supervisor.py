"""The supervisor: starts the workers on one port, replaces those that die, and tells them when to stop.

It answers no calls and knows neither gRPC nor any game, so that it has nothing to die of. It holds the port, hands
every worker the same settings and the same keys, adds up their counts for Prometheus, and waits. A worker notices when
the supervisor is gone and stops by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from service import keyring, port
from service.config import BadConfig
from service.control import Orders, Report
from service.keyring import KeyRing
from service.logs import event
from service.metrics import SupervisorMetrics
from service.scrape import metrics_page
from service.settings import SETTINGS, Settings, to_texts

_LOGGER = logging.getLogger(__name__)
_VARIABLES = {setting.variable for setting in SETTINGS}
_SIGNALS = (signal.SIGTERM, signal.SIGINT)

# How long a worker may take to become ready, and how much longer than its grace to end.
_START_SECONDS = 60.0
_MARGIN_SECONDS = 5.0


class WorkerFailed(Exception):
    """A worker cannot start, so the service does not. The message says why."""


class Pauses:
    """How long to wait before a dead worker is replaced: after each death in a row twice as long, within bounds."""

    SHORTEST = 0.1
    LONGEST = 10.0
    # Who has lived for this long has not died of the same thing as the one before.
    HEALTHY = 30.0

    def __init__(self) -> None:
        self._next = self.SHORTEST

    def after(self, lived: float) -> float:
        """The seconds to wait after a worker that has lived for so many."""
        pause = self.SHORTEST if lived >= self.HEALTHY else self._next
        self._next = min(2 * pause, self.LONGEST)
        return pause


class Supervisor:
    """Runs the service of some settings."""

    def __init__(self, settings: Settings, ring: KeyRing, version: str) -> None:
        self._settings = settings
        self._ring = ring
        self._version = version
        self._stopping = asyncio.Event()

    async def run(self, ready: Callable[[str, str | None, Sequence[str]], None]) -> bool:
        """Serve until SIGTERM or SIGINT; whether all workers then ended well.

        `ready` is told the address, that of the metrics if they are served, and the rulesets, when all workers answer
        calls. Raises BadConfig, CannotListen and WorkerFailed when it does not come to that.
        """
        async with contextlib.AsyncExitStack() as stack:
            address = stack.enter_context(port.reserved(self._settings.bind))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="canopy-", ignore_cleanup_errors=True))
            metrics = SupervisorMetrics(Path(folder), self._version)
            page = None
            if self._settings.metrics_address is not None:
                page = await stack.enter_async_context(metrics_page(self._settings.metrics_address, metrics.exposition))
            texts = to_texts(replace(self._settings, bind=address))
            keys = keyring.render(self._ring)
            workers = [
                _Worker(Orders(number, folder, texts, keys), metrics, self._stopping)
                for number in range(self._settings.workers)
            ]
            return await self._run(workers, lambda rulesets: ready(address, page, rulesets))

    async def _run(self, workers: Sequence[_Worker], ready: Callable[[Sequence[str]], None]) -> bool:
        def on_signal(name: str) -> None:
            if not self._stopping.is_set():
                _LOGGER.info("stopping", extra=event(why=name))
                self._stopping.set()
                return
            # Told twice, a worker ends its grace. Not by the same signal: two of those may arrive as one.
            for worker in workers:
                worker.send_signal(signal.SIGINT)

        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, on_signal, number.name)
        running = [loop.create_task(worker.run()) for worker in workers]
        stopping = loop.create_task(self._stopping.wait())
        started = asyncio.gather(*(worker.started for worker in workers))
        await asyncio.wait((started, stopping), return_when=asyncio.FIRST_COMPLETED)
        try:
            if started.done():
                ready((await started)[0])
            await stopping
        finally:
            started.cancel()
            self._stopping.set()
            ended_well = await self._stop(workers, running)
        return ended_well

    async def _stop(self, workers: Sequence[_Worker], running: Sequence[asyncio.Task[bool]]) -> bool:
        """Tell all workers to end, and see to it that they do; whether they ended well."""
        for worker in workers:
            worker.send_signal(signal.SIGTERM)
        patience = self._settings.drain_seconds + self._settings.grace_seconds + _MARGIN_SECONDS
        await asyncio.wait(running, timeout=patience)
        for worker in workers:
            if worker.send_signal(signal.SIGKILL):
                _LOGGER.error("a worker did not stop in time", extra=event(worker=worker.number))
        return all(await asyncio.gather(*running))


class _Worker:
    """One worker of the service, that is: the processes that do the same work, one after the other."""

    def __init__(self, orders: Orders, metrics: SupervisorMetrics, stopping: asyncio.Event) -> None:
        self.number = orders.worker
        # The rulesets, once the first process is ready; or why there will never be one.
        self.started: asyncio.Future[Sequence[str]] = asyncio.get_running_loop().create_future()
        self._orders = orders
        self._metrics = metrics
        self._stopping = stopping
        self._process: Process | None = None
        self._is_ready = False
        self._failure: Exception | None = None

    def send_signal(self, number: signal.Signals) -> bool:
        """Whether there is a process to send it to."""
        if self._process is None or self._process.returncode is not None:
            return False
        self._process.send_signal(number)
        return True

    async def run(self) -> bool:
        """Start process after process until the service stops; whether the last one ended well."""
        clock = asyncio.get_running_loop().time
        pauses = Pauses()
        while True:
            begun = clock()
            status = await self._live()
            if self._stopping.is_set():
                # Told to stop before it could listen to that, it was ended by the signal.
                return status == 0 or (status == -signal.SIGTERM and not self._is_ready)
            if not self.started.done():
                self.started.set_exception(self._failure or WorkerFailed(f"a worker ended with {status} at its start"))
                return False
            pause = pauses.after(clock() - begun)
            _LOGGER.warning("a worker died", extra=event(worker=self.number, status=status, pause_seconds=pause))
            self._metrics.worker_died(self.number)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
                return True
            self._metrics.restarts.inc()

    async def _live(self) -> int:
        """The life of one process; its exit status."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = self._process = await _start_process(theirs.fileno())
        reader, writer = await asyncio.open_connection(sock=ours)
        if self._stopping.is_set():
            process.terminate()
        writer.write(self._orders.to_line())
        self._is_ready = False
        await self._hear(reader, process)
        if self._is_ready:
            self._metrics.workers.inc()
        status = await process.wait()
        if self._is_ready:
            self._metrics.workers.dec()
        writer.close()
        return status

    async def _hear(self, reader: asyncio.StreamReader, process: Process) -> None:
        """Wait for what the process has to report, if anything."""
        try:
            async with asyncio.timeout(_START_SECONDS):
                line = await reader.readline()
        except ConnectionError:
            return
        except TimeoutError:
            _LOGGER.error("a worker does not become ready", extra=event(worker=self.number))
            process.kill()
            return
        if not line:
            return
        report = Report.from_line(line)
        if report.failure:
            if self.started.done():
                _LOGGER.error("a worker cannot start", extra=event(worker=self.number, reason=report.failure))
            self._failure = (BadConfig if report.is_config else WorkerFailed)(report.failure)
            return
        self._is_ready = True
        _LOGGER.info("a worker is ready", extra=event(worker=self.number, process=process.pid))
        if not self.started.done():
            self.started.set_result(report.rulesets)


async def _start_process(control: int) -> Process:
    """A process that takes its orders from the socket of that descriptor."""
    # The worker finds its modules where we have found ours: in the folder it is started in only if we did, too.
    safe_path = () if str(Path.cwd()) in sys.path else ("-P",)
    secret_free = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *safe_path, "-m", "service.worker", str(control)),
        env=secret_free,
        stdin=DEVNULL,
        stdout=DEVNULL,
        pass_fds=(control,),
        # Ctrl-C in a terminal goes to all processes of a session; only the supervisor shall hear it.
        start_new_session=True,
    )
