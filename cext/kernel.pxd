"""The one table through which everybody sees a game: `GameOps`.

Search, playouts, perft, fuzzing, the solver and the Python runtime (`kernel.pyx`) know a game only by this
table. A game is a module of this folder that fills one `GameOps` and wraps it in one `Kernel`.

State
    One flat block of bytes: the game's table struct followed by one seat struct per player, both packed, of
    fixed size for a given number of players. It is copied with memcpy. `Field` rows name its members, so that
    serialising (little-endian), reading from Python and comparing with the plain twin are written once.
Move, outcome
    One 64-bit word each; its layout is the game's own and is documented in the game's module. What a word
    cannot hold is split into several plies.
Chance
    Explicit. `apply` never draws. A state that waits for dice or cards has a non-zero `chance_kind`, and
    `resolve` takes the outcome, whoever made it: the game's stream (`draw`), a simulation (`sample`) or a
    physical table.
Interruption
    A table waits for the seats of `to_act`, or for chance. In some games others may nevertheless move at that moment:
    an optional function names them. Nobody waits for them, and nothing has to be told when they do not.
Purity
    No function keeps anything between calls, allocates, touches a Python object or reads a clock. The only
    exception is `draw`, which pulls numbers out of the HMAC stream and therefore needs the GIL.
"""

from libc.limits cimport INT_MAX
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.streams cimport FastStream, GameStream


cpdef enum:
    MAX_SEATS = 64            # seats fit one bit mask
    MAX_VIOLATIONS = 16       # a move never breaks more rules than this at once
    MAX_DOMAIN = 64           # bytes of a chance domain, terminating NUL included
    EVENT_ARGS = 6

# Violations that mean the same in every game. A game's own codes start at FIRST_GAME_VIOLATION.
cpdef enum:
    LEGAL = 0
    GAME_OVER = 1             # the game has ended
    CHANCE_PENDING = 2        # dice or cards must be resolved before anybody may move
    NOT_TO_ACT = 3            # this seat is neither asked for a move now nor may interrupt, or does not exist
    CHANCE_NOT_DUE = 4        # an outcome was told, but none is awaited
    WRONG_CHANCE = 5          # an outcome of another kind is awaited
    FIRST_GAME_VIOLATION = 16


ctypedef uint64_t move_t
ctypedef uint64_t outcome_t

cdef extern from *:
    """
    #define CANOPY_EVERYBODY UINT64_MAX
    #define CANOPY_NO_MOVE UINT64_MAX
    #ifdef CANOPY_DEBUG
    #define CANOPY_IS_DEBUG 1
    #else
    #define CANOPY_IS_DEBUG 0
    #endif
    """
    const uint64_t EVERYBODY "CANOPY_EVERYBODY"
    const uint64_t NO_MOVE "CANOPY_NO_MOVE"      # a word that no game uses: of a seat that had better not interrupt
    const bint IS_DEBUG "CANOPY_IS_DEBUG"


ctypedef struct Field:
    const char* name          # NULL ends a list
    uint32_t offset           # bytes from the start of the table or seat struct
    uint32_t width            # bytes of one item: 1, 2, 4 or 8, unsigned unless is_signed
    uint32_t count            # items; 1 reads as a plain int, more as a tuple
    uint32_t is_signed

ctypedef struct Violation:
    int32_t code              # LEGAL never appears in a list
    int32_t args[3]           # what the message names: a circle, a number, ... (the game's module documents it)

ctypedef struct EventItem:    # Python sees it as the named tuple `Event`
    int32_t kind              # the game's event kind
    int32_t seat              # whose it is: who acts, or whose sheet, hand or money changes; -1 for the whole table
    uint64_t audience         # seats that may see `args`, one bit each; EVERYBODY is public
    int32_t args[EVENT_ARGS]

ctypedef struct EventLog:     # a caller's buffer; playouts pass NULL instead of a log
    EventItem* items
    int32_t capacity
    int32_t count

cdef enum Ply:                # what one step of a playout did
    NO_PLY = 0                # nothing: nobody is asked and no chance is due, so the game is over
    MOVE_PLY = 1
    CHANCE_PLY = 2


