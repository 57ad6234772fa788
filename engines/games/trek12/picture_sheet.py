"""The exploration sheet as printed: where its circles lie, the river, the edges, the blank circles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot

from canopy.v1 import trek12_pb2
from engines import notebook
from engines.games.trek12 import picture_style as style
from engines.svg import Element, group, number

# A circle's radius as a share of the smallest distance between two circles: room is left for links between them,
# and on a large sheet for the letters of the trails on the links.
LARGE_SHARE, SMALL_SHARE = 0.36, 0.41


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the circles of a sheet are drawn, whatever units the content pack measures in."""

    width: float
    height: float
    radius: float
    centres: dict[int, tuple[float, float]]

    @classmethod
    def fit(
        cls,
        view: trek12_pb2.Trek12View,
        width: float,
        heights: tuple[float, float],
        share: float,
        largest: float = 56.0,
    ) -> Geometry:
        """Scale the sheet to a width and to a height in a range; no circle's radius grows over `largest`."""
        places = {place.circle: (place.x_hundredths / 100, place.y_hundredths / 100) for place in view.sheet}
        left, right = min(x for x, _ in places.values()), max(x for x, _ in places.values())
        top, bottom = min(y for _, y in places.values()), max(y for _, y in places.values())
        gaps = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places.values(), 2)]
        reach = share * min((gap for gap in gaps if gap > 0), default=1.0)
        margin = 0.03 * width
        scale = min((width - 2 * margin) / (right - left + 2 * reach), largest / reach)
        height = scale * (bottom - top + 2 * reach) + 2 * margin
        if height > heights[1]:
            height = heights[1]
            scale = (height - 2 * margin) / (bottom - top + 2 * reach)
        height = max(height, heights[0])
        x0 = (width - scale * (left + right)) / 2
        y0 = (height - scale * (top + bottom)) / 2
        centres = {circle: (x0 + scale * x, y0 + scale * y) for circle, (x, y) in places.items()}
        return cls(width, height, scale * reach, centres)

    def between(self, start: int, end: int) -> str:
        """A path from one circle's rim to another's."""
        (x1, y1), (x2, y2) = self.centres[start], self.centres[end]
        share = min(0.5, 1.08 * self.radius / (hypot(x2 - x1, y2 - y1) or 1.0))
        dx, dy = share * (x2 - x1), share * (y2 - y1)
        return f"M{number(x1 + dx)} {number(y1 + dy)}L{number(x2 - dx)} {number(y2 - dy)}"

    def segment(self, start: int, end: int) -> str:
        """A path from one circle's centre to another's."""
        (x1, y1), (x2, y2) = self.centres[start], self.centres[end]
        return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


def printed_sheet(view: trek12_pb2.Trek12View, geometry: Geometry, named: frozenset[int]) -> Element:
    """The sheet before anybody writes: river, edges and blank circles; those in `named` show which they are."""
    river = {place.circle for place in view.sheet if place.river}
    edges = [(place.circle, other) for place in view.sheet for other in place.neighbours if other > place.circle]
    banks = "".join(geometry.segment(a, b) for a, b in edges if a in river and b in river)
    banks += "".join(geometry.segment(circle, circle) for circle in sorted(river))
    paths = "".join(geometry.segment(a, b) for a, b in edges)
    radius = geometry.radius
    layer = group(
        Element("rect", width=geometry.width, height=geometry.height, rx=10, fill=notebook.FOREST_FLOOR),
        Element("path", d=banks or None, stroke=notebook.WATER, stroke_width=2.55 * radius, class_="water"),
        Element("path", d=banks or None, stroke=notebook.RIPPLE, stroke_width=1.9 * radius, stroke_dasharray="14 9"),
        Element("path", d=banks or None, stroke=notebook.WATER, stroke_width=1.75 * radius),
        Element("path", d=paths or None, stroke=notebook.LEAF, stroke_width=max(1.0, radius / 22), class_="edges"),
        fill="none",
        stroke_linecap="round",
        class_="printed",
    )
    for place in view.sheet:
        layer.add(_blank_circle(place, geometry, named=place.circle in named))
    return layer


def _blank_circle(place: trek12_pb2.Trek12SheetCircle, geometry: Geometry, *, named: bool) -> Element:
    """A circle as printed ("Two Types of Circles")."""
    x, y = geometry.centres[place.circle]
    radius = geometry.radius
    blank = group(
        Element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=notebook.RIPPLE if place.river else notebook.HALO,
            stroke=notebook.RIVER if place.river else notebook.FOREST,
            stroke_width=max(1.0, radius / 20),
        ),
        class_="box place river" if place.river else "box place jungle",
    )
    if place.river:
        blank.add(piranha_in(x, y, radius, coloured=False))
    if named and radius >= 16:
        blank.add(_name_of_circle(place.circle, x, y, radius))
    return blank


def _name_of_circle(circle: int, x: float, y: float, radius: float) -> Element:
    """The small name of an empty circle, by which a move calls it."""
    return notebook.label(
        str(circle), x, y + 0.12 * radius, min(13, 0.4 * radius), anchor="middle", fill=notebook.SOFT_INK, class_="name"
    )


def piranha_in(x: float, y: float, radius: float, *, coloured: bool) -> Element:
    """The piranha of a river circle, in its lower part."""
    return style.piranha(x, y + 0.62 * radius, 0.72 * radius, coloured=coloured)


def placed(printed_id: str) -> Element:
    """A printed sheet that was defined once, used again."""
    return Element("use", xlink_href=f"#{printed_id}")
