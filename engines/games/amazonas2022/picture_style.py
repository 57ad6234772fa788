"""The look of what is Amazonas 2022's own in its picture: animals, cards face up, face down and remembered, gaps."""

from __future__ import annotations

from functools import lru_cache

from engines import notebook
from engines.games.amazonas2022.vocabulary import CARDS, NUMBERS
from engines.svg import Element, Frozen, group, number, numbers

# The width of a card in parts of its height.
ASPECT = 0.74
FACE = "#fffaf0"
BACK = "#2f5d3a"
BACK_VEIN = "#6f9a6a"
MEMORY = "#dfdff2"
NOW = "#e07b18"

# By card: the numbers grow warmer as they cost more.
INKS = (
    "#2f7d4f", "#4f8a2f", "#7f8a1f", "#a8781a", "#b85a1f", "#b03a2e",
    "#8a6240", "#3f8a2e", "#5a7a1f", "#c98a12", "#7a4a2c", "#c0392b", "#d0628a",
)  # fmt: skip

# Glyphs stand at few places of a page again and again; each is drawn once for each place.
_glyph = lru_cache(maxsize=8192)


def _placed(x: float, y: float, size: float, *children: Element, class_: str | None = None) -> Element:
    """A glyph that is drawn in a square of 20 around its middle, moved and scaled."""
    return Frozen(group(*children, transform=f"translate({numbers(x, y)}) scale({number(size / 20)})", class_=class_))


# --- Animals ---


@_glyph
def sign(card: int, x: float, y: float, size: float) -> Element:
    """What a card shows, about `size` wide: an animal, or its number in a leaf."""
    if card < NUMBERS:
        return _number(card, x, y, size)
    return _placed(x, y, size, *_ANIMALS[card - NUMBERS](INKS[card]), class_=f"sign {CARDS[card]}")


def _number(card: int, x: float, y: float, size: float) -> Element:
    ink = INKS[card]
    leaf = _placed(
        x,
        y,
        size,
        Element("path", d="M-9.6 9.6Q-11 -4 -2 -8.6Q4 -11 9.8 -9.8Q11 -4 8.6 2Q4 11 -9.6 9.6Z", fill=ink, opacity=0.18),
        Element("path", d="M-9.6 9.6Q-4 2 9.8 -9.8", fill="none", stroke=ink, stroke_width=0.7, opacity=0.45),
    )
    digit = notebook.label(str(card), x, y + 0.33 * size, 0.94 * size, anchor="middle", fill=ink, bold=True)
    return Frozen(group(leaf, digit, class_=f"sign number-{card}"))


def _eye(x: float, y: float, size: float = 1.0) -> tuple[Element, Element]:
    return (
        Element("circle", cx=x, cy=y, r=1.6 * size, fill=notebook.HALO),
        Element("circle", cx=x, cy=y, r=0.9 * size, fill=notebook.INK),
    )


def _sloth(ink: str) -> tuple[Element, ...]:
    """A face between two arms that hang from a branch."""
    return (
        Element(
            "path", d="M-10 -8.4Q0 -9.8 10 -8", fill="none", stroke="#5d4426", stroke_width=1.8, stroke_linecap="round"
        ),
        Element(
            "path",
            d="M-7.4 -8.6Q-9 0 -5.6 5M7.4 -8.4Q9 0 5.6 5",
            fill="none",
            stroke=ink,
            stroke_width=2.9,
            stroke_linecap="round",
        ),
        Element("path", d="M-9 -7.2V-10M-7.2 -7.2V-10M7.2 -7V-9.8M9 -7V-9.8", stroke=notebook.INK, stroke_width=0.7),
        Element("ellipse", cy=2.6, rx=7, ry=7, fill=ink),
        Element("ellipse", cy=3.4, rx=5.2, ry=5, fill="#eeddb9"),
        Element(
            "path",
            d="M-1.4 1.6Q-3 4.4 -5.4 4.6M1.4 1.6Q3 4.4 5.4 4.6",
            fill="none",
            stroke="#6b4a2a",
            stroke_width=2.1,
            stroke_linecap="round",
        ),
        *_eye(-2.2, 2.4, 0.8),
        *_eye(2.2, 2.4, 0.8),
        Element("ellipse", cy=4.8, rx=1.4, ry=1, fill=notebook.INK),
        Element("path", d="M-2.2 6.2Q0 7.8 2.2 6.2", fill="none", stroke=notebook.INK, stroke_width=0.7),
    )


