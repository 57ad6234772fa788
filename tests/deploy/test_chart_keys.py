"""The key ring: made once by the chart, kept by every upgrade, or brought by the operator."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from service import keyring
from tests.deploy import cluster
from tests.deploy.chart import Object, environment, feature, of_kind, render

NAME = "canopy-keys"


def made_ring(objects: list[Object]) -> Object:
    """The Secret of the chart."""
    (found,) = of_kind(objects, "Secret").values()
    return found


def upgraded(folder: Path, *secrets: Object) -> list[Object]:
    """What an upgrade renders in a cluster that holds these Secrets."""
    with cluster.running(folder, *secrets) as kubeconfig:
        return render("--is-upgrade", "--dry-run=server", "--disable-openapi-validation", "--kubeconfig", kubeconfig)


def test_first_installation_makes_a_ring_that_the_service_reads() -> None:
    found = made_ring(feature("default"))
    assert found["metadata"]["name"] == NAME
    (key,) = keyring.parse(found["stringData"]["canopy.keys"]).keys
    assert key.made is not None
    assert found["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"


def test_every_first_installation_makes_another_ring() -> None:
    first, second = (made_ring(render(release=name))["stringData"]["canopy.keys"] for name in ("canopy", "canopy-2"))
    one, other = keyring.parse(first).sealing, keyring.parse(second).sealing
    assert one.id != other.id
    assert one.secret != other.secret


@pytest.mark.parametrize(
    "data", [{"canopy.keys": "00112233:as it was\n"}, {"canopy.keys": "rotated", "more": "kept, too"}]
)
def test_upgrade_keeps_what_the_cluster_has(data: dict[str, str], tmp_path: Path) -> None:
    found = made_ring(upgraded(tmp_path, cluster.secret(NAME, data)))
    assert "stringData" not in found
    assert {key: base64.b64decode(value).decode() for key, value in found["data"].items()} == data


def test_upgrade_of_a_cluster_that_has_another_ring_only_makes_one(tmp_path: Path) -> None:
    found = made_ring(upgraded(tmp_path, cluster.secret("another-keys", {"canopy.keys": "another"})))
    assert len(keyring.parse(found["stringData"]["canopy.keys"]).keys) == 1


def test_secret_that_lost_its_ring_is_not_filled_in_silence(tmp_path: Path) -> None:
    """A new ring would open no table; whoever upgrades has to decide that."""
    with pytest.raises(AssertionError, match="The Secret canopy-keys is there and empty"):
        upgraded(tmp_path, cluster.secret(NAME, {}))


def test_ring_of_the_operator_is_taken_and_none_is_made() -> None:
    objects = feature("existing-secrets")
    assert not of_kind(objects, "Secret")
    for deployment in of_kind(objects, "Deployment").values():
        pod = deployment["spec"]["template"]["spec"]
        (volume,) = (volume for volume in pod["volumes"] if volume["name"] == "keys")
        assert volume["secret"]["secretName"] == "canopy-ring"
        assert volume["secret"]["items"] == [{"key": "ring.txt", "path": "ring"}]


def test_both_deployments_read_the_same_ring() -> None:
    for name in ("default", "existing-secrets"):
        deployments = of_kind(feature(name), "Deployment")
        assert len(deployments) == 2
        secrets = set()
        for deployment in deployments.values():
            pod = deployment["spec"]["template"]["spec"]
            (volume,) = (volume for volume in pod["volumes"] if volume["name"] == "keys")
            (mount,) = (mount for mount in pod["containers"][0]["volumeMounts"] if mount["name"] == "keys")
            (item,) = volume["secret"]["items"]
            assert environment(pod)["CANOPY_KEYS_FILE"] == f"{mount['mountPath']}/{item['path']}"
            secrets.add(volume["secret"]["secretName"])
        assert len(secrets) == 1
