"""The look of what is Amazonas's own in its picture: seats, huts, coins, cards, specimens, events."""

from __future__ import annotations

from functools import lru_cache

from engines import notebook
from engines.games.amazonas.vocabulary import EVENTS, SPECIMENS
from engines.svg import Element, Frozen, group, number, numbers

# Far apart for the colour-blind too; a seat's number stands in all that is its own.
SEATS = ("#b3202a", "#00609c", "#7d5a00", "#6a3d9a")
NEUTRAL = "#6f6c63"
GOLD = "#e9bf4a"
GOLD_INK = "#7a5600"
SILVER = "#d5d8da"
SILVER_INK = "#4e565b"
PATH = "#8a5527"
MISSION = "#c2410c"
CAN_BUILD = "#2e9e4f"
NATIVE = "#8a4b2a"
SPECIMEN_INKS = ("#2f79a8", "#c77f00", "#3f7d2c", "#b3322b", "#8e3f95")
_EVENT_INKS = ("#a8721a", "#4b6b2f", "#c8471a", "#6b4a33", NATIVE)


def seat_colour(seat: int) -> str:
    """The colour of a seat's huts."""
    return SEATS[seat % len(SEATS)]


# Glyphs stand at few places of a page again and again; each is drawn once for each place.
_glyph = lru_cache(maxsize=4096)


def _placed(x: float, y: float, size: float, *children: Element, class_: str | None = None) -> Element:
    """A glyph that is drawn in a square of 20 around its middle, moved and scaled."""
    return Frozen(group(*children, transform=f"translate({numbers(x, y)}) scale({number(size / 20)})", class_=class_))


# --- Huts and coins ---


@_glyph
def hut(x: float, y: float, size: float, seat: int | None) -> Element:
    """A hut of a seat with its number, or a neutral one."""
    colour = NEUTRAL if seat is None else seat_colour(seat)
    walls = Element(
        "path",
        d="M-10.5 -1L0 -10.5L10.5 -1L8 1V10H-8V1Z",
        fill=colour,
        stroke=notebook.HALO,
        stroke_width=1.4,
        stroke_linejoin="round",
    )
    if seat is None:
        bar = Element("path", d="M-3.5 3H3.5", stroke=notebook.HALO, stroke_width=2, stroke_linecap="round")
        return _placed(x, y, size, walls, bar, class_="hut neutral")
    digit = notebook.label(str(seat), 0, 7.6, 11.5, anchor="middle", fill=notebook.HALO, bold=True)
    return _placed(x, y, size, walls, digit, class_="hut")


@_glyph
def coin(x: float, y: float, size: float, fill: str, ink: str) -> Element:
    """A coin without a number."""
    return _placed(
        x,
        y,
        size,
        Element("circle", r=9.4, fill=fill, stroke=ink, stroke_width=1.4),
        Element("circle", r=6.4, fill="none", stroke=ink, stroke_width=0.9, stroke_dasharray="1.6 1.8"),
    )


@_glyph
def copper_coin(x: float, y: float, size: float, value: int) -> Element:
    """A copper coin with its number."""
    return _placed(
        x,
        y,
        size,
        Element("circle", r=9.6, fill="#c9743a", stroke="#6f3512", stroke_width=1.4),
        notebook.label(str(value), 0, 4, 11.5, anchor="middle", fill=notebook.HALO, bold=True),
        class_="box coin",
    )


@_glyph
def bonus_token(x: float, y: float, size: float, points: int) -> Element:
    """A round token for all five types with its points."""
    return _placed(
        x,
        y,
        size,
        Element("circle", r=9.6, fill=notebook.FOREST, stroke=notebook.INK, stroke_width=1),
        notebook.label(str(points), 0, 4.2, 12, anchor="middle", fill=notebook.HALO, bold=True),
        class_="box bonus",
    )