ctypedef struct GameOps

ctypedef struct RulesHeader:  # the first member of every game's compiled rules (options + content)
    const GameOps* ops
    int32_t players


ctypedef Ply (*play_random_t)(const RulesHeader* rules, char* state, FastStream* rng) noexcept nogil


ctypedef struct GameOps:
    const char* name
    size_t table_size
    size_t seat_size
    const Field* table_fields
    const Field* seat_fields
    int32_t max_moves         # upper bound of legal moves of one seat in any state of any rules
    int32_t max_outcomes      # upper bound of chance outcomes in any state
    int32_t max_events        # upper bound of events that one ply can cause

    # The first state. `state` is zeroed by the caller.
    void (*start)(const RulesHeader* rules, char* state) noexcept nogil
    bint (*is_over)(const RulesHeader* rules, const char* state) noexcept nogil
    # Seats whom the table waits for, one bit each. Zero while chance is due or the game is over.
    uint64_t (*to_act)(const RulesHeader* rules, const char* state) noexcept nogil
    # Counts decision points: equal for all states in which the same simultaneous choice is being collected,
    # and never equal to that of an earlier decision of the same game. An interruption ends the decision it interrupts.
    uint32_t (*epoch)(const RulesHeader* rules, const char* state) noexcept nogil
    # Writes the legal moves of `seat`, ascending, and returns their number. The seat is asked or may interrupt.
    int32_t (*legal_moves)(const RulesHeader* rules, const char* state, int32_t seat, move_t* out) noexcept nogil
    # One legal move at random, every legal move with positive probability (the game documents the distribution).
    # The seat is asked or may interrupt.
    move_t (*random_move)(const RulesHeader* rules, const char* state, int32_t seat, FastStream* rng) noexcept nogil
    # All rules that the move breaks, in the order of the game's codes; returns their number, 0 = legal.
    # Takes any word and any seat.
    int32_t (*check)(const RulesHeader* rules, const char* state, int32_t seat, move_t move, Violation* out) noexcept nogil
    # Applies a legal move of a seat that is asked or may interrupt; the caller has checked it.
    void (*apply)(const RulesHeader* rules, char* state, int32_t seat, move_t move, EventLog* log) noexcept nogil

    # The kind of chance that is due, 0 for none.
    int32_t (*chance_kind)(const RulesHeader* rules, const char* state) noexcept nogil
    # Writes the name under which the game's stream draws it, e.g. "trek12/roll/7", NUL-terminated, at most MAX_DOMAIN.
    void (*chance_domain)(const RulesHeader* rules, const char* state, char* out) noexcept nogil
    int32_t (*check_outcome)(const RulesHeader* rules, const char* state, outcome_t outcome, Violation* out) noexcept nogil
    # All possible outcomes, ascending, and their number; each is equally likely.
    int32_t (*outcomes)(const RulesHeader* rules, const char* state, outcome_t* out) noexcept nogil
    # The outcome that the game's stream holds for this domain; independent of moves and of earlier draws.
    outcome_t (*draw)(const RulesHeader* rules, const char* state, GameStream stream) except? 0
    # An outcome for a simulation, as probable as it is to a player who knows what is public.
    outcome_t (*sample)(const RulesHeader* rules, const char* state, FastStream* rng) noexcept nogil
    void (*resolve)(const RulesHeader* rules, char* state, outcome_t outcome, EventLog* log) noexcept nogil

    # Replaces all that `viewer` (-1: a spectator) cannot know by a sample consistent with what he knows: with what he has
    # been shown up to now, that is, all views and events. It depends on nothing else: states that differ only in what
    # he cannot know become the same bytes with the same numbers from `rng`. Every deal of hidden cards is as likely as
    # the rules make it; a secret choice, which has no odds, is one of `random_move`'s.
    void (*determinize)(const RulesHeader* rules, char* state, int32_t viewer, FastStream* rng) noexcept nogil
    # Points of each seat, running while the game goes on.
    void (*returns)(const RulesHeader* rules, const char* state, int32_t* out) noexcept nogil
    # The debug build calls this after every ply: 0, or the number of the invariant that is broken.
    int32_t (*broken_invariant)(const RulesHeader* rules, const char* state) noexcept nogil

    # Optional (NULL: playouts put it together from the functions above). One ply of a playout: the lowest seat of
    # `to_act` makes its `random_move`, or the chance that is due is sampled and resolved. Equal to those functions down
    # to the numbers taken from `rng`; it only spares their calls through this table.
    # No ply of this kind is an interruption: playouts see to these themselves.
    play_random_t play_random

    # Optional (NULL: nobody ever). Seats that may move now although the table does not wait for them, one bit each,
    # none of them in `to_act`. Each has a legal move. Zero while chance is due or the game is over; whoever may
    # interrupt is public.
    uint64_t (*may_interrupt)(const RulesHeader* rules, const char* state) noexcept nogil

    # Optional (NULL: more points of `returns` are better, and nothing else counts). What the end of the game is worth to
    # each seat, 0 .. 1, by its place over all tie-breaks of the rulebook: the share of the other seats that it leaves
    # behind, a seat with the same place counting one half (`ranking.pxd`). The game is over.
    void (*payoffs)(const RulesHeader* rules, const char* state, double* out) noexcept nogil
    # Optional (NULL: they do not). Whether fewer points of `returns` are better under these rules.
    bint (*fewest_win)(const RulesHeader* rules) noexcept nogil
    # Optional (NULL: `random_move`). A move for the rollouts of a search: better than random, as fast, every legal move
    # with positive probability (the game documents the policy). It looks at nothing that the seat cannot know. A seat that
    # may only interrupt can be told NO_MOVE: it had better not.
    move_t (*rollout_move)(const RulesHeader* rules, const char* state, int32_t seat, FastStream* rng) noexcept nogil


