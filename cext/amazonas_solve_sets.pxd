"""Every set of villages in which a plan can end (`amazonas_solve.pyx`): those that hang together with the seat's huts.

A set comes up once: whoever passes a village by on the way to others does not come back to it.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

from cext.amazonas cimport MISSION_VILLAGES, TYPES, bit, lowest_bit, popcount
from cext.amazonas_solve_task cimport LOTS, Task, may_go_on, price_after


# A set that may be the end of a plan worth enough.
ctypedef struct Candidate:
    uint64_t villages
    int32_t slack             # silver that may be left, at most
    int32_t number


ctypedef struct Sets:
    Task* task
    int32_t most_silver       # that a set may cost
    bint is_cut               # sets with more huts than can be looked at were left out
    # By reached villages of the mission and place of the tokens: what the cheapest of these sets costs, and, when sets
    # are collected, what they may cost at most.
    int16_t* cheapest
    int16_t* affordable
    # Those collected: from number `skipped` on, as long as there is room.
    Candidate* candidates
    int32_t room
    int64_t skipped
    int64_t count             # of all that might be collected


cdef inline void visit(Sets* sets, uint64_t villages, int32_t cost, int32_t place) noexcept nogil:
    cdef Candidate* candidate
    cdef int32_t cell = popcount(villages & sets.task.mission) * sets.task.places + place
    if sets.affordable == NULL:
        sets.cheapest[cell] = min(<int32_t> sets.cheapest[cell], cost)
        return
    if cost > sets.affordable[cell]:
        return
    if 0 <= sets.count - sets.skipped < sets.room:
        candidate = &sets.candidates[sets.count - sets.skipped]
        candidate.villages = villages
        candidate.slack = sets.affordable[cell] - cost
        candidate.number = sets.count - sets.skipped
    sets.count += 1


cdef inline void grow(
    Sets* sets, uint64_t villages, uint64_t next_to, uint64_t seen, int32_t huts, int32_t cost, int32_t place,
    int32_t* tokens
) noexcept nogil:
    """A set and all that contain it, with more villages of `next_to` and beyond; none that was passed by (`seen`)."""
    cdef Task* task = sets.task
    cdef uint64_t fresh
    cdef int32_t village, type, price
    if not may_go_on(task):
        return
    visit(sets, villages, cost, place)
    while next_to:
        village = lowest_bit(next_to)
        next_to &= next_to - 1
        price = price_after(task, village, huts)
        if cost + price > sets.most_silver:
            continue
        if huts == task.most_huts:
            sets.is_cut |= task.rules.extra_huts
            return
        fresh = task.neighbours[village] & task.sites & ~seen
        type = task.rules.type_of[village]
        tokens[type] += 1
        grow(sets, villages | bit(village), next_to | fresh, seen | fresh, huts + 1, cost + price,
             place + (task.stride[type] if tokens[type] <= task.supply[type] else 0), tokens)
        tokens[type] -= 1


cdef inline void list_sets(Sets* sets) noexcept nogil:
    """See all sets: to know the cheapest ones, or to collect those that can be afforded."""
    cdef int32_t tokens[TYPES]
    cdef uint64_t next_to = (sets.task.base.by_path | sets.task.base.by_river) & sets.task.sites
    memset(tokens, 0, sizeof(tokens))
    sets.count = 0
    grow(sets, 0, next_to, next_to, 0, 0, 0, tokens)
