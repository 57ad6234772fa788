"""Many calls at once: they wait their turn, their clients hold more of them back, and none is dropped without need.

A worker that is busy is one whose event loop does nothing else, for as long as a test wants. What has reached gRPC by
then is known from the answer to a ping, which every call before it comes first.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import grpc
import pytest
import uvloop
from google.protobuf.message import Message

from canopy.client import Canopy
from canopy.v1 import engine_pb2
from engines.game import Game
from service import port
from service.engine import Engine
from service.engine_service import new_metrics
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.sealing import Sealer
from service.server import Server
from service.settings import Settings
from service.table import seal_table
from service.transport import channel_options
from service.waiting import Waiting
from tests.service.conftest import serving
from tests.trust.robustness.http2 import Http2, grpc_frame, headers_of
from tests.trust.scenes import usual_scene
from tests.trust.wire import DEADLINE, SERVICE, wire_bytes

OK, CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED = 0, 1, 4, 8
RPC = "ListRulesets"
SETTINGS = Settings()
LIMITS = Limits()
# As many connections as are full with more than 3,000 calls, where gRPC by itself would take no more.
CONNECTIONS = 12
# Calls that may have been taken up already besides those that wait.
FEW = 5


class BusyEngine(Engine):
    """Does nothing else from its first call on until it is released."""

    def __init__(self, ring: KeyRing) -> None:
        super().__init__(ring)
        self.is_busy = threading.Event()
        self.released = threading.Event()

    def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        self.is_busy.set()
        assert self.released.wait(DEADLINE)
        return super().list_rulesets(request)


@contextmanager
def busy_server(ring: KeyRing, settings: Settings, **arguments: Any) -> Iterator[tuple[str, BusyEngine]]:
    """The address of a server that is busy with a call. `arguments` are the server's."""
    engine = BusyEngine(ring)
    arguments = {"options": channel_options(settings), "waiting": Waiting.of(settings), **arguments}
    with serving(engine, **arguments) as address, Http2(address) as first:
        call(first)
        assert engine.is_busy.wait(DEADLINE)
        try:
            yield address, engine
        finally:
            engine.released.set()


def call(connection: Http2) -> int:
    """Make a call; its stream."""
    stream = connection.open_stream(headers_of(RPC))
    connection.send_data(stream, grpc_frame(b""), end=True)
    return stream


def ends(connection: Http2, streams: list[int]) -> Counter[object]:
    """How often the calls ended with which status, or without one."""
    replies = [connection.reply(stream) for stream in streams]
    return Counter(reply.end if reply.grpc_status is None else reply.grpc_status for reply in replies)


def test_thousands_of_calls_wait_and_are_answered_where_so_many_may(ring: KeyRing) -> None:
    each = SETTINGS.max_calls_per_connection
    settings = Settings(max_waiting_calls=CONNECTIONS * each)
    assert settings.max_waiting_calls > 3000
    with busy_server(ring, settings) as (address, engine), ExitStack() as stack:
        connections = [stack.enter_context(Http2(address)) for _ in range(CONNECTIONS)]
        calls = [[call(connection) for _ in range(each)] for connection in connections]
        for connection in connections:
            connection.wait_until_taken_in()
        engine.released.set()
        for connection, streams in zip(connections, calls, strict=True):
            assert ends(connection, streams) == {OK: each}


def test_a_client_holds_back_what_its_connection_does_not_take(ring: KeyRing) -> None:
    """A client of gRPC that asks for more at once than it may waits by itself, and is answered all of it.

    It may make a call as soon as it has heard of the end of another, which is before the server is done with that.
    """
    settings = Settings(max_calls_per_connection=8, max_waiting_calls=16)
    with busy_server(ring, settings) as (address, engine), grpc.insecure_channel(address) as channel:
        grpc.channel_ready_future(channel).result(DEADLINE)
        ask: grpc.UnaryUnaryMultiCallable[Message, bytes] = channel.unary_unary(
            f"/{SERVICE.full_name}/{RPC}", engine_pb2.ListRulesetsRequest.SerializeToString
        )
        answers = [ask.future(engine_pb2.ListRulesetsRequest(), timeout=DEADLINE) for _ in range(200)]
        engine.released.set()
        assert len({answer.result(DEADLINE) for answer in answers}) == 1