@_glyph
def white_number(x: float, y: float, size: float, value: int) -> Element:
    """The number on an income card that settles equal incomes, white as it is printed: a badge on the card's corner."""
    return _placed(
        x,
        y,
        size,
        Element("circle", r=9.6, fill=notebook.SOFT_INK, stroke=notebook.HALO, stroke_width=1),
        notebook.label(str(value), 0, 4.2, 12, anchor="middle", fill="#ffffff", bold=True, class_="white-number"),
        class_="box badge",
    )


# --- Specimens ---


@_glyph
def specimen(index: int, x: float, y: float, size: float) -> Element:
    """The sign of a type, about `size` wide."""
    return _placed(x, y, size, *_SPECIMENS[index](SPECIMEN_INKS[index]), class_=f"specimen {SPECIMENS[index]}")


@_glyph
def specimen_token(index: int, x: float, y: float, size: float) -> Element:
    """The sign of a type on a token."""
    ink = SPECIMEN_INKS[index]
    disc = Element("circle", cx=x, cy=y, r=size / 2, fill=notebook.HALO, stroke=ink, stroke_width=max(1.0, size / 16))
    return Frozen(group(disc, specimen(index, x, y, 0.8 * size), class_="token"))


def _fish(ink: str) -> tuple[Element, ...]:
    return (
        Element("path", d="M-10 0.5Q-5 -6.5 2.5 -4.2Q6 -2.6 10 -6Q8.8 0 10 6.4Q6 3.4 2.5 5Q-5 7 -10 0.5Z", fill=ink),
        Element("path", d="M-3.4 -4.6Q-1 0.4 -3.4 5.4", fill="none", stroke=notebook.HALO, stroke_width=1),
        Element("circle", cx=-6, cy=-0.6, r=1.2, fill=notebook.HALO),
    )


def _butterfly(ink: str) -> tuple[Element, ...]:
    return (
        Element("path", d="M0 0Q-2 -9 -9 -8.4Q-11.5 -2 -1 1.4ZM0 0Q2 -9 9 -8.4Q11.5 -2 1 1.4Z", fill=ink),
        Element("path", d="M-0.6 1Q-8 1 -7 7.6Q-2.4 9.6 0 2.4ZM0.6 1Q8 1 7 7.6Q2.4 9.6 0 2.4Z", fill=ink, opacity=0.8),
        Element(
            "path", d="M-6.2 -5.4H-6.1M6.2 -5.4H6.1", stroke=notebook.HALO, stroke_width=2.6, stroke_linecap="round"
        ),
        Element(
            "path",
            d="M0 7V-4M0 -4Q-1 -8 -3.4 -9.4M0 -4Q1 -8 3.4 -9.4",
            fill="none",
            stroke=notebook.INK,
            stroke_width=1.3,
            stroke_linecap="round",
        ),
    )


def _iguana(ink: str) -> tuple[Element, ...]:
    legs = "M-2.6 0.6L-5.6 -2.4L-8 -1.4M0.6 2.6L-0.8 6.6L-3.4 7M2.4 -2.4L4 -6.2L6.8 -6M4.2 0.6L7.4 2.8L7.6 5.2"
    return (
        Element(
            "path",
            d="M-7.5 -7.5Q-2.6 -4.4 1 -1.2Q4.6 2 2.6 5.6Q0.6 9 6.4 9.4",
            fill="none",
            stroke=ink,
            stroke_width=2,
            stroke_linecap="round",
        ),
        Element(
            "path",
            d="M-8.8 -8.2Q-5 -9.8 -3.6 -5.6Q3 -4 4.2 0.6Q4 3.6 1.4 3.2Q-3 2.2 -4.6 -3.6Q-8.6 -4.4 -8.8 -8.2Z",
            fill=ink,
        ),
        Element(
            "path", d=legs, fill="none", stroke=ink, stroke_width=1.5, stroke_linecap="round", stroke_linejoin="round"
        ),
        Element("circle", cx=-6.4, cy=-6.8, r=0.9, fill=notebook.HALO),
    )


