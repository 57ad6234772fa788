"""What the proof of a plan of huts shares (`amazonas_solve.pyx`): the task, and what the kernel says about it.

A *vector* says how many more specimens of each type the seat has than in the position. It is packed into one number,
its *place*. Whatever is an income or a point is asked of the kernel, with a seat that is changed in a scratch state.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t

from cext.amazonas cimport (
    MAX_VILLAGES,
    MISSION_VILLAGES,
    ROUNDS,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    Points,
    seat_at,
    table_at,
)
from cext.amazonas_build cimport reward_five_types
from cext.amazonas_income cimport announced_income, take_income
from cext.amazonas_score cimport points_of
from cext.amazonas_solve_hands cimport Hands
from cext.stop cimport StopSignal, is_due


cdef enum:
    LOTS = 10000              # more silver than anybody ever has
    MOST_HUTS = 20            # of one plan
    MOST_NATIVES = 4          # of one plan: cards of the deck
    POLL_NODES = 1024
    POLL_PIECES = 64


# A round of the rest of the game.
ctypedef struct Turn:
    int32_t event
    uint32_t cards            # that may be played, one bit each
    bint returns              # all cards have returned before it
    bint earns                # the income is still to be taken
    bint native               # one can be hired instead
    int32_t held              # cards before one is played


ctypedef struct Task:
    const AmazonasRules* rules
    char* scratch             # a state of its own
    int32_t seat
    AmazonasSeat base         # the seat in the position
    int32_t supply[TYPES]     # tokens
    uint64_t sites            # villages in which a hut can be built
    uint64_t neighbours[MAX_VILLAGES]
    int32_t prices[MAX_VILLAGES]      # in silver
    uint64_t mission          # villages that are still to be reached
    int32_t mission_points[MISSION_VILLAGES + 1]   # by the number of these that are
    int32_t huts_left         # that cost no more than their site
    int32_t most_huts
    int32_t natives           # that can be hired at most
    Hands hands
    uint32_t hand             # cards that can be played before they return
    int32_t turns
    Turn turn[ROUNDS]
    int32_t most[TYPES]       # in a vector
    int32_t stride[TYPES]
    int32_t places
    # How long to go on.
    const StopSignal* stop
    int64_t nodes
    int64_t most_nodes
    bint stopped


cdef inline bint may_go_on(Task* task) noexcept nogil:
    task.nodes += 1
    if task.nodes % POLL_NODES == 0 and (task.nodes >= task.most_nodes or is_due(task.stop)):
        task.stopped = True
    return not task.stopped


cdef inline bint is_called_off(Task* task, int32_t number) noexcept nogil:
    """Whether to stop, asked before each of numbered pieces of work that take some hundred steps."""
    if number % POLL_PIECES == 0 and is_due(task.stop):
        task.stopped = True
    return task.stopped


cdef inline void unpack(const Task* task, int32_t place, int32_t* vector) noexcept nogil:
    cdef int32_t type
    for type in range(TYPES):
        vector[type] = place // task.stride[type] % (task.most[type] + 1)


cdef inline int32_t price_after(const Task* task, int32_t village, int32_t huts) noexcept nogil:
    """What a hut costs after so many new ones ("Zusätzliche Hütten")."""
    return task.prices[village] + (huts >= task.huts_left)


cdef inline AmazonasSeat* seat_with(const Task* task, const int32_t* tokens, const int32_t* natives) noexcept nogil:
    """The seat with these tokens and natives more, in the scratch state."""
    cdef AmazonasSeat* player = seat_at(task.scratch, task.seat)
    cdef int32_t type
    player[0] = task.base
    for type in range(TYPES):
        player.specimens[type] += tokens[type]
        player.natives[type] += natives[type]
    return player


cdef inline int32_t silver_after(
    const Task* task, AmazonasSeat* player, int32_t card, int32_t event, int32_t silver
) noexcept nogil:
    """The seat's silver after it has played a card and taken the income."""
    player.silver = silver
    player.played = card
    player.income = announced_income(player, card)
    table_at(task.scratch).event = event
    take_income(task.scratch, task.seat, NULL)
    return player.silver


cdef inline int32_t points_with(const Task* task, const int32_t* tokens, const int32_t* natives) noexcept nogil:
    """The seat's points if the game ended now, with the mission as in the position."""
    seat_with(task, tokens, natives)
    reward_five_types(task.rules, task.scratch, task.seat, NULL)
    return points_of(task.rules, task.scratch, task.seat).total