def test_a_client_that_does_not_hold_back_is_refused_the_rest(ring: KeyRing) -> None:
    """By HTTP/2 itself, so that nothing of these calls was looked at, and they may be made again."""
    settings = Settings(max_calls_per_connection=8)
    assert settings.max_calls_per_connection <= settings.max_waiting_calls
    with busy_server(ring, settings) as (address, engine), Http2(address) as connection:
        # It has not even heard yet what the limit is.
        streams = [call(connection) for _ in range(20)]
        connection.wait_until_taken_in()
        engine.released.set()
        assert ends(connection, streams[:8]) == {OK: 8}
        assert ends(connection, streams[8:]) == {"reset": 12}


def test_answers_that_are_not_read_fill_little_memory(ring: KeyRing, sealer: Sealer, game: Game) -> None:
    """Large ones are refused while too many are not read; small calls, and all of them later, are answered as ever."""
    token = seal_table(sealer, usual_scene(game).new_table())
    picture = grpc_frame(wire_bytes(engine_pb2.RenderViewRequest(token=token)))
    size = Engine(ring).render_view(engine_pb2.RenderViewRequest(token=token)).ByteSize()
    limits = CallLimits(LIMITS.request_bytes, unread_bytes=3 * size)
    wrapper = Wrapper(new_metrics(), limits)
    with serving(Engine(ring), wrapper=wrapper) as address, Http2(address) as slow, Http2(address) as other:
        slow.take(0)
        streams = [slow.open_stream(headers_of("RenderView")) for _ in range(5)]
        for stream in streams:
            slow.send_data(stream, picture, end=True)
        assert ends(slow, streams[3:]) == {RESOURCE_EXHAUSTED: 2}
        assert wrapper.unread_bytes == 3 * size
        assert other.call(headers_of("RenderView"), picture).grpc_status == RESOURCE_EXHAUSTED
        assert ends(other, [call(other)]) == {OK: 1}
        slow.take(2 * size)
        assert ends(slow, streams[:3]) == {OK: 3}
        require_soon(lambda: other.call(headers_of("RenderView"), picture).grpc_status == OK)


@pytest.mark.parametrize("leave", ["deadline", "reset", "connection"])
def test_answers_that_nobody_will_ever_read_are_forgotten(
    ring: KeyRing, sealer: Sealer, game: Game, leave: str
) -> None:
    """However their callers go: by a deadline, by taking the call back, or with the connection."""
    token = seal_table(sealer, usual_scene(game).new_table())
    picture = grpc_frame(wire_bytes(engine_pb2.RenderViewRequest(token=token)))
    wrapper = Wrapper(new_metrics(), CallLimits(LIMITS.request_bytes))
    with serving(Engine(ring), wrapper=wrapper) as address, Http2(address) as other:
        with Http2(address) as slow:
            slow.take(0)
            deadline = [("grpc-timeout", "500m")] if leave == "deadline" else []
            stream = slow.open_stream(headers_of("RenderView", *deadline))
            slow.send_data(stream, picture, end=True)
            if leave == "deadline":
                assert slow.reply(stream).grpc_status == DEADLINE_EXCEEDED
            else:
                require_soon(lambda: ends(other, [call(other)]) == {OK: 1} and wrapper.unread_bytes > 0)
            if leave == "reset":
                slow.reset(stream)
                slow.wait_until_taken_in()
        require_soon(lambda: ends(other, [call(other)]) == {OK: 1} and wrapper.unread_bytes == 0)


