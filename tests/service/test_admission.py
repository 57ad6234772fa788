"""A deadline that cannot be met is refused before any work; what cannot be known is not refused."""

from __future__ import annotations

import asyncio
import contextlib
import math
from typing import Any, NoReturn

import pytest

from canopy.v1 import engine_pb2
from service.admission import RETRY_SECONDS, Ahead, Expectation, Gate, expected_wait
from service.engine_service import new_metrics
from service.errors import Reason, Refusal
from service.rpc import CallLimits, Wrapper
from service.status import DETAILS_TRAILER, PUSHBACK_TRAILER, pushback
from tests.service.counted import Counted

LIST_RULESETS = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods_by_name["ListRulesets"]


# -- what is expected --


def test_nothing_is_expected_of_what_never_happened() -> None:
    assert Expectation().seconds == 0
    Gate().require_time(0.0)


def test_what_is_expected_follows_what_happens() -> None:
    expected = Expectation()
    seen = []
    for _ in range(40):
        expected.learn(2.0)
        seen.append(expected.seconds)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(2.0, rel=0.01)
    expected.learn(10.0)
    assert 2.0 < expected.seconds < 4.0


# -- calls that answer at once --


@pytest.mark.parametrize("seconds_left", [None, math.inf, 5.0, 2.0])
def test_who_has_time_is_let_in(seconds_left: float | None) -> None:
    Gate(Expectation(2.0)).require_time(seconds_left)


@pytest.mark.parametrize("seconds_left", [1.99, 0.1, 0.0, -1.0])
def test_who_has_no_time_is_told_when_to_come_again(seconds_left: float) -> None:
    with pytest.raises(Refusal) as refused:
        Gate(Expectation(2.0)).require_time(seconds_left)
    assert refused.value.reason is Reason.OVERLOADED
    assert refused.value.retry_after == RETRY_SECONDS


def test_a_slow_call_does_not_keep_those_in_a_hurry_out_for_ever() -> None:
    """Even if nobody else calls: each refusal brings the next one nearer to being let in."""
    gate = Gate(Expectation(60.0))
    for _ in range(10):
        with pytest.raises(Refusal):
            gate.require_time(1.0)
    for _ in range(100):
        with contextlib.suppress(Refusal):
            gate.require_time(1.0)
    gate.require_time(1.0)


# -- questions that wait --


@pytest.mark.parametrize(
    ("ahead", "processes", "expected", "wait"),
    [
        ([], 1, 5.0, 0.0),
        ([Ahead(60.0)], 1, 5.0, 5.0),
        ([Ahead(60.0, computed=4.0)], 1, 5.0, 1.0),
        # Whoever takes longer than expected may be done at any moment.
        ([Ahead(60.0, computed=9.0)], 1, 5.0, 0.0),
        # Nobody takes longer than the longest.
        ([Ahead(2.0), Ahead(60.0)], 1, 5.0, 7.0),
        ([Ahead(2.0, computed=1.5)], 1, 5.0, 0.5),
        ([Ahead(60.0)] * 4, 2, 5.0, 10.0),
        ([Ahead(60.0)] * 4, 2, 0.0, 0.0),
    ],
)
def test_the_wait_is_the_work_ahead_over_all_processes(
    ahead: list[Ahead], processes: int, expected: float, wait: float
) -> None:
    assert expected_wait(ahead, processes, expected) == pytest.approx(wait)


# -- in the wrapper --


class Refused(Exception):
    """What `abort` raises."""


class Context:
    """As much of a call as the wrapper looks at when nothing else is asked for."""

    def __init__(self, seconds_left: float | None) -> None:
        self._seconds_left = seconds_left
        self.trailers: dict[str, str | bytes] = {}

    def time_remaining(self) -> float | None:
        """As gRPC has it."""
        return self._seconds_left

    async def abort(self, code: object, message: str, trailers: tuple[tuple[str, str | bytes], ...]) -> NoReturn:
        """As gRPC has it."""
        self.trailers = dict(trailers)
        raise Refused(code, message)


class Clock:
    """Goes on by itself while a call is answered, by as much as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_call_is_refused_before_it_is_looked_at_when_such_calls_take_longer_than_it_has() -> None:
    clock = Clock()
    answered = []

    def slow(request: engine_pb2.ListRulesetsRequest) -> engine_pb2.ListRulesetsResponse:
        answered.append(request)
        clock.now += 4.0
        return engine_pb2.ListRulesetsResponse()

    wrapper = Wrapper(new_metrics(), CallLimits(65_536), clock=clock)
    handler: Any = wrapper.unary(LIST_RULESETS, slow)

    def call(context: Context) -> None:
        asyncio.run(handler.unary_unary(b"", context))

    for _ in range(40):
        call(Context(None))
    call(Context(4.5))
    hurried = Context(3.0)
    with pytest.raises(Refused, match="deadline"):
        call(hurried)
    assert len(answered) == 41
    assert hurried.trailers.keys() == {DETAILS_TRAILER, PUSHBACK_TRAILER}
    assert hurried.trailers[PUSHBACK_TRAILER] == str(round(1000 * RETRY_SECONDS))
    expired = Context(0.0)
    with pytest.raises(Refused):
        call(expired)
    wrapper.metrics.flush()
    counted = Counted.of(wrapper.metrics)
    assert counted.value("canopy_shed_total", reason="OVERLOADED") == 2
    assert counted.codes("ListRulesets") == {"OK": 41, "RESOURCE_EXHAUSTED": 1, "DEADLINE_EXCEEDED": 1}


# -- what a retry policy is told --


@pytest.mark.parametrize(
    ("retry_after", "told"), [(None, None), (0.25, "250"), (1.0, "1000"), (2.0, "2000"), (2.1, "-1"), (900.0, "-1")]
)
def test_a_policy_waits_as_long_as_it_is_told_or_leaves_it_to_its_caller(
    retry_after: float | None, told: str | None
) -> None:
    assert pushback(Refusal(Reason.RATE_LIMITED, retry_after=retry_after)) == told
