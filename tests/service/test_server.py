"""The server around the service: health, reflection, raw bytes, its own defects, and stopping."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from contextlib import ExitStack
from typing import Any, TypeAlias

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service import referee_service
from service.addresses import split_address
from service.config import Settings
from service.engine import Engine
from service.engine_service import SERVICE_NAME
from service.errors import Reason
from service.keyring import KeyRing
from service.limits import Limits
from service.port import CannotListen
from service.server import Server
from service.transport import channel_options
from tests.service.conftest import DEADLINE, make_key, serving

METHODS = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods
HEALTH = "grpc.health.v1.Health"
REFLECTION = "grpc.reflection.v1alpha.ServerReflection"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
UNKNOWN_SERVICE = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN

Unary: TypeAlias = "grpc.UnaryUnaryMultiCallable[bytes, bytes]"
Stream: TypeAlias = "grpc.StreamStreamMultiCallable[bytes, bytes]"


def check_health(canopy: Canopy, service: str) -> object:
    """The status of a service, as a health probe asks for it."""
    call: Unary = canopy.channel.unary_unary(f"/{HEALTH}/Check")
    request = health_pb2.HealthCheckRequest(service=service)
    return read_health(call(request.SerializeToString(), timeout=DEADLINE))


def read_health(raw: bytes) -> object:
    return health_pb2.HealthCheckResponse.FromString(raw).status


@pytest.mark.parametrize("service", ["", "canopy.v1.EngineService"])
def test_health(canopy: Canopy, service: str) -> None:
    assert check_health(canopy, service) == SERVING


def test_health_of_an_unknown_service(canopy: Canopy) -> None:
    with pytest.raises(grpc.RpcError) as error:
        check_health(canopy, "gone")
    assert error.value.code() is grpc.StatusCode.NOT_FOUND


def test_reflection_lists_the_services_and_describes_them(canopy: Canopy) -> None:
    ask: Stream = canopy.channel.stream_stream(f"/{REFLECTION}/ServerReflectionInfo")
    requests = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE_NAME),
    ]
    answers = ask(iter([request.SerializeToString() for request in requests]), timeout=DEADLINE)
    listed, described = (reflection_pb2.ServerReflectionResponse.FromString(answer) for answer in answers)
    assert {service.name for service in listed.list_services_response.service} == {
        *(SERVICE_NAME, referee_service.SERVICE_NAME),
        *(HEALTH, REFLECTION),
    }
    assert described.file_descriptor_response.file_descriptor_proto


def test_every_rpc_of_the_service_is_answered(canopy: Canopy) -> None:
    """With an empty request none is unimplemented, and none fails in any way but a refusal."""
    for method in METHODS:
        path = f"/{SERVICE_NAME}/{method.name}"
        if method.client_streaming:
            stream: Stream = canopy.channel.stream_stream(path)
            assert list(stream(iter([]), timeout=DEADLINE)) == []
            continue
        call: Unary = canopy.channel.unary_unary(path)
        code = call.future(b"", timeout=DEADLINE).code()
        refused = {"CreateGame": grpc.StatusCode.NOT_FOUND, "GetRuleset": grpc.StatusCode.NOT_FOUND}
        fine = {"ListRulesets": grpc.StatusCode.OK}
        assert code is (fine | refused).get(method.name, grpc.StatusCode.UNAUTHENTICATED), method.name


@pytest.mark.parametrize("raw", [b"\xff", b"\x0a\x05ab", b"\x0a\x02\xff\xfe", b"\x08", b"\x00" * 9])
def test_bytes_that_are_no_message_are_malformed(canopy: Canopy, raw: bytes) -> None:
    call: Unary = canopy.channel.unary_unary(f"/{SERVICE_NAME}/CreateGame")
    with pytest.raises(grpc.RpcError) as error:
        call(raw, timeout=DEADLINE)
    assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert Reason.MALFORMED.sentence in (error.value.details() or "")


def test_a_limit_of_the_settings_is_the_limit(ring: KeyRing) -> None:
    with serving(Engine(ring, Limits(request_bytes=65_536))) as address, Canopy(address, timeout=DEADLINE) as canopy:
        with pytest.raises(Refused, match="65536") as error:
            canopy.get_view(b"x" * 65_536)
        assert error.value.reason == "TOO_LARGE"
        assert error.value.metadata["limit"] == "65536"
        # Far beyond the limit gRPC itself does not read on; the connection lives.
        with pytest.raises(grpc.RpcError) as beyond:
            canopy.get_view(b"x" * 1_000_000)
        assert beyond.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert canopy.list_rulesets().rulesets


class Defective(Engine):
    """An engine with a defect, which knows a secret."""

    def list_rulesets(self, request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        raise KeyError("a secret")


def test_a_defect_is_logged_and_answered_without_a_word_about_it(
    ring: KeyRing, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(Defective(ring)) as address, Canopy(address, timeout=DEADLINE) as canopy:
        with pytest.raises(Refused) as error:
            canopy.list_rulesets()
        assert error.value.reason == "INTERNAL_ERROR"
        assert error.value.message == Reason.INTERNAL_ERROR.sentence
        assert canopy.get_ruleset is not None
    assert [record.message for record in caplog.records] == ["defect in ListRulesets"]


def test_a_defect_does_not_end_a_stream(ring: KeyRing) -> None:
    class DefectiveView(Engine):
        def get_view(self, request: engine_pb2.GetViewRequest) -> engine_pb2.GetViewResponse:
            raise KeyError("a secret")

    requests = [
        engine_pb2.PlayGameRequest(id=1, get_view=engine_pb2.GetViewRequest()),
        engine_pb2.PlayGameRequest(id=2, reveal_game=engine_pb2.RevealGameRequest()),
    ]
    with serving(DefectiveView(ring)) as address, Canopy(address, timeout=DEADLINE) as canopy:
        answers = list(canopy.play_game(requests, timeout=DEADLINE))
    assert [answer.error.reason for answer in answers] == ["INTERNAL_ERROR", "TOKEN_UNOPENABLE"]


def test_two_services_with_keys_of_their_own_never_share_a_port(address: str) -> None:
    async def bind() -> None:
        Server(Engine(KeyRing((make_key("other"),))), address)

    with pytest.raises(CannotListen, match=f"cannot listen on {address}"):
        asyncio.run(bind())


def test_services_with_one_ring_share_a_port(ring: KeyRing) -> None:
    async def bind() -> tuple[str, str]:
        first = Server(Engine(ring), "127.0.0.1:0", share_port=True)
        second = Server(Engine(ring), first.address, share_port=True)
        return first.address, second.address

    first, second = asyncio.run(bind())
    assert first == second


def watch_health(channel: grpc.aio.Channel, service: str) -> Any:
    """A watch of the health of a service."""
    call: Any = channel.unary_stream(f"/{HEALTH}/Watch")
    return call(health_pb2.HealthCheckRequest(service=service).SerializeToString())


def test_draining_tells_who_watches_and_ends_streams_after_their_answers(ring: KeyRing) -> None:
    """A stream is open and health is watched; nothing has to be cut, so the grace is not used up."""

    async def scenario() -> None:
        server = Server(Engine(ring), "127.0.0.1:0", grace_seconds=1000 * DEADLINE)
        async with grpc.aio.insecure_channel(server.address) as channel:
            async with server:
                watches = [watch_health(channel, service) for service in ("", SERVICE_NAME)]
                for watch in watches:
                    assert read_health(await watch.read()) == SERVING
                play: Any = channel.stream_stream(f"/{SERVICE_NAME}/PlayGame")()
                await play.write(engine_pb2.PlayGameRequest(id=1).SerializeToString())
                assert engine_pb2.PlayGameResponse.FromString(await play.read()).id == 1
            for watch in watches:
                assert read_health(await watch.read()) == NOT_SERVING
                assert await watch.read() is grpc.aio.EOF
                assert await watch.code() is grpc.StatusCode.OK
            assert await play.code() is grpc.StatusCode.UNAVAILABLE
            assert await play.details() == Reason.SHUTTING_DOWN.sentence

    asyncio.run(asyncio.wait_for(scenario(), 2 * DEADLINE))


def test_health_of_an_unknown_service_may_be_watched(ring: KeyRing) -> None:
    async def scenario() -> None:
        server = Server(Engine(ring), "127.0.0.1:0", grace_seconds=1000 * DEADLINE)
        async with grpc.aio.insecure_channel(server.address) as channel:
            async with server:
                watch = watch_health(channel, "gone")
                assert read_health(await watch.read()) == UNKNOWN_SERVICE
            assert await watch.read() is grpc.aio.EOF

    asyncio.run(asyncio.wait_for(scenario(), 2 * DEADLINE))


def test_during_the_drain_delay_calls_are_answered_and_new_ones_taken(ring: KeyRing) -> None:
    """Health turns at once, so that whoever sends calls here turns elsewhere; until then nothing is refused."""

    async def scenario() -> None:
        server = Server(Engine(ring), "127.0.0.1:0", drain_seconds=1000 * DEADLINE)
        await server.__aenter__()
        async with grpc.aio.insecure_channel(server.address) as channel:
            watch = watch_health(channel, "")
            assert read_health(await watch.read()) == SERVING
            stopping = asyncio.create_task(server.__aexit__(None, None, None))
            assert read_health(await watch.read()) == NOT_SERVING
        async with grpc.aio.insecure_channel(server.address) as channel:
            call: Any = channel.unary_unary(f"/{SERVICE_NAME}/ListRulesets")
            assert await call(b"", timeout=DEADLINE)
            assert not stopping.done()
            await server.stop_now()
            await stopping

    asyncio.run(asyncio.wait_for(scenario(), 2 * DEADLINE))


def test_connections_over_the_limit_are_closed_and_the_others_live(ring: KeyRing) -> None:
    """A closed connection is one that can be made again elsewhere; one that is left waiting is not."""
    options = channel_options(Settings(max_connections=2))

    with serving(Engine(ring), options=options) as address, ExitStack() as connections:
        place = split_address(address)
        first, second, third = (connections.enter_context(socket.create_connection(place, DEADLINE)) for _ in range(3))
        assert first.recv(1) != b""
        assert second.recv(1) != b""
        assert third.recv(1) == b""
        first.close()
        # It takes the server a moment to see that there is room again.
        with Canopy(address, timeout=DEADLINE) as canopy:
            canopy.wait_until_ready()
            assert canopy.list_rulesets().rulesets


def test_the_engine_has_a_method_for_every_rpc() -> None:
    for method in METHODS:
        assert hasattr(Engine, "_".join(split_words(method.name)).lower()) or method.client_streaming


def split_words(name: str) -> list[str]:
    """ListLegalMoves -> List, Legal, Moves."""
    return "".join(f" {letter}" if letter.isupper() else letter for letter in name).split()


@pytest.mark.parametrize(
    "module",
    [
        *("engine", "play", "table", "sealing", "fairness", "capability", "commitment", "wire"),
        *("setups", "sight", "worlds", "referee.referee", "solver", "solver_pool", "solver_child"),
    ],
)
def test_the_core_knows_no_grpc(module: str) -> None:
    """A verifier without a network can use it."""
    code = f"import sys, service.{module}; sys.exit('grpc' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
