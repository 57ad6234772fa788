"""What is counted: all series from the start, nothing lost on the way to the files, all workers together."""

from __future__ import annotations

import math
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Histogram, generate_latest

from canopy.v1 import engine_pb2
from engines import registry
from service import metrics, referee_service, solver_metrics, solver_service
from service.engine_service import new_metrics
from service.keyring import Key, KeyRing
from service.metrics import BUCKETS, CODES, METHOD_LABELS, Method, Metrics, SupervisorMetrics
from service.rpc import CallLimits, Wrapper
from service.solver_metrics import SolverMetrics
from tests.service.conftest import DEADLINE
from tests.service.counted import Counted

SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
SOLVED = ("StreamSuggestions", "SuggestMoves")
CALL = Method("unary", "test.Service", "Call")


def test_every_series_is_there_from_the_start() -> None:
    counted = Counted.of(solver_service.new_metrics(SOLVED))
    oldest = ("canopy_solver_queue_oldest_timestamp_seconds", frozenset[tuple[str, str]]())
    assert counted.samples[oldest] == math.inf
    assert not any(value for series, value in counted.samples.items() if series != oldest)
    for method in (*SERVICE.methods, *referee_service.methods(), *solver_service.methods(SOLVED)):
        kind = {(True, True): "bidi_stream", (False, True): "server_stream", (False, False): "unary"}[
            method.client_streaming, method.server_streaming
        ]
        service = method.containing_service.full_name
        labels = {"grpc_type": kind, "grpc_service": service, "grpc_method": method.name}
        for name in ("started_total", "msg_received_total", "msg_sent_total", "handling_seconds_sum"):
            assert counted.value(f"grpc_server_{name}", **labels) == 0
        for code in CODES:
            assert counted.value("grpc_server_handled_total", **labels, grpc_code=code) == 0
        for bound in (*map(str, BUCKETS), "+Inf"):
            assert counted.value("grpc_server_handling_seconds_bucket", **labels, le=bound) == 0
    for ruleset, game in registry.games().items():
        assert counted.value("canopy_games_created_total", ruleset=ruleset) == 0
        assert counted.value("canopy_moves_total", ruleset=ruleset) == 0
        for violation in game.violations.values():
            assert counted.value("canopy_violations_total", ruleset=ruleset, code=violation.code) == 0
    for rpc in SOLVED:
        for status in ("optimal", "feasible", "estimate", "infeasible"):
            assert counted.value("canopy_solver_answers_total", method=rpc, status=status) == 0
        for name in ("nodes_total", "gap_sum", "seconds_sum"):
            assert counted.value(f"canopy_solver_{name}", method=rpc) == 0
    for name in ("queue", "busy", "processes", "wait_seconds_sum"):
        assert counted.value(f"canopy_solver_{name}") == 0
    for where in ("waiting", "running"):
        assert counted.value("canopy_solver_stopped_total", where=where) == 0
    for why in ("killed", "died", "unstarted"):
        assert counted.value("canopy_solver_lost_total", why=why) == 0
    for reason in ("RATE_LIMITED", "OVERLOADED", "TOO_MANY_STREAMS", "SOLVER_BUSY", "NOT_TAKEN_UP"):
        assert counted.value("canopy_shed_total", reason=reason) == 0
    for kind in ("api_keys", "tls"):
        assert counted.value("canopy_reload_failures_total", kind=kind) == 0
    assert counted.value("canopy_in_flight") == 0
    assert counted.value("canopy_in_flight_limit") == 0


def test_the_codes_are_those_of_grpc_by_number() -> None:
    import grpc

    assert {code.value[0]: code.name for code in grpc.StatusCode} == dict(enumerate(CODES))


def test_the_documentation_names_every_metric_and_no_other(tmp_path: Path) -> None:
    counts = solver_service.new_metrics(SOLVED)
    # Where nothing is encrypted nothing expires, and there is no such series.
    counts.certificate_expires(0.0)
    text = counts.exposition() + SupervisorMetrics(tmp_path, "1").exposition()
    names = {line.split()[2] for line in text.decode().splitlines() if line.startswith("# TYPE")}
    lines = [line for module in (metrics, solver_metrics) for line in (module.__doc__ or "").splitlines()]
    documented = {line.split()[0] for line in lines if line.startswith("    ")}
    assert names == documented - {"canopy_solver_..."}