def require_soon(happens: Callable[[], bool]) -> None:
    """It is so after some calls, which the server cannot answer without seeing what else there is to do."""
    assert any(happens() for _ in range(2000))


@pytest.mark.parametrize("settings", [SETTINGS, Settings(max_waiting_calls=8)], ids=["usual", "fewer"])
def test_what_is_more_than_may_wait_is_cancelled_at_once(ring: KeyRing, settings: Settings) -> None:
    """gRPC does so itself, without a reason of ours; what waits is answered, and later calls are."""
    with busy_server(ring, settings) as (address, engine), Http2(address) as one, Http2(address) as other:
        calls = [(connection, [call(connection) for _ in range(200)]) for connection in (one, other)]
        for connection, _ in calls:
            connection.wait_until_taken_in()
        engine.released.set()
        counts = sum((ends(connection, streams) for connection, streams in calls), Counter())
        assert counts.keys() == {OK, CANCELLED}
        # Besides those that wait, a few have been taken up already.
        assert settings.max_waiting_calls <= counts[OK] <= settings.max_waiting_calls + FEW
        assert ends(one, [call(one)]) == {OK: 1}


class GatedEngine(Engine):
    """Lets calls through by number, and does nothing else while one stands before the gate."""

    def __init__(self, ring: KeyRing) -> None:
        super().__init__(ring)
        self._gate = threading.Condition()
        self.came = 0
        self._allowed = 0

    def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        with self._gate:
            self.came += 1
            self._gate.notify_all()
            assert self._gate.wait_for(lambda: self.came <= self._allowed, DEADLINE)
        return super().list_rulesets(request)

    def let_through(self, count: int) -> None:
        """So many; then one stands there."""
        with self._gate:
            self._allowed = self.came - 1 + count
            self._gate.notify_all()
            assert self._gate.wait_for(lambda: self.came > self._allowed, DEADLINE)

    def wait_until_busy(self) -> None:
        """Until a call stands before the gate."""
        with self._gate:
            assert self._gate.wait_for(lambda: self.came > self._allowed, DEADLINE)

    def open(self) -> None:
        """Let all through that stand there and come."""
        with self._gate:
            self._allowed = sys.maxsize
            self._gate.notify_all()

    def close(self) -> None:
        """The next that comes stands there."""
        with self._gate:
            self._allowed = self.came


@contextmanager
def gated_server(ring: KeyRing, settings: Settings) -> Iterator[tuple[GatedEngine, Http2]]:
    """A server and a connection to it."""
    engine = GatedEngine(ring)
    with (
        serving(engine, options=channel_options(settings), waiting=Waiting.of(settings)) as address,
        Http2(address) as connection,
    ):
        try:
            yield engine, connection
        finally:
            engine.open()


def offer(connection: Http2, count: int) -> list[int]:
    """So many calls at once, all taken in."""
    streams = [call(connection) for _ in range(count)]
    connection.wait_until_taken_in()
    return streams


