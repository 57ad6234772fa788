"""What every pod of the chart has to keep to: each rule by its name, as a function that tells what breaks it.

The first ones are the controls of the restricted Pod Security Standard of Kubernetes, by their names there; the others
are the project's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.deploy.chart import Object, containers

Rule = Callable[[Object], Iterator[str]]

RESTRICTED: dict[str, Rule] = {}
OWN: dict[str, Rule] = {}

# What the standard lets a pod mount.
VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"}


def rule(rules: dict[str, Rule], name: str) -> Callable[[Rule], Rule]:
    """Enter a function under a name."""

    def enter(function: Rule) -> Rule:
        rules[name] = function
        return function

    return enter


def contexts(pod: Object) -> Iterator[tuple[str, Object]]:
    """The security contexts of the pod and of its containers."""
    yield "the pod", pod.get("securityContext", {})
    for container in containers(pod):
        yield container["name"], container.get("securityContext", {})


def effective(pod: Object, name: str) -> Iterator[tuple[str, object]]:
    """What holds for each container: what it says itself, or else what the pod says."""
    for container in containers(pod):
        own = container.get("securityContext", {})
        yield container["name"], own.get(name, pod.get("securityContext", {}).get(name))


# -- the restricted Pod Security Standard --


@rule(RESTRICTED, "HostProcess")
def _(pod: Object) -> Iterator[str]:
    for who, context in contexts(pod):
        if context.get("windowsOptions", {}).get("hostProcess"):
            yield who


@rule(RESTRICTED, "Host Namespaces")
def _(pod: Object) -> Iterator[str]:
    yield from (name for name in ("hostNetwork", "hostPID", "hostIPC") if pod.get(name))


@rule(RESTRICTED, "Privileged Containers")
def _(pod: Object) -> Iterator[str]:
    yield from (who for who, context in contexts(pod) if context.get("privileged"))


@rule(RESTRICTED, "Capabilities")
def _(pod: Object) -> Iterator[str]:
    for container in containers(pod):
        capabilities = container.get("securityContext", {}).get("capabilities", {})
        if "ALL" not in capabilities.get("drop", []) or set(capabilities.get("add", [])) - {"NET_BIND_SERVICE"}:
            yield container["name"]


@rule(RESTRICTED, "Volume Types")
def _(pod: Object) -> Iterator[str]:
    yield from (volume["name"] for volume in pod.get("volumes", []) if not volume.keys() - {"name"} <= VOLUMES)


@rule(RESTRICTED, "Host Ports")
def _(pod: Object) -> Iterator[str]:
    for container in containers(pod):
        yield from (container["name"] for port in container.get("ports", []) if port.get("hostPort"))


@rule(RESTRICTED, "AppArmor")
def _(pod: Object) -> Iterator[str]:
    for who, context in contexts(pod):
        if context.get("appArmorProfile", {}).get("type", "RuntimeDefault") not in {"RuntimeDefault", "Localhost"}:
            yield who


@rule(RESTRICTED, "SELinux")
def _(pod: Object) -> Iterator[str]:
    for who, context in contexts(pod):
        options = context.get("seLinuxOptions", {})
        allowed = {"", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"}
        if options.get("user") or options.get("role") or options.get("type", "") not in allowed:
            yield who


@rule(RESTRICTED, "/proc Mount Type")
def _(pod: Object) -> Iterator[str]:
    yield from (who for who, context in contexts(pod) if context.get("procMount", "Default") != "Default")


@rule(RESTRICTED, "Sysctls")
def _(pod: Object) -> Iterator[str]:
    yield from (item["name"] for item in pod.get("securityContext", {}).get("sysctls", []))


@rule(RESTRICTED, "Privilege Escalation")
def _(pod: Object) -> Iterator[str]:
    for container in containers(pod):
        if container.get("securityContext", {}).get("allowPrivilegeEscalation") is not False:
            yield container["name"]


@rule(RESTRICTED, "Running as Non-root")
def _(pod: Object) -> Iterator[str]:
    yield from (who for who, value in effective(pod, "runAsNonRoot") if value is not True)


@rule(RESTRICTED, "Running as Non-root user")
def _(pod: Object) -> Iterator[str]:
    yield from (who for who, value in effective(pod, "runAsUser") if value == 0)


@rule(RESTRICTED, "Seccomp")
def _(pod: Object) -> Iterator[str]:
    for who, value in effective(pod, "seccompProfile"):
        if not isinstance(value, dict) or value.get("type") not in {"RuntimeDefault", "Localhost"}:
            yield who


# -- our own --


@rule(OWN, "the root file system is read-only")
def _(pod: Object) -> Iterator[str]:
    yield from (who for who, value in effective(pod, "readOnlyRootFilesystem") if value is not True)


@rule(OWN, "the user is a number other than 0, known without a look into the image")
def _(pod: Object) -> Iterator[str]:
    for name in ("runAsUser", "runAsGroup"):
        yield from (who for who, value in effective(pod, name) if not (isinstance(value, int) and value > 0))


@rule(OWN, "no token of a service account is mounted")
def _(pod: Object) -> Iterator[str]:
    if pod.get("automountServiceAccountToken") is not False:
        yield "the pod"


@rule(OWN, "no variables of other services are set")
def _(pod: Object) -> Iterator[str]:
    if pod.get("enableServiceLinks") is not False:
        yield "the pod"


@rule(OWN, "CPU and memory are asked for, and memory is limited")
def _(pod: Object) -> Iterator[str]:
    for container in containers(pod):
        resources = container.get("resources", {})
        if not ({"cpu", "memory"} <= resources.get("requests", {}).keys() and "memory" in resources.get("limits", {})):
            yield container["name"]


@rule(OWN, "every image has a version, and none is the latest")
def _(pod: Object) -> Iterator[str]:
    for container in containers(pod):
        name, _, digest = container["image"].partition("@")
        tag = name.rpartition("/")[2].partition(":")[2]
        if not digest and tag in {"", "latest"}:
            yield container["name"]


@rule(OWN, "what is written to has a limit")
def _(pod: Object) -> Iterator[str]:
    for volume in pod.get("volumes", []):
        if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]:
            yield volume["name"]


@rule(
    OWN, "Secrets are files that their owner and the group may read, and nobody else, and no variables of the service"
)
def _(pod: Object) -> Iterator[str]:
    for volume in pod.get("volumes", []):
        if "secret" in volume and volume["secret"].get("defaultMode", 0o644) & 0o7337:
            yield volume["name"]
    for container in containers(pod):
        if container["name"] != "smoke":
            yield from (
                item["name"] for item in container.get("env", []) if "secretKeyRef" in item.get("valueFrom", {})
            )