def test_a_wrapper_tells_how_many_calls_may_be_open() -> None:
    counts = Metrics([CALL])
    Wrapper(counts, CallLimits(65_536, in_flight=7))
    assert Counted.of(counts).value("canopy_in_flight_limit") == 7


def test_the_time_of_the_oldest_question_is_told_while_one_waits() -> None:
    registry = CollectorRegistry()
    solver = SolverMetrics(registry, SOLVED, ("optimal",), clock=lambda: 1000.0)

    def shown() -> tuple[float, float]:
        counted = Counted.read(generate_latest(registry))
        queue, oldest = ("canopy_solver_queue", "canopy_solver_queue_oldest_timestamp_seconds")
        return counted.value(queue), counted.value(oldest)

    assert shown() == (0, math.inf)
    solver.queued(3, 7.5)
    assert shown() == (3, 992.5)
    solver.queued(0, None)
    assert shown() == (0, math.inf)


def test_what_is_the_same_for_all_workers_is_told(tmp_path: Path) -> None:
    keys = (Key(b"\0\0\0\1", b"first", date(2026, 11, 30)), Key(b"\0\0\0\2", b"second"))
    counted = Counted.read(SupervisorMetrics(tmp_path, "1", workers=3, ring=KeyRing(keys), started=12.5).exposition())
    assert counted.value("canopy_workers_configured") == 3
    assert counted.value("process_start_time_seconds") == 12.5
    # The 30th of November 2026 began 20787 days after 1970 did; nobody knows when the second key was made.
    assert counted.value("canopy_key_created_timestamp_seconds", key="00000001", role="seals") == 20_787 * 86_400
    assert counted.value("canopy_key_created_timestamp_seconds", key="00000002", role="opens") == 0


def test_without_a_solver_nothing_is_counted_of_one() -> None:
    assert b"solver" not in new_metrics().exposition().replace(b"SOLVER_BUSY", b"").lower()


def test_seconds_are_put_into_the_buckets_that_prometheus_would_put_them_into() -> None:
    """Also on the bounds, below the first and above the last."""
    seconds = [0.0, *BUCKETS, *(bound * 1.5 for bound in BUCKETS), 1e-9, 1e9]
    ours = Metrics([CALL])
    for value in seconds:
        ours.method(CALL).finish(0, value)
    ours.flush()
    plain = CollectorRegistry()
    histogram = Histogram("grpc_server_handling_seconds", "", METHOD_LABELS, registry=plain, buckets=BUCKETS)
    for value in seconds:
        histogram.labels(*CALL).observe(value)
    expected = Counted.read(generate_latest(plain)).samples
    found = {key: value for key, value in Counted.of(ours).samples.items() if key in expected}
    assert found == pytest.approx(expected)


def test_a_flush_writes_everything_once() -> None:
    counts = Metrics([CALL], {"game": ["BAD"]}, ["FULL"])
    for _ in range(2):
        counts.method(CALL).started += 1
        counts.method(CALL).finish(5, 0.2)
        counts.moves_made("game", 3)
        counts.rules_broken("game", ["BAD", "BAD"])
        counts.shed("FULL")
        counts.flush()
        counts.flush()
    counted = Counted.of(counts)
    assert counted.method("started_total", "Call") == 2
    assert counted.codes("Call") == {"NOT_FOUND": 2}
    assert counted.value("canopy_moves_total", ruleset="game") == 6
    assert counted.value("canopy_violations_total", ruleset="game", code="BAD") == 4
    assert counted.value("canopy_shed_total", reason="FULL") == 2


# -- several processes --

