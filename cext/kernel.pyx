"""The Python runtime of the kernels: `Rules` and immutable `State`s of any game, through its `GameOps` alone."""

import sys
from typing import NamedTuple

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.string cimport memcmp, memcpy

from cext.ranking cimport end_payoffs
from cext.streams cimport FastStream, GameStream, fast_seed


cdef bint LITTLE_ENDIAN = sys.byteorder == "little"
cdef uint64_t NO_WORD = 0xFFFFFFFFFFFFFFFFULL   # stands for every integer that is no word; no game uses it

DEBUG = bool(IS_DEBUG)

GENERIC_VIOLATIONS = {
    GAME_OVER: "GAME_OVER",
    CHANCE_PENDING: "CHANCE_PENDING",
    NOT_TO_ACT: "NOT_TO_ACT",
    CHANCE_NOT_DUE: "CHANCE_NOT_DUE",
    WRONG_CHANCE: "WRONG_CHANCE",
}


class Event(NamedTuple):
    """Something that a ply caused; what `kind` and `args` mean is the game's own."""
    kind: int
    seat: int
    audience: int
    args: tuple[int, ...]


class FieldInfo(NamedTuple):
    """One member of a table or seat struct."""
    name: str
    offset: int
    width: int
    items: int
    is_signed: bool


# How `State.replay` ended: with the last ply; at a ply that breaks a rule; at an outcome that is not told and cannot be
# drawn; at one that is possible, but another one was drawn.
REPLAY_ENDED, REPLAY_ILLEGAL, REPLAY_UNTOLD, REPLAY_NOT_DRAWN = 0, 1, 2, 3

# In the lists that `State.replay` takes: the seat of a chance ply, and the word of an outcome that is not told.
CHANCE_SEAT = 0xFF
UNTOLD = NO_WORD


class Replay(NamedTuple):
    """Where a list of plies has led."""
    state: "State"
    plies: int
    decided: int
    ended: int


class BrokenInvariant(ValueError):
    """Bytes are no state: they break this invariant, by its number in `<kernel>_sound.pxd`."""

    def __init__(self, kernel, invariant):
        super().__init__(f"the state breaks invariant {invariant} of {kernel}")
        self.invariant = invariant


class IllegalMove(ValueError):
    """A move or an outcome that breaks a rule; `violations` lists (code, args)."""

    def __init__(self, violations):
        super().__init__(f"illegal: {violations}")
        self.violations = violations


def require_tiling(fields, size):
    """Raise ValueError unless the fields, in this order, cover exactly the bytes 0 .. size-1, each under its own name."""
    end = 0
    for field in fields:
        if field.offset != end:
            raise ValueError(f"field {field.name} starts at byte {field.offset}, expected at {end}")
        if field.width not in (1, 2, 4, 8) or field.items < 1:
            raise ValueError(f"field {field.name} has {field.items} items of {field.width} bytes")
        end += field.width * field.items
    if end != size:
        raise ValueError(f"the fields cover {end} of {size} bytes")
    if len({field.name for field in fields}) != len(fields):
        raise ValueError("two fields share a name")


cdef tuple read_fields(const Field* field, size_t size):
    """The C list as a tuple of FieldInfo, checked."""
    cdef list fields = []
    while field.name != NULL:
        fields.append(FieldInfo(field.name.decode(), field.offset, field.width, field.count, bool(field.is_signed)))
        field += 1
    require_tiling(fields, size)
    return tuple(fields)


@cython.final
cdef class Kernel:
    """A game's rules as code."""

    def __init__(self):
        raise TypeError("a game's module makes its kernel")

    @staticmethod
    cdef Kernel wrap(const GameOps* ops):
        cdef Kernel kernel = Kernel.__new__(Kernel)
        kernel.ops = ops
        kernel.name = ops.name.decode()
        kernel.table_fields = read_fields(ops.table_fields, ops.table_size)
        kernel.seat_fields = read_fields(ops.seat_fields, ops.seat_size)
        return kernel

    def __repr__(self):
        return f"<Kernel {self.name}>"


