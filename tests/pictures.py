"""Looking at an SVG as a strict XML parser sees it, and what has to hold for every one: it is nothing but a picture."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

# More pictures than a file of tests looks at.
_PICTURES = 64
_LONG_NUMBER = re.compile(r"\.\d{3}|\.\d?0\b|\de[-+]?\d|nan|inf")
_NOT_NUMBERS = ("id", "fill", "stroke", "class")


@lru_cache(maxsize=_PICTURES)
def parsed(source: str) -> Element:
    """The picture as a strict XML parser sees it."""
    return ElementTree.fromstring(source)  # noqa: S314


def tag(element: Element) -> str:
    """The element's name without its namespace."""
    return element.tag.removeprefix("{http://www.w3.org/2000/svg}")


def with_class(root: Element, name: str) -> list[Element]:
    """All elements of a class, in the order in which they are drawn."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def only(root: Element, name: str) -> Element:
    """The one element of a class."""
    (found,) = with_class(root, name)
    return found


def texts(root: Element) -> list[str]:
    """All texts, in the order in which they are drawn."""
    return [element.text or "" for element in root.iter() if tag(element) == "text"]


def require_nothing_but_a_picture(root: Element, elements: Collection[str]) -> None:
    """It has no other elements than these, runs nothing, is styled by nothing and refers to nothing outside itself."""
    assert tag(root) == "svg"
    for element in root.iter():
        assert tag(element) in elements
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert name != "style"
            if name.endswith("href"):
                assert value.startswith("#")
            assert re.fullmatch(r"url\(#[a-z0-9-]+\)", value) or "url(" not in value.lower() or name == "class"


def require_no_names(root: Element) -> None:
    """Nothing in it has an id or refers to one, so that it stands beside any other picture on a page."""
    for element in root.iter():
        for name, value in element.attrib.items():
            assert name != "id"
            assert not name.endswith("href")
            assert "url(" not in value.lower()


def long_numbers(root: Element) -> list[str]:
    """Attributes with a number of more than two decimals, with zeros at its end, or that is none."""
    return sorted(
        {
            value
            for element in root.iter()
            for name, value in element.attrib.items()
            if name not in _NOT_NUMBERS and not name.endswith("href") and _LONG_NUMBER.search(value)
        }
    )
