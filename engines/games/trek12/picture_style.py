"""The look of what is Trek 12's own in its picture: trails, zones, glyphs."""

from __future__ import annotations

from engines.notebook import CLAY, FOREST, HALO, INK, RIVER
from engines.svg import Element, group, number, numbers

# Trails: strong colours, far apart for the colour-blind too; each link carries its trail's letter as well.
TRAIL_COLOURS = (
    "#b3202a",
    "#6a3d9a",
    "#c25a00",
    "#00609c",
    "#b0187a",
    "#7a4a1d",
    "#00746b",
    "#5a6500",
    "#3a4750",
    "#d0402f",
)
# Zones: a tint and an ink for each hatching; the hatching alone tells them apart.
ZONE_TINTS = ("#f6dfa4", "#d3e6b5", "#e6d3ee", "#f6cdbf", "#cfe3e0", "#ead9c2")
ZONE_INKS = ("#9a6a00", "#3f6d1e", "#71408c", "#a3412b", "#1e6a63", "#6b4a26")
_HATCHES = (
    "M-2 2L2 -2M0 8L8 0M6 10L10 6",  # falling to the left
    "M0 4H8",  # level
    "M4 0V8M0 4H8",  # squares
    "M-2 6L2 10M0 0L8 8M6 -2L10 2",  # falling to the right
    "M4 0V8",  # upright
    "M0 0L8 8M8 0L0 8",  # lattice
    "M0 6L4 2L8 6",  # zigzag
    "M2 2H2.01M6 6H6.01",  # dots
    "M0 2H8M0 6H4",  # broken lines
    "M4 1L7 4L4 7L1 4Z",  # lozenges
    "M0 4Q2 0 4 4T8 4",  # waves
    "M1 3H5M3 1V5",  # crosses
)


def trail_colour(index: int) -> str:
    """The colour of a sheet's trail."""
    return TRAIL_COLOURS[index % len(TRAIL_COLOURS)]


def zone_ink(index: int) -> str:
    """The ink of a sheet's zone."""
    return ZONE_INKS[(index + index // len(_HATCHES)) % len(ZONE_INKS)]


def zone_fill(prefix: str, index: int) -> str:
    """The fill of a sheet's zone: a reference to its pattern."""
    return f"url(#{prefix}-zone-{index})"


def zone_pattern(prefix: str, index: int) -> Element:
    """The background pattern of a sheet's zone ("Mapping Zones": a different one for each)."""
    hatch = index % len(_HATCHES)
    tint = ZONE_TINTS[(index + index // len(_HATCHES)) % len(ZONE_TINTS)]
    return Element(
        "pattern",
        Element("rect", width=8, height=8, fill=tint),
        Element(
            "path",
            d=_HATCHES[hatch],
            fill="none",
            stroke=zone_ink(index),
            stroke_width=2.6 if "H2.01" in _HATCHES[hatch] else 1.3,
            stroke_linecap="round",
        ),
        id=f"{prefix}-zone-{index}",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )


def spider(x: float, y: float, size: float, colour: str = INK) -> Element:
    """A spider about `size` wide."""
    legs = "M-2 -1L-6 -5L-9 -3M-2 0L-7 -1L-10 2M-2 1L-6 3L-8 7M-1 2L-4 6L-4 9"
    mirrored = "M2 -1L6 -5L9 -3M2 0L7 -1L10 2M2 1L6 3L8 7M1 2L4 6L4 9"
    return group(
        Element("path", d=legs + mirrored, fill="none", stroke=colour, stroke_width=1.3, stroke_linejoin="round"),
        Element("ellipse", cx=0, cy=2.5, rx=3.2, ry=4, fill=colour),
        Element("circle", cx=0, cy=-2.6, r=2.2, fill=colour),
        transform=f"translate({numbers(x, y)}) scale({number(size / 20)})",
        class_="spider",
    )


def piranha(x: float, y: float, size: float, *, coloured: bool) -> Element:
    """A piranha about `size` long: an outline, or coloured once it has bitten."""
    ink = CLAY if coloured else RIVER
    return group(
        Element(
            "path",
            d="M-10 0.5Q-8 -5 -1 -6Q4 -6 6 -2L10 -5L9.5 5L6 2Q3 6.5 -2 6Q-6 5.5 -8.5 3.5L-6.5 2.2L-8.5 1.8Z",
            fill=ink if coloured else HALO,
            stroke=ink,
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        Element("circle", cx=-5, cy=-1.4, r=1.1, fill=HALO if coloured else ink),
        transform=f"translate({numbers(x, y)}) scale({number(size / 20)})",
        class_="piranha coloured" if coloured else "piranha",
    )


def boat(x: float, y: float) -> Element:
    """The boat that marks the operation which is safe on the river ("Two Types of Circles")."""
    return group(
        Element("path", d="M0 9H20L16 14H4Z", fill=RIVER),
        Element("path", d="M9 0V8H3ZM11 2L17 8H11Z", fill=RIVER),
        transform=f"translate({numbers(x, y)})",
        class_="boat",
    )


def operation_glyph(index: int, x: float, y: float, size: float, colour: str = FOREST) -> Element:
    """The sign of an operation in a square of this size: arrow down, arrow up, minus, plus, times."""
    paths = (
        "M10 3V16M5 11L10 16L15 11",
        "M10 17V4M5 9L10 4L15 9",
        "M4 10H16",
        "M4 10H16M10 4V16",
        "M5 5L15 15M15 5L5 15",
    )
    return group(
        Element("path", d=paths[index], fill="none", stroke=colour, stroke_width=2.4, stroke_linecap="round"),
        transform=f"translate({numbers(x, y)}) scale({number(size / 20)})",
    )
