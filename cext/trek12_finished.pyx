"""Finished sheets of Trek 12 as they lie on the table, without their history: are they possible, and what are they worth?

A sheet shows what its circles hold, which of them are linked, and which boxes are ticked, but not in which order it was
written, nor with which operation each circle was. No order and no dice are looked for: a sheet is refused only when no
order whatsoever could have led to it. What it is worth is told by the state that `finished` makes of it, which knows no
history and is there to be read: it is over, and `State.from_bytes` would not take it. Of a sheet with anything
impossible about it the state tells nothing of use.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.audit cimport Audit
from cext.kernel cimport Rules, State
from cext.trek12 cimport (
    NUMBERS,
    OPERATIONS,
    OVER,
    NONE,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    Writing,
    below_candidates,
    bit,
    has,
    lowest_bit,
    number_in,
    popcount,
    rules_at,
    seat_at,
    table_at,
    zone_around,
)
from cext.trek12_sheet cimport close_sheet, link, observe, write_circle


cdef str KERNEL_NAME = "trek12"


def finished(Rules rules not None, numbers, cards, sheets):
    """(state, impossibilities): the table after the end.

    `numbers` and `cards` go by observation line; a card is None where it lies face down. A sheet is a tuple of circles
    as (circle, number or None for a spider, is_piranha, operation or None), links as (trail, lower, upper), and ticked
    boxes by operation, or None. ValueError for more or fewer lines, sheets or boxes than there are.
    """
    cdef State state
    cdef Audit audit = Audit()
    cdef Trek12Table* table
    cdef int32_t seat, line
    if rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{rules} are no rules of Trek 12")
    if len(sheets) != rules.players or not len(numbers) == len(cards) == rules_at(rules.data).lines:
        raise ValueError("there is one sheet for each player, and one number and card for each line")
    state = State.start(rules)
    table = table_at(state.data)
    table.round = rules_at(rules.data).rounds
    table.phase = OVER
    for line in range(rules_at(rules.data).lines):
        table.cards[line] = NONE if cards[line] is None else cards[line]
    lay_numbers(rules_at(rules.data), table, numbers, audit)
    for seat in range(rules.players):
        read_sheet(rules_at(rules.data), table, seat_at(state.data, seat), seat, sheets[seat], audit)
    check_lines(state, numbers, cards, audit)
    return state, audit.found


# What lies on the table

cdef int lay_numbers(const Trek12Rules* rules, Trek12Table* table, numbers, Audit audit) except -1:
    """Every number card exists and lies at one line ("Pack your bag")."""
    cdef int32_t line
    known = {rules.number_card[index] for index in range(rules.number_cards)}
    for line in range(rules.lines):
        if numbers[line] not in known:
            audit.note("NUMBER_CARD_UNKNOWN", line=line, number=numbers[line])
            continue
        if numbers[line] in numbers[:line]:
            audit.note("NUMBER_CARD_REPEATED", line=line, number=numbers[line])
        table.numbers[line] = numbers[line]
    return 0


cdef int check_lines(State state, numbers, cards, Audit audit) except -1:
    """A card lies face up when somebody has written its number, and only then ("Discover")."""
    cdef int32_t line, seat
    for line in range(rules_at(state.rules.data).lines):
        number = numbers[line]
        if table_at(state.data).numbers[line] == NONE:
            continue
        is_written = False
        for seat in range(state.rules.players):
            is_written = is_written or seat_at(state.data, seat).by_number[<int32_t> number] != 0
        if cards[line] is not None and cards[line] in cards[:line]:
            audit.note("CARD_REPEATED", line=line, card=cards[line])
        if is_written and cards[line] is None:
            audit.note("CARD_MISSING", line=line, number=number)
        elif cards[line] is not None and not is_written:
            audit.note("CARD_NOT_DISCOVERED", line=line, card=cards[line], number=number)
    return 0


# One sheet

cdef int read_sheet(
    const Trek12Rules* rules, Trek12Table* table, Trek12Seat* sheet, int32_t seat, told, Audit audit
) except -1:
    """Write a sheet down and note what cannot be."""
    cdef int32_t round, circle, line
    cdef uint64_t allowed[64]       # by round, the operations that can have written its circle
    circles, links, ticked = told
    round = 0
    for index, (number_of_circle, number, is_piranha, operation) in enumerate(circles):
        if not read_circle(rules, sheet, seat, index, number_of_circle, number, is_piranha, operation, round,
                           &allowed[round], audit):
            continue
        circle = sheet.circle_of_round[round]
        for line in range(rules.lines):
            if number is not None and table.numbers[line] == number:
                observe(rules, table, sheet, line)
        round += 1
        if round == rules.rounds and index + 1 < len(circles):
            break
    if len(circles) != rules.rounds:
        audit.note("WRONG_CIRCLE_COUNT", seat=seat, count=len(circles), due=rules.rounds)
    check_boxes(rules, seat, ticked, audit)
    check_operations(rules, sheet, seat, allowed, round, audit)
    check_connection(rules, sheet, seat, audit)
    read_links(rules, sheet, seat, links, audit)
    check_missing_links(rules, sheet, seat, audit)
    table.due_lines = 0
    close_sheet(rules, sheet)
    return 0


cdef bint read_circle(
    const Trek12Rules* rules, Trek12Seat* sheet, int32_t seat, index, circle, number, is_piranha, operation,
    int32_t round, uint64_t* allowed, Audit audit
) except *:
    """Write a circle with an operation that fits, if there is one; whether there is such a circle to be written in."""
    cdef Writing writing
    cdef uint64_t can
    cdef int32_t result
    if not 0 <= circle < rules.circles:
        audit.note("NO_SUCH_CIRCLE", seat=seat, index=index, circle=circle, last=rules.circles - 1)
        return False
    if has(sheet.filled, circle):
        audit.note("CIRCLE_REPEATED", seat=seat, index=index, circle=circle)
        return False
    # A circle that is filled wrongly is filled: else it would be told to part the others as well.
    allowed[0] = bit(OPERATIONS) - 1
    result = rules.max_number + 1 if number is None else min(number, rules.max_number + 1)
    can = operations_for(rules, circle, result, is_piranha)
    if number is not None and number > rules.max_number:
        audit.note("NUMBER_TOO_HIGH", seat=seat, index=index, circle=circle, number=number, most=rules.max_number)
    elif is_piranha and not has(rules.river, circle):
        audit.note("PIRANHA_IN_JUNGLE", seat=seat, index=index, circle=circle)
    elif not can and number is None:
        audit.note("SPIDER_WITHOUT_PIRANHA", seat=seat, index=index, circle=circle)
    elif not can and has(rules.river, circle) and operations_for(rules, circle, result, not is_piranha):
        audit.note("PIRANHA_WRONG", seat=seat, index=index, circle=circle, number=number, piranha=int(is_piranha))
    elif not can:
        audit.note("NUMBER_IMPOSSIBLE", seat=seat, index=index, circle=circle, number=number)
    elif operation is not None and not has(can, operation):
        audit.note("OPERATION_IMPOSSIBLE", seat=seat, index=index, circle=circle, operation=operation,
                   number=-1 if number is None else number)
    else:
        allowed[0] = can if operation is None else bit(operation)
    writing.operation = lowest_bit(allowed[0])
    writing.circle = circle
    writing.below = writing.above = 0
    write_circle(rules, sheet, round, &writing, result)
    return True


cdef uint64_t operations_for(
    const Trek12Rules* rules, int32_t circle, int32_t result, bint is_piranha
) noexcept:
    """The operations that some dice make this result with, and that do or do not scare a piranha there ("Two Types of
    Circles")."""
    cdef uint64_t operations = 0
    cdef int32_t operation
    cdef int32_t column = result if result <= rules.max_number else NUMBERS
    for operation in range(OPERATIONS):
        if has(rules.river, circle) and (operation != rules.safe_operation) != is_piranha:
            continue
        if rules.rolls_giving[operation][column]:
            operations |= bit(operation)
    return operations


cdef int check_boxes(const Trek12Rules* rules, int32_t seat, ticked, Audit audit) except -1:
    """All boxes of all operations are ticked, and there are no others ("End of the Game")."""
    if ticked is None:
        return 0
    if len(ticked) != OPERATIONS:
        raise ValueError(f"there are {OPERATIONS} operations")
    for operation, boxes in enumerate(ticked):
        if boxes > rules.boxes:
            audit.note("OPERATION_USED_UP", seat=seat, operation=operation, ticked=boxes, boxes=rules.boxes)
        elif boxes < rules.boxes:
            audit.note("BOXES_LEFT", seat=seat, operation=operation, ticked=boxes, boxes=rules.boxes)
    return 0


cdef int check_operations(
    const Trek12Rules* rules, Trek12Seat* sheet, int32_t seat, const uint64_t* allowed, int32_t rounds, Audit audit
) except -1:
    """No operations have fewer boxes than there are circles that nothing else can have written.

    By Hall's theorem that is all: as many boxes as circles can then be given out. Of sets that contain each other only
    the smallest is named.
    """
    cdef uint64_t operations
    cdef int32_t round, operation
    named = []
    for operations in sorted(range(1, 1 << OPERATIONS), key=int.bit_count):
        circles = sorted(
            [sheet.circle_of_round[round] for round in range(rounds) if not allowed[round] & ~operations]
        )
        boxes = rules.boxes * popcount(operations)
        if len(circles) > boxes and not any([other & ~operations == 0 for other in named]):
            named.append(operations)
            if operations != (1 << OPERATIONS) - 1:     # too many circles altogether are told already
                audit.note("OPERATIONS_TOO_FEW", seat=seat, operations=operations, circles=circles, boxes=boxes)
    for operation in range(OPERATIONS):
        sheet.used[operation] = rules.boxes
    return 0


cdef int check_connection(const Trek12Rules* rules, const Trek12Seat* sheet, int32_t seat, Audit audit) except -1:
    """Each circle after the first is next to one filled before, so all hang together ("How to Play"). The largest group
    is taken to be the right one."""
    cdef uint64_t left = sheet.filled
    cdef uint64_t group, largest = 0
    while left:
        group = zone_around(rules, left, lowest_bit(left))
        left &= ~group
        if popcount(group) > popcount(largest):
            largest = group
    left = sheet.filled & ~largest
    while left:
        audit.note("CIRCLE_UNREACHABLE", seat=seat, circle=lowest_bit(left))
        left &= left - 1
    return 0


# Trails

cdef int read_links(const Trek12Rules* rules, Trek12Seat* sheet, int32_t seat, links, Audit audit) except -1:
    """Draw the lines that can be there ("Trails")."""
    cdef int32_t below, above
    for trail, lower, upper in links:
        details = {"seat": seat, "trail": trail, "lower": lower, "upper": upper}
        if not (0 <= lower < rules.circles and 0 <= upper < rules.circles):
            audit.note("LINK_NO_CIRCLE", **details)
        elif not has(rules.neighbours[<int32_t> lower], upper):
            audit.note("LINK_NOT_NEIGHBOURS", **details)
        else:
            below, above = number_in(sheet, lower), number_in(sheet, upper)
            if below < 0 or above < 0:
                audit.note("LINK_NO_NUMBER", **details)
            elif above != below + 1:
                audit.note("LINK_WRONG_NUMBER", below=below, above=above, **details)
            elif has(sheet.has_above, lower) or has(sheet.has_below, upper):
                audit.note("LINK_BRANCHES", **details)
            else:
                link(sheet, lower, upper)
    return 0


cdef int check_missing_links(const Trek12Rules* rules, const Trek12Seat* sheet, int32_t seat, Audit audit) except -1:
    """Whichever of two was written later had to be linked, if both are free on that side to the end ("Trails")."""
    cdef int32_t upper, number
    cdef uint64_t free, candidates
    for number in range(1, NUMBERS):
        free = sheet.by_number[number] & ~sheet.has_below
        while free:
            upper = lowest_bit(free)
            free &= free - 1
            candidates = below_candidates(rules, sheet, upper, number)
            while candidates:
                audit.note("LINK_MISSING", seat=seat, lower=lowest_bit(candidates), upper=upper,
                           below=number - 1, above=number)
                candidates &= candidates - 1
    return 0
