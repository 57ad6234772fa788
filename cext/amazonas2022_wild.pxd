"""Wild discards of Amazonas 2022: attempts, races, gifts ("Wild Discard" and what follows it)."""

from libc.stdint cimport int32_t

from cext.amazonas2022 cimport (
    EVENT_ATTEMPTED,
    EVENT_ATTEMPT_VOID,
    EVENT_GAVE,
    EVENT_GIFT_WAIVED,
    LATE,
    NO_SEAT,
    PENALTY,
    REPLACEMENT,
    RIGHT_CARD,
    USED,
    WRONG,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    bit,
    seat_at,
    table_at,
)
from cext.amazonas2022_cards cimport known_to_all, lay_open, put_card, take_card, visible_card
from cext.amazonas2022_events cimport tell, tell_to
from cext.kernel cimport EVERYBODY, EventLog


cdef inline void owe(Amazonas2022Table* table, int32_t seat, int32_t reason) noexcept nogil:
    """A seat gets a card that is drawn blind."""
    table.owed = seat
    table.owed_for = reason


cdef inline void replace_last_card(char* state, int32_t seat) noexcept nogil:
    """A seat that has lost its last card gets another ("Sometimes Memory Fails!")."""
    if seat_at(state, seat).count == 0:
        owe(table_at(state), seat, REPLACEMENT)


cdef inline void forget_race(Amazonas2022Table* table) noexcept nogil:
    """Nothing is owed any more for a card that was discarded."""
    table.race_winner = NO_SEAT
    table.race_owner = NO_SEAT
    table.race_slot = NO_SEAT


cdef inline bint was_emptied(const Amazonas2022Table* table, int32_t owner, int32_t slot) noexcept nogil:
    """Whether an earlier attempt of the race discarded the card of this slot."""
    return table.race_winner != NO_SEAT and owner == table.race_owner and slot == table.race_slot


cdef inline void lose_sight(Amazonas2022Table* table, int32_t owner, int32_t slot) noexcept nogil:
    """A card leaves its place; whoever is looking at it with an effect has nothing to look at any more."""
    if owner == table.look_owner and slot == table.look_slot:
        table.look_owner = NO_SEAT
        table.look_slot = NO_SEAT


cdef inline void discard_wild(char* state, int32_t seat, int32_t owner, int32_t slot) noexcept nogil:
    """The card is laid on the one that it equals; neither can be matched any more."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Amazonas2022Seat* player = seat_at(state, owner)
    table.discard[table.discard_size - 1] |= USED
    lay_open(table, take_card(player, slot).content | USED)
    table.race_winner = seat
    table.race_owner = owner
    table.race_slot = slot
    lose_sight(table, owner, slot)
    if owner == seat:
        replace_last_card(state, seat)


cdef inline void show_card(
    const Amazonas2022Rules* rules, char* state, int32_t seat, int32_t owner, int32_t slot, EventLog* log
) noexcept nogil:
    """An attempt with a card: all see it, and it is the first right one, or comes back and costs a card."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Amazonas2022Seat* player = seat_at(state, owner)
    cdef int32_t content = player.cards[slot]
    cdef int32_t result = WRONG
    if content == table.race_card:
        result = RIGHT_CARD if table.race_winner == NO_SEAT else LATE
    tell_to(log, EVERYBODY, EVENT_ATTEMPTED, seat, owner, slot, content - 1, result)
    if result == RIGHT_CARD:
        discard_wild(state, seat, owner, slot)
        return
    player.known[slot] = known_to_all(rules)
    owe(table, seat, PENALTY)
    if result == WRONG:
        table.barred |= <int32_t> bit(seat)


cdef inline void attempt(
    const Amazonas2022Rules* rules, char* state, int32_t seat, int32_t owner, int32_t slot, bint more, EventLog* log
) noexcept nogil:
    """One attempt, alone or in a race. It does nothing when its card has just been discarded, or when the race lost the
    card that was to be matched."""
    cdef Amazonas2022Table* table = table_at(state)
    if not table.race:
        table.race_card = visible_card(table)
    if not table.discard_size or was_emptied(table, owner, slot):
        tell(log, EVENT_ATTEMPT_VOID, seat, owner, slot, 0)
    else:
        show_card(rules, state, seat, owner, slot, log)
    table.race = more
    if not more:
        table.race_card = 0
        if table.race_winner == table.race_owner:
            forget_race(table)


cdef inline void give(char* state, int32_t seat, int32_t slot, EventLog* log) noexcept nogil:
    """A card of the winner replaces the one just discarded, unseen."""
    cdef Amazonas2022Table* table = table_at(state)
    tell(log, EVENT_GAVE, seat, slot, table.race_owner, table.race_slot)
    put_card(seat_at(state, table.race_owner), table.race_slot, take_card(seat_at(state, seat), slot))
    lose_sight(table, seat, slot)
    forget_race(table)
    replace_last_card(state, seat)


cdef inline void waive_gift(char* state, EventLog* log) noexcept nogil:
    """Who has no card gives none."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t owner = table.race_owner
    tell(log, EVENT_GIFT_WAIVED, table.race_winner, owner, table.race_slot, 0)
    forget_race(table)
    replace_last_card(state, owner)
