"""Random play to the end and perft, written once for all games over `GameOps`."""

from typing import NamedTuple

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from cext.kernel cimport (
    CHANCE_PLY,
    IS_DEBUG,
    MAX_SEATS,
    MOVE_PLY,
    NO_PLY,
    GameOps,
    Ply,
    RulesHeader,
    State,
    play_random_t,
)
from cext.streams cimport FastStream, fast_below, fast_seed

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long mask) noexcept nogil
    int count_bits "__builtin_popcountll"(unsigned long long mask) noexcept nogil


# A perft of this depth never ends anyway; the limit only keeps the work memory small.
cdef int MAX_DEPTH = 1024

# Where seats may interrupt, one ply in so many is an interruption: often enough for a search to see what comes of it,
# seldom enough for games to go on.
cdef enum:
    PLIES_PER_INTERRUPTION = 16


class Counts(NamedTuple):
    """What `measure` played."""
    games: int
    plies: int
    moves: int
    interruptions: int


# Playouts

cdef Ply play_random(const RulesHeader* rules, char* state, FastStream* rng) noexcept nogil:
    """One random move or sampled outcome, through the functions that every game has."""
    cdef const GameOps* ops = rules.ops
    cdef uint64_t seats = ops.to_act(rules, state)
    cdef int32_t seat
    if seats:
        seat = lowest_bit(seats)
        ops.apply(rules, state, seat, ops.random_move(rules, state, seat, rng), NULL)
        return MOVE_PLY
    if ops.chance_kind(rules, state):
        ops.resolve(rules, state, ops.sample(rules, state, rng), NULL)
        return CHANCE_PLY
    return NO_PLY


cdef Ply interrupt(const RulesHeader* rules, char* state, FastStream* rng) noexcept nogil:
    """Now and then a random move of a random seat of those that may interrupt; NO_PLY otherwise."""
    cdef uint64_t seats
    cdef int32_t seat, skipped
    if fast_below(rng, PLIES_PER_INTERRUPTION):
        return NO_PLY
    seats = rules.ops.may_interrupt(rules, state)
    if not seats:
        return NO_PLY
    for skipped in range(<int32_t> fast_below(rng, count_bits(seats))):
        seats &= seats - 1
    seat = lowest_bit(seats)
    rules.ops.apply(rules, state, seat, rules.ops.random_move(rules, state, seat, rng), NULL)
    return MOVE_PLY


cdef void play_plies(
    const RulesHeader* rules, char* state, FastStream* rng, Tally* tally, play_random_t play
) noexcept nogil:
    """Play until the game is over, one ply at a time."""
    cdef bint interruptible = rules.ops.may_interrupt != NULL
    cdef int64_t moves = 0
    cdef int64_t plies = 0
    cdef int64_t interruptions = 0
    cdef Ply ply
    while not tally.broken:
        ply = interrupt(rules, state, rng) if interruptible else NO_PLY
        interruptions += ply == MOVE_PLY
        if ply == NO_PLY:
            ply = play(rules, state, rng)
        if ply == NO_PLY:
            break
        plies += 1
        moves += ply == MOVE_PLY
        if IS_DEBUG:
            tally.broken = rules.ops.broken_invariant(rules, state)
    tally.moves += moves
    tally.plies += plies
    tally.interruptions += interruptions


cdef void play_out(const RulesHeader* rules, char* state, FastStream* rng, Tally* tally) noexcept nogil:
    """Play random moves and sampled chance until the game is over. Seats that choose at the same time go in order.

    Where seats may interrupt, a random one of them does so instead, one ply in PLIES_PER_INTERRUPTION.
    """
    play_plies(rules, state, rng, tally, rules.ops.play_random if rules.ops.play_random != NULL else play_random)


cdef int require_sound(const Tally* tally) except -1:
    if tally.broken:
        raise AssertionError(f"a ply of a playout broke invariant {tally.broken}")
    return 0


