"""The chart as the tests see it: rendered by the real Helm into objects of Kubernetes."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.repository.files import ROOT

CHART = ROOT / "helm" / "canopy"
VALUES = CHART / "values.yaml"
FEATURES = sorted((CHART / "ci").glob("*-values.yaml"))
RELEASE, NAMESPACE = "canopy", "play"

# An object of Kubernetes, or a part of one.
Object = dict[str, Any]


def program() -> str:
    """Helm: what is installed, or what `make` has unpacked."""
    found = shutil.which("helm") or shutil.which(ROOT / "build" / "tools" / "helm")
    assert found, "Helm is missing; `make test` brings it"
    return found


def helm(*arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run Helm."""
    ran = subprocess.run([program(), *map(str, arguments)], check=False, capture_output=True, text=True)
    assert not check or ran.returncode == 0, ran.stderr
    return ran


class _Loader(yaml.CSafeLoader):
    """A safe loader that refuses a key that comes twice, as Kubernetes does."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) != len(keys):
            raise yaml.MarkedYAMLError(problem=f"a key comes twice in {keys}", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def load(text: str) -> list[Object]:
    """The objects in a stream of YAML. Raises yaml.YAMLError, also for a key that comes twice."""
    return [found for found in yaml.load_all(text, Loader=_Loader) if found]


@cache
def values() -> Object:
    """The values as the chart has them."""
    (found,) = load(VALUES.read_text("utf-8"))
    return found


@cache
def render_text(*arguments: str | Path, release: str = RELEASE) -> str:
    """The manifests of a release, with hooks; `arguments` are flags of `helm template`."""
    return helm("template", release, CHART, "--namespace", NAMESPACE, *arguments).stdout


def render(*arguments: str | Path, release: str = RELEASE) -> list[Object]:
    """The objects of a release."""
    return load(render_text(*arguments, release=release))


def feature(name: str) -> list[Object]:
    """The objects of a release with ci/NAME-values.yaml."""
    return render("--values", CHART / "ci" / f"{name}-values.yaml")


def of_kind(objects: Sequence[Object], kind: str) -> dict[str, Object]:
    """The objects of a kind, by name."""
    return {found["metadata"]["name"]: found for found in objects if found["kind"] == kind}


def pods(objects: Sequence[Object]) -> Iterator[tuple[str, Object]]:
    """Every pod that comes of the objects: whose it is, and its spec."""
    for found in objects:
        name = f"{found['kind']} {found['metadata']['name']}"
        if found["kind"] == "Pod":
            yield name, found["spec"]
        elif "template" in found.get("spec", {}):
            yield name, found["spec"]["template"]["spec"]


def containers(pod: Object) -> list[Object]:
    """All containers of a pod."""
    return [*pod.get("initContainers", []), *pod["containers"]]


def component_image(name: str, container: str) -> str:
    """The image of a container of a feature, by the name of the container."""
    images = {
        found["image"]
        for deployment in of_kind(feature(name), "Deployment").values()
        for found in containers(deployment["spec"]["template"]["spec"])
        if found["name"] == container
    }
    (image,) = images
    return str(image)


def environment(pod: Object) -> dict[str, str]:
    """The variables of the container called canopy that have a plain value."""
    (found,) = (container for container in pod["containers"] if container["name"] == "canopy")
    return {item["name"]: item["value"] for item in found["env"] if "value" in item}


def leaves(tree: Object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of a tree of values that is no tree itself, or an empty one, with its path."""
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value
