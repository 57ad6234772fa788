"""Random content packs of Trek 12 within the kernel's limits, small ones mostly: what the printed sheet never shows."""

import random
from typing import Any

MAX_NEIGHBOURS = 12


def random_pack(rng: random.Random) -> dict[str, Any]:
    """A pack in the form of its JSON; every circle can be reached from every other."""
    boxes = rng.choice((1, 1, 1, 2, 2, 3))
    circles = 5 * boxes + rng.randrange(6)
    max_number = rng.choice((5, 6, 9, 12, 12, 15))
    lines = rng.randint(1, 4)
    number_cards = sorted(rng.sample(range(min(max_number, 9) + 1), rng.randint(lines, min(max_number, 6) + 1)))
    return {
        "name": "random",
        "provenance": "custom",
        "circles": [{"id": i, "x": i, "y": 0, "river": rng.random() < 0.3} for i in range(circles)],
        "edges": random_edges(rng, circles),
        "boxes_per_operation": boxes,
        "max_number": max_number,
        "danger_points": rng.choice((0, 1, 5)),
        "observation_cards": {f"card-{i}": random_values(rng) for i in range(rng.randint(lines, lines + 3))},
        "number_cards": number_cards,
        "observation_lines": lines,
    }


def random_edges(rng: random.Random, circles: int) -> list[list[int]]:
    """A tree over all circles and some more edges, so that there are narrow and crowded sheets."""
    names = rng.sample(range(circles), circles)
    edges: set[tuple[int, int]] = set()
    neighbours = [0] * circles
    wanted = rng.randrange(2 * circles)
    pairs = [(names[i], names[rng.randrange(max(0, i - 3), i)]) for i in range(1, circles)]
    pairs += [tuple(rng.sample(range(circles), 2)) for _ in range(wanted)]  # type: ignore[misc]
    for a, b in pairs:
        pair = (min(a, b), max(a, b))
        if pair not in edges and max(neighbours[a], neighbours[b]) < MAX_NEIGHBOURS:
            edges.add(pair)
            neighbours[a] += 1
            neighbours[b] += 1
    return sorted([a, b] for a, b in edges)


def random_values(rng: random.Random) -> list[int]:
    """The values of an observation card, which never fall."""
    return sorted(rng.randrange(21) for _ in range(rng.randint(1, 8)))
