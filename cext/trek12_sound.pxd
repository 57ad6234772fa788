"""What holds in every state of Trek 12, whichever bytes it was read from.

Bytes that pass can be played on safely. A sheet is sound when replaying its history through the rules, round by
round, gives it again, and all sheets' histories can come from the same dice.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcmp, memset

from cext.kernel cimport MAX_VIOLATIONS, RulesHeader, Violation
from cext.trek12 cimport (
    CHOOSING,
    DEALING,
    MAX_LINES,
    MAX_ROUNDS,
    NONE,
    NUMBERS,
    OPERATIONS,
    OVER,
    ROLLING,
    TURNING,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    all_seats,
    below_candidates,
    bit,
    has,
    holders,
    lowest_bit,
    popcount,
    rules_at,
    seat_at,
    table_at,
)
from cext.trek12_chance cimport check_numbers, check_roll
from cext.trek12_sheet cimport check_links, check_writing, orphans_of, write_circle


cdef enum:
    SOUND = 0
    BAD_PHASE = 1             # no such phase, or not in this round
    BAD_DICE = 2              # dice outside CHOOSING, or impossible ones
    BAD_NUMBERS = 3           # number cards unknown, repeated, missing or too early
    BAD_CARDS = 4             # observation cards unknown or repeated
    BAD_DISCOVERY = 5         # cards shown, due or face down do not fit what was written
    BAD_CHOSEN = 6            # seats that cannot have chosen
    BAD_CHOICE = 7            # an illegal choice, or one of a seat that has not chosen
    BAD_HISTORY_CIRCLE = 8    # a circle that does not exist, was filled or not adjacent when written
    BAD_HISTORY_OPERATION = 9  # an operation that does not exist or was used up
    BAD_HISTORY_NUMBER = 10   # a written circle without or with two contents
    BAD_HISTORY_LINK = 11     # a link that could not or had to be drawn
    BAD_ROLL = 12             # results that no roll gives all seats
    BAD_HISTORY = 13          # traces of rounds not yet written
    BAD_FILLED = 14
    BAD_OPEN = 15
    BAD_CIRCLE_CONTENT = 16   # numbers or spiders in circles that nobody wrote
    BAD_PIRANHAS = 17
    BAD_LINKS = 18
    BAD_USED = 19
    BAD_ORPHANS = 20
    BAD_TICKS = 21
    BAD_OBSERVED = 22


cdef inline int32_t broken_table(const Trek12Rules* rules, const Trek12Table* table) noexcept nogil:
    """The table by itself."""
    cdef Violation scratch[MAX_VIOLATIONS]
    cdef uint64_t numbers = 0
    cdef uint64_t shown = 0
    cdef int32_t line
    if table.phase > OVER or table.round > rules.rounds:
        return BAD_PHASE
    if table.phase == OVER and table.round != rules.rounds:
        return BAD_PHASE
    if (table.phase == ROLLING or table.phase == CHOOSING) and table.round == rules.rounds:
        return BAD_PHASE
    if table.phase == DEALING and table.round or table.phase == TURNING and not table.round:
        return BAD_PHASE
    if table.phase != CHOOSING and (table.green or table.yellow):
        return BAD_DICE
    if table.phase == CHOOSING and check_roll(table.green | <uint64_t> table.yellow << 8, scratch):
        return BAD_DICE
    for line in range(MAX_LINES):
        if (line >= rules.lines or table.phase == DEALING) != (table.numbers[line] == NONE):
            return BAD_NUMBERS
        if line < rules.lines:
            numbers |= <uint64_t> table.numbers[line] << (8 * line)
        if table.cards[line] != NONE:
            if line >= rules.lines or table.cards[line] >= rules.cards or has(shown, table.cards[line]):
                return BAD_CARDS
            shown |= bit(table.cards[line])
    if table.phase != DEALING and check_numbers(rules, numbers, scratch):
        return BAD_NUMBERS
    if (table.phase == TURNING) != (table.due_lines != 0) or table.due_lines >> rules.lines:
        return BAD_DISCOVERY
    if table.chosen and table.phase != CHOOSING or table.chosen & ~all_seats(rules):
        return BAD_CHOSEN
    if table.chosen == all_seats(rules):
        return BAD_CHOSEN
    return SOUND


cdef inline int32_t content_of(const Trek12Rules* rules, const Trek12Seat* sheet, int32_t circle) noexcept nogil:
    """What a written circle holds: a number, max_number + 1 for a spider, -1 if it is not exactly one of these."""
    cdef int32_t number, found = 0, content = -1
    for number in range(rules.max_number + 1):
        if has(sheet.by_number[number], circle):
            content = number
            found += 1
    if has(sheet.spiders, circle):
        content = rules.max_number + 1
        found += 1
    return content if found == 1 else -1


cdef inline int32_t linked_below(
    const Trek12Rules* rules, const Trek12Seat* sheet, const Trek12Seat* replayed, int32_t circle, int32_t number
) noexcept nogil:
    """1 + the candidate of the moment that the sheet links up to this circle, 0 for none."""
    cdef uint64_t candidates = below_candidates(rules, replayed, circle, number)
    while candidates:
        if sheet.above[lowest_bit(candidates)] == circle + 1:
            return lowest_bit(candidates) + 1
        candidates &= candidates - 1
    return 0


cdef inline int32_t replay_round(
    const Trek12Rules* rules, const Trek12Seat* sheet, Trek12Seat* replayed, int32_t round, uint64_t* rolls
) noexcept nogil:
    """Write once more what the sheet says of a round, on a sheet that holds the rounds before. Narrows the rolls."""
    cdef Violation scratch[MAX_VIOLATIONS]
    cdef Writing writing
    cdef int32_t result, count = 0
    writing.operation = sheet.operation_of_round[round]
    writing.circle = sheet.circle_of_round[round]
    writing.below = writing.above = 0
    if writing.circle >= rules.circles or not has(replayed.open, writing.circle):
        return BAD_HISTORY_CIRCLE
    if writing.operation >= OPERATIONS or replayed.used[writing.operation] >= rules.boxes:
        return BAD_HISTORY_OPERATION
    result = content_of(rules, sheet, writing.circle)
    if result < 0:
        return BAD_HISTORY_NUMBER
    rolls[round] &= rules.rolls_giving[writing.operation][result if result <= rules.max_number else NUMBERS]
    if not rolls[round]:
        return BAD_ROLL
    if result <= rules.max_number:
        writing.below = linked_below(rules, sheet, replayed, writing.circle, result)
        # A link to a circle written later is that circle's link below, and compared in the end.
        if 0 < sheet.above[writing.circle] <= rules.circles and has(
            replayed.filled, sheet.above[writing.circle] - 1
        ):
            writing.above = sheet.above[writing.circle]
    check_links(rules, replayed, &writing, result, scratch, &count)
    if count:
        return BAD_HISTORY_LINK
    write_circle(rules, replayed, round, &writing, result)
    return SOUND


cdef inline int32_t broken_sheet(
    const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* sheet, uint64_t* rolls
) noexcept nogil:
    """One sheet, but for its choice and observations."""
    cdef Trek12Seat replayed
    cdef int32_t round, broken
    memset(&replayed, 0, sizeof(Trek12Seat))
    replayed.open = rules.all_circles
    for round in range(table.round):
        broken = replay_round(rules, sheet, &replayed, round, rolls)
        if broken:
            return broken
    if memcmp(sheet.circle_of_round, replayed.circle_of_round, sizeof(replayed.circle_of_round)):
        return BAD_HISTORY
    if memcmp(sheet.operation_of_round, replayed.operation_of_round, sizeof(replayed.operation_of_round)):
        return BAD_HISTORY
    if sheet.filled != replayed.filled:
        return BAD_FILLED
    if sheet.open != replayed.open:
        return BAD_OPEN
    if memcmp(sheet.by_number, replayed.by_number, sizeof(replayed.by_number)) or sheet.spiders != replayed.spiders:
        return BAD_CIRCLE_CONTENT
    if sheet.piranhas != replayed.piranhas:
        return BAD_PIRANHAS
    if memcmp(sheet.above, replayed.above, sizeof(replayed.above)):
        return BAD_LINKS
    if sheet.has_below != replayed.has_below or sheet.has_above != replayed.has_above:
        return BAD_LINKS
    if memcmp(sheet.used, replayed.used, sizeof(replayed.used)):
        return BAD_USED
    if sheet.orphans != (orphans_of(rules, &replayed) if table.phase == OVER else 0):
        return BAD_ORPHANS
    if sheet.ticks != replayed.ticks + popcount(sheet.orphans):
        return BAD_TICKS
    return SOUND


cdef inline int32_t broken_choice(
    const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* sheet, bint has_chosen
) noexcept nogil:
    cdef Violation scratch[MAX_VIOLATIONS]
    if has_chosen:
        return BAD_CHOICE if check_writing(rules, table, sheet, sheet.choice, scratch) else SOUND
    return BAD_CHOICE if sheet.choice else SOUND


cdef inline int32_t broken_line(const Trek12Rules* rules, const char* state, int32_t line) noexcept nogil:
    """Every writing of a line's number counts, as the first one discovers the line; the line waits for its card only in
    the round of that first writing."""
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef const Trek12Seat* sheet
    cdef uint64_t written
    cdef int32_t seat, most = rules.card_length[table.cards[line]] if table.cards[line] != NONE else 1
    cdef bint is_due = has(table.due_lines, line)
    cdef bint is_discovered = False
    for seat in range(rules.header.players):
        sheet = seat_at(<char*> state, seat)
        written = holders(sheet, table.numbers[line])
        is_discovered = is_discovered or written != 0
        if is_due and written & ~bit(sheet.circle_of_round[table.round - 1]):
            return BAD_DISCOVERY
        if sheet.observed[line] != min(popcount(written), most):
            return BAD_OBSERVED
    return SOUND if is_discovered == (is_due or table.cards[line] != NONE) else BAD_DISCOVERY


cdef inline int32_t broken_invariant(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef const Trek12Seat* sheet
    cdef uint64_t rolls[MAX_ROUNDS]   # by round, those that all seats' results allow
    cdef int32_t seat, line, broken
    broken = broken_table(rules, table)
    memset(rolls, 0xFF, sizeof(rolls))
    for seat in range(header.players):
        sheet = seat_at(<char*> state, seat)
        broken = broken or broken_sheet(rules, table, sheet, rolls)
        broken = broken or broken_choice(rules, table, sheet, has(table.chosen, seat))
    for line in range(MAX_LINES):
        broken = broken or broken_line(rules, state, line)
    return broken