def _toad(ink: str) -> tuple[Element, ...]:
    """Squat, with eyes on top and a wide mouth."""
    return (
        Element("path", d="M-9.8 8.6Q-11 2.6 -6.6 2.2L6.6 2.2Q11 2.6 9.8 8.6Z", fill=ink),
        Element("path", d="M0 -4.4Q8.6 -4.2 8.6 2.6Q8 8.4 0 8.6Q-8 8.4 -8.6 2.6Q-8.6 -4.2 0 -4.4Z", fill=ink),
        Element("path", d="M-5.4 4.4Q0 8.8 5.4 4.4Q3.4 8.6 0 8.6Q-3.4 8.6 -5.4 4.4Z", fill="#d9e4a8"),
        Element("circle", cx=-4.6, cy=-4.6, r=3, fill=ink),
        Element("circle", cx=4.6, cy=-4.6, r=3, fill=ink),
        *_eye(-4.6, -4.8, 1.25),
        *_eye(4.6, -4.8, 1.25),
        Element("path", d="M-6.8 2.4Q0 6.4 6.8 2.4", fill="none", stroke=notebook.INK, stroke_width=0.9),
        Element(
            "path",
            d="M-3 -1.4H-2.9M2.6 -0.8H2.7M0 0.8H0.1M-6 0.4H-5.9M6 0H6.1",
            stroke="#234f1a",
            stroke_width=1.5,
            stroke_linecap="round",
        ),
        Element("path", d="M-9.6 8.9H-5.6M5.6 8.9H9.6", stroke=ink, stroke_width=1.6, stroke_linecap="round"),
    )


def _anaconda(ink: str) -> tuple[Element, ...]:
    """Two coils, a head and a tongue."""
    body = "M-8.6 8.4H5.4Q9.4 8 9.2 4.6Q8.8 1.6 4.6 1.8H-4.2Q-9 1.6 -8.8 -2.2Q-8.4 -5.8 -3.8 -5.8H4.2"
    return (
        Element(
            "path", d=body, fill="none", stroke=ink, stroke_width=4, stroke_linecap="round", stroke_linejoin="round"
        ),
        Element(
            "path",
            d=body,
            fill="none",
            stroke="#e3d37a",
            stroke_width=1.5,
            stroke_dasharray="1.6 2.6",
            stroke_linecap="round",
        ),
        Element("path", d="M2.6 -8.8Q8 -9.6 9 -5.6Q8 -2.4 2.6 -2.8Q0.8 -5.8 2.6 -8.8Z", fill=ink),
        Element("path", d="M8.6 -5.4L11 -4.6M9.8 -5L10.8 -6", fill="none", stroke="#b03a2e", stroke_width=0.8),
        *_eye(5.6, -6.8, 0.85),
    )


def _jaguar(ink: str) -> tuple[Element, ...]:
    """A broad face with ears, spots and whiskers."""
    return (
        Element("circle", cx=-6.4, cy=-6.4, r=3, fill=ink),
        Element("circle", cx=6.4, cy=-6.4, r=3, fill=ink),
        Element("circle", cx=-6.4, cy=-6.4, r=1.4, fill="#6b4210"),
        Element("circle", cx=6.4, cy=-6.4, r=1.4, fill="#6b4210"),
        Element("path", d="M0 -8Q9.4 -7.6 9 0.6Q8 9 0 9.2Q-8 9 -9 0.6Q-9.4 -7.6 0 -8Z", fill=ink),
        Element("path", d="M-4.8 5.2Q-4.4 1.4 0 1.8Q4.4 1.4 4.8 5.2Q4 9 0 9Q-4 9 -4.8 5.2Z", fill=notebook.HALO),
        Element(
            "path",
            d="M-1.6 -5.8H-1.5M1.6 -5.8H1.7M0 -3.6H0.1M-4.8 -4.8H-4.7M4.8 -4.8H4.9"
            "M-7 -1.6H-6.9M7 -1.6H7.1M-7 2.4H-6.9M7 2.4H7.1",
            stroke="#4a2d0c",
            stroke_width=1.9,
            stroke_linecap="round",
        ),
        Element("path", d="M-2 3H2L0 5.2Z", fill=notebook.INK),
        Element(
            "path", d="M0 5V6.6M-2.6 7.4Q0 7.6 0 6.4Q0 7.6 2.6 7.4", fill="none", stroke=notebook.INK, stroke_width=0.8
        ),
        Element(
            "path",
            d="M-5.4 5L-10 4.2M-5.4 6.2L-9.6 7M5.4 5L10 4.2M5.4 6.2L9.6 7",
            stroke=notebook.INK,
            stroke_width=0.5,
        ),
        *_eye(-3.6, -1.2, 1.1),
        *_eye(3.6, -1.2, 1.1),
    )


