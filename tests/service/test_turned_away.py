"""Calls that gRPC turns away by itself are counted: never too many, and at most as many too few as may wait."""

from __future__ import annotations

from functools import partial

import grpc
import pytest
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from canopy.client import Canopy
from service.engine import Engine
from service.engine_service import SERVICE_NAME, new_metrics
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.turned_away import NOT_TAKEN_UP, TurnedAway
from service.waiting import Waiting
from tests.service.conftest import DEADLINE, serving
from tests.service.counted import Counted
from tests.trust.robustness.http2 import Http2
from tests.trust.robustness.test_waiting import BusyEngine, call, ends

WAITING = 8


def counted(wrapper: Wrapper) -> float:
    """What is told so far."""
    return Counted.of(wrapper.metrics).value("canopy_shed_total", reason=NOT_TAKEN_UP)


def new_wrapper() -> Wrapper:
    return Wrapper(new_metrics(), CallLimits(Limits().request_bytes))


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        ([(0, 0)], 0),
        ([(100, 100)], 0),
        # These may all be waiting.
        ([(100, 92), (200, 200)], 0),
        ([(100, 91), (200, 200)], 1),
        ([(100, 50), (150, 100), (160, 100)], 52),
        # What was counted stays so.
        ([(100, 50), (160, 150)], 42),
    ],
)
def test_what_came_and_was_neither_asked_for_nor_waits_was_turned_away(
    looks: list[tuple[int, int]], told: float
) -> None:
    wrapper = new_wrapper()
    came, requested = (iter(numbers) for numbers in zip(*looks, strict=True))
    turned_away = TurnedAway(WAITING, wrapper.metrics, partial(next, requested), partial(next, came))
    for _ in looks:
        turned_away.look()
    assert counted(wrapper) == told


@pytest.mark.parametrize("waiting", [Waiting(WAITING), Waiting(WAITING, burst=40)])
def test_a_server_counts_what_it_has_turned_away(ring: KeyRing, waiting: Waiting) -> None:
    engine, wrapper = BusyEngine(ring), new_wrapper()
    with serving(engine, wrapper=wrapper, waiting=waiting) as address, Http2(address) as connection:
        call(connection)
        assert engine.is_busy.wait(DEADLINE)
        streams = [call(connection) for _ in range(200)]
        connection.wait_until_taken_in()
        engine.released.set()
        cancelled = ends(connection, streams)[1]
    too_few = waiting.standing + waiting.burst + 1  # at most
    assert cancelled - too_few <= counted(wrapper) <= cancelled
    assert cancelled > too_few


def test_whatever_is_handed_over_is_not_turned_away(ring: KeyRing) -> None:
    """Calls of health and reflection, and those of methods that there are not."""
    wrapper = new_wrapper()
    with (
        serving(Engine(ring), wrapper=wrapper, waiting=Waiting(1)) as address,
        Canopy(address, timeout=DEADLINE) as canopy,
    ):
        health: grpc.UnaryUnaryMultiCallable[bytes, bytes] = canopy.channel.unary_unary("/grpc.health.v1.Health/Check")
        unknown: grpc.UnaryUnaryMultiCallable[bytes, bytes] = canopy.channel.unary_unary(f"/{SERVICE_NAME}/Dance")
        reflection = ProtoReflectionDescriptorDatabase(canopy.channel)
        for _ in range(20):
            canopy.list_rulesets()
            assert health(b"", timeout=DEADLINE)
            assert SERVICE_NAME in reflection.get_services()
            with pytest.raises(grpc.RpcError):
                unknown(b"", timeout=DEADLINE)
    assert counted(wrapper) == 0
