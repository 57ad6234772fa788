"""The look of what is Amazonia Park's own in its picture: animals, tiles, tokens, magazines."""

from __future__ import annotations

from functools import lru_cache

from canopy.v1 import park_pb2
from cext import park
from engines import notebook
from engines.games.park.vocabulary import ANIMALS, COLOURS, animal_index
from engines.svg import Element, Frozen, group, number, numbers

# The colours of the tokens as the rulebook's examples name them; the squirrel monkey, which they do not, is green.
ANIMAL_INKS = ("#c0392b", "#d79a00", "#3f7d2c", "#1f6aa5", "#7a4b9a")
_AMAZONIA_INK = "#4a3b22"
COLOUR_INKS = (*ANIMAL_INKS, _AMAZONIA_INK)
SIGHT = "#e07b18"
TILE = "#fffaf0"
PRINTED = "#d9e4bd"

# Where on a tile its one, two or three animals stand, and how large they are, in parts of the tile's side.
_STANDS: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (0.66, ((0.0, 0.0),)),
    (0.46, ((-0.21, -0.19), (0.21, 0.19))),
    (0.42, ((0.0, -0.22), (-0.23, 0.2), (0.23, 0.2))),
)

# Glyphs stand at few places of a page again and again; each is drawn once for each place.
_glyph = lru_cache(maxsize=4096)


def _placed(x: float, y: float, size: float, *children: Element, class_: str | None = None) -> Element:
    """A glyph that is drawn in a square of 20 around its middle, moved and scaled."""
    return Frozen(group(*children, transform=f"translate({numbers(x, y)}) scale({number(size / 20)})", class_=class_))


# --- Animals ---


@_glyph
def animal(index: int, x: float, y: float, size: float) -> Element:
    """The sign of an animal, about `size` wide."""
    return _placed(x, y, size, *_ANIMALS[index](ANIMAL_INKS[index]), class_=f"animal {ANIMALS[index]}")


def _eye(x: float, y: float) -> tuple[Element, Element]:
    return (
        Element("circle", cx=x, cy=y, r=1.5, fill=notebook.HALO),
        Element("circle", cx=x, cy=y, r=0.8, fill=notebook.INK),
    )


def _toucan(ink: str) -> tuple[Element, ...]:
    return (
        Element("path", d="M-9 9.4Q-9.6 -3.4 -5 -7.4Q0.4 -10.4 2.4 -5.4Q3.4 0.4 -0.6 4L-1.4 9.4Z", fill=notebook.INK),
        Element("path", d="M-2.6 -1.6Q1.4 -3.4 2 -0.4Q1.6 4 -3 4.4Q-5.6 1.4 -2.6 -1.6Z", fill=notebook.HALO),
        Element("path", d="M1.6 -7.4Q8.6 -9.4 10 -2.6Q10.4 2 8.8 5.4Q8 0.4 2 0Q0.6 -4.4 1.6 -7.4Z", fill=ink),
        Element("path", d="M2 -2.4Q7.4 -3.4 9.6 1.4", fill="none", stroke=notebook.HALO, stroke_width=0.9),
        *_eye(-1.4, -4.8),
    )


def _jaguar(ink: str) -> tuple[Element, ...]:
    spots = "M-5.6 -3.6H-5.5M5.6 -3.6H5.5M-2.4 -6.2H-2.3M2.4 -6.2H2.3M-6.8 1.2H-6.7M6.8 1.2H6.7"
    return (
        Element("path", d="M-8.4 -3.6Q-9.8 -9.6 -4.4 -8.4M8.4 -3.6Q9.8 -9.6 4.4 -8.4", fill=ink),
        Element("path", d="M0 -8.6Q8.8 -8.6 8.6 0Q8 9.2 0 9.4Q-8 9.2 -8.6 0Q-8.8 -8.6 0 -8.6Z", fill=ink),
        Element("ellipse", cy=5, rx=4.6, ry=3.4, fill=notebook.HALO),
        Element("path", d=spots, stroke=notebook.INK, stroke_width=2, stroke_linecap="round"),
        Element("path", d="M-1.8 3.2H1.8L0 5.2ZM0 5.2V7", fill=notebook.INK, stroke=notebook.INK, stroke_width=0.8),
        *_eye(-3.2, -1.2),
        *_eye(3.2, -1.2),
    )


def _monkey(ink: str) -> tuple[Element, ...]:
    mask = "M-5.4 -2.6Q-4.6 -6.6 0 -4.2Q4.6 -6.6 5.4 -2.6Q5 0.4 4 1.2Q5.4 7.8 0 8Q-5.4 7.8 -4 1.2Q-5 0.4 -5.4 -2.6Z"
    return (
        Element("circle", cx=-8, cy=-1, r=2.9, fill=ink),
        Element("circle", cx=8, cy=-1, r=2.9, fill=ink),
        Element("path", d="M0 -9.6Q8 -9.6 7.8 -1Q7.6 9.4 0 9.6Q-7.6 9.4 -7.8 -1Q-8 -9.6 0 -9.6Z", fill=ink),
        Element("path", d=mask, fill="#f3e3c3"),
        Element("ellipse", cy=4.4, rx=3.4, ry=2.6, fill=notebook.INK),
        Element("path", d="M-1.8 4.8Q0 6.2 1.8 4.8", fill="none", stroke=notebook.HALO, stroke_width=0.8),
        *_eye(-2.5, -1.6),
        *_eye(2.5, -1.6),
    )


