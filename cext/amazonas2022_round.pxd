"""The course of a round of Amazonas 2022: what happens by itself between plies, turns, and the end of the round."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from cext.amazonas2022 cimport (
    ALL_CARDS,
    CALLER_POINTS,
    CARDS_DEALT,
    DEALING,
    DRAWING,
    EVENT_EFFECT_VOID,
    EVENT_FINISHED,
    EVENT_REVEALED,
    EVENT_ROUND_BEGAN,
    EVENT_ROUND_ENDED,
    EVENT_SCORED,
    EVENT_SHUFFLED,
    EVENT_WAIVED,
    FIRST_LOOK,
    GIVING,
    MAX_SLOTS,
    NO_SEAT,
    OVER,
    OWED,
    ROUNDS,
    ROUNDS_TO_WIN,
    TURN,
    USED,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    next_seat,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport animal_of, has_target, is_effect, step_of
from cext.amazonas2022_cards cimport deal_card, find_card, hold_drawn_card, known_to_all, pay_owed_card, pop_stack
from cext.amazonas2022_events cimport tell
from cext.amazonas2022_wild cimport waive_gift
from cext.kernel cimport EventLog


# The end of a round

cdef inline int32_t sum_of(const Amazonas2022Rules* rules, const Amazonas2022Seat* player) noexcept nogil:
    """The score of a collection of cards."""
    cdef int32_t slot, total = 0
    for slot in range(player.slots):
        if player.cards[slot]:
            total += rules.values[player.cards[slot] - 1]
    return total


cdef inline void reveal(
    const Amazonas2022Rules* rules, Amazonas2022Seat* player, int32_t seat, EventLog* log
) noexcept nogil:
    """Turn a seat's cards up; they stay in sight until the next round is over."""
    cdef int32_t slot
    memcpy(player.last_cards, player.cards, MAX_SLOTS)
    player.last_slots = player.slots
    player.last_sum = sum_of(rules, player)
    for slot in range(player.slots):
        if player.cards[slot]:
            tell(log, EVENT_REVEALED, seat, slot, player.cards[slot] - 1, 0)


cdef inline int32_t lowest_of_others(const Amazonas2022Rules* rules, char* state, int32_t caller) noexcept nogil:
    """The lowest score of a seat that did not call."""
    cdef int32_t seat, lowest = 0x7FFF
    for seat in range(rules.header.players):
        if seat != caller:
            lowest = min(lowest, <int32_t> seat_at(state, seat).last_sum)
    return lowest


cdef inline int32_t caller_points(int32_t sum, int32_t others) noexcept nogil:
    """What the caller obtains for the lowest collection, for another, and for a tie ("End of the Round and Scoring")."""
    if sum < others:
        return min(sum, -CALLER_POINTS)
    return max(sum, CALLER_POINTS) if sum > others else sum


cdef inline void score_seat(
    const Amazonas2022Rules* rules, char* state, int32_t seat, bint is_success, int32_t others, EventLog* log
) noexcept nogil:
    """Record what the round brought a seat; two players only record who won it ("Amazonas for 2 Players")."""
    cdef Amazonas2022Seat* player = seat_at(state, seat)
    cdef bint is_caller = seat == table_at(state).caller
    if rules.header.players == 2:
        player.last_points = is_success == is_caller
    else:
        player.last_points = caller_points(player.last_sum, others) if is_caller else player.last_sum
        player.successes += is_success and is_caller
    player.points += player.last_points
    tell(log, EVENT_SCORED, seat, player.last_sum, player.last_points, player.points)


