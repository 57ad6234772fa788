"""The exact worth of every move of Trek 12 near the end, when the dice to come are unknown (expectimax).

What a sheet is worth is the mean over all dice, and over all cards where a line is discovered, of the best move each
time. Three things make four rolls feasible:

- with the dice unknown, what an operation makes of them matters and not the dice themselves: for every operation and
  every result the best place is looked for once, and the 36 rolls then pick among these;
- sheets are met again and again, written in another order: a table keeps what they are worth;
- at the last roll, a circle beside nothing that the number goes with is as good as any other such circle.

Worths are whole numbers, so that ties are ties: a sheet's is its mean times the number of ways that dice and face-down
cards can still fall. Thereby a mean is a plain sum.
"""

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from cext.kernel cimport State, move_t
from cext.stop cimport Stop, StopSignal, is_due
from cext.streams cimport splitmix64
from cext.trek12 cimport (
    CHOOSING,
    GREEN_FACES,
    MAX_BOXES,
    MAX_CARDS,
    MAX_LINES,
    NONE,
    NUMBERS,
    OPERATIONS,
    YELLOW_FACES,
    Trek12Rules,
    Trek12Seat,
    Writing,
    has,
    holders,
    lowest_bit,
    popcount,
    result_of,
    rules_at,
    seat_at,
    table_at,
    writing_of,
)
from cext.trek12_sheet cimport moves_in_circle
from cext.trek12_solve_key cimport SheetKeys, key_after, make_sheet_keys
from cext.trek12_solve_sight cimport WAYS, WAYS_IN_CIRCLE, Sight, list_moves, total_of, write_move


cdef enum:
    ROLLS = 36                # GREEN_FACES * YELLOW_FACES
    MOST_ROLLS = 5            # with more, worths would not fit 64 bits
    POLL_POSITIONS = 16
    TABLE_BITS = 19

cdef extern from *:
    """
    #define CANOPY_NO_WORTH (-((int64_t) 1 << 62))
    """
    const int64_t NO_WORTH "CANOPY_NO_WORTH"


cdef str KERNEL_NAME = "trek12"


ctypedef struct Entry:
    uint64_t key              # 0: nothing
    int64_t worth             # but for the danger boxes ticked by then

ctypedef struct Exact:
    int64_t positions         # sheets with dice to be rolled that were searched
    int64_t most_positions
    const StopSignal* stop
    bint stopped
    Entry* table              # NULL: not worth the memory
    SheetKeys keys
    uint64_t box_keys[OPERATIONS][MAX_BOXES + 1]
    uint64_t card_keys[MAX_LINES][MAX_CARDS]


# Ways in which things can fall

cdef inline int32_t unseen_cards(const Sight* sight) noexcept nogil:
    cdef int32_t line, unseen = sight.rules.cards
    for line in range(sight.rules.lines):
        unseen -= sight.table.cards[line] != NONE
    return unseen


cdef inline int64_t ways_of_cards(const Sight* sight) noexcept nogil:
    """In how many ways the cards of the lines that lie face down can lie."""
    cdef int32_t line, unseen = unseen_cards(sight)
    cdef int64_t ways = 1
    for line in range(sight.rules.lines):
        if sight.table.cards[line] == NONE:
            ways *= unseen
            unseen -= 1
    return ways


cdef inline int64_t ways_of_all(const Sight* sight) noexcept nogil:
    """In how many ways cards and dice can fall."""
    cdef int64_t ways = ways_of_cards(sight)
    cdef int32_t round
    for round in range(sight.table.round, sight.rules.rounds):
        ways *= ROLLS
    return ways


# The table of sheets

cdef void make_keys(Exact* exact) noexcept nogil:
    cdef uint64_t counter = 0
    cdef int32_t i, j
    make_sheet_keys(&exact.keys, &counter)
    for i in range(OPERATIONS):
        for j in range(MAX_BOXES + 1):
            exact.box_keys[i][j] = splitmix64(&counter)
    for i in range(MAX_LINES):
        for j in range(MAX_CARDS):
            exact.card_keys[i][j] = splitmix64(&counter)


cdef inline uint64_t full_key(const Exact* exact, const Sight* sight, uint64_t key) noexcept nogil:
    """With the boxes ticked and the cards that lie open. Danger is counted apart; observations follow from numbers."""
    cdef int32_t operation, line
    for operation in range(OPERATIONS):
        key ^= exact.box_keys[operation][sight.sheet.used[operation]]
    for line in range(sight.rules.lines):
        if sight.table.cards[line] != NONE:
            key ^= exact.card_keys[line][sight.table.cards[line]]
    return key | 1


