"""Recording rules and alerts: they ask for series that exist, and nothing is recorded or said in vain.

Whether they are right is for Prometheus to say: tests/system/test_prometheus_rules.py.
"""

from __future__ import annotations

import re

import pytest
import yaml

from service.rpc import SHED_REASONS
from tests.deploy.queries import (
    ADAPTER,
    ALERT_TESTS,
    ALERTS,
    OF_PROMETHEUS,
    OF_THE_TARGET,
    RULES,
    Rule,
    labels_in,
    rules_of,
    series_in,
)
from tests.deploy.queries import series_of_the_service as known_series

RECORDED = rules_of(RULES)
ALERTED = rules_of(ALERTS)
# level:metric:operations, where a level names labels.
RECORDED_NAME = re.compile(r"(?:instance|job(?:_[a-z]+)*):canopy_[a-z0-9_]+:[a-z0-9_]+")
USED_IN_TEXT = re.compile(r"\$labels\.(\w+)")


def named(rules: list[Rule]) -> list[object]:
    return [pytest.param(rule, id=rule.name) for rule in rules]


@pytest.mark.parametrize("rule", named(RECORDED + ALERTED))
def test_a_rule_asks_for_series_and_labels_that_exist(rule: Rule) -> None:
    known = known_series()
    asked = series_in(rule.query)
    assert asked
    assert asked <= known.keys() | {recorded.name for recorded in RECORDED} | OF_PROMETHEUS
    labels = set().union(*known.values())
    assert labels_in(rule.query) <= labels | OF_THE_TARGET


def test_no_name_is_used_twice() -> None:
    for rules in (RECORDED, ALERTED):
        names = [rule.name for rule in rules]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("rule", named(RECORDED))
def test_a_recorded_series_says_by_its_name_what_it_is(rule: Rule) -> None:
    assert RECORDED_NAME.fullmatch(rule.name)
    assert rule.said.keys() == {"record", "expr"}


@pytest.mark.parametrize("rule", named(ALERTED))
def test_an_alert_says_how_bad_it_is_and_what_is_wrong(rule: Rule) -> None:
    assert re.fullmatch(r"Canopy[A-Z][A-Za-z]+", rule.name)
    assert rule.said["labels"].keys() == {"severity"}
    assert rule.said["labels"]["severity"] in {"critical", "warning"}
    annotations = rule.said["annotations"]
    assert annotations.keys() == {"summary", "description", "runbook_url"}
    assert not re.search(r"[.{]", annotations["summary"])
    assert annotations["description"].endswith(".")
    assert "$labels.namespace" in annotations["description"]


@pytest.mark.parametrize("rule", named(ALERTED))
def test_an_alert_names_labels_that_its_query_leaves(rule: Rule) -> None:
    """What a query has summed away would be told as nothing."""
    recorded = {recorded.name: recorded.query for recorded in RECORDED}
    for name in set(USED_IN_TEXT.findall(rule.said["annotations"]["description"])):
        queries = [rule.query, *(recorded[series] for series in series_in(rule.query) & recorded.keys())]
        plain = not re.search(r"\b(?:sum|group|count|min|max)\b", rule.query) and name in OF_THE_TARGET
        assert plain or any(name in labels_in(query) for query in queries), name


def test_alerts_cover_what_operations_promise() -> None:
    """Failed, slow and shed calls, the solver's queue and processes, the age of keys and certificates, and restarts."""
    asked = {series for rule in ALERTED for series in series_in(rule.query)}
    assert asked >= {
        "job:canopy_calls_failed:ratio_rate5m",
        "job:canopy_engine_call_seconds:p99_rate5m",
        "job_reason:canopy_shed:ratio_rate5m",
        "job:canopy_solver_queue_age:seconds",
        "job:canopy_sealing_key_age:seconds",
        "canopy_worker_restarts_total",
        "process_start_time_seconds",
        "canopy_solver_lost_total",
        "canopy_certificate_expires_timestamp_seconds",
        "up",
    }


def test_reasons_that_are_left_out_exist() -> None:
    left_out = re.findall(r'reason!="(\w+)"', RULES.read_text("utf-8"))
    assert left_out == ["RATE_LIMITED"]
    assert set(left_out) < set(SHED_REASONS)


def test_the_adapter_offers_series_that_exist_for_pods() -> None:
    offered = yaml.safe_load(ADAPTER.read_text("utf-8"))["rules"]["custom"]
    assert {rule["name"]["as"] for rule in offered} == {"canopy_in_flight", "canopy_solver_load"}
    for rule in offered:
        query = rule["metricsQuery"].replace("<<.Series>>", series_of(rule))
        query = query.replace("<<.LabelMatchers>>", "").replace("<<.GroupBy>>", "pod")
        assert "<" not in query
        assert series_in(query) <= known_series().keys()
        assert rule["resources"]["overrides"] == {name: {"resource": name} for name in ("namespace", "pod")}
        assert labels_in(rule["seriesQuery"]) == {"namespace", "pod"}


def series_of(rule: dict[str, str]) -> str:
    """The series that is looked for."""
    (series,) = series_in(rule["seriesQuery"])
    return series


# -- what Prometheus is asked to check: tests/system/test_prometheus_rules.py --


def test_every_alert_is_tested_to_be_raised_and_not_to_be() -> None:
    raised: set[str] = set()
    silent: set[str] = set()
    for path in ALERT_TESTS:
        for test in yaml.safe_load(path.read_text("utf-8"))["tests"]:
            for case in test["alert_rule_test"]:
                (raised if case.get("exp_alerts") else silent).add(case["alertname"])
    names = {rule.name for rule in ALERTED}
    assert raised == names
    assert silent == names


def test_tests_of_alerts_use_series_that_exist() -> None:
    for path in ALERT_TESTS:
        for test in yaml.safe_load(path.read_text("utf-8"))["tests"]:
            for told in test["input_series"]:
                (series,) = series_in(told["series"])
                assert series in known_series().keys() | OF_PROMETHEUS
                assert labels_in(told["series"]) <= known_series().get(series, set()) | OF_THE_TARGET
