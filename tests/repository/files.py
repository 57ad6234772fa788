"""The files of this repository, as Git knows them."""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that is under version control and there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file())


def sources(*folders: str, suffix: str = ".py") -> Iterator[Path]:
    """The tracked files of these folders that end so."""
    for path in tracked():
        if path.relative_to(ROOT).parts[0] in folders and path.suffix == suffix:
            yield path


def text_files() -> Iterator[tuple[Path, str]]:
    """Every tracked file that is text, with its text."""
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            yield path, data.decode()


def name_of(path: Path) -> str:
    """The path from the root, for messages."""
    return path.relative_to(ROOT).as_posix()
