"""The cheapest tree that joins some nodes of a graph whose nodes have prices: Dreyfus and Wagner, "The Steiner problem
in graphs", Networks 1 (1971), with prices at the nodes instead of the edges.

For every set of terminals and every node, the cheapest tree that holds them is either two smaller ones that meet in the
node, or one that holds the same terminals and ends in a neighbour. It takes 3**terminals * nodes steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

# More than any tree costs.
_NEVER = 2**60


def cheapest_tree(
    prices: Sequence[int | None], neighbours: Sequence[Sequence[int]], terminals: Sequence[int]
) -> tuple[int, frozenset[int]] | None:
    """(price, nodes) of the cheapest connected set of nodes with all terminals in it; None when there is none.

    Nodes of price None are not in the graph. Of sets with the same price it is always the same one.
    """
    if any(prices[terminal] is None for terminal in terminals):
        return None
    if not terminals:
        return 0, frozenset()
    return _Table(prices, neighbours, terminals).best()


class _Table:
    """The cheapest trees by set of terminals, a bit mask, and by node; the price of the node is in them."""

    def __init__(
        self, prices: Sequence[int | None], neighbours: Sequence[Sequence[int]], terminals: Sequence[int]
    ) -> None:
        self._prices = [_NEVER if price is None else price for price in prices]
        self._neighbours = [
            [other for other in others if prices[other] is not None] if prices[node] is not None else []
            for node, others in enumerate(neighbours)
        ]
        # The last terminal is the root: trees of all the others are only looked up there.
        *self._leaves, self._root = terminals
        self._costs: list[list[int]] = []
        # How a tree came about: a smaller set of terminals (two meet), or ~neighbour (one was prolonged).
        self._origins: list[list[int | None]] = []

    def best(self) -> tuple[int, frozenset[int]] | None:
        for subset in range(1 << len(self._leaves)):
            self._add(subset)
        full = len(self._costs) - 1
        if self._costs[full][self._root] >= _NEVER:
            return None
        return self._costs[full][self._root], frozenset(self._nodes(full, self._root))

    def _add(self, subset: int) -> None:
        """All trees of one set, once those of its subsets are there."""
        if not subset & (subset - 1):
            costs = [_NEVER] * len(self._prices)
            origins: list[int | None] = [None] * len(self._prices)
            start = self._leaves[subset.bit_length() - 1] if subset else self._root
            costs[start] = self._prices[start]
        else:
            costs, origins = self._meet(subset)
        self._prolong(costs, origins)
        self._costs.append(costs)
        self._origins.append(origins)

    def _meet(self, subset: int) -> tuple[list[int], list[int | None]]:
        """Two trees that share their node, whose price counts once."""
        costs = [_NEVER] * len(self._prices)
        origins: list[int | None] = [None] * len(self._prices)
        lowest = subset & -subset
        # Each split in two is seen once: the part without the lowest terminal.
        part = (subset - 1) & subset
        while part:
            if not part & lowest:
                for node, (one, other) in enumerate(zip(self._costs[part], self._costs[subset ^ part], strict=True)):
                    both = one + other - self._prices[node]
                    if both < costs[node]:
                        costs[node], origins[node] = both, part
            part = (part - 1) & subset
        return costs, origins

    def _prolong(self, costs: list[int], origins: list[int | None]) -> None:
        """Trees that end in a neighbour (Dijkstra)."""
        heap = [(cost, node) for node, cost in enumerate(costs) if cost < _NEVER]
        heapify(heap)
        while heap:
            cost, node = heappop(heap)
            if cost > costs[node]:
                continue
            for other in self._neighbours[node]:
                longer = cost + self._prices[other]
                if longer < costs[other]:
                    costs[other], origins[other] = longer, ~node
                    heappush(heap, (longer, other))

    def _nodes(self, subset: int, node: int) -> set[int]:
        nodes = {node}
        origin = self._origins[subset][node]
        if origin is None:
            return nodes
        if origin < 0:
            return nodes | self._nodes(subset, ~origin)
        return nodes | self._nodes(origin, node) | self._nodes(subset ^ origin, node)
