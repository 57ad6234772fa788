"""How things that happen in Amazonas 2022 become events. Their arguments are described in `amazonas2022.pyx`."""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport EVERYBODY, EventItem, EventLog, log_event


cdef inline void tell_to(
    EventLog* log, uint64_t audience, int32_t kind, int32_t seat,
    int32_t first, int32_t second, int32_t third, int32_t fourth
) noexcept nogil:
    """Log an event of up to four arguments that only some may know."""
    cdef EventItem* event = log_event(log, kind, seat, audience)
    if event:
        event.args[0] = first
        event.args[1] = second
        event.args[2] = third
        event.args[3] = fourth


cdef inline void tell(
    EventLog* log, int32_t kind, int32_t seat, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    """Log a public event of up to three arguments."""
    tell_to(log, EVERYBODY, kind, seat, first, second, third, 0)
