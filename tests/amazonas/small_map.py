r"""Two maps made by hand, small enough to keep in mind while reading a test.

The small map (P: path, R: river, B: both)::

    Delta --P-- Fork --P-- Ford --R-- Glade --P-- Marsh
     | \                   / |            \        /
     B  +--R-- Grove --R--+  P             P      R
     |                       |              \    /
    Hollow ------------------+               Nest

Hollow and Nest have one site each, so one hut fills them.
"""

from typing import Any

DELTA, FORK, GROVE, HOLLOW, FORD, GLADE, MARSH, NEST = range(8)


def _village(id_: int, name: str, at: tuple[int, int], specimen: str, sites: list[int]) -> dict[str, Any]:
    return {"id": id_, "name": name, "x": at[0], "y": at[1], "specimen": specimen, "sites": sites}


def _edge(a: int, b: int, kinds: str) -> dict[str, Any]:
    return {"a": a, "b": b, "path": "P" in kinds, "river": "R" in kinds}


PACK: dict[str, Any] = {
    "name": "small",
    "provenance": "reconstruction",
    "villages": [
        _village(DELTA, "Delta", (10, 10), "fish", [2, 3, 4]),
        _village(FORK, "Fork", (30, 10), "butterfly", [2, 3]),
        _village(GROVE, "Grove", (30, 22), "iguana", [3, 4]),
        _village(HOLLOW, "Hollow", (10, 50), "parrot", [2]),
        _village(FORD, "Ford", (50, 10), "orchid", [2, 3, 4]),
        _village(GLADE, "Glade", (70, 10), "fish", [3, 5]),
        _village(MARSH, "Marsh", (90, 10), "butterfly", [2, 4]),
        _village(NEST, "Nest", (80, 50), "iguana", [3]),
    ],
    "edges": [
        _edge(DELTA, FORK, "P"),
        _edge(DELTA, GROVE, "R"),
        _edge(DELTA, HOLLOW, "PR"),
        _edge(FORK, FORD, "P"),
        _edge(GROVE, FORD, "R"),
        _edge(HOLLOW, FORD, "P"),
        _edge(FORD, GLADE, "R"),
        _edge(GLADE, MARSH, "P"),
        _edge(GLADE, NEST, "P"),
        _edge(MARSH, NEST, "R"),
    ],
    "missions": [
        [DELTA, FORK, GROVE, HOLLOW],
        [FORD, GLADE, MARSH, NEST],
        [DELTA, GROVE, FORD, MARSH],
        [FORK, HOLLOW, GLADE, NEST],
        [DELTA, HOLLOW, FORD, NEST],
    ],
}


def row_pack(villages: int, sites: tuple[int, ...] = (1, 2, 3, 4)) -> dict[str, Any]:
    """Villages in a row along one path, all with the same sites; their specimens come in turn."""
    specimens = ("fish", "butterfly", "iguana", "parrot", "orchid")
    return {
        "name": f"row of {villages}",
        "provenance": "reconstruction",
        "villages": [
            _village(id_, f"Stop {id_}", (id_ * 5, 50), specimens[id_ % len(specimens)], list(sites))
            for id_ in range(villages)
        ],
        "edges": [_edge(id_, id_ + 1, "P") for id_ in range(villages - 1)],
        "missions": [[first, first + 1, first + 2, first + 3] for first in range(4)],
    }
