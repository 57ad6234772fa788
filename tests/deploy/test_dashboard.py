"""The dashboard: every panel asks, for what exists, with the choices at the top, and no two lie on each other.

Whether its queries have answers is seen in tests/system/test_prometheus_dashboard.py.
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest

from tests.deploy.queries import DASHBOARD, labels_in, series_in
from tests.deploy.queries import series_of_the_service as known_series

BOARD: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
PANELS: list[dict[str, Any]] = BOARD["panels"]
ASKING = [panel for panel in PANELS if panel["type"] != "row"]
CHOICES = ("namespace", "job", "instance")
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# A selector of a series, as far as its matchers.
SELECTOR = re.compile(r"\{([^{}]*)\}")
COLUMNS = 24


def titled(panels: list[dict[str, Any]]) -> list[object]:
    return [pytest.param(panel, id=panel["title"].replace(" ", "-")) for panel in panels]


def test_it_is_written_as_json_writes_it() -> None:
    """So that what Grafana exports differs only where something was changed."""
    assert DASHBOARD.read_text("utf-8") == json.dumps(BOARD, indent=2, ensure_ascii=False) + "\n"


def test_it_can_be_found_and_put_into_any_grafana() -> None:
    assert BOARD["uid"] == "canopy"
    assert "id" not in BOARD
    assert BOARD["schemaVersion"] >= 36
    variables = {variable["name"]: variable for variable in BOARD["templating"]["list"]}
    assert list(variables) == ["datasource", *CHOICES]
    for name in CHOICES:
        assert variables[name]["datasource"] == SOURCE
        assert variables[name]["allValue"] == ".*"
        assert variables[name]["query"]["query"].startswith("label_values(canopy_build_info")


@pytest.mark.parametrize("panel", titled(ASKING))
def test_a_panel_says_what_it_shows_in_which_unit(panel: dict[str, Any]) -> None:
    assert panel["description"].endswith(".")
    assert panel["fieldConfig"]["defaults"]["unit"]
    assert panel["datasource"] == SOURCE
    assert panel["targets"]
    for target in panel["targets"]:
        assert target["datasource"] == SOURCE
        assert series_in(target["expr"]) <= known_series().keys()
        assert series_in(target["expr"])
        assert labels_in(target["expr"]) <= set().union(*known_series().values(), CHOICES)
        for matchers in SELECTOR.findall(target["expr"]):
            assert matchers.startswith(", ".join(f'{name}=~"${name}"' for name in CHOICES))


@pytest.mark.parametrize("panel", titled(ASKING))
def test_a_legend_names_labels_that_its_query_leaves(panel: dict[str, Any]) -> None:
    for target in panel["targets"]:
        for name in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
            assert re.search(rf"by \([^()]*\b{name}\b", target["expr"]) or name == "instance"


def test_every_series_of_the_service_is_shown() -> None:
    shown = set().union(*(series_in(target["expr"]) for panel in ASKING for target in panel["targets"]))

    def family(series: str) -> str:
        return re.sub(r"_(?:bucket|sum|count)$", "", series)

    assert {family(series) for series in known_series()} == {family(series) for series in shown}


def test_names_and_numbers_of_panels_are_their_own() -> None:
    for part in ("id", "title"):
        values = [panel[part] for panel in PANELS]
        assert len(set(values)) == len(values)
    for panel in ASKING:
        letters = [target["refId"] for target in panel["targets"]]
        assert len(set(letters)) == len(letters)


def test_panels_lie_beside_each_other() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    assert all(place["x"] >= 0 and place["x"] + place["w"] <= COLUMNS for place in places)
    for one, other in combinations(places, 2):
        apart = (
            one["x"] + one["w"] <= other["x"]
            or other["x"] + other["w"] <= one["x"]
            or one["y"] + one["h"] <= other["y"]
            or other["y"] + other["h"] <= one["y"]
        )
        assert apart, (one, other)
