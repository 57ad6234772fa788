"""All bad clients at once, at a whole service: bombs, giants, crumbs, senders and readers who take their time.

Meanwhile somebody plays on. What each of these does by itself is in tests/trust/robustness; here it is about what they
do together to one worker: it lives, stays small, and has time for others.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from canopy.v1 import engine_pb2
from engines import registry
from service.limits import Limits
from tests.service.conftest import DEADLINE
from tests.service.driver import Driven
from tests.service.processes import Client, running
from tests.system.test_connections import MAX_WORKER_MIB, memory
from tests.trust.robustness.http2 import Http2, grpc_frame, headers_of
from tests.trust.wire import Wire, wire_bytes

pytestmark = pytest.mark.system

RPC = "ListRulesets"
RESOURCE_EXHAUSTED = 8
BOMB = grpc_frame(gzip.compress(bytes(100_000_000)), flag=1)
GIANT = bytes(32 * Limits().request_bytes)
CRUMB = grpc_frame(b"\x08\x01")  # the shortest request that a stream answers


def send_bombs(address: str) -> None:
    """A hundred megabytes of nothing in a hundred kilobytes, again and again."""
    for _ in range(8):
        with Http2(address) as connection:
            reply = connection.call(headers_of(RPC, ("grpc-encoding", "gzip")), BOMB)
            assert reply.grpc_status == RESOURCE_EXHAUSTED


def send_giants(address: str) -> None:
    """Requests thirty times as large as may be."""
    with Wire(address) as wire:
        for _ in range(8):
            assert wire.call("GetView", GIANT).code.value[0] == RESOURCE_EXHAUSTED


def send_crumbs(address: str) -> None:
    """Thousands of requests of two bytes in one go, on a stream whose answers are not read for a while."""
    with Http2(address) as connection:
        stream = connection.open_stream(headers_of("PlayGame"))
        connection.send_data(stream, CRUMB * 5000, end=True)
        assert connection.reply(stream).grpc_status == 0


def dawdle(address: str) -> None:
    """A byte at a time, on many connections, and none of the requests is ever finished."""
    with ExitStack() as stack:
        connections = [stack.enter_context(Http2(address)) for _ in range(50)]
        streams = [connection.open_stream(headers_of("GetView")) for connection in connections]
        for byte in grpc_frame(GIANT)[:40]:
            for connection, stream in zip(connections, streams, strict=True):
                connection.send_data(stream, bytes([byte]))


def read_nothing(address: str, request: bytes) -> None:
    """Large answers are asked for and not read."""
    with ExitStack() as stack:
        for _ in range(20):
            connection = stack.enter_context(Http2(address))
            connection.take(0)
            for _ in range(8):
                connection.send_data(connection.open_stream(headers_of("RenderView")), request, end=True)
            connection.wait_until_taken_in()


def test_one_plays_on_among_bad_clients(tmp_path: Path) -> None:
    # So many calls may wait that every deed is done, instead of being turned away for want of room.
    room = ("--max-waiting-calls", "4096", "--max-standing-calls", "4096")
    with running(tmp_path, *room) as service, Client(service.address) as client, ThreadPoolExecutor() as pool:
        _, worker = service.ready_worker()
        tables = [Driven(client, ruleset) for ruleset in sorted(registry.games())]
        picture = grpc_frame(wire_bytes(engine_pb2.RenderViewRequest(token=tables[0].token)))
        deeds: list[Callable[[], None]] = [
            lambda: send_bombs(service.address),
            lambda: send_giants(service.address),
            lambda: send_crumbs(service.address),
            lambda: dawdle(service.address),
            lambda: read_nothing(service.address, picture),
        ]
        bad = [pool.submit(deed) for deed in deeds for _ in range(2)]
        while not all(deed.done() for deed in bad):
            for number, table in enumerate(tables):
                table.decide()
                if table.status.finished:
                    tables[number] = Driven(client, table.status.ruleset)
        for deed in bad:
            deed.result(DEADLINE)
        for table in tables:
            table.finish()
        assert memory(worker, "VmHWM") <= MAX_WORKER_MIB
        assert service.scrape().total("canopy_worker_restarts_total") == 0
        assert service.stop() == 0
