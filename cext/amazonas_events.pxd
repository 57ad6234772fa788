"""How things that happen in Amazonas become events. Their arguments are described in `amazonas.pyx`."""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport EVENT_HUT_BUILT, EVENT_MONEY
from cext.kernel cimport EVERYBODY, EventItem, EventLog, log_event


cdef inline void tell_to(
    EventLog* log, uint64_t audience, int32_t kind, int32_t seat, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    """Log an event of up to three arguments for an audience."""
    cdef EventItem* event = log_event(log, kind, seat, audience)
    if event:
        event.args[0] = first
        event.args[1] = second
        event.args[2] = third


cdef inline void tell(
    EventLog* log, int32_t kind, int32_t seat, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    """Log a public event of up to three arguments."""
    tell_to(log, EVERYBODY, kind, seat, first, second, third)


cdef inline void tell_hut(
    EventLog* log, int32_t seat, int32_t village, int32_t site, int32_t price, int32_t origin, int32_t edges
) noexcept nogil:
    """Log that a hut was built, and over which edge."""
    cdef EventItem* event = log_event(log, EVENT_HUT_BUILT, seat, EVERYBODY)
    if event:
        event.args[0] = village
        event.args[1] = site
        event.args[2] = price
        event.args[3] = origin
        event.args[4] = edges


cdef inline void tell_money(
    EventLog* log, int32_t seat, int32_t before, int32_t after, int32_t reason
) noexcept nogil:
    tell(log, EVENT_MONEY, seat, before, after, reason)
