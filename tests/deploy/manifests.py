"""deploy/k8s: the chart rendered into plain manifests, one file for each object, for those who use no Helm."""

from __future__ import annotations

import re

from tests.deploy.chart import CHART, helm, load
from tests.repository.files import ROOT

FOLDER = ROOT / "deploy" / "k8s"
VALUES = ROOT / "deploy" / "manifests-values.yaml"
NAMESPACE = "canopy"

_HEADER = "# Rendered from helm/canopy by `make manifests`; change it there.\n"
# They say that Helm looks after the object, which is not so here.
_LABELS_OF_HELM = re.compile(r"^ *(?:app\.kubernetes\.io/managed-by|helm\.sh/chart): .*\n", re.MULTILINE)
_SOURCE = re.compile(r"^# Source: .*\n", re.MULTILINE)
_KUSTOMIZATION = "kustomization.yaml"


def rendered() -> dict[str, str]:
    """The files by name."""
    text = helm("template", "canopy", CHART, "--namespace", NAMESPACE, "--values", VALUES, "--no-hooks").stdout
    files = {}
    for document in re.split(r"^---\n", text, flags=re.MULTILINE):
        for found in load(document):
            name = f"{found['metadata']['name']}-{found['kind'].lower()}.yaml"
            assert name not in files
            files[name] = _HEADER + _LABELS_OF_HELM.sub("", _SOURCE.sub("", document)).strip() + "\n"
    files[_KUSTOMIZATION] = _kustomization(sorted(files))
    return files


def _kustomization(names: list[str]) -> str:
    resources = "".join(f"  - {name}\n" for name in names)
    return (
        f"{_HEADER}apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
        f"namespace: {NAMESPACE}\nresources:\n{resources}"
    )


def write() -> None:
    """Write the folder anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, text in rendered().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
