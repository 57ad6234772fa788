"""How much a sheet of Trek 12 can still be worth when it is known which numbers will be written, but not where.

The counting argument of `solver/trek12/counting.py`, seen from a sheet that is partly written: what lies there is taken
as it lies, new circles may lie anywhere. Zones of different numbers do not touch each other; trails couple a number
with the next one only, so that a walk over the numbers finds the best links exactly (dynamic programming). The result is
never below what can be reached, and often equals it.

Circles that no empty circle touches are called shut: no zone, link or rescue reaches them any more.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from cext.trek12 cimport (
    NUMBERS,
    Trek12Rules,
    Trek12Seat,
    lowest_bit,
    popcount,
    zone_around,
)
from cext.trek12_solve cimport Task


cdef enum:
    MOST_LINKS = 40           # between one number and the next: there are no more rolls
    UNREACHABLE = -1000000


# The circles of one number, those to come included.
ctypedef struct Holders:
    int32_t to_come
    int32_t count             # but for lost ones
    int32_t lost              # shut, in no zone and no trail: orphans for sure
    int32_t zone_points       # of its zones at most
    int32_t zoned             # circles in them at most
    int32_t linked_up         # written circles that are linked upwards
    int32_t tops              # written tops of trails
    int32_t open_up           # written circles that could be linked upwards
    int32_t open_down


cdef inline uint64_t beside_empty(const Task* task, const Trek12Seat* sheet) noexcept nogil:
    """Circles that touch one that may still be filled."""
    cdef uint64_t empty = task.usable & ~sheet.filled
    cdef uint64_t beside = 0
    while empty:
        beside |= task.rules.neighbours[lowest_bit(empty)]
        empty &= empty - 1
    return beside


cdef inline int32_t most_touched(const Task* task, const Trek12Seat* sheet, uint64_t circles) noexcept nogil:
    """How many of some circles one empty circle can touch at most."""
    cdef uint64_t empty = task.usable & ~sheet.filled
    cdef int32_t most = 0
    while empty:
        most = max(most, popcount(task.rules.neighbours[lowest_bit(empty)] & circles))
        empty &= empty - 1
    return most


cdef inline void expect_zones(
    const Task* task, const Trek12Seat* sheet, uint64_t beside, int32_t number, Holders* holders
) noexcept nogil:
    """The best zones of a number: first every single circle gets a new one, then new ones make pairs, the rest joins."""
    cdef uint64_t alike = sheet.by_number[number]
    cdef uint64_t singles = 0
    cdef uint64_t zone
    cdef bint has_open_zone = False
    cdef int32_t alone, met, zones, new = holders.to_come
    holders.zone_points = holders.zoned = 0
    while alike:
        zone = zone_around(task.rules, sheet.by_number[number], lowest_bit(alike))
        alike &= ~zone
        if zone & (zone - 1):
            holders.zone_points += number - 1 + popcount(zone)
            holders.zoned += popcount(zone)
            has_open_zone = has_open_zone or (zone & beside) != 0
        else:
            singles |= zone & beside
    if new == 0:
        return
    alone = popcount(singles)
    met = min(alone, new)
    if alone > new:
        met = min(alone, new * most_touched(task, sheet, singles))
    if number == 0:
        if has_open_zone or new + met > 1:
            holders.zoned += new + met
            holders.zone_points += new + met - (0 if has_open_zone else 1)
        return
    zones = min(met, new)
    zones += (new - zones) // 2
    if zones or has_open_zone:
        holders.zoned += new + met
        holders.zone_points += (number - 1) * zones + new + met


cdef inline void expect_number(
    const Task* task, const Trek12Seat* sheet, uint64_t beside, int32_t number, Holders* holders
) noexcept nogil:
    cdef uint64_t written = sheet.by_number[number]
    cdef uint64_t unlinked = written & ~(sheet.has_below | sheet.has_above)
    cdef uint64_t shut = unlinked & ~beside
    if written == 0 and holders.to_come == 0:
        memset(holders, 0, sizeof(Holders))
        return
    expect_zones(task, sheet, beside, number, holders)
    holders.lost = 0
    while shut:
        holders.lost += not (task.rules.neighbours[lowest_bit(shut)] & written)
        shut &= shut - 1
    holders.count = popcount(written) + holders.to_come - holders.lost
    holders.linked_up = popcount(written & sheet.has_above)
    holders.tops = popcount(written & sheet.has_below & ~sheet.has_above)
    holders.open_up = popcount(written & beside & ~sheet.has_above)
    holders.open_down = popcount(written & beside & ~sheet.has_below)


cdef inline int32_t most_links(const Holders* lower, const Holders* upper) noexcept nogil:
    """New links between a number and the next at most: each has a new circle, and every circle one link on a side."""
    return min(
        min(lower.open_up + lower.to_come, upper.open_down + upper.to_come), lower.to_come + upper.to_come)


cdef inline int32_t expect_trails(const Task* task, const Holders* holders) noexcept nogil:
    """The most points of trails less what orphans cost: a walk over the numbers by how many links lead upwards."""
    cdef int32_t reached[MOST_LINKS + 1]      # by new links from the number before
    cdef int32_t further[MOST_LINKS + 1]
    cdef int32_t number, below, above, tops, orphans, points, best
    cdef int32_t most_below = 0, most_above
    cdef const Holders* here
    reached[0] = 0
    for number in range(task.rules.max_number + 1):
        here = &holders[number]
        most_above = most_links(here, here + 1) if number < task.rules.max_number else 0
        for above in range(most_above + 1):
            best = UNREACHABLE
            for below in range(most_below + 1):
                tops = min(here.tops + below, here.count - here.linked_up - above)
                if tops < 0:
                    continue
                orphans = here.count - here.zoned - tops - here.linked_up - above
                points = reached[below] + number * tops + above
                if orphans > 0:
                    points -= task.rules.danger_points * orphans
                best = max(best, points)
            further[above] = best
        for above in range(most_above + 1):
            reached[above] = further[above]
        most_below = most_above
    return reached[0]


cdef inline int32_t observed_at_most(const Task* task, const Trek12Seat* sheet, const int32_t* to_come) noexcept nogil:
    """The points of the observation lines, which depend on nothing else than how often their numbers are written."""
    cdef const Trek12Rules* rules = task.rules
    cdef int32_t line, number, circled, points = 0
    for line in range(rules.lines):
        number = task.table.numbers[line]
        circled = min(popcount(sheet.by_number[number]) + to_come[number], rules.card_length[task.table.cards[line]])
        if circled:
            points += rules.card_values[task.table.cards[line]][circled - 1]
    return points


cdef inline int32_t most_points(
    const Task* task, const Trek12Seat* sheet, const int32_t* to_come, int32_t spiders
) noexcept nogil:
    """No less than the final points of any sheet that grows out of this one by so many of each number and of spiders."""
    cdef Holders holders[NUMBERS]
    cdef uint64_t beside = beside_empty(task, sheet)
    cdef int32_t number, points = popcount(sheet.has_above), lost = 0
    for number in range(task.rules.max_number + 1):
        holders[number].to_come = to_come[number]
        expect_number(task, sheet, beside, number, &holders[number])
        points += holders[number].zone_points
        lost += holders[number].lost
    return (
        points + expect_trails(task, holders) + observed_at_most(task, sheet, to_come)
        - task.rules.danger_points * (sheet.ticks + spiders + lost)
    )
