"""The look that the pictures of all games share: pages of a naturalist's field notebook, 1200 pixels wide.

Colours, panels, headings and small building blocks. What belongs to one game is drawn in that game's module.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2s
from math import ceil

from google.protobuf.message import Message

from engines import svg
from engines.svg import Element, fit, group, number, numbers, points, text_width, translate

FONT = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'Book Antiqua', serif"

PAPER = "#f4ecd8"
CARD = "#fbf7ea"
FOREST_FLOOR = "#e8eed8"
LINE = "#c9bb94"
INK = "#2d2a20"
SOFT_INK = "#655c45"
FOREST = "#2f5d3a"
LEAF = "#7f9a6a"
RIVER = "#1f6583"
WATER = "#b9d9e4"
RIPPLE = "#eaf5f8"
CLAY = "#9c2f1f"
PENCIL = "#4b4a86"
HALO = "#fffdf6"

WIDTH = 1200.0
MARGIN = 32.0
GAP = 24.0
CONTENT = WIDTH - 2 * MARGIN
# Where the page begins below its header.
TOP = 124.0

# Something drawn, and how high it is.
Drawn = tuple[Element, float]


class Column:
    """Drawn things one below the other."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.elements: list[Element] = []

    def add(self, drawn: Drawn) -> None:
        """Put the next one below the last."""
        element, height = drawn
        self.elements.append(group(element, transform=translate(self.x, self.y)))
        self.y += height + GAP


def page(
    title: str, description: str, end: float, header: Element, elements: Iterable[Element], *definitions: Element
) -> str:
    """The whole picture: a sheet of paper with a frame, a header and what is drawn below it."""
    bottom = ceil(end)
    sheet = group(
        Element("rect", width=WIDTH, height=bottom, fill=PAPER),
        Element(
            "rect", x=10, y=10, width=WIDTH - 20, height=bottom - 20, rx=14, fill="none", stroke=LINE, stroke_width=1.6
        ),
        group(header, transform=translate(MARGIN, 24)),
        *elements,
        font_family=FONT,
        fill=INK,
    )
    return svg.document(WIDTH, bottom, title, description, *definitions, sheet)


def page_header(title: str, whose: str, words: str, current: int, rounds: int, *, finished: bool) -> Element:
    """The title, whose page it is, and the rounds gone by; `current` counts from 1, 0 is before the first."""
    step = min(15.0, 420 / rounds)
    dots = group(class_="rounds")
    for index in range(rounds):
        gone = finished or index + 1 < current
        dots.add(
            Element(
                "circle",
                cx=CONTENT - step * (rounds - index) + step / 2,
                cy=56,
                r=0.32 * step,
                fill=FOREST if gone else HALO,
                stroke=FOREST,
                stroke_width=2.4 if index + 1 == current and not finished else 1,
            )
        )
    return group(
        leaf(0, 10, 44),
        label(title, 58, 34, 30, fill=FOREST, bold=True),
        label(whose, 58, 62, 17, fill=SOFT_INK, italic=True),
        label(words, CONTENT, 34, 20, anchor="end", fill=INK, bold=True, class_="round"),
        dots,
        Element("path", d=f"M0 80H{number(CONTENT)}M0 84H{number(CONTENT)}", stroke=LINE, stroke_width=1.2),
        class_="header",
    )


def prefix_of(name: str, view: Message) -> str:
    """A prefix for ids, so that different pictures can stand in one document."""
    return f"{name}-{blake2s(view.SerializeToString(deterministic=True), digest_size=6).hexdigest()}"


def label(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    width: float | None = None,
    anchor: str | None = None,
    fill: str | None = None,
    bold: bool = False,
    italic: bool = False,
    class_: str | None = None,
) -> Element:
    """One line of text on its base line, cut to `width` when one is given."""
    return Element(
        "text",
        text if width is None else fit(text, width, size),
        x=x,
        y=y,
        font_size=size,
        text_anchor=anchor,
        fill=fill,
        font_weight="bold" if bold else None,
        font_style="italic" if italic else None,
        class_=class_,
    )


def wrap(text: str, width: float, size: float, lines: int) -> list[str]:
    """The text in at most so many lines, the last one cut if it must be."""
    found: list[str] = []
    rest = text.split()
    while rest and len(found) < lines - 1:
        taken = 1
        while taken < len(rest) and text_width(" ".join(rest[: taken + 1]), size) <= width:
            taken += 1
        found.append(fit(" ".join(rest[:taken]), width, size))
        rest = rest[taken:]
    return [*found, fit(" ".join(rest), width, size)] if rest else found


def panel(width: float, height: float, title: str, *children: Element, class_: str) -> Element:
    """A card of paper with a heading."""
    return group(
        Element("rect", width=width, height=height, rx=10, fill=CARD, stroke=LINE, stroke_width=1.2),
        label(title, 18, 30, 17, width=width - 36, fill=FOREST, bold=True),
        *children,
        class_=f"panel {class_}",
    )


def leaf(x: float, y: float, size: float) -> Element:
    """An ornament."""
    return group(
        Element("path", d="M0 20Q-2 6 20 0Q19 20 4 17Q8 11 14 6Q6 10 0 20Z", fill=FOREST),
        transform=f"translate({numbers(x, y)}) scale({number(size / 20)})",
    )


def check_mark(x: float, y: float, size: float, colour: str) -> Element:
    """A tick that fills a box of this size, whose upper left corner is given."""
    corners = points(
        (x + 0.2 * size, y + 0.52 * size), (x + 0.42 * size, y + 0.76 * size), (x + 0.84 * size, y + 0.2 * size)
    )
    return Element(
        "polyline", points=corners, fill="none", stroke=colour, stroke_width=max(1.4, size / 8), stroke_linecap="round"
    )


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points) if points >= 0 else f"\u2212{-points}"
