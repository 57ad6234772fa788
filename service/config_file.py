"""The configuration file: TOML, every setting by its name, side by side.

bind = "127.0.0.1:50051"
workers = 2
insecure_bind = false
keys_file = "canopy.keys"  # looked for beside this file
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path


class BadConfigFile(ValueError):
    """The file cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file says about one setting, and where."""

    text: str
    place: str


def read(path: Path, names: Collection[str], elsewhere: Collection[str]) -> dict[str, Entry]:
    """What the file says, by name. `elsewhere` are settings that have no place in a file. Raises BadConfigFile."""
    try:
        source = path.read_text(encoding="utf-8")
        values = tomllib.loads(source)
    except OSError as error:
        raise BadConfigFile(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadConfigFile(f"{path} is not text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfigFile(f"{path} is no TOML: {error}") from None
    entries = {}
    for name, value in values.items():
        place = f"{path}, line {_line_of(name, source)}"
        if name in elsewhere:
            raise BadConfigFile(f"{place}: {name} is a secret and has no place in this file")
        if name not in names:
            raise BadConfigFile(f"{place}: there is no setting {name!r}{_suggest(name, names)}")
        entries[name] = Entry(_to_text(value, f"{place}: {name}"), place)
    return entries


def _line_of(name: str, source: str) -> int:
    """Where a name is first given a value, or is the head of a table; tomllib does not tell."""
    given = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(source.splitlines(), start=1) if given.match(line)), 1)


def _suggest(name: str, names: Collection[str]) -> str:
    similar = difflib.get_close_matches(name, names, n=1)
    return f"; is {similar[0]} meant?" if similar else ""


def _to_text(value: object, what: str) -> str:
    """The value as it would stand on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    raise BadConfigFile(f"{what} has to be text, a number, true or false")
