"""Many calls at once: they wait their turn, their clients hold more of them back, and none is dropped without need.

A worker that is busy is one whose event loop does nothing else, for as long as a test wants. What has reached gRPC by
then is known from the answer to a ping, which every call before it comes first.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service import port
from service.engine import Engine
from service.engine_service import new_metrics
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.sealing import Sealer
from service.settings import Settings
from service.table import seal_table
from service.transport import channel_options
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
    with serving(engine, options=channel_options(settings), **arguments) as address, Http2(address) as first:
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


@pytest.mark.parametrize("settings", [SETTINGS, Settings(max_waiting_calls=16)], ids=["usual", "fewer"])
def test_what_is_more_than_may_wait_is_cancelled_at_once(ring: KeyRing, settings: Settings) -> None:
    """gRPC does so itself, without a reason of ours; what waits is answered, and later calls are."""
    with busy_server(ring, settings) as (address, engine), Http2(address) as connection:
        streams = [call(connection) for _ in range(100)]
        connection.wait_until_taken_in()
        engine.released.set()
        counts = ends(connection, streams)
        assert counts.keys() == {OK, CANCELLED}
        # Besides those that wait, a few have been taken up already.
        assert settings.max_waiting_calls <= counts[OK] <= settings.max_waiting_calls + 5
        assert ends(connection, [call(connection)]) == {OK: 1}


def test_who_asks_for_the_health_at_its_own_port_is_not_turned_away(ring: KeyRing) -> None:
    """Where calls come in, a full worker turns probes away with them; whoever looks after it would take it for dead."""
    settings = Settings(max_waiting_calls=8)
    arguments = {"waiting": settings.max_waiting_calls, "share_port": True}
    with (
        port.reserved("127.0.0.1:0") as probes,
        busy_server(ring, settings, health_address=probes, **arguments) as (address, engine),
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