# Adds one violation to a list of MAX_VIOLATIONS.
cdef inline void report(
    Violation* out, int32_t* count, int32_t code, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    cdef Violation* violation = &out[count[0]]
    count[0] += 1
    violation.code = code
    violation.args[0] = first
    violation.args[1] = second
    violation.args[2] = third


# A number out of a word, which may be too large for an argument of a violation.
cdef inline int32_t clamped(uint64_t number) noexcept nogil:
    return <int32_t> number if number < INT_MAX else INT_MAX


# Adds one event with all arguments 0 and returns it, or NULL when nobody listens: `event = log_event(...)`, then
# `if event: event.args[0] = ...`. An event beyond the buffer is counted, so that the runtime can report a game whose
# `max_events` is too low, but not kept.
cdef inline EventItem* log_event(EventLog* log, int32_t kind, int32_t seat, uint64_t audience) noexcept nogil:
    cdef EventItem* event
    if log == NULL:
        return NULL
    log.count += 1
    if log.count > log.capacity:
        return NULL
    event = &log.items[log.count - 1]
    memset(event, 0, sizeof(EventItem))
    event.kind = kind
    event.seat = seat
    event.audience = audience
    return event


# What the Python side holds. Instances are immutable; every change gives a new State.

cdef class Kernel:
    cdef const GameOps* ops
    cdef readonly str name
    cdef readonly tuple table_fields      # of FieldInfo
    cdef readonly tuple seat_fields

    # Checks that the field lists describe the structs byte for byte. `ops` must live as long as the process.
    @staticmethod
    cdef Kernel wrap(const GameOps* ops)

cdef class Rules:
    cdef readonly Kernel kernel
    cdef RulesHeader* data
    cdef size_t size                      # of `data`
    cdef readonly int players
    cdef readonly size_t state_size

    # Zeroed rules of `size` bytes with the header filled in; the game fills in the rest.
    @staticmethod
    cdef Rules allocate(Kernel kernel, int players, size_t size)

cdef class State:
    cdef readonly Rules rules
    cdef char* data

    @staticmethod
    cdef State blank(Rules rules)         # zeroed, not yet started
    cdef State copy(self)


# Simulation, written once for all games (`playout.pyx`), lives on the same table.
