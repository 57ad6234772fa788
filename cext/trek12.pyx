"""The kernel of Trek 12: Amazonia: the course of a game. Headings in quotes are sections of the rulebook.

What may be written on a sheet, what it does and what it is worth is in `trek12_sheet.pxd`, dice and cards are in
`trek12_chance.pxd`, layouts and limits in `trek12.pxd`, invariants in `trek12_sound.pxd`.

Move word
    operation << 24 | circle << 16 | (link below + 1) << 8 | (link above + 1); a link byte of 0 is no link. The link
    below goes to the neighbour that holds the number one lower, the link above to the one that holds one more.
Outcome word
    kind << 56 | data. NUMBERS: one byte per observation line, line 0 lowest. ROLL: green | yellow << 8.
    CARD: line | card << 8. The last field takes all bits that are left.
Hidden
    Which card lies at a line is in no state before the line is discovered. A seat's `choice` is the only secret.
Arguments of violations (unused ones are 0)
    NO_SUCH_OPERATION (operation, 255 for all higher)   NO_SUCH_CIRCLE (circle)   OPERATION_USED_UP (operation, boxes)
    CIRCLE_FILLED (circle, number there or -1)   CIRCLE_NOT_ADJACENT (circle)   LINK_ON_SPIDER (circle, result)
    LINK_... (circle, number to be written, the other circle: the one named, or if it is missing the first candidate)
    GREEN_DIE_IMPOSSIBLE, YELLOW_DIE_IMPOSSIBLE (die)   NUMBER_CARD_UNKNOWN, NUMBER_CARD_REPEATED (line, number)
    CARD_WRONG_LINE (line, line that is due)   CARD_UNKNOWN (card)   CARD_ALREADY_SHOWN (card, line where it lies)
    What does not fit is told as 2**31 - 1.
Arguments of events; rounds count from 1, -1 is none
    NUMBERS_DEALT (number per line)   ROLLED (round, green, yellow)   CHOSE (operation, circle, below, above)
    WROTE (round, operation, circle, number, below, above)   SPIDER (circle, reason: 0 too high, 1 orphan)
    PIRANHA (circle)   LINKED (lower circle, upper circle)   ZONE (number, circles in it, their mask in two halves)
    DISCOVERED (line, number, card)   OBSERVED (line, values circled, value)   ROUND_ENDED (round)   FINISHED ()
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.kernel cimport (
    CHANCE_PENDING,
    CHANCE_PLY,
    EVERYBODY,
    GAME_OVER,
    MOVE_PLY,
    NOT_TO_ACT,
    NO_PLY,
    EventItem,
    EventLog,
    Field,
    GameOps,
    Kernel,
    Ply,
    Rules,
    RulesHeader,
    Violation,
    log_event,
    move_t,
    outcome_t,
    report,
)
from cext.streams cimport FastStream, GameStream, fast_next, fast_scale
from cext.trek12_chance cimport (
    KIND_SHIFT,
    chance_domain,
    chance_kind,
    check_outcome,
    line_of_card,
    number_of_line,
    outcome_data,
    outcome_word,
    outcomes,
    sample,
)
from cext.trek12_events cimport tell, tell_choice, tell_writing
from cext.trek12_rollout cimport WRITINGS_LOOKED_AT, promise_of
from cext.trek12_sheet cimport (
    check_writing,
    close_sheet,
    line_value,
    moves_in_circle,
    nth_bit,
    observe,
    points_of,
    random_bit,
    write_circle,
)
from cext.trek12_sound cimport broken_invariant

from cext.trek12_view import (
    SheetScore,
    Table,
    WrittenCircle,
    challenge,
    choice,
    observed,
    score,
    table,
    used,
    written,
    zone_circles,
)


# The course of a game

cdef void start(const RulesHeader* header, char* state) noexcept nogil:
    cdef Trek12Table* table = table_at(state)
    cdef int32_t seat
    table.phase = DEALING
    memset(table.numbers, NONE, sizeof(table.numbers))
    memset(table.cards, NONE, sizeof(table.cards))
    for seat in range(header.players):
        seat_at(state, seat).open = rules_at(header).all_circles


cdef bint is_over(const RulesHeader* header, const char* state) noexcept nogil:
    return table_at(<char*> state).phase == OVER


cdef inline uint64_t to_act(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const Trek12Table* table = table_at(<char*> state)
    return all_seats(rules_at(header)) & ~table.chosen if table.phase == CHOOSING else 0


cdef uint32_t epoch(const RulesHeader* header, const char* state) noexcept nogil:
    return table_at(<char*> state).round


cdef void end_game(const Trek12Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Draw a spider in every orphan circle and tick its box ("End of the Game")."""
    cdef Trek12Seat* sheet
    cdef uint64_t orphans
    cdef int32_t seat
    table_at(state).phase = OVER
    for seat in range(rules.header.players):
        sheet = seat_at(state, seat)
        orphans = close_sheet(rules, sheet)
        while log != NULL and orphans:
            tell(log, EVENT_SPIDER, seat, lowest_bit(orphans), SPIDER_ORPHAN, 0)
            orphans &= orphans - 1
    tell(log, EVENT_FINISHED, -1, 0, 0, 0)


