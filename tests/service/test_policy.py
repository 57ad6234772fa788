"""The client's policy: replicas are asked in turn, what found no room or nobody is asked again, and nothing else is."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pool import Default

from canopy import policy
from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2, referee_pb2, solver_pb2
from service.engine import Engine
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.settings import Settings
from tests.service.conftest import DEADLINE, serving
from tests.trust.robustness.test_waiting import busy_server

CONFIG: dict[str, Any] = json.loads(policy.SERVICE_CONFIG)
ATTEMPTS = 5

Request = engine_pb2.ListRulesetsRequest
Response = engine_pb2.ListRulesetsResponse


# -- what it says --


def method_config(service: str, method: str) -> dict[str, Any]:
    """What holds for a method: what names it, else what names its service, else what names nothing."""
    for name in ({"service": service, "method": method}, {"service": service}, {}):
        for entry in CONFIG["methodConfig"]:
            if name in entry["name"]:
                found: dict[str, Any] = entry
                return found
    raise LookupError(method)


def test_every_method_is_repeated_but_streams_of_requests() -> None:
    for file in (engine_pb2.DESCRIPTOR, referee_pb2.DESCRIPTOR, solver_pb2.DESCRIPTOR):
        for service in file.services_by_name.values():
            for method in service.methods:
                repeated = "retryPolicy" in method_config(service.full_name, method.name)
                assert repeated != method.client_streaming, method.full_name


def test_whatever_is_named_is_there() -> None:
    for entry in CONFIG["methodConfig"]:
        for name in entry["name"]:
            if name:
                service = Default().FindServiceByName(name["service"])
                assert name.get("method", service.methods[0].name) in service.methods_by_name


def test_replicas_are_asked_in_turn_and_one_at_a_time() -> None:
    assert CONFIG["loadBalancingConfig"] == [{"round_robin": {}}]
    assert "hedging" not in policy.SERVICE_CONFIG
    assert CONFIG["retryThrottling"]["tokenRatio"] < 1


def test_all_repeat_alike() -> None:
    policies = [entry["retryPolicy"] for entry in CONFIG["methodConfig"] if "retryPolicy" in entry]
    assert policies.count(policies[0]) == len(policies)
    assert policies[0]["maxAttempts"] == ATTEMPTS
    assert set(policies[0]["retryableStatusCodes"]) == {"UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED"}


def test_a_client_with_deadlines_of_its_own_is_not_cut_short() -> None:
    assert '"timeout"' in policy.SERVICE_CONFIG
    assert '"timeout"' not in str(dict(policy.channel_options())["grpc.service_config"])


# -- what it does --


class Moody(Engine):
    """Refuses as often as it is told to, then answers."""

    def __init__(self, ring: KeyRing, refusal: Refusal, times: int) -> None:
        super().__init__(ring)
        self._refusal = refusal
        self._left = times
        self.asked = 0

    def list_rulesets(self, request: Request) -> Response:
        self.asked += 1
        self._left -= 1
        if self._left >= 0:
            raise self._refusal
        return super().list_rulesets(request)


@contextmanager
def client_of(engine: Engine, **arguments: Any) -> Iterator[Canopy]:
    """A client of a server with this engine."""
    with serving(engine) as address, Canopy(address, timeout=DEADLINE, **arguments) as canopy:
        yield canopy


NO_ROOM = Refusal(Reason.OVERLOADED, retry_after=0.01)
NOBODY = Refusal(Reason.SHUTTING_DOWN)


@pytest.mark.parametrize("refusal", [NO_ROOM, NOBODY], ids=lambda refusal: refusal.reason.name)
def test_a_call_that_found_no_room_or_nobody_is_made_again(ring: KeyRing, refusal: Refusal) -> None:
    engine = Moody(ring, refusal, times=ATTEMPTS - 1)
    with client_of(engine) as canopy:
        assert canopy.list_rulesets().rulesets
    assert engine.asked == ATTEMPTS


def test_not_for_ever(ring: KeyRing) -> None:
    engine = Moody(ring, NO_ROOM, times=100)
    with client_of(engine) as canopy, pytest.raises(Refused) as refused:
        canopy.list_rulesets()
    assert engine.asked == ATTEMPTS
    assert refused.value.reason == NO_ROOM.reason.name
    assert refused.value.retry_after == NO_ROOM.retry_after


@pytest.mark.parametrize(
    "refusal",
    [Refusal(Reason.MALFORMED), Refusal(Reason.ILLEGAL_MOVE), Refusal(Reason.RATE_LIMITED, retry_after=900.0)],
    ids=lambda refusal: refusal.reason.name,
)
def test_what_would_end_the_same_way_is_not_made_again(ring: KeyRing, refusal: Refusal) -> None:
    """Nor what would only be answered long after its caller has given up: the caller learns when."""
    engine = Moody(ring, refusal, times=100)
    with client_of(engine) as canopy, pytest.raises(Refused) as refused:
        canopy.list_rulesets()
    assert engine.asked == 1
    assert refused.value.retry_after == refusal.retry_after


def test_who_does_not_want_it_gets_the_first_refusal(ring: KeyRing) -> None:
    engine = Moody(ring, NO_ROOM, times=100)
    with client_of(engine, retry=False) as canopy, pytest.raises(Refused):
        canopy.list_rulesets()
    assert engine.asked == 1


def test_calls_that_a_busy_worker_did_not_look_at_are_made_again(ring: KeyRing) -> None:
    """More at once than may wait: gRPC turns them away without a reason, and all are answered in the end."""
    waiting, calls = 8, 40
    with busy_server(ring, Settings(max_waiting_calls=waiting)) as (address, engine):
        turned_away = threading.Semaphore(0)
        with Canopy(address, timeout=DEADLINE, retry=False) as once, Canopy(address, timeout=DEADLINE) as again:
            futures = [once.stub.ListRulesets.future(Request(), timeout=DEADLINE) for _ in range(calls)]
            for future in futures:
                future.add_done_callback(lambda _: turned_away.release())
            for _ in range(calls - waiting - 5):  # besides those that wait, a few have been taken up already
                assert turned_away.acquire(timeout=DEADLINE)
            assert {future.code() for future in futures if future.done()} == {grpc.StatusCode.CANCELLED}
            repeated = [again.stub.ListRulesets.future(Request(), timeout=DEADLINE) for _ in range(calls)]
            engine.released.set()
            assert len({future.result(DEADLINE).SerializeToString() for future in repeated}) == 1


# -- two replicas --


class Counting(Engine):
    """Knows how often it was asked."""

    def __init__(self, ring: KeyRing) -> None:
        super().__init__(ring)
        self.asked = 0

    def list_rulesets(self, request: Request) -> Response:
        self.asked += 1
        return super().list_rulesets(request)


def ask_until_all_are_asked(canopy: Canopy, engines: list[Counting]) -> None:
    """Connections come one after the other; until all are there, some replicas are asked by themselves."""
    while not all(engine.asked for engine in engines):
        canopy.list_rulesets()
    for engine in engines:
        engine.asked = 0


def test_replicas_take_turns_and_the_others_go_on_when_one_stops(ring: KeyRing) -> None:
    engines = [Counting(ring) for _ in range(3)]
    with ExitStack() as stack:
        stops = [stack.enter_context(ExitStack()) for _ in engines]
        addresses = [stop.enter_context(serving(engine)) for stop, engine in zip(stops, engines, strict=True)]
        canopy = stack.enter_context(Canopy(f"ipv4:{','.join(addresses)}", timeout=DEADLINE))
        ask_until_all_are_asked(canopy, engines)
        for _ in range(30):
            canopy.list_rulesets()
        assert [engine.asked for engine in engines] == [10, 10, 10]
        stops[1].close()
        for _ in range(30):
            canopy.list_rulesets()
        assert engines[1].asked == 10
        assert engines[0].asked + engines[2].asked == 50
