"""A real Prometheus reads a real service under load, and whatever the chart asks it for has an answer.

That is every query of the dashboard, every recording rule and alert, and what prometheus-adapter would ask for.
"""

from __future__ import annotations

import json
import math
import re
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
import yaml

from canopy.client import Refused
from canopy.v1 import engine_pb2
from engines import registry
from service.keyring import KeyRing
from service.sealing import Sealer
from service.table import open_table
from tests.deploy.queries import ADAPTER, ALERTS, DASHBOARD, RULES, rules_of, series_in
from tests.service.certificates import Authority
from tests.service.conftest import make_key
from tests.service.driver import Driven
from tests.service.processes import Client, Service, running
from tests.system.prometheus import DEADLINE, POD, Prometheus
from tests.trust.questions import good_questions, of_table
from tests.trust.wire import METHODS

pytestmark = pytest.mark.system

# What Grafana puts in place of its variables when one deployment is chosen and the last minute is looked at.
CHOSEN = {"namespace": POD["namespace"], "job": "canopy", "instance": ".+", "__rate_interval": "15s", "__range": "1m"}
SEALER = Sealer(KeyRing((make_key("first"),)))


class Load:
    """Tables of every ruleset, with broken rules, streams and every question that the solver answers."""

    def __init__(self, address: str, ca: bytes) -> None:
        self._address = address
        self._ca = ca
        self._stopping = threading.Event()

    def run(self) -> None:
        """Call until told to stop."""
        with Client(self._address, self._ca) as client:
            tables: dict[str, Driven] = {}
            while not self._stopping.is_set():
                for ruleset in registry.games():
                    if ruleset not in tables or tables[ruleset].status.finished:
                        tables[ruleset] = Driven(client, ruleset)
                    self._play(client, tables[ruleset])

    def stop(self) -> None:
        """Have `run` come to its end."""
        self._stopping.set()

    def wait_in_a_stream(self) -> None:
        """Be a call in flight until told to stop."""

        def requests() -> Iterator[engine_pb2.PlayGameRequest]:
            yield engine_pb2.PlayGameRequest(id=1)
            self._stopping.wait()

        with Client(self._address, self._ca) as client:
            assert len(list(client.play_game(requests()))) == 1

    def _play(self, client: Client, driven: Driven) -> None:
        """One decision, with all that may be asked about it; some questions make sense later in the game only."""
        seat = driven.seats[0]
        with pytest.raises(Refused):
            driven.apply(moves=[(driven.status.players, driven.legal(seat)[0])])
        client.get_view(driven.token, driven.seat_keys[seat])
        table = open_table(SEALER, driven.token)
        position = of_table(driven.token, driven.seat_keys[seat])
        for rpc, question in good_questions(table.setup, table.state, position):
            ask: Any = getattr(client.solver, rpc)
            with suppress(Refused):
                if METHODS[rpc].server_streaming:
                    assert list(client.call_stream(ask, question))
                else:
                    client.call(ask, question)
        driven.decide()


@contextmanager
def under_load(service: Service, ca: bytes) -> Iterator[None]:
    """In the block the service has something to do, and all of it goes well."""
    load = Load(service.address, ca)
    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(load.run), pool.submit(load.wait_in_a_stream)]
        try:
            yield
        finally:
            load.stop()
        for future in running:
            future.result(DEADLINE)


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    authority, files = Authority(), tmp_path_factory.mktemp("certificates")
    server = authority.server(timedelta(days=90))
    (files / "tls.crt").write_bytes(server.certificate)
    (files / "tls.key").write_bytes(server.key)
    encrypted = ("--tls-cert", str(files / "tls.crt"), "--tls-key", str(files / "tls.key"))
    with running(tmp_path_factory.mktemp("service"), *encrypted, workers=2) as service:
        for _ in range(2):
            service.ready_worker()
        folder = tmp_path_factory.mktemp("prometheus")
        with (
            Prometheus(service.metrics_url, folder, [RULES, ALERTS]) as prometheus,
            under_load(service, authority.certificate),
        ):
            prometheus.wait_until("up", 1)
            yield prometheus


def data_of(prometheus: Prometheus, query: str) -> list[tuple[dict[str, str], float]]:
    """Labels and value of every finite sample that a query has."""
    samples = [
        (sample["metric"], float(sample["value"][1])) for sample in prometheus.ask("query", query=query)["result"]
    ]
    return [(labels, value) for labels, value in samples if math.isfinite(value)]


def wait_for_data(prometheus: Prometheus, queries: Iterable[str]) -> None:
    """Return when every query has had data."""
    missing = list(queries)
    assert missing

    def all_have_data() -> bool:
        missing[:] = [query for query in missing if not data_of(prometheus, query)]
        return not missing

    try:
        prometheus.wait_for(all_have_data, "data")
    except AssertionError:
        pytest.fail("\n".join(["no data:", *missing]))


def chosen(query: str) -> str:
    """The query as Grafana sends it."""
    for name, value in CHOSEN.items():
        query = query.replace(f"${name}", value)
    assert "$" not in query
    return query


def test_every_query_of_the_dashboard_has_data(prometheus: Prometheus) -> None:
    board = json.loads(DASHBOARD.read_text("utf-8"))
    queries = [chosen(target["expr"]) for panel in board["panels"] for target in panel.get("targets", ())]
    assert len(queries) > 30
    wait_for_data(prometheus, queries)


def test_every_choice_at_the_top_of_the_dashboard_has_values(prometheus: Prometheus) -> None:
    found = {}
    for variable in json.loads(DASHBOARD.read_text("utf-8"))["templating"]["list"]:
        asked = (
            re.fullmatch(r"label_values\((.+), (\w+)\)", variable["definition"]) if "definition" in variable else None
        )
        if asked:
            found[variable["name"]] = prometheus.ask(f"label/{asked[2]}/values", **{"match[]": chosen(asked[1])})
    assert found.keys() == {"namespace", "job", "instance"}
    assert found["namespace"] == [POD["namespace"]]
    assert found["job"] == ["canopy"]
    assert len(found["instance"]) == 1


def test_every_rule_is_evaluated_and_none_is_raised_by_plain_load(prometheus: Prometheus) -> None:
    wait_for_data(prometheus, [rule.name for rule in rules_of(RULES)])
    groups = prometheus.ask("rules")["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert {rule["name"] for rule in rules} == {rule.name for path in (RULES, ALERTS) for rule in rules_of(path)}
    assert [rule for rule in rules if rule["health"] != "ok"] == []
    assert [rule["name"] for rule in rules if rule.get("state") == "firing"] == []


def test_the_adapter_finds_series_of_pods_and_has_values_for_them(prometheus: Prometheus) -> None:
    for rule in yaml.safe_load(ADAPTER.read_text("utf-8"))["rules"]["custom"]:
        (series,) = prometheus.ask("series", **{"match[]": rule["seriesQuery"]})
        assert {name: series[name] for name in POD} == POD
        query: str = rule["metricsQuery"]
        for mark, text in {
            "<<.Series>>": next(iter(series_in(rule["seriesQuery"]))),
            "<<.LabelMatchers>>": 'namespace="{namespace}",pod=~"{pod}"'.format(**POD),
            "<<.GroupBy>>": "pod",
        }.items():
            query = query.replace(mark, text)
        ((labels, _),) = data_of(prometheus, query)
        assert labels == {"pod": POD["pod"]}
    # The stream of the load.
    assert prometheus.value(f"sum by (pod) (canopy_in_flight{{pod='{POD['pod']}'}}) >= 1") is not None
