"""Traces: a span for every call, sent to a collector, with nothing in it that a caller has written."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import StatusCode

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from engines import registry
from service.engine import Engine
from service.engine_service import new_metrics
from service.errors import Reason
from service.keyring import KeyRing
from service.metrics import CODES
from service.rpc import CallLimits, Wrapper
from service.tracing import FAULTS, Tracing
from tests.service.conftest import DEADLINE, serving
from tests.service.driver import Driven
from tests.service.processes import running

RULESET = min(registry.games())
SERVICE = "canopy.v1.EngineService"
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
# Sampled, and not.
TRACED, UNTRACED = f"00-{TRACE}-{PARENT}-01", f"00-{TRACE}-{PARENT}-00"


class Kept(SpanExporter):
    """A collector that keeps what it is sent."""

    def __init__(self) -> None:
        self.spans: list[ReadableSpan] = []

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Called by the thread that sends."""
        self.spans += spans
        return SpanExportResult.SUCCESS

    def named(self, method: str) -> list[ReadableSpan]:
        """The spans of a method of EngineService."""
        return [span for span in self.spans if span.name == f"{SERVICE}/{method}"]


@contextmanager
def traced(ring: KeyRing, kept: SpanExporter, ratio: float = 1.0, *, engine: Engine | None = None) -> Iterator[Canopy]:
    """A client of a service that is traced. All spans are there when the block is left."""
    tracing = Tracing(kept, ratio, "1.2.3")
    wrapper = Wrapper(new_metrics(), CallLimits(65_536), watcher=tracing)
    serves = serving(engine or Engine(ring), wrapper=wrapper, tracing=tracing)
    with serves as address, Canopy(address, timeout=DEADLINE) as canopy:
        yield canopy


def told(span: ReadableSpan) -> dict[str, Any]:
    """Its attributes."""
    return dict(span.attributes or {})


def test_a_span_says_which_call_at_which_ruleset_ended_how(ring: KeyRing) -> None:
    kept = Kept()
    with traced(ring, kept) as canopy:
        table = Driven(canopy, RULESET)
        with pytest.raises(Refused):
            table.apply(moves=[(table.status.players, table.legal(table.seats[0])[0])])
        canopy.list_rulesets()
    (created,) = kept.named("CreateGame")
    assert told(created) == {
        "rpc.system.name": "grpc",
        "rpc.method": f"{SERVICE}/CreateGame",
        "rpc.response.status_code": "OK",
        "canopy.ruleset": RULESET,
    }
    assert created.kind.name == "SERVER"
    assert created.status.is_unset
    assert created.start_time is not None
    assert created.end_time is not None
    assert created.start_time <= created.end_time
    assert created.parent is None
    (refused,) = kept.named("ApplyMoves")
    assert told(refused)["rpc.response.status_code"] == "FAILED_PRECONDITION"
    assert told(refused)["canopy.reason"] == "ILLEGAL_MOVE"
    # The caller is at fault.
    assert refused.status.is_unset
    (about_all,) = kept.named("ListRulesets")
    assert "canopy.ruleset" not in told(about_all)
    assert {dict(span.resource.attributes)["service.name"] for span in kept.spans} == {"canopy"}
    assert {dict(span.resource.attributes)["service.version"] for span in kept.spans} == {"1.2.3"}


def test_calls_side_by_side_do_not_see_each_other_s_ruleset(ring: KeyRing) -> None:
    kept = Kept()
    rulesets = list(registry.games())
    with traced(ring, kept) as canopy, futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: Driven(canopy, rulesets[number % len(rulesets)]), range(20)))
        list(pool.map(lambda _: canopy.list_rulesets(), range(20)))
    created = [told(span)["canopy.ruleset"] for span in kept.named("CreateGame")]
    assert sorted(created) == sorted(rulesets[number % len(rulesets)] for number in range(20))
    assert not any("canopy.ruleset" in told(span) for span in kept.named("ListRulesets"))


def test_a_ruleset_that_is_not_there_is_not_told(ring: KeyRing) -> None:
    """It is what a caller has written, and may be anything."""
    kept = Kept()
    with traced(ring, kept) as canopy, pytest.raises(Refused):
        canopy.get_ruleset("my-secret")
    (span,) = kept.spans
    assert told(span)["canopy.reason"] == "UNKNOWN_RULESET"
    assert "my-secret" not in span.to_json()


def test_a_stream_is_one_span(ring: KeyRing) -> None:
    kept = Kept()
    with traced(ring, kept) as canopy:
        token = Driven(canopy, RULESET).token
        requests = [
            engine_pb2.PlayGameRequest(get_view=engine_pb2.GetViewRequest(token=said)) for said in (b"nonsense", token)
        ]
        assert len(list(canopy.play_game(requests, timeout=DEADLINE))) == 2
    (span,) = kept.named("PlayGame")
    assert told(span)["rpc.response.status_code"] == "OK"
    assert told(span)["canopy.ruleset"] == RULESET


