"""What Python sees of cheapest trees."""

from collections.abc import Sequence

MOST_NODES: int
MOST_TERMINALS: int

def cheapest_tree(
    prices: Sequence[int | None], neighbours: Sequence[Sequence[int]], terminals: Sequence[int]
) -> tuple[int, frozenset[int]] | None: ...