def playout(State state not None, seed: int, *, fused: bool = True):
    """The end of one random game from `state`; equal seeds give equal games.

    Not fused, it leaves out the game's own `play_random` and does what that stands for, which gives the same game.
    """
    cdef State end = state.copy()
    cdef FastStream rng
    cdef Tally tally = Tally(0, 0, 0, 0)
    cdef bint is_fused = fused
    fast_seed(&rng, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    with nogil:
        if is_fused:
            play_out(end.rules.data, end.data, &rng, &tally)
        else:
            play_plies(end.rules.data, end.data, &rng, &tally, play_random)
    require_sound(&tally)
    return end


def measure(State state not None, seed: int, games: int):
    """Play random games from `state` to the end, count every one's points as a search would, and say how much it was."""
    cdef State work = state.copy()
    cdef const RulesHeader* rules = work.rules.data
    cdef size_t size = work.rules.state_size
    cdef int64_t game, wanted = games
    cdef int32_t points[MAX_SEATS]
    cdef FastStream rng
    cdef Tally tally = Tally(0, 0, 0, 0)
    if wanted < 0:
        raise ValueError(f"cannot play {games} games")
    fast_seed(&rng, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
    with nogil:
        for game in range(wanted):
            memcpy(work.data, state.data, size)
            play_out(rules, work.data, &rng, &tally)
            rules.ops.returns(rules, work.data, points)
    require_sound(&tally)
    return Counts(games, tally.plies, tally.moves, tally.interruptions)


# Perft

cdef int32_t list_plies(const RulesHeader* rules, const char* state, uint64_t* words, int32_t* seat) noexcept nogil:
    """Everything that may happen next: outcomes (seat -1), or the moves of the lowest seat asked. -1: game over."""
    cdef uint64_t seats = rules.ops.to_act(rules, state)
    if seats:
        seat[0] = lowest_bit(seats)
        return rules.ops.legal_moves(rules, state, seat[0], words)
    seat[0] = -1
    if rules.ops.chance_kind(rules, state):
        return rules.ops.outcomes(rules, state, words)
    return -1


cdef void play_word(const RulesHeader* rules, char* state, int32_t seat, uint64_t word) noexcept nogil:
    """Play one of the words that `list_plies` gave."""
    if seat >= 0:
        rules.ops.apply(rules, state, seat, word, NULL)
    else:
        rules.ops.resolve(rules, state, word, NULL)


cdef uint64_t count_leaves(
    const RulesHeader* rules, const char* state, size_t size, size_t stride, int depth, char* block
) noexcept nogil:
    """The leaves `depth` plies below `state`. Each depth works in its own `stride` bytes of `block`: words, then a state."""
    cdef uint64_t* words = <uint64_t*>block
    cdef char* after = block + stride - size
    cdef int32_t seat, i, count
    cdef uint64_t leaves = 0
    if depth == 0:
        return 1
    count = list_plies(rules, state, words, &seat)
    if count < 0:
        return 1
    if depth == 1:
        return count
    for i in range(count):
        memcpy(after, state, size)
        play_word(rules, after, seat, words[i])
        leaves += count_leaves(rules, after, size, stride, depth - 1, block + stride)
    return leaves


cdef class Workspace:
    """The memory of one perft: per depth the words of one position and one state."""
    cdef char* block
    cdef size_t stride

    def __cinit__(self, State state not None, depth: int):
        cdef const GameOps* ops = state.rules.data.ops
        cdef size_t words
        if not 0 <= depth <= MAX_DEPTH:
            raise ValueError(f"perft goes 0 .. {MAX_DEPTH} plies deep, not {depth}")
        words = sizeof(uint64_t) * max(ops.max_moves, ops.max_outcomes)
        self.stride = words + (state.rules.state_size + 15) // 16 * 16
        self.block = <char*>PyMem_Malloc(self.stride * <size_t>max(depth, 1))
        if self.block == NULL:
            raise MemoryError()

    def __dealloc__(self):
        PyMem_Free(self.block)


def perft(State state not None, depth: int):
    """How many lines of `depth` plies start here: every outcome, every move of the lowest seat asked; an end counts 1.

    Interruptions are not counted.
    """
    cdef Workspace work = Workspace(state, depth)
    cdef int levels = depth
    cdef uint64_t leaves
    with nogil:
        leaves = count_leaves(state.rules.data, state.data, state.rules.state_size, work.stride, levels, work.block)
    return leaves


def perft_divide(State state not None, depth: int):
    """`perft` split by the first ply: (`"chance"` or `"move"`, word, leaves) for each, in order. depth >= 1."""
    cdef Workspace work = Workspace(state, depth)
    cdef State after
    cdef const RulesHeader* rules = state.rules.data
    cdef uint64_t* words = <uint64_t*>work.block
    cdef size_t size = state.rules.state_size
    cdef int32_t seat, i, count
    cdef int levels = depth
    cdef uint64_t leaves
    if levels < 1:
        raise ValueError("there is no first ply to split by")
    count = list_plies(rules, state.data, words, &seat)
    parts = []
    for i in range(count):
        after = state.copy()
        play_word(rules, after.data, seat, words[i])
        with nogil:
            leaves = count_leaves(rules, after.data, size, work.stride, levels - 1, work.block + work.stride)
        parts.append(("move" if seat >= 0 else "chance", words[i], leaves))
    return parts
