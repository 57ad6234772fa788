"""Few rows in which any two values of any two columns meet: most faults of combinations are faults of two values.

All combinations of a dozen flags are thousands of rows; those in which every two values meet are about ten.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product

Cell = tuple[int, int]
"""A column and the place of a value among the column's values."""
Pair = frozenset[Cell]


def pairwise_rows(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Rows of one place for each column, `sizes[column]` being how many values a column has; all zeros comes first.

    Greedy, and the same rows every time: each further row is built around the first two values that have not met.
    """
    if len(sizes) == 1:
        return [(place,) for place in range(sizes[0])]
    unmet = {
        frozenset({(one, here), (other, there)}): None
        for one, other in combinations(range(len(sizes)), 2)
        for here, there in product(range(sizes[one]), range(sizes[other]))
    }
    rows = [(0,) * len(sizes)]
    used = Counter(enumerate(rows[0]))
    for pair in meetings(rows[0]):
        del unmet[pair]
    while unmet:
        rows.append(completed(dict(next(iter(unmet))), sizes, unmet, used))
        used.update(enumerate(rows[-1]))
        for pair in meetings(rows[-1]):
            unmet.pop(pair, None)
    return rows


def meetings(row: Sequence[int]) -> Iterator[Pair]:
    """The pairs of values that meet in a row."""
    return map(frozenset, combinations(enumerate(row), 2))


def completed(
    row: dict[int, int], sizes: Sequence[int], unmet: Collection[Pair], used: Mapping[Cell, int]
) -> tuple[int, ...]:
    """The row with a place for every column: the one that meets most for the first time, of equals the least used."""
    for column, size in enumerate(sizes):
        if column not in row:
            ranked = [
                (sum(frozenset({(column, place), cell}) in unmet for cell in row.items()), -used[column, place], -place)
                for place in range(size)
            ]
            row[column] = -max(ranked)[2]
    return tuple(row[column] for column in range(len(sizes)))
