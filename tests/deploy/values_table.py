"""The table of values in the chart's README, made of values.yaml: the comment above a value is its meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import yaml

from tests.deploy.chart import CHART, VALUES

README = CHART / "README.md"
_BEGIN, _END = "<!-- values: made by `make manifests` -->\n", "<!-- end of values -->"
_TABLE = re.compile(f"(?<={re.escape(_BEGIN)}).*?(?={re.escape(_END)})", re.DOTALL)
_COMMENT = re.compile(r" *# ?(.*)")


class NoMeaning(ValueError):
    """A value has no comment above it."""


def rows() -> Iterator[tuple[str, str, str]]:
    """Name, default and meaning of every value. Raises NoMeaning."""
    text = VALUES.read_text("utf-8")
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert isinstance(root, yaml.MappingNode)
    yield from _rows(root, text.splitlines(), "")


def _rows(node: yaml.MappingNode, lines: list[str], path: str) -> Iterator[tuple[str, str, str]]:
    for key, value in node.value:
        name = f"{path}{key.value}"
        # Of a part whose values have meanings of their own, those are told; any other is one value.
        if isinstance(value, yaml.MappingNode) and any(_meaning(inner, lines) for inner, _ in value.value):
            yield from _rows(value, lines, f"{name}.")
            continue
        meaning = _meaning(key, lines)
        if not meaning:
            raise NoMeaning(name)
        yield name, json.dumps(yaml.safe_load(yaml.serialize(value))), meaning


def _meaning(key: yaml.Node, lines: list[str]) -> str:
    """The comment directly above a key."""
    found: list[str] = []
    line = key.start_mark.line
    while line > 0 and (comment := _COMMENT.fullmatch(lines[line - 1])):
        found.insert(0, comment[1])
        line -= 1
    return " ".join(found)


def table() -> str:
    """As Markdown."""
    head = "| Value | Default | Meaning |\n| --- | --- | --- |\n"
    return head + "".join(f"| `{name}` | `{default}` | {meaning} |\n" for name, default, meaning in rows())


def in_readme() -> str:
    """The table that is in the README."""
    found = _TABLE.search(README.read_text("utf-8"))
    assert found, "the README has no place for the table"
    return found[0]


def write() -> None:
    """Put the table into the README."""
    README.write_text(_TABLE.sub(lambda _: table(), README.read_text("utf-8")), encoding="utf-8")
