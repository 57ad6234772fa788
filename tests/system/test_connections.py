"""One worker holds 10,000 connections that say nothing, and still answers; and what memory it takes for that."""

from __future__ import annotations

import resource
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from canopy.v1 import engine_pb2
from engines import registry
from service.addresses import split_address
from tests.service.conftest import DEADLINE
from tests.service.driver import Driven
from tests.service.processes import Client, Service, running

pytestmark = pytest.mark.system

CONNECTIONS = 10_000
# Besides the connections, for whatever else this process has open.
FILES = CONNECTIONS + 500
# So many are made before their answers are read, fewer than a system lets wait to be accepted.
AT_ONCE = 100

# What the issue of trust demands of a worker under load, and what a connection may take that is only held.
MAX_WORKER_MIB = 150
MAX_CONNECTION_KIB = 40

SETTINGS, PING = 4, 6
ACK = 1


def frame(kind: int, flags: int, body: bytes = b"") -> bytes:
    """An HTTP/2 frame of the connection itself."""
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + bytes(4) + body


GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0)
QUESTION = frame(SETTINGS, ACK) + frame(PING, 0, b"are you?")
ANSWER = frame(PING, ACK, b"are you?")


@contextmanager
def many_files() -> Iterator[None]:
    """Let this process open as many files as it needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard >= FILES, (
        f"this test opens {FILES} files, and the system allows a process {hard} (ulimit -Hn)"
    )
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def memory(process: int, what: str) -> float:
    """MiB of a process, as the system tells them: VmRSS are those it has now, VmHWM the most it ever had."""
    for line in (Path("/proc") / str(process) / "status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == what:
            return int(value.split()[0]) / 1024
    raise AssertionError(f"no {what}")


def connect(address: str, stack: ExitStack) -> list[socket.socket]:
    """Connections that the service has taken: each has been greeted."""
    connections: list[socket.socket] = []
    while len(connections) < CONNECTIONS:
        batch = [
            stack.enter_context(socket.create_connection(split_address(address), DEADLINE)) for _ in range(AT_ONCE)
        ]
        for connection in batch:
            connection.sendall(GREETING)
        for connection in batch:
            assert connection.recv(4)[3] == SETTINGS
        connections += batch
    return connections


def is_held(connection: socket.socket) -> bool:
    """Whether the other side answers on it."""
    connection.sendall(QUESTION)
    received = b""
    while ANSWER not in received:
        data = connection.recv(4096)
        if not data:
            return False
        received += data
    return True


def load(service: Service, ruleset: str, calls: int) -> None:
    """Calls of the kind that a service is there for, over a few connections."""

    def play(calls: int) -> None:
        with Client(service.address) as client:
            table = Driven(client, ruleset)
            request = engine_pb2.ApplyMovesRequest(token=table.token, key=table.host_key)
            for seat in table.seats:
                action = request.actions.add(move=engine_pb2.SeatMove(seat=seat))
                action.move.move.text = table.legal(seat)[0]
            for _ in range(calls):
                client.call(client.stub.ApplyMoves, request)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, [calls // 4] * 4))


@pytest.mark.parametrize("ruleset", sorted(registry.games()))
def test_memory_of_a_worker_under_load(ruleset: str, tmp_path: Path) -> None:
    with running(tmp_path) as service:
        _, worker = service.ready_worker()
        at_start = memory(worker, "VmRSS")
        load(service, ruleset, 4000)
        most = memory(worker, "VmHWM")
    print(f"a worker: {at_start:.1f} MiB at its start, {most:.1f} MiB at most under load")
    assert most <= MAX_WORKER_MIB


def test_ten_thousand_connections_are_held(tmp_path: Path) -> None:
    ruleset = min(registry.games())
    with running(tmp_path) as service, many_files(), ExitStack() as stack:
        _, worker = service.ready_worker()
        load(service, ruleset, 400)
        before = memory(worker, "VmRSS")
        connections = connect(service.address, stack)
        after = memory(worker, "VmRSS")
        with Client(service.address) as client:
            Driven(client, ruleset).decide()
        assert all(is_held(connection) for connection in connections)
        each = (after - before) * 1024 / CONNECTIONS
        print(f"{CONNECTIONS} connections: {before:.1f} MiB, then {after:.1f} MiB: {each:.1f} KiB each")
        assert each <= MAX_CONNECTION_KIB
