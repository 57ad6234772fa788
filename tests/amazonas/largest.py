"""The largest content that Amazonas takes, for tests of how much a call may ask for."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from cext import amazonas
from engines.content import MAX_INLINE_PACK
from engines.games.amazonas.pack_check import MAX_BENDS, MAX_VILLAGE_NAME_LENGTH
from engines.games.amazonas.vocabulary import SPECIMENS


def largest_packs() -> list[str]:
    """Maps with all villages that there may be and as many edges as there is room for, straight or crooked ones."""
    return [_pack([]), _pack([[250.25, 500.75], [750.25, 250.75]] * (MAX_BENDS // 2))]


def _pack(bend: list[list[float]]) -> str:
    villages = range(amazonas.MAX_VILLAGES)
    prices = range(amazonas.MAX_PRICE - amazonas.MAX_SITES + 1, amazonas.MAX_PRICE + 1)
    pack: dict[str, Any] = {
        "name": "largest",
        "provenance": "custom",
        "villages": [
            {
                "id": village,
                "name": f"{village:02}".ljust(MAX_VILLAGE_NAME_LENGTH, "a"),
                "x": 100.25 * (village % 8),
                "y": 100.25 * (village // 8),
                "specimen": SPECIMENS[village % len(SPECIMENS)],
                "sites": list(prices),
            }
            for village in villages
        ],
        "edges": [],
        "missions": [list(range(first, first + 4)) for first in range(amazonas.MAX_MISSIONS)],
    }
    room = MAX_INLINE_PACK - len(_spelled(pack))
    # A ring first, so that all are connected; then whatever pairs fit.
    ring = {(village, village + 1) for village in villages[:-1]}
    for a, b in (*sorted(ring), *(pair for pair in combinations(villages, 2) if pair not in ring)):
        edge = {"a": a, "b": b, "path": True, "river": True, **({"bend": bend} if bend else {})}
        room -= len(_spelled(edge)) + 1
        if room < 0:
            break
        pack["edges"].append(edge)
    return _spelled(pack)


def _spelled(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
