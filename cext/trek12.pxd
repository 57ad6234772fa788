"""Layouts of Trek 12: Amazonia (`trek12.pyx`) and the small questions that a solver asks as often as the rules do.

Circles are bits of a 64-bit mask, so that "which neighbours hold a 6 and are free upwards" is two ANDs.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cext.kernel cimport FIRST_GAME_VIOLATION, RulesHeader, move_t


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t mask) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t mask) noexcept nogil      # undefined for an empty mask
    int count_to_lowest "__builtin_ffsll"(uint64_t mask) noexcept nogil  # 1 + its lowest bit, 0 for an empty mask


# Limits of a content pack. They keep every list of moves and outcomes short enough for a buffer of fixed size.
cpdef enum:
    MAX_PLAYERS = 50
    MAX_CIRCLES = 64          # one bit each
    MAX_NEIGHBOURS = 12
    MAX_BOXES = 8             # per operation
    MAX_ROUNDS = 40           # five operations of MAX_BOXES
    HIGHEST_NUMBER = 15
    NUMBERS = 16              # 0 .. HIGHEST_NUMBER
    NUMBER_DIGITS = 4         # binary digits of HIGHEST_NUMBER
    MAX_LINES = 4
    MAX_CARDS = 16
    MAX_CARD_VALUES = 8
    MAX_CARD_VALUE = 99
    MAX_NUMBER_CARDS = 10
    LOWEST_MAX_NUMBER = 5     # every face of the yellow die can be written
    MAX_DANGER_POINTS = 99

cdef enum:                    # dice ("Your Equipment")
    GREEN_FACES = 6           # 1 .. 6
    YELLOW_FACES = 6          # 0 .. 5

cpdef enum:                   # operations of the choices table
    LOWER = 0
    HIGHER = 1
    DIFFERENCE = 2
    SUM = 3
    PRODUCT = 4
    OPERATIONS = 5            # how many there are

cpdef enum:                   # phases: what the table waits for
    DEALING = 0               # the number cards of the observation lines are awaited
    ROLLING = 1               # the dice are awaited
    CHOOSING = 2              # the seats choose, secretly
    TURNING = 3               # the cards of newly discovered lines are awaited
    OVER = 4

cdef enum:
    NONE = 255                # no number, no card


# Codes; what their arguments mean is described in `trek12.pyx`.
cpdef enum:
    NO_SUCH_OPERATION = FIRST_GAME_VIOLATION
    NO_SUCH_CIRCLE
    OPERATION_USED_UP
    CIRCLE_FILLED
    CIRCLE_NOT_ADJACENT
    LINK_ON_SPIDER
    LINK_BELOW_NOT_NEIGHBOUR
    LINK_BELOW_WRONG_NUMBER
    LINK_BELOW_TAKEN
    LINK_BELOW_MISSING
    LINK_ABOVE_NOT_NEIGHBOUR
    LINK_ABOVE_WRONG_NUMBER
    LINK_ABOVE_TAKEN
    LINK_ABOVE_MISSING
    GREEN_DIE_IMPOSSIBLE
    YELLOW_DIE_IMPOSSIBLE
    NUMBER_CARD_UNKNOWN
    NUMBER_CARD_REPEATED
    CARD_WRONG_LINE
    CARD_UNKNOWN
    CARD_ALREADY_SHOWN

cpdef enum:
    CHANCE_NUMBERS = 1
    CHANCE_ROLL
    CHANCE_CARD

cpdef enum:
    EVENT_NUMBERS_DEALT = 1
    EVENT_ROLLED
    EVENT_CHOSE
    EVENT_WROTE
    EVENT_SPIDER
    EVENT_PIRANHA
    EVENT_LINKED
    EVENT_ZONE
    EVENT_DISCOVERED
    EVENT_OBSERVED
    EVENT_ROUND_ENDED
    EVENT_FINISHED

cpdef enum:
    SPIDER_TOO_HIGH = 0
    SPIDER_ORPHAN = 1


ctypedef struct Trek12Rules:
    RulesHeader header
    uint64_t all_circles
    uint64_t river
    uint64_t neighbours[MAX_CIRCLES]
    int32_t circles
    int32_t boxes             # per operation
    int32_t rounds
    int32_t max_number
    int32_t danger_points     # per tick
    int32_t safe_operation    # the one that scares no piranha
    int32_t lines
    int32_t cards
    int32_t number_cards
    uint8_t results[OPERATIONS][YELLOW_FACES][GREEN_FACES]  # of every roll, green die from 1
    uint64_t rolls_giving[OPERATIONS][NUMBERS + 1]  # of the 36 rolls, those whose result is this number; last: too high
    uint8_t number_card[MAX_NUMBER_CARDS]           # ascending
    uint8_t card_length[MAX_CARDS]
    uint8_t card_values[MAX_CARDS][MAX_CARD_VALUES]


cdef packed struct Trek12Table:
    uint64_t chosen           # seats that have chosen in this round, one bit each
    uint8_t round             # rounds written; with `due_lines` the last one has not ended yet
    uint8_t phase
    uint8_t green             # 0 unless rolled for the round in progress
    uint8_t yellow
    uint8_t due_lines         # lines discovered in this round whose card is still to be turned up, one bit each
    uint8_t numbers[MAX_LINES]  # the number at each observation line, or NONE
    uint8_t cards[MAX_LINES]    # the card there once it is discovered, or NONE


cdef packed struct Trek12Seat:
    uint64_t choice           # the move chosen for this round, 0 unless the seat's bit in `chosen` is set
    uint64_t filled
    uint64_t open             # circles that may be filled next
    uint64_t spiders          # results over the maximum; these circles hold no number
    uint64_t piranhas
    uint64_t orphans          # known at the end only
    uint64_t has_below        # circles linked to the number one lower
    uint64_t has_above        # circles linked to the number one higher
    uint64_t by_number[NUMBERS]
    uint8_t above[MAX_CIRCLES]  # 1 + the circle one number higher that this one is linked to, or 0
    uint8_t circle_of_round[MAX_ROUNDS]
    uint8_t operation_of_round[MAX_ROUNDS]
    uint8_t used[OPERATIONS]
    uint8_t ticks             # danger boxes
    uint8_t observed[MAX_LINES]  # circled values of each observation line


# A move in pieces; links count from 1, 0 is none.
ctypedef struct Writing:
    int32_t operation
    int32_t circle
    int32_t below
    int32_t above

ctypedef struct Points:
    int32_t trails
    int32_t zones
    int32_t observations[MAX_LINES]
    int32_t danger            # what the ticks cost
    int32_t total


# Access

cdef inline uint64_t bit(int32_t index) noexcept nogil:
    return (<uint64_t> 1) << index


cdef inline bint has(uint64_t mask, int32_t index) noexcept nogil:
    return (mask >> index) & 1


cdef inline Trek12Table* table_at(char* state) noexcept nogil:
    return <Trek12Table*> state


cdef inline Trek12Seat* seat_at(char* state, int32_t seat) noexcept nogil:
    return <Trek12Seat*> (state + sizeof(Trek12Table)) + seat


cdef inline const Trek12Rules* rules_at(const RulesHeader* header) noexcept nogil:
    return <const Trek12Rules*> header


cdef inline uint64_t all_seats(const Trek12Rules* rules) noexcept nogil:
    return bit(rules.header.players) - 1


cdef inline int32_t number_in(const Trek12Seat* seat, int32_t circle) noexcept nogil:
    """The number that a circle holds, -1 for none."""
    cdef int32_t number
    for number in range(NUMBERS):
        if has(seat.by_number[number], circle):
            return number
    return -1


# Words and questions

cdef inline move_t move_word(int32_t operation, int32_t circle, int32_t below, int32_t above) noexcept nogil:
    return (<move_t> operation << 24) | (<move_t> circle << 16) | (<move_t> below << 8) | <move_t> above


cdef inline Writing writing_of(move_t move) noexcept nogil:
    """The pieces of a move word. Bits above the operation byte belong to the operation, which no longer exists then."""
    cdef Writing writing
    cdef uint64_t operation = move >> 24
    writing.operation = <int32_t> operation if operation < NONE else NONE
    writing.circle = (move >> 16) & 0xFF
    writing.below = (move >> 8) & 0xFF
    writing.above = move & 0xFF
    return writing


cdef inline int32_t operate(int32_t operation, int32_t green, int32_t yellow) noexcept nogil:
    """What an operation makes of the dice ("How to Play")."""
    if operation == LOWER:
        return min(green, yellow)
    if operation == HIGHER:
        return max(green, yellow)
    if operation == DIFFERENCE:
        return max(green, yellow) - min(green, yellow)
    if operation == SUM:
        return green + yellow
    return green * yellow


cdef inline int32_t result_of(
    const Trek12Rules* rules, int32_t operation, int32_t green, int32_t yellow
) noexcept nogil:
    """The same, of a roll that the dice can show, looked up."""
    return rules.results[operation][yellow][green - 1]


cdef inline uint64_t holders(const Trek12Seat* seat, int32_t number) noexcept nogil:
    """Circles that hold `number`; nobody holds -1 or one more than the highest. Masked, because a jump would often be
    mispredicted."""
    cdef uint64_t exists = -<uint64_t> (0 <= number <= HIGHEST_NUMBER)
    return seat.by_number[number & HIGHEST_NUMBER] & exists


cdef inline uint64_t below_candidates(
    const Trek12Rules* rules, const Trek12Seat* seat, int32_t circle, int32_t number
) noexcept nogil:
    """Neighbours one lower that no trail continues upwards yet ("Trails")."""
    return rules.neighbours[circle] & holders(seat, number - 1) & ~seat.has_above


cdef inline uint64_t above_candidates(
    const Trek12Rules* rules, const Trek12Seat* seat, int32_t circle, int32_t number
) noexcept nogil:
    """Neighbours one higher that no trail continues downwards yet ("Trails")."""
    return rules.neighbours[circle] & holders(seat, number + 1) & ~seat.has_below


cdef inline uint64_t zone_around(const Trek12Rules* rules, uint64_t alike, int32_t circle) noexcept nogil:
    """The connected part of `alike`, circles of one number, that contains `circle` ("Mapping Zones")."""
    cdef uint64_t zone = bit(circle)
    cdef uint64_t edge = zone
    while edge:
        circle = lowest_bit(edge)
        edge &= edge - 1
        edge |= rules.neighbours[circle] & alike & ~zone
        zone |= edge
    return zone
