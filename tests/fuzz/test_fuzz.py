"""The harnesses do with their seeds and their corpus what they should; in `make soak` atheris looks for more."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import harnesses
from tests.playing import ROOT
from tests.trust.robustness.mangled import mangled

MANGLED = 12
# A minute each, or less if less is wanted of the whole soak.
SECONDS = min(60, int(os.environ.get("CANOPY_SOAK_SECONDS", "60")))
LONG_ENOUGH = 30.0


@pytest.mark.parametrize("name", harnesses.names())
def test_seeds_and_corpus(name: str) -> None:
    harness = harnesses.load(name)
    seeds = list(harness.seeds())
    assert seeds
    for data in (*seeds, *harnesses.corpus(name)):
        harness.try_one(data)


@pytest.mark.parametrize("name", harnesses.names())
def test_mangled_seeds(name: str) -> None:
    harness = harnesses.load(name)
    rng = random.Random(name)
    for seed in harness.seeds():
        for data in mangled(seed, rng, MANGLED):
            harness.try_one(data)


@pytest.mark.soak
@pytest.mark.parametrize("name", harnesses.names())
def test_atheris_finds_nothing(name: str, tmp_path: Path) -> None:
    """What it finds is printed with the folder where the input is kept."""
    command = [sys.executable, "-m", "tests.fuzz.run", name, f"--seconds={SECONDS}", f"--findings={tmp_path}"]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=20 * SECONDS + LONG_ENOUGH
    )
    assert result.returncode == 0, result.stderr[-4000:]
    assert "stat::number_of_executed_units" in result.stderr
    assert list(tmp_path.iterdir()) == []
