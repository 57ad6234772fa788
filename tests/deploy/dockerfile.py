"""The Dockerfile as its instructions, and what of the repository goes to the builder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tests.repository.files import ROOT

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
IGNORED = ROOT / ".dockerignore"

_FLAG = re.compile(r"--([a-z]+)=(\S+)\s+")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its word, its flags such as `--from`, and the rest of it, on one line."""

    word: str
    flags: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        """What is to be run or copied, word by word; of the exec form its parts."""
        if self.text.startswith("["):
            parts: list[str] = json.loads(self.text)
            return parts
        return self.text.split()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names and values of an ARG, ENV or LABEL."""
        found = re.findall(r'([\w.]+)=("[^"]*"|\S*)', self.text)
        return [(name, value.strip('"')) for name, value in found]


def instructions() -> Iterator[Instruction]:
    """All instructions in order."""
    text = re.sub(r"^\s*#.*\n", "", DOCKERFILE.read_text("utf-8"), flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            flags = dict(_FLAG.findall(rest))
            yield Instruction(word, flags, _FLAG.sub("", rest).strip())


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, the FROM first; before the first one there may be ARGs only."""
    found: list[list[Instruction]] = []
    for instruction in instructions():
        if instruction.word == "FROM":
            found.append([])
        if found:
            found[-1].append(instruction)
        else:
            assert instruction.word == "ARG"
    return found


def arguments() -> dict[str, str]:
    """The ARGs before the first stage, with their defaults."""
    found: dict[str, str] = {}
    for instruction in instructions():
        if instruction.word == "FROM":
            break
        found.update(instruction.pairs)
    return found


def is_sent(path: Path) -> bool:
    """Whether a file, named from the root, goes to the builder: the last pattern that fits decides."""
    sent = True
    for line in IGNORED.read_text("utf-8").splitlines():
        pattern = line.strip()
        if pattern and not pattern.startswith("#") and _fits(path, pattern.removeprefix("!")):
            sent = pattern.startswith("!")
    return sent


def _fits(path: Path, pattern: str) -> bool:
    """Whether the pattern names the path or a folder above it."""
    if pattern.startswith("**/"):
        return any(fnmatchcase(part, pattern[3:]) for part in path.parts)
    return fnmatchcase(path.parts[0], pattern)
