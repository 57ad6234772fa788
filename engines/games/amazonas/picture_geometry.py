"""Where the map of Amazonas is drawn: places of villages, their plates and sites, and the lines of paths and rivers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot

from canopy.v1 import amazonas_pb2
from engines.svg import number, numbers, text_width

Point = tuple[float, float]

# A village's plate before it is scaled: its name above, below that the specimen and a disc for each site.
PLATE_HEIGHT = 54.0
NAME_SIZE = 13.0
TOKEN = 25.0
SITE_RADIUS = 10.5
_SITE_STEP = 27.0
_SIDE = 8.0
_NARROWEST = 80.0
_LONGEST_NAME = 150.0
# Room that a plate's rings need around it, and between two plates, in pixels.
_RINGS = 12.0
_APART = 7.0
# How much further apart places may lie downward than across.
_STRETCH = 1.3
# Plates may be as small as this; none is moved farther than that, in pixels, and in so many small pushes. At each push
# every pair is looked at; what a stranger's map of very many villages costs is bounded by the number of looks in all.
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
_FARTHEST = 20.0
_PUSHES = 60
_PUSH = 8.0
_LOOKS = 50_000


@dataclass(frozen=True)
class Printed:
    """What is printed of a village."""

    x_hundredths: int
    y_hundredths: int
    name: str
    specimen: int
    prices: tuple[int, ...]


@dataclass(frozen=True)
class Way:
    """What is printed of a connection."""

    a: int
    b: int
    path: bool
    river: bool
    bend: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Map:
    """All that is printed of the map: pictures of equal maps share their geometry."""

    villages: tuple[Printed, ...]
    ways: tuple[Way, ...]

    @classmethod
    def of(cls, view: amazonas_pb2.AmazonasView) -> Map:
        """The map that a view shows."""
        return cls(
            tuple(
                Printed(v.x_hundredths, v.y_hundredths, v.name, v.specimen, tuple(site.price_gold for site in v.sites))
                for v in view.villages
            ),
            tuple(
                Way(e.a, e.b, e.path, e.river, tuple((point.x_hundredths, point.y_hundredths) for point in e.bend))
                for e in view.edges
            ),
        )


@dataclass(frozen=True)
class Geometry:
    """The map in pixels."""

    map: Map
    width: float
    height: float
    scale: float
    """Of the plates."""
    centres: tuple[Point, ...]
    """Of the plates, by village."""
    lines: tuple[tuple[Point, ...], ...]
    """The points that each connection runs through, by connection."""

    def plate_width(self, village: int) -> float:
        """How wide a village's plate is, before it is scaled."""
        return plate_width(self.map.villages[village])

    def site(self, village: int, site: int) -> Point:
        """Where the middle of a site is, seen from the middle of the plate and before it is scaled."""
        return site_place(len(self.map.villages[village].prices), site)


def plate_width(village: Printed) -> float:
    """As wide as the sites need, and the name as far as it is not very long."""
    sites = TOKEN + 6 + _SITE_STEP * len(village.prices)
    name = min(text_width(village.name, NAME_SIZE), _LONGEST_NAME)
    return max(_NARROWEST, name + 12, sites + 2 * _SIDE)


def site_place(sites: int, site: int) -> Point:
    """The middle of a site of so many, from the middle of the plate."""
    whole = TOKEN + 6 + _SITE_STEP * sites
    return -whole / 2 + TOKEN + 6 + _SITE_STEP * (site + 0.5), 8.0


def token_place(sites: int) -> Point:
    """The middle of the specimen's sign, from the middle of the plate."""
    return -(TOKEN + 6 + _SITE_STEP * sites) / 2 + TOKEN / 2, 8.0


