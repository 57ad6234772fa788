"""The rules of one sheet of Trek 12: what may be written, what it does, what it is worth.

Headings in quotes are sections of the rulebook. Everything is inline: the kernel calls it, its invariants replay
sheets with it, and a solver that works on single sheets can use it without a table of players.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.kernel cimport Violation, move_t, report
from cext.streams cimport FastStream, fast_below
from cext.trek12 cimport (
    CIRCLE_FILLED,
    CIRCLE_NOT_ADJACENT,
    LINK_ABOVE_NOT_NEIGHBOUR,
    LINK_BELOW_NOT_NEIGHBOUR,
    LINK_ON_SPIDER,
    MAX_LINES,
    NO_SUCH_CIRCLE,
    NO_SUCH_OPERATION,
    NONE,
    NUMBER_DIGITS,
    NUMBERS,
    OPERATION_USED_UP,
    OPERATIONS,
    Points,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    above_candidates,
    below_candidates,
    bit,
    has,
    holders,
    lowest_bit,
    move_word,
    number_in,
    popcount,
    result_of,
    writing_of,
    zone_around,
)


# Writing

cdef inline void link(Trek12Seat* seat, int32_t lower, int32_t upper) noexcept nogil:
    seat.above[lower] = upper + 1
    seat.has_above |= bit(lower)
    seat.has_below |= bit(upper)


cdef inline void write_circle(
    const Trek12Rules* rules, Trek12Seat* seat, int32_t round, const Writing* writing, int32_t result
) noexcept nogil:
    """Tick the operation's box and fill the circle with its result, be it a number or a spider ("How to Play").

    `round` is the number of circles written before; observations need the table and are not marked here.
    """
    cdef int32_t circle = writing.circle
    cdef uint64_t here = bit(circle)
    cdef uint64_t reachable = seat.open if seat.filled else 0
    cdef bint meets_piranha = has(rules.river, circle) & (writing.operation != rules.safe_operation)
    seat.filled |= here
    seat.open = (reachable | rules.neighbours[circle]) & ~seat.filled
    seat.circle_of_round[round] = circle
    seat.operation_of_round[round] = writing.operation
    seat.used[writing.operation] += 1
    seat.piranhas |= <uint64_t> meets_piranha << circle
    seat.ticks += meets_piranha
    if result > rules.max_number:
        seat.spiders |= here
        seat.ticks += 1
        return
    seat.by_number[result] |= here
    if writing.below:
        link(seat, writing.below - 1, circle)
    if writing.above:
        link(seat, circle, writing.above - 1)


cdef inline bint observe(
    const Trek12Rules* rules, Trek12Table* table, Trek12Seat* seat, int32_t line
) noexcept nogil:
    """Circle the next value of a line whose number was written; whether there was one left ("Discover", "Observe").

    A line that still lies face down is thereby discovered, and its first value circled; what it is, the card will tell.
    """
    if table.cards[line] == NONE:
        table.due_lines |= 1 << line
        seat.observed[line] = 1
        return False
    if seat.observed[line] >= rules.card_length[table.cards[line]]:
        return False
    seat.observed[line] += 1
    return True


cdef inline int32_t line_value(
    const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* seat, int32_t line
) noexcept nogil:
    """The last circled value of a line, 0 as long as there is none or its card is unknown."""
    if table.cards[line] == NONE or seat.observed[line] == 0:
        return 0
    return rules.card_values[table.cards[line]][seat.observed[line] - 1]


# Moves

cdef inline int32_t moves_in_circle(
    const Trek12Rules* rules, const Trek12Seat* sheet, int32_t operation, int32_t circle, int32_t result, move_t* out
) noexcept nogil:
    """All ways to link a result written in a circle, ascending: one candidate per side that has any ("Trails")."""
    cdef uint64_t below = 0
    cdef uint64_t above = 0
    cdef uint64_t rest
    cdef int32_t lower, count = 0
    if result <= rules.max_number:
        below = below_candidates(rules, sheet, circle, result)
        above = above_candidates(rules, sheet, circle, result)
    while True:
        lower = lowest_bit(below) + 1 if below else 0
        rest = above
        while True:
            out[count] = move_word(operation, circle, lower, lowest_bit(rest) + 1 if rest else 0)
            count += 1
            rest &= rest - 1
            if not rest:
                break
        below &= below - 1
        if not below:
            return count


cdef inline int32_t nth_bit(uint64_t mask, int32_t n) noexcept nogil:
    """The index of the bit that has `n` lower ones in the mask. Halves the mask without jumps, as no processor could
    predict them."""
    cdef int32_t index = 0
    cdef int32_t width = 32
    cdef int32_t lower
    cdef int32_t step
    while width:
        lower = popcount((mask >> index) & ((<uint64_t> 1 << width) - 1))
        step = -<int32_t> (n >= lower)
        n -= lower & step
        index += width & step
        width >>= 1
    return index


cdef inline int32_t random_bit(uint64_t mask, FastStream* rng) noexcept nogil:
    """One index of the mask, which is not empty, each equally likely."""
    return nth_bit(mask, fast_below(rng, popcount(mask)))


# Checking

cdef inline void check_link(
    const Trek12Rules* rules, int32_t circle, int32_t number, int32_t link, uint64_t right_number,
    uint64_t candidates, int32_t first_code, Violation* out, int32_t* count
) noexcept nogil:
    """One side of a writing ("Trails"). The four codes of a side follow each other, from `first_code` on.

    A link that can be drawn must be drawn; the player picks among several.
    """
    cdef int32_t other = link - 1
    if link == 0:
        if candidates:
            report(out, count, first_code + 3, circle, number, lowest_bit(candidates))
    elif other >= rules.circles or not has(rules.neighbours[circle], other):
        report(out, count, first_code, circle, number, other)
    elif not has(right_number, other):
        report(out, count, first_code + 1, circle, number, other)
    elif not has(candidates, other):
        report(out, count, first_code + 2, circle, number, other)


cdef inline void check_links(
    const Trek12Rules* rules, const Trek12Seat* sheet, const Writing* writing, int32_t result,
    Violation* out, int32_t* count
) noexcept nogil:
    cdef int32_t circle = writing.circle
    if result > rules.max_number:
        if writing.below or writing.above:
            report(out, count, LINK_ON_SPIDER, circle, result, 0)
        return
    check_link(rules, circle, result, writing.below, holders(sheet, result - 1),
               below_candidates(rules, sheet, circle, result), LINK_BELOW_NOT_NEIGHBOUR, out, count)
    check_link(rules, circle, result, writing.above, holders(sheet, result + 1),
               above_candidates(rules, sheet, circle, result), LINK_ABOVE_NOT_NEIGHBOUR, out, count)


cdef inline int32_t check_writing(
    const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* sheet, move_t move, Violation* out
) noexcept nogil:
    """All that speaks against a move of a seat that is asked for one."""
    cdef Writing writing = writing_of(move)
    cdef int32_t operation = writing.operation
    cdef int32_t circle = writing.circle
    cdef bint operation_exists = operation < OPERATIONS
    cdef bint circle_exists = circle < rules.circles
    cdef int32_t count = 0
    if not operation_exists:
        report(out, &count, NO_SUCH_OPERATION, operation, 0, 0)
    if not circle_exists:
        report(out, &count, NO_SUCH_CIRCLE, circle, 0, 0)
    if operation_exists and sheet.used[operation] >= rules.boxes:
        report(out, &count, OPERATION_USED_UP, operation, rules.boxes, 0)
    if circle_exists and has(sheet.filled, circle):
        report(out, &count, CIRCLE_FILLED, circle, number_in(sheet, circle), 0)
    elif circle_exists and not has(sheet.open, circle):
        report(out, &count, CIRCLE_NOT_ADJACENT, circle, 0, 0)
    if operation_exists and circle_exists:
        check_links(rules, sheet, &writing, result_of(rules, operation, table.green, table.yellow), out, &count)
    return count


# Counting

cdef inline uint64_t numbered_circles(const Trek12Seat* seat) noexcept nogil:
    """Written circles but for spiders, which hold no number."""
    return seat.filled & ~seat.spiders


cdef inline uint64_t zone_circles_of(
    const Trek12Rules* rules, const Trek12Seat* seat, uint64_t among
) noexcept nogil:
    """Those among some numbered circles that are beside one of the same number, and so in a zone ("Mapping Zones").

    Asks every circle in the same way, whatever its number, so that there is nothing for the processor to mispredict:
    two numbers are the same when their binary digits are.
    """
    cdef uint64_t with_digit[NUMBER_DIGITS]   # circles whose number has this binary digit
    cdef uint64_t numbered = numbered_circles(seat)
    cdef uint64_t in_zones = 0
    cdef uint64_t alike
    cdef int32_t number, digit, circle
    for digit in range(NUMBER_DIGITS):
        with_digit[digit] = 0
        for number in range(NUMBERS):
            if number >> digit & 1:
                with_digit[digit] |= seat.by_number[number]
    while among:
        circle = lowest_bit(among)
        among &= among - 1
        alike = rules.neighbours[circle] & numbered
        for digit in range(NUMBER_DIGITS):
            alike &= ~(with_digit[digit] ^ -<uint64_t> has(with_digit[digit], circle))
        in_zones |= <uint64_t> (alike != 0) << circle
    return in_zones


cdef inline uint64_t orphans_of(const Trek12Rules* rules, const Trek12Seat* seat) noexcept nogil:
    """Numbered circles in no trail and no zone ("End of the Game"). Spider circles hold no number and are none."""
    cdef uint64_t unlinked = numbered_circles(seat) & ~(seat.has_below | seat.has_above)
    return unlinked & ~zone_circles_of(rules, seat, unlinked)


cdef inline uint64_t close_sheet(const Trek12Rules* rules, Trek12Seat* seat) noexcept nogil:
    """Draw a spider in every orphan circle and tick its box ("End of the Game"); the orphans."""
    seat.orphans = orphans_of(rules, seat)
    seat.ticks += popcount(seat.orphans)
    return seat.orphans


cdef inline int32_t zone_points_of(const Trek12Rules* rules, const Trek12Seat* seat) noexcept nogil:
    """The worth of all zones: for each its number and one for every further circle."""
    cdef uint64_t in_zones = zone_circles_of(rules, seat, numbered_circles(seat))
    cdef int32_t points = popcount(in_zones)
    cdef int32_t circle, number
    while in_zones:
        circle = lowest_bit(in_zones)
        number = number_in(seat, circle)
        in_zones &= ~zone_around(rules, seat.by_number[number], circle)
        points += number - 1
    return points


cdef inline Points points_of(const Trek12Rules* rules, const Trek12Table* table, const Trek12Seat* seat) noexcept nogil:
    """The points of a sheet, item by item ("How to count your points").

    A trail is worth its highest number and one for every further circle. There are as many further circles as links,
    so the links are counted once for all trails.
    """
    cdef Points points
    cdef uint64_t tops = seat.has_below & ~seat.has_above
    cdef int32_t number, line
    points.trails = popcount(seat.has_below)
    for number in range(NUMBERS):
        points.trails += number * popcount(seat.by_number[number] & tops)
    points.zones = zone_points_of(rules, seat)
    points.danger = seat.ticks * rules.danger_points
    points.total = points.trails + points.zones - points.danger
    for line in range(MAX_LINES):
        points.observations[line] = line_value(rules, table, seat, line)
        points.total += points.observations[line]
    return points
