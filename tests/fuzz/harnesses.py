"""The harnesses by name, and the inputs that are kept for each."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

HERE = Path(__file__).resolve().parent


class Harness(Protocol):
    """What a module `fuzz_*` offers."""

    def seeds(self) -> Iterator[bytes]:
        """Real inputs of every ruleset."""

    def try_one(self, data: bytes) -> None:
        """Fails when the code does with the data what it should not."""


def names() -> list[str]:
    """Every harness."""
    return sorted(module.name for module in pkgutil.iter_modules([str(HERE)]) if module.name.startswith("fuzz_"))


def load(name: str) -> Harness:
    """The harness of this name."""
    return cast("Harness", importlib.import_module(f"tests.fuzz.{name}"))


def corpus(name: str) -> list[bytes]:
    """The inputs that are kept for a harness: a bytes literal per line, `#` begins a comment."""
    lines = (HERE / "corpus" / f"{name}.txt").read_text("ascii").splitlines()
    found = [ast.literal_eval(line) for line in lines if line and not line.startswith("#")]
    assert all(isinstance(data, bytes) for data in found)
    return found
