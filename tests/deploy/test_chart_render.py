"""Every values file of the chart is linted, rendered, and read as three versions of Kubernetes would read it."""

import json
import re
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


# What services may be called; names of releases may be longer, have dots, and begin with a digit.
SERVICE_NAME = re.compile(r"[a-z]([-a-z0-9]{0,61}[a-z0-9])?")


@pytest.mark.parametrize("release", ["r" * 53, "games.2026", f"{'r' * 39}.{'r' * 13}"])
def test_names_and_labels_are_names_and_labels_however_the_release_is_called(release: str) -> None:
    for item in render("--values", CHART / "ci" / "grpc-web-values.yaml", release=release):
        assert SERVICE_NAME.fullmatch(item["metadata"]["name"])
        assert all(len(value) <= 63 for value in item["metadata"]["labels"].values())


def test_a_release_whose_services_could_not_be_called_so_is_refused() -> None:
    ran = helm("template", "2048", CHART, check=False)
    assert "set fullnameOverride" in ran.stderr
    assert render("--set", "fullnameOverride=games", release="2048")


def test_a_label_of_the_operator_is_set_once_and_hides_none_that_pods_are_found_by() -> None:
    """The loader refuses a key that comes twice; here every place for labels and annotations gets the same ones."""
    common = {"team": "common", "app.kubernetes.io/part-of": "games", "app.kubernetes.io/name": "mine"}
    own = json.dumps({"team": "own", "app.kubernetes.io/name": "mine", "kubectl.kubernetes.io/default-container": "x"})
    places = (
        *("serviceMonitor.labels", "prometheusRule.labels", "dashboard.labels", "dashboard.annotations"),
        *("grpcRoute.labels", "engine.podLabels", "engine.podAnnotations", "serviceAccount.annotations"),
    )
    flags = [part for place in places for part in ("--set-json", f"{place}={own}")]
    for name in ("monitoring", "gateway", "grpc-web"):
        file = CHART / "ci" / f"{name}-values.yaml"
        objects = render("--values", file, "--set-json", f"commonLabels={json.dumps(common)}", *flags)
        for item in objects:
            labels = item["metadata"]["labels"]
            assert (labels["app.kubernetes.io/name"], labels["app.kubernetes.io/part-of"]) == ("canopy", "games")
        engine = of_kind(objects, "Deployment")["canopy-engine"]["spec"]
        pod = engine["template"]["metadata"]
        assert pod["labels"]["team"] == "own"
        assert pod["annotations"]["kubectl.kubernetes.io/default-container"] == "x"
        assert engine["selector"]["matchLabels"].items() <= pod["labels"].items()


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
