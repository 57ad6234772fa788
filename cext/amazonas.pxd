"""Layouts of Amazonas, the board game (`amazonas.pyx`), and the small questions asked in every file of it.

Villages are bits of a 64-bit mask, so that "which villages can this seat reach and pay for" is a few ANDs and ORs.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cext.kernel cimport FIRST_GAME_VIOLATION, RulesHeader, move_t
from cext.streams cimport FastStream, fast_below


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t mask) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t mask) noexcept nogil      # undefined for an empty mask


# Limits of a content pack. They keep every list of moves and outcomes short enough for a buffer of fixed size.
cpdef enum:
    MIN_PLAYERS = 2
    MAX_PLAYERS = 4
    MIN_VILLAGES = 4          # a mission names four
    MAX_VILLAGES = 64         # one bit each
    MAX_SITES = 4             # of one village
    MAX_PRICE = 9             # of a site, in gold
    MIN_MISSIONS = 4
    MAX_MISSIONS = 16
    MISSION_VILLAGES = 4

# What lies in the box.
cpdef enum:
    ROUNDS = 18
    SILVER_PER_GOLD = 3
    START_SILVER = 9
    HUTS = 12                 # of one seat
    NEUTRAL_HUTS = 6          # of one seat, in a game for two
    TOKENS = 12               # of one type
    INCOME_CARDS = 7          # 0 .. 6
    ALL_TYPES_CARD = 0
    NATIVE_CARD = 6
    EVENT_CARDS = 18
    MISSION_POINTS = 3
    SCORING_SPECIMENS = 3     # fewer of a type are worth nothing

cpdef enum:                   # types of specimens
    FISH = 0
    BUTTERFLY = 1
    IGUANA = 2
    PARROT = 3
    ORCHID = 4
    TYPES = 5                 # how many there are

cpdef enum:                   # what event cards show
    JAGUAR = 0
    CROCODILE = 1
    FOREST_FIRE = 2
    THEFT = 3
    NATIVES = 4
    BONUS_FISH = 5            # and one for each further type, in their order
    EVENT_KINDS = 10          # how many there are

cpdef enum:                   # how equal incomes are put in order
    WHITE_NUMBER = 0
    COPPER_COINS = 1

cpdef enum:                   # how missions count
    LOSS = 0
    GAIN = 1

cpdef enum:                   # phases: what the table waits for
    DEALING = 0               # a seat's mission card is awaited
    SETTING_UP = 1            # a seat builds its first hut
    DRAWING = 2               # the event card of a round is awaited
    CHOOSING = 3              # the seats choose income cards, secretly
    EARNING = 4               # the seat in turn decides between its income and the native
    BUILDING = 5              # the seat in turn builds, as often as it likes
    OVER = 6

cpdef enum:                   # kinds of moves
    MOVE_BUILD = 1            # village
    MOVE_PASS = 2
    MOVE_CARD = 3             # income card
    MOVE_INCOME = 4
    MOVE_HIRE = 5             # type
    MOVE_NEUTRAL = 6          # village
    MOVE_END = 7

cdef enum:
    NONE = 255                # no card, no mission, no event, no seat
    FULL_HAND = 0x7F          # all income cards
    KIND_SHIFT = 56           # of moves and outcomes


# Codes; what their arguments mean is described in `amazonas.pyx`.
cpdef enum:
    NO_SUCH_MOVE = FIRST_GAME_VIOLATION
    WRONG_STEP
    CARD_NOT_IN_HAND
    NO_SUCH_TYPE
    INCOME_TAKEN_ALREADY
    NO_NATIVE
    NATIVE_NEEDS_OWN_TYPE
    NO_SUCH_VILLAGE
    OWN_HUT_THERE
    VILLAGE_FULL
    NO_HUT_LEFT
    NOT_CONNECTED
    BARRED_BY_JAGUAR
    BARRED_BY_CROCODILE
    TOO_EXPENSIVE
    PASS_NOT_ALLOWED
    NO_NEUTRAL_HUTS
    NO_NEUTRAL_HUT_LEFT
    NEUTRAL_HUT_BUILT_THIS_ROUND
    NEUTRAL_HUT_THERE
    LAST_FREE_SITE
    MISSION_UNKNOWN
    MISSION_ALREADY_DEALT
    MISSION_WRONG_SEAT
    EVENT_UNKNOWN
    EVENT_ALREADY_DRAWN

cpdef enum:
    CHANCE_MISSION = 1
    CHANCE_EVENT

# What a log tells; EVENT_EVENT_DRAWN is about an event card.
cpdef enum:
    EVENT_MISSION_DEALT = 1
    EVENT_HUT_BUILT
    EVENT_TOKEN_GAINED
    EVENT_FIVE_TYPES
    EVENT_EVENT_DRAWN
    EVENT_CARD_CHOSEN
    EVENT_CARDS_REVEALED
    EVENT_ORDER_DECIDED
    EVENT_COIN_CHANGED
    EVENT_MONEY
    EVENT_NATIVE_HIRED
    EVENT_NATIVE_LEFT
    EVENT_NEUTRAL_BUILT
    EVENT_TURN_ENDED
    EVENT_CARDS_RETURNED
    EVENT_MISSION_SHOWN
    EVENT_FINISHED

cpdef enum:                   # why the order of play is as it is
    ORDER_BY_INCOME = 0
    ORDER_BY_WHITE_NUMBER = 1
    ORDER_BY_COPPER_COIN = 2

cpdef enum:                   # why money changed
    MONEY_INCOME = 0
    MONEY_BURNT_INCOME = 1    # half of it, after a forest fire
    MONEY_THEFT = 2
    MONEY_BONUS = 3
    MONEY_HUT = 4

cpdef enum:                   # kinds of edges, as bits
    BY_PATH = 1
    BY_RIVER = 2


ctypedef struct AmazonasRules:
    RulesHeader header
    uint64_t all_villages
    uint64_t paths[MAX_VILLAGES]      # the villages at the other ends
    uint64_t rivers[MAX_VILLAGES]
    uint64_t of_type[TYPES]
    # Villages that have a site of this rank, cheapest first, for at most so much gold.
    uint64_t costs_at_most[MAX_SITES][MAX_PRICE + 1]
    uint64_t missions[MAX_MISSIONS]
    int32_t villages
    int32_t mission_cards
    uint8_t type_of[MAX_VILLAGES]
    uint8_t sites[MAX_VILLAGES]
    uint8_t prices[MAX_VILLAGES][MAX_SITES]   # in gold, rising
    uint8_t five_types[MAX_PLAYERS]   # points of the bonus tokens, in the order in which they are taken
    uint8_t tie_break
    uint8_t native_needs_own_type
    uint8_t mission_scoring
    uint8_t majority_chips
    uint8_t extra_huts
    uint8_t neutral_huts              # whether this table has any


cdef packed struct AmazonasTable:
    uint64_t filled[MAX_SITES]        # villages whose site of this rank is taken; they are taken by rank
    uint64_t neutral[MAX_SITES]       # those that a neutral hut took
    uint32_t events_used              # event cards drawn so far, one bit each
    uint8_t chosen                    # seats that have chosen in this round, one bit each
    uint8_t phase
    uint8_t round                     # the round in progress, from 1, whose event may be awaited still; 0 before
    uint8_t turn                      # before the rounds a seat, in them a place in `order`
    uint8_t event                     # what the event card of the round shows, NONE between rounds
    uint8_t native                    # 1 while a native token lies on the event card
    uint8_t neutral_built             # 1 once the seat in turn has built a neutral hut
    uint8_t order[MAX_PLAYERS]        # seats in the order of play, NONE while it is not decided
    uint8_t supply[TYPES]             # specimen tokens left


cdef packed struct AmazonasSeat:
    uint64_t huts                     # villages with a hut of this seat
    uint64_t by_path                  # villages that a path joins to one of these
    uint64_t by_river
    uint64_t at_site[MAX_SITES]       # `huts`, by the rank of the site taken
    uint16_t silver
    uint8_t specimens[TYPES]          # tokens; natives count extra
    uint8_t natives[TYPES]
    uint8_t hand                      # income cards, one bit each; a chosen one leaves it when all are revealed
    uint8_t choice                    # the secret choice, or NONE
    uint8_t played                    # the card face up in front of the seat, or NONE
    uint8_t income                    # announced in this round, 0 while none is
    uint8_t mission                   # NONE before it is dealt
    uint8_t coin                      # the copper coin held, 0 where they are not in use
    uint8_t five_types                # points of the bonus token taken, 0 for none
    uint8_t neutral_left


ctypedef struct Points:
    int32_t of_type[TYPES]
    int32_t five_types
    int32_t majority
    int32_t missions
    int32_t total


# Access

cdef inline uint64_t bit(int32_t index) noexcept nogil:
    return (<uint64_t> 1) << index


cdef inline bint has(uint64_t mask, int32_t index) noexcept nogil:
    return (mask >> index) & 1


cdef inline AmazonasTable* table_at(char* state) noexcept nogil:
    return <AmazonasTable*> state


cdef inline AmazonasSeat* seat_at(char* state, int32_t seat) noexcept nogil:
    return <AmazonasSeat*> (state + sizeof(AmazonasTable)) + seat


cdef inline const AmazonasRules* rules_at(const RulesHeader* header) noexcept nogil:
    return <const AmazonasRules*> header


cdef inline uint64_t all_seats(const AmazonasRules* rules) noexcept nogil:
    return bit(rules.header.players) - 1


cdef inline int32_t active_seat(const AmazonasTable* table) noexcept nogil:
    """The one seat that is in turn, -1 when there is none."""
    if table.phase == SETTING_UP:
        return table.turn
    if table.phase == EARNING or table.phase == BUILDING:
        return table.order[table.turn]
    return -1


# Words

cdef inline uint64_t kind_word(int32_t kind, uint64_t data) noexcept nogil:
    """A move or an outcome: its kind, and what it is about."""
    return (<uint64_t> kind << KIND_SHIFT) | data


cdef inline int32_t kind_of(uint64_t word) noexcept nogil:
    return <int32_t> (word >> KIND_SHIFT)


cdef inline uint64_t data_of(uint64_t word) noexcept nogil:
    return word & (((<uint64_t> 1) << KIND_SHIFT) - 1)


cdef inline int32_t list_moves(int32_t kind, uint64_t arguments, move_t* out) noexcept nogil:
    """A move of this kind for each argument, ascending; their number."""
    cdef int32_t count = 0
    while arguments:
        out[count] = kind_word(kind, lowest_bit(arguments))
        count += 1
        arguments &= arguments - 1
    return count


cdef inline int32_t nth_bit(uint64_t mask, int32_t skipped) noexcept nogil:
    """The index after this many lower ones of the mask."""
    while skipped:
        mask &= mask - 1
        skipped -= 1
    return lowest_bit(mask)


cdef inline int32_t random_bit(uint64_t mask, FastStream* rng) noexcept nogil:
    """One index of the mask, which is not empty, each equally likely."""
    return nth_bit(mask, fast_below(rng, popcount(mask)))


# Specimens

cdef inline int32_t count_of(const AmazonasSeat* seat, int32_t type) noexcept nogil:
    """Specimens of a type; a native counts as one of the type it is assigned to ("Event Cards": Natives)."""
    return seat.specimens[type] + seat.natives[type]


cdef inline int32_t largest_count(const AmazonasSeat* seat) noexcept nogil:
    cdef int32_t type, most = 0
    for type in range(TYPES):
        most = max(most, count_of(seat, type))
    return most


cdef inline int32_t native_count(const AmazonasSeat* seat) noexcept nogil:
    cdef int32_t type, natives = 0
    for type in range(TYPES):
        natives += seat.natives[type]
    return natives


cdef inline bint has_five_types(const AmazonasSeat* seat) noexcept nogil:
    cdef int32_t type
    for type in range(TYPES):
        if count_of(seat, type) == 0:
            return False
    return True


# Cards

cdef inline int32_t event_of_card(int32_t card) noexcept nogil:
    """What an event card shows. They are numbered by what they show: 2, 2, 3, 2, 4, then one bonus per type."""
    if card < 2:
        return JAGUAR
    if card < 4:
        return CROCODILE
    if card < 7:
        return FOREST_FIRE
    if card < 9:
        return THEFT
    if card < 13:
        return NATIVES
    return BONUS_FISH + card - 13


cdef inline int32_t white_number(int32_t seat, int32_t card) noexcept nogil:
    """The number on an income card that settles equal incomes: each is on one card only ("Determine Order of Play")."""
    return 4 * card + ((seat + card) & 3) + 1


cdef inline bint is_protected(const AmazonasSeat* seat) noexcept nogil:
    """Whether bad events pass the seat by in this round ("Play Income Cards": the card with a native)."""
    return seat.played == NATIVE_CARD
