"""Which services are offered (`--services`), and the port for probes that know no TLS (`--health-address`)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from service import engine_service, solver_service
from service.config import BadConfig, Settings
from service.engine import Engine
from service.keyring import KeyRing
from service.port import CannotListen
from service.server import Server, make_server
from tests.service.conftest import DEADLINE
from tests.service.processes import Client, running

ENGINE = engine_service.SERVICE_NAME
SOLVER = solver_service.SERVICE_NAME
SPINE = {"grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
FREE_PORT = "127.0.0.1:0"


async def health_of(address: str, service: str) -> object:
    """What a probe is told, a status of health or of gRPC."""
    async with grpc.aio.insecure_channel(address) as channel:
        ask: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        request = health_pb2.HealthCheckRequest(service=service)
        try:
            answer = await ask(request.SerializeToString(), timeout=DEADLINE)
            return health_pb2.HealthCheckResponse.FromString(answer).status
        except grpc.aio.AioRpcError as error:
            return error.code()


async def reflected(address: str) -> set[str]:
    """The services that reflection lists."""
    async with grpc.aio.insecure_channel(address) as channel:
        ask: Any = channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        (answer,) = [answer async for answer in ask(iter([request.SerializeToString()]), timeout=DEADLINE)]
        listed = reflection_pb2.ServerReflectionResponse.FromString(answer).list_services_response
        return {service.name for service in listed.service}


async def status_of(address: str, method: str) -> grpc.StatusCode:
    """How an empty request is answered."""
    async with grpc.aio.insecure_channel(address) as channel:
        ask: Any = channel.unary_unary(f"/{method}")
        code: grpc.StatusCode = await ask(b"", timeout=DEADLINE).code()
        return code


@pytest.mark.parametrize(("offered", "there", "not_there"), [("engine", ENGINE, SOLVER), ("solver", SOLVER, ENGINE)])
def test_calls_health_and_reflection_know_what_is_offered_and_nothing_else(
    offered: str, there: str, not_there: str, ring: KeyRing
) -> None:
    methods = {ENGINE: "ListRulesets", SOLVER: "SampleWorlds"}

    async def scenario() -> None:
        server = make_server(Settings(bind=FREE_PORT, services=offered), ring, share_port=False)
        async with server:
            assert await reflected(server.address) == {there, *SPINE}
            assert await health_of(server.address, "") == health_pb2.HealthCheckResponse.SERVING
            assert await health_of(server.address, there) == health_pb2.HealthCheckResponse.SERVING
            assert await health_of(server.address, not_there) is grpc.StatusCode.NOT_FOUND
            assert await status_of(server.address, f"{there}/{methods[there]}") in {
                grpc.StatusCode.OK,
                grpc.StatusCode.INVALID_ARGUMENT,
            }
            assert await status_of(server.address, f"{not_there}/{methods[not_there]}") is grpc.StatusCode.UNIMPLEMENTED

    asyncio.run(asyncio.wait_for(scenario(), DEADLINE))


@pytest.mark.parametrize("settings", [Settings(services="gone"), Settings(services="solver", solver_processes=0)])
def test_a_service_that_is_not_to_be_had_is_refused_with_those_that_are(settings: Settings, ring: KeyRing) -> None:
    async def scenario() -> None:
        make_server(settings, ring, share_port=False)

    with pytest.raises(BadConfig, match=r"services: '(gone|solver)' is not to be had here, where there are engine"):
        asyncio.run(scenario())


def test_probes_find_the_health_at_its_port_and_nothing_else(ring: KeyRing) -> None:
    async def scenario() -> None:
        server = Server(Engine(ring), FREE_PORT, drain_seconds=1000 * DEADLINE, health_address=FREE_PORT)
        await server.__aenter__()
        assert server.health_address is not None
        assert await health_of(server.health_address, ENGINE) == health_pb2.HealthCheckResponse.SERVING
        assert await status_of(server.health_address, f"{ENGINE}/ListRulesets") is grpc.StatusCode.UNIMPLEMENTED
        stopping = asyncio.create_task(server.__aexit__(None, None, None))
        # Health turns as soon as it is about to stop, and goes on being told.
        while await health_of(server.health_address, ENGINE) == health_pb2.HealthCheckResponse.SERVING:
            assert not stopping.done()
        assert await health_of(server.health_address, "") == health_pb2.HealthCheckResponse.NOT_SERVING
        await server.stop_now()
        await stopping
        assert await health_of(server.health_address, "") is grpc.StatusCode.UNAVAILABLE

    asyncio.run(asyncio.wait_for(scenario(), DEADLINE))


def test_port_of_the_health_that_is_taken(ring: KeyRing) -> None:
    async def scenario() -> None:
        first = Server(Engine(ring), FREE_PORT)
        Server(Engine(ring), FREE_PORT, health_address=first.address)

    with pytest.raises(CannotListen, match="cannot listen on"):
        asyncio.run(scenario())


def test_all_workers_tell_their_health_at_one_port(tmp_path: Path) -> None:
    with running(tmp_path, "--health-address", FREE_PORT, workers=2) as service:
        address = service.log.wait_for("health is served")["address"]
        assert address != service.address
        assert asyncio.run(health_of(address, ENGINE)) == health_pb2.HealthCheckResponse.SERVING
        with Client(service.address) as client:
            assert client.list_rulesets().rulesets
        assert service.stop() == 0
