"""No pod of the chart, with whatever values, needs more rights than the restricted Pod Security Standard gives."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.deploy.chart import FEATURES, Object, environment, feature, of_kind, pods
from tests.deploy.policy import OWN, RESTRICTED

RULES = RESTRICTED | OWN
NAMES = [path.name.removesuffix("-values.yaml") for path in FEATURES]

# For each rule a change that breaks it.
BREAKS: dict[str, Callable[[Any], object]] = {
    "HostProcess": lambda pod: pod["securityContext"].update(windowsOptions={"hostProcess": True}),
    "Host Namespaces": lambda pod: pod.update(hostNetwork=True),
    "Privileged Containers": lambda pod: pod["containers"][0]["securityContext"].update(privileged=True),
    "Capabilities": lambda pod: pod["containers"][0]["securityContext"]["capabilities"].update(add=["NET_ADMIN"]),
    "Volume Types": lambda pod: pod["volumes"].append({"name": "host", "hostPath": {"path": "/"}}),
    "Host Ports": lambda pod: pod["containers"][0]["ports"][0].update(hostPort=80),
    "AppArmor": lambda pod: pod["securityContext"].update(appArmorProfile={"type": "Unconfined"}),
    "SELinux": lambda pod: pod["securityContext"].update(seLinuxOptions={"type": "spc_t"}),
    "/proc Mount Type": lambda pod: pod["containers"][0]["securityContext"].update(procMount="Unmasked"),
    "Sysctls": lambda pod: pod["securityContext"].update(sysctls=[{"name": "kernel.shm_rmid_forced", "value": "1"}]),
    "Privilege Escalation": lambda pod: pod["containers"][0]["securityContext"].pop("allowPrivilegeEscalation"),
    "Running as Non-root": lambda pod: pod["containers"][0]["securityContext"].update(runAsNonRoot=False),
    "Running as Non-root user": lambda pod: pod["containers"][0]["securityContext"].update(runAsUser=0),
    "Seccomp": lambda pod: pod["securityContext"].pop("seccompProfile"),
    "the root file system is read-only": lambda pod: pod["containers"][0]["securityContext"].pop(
        "readOnlyRootFilesystem"
    ),
    "the user is a number other than 0, known without a look into the image": lambda pod: pod["securityContext"].pop(
        "runAsUser"
    ),
    "no token of a service account is mounted": lambda pod: pod.pop("automountServiceAccountToken"),
    "no variables of other services are set": lambda pod: pod.pop("enableServiceLinks"),
    "CPU and memory are asked for, and memory is limited": lambda pod: pod["containers"][0]["resources"].pop("limits"),
    "every image has a version, and none is the latest": lambda pod: pod["containers"][0].update(
        image="registry.example:5000/canopy"
    ),
    "what is written to has a limit": lambda pod: pod["volumes"].append({"name": "more", "emptyDir": {}}),
    "Secrets are files that their owner and the group may read, and nobody else, and no variables of the service": (
        lambda pod: pod["volumes"].append({"name": "open", "secret": {"secretName": "open"}})
    ),
}


def engine() -> Object:
    """The pod of the engine, to be spoiled."""
    (deployment,) = (found for name, found in of_kind(feature("default"), "Deployment").items() if "engine" in name)
    spec: Object = copy.deepcopy(deployment["spec"]["template"]["spec"])
    return spec


@pytest.mark.parametrize("rule", RULES)
def test_every_pod_keeps_the_rule(rule: str) -> None:
    for name in NAMES:
        found = list(pods(feature(name)))
        assert found
        for whose, pod in found:
            assert list(RULES[rule](pod)) == [], f"{name}: {whose}"


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_notices_a_pod_that_breaks_it(rule: str) -> None:
    pod = engine()
    BREAKS[rule](pod)
    assert list(RULES[rule](pod))


def test_service_accounts_mount_no_token() -> None:
    for name in NAMES:
        for account in of_kind(feature(name), "ServiceAccount").values():
            assert account["automountServiceAccountToken"] is False


def test_nothing_in_the_cluster_is_granted() -> None:
    """Canopy asks Kubernetes nothing, so it is given no right."""
    kinds = {item["kind"] for name in NAMES for item in feature(name)}
    assert not {kind for kind in kinds if "Role" in kind}


@pytest.mark.parametrize("name", NAMES)
def test_every_pod_that_stays_or_has_the_ring_is_closed_in_by_a_network_policy(name: str) -> None:
    objects = feature(name)
    policies = of_kind(objects, "NetworkPolicy")
    closed_in = of_kind(objects, "Deployment").keys() | ({"canopy-verify"} if name == "verify" else set())
    assert policies.keys() == (closed_in if name != "fixed-size" else set())
    for policy in policies.values():
        assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]
        # No rule without a `from` or without ports: those would let everybody in, or in everywhere.
        assert all(item.get("from") and item.get("ports") for item in policy["spec"]["ingress"])
        assert all(
            item.get("to") or {port["port"] for port in item["ports"]} == {53} for item in policy["spec"]["egress"]
        )


def test_key_ring_is_a_file_and_no_variable() -> None:
    for name in NAMES:
        for deployment in of_kind(feature(name), "Deployment").values():
            variables = environment(deployment["spec"]["template"]["spec"])
            assert variables["CANOPY_KEYS_FILE"].startswith("/etc/canopy/keys/")
            assert "CANOPY_KEYS" not in variables