def _parrot(ink: str) -> tuple[Element, ...]:
    return (
        Element("path", d="M3.4 1.6L8.8 10.4L2.6 9.6L0.4 3Z", fill="#2f79a8"),
        Element(
            "path",
            d="M-8 -5Q-6.4 -10.4 -1.4 -9.8Q3.4 -9.2 3.6 -4.6Q7.6 1 4.8 5.6Q0.6 6.6 -2.4 3.4Q-5 0.4 -4.6 -3Z",
            fill=ink,
        ),
        Element("path", d="M3.4 -3Q7.6 1.4 4.8 6.4Q-0.6 4.4 0.4 -1.4Q1.6 -3 3.4 -3Z", fill="#e3a61c"),
        Element("path", d="M-5.4 -7.6Q-9.8 -6.4 -8.4 -1.6Q-6.6 -2.6 -5 -2.4Z", fill=notebook.INK),
        Element("circle", cx=-2.6, cy=-6.4, r=1.5, fill=notebook.HALO),
        Element("circle", cx=-2.7, cy=-6.4, r=0.7, fill=notebook.INK),
    )


def _orchid(ink: str) -> tuple[Element, ...]:
    petals = group(fill=ink)
    for turn in (0, 72, 144, 216, 288):
        petals.add(Element("ellipse", cx=0, cy=-5.4, rx=3.3, ry=4.6, transform=f"rotate({turn})"))
    return (
        petals,
        Element("path", d="M-2.6 0.4Q0 -1.6 2.6 0.4Q3 4.6 0 6.4Q-3 4.6 -2.6 0.4Z", fill="#f2c9e6"),
        Element("circle", cy=0.6, r=1.5, fill="#e3a61c"),
    )


_SPECIMENS = (_fish, _butterfly, _iguana, _parrot, _orchid)


# --- Natives and events ---


@_glyph
def native(x: float, y: float, size: float) -> Element:
    """A native's head with feathers."""
    return _placed(x, y, size, *_head_with_feathers(), class_="native")


def _head_with_feathers() -> tuple[Element, ...]:
    return (
        Element("path", d="M-5.4 -3Q-8.6 -7.6 -6.4 -10Q-3.6 -8 -3 -4Z", fill="#3f7d2c"),
        Element("path", d="M5.4 -3Q8.6 -7.6 6.4 -10Q3.6 -8 3 -4Z", fill="#3f7d2c"),
        Element("path", d="M-2.6 -4Q-2.4 -9 0 -11Q2.4 -9 2.6 -4Z", fill="#b3322b"),
        Element("path", d="M-6 -2.6H6V1Q6 8.6 0 9.6Q-6 8.6 -6 1Z", fill=NATIVE),
        Element("path", d="M-6.4 -4.2H6.4V-1.6H-6.4Z", fill="#e3a61c"),
        Element("path", d="M-2.6 1.4H-2.5M2.6 1.4H2.5", stroke=notebook.HALO, stroke_width=1.8, stroke_linecap="round"),
        Element(
            "path", d="M-2 5.6Q0 7 2 5.6", fill="none", stroke=notebook.HALO, stroke_width=1, stroke_linecap="round"
        ),
    )


@_glyph
def event(index: int, x: float, y: float, size: float) -> Element:
    """The sign of an event."""
    if index >= len(_EVENTS):
        return _placed(x, y, size, *_bonus(index - len(_EVENTS)), class_=f"event {EVENTS[index]}")
    return _placed(x, y, size, *_EVENTS[index](_EVENT_INKS[index]), class_=f"event {EVENTS[index]}")


