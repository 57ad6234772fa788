"""Services in processes of their own, on free ports of the loopback interface."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from tests.playing import ROOT

FREE_PORT = "127.0.0.1:0"
CANOPY_SERVE = ("-m", "service", "serve", "--bind", FREE_PORT, "--log-level", "ERROR")


def environment() -> dict[str, str]:
    """This process's, with the tests on the import path and without settings of the service."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANOPY_")}
    path = [entry for entry in kept.get("PYTHONPATH", "").split(os.pathsep) if entry]
    return kept | {"PYTHONPATH": os.pathsep.join([*path, str(ROOT)])}


@contextmanager
def python(*arguments: str) -> Iterator[str]:
    """Run Python with these arguments and give its first line, which it prints when it is ready; stop it in the end."""
    with subprocess.Popen(
        [sys.executable, *arguments], env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"{' '.join(arguments)} ended without a word")
            yield line
        finally:
            process.terminate()


def addresses_in(line: str) -> list[str]:
    """The addresses of a line like `canopy 1.0 on 127.0.0.1:50051`: what follows each `on`."""
    words = line.split()
    return [after for word, after in pairwise(words) if word == "on"]
