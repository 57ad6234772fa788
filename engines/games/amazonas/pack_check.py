"""The schema of an Amazonas pack, and all that can be wrong with one. Every check goes on after a defect.

The limits are the kernel's (cext/amazonas.pxd), where villages are bits of a word and lists have a fixed size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from cext import amazonas
from engines.content import BadPack
from engines.games.amazonas.vocabulary import SPECIMENS
from engines.schema import Node, repeated
from engines.strict_json import quote

# Coordinates and bends are for pictures only; this keeps them drawable.
MAX_COORDINATE = 1000
MAX_BENDS = 8

# Every two villages joined; the size of an inline pack ends sooner.
MAX_EDGES = amazonas.MAX_VILLAGES * (amazonas.MAX_VILLAGES - 1) // 2

# Words of Latin letters and digits, joined by single spaces, hyphens or apostrophes: what a map's label, a log's
# sentence and a terminal show alike.
VILLAGE_NAME = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-ž]+(?:[ '-][0-9A-Za-zÀ-ÖØ-öø-ž]+)*")
MAX_VILLAGE_NAME_LENGTH = 24


def check(value: Any) -> dict[str, Any]:
    """The pack's data in normal form: every edge from the lower village, edges and a mission's villages ascending.

    Loading the normal form gives it again. Raises BadPack with all defects.
    """
    root = Node(value)
    members = root.members(*_CHECKS)
    data = {key: _CHECKS[key](node) for key, node in members.items()}
    _check_edges_of_villages(members, data)
    _check_missions_of_villages(members, data)
    if root.defects:
        raise BadPack(root.defects)
    return {
        **data,
        "edges": sorted(data["edges"], key=_ends),
        "missions": [sorted(mission) for mission in data["missions"]],
    }


# --- Each member by itself; what is refused is None from here on ---------------------------------------------------


def _villages(node: Node) -> list[dict[str, Any]] | None:
    items = node.array(amazonas.MIN_VILLAGES, amazonas.MAX_VILLAGES)
    if items is None:
        return None
    villages = [_village(item, number) for number, item in enumerate(items)]
    for place in repeated([None if village["name"] is None else village["name"].casefold() for village in villages]):
        items[place].note("DUPLICATE_NAME", f"An earlier village is called {quote(villages[place]['name'])} already.")
    for place in repeated([_place(village) for village in villages]):
        items[place].note("VILLAGES_COINCIDE", "An earlier village lies at the same place, to the hundredth.")
    return villages


def _village(node: Node, number: int) -> dict[str, Any]:
    """One village; ids are 0, 1, ... in this order."""
    checks: dict[str, Callable[[Node], Any]] = {
        "id": lambda member: _id(member, number),
        "name": _village_name,
        "x": _coordinate,
        "y": _coordinate,
        "specimen": lambda member: member.choice(SPECIMENS),
        "sites": _sites,
    }
    members = node.members(*checks)
    return {key: read(members[key]) if key in members else None for key, read in checks.items()}


def _id(node: Node, number: int) -> int | None:
    id_ = node.integer(0, amazonas.MAX_VILLAGES - 1)
    if id_ is not None and id_ != number:
        node.note("ID_OUT_OF_ORDER", f"Villages are numbered 0, 1, ... in this order; this one is {number}, not {id_}.")
    return id_


def _village_name(node: Node) -> str | None:
    name = node.text()
    if name is not None and (not VILLAGE_NAME.fullmatch(name) or len(name) > MAX_VILLAGE_NAME_LENGTH):
        rule = "Latin letters, digits and single spaces, hyphens or apostrophes between them"
        node.note(
            "NOT_A_VILLAGE_NAME",
            f"{quote(name)} is no village's name; that has {rule}, at most {MAX_VILLAGE_NAME_LENGTH} characters.",
        )
        return None
    return name


def _sites(node: Node) -> list[int] | None:
    """The prices of a village's sites: later arrivals pay more ("The Game Board")."""
    items = node.array(1, amazonas.MAX_SITES)
    if items is None:
        return None
    prices = [item.integer(1, amazonas.MAX_PRICE) for item in items]
    known = [price for price in prices if price is not None]
    if len(known) < len(prices):
        return None
    for item, (before, price) in zip(items[1:], pairwise(known), strict=True):
        if price <= before:
            item.note("PRICE_DOES_NOT_RISE", f"Each site costs more than the one before; {price} comes after {before}.")
    return known


def _coordinate(node: Node) -> int | float | None:
    """A coordinate to the nearest hundredth, without a fraction where it is whole."""
    hundredths = node.hundredths(0, MAX_COORDINATE)
    if hundredths is None:
        return None
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


def _place(village: dict[str, Any]) -> tuple[float, float] | None:
    x, y = village["x"], village["y"]
    return None if x is None or y is None else (x, y)


def _edges(node: Node) -> list[dict[str, Any] | None] | None:
    items = node.array(0, MAX_EDGES)
    return None if items is None else [_edge(item) for item in items]