cdef inline void end_round(const Trek12Rules* rules, char* state, EventLog* log) noexcept nogil:
    cdef Trek12Table* table = table_at(state)
    tell(log, EVENT_ROUND_ENDED, -1, table.round, 0, 0)
    if table.round == rules.rounds:
        end_game(rules, state, log)
    else:
        table.phase = ROLLING


cdef inline uint64_t lines_of_number(const Trek12Table* table, int32_t number) noexcept nogil:
    """The observation lines where a number lies, one bit each; without jumps, as no processor could predict them."""
    cdef uint64_t lines = 0
    cdef int32_t line
    for line in range(MAX_LINES):
        lines |= <uint64_t> (table.numbers[line] == number) << line
    return lines


cdef inline void write_choice(const Trek12Rules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    """One seat reports the result of its choice on its sheet."""
    cdef Trek12Table* table = table_at(state)
    cdef Trek12Seat* sheet = seat_at(state, seat)
    cdef Writing writing = writing_of(sheet.choice)
    cdef int32_t result = result_of(rules, writing.operation, table.green, table.yellow)
    cdef uint64_t lines = lines_of_number(table, result)
    cdef int32_t line
    sheet.choice = 0
    write_circle(rules, sheet, table.round, &writing, result)
    if log != NULL:
        tell_writing(rules, log, seat, sheet, table.round + 1, &writing, result)
    while lines:
        line = lowest_bit(lines)
        lines &= lines - 1
        if observe(rules, table, sheet, line):
            tell(log, EVENT_OBSERVED, seat, line, sheet.observed[line], line_value(rules, table, sheet, line))


cdef inline void apply(const RulesHeader* header, char* state, int32_t seat, move_t move, EventLog* log) noexcept nogil:
    """Note a secret choice; when it was the last one, all seats write ("How to Play")."""
    cdef const Trek12Rules* rules = rules_at(header)
    cdef Trek12Table* table = table_at(state)
    cdef Writing writing
    cdef int32_t writer
    seat_at(state, seat).choice = move
    table.chosen |= bit(seat)
    if log != NULL:
        writing = writing_of(move)
        tell_choice(log, seat, &writing)
    if table.chosen != all_seats(rules):
        return
    for writer in range(header.players):
        write_choice(rules, state, writer, log)
    table.chosen = 0
    table.green = table.yellow = 0
    table.round += 1
    if table.due_lines:
        table.phase = TURNING
    else:
        end_round(rules, state, log)


cdef void deal_numbers(const Trek12Rules* rules, Trek12Table* table, uint64_t data, EventLog* log) noexcept nogil:
    """A number card comes to lie at each observation line ("Pack your bag")."""
    cdef int32_t line
    cdef EventItem* event = log_event(log, EVENT_NUMBERS_DEALT, -1, EVERYBODY)
    for line in range(rules.lines):
        table.numbers[line] = number_of_line(rules, data, line)
    if event:
        for line in range(MAX_LINES):
            event.args[line] = table.numbers[line] if line < rules.lines else -1
    table.phase = ROLLING


cdef void turn_card(const Trek12Rules* rules, char* state, uint64_t data, EventLog* log) noexcept nogil:
    """A discovered line shows its card; all who wrote its number have circled the first value ("Discover")."""
    cdef Trek12Table* table = table_at(state)
    cdef int32_t line = data & 0xFF
    cdef int32_t seat
    table.cards[line] = data >> 8
    table.due_lines &= ~(1 << line)
    if log != NULL:
        tell(log, EVENT_DISCOVERED, -1, line, table.numbers[line], table.cards[line])
        for seat in range(rules.header.players):
            if seat_at(state, seat).observed[line]:
                tell(log, EVENT_OBSERVED, seat, line, 1, line_value(rules, table, seat_at(state, seat), line))
    if not table.due_lines:
        end_round(rules, state, log)


cdef inline void resolve(const RulesHeader* header, char* state, outcome_t outcome, EventLog* log) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef Trek12Table* table = table_at(state)
    cdef uint64_t data = outcome_data(outcome)
    if table.phase == ROLLING:
        table.green = data & 0xFF
        table.yellow = data >> 8
        table.phase = CHOOSING
        tell(log, EVENT_ROLLED, -1, table.round + 1, table.green, table.yellow)
    elif table.phase == DEALING:
        deal_numbers(rules, table, data, log)
    else:
        turn_card(rules, state, data, log)


# Moves

cdef int32_t legal_moves(const RulesHeader* header, const char* state, int32_t seat, move_t* out) noexcept nogil:
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef const Trek12Seat* sheet = seat_at(<char*> state, seat)
    cdef uint64_t circles
    cdef int32_t operation, result, circle, count = 0
    for operation in range(OPERATIONS):
        if sheet.used[operation] >= rules.boxes:
            continue
        result = result_of(rules, operation, table.green, table.yellow)
        circles = sheet.open
        while circles:
            circle = lowest_bit(circles)
            circles &= circles - 1
            count += moves_in_circle(rules, sheet, operation, circle, result, out + count)
    return count


cdef int32_t pick_link(uint64_t candidates, FastStream* rng) noexcept nogil:
    """1 + one of several candidates. No inline function: it is seldom needed, and would make `random_move` long."""
    return random_bit(candidates, rng) + 1


cdef inline int32_t random_link(uint64_t candidates, FastStream* rng) noexcept nogil:
    """1 + one of the candidates, each equally likely; 0 when there is none."""
    return pick_link(candidates, rng) if candidates & (candidates - 1) else count_to_lowest(candidates)


cdef inline move_t random_move(
    const RulesHeader* header, const char* state, int32_t seat, FastStream* rng
) noexcept nogil:
    """An operation with a free box, then an open circle, then a candidate on each side: each equally likely.

    So a move's probability is 1 / (operations left * open circles * candidates below * candidates above), where a side
    without candidates counts 1. This is not uniform over the moves, but needs no list of them.
    """
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef const Trek12Seat* sheet = seat_at(<char*> state, seat)
    cdef uint64_t word = fast_next(rng)     # half for the operation, half for the circle
    cdef int32_t operations[OPERATIONS]
    cdef int32_t operation, circle, result, below = 0, above = 0, count = 0
    for operation in range(OPERATIONS):
        operations[count] = operation
        count += sheet.used[operation] < rules.boxes
    operation = operations[fast_scale(rng, <uint32_t> (word >> 32), count)]
    circle = nth_bit(sheet.open, fast_scale(rng, <uint32_t> word, popcount(sheet.open)))
    result = result_of(rules, operation, table.green, table.yellow)
    if result <= rules.max_number:
        below = random_link(below_candidates(rules, sheet, circle, result), rng)
        above = random_link(above_candidates(rules, sheet, circle, result), rng)
    return move_word(operation, circle, below, above)


cdef move_t rollout_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """The most promising of some random moves (`trek12_rollout.pxd`): each has a chance, if all looked at are equal."""
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef const Trek12Seat* sheet = seat_at(<char*> state, seat)
    cdef move_t best = random_move(header, state, seat, rng)
    cdef int32_t most = promise_of(rules, table, sheet, best)
    cdef move_t move
    cdef int32_t promise, look
    for look in range(1, WRITINGS_LOOKED_AT):
        move = random_move(header, state, seat, rng)
        promise = promise_of(rules, table, sheet, move)
        if promise > most:
            most = promise
            best = move
    return best


cdef int32_t check(
    const RulesHeader* header, const char* state, int32_t seat, move_t move, Violation* out
) noexcept nogil:
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef int32_t count = 0
    if table.phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif table.phase != CHOOSING:
        report(out, &count, CHANCE_PENDING, 0, 0, 0)
    elif not 0 <= seat < header.players or has(table.chosen, seat):
        report(out, &count, NOT_TO_ACT, 0, 0, 0)
    else:
        count = check_writing(rules_at(header), table, seat_at(<char*> state, seat), move, out)
    return count


# Draws

cdef outcome_t draw(const RulesHeader* header, const char* state, GameStream stream) except? 0:
    """Numbers and cards: all are shuffled, and the lines take the first. A roll: the green die, then the yellow.

    Where cards lie face up that this stream has not dealt (a position told or sampled), a line whose card is one of
    them takes the first that is neither face up nor another line's.
    """
    cdef const Trek12Rules* rules = rules_at(header)
    cdef const Trek12Table* table = table_at(<char*> state)
    cdef uint64_t data = 0
    cdef int32_t line, place
    if table.phase == DEALING:
        order = stream.shuffle(rules.number_cards)
        for line in range(rules.lines):
            data |= <uint64_t> rules.number_card[<int32_t> order[line]] << (8 * line)
        return outcome_word(CHANCE_NUMBERS, data)
    if table.phase == ROLLING:
        data = 1 + stream.below(GREEN_FACES)
        data |= <uint64_t> stream.below(YELLOW_FACES) << 8
        return outcome_word(CHANCE_ROLL, data)
    order = stream.shuffle(rules.cards)
    line = place = lowest_bit(table.due_lines)
    if line_of_card(rules, table, order[line]) >= 0:
        place = 0
        while (place < rules.lines and table.cards[place] == NONE) or line_of_card(rules, table, order[place]) >= 0:
            place += 1
    return outcome_word(CHANCE_CARD, line | (<uint64_t> order[place] << 8))


# Playouts

cdef Ply play_random(const RulesHeader* header, char* state, FastStream* rng) noexcept nogil:
    """A phase says at once what a ply is, and compiled together its steps cost much less than one by one."""
    cdef const Trek12Table* table = table_at(state)
    cdef int32_t seat
    if table.phase == CHOOSING:
        seat = lowest_bit(to_act(header, state))
        apply(header, state, seat, random_move(header, state, seat, rng), NULL)
        return MOVE_PLY
    if table.phase == OVER:
        return NO_PLY
    resolve(header, state, sample(header, state, rng), NULL)
    return CHANCE_PLY


# Knowledge and points

cdef void determinize(const RulesHeader* header, char* state, int32_t viewer, FastStream* rng) noexcept nogil:
    """Other seats' secret choices become random ones. Cards need nothing: those face down are in no state."""
    cdef uint64_t chosen = table_at(state).chosen
    cdef int32_t seat
    while chosen:
        seat = lowest_bit(chosen)
        chosen &= chosen - 1
        if seat != viewer:
            seat_at(state, seat).choice = random_move(header, state, seat, rng)


cdef void returns(const RulesHeader* header, const char* state, int32_t* out) noexcept nogil:
    cdef int32_t seat
    for seat in range(header.players):
        out[seat] = points_of(rules_at(header), table_at(<char*> state), seat_at(<char*> state, seat)).total


# The table of functions

cdef Field[9] table_fields      # the last one of each list stays empty
cdef Field[16] seat_fields
cdef GameOps ops


cdef Field field(const char* name, const void* base, const void* member, uint32_t width, uint32_t count) noexcept:
    return Field(name, <uint32_t> (<const char*> member - <const char*> base), width, count, False)


cdef void list_table_fields() noexcept:
    cdef Trek12Table table
    table_fields[0] = field(b"chosen", &table, &table.chosen, 8, 1)
    table_fields[1] = field(b"round", &table, &table.round, 1, 1)
    table_fields[2] = field(b"phase", &table, &table.phase, 1, 1)
    table_fields[3] = field(b"green", &table, &table.green, 1, 1)
    table_fields[4] = field(b"yellow", &table, &table.yellow, 1, 1)
    table_fields[5] = field(b"due_lines", &table, &table.due_lines, 1, 1)
    table_fields[6] = field(b"numbers", &table, table.numbers, 1, MAX_LINES)
    table_fields[7] = field(b"cards", &table, table.cards, 1, MAX_LINES)


cdef void list_seat_fields() noexcept:
    cdef Trek12Seat seat
    seat_fields[0] = field(b"choice", &seat, &seat.choice, 8, 1)
    seat_fields[1] = field(b"filled", &seat, &seat.filled, 8, 1)
    seat_fields[2] = field(b"open", &seat, &seat.open, 8, 1)
    seat_fields[3] = field(b"spiders", &seat, &seat.spiders, 8, 1)
    seat_fields[4] = field(b"piranhas", &seat, &seat.piranhas, 8, 1)
    seat_fields[5] = field(b"orphans", &seat, &seat.orphans, 8, 1)
    seat_fields[6] = field(b"has_below", &seat, &seat.has_below, 8, 1)
    seat_fields[7] = field(b"has_above", &seat, &seat.has_above, 8, 1)
    seat_fields[8] = field(b"by_number", &seat, seat.by_number, 8, NUMBERS)
    seat_fields[9] = field(b"above", &seat, seat.above, 1, MAX_CIRCLES)
    seat_fields[10] = field(b"circle_of_round", &seat, seat.circle_of_round, 1, MAX_ROUNDS)
    seat_fields[11] = field(b"operation_of_round", &seat, seat.operation_of_round, 1, MAX_ROUNDS)
    seat_fields[12] = field(b"used", &seat, seat.used, 1, OPERATIONS)
    seat_fields[13] = field(b"ticks", &seat, &seat.ticks, 1, 1)
    seat_fields[14] = field(b"observed", &seat, seat.observed, 1, MAX_LINES)


cdef Kernel make_kernel():
    list_table_fields()
    list_seat_fields()
    ops.name = b"trek12"
    ops.table_size = sizeof(Trek12Table)
    ops.seat_size = sizeof(Trek12Seat)
    ops.table_fields = table_fields
    ops.seat_fields = seat_fields
    # Each circle, written with each operation, has at most half of its neighbours on either side.
    ops.max_moves = OPERATIONS * MAX_CIRCLES * (MAX_NEIGHBOURS // 2) * (MAX_NEIGHBOURS // 2)
    ops.max_outcomes = 10 * 9 * 8 * 7   # MAX_NUMBER_CARDS in order at MAX_LINES
    # Each seat chooses and writes, with a spider or two links and a zone, a piranha and an observation; each circle may
    # be an orphan; the round and the game end.
    ops.max_events = MAX_PLAYERS * (7 + MAX_ROUNDS) + 3
    ops.start = start
    ops.is_over = is_over
    ops.to_act = to_act
    ops.epoch = epoch
    ops.legal_moves = legal_moves
    ops.random_move = random_move
    ops.check = check
    ops.apply = apply
    ops.chance_kind = chance_kind
    ops.chance_domain = chance_domain
    ops.check_outcome = check_outcome
    ops.outcomes = outcomes
    ops.draw = draw
    ops.sample = sample
    ops.resolve = resolve
    ops.determinize = determinize
    ops.returns = returns
    ops.broken_invariant = broken_invariant
    ops.play_random = play_random
    ops.rollout_move = rollout_move
    return Kernel.wrap(&ops)


KERNEL = make_kernel()


# Names

VIOLATIONS = {
    NO_SUCH_OPERATION: "NO_SUCH_OPERATION",
    NO_SUCH_CIRCLE: "NO_SUCH_CIRCLE",
    OPERATION_USED_UP: "OPERATION_USED_UP",
    CIRCLE_FILLED: "CIRCLE_FILLED",
    CIRCLE_NOT_ADJACENT: "CIRCLE_NOT_ADJACENT",
    LINK_ON_SPIDER: "LINK_ON_SPIDER",
    LINK_BELOW_NOT_NEIGHBOUR: "LINK_BELOW_NOT_NEIGHBOUR",
    LINK_BELOW_WRONG_NUMBER: "LINK_BELOW_WRONG_NUMBER",
    LINK_BELOW_TAKEN: "LINK_BELOW_TAKEN",
    LINK_BELOW_MISSING: "LINK_BELOW_MISSING",
    LINK_ABOVE_NOT_NEIGHBOUR: "LINK_ABOVE_NOT_NEIGHBOUR",
    LINK_ABOVE_WRONG_NUMBER: "LINK_ABOVE_WRONG_NUMBER",
    LINK_ABOVE_TAKEN: "LINK_ABOVE_TAKEN",
    LINK_ABOVE_MISSING: "LINK_ABOVE_MISSING",
    GREEN_DIE_IMPOSSIBLE: "GREEN_DIE_IMPOSSIBLE",
    YELLOW_DIE_IMPOSSIBLE: "YELLOW_DIE_IMPOSSIBLE",
    NUMBER_CARD_UNKNOWN: "NUMBER_CARD_UNKNOWN",
    NUMBER_CARD_REPEATED: "NUMBER_CARD_REPEATED",
    CARD_WRONG_LINE: "CARD_WRONG_LINE",
    CARD_UNKNOWN: "CARD_UNKNOWN",
    CARD_ALREADY_SHOWN: "CARD_ALREADY_SHOWN",
}

CHANCES = {CHANCE_NUMBERS: "NUMBERS", CHANCE_ROLL: "ROLL", CHANCE_CARD: "CARD"}

EVENTS = {
    EVENT_NUMBERS_DEALT: "NUMBERS_DEALT",
    EVENT_ROLLED: "ROLLED",
    EVENT_CHOSE: "CHOSE",
    EVENT_WROTE: "WROTE",
    EVENT_SPIDER: "SPIDER",
    EVENT_PIRANHA: "PIRANHA",
    EVENT_LINKED: "LINKED",
    EVENT_ZONE: "ZONE",
    EVENT_DISCOVERED: "DISCOVERED",
    EVENT_OBSERVED: "OBSERVED",
    EVENT_ROUND_ENDED: "ROUND_ENDED",
    EVENT_FINISHED: "FINISHED",
}


# Rules

cdef int32_t within(object number, int32_t lowest, int32_t highest, str what) except -1:
    """The number, which must lie within limits that are not negative."""
    if not lowest <= number <= highest:
        raise ValueError(f"{what} must be {lowest} .. {highest}, not {number}")
    return number


cdef int compile_sheet(Trek12Rules* rules, river, edges) except -1:
    """The circles and what is next to what; the sheet must hang together, so that no seat ever runs out of circles."""
    cdef int32_t circle, a, b
    rules.circles = within(len(river), OPERATIONS * rules.boxes, MAX_CIRCLES, "the number of circles")
    rules.all_circles = <uint64_t> -1 >> (MAX_CIRCLES - rules.circles)
    for circle in range(rules.circles):
        if river[circle]:
            rules.river |= bit(circle)
    for first, second in edges:
        a = within(first, 0, rules.circles - 1, "an edge's circle")
        b = within(second, 0, rules.circles - 1, "an edge's circle")
        if a == b or has(rules.neighbours[a], b):
            raise ValueError(f"the edge between {a} and {b} is a loop or said twice")
        rules.neighbours[a] |= bit(b)
        rules.neighbours[b] |= bit(a)
    for circle in range(rules.circles):
        within(popcount(rules.neighbours[circle]), 0, MAX_NEIGHBOURS, f"the number of neighbours of circle {circle}")
    if zone_around(rules, rules.all_circles, 0) != rules.all_circles:
        raise ValueError("the circles are not connected")
    return 0


cdef int compile_cards(Trek12Rules* rules, cards, number_cards, lines) except -1:
    """Observation cards, number cards and the lines at which both lie."""
    cdef int32_t card, value, i
    rules.lines = within(lines, 1, MAX_LINES, "the number of observation lines")
    rules.cards = within(len(cards), rules.lines, MAX_CARDS, "the number of observation cards")
    for card in range(rules.cards):
        rules.card_length[card] = within(len(cards[card]), 1, MAX_CARD_VALUES, f"the number of values of card {card}")
        for i in range(rules.card_length[card]):
            value = within(cards[card][i], 0, MAX_CARD_VALUE, f"a value of card {card}")
            if i and value < rules.card_values[card][i - 1]:
                raise ValueError(f"the values of card {card} fall")
            rules.card_values[card][i] = value
    rules.number_cards = within(len(number_cards), rules.lines, MAX_NUMBER_CARDS, "the number of number cards")
    if len(set(number_cards)) != rules.number_cards:
        raise ValueError("two number cards are alike")
    for i, number in enumerate(sorted(number_cards)):
        rules.number_card[i] = within(number, 0, rules.max_number, "a number card")
    return 0


cdef void compile_rolls(Trek12Rules* rules) noexcept:
    """What all rolls give, and which rolls give which results; every result over the maximum is the same spider."""
    cdef int32_t operation, green, yellow, result, roll = 0
    for yellow in range(YELLOW_FACES):
        for green in range(1, GREEN_FACES + 1):
            for operation in range(OPERATIONS):
                result = operate(operation, green, yellow)
                rules.results[operation][yellow][green - 1] = result
                rules.rolls_giving[operation][result if result <= rules.max_number else NUMBERS] |= bit(roll)
            roll += 1


def compile_rules(
    players, river, edges, boxes_per_operation, max_number, danger_points, cards, number_cards, lines, safe_operation
):
    """Rules for a table: `river` tells for each circle whether it is one, `edges` which circles touch.

    Number cards count in ascending order, whatever the order in which they are given. ValueError for anything outside
    the limits that `trek12.pxd` and this section name.
    """
    cdef Rules compiled = Rules.allocate(
        KERNEL, within(players, 1, MAX_PLAYERS, "the number of players"), sizeof(Trek12Rules))
    cdef Trek12Rules* rules = <Trek12Rules*> compiled.data
    if safe_operation not in (LOWER, HIGHER):
        raise ValueError(f"the river-safe operation is LOWER or HIGHER, not {safe_operation}")
    rules.safe_operation = safe_operation
    rules.boxes = within(boxes_per_operation, 1, MAX_BOXES, "the number of boxes per operation")
    rules.rounds = OPERATIONS * rules.boxes
    rules.max_number = within(max_number, LOWEST_MAX_NUMBER, HIGHEST_NUMBER, "the highest number")
    rules.danger_points = within(danger_points, 0, MAX_DANGER_POINTS, "the points of a danger tick")
    compile_sheet(rules, river, edges)
    compile_cards(rules, cards, number_cards, lines)
    compile_rolls(rules)
    return compiled


# Words

def pack_move(operation, circle, below, above):
    """The word of a move; None is no link. ValueError for what has no word."""
    return move_word(
        within(operation, 0, 0xFF, "an operation"),
        within(circle, 0, 0xFF, "a circle"),
        0 if below is None else 1 + within(below, 0, 0xFE, "a link"),
        0 if above is None else 1 + within(above, 0, 0xFE, "a link"),
    )


def unpack_move(word):
    """(operation, circle, link below or None, link above or None) of any word."""
    below, above = word >> 8 & 0xFF, word & 0xFF
    return word >> 24, word >> 16 & 0xFF, below - 1 if below else None, above - 1 if above else None


def pack_numbers(numbers):
    """The outcome that these number cards lie at the lines, in line order."""
    cdef uint64_t data = 0
    if len(numbers) > MAX_LINES:
        raise ValueError(f"at most {MAX_LINES} lines, not {len(numbers)}")
    for line, number in enumerate(numbers):
        data |= <uint64_t> within(number, 0, 0xFF, "a number card") << (8 * <int> line)
    return outcome_word(CHANCE_NUMBERS, data)


def pack_roll(green, yellow):
    """The outcome that the dice show these faces."""
    return outcome_word(
        CHANCE_ROLL, within(green, 0, 0xFF, "a die") | <uint64_t> within(yellow, 0, 0xFF, "a die") << 8)


def pack_card(line, card):
    """The outcome that this observation card turns up at this line."""
    return outcome_word(
        CHANCE_CARD, within(line, 0, 0xFF, "a line") | <uint64_t> within(card, 0, 0xFF, "a card") << 8)


def unpack_outcome(word):
    """(kind, bytes of its data): four numbers (line 0 first, 0 where there is no line), or two of a roll or a card."""
    count = MAX_LINES if word >> KIND_SHIFT == CHANCE_NUMBERS else 2
    return word >> KIND_SHIFT, tuple([word >> 8 * i & 0xFF for i in range(count)])


def result(operation, green, yellow):
    """What an operation makes of the dice ("How to Play")."""
    return operate(
        within(operation, 0, OPERATIONS - 1, "an operation"),
        within(green, 1, GREEN_FACES, "the green die"),
        within(yellow, 0, YELLOW_FACES - 1, "the yellow die"),
    )
