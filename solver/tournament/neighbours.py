"""The first seating: neighbours in the order of points sit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from solver.tournament.cost import Costs, Seating


def in_order(costs: Costs, sizes: Sequence[int], players: int) -> Seating:
    """Tables of neighbours, their sizes in the order that costs least. All players sit."""
    kinds = sorted(set(sizes))
    counts = tuple(sizes.count(kind) for kind in kinds)

    @cache
    def least(used: tuple[int, ...]) -> tuple[int, int]:
        """What tables for all who are not seated yet cost at least, and the kind of the first one."""
        first = sum(kind * count for kind, count in zip(kinds, used, strict=True))
        found = []
        for index, kind in enumerate(kinds):
            if used[index] < counts[index]:
                table = costs.of_table(range(first, first + kind))
                found.append((table + least(_with(used, index))[0], index))
        return min(found, default=(0, -1))

    # From the end, so that no call goes deep.
    for used in _backwards(counts):
        least(used)
    seating: Seating = []
    used = (0,) * len(kinds)
    first = 0
    while first < players:
        index = least(used)[1]
        seating.append(list(range(first, first + kinds[index])))
        first += kinds[index]
        used = _with(used, index)
    return seating


def _with(used: tuple[int, ...], index: int) -> tuple[int, ...]:
    return tuple(count + (other == index) for other, count in enumerate(used))


def _backwards(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All tuples up to the counts, each after all that are larger in any member."""
    if not counts:
        yield ()
        return
    for count in range(counts[0], -1, -1):
        for rest in _backwards(counts[1:]):
            yield (count, *rest)
