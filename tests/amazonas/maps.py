"""Maps of Amazonas for what the shipped one never shows: random ones within the kernel's limits, and plain ones."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

SPECIMENS = ("fish", "butterfly", "iguana", "parrot", "orchid")
# The lowest and the highest price of a site, in gold. At the dear ones nobody can build a first hut.
PRICES = ((1, 2), (1, 4), (2, 5), (2, 5), (1, 9), (4, 9))


def random_map(rng: random.Random) -> dict[str, Any]:
    """A map in the form of a pack's JSON; every village can be reached from every other."""
    fewest, most = rng.choices(((4, 12), (12, 30), (64, 64)), (5, 1, 1))[0]
    villages = rng.randint(fewest, most)
    lowest, highest = rng.choice(PRICES)
    specimens = rng.sample(SPECIMENS, rng.choice((1, 3, 5, 5, 5)))
    return {
        "name": "random",
        "provenance": "reconstruction",
        "villages": [
            {
                "id": id_,
                "name": f"Village {id_}",
                "x": id_,
                "y": 0,
                "specimen": rng.choice(specimens),
                "sites": random_prices(rng, lowest, highest),
            }
            for id_ in range(villages)
        ],
        "edges": random_edges(rng, villages),
        "missions": [rng.sample(range(villages), 4) for _ in range(rng.randint(4, 16))],
    }


def random_prices(rng: random.Random, lowest: int, highest: int) -> list[int]:
    """The prices of a village's sites, which rise."""
    prices = range(lowest, highest + 1)
    return sorted(rng.sample(prices, rng.randint(1, min(4, len(prices)))))


def random_edges(rng: random.Random, villages: int) -> list[dict[str, Any]]:
    """A tree over all villages and some more edges: paths, rivers, and such as are both."""
    names = rng.sample(range(villages), villages)
    pairs = [(names[i], names[rng.randrange(max(0, i - 4), i)]) for i in range(1, villages)]
    for _ in range(rng.randrange(2 * villages)):
        a, b = rng.sample(range(villages), 2)
        pairs.append((a, b))
    kinds = {(min(pair), max(pair)): rng.choice(((True, False), (False, True), (True, True))) for pair in pairs}
    return [{"a": a, "b": b, "path": path, "river": river} for (a, b), (path, river) in sorted(kinds.items())]


def meadow(specimens: Sequence[int], sites: Sequence[int] = (1, 2, 3, 4), villages: int = 0) -> dict[str, Any]:
    """Villages that are all joined by paths, with these specimens in turn and all with the same sites.

    There are as many as specimens unless told otherwise; mission m names the villages m .. m + 3.
    """
    count = villages or len(specimens)
    return {
        "name": "meadow",
        "provenance": "reconstruction",
        "villages": [
            {
                "id": id_,
                "name": f"Village {id_}",
                "x": id_,
                "y": 0,
                "specimen": SPECIMENS[specimens[id_ % len(specimens)]],
                "sites": list(sites),
            }
            for id_ in range(count)
        ],
        "edges": [{"a": a, "b": b, "path": True, "river": False} for a, b in combinations(range(count), 2)],
        "missions": [[(first + step) % count for step in range(4)] for first in range(4)],
    }
