"""The board of Amazonia Park: what is seen from a space, and the tokens that this brings ("Take Pictures")."""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport EventLog
from cext.park cimport (
    ANIMALS,
    DIRECTIONS,
    EVENT_PLACED,
    EVENT_SUBSTITUTED,
    KINDS,
    NONE,
    ParkRules,
    ParkSeat,
    ParkTable,
    animal_of,
    animals_of,
    count_in,
    seat_at,
    sum_of,
    table_at,
)
from cext.park_events cimport tell, tell_sight, tell_tokens
from cext.streams cimport FastStream, fast_below


cdef inline int32_t first_seen(
    const ParkRules* rules, const ParkTable* table, int32_t cell, int32_t direction
) noexcept nogil:
    """The nearest cell with an animal in a direction, NONE if there is none; empty spaces are looked through."""
    cell = rules.neighbour[direction][cell]
    while cell != NONE and not table.board[cell]:
        cell = rules.neighbour[direction][cell]
    return cell


cdef inline int32_t nth_space(const ParkTable* table, int32_t skipped) noexcept nogil:
    """The empty space after this many lower ones. There has to be one."""
    cdef int32_t cell = 0
    while True:
        if not table.board[cell]:
            if not skipped:
                return cell
            skipped -= 1
        cell += 1


cdef inline int32_t random_space(const ParkTable* table, FastStream* rng) noexcept nogil:
    """One of the empty spaces, each equally likely."""
    return nth_space(table, <int32_t> fast_below(rng, table.spaces))


cdef inline int32_t take_seen(ParkTable* table, ParkSeat* player, int32_t kind) noexcept nogil:
    """Tokens of one animal in sight, as many as the supply has; their number."""
    cdef int32_t animal = animal_of(kind)
    cdef int32_t taken = min(animals_of(kind), <int32_t> table.supply[animal])
    table.supply[animal] -= taken
    player.tokens[animal] += taken
    return taken


cdef inline void take_pictures(
    const ParkRules* rules, char* state, int32_t seat, int32_t cell, EventLog* log
) noexcept nogil:
    """Place the tile of the hand, then take the tokens of all four directions. What the supply lacks is noted as missing,
    as far as it has other tokens."""
    cdef ParkTable* table = table_at(state)
    cdef ParkSeat* player = seat_at(state, seat)
    cdef int32_t kind = player.tile
    cdef int32_t direction, seen, taken, missing = 0
    table.board[cell] = 1 + kind % KINDS
    table.spaces -= 1
    table.last_cell = cell
    player.tile = NONE
    tell(log, EVENT_PLACED, seat, cell, animal_of(kind), animals_of(kind))
    for direction in range(DIRECTIONS):
        seen = first_seen(rules, table, cell, direction)
        if seen == NONE:
            continue
        kind = table.board[seen] - 1
        taken = take_seen(table, player, kind)
        missing += animals_of(kind) - taken
        tell_sight(log, seat, direction, seen, animal_of(kind), animals_of(kind), taken)
    table.missing = min(missing, sum_of(table.supply, ANIMALS)) if missing else 0


cdef inline void take_tokens(ParkTable* table, ParkSeat* player, uint64_t tokens) noexcept nogil:
    """Tokens of the player's choice out of the supply."""
    cdef int32_t animal
    for animal in range(ANIMALS):
        table.supply[animal] -= count_in(tokens, animal)
        player.tokens[animal] += count_in(tokens, animal)


cdef inline void substitute(char* state, int32_t seat, uint64_t tokens, EventLog* log) noexcept nogil:
    """Other tokens for the missing ones."""
    table_at(state).missing = 0
    take_tokens(table_at(state), seat_at(state, seat), tokens)
    tell_tokens(log, EVENT_SUBSTITUTED, seat, tokens)
