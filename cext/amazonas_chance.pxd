"""Mission and event cards of Amazonas: what can come next, what cannot, and samples of it."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdio cimport snprintf

from cext.amazonas cimport (
    CHANCE_EVENT,
    CHANCE_MISSION,
    DEALING,
    DRAWING,
    EVENT_ALREADY_DRAWN,
    EVENT_CARDS,
    EVENT_UNKNOWN,
    MISSION_ALREADY_DEALT,
    MISSION_UNKNOWN,
    MISSION_WRONG_SEAT,
    NONE,
    OVER,
    AmazonasRules,
    AmazonasTable,
    bit,
    data_of,
    has,
    kind_of,
    kind_word,
    lowest_bit,
    random_bit,
    rules_at,
    seat_at,
    table_at,
)
from cext.kernel cimport (
    CHANCE_NOT_DUE,
    GAME_OVER,
    MAX_DOMAIN,
    WRONG_CHANCE,
    RulesHeader,
    Violation,
    clamped,
    outcome_t,
    report,
)
from cext.streams cimport FastStream


cdef enum:
    MISSION_SHIFT = 8         # of the mission in its outcome, above the seat


# What is due

cdef inline int32_t chance_kind(const RulesHeader* header, const char* state) noexcept nogil:
    cdef int32_t phase = table_at(<char*> state).phase
    if phase == DEALING:
        return CHANCE_MISSION
    return CHANCE_EVENT if phase == DRAWING else 0


cdef inline void chance_domain(const RulesHeader* header, const char* state, char* out) noexcept nogil:
    """Missions have one domain, as they are shuffled once; every round's event has its own."""
    cdef const AmazonasTable* table = table_at(<char*> state)
    if table.phase == DEALING:
        snprintf(out, MAX_DOMAIN, b"amazonas/missions")
    else:
        snprintf(out, MAX_DOMAIN, b"amazonas/event/%d", <int> table.round)


cdef inline uint64_t missions_left(const AmazonasRules* rules, const char* state) noexcept nogil:
    """Mission cards that no seat holds, one bit each."""
    cdef uint64_t left = bit(rules.mission_cards) - 1
    cdef int32_t seat, mission
    for seat in range(rules.header.players):
        mission = seat_at(<char*> state, seat).mission
        if mission != NONE:
            left &= ~bit(mission)
    return left


cdef inline uint64_t events_left(const AmazonasTable* table) noexcept nogil:
    """Event cards that have not been drawn, one bit each."""
    return (bit(EVENT_CARDS) - 1) & ~<uint64_t> table.events_used


# Words

cdef inline outcome_t mission_word(int32_t seat, uint64_t mission) noexcept nogil:
    return kind_word(CHANCE_MISSION, seat | mission << MISSION_SHIFT)


# Checking

cdef inline int32_t check_mission(
    const AmazonasRules* rules, const char* state, uint64_t data, Violation* out
) noexcept nogil:
    """The seats get one mission card each, in turn."""
    cdef int32_t seat = data & 0xFF
    cdef uint64_t mission = data >> MISSION_SHIFT
    cdef int32_t due = table_at(<char*> state).turn
    cdef bint is_known = mission < <uint64_t> rules.mission_cards
    cdef int32_t count = 0
    if not is_known:
        report(out, &count, MISSION_UNKNOWN, clamped(mission), 0, 0)
    elif not has(missions_left(rules, state), <int32_t> mission):
        report(out, &count, MISSION_ALREADY_DEALT, <int32_t> mission, 0, 0)
    if seat != due:
        report(out, &count, MISSION_WRONG_SEAT, seat, due, 0)
    return count


cdef inline int32_t check_event(const AmazonasTable* table, uint64_t card, Violation* out) noexcept nogil:
    cdef int32_t count = 0
    if card >= EVENT_CARDS:
        report(out, &count, EVENT_UNKNOWN, clamped(card), 0, 0)
    elif has(table.events_used, <int32_t> card):
        report(out, &count, EVENT_ALREADY_DRAWN, <int32_t> card, 0, 0)
    return count


cdef inline int32_t check_outcome(
    const RulesHeader* header, const char* state, outcome_t outcome, Violation* out
) noexcept nogil:
    cdef int32_t kind = chance_kind(header, state)
    cdef int32_t count = 0
    if table_at(<char*> state).phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif kind == 0:
        report(out, &count, CHANCE_NOT_DUE, 0, 0, 0)
    elif kind_of(outcome) != kind:
        report(out, &count, WRONG_CHANCE, 0, 0, 0)
    elif kind == CHANCE_MISSION:
        count = check_mission(rules_at(header), state, data_of(outcome), out)
    else:
        count = check_event(table_at(<char*> state), data_of(outcome), out)
    return count


# Listing and sampling

cdef inline uint64_t cards_left(const RulesHeader* header, const char* state) noexcept nogil:
    """The cards of the kind that is due, one bit each."""
    if table_at(<char*> state).phase == DEALING:
        return missions_left(rules_at(header), state)
    return events_left(table_at(<char*> state))


cdef inline outcome_t card_word(const char* state, int32_t card) noexcept nogil:
    """The outcome that this card of the kind that is due comes."""
    cdef const AmazonasTable* table = table_at(<char*> state)
    return mission_word(table.turn, card) if table.phase == DEALING else kind_word(CHANCE_EVENT, card)


cdef inline int32_t outcomes(const RulesHeader* header, const char* state, outcome_t* out) noexcept nogil:
    cdef uint64_t left = cards_left(header, state)
    cdef int32_t count = 0
    while left:
        out[count] = card_word(state, lowest_bit(left))
        count += 1
        left &= left - 1
    return count


cdef inline outcome_t sample(const RulesHeader* header, const char* state, FastStream* rng) noexcept nogil:
    return card_word(state, random_bit(cards_left(header, state), rng))
