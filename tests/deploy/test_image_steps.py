"""The steps of the Dockerfile are carried out in a clean folder, and what they make is run as the chart runs it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from service import keyring
from tests.deploy import builder
from tests.deploy.builder import Stage
from tests.deploy.chart import CHART
from tests.deploy.dockerfile import stages

pytestmark = pytest.mark.system

DEADLINE = 120
STARTED = re.compile(r"\bon (127\.0\.0\.1:\d+)")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stage, Stage]:
    """Both stages."""
    return builder.build(tmp_path_factory.mktemp("image"))


@pytest.fixture(scope="module")
def image(built: tuple[Stage, Stage]) -> Stage:
    """What is in the image."""
    return built[1]


def as_in_the_image(image: Stage, *command: str, **variables: str) -> subprocess.Popen[str]:
    """A command with the environment of the image and nothing else, but these variables."""
    values = {name: value for item in stages()[1] if item.word == "ENV" for name, value in item.pairs}
    environment = {name: image.here(value).replace("$PATH", os.defpath) for name, value in values.items()}
    return subprocess.Popen(
        command,
        cwd="/tmp",  # noqa: S108 - the working directory of the image
        env=environment | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def contents(image: Stage) -> dict[Path, int]:
    """Every file of the image's folder, and when it was last written."""
    return {path: path.lstat().st_mtime_ns for path in Path(image.here("/opt/canopy")).resolve().rglob("*")}


def canopy(image: Stage) -> str:
    """The service's program in the image."""
    return image.here("/opt/canopy/bin/canopy")


def test_image_holds_no_compiler_no_pip_and_no_source(image: Stage) -> None:
    names = {path.name for path in Path(image.here("/opt/canopy/bin")).iterdir()}
    assert "canopy" in names
    assert not {name for name in names if re.match(r"pip|gcc|cython|python-grpc-tools|protoc", name)}
    installed = [path.relative_to(image.here("/opt/canopy")) for path in Path(image.here("/opt/canopy")).rglob("*")]
    packages = {path.name.partition("-")[0].lower() for path in installed if path.suffix == ".dist-info"}
    assert {"canopy_engine", "grpcio", "ortools"} <= packages
    assert not packages & {"pip", "setuptools", "cython", "grpcio_tools", "pytest", "hypothesis"}
    assert not [path for path in installed if path.suffix in {".pyx", ".c"} and path.parts[4:5] == ("cext",)]
    assert any(path.suffix == ".so" and path.parent.name == "cext" for path in installed)


def test_every_installed_version_is_that_of_the_constraints(built: tuple[Stage, Stage], image: Stage) -> None:
    pip = [built[0].here("/build/tools/bin/pip"), "--python", image.here("/opt/canopy/bin/python"), "freeze"]
    frozen = subprocess.run(pip, check=True, capture_output=True, text=True).stdout.splitlines()
    constraints = Path(built[0].here("/build/constraints.txt")).read_text("utf-8").lower().splitlines()
    wanted = {line.replace("_", "-") for line in constraints}
    assert [line for line in frozen if line.lower().replace("_", "-") not in wanted and "canopy" not in line] == []


def test_it_plays_writes_nothing_into_the_image_and_stops_at_sigterm(image: Stage) -> None:
    before = contents(image)
    ring = keyring.render(keyring.generate())
    address = "127.0.0.1:0"
    with as_in_the_image(image, canopy(image), "serve", "--bind", address, CANOPY_KEYS=ring) as service:
        try:
            assert service.stdout is not None
            assert service.stderr is not None
            line = service.stdout.readline()
            started = STARTED.search(line)
            assert started, line or service.stderr.read()
            where = {"CANOPY_ENGINE": started[1], "CANOPY_SOLVER": started[1], "CANOPY_TIMEOUT": str(DEADLINE)}
            smoke = (CHART / "files" / "smoke.py").read_text("utf-8")
            with as_in_the_image(image, image.here("/opt/canopy/bin/python"), "-c", smoke, **where) as tested:
                said, wrong = tested.communicate(timeout=DEADLINE)
            assert (tested.returncode, wrong) == (0, ""), wrong
            assert "the solver suggests" in said
            service.send_signal(signal.SIGTERM)
            assert service.wait(DEADLINE) == 0
        finally:
            service.kill()
    assert contents(image) == before


def test_command_of_the_image_is_found_in_it(image: Stage) -> None:
    with as_in_the_image(image, canopy(image), "--version") as asked:
        said, _ = asked.communicate(timeout=DEADLINE)
    assert (asked.returncode, said.split()[0]) == (0, "canopy")
