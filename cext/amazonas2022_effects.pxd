"""Looks of Amazonas 2022, and what the animals do ("Game Setup", "Effects of the Animal Cards")."""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas2022 cimport (
    EVENT_CARD_SEEN,
    EVENT_CHOSE_CARD,
    EVENT_CHOSE_LOOK,
    EVENT_DIRECTED,
    EVENT_EXCHANGED,
    EVENT_LOOKED,
    EVENT_PASSED_ON,
    EVENT_RETURNED,
    FIRST_RETURN,
    JAGUAR_EFFECT,
    JAGUAR_LOOK,
    LEFT,
    LOOKING,
    MAX_PLAYERS,
    NO_SEAT,
    PICKING,
    TURN,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    bit,
    has,
    next_seat,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport owners, to_look
from cext.amazonas2022_cards cimport Card, exchange_cards, put_card, take_card
from cext.amazonas2022_events cimport tell, tell_to
from cext.kernel cimport EventLog


cdef inline void see_card(char* state, int32_t seat, int32_t owner, int32_t slot, EventLog* log) noexcept nogil:
    """The seat alone sees a card, and knows it from now on wherever it can follow it."""
    cdef Amazonas2022Seat* player = seat_at(state, owner)
    player.known[slot] |= <int32_t> bit(seat)
    tell_to(log, bit(seat), EVENT_CARD_SEEN, seat, owner, slot, player.cards[slot] - 1, 0)


# The look before a round. All choose before anybody sees anything, so that no choice depends on another.

cdef inline bint choose_first_look(
    const Amazonas2022Rules* rules, char* state, int32_t seat, int32_t slot, EventLog* log
) noexcept nogil:
    """Choose the card to be looked at; whether that was the last choice, after which all see theirs."""
    cdef int32_t other, place
    seat_at(state, seat).look = 1 + slot
    tell(log, EVENT_CHOSE_LOOK, seat, 0, 0, 0)
    if to_look(rules, state, False):
        return False
    for other in range(rules.header.players):
        place = seat_at(state, other).look - 1
        tell(log, EVENT_LOOKED, other, other, place, 0)
        see_card(state, other, other, place, log)
    table_at(state).phase = FIRST_RETURN
    return True


cdef inline bint return_first_look(
    const Amazonas2022Rules* rules, char* state, int32_t seat, EventLog* log
) noexcept nogil:
    """Leave the card in its place; whether that was the last one, after which the first turn begins."""
    cdef Amazonas2022Seat* player = seat_at(state, seat)
    tell(log, EVENT_RETURNED, seat, seat, player.look - 1, 0)
    player.look = 0
    if to_look(rules, state, True):
        return False
    table_at(state).phase = TURN
    return True


# Sloth, toad, jaguar, anaconda

cdef inline void look_with_effect(char* state, int32_t seat, int32_t owner, int32_t slot, EventLog* log) noexcept nogil:
    """Look at a card with an effect."""
    cdef Amazonas2022Table* table = table_at(state)
    table.phase = JAGUAR_LOOK if table.phase == JAGUAR_EFFECT else LOOKING
    table.look_owner = owner
    table.look_slot = slot
    tell(log, EVENT_LOOKED, seat, owner, slot, 0)
    see_card(state, seat, owner, slot, log)


cdef inline void return_card(Amazonas2022Table* table, int32_t seat, EventLog* log) noexcept nogil:
    """End a look. Meanwhile the card may have been discarded or given away."""
    if table.look_owner == NO_SEAT:
        tell(log, EVENT_RETURNED, seat, -1, -1, 0)
    else:
        tell(log, EVENT_RETURNED, seat, table.look_owner, table.look_slot, 0)


cdef inline void exchange(
    char* state, int32_t seat, int32_t own_slot, int32_t owner, int32_t slot, EventLog* log
) noexcept nogil:
    exchange_cards(seat_at(state, seat), own_slot, seat_at(state, owner), slot)
    tell(log, EVENT_EXCHANGED, seat, own_slot, owner, slot)


# Monkey. As in the first look, all choose before anybody sees anything.

cdef inline void direct(Amazonas2022Table* table, int32_t seat, int32_t direction, EventLog* log) noexcept nogil:
    table.direction = direction
    table.phase = PICKING
    tell(log, EVENT_DIRECTED, seat, direction, 0, 0)


cdef inline void pass_on(
    const Amazonas2022Rules* rules, char* state, uint64_t seats, EventLog* log
) noexcept nogil:
    """Each card goes into the slot that the neighbour's card has left, among the seats that take part."""
    cdef Card cards[MAX_PLAYERS]
    cdef int32_t slots[MAX_PLAYERS]
    cdef int32_t seat, giver, taker
    cdef bint to_left = table_at(state).direction == LEFT
    for seat in range(rules.header.players):
        if has(seats, seat):
            slots[seat] = seat_at(state, seat).look - 1
            see_card(state, seat, seat, slots[seat], log)
            cards[seat] = take_card(seat_at(state, seat), slots[seat])
            seat_at(state, seat).look = 0
    for seat in range(rules.header.players):
        if has(seats, seat):
            taker = next_seat(rules, seat)
            while not has(seats, taker):
                taker = next_seat(rules, taker)
            giver = seat if to_left else taker
            taker = taker if to_left else seat
            put_card(seat_at(state, taker), slots[taker], cards[giver])
            tell(log, EVENT_PASSED_ON, giver, slots[giver], taker, slots[taker])


cdef inline bint pick(
    const Amazonas2022Rules* rules, char* state, int32_t seat, int32_t slot, EventLog* log
) noexcept nogil:
    """Choose the card to be passed on; whether that was the last choice, after which all cards move."""
    cdef uint64_t seats = owners(rules, state)
    seat_at(state, seat).look = 1 + slot
    tell(log, EVENT_CHOSE_CARD, seat, 0, 0, 0)
    if seats & to_look(rules, state, False):
        return False
    pass_on(rules, state, seats, log)
    return True
