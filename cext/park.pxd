"""Layouts of Amazonia Park (`park.pyx`), and the small questions asked in every file of it.

Tiles of equal animal and count are the same to everybody, so that a state counts them by kind instead of telling them
apart.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cext.kernel cimport FIRST_GAME_VIOLATION, RulesHeader


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t mask) noexcept nogil


# Limits of a content pack. They keep every list of moves and outcomes short enough for a buffer of fixed size.
cpdef enum:
    MIN_PLAYERS = 2
    MAX_PLAYERS = 4
    MIN_SIDE = 2              # columns or rows of the board
    MAX_SIDE = 12
    MAX_CELLS = 128
    CELL_WORDS = 2            # of 64 bits, with a bit for each cell
    MAX_TILES = 120           # morning and evening tiles together

# What lies in the box.
cpdef enum:
    TOKENS = 24               # of one animal
    TILE_COUNTS = 3           # a tile shows 1 .. 3 animals
    STACK_CARDS = 4           # magazines of one colour
    DISCOUNT_ANIMAL = 11      # the values that make later publications cheaper
    DISCOUNT_AMAZONIA = 13
    BONUS_ANIMAL = 9          # the values that bring a token at once
    BONUS_AMAZONIA = 11

cpdef enum:                   # animals
    TOUCAN = 0
    JAGUAR = 1
    SQUIRREL_MONKEY = 2
    CAIMAN = 3
    CAPYBARA = 4
    ANIMALS = 5               # how many there are

cpdef enum:                   # colours of magazines: each animal's own, and one more
    AMAZONIA = 5
    COLOURS = 6               # how many there are

cpdef enum:                   # directions of sight
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3
    DIRECTIONS = 4            # how many there are

cpdef enum:                   # parts of the stack of tiles
    MORNING = 0
    EVENING = 1
    PARTS = 2                 # how many there are

cpdef enum:                   # phases: what the table waits for
    DEALING = 0               # a seat's first tile is awaited
    TURN = 1                  # the seat in turn takes pictures, publishes or passes
    SUBSTITUTING = 2          # it names tokens for those that the supply did not have
    REWARD = 3                # it takes the token that its magazine brings, or leaves it
    DRAWING = 4               # its new tile is awaited
    OVER = 5

cpdef enum:                   # kinds of moves
    MOVE_PLACE = 1            # space
    MOVE_PUBLISH = 2          # colour, tokens paid
    MOVE_PASS = 3
    MOVE_SUBSTITUTE = 4       # tokens taken
    MOVE_BONUS = 5            # animal
    MOVE_DECLINE = 6

cdef enum:
    NONE = 255                # no tile, no space
    KINDS = 15                # of tiles: each animal with each count
    PART_KINDS = 30           # KINDS in each part
    KIND_SHIFT = 56           # of moves and outcomes
    COLOUR_SHIFT = 40         # of a publication, above five counts of one byte


# Codes; what their arguments mean is described in `park.pyx`.
cpdef enum:
    NO_SUCH_MOVE = FIRST_GAME_VIOLATION
    WRONG_STEP
    NO_TILE
    NO_SUCH_SPACE
    SPACE_TAKEN
    NO_SUCH_MAGAZINE
    STACK_EMPTY
    COLOUR_OWNED
    NOT_ENOUGH_TOKENS
    OWN_TOKENS_FIRST
    ODD_PAIR
    PAYMENT_TOO_SMALL
    PAYMENT_TOO_LARGE
    PASS_WITH_TILE
    PASS_CAN_PUBLISH
    NO_SUCH_ANIMAL
    SUPPLY_SHORT
    WRONG_NUMBER_OF_TOKENS
    TILE_UNKNOWN
    TILE_ALREADY_DRAWN
    TILE_WRONG_SEAT
    TILE_OF_EVENING

cpdef enum:
    CHANCE_TILE = 1

cpdef enum:
    EVENT_TILE_DRAWN = 1
    EVENT_PLACED
    EVENT_SEEN
    EVENT_SUBSTITUTED
    EVENT_PUBLISHED
    EVENT_PAID
    EVENT_BONUS_TAKEN
    EVENT_BONUS_DECLINED
    EVENT_PASSED
    EVENT_FINISHED

cpdef enum:                   # why a game is over
    SIX_COLOURS = 0
    BOARD_FULL = 1
    ALL_PASSED = 2


ctypedef struct ParkRules:
    RulesHeader header
    int32_t columns
    int32_t rows
    int32_t cells
    int32_t spaces            # without printed animals
    int32_t stack_cards       # magazines of one colour in this game
    int32_t part_tiles[PARTS]
    uint8_t tiles[PART_KINDS]                 # how many there are of each kind, morning first
    uint8_t printed[MAX_CELLS]                # as `ParkTable.board` is at the start
    uint8_t neighbour[DIRECTIONS][MAX_CELLS]  # the next cell, NONE at the edge
    uint64_t ray[DIRECTIONS][MAX_CELLS][CELL_WORDS]  # all cells in that direction, one bit each
    uint8_t values[COLOURS][STACK_CARDS]      # ascending, as they are sold


cdef packed struct ParkTable:
    uint8_t board[MAX_CELLS]  # 0 for an empty space, else 1 + the kind of tile or printed animal
    uint8_t drawn[PART_KINDS]  # tiles that have left the stack, by kind, morning first
    uint8_t tiles_left[PARTS]
    uint8_t spaces            # empty ones
    uint8_t supply[ANIMALS]
    uint8_t sold[COLOURS]     # magazines that have left their stack
    uint8_t phase
    uint8_t turn              # the seat in turn, or that is dealt its first tile
    uint8_t passes            # in a row
    uint8_t missing           # tokens to be substituted
    uint8_t last_cell         # where the last tile was placed, or NONE


cdef packed struct ParkSeat:
    uint8_t tokens[ANIMALS]
    uint8_t magazines[COLOURS]  # their values, 0 for none
    uint8_t tile              # its kind, with KINDS added for one of the evening, or NONE


# A way to pay, but for the choice of the player: `own` tokens of the magazine's animal, and for each missing one
# `size` tokens of one other animal; for Amazonia all are of any animal and count for themselves.
ctypedef struct Price:
    int32_t cost              # after discounts, in tokens of the magazine's animal
    int32_t own               # of these, those that the player has and therefore pays with
    int32_t units             # the rest of the cost
    int32_t size              # tokens for one unit
    int32_t most[ANIMALS]     # units that the player could give of each animal
    int32_t available         # their sum


# Access

cdef inline ParkTable* table_at(char* state) noexcept nogil:
    return <ParkTable*> state


cdef inline ParkSeat* seat_at(char* state, int32_t seat) noexcept nogil:
    return <ParkSeat*> (state + sizeof(ParkTable)) + seat


cdef inline const ParkRules* rules_at(const RulesHeader* header) noexcept nogil:
    return <const ParkRules*> header


cdef inline bint is_asked(const ParkTable* table) noexcept nogil:
    """Whether the seat in turn has to decide something."""
    return table.phase == TURN or table.phase == SUBSTITUTING or table.phase == REWARD


# Words

cdef inline uint64_t kind_word(int32_t kind, uint64_t data) noexcept nogil:
    """A move or an outcome: its kind, and what it is about."""
    return (<uint64_t> kind << KIND_SHIFT) | data


cdef inline int32_t kind_of(uint64_t word) noexcept nogil:
    return <int32_t> (word >> KIND_SHIFT)


cdef inline uint64_t data_of(uint64_t word) noexcept nogil:
    return word & (((<uint64_t> 1) << KIND_SHIFT) - 1)


cdef inline int32_t count_in(uint64_t data, int32_t animal) noexcept nogil:
    """The tokens of an animal among those that a move names."""
    return (data >> (8 * animal)) & 0xFF


cdef inline int32_t total_in(uint64_t data) noexcept nogil:
    """All tokens that a move names."""
    cdef int32_t animal, total = 0
    for animal in range(ANIMALS):
        total += count_in(data, animal)
    return total


# Kinds of tiles

cdef inline int32_t tile_kind(int32_t animal, int32_t count) noexcept nogil:
    """The number of a kind within a part of the stack, or on the board."""
    return animal * TILE_COUNTS + count - 1


cdef inline int32_t animal_of(int32_t kind) noexcept nogil:
    """The animal of a kind, of whichever part."""
    return kind % KINDS // TILE_COUNTS


cdef inline int32_t animals_of(int32_t kind) noexcept nogil:
    """How many animals are on a tile of this kind, of whichever part."""
    return kind % TILE_COUNTS + 1


# Sums

cdef inline int32_t sum_of(const uint8_t* counts, int32_t size) noexcept nogil:
    cdef int32_t index, total = 0
    for index in range(size):
        total += counts[index]
    return total


cdef inline int32_t magazines_of(const ParkSeat* player) noexcept nogil:
    """How many magazines a seat has."""
    cdef int32_t colour, owned = 0
    for colour in range(COLOURS):
        owned += player.magazines[colour] != 0
    return owned
