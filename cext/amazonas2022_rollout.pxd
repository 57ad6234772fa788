"""How seats of Amazonas 2022 move in the rollouts of a search: no rules, only what is likely to be better than chance.

A seat counts on what it knows of its cards and takes all others for average ones. It looks at no card that it does not
know. Values are in eighths of a point.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas2022 cimport (
    ANACONDA_EFFECT,
    GIVING,
    HOLDING,
    JAGUAR_LOOK,
    KINDS,
    MOVE_CALL,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXCHANGE,
    MOVE_GIVE,
    MOVE_PICK,
    MOVE_RETURN,
    MOVE_SKIP,
    MOVE_SWAP,
    MOVE_TAKE,
    MOVE_WILD,
    NO_SEAT,
    PICKING,
    TURN,
    USED,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    bit,
    move_word,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport targets
from cext.amazonas2022_cards cimport can_draw, visible_card
from cext.kernel cimport move_t
from cext.streams cimport FastStream, fast_below


cdef enum:
    EIGHTHS = 8
    # A seat calls with at most so many eighths of points, and up to CALL_SPREAD more.
    CALL_BELOW = 4 * EIGHTHS
    CALL_SPREAD = 4 * EIGHTHS
    PASSING_CALL = 48         # one call in so many turns whatever the cards, so that rounds end
    GAIN_TO_TAKE = 2 * EIGHTHS


cdef inline int32_t mean_value(const Amazonas2022Rules* rules) noexcept nogil:
    """The value of an average card of the game."""
    cdef int32_t kind, total = 0
    for kind in range(KINDS):
        total += rules.counts[kind] * rules.values[kind]
    return EIGHTHS * total // rules.cards


cdef inline int32_t value_for(
    const Amazonas2022Rules* rules, const Amazonas2022Seat* owner, int32_t slot, int32_t seat, int32_t mean
) noexcept nogil:
    """The value of a card that lies somewhere, as far as a seat knows it."""
    if owner.known[slot] & bit(seat):
        return EIGHTHS * rules.values[owner.cards[slot] - 1]
    return mean


cdef inline int32_t highest_slot(
    const Amazonas2022Rules* rules, const Amazonas2022Seat* player, int32_t seat, int32_t* value
) noexcept nogil:
    """The own card that seems to be worth most, -1 if there is none; and its value."""
    cdef int32_t mean = mean_value(rules)
    cdef int32_t slot, here, best = -1
    value[0] = 0
    for slot in range(player.slots):
        if player.cards[slot]:
            here = value_for(rules, player, slot, seat, mean)
            if best < 0 or here > value[0]:
                best = slot
                value[0] = here
    return best


cdef inline int32_t hand_value(
    const Amazonas2022Rules* rules, const Amazonas2022Seat* player, int32_t seat
) noexcept nogil:
    """What all own cards seem to be worth."""
    cdef int32_t mean = mean_value(rules)
    cdef int32_t slot, total = 0
    for slot in range(player.slots):
        if player.cards[slot]:
            total += value_for(rules, player, slot, seat, mean)
    return total


cdef inline move_t promising_turn(
    const Amazonas2022Rules* rules, const Amazonas2022Table* table, const Amazonas2022Seat* player, int32_t seat,
    FastStream* rng
) noexcept nogil:
    """Call with few points; take the card that shows if it is much better than an own one; else draw."""
    cdef int32_t visible = visible_card(table) & ~USED
    cdef int32_t highest
    if table.caller == NO_SEAT and (
        hand_value(rules, player, seat) <= CALL_BELOW + <int32_t> fast_below(rng, CALL_SPREAD + 1)
        or not fast_below(rng, PASSING_CALL)
    ):
        return move_word(MOVE_CALL, 0, 0, 0)
    if visible and highest_slot(rules, player, seat, &highest) >= 0:
        if highest - EIGHTHS * rules.values[visible - 1] >= GAIN_TO_TAKE:
            return move_word(MOVE_TAKE, 0, 0, 0)
    return move_word(MOVE_DRAW, 0, 0, 0) if can_draw(table) else 0


cdef inline move_t promising_swap(
    const Amazonas2022Rules* rules, const Amazonas2022Table* table, const Amazonas2022Seat* player, int32_t seat
) noexcept nogil:
    """Put the held card in the place of the highest one, if that is higher."""
    cdef int32_t highest
    cdef int32_t slot = highest_slot(rules, player, seat, &highest)
    if slot >= 0 and highest > EIGHTHS * rules.values[table.held - 1]:
        return move_word(MOVE_SWAP, slot, 0, 0)
    return move_word(MOVE_DISCARD, 0, 0, 0)


cdef inline move_t promising_exchange(
    const Amazonas2022Rules* rules, const char* state, const Amazonas2022Table* table, const Amazonas2022Seat* player,
    int32_t seat
) noexcept nogil:
    """After a look with a jaguar: take the card for the highest own one, if it is lower."""
    cdef int32_t highest
    cdef int32_t slot = highest_slot(rules, player, seat, &highest)
    cdef const Amazonas2022Seat* owner = seat_at(<char*> state, table.look_owner)
    if slot >= 0 and highest > EIGHTHS * rules.values[owner.cards[table.look_slot] - 1]:
        return move_word(MOVE_EXCHANGE, slot, table.look_owner, table.look_slot)
    return move_word(MOVE_RETURN, 0, 0, 0)


cdef inline move_t lowest_known(
    const Amazonas2022Rules* rules, const char* state, const Amazonas2022Seat* player, int32_t seat
) noexcept nogil:
    """With an anaconda: the highest own card for the lowest of the others, as far as they are known; or nothing."""
    cdef int32_t mean = mean_value(rules)
    cdef int32_t highest, owner, slot, here, best = 0
    cdef int32_t own = highest_slot(rules, player, seat, &highest)
    cdef move_t move = move_word(MOVE_SKIP, 0, 0, 0)
    cdef const Amazonas2022Seat* other
    cdef uint64_t seats = targets(rules, state)
    for owner in range(rules.header.players):
        other = seat_at(<char*> state, owner)
        for slot in range(other.slots if own >= 0 and (seats >> owner) & 1 else 0):
            if other.cards[slot]:
                here = highest - value_for(rules, other, slot, seat, mean)
                if here > best:
                    best = here
                    move = move_word(MOVE_EXCHANGE, own, owner, slot)
    return move


cdef inline move_t known_match(const Amazonas2022Rules* rules, const char* state, int32_t seat) noexcept nogil:
    """A wild discard of a card that the seat knows to be equal to the one that shows, its own first; 0 without one."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef int32_t content = (table.race_card if table.race else visible_card(table)) & ~USED
    cdef const Amazonas2022Seat* other
    cdef int32_t turn, owner, slot
    for turn in range(rules.header.players):
        owner = (seat + turn) % rules.header.players
        other = seat_at(<char*> state, owner)
        for slot in range(other.slots if owner != table.caller else 0):
            if other.cards[slot] and other.cards[slot] == content and other.known[slot] & bit(seat):
                return move_word(MOVE_WILD, owner, slot, 0)
    return 0


cdef inline move_t promising_move(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, FastStream* rng
) noexcept nogil:
    """What a seat that is asked had better do; 0 where any move is as good."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef const Amazonas2022Seat* player = seat_at(<char*> state, seat)
    cdef int32_t value
    if step == TURN:
        return promising_turn(rules, table, player, seat, rng)
    if step == HOLDING:
        return promising_swap(rules, table, player, seat)
    if step == JAGUAR_LOOK:
        return promising_exchange(rules, state, table, player, seat)
    if step == ANACONDA_EFFECT:
        return lowest_known(rules, state, player, seat)
    if step == PICKING:
        return move_word(MOVE_PICK, highest_slot(rules, player, seat, &value), 0, 0)
    if step == GIVING:
        return move_word(MOVE_GIVE, highest_slot(rules, player, seat, &value), 0, 0)
    return 0
