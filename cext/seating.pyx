"""Tables for a tournament: players are swapped until pairs at one table cost little. Good tables quickly, no proof.

The search is threshold accepting (Dueck and Scheuer 1990): a swap is made when it costs less than the threshold, which
falls to nothing. It knows whole numbers only, so that it gives the same tables on every machine.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t

from cext.stop cimport Stop, is_due
from cext.streams cimport FastStream, fast_below, fast_seed


cpdef enum:
    MAX_PLAYERS = 1024
    MAX_SIZE = 8              # players of one table

cdef enum:
    REACH = 12                # how far apart in the order of points players are swapped, mostly
    FAR = 8                   # of so many swaps one is with anybody
    LAST = 4                  # of so many steps the last ones swap only what makes the tables better
    POLL = 4096               # steps between two looks at the stop


ctypedef struct Tables:
    int32_t players
    int32_t size[MAX_PLAYERS]               # by table
    int32_t at[MAX_PLAYERS][MAX_SIZE]       # by table and seat, who sits there
    int32_t table[MAX_PLAYERS]              # by player
    int32_t seat[MAX_PLAYERS]


cdef inline void put(Tables* tables, int32_t table, int32_t seat, int32_t player) noexcept nogil:
    tables.at[table][seat] = player
    tables.table[player] = table
    tables.seat[player] = seat


cdef inline int64_t change_of(const int64_t* pairs, const Tables* tables, int32_t one, int32_t other) noexcept nogil:
    """What it costs to swap two players of different tables."""
    cdef int32_t players = tables.players
    cdef int32_t here = tables.table[one]
    cdef int32_t there = tables.table[other]
    cdef int64_t change = 0
    cdef int32_t seat, player
    for seat in range(tables.size[here]):
        player = tables.at[here][seat]
        if player != one:
            change += pairs[other * players + player] - pairs[one * players + player]
    for seat in range(tables.size[there]):
        player = tables.at[there][seat]
        if player != other:
            change += pairs[one * players + player] - pairs[other * players + player]
    return change


cdef inline void swap(Tables* tables, int32_t one, int32_t other) noexcept nogil:
    cdef int32_t here = tables.table[one], seat_here = tables.seat[one]
    cdef int32_t there = tables.table[other], seat_there = tables.seat[other]
    put(tables, here, seat_here, other)
    put(tables, there, seat_there, one)


cdef inline int32_t partner_of(int32_t players, int32_t one, FastStream* rng) noexcept nogil:
    """With whom to swap: mostly somebody near by."""
    cdef int32_t first, last
    if fast_below(rng, FAR) == 0:
        return fast_below(rng, players)
    first = max(0, one - REACH)
    last = min(players - 1, one + REACH)
    return first + <int32_t> fast_below(rng, last - first + 1)


cdef int64_t search(
    const int64_t* pairs, Tables* tables, Tables* best, int64_t threshold, int64_t steps, FastStream* rng, Stop stop
) noexcept nogil:
    """Swap for so many steps and keep the best tables; the number of steps made."""
    cdef int64_t cost = 0           # above that of the first tables
    cdef int64_t least = 0
    cdef int64_t falling = steps - steps // LAST
    cdef int64_t step, bar, change
    cdef int32_t one, other
    for step in range(steps):
        if step % POLL == 0 and is_due(&stop.signal):
            return step
        one = fast_below(rng, tables.players)
        other = partner_of(tables.players, one, rng)
        if tables.table[one] == tables.table[other]:
            continue
        bar = threshold - threshold * step // falling if step < falling else 0
        change = change_of(pairs, tables, one, other)
        if change < bar or change <= 0:
            swap(tables, one, other)
            cost += change
            if cost < least:
                least = cost
                best[0] = tables[0]
    return steps


def improve(scores, met, repeat_cost: int, known, threshold: int, steps: int, seed: int, Stop stop not None):
    """(tables, steps made): tables that cost no more than the known ones; players are numbers.

    A pair costs the difference of its scores, and `repeat_cost` for each time that it has met: `met` holds triples of
    two players and how often.
    """
    cdef int32_t players = len(scores)
    cdef int32_t one, other
    cdef int64_t made
    cdef int64_t total = steps, bar = threshold
    cdef int64_t* pairs = NULL
    cdef Tables* tables = NULL
    cdef FastStream rng
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"2 to {MAX_PLAYERS} players are seated, not {players}")
    if sorted(player for table in known for player in table) != list(range(players)):
        raise ValueError("everybody sits at one table")
    if max(map(len, known)) > MAX_SIZE:
        raise ValueError(f"a table has at most {MAX_SIZE} players")
    pairs = <int64_t*> PyMem_Calloc(players * players, sizeof(int64_t))
    tables = <Tables*> PyMem_Calloc(2, sizeof(Tables))
    try:
        if pairs == NULL or tables == NULL:
            raise MemoryError()
        for one in range(players):
            for other in range(players):
                pairs[one * players + other] = abs(<int64_t> scores[one] - <int64_t> scores[other])
        for first, second, times in met:
            if not (0 <= first < players and 0 <= second < players):
                raise ValueError("only players have met")
            pairs[first * players + second] += times * repeat_cost
            pairs[second * players + first] += times * repeat_cost
        tables.players = players
        for number, table in enumerate(known):
            tables.size[number] = len(table)
            for seat, player in enumerate(table):
                put(tables, number, seat, player)
        tables[1] = tables[0]
        fast_seed(&rng, <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF))
        with nogil:
            made = search(pairs, tables, &tables[1], bar, total, &rng, stop)
        return [
            sorted([tables[1].at[number][seat] for seat in range(tables[1].size[number])])
            for number in range(len(known))
        ], made
    finally:
        PyMem_Free(pairs)
        PyMem_Free(tables)
