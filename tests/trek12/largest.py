"""The largest content that Trek 12 takes, for tests of how much a call may ask for."""

from __future__ import annotations

import json

from cext import trek12


def largest_packs() -> list[str]:
    """Packs that are at every limit of the kernel at once."""
    circles = range(trek12.MAX_CIRCLES)
    steps = range(1, trek12.MAX_NEIGHBOURS // 2 + 1)
    side = 8
    pack = {
        "name": "largest",
        "provenance": "custom",
        "circles": [
            {"id": circle, "x": 10.25 * (circle % side), "y": 10.25 * (circle // side), "river": True}
            for circle in circles
        ],
        "edges": [[circle, (circle + step) % trek12.MAX_CIRCLES] for circle in circles for step in steps],
        "boxes_per_operation": trek12.MAX_BOXES,
        "max_number": trek12.HIGHEST_NUMBER,
        "danger_points": trek12.MAX_DANGER_POINTS,
        "observation_cards": {
            f"a-card-with-a-name-that-fills-its-room-{number:x}": [trek12.MAX_CARD_VALUE] * trek12.MAX_CARD_VALUES
            for number in range(trek12.MAX_CARDS)
        },
        "number_cards": list(range(trek12.MAX_NUMBER_CARDS)),
        "observation_lines": trek12.MAX_LINES,
    }
    return [json.dumps(pack)]