# Expectation

cdef int64_t expect(Exact* exact, Sight* sight, uint64_t key) noexcept nogil:
    """What a sheet is worth when the dice are to be rolled, or the game is over."""
    cdef Entry* entry
    cdef uint64_t whole
    cdef int64_t worth, danger
    if sight.table.round == sight.rules.rounds:
        return total_of(sight) * ways_of_cards(sight)
    danger = sight.sheet.ticks * sight.rules.danger_points * ways_of_all(sight)
    whole = full_key(exact, sight, key)
    entry = &exact.table[whole >> (64 - TABLE_BITS)]
    if entry.key == whole:
        return entry.worth - danger
    exact.positions += 1
    if exact.positions % POLL_POSITIONS == 0 and (exact.positions >= exact.most_positions or is_due(exact.stop)):
        exact.stopped = True
    if exact.stopped:
        return NO_WORTH
    if sight.table.round == sight.rules.rounds - 1:
        worth = expect_last(exact, sight, key)
    else:
        worth = expect_roll(exact, sight, key)
    if not exact.stopped:
        entry.key = whole
        entry.worth = worth + danger
    return worth


cdef int64_t expect_roll(Exact* exact, const Sight* sight, uint64_t key) noexcept nogil:
    """The sum over all rolls of the best operation, each with its best place."""
    cdef const Trek12Rules* rules = sight.rules
    cdef int64_t placed[OPERATIONS][NUMBERS + 1]
    cdef int64_t best, sum = 0
    cdef int32_t operation, number, result, green, yellow
    for operation in range(OPERATIONS):
        if sight.sheet.used[operation] == rules.boxes:
            continue
        for number in range(NUMBERS + 1):
            if rules.rolls_giving[operation][number]:
                result = number if number < NUMBERS else rules.max_number + 1
                placed[operation][number] = best_place(exact, sight, key, operation, result, sight.sheet.open)
                if exact.stopped:
                    return NO_WORTH
    for green in range(1, GREEN_FACES + 1):
        for yellow in range(YELLOW_FACES):
            best = NO_WORTH
            for operation in range(OPERATIONS):
                if sight.sheet.used[operation] < rules.boxes:
                    result = result_of(rules, operation, green, yellow)
                    best = max(best, placed[operation][result if result <= rules.max_number else NUMBERS])
            sum += best
    return sum


cdef int64_t expect_last(Exact* exact, const Sight* sight, uint64_t key) noexcept nogil:
    """The last roll: one operation is left, so that all dice that give it the same result are one case."""
    cdef const Trek12Rules* rules = sight.rules
    cdef int32_t operation = 0
    cdef int32_t number, result, rolls
    cdef int64_t worth, sum = 0
    while sight.sheet.used[operation] == rules.boxes:
        operation += 1
    for number in range(NUMBERS + 1):
        rolls = popcount(rules.rolls_giving[operation][number])
        if rolls:
            result = number if number < NUMBERS else rules.max_number + 1
            worth = best_place(exact, sight, key, operation, result, telling_circles(sight, operation, result))
            if exact.stopped:
                return NO_WORTH
            sum += rolls * worth
    return sum


cdef uint64_t telling_circles(const Sight* sight, int32_t operation, int32_t result) noexcept nogil:
    """Circles among which one is best for the last number: those beside a number that it can be linked to or be in a
    zone with, and one of the others, which all make an orphan, or a spider. Out of the river it is never worse."""
    cdef const Trek12Rules* rules = sight.rules
    cdef const Trek12Seat* sheet = &sight.sheet
    cdef uint64_t partners = 0
    cdef uint64_t near = 0
    cdef uint64_t others, dry
    if result <= rules.max_number:
        partners = (
            sheet.by_number[result]
            | (holders(sheet, result - 1) & ~sheet.has_above)
            | (holders(sheet, result + 1) & ~sheet.has_below)
        )
    while partners:
        near |= rules.neighbours[lowest_bit(partners)]
        partners &= partners - 1
    near &= sheet.open
    others = sheet.open & ~near
    dry = others & ~rules.river
    if operation != rules.safe_operation and dry:
        others = dry
    return near | (others & -others)


