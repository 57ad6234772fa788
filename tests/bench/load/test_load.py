"""The load benchmark measures what it says it does. How fast the machine is at it is no matter for a test."""

from __future__ import annotations

import grpc
import pytest

from canopy.v1 import engine_pb2
from engines import registry
from service.engine import Engine
from tests.bench.load import calls, costs, echo, h2load, openloop, overload
from tests.bench.load.__main__ import EXIT_CANNOT_MEASURE, main
from tests.bench.load.h2load import Call, NotAllAnswered
from tests.bench.load.openloop import Outcome
from tests.bench.load.processes import running
from tests.bench.load.worker import RING

CALL = Call("a call", "/a/Call", b"request", b"response")
REPORT = """
finished in 567.89ms, 1760.91 req/s, 3.16MB/s
requests: 1000 total, 1000 started, 1000 done, {succeeded} succeeded, 0 failed, 0 errored, 0 timeout
status codes: 1000 2xx, 0 3xx, 0 4xx, 0 5xx
traffic: 1.93MB (2023456) total, 12.06KB (12345) headers (space savings 95.03%), 1.23MB ({data}) data
"""


def test_messages_are_of_one_size_and_answers_are_real() -> None:
    engine = Engine(RING)
    requests = calls.choices(engine)
    assert list(requests) == [calls.FIRST, calls.LAST]
    for name, (choice, empty) in calls.pairs().items():
        assert len(choice.request) == len(empty.request)
        assert len(choice.response) == len(empty.response)
        assert choice.response == engine.apply_moves(requests[name]).SerializeToString(deterministic=True)


def test_the_last_choice_writes_the_round_and_rolls() -> None:
    engine = Engine(RING)
    first, last = (engine.apply_moves(request) for request in calls.choices(engine).values())
    assert [event.trek12.WhichOneof("event") for event in first.updates[0].events] == ["chose"]
    kinds = [event.trek12.WhichOneof("event") for event in last.updates[0].events]
    assert kinds.count("wrote") == calls.PLAYERS
    assert kinds[-1] == "rolled"


def test_a_worker_answers_both_calls_with_what_is_expected() -> None:
    with running(1) as workers, grpc.insecure_channel(workers.address) as channel:
        for call in (call for pair in calls.pairs().values() for call in pair):
            send: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(call.path)
            assert send(call.request) == call.response
        assert workers.cpu_seconds() > 0
        assert workers.mebibytes() > 0


@pytest.mark.parametrize(("request_bytes", "response_bytes"), [(10, 0), (1_096, 1_284), (1_098, 20_000)])
def test_an_empty_call_has_the_sizes_that_are_asked_for(request_bytes: int, response_bytes: int) -> None:
    request = echo.request_of(request_bytes, response_bytes)
    assert len(request) == request_bytes
    assert len(echo.answer_to(request)) == response_bytes


def test_a_report_of_good_calls() -> None:
    data = 1000 * len(h2load.framed(CALL.response))
    assert h2load.understand(REPORT.format(succeeded=1000, data=data), CALL) == (1760.91, 1000)


@pytest.mark.parametrize(("succeeded", "messages"), [(999, 1000), (1000, 999), (1000, 0)])
def test_a_call_without_its_answer_spoils_the_measurement(succeeded: int, messages: int) -> None:
    data = messages * len(h2load.framed(CALL.response))
    with pytest.raises(NotAllAnswered):
        h2load.understand(REPORT.format(succeeded=succeeded, data=data), CALL)


def test_a_report_of_another_kind_is_no_measurement() -> None:
    with pytest.raises(NotAllAnswered):
        h2load.understand("usage: h2load", CALL)


def test_every_call_that_is_made_at_tables_is_priced() -> None:
    """Of single calls about a table all but RevealGame, which is made once, when the game is over."""
    service = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
    unary = {method.name for method in service.methods if not method.client_streaming}
    for game in registry.games().values():
        priced = list(costs.calls_of_a_table(Engine(RING), game))
        assert {call.path.rpartition("/")[2] for call in priced} == unary - {"ListRulesets", "GetRuleset", "RevealGame"}
        assert priced == list(costs.calls_of_a_table(Engine(RING), game))
        assert all(call.response for call in priced)


def test_calls_that_do_not_wait_for_answers_are_all_accounted_for() -> None:
    call, _ = calls.pairs()[calls.FIRST]
    with running(1) as workers:
        outcome = openloop.run(workers.address, call, connections=3, per_second=500, seconds=0.2)
    assert outcome.ends == {openloop.OK: len(outcome.answered), openloop.OPEN: 0}
    assert 50 < len(outcome.answered) < 200
    assert not outcome.refused
    assert 0 < outcome.percentile(50) <= outcome.percentile(99) <= outcome.percentile(100)


def test_calls_that_are_turned_away_are_no_answers() -> None:
    call, _ = calls.pairs()[calls.FIRST]
    with running(1, "--waiting", "1", "--standing", "1") as workers:
        outcome = openloop.run(workers.address, call, connections=3, per_second=20_000, seconds=0.2)
    assert outcome.ends.keys() == {openloop.OK, openloop.CANCELLED, openloop.OPEN}
    assert outcome.ends[openloop.OK] == len(outcome.answered) > 0
    assert outcome.ends[openloop.CANCELLED] == len(outcome.refused) > 0
    assert outcome.ends[openloop.OPEN] == 0


def test_recovery_is_when_nothing_is_refused_and_answers_are_as_quick_as_usual() -> None:
    quick = [(number / 100, 0.001) for number in range(300)]
    assert overload.recovery(Outcome(3.0, answered=quick), 0.01) == 0
    slow = [(due, 0.1 if due < 0.7 else took) for due, took in quick]
    assert overload.recovery(Outcome(3.0, answered=slow), 0.01) == 0.75
    assert overload.recovery(Outcome(3.0, answered=slow, refused=[(1.1, 0.0)]), 0.01) == 1.25


def test_without_h2load_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(h2load, "is_installed", lambda: False)
    assert main(["--quick"]) == EXIT_CANNOT_MEASURE
    assert "nghttp2-client" in capsys.readouterr().err


@pytest.mark.system
def test_a_quick_run_measures_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick"]) == 0
    assert "ratio by processor time" in capsys.readouterr().out