@cython.final
cdef class Rules:
    """A kernel's rules compiled for one table: options, content and number of players."""

    def __init__(self):
        raise TypeError("a game's module compiles its rules")

    def __dealloc__(self):
        PyMem_Free(self.data)

    @staticmethod
    cdef Rules allocate(Kernel kernel, int players, size_t size):
        cdef Rules rules = Rules.__new__(Rules)
        if not 1 <= players <= MAX_SEATS:
            raise ValueError(f"a table has 1 .. {MAX_SEATS} seats, not {players}")
        rules.kernel = kernel
        rules.data = <RulesHeader*>PyMem_Calloc(1, size)
        if rules.data == NULL:
            raise MemoryError()
        rules.data.ops = kernel.ops
        rules.data.players = players
        rules.size = size
        rules.players = players
        rules.state_size = kernel.ops.table_size + players * kernel.ops.seat_size
        return rules

    def __eq__(self, other):
        if not isinstance(other, Rules):
            return NotImplemented
        return same_rules(self, <Rules>other)

    def __hash__(self):
        return hash((self.kernel.name, PyBytes_FromStringAndSize(<const char*>self.data, self.size)))

    def __repr__(self):
        return f"<Rules of {self.kernel.name} for {self.players}>"


cdef bint same_rules(Rules a, Rules b) noexcept:
    return a is b or (a.size == b.size and memcmp(a.data, b.data, a.size) == 0)