WORKER = """
import os, sys
from pathlib import Path
from service import metrics
metrics.start_worker(Path(sys.argv[1]), int(sys.argv[2]))
call = metrics.Method("unary", "test.Service", "Call")
counts = metrics.Metrics([call], {"game": ["BAD"]}, solver=(["Ask"], ["optimal"]))
counts.solver.queued(1, float(sys.argv[2]))
counts.in_flight_limit.set(10)
for _ in range(int(sys.argv[3])):
    counts.method(call).started += 1
    counts.method(call).finish(0, 0.2)
    counts.moves_made("game", 1)
counts.in_flight.set(2)
counts.flush()
if sys.argv[4] == "killed":
    os.kill(os.getpid(), 9)
"""


def work(folder: Path, number: int, calls: int, end: str) -> None:
    """A worker that answers some calls, has two in flight, and ends."""
    command = [sys.executable, "-c", WORKER, str(folder), str(number), str(calls), end]
    subprocess.run(command, timeout=DEADLINE, check=end != "killed")


def test_the_counts_of_all_workers_are_added_up_the_dead_ones_too(tmp_path: Path) -> None:
    together = SupervisorMetrics(tmp_path, "1.2.3")
    together.workers.set(2)
    work(tmp_path, 0, 3, "ended")
    work(tmp_path, 1, 4, "killed")
    counted = Counted.read(together.exposition())
    assert counted.method("started_total", "Call") == 7
    assert counted.codes("Call") == {"OK": 7}
    assert counted.method("handling_seconds_count", "Call") == 7
    assert counted.method("handling_seconds_sum", "Call") == pytest.approx(1.4)
    assert counted.method("handling_seconds_bucket", "Call", le="0.25") == 7
    assert counted.method("handling_seconds_bucket", "Call", le="0.1") == 0
    assert counted.value("canopy_moves_total", ruleset="game") == 7
    assert counted.value("canopy_violations_total", ruleset="game", code="BAD") == 0
    assert counted.value("canopy_in_flight") == 4
    assert counted.value("canopy_in_flight_limit") == 20
    assert counted.value("canopy_solver_queue") == 2
    assert counted.value("canopy_workers") == 2
    assert counted.value("canopy_worker_restarts_total") == 0
    assert counted.value("canopy_build_info", version="1.2.3") == 1


def test_of_all_workers_the_longest_wait_counts(tmp_path: Path) -> None:
    """The question at a worker has waited for as many seconds as its number says."""
    together = SupervisorMetrics(tmp_path, "1")
    work(tmp_path, 0, 0, "ended")
    alone = Counted.read(together.exposition()).value("canopy_solver_queue_oldest_timestamp_seconds")
    work(tmp_path, 1_000_000, 0, "ended")
    both = Counted.read(together.exposition()).value("canopy_solver_queue_oldest_timestamp_seconds")
    assert both < alone - 500_000
    together.worker_died(0)
    together.worker_died(1_000_000)
    assert Counted.read(together.exposition()).total("canopy_solver_queue_oldest_timestamp_seconds") == 0


def test_a_new_worker_goes_on_where_the_dead_one_stopped(tmp_path: Path) -> None:
    together = SupervisorMetrics(tmp_path, "1")
    work(tmp_path, 0, 3, "killed")
    together.worker_died(0)
    together.restarts.inc()
    counted = Counted.read(together.exposition())
    assert counted.method("started_total", "Call") == 3
    assert counted.total("canopy_in_flight") == 0
    assert counted.total("canopy_in_flight_limit") == 0
    assert counted.value("canopy_worker_restarts_total") == 1
    files = set(tmp_path.iterdir())
    work(tmp_path, 0, 5, "ended")
    counted = Counted.read(together.exposition())
    assert counted.method("started_total", "Call") == 8
    assert counted.value("canopy_in_flight") == 2
    assert {path.name for path in set(tmp_path.iterdir()) - files} == {"gauge_livesum_0.db", "gauge_livemin_0.db"}


def test_the_supervisor_needs_neither_grpc_nor_a_game() -> None:
    check = (
        "import sys, service.metrics; sys.exit(any(name.split('.')[0] in ('grpc', 'engines') for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", check], timeout=DEADLINE, check=True)
