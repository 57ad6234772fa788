"""What a seating costs, and the least that it can cost: repeats first, then how far apart the points at a table are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import TypeAlias

from solver.tournament.field import Field

# Tables of players, by their numbers in the field.
Seating: TypeAlias = list[list[int]]


class Costs:
    """The costs of a field. A pair at one table costs the difference of its points, and for each earlier meeting
    more than all differences together can come to."""

    def __init__(self, field: Field) -> None:
        self._field = field
        scores = field.scores
        apart = max(scores, default=0) - min(scores, default=0)
        self.repeat = 1 + apart * sum(size * (size - 1) // 2 for size in field.sizes)
        # What a swap may cost while the search still looks around.
        self.threshold = 1 + apart // 5
        self.pairs = [[abs(own - other) for other in scores] for own in scores]
        for (one, other), times in field.met.items():
            self.pairs[one][other] += times * self.repeat
            self.pairs[other][one] += times * self.repeat

    def of_table(self, table: Sequence[int]) -> int:
        """What a table costs."""
        return sum(self.pairs[one][other] for one, other in combinations(table, 2))

    def of_seating(self, seating: Seating) -> int:
        """What a seating costs."""
        return sum(map(self.of_table, seating))

    def repeats(self, table: Sequence[int]) -> int:
        """How often pairs of a table have met."""
        return sum(self._field.met.get((min(pair), max(pair)), 0) for pair in combinations(table, 2))

    def spread(self, table: Sequence[int]) -> int:
        """How far apart the points of a table are, in steps."""
        return self.of_table(table) - self.repeat * self.repeats(table)

    @cached_property
    def least_spread(self) -> int:
        """No tables of these sizes have a smaller spread, whoever meets whom.

        Look at the gap between two neighbours in the order of points. A table of s players of whom k are above it has
        k (s - k) pairs across it. The sum of these over all tables, with the number of players above given, is concave
        in each k, so it is least when no more than one table is divided. The least sums, each times the width of its
        gap, add up to a bound.
        """
        scores = self._field.scores
        across = [0, *_least_pairs_across(self._field.sizes)]
        return sum((better - worse) * across[above] for above, (better, worse) in enumerate(pairwise(scores), start=1))


def _least_pairs_across(sizes: Sequence[int]) -> list[int]:
    """For each number of players above a gap, from 1 on, the fewest pairs across it."""
    players = sum(sizes)
    whole: dict[int, int] = {}
    counts = Counter(sizes)
    for divided in counts:
        # The sums of all tables but one of this size, as bits.
        sums = 1
        for size, count in counts.items():
            for _ in range(count - (size == divided)):
                sums |= sums << size
        whole[divided] = sums
    return [
        min(
            part * (size - part)
            for size in counts
            for part in range(size + 1)
            if 0 <= above - part and whole[size] >> (above - part) & 1
        )
        for above in range(1, players)
    ]
