"""One sheet of Trek 12 with known dice: what a solver searches, built on the kernel's own rules.

A `Task` is a sheet, the rolls still to come and what lies at the observation lines. Its functions are those of
`trek12_sheet.pxd`, so that no rule is written twice. Other players matter to a sheet only by discovering lines, which
changes no points, so a task knows one sheet alone.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from cext.kernel cimport Rules, State
from cext.trek12 cimport (
    MAX_CIRCLES,
    MAX_ROUNDS,
    NONE,
    OPERATIONS,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    has,
    popcount,
)
from cext.trek12_sheet cimport observe, orphans_of, points_of, write_circle


cdef enum:
    HIGHEST_RESULT = 30       # the largest product of two dice
    SPIDER_NUMBER = 31        # stands for a result over the maximum among the numbers that a circle may hold
    UNMET_POINTS = 50         # what a circle that breaks a constraint costs while a search looks for one that does not


# Everything that does not change while a sheet is searched.
ctypedef struct Task:
    const Trek12Rules* rules
    Trek12Table table         # all cards face up
    Trek12Seat sheet          # as it lies there
    int32_t rolls             # still to be written
    int32_t round             # rolls written before
    uint8_t results[MAX_ROUNDS][OPERATIONS]   # by roll to come
    uint8_t line_of[HIGHEST_RESULT + 1]       # the observation line where a number lies, or NONE
    uint64_t usable           # circles that may be filled
    uint64_t required         # circles that must be filled
    uint32_t numbers[MAX_CIRCLES]             # what a circle may hold, one bit each; SPIDER_NUMBER is a spider


cdef inline bint may_hold(const Task* task, int32_t circle, int32_t result) noexcept nogil:
    """Whether the constraints let a circle hold this result."""
    return task.numbers[circle] >> (result if result <= task.rules.max_number else SPIDER_NUMBER) & 1


cdef inline void write_result(
    Task* task, Trek12Seat* sheet, int32_t step, const Writing* writing, int32_t result
) noexcept nogil:
    """Write the result of the roll `step` and circle its observation, as the kernel does when all has been turned up."""
    write_circle(task.rules, sheet, task.round + step, writing, result)
    if task.line_of[result] != NONE:
        observe(task.rules, &task.table, sheet, task.line_of[result])


cdef inline int32_t final_points(const Task* task, const Trek12Seat* sheet) noexcept nogil:
    """The points of a full sheet, orphans included ("End of the Game")."""
    return (
        points_of(task.rules, &task.table, sheet).total
        - task.rules.danger_points * popcount(orphans_of(task.rules, sheet))
    )


cdef inline int32_t unmet(const Task* task, const Trek12Seat* sheet) noexcept nogil:
    """Circles that had to be filled and are not. Wrong numbers are never written."""
    return popcount(task.required & ~sheet.filled)


# The Python side of a task. Immutable.
cdef class Known:
    cdef Task task
    cdef readonly Rules solo              # the same rules for a table of one
    cdef readonly State start             # the sheet alone at that table
    cdef readonly tuple rolls
    cdef readonly tuple numbers
    cdef readonly tuple cards
    cdef readonly tuple empty             # circles to keep empty
    cdef readonly dict fixed              # numbers that circles must hold at the end
