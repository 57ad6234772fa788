"""What a person sees of a release: the notes, and the test that `helm test` runs, against a real service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from canopy.v1 import engine_pb2
from service import access
from tests.deploy.chart import CHART, FEATURES, Object, feature, helm, of_kind
from tests.service.certificates import Authority
from tests.service.conftest import DEADLINE
from tests.service.processes import running

SMOKE = CHART / "files" / "smoke.py"
NAMES = [path.name.removesuffix("-values.yaml") for path in FEATURES]


def smoke_pod(name: str) -> Object | None:
    """The pod of the test, if the feature has one."""
    return next(iter(of_kind(feature(name), "Pod").values()), None)


def test_chart_runs_the_file_as_it_stands() -> None:
    pod = smoke_pod("default")
    assert pod is not None
    (container,) = pod["spec"]["containers"]
    assert container["command"][2].strip() == SMOKE.read_text("utf-8").strip()
    assert pod["metadata"]["annotations"]["helm.sh/hook"] == "test"


@pytest.mark.parametrize("name", NAMES)
def test_smoke_asks_services_that_are_there_at_their_ports(name: str) -> None:
    pod = smoke_pod(name)
    assert (pod is None) == (name == "mtls")
    if pod is None:
        return
    (container,) = pod["spec"]["containers"]
    variables = {item["name"]: item for item in container["env"]}
    services = of_kind(feature(name), "Service")
    asked = {key: variables[key]["value"] for key in ("CANOPY_ENGINE", "CANOPY_SOLVER") if key in variables}
    assert ("CANOPY_SOLVER" in asked) == (name != "solver-off")
    for address in asked.values():
        host, _, port = address.partition(":")
        assert int(port) in {item["port"] for item in services[host]["spec"]["ports"]}
    is_encrypted = any(setting["name"] == "CANOPY_TLS_CERT" for pod in serving(name) for setting in pod["env"])
    assert ("CANOPY_CA" in variables) == is_encrypted
    assert ("CANOPY_API_KEY" in variables) == (name == "existing-secrets")


def serving(name: str) -> list[Object]:
    """The containers that serve."""
    deployments = of_kind(feature(name), "Deployment").values()
    return [deployment["spec"]["template"]["spec"]["containers"][0] for deployment in deployments]


def run_smoke(**variables: str) -> subprocess.CompletedProcess[str]:
    """What `helm test` runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANOPY_")}
    return subprocess.run(
        [sys.executable, "-c", SMOKE.read_text("utf-8")],
        env=kept | {"CANOPY_TIMEOUT": str(DEADLINE), **variables},
        check=False,
        capture_output=True,
        text=True,
    )


def test_smoke_passes_where_the_service_plays(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        ran = run_smoke(CANOPY_ENGINE=service.address, CANOPY_SOLVER=service.address)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"may play .+\nthe solver suggests .+\na round is paired: .+\n", ran.stdout)


def test_smoke_passes_through_tls_and_with_an_api_key(tmp_path: Path) -> None:
    secret, key = access.generate("test")
    access.add(tmp_path / "api.keys", key)
    authority = Authority()
    server = authority.server()
    for name, content in {
        "tls.crt": server.certificate,
        "tls.key": server.key,
        "ca.crt": authority.certificate,
    }.items():
        (tmp_path / name).write_bytes(content)
    flags = {"--tls-cert": "tls.crt", "--tls-key": "tls.key", "--api-keys-file": "api.keys"}
    arguments = [part for flag, name in flags.items() for part in (flag, str(tmp_path / name))]
    with running(tmp_path, *arguments) as service:
        asked = {"CANOPY_ENGINE": service.address, "CANOPY_CA": str(tmp_path / "ca.crt")}
        assert run_smoke(**asked, CANOPY_API_KEY=secret).returncode == 0
        assert run_smoke(**asked, CANOPY_API_KEY="canopy_wrong").returncode != 0


def test_smoke_fails_where_nobody_answers() -> None:
    ran = run_smoke(CANOPY_ENGINE="127.0.0.1:1", CANOPY_TIMEOUT="0.2")
    assert ran.returncode != 0


def notes(*names: str) -> str:
    """What is told after an installation with the values of these features."""
    files = [part for name in names for part in ("--values", CHART / "ci" / f"{name}-values.yaml")]
    ran = helm("install", "canopy", CHART, "--namespace", "play", "--dry-run=client", *files)
    return ran.stdout.partition("NOTES:\n")[2]


@pytest.mark.parametrize(
    "name", ["default", "existing-secrets", "tls-cert-manager", "mtls", "solver-embedded", "grpc-web"]
)
def test_notes_tell_the_first_call_and_what_is_there(name: str) -> None:
    text = notes(name)
    services = of_kind(feature(name), "Service")
    called = re.search(r"127\.0\.0\.1:50051 (\S+)/(\w+)", text)
    assert called
    assert called[1] == engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
    assert called[2] in engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods_by_name
    named = set(re.findall(r"(canopy-[\w-]+)\.play:(\d+)", text))
    assert {(host, int(port)) for host, port in named} <= {
        (host, port["port"]) for host, service in services.items() for port in service["spec"]["ports"]
    }
    assert {host for host, _ in named} >= of_kind(feature(name), "Deployment").keys()
    assert ("-plaintext" in text) == ("tls" not in name)
    assert ("-cert" in text) == (name == "mtls")
    assert ("Bearer" in text) == (name == "existing-secrets")
    # The ring is the operator's to look after, unless he has brought it.
    assert ("get secret canopy-keys" in text) == (name != "existing-secrets")
    assert ("helm test" in text) == (smoke_pod(name) is not None)


@pytest.mark.parametrize("name", NAMES)
def test_notes_say_who_is_not_let_in_where_calls_come_from_outside(name: str) -> None:
    """The usual policy lets in the namespace alone, and a controller of an Ingress is seldom there."""
    objects = feature(name)
    comes_from_outside = bool(
        of_kind(objects, "Ingress")
        or of_kind(objects, "GRPCRoute")
        or any(service["spec"]["type"] != "ClusterIP" for service in of_kind(objects, "Service").values())
        or any(
            port["name"] == "grpc-web"
            for found in of_kind(objects, "Service").values()
            for port in found["spec"]["ports"]
        )
    )
    let_in = [policy["spec"]["ingress"] for policy in of_kind(objects, "NetworkPolicy").values()]
    callers = [rules[0]["from"] for rules in let_in if rules]
    is_closed = any(peers == [{"podSelector": {}}] for peers in callers)
    assert ("networkPolicy.clients" in notes(name)) == (comes_from_outside and is_closed)


def test_notes_say_which_prometheus_is_let_in_and_what_a_gateway_has_to_know_of_encryption() -> None:
    assert "networkPolicy.monitoring" in notes("monitoring")
    assert "networkPolicy.monitoring" not in notes("monitoring", "network")
    assert "BackendTLSPolicy" in notes("gateway", "tls-secret")
    assert "BackendTLSPolicy" not in notes("gateway")
