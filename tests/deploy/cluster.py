"""A Kubernetes API server as far as Helm needs one to look a Secret up, on a port of this machine.

With `--dry-run=server` Helm renders as it would for an installation: `lookup` asks the cluster. What this one holds is
given; nothing can be changed in it.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.deploy.chart import NAMESPACE, Object

VERSION = {"major": "1", "minor": "34", "gitVersion": "v1.34.0"}
SECRETS = f"/api/v1/namespaces/{NAMESPACE}/secrets"
# What discovery tells: the kinds of the chart as it is by default, by group and version.
KINDS = {
    "v1": ("Secret", "Service", "ServiceAccount", "ConfigMap", "Pod"),
    "apps/v1": ("Deployment",),
    "autoscaling/v2": ("HorizontalPodAutoscaler",),
    "networking.k8s.io/v1": ("NetworkPolicy",),
    "policy/v1": ("PodDisruptionBudget",),
}


def secret(name: str, data: Mapping[str, str], **labels: str) -> Object:
    """A Secret as an API server tells it, with labels of app.kubernetes.io."""
    encoded = {key: base64.b64encode(value.encode()).decode() for key, value in data.items()}
    named = {f"app.kubernetes.io/{label}": value for label, value in labels.items()}
    metadata = {"name": name, "namespace": NAMESPACE, "labels": named}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "type": "Opaque", "data": encoded}


class _Handler(BaseHTTPRequestHandler):
    """Answers from a table of paths that is the server's."""

    server: _Server

    def do_GET(self) -> None:
        found = self.server.answers.get(self.path.partition("?")[0])
        self._answer(HTTPStatus.NOT_FOUND if found is None else HTTPStatus.OK, found or _not_found(self.path))

    def _answer(self, status: HTTPStatus, body: Object) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments: Any) -> None:
        """Nothing: what is asked is no news."""


class _Server(ThreadingHTTPServer):
    def __init__(self, answers: Mapping[str, Object]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers


def _not_found(path: str) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Status",
        "status": "Failure",
        "reason": "NotFound",
        "message": f"{path} not found",
        "code": HTTPStatus.NOT_FOUND,
    }


def _discovery() -> dict[str, Object]:
    """What there is, by the paths at which clients ask for it."""
    groups = [
        {"name": name.partition("/")[0], "versions": [version], "preferredVersion": version}
        for name in KINDS
        if "/" in name
        for version in [{"groupVersion": name, "version": name.partition("/")[2]}]
    ]
    return {
        "/version": VERSION,
        "/api": {"kind": "APIVersions", "versions": ["v1"]},
        "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": groups},
        **{f"/{'apis' if '/' in name else 'api'}/{name}": _resources(name) for name in KINDS},
    }


def _resources(name: str) -> Object:
    resources = [
        {
            "name": f"{kind.lower()}s",
            "singularName": kind.lower(),
            "namespaced": True,
            "kind": kind,
            "verbs": ["get", "list"],
        }
        for kind in KINDS[name]
    ]
    for resource in resources:
        resource["name"] = str(resource["name"]).replace("policys", "policies")
    return {"kind": "APIResourceList", "groupVersion": name, "resources": resources}


@contextmanager
def running(folder: Path, *secrets: Object) -> Iterator[Path]:
    """A cluster with these Secrets; gives the file with which Helm finds it."""
    found = {f"{SECRETS}/{item['metadata']['name']}": item for item in secrets}
    found[SECRETS] = {"apiVersion": "v1", "kind": "SecretList", "metadata": {}, "items": list(secrets)}
    with _Server(_discovery() | found) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            file = folder / "kubeconfig"
            file.write_text(_kubeconfig(f"http://127.0.0.1:{server.server_port}"))
            yield file
        finally:
            server.shutdown()
            thread.join()


def _kubeconfig(address: str) -> str:
    configuration = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "test", "cluster": {"server": address}}],
        "users": [{"name": "test", "user": {}}],
        "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test", "namespace": NAMESPACE}}],
        "current-context": "test",
    }
    return json.dumps(configuration)  # JSON is YAML
