"""The Makefile: every target is listed by `make help`, or is a step of one that is."""

import re
import subprocess

from tests.repository.files import ROOT

RULE = re.compile(r"^([a-z][a-z-]*):(?!=)(.*)$", re.MULTILINE)
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
# What issues, readers and continuous integration call.
PROMISED = {"help", "demo", "test", "serve", "bench", "lint", "soak", "golden"}


def targets() -> dict[str, str]:
    """Every named target with the rest of its line."""
    return dict(RULE.findall(MAKEFILE))


def listed() -> dict[str, str]:
    """What `make help` prints: targets and descriptions."""
    text = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {
        found[1]: found[2]
        for found in map(re.compile(r"\s*make ([a-z-]+)\s+(.+)").fullmatch, text.splitlines())
        if found
    }


def test_promised_targets_are_there() -> None:
    assert targets().keys() >= PROMISED


def test_every_target_is_listed_or_a_step_of_one_that_is() -> None:
    steps = {step for name in listed() for step in targets()[name].partition("##")[0].split()}
    assert targets().keys() - listed().keys() <= steps
    assert listed().keys() <= targets().keys()


def test_named_targets_are_phony() -> None:
    phony = {name for line in re.findall(r"^\.PHONY:(.*)$", MAKEFILE, re.MULTILINE) for name in line.split()}
    assert phony == targets().keys()
