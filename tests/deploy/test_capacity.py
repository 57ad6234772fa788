"""What deploy/capacity.md says of settings and of the chart is so."""

from __future__ import annotations

import re

import pytest

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