cdef int64_t best_place(
    Exact* exact, const Sight* sight, uint64_t key, int32_t operation, int32_t result, uint64_t circles
) noexcept nogil:
    """The worth of the best way to write a result in one of some circles."""
    cdef move_t ways[WAYS_IN_CIRCLE]
    cdef int32_t circle, count, i
    cdef int64_t best = NO_WORTH
    while circles and not exact.stopped:
        circle = lowest_bit(circles)
        circles &= circles - 1
        count = moves_in_circle(sight.rules, &sight.sheet, operation, circle, result, ways)
        for i in range(count):
            best = max(best, expect_after(exact, sight, key, ways[i], result))
    return best


cdef int64_t expect_after(
    Exact* exact, const Sight* sight, uint64_t key, move_t move, int32_t result
) noexcept nogil:
    """What a sheet is worth after a move, once what it discovers has been turned up."""
    cdef Sight after = sight[0]
    cdef Writing writing = writing_of(move)
    write_move(&after, move, result)
    return expect_cards(exact, &after, key_after(&exact.keys, key, sight.rules, &writing, result))


cdef int64_t expect_cards(Exact* exact, Sight* sight, uint64_t key) noexcept nogil:
    """The sum over the cards that may turn up at the lines just discovered."""
    cdef Sight after
    cdef int32_t line, card, other
    cdef bint is_seen
    cdef int64_t worth, sum = 0
    if not sight.table.due_lines:
        sight.table.round += 1
        return expect(exact, sight, key)
    line = lowest_bit(sight.table.due_lines)
    for card in range(sight.rules.cards):
        is_seen = False
        for other in range(sight.rules.lines):
            is_seen = is_seen or sight.table.cards[other] == card
        if is_seen:
            continue
        after = sight[0]
        after.table.cards[line] = card
        after.table.due_lines &= ~(1 << line)
        worth = expect_cards(exact, &after, key)
        if exact.stopped:
            return NO_WORTH
        sum += worth
    return sum


# The Python side

@cython.final
cdef class Expectimax:
    """Work memory of one computation."""
    cdef Exact exact

    def __cinit__(self, most_positions, Stop stop not None):
        memset(&self.exact, 0, sizeof(Exact))
        self.exact.most_positions = most_positions
        self.exact.stop = &stop.signal
        self.exact.table = <Entry*> PyMem_Calloc(1 << TABLE_BITS, sizeof(Entry))
        if self.exact.table == NULL:
            raise MemoryError()
        make_keys(&self.exact)

    def __dealloc__(self):
        PyMem_Free(self.exact.table)

    cdef list values(self, const Sight* sight, const move_t* moves, int32_t count, int32_t result):
        """(move, worth) of moves that write the same result."""
        cdef int32_t i
        cdef int64_t worth = NO_WORTH
        values = []
        for i in range(count):
            with nogil:
                worth = expect_after(&self.exact, sight, 0, moves[i], result)
            if self.exact.stopped:
                break
            values.append((moves[i], worth))
        return values


def exact_values(State state not None, int32_t seat, most_positions, Stop stop not None):
    """(values, positions): the expected points after each legal move of a sheet alone, or None if that takes too long.

    Values are pairs (move, points), the best first and equal ones by move. Exact for a table of one, and for any table
    without a line face down. A position is a sheet with dice to be rolled. ValueError with more than MOST_ROLLS rolls
    to be written.
    """
    cdef Expectimax search
    cdef Sight sight
    cdef int32_t operation, result
    cdef move_t moves[WAYS]
    if state.rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{state} is no state of Trek 12")
    if table_at(state.data).phase != CHOOSING or not 0 <= seat < state.rules.players:
        raise ValueError(f"seat {seat} is not asked for a move")
    sight.rules = rules_at(state.rules.data)
    sight.table = table_at(state.data)[0]
    sight.sheet = seat_at(state.data, seat)[0]
    if sight.rules.rounds - sight.table.round > MOST_ROLLS:
        raise ValueError(f"no more than {MOST_ROLLS} rolls can be searched through")
    search = Expectimax(most_positions, stop)
    values = []
    for operation in range(OPERATIONS):
        if sight.sheet.used[operation] < sight.rules.boxes and not search.exact.stopped:
            result = result_of(sight.rules, operation, sight.table.green, sight.table.yellow)
            values += search.values(&sight, moves, list_moves(&sight, operation, result, moves), result)
    if search.exact.stopped:
        return None, search.exact.positions
    ways = ways_of_all(&sight) // ROLLS
    values.sort(key=lambda pair: (-pair[1], pair[0]))
    return [(move, worth / ways) for move, worth in values], search.exact.positions
