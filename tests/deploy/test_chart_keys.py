"""The key ring: made once by the chart and left alone from then on, or brought by the operator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from service import keyring
from tests.deploy import cluster
from tests.deploy.chart import Object, environment, feature, of_kind, render

NAME = "canopy-keys"


def made_ring(objects: list[Object]) -> Object:
    """The Secret that the chart makes."""
    (found,) = of_kind(objects, "Secret").values()
    return found


def hooks_of(found: Object) -> tuple[set[str], set[str]]:
    """When Helm makes an object that is no part of the release, and when it deletes it."""
    annotations = found["metadata"]["annotations"]
    return set(annotations["helm.sh/hook"].split(",")), set(annotations["helm.sh/hook-delete-policy"].split(","))


def upgraded(folder: Path, *secrets: Object, flags: Sequence[str] = ()) -> list[Object]:
    """What an upgrade renders in a cluster that holds these Secrets."""
    asked = ("--is-upgrade", "--dry-run=server", "--disable-openapi-validation")
    with cluster.running(folder, *secrets) as kubeconfig:
        return render(*asked, "--kubeconfig", kubeconfig, *flags)


def test_first_installation_makes_a_ring_that_the_service_reads() -> None:
    found = made_ring(feature("default"))
    assert found["metadata"]["name"] == NAME
    (key,) = keyring.parse(found["stringData"]["canopy.keys"]).keys
    assert key.made is not None


def test_ring_is_no_part_of_the_release_so_that_a_rollback_puts_no_old_one_back() -> None:
    """What is a part is set back to what it was at the old revision, and removed with the release."""
    made_at, deleted_at = hooks_of(made_ring(feature("default")))
    assert made_at == {"pre-install", "pre-upgrade"}
    # Without a policy, Helm would delete what is there before it made another one.
    assert deleted_at == {"hook-failed"}


def test_every_first_installation_makes_another_ring() -> None:
    first, second = (made_ring(render(release=name))["stringData"]["canopy.keys"] for name in ("canopy", "canopy-2"))
    one, other = keyring.parse(first).sealing, keyring.parse(second).sealing
    assert one.id != other.id
    assert one.secret != other.secret


@pytest.mark.parametrize(
    "data", [{"canopy.keys": "00112233:as it was\n"}, {"canopy.keys": "rotated", "more": "kept, too"}]
)
def test_upgrade_leaves_alone_what_the_cluster_has(data: dict[str, str], tmp_path: Path) -> None:
    assert not of_kind(upgraded(tmp_path, cluster.secret(NAME, data)), "Secret")


def test_upgrade_of_a_cluster_that_has_another_ring_only_makes_one(tmp_path: Path) -> None:
    found = made_ring(upgraded(tmp_path, cluster.secret("another-keys", {"canopy.keys": "another"})))
    assert len(keyring.parse(found["stringData"]["canopy.keys"]).keys) == 1


@pytest.mark.parametrize(
    ("data", "flags"),
    [({}, []), ({"canopy.keys": "a ring"}, ["--set", "keyRing.secretKey=ring.txt"]), ({"canopy.keys": ""}, [])],
)
def test_secret_without_its_ring_is_not_filled_in_silence(
    data: dict[str, str], flags: list[str], tmp_path: Path
) -> None:
    """A new ring would open no table; whoever upgrades has to decide that. And pods would wait for a file for ever."""
    with pytest.raises(AssertionError, match="The Secret canopy-keys is there and holds no"):
        upgraded(tmp_path, cluster.secret(NAME, data), flags=flags)


def test_ring_is_not_left_behind_when_the_release_gets_other_names(tmp_path: Path) -> None:
    ours = cluster.secret(NAME, {"canopy.keys": "a ring"}, instance="canopy", component="keys")
    another = cluster.secret("theirs-keys", {"canopy.keys": "a ring"}, instance="theirs", component="keys")
    renamed = ["--set", "fullnameOverride=games"]
    with pytest.raises(AssertionError, match=r"set keyRing\.existingSecret to canopy-keys"):
        upgraded(tmp_path, ours, another, flags=renamed)
    assert not of_kind(upgraded(tmp_path, ours, flags=[*renamed, f"--set=keyRing.existingSecret={NAME}"]), "Secret")
    assert of_kind(upgraded(tmp_path, another, flags=renamed), "Secret")


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
