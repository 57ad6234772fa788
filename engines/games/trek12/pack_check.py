"""The schema of a Trek 12 pack, and all that can be wrong with one. Every check goes on after a defect.

The limits are the kernel's (cext/trek12.pxd), where circles are bits of a word and lists have a fixed size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from cext import trek12
from engines.content import BadPack
from engines.schema import Node, repeated

# Coordinates are for pictures only; this keeps them drawable.
MAX_COORDINATE = 1000


def check(value: Any) -> dict[str, Any]:
    """The pack's data in normal form: circles by id, edges and number cards ascending, observation cards by name.

    Loading the normal form gives it again. Raises BadPack with all defects.
    """
    root = Node(value)
    members = root.members(*_CHECKS)
    data = {key: _CHECKS[key](node) for key, node in members.items()}
    _check_edges_of_circles(members, data)
    _check_circles_for_boxes(members, data)
    _check_number_cards(members, data)
    _check_card_supply(members, data)
    if root.defects:
        raise BadPack(root.defects)
    return {
        **data,
        "circles": sorted(data["circles"], key=lambda circle: int(circle["id"])),
        "edges": sorted(data["edges"]),
        "number_cards": sorted(data["number_cards"]),
    }


# --- Each member by itself; what is refused is None from here on ---------------------------------------------------


def _circles(node: Node) -> list[dict[str, Any]] | None:
    items = node.array(1, trek12.MAX_CIRCLES)
    if items is None:
        return None
    circles = [_circle(item, len(items)) for item in items]
    for place in repeated([circle["id"] for circle in circles]):
        items[place].note("DUPLICATE_CIRCLE", f"An earlier circle has the id {circles[place]['id']} already.")
    for place in repeated([_place(circle) for circle in circles]):
        items[place].note("CIRCLES_COINCIDE", "An earlier circle lies at the same place, to the hundredth.")
    return circles


def _circle(node: Node, count: int) -> dict[str, Any]:
    """One circle; ids are 0 .. count-1 in any order."""
    checks: dict[str, Callable[[Node], Any]] = {
        "id": lambda member: member.integer(0, count - 1),
        "x": _coordinate,
        "y": _coordinate,
        "river": Node.boolean,
    }
    members = node.members(*checks)
    return {key: read(members[key]) if key in members else None for key, read in checks.items()}


def _coordinate(node: Node) -> int | float | None:
    """A coordinate to the nearest hundredth, without a fraction where it is whole."""
    hundredths = node.hundredths(0, MAX_COORDINATE)
    if hundredths is None:
        return None
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


def _place(circle: dict[str, Any]) -> tuple[float, float] | None:
    x, y = circle["x"], circle["y"]
    return None if x is None or y is None else (x, y)


def _edges(node: Node) -> list[list[int] | None] | None:
    items = node.array(0, trek12.MAX_CIRCLES * trek12.MAX_NEIGHBOURS // 2)
    return None if items is None else [_edge(item) for item in items]


def _edge(node: Node) -> list[int] | None:
    """The two circles that an edge joins, the lower first."""
    ends = node.array(2, 2)
    if ends is None or len(ends) != 2:
        return None
    low, high = (end.integer(0, trek12.MAX_CIRCLES - 1) for end in ends)
    if low is None or high is None:
        return None
    if low == high:
        node.note("EDGE_TO_ITSELF", f"An edge joins two circles; this one joins circle {low} to itself.")
        return None
    return sorted((low, high))


def _observation_cards(node: Node) -> dict[str, list[int] | None] | None:
    entries = node.entries()
    if entries is None:
        return None
    node.require_count(len(entries), 1, trek12.MAX_CARDS)
    for name, entry in entries.items():
        entry.require_name(name)
    return {name: _values(entry) for name, entry in entries.items()}


def _values(node: Node) -> list[int] | None:
    """The values of an observation card, which never fall."""
    items = node.array(1, trek12.MAX_CARD_VALUES)
    if items is None:
        return None
    values = [item.integer(0, trek12.MAX_CARD_VALUE) for item in items]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    for item, (before, value) in zip(items[1:], pairwise(known), strict=True):
        if value < before:
            item.note("VALUE_FALLS", f"The values of a card never fall; {value} comes after {before}.")
    return known


def _number_cards(node: Node) -> list[int | None] | None:
    items = node.array(1, trek12.MAX_NUMBER_CARDS)
    if items is None:
        return None
    numbers = [item.integer(0, trek12.HIGHEST_NUMBER) for item in items]
    for place in repeated(numbers):
        items[place].note("DUPLICATE_NUMBER_CARD", f"There is a number card {numbers[place]} already.")
    return numbers


_CHECKS: dict[str, Callable[[Node], Any]] = {
    "name": Node.name,
    "provenance": Node.provenance,
    "circles": _circles,
    "edges": _edges,
    "boxes_per_operation": lambda node: node.integer(1, trek12.MAX_BOXES),
    "max_number": lambda node: node.integer(trek12.LOWEST_MAX_NUMBER, trek12.HIGHEST_NUMBER),
    "danger_points": lambda node: node.integer(0, trek12.MAX_DANGER_POINTS),
    "observation_cards": _observation_cards,
    "number_cards": _number_cards,
    "observation_lines": lambda node: node.integer(1, trek12.MAX_LINES),
}


# --- Members together, as far as each of them is sound -------------------------------------------------------------

Members = dict[str, Node]
Data = dict[str, Any]


def _check_edges_of_circles(members: Members, data: Data) -> None:
    """Every edge joins two circles of the sheet, no two the same ones, and one can get from any circle to any other."""
    circles, edges = data.get("circles"), data.get("edges")
    if not circles or edges is None:
        return
    nodes = members["edges"].items()
    sound = len(circles) <= trek12.MAX_CIRCLES
    for node, edge in zip(nodes, edges, strict=True):
        if edge is None:
            sound = False
        elif edge[1] >= len(circles):
            sound = False
            unknown = " and ".join(str(circle) for circle in edge if circle >= len(circles))
            node.note("UNKNOWN_CIRCLE", f"There is no circle {unknown}; circles are 0 to {len(circles) - 1}.")
    for place in repeated([None if edge is None else tuple(edge) for edge in edges]):
        nodes[place].note("DUPLICATE_EDGE", f"The circles {edges[place][0]} and {edges[place][1]} are joined already.")
    if sound:
        _check_neighbours(members["edges"], edges)
        _check_connected(members["edges"], len(circles), edges)


def _check_neighbours(node: Node, edges: Sequence[Sequence[int]]) -> None:
    counts = Counter(circle for edge in set(map(tuple, edges)) for circle in edge)
    for circle, count in sorted(counts.items()):
        if count > trek12.MAX_NEIGHBOURS:
            node.note(
                "TOO_MANY_NEIGHBOURS", f"Circle {circle} has {count} neighbours; at most {trek12.MAX_NEIGHBOURS} fit."
            )


def _check_connected(node: Node, circles: int, edges: Sequence[Sequence[int]]) -> None:
    reached, frontier = {0}, [0]
    while frontier:
        circle = frontier.pop()
        near = {end for edge in edges if circle in edge for end in edge} - reached
        reached |= near
        frontier += near
    lost = sorted(set(range(circles)) - reached)
    if lost:
        names = ", ".join(map(str, lost))
        node.note("SHEET_NOT_CONNECTED", f"No way over the edges leads from circle 0 to: {names}.")


def _check_circles_for_boxes(members: Members, data: Data) -> None:
    """A player fills a circle for each box ("End of the Game")."""
    circles, boxes = data.get("circles"), data.get("boxes_per_operation")
    if circles is not None and boxes is not None and len(circles) < trek12.OPERATIONS * boxes:
        members["circles"].note(
            "TOO_FEW_CIRCLES",
            f"{trek12.OPERATIONS} operations with {boxes} boxes fill {trek12.OPERATIONS * boxes} circles; "
            f"there are {len(circles)}.",
        )


def _check_number_cards(members: Members, data: Data) -> None:
    """A number card shows a number that can be written, and every line gets one ("Pack your bag")."""
    numbers, highest, lines = data.get("number_cards"), data.get("max_number"), data.get("observation_lines")
    if numbers is None:
        return
    for node, number in zip(members["number_cards"].items(), numbers, strict=True):
        if highest is not None and number is not None and number > highest:
            node.note("NUMBER_CARD_TOO_HIGH", f"Nobody can write {number}: the highest number is {highest}.")
    if lines is not None and len(numbers) < lines:
        members["number_cards"].note(
            "TOO_FEW_NUMBER_CARDS", f"{lines} observation lines need as many number cards; there are {len(numbers)}."
        )


def _check_card_supply(members: Members, data: Data) -> None:
    """Every line gets an observation card ("Pack your bag")."""
    cards, lines = data.get("observation_cards"), data.get("observation_lines")
    if cards is not None and lines is not None and len(cards) < lines:
        members["observation_cards"].note(
            "TOO_FEW_OBSERVATION_CARDS", f"{lines} observation lines need as many cards; there are {len(cards)}."
        )
