"""Every values file of the chart is linted, rendered, and read as three versions of Kubernetes would read it."""

import json
from pathlib import Path

import pytest
import yaml

from tests.deploy import schemas
from tests.deploy.chart import CHART, FEATURES, Object, feature, helm, leaves, load, of_kind, render, values

# The oldest for which the chart is, one that is in wide use, and the newest that the schemas know.
MINORS = ("1.30", "1.34", "1.37")

NAMES = [path.name.removesuffix("-values.yaml") for path in FEATURES]


@pytest.mark.parametrize("path", FEATURES, ids=NAMES)
def test_lint(path: Path) -> None:
    assert "0 chart(s) failed" in helm("lint", "--strict", CHART, "--values", path).stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_object_is_valid_and_has_no_unknown_field(name: str) -> None:
    found = feature(name)
    assert found
    for minor in MINORS:
        for item in found:
            assert schemas.errors(item, minor) == [], f"{item['kind']} {item['metadata']['name']} in {minor}"


def test_oldest_version_is_that_of_the_chart() -> None:
    (chart,) = load((CHART / "Chart.yaml").read_text("utf-8"))
    assert chart["kubeVersion"] == f">={MINORS[0]}.0-0"


@pytest.mark.parametrize("name", ["default", "monitoring", "gateway", "tls-cert-manager", "verify"])
def test_an_unknown_field_is_noticed(name: str) -> None:
    """The schemas are as strict as they are said to be, those of custom resources too."""
    for item in feature(name):
        for place in (item, item["metadata"], item.get("spec", item)):
            place["unknownField"] = "x"
            assert any("unknownField" in error for error in schemas.errors(item, MINORS[-1])), item["kind"]
            del place["unknownField"]


def test_every_kind_that_the_chart_can_make_is_made_by_some_values() -> None:
    declared = {
        line.split()[1]
        for path in (CHART / "templates").rglob("*.yaml")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("kind: ")
    }
    assert declared == {item["kind"] for name in NAMES for item in feature(name)}


def test_every_switch_is_turned_by_some_values() -> None:
    files = [load(path.read_text("utf-8")) for path in FEATURES]
    turned = {path: value for (file,) in filter(None, files) for path, value in leaves(file)}
    for path, value in leaves(values()):
        if isinstance(value, bool):
            assert turned.get(path) is (not value), ".".join(path)


def test_names_and_labels_are_short_enough_however_long_the_release_is_called() -> None:
    for item in render("--values", CHART / "ci" / "grpc-web-values.yaml", release="r" * 53):
        assert len(item["metadata"]["name"]) <= 63
        assert all(len(value) <= 63 for value in item["metadata"]["labels"].values())


def test_two_releases_of_a_namespace_share_nothing() -> None:
    """Neither a name, nor a pod that is selected."""

    def selectors(objects: list[Object]) -> set[str]:
        return {
            json.dumps(service["spec"]["selector"], sort_keys=True) for service in of_kind(objects, "Service").values()
        }

    one, other = render(release="one"), render(release="other")
    assert not {(item["kind"], item["metadata"]["name"]) for item in one} & {
        (item["kind"], item["metadata"]["name"]) for item in other
    }
    assert not selectors(one) & selectors(other)


def test_a_key_that_comes_twice_is_noticed() -> None:
    with pytest.raises(yaml.YAMLError, match="twice"):
        load("a: {b: 1, b: 2}")
