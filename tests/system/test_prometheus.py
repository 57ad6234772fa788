"""A real Prometheus reads the metrics of a real service with two workers, one of which dies in between."""

from __future__ import annotations

import math
import os
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from canopy.client import Refused
from canopy.v1 import engine_pb2, referee_pb2
from engines import registry
from service import metrics, solver_metrics, solver_service
from service.metrics import BUCKETS, CODES
from tests.service.driver import Driven
from tests.service.processes import Client, Service, running
from tests.system.prometheus import DEADLINE, Prometheus, promtool

pytestmark = pytest.mark.system

METHODS = (
    *engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods,
    *referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].methods,
    *solver_service.methods(),
)
HISTOGRAMS = {"grpc_server_handling_seconds", *(f"canopy_solver_{name}" for name in ("gap", "seconds", "wait_seconds"))}
COUNTS = ("_total", "_bucket", "_sum", "_count")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("service"), workers=2) as service:
        assert {service.ready_worker()[0] for _ in range(2)} == {0, 1}
        yield service


@pytest.fixture(scope="module")
def prometheus(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    with Prometheus(service.metrics_url, tmp_path_factory.mktemp("prometheus")) as prometheus:
        prometheus.wait_until("up", 1)
        yield prometheus


def test_the_page_is_as_prometheus_wants_it(service: Service) -> None:
    with urllib.request.urlopen(service.metrics_url, timeout=DEADLINE) as page:  # noqa: S310 - the address is ours
        text = page.read()
    checked = promtool("check", "metrics", told=text)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, b"", b"")


def test_all_series_are_there_before_the_first_call(prometheus: Prometheus) -> None:
    lines = f"{metrics.__doc__}\n{solver_metrics.__doc__}".splitlines()
    names = {line.split()[0] for line in lines if line.startswith("    ")} - {"canopy_solver_..."}
    # Nothing is encrypted here.
    names.remove("canopy_certificate_expires_timestamp_seconds")
    assert names > HISTOGRAMS
    expected = (names - HISTOGRAMS) | {f"{name}_{part}" for name in HISTOGRAMS for part in ("bucket", "sum", "count")}
    assert expected <= set(prometheus.ask("label/__name__/values"))
    methods = len(METHODS)
    violations = sum(len(game.violations) for game in registry.games().values())
    for query, count in {
        "count(grpc_server_started_total == 0)": methods,
        "count(grpc_server_msg_received_total == 0)": methods,
        "count(grpc_server_msg_sent_total == 0)": methods,
        "count(grpc_server_handled_total == 0)": methods * len(CODES),
        "count(grpc_server_handling_seconds_bucket == 0)": methods * (len(BUCKETS) + 1),
        "count(canopy_violations_total == 0)": violations,
        "count(canopy_moves_total == 0)": len(registry.games()),
        "canopy_workers": 2,
        "canopy_workers_configured": 2,
        'count(canopy_key_created_timestamp_seconds{role="seals"})': 1,
        "canopy_solver_queue_oldest_timestamp_seconds == Inf": math.inf,
        "count(canopy_build_info == 1)": 1,
    }.items():
        prometheus.wait_until(query, count)


def test_the_counts_are_right_and_survive_a_worker(service: Service, prometheus: Prometheus) -> None:
    ruleset = next(iter(registry.games()))
    clients = 6
    refused: list[str] = []
    with ExitStack() as stack:
        for _ in range(clients):
            client = stack.enter_context(Client(service.address))
            table = Driven(client, ruleset)
            move = table.legal(table.seats[0])[0]
            with pytest.raises(Refused) as error:
                table.apply(moves=[(table.status.players, move)])
            refused += [violation.code for violation in error.value.violations]
            table.apply(moves=[(table.seats[0], move)])
            list(client.play_game([engine_pb2.PlayGameRequest(id=number) for number in range(3)]))
    expected = {
        'grpc_server_handled_total{grpc_method="CreateGame",grpc_code="OK"}': clients,
        'grpc_server_handled_total{grpc_method="ApplyMoves",grpc_code="OK"}': clients,
        'grpc_server_handled_total{grpc_method="ApplyMoves",grpc_code="FAILED_PRECONDITION"}': clients,
        'grpc_server_started_total{grpc_method="ApplyMoves"}': 2 * clients,
        'grpc_server_msg_sent_total{grpc_method="ApplyMoves"}': clients,
        'grpc_server_handling_seconds_count{grpc_method="ApplyMoves"}': 2 * clients,
        'grpc_server_handling_seconds_bucket{grpc_method="ApplyMoves",le="+Inf"}': 2 * clients,
        'grpc_server_handled_total{grpc_method="PlayGame",grpc_code="OK"}': clients,
        'grpc_server_msg_received_total{grpc_method="PlayGame",grpc_type="bidi_stream"}': 3 * clients,
        f'canopy_games_created_total{{ruleset="{ruleset}"}}': clients,
        f'canopy_moves_total{{ruleset="{ruleset}"}}': clients,
        "sum(canopy_violations_total)": len(refused),
        "sum(canopy_in_flight)": 0,
        "canopy_worker_restarts_total": 0,
    }
    for query, count in expected.items():
        prometheus.wait_until(query, count)
    assert prometheus.value("histogram_quantile(0.5, sum by (le) (grpc_server_handling_seconds_bucket)) < 10")

    kill_worker(service)
    prometheus.wait_until("canopy_worker_restarts_total", 1)
    service.ready_worker()
    prometheus.wait_until("canopy_workers", 2)
    del expected["canopy_worker_restarts_total"]
    for query, count in expected.items():
        prometheus.wait_until(query, count)
    # Whatever came and went, Prometheus has seen no count fall, and no page fail.
    counters = [name for name in prometheus.ask("label/__name__/values") if name.endswith(COUNTS)]
    for name in counters:
        assert prometheus.value(f"max(resets({name}[5m]))") == 0, name
    assert len(counters) >= 12
    assert prometheus.value("min_over_time(up[5m])") == 1


def kill_worker(service: Service) -> None:
    """End one of the workers by force."""
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text()
    os.kill(int(children.split()[0]), signal.SIGKILL)
