"""The memory of one search: what each seat has learnt about its decisions, found by what the seat knows.

There is no tree of pointers. A node is an information set: everything that one seat has seen since the root, hashed into
64 bits; it is looked up in an open-addressed table. The nodes of all seats lie in one table, since the seat is hashed as
well. Two information sets with the same hash would share their statistics; with fewer than 2**20 nodes that happens once
in some 30 million searches, and would only blur an estimate.

Nodes, edges and averages lie in one block that never grows: a full one goes on learning about what it knows.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.kernel cimport EVENT_ARGS, EventItem, EventLog, move_t


cdef enum:
    NO_NODE = -1
    NO_EDGE = -1
    AVERAGES = 1 << 14        # slots for the average rewards of moves


ctypedef struct Node:
    uint64_t key              # 0 in an empty slot
    int32_t visits
    int32_t first             # its first edge

ctypedef struct Edge:
    move_t move
    double reward             # the sum over its visits, of the seat that decides
    int32_t visits
    int32_t available         # how often it could have been chosen
    int32_t next

ctypedef struct Average:
    float reward              # of all rollouts and descents in which a seat made a move
    int32_t visits

ctypedef struct Tree:
    Node* nodes
    Edge* edges
    Average* averages
    uint64_t mask             # slots - 1, a power of two
    int32_t node_count
    int32_t most_nodes
    int32_t edge_count
    int32_t most_edges


cdef inline uint64_t mixed(uint64_t hash, uint64_t word) noexcept nogil:
    """The hash of a sequence that goes on with this word (the finalizer of MurmurHash3, Appleby, public domain)."""
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL
    hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDULL
    hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53ULL
    return hash ^ (hash >> 33)


cdef inline void absorb(uint64_t* keys, uint64_t seats, int32_t players, const EventLog* log) noexcept nogil:
    """What each of the seats learns from the events of a ply: all of them, or only that something happened."""
    cdef const EventItem* event
    cdef uint64_t outside, inside
    cdef int32_t index, arg, seat
    for index in range(min(log.count, log.capacity)):
        event = &log.items[index]
        outside = mixed(<uint64_t> event.kind, <uint64_t> <uint32_t> event.seat)
        inside = outside
        for arg in range(EVENT_ARGS):
            inside = (inside ^ <uint64_t> <uint32_t> event.args[arg]) * 0x9E3779B97F4A7C15ULL
            inside ^= inside >> 29
        for seat in range(players):
            if (seats >> seat) & 1:
                keys[seat] = mixed(keys[seat], inside if (event.audience >> seat) & 1 else outside)


cdef inline int32_t find_node(const Tree* tree, uint64_t key) noexcept nogil:
    """The slot of an information set, or the empty one where it would lie."""
    cdef uint64_t slot = key & tree.mask
    while tree.nodes[slot].key and tree.nodes[slot].key != key:
        slot = (slot + 1) & tree.mask
    return <int32_t> slot


cdef inline int32_t add_node(Tree* tree, int32_t slot, uint64_t key) noexcept nogil:
    """A new node in an empty slot; NO_NODE when the block is full."""
    cdef Node* node = &tree.nodes[slot]
    if tree.node_count == tree.most_nodes:
        return NO_NODE
    tree.node_count += 1
    node.key = key
    node.visits = 0
    node.first = NO_EDGE
    return slot


cdef inline int32_t add_edge(Tree* tree, Node* node, move_t move) noexcept nogil:
    """A new edge of a node; NO_EDGE when the block is full."""
    cdef Edge* edge
    if tree.edge_count == tree.most_edges:
        return NO_EDGE
    edge = &tree.edges[tree.edge_count]
    edge.move = move
    edge.reward = 0
    edge.visits = 0
    edge.available = 0
    edge.next = node.first
    node.first = tree.edge_count
    tree.edge_count += 1
    return node.first


cdef inline int32_t find_edge(const Tree* tree, const Node* node, move_t move) noexcept nogil:
    cdef int32_t edge = node.first
    while edge != NO_EDGE and tree.edges[edge].move != move:
        edge = tree.edges[edge].next
    return edge


cdef inline int32_t most_visited(const Tree* tree, const Node* node) noexcept nogil:
    """The edge that was taken most often, the lower move of two; NO_EDGE where none was."""
    cdef int32_t edge = node.first
    cdef int32_t best = NO_EDGE
    while edge != NO_EDGE:
        if best == NO_EDGE or tree.edges[edge].visits > tree.edges[best].visits or (
            tree.edges[edge].visits == tree.edges[best].visits and tree.edges[edge].move < tree.edges[best].move
        ):
            best = edge
        edge = tree.edges[edge].next
    return best


cdef inline uint32_t average_slot(int32_t seat, move_t move) noexcept nogil:
    """Where the average of a seat's move lies; moves that share a slot share it."""
    return <uint32_t> ((mixed(<uint64_t> seat, move) >> 20) & (AVERAGES - 1))