def _edge(node: Node) -> dict[str, Any] | None:
    """A connection, told from its lower village."""
    members = node.members(*_EDGE_CHECKS, optional=("bend",))
    found = {key: _EDGE_CHECKS[key](members[key]) for key in _EDGE_CHECKS if key in members}
    bend = _bend(members["bend"]) if "bend" in members else []
    if found.get("path") is False and found.get("river") is False:
        node.note("NEITHER_PATH_NOR_RIVER", "A connection is a path, a river or both; this one is neither.")
    a, b = found.get("a"), found.get("b")
    if a is None or b is None:
        return None
    if a == b:
        node.note("EDGE_TO_ITSELF", f"An edge joins two villages; this one joins village {a} to itself.")
        return None
    edge = {**found, "a": min(a, b), "b": max(a, b)}
    if bend:
        edge["bend"] = bend if a < b else bend[::-1]
    return edge


_EDGE_CHECKS: dict[str, Callable[[Node], Any]] = {
    "a": lambda node: node.integer(0, amazonas.MAX_VILLAGES - 1),
    "b": lambda node: node.integer(0, amazonas.MAX_VILLAGES - 1),
    "path": Node.boolean,
    "river": Node.boolean,
}


def _bend(node: Node) -> list[list[int | float | None] | None] | None:
    """The points that the drawing of an edge passes, in order; none at all is as good as no bend."""
    items = node.array(0, MAX_BENDS)
    return None if items is None else [_point(item) for item in items]


def _point(node: Node) -> list[int | float | None] | None:
    items = node.array(2, 2)
    return None if items is None else [_coordinate(item) for item in items]


def _missions(node: Node) -> list[list[int | None] | None] | None:
    items = node.array(amazonas.MIN_MISSIONS, amazonas.MAX_MISSIONS)
    if items is None:
        return None
    missions = [_mission(item) for item in items]
    for place in repeated([_marked(mission) for mission in missions]):
        items[place].note("DUPLICATE_MISSION", "An earlier mission marks the same four villages.")
    return missions


def _mission(node: Node) -> list[int | None] | None:
    """The villages that a mission card marks ("Secret Mission Card")."""
    items = node.array(amazonas.MISSION_VILLAGES, amazonas.MISSION_VILLAGES)
    if items is None:
        return None
    villages = [item.integer(0, amazonas.MAX_VILLAGES - 1) for item in items]
    for place in repeated(villages):
        items[place].note("VILLAGE_MARKED_TWICE", f"The mission marks village {villages[place]} already.")
    return villages


def _marked(mission: Sequence[int | None] | None) -> tuple[int, ...] | None:
    """What a mission marks, if that is four villages, whatever their order."""
    villages = {village for village in mission or () if village is not None}
    return tuple(sorted(villages)) if len(villages) == amazonas.MISSION_VILLAGES else None


_CHECKS: dict[str, Callable[[Node], Any]] = {
    "name": Node.name,
    "provenance": Node.provenance,
    "villages": _villages,
    "edges": _edges,
    "missions": _missions,
}


# --- Members together, as far as each of them is sound -------------------------------------------------------------

Members = dict[str, Node]
Data = dict[str, Any]


def _check_edges_of_villages(members: Members, data: Data) -> None:
    """Every edge joins two villages of the map, no two the same ones, and one can get from any village to any other."""
    villages, edges = data.get("villages"), data.get("edges")
    if edges is None:
        return
    nodes = members["edges"].items()
    for place in repeated([None if edge is None else _ends(edge) for edge in edges]):
        a, b = _ends(edges[place])
        nodes[place].note(
            "DUPLICATE_EDGE", f"The villages {a} and {b} are connected already; one edge may be both kinds."
        )
    if not villages:
        return
    sound = len(villages) <= amazonas.MAX_VILLAGES
    for node, edge in zip(nodes, edges, strict=True):
        if edge is None:
            sound = False
        elif edge["b"] >= len(villages):
            sound = False
            unknown = " and ".join(str(village) for village in _ends(edge) if village >= len(villages))
            node.note("UNKNOWN_VILLAGE", _no_such_village(unknown, len(villages)))
    if sound:
        _check_connected(members["edges"], len(villages), [_ends(edge) for edge in edges])


def _ends(edge: dict[str, Any]) -> tuple[int, int]:
    return edge["a"], edge["b"]


def _no_such_village(village: int | str, villages: int) -> str:
    return f"There is no village {village}; villages are 0 to {villages - 1}."


def _check_connected(node: Node, villages: int, edges: Sequence[tuple[int, int]]) -> None:
    reached, frontier = {0}, [0]
    while frontier:
        village = frontier.pop()
        near = {end for edge in edges if village in edge for end in edge} - reached
        reached |= near
        frontier += near
    lost = sorted(set(range(villages)) - reached)
    if lost:
        names = ", ".join(map(str, lost))
        node.note("MAP_NOT_CONNECTED", f"No way over the edges leads from village 0 to: {names}.")


def _check_missions_of_villages(members: Members, data: Data) -> None:
    """Every mission marks villages of the map."""
    villages, missions = data.get("villages"), data.get("missions")
    if not villages or missions is None:
        return
    for node, mission in zip(members["missions"].items(), missions, strict=True):
        if mission is None:
            continue
        for item, village in zip(node.items(), mission, strict=True):
            if village is not None and village >= len(villages):
                item.note("UNKNOWN_VILLAGE", _no_such_village(village, len(villages)))
