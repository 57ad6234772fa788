"""Carries out the steps of the Dockerfile without a container: each stage in a folder that stands for its root.

It is no isolation. What the Dockerfile says of /build and /opt/canopy is done in that folder; packages of the operating
system are those of this machine; and the Python is the one that runs this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.deploy.dockerfile import Instruction, is_sent, stages
from tests.repository.files import ROOT, tracked

# The folders of the image that steps name, and in which they write.
_FOLDER = re.compile(r"(?<![\w/])/(?:build|opt/canopy)(?![\w-])")
SECONDS = 1800


class Stage:
    """One stage, as far as it has been built."""

    def __init__(self, root: Path, earlier: Stage | None = None) -> None:
        self.root = root
        self.folder = root
        # What finds programs and packages on this machine, and nothing that steers Canopy or Python.
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("CANOPY_", "PYTHON"))
        }
        python = str(Path(sys.base_prefix, "bin"))
        self.environment["PATH"] = f"{python}:{self.environment.get('PATH', '')}"
        self._earlier = earlier

    def build(self, instructions: Sequence[Instruction]) -> None:
        """Carry out the instructions that make something."""
        for instruction in instructions:
            match instruction.word:
                case "ARG" | "ENV":
                    for name, value in instruction.pairs:
                        self.environment[name] = os.path.expandvars(self.here(value))
                case "WORKDIR":
                    self.folder = Path(self.here(instruction.text))
                    self.folder.mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(instruction)
                case "RUN":
                    self._run(instruction)

    def here(self, text: str) -> str:
        """A text of the Dockerfile, with the folders of the image as they are called here."""
        return _FOLDER.sub(lambda found: f"{self.root}{found[0]}", text)

    def _copy(self, instruction: Instruction) -> None:
        *sources, target = instruction.words
        for source in sources:
            if "from" in instruction.flags:
                assert self._earlier is not None
                # A virtual environment knows its own place, so it stays there, as it does in the image.
                Path(self.here(target)).parent.mkdir(parents=True, exist_ok=True)
                Path(self.here(target)).symlink_to(self._earlier.here(source))
            else:
                self._copy_from_repository(source)

    def _copy_from_repository(self, source: str) -> None:
        for path in tracked():
            name = path.relative_to(ROOT)
            if name.is_relative_to(source) and is_sent(name):
                copy = self.folder / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)

    def _run(self, instruction: Instruction) -> None:
        if instruction.text.startswith("apt-get update"):
            return
        ran = subprocess.run(
            ["sh", "-e", "-c", self.here(instruction.text)],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert ran.returncode == 0, f"{instruction.text}\n{ran.stdout}\n{ran.stderr}"


def build(folder: Path) -> tuple[Stage, Stage]:
    """Build both stages in the folder."""
    first, second = stages()
    builder = Stage(folder / "builder")
    builder.build(first)
    final = Stage(folder / "final", builder)
    final.build(second)
    return builder, final