def _jaguar(ink: str) -> tuple[Element, ...]:
    spots = "M-5.6 -3.6H-5.5M5.6 -3.6H5.5M-2.4 -6H-2.3M2.4 -6H2.3M-6.6 1H-6.5M6.6 1H6.5"
    return (
        Element("path", d="M-8.6 -4Q-9.6 -9.6 -4.6 -8.4M8.6 -4Q9.6 -9.6 4.6 -8.4", fill=ink),
        Element("path", d="M0 -8.6Q8.8 -8.6 8.6 0Q8 9.2 0 9.4Q-8 9.2 -8.6 0Q-8.8 -8.6 0 -8.6Z", fill=ink),
        Element("ellipse", cy=5, rx=4.6, ry=3.6, fill=notebook.HALO),
        Element("path", d=spots, stroke=notebook.INK, stroke_width=2, stroke_linecap="round"),
        Element(
            "path", d="M-3.4 -0.6H-3.3M3.4 -0.6H3.3", stroke=notebook.HALO, stroke_width=2.4, stroke_linecap="round"
        ),
        Element("path", d="M-1.8 3H1.8L0 5ZM0 5V7", fill=notebook.INK, stroke=notebook.INK, stroke_width=0.8),
    )


def _crocodile(ink: str) -> tuple[Element, ...]:
    return (
        Element("path", d="M10 -4.4Q4 -9.4 -0.6 -4.4L-10 -3.6Q-10.6 -1 -8.6 0H10Z", fill=ink),
        Element("path", d="M-9.6 3.4L10 1.6V6.6Q0 9.4 -8.6 6.4Q-10.4 5.4 -9.6 3.4Z", fill=ink),
        Element(
            "path",
            d="M-8.6 0L-7.4 2.2L-6.2 0L-5 2.2L-3.8 0L-2.6 2.2L-1.4 0L-0.2 2.2L1 0L2.2 2.2L3.4 0",
            fill=notebook.HALO,
            stroke=notebook.INK,
            stroke_width=0.5,
        ),
        Element("circle", cx=3.8, cy=-4.6, r=1.7, fill=notebook.HALO),
        Element("circle", cx=3.6, cy=-4.6, r=0.8, fill=notebook.INK),
    )


def _fire(ink: str) -> tuple[Element, ...]:
    return (
        Element(
            "path",
            d="M1 -10Q1 -5 5 -2.4Q9 2.6 5.4 7.4Q0 12 -5.4 7.4Q-9 2.6 -5.4 -2.4Q-3.8 0.6 -2.4 -0.6Q-3.4 -6 1 -10Z",
            fill=ink,
        ),
        Element("path", d="M0.4 -0.6Q4.6 3.4 2.6 7Q0 9.6 -2.8 7Q-4 4.6 -1.8 2.6Q-0.6 4 0.4 -0.6Z", fill="#f2c14e"),
    )


def _monkey(ink: str) -> tuple[Element, ...]:
    return (
        Element("circle", cx=-8, cy=-0.6, r=3, fill=ink),
        Element("circle", cx=8, cy=-0.6, r=3, fill=ink),
        Element("path", d="M0 -9.4Q8 -9.4 7.8 -1Q7.6 9.6 0 9.6Q-7.6 9.6 -7.8 -1Q-8 -9.4 0 -9.4Z", fill=ink),
        Element(
            "path",
            d="M-5 -2.6Q-4.4 -6.4 0 -4.2Q4.4 -6.4 5 -2.6Q4.6 0.4 3.8 1Q6 7.8 0 8Q-6 7.8 -3.8 1Q-4.6 0.4 -5 -2.6Z",
            fill="#e8cfae",
        ),
        Element("path", d="M-2.3 -2.4H-2.2M2.3 -2.4H2.2", stroke=notebook.INK, stroke_width=2, stroke_linecap="round"),
        Element(
            "path",
            d="M-2.4 4.6Q0 6.4 2.4 4.6",
            fill="none",
            stroke=notebook.INK,
            stroke_width=1,
            stroke_linecap="round",
        ),
    )


def _natives(_: str) -> tuple[Element, ...]:
    return _head_with_feathers()


def _bonus(type_: int) -> tuple[Element, ...]:
    return (
        specimen(type_, -2, -2, 15),
        Element("circle", cx=6, cy=6, r=4.4, fill=SILVER, stroke=SILVER_INK, stroke_width=1),
        Element("path", d="M3.8 6H8.2M6 3.8V8.2", stroke=SILVER_INK, stroke_width=1.4),
    )


_EVENTS = (_jaguar, _crocodile, _fire, _monkey, _natives)
