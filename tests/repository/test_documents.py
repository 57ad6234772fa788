"""What the documents promise: examples run, commands and links exist."""

import argparse
import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli import _parser
from tests.repository.files import ROOT, name_of, tracked
from tests.repository.test_makefile import targets

# A Python block after this comment is run; the comment is invisible to readers.
RUNNABLE = re.compile(r"^<!-- run -->\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON_BLOCK = re.compile(r"^```python$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
MAKE = re.compile(r"(?:`|\$ )make ([a-z-]+)")
COMMAND = re.compile(r"`canopy ((?:[a-z]+)(?: \| [a-z]+)*)`")
# In code, with what follows it: `--workers N`.
FLAG = re.compile(r"(?<=[` ])--([a-z][a-z-]+)")
# Where the examples expect the service.
ADDRESS = "127.0.0.1:50051"
STARTED = re.compile(r"\bon (127\.0\.0\.1:\d+)")

DOCUMENTS = [path for path in tracked() if path.suffix == ".md"]
EXAMPLES = [
    pytest.param(block, id=f"{name_of(path)}-{number}")
    for path in DOCUMENTS
    for number, block in enumerate(RUNNABLE.findall(path.read_text("utf-8")))
]


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of a service that was started as readers start it."""
    command = [sys.executable, "-m", "service", "serve", "--bind", "127.0.0.1:0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as service:
        try:
            assert service.stdout is not None
            started = STARTED.search(service.stdout.readline())
            assert started
            yield started[1]
        finally:
            service.terminate()
    assert service.returncode == 0


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs(example: str, served: str) -> None:
    assert ADDRESS in example
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example.replace(ADDRESS, served), "example", "exec"), {"__name__": "__main__"})  # noqa: S102
    assert printed.getvalue().strip()


def test_readme_has_a_python_example_and_none_that_is_not_run() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert RUNNABLE.findall(readme)
    assert len(RUNNABLE.findall(readme)) == len(PYTHON_BLOCK.findall(readme))


def test_links_within_the_repository_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for link in LINK.findall(path.read_text("utf-8")):
            if "://" not in link:
                assert (path.parent / link).exists(), f"{name_of(path)} links to {link}"


def test_make_targets_that_are_named_exist() -> None:
    for path in DOCUMENTS:
        assert set(MAKE.findall(path.read_text("utf-8"))) <= targets().keys(), name_of(path)


def test_commands_that_are_named_exist() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "service", "--help"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for path in DOCUMENTS:
        for commands in COMMAND.findall(path.read_text("utf-8")):
            for command in commands.split(" | "):
                assert re.search(rf"^\s+{command}\s", shown.stdout, re.MULTILINE), f"{name_of(path)}: canopy {command}"


def test_flags_that_the_readme_names_exist() -> None:
    named = set(FLAG.findall((ROOT / "README.md").read_text("utf-8")))
    assert named
    assert named <= set(_flags(_parser()))


def _flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The flags of a command and of all its own commands."""
    for action in parser._actions:
        yield from (option.removeprefix("--") for option in action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _flags(command)


def test_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "$ make demo" in readme
    assert "$ make test" in readme


def test_folders_of_the_layout_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    layout = readme.partition("## Layout")[2].partition("\n## ")[0]
    folders = re.findall(r"^    ([a-z]+/(?:, [a-z]+/)*)", layout, re.MULTILINE)
    assert folders
    for folder in (name for names in folders for name in names.split(", ")):
        assert Path(ROOT, folder).is_dir(), folder