@cython.final
cdef class State:
    """One position of one table. Immutable: every change gives a new State."""

    def __init__(self):
        raise TypeError("use State.start or State.from_bytes")

    def __dealloc__(self):
        PyMem_Free(self.data)

    @staticmethod
    cdef State blank(Rules rules):
        cdef State state = State.__new__(State)
        state.rules = rules
        state.data = <char*>PyMem_Calloc(1, rules.state_size)
        if state.data == NULL:
            raise MemoryError()
        return state

    cdef State copy(self):
        cdef State state = State.__new__(State)
        state.rules = self.rules
        state.data = <char*>PyMem_Malloc(self.rules.state_size)
        if state.data == NULL:
            raise MemoryError()
        memcpy(state.data, self.data, self.rules.state_size)
        return state

    # Making and serialising

    @staticmethod
    def start(Rules rules not None):
        """The first state under these rules."""
        cdef State state = State.blank(rules)
        rules.data.ops.start(rules.data, state.data)
        return state

    @staticmethod
    def from_bytes(Rules rules not None, bytes data not None):
        """The state that `to_bytes` wrote under equal rules; ValueError for bytes that are no state of them."""
        cdef State state
        cdef int32_t broken
        if <size_t>len(data) != rules.state_size:
            raise ValueError(f"a state has {rules.state_size} bytes here, not {len(data)}")
        state = State.blank(rules)
        memcpy(state.data, PyBytes_AS_STRING(data), rules.state_size)
        if not LITTLE_ENDIAN:
            swap_state(rules, state.data)
        broken = rules.data.ops.broken_invariant(rules.data, state.data)
        if broken:
            raise BrokenInvariant(rules.kernel.name, broken)
        return state

    def to_bytes(self):
        """The state, little-endian on every machine."""
        cdef bytes data = PyBytes_FromStringAndSize(self.data, self.rules.state_size)
        return data if LITTLE_ENDIAN else byte_swapped(self.rules, data)

    # Reading

    @property
    def is_over(self):
        """Whether the game has ended."""
        return bool(self.rules.data.ops.is_over(self.rules.data, self.data))

    @property
    def epoch(self):
        """The number of the decision point: the same while one simultaneous choice is being collected."""
        return self.rules.data.ops.epoch(self.rules.data, self.data)

    @property
    def chance_kind(self):
        """The kind of chance that is due, 0 for none."""
        return self.rules.data.ops.chance_kind(self.rules.data, self.data)

    @property
    def chance_domain(self):
        """The domain under which the game's stream draws the chance that is due, empty when none is."""
        cdef char domain[MAX_DOMAIN]
        if not self.chance_kind:
            return ""
        self.rules.data.ops.chance_domain(self.rules.data, self.data, domain)
        return domain.decode()

    def to_act(self):
        """The seats whom the table waits for, ascending."""
        return seats_of(self, self.rules.data.ops.to_act(self.rules.data, self.data))

    def may_interrupt(self):
        """The seats that may move although the table does not wait for them, ascending; in most games nobody ever."""
        return seats_of(self, interrupters(self))

    def returns(self):
        """The points of each seat, running while the game goes on."""
        cdef int32_t points[MAX_SEATS]
        self.rules.data.ops.returns(self.rules.data, self.data, points)
        return tuple([points[seat] for seat in range(self.rules.players)])

    def payoffs(self):
        """What the end of the game is worth to each seat, 0 .. 1, by its place; ValueError before the end."""
        cdef double worth[MAX_SEATS]
        if not self.is_over:
            raise ValueError("nobody has a place before the end")
        end_payoffs(self.rules.data, self.data, worth)
        return tuple([worth[seat] for seat in range(self.rules.players)])

    def fields(self):
        """Every member by name; `seats` holds one dict per seat."""
        cdef Kernel kernel = self.rules.kernel
        cdef dict fields = read_struct(kernel.table_fields, self.data)
        cdef const char* seat = self.data + kernel.ops.table_size
        seats = []
        for _ in range(self.rules.players):
            seats.append(read_struct(kernel.seat_fields, seat))
            seat += kernel.ops.seat_size
        fields["seats"] = seats
        return fields

    # Moves

    def legal_moves(self, seat):
        """The legal moves of a seat, ascending; none when it is neither asked nor may interrupt."""
        cdef const GameOps* ops = self.rules.data.ops
        cdef move_t* moves
        cdef int32_t count, i, player = seat_index(self, seat)
        if player < 0 or not ((ops.to_act(self.rules.data, self.data) | interrupters(self)) >> player) & 1:
            return []
        moves = <move_t*>PyMem_Malloc(ops.max_moves * sizeof(move_t))
        if moves == NULL:
            raise MemoryError()
        try:
            count = ops.legal_moves(self.rules.data, self.data, player, moves)
            return [moves[i] for i in range(count)]
        finally:
            PyMem_Free(moves)

    def check(self, seat, move):
        """All rules that the move would break as (code, args), none when it is legal. Any integers will do."""
        cdef Violation found[MAX_VIOLATIONS]
        cdef int32_t count = self.rules.data.ops.check(
            self.rules.data, self.data, seat_index(self, seat), word_of(move), found)
        return list_violations(found, count)

    def apply(self, seat, move):
        """The state after a legal move, and what happened; IllegalMove otherwise."""
        violations = self.check(seat, move)
        if violations:
            raise IllegalMove(violations)
        return advance(self, False, seat_index(self, seat), word_of(move))

    # Chance

    def outcomes(self):
        """All possible outcomes of the chance that is due, ascending and equally likely; none when none is due."""
        cdef const GameOps* ops = self.rules.data.ops
        cdef outcome_t* outcomes
        cdef int32_t count, i
        if not self.chance_kind:
            return []
        outcomes = <outcome_t*>PyMem_Malloc(ops.max_outcomes * sizeof(outcome_t))
        if outcomes == NULL:
            raise MemoryError()
        try:
            count = ops.outcomes(self.rules.data, self.data, outcomes)
            return [outcomes[i] for i in range(count)]
        finally:
            PyMem_Free(outcomes)

    def check_outcome(self, outcome):
        """All rules that the outcome would break as (code, args), none when it is possible. Any integer will do."""
        cdef Violation found[MAX_VIOLATIONS]
        cdef int32_t count = self.rules.data.ops.check_outcome(self.rules.data, self.data, word_of(outcome), found)
        return list_violations(found, count)

    def draw(self, bytes seed not None):
        """The outcome that the game's stream of this seed holds for the chance that is due."""
        domain = self.chance_domain
        if not domain:
            raise ValueError("no chance is due")
        return self.rules.data.ops.draw(self.rules.data, self.data, GameStream(seed, domain))

    def draw_from(self, GameStream stream not None):
        """The same from a stream of the caller's, which may listen to what is drawn; its domain is the caller's care."""
        if not self.chance_kind:
            raise ValueError("no chance is due")
        return self.rules.data.ops.draw(self.rules.data, self.data, stream)

    def resolve(self, outcome):
        """The state after a possible outcome, and what happened; IllegalMove otherwise."""
        violations = self.check_outcome(outcome)
        if violations:
            raise IllegalMove(violations)
        return advance(self, True, -1, word_of(outcome))

    # Many plies

    def replay(self, bytes seats not None, uint64_t[::1] words not None, bytes seed=None):
        """The state after many plies, as far as they are right, and nothing told of what happened: the fast way.

        One byte and one word a ply: its seat and move, or CHANCE_SEAT and an outcome. With a seed every outcome is
        drawn as well, an UNTOLD one is filled into `words`, and one that is not the drawn one ends the replay.

        Gives the state before the ply at which it ended, the number of plies applied, after how many of them the
        present decision began, and why it ended.
        """
        cdef State state = self.copy()
        cdef const GameOps* ops = self.rules.data.ops
        cdef const RulesHeader* rules = self.rules.data
        cdef const unsigned char* seat = <const unsigned char*> PyBytes_AS_STRING(seats)
        cdef Violation found[MAX_VIOLATIONS]
        cdef Py_ssize_t count = len(seats), ply = 0, decided = 0
        cdef uint64_t word
        cdef uint32_t epoch
        cdef int32_t player
        cdef int ended = 0
        if words.shape[0] != count:
            raise ValueError(f"{count} seats and {words.shape[0]} words")
        while ply < count:
            word = words[ply]
            if seat[ply] == 0xFF:
                ended = replay_chance(state, seed, &word)
                if ended:
                    break
                words[ply] = word
                decided = ply + 1
            else:
                player = seat[ply] if seat[ply] < rules.players else -1
                if ops.check(rules, state.data, player, word, found):
                    ended = 1
                    break
                epoch = ops.epoch(rules, state.data)
                ops.apply(rules, state.data, player, word, NULL)
                if ops.epoch(rules, state.data) != epoch:
                    decided = ply + 1
            if IS_DEBUG:
                require_sound(state, NULL)
            ply += 1
        return Replay(state, ply, decided, ended)

    def determinize(self, viewer, seed: int):
        """A state as it may be for all that the viewer knows (None: a spectator), sampled from the seed."""
        cdef State state
        cdef FastStream rng
        cdef int32_t player = -1
        if viewer is not None:
            player = seat_index(self, viewer)
            if player < 0:
                raise ValueError(f"no seat {viewer} here")
        state = self.copy()
        fast_seed(&rng, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        self.rules.data.ops.determinize(self.rules.data, state.data, player, &rng)
        return state

    # Identity

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return (same_rules(self.rules, (<State>other).rules)
                and memcmp(self.data, (<State>other).data, self.rules.state_size) == 0)

    def __hash__(self):
        return hash(PyBytes_FromStringAndSize(self.data, self.rules.state_size))

    def __reduce__(self):
        raise TypeError("a state travels as to_bytes(), without its rules")

    def __repr__(self):
        return f"<State of {self.rules.kernel.name}, epoch {self.epoch}>"


cdef int replay_chance(State state, bytes seed, uint64_t* word) except -1:
    """Resolve one outcome of a replay in place, or say why not; fills in one that is not told."""
    cdef const GameOps* ops = state.rules.data.ops
    cdef const RulesHeader* rules = state.rules.data
    cdef char domain[MAX_DOMAIN]
    cdef Violation found[MAX_VIOLATIONS]
    cdef uint64_t drawn
    cdef bint untold = word[0] == NO_WORD
    if not ops.chance_kind(rules, state.data):
        return 1
    if not untold and ops.check_outcome(rules, state.data, word[0], found):
        return 1
    if seed is None:
        if untold:
            return 2
    else:
        ops.chance_domain(rules, state.data, domain)
        drawn = ops.draw(rules, state.data, GameStream(seed, domain.decode()))
        if untold:
            word[0] = drawn
        elif drawn != word[0]:
            return 3
    ops.resolve(rules, state.data, word[0], NULL)
    return 0


cdef uint64_t interrupters(State state) noexcept:
    """The seats that may interrupt, one bit each."""
    cdef const GameOps* ops = state.rules.data.ops
    return ops.may_interrupt(state.rules.data, state.data) if ops.may_interrupt != NULL else 0


cdef tuple seats_of(State state, uint64_t mask):
    """The seats of a mask, ascending."""
    if not mask:
        return ()
    return tuple([seat for seat in range(state.rules.players) if (mask >> seat) & 1])


cdef int32_t seat_index(State state, object seat) except -2:
    """The seat as a C int, -1 for a number that is no seat here."""
    if 0 <= seat < state.rules.players:
        return seat
    return -1


cdef uint64_t word_of(object number) except? 0xFFFFFFFFFFFFFFFF:
    """The number as a word; whatever is no word becomes NO_WORD, which the game answers with its own violation."""
    if 0 <= number <= 0xFFFFFFFFFFFFFFFF:
        return number
    return NO_WORD


cdef tuple advance(State before, bint is_chance, int32_t seat, uint64_t word):
    """The next state after a checked ply, and its events."""
    cdef const GameOps* ops = before.rules.data.ops
    cdef State after = before.copy()
    cdef EventLog log
    log.capacity = ops.max_events
    log.count = 0
    log.items = <EventItem*>PyMem_Malloc(ops.max_events * sizeof(EventItem))
    if log.items == NULL:
        raise MemoryError()
    try:
        if is_chance:
            ops.resolve(after.rules.data, after.data, word, &log)
        else:
            ops.apply(after.rules.data, after.data, seat, word, &log)
        if IS_DEBUG:
            require_sound(after, &log)
        return after, list_events(&log)
    finally:
        PyMem_Free(log.items)


cdef int require_sound(State state, const EventLog* log) except -1:
    """What the debug build demands after every ply."""
    cdef int32_t broken = state.rules.data.ops.broken_invariant(state.rules.data, state.data)
    if broken:
        raise AssertionError(f"a ply broke invariant {broken} of {state.rules.kernel.name}")
    if log != NULL and log.count > log.capacity:
        raise AssertionError(f"{log.count} events where {state.rules.kernel.name} promises at most {log.capacity}")
    return 0


cdef list list_violations(const Violation* found, int32_t count):
    cdef int32_t i
    return [(found[i].code, (found[i].args[0], found[i].args[1], found[i].args[2])) for i in range(count)]


cdef list list_events(const EventLog* log):
    cdef list events = []
    cdef const EventItem* item
    cdef int32_t i, j
    for i in range(min(log.count, log.capacity)):
        item = &log.items[i]
        events.append(Event(item.kind, item.seat, item.audience, tuple([item.args[j] for j in range(EVENT_ARGS)])))
    return events


# Fields

cdef dict read_struct(tuple fields, const char* base):
    """The members of the struct at `base` by name."""
    cdef dict members = {}
    for name, offset, width, count, is_signed in fields:
        items = tuple([read_item(base + <size_t>(offset + i * width), width, is_signed) for i in range(count)])
        members[name] = items[0] if count == 1 else items
    return members


cdef object read_item(const char* at, int width, bint is_signed):
    """One number in the machine's own byte order, from any address."""
    return int.from_bytes(PyBytes_FromStringAndSize(at, width), sys.byteorder, signed=is_signed)


cdef void swap_struct(const Field* field, char* base) noexcept nogil:
    """Turn every number of one struct around."""
    cdef char* item
    cdef char kept
    cdef uint32_t i, j
    while field.name != NULL:
        for i in range(field.count):
            item = base + field.offset + i * field.width
            for j in range(field.width // 2):
                kept = item[j]
                item[j] = item[field.width - 1 - j]
                item[field.width - 1 - j] = kept
        field += 1


cdef void swap_state(Rules rules, char* data) noexcept:
    """Turn every number of a state around."""
    cdef const GameOps* ops = rules.data.ops
    cdef int seat
    swap_struct(ops.table_fields, data)
    for seat in range(rules.players):
        swap_struct(ops.seat_fields, data + ops.table_size + seat * ops.seat_size)


def byte_swapped(Rules rules not None, bytes data not None):
    """The same state in the other byte order, which is what a big-endian machine reads and writes."""
    cdef bytearray swapped = bytearray(data)
    if <size_t>len(data) != rules.state_size:
        raise ValueError(f"a state has {rules.state_size} bytes here, not {len(data)}")
    swap_state(rules, PyByteArray_AS_STRING(swapped))
    return bytes(swapped)