def test_before_a_worker_that_does_not_rest_only_few_calls_wait(ring: KeyRing) -> None:
    """A burst that came to a worker at rest is answered; what comes before it is done finds little room."""
    standing, waiting = 8, 48
    with gated_server(ring, Settings(max_waiting_calls=waiting, max_standing_calls=standing)) as (engine, connection):
        first = call(connection)
        engine.wait_until_busy()
        burst = offer(connection, 60)
        # Most of the burst is answered, but not all, each time.
        engine.let_through(waiting - standing)
        second = offer(connection, 60)
        engine.let_through(standing // 2)
        third = offer(connection, 60)
        engine.open()
        assert ends(connection, [first]) == {OK: 1}
        assert waiting <= ends(connection, burst)[OK] <= waiting + FEW
        assert ends(connection, second)[OK] <= standing + FEW
        assert ends(connection, third)[OK] <= standing + FEW


def test_after_a_rest_there_is_room_for_a_burst_again(ring: KeyRing) -> None:
    waiting = 48
    with gated_server(ring, Settings(max_waiting_calls=waiting, max_standing_calls=8)) as (engine, connection):

        def answered() -> int:
            engine.close()
            first = call(connection)
            engine.wait_until_busy()
            streams = offer(connection, 60)
            engine.open()
            assert ends(connection, [first]) == {OK: 1}
            return ends(connection, streams)[OK]

        assert answered() >= waiting
        # While this client takes in what it was told, the worker rests.
        require_soon(lambda: answered() >= waiting)


def test_a_server_that_stops_answers_those_who_wait(ring: KeyRing) -> None:
    """Not those that wait with gRPC: they may be made elsewhere, for nothing of them was looked at."""
    standing, burst, calls = 8, 40, 60
    engine = BusyEngine(ring)
    told_to_stop = asyncio.Event()

    def ask(address: str, stop: Callable[[], object]) -> Counter[grpc.StatusCode]:
        turned_away = threading.Semaphore(0)
        with Canopy(address, timeout=DEADLINE, retry=False) as canopy:
            ask = canopy.stub.ListRulesets
            answers = [ask.future(engine_pb2.ListRulesetsRequest(), timeout=DEADLINE)]
            assert engine.is_busy.wait(DEADLINE)
            answers += [ask.future(engine_pb2.ListRulesetsRequest(), timeout=DEADLINE) for _ in range(calls)]
            for answer in answers:
                answer.add_done_callback(lambda _: turned_away.release())
            for _ in range(calls - burst - standing - FEW):
                assert turned_away.acquire(timeout=DEADLINE)
            stop()
            engine.released.set()
            return Counter(answer.code() for answer in answers)

    async def serve() -> Counter[grpc.StatusCode]:
        loop = asyncio.get_running_loop()
        waiting = Waiting(standing, burst)
        async with Server(engine, "127.0.0.1:0", grace_seconds=DEADLINE, waiting=waiting) as server:
            stop = partial(loop.call_soon_threadsafe, told_to_stop.set)
            asked = loop.run_in_executor(None, ask, server.address, stop)
            await told_to_stop.wait()
        return await asked

    counts = uvloop.run(serve())
    assert 1 + burst <= counts[grpc.StatusCode.OK] <= 1 + burst + standing + FEW
    assert counts.keys() <= {grpc.StatusCode.OK, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE}


def test_calls_that_are_taken_back_while_they_wait_are_not_looked_at(ring: KeyRing) -> None:
    settings = Settings(max_waiting_calls=48, max_standing_calls=8)
    with gated_server(ring, settings) as (engine, connection):
        first = call(connection)
        engine.wait_until_busy()
        streams = offer(connection, 40)
        for stream in streams[::2]:
            connection.reset(stream)
        connection.wait_until_taken_in()
        engine.open()
        assert ends(connection, [first, *streams[1::2]]) == {OK: 21}
        assert engine.came == 21


def test_who_asks_for_the_health_at_its_own_port_is_not_turned_away(ring: KeyRing) -> None:
    """Where calls come in, a full worker turns probes away with them; whoever looks after it would take it for dead."""
    settings = Settings(max_waiting_calls=8)
    with (
        port.reserved("127.0.0.1:0") as probes,
        busy_server(ring, settings, health_address=probes, share_port=True) as (address, engine),
        Http2(address) as connection,
        grpc.insecure_channel(address) as among_calls,
        grpc.insecure_channel(probes) as alone,
    ):
        for _ in range(100):
            call(connection)
        connection.wait_until_taken_in()
        asked = {}
        for channel in (among_calls, alone):
            ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/grpc.health.v1.Health/Check")
            asked[channel] = [ask.future(b"", timeout=DEADLINE) for _ in range(20)]
        assert {answer.code() for answer in asked[among_calls]} == {grpc.StatusCode.CANCELLED}
        engine.released.set()
        assert {answer.code() for answer in asked[alone]} == {grpc.StatusCode.OK}
