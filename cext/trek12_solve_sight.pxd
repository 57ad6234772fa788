"""One sheet of Trek 12 and the table as its player knows it: what hints search and play out, when dice are unknown.

Its functions are those of `trek12_sheet.pxd`, so that no rule is written twice.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport move_t
from cext.trek12 cimport (
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    lowest_bit,
    popcount,
    writing_of,
)
from cext.trek12_sheet cimport moves_in_circle, observe, orphans_of, points_of, write_circle


cdef enum:
    WAYS_IN_CIRCLE = 36       # half of the most neighbours on either side
    WAYS = 2304               # of all circles, with one operation


ctypedef struct Sight:
    const Trek12Rules* rules
    Trek12Table table
    Trek12Seat sheet


cdef inline int32_t total_of(const Sight* sight) noexcept nogil:
    """Final points ("End of the Game")."""
    return (
        points_of(sight.rules, &sight.table, &sight.sheet).total
        - sight.rules.danger_points * popcount(orphans_of(sight.rules, &sight.sheet))
    )


cdef inline void write_move(Sight* sight, move_t move, int32_t result) noexcept nogil:
    """Write a move; a line that it discovers stays face down until the round ends."""
    cdef Writing writing = writing_of(move)
    cdef int32_t line
    write_circle(sight.rules, &sight.sheet, sight.table.round, &writing, result)
    for line in range(sight.rules.lines):
        if sight.table.numbers[line] == result:
            observe(sight.rules, &sight.table, &sight.sheet, line)


cdef inline int32_t list_moves(const Sight* sight, int32_t operation, int32_t result, move_t* out) noexcept nogil:
    """All moves with one operation."""
    cdef uint64_t circles = sight.sheet.open
    cdef int32_t circle, count = 0
    while circles:
        circle = lowest_bit(circles)
        circles &= circles - 1
        count += moves_in_circle(sight.rules, &sight.sheet, operation, circle, result, out + count)
    return count
