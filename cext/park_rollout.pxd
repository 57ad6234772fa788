"""How seats of Amazonia Park move in the rollouts of a search: no rules, only what is likely to be better than chance."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cext.kernel cimport move_t
from cext.park cimport (
    AMAZONIA,
    CELL_WORDS,
    COLOURS,
    DIRECTIONS,
    KINDS,
    MOVE_PLACE,
    NONE,
    ParkRules,
    ParkSeat,
    ParkTable,
    Price,
    animal_of,
    animals_of,
    kind_word,
)
from cext.park_payment cimport affordable, cost_of, price_of, random_payment
from cext.park_sight cimport find_taken, first_taken, random_space
from cext.streams cimport FastStream, fast_below


cdef enum:
    SPACES_LOOKED_AT = 5      # a player sees good spaces, if not always the best
    ONE_IN_KEEPS = 8          # how often a tile is placed although a magazine can be paid for


cdef inline void find_worths(const ParkTable* table, uint8_t* worths) noexcept nogil:
    """How many tokens the animals on a cell bring, by what `ParkTable.board` says of it, as far as the supply has them."""
    cdef int32_t kind
    worths[0] = 0
    for kind in range(KINDS):
        worths[1 + kind] = min(animals_of(kind), <int32_t> table.supply[animal_of(kind)])


cdef inline int32_t tokens_from(
    const ParkRules* rules, const ParkTable* table, const uint64_t* taken, const uint8_t* worths, int32_t cell
) noexcept nogil:
    """How many tokens a tile on this space brings."""
    cdef int32_t direction, seen, tokens = 0
    for direction in range(DIRECTIONS):
        seen = first_taken(rules, taken, cell, direction)
        if seen != NONE:
            tokens += worths[table.board[seen]]
    return tokens


cdef inline move_t promising_placement(
    const ParkRules* rules, const ParkTable* table, FastStream* rng
) noexcept nogil:
    """The best of some random spaces by the tokens that it brings."""
    cdef uint64_t taken[CELL_WORDS]
    cdef uint8_t worths[1 + KINDS]
    cdef int32_t best = NONE
    cdef int32_t most = -1
    cdef int32_t cell, tokens, look
    find_taken(rules, table, taken)
    find_worths(table, worths)
    for look in range(SPACES_LOOKED_AT):
        cell = random_space(table, rng)
        tokens = tokens_from(rules, table, taken, worths, cell)
        if tokens > most:
            most = tokens
            best = cell
    return kind_word(MOVE_PLACE, best)


cdef inline int32_t tokens_for(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, int32_t colour
) noexcept nogil:
    """How many tokens the front magazine of a colour takes from this player."""
    cdef Price price = price_of(player, colour, cost_of(rules, table, player, colour))
    return price.own + price.units * price.size


cdef inline move_t cheap_publication(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, uint64_t colours, FastStream* rng
) noexcept nogil:
    """The magazine that takes the fewest tokens, paid at random; of equal ones any."""
    cdef int32_t colour, tokens, ties = 0
    cdef int32_t best = AMAZONIA
    cdef int32_t fewest = 0x7FFF
    for colour in range(COLOURS):
        if not (colours >> colour) & 1:
            continue
        tokens = tokens_for(rules, table, player, colour)
        ties = ties + 1 if tokens == fewest else 1
        if tokens < fewest or (tokens == fewest and fast_below(rng, ties) == 0):
            fewest = tokens
            best = colour
    return random_payment(rules, table, player, best, rng)


cdef inline move_t promising_turn(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, FastStream* rng
) noexcept nogil:
    """Publish what is cheap nearly whenever it is possible, else place where much is seen; 0 when neither can be done."""
    cdef uint64_t colours = affordable(rules, table, player)
    if colours and (player.tile == NONE or fast_below(rng, ONE_IN_KEEPS)):
        return cheap_publication(rules, table, player, colours, rng)
    if player.tile != NONE:
        return promising_placement(rules, table, rng)
    return 0
