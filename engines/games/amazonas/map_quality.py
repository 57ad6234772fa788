"""Measures how good a map is to play and to look at. Nothing here is a rule.

Lengths are in hundredths of the map's unit, prices in gold.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from engines.games.amazonas.content import Content, Edge, Point

# --- The net of villages -------------------------------------------------------------------------------------------

Neighbours = Mapping[int, frozenset[int]]


def neighbours(content: Content, edges: Iterable[Edge] | None = None) -> Neighbours:
    """Which villages each village is connected to, by these edges or by all."""
    found: dict[int, set[int]] = {village: set() for village in range(len(content.villages))}
    for edge in content.edges if edges is None else edges:
        found[edge.a].add(edge.b)
        found[edge.b].add(edge.a)
    return {village: frozenset(near) for village, near in found.items()}


def by_path(content: Content) -> Neighbours:
    """The neighbours that are left while a crocodile bars the rivers."""
    return neighbours(content, (edge for edge in content.edges if edge.path))


def by_river(content: Content) -> Neighbours:
    """The neighbours that are left while a jaguar bars the paths."""
    return neighbours(content, (edge for edge in content.edges if edge.river))


def parts(net: Neighbours, without: Collection[int] = ()) -> list[frozenset[int]]:
    """The parts into which a net falls when some villages are taken away, the largest first."""
    left = set(net) - set(without)
    found = []
    while left:
        part, frontier = set[int](), [min(left)]
        while frontier:
            village = frontier.pop()
            if village in left:
                left.remove(village)
                part.add(village)
                frontier += net[village]
        found.append(frozenset(part))
    return sorted(found, key=lambda part: (-len(part), min(part)))


def cut_off(net: Neighbours, without: Collection[int]) -> int:
    """How many villages lie outside the largest part when some are taken away, as full ones are for newcomers."""
    return sum(len(part) for part in parts(net, without)[1:])


def steps(net: Neighbours, start: int) -> dict[int, int]:
    """How many edges away from a village the others are."""
    found, frontier = {start: 0}, [start]
    for village in frontier:
        for near in sorted(net[village] - found.keys()):
            found[near] = found[village] + 1
            frontier.append(near)
    return found


# --- Missions ------------------------------------------------------------------------------------------------------


class MissionCost(NamedTuple):
    """What it takes to have a hut in all villages of a mission, wherever one starts."""

    huts: int
    """The fewest huts."""
    early: int
    """The lowest sum of prices while every first site is free."""
    late: float
    """The same when every first site is taken, save the only site of a mission's own village."""


def mission_cost(content: Content, mission: Sequence[int]) -> MissionCost:
    """What a mission costs at least."""
    net = neighbours(content)
    early = [village.sites[0] for village in content.villages]
    late = [
        village.sites[1] if len(village.sites) > 1 else early[number] if number in mission else math.inf
        for number, village in enumerate(content.villages)
    ]
    return MissionCost(
        huts=int(cheapest_tree(net, mission, [1] * len(early))),
        early=int(cheapest_tree(net, mission, early)),
        late=cheapest_tree(net, mission, late),
    )


def cheapest_tree(net: Neighbours, ends: Sequence[int], weights: Sequence[float]) -> float:
    """The least sum of weights of connected villages among which are all `ends`; infinite if there are none.

    The algorithm of Dreyfus and Wagner (1971) for weights at the nodes: `best[subset][v]` is the least sum with
    village v and the ends in `subset`. A best tree either branches at v into two smaller ones or grows by v.
    """
    everything = (1 << len(ends)) - 1
    best: list[dict[int, float]] = [dict.fromkeys(net, math.inf) for _ in range(everything + 1)]
    for index, end in enumerate(ends):
        best[1 << index][end] = weights[end]
    for subset in range(1, everything + 1):
        here = best[subset]
        for half in _proper_subsets(subset):
            for village in net:
                joined = best[half][village] + best[subset ^ half][village] - weights[village]
                if joined < here[village]:
                    here[village] = joined
        _grow(net, here, weights)
    return min(best[everything].values())


def _proper_subsets(subset: int) -> Iterator[int]:
    """All subsets with the lowest member but not with all, as bits."""
    half = (subset - 1) & subset
    while half:
        if half & subset & -subset:
            yield half
        half = (half - 1) & subset


