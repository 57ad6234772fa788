"""What keeps one worker alive: it starts a process, waits for its end, and starts the next one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence

from service.children import command, environment
from service.config import BadConfig
from service.control import Orders, Report
from service.logs import event
from service.metrics import SupervisorMetrics

_LOGGER = logging.getLogger(__name__)

# How long a worker may take to become ready.
_START_SECONDS = 60.0


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


class Keeper:
    """Keeps the worker of one number alive. Its processes do the same work, one after the other."""

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

    async def _live(self) -> int | None:
        """The life of one process; its exit status, or nothing if there is no room for it."""
        self._is_ready = False
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = self._process = await _start_process(theirs.fileno())
            except OSError as error:
                ours.close()
                _LOGGER.error("no process can be started", extra=event(worker=self.number, reason=error.strerror))
                return None
        if self._stopping.is_set():
            process.terminate()
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(self._orders.to_line())
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
    return await asyncio.create_subprocess_exec(
        *command("service.worker", [control]),
        env=environment(),
        stdin=DEVNULL,
        stdout=DEVNULL,
        pass_fds=(control,),
        # Ctrl-C in a terminal goes to all processes of a session; only the supervisor shall hear it.
        start_new_session=True,
    )
