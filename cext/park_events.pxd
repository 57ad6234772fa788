"""How things that happen in Amazonia Park become events. Their arguments are described in `park.pyx`."""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport EVERYBODY, EventItem, EventLog, log_event
from cext.park cimport (
    ANIMALS,
    EVENT_SEEN,
    EVENT_TILE_DRAWN,
    EVENING,
    MORNING,
    ParkTable,
    animal_of,
    animals_of,
    count_in,
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


cdef inline void tell_tokens(EventLog* log, int32_t kind, int32_t seat, uint64_t tokens) noexcept nogil:
    """Log tokens that a seat took or returned, all in one event."""
    cdef EventItem* event = log_event(log, kind, seat, EVERYBODY)
    cdef int32_t animal
    if event:
        for animal in range(ANIMALS):
            event.args[animal] = count_in(tokens, animal)


cdef inline void tell_sight(
    EventLog* log, int32_t seat, int32_t direction, int32_t cell, int32_t animal, int32_t due, int32_t taken
) noexcept nogil:
    """Log an animal in line of sight, and its tokens."""
    cdef EventItem* event = log_event(log, EVENT_SEEN, seat, EVERYBODY)
    if event:
        event.args[0] = direction
        event.args[1] = cell
        event.args[2] = animal
        event.args[3] = due
        event.args[4] = taken


cdef inline void tell_tile(EventLog* log, const ParkTable* table, int32_t seat, int32_t kind) noexcept nogil:
    """Log a tile that only its owner may see, and what is left of the stack."""
    cdef EventItem* event = log_event(log, EVENT_TILE_DRAWN, seat, (<uint64_t> 1) << seat)
    if event:
        event.args[0] = animal_of(kind)
        event.args[1] = animals_of(kind)
        event.args[2] = table.tiles_left[MORNING]
        event.args[3] = table.tiles_left[EVENING]
