"""What is made of the chart is committed as it would be made now."""

import pytest
import yaml

from tests.deploy import manifests, schemas, values_table
from tests.deploy.chart import leaves, load, values
from tests.deploy.test_chart_render import MINORS


def test_manifests_are_those_of_the_chart() -> None:
    committed = {path.name: path.read_text("utf-8") for path in manifests.FOLDER.iterdir()}
    assert committed == manifests.rendered(), "run `make manifests`"


def test_manifests_are_the_same_however_often_they_are_made() -> None:
    """Nothing in them is random, least of all a key."""
    assert manifests.rendered() == manifests.rendered()


@pytest.mark.parametrize("minor", MINORS)
def test_manifests_are_valid_and_need_nothing_but_kubernetes(minor: str) -> None:
    custom = {path.stem for path in schemas.CUSTOM.iterdir()}
    for name, text in manifests.rendered().items():
        for found in load(text):
            if found["kind"] != "Kustomization":
                assert schemas.errors(found, minor) == [], name
                assert found["kind"].lower() not in custom
                assert found["metadata"]["namespace"] == manifests.NAMESPACE
                assert "Helm" not in found["metadata"]["labels"].values()


def test_kustomization_names_every_file() -> None:
    files = manifests.rendered()
    listed = yaml.safe_load(files["kustomization.yaml"])["resources"]
    assert sorted(listed) == sorted(files.keys() - {"kustomization.yaml"})


def test_table_of_values_is_that_of_the_values() -> None:
    assert values_table.in_readme() == values_table.table(), "run `make manifests`"


def test_every_value_is_in_the_table() -> None:
    named = [name for name, _, _ in values_table.rows()]
    assert len(set(named)) == len(named)
    for path, _ in leaves(values()):
        assert any(".".join(path[:length]) in named for length in range(1, len(path) + 1)), ".".join(path)
