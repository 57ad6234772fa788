"""The cheapest tree that joins some nodes of a graph whose nodes have prices: Dreyfus and Wagner, "The Steiner problem
in graphs", Networks 1 (1971), with prices at the nodes instead of the edges.

For every set of terminals and every node, the cheapest tree that holds them is either two smaller ones that meet in the
node, or one that holds the same terminals and ends in a neighbour. It takes 3**terminals * nodes steps.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint64_t


cdef extern from *:
    int lowest_bit "__builtin_ctzll"(uint64_t mask) noexcept nogil      # undefined for an empty mask


cpdef enum:
    MOST_NODES = 72
    MOST_TERMINALS = 13

cdef enum:
    UNREACHED = 1 << 29       # more than any tree costs, and twice of it fits the word
    START = -1                # how a tree came about: it is one node,
    PROLONGED = 1 << 20       # this and a neighbour: it ends there; otherwise a set of terminals: two trees meet


# The cheapest trees by set of terminals, a bit mask, and by node; the price of the node is in them.
ctypedef struct Trees:
    int32_t nodes
    int32_t prices[MOST_NODES]
    int32_t degrees[MOST_NODES]
    int32_t neighbours[MOST_NODES][MOST_NODES]
    int32_t leaves            # terminals but the last one, which is the root
    int32_t terminals[MOST_TERMINALS]
    int32_t* costs
    int32_t* origins


cdef inline int32_t* costs_of(Trees* trees, int32_t subset) noexcept nogil:
    return trees.costs + <int64_t> subset * trees.nodes


cdef inline int32_t* origins_of(Trees* trees, int32_t subset) noexcept nogil:
    return trees.origins + <int64_t> subset * trees.nodes


cdef void meet(Trees* trees, int32_t subset) noexcept nogil:
    """Two trees that share their node, whose price counts once. Each split in two is seen once: by the part without the
    lowest terminal."""
    cdef int32_t* costs = costs_of(trees, subset)
    cdef int32_t* origins = origins_of(trees, subset)
    cdef int32_t* one
    cdef int32_t* other
    cdef int32_t part = (subset - 1) & subset
    cdef int32_t node, both
    while part:
        if not part & (subset & -subset):
            one = costs_of(trees, part)
            other = costs_of(trees, subset ^ part)
            for node in range(trees.nodes):
                both = one[node] + other[node] - trees.prices[node]
                if both < costs[node]:
                    costs[node] = both
                    origins[node] = part
        part = (part - 1) & subset


cdef void prolong(Trees* trees, int32_t subset) noexcept nogil:
    """Trees that end in a neighbour (Dijkstra)."""
    cdef int32_t* costs = costs_of(trees, subset)
    cdef int32_t* origins = origins_of(trees, subset)
    cdef bint done[MOST_NODES]
    cdef int32_t node, nearest, i, other, longer
    for node in range(trees.nodes):
        done[node] = False
    while True:
        nearest = -1
        for node in range(trees.nodes):
            if not done[node] and costs[node] < UNREACHED and (nearest < 0 or costs[node] < costs[nearest]):
                nearest = node
        if nearest < 0:
            return
        done[nearest] = True
        for i in range(trees.degrees[nearest]):
            other = trees.neighbours[nearest][i]
            longer = costs[nearest] + trees.prices[other]
            if longer < costs[other]:
                costs[other] = longer
                origins[other] = PROLONGED + nearest


cdef void grow(Trees* trees) noexcept nogil:
    """All trees, smaller sets first."""
    cdef int32_t subset, node
    for subset in range(1 << trees.leaves):
        for node in range(trees.nodes):
            costs_of(trees, subset)[node] = UNREACHED
            origins_of(trees, subset)[node] = START
        if subset & (subset - 1):
            meet(trees, subset)
        else:
            node = trees.terminals[lowest_bit(subset)] if subset else trees.terminals[trees.leaves]
            costs_of(trees, subset)[node] = trees.prices[node]
        prolong(trees, subset)


cdef set nodes_of(Trees* trees, int32_t subset, int32_t node):
    cdef int32_t origin = origins_of(trees, subset)[node]
    if origin == START:
        return {node}
    if origin >= PROLONGED:
        return {node} | nodes_of(trees, subset, origin - PROLONGED)
    return nodes_of(trees, origin, node) | nodes_of(trees, subset ^ origin, node)


cdef void read_graph(Trees* trees, prices, neighbours, terminals):
    cdef int32_t node, other
    trees.nodes = len(prices)
    trees.leaves = len(terminals) - 1
    for node in range(trees.leaves + 1):
        trees.terminals[node] = terminals[node]
    for node in range(trees.nodes):
        trees.prices[node] = UNREACHED if prices[node] is None else prices[node]
        trees.degrees[node] = 0
        for other in neighbours[node]:
            if prices[node] is not None and prices[other] is not None:
                trees.neighbours[node][trees.degrees[node]] = other
                trees.degrees[node] += 1


def cheapest_tree(prices, neighbours, terminals):
    """(price, nodes) of the cheapest connected set of nodes with all terminals in it; None when there is none.

    Nodes of price None are not in the graph. Of sets with the same price it is always the same one. ValueError for more
    nodes or terminals than there is room for.
    """
    cdef Trees trees
    cdef int32_t full
    cdef int64_t cells
    if len(prices) > MOST_NODES or len(terminals) > MOST_TERMINALS:
        raise ValueError(f"at most {MOST_TERMINALS} of at most {MOST_NODES} nodes are joined")
    if any(prices[terminal] is None for terminal in terminals):
        return None
    if not terminals:
        return 0, frozenset()
    if sum(price for price in prices if price is not None) >= UNREACHED:
        raise ValueError("the prices are too high")
    read_graph(&trees, prices, neighbours, terminals)
    cells = (<int64_t> 1 << trees.leaves) * trees.nodes
    trees.costs = <int32_t*> PyMem_Malloc(cells * sizeof(int32_t))
    trees.origins = <int32_t*> PyMem_Malloc(cells * sizeof(int32_t))
    try:
        if trees.costs == NULL or trees.origins == NULL:
            raise MemoryError()
        with nogil:
            grow(&trees)
        full = (1 << trees.leaves) - 1
        if costs_of(&trees, full)[trees.terminals[trees.leaves]] >= UNREACHED:
            return None
        return (costs_of(&trees, full)[trees.terminals[trees.leaves]],
                frozenset(nodes_of(&trees, full, trees.terminals[trees.leaves])))
    finally:
        PyMem_Free(trees.costs)
        PyMem_Free(trees.origins)
