"""A small writer of SVG 1.1: elements, escaped text, numbers in one fixed format, and cautious text measures.

It knows no game. Equal calls give equal bytes: attributes come out in the order in which they were given, numbers with
two decimals at most. What it writes can be shown inside a page as it is: a control character, a quote or a tag in a
text never becomes markup.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

Attribute = str | int | float | None

_NAMESPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
# Everything that XML 1.0 cannot hold, not even as a reference.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})

# Advance widths in em of the widest serif face in common use (DejaVu Serif, bold), so that text which fits by this
# measure fits in whatever face the reader has.
_NARROW, _MIDDLE, _UPPER, _BROAD = 0.46, 0.72, 0.92, 1.15


# Pictures repeat most of their numbers, names and words.
@lru_cache(maxsize=8192)
def number(value: int | float) -> str:
    """A number with at most two decimals, without trailing zeros and without a negative zero."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Text as character data or as an attribute's value; what XML cannot hold becomes a replacement character."""
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPES)


def numbers(*values: int | float) -> str:
    """Numbers parted by blanks, as in a viewBox."""
    return " ".join(number(value) for value in values)


def points(*pairs: tuple[float, float]) -> str:
    """Points for a polygon or a polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def translate(x: float, y: float) -> str:
    """A transform that moves an element."""
    return f"translate({number(x)} {number(y)})"


class Element:
    """One element. A keyword `stroke_width` is the attribute `stroke-width`, `class_` is `class`; None is left out."""

    __slots__ = ("_attributes", "_children", "_tag")

    def __init__(self, tag: str, *children: Element | str, **attributes: Attribute) -> None:
        self._tag = tag
        self._children: list[Element | str] = list(children)
        self._attributes = attributes

    def add(self, *children: Element | str) -> Element:
        """Append children, and answer the element itself."""
        self._children.extend(children)
        return self

    def __str__(self) -> str:
        pieces: list[str] = []
        self._write(pieces)
        return "".join(pieces)

    def _write(self, pieces: list[str]) -> None:
        pieces.append(f"<{self._tag}")
        for name, value in self._attributes.items():
            if value is not None:
                text = escape(value) if isinstance(value, str) else number(value)
                pieces.append(f' {_attribute_name(name)}="{text}"')
        if not self._children:
            pieces.append("/>")
            return
        pieces.append(">")
        for child in self._children:
            if isinstance(child, Element):
                child._write(pieces)
            else:
                pieces.append(escape(child))
        pieces.append(f"</{self._tag}>")


class Frozen(Element):
    """An element whose text is written once and kept, for what many pictures show alike. It takes no more children."""

    __slots__ = ("_text",)

    def __init__(self, element: Element) -> None:
        super().__init__("")
        self._text = str(element)

    def add(self, *children: Element | str) -> Element:
        """Nothing can be added any more: TypeError."""
        raise TypeError("a frozen element takes no children")

    def _write(self, pieces: list[str]) -> None:
        pieces.append(self._text)


@lru_cache(maxsize=256)
def _attribute_name(keyword: str) -> str:
    if keyword == "xlink_href":
        return "xlink:href"
    if keyword in ("viewBox", "patternUnits", "patternTransform"):
        return keyword
    return keyword.rstrip("_").replace("_", "-")


def group(*children: Element | str, **attributes: Attribute) -> Element:
    """A `g` element."""
    return Element("g", *children, **attributes)


def document(width: float, height: float, title: str, description: str, *children: Element) -> str:
    """A whole picture that stands by itself, with a name and a description for those who hear it read."""
    root = Element(
        "svg",
        Element("title", title),
        Element("desc", description),
        *children,
        version="1.1",
        width=width,
        height=height,
        viewBox=numbers(0, 0, width, height),
        role="img",
        **_NAMESPACES,
    )
    return f"{root}\n"


def text_width(text: str, size: float) -> float:
    """How wide a text is at most, in any common serif face."""
    return size * sum(map(_advance, text))


def fit(text: str, width: float, size: float) -> str:
    """The text, cut with an ellipsis where it would grow wider than `width`."""
    if text_width(text, size) <= width:
        return text
    room = width - text_width("\u2026", size)
    used = 0.0
    for index, character in enumerate(text):
        used += size * _advance(character)
        if used > room:
            return f"{text[:index].rstrip()}\u2026"
    return text


@lru_cache(maxsize=1024)
def _advance(character: str) -> float:
    if character in "fijlrtI .,:;|!'()[]-/1\u00b7":
        return _NARROW if character != "1" else _MIDDLE
    if character in "mwMW@%&\u2026\u2014" or unicodedata.east_asian_width(character) in "WF":
        return _BROAD
    if character.isupper() or not character.isascii():
        return _UPPER
    return _MIDDLE
