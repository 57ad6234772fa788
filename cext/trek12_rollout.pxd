"""How seats of Trek 12 write in the rollouts of a search: no rules, only what is likely to be better than chance."""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport move_t
from cext.trek12 cimport (
    MAX_LINES,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    has,
    result_of,
    writing_of,
)
from cext.trek12_sheet cimport zone_circles_of


cdef enum:
    WRITINGS_LOOKED_AT = 4    # random ones, of which the most promising is written
    LONELY = 3                # what a number costs that joins nothing: it may become an orphan


cdef inline int32_t link_gain(const Trek12Seat* sheet, const Writing* writing, int32_t result) noexcept nogil:
    """By how much the links of a writing lengthen trails or begin one ("How to count your points")."""
    cdef int32_t gain = 0
    if writing.below:
        gain += 2 if has(sheet.has_below, writing.below - 1) else result + 1
    if writing.above:
        gain += 1 if has(sheet.has_above, writing.above - 1) or gain else result + 2
    return gain


cdef inline int32_t promise_of(
    const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* sheet, move_t move
) noexcept nogil:
    """Points that a writing brings at once, roughly, less what it will probably cost."""
    cdef Writing writing = writing_of(move)
    cdef int32_t result = result_of(rules, writing.operation, table.green, table.yellow)
    cdef int32_t promise = 0
    cdef int32_t line
    cdef uint64_t alike
    if has(rules.river, writing.circle) and writing.operation != rules.safe_operation:
        promise -= rules.danger_points
    if result > rules.max_number:
        return promise - rules.danger_points - LONELY
    for line in range(MAX_LINES):
        promise += table.numbers[line] == result
    alike = rules.neighbours[writing.circle] & sheet.by_number[result]
    if not alike and not writing.below and not writing.above:
        return promise - LONELY
    if alike:
        promise += 1 if zone_circles_of(rules, sheet, alike) else result + 1
    return promise + link_gain(sheet, &writing, result)