@lru_cache(maxsize=16)
def fit(map_: Map, width: float, tallest: float) -> Geometry:
    """The map as large as it can be in so much room, its plates scaled so that they keep apart."""
    widths = [plate_width(village) for village in map_.villages]
    pairs = list(combinations(range(len(widths)), 2))
    pushes_left = _LOOKS // len(pairs)
    for scale in _SCALES:
        geometry = _laid_out(map_, widths, scale, width, tallest)
        # No scale takes all that is left, so that there is something for smaller plates, which are easier to part.
        pushes = min(_PUSHES, (pushes_left + 1) // 2)
        pushes_left -= pushes
        apart = _pushed_apart(geometry, widths, pairs, pushes)
        if apart is not None:
            return _with_centres(geometry, apart)
    return _laid_out(map_, widths, _SCALES[-1], width, tallest)


def _laid_out(map_: Map, widths: Sequence[float], scale: float, width: float, tallest: float) -> Geometry:
    """The map with every village exactly where it lies."""
    xs, ys = [v.x_hundredths for v in map_.villages], [v.y_hundredths for v in map_.villages]
    across, down = _units(xs, ys, widths, scale, width, tallest)
    left, top = _margins(widths, scale)
    spare = (width - 2 * left - across * (max(xs) - min(xs))) / 2

    def place(x: int, y: int) -> Point:
        return left + spare + across * (x - min(xs)), top + down * (y - min(ys))

    centres = tuple(place(x, y) for x, y in zip(xs, ys, strict=True))
    lines = tuple((centres[way.a], *(place(x, y) for x, y in way.bend), centres[way.b]) for way in map_.ways)
    height = 2 * top + down * (max(ys) - min(ys))
    return Geometry(map_, width, height, scale, centres, lines)


def _with_centres(geometry: Geometry, centres: tuple[Point, ...]) -> Geometry:
    """The map with its plates elsewhere; the ways between them start and end there."""
    lines = tuple(
        (centres[way.a], *line[1:-1], centres[way.b])
        for way, line in zip(geometry.map.ways, geometry.lines, strict=True)
    )
    return replace(geometry, centres=centres, lines=lines)


def _pushed_apart(
    geometry: Geometry, widths: Sequence[float], pairs: Sequence[tuple[int, int]], pushes: int
) -> tuple[Point, ...] | None:
    """Plates that overlap moved apart a little; None when a little is not enough."""
    centres = list(geometry.centres)
    for _ in range(pushes):
        moved = False
        for a, b in pairs:
            (ax, ay), (bx, by) = centres[a], centres[b]
            missing_x = geometry.scale * (widths[a] + widths[b]) / 2 + _APART - abs(bx - ax)
            missing_y = geometry.scale * PLATE_HEIGHT + _APART - abs(by - ay)
            if missing_x > 0 and missing_y > 0:
                moved = True
                dx = min(missing_x, _PUSH) / 2 if missing_x < missing_y else 0.0
                dy = 0.0 if dx else min(missing_y, _PUSH) / 2
                sx, sy = (1 if bx >= ax else -1), (1 if by >= ay else -1)
                centres[a] = _inside(geometry, ax - sx * dx, ay - sy * dy, widths[a])
                centres[b] = _inside(geometry, bx + sx * dx, by + sy * dy, widths[b])
        if _farthest(centres, geometry.centres) > _FARTHEST:
            return None
        if not moved:
            return tuple(centres)
    return None


def _inside(geometry: Geometry, x: float, y: float, width: float) -> Point:
    """The place, or the nearest one at which a plate is in the frame."""
    side = geometry.scale * width / 2 + _RINGS
    edge = geometry.scale * PLATE_HEIGHT / 2 + _RINGS
    return min(max(x, side), geometry.width - side), min(max(y, edge), geometry.height - edge)


def _farthest(centres: Sequence[Point], others: Sequence[Point]) -> float:
    """How far the plate that was moved most has come."""
    return max(hypot(x - u, y - v) for (x, y), (u, v) in zip(centres, others, strict=True))


def _margins(widths: Sequence[float], scale: float) -> Point:
    return scale * max(widths) / 2 + _RINGS, scale * PLATE_HEIGHT / 2 + _RINGS


def _units(
    xs: Sequence[int], ys: Sequence[int], widths: Sequence[float], scale: float, width: float, tallest: float
) -> Point:
    """Pixels for a hundredth of the map's unit, across and down: plates are broad, so it may be stretched downward."""
    left, top = _margins(widths, scale)
    across = (width - 2 * left) / ((max(xs) - min(xs)) or 1)
    down = (tallest - 2 * top) / ((max(ys) - min(ys)) or 1)
    return min(across, down), min(_STRETCH * across, down)


# --- Lines ---


def curve(points: Sequence[Point]) -> str:
    """A smooth path through all points (Catmull-Rom as cubic Bézier curves)."""
    drawn = [f"M{numbers(*points[0])}"]
    for index in range(len(points) - 1):
        before, start = points[max(0, index - 1)], points[index]
        end, after = points[index + 1], points[min(len(points) - 1, index + 2)]
        handles = (
            start[0] + (end[0] - before[0]) / 6,
            start[1] + (end[1] - before[1]) / 6,
            end[0] - (after[0] - start[0]) / 6,
            end[1] - (after[1] - start[1]) / 6,
        )
        drawn.append(f"C{' '.join(map(number, handles))} {numbers(*end)}")
    return "".join(drawn)


def beside(points: Sequence[Point], distance: float) -> list[Point]:
    """The same line so far to one side of it; its ends stay where they are."""
    moved = [points[0]]
    for index in range(1, len(points) - 1):
        (x1, y1), (x2, y2) = points[index - 1], points[index + 1]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        x, y = points[index]
        moved.append((x - distance * (y2 - y1) / length, y + distance * (x2 - x1) / length))
    return [*moved, points[-1]]


def with_middle(points: Sequence[Point]) -> list[Point]:
    """The line with points enough to be led beside another: two on its way at least."""
    if len(points) > 3:
        return list(points)
    found = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        found += [(x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3), (x1 + 2 * (x2 - x1) / 3, y1 + 2 * (y2 - y1) / 3), (x2, y2)]
    return found
