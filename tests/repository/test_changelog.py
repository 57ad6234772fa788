"""CHANGELOG.md: newest first, and the version of the package is in it or still to come."""

import re
import tomllib

from tests.repository.files import ROOT

HEADING = re.compile(r"^## (?:\[?(Unreleased|\d+\.\d+\.\d+)\]?)(?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def headings() -> list[tuple[str, str]]:
    """Versions and their dates, in order."""
    return HEADING.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))


def test_changes_stand_under_a_version_or_unreleased() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert headings()
    assert len(headings()) == len(re.findall(r"^## ", text, re.MULTILINE))
    assert [name for name, _ in headings()[1:]] == [name for name, date in headings()[1:] if date]


def test_version_of_the_package_is_told_or_to_come() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert {name for name, _ in headings()} & {version, "Unreleased"}