def _caiman(ink: str) -> tuple[Element, ...]:
    teeth = "M-9 0.4L-7.8 2.6L-6.6 0.4L-5.4 2.6L-4.2 0.4L-3 2.6L-1.8 0.4L-0.6 2.6L0.6 0.4"
    return (
        Element("path", d="M10 -3.4Q5.4 -9 0.4 -4.4L-9.4 -2.6Q-10.6 -1 -9.2 0.4L10 0.8Z", fill=ink),
        Element("path", d="M-9.6 3.6L10 2.2V6.4Q0 9.6 -8.8 6.6Q-10.4 5.4 -9.6 3.6Z", fill=ink),
        Element("path", d=teeth, fill=notebook.HALO, stroke=notebook.INK, stroke_width=0.5),
        Element("path", d="M-8 -1.8H-7.9", stroke=notebook.INK, stroke_width=1.2, stroke_linecap="round"),
        *_eye(3.8, -4.2),
    )


def _capybara(ink: str) -> tuple[Element, ...]:
    body = "M-3.6 -2Q2 -5.4 7 -2.6Q10.4 0 9.6 5V9H6.8L6.2 6.4H-0.4L-1 9H-3.8V3Z"
    return (
        Element("path", d=body, fill=ink),
        Element("path", d="M-9.4 -5Q-5.4 -7.6 -1.4 -5.6Q0.4 -2 -1.4 2.4Q-4 4.4 -9 3Q-10.6 -0.6 -9.4 -5Z", fill=ink),
        Element(
            "path", d="M-3.4 -6Q-2.6 -9 -0.4 -7.4Q0.2 -5.4 -1.6 -4.4Z", fill=ink, stroke=notebook.HALO, stroke_width=0.6
        ),
        Element("path", d="M-9.4 -2.4Q-8 -1.6 -8.2 0.4", fill="none", stroke=notebook.HALO, stroke_width=0.9),
        *_eye(-4.6, -3),
    )


_ANIMALS = (_toucan, _jaguar, _monkey, _caiman, _capybara)


# --- Tiles, tokens, magazines ---


def animals(tile: park_pb2.ParkTile, x: float, y: float, side: float) -> Element:
    """The animals of a tile around its middle, and their number in its corner."""
    index = animal_index(tile.animal)
    size, stands = _STANDS[tile.count - 1]
    drawn = group(*(animal(index, x + dx * side, y + dy * side, size * side) for dx, dy in stands), class_="animals")
    return drawn.add(
        notebook.label(
            str(tile.count),
            x + 0.44 * side,
            y - 0.27 * side,
            0.2 * side,
            anchor="end",
            fill=ANIMAL_INKS[index],
            bold=True,
            class_="count",
        )
    )


@_glyph
def token(index: int, x: float, y: float, size: float) -> Element:
    """A picture token."""
    ink = ANIMAL_INKS[index]
    disc = Element("circle", cx=x, cy=y, r=size / 2, fill=notebook.HALO, stroke=ink, stroke_width=max(1.2, size / 14))
    return Frozen(group(disc, animal(index, x, y, 0.74 * size), class_="token"))


@_glyph
def colour_sign(index: int, x: float, y: float, size: float) -> Element:
    """What a magazine of a colour shows: its animal, or for Amazonia all five colours."""
    if index != park.AMAZONIA:
        return animal(index, x, y, size)
    dots = [
        Element("circle", cx=dx, cy=dy, r=3.1, fill=ink)
        for ink, (dx, dy) in zip(ANIMAL_INKS, ((0, -6.6), (6.3, -2), (3.9, 5.4), (-3.9, 5.4), (-6.3, -2)), strict=True)
    ]
    return _placed(x, y, size, *dots, Element("circle", r=2.4, fill=_AMAZONIA_INK), class_=f"animal {COLOURS[index]}")


def effect(colour: int, value: int) -> str:
    """What a magazine does beside counting, as a mark on it ("Magazine Card Special Effects")."""
    if value == (park.BONUS_AMAZONIA if colour == park.AMAZONIA else park.BONUS_ANIMAL):
        return "+1"
    if value == (park.DISCOUNT_AMAZONIA if colour == park.AMAZONIA else park.DISCOUNT_ANIMAL):
        return "\u22121"
    return ""


@_glyph
def magazine(colour: int, value: int, x: float, y: float, height: float, *, faint: bool = False) -> Element:
    """A magazine by its upper left corner: sign, value and the mark of its effect."""
    width, ink = 0.74 * height, COLOUR_INKS[colour]
    card = group(
        Element("rect", x=x, y=y, width=width, height=height, rx=4, fill=TILE, stroke=ink, stroke_width=1.4),
        Element("path", d=f"M{numbers(x, y + 0.2 * height)}h{number(width)}", stroke=ink, stroke_width=0.16 * height),
        colour_sign(colour, x + width / 2, y + 0.47 * height, 0.36 * height),
        notebook.label(
            str(value), x + 0.1 * width, y + 0.93 * height, 0.26 * height, fill=ink, bold=True, class_="value"
        ),
        class_="box magazine",
        data_value=value,
        opacity=0.45 if faint else None,
    )
    if mark := effect(colour, value):
        card.add(
            notebook.label(
                mark,
                x + 0.94 * width,
                y + 0.91 * height,
                0.165 * height,
                anchor="end",
                fill=notebook.SOFT_INK,
                bold=True,
                class_="effect",
            )
        )
    return Frozen(card)
