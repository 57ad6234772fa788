"""Cards of Amazonas 2022 in front of seats and in piles, and who knows them where they lie."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from cext.amazonas2022 cimport (
    DISCARDS,
    DRAWING,
    EVENT_BLIND_CARD,
    EVENT_CARD_DRAWN,
    EVENT_DEALT,
    EVENT_DREW,
    EVENT_RESERVE_TURNED,
    EVENT_SHUFFLED,
    FROM_DRAW_PILE,
    HOLDING,
    MAX_SLOTS,
    NO_SEAT,
    SPECTATORS,
    USED,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    all_seats,
    bit,
    seat_at,
    table_at,
)
from cext.amazonas2022_events cimport tell, tell_to
from cext.kernel cimport EventLog


ctypedef struct Card:         # face down or in a hand
    int32_t content           # 1 + kind
    int32_t known
    int32_t origin


cdef inline int32_t known_to_all(const Amazonas2022Rules* rules) noexcept nogil:
    """The mask of a card that lay open."""
    return <int32_t> all_seats(rules) | SPECTATORS


# In front of a seat

cdef inline Card card_in(const Amazonas2022Seat* player, int32_t slot) noexcept nogil:
    return Card(player.cards[slot], player.known[slot], player.origin[slot])


cdef inline void put_card(Amazonas2022Seat* player, int32_t slot, Card card) noexcept nogil:
    """Lay a card in a slot, instead of the one that is there, if any."""
    player.count += player.cards[slot] == 0
    player.cards[slot] = card.content
    player.known[slot] = card.known
    player.origin[slot] = card.origin


cdef inline Card take_card(Amazonas2022Seat* player, int32_t slot) noexcept nogil:
    """Leave the slot empty."""
    cdef Card card = card_in(player, slot)
    player.count -= 1
    player.cards[slot] = 0
    player.known[slot] = 0
    player.origin[slot] = 0
    return card


cdef inline void exchange_cards(
    Amazonas2022Seat* one, int32_t one_slot, Amazonas2022Seat* other, int32_t other_slot
) noexcept nogil:
    """Whoever knew a card goes on knowing it, since all can follow it."""
    cdef Card card = card_in(one, one_slot)
    put_card(one, one_slot, card_in(other, other_slot))
    put_card(other, other_slot, card)


cdef inline int32_t new_slot(const Amazonas2022Table* table, Amazonas2022Seat* player, bint is_owner) noexcept nogil:
    """Where a seat's next card goes: a new slot at the end. When all were opened it is the lowest that is empty, but
    not the one that waits for a gift to this seat; there are more slots than cards."""
    cdef int32_t slot = 0
    if player.slots < MAX_SLOTS:
        player.slots += 1
        return player.slots - 1
    while player.cards[slot] or (is_owner and slot == table.race_slot):
        slot += 1
    return slot


cdef inline int32_t add_card(char* state, int32_t seat, Card card) noexcept nogil:
    """Lay a card down in a new slot, and return it."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Amazonas2022Seat* player = seat_at(state, seat)
    cdef int32_t slot = new_slot(table, player, seat == table.race_owner)
    put_card(player, slot, card)
    return slot


# The discard pile

cdef inline int32_t visible_card(const Amazonas2022Table* table) noexcept nogil:
    """1 + the kind of the card that shows on the discard pile, with USED if it is used up; 0 if there is none."""
    return table.discard[table.discard_size - 1] if table.discard_size else 0


cdef inline void lay_open(Amazonas2022Table* table, int32_t content) noexcept nogil:
    """Lay a card on the discard pile."""
    table.discard[table.discard_size] = content
    table.discard_size += 1


cdef inline int32_t take_open(Amazonas2022Table* table) noexcept nogil:
    """Take the card that shows; it counts as new wherever it goes."""
    cdef int32_t content
    table.discard_size -= 1
    content = table.discard[table.discard_size] & ~USED
    table.discard[table.discard_size] = 0
    return content


# Draw piles

cdef inline int32_t cards_left(const Amazonas2022Table* table) noexcept nogil:
    """Cards in the draw pile, whether its order is known or not."""
    return table.pile_size + table.stack_size


