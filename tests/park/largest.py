"""The largest content that Amazonia Park takes, for tests of how much a call may ask for."""

from __future__ import annotations

import json

from cext import park
from engines.games.park.vocabulary import ANIMALS


def largest_packs() -> list[str]:
    """A board of as many spaces as there may be, nearly all of them empty, and as many tiles as there may be."""
    columns = park.MAX_SIDE
    of_each = park.MAX_TILES // len(ANIMALS) // 2
    pack = {
        "name": "largest",
        "provenance": "custom",
        "columns": columns,
        "rows": park.MAX_CELLS // columns,
        "printed": [{"column": 0, "row": 0, "animal": ANIMALS[0], "count": 1}],
        "morning": {animal: [of_each, 0, 0] for animal in ANIMALS},
        "evening": {animal: [0, 0, of_each] for animal in ANIMALS},
    }
    return [json.dumps(pack)]
