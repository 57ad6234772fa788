"""The Dockerfile: linted, and held to what the image has to be."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import yaml

from service import config
from service.cli import _parser
from tests.deploy.chart import CHART, containers, feature, pods
from tests.deploy.dockerfile import DOCKERFILE, Instruction, arguments, instructions, is_sent, stages
from tests.repository.files import ROOT, tracked

BUILDER, FINAL = stages()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def of(stage: list[Instruction], word: str) -> list[Instruction]:
    """The instructions of a kind."""
    return [instruction for instruction in stage if instruction.word == word]


def test_hadolint_finds_nothing() -> None:
    program = Path(sysconfig.get_path("scripts"), "hadolint")
    ran = subprocess.run(
        [program, "--failure-threshold", "style", DOCKERFILE], check=False, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_what_is_not_linted_is_said_instruction_by_instruction() -> None:
    """Only that Debian's packages, and the base image that whoever builds names, have no version."""
    ignored = re.findall(r"hadolint ignore=(\S+)", DOCKERFILE.read_text("utf-8"))
    assert set(ignored) == {"DL3006", "DL3008"}


def test_base_is_the_python_of_the_tests_by_default() -> None:
    assert [instruction.text.split()[0] for instruction in (BUILDER[0], FINAL[0])] == ["${BASE}", "${BASE}"]
    found = re.fullmatch(r"python:(\d+)\.(\d+)-slim-[a-z]+", arguments()["BASE"])
    assert found
    assert (int(found[1]), int(found[2])) == sys.version_info[:2]
    assert f"Programming Language :: Python :: {found[1]}.{found[2]}" in PROJECT["classifiers"]


def test_final_stage_gets_one_folder_and_installs_nothing_that_builds() -> None:
    (copied,) = of(FINAL, "COPY")
    assert (copied.flags, copied.words) == ({"from": "build"}, ["/opt/canopy", "/opt/canopy"])
    installed = [
        package
        for run in of(FINAL, "RUN")
        for packages in re.findall(r"apt-get install ((?:\S+ )+?)&&", run.text)
        for package in packages.split()
        if not package.startswith("-")
    ]
    assert installed == ["tini"]
    assert not re.search(r"\b(pip|gcc|make|curl|wget|git)\b", " ".join(run.text for run in of(FINAL, "RUN")))


def test_it_runs_as_a_user_with_a_number_that_is_not_root_and_is_that_of_the_chart() -> None:
    (user,) = of(FINAL, "USER")
    numbers = [int(part) for part in user.text.split(":")]
    assert len(numbers) == 2
    assert 0 not in numbers
    # Whatever is put into the image is put there by root, and the user cannot change it.
    assert not [item for item in FINAL[FINAL.index(user) :] if item.word in {"RUN", "COPY", "ADD"}]
    for _, pod in pods(feature("default")):
        context = pod["securityContext"]
        assert [context["runAsUser"], context["runAsGroup"]] == numbers


def test_sigterm_reaches_the_service_through_a_first_process_that_buries_orphans() -> None:
    (entry,) = of(FINAL, "ENTRYPOINT")
    assert entry.words == ["tini", "--", "canopy"]
    assert [item.text for item in of(FINAL, "STOPSIGNAL")] == ["SIGTERM"]
    # In the exec form, for a shell would keep the signal.
    assert all(item.text.startswith("[") for item in instructions() if item.word in {"ENTRYPOINT", "CMD"})


def test_health_is_asked_by_grpc_and_not_by_a_command() -> None:
    assert "HEALTHCHECK" not in {item.word for item in instructions()}


def test_nothing_is_fetched_from_an_address_and_no_secret_is_asked_for() -> None:
    assert "ADD" not in {item.word for item in instructions()}
    names = {name for item in instructions() if item.word in {"ARG", "ENV"} for name, _ in item.pairs}
    assert not {name for name in names if re.search(r"KEY|TOKEN|SECRET|PASSWORD", name)}


def test_every_package_has_the_version_of_the_constraints() -> None:
    (constraint,) = (value for item in of(BUILDER, "ENV") for name, value in item.pairs if name == "PIP_CONSTRAINT")
    first = next(index for index, item in enumerate(BUILDER) if item.word == "COPY")
    assert constraint == "/build/constraints.txt"
    assert "constraints.txt" in BUILDER[first].words
    assert not [item for item in BUILDER[:first] if item.word == "RUN" and "pip" in item.text]


def test_command_is_one_that_the_service_takes() -> None:
    (entry,), (command,) = of(FINAL, "ENTRYPOINT"), of(FINAL, "CMD")
    options = _parser().parse_args(command.words)
    settings = config.read_settings(vars(options), {})
    config.require_safe_bind(settings)
    ports = {int(port) for item in of(FINAL, "EXPOSE") for port in item.text.split()}
    assert settings.metrics_address is not None
    assert ports == {int(address.rpartition(":")[2]) for address in (settings.bind, settings.metrics_address)}
    assert entry.words[-1] in PROJECT["scripts"]


def test_commands_of_the_chart_are_in_the_image() -> None:
    """The chart runs the entry point, but for Python itself where the image has put it."""
    programs = {
        container["command"][0]
        for _, pod in pods(feature("default"))
        for container in containers(pod)
        if "command" in container
    }
    assert programs == {"/opt/canopy/bin/python"}


def test_versions_of_package_chart_and_image_are_one() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8"))
    assert chart["appVersion"] == PROJECT["version"]
    assert f"--tag canopy:{PROJECT['version']} ." in DOCKERFILE.read_text("utf-8")


def test_builder_is_sent_all_that_is_copied_and_nothing_else() -> None:
    sources = {source for item in of(BUILDER, "COPY") for source in item.words[:-1]}
    files = {path.relative_to(ROOT) for path in tracked()}
    sent = {path for path in files if is_sent(path)}
    assert {path.parts[0] for path in sent} == sources
    # Whatever lies about: what was built here, keys, what Git knows.
    for name in (
        ".git/config",
        ".venv/bin/python",
        "canopy.keys",
        "api.keys",
        "cext/state.cpython-311.so",
        "tests/x.py",
    ):
        assert not is_sent(Path(name)), name
    assert not is_sent(Path("proto/canopy/v1/engine_pb2.py"))
    assert is_sent(Path("engines/games/__init__.py"))
