"""What deploy/capacity.md says of settings and of the chart is so."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service import engine_service, keyring, solver_service
from service.metrics import Metrics, SupervisorMetrics
from service.settings import SETTINGS
from tests.deploy.chart import values
from tests.repository.files import ROOT

TEXTS = ["README.md", "THREAT_MODEL.md", "deploy/capacity.md", "deploy/runbook.md"]
CAPACITY = (ROOT / "deploy" / "capacity.md").read_text("utf-8")
# Ways in which a default is told: `--flag` (64), `--flag` is 512, the 16,384 of `--flag`, `| 64, the default |`.
DEFAULT = re.compile(
    r"`(?P<flag>--[a-z-]+)`\s(?:\((?P<in_brackets>[\d,]*\d)|is\s(?P<said>[\d,]*\d))"
    r"|the\s(?P<before>[\d,]*\d)\sof\s`(?P<behind>--[a-z-]+)`"
)


def defaults_in(text: str) -> list[tuple[str, int]]:
    """The flags with the number that the text tells as their default."""
    return [
        (
            found["flag"] or found["behind"],
            int((found["in_brackets"] or found["said"] or found["before"]).replace(",", "")),
        )
        for found in DEFAULT.finditer(text)
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_defaults_that_are_told_are_those_of_the_settings(name: str) -> None:
    defaults = {setting.flag: setting.default for setting in SETTINGS}
    told = defaults_in((ROOT / name).read_text("utf-8"))
    assert told == [(flag, defaults[flag]) for flag, _ in told]


def test_capacity_tells_defaults() -> None:
    told = dict(defaults_in(CAPACITY)).keys()
    assert {"--max-waiting-calls", "--max-standing-calls", "--max-streams", "--max-connections"} <= told


def test_default_of_standing_calls_is_the_one_that_the_table_names() -> None:
    (standing,) = (setting.default for setting in SETTINGS if setting.name == "max_standing_calls")
    assert re.findall(r"^\| (\d+), the default \|", CAPACITY, re.MULTILINE) == [str(standing)]


def test_a_replica_of_the_chart_is_one_of_the_formula() -> None:
    """A core for every worker and for every solver process, and as busy as the formula says."""
    engine, solver = values()["engine"], values()["solver"]
    assert re.search(r"^- `u` how busy .+\(0\.6:", CAPACITY, re.MULTILINE)
    assert engine["autoscaling"]["cpuUtilization"] == 60
    assert int(engine["resources"]["requests"]["cpu"]) == engine["workers"] == 1
    assert int(solver["resources"]["requests"]["cpu"]) == solver["workers"] * solver["processes"] == 2
    least = re.findall(r"max\((\d), ceil", CAPACITY)
    assert least == [str(found["autoscaling"]["minReplicas"]) for found in (engine, solver)]
    assert engine["autoscaling"]["maxReplicas"] == solver["autoscaling"]["maxReplicas"] == 20


# -- its numbers follow from each other --

HOW_BUSY, DECISIONS, BYTES = 0.6, 0.1, 5_000
# A hint of half a second for every table every ten minutes.
HINTS = 0.5 / 600
ROW = re.compile(
    r"^\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| [\d.]+ GiB \| ([\d.]+) ([MG])B/s \| ([\d,]+) processes \|$", re.MULTILINE
)


def number(text: str) -> float:
    """A number with commas."""
    return float(text.replace(",", ""))


def found(pattern: str) -> list[float]:
    """The numbers in the one place that the pattern fits."""
    (place,) = re.findall(pattern, " ".join(CAPACITY.split()))
    return [number(text) for text in ([place] if isinstance(place, str) else place)]


def test_a_decision_costs_what_its_calls_cost() -> None:
    costs = {
        row[1]: [number(cell) for cell in row[2].split("|")]
        for row in re.finditer(
            r"^\| (ListLegalMoves|ApplyMoves, one move|GetView) \| ([\d,| ]+) \|$", CAPACITY, re.MULTILINE
        )
    }
    sums = [sum(calls) / 1000 for calls in zip(*costs.values(), strict=True)]
    least, most, said = found(r"costs ([\d.]+) to ([\d.]+) ms above, say ([\d.]+) ms")
    assert (least, most) == (round(min(sums), 1), round(max(sums), 1))
    assert least < said < most


def test_tables_of_a_worker_and_rows_of_the_table_are_the_formula() -> None:
    (cost,) = found(r"say ([\d.]+) ms")
    busy, decisions, seconds, tables = found(r"([\d.]+) / \(([\d.]+) \* ([\d.]+)\) = ([\d,]+) tables")
    assert (busy, decisions, seconds) == (HOW_BUSY, DECISIONS, cost / 1000)
    assert tables == round(busy / (decisions * seconds))
    rows = ROW.findall(CAPACITY)
    assert [number(row[0]) for row in rows] == [1_000, 100_000, 10_000_000]
    for row in rows:
        at_once, decided, workers, traffic, processes = (number(row[place]) for place in (0, 1, 2, 3, 5))
        assert decided == at_once * DECISIONS
        assert workers == max(2, ceil(decided * seconds / HOW_BUSY))
        assert traffic * {"M": 1e6, "G": 1e9}[row[4]] == decided * BYTES
        assert processes == ceil(at_once * HINTS / HOW_BUSY)


def test_as_many_series_are_told_as_there_are(tmp_path: Path) -> None:
    shared = SupervisorMetrics(tmp_path, "1", ring=keyring.generate()).exposition()

    def series(metrics: Metrics) -> int:
        text = (metrics.exposition() + shared).decode()
        return sum(len(family.samples) for family in text_string_to_metric_families(text))

    engine, solver = series(engine_service.new_metrics()), series(solver_service.new_metrics())
    told = found(r"An engine has about ([\d,]+) series .+? a solver ([\d,]+): ([\d.]+) and, .+?, ([\d.]+) million")
    assert told[:2] == pytest.approx([engine, solver], rel=0.02)
    _, _, workers, _, _, processes = ROW.findall(CAPACITY)[-1]
    assert told[2] == round(number(workers) * told[0] / 1e6, 1)
    assert told[3] == round(number(processes) / 2 * told[1] / 1e6, 1)