cdef inline bint can_draw(const Amazonas2022Table* table) noexcept nogil:
    """Whether a card can be had from the draw pile, if need be by making a new one."""
    return table.pile_size or table.stack_size or table.discard_size or table.reserve_size


cdef inline void shuffle_discards(Amazonas2022Table* table, EventLog* log) noexcept nogil:
    """The discards become the draw pile ("Play a card from the deck or from the discard pile")."""
    cdef int32_t index
    for index in range(table.discard_size):
        table.pile[(table.discard[index] & ~USED) - 1] += 1
    table.pile_size = table.discard_size
    memset(table.discard, 0, table.discard_size)
    table.discard_size = 0
    table.drawn = 0
    table.shuffles += 1
    tell(log, EVENT_SHUFFLED, -1, table.pile_size, table.shuffles, DISCARDS)


cdef inline void turn_reserve(Amazonas2022Table* table, EventLog* log) noexcept nogil:
    """What lay face up is turned over, so that the card put aside first comes first ("Amazonas for 2 Players")."""
    cdef int32_t index
    for index in range(table.reserve_size):
        table.stack[index] = table.reserve[table.reserve_size - 1 - index]
    table.stack_size = table.reserve_size
    memset(table.reserve, 0, table.reserve_size)
    table.reserve_size = 0
    tell(log, EVENT_RESERVE_TURNED, -1, table.stack_size, 0, 0)


cdef inline bint find_card(Amazonas2022Table* table, EventLog* log) noexcept nogil:
    """Make a new draw pile if a card is needed and there is none; whether there is a card."""
    if cards_left(table):
        return True
    if table.reserve_size:
        turn_reserve(table, log)
    elif table.discard_size:
        shuffle_discards(table, log)
    else:
        return False
    return True


cdef inline Card pop_stack(const Amazonas2022Rules* rules, Amazonas2022Table* table) noexcept nogil:
    """The next card of a draw pile that everybody has seen in order."""
    cdef Card card = Card(0, known_to_all(rules), 0)
    table.stack_size -= 1
    card.content = table.stack[table.stack_size]
    table.stack[table.stack_size] = 0
    return card


cdef inline Card pop_pile(Amazonas2022Table* table, int32_t kind) noexcept nogil:
    """The next card of the shuffled draw pile, which turned out to be of this kind; nobody knows it yet."""
    table.pile[kind] -= 1
    table.pile_size -= 1
    table.drawn += 1
    return Card(1 + kind, 0, table.shuffles & 0xFFFF)


# Where drawn cards go. They are drawn face down, and events tell no more than that, even if all could remember which
# card it is.

cdef inline void deal_card(char* state, int32_t seat, Card card, EventLog* log) noexcept nogil:
    """Face down in front of a seat ("Game Setup")."""
    tell(log, EVENT_DEALT, seat, add_card(state, seat, card), 0, 0)


cdef inline void pay_owed_card(char* state, Card card, EventLog* log) noexcept nogil:
    """A card drawn blind ("Quick!", "Sometimes Memory Fails!")."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t seat = table.owed
    tell(log, EVENT_BLIND_CARD, seat, add_card(state, seat, card), table.owed_for, 0)
    table.owed = NO_SEAT
    table.owed_for = 0


cdef inline void draw_card(Amazonas2022Table* table, EventLog* log) noexcept nogil:
    """The seat in turn takes the top card of the draw pile, which is made anew if there is none. Which card that is
    turns out later, unless the order of the pile is known."""
    find_card(table, log)
    table.phase = DRAWING
    tell(log, EVENT_DREW, table.turn, cards_left(table), 0, 0)


cdef inline void hold_drawn_card(Amazonas2022Table* table, Card card, EventLog* log) noexcept nogil:
    """The seat in turn sees the card in secret."""
    cdef int32_t seat = table.turn
    table.held = card.content
    table.held_known = card.known | <int32_t> bit(seat)
    table.held_origin = card.origin
    table.held_from = FROM_DRAW_PILE
    table.phase = HOLDING
    tell_to(log, bit(seat), EVENT_CARD_DRAWN, seat, card.content - 1, 0, 0, 0)
