"""Layouts of Amazonas 2022 (`amazonas2022.pyx`), and the small questions asked in every file of it.

A card is known by its kind; equal cards need not be told apart. Where a state stores a card it stores 1 + kind, so
that 0 is no card. Where cards lie is public, also face down; only their kinds are hidden.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cext.kernel cimport FIRST_GAME_VIOLATION, RulesHeader


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t mask) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t mask) noexcept nogil


# Limits. A card is at one place, so that no seat ever fills all its slots.
cpdef enum:
    MIN_PLAYERS = 2
    MAX_PLAYERS = 5
    MAX_CARDS = 114           # in the game
    MAX_SLOTS = 120           # of one seat
    MAX_VALUE = 20            # points that a card is worth at most, either way

# How the game is played.
cpdef enum:
    CARDS_DEALT = 4           # to each seat
    ROUNDS = 5
    ROUNDS_TO_WIN = 3         # for two players
    CALLER_POINTS = 5         # -5 at most for the lowest collection, +5 at least for another

cpdef enum:                   # kinds of cards; below these, the number that is printed on them
    SLOTH = 6
    TOAD = 7
    ANACONDA = 8
    JAGUAR = 9
    MONKEY = 10
    TOUCAN = 11
    DOLPHIN = 12
    KINDS = 13                # how many there are

cpdef enum:                   # phases: what the table waits for
    DEALING = 0               # the next card of the deal
    FIRST_LOOK = 1            # every seat chooses the card that it looks at
    FIRST_RETURN = 2          # every seat looks at it, until it returns it
    TURN = 3                  # the seat in turn draws, takes, calls or passes
    DRAWING = 4               # the card that it draws
    HOLDING = 5               # it swaps or discards the card
    SLOTH_EFFECT = 6          # it uses the effect of the card that it discarded, or not
    TOAD_EFFECT = 7
    ANACONDA_EFFECT = 8
    JAGUAR_EFFECT = 9
    LOOKING = 10              # it looks at a card with a sloth or toad, until it returns it
    JAGUAR_LOOK = 11          # it looks at a card with a jaguar, then exchanges or returns it
    MONKEY_DIRECTION = 12     # it says where the cards go
    PICKING = 13              # the seats with cards choose the one that they pass on
    OVER = 14
    # Steps that lie over a phase, which goes on after them.
    OWED = 15                 # a card drawn blind
    RACING = 16               # another attempt of the same race
    GIVING = 17               # the gift to the owner of a card that was discarded

cpdef enum:                   # kinds of moves
    MOVE_LOOK = 1             # owner, slot
    MOVE_RETURN = 2
    MOVE_DRAW = 3
    MOVE_TAKE = 4
    MOVE_CALL = 5
    MOVE_PASS = 6
    MOVE_SWAP = 7             # slot
    MOVE_DISCARD = 8
    MOVE_SKIP = 9
    MOVE_EXCHANGE = 10        # own slot, owner, slot
    MOVE_DIRECTION = 11       # direction
    MOVE_PICK = 12            # slot
    MOVE_WILD = 13            # owner, slot, whether more attempts follow
    MOVE_GIVE = 14            # slot

cpdef enum:                   # where cards go with a monkey
    LEFT = 0                  # to the next seat
    RIGHT = 1

cpdef enum:                   # why a card is drawn blind
    PENALTY = 0
    REPLACEMENT = 1           # for a seat that has lost its last card

cpdef enum:                   # what comes of an attempt at a wild discard
    RIGHT_CARD = 0
    LATE = 1
    WRONG = 2

cpdef enum:                   # where a card that is held comes from
    FROM_DRAW_PILE = 0
    FROM_DISCARDS = 1

cpdef enum:                   # what is shuffled
    ALL_CARDS = 0
    DISCARDS = 1

cpdef enum:
    NO_SEAT = 255             # also no slot, no direction
    SPECTATORS = 0x80         # the bit of `known` for a card that lay open
    USED = 0x80               # of a card on the discard pile that cannot be matched any more

cdef enum:
    KIND_SHIFT = 56           # of moves and outcomes
    FIRST_SHIFT = 16          # of the three arguments of a move
    SECOND_SHIFT = 8
    COPY_SHIFT = 8            # of the copy in an outcome


# Codes; what their arguments mean is described in `amazonas2022.pyx`.
cpdef enum:
    NO_SUCH_MOVE = FIRST_GAME_VIOLATION
    NOT_YOUR_TURN
    WRONG_STEP
    NOTHING_TO_DRAW
    NOTHING_TO_TAKE
    ALREADY_CALLED
    PASS_CAN_DRAW
    PASS_CAN_TAKE
    ATTEMPT_BARRED
    NOTHING_VISIBLE
    CARD_USED_UP
    OWN_SLOT_EMPTY
    NO_SUCH_SEAT
    NOT_OWN_CARD
    OWN_CARD
    CALLER_IMMUNE
    SLOT_EMPTY
    NOT_THE_CARD_LOOKED_AT
    NO_SUCH_DIRECTION
    NO_RIVAL
    CARD_UNKNOWN
    CARD_NOT_IN_PILE

cpdef enum:
    CHANCE_CARD = 1

cpdef enum:
    EVENT_SHUFFLED = 1
    EVENT_RESERVE_TURNED
    EVENT_DEALT
    EVENT_CHOSE_LOOK
    EVENT_LOOKED
    EVENT_CARD_SEEN
    EVENT_RETURNED
    EVENT_DREW
    EVENT_CARD_DRAWN
    EVENT_TOOK
    EVENT_SWAPPED
    EVENT_DISCARDED
    EVENT_SKIPPED
    EVENT_EFFECT_VOID
    EVENT_EXCHANGED
    EVENT_DIRECTED
    EVENT_CHOSE_CARD
    EVENT_PASSED_ON
    EVENT_ATTEMPTED
    EVENT_ATTEMPT_VOID
    EVENT_BLIND_CARD
    EVENT_WAIVED
    EVENT_GAVE
    EVENT_GIFT_WAIVED
    EVENT_CALLED
    EVENT_PASSED
    EVENT_REVEALED
    EVENT_SCORED
    EVENT_ROUND_ENDED
    EVENT_FINISHED
    EVENT_ROUND_BEGAN


ctypedef struct Amazonas2022Rules:
    RulesHeader header
    int32_t cards             # in the game
    uint8_t counts[KINDS]     # how many there are of each kind
    int16_t values[KINDS]     # points


cdef packed struct Amazonas2022Table:
    uint32_t epoch
    uint32_t shuffles         # before the present draw pile was shuffled
    uint16_t held_origin
    uint8_t pile[KINDS]       # what is left of the shuffled draw pile, in an order that is in no state
    uint8_t pile_size         # the sum of it
    uint8_t drawn             # cards drawn since it was shuffled
    uint8_t stack_size
    uint8_t stack[MAX_CARDS]  # a draw pile whose order is known, because it lay open as a reserve; drawn from the end
    uint8_t discard_size
    uint8_t discard[MAX_CARDS]  # bottom first, USED or not
    uint8_t reserve_size
    uint8_t reserve[MAX_CARDS]  # what two players put aside, in that order
    uint8_t phase
    uint8_t round             # from 1
    uint8_t starter           # of this round; from the second round on, the last caller
    uint8_t callers[ROUNDS]   # who called in each round, NO_SEAT in those that are not over
    uint8_t turn              # the seat in turn
    uint8_t caller            # who said "Amazonas" in this round, or NO_SEAT
    uint8_t barred            # seats that may not attempt a wild discard before the turn ends, one bit each
    uint8_t held              # the card that the seat in turn has drawn or taken
    uint8_t held_known        # as `known` of a card in front of a seat
    uint8_t held_from
    uint8_t look_owner        # whose card is looked at with an effect, or NO_SEAT
    uint8_t look_slot
    uint8_t direction         # of the monkey in progress, or NO_SEAT
    uint8_t race              # 1 while another attempt of the same race follows
    uint8_t race_card         # the card that attempts of an open race have to match
    uint8_t race_winner       # who discarded a card, until it is settled
    uint8_t race_owner        # whose card that was, and where
    uint8_t race_slot
    uint8_t owed              # the seat to which a card is owed that is drawn blind, or NO_SEAT
    uint8_t owed_for


cdef packed struct Amazonas2022Seat:
    int16_t points            # of the rounds that are over; for two players, rounds won
    int16_t sums[ROUNDS]      # the values of the cards at the end of each round, 0 for those that are not over
    uint8_t successes         # successful calls
    uint8_t slots             # that were opened
    uint8_t count             # cards in them
    uint8_t look              # 1 + the slot chosen in FIRST_LOOK or PICKING
    uint8_t last_slots        # of the round before, 0 in the first
    uint8_t cards[MAX_SLOTS]
    uint8_t known[MAX_SLOTS]  # who knows the card where it lies: a bit for each seat, and SPECTATORS
    uint16_t origin[MAX_SLOTS]  # the shuffle it was drawn from, modulo 2**16; 0 if it came from an open place
    uint8_t last_cards[MAX_SLOTS]


ctypedef struct Hidden:       # cards of one shuffle that the viewer has not seen, and where they lie
    int32_t places
    int32_t cards
    uint8_t* place[MAX_CARDS]
    int32_t counts[KINDS]


# Access

cdef inline Amazonas2022Table* table_at(char* state) noexcept nogil:
    return <Amazonas2022Table*> state


cdef inline Amazonas2022Seat* seat_at(char* state, int32_t seat) noexcept nogil:
    return <Amazonas2022Seat*> (state + sizeof(Amazonas2022Table)) + seat


cdef inline const Amazonas2022Rules* rules_at(const RulesHeader* header) noexcept nogil:
    return <const Amazonas2022Rules*> header


cdef inline uint64_t bit(int32_t index) noexcept nogil:
    return (<uint64_t> 1) << index


cdef inline bint has(uint64_t mask, int32_t index) noexcept nogil:
    return (mask >> index) & 1


cdef inline uint64_t all_seats(const Amazonas2022Rules* rules) noexcept nogil:
    return bit(rules.header.players) - 1


cdef inline int32_t next_seat(const Amazonas2022Rules* rules, int32_t seat) noexcept nogil:
    """The seat to the left."""
    return 0 if seat + 1 == rules.header.players else seat + 1


cdef inline bint has_card(const Amazonas2022Seat* player, int32_t slot) noexcept nogil:
    """Whether a card lies in a slot, which may be any number that is not negative."""
    return slot < MAX_SLOTS and player.cards[slot] != 0


cdef inline int32_t nth_card(const Amazonas2022Seat* player, int32_t skipped) noexcept nogil:
    """The slot of the card after so many others. There has to be one."""
    cdef int32_t slot = 0
    while True:
        if player.cards[slot]:
            if not skipped:
                return slot
            skipped -= 1
        slot += 1


# Words

cdef inline uint64_t move_word(int32_t kind, int32_t first, int32_t second, int32_t third) noexcept nogil:
    return <uint64_t> kind << KIND_SHIFT | <uint64_t> (first << FIRST_SHIFT | second << SECOND_SHIFT | third)


cdef inline int32_t kind_of(uint64_t word) noexcept nogil:
    return <int32_t> (word >> KIND_SHIFT)


cdef inline uint64_t data_of(uint64_t word) noexcept nogil:
    return word & (((<uint64_t> 1) << KIND_SHIFT) - 1)


cdef inline int32_t first_of(uint64_t word) noexcept nogil:
    return (word >> FIRST_SHIFT) & 0xFF


cdef inline int32_t second_of(uint64_t word) noexcept nogil:
    return (word >> SECOND_SHIFT) & 0xFF


cdef inline int32_t third_of(uint64_t word) noexcept nogil:
    return word & 0xFF
