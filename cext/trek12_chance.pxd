"""Dice and cards of Trek 12: what can come next, what cannot, and samples of it.

Headings in quotes are sections of the rulebook.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdio cimport snprintf

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
from cext.streams cimport FastStream, fast_below
from cext.trek12 cimport (
    CARD_ALREADY_SHOWN,
    CARD_UNKNOWN,
    CARD_WRONG_LINE,
    CHANCE_CARD,
    CHANCE_NUMBERS,
    CHANCE_ROLL,
    DEALING,
    GREEN_DIE_IMPOSSIBLE,
    GREEN_FACES,
    NONE,
    NUMBER_CARD_REPEATED,
    NUMBER_CARD_UNKNOWN,
    OVER,
    ROLLING,
    TURNING,
    YELLOW_DIE_IMPOSSIBLE,
    YELLOW_FACES,
    Trek12Rules,
    Trek12Table,
    bit,
    lowest_bit,
    rules_at,
    table_at,
)
from cext.trek12_sheet cimport random_bit


cdef enum:
    ROLLS = 36
    KIND_SHIFT = 56


# What is due

cdef inline int32_t chance_kind(const RulesHeader* header, const char* state) noexcept nogil:
    cdef int32_t phase = table_at(<char*> state).phase
    if phase == DEALING:
        return CHANCE_NUMBERS
    if phase == ROLLING:
        return CHANCE_ROLL
    if phase == TURNING:
        return CHANCE_CARD
    return 0


cdef inline void chance_domain(const RulesHeader* header, const char* state, char* out) noexcept nogil:
    """Cards have one domain, as they are shuffled once; every roll has its own, by the number of its round."""
    cdef const Trek12Table* table = table_at(<char*> state)
    if table.phase == DEALING:
        snprintf(out, MAX_DOMAIN, b"trek12/numbers")
    elif table.phase == TURNING:
        snprintf(out, MAX_DOMAIN, b"trek12/cards")
    else:
        snprintf(out, MAX_DOMAIN, b"trek12/roll/%d", <int> table.round + 1)


# Words

cdef inline outcome_t outcome_word(int32_t kind, uint64_t data) noexcept nogil:
    return (<outcome_t> kind << KIND_SHIFT) | data


cdef inline uint64_t outcome_data(outcome_t outcome) noexcept nogil:
    return outcome & (((<uint64_t> 1) << KIND_SHIFT) - 1)


cdef inline uint64_t number_of_line(const Trek12Rules* rules, uint64_t data, int32_t line) noexcept nogil:
    """The number told for a line; the last line takes all bits that are left."""
    return data >> (8 * line) if line == rules.lines - 1 else (data >> (8 * line)) & 0xFF


cdef inline bint is_number_card(const Trek12Rules* rules, uint64_t number) noexcept nogil:
    cdef int32_t i
    for i in range(rules.number_cards):
        if rules.number_card[i] == number:
            return True
    return False


cdef inline int32_t line_of_card(const Trek12Rules* rules, const Trek12Table* table, uint64_t card) noexcept nogil:
    """The line where a card lies face up, -1 for none."""
    cdef int32_t line
    for line in range(rules.lines):
        if table.cards[line] == card and card != NONE:
            return line
    return -1


cdef inline outcome_t roll_word(uint32_t index) noexcept nogil:
    """One of the 36 rolls, ascending by word."""
    return outcome_word(CHANCE_ROLL, (1 + index % GREEN_FACES) | (<uint64_t> (index // GREEN_FACES) << 8))


# Checking

cdef inline int32_t check_numbers(const Trek12Rules* rules, uint64_t data, Violation* out) noexcept nogil:
    """Each line has a number card of its own ("Pack your bag"). Each code is reported for the first line it meets."""
    cdef int32_t line, earlier, unknown = -1, repeated = -1, count = 0
    for line in range(rules.lines - 1, -1, -1):
        if not is_number_card(rules, number_of_line(rules, data, line)):
            unknown = line
        for earlier in range(line):
            if number_of_line(rules, data, line) == number_of_line(rules, data, earlier):
                repeated = line
    if unknown >= 0:
        report(out, &count, NUMBER_CARD_UNKNOWN, unknown, clamped(number_of_line(rules, data, unknown)), 0)
    if repeated >= 0:
        report(out, &count, NUMBER_CARD_REPEATED, repeated, clamped(number_of_line(rules, data, repeated)), 0)
    return count


cdef inline int32_t check_roll(uint64_t data, Violation* out) noexcept nogil:
    """One die shows 1 to 6, the other 0 to 5 ("Your Equipment")."""
    cdef uint64_t green = data & 0xFF
    cdef uint64_t yellow = data >> 8
    cdef int32_t count = 0
    if not 1 <= green <= GREEN_FACES:
        report(out, &count, GREEN_DIE_IMPOSSIBLE, clamped(green), 0, 0)
    if yellow >= YELLOW_FACES:
        report(out, &count, YELLOW_DIE_IMPOSSIBLE, clamped(yellow), 0, 0)
    return count


cdef inline int32_t check_card(
    const Trek12Rules* rules, const Trek12Table* table, uint64_t data, Violation* out
) noexcept nogil:
    """The first line that waits for its card gets one that lies nowhere else ("Discover")."""
    cdef int32_t line = data & 0xFF
    cdef uint64_t card = data >> 8
    cdef int32_t due = lowest_bit(table.due_lines)
    cdef int32_t count = 0
    if line != due:
        report(out, &count, CARD_WRONG_LINE, line, due, 0)
    if card >= <uint64_t> rules.cards:
        report(out, &count, CARD_UNKNOWN, clamped(card), 0, 0)
    if line_of_card(rules, table, card) >= 0:
        report(out, &count, CARD_ALREADY_SHOWN, clamped(card), line_of_card(rules, table, card), 0)
    return count


cdef inline int32_t check_outcome(
    const RulesHeader* header, const char* state, outcome_t outcome, Violation* out
) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef int32_t kind = chance_kind(header, state)
    cdef int32_t count = 0
    if table.phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif kind == 0:
        report(out, &count, CHANCE_NOT_DUE, 0, 0, 0)
    elif outcome >> KIND_SHIFT != <uint64_t> kind:
        report(out, &count, WRONG_CHANCE, 0, 0, 0)
    elif kind == CHANCE_NUMBERS:
        count = check_numbers(rules, outcome_data(outcome), out)
    elif kind == CHANCE_ROLL:
        count = check_roll(outcome_data(outcome), out)
    else:
        count = check_card(rules, table, outcome_data(outcome), out)
    return count


# Listing and sampling

cdef inline int32_t list_numbers(
    const Trek12Rules* rules, uint64_t data, int32_t line, outcome_t* out
) noexcept nogil:
    """All orders of number cards at the lines 0 .. `line`, given those of the later lines; ascending by word."""
    cdef int32_t i, later, count = 0
    cdef uint64_t number
    cdef bint free
    if line < 0:
        out[0] = outcome_word(CHANCE_NUMBERS, data)
        return 1
    for i in range(rules.number_cards):
        number = rules.number_card[i]
        free = True
        for later in range(line + 1, rules.lines):
            free = free and number_of_line(rules, data, later) != number
        if free:
            count += list_numbers(rules, data | (number << (8 * line)), line - 1, out + count)
    return count


cdef inline int32_t outcomes(const RulesHeader* header, const char* state, outcome_t* out) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef int32_t i, line, count = 0
    if table.phase == DEALING:
        return list_numbers(rules, 0, rules.lines - 1, out)
    if table.phase == ROLLING:
        for i in range(ROLLS):
            out[i] = roll_word(i)
        return ROLLS
    if table.phase == TURNING:
        line = lowest_bit(table.due_lines)
        for i in range(rules.cards):
            if line_of_card(rules, table, i) < 0:
                out[count] = outcome_word(CHANCE_CARD, line | (<uint64_t> i << 8))
                count += 1
    return count


cdef inline outcome_t sample_numbers(const Trek12Rules* rules, FastStream* rng) noexcept nogil:
    cdef uint64_t left = bit(rules.number_cards) - 1
    cdef uint64_t data = 0
    cdef int32_t line, card
    for line in range(rules.lines):
        card = random_bit(left, rng)
        left &= ~bit(card)
        data |= <uint64_t> rules.number_card[card] << (8 * line)
    return outcome_word(CHANCE_NUMBERS, data)


cdef inline outcome_t sample_card(const Trek12Rules* rules, const Trek12Table* table, FastStream* rng) noexcept nogil:
    cdef uint64_t left = bit(rules.cards) - 1
    cdef int32_t line
    for line in range(rules.lines):
        if table.cards[line] != NONE:
            left &= ~bit(table.cards[line])
    return outcome_word(CHANCE_CARD, lowest_bit(table.due_lines) | (<uint64_t> random_bit(left, rng) << 8))


cdef inline outcome_t sample(const RulesHeader* header, const char* state, FastStream* rng) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    if table.phase == ROLLING:
        return roll_word(fast_below(rng, ROLLS))
    if table.phase == DEALING:
        return sample_numbers(rules, rng)
    return sample_card(rules, table, rng)
