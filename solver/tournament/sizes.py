"""How large the tables of a round are, and how many players are left over."""

from __future__ import annotations

from collections.abc import Collection

SMALLEST, LARGEST = 2, 5
USUAL = 4


def preferred_among(allowed: Collection[int], wished: int) -> int:
    """The size that is wished for, or the nearest that may be; of two the smaller."""
    return min(allowed, key=lambda size: (abs(size - wished), size))


def choose_sizes(players: int, allowed: Collection[int], preferred: int) -> tuple[int, ...]:
    """Sizes of tables, the largest first, that seat all players but as few as possible.

    Among all ways to seat so many, the one whose tables are nearest to the preferred size (the squares of the distances
    added up), then with the fewest of the largest tables, which take longest.
    """
    descending = sorted(set(allowed), reverse=True)
    # By number of players, (distance, tables of each size); both add up, so the best of a part is part of the best.
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, (0,) * len(descending))]
    for seated in range(1, players + 1):
        found = []
        for index, size in enumerate(descending):
            before = best[seated - size] if size <= seated else None
            if before is not None:
                distance, counts = before
                more = tuple(count + (other == index) for other, count in enumerate(counts))
                found.append((distance + (size - preferred) ** 2, more))
        best.append(min(found, default=None))
    _, counts = next(way for way in reversed(best) if way is not None)
    return tuple(size for size, count in zip(descending, counts, strict=True) for _ in range(count))
