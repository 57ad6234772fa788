"""The supervisor: starts the workers on one port, replaces those that die, and tells them when to stop.

It answers no calls and knows neither gRPC nor any game, so that it has nothing to die of. It holds the port, hands
every worker the same settings and the same keys, adds up their counts for Prometheus, and waits. A worker notices when
the supervisor is gone and stops by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from service import keyring, port
from service.control import Orders
from service.keeper import Keeper
from service.keyring import KeyRing
from service.logs import event
from service.metrics import SupervisorMetrics
from service.scrape import metrics_page
from service.settings import Settings, to_texts

_LOGGER = logging.getLogger(__name__)
_SIGNALS = (signal.SIGTERM, signal.SIGINT)

# How much longer than its grace a worker may take to end.
_MARGIN_SECONDS = 5.0


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
            metrics = SupervisorMetrics(
                Path(folder), self._version, workers=self._settings.workers, ring=self._ring, started=time.time()
            )
            page = None
            if self._settings.metrics_address is not None:
                page = await stack.enter_async_context(metrics_page(self._settings.metrics_address, metrics.exposition))
            health_address = self._settings.health_address
            if health_address is not None:
                health_address = stack.enter_context(port.reserved(health_address))
                _LOGGER.info("health is served", extra=event(address=health_address))
            texts = to_texts(replace(self._settings, bind=address, health_address=health_address))
            keys = keyring.render(self._ring)
            keepers = [
                Keeper(Orders(number, folder, texts, keys), metrics, self._stopping)
                for number in range(self._settings.workers)
            ]
            return await self._run(keepers, lambda rulesets: ready(address, page, rulesets))

    async def _run(self, keepers: Sequence[Keeper], ready: Callable[[Sequence[str]], None]) -> bool:
        def on_signal(name: str) -> None:
            if not self._stopping.is_set():
                _LOGGER.info("stopping", extra=event(why=name))
                self._stopping.set()
                return
            # Told twice, a worker ends its grace. Not by the same signal: two of those may arrive as one.
            for keeper in keepers:
                keeper.send_signal(signal.SIGINT)

        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, on_signal, number.name)
        running = [loop.create_task(keeper.run()) for keeper in keepers]
        stopping = loop.create_task(self._stopping.wait())
        started = asyncio.gather(*(keeper.started for keeper in keepers))
        await asyncio.wait((started, stopping), return_when=asyncio.FIRST_COMPLETED)
        try:
            if started.done():
                ready((await started)[0])
            # A worker's task ends before that only by a defect, and then all ends and tells it.
            await asyncio.wait((stopping, *running), return_when=asyncio.FIRST_COMPLETED)
        finally:
            started.cancel()
            self._stopping.set()
            ended_well = await self._stop(keepers, running)
        return ended_well

    async def _stop(self, keepers: Sequence[Keeper], running: Sequence[asyncio.Task[bool]]) -> bool:
        """Tell all workers to end, and see to it that they do; whether they ended well."""
        for keeper in keepers:
            keeper.send_signal(signal.SIGTERM)
        patience = self._settings.drain_seconds + self._settings.grace_seconds + _MARGIN_SECONDS
        await asyncio.wait(running, timeout=patience)
        for keeper in keepers:
            if keeper.send_signal(signal.SIGKILL):
                _LOGGER.error("a worker did not stop in time", extra=event(worker=keeper.number))
        return all(await asyncio.gather(*running))