cdef inline bint score_round(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Reveal and score all cards; whether the game is over ("End of the Game")."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t seat, others
    cdef bint is_success, is_won = False
    for seat in range(rules.header.players):
        reveal(rules, seat_at(state, seat), seat, log)
    others = lowest_of_others(rules, state, table.caller)
    is_success = seat_at(state, table.caller).last_sum < others
    for seat in range(rules.header.players):
        score_seat(rules, state, seat, is_success, others, log)
        is_won = is_won or seat_at(state, seat).points == ROUNDS_TO_WIN
    tell(log, EVENT_ROUND_ENDED, -1, table.round, table.caller, is_success)
    return is_won if rules.header.players == 2 else table.round == ROUNDS


cdef inline void finish(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """The hands of the last round stay where they are, face up."""
    cdef Amazonas2022Seat* player
    cdef int32_t seat, slot
    table_at(state).phase = OVER
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        for slot in range(player.slots):
            if player.cards[slot]:
                player.known[slot] = known_to_all(rules)
    tell(log, EVENT_FINISHED, -1, 0, 0, 0)


# The next round

cdef inline void put_aside(Amazonas2022Table* table, int32_t content) noexcept nogil:
    table.reserve[table.reserve_size] = content
    table.reserve_size += 1


cdef inline void clear_hand(Amazonas2022Table* table, Amazonas2022Seat* player, bint aside) noexcept nogil:
    """Leave a seat without cards and slots; the cards go to the reserve of two players."""
    cdef int32_t slot
    for slot in range(player.slots):
        if aside and player.cards[slot]:
            put_aside(table, player.cards[slot])
    memset(player.cards, 0, player.slots)
    memset(player.known, 0, player.slots)
    memset(player.origin, 0, player.slots * sizeof(player.origin[0]))
    player.slots = 0
    player.count = 0


cdef inline void gather(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Two players put discards and hands aside and go on with the draw pile; others shuffle all cards ("Starting a New
    Round", "Amazonas for 2 Players")."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef bint aside = rules.header.players == 2
    cdef int32_t seat, index
    for index in range(table.discard_size if aside else 0):
        put_aside(table, table.discard[index] & ~USED)
    memset(table.discard, 0, table.discard_size)
    table.discard_size = 0
    for seat in range(rules.header.players):
        clear_hand(table, seat_at(state, seat), aside)
    if not aside:
        memcpy(table.pile, rules.counts, sizeof(table.pile))
        table.pile_size = rules.cards
        table.drawn = 0
        table.shuffles += 1
        tell(log, EVENT_SHUFFLED, -1, table.pile_size, table.shuffles, ALL_CARDS)


cdef inline void begin_next_round(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """The caller prepares it and starts ("Starting a New Round")."""
    cdef Amazonas2022Table* table = table_at(state)
    table.round += 1
    table.starter = table.caller
    table.turn = table.caller
    table.caller = NO_SEAT
    table.phase = DEALING
    tell(log, EVENT_ROUND_BEGAN, -1, table.round, table.starter, 0)
    gather(rules, state, log)


# Turns

cdef inline void end_turn(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """The next seat is in turn; if it is the caller, all others have had their last turn."""
    cdef Amazonas2022Table* table = table_at(state)
    table.barred = 0
    table.look_owner = NO_SEAT
    table.look_slot = NO_SEAT
    table.direction = NO_SEAT
    table.turn = next_seat(rules, table.turn)
    if table.turn != table.caller:
        table.phase = TURN
    elif score_round(rules, state, log):
        finish(rules, state, log)
    else:
        begin_next_round(rules, state, log)


# What happens by itself

cdef inline int32_t seat_dealt_to(const Amazonas2022Rules* rules, const char* state) noexcept nogil:
    """The first seat that has not got all its cards, NO_SEAT when all have."""
    cdef int32_t seat
    for seat in range(rules.header.players):
        if seat_at(<char*> state, seat).slots < CARDS_DEALT:
            return seat
    return NO_SEAT


cdef inline bint settle_owed(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Pay what is owed from a pile whose order is known, or waive it; False: a card has to be drawn."""
    cdef Amazonas2022Table* table = table_at(state)
    if not find_card(table, log):
        tell(log, EVENT_WAIVED, table.owed, table.owed_for, 0, 0)
        table.owed = NO_SEAT
        table.owed_for = 0
    elif table.stack_size:
        pay_owed_card(state, pop_stack(rules, table), log)
    else:
        return False
    return True


cdef inline bint settle_gift(char* state, EventLog* log) noexcept nogil:
    """Waive the gift of a seat without cards; False: it is asked for one."""
    if seat_at(state, table_at(state).race_winner).count:
        return False
    waive_gift(state, log)
    return True


cdef inline bint settle_deal(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Deal from a pile whose order is known; False: a card has to be drawn. There are enough for all."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t seat = seat_dealt_to(rules, state)
    if seat == NO_SEAT:
        table.phase = FIRST_LOOK
        return True
    find_card(table, log)
    if table.stack_size:
        deal_card(state, seat, pop_stack(rules, table), log)
        return True
    return False


cdef inline bint settle_draw(const Amazonas2022Rules* rules, Amazonas2022Table* table, EventLog* log) noexcept nogil:
    """Draw from a pile whose order is known; False: the card has to be drawn by chance."""
    find_card(table, log)
    if table.stack_size:
        hold_drawn_card(table, pop_stack(rules, table), log)
        return True
    return False


cdef inline bint settle_effect(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """An effect without a target ends by itself; False: it can be used."""
    cdef Amazonas2022Table* table = table_at(state)
    if has_target(rules, state, table.phase):
        return False
    tell(log, EVENT_EFFECT_VOID, table.turn, animal_of(table.phase), 0, 0)
    end_turn(rules, state, log)
    return True


cdef inline void settle(const Amazonas2022Rules* rules, char* state, EventLog* log) noexcept nogil:
    """Go on until a seat has to move, chance has to come, or the game is over."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t step
    cdef bint goes_on = True
    while goes_on:
        step = step_of(table)
        if step == OWED:
            goes_on = settle_owed(rules, state, log)
        elif step == GIVING:
            goes_on = settle_gift(state, log)
        elif step == DEALING:
            goes_on = settle_deal(rules, state, log)
        elif step == DRAWING:
            goes_on = settle_draw(rules, table, log)
        else:
            goes_on = is_effect(step) and settle_effect(rules, state, log)
