"""The events of Trek 12, and how a writing becomes events. The arguments are described in `trek12.pyx`."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.kernel cimport EVERYBODY, EventItem, EventLog, log_event
from cext.trek12 cimport (
    EVENT_CHOSE,
    EVENT_LINKED,
    EVENT_PIRANHA,
    EVENT_SPIDER,
    EVENT_WROTE,
    EVENT_ZONE,
    SPIDER_TOO_HIGH,
    Trek12Rules,
    Trek12Seat,
    Writing,
    bit,
    has,
    popcount,
    zone_around,
)


cdef inline void tell(
    EventLog* log, int32_t kind, int32_t seat, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    """Log a public event of up to three arguments."""
    cdef EventItem* event = log_event(log, kind, seat, EVERYBODY)
    if event:
        event.args[0] = first
        event.args[1] = second
        event.args[2] = third


cdef inline void tell_choice(EventLog* log, int32_t seat, const Writing* writing) noexcept nogil:
    """Log a secret choice, for the seat alone."""
    cdef EventItem* event = log_event(log, EVENT_CHOSE, seat, bit(seat))
    if event:
        event.args[0] = writing.operation
        event.args[1] = writing.circle
        event.args[2] = writing.below - 1
        event.args[3] = writing.above - 1


cdef inline void tell_writing(
    const Trek12Rules* rules, EventLog* log, int32_t seat, const Trek12Seat* sheet, int32_t round,
    const Writing* writing, int32_t result
) noexcept nogil:
    """Log what a writing, just made, did to the sheet."""
    cdef bint is_number = result <= rules.max_number
    cdef uint64_t zone
    cdef EventItem* event = log_event(log, EVENT_WROTE, seat, EVERYBODY)
    if event:
        event.args[0] = round
        event.args[1] = writing.operation
        event.args[2] = writing.circle
        event.args[3] = result if is_number else -1
        event.args[4] = writing.below - 1
        event.args[5] = writing.above - 1
    if not is_number:
        tell(log, EVENT_SPIDER, seat, writing.circle, SPIDER_TOO_HIGH, 0)
    if has(sheet.piranhas, writing.circle):
        tell(log, EVENT_PIRANHA, seat, writing.circle, 0, 0)
    if not is_number:
        return
    if writing.below:
        tell(log, EVENT_LINKED, seat, writing.below - 1, writing.circle, 0)
    if writing.above:
        tell(log, EVENT_LINKED, seat, writing.circle, writing.above - 1, 0)
    zone = zone_around(rules, sheet.by_number[result], writing.circle)
    if zone & (zone - 1):
        event = log_event(log, EVENT_ZONE, seat, EVERYBODY)
        if event:
            event.args[0] = result
            event.args[1] = popcount(zone)
            event.args[2] = <int32_t> <uint32_t> zone
            event.args[3] = <int32_t> <uint32_t> (zone >> 32)