def test_a_defect_is_an_error(ring: KeyRing) -> None:
    kept = Kept()

    def break_down(_: object) -> None:
        raise ValueError("anything")

    engine = Engine(ring)
    engine.list_rulesets = break_down  # type: ignore[assignment, method-assign]
    with traced(ring, kept, engine=engine) as canopy, pytest.raises(Refused):
        canopy.list_rulesets()
    (span,) = kept.spans
    assert span.status.status_code is StatusCode.ERROR
    assert told(span)["error.type"] == "INTERNAL"
    assert "anything" not in span.to_json()
    assert {CODES[reason.code] for reason in Reason} & FAULTS == {"INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED"}


# -- traces that others have begun --


def call(canopy: Canopy, *metadata: tuple[str, str]) -> None:
    canopy.stub.ListRulesets(engine_pb2.ListRulesetsRequest(), metadata=metadata, timeout=DEADLINE)


def test_a_call_belongs_to_the_trace_of_its_caller_and_to_nothing_else_it_says(ring: KeyRing) -> None:
    kept = Kept()
    with traced(ring, kept, ratio=0.0) as canopy:
        call(canopy, ("traceparent", TRACED), ("tracestate", "a=token-of-mine"), ("baggage", "b=token-of-mine"))
    (span,) = kept.spans
    assert span.parent is not None
    assert f"{span.parent.trace_id:032x}" == TRACE
    assert f"{span.parent.span_id:016x}" == PARENT
    assert span.context is not None
    assert not span.context.trace_state
    assert "token-of-mine" not in span.to_json()


@pytest.mark.parametrize("said", [[], ["nonsense"], [TRACED.replace("00-", "ff-")], [TRACED[:-1]]])
def test_what_is_no_trace_is_none(ring: KeyRing, said: list[str]) -> None:
    kept = Kept()
    with traced(ring, kept) as canopy:
        call(canopy, *(("traceparent", text) for text in said))
    (span,) = kept.spans
    assert span.parent is None


def test_whoever_began_a_trace_decides_and_of_the_rest_a_part_is_traced(ring: KeyRing) -> None:
    none, all_but_one = Kept(), Kept()
    with traced(ring, none, ratio=0.0) as canopy:
        call(canopy)
    assert none.spans == []
    with traced(ring, all_but_one, ratio=1.0) as canopy:
        call(canopy, ("traceparent", UNTRACED))
        call(canopy)
    assert len(all_but_one.spans) == 1


# -- the whole service --


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """An OpenTelemetry collector of this machine."""

    def __init__(self) -> None:
        self.requests: SimpleQueue[trace_service_pb2.ExportTraceServiceRequest] = SimpleQueue()

    def Export(
        self, request: trace_service_pb2.ExportTraceServiceRequest, context: grpc.ServicerContext
    ) -> trace_service_pb2.ExportTraceServiceResponse:
        """Take spans in."""
        self.requests.put(request)
        return trace_service_pb2.ExportTraceServiceResponse()

    def next_spans(self) -> list[Span]:
        """The spans that come next."""
        request = self.requests.get(timeout=DEADLINE)
        return [span for told in request.resource_spans for scope in told.scope_spans for span in scope.spans]


@contextmanager
def collecting() -> Iterator[tuple[Collector, str]]:
    """A collector and its URL."""
    collector = Collector()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield collector, f"http://127.0.0.1:{port}"
    finally:
        server.stop(None)


def test_a_service_sends_its_spans_to_the_collector_before_it_ends(tmp_path: Path) -> None:
    with collecting() as (collector, url), running(tmp_path, "--trace-endpoint", url) as service:
        with Canopy(service.address, timeout=DEADLINE) as canopy:
            canopy.create_game(RULESET, players=registry.games()[RULESET].min_players)
        assert service.stop() == 0
        (span,) = collector.next_spans()
    assert span.name == f"{SERVICE}/CreateGame"
    assert {item.key for item in span.attributes} >= {"rpc.method", "canopy.ruleset"}


def test_a_collector_that_is_not_there_holds_nothing_up(tmp_path: Path) -> None:
    with running(tmp_path, "--trace-endpoint", "http://127.0.0.1:9") as service:
        with Canopy(service.address, timeout=DEADLINE) as canopy:
            assert canopy.list_rulesets().rulesets
        assert service.stop() == 0


def test_without_opentelemetry_the_service_says_what_is_missing() -> None:
    check = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from service import keyring, server, settings\n"
        "ordered = settings.from_texts({'bind': '127.0.0.1:0', 'trace_endpoint': 'http://127.0.0.1:9'})\n"
        "server.make_server(ordered, keyring.generate(), share_port=False)\n"
    )
    failed = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, timeout=DEADLINE, check=False
    )
    assert failed.returncode == 1
    assert "canopy-engine[tracing]" in failed.stderr.splitlines()[-1]


def test_nothing_of_opentelemetry_is_loaded_when_no_collector_is_named() -> None:
    check = "import sys, service.server; sys.exit(any(name.startswith('opentelemetry') for name in sys.modules))"
    subprocess.run([sys.executable, "-c", check], timeout=DEADLINE, check=True)