def _monkey(ink: str) -> tuple[Element, ...]:
    """Round ears, a pale face, a tuft."""
    face = (
        "M0 -3.2Q2 -5.8 4.6 -4.2Q6.6 -2 4.4 1Q6.4 4 4.6 6.6Q2.4 8.8 0 8.8"
        "Q-2.4 8.8 -4.6 6.6Q-6.4 4 -4.4 1Q-6.6 -2 -4.6 -4.2Q-2 -5.8 0 -3.2Z"
    )
    return (
        Element("circle", cx=-8, cy=0, r=2.8, fill=ink),
        Element("circle", cx=8, cy=0, r=2.8, fill=ink),
        Element("circle", cx=-8, cy=0, r=1.5, fill="#efd3a6"),
        Element("circle", cx=8, cy=0, r=1.5, fill="#efd3a6"),
        Element(
            "path",
            d="M-2 -8.4L-2.6 -10.4L0 -9.4L2 -10.6L2.2 -8.4Q8 -7 7.6 0.6Q7.6 9.2 0 9.6Q-7.6 9.2 -7.6 0.6Q-8 -7 -2 -8.4Z",
            fill=ink,
        ),
        Element("path", d=face, fill="#efd3a6"),
        *_eye(-2.4, -1.4, 0.95),
        *_eye(2.4, -1.4, 0.95),
        Element("path", d="M-0.9 2.4H-0.8M0.9 2.4H1", stroke=notebook.INK, stroke_width=1, stroke_linecap="round"),
        Element(
            "path", d="M-3 5Q0 7.8 3 5", fill="none", stroke=notebook.INK, stroke_width=0.9, stroke_linecap="round"
        ),
    )


def _toucan(ink: str) -> tuple[Element, ...]:
    """A black bird behind its beak."""
    return (
        Element(
            "path", d="M-3.4 9.8Q-10.4 8 -9.4 -1.4Q-8 -9 -2.4 -8.4Q2.8 -7.4 2 -1.6Q1.6 5.4 -3.4 9.8Z", fill=notebook.INK
        ),
        Element("path", d="M-3.8 -2.6Q0.6 -3.6 1.4 -0.4Q0.6 4.4 -4 4.4Q-6.2 0.6 -3.8 -2.6Z", fill=notebook.HALO),
        Element("path", d="M0.6 -7Q8.4 -9.6 10 -3.2Q10.6 1 8.2 4.2Q7.8 -0.4 1.8 -0.6Q0 -4 0.6 -7Z", fill="#e8962a"),
        Element("path", d="M1.6 -0.8Q7.8 -0.4 8.2 4.2Q4 3.6 2 1.2Z", fill=ink),
        Element("circle", cx=9.2, cy=0.8, r=1.5, fill=notebook.INK),
        Element("circle", cx=-2.6, cy=-4.8, r=1.9, fill="#6fb3d0"),
        Element("circle", cx=-2.6, cy=-4.8, r=0.9, fill=notebook.INK),
        Element("path", d="M-6.4 9.4L-8.6 6.4", stroke=ink, stroke_width=1.2),
    )


def _dolphin(ink: str) -> tuple[Element, ...]:
    """It leaps out of the river."""
    return (
        Element("path", d="M-10 7Q-7.4 4.8 -4.8 7Q-2.4 9 0 7Q2.4 4.8 4.8 7Q7.4 9 10 7V10H-10Z", fill="#8fc3d8"),
        Element(
            "path",
            d="M9.8 0.8Q6.6 -0.6 6.2 -2.6Q3.6 -8.6 -2.2 -7.8Q-8.4 -6 -8.2 3.8L-10.2 6.4"
            "Q-7 6.8 -6.2 4.2Q-3.2 -0.4 3.2 1.6Q6.6 2.8 9.8 0.8Z",
            fill=ink,
        ),
        Element("path", d="M-3.4 -7.4Q-2 -10.4 1.2 -9.6Q0.2 -8.6 0.6 -7Z", fill=ink),
        Element("path", d="M0.4 1.4Q-0.8 4.4 -3.4 4.8Q-3.2 2.4 -2 0.6Z", fill="#a84468"),
        Element("path", d="M9.6 0.6Q6.6 0.8 5 -0.2", fill="none", stroke="#8a2f54", stroke_width=0.7),
        *_eye(3.6, -2.6, 0.75),
    )


_ANIMALS = (_sloth, _toad, _anaconda, _jaguar, _monkey, _toucan, _dolphin)


# --- Cards ---


