"""A service as operators run it: a supervisor and its workers, seen through their log, their metrics and their port."""

from __future__ import annotations

import json
import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import grpc

from canopy import policy
from canopy.client import Canopy
from canopy.v1 import engine_pb2_grpc, solver_pb2_grpc
from tests.service.conftest import DEADLINE, key_line, make_key
from tests.service.counted import Counted

KEY_LINE = key_line(make_key("first"))
READY = re.compile(r"canopy \S+ on (\S+) - metrics: (\S+) - rulesets: .+ - keys: .+\n")
FREE_PORT = "127.0.0.1:0"

# A connection that is shared with nobody, under the policy of all clients.
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1), *policy.channel_options())


class Client(Canopy):
    """A client with a connection that it shares with nobody, and that calls again when a worker is gone."""

    def __init__(self, address: str, ca: bytes | None = None) -> None:
        """With a `ca` the connection is encrypted, and that is the authority of the service."""
        super().__init__(address, timeout=DEADLINE, ca=ca)
        self._connection.close()
        self._connection = self.channel = (
            grpc.insecure_channel(address, OWN_CONNECTION)
            if ca is None
            else grpc.secure_channel(address, grpc.ssl_channel_credentials(ca), OWN_CONNECTION)
        )
        self.stub = engine_pb2_grpc.EngineServiceStub(self.channel)
        self.solver = solver_pb2_grpc.SolverServiceStub(self.channel)


class Service:
    """A running `canopy serve`."""

    def __init__(self, process: subprocess.Popen[str], log: Log) -> None:
        self.process = process
        self.log = log
        assert process.stdout is not None
        line = process.stdout.readline()
        ready = READY.fullmatch(line)
        assert ready, line or log.drained()
        self.address, self.metrics_url = ready.groups()

    def scrape(self) -> Counted:
        """What Prometheus would read."""
        with urllib.request.urlopen(self.metrics_url, timeout=DEADLINE) as page:  # noqa: S310 - the address is ours
            return Counted.read(page.read())

    def ready_worker(self, number: int | None = None) -> tuple[int, int]:
        """Number and process id of the next worker (of that number) to become ready."""
        fields = {} if number is None else {"worker": number}
        event = self.log.wait_for("a worker is ready", **fields)
        return event["worker"], event["process"]

    def stop(self, signal_number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop and wait for its exit status."""
        self.process.send_signal(signal_number)
        return self.process.wait(DEADLINE)


class Log:
    """The log of a service as it is written, event by event."""

    def __init__(self, stream: IO[str]) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._seen: list[str] = []
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put("")

    def wait_for(self, sentence: str, **fields: object) -> dict[str, Any]:
        """The next event of this kind and with these fields; those before it are dropped."""
        while line := self._lines.get(timeout=DEADLINE):
            self._seen.append(line)
            event: dict[str, Any] = json.loads(line)
            if event["event"] == sentence and fields.items() <= event.items():
                return event
        raise AssertionError(f"no {sentence!r} {fields} in {''.join(self._seen)}")

    def drained(self) -> str:
        """Everything to the end, which has to be near, in one text."""
        self._thread.join(DEADLINE)
        while not self._lines.empty():
            self._seen.append(self._lines.get())
        return "".join(self._seen)


@contextmanager
def running(
    temporary: Path,
    *arguments: str,
    workers: int = 1,
    keys_file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Service]:
    """A service of so many workers, with a fixed key or those of a file. What of it is left in the end is killed.

    `environment` is added to this process's own.
    """
    command = [sys.executable, "-m", "service", "serve", "--bind", FREE_PORT, "--metrics-address", FREE_PORT]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANOPY_")}
    keys = {"CANOPY_KEYS": KEY_LINE} if keys_file is None else {"CANOPY_KEYS_FILE": str(keys_file)}
    with subprocess.Popen(
        [*command, "--workers", str(workers), "--log-format", "json", *arguments],
        env=kept | keys | {"TMPDIR": str(temporary)} | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        log = Log(process.stderr)
        try:
            yield Service(process, log)
        finally:
            process.kill()
            # Its last words: those of the last worker, which ends with it.
            log.drained()


@contextmanager
def ending(processes: Iterable[int]) -> Iterator[None]:
    """In the block these processes are brought to their end; it is left when they are gone."""
    watched = [os.pidfd_open(process) for process in processes]
    try:
        yield
        for descriptor in watched:
            assert select.select([descriptor], [], [], DEADLINE)[0], "a process has not ended"
    finally:
        for descriptor in watched:
            os.close(descriptor)
