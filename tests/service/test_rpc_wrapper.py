"""The wrapper around every RPC: what is counted and logged of a call, what is refused before it, how streams end."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, cast

import grpc
import pytest
from prometheus_client import Gauge

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service.engine import Engine
from service.engine_service import SERVICE_NAME, new_metrics
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.rpc import CallLimits, Wrapper
from service.server import Server
from tests.service.conftest import DEADLINE, serving
from tests.service.counted import Counted
from tests.service.driver import Driven

LIST_RULESETS = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods_by_name["ListRulesets"]
CANARY = "canary-of-a-secret"

Request = engine_pb2.PlayGameRequest
Response = engine_pb2.PlayGameResponse


@contextmanager
def served(engine: Engine, wrapper: Wrapper) -> Iterator[Canopy]:
    """A client of a server with this wrapper."""
    with serving(engine, wrapper=wrapper) as address, Canopy(address, timeout=DEADLINE, retry=False) as canopy:
        yield canopy


def new_wrapper(**limits: int) -> Wrapper:
    return Wrapper(new_metrics(), CallLimits(65_536, **limits))


class Defective(Engine):
    """An engine with a defect that knows a secret."""

    def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        secret = CANARY
        try:
            raise KeyError(secret)
        except KeyError as error:
            raise ValueError(f"{request} {secret}") from error

    def get_view(self, request: engine_pb2.GetViewRequest) -> engine_pb2.GetViewResponse:
        raise ValueError(CANARY)


# -- counting --


def test_a_unary_call_is_counted_with_its_code(ring: KeyRing, ruleset: str) -> None:
    wrapper = new_wrapper()
    with served(Defective(ring), wrapper) as canopy:
        for _ in range(6):
            canopy.get_ruleset(ruleset)
        with pytest.raises(Refused):
            canopy.get_ruleset("none")
        with pytest.raises(Refused):
            canopy.list_rulesets()
    counted = Counted.of(wrapper.metrics)
    assert counted.codes("GetRuleset") == {"OK": 6, "NOT_FOUND": 1}
    assert counted.codes("ListRulesets") == {"INTERNAL": 1}
    assert counted.method("started_total", "GetRuleset") == 7
    assert counted.method("msg_received_total", "GetRuleset") == 7
    assert counted.method("msg_sent_total", "GetRuleset") == 6
    assert counted.method("handling_seconds_count", "GetRuleset") == 7
    assert 0 < counted.method("handling_seconds_sum", "GetRuleset") < DEADLINE
    assert counted.method("started_total", "GetView") == 0


def test_a_stream_is_one_call_and_each_of_its_messages_a_message(ring: KeyRing) -> None:
    wrapper = new_wrapper()
    requests = [Request(id=1), Request(id=2, reveal_game={}), Request(id=3, get_view={})]
    with served(Defective(ring), wrapper) as canopy:
        reasons = [answer.error.reason for answer in canopy.play_game(requests, timeout=DEADLINE)]
    assert reasons == ["MALFORMED", "TOKEN_UNOPENABLE", "INTERNAL_ERROR"]
    counted = Counted.of(wrapper.metrics)
    assert counted.codes("PlayGame") == {"OK": 1}
    assert counted.method("started_total", "PlayGame") == 1
    assert counted.method("msg_received_total", "PlayGame") == 3
    assert counted.method("msg_sent_total", "PlayGame") == 3
    assert counted.method("handling_seconds_count", "PlayGame") == 1


def test_an_expired_call_is_counted_as_the_client_saw_it(ring: KeyRing) -> None:
    """The engine answers only after the client has given up."""
    given_up = threading.Event()

    class Slow(Engine):
        def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
            assert given_up.wait(DEADLINE)
            return super().list_rulesets(request)

    wrapper = new_wrapper()
    with served(Slow(ring), wrapper) as canopy:
        with pytest.raises(grpc.RpcError) as error:
            canopy.stub.ListRulesets(engine_pb2.ListRulesetsRequest(), timeout=0.5)
        given_up.set()
        assert error.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert canopy.list_rulesets().rulesets
    assert Counted.of(wrapper.metrics).codes("ListRulesets") == {"DEADLINE_EXCEEDED": 1, "OK": 1}


def test_cut_streams_are_counted_as_the_client_saw_them(ring: KeyRing) -> None:
    wrapper = new_wrapper()

    async def scenario(channel: grpc.aio.Channel) -> None:
        cancelled = await open_stream(channel)
        cancelled.cancel()
        expired = await open_stream(channel, seconds=0.5)
        assert await expired.code() is grpc.StatusCode.DEADLINE_EXCEEDED

    in_one_loop(Engine(ring), wrapper, scenario)
    counted = Counted.of(wrapper.metrics)
    assert counted.codes("PlayGame") == {"CANCELLED": 1, "DEADLINE_EXCEEDED": 1}
    assert counted.value("canopy_in_flight") == 0


def test_what_happens_at_tables_is_counted_by_ruleset(ring: KeyRing, ruleset: str) -> None:
    metrics = new_metrics()
    with served(Engine(ring, tally=metrics), Wrapper(metrics, CallLimits(65_536))) as canopy:
        table = Driven(canopy, ruleset)
        seat = table.seats[0]
        move = table.legal(seat)[0]
        with pytest.raises(Refused) as refused:
            table.apply(moves=[(table.status.players, move)])
        canopy.apply_moves(table.token, table.host_key, moves=[(seat, move)], validate_only=True)
        table.apply(moves=[(seat, move)])
        table.finish()
        checked = canopy.check_move(table.token, table.host_key, move, seat=seat)
        with pytest.raises(Refused) as uncommitted:
            table.commit(seat, move)
    told = [violation.code for violation in (*refused.value.violations, *checked.violations)]
    told += [violation.code for violation in uncommitted.value.violations]
    counted = Counted.of(metrics)
    assert len(told) >= 3
    for code in set(told):
        assert counted.value("canopy_violations_total", ruleset=ruleset, code=code) == told.count(code)
    assert counted.total("canopy_violations_total") == len(told)
    assert counted.value("canopy_games_created_total", ruleset=ruleset) == 1
    assert 1 < counted.value("canopy_moves_total", ruleset=ruleset) <= table.status.ply


# -- too much at once --


def test_streams_beyond_the_limit_are_refused_until_one_ends(ring: KeyRing) -> None:
    wrapper = new_wrapper(streams=1)

    async def scenario(channel: grpc.aio.Channel) -> None:
        first = await open_stream(channel)
        assert Counted.of(wrapper.metrics).value("canopy_in_flight") == 1
        second: Any = play(channel)
        assert await second.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert Reason.TOO_MANY_STREAMS.sentence in await second.details()
        await first.done_writing()
        assert await first.code() is grpc.StatusCode.OK
        third = await open_stream(channel)
        await third.done_writing()
        assert await third.code() is grpc.StatusCode.OK

    in_one_loop(Engine(ring), wrapper, scenario)
    counted = Counted.of(wrapper.metrics)
    assert counted.codes("PlayGame") == {"OK": 2, "RESOURCE_EXHAUSTED": 1}
    assert counted.value("canopy_shed_total", reason="TOO_MANY_STREAMS") == 1


def test_calls_that_wait_are_limited_and_the_client_is_told_when_to_try_again(ring: KeyRing) -> None:
    """A call that is a coroutine waits; a second one is too many, and one that does not wait is none."""
    wrapper = new_wrapper(in_flight=1)
    flight = Flight(wrapper)

    async def scenario() -> None:
        go_on = asyncio.Event()

        async def wait(
            request: engine_pb2.ListRulesetsRequest, seconds_left: float | None
        ) -> engine_pb2.ListRulesetsResponse:
            del request
            assert seconds_left is None
            await go_on.wait()
            return engine_pb2.ListRulesetsResponse()

        server = grpc.aio.server()
        handlers = {
            "Waits": wrapper.unary(LIST_RULESETS, wait),
            "Is": wrapper.unary(LIST_RULESETS, Engine(ring).list_rulesets),
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test", handlers),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            waits: Any = channel.unary_unary("/test/Waits")
            answers: Any = channel.unary_unary("/test/Is")
            first = waits(b"")
            await flight.until(1)
            assert await answers(b"")
            with pytest.raises(grpc.aio.AioRpcError) as second:
                await waits(b"")
            go_on.set()
            assert await first == b""
            go_on.clear()
            cut = waits(b"")
            await flight.until(1)
            cut.cancel()
            await flight.until(0)
        await server.stop(None)
        wrapper.metrics.flush()
        refused = second.value
        assert refused.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert refused.details() == Reason.OVERLOADED.sentence

    asyncio.run(scenario())
    counted = Counted.of(wrapper.metrics)
    assert counted.value("canopy_shed_total", reason="OVERLOADED") == 1
    assert counted.codes("ListRulesets") == {"OK": 2, "RESOURCE_EXHAUSTED": 1, "CANCELLED": 1}


def test_the_client_learns_when_to_try_again(ring: KeyRing) -> None:
    class Full(Engine):
        def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> NoReturn:
            raise Refusal(Reason.OVERLOADED, retry_after=0.25)

    with served(Full(ring), new_wrapper()) as canopy, pytest.raises(Refused) as error:
        canopy.list_rulesets()
    assert error.value.retry_after == 0.25


# -- stopping --


def test_streams_are_told_to_go_and_other_calls_are_answered(ring: KeyRing) -> None:
    wrapper = new_wrapper()

    async def scenario(channel: grpc.aio.Channel) -> None:
        idle = await open_stream(channel)
        wrapper.drain()
        for stream in (idle, play(channel)):
            assert await stream.code() is grpc.StatusCode.UNAVAILABLE
            assert await stream.details() == Reason.SHUTTING_DOWN.sentence
        answers: Any = channel.unary_unary(f"/{SERVICE_NAME}/ListRulesets")
        assert await answers(b"")

    in_one_loop(Engine(ring), wrapper, scenario)
    assert wrapper.draining
    assert Counted.of(wrapper.metrics).codes("PlayGame") == {"UNAVAILABLE": 2}


def test_a_stream_is_answered_before_it_is_told_to_go(ring: KeyRing) -> None:
    """The stop comes while a request of the stream is being answered."""
    wrapper = new_wrapper()

    class Stopping(Engine):
        def get_view(self, request: engine_pb2.GetViewRequest) -> engine_pb2.GetViewResponse:
            wrapper.drain()
            return super().get_view(request)

    async def scenario(channel: grpc.aio.Channel) -> None:
        stream = await open_stream(channel)
        await stream.write(Request(id=2, get_view={}).SerializeToString())
        assert Response.FromString(await stream.read()).id == 2
        assert await stream.code() is grpc.StatusCode.UNAVAILABLE

    in_one_loop(Stopping(ring), wrapper, scenario)


# -- logging --


def test_nothing_is_logged_of_calls_unless_wanted(ring: KeyRing, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "service")
    with served(Engine(ring), new_wrapper()) as canopy:
        canopy.list_rulesets()
        with pytest.raises(Refused):
            canopy.get_ruleset("none")
    assert [record.getMessage() for record in caplog.records] == []


def test_the_access_log_says_who_called_what_and_how_it_ended(ring: KeyRing, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "service")
    wrapper = Wrapper(new_metrics(), CallLimits(65_536), access_log=True)
    with served(Engine(ring), wrapper) as canopy:
        canopy.stub.ListRulesets(engine_pb2.ListRulesetsRequest(), metadata=(("x-request-id", "mine-1"),))
        with pytest.raises(Refused):
            canopy.get_ruleset(CANARY)
        list(canopy.play_game([Request(id=1)], timeout=DEADLINE))
    said = [fields_of(record) for record in caplog.records]
    assert [(fields["method"], fields["code"], fields.get("reason")) for fields in said] == [
        ("ListRulesets", "OK", None),
        ("GetRuleset", "NOT_FOUND", "UNKNOWN_RULESET"),
        ("PlayGame", "OK", None),
    ]
    assert said[0]["request_id"] == "mine-1"
    assert said[1]["request_id"] != said[2]["request_id"]
    for fields in said:
        assert 0 <= float(str(fields["milliseconds"])) < 1000 * DEADLINE
        assert str(fields["peer"]).startswith("ipv4:127.0.0.1:")
    assert CANARY not in json.dumps(said)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    fields: dict[str, object] = record.__dict__["canopy_fields"]
    return fields


def test_a_defect_is_logged_without_any_value(ring: KeyRing, caplog: pytest.LogCaptureFixture) -> None:
    with served(Defective(ring), new_wrapper()) as canopy:
        with pytest.raises(Refused) as error:
            canopy.list_rulesets()
        stream = canopy.play_game([Request(id=1, get_view={})], timeout=DEADLINE)
        assert [answer.error.message for answer in stream] == [Reason.INTERNAL_ERROR.sentence]
    assert str(error.value) == Reason.INTERNAL_ERROR.sentence
    unary, streamed = caplog.records
    assert (unary.getMessage(), streamed.getMessage()) == ("defect in ListRulesets", "defect in PlayGame")
    trace = str(fields_of(unary)["trace"])
    assert "builtins.KeyError" in trace
    assert "builtins.ValueError" in trace
    assert "list_rulesets" in trace
    for record in caplog.records:
        assert record.exc_info is None
        assert CANARY not in repr(record.__dict__)


# -- what a call costs --


def test_metadata_is_not_touched_when_nobody_needs_it(ring: KeyRing) -> None:
    class Context:
        def invocation_metadata(self) -> NoReturn:
            raise AssertionError("nobody needs it")

        def time_remaining(self) -> None:
            return None

    handler: Any = new_wrapper().unary(LIST_RULESETS, Engine(ring).list_rulesets)
    assert asyncio.run(handler.unary_unary(b"", Context()))


# -- helpers --


def in_one_loop(engine: Engine, wrapper: Wrapper, scenario: Callable[[grpc.aio.Channel], Awaitable[None]]) -> None:
    """Run a scenario with a channel to a server in the same event loop, to the end of all calls."""
    flight = Flight(wrapper)

    async def run() -> None:
        async with Server(engine, "127.0.0.1:0", wrapper=wrapper) as server:
            async with grpc.aio.insecure_channel(server.address) as channel:
                await scenario(channel)
            await flight.until(0)

    asyncio.run(run())


def play(channel: grpc.aio.Channel, seconds: float = DEADLINE) -> Any:
    """A stream to PlayGame."""
    call: Any = channel.stream_stream(f"/{SERVICE_NAME}/PlayGame")
    return call(timeout=seconds)


async def open_stream(channel: grpc.aio.Channel, seconds: float = DEADLINE) -> Any:
    """A stream that has been answered once, so that the server surely has it."""
    stream = play(channel, seconds)
    await stream.write(Request(id=1).SerializeToString())
    assert Response.FromString(await stream.read()).id == 1
    return stream


class Flight:
    """Lets a test wait until so many calls are in flight."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._wrapper = wrapper
        self._gauge = wrapper.metrics.in_flight
        self._changed = asyncio.Event()
        wrapper.metrics.in_flight = cast("Gauge", self)

    def set(self, value: float) -> None:
        """As the wrapper calls the gauge."""
        self._gauge.set(value)
        self._changed.set()

    async def until(self, count: int) -> None:
        """Return when so many are."""
        async with asyncio.timeout(DEADLINE):
            while self._wrapper.in_flight != count:
                self._changed.clear()
                await self._changed.wait()
