"""What an object of Kubernetes may be: the schemas of kubernetes-validate, strict, and our own for custom resources.

Those of kubernetes-validate are what the API server of each minor version publishes; the strict ones know no other
field. Custom resources have no schema there; in crds/ stands what the chart uses of them, equally strict.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.deploy.chart import Object

PUBLISHED = Path(str(files("kubernetes_validate"))) / "kubernetes-json-schema"
CUSTOM = Path(__file__).parent / "crds"


def errors(found: Object, minor: str) -> list[str]:
    """What is wrong with the object in the eyes of that minor version of Kubernetes, such as `1.34`."""
    kind = found["kind"].lower()
    group, _, version = found["apiVersion"].rpartition("/")
    name = "-".join(filter(None, (kind, group.partition(".")[0], version)))
    schema = CUSTOM / f"{kind}.json"
    if not schema.is_file():
        schema = PUBLISHED / f"v{minor}.0-local-strict" / f"{name}.json"
    if not schema.is_file():
        return [f"Kubernetes {minor} has no {found['kind']} in {found['apiVersion']}"]
    return [f"{'.'.join(map(str, error.path))}: {error.message}" for error in validator(schema).iter_errors(found)]


@cache
def validator(schema: Path) -> Draft202012Validator:
    """Of a schema, which may refer to the definitions beside it."""
    return Draft202012Validator(json.loads(schema.read_text("utf-8")), registry=definitions(schema.parent))


@cache
def definitions(folder: Path) -> Registry[Any]:
    """What all schemas of a folder share, if there is anything."""
    file = folder / "_definitions.json"
    if not file.exists():
        return Registry()
    return Resource.from_contents(json.loads(file.read_text("utf-8"))) @ Registry()
