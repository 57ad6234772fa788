"""What stands in helm/canopy/files, and the series that the service has: what queries may ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml
from prometheus_client.parser import text_string_to_metric_families

from service import solver_service
from service.metrics import SupervisorMetrics
from tests.repository.files import ROOT

FILES = ROOT / "helm" / "canopy" / "files"
RULES = FILES / "rules.yaml"
ALERTS = FILES / "alerts.yaml"
DASHBOARD = FILES / "dashboard.json"
ADAPTER = FILES / "prometheus-adapter.yaml"
# For a Prometheus without the operator.
CONFIGURATION = ROOT / "deploy" / "prometheus.yaml"
# What promtool is to test the alerts with.
ALERT_TESTS = sorted((ROOT / "tests" / "deploy" / "alerts").glob("*.yaml"))

# What Prometheus itself says of everything that it reads.
OF_PROMETHEUS = {"up"}
# Labels that whoever reads the page puts on every series; the last two are copied from the service of Kubernetes.
OF_THE_TARGET = {"namespace", "job", "instance", "app_kubernetes_io_instance", "canopy_service_monitored"}

# A name where a query may have that of a series: words, and the names of recorded series with their colons.
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
# What is no query's own: texts, the labels that are matched or grouped by, and spans of time.
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_MATCHERS = re.compile(r"\{[^{}]*\}")
_GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)")
_SPAN = re.compile(r"\[[^\[\]]*\]")
_WORDS = {
    "and", "by", "changes", "clamp_min", "count", "group", "histogram_quantile", "increase", "last_over_time", "max",
    "min", "on", "or", "rate", "sum", "time", "topk", "unless",
}  # fmt: skip


class Rule(NamedTuple):
    """A recording rule or an alert."""

    name: str
    query: str
    said: dict[str, Any]


def rules_of(path: Path) -> list[Rule]:
    """The rules of a file, in order."""
    groups = yaml.safe_load(path.read_text("utf-8"))["groups"]
    return [
        Rule(rule.get("record") or rule["alert"], rule["expr"], rule) for group in groups for rule in group["rules"]
    ]


def series_in(query: str) -> set[str]:
    """The names of the series that a query asks for."""
    bare = _SPAN.sub(" ", _GROUPING.sub(" ", _MATCHERS.sub(" ", _TEXT.sub('""', query))))
    return set(_NAME.findall(bare)) - _WORDS


def labels_in(query: str) -> set[str]:
    """The labels that a query matches or groups by."""
    bare = _TEXT.sub('""', query)
    matched = {name for matchers in _MATCHERS.findall(bare) for name in re.findall(r"(\w+)\s*(?:=|!)", matchers)}
    grouped = {name for group in _GROUPING.findall(bare) for name in re.findall(r"\w+", group.partition("(")[2])}
    return matched | grouped


@cache
def series_of_the_service() -> dict[str, set[str]]:
    """Every series that a service with a solver has, with the names of its labels."""
    return dict(_samples())


def _samples() -> Iterator[tuple[str, set[str]]]:
    with TemporaryDirectory() as folder:
        pages = solver_service.new_metrics().exposition() + SupervisorMetrics(Path(folder), "1").exposition()
    for family in text_string_to_metric_families(pages.decode()):
        yield from ((sample.name, set(sample.labels)) for sample in family.samples)
    # Nothing is known of a key before there is a ring, nor of a certificate where nothing is encrypted.
    yield "canopy_key_created_timestamp_seconds", {"key", "role"}
    yield "canopy_certificate_expires_timestamp_seconds", set()