@_glyph
def face_up(card: int, value: int, x: float, y: float, height: float, *, used_up: bool = False) -> Element:
    """A card by its upper left corner: its sign, its name, its value in points."""
    width, ink = ASPECT * height, INKS[card]
    drawn = group(
        Element("title", f"{CARDS[card]}, {notebook.signed(value)} points"),
        Element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=0.08 * height,
            fill=FACE,
            stroke=ink,
            stroke_width=max(1.4, 0.022 * height),
        ),
        sign(card, x + width / 2, y + (0.55 if card < NUMBERS else 0.5) * height, 0.52 * height),
        notebook.label(
            _points(value),
            x + 0.93 * width,
            y + 0.2 * height,
            0.17 * height,
            anchor="end",
            fill=ink,
            bold=True,
            class_="value",
        ),
        class_=f"box card {CARDS[card] if card >= NUMBERS else 'number'}{' used-up' if used_up else ''}",
        data_card=CARDS[card],
        opacity=0.55 if used_up else None,
    )
    if card >= NUMBERS:
        drawn.add(_name(card, x + width / 2, y, height, ink))
    return Frozen(drawn)


def _points(value: int) -> str:
    return f"+{value}" if value > 0 else notebook.signed(value)


@_glyph
def face_down(x: float, y: float, height: float) -> Element:
    """The back of a card by its upper left corner: a leaf."""
    width = ASPECT * height
    inset = 0.06 * height
    return Frozen(
        group(
            Element(
                "rect",
                x=x,
                y=y,
                width=width,
                height=height,
                rx=0.08 * height,
                fill=BACK,
                stroke="#1e3f26",
                stroke_width=1.2,
            ),
            Element(
                "rect",
                x=x + inset,
                y=y + inset,
                width=width - 2 * inset,
                height=height - 2 * inset,
                rx=0.05 * height,
                fill="none",
                stroke=BACK_VEIN,
                stroke_width=1,
            ),
            _leaf(x + width / 2, y + height / 2, 0.5 * height, BACK_VEIN),
            class_="box card back",
        )
    )


def _leaf(x: float, y: float, size: float, ink: str) -> Element:
    return _placed(
        x,
        y,
        size,
        Element("path", d="M0 9.6Q-7.4 4 -5.6 -3Q-3.6 -8 0 -9.8Q3.6 -8 5.6 -3Q7.4 4 0 9.6Z", fill="none", stroke=ink),
        Element(
            "path",
            d="M0 9.6V-8M0 5L4.6 1.4M0 5L-4.6 1.4M0 0.6L4.6 -3M0 0.6L-4.6 -3M0 -3.4L2.8 -6M0 -3.4L-2.8 -6",
            fill="none",
            stroke=ink,
            stroke_width=0.8,
        ),
    )


@_glyph
def remembered(card: int, x: float, y: float, height: float) -> Element:
    """A card that lies face down, and that its onlooker remembers: drawn with a pencil."""
    width = ASPECT * height
    drawn = group(
        Element("title", f"face down, remembered: {CARDS[card]}"),
        Element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=0.08 * height,
            fill=MEMORY,
            stroke=notebook.PENCIL,
            stroke_width=max(1.4, 0.02 * height),
            stroke_dasharray="5 3",
        ),
        group(sign(card, x + width / 2, y + (0.5 if card < NUMBERS else 0.46) * height, 0.46 * height), opacity=0.75),
        class_="box card remembered",
        data_card=CARDS[card],
    )
    if card >= NUMBERS:
        drawn.add(_name(card, x + width / 2, y, height, notebook.PENCIL))
    return Frozen(drawn)


def _name(card: int, x: float, y: float, height: float, ink: str) -> Element:
    """The name of an animal at the foot of its card."""
    return notebook.label(
        CARDS[card], x, y + 0.92 * height, 0.118 * height, width=0.94 * ASPECT * height, anchor="middle", fill=ink
    )


@_glyph
def gap(x: float, y: float, height: float) -> Element:
    """A slot whose card is gone."""
    return Frozen(
        group(
            Element(
                "rect",
                x=x,
                y=y,
                width=ASPECT * height,
                height=height,
                rx=0.08 * height,
                fill="none",
                stroke=notebook.LINE,
                stroke_width=1.4,
                stroke_dasharray="4 5",
            ),
            class_="box gap",
        )
    )


@_glyph
def glow(x: float, y: float, height: float) -> Element:
    """A frame around a card on which something waits."""
    around = 0.045 * height
    return Frozen(
        Element(
            "rect",
            x=x - around,
            y=y - around,
            width=ASPECT * height + 2 * around,
            height=height + 2 * around,
            rx=0.11 * height,
            fill="none",
            stroke=NOW,
            stroke_width=max(2.4, 0.03 * height),
            class_="glow",
        )
    )


@_glyph
def eye(x: float, y: float, size: float) -> Element:
    """Somebody looks at this card."""
    return _placed(
        x,
        y,
        size,
        Element("circle", r=9.6, fill=notebook.HALO, stroke=NOW, stroke_width=1.6),
        Element("path", d="M-7.4 0Q0 -7 7.4 0Q0 7 -7.4 0Z", fill="none", stroke=notebook.INK, stroke_width=1.6),
        Element("circle", r=2.7, fill=notebook.INK),
        class_="eye",
    )
