"""What a viewer of Amazonas 2022 cannot know, made into what it may be.

All have seen which cards went into a shuffle, and they see where each card that comes off the pile goes. So what is hidden
is, for each shuffle, which of its cards that the viewer has not seen lies where: face down, in the hand of the seat in turn,
or still in the pile. Who knows which place is public.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from cext.amazonas2022 cimport (
    FIRST_LOOK,
    KINDS,
    PICKING,
    SPECTATORS,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    Hidden,
    bit,
    nth_card,
    seat_at,
    table_at,
)
from cext.streams cimport FastStream, fast_below


cdef inline int32_t viewer_mask(int32_t viewer) noexcept nogil:
    """The bits of `known` that say that the viewer knows a card. Whatever lay open has all of them."""
    return SPECTATORS if viewer < 0 else <int32_t> bit(viewer)


cdef inline void hide(Hidden* hidden, uint8_t* place) noexcept nogil:
    hidden.place[hidden.places] = place
    hidden.places += 1
    hidden.counts[place[0] - 1] += 1
    hidden.cards += 1


cdef inline void deal_again(Hidden* hidden, FastStream* rng) noexcept nogil:
    """Each place gets one of the cards at random. What happens depends on which cards there are, not on where they lay."""
    cdef int32_t index, kind, skipped
    for index in range(hidden.places):
        skipped = <int32_t> fast_below(rng, hidden.cards)
        kind = 0
        while skipped >= hidden.counts[kind]:
            skipped -= hidden.counts[kind]
            kind += 1
        hidden.counts[kind] -= 1
        hidden.cards -= 1
        hidden.place[index][0] = 1 + kind


cdef inline bint is_hidden_here(const Amazonas2022Seat* player, int32_t slot, int32_t mask, int32_t origin) noexcept nogil:
    return player.cards[slot] and not player.known[slot] & mask and player.origin[slot] == origin


cdef inline void redeal_shuffle(
    const Amazonas2022Rules* rules, char* state, int32_t origin, int32_t mask, FastStream* rng
) noexcept nogil:
    """Deal the hidden cards of one shuffle anew, together with those that are left in the pile if it is the present one."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Amazonas2022Seat* player
    cdef Hidden hidden
    cdef int32_t seat, slot, kind
    cdef bint is_present = origin == <int32_t> (table.shuffles & 0xFFFF)
    memset(&hidden, 0, sizeof(hidden))
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        for slot in range(player.slots):
            if is_hidden_here(player, slot, mask, origin):
                hide(&hidden, &player.cards[slot])
    if table.held and not table.held_known & mask and table.held_origin == origin:
        hide(&hidden, &table.held)
    if is_present:
        for kind in range(KINDS):
            hidden.counts[kind] += table.pile[kind]
        hidden.cards += table.pile_size
    deal_again(&hidden, rng)
    if is_present:
        for kind in range(KINDS):
            table.pile[kind] = hidden.counts[kind]


cdef inline bint comes_first(
    const Amazonas2022Rules* rules, char* state, int32_t last_seat, int32_t last_slot, int32_t mask
) noexcept nogil:
    """Whether no hidden card before this one comes from the same shuffle."""
    cdef int32_t origin = seat_at(state, last_seat).origin[last_slot]
    cdef Amazonas2022Seat* player
    cdef int32_t seat, slot
    for seat in range(last_seat + 1):
        player = seat_at(state, seat)
        for slot in range(last_slot if seat == last_seat else player.slots):
            if is_hidden_here(player, slot, mask, origin):
                return False
    return True


cdef inline void redeal(
    const Amazonas2022Rules* rules, char* state, int32_t mask, FastStream* rng
) noexcept nogil:
    """Deal all hidden cards anew, shuffle by shuffle. The card in hand came from the last one, or from before it."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Amazonas2022Seat* player
    cdef int32_t seat, slot
    cdef bint is_held_done = not table.held or table.held_known & mask
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        for slot in range(player.slots):
            if is_hidden_here(player, slot, mask, player.origin[slot]) and comes_first(rules, state, seat, slot, mask):
                is_held_done = is_held_done or player.origin[slot] == table.held_origin
                redeal_shuffle(rules, state, player.origin[slot], mask, rng)
    if not is_held_done:
        redeal_shuffle(rules, state, table.held_origin, mask, rng)


cdef inline void choose_again(
    const Amazonas2022Rules* rules, char* state, int32_t viewer, FastStream* rng
) noexcept nogil:
    """The choices of others, secret until all have chosen, become any of their cards."""
    cdef Amazonas2022Seat* player
    cdef int32_t seat
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if seat != viewer and player.look:
            player.look = 1 + nth_card(player, <int32_t> fast_below(rng, player.count))


cdef inline void sample_hidden(
    const Amazonas2022Rules* rules, char* state, int32_t viewer, FastStream* rng
) noexcept nogil:
    cdef int32_t phase = table_at(state).phase
    redeal(rules, state, viewer_mask(viewer), rng)
    if phase == FIRST_LOOK or phase == PICKING:
        choose_again(rules, state, viewer, rng)
