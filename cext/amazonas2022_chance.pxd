"""The shuffled draw pile of Amazonas 2022 as chance: what is due, which cards can come, and where they go."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdio cimport snprintf

from cext.amazonas2022 cimport (
    CARD_NOT_IN_PILE,
    CARD_UNKNOWN,
    CHANCE_CARD,
    COPY_SHIFT,
    DEALING,
    DRAWING,
    KINDS,
    KIND_SHIFT,
    NO_SEAT,
    OVER,
    Amazonas2022Rules,
    Amazonas2022Table,
    data_of,
    kind_of,
    rules_at,
    table_at,
)
from cext.amazonas2022_cards cimport Card, deal_card, hold_drawn_card, pay_owed_card, pop_pile
from cext.amazonas2022_round cimport seat_dealt_to, settle
from cext.kernel cimport (
    CHANCE_NOT_DUE,
    GAME_OVER,
    MAX_DOMAIN,
    WRONG_CHANCE,
    EventLog,
    RulesHeader,
    Violation,
    clamped,
    outcome_t,
    report,
)
from cext.streams cimport FastStream, fast_below


# What is due

cdef inline int32_t chance_kind(const RulesHeader* header, const char* state) noexcept nogil:
    """A card that the order of the pile decides; one from a pile of known order has come by itself."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    if table.owed != NO_SEAT or table.phase == DEALING or table.phase == DRAWING:
        return CHANCE_CARD
    return 0


cdef inline void chance_domain(const RulesHeader* header, const char* state, char* out) noexcept nogil:
    """Every card of every shuffle has a domain of its own."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    snprintf(out, MAX_DOMAIN, b"amazonas2022/deck/%u/%d", <unsigned int> table.shuffles, <int> table.drawn)


# Words

cdef inline outcome_t card_word(int32_t kind, int32_t copy) noexcept nogil:
    return <uint64_t> CHANCE_CARD << KIND_SHIFT | <uint64_t> copy << COPY_SHIFT | <uint64_t> kind


cdef inline int32_t kind_in(outcome_t outcome) noexcept nogil:
    return outcome & 0xFF


# Checking

cdef inline int32_t check_card(
    const Amazonas2022Rules* rules, const Amazonas2022Table* table, outcome_t outcome, Violation* out
) noexcept nogil:
    """Any card that is left; the copy tells equal ones apart."""
    cdef int32_t kind = kind_in(outcome)
    cdef uint64_t copy = data_of(outcome) >> COPY_SHIFT
    cdef int32_t count = 0
    if kind >= KINDS or copy >= rules.counts[kind]:
        report(out, &count, CARD_UNKNOWN, kind, clamped(copy), 0)
    elif copy >= table.pile[kind]:
        report(out, &count, CARD_NOT_IN_PILE, kind, <int32_t> copy, table.pile[kind])
    return count


cdef inline int32_t check_outcome(
    const RulesHeader* header, const char* state, outcome_t outcome, Violation* out
) noexcept nogil:
    cdef int32_t count = 0
    if table_at(<char*> state).phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif not chance_kind(header, state):
        report(out, &count, CHANCE_NOT_DUE, 0, 0, 0)
    elif kind_of(outcome) != CHANCE_CARD:
        report(out, &count, WRONG_CHANCE, 0, 0, 0)
    else:
        count = check_card(rules_at(header), table_at(<char*> state), outcome, out)
    return count


# Listing and sampling

cdef inline int32_t outcomes(const RulesHeader* header, const char* state, outcome_t* out) noexcept nogil:
    """A copy of each kind, then a second one of those that have it, and so on."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef int32_t kind, copy = 0
    cdef int32_t count = 0
    while count < table.pile_size:
        for kind in range(KINDS):
            if copy < table.pile[kind]:
                out[count] = card_word(kind, copy)
                count += 1
        copy += 1
    return count


cdef inline int32_t nth_kind(const Amazonas2022Table* table, int32_t skipped) noexcept nogil:
    """The kind of the card after so many others that are left, in the order of kinds."""
    cdef int32_t kind = 0
    while skipped >= table.pile[kind]:
        skipped -= table.pile[kind]
        kind += 1
    return kind


cdef inline outcome_t sample(const RulesHeader* header, const char* state, FastStream* rng) noexcept nogil:
    """Each card that is left is equally likely; which of equal ones it is is not told."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    return card_word(nth_kind(table, <int32_t> fast_below(rng, table.pile_size)), 0)


# Coming true

cdef inline void resolve(
    const RulesHeader* header, char* state, outcome_t outcome, EventLog* log
) noexcept nogil:
    """The card goes to the seat that it is owed to, or that is dealt to, or that draws."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Card card = pop_pile(table, kind_in(outcome))
    if table.owed != NO_SEAT:
        pay_owed_card(state, card, log)
    elif table.phase == DEALING:
        deal_card(state, seat_dealt_to(rules_at(header), state), card, log)
    else:
        hold_drawn_card(table, card, log)
    settle(rules_at(header), state, log)
