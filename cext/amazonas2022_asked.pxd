"""Who may do what at a table of Amazonas 2022: the step, the seats asked, those that may interrupt, and targets of effects.

Nothing here depends on a card that lies face down, so that nobody learns from it what such a card is.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas2022 cimport (
    ANACONDA_EFFECT,
    DRAWING,
    FIRST_LOOK,
    FIRST_RETURN,
    GIVING,
    HOLDING,
    JAGUAR_EFFECT,
    LOOKING,
    MONKEY,
    MONKEY_DIRECTION,
    NO_SEAT,
    OVER,
    OWED,
    PICKING,
    RACING,
    SLOTH,
    SLOTH_EFFECT,
    TOAD_EFFECT,
    TURN,
    USED,
    Amazonas2022Rules,
    Amazonas2022Table,
    all_seats,
    bit,
    popcount,
    seat_at,
    table_at,
)
from cext.amazonas2022_cards cimport visible_card


# Steps

cdef inline int32_t step_of(const Amazonas2022Table* table) noexcept nogil:
    """The phase, or what has to be done before it goes on."""
    if table.owed != NO_SEAT:
        return OWED
    if table.race:
        return RACING
    if table.race_winner != NO_SEAT:
        return GIVING
    return table.phase


cdef inline bint is_effect(int32_t phase) noexcept nogil:
    """Whether the seat in turn may use, or has to use, the effect of a card that it has just discarded."""
    return SLOTH_EFFECT <= phase <= JAGUAR_EFFECT or phase == MONKEY_DIRECTION


cdef inline int32_t animal_of(int32_t phase) noexcept nogil:
    """The kind of the card whose effect this is."""
    return MONKEY if phase == MONKEY_DIRECTION else SLOTH + phase - SLOTH_EFFECT


cdef inline int32_t effect_of(int32_t kind) noexcept nogil:
    """The phase of a card's effect, 0 for a card without."""
    if kind == MONKEY:
        return MONKEY_DIRECTION
    return SLOTH_EFFECT + kind - SLOTH if SLOTH <= kind < MONKEY else 0


cdef inline bint is_window(int32_t phase) noexcept nogil:
    """Whether a wild discard may begin: not in the middle of a jaguar or monkey ("Sometimes Memory Fails!"), nor while
    nobody is in turn."""
    return is_effect(phase) or phase == TURN or phase == HOLDING or phase == LOOKING


# Seats

cdef inline uint64_t caller_bit(const Amazonas2022Table* table) noexcept nogil:
    """The caller as a mask; NO_SEAT becomes a bit that is no seat's."""
    return bit(table.caller & 63)


cdef inline uint64_t owners(const Amazonas2022Rules* rules, const char* state) noexcept nogil:
    """Seats with cards that can be named, taken or exchanged: not the caller ("Say "Amazonas"")."""
    cdef int32_t seat
    cdef uint64_t seats = 0
    for seat in range(rules.header.players):
        seats |= <uint64_t> (seat_at(<char*> state, seat).count != 0) << seat
    return seats & ~caller_bit(table_at(<char*> state))


cdef inline uint64_t rivals(const Amazonas2022Rules* rules, const Amazonas2022Table* table) noexcept nogil:
    """Seats that are not kept from wild discards: neither the caller nor barred after a wrong one."""
    return all_seats(rules) & ~(table.barred | caller_bit(table))


cdef inline uint64_t may_attempt(
    const Amazonas2022Rules* rules, const char* state, int32_t step
) noexcept nogil:
    """Seats that may attempt a wild discard now ("Wild Discard")."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef int32_t visible
    if step != RACING:
        visible = visible_card(table)
        if not is_window(step) or not visible or visible & USED or not owners(rules, state):
            return 0
    return rivals(rules, table)


cdef inline bint has_rival(
    const Amazonas2022Rules* rules, const Amazonas2022Table* table, int32_t seat
) noexcept nogil:
    """Whether another seat may attempt after this one. Attempts do not change that, whatever comes of them."""
    return rivals(rules, table) & ~bit(seat) != 0


cdef inline uint64_t to_look(const Amazonas2022Rules* rules, const char* state, bint has_looked) noexcept nogil:
    """Seats that have chosen a card to look at or to pass on, or those that have not."""
    cdef int32_t seat
    cdef uint64_t seats = 0
    for seat in range(rules.header.players):
        seats |= <uint64_t> ((seat_at(<char*> state, seat).look != 0) == has_looked) << seat
    return seats


cdef inline uint64_t asked_in(const Amazonas2022Rules* rules, const char* state, int32_t step) noexcept nogil:
    """Seats whom the table waits for in a step."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    if step == FIRST_LOOK:
        return to_look(rules, state, False)
    if step == FIRST_RETURN:
        return to_look(rules, state, True)
    if step == PICKING:
        return owners(rules, state) & to_look(rules, state, False)
    if step == RACING:
        return may_attempt(rules, state, step)
    if step == GIVING:
        return bit(table.race_winner)
    if step < FIRST_LOOK or step == DRAWING or step == OVER or step == OWED:
        return 0
    return bit(table.turn)


cdef inline uint64_t interrupters(const Amazonas2022Rules* rules, const char* state, int32_t step) noexcept nogil:
    """Seats that may attempt a wild discard although the table does not wait for them."""
    return may_attempt(rules, state, step) & ~bit(table_at(<char*> state).turn) if step != RACING else 0


# Targets

cdef inline uint64_t targets(const Amazonas2022Rules* rules, const char* state) noexcept nogil:
    """Other seats whose cards the seat in turn may look at or exchange."""
    return owners(rules, state) & ~bit(table_at(<char*> state).turn)


cdef inline bint has_target(const Amazonas2022Rules* rules, const char* state, int32_t phase) noexcept nogil:
    """Whether an effect can do anything ("Effects of the Animal Cards")."""
    cdef bint has_own = seat_at(<char*> state, table_at(<char*> state).turn).count != 0
    if phase == SLOTH_EFFECT:
        return has_own
    if phase == TOAD_EFFECT or phase == JAGUAR_EFFECT:
        return targets(rules, state) != 0
    if phase == ANACONDA_EFFECT:
        return has_own and targets(rules, state) != 0
    return popcount(owners(rules, state)) >= 2
