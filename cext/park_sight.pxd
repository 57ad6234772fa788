"""The board of Amazonia Park: what is seen from a space, and the tokens that this brings ("Take Pictures")."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cext.kernel cimport EventLog
from cext.park cimport (
    ANIMALS,
    CELL_WORDS,
    DIRECTIONS,
    DOWN,
    EVENT_PLACED,
    EVENT_SUBSTITUTED,
    KINDS,
    NONE,
    RIGHT,
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


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define CANOPY_LITTLE_ENDIAN(word) __builtin_bswap64(word)
    #else
    #define CANOPY_LITTLE_ENDIAN(word) (word)
    #endif

    /* Of eight bytes below 128, the ones that are 0: the lowest bit of each of them, the first byte lowest. */
    static inline uint64_t canopy_zeros_of_eight(const uint8_t *bytes) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        return (~(CANOPY_LITTLE_ENDIAN(word) + 0x7F7F7F7F7F7F7F7FULL) >> 7) & 0x0101010101010101ULL;
    }
    """
    uint64_t empty_of_eight "canopy_zeros_of_eight"(const uint8_t* board) noexcept nogil
    int lowest_bit "__builtin_ctzll"(unsigned long long mask) noexcept nogil
    int zeros_above "__builtin_clzll"(unsigned long long mask) noexcept nogil


cdef inline uint64_t bits_of_marks(uint64_t marks) noexcept nogil:
    """Eight bytes that are 0 or 1 as eight bits, the first one lowest."""
    return (marks * 0x0102040810204080ULL) >> 56


cdef inline int32_t sum_of_marks(uint64_t marks) noexcept nogil:
    """How many bytes are 1 of eight that are 0 or 1."""
    return <int32_t> ((marks * 0x0101010101010101ULL) >> 56)


cdef inline int32_t first_seen(
    const ParkRules* rules, const ParkTable* table, int32_t cell, int32_t direction
) noexcept nogil:
    """The nearest cell with an animal in a direction, NONE if there is none; empty spaces are looked through."""
    cell = rules.neighbour[direction][cell]
    while cell != NONE and not table.board[cell]:
        cell = rules.neighbour[direction][cell]
    return cell


cdef inline void find_taken(const ParkRules* rules, const ParkTable* table, uint64_t* taken) noexcept nogil:
    """A bit for each cell on which an animal is; those beyond the board mean nothing."""
    cdef int32_t cell
    for cell in range(CELL_WORDS):
        taken[cell] = 0
    for cell in range(0, rules.cells, 8):
        taken[cell >> 6] |= (~bits_of_marks(empty_of_eight(table.board + cell)) & 0xFFULL) << (cell & 63)


cdef inline int32_t first_taken(
    const ParkRules* rules, const uint64_t* taken, int32_t cell, int32_t direction
) noexcept nogil:
    """What `first_seen` says, for somebody who looks from many cells."""
    cdef uint64_t low = taken[0] & rules.ray[direction][cell][0]
    cdef uint64_t high = taken[1] & rules.ray[direction][cell][1]
    if direction == RIGHT or direction == DOWN:      # towards higher cells
        if low:
            return lowest_bit(low)
        return 64 + lowest_bit(high) if high else NONE
    if high:
        return 127 - zeros_above(high)
    return 63 - zeros_above(low) if low else NONE


cdef inline int32_t nth_space(const ParkTable* table, int32_t skipped) noexcept nogil:
    """The empty space after this many lower ones. There has to be one. Rollouts ask this more often than anything else,
    so it looks at eight cells at once."""
    cdef int32_t cell = 0
    cdef uint64_t empty = empty_of_eight(table.board)
    cdef int32_t here = sum_of_marks(empty)
    while skipped >= here:
        skipped -= here
        cell += 8
        empty = empty_of_eight(table.board + cell)
        here = sum_of_marks(empty)
    while skipped:
        empty &= empty - 1
        skipped -= 1
    return cell + (lowest_bit(empty) >> 3)


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