def _grow(net: Neighbours, sums: dict[int, float], weights: Sequence[float]) -> None:
    """Lower the sums to what is reached by adding villages one by one (Dijkstra)."""
    queue = [(total, village) for village, total in sums.items() if total < math.inf]
    heapq.heapify(queue)
    while queue:
        total, village = heapq.heappop(queue)
        if total > sums[village]:
            continue
        for near in net[village]:
            longer = total + weights[near]
            if longer < sums[near]:
                sums[near] = longer
                heapq.heappush(queue, (longer, near))


# --- The drawing ---------------------------------------------------------------------------------------------------


def place(content: Content, village: int) -> Point:
    """Where a village is drawn."""
    return content.villages[village].x_hundredths, content.villages[village].y_hundredths


def course(content: Content, edge: Edge) -> list[Point]:
    """The points that the drawing of an edge passes, from village to village."""
    return [place(content, edge.a), *edge.bend, place(content, edge.b)]


def crossings(content: Content) -> list[tuple[Edge, Edge]]:
    """The pairs of edges whose drawings meet anywhere but in a village that both end in."""
    return [pair for pair in combinations(content.edges, 2) if _meet(content, *pair)]


def _meet(content: Content, one: Edge, other: Edge) -> bool:
    villages = {place(content, village) for village in {one.a, one.b} & {other.a, other.b}}
    for p, q in pairwise(course(content, one)):
        for r, s in pairwise(course(content, other)):
            common = {p, q} & {r, s} & villages
            if not common:
                if _touch(p, q, r, s):
                    return True
                continue
            # Two pieces that leave the same village meet there, and elsewhere only if they go the same way.
            start = common.pop()
            if _same_way(start, q if p == start else p, s if r == start else r):
                return True
    return False


def _touch(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether two pieces of line have a point in common."""
    boxes_apart = any(max(p[i], q[i]) < min(r[i], s[i]) or max(r[i], s[i]) < min(p[i], q[i]) for i in (0, 1))
    return not boxes_apart and _parts(p, q, r, s) and _parts(r, s, p, q)


def _parts(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether r and s lie on different sides of the line through p and q, or one of them on it."""
    turns = _turn(p, q, r), _turn(p, q, s)
    return min(turns) <= 0 <= max(turns)


def _same_way(start: Point, p: Point, q: Point) -> bool:
    """Whether p and q lie in the same direction."""
    ahead = (p[0] - start[0]) * (q[0] - start[0]) + (p[1] - start[1]) * (q[1] - start[1])
    return _turn(start, p, q) == 0 and ahead > 0


def _turn(p: Point, q: Point, r: Point) -> int:
    """Above 0 if the way from p over q to r turns one way, below 0 if it turns the other, 0 on a line."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def village_spacing(content: Content) -> float:
    """How far apart the two nearest villages lie."""
    numbers = range(len(content.villages))
    return min(math.dist(place(content, a), place(content, b)) for a, b in combinations(numbers, 2))


def edge_clearance(content: Content) -> float:
    """How near the drawing of an edge comes to a village that it passes by."""
    return min(
        _distance(place(content, village), p, q)
        for edge in content.edges
        for village in range(len(content.villages))
        if village not in (edge.a, edge.b)
        for p, q in pairwise(course(content, edge))
    )


def _distance(point: Point, p: Point, q: Point) -> float:
    """How far a point lies from a piece of line."""
    (px, py), (qx, qy), (x, y) = p, q, point
    length = (qx - px) ** 2 + (qy - py) ** 2
    along = ((x - px) * (qx - px) + (y - py) * (qy - py)) / length if length else 0.0
    nearest = min(1.0, max(0.0, along))
    return math.hypot(px + nearest * (qx - px) - x, py + nearest * (qy - py) - y)


def sharpest_fork(content: Content) -> float:
    """The least angle, in degrees, between two edges where they leave a village."""
    headings: dict[int, list[float]] = {village: [] for village in range(len(content.villages))}
    for edge in content.edges:
        points = course(content, edge)
        headings[edge.a].append(_heading(points[0], points[1]))
        headings[edge.b].append(_heading(points[-1], points[-2]))
    return min(
        min((one - other) % 360, (other - one) % 360)
        for leaving in headings.values()
        for one, other in combinations(leaving, 2)
    )


def _heading(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
