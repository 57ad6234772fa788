"""Lists of legal moves of Amazonas 2022, and random ones."""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas2022 cimport (
    ANACONDA_EFFECT,
    FIRST_LOOK,
    FIRST_RETURN,
    GIVING,
    HOLDING,
    JAGUAR_LOOK,
    LEFT,
    LOOKING,
    MONKEY_DIRECTION,
    MOVE_CALL,
    MOVE_DIRECTION,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXCHANGE,
    MOVE_GIVE,
    MOVE_LOOK,
    MOVE_PASS,
    MOVE_PICK,
    MOVE_RETURN,
    MOVE_SKIP,
    MOVE_SWAP,
    MOVE_TAKE,
    MOVE_WILD,
    NO_SEAT,
    PICKING,
    RACING,
    RIGHT,
    SLOTH_EFFECT,
    TURN,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    bit,
    lowest_bit,
    move_word,
    nth_card,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport has_rival, owners, targets
from cext.amazonas2022_cards cimport can_draw
from cext.amazonas2022_wild cimport was_emptied
from cext.kernel cimport move_t
from cext.streams cimport FastStream, fast_below


cdef enum:
    # One move in so many is an attempt at a wild discard, where the seat asked may make one; a call takes two.
    MOVES_PER_ATTEMPT = 16
    CALLS = 2
    ATTEMPTS_PER_RACE = 4     # one attempt in so many is followed by another of the same race
    EFFECTS_PER_SKIP = 4


# Lists, ascending

cdef inline int32_t add_move(
    move_t* out, int32_t count, int32_t kind, int32_t first, int32_t second, int32_t third
) noexcept nogil:
    out[count] = move_word(kind, first, second, third)
    return count + 1


cdef inline int32_t list_own_cards(const char* state, int32_t seat, int32_t kind, move_t* out, int32_t count) noexcept nogil:
    """A move of this kind with each card of the seat."""
    cdef const Amazonas2022Seat* player = seat_at(<char*> state, seat)
    cdef int32_t slot
    for slot in range(player.slots):
        if player.cards[slot]:
            count = add_move(out, count, kind, slot, 0, 0)
    return count


cdef inline int32_t list_looks(const char* state, uint64_t seats, move_t* out, int32_t count) noexcept nogil:
    """A look at each card of these seats."""
    cdef const Amazonas2022Seat* player
    cdef int32_t owner, slot
    while seats:
        owner = lowest_bit(seats)
        seats &= seats - 1
        player = seat_at(<char*> state, owner)
        for slot in range(player.slots):
            if player.cards[slot]:
                count = add_move(out, count, MOVE_LOOK, owner, slot, 0)
    return count


cdef inline int32_t list_exchanges(
    const char* state, int32_t seat, int32_t own_slot, uint64_t seats, move_t* out, int32_t count
) noexcept nogil:
    """An exchange of one own card with each card of these seats."""
    cdef const Amazonas2022Seat* player
    cdef int32_t owner, slot
    while seats:
        owner = lowest_bit(seats)
        seats &= seats - 1
        player = seat_at(<char*> state, owner)
        for slot in range(player.slots):
            if player.cards[slot]:
                count = add_move(out, count, MOVE_EXCHANGE, own_slot, owner, slot)
    return count


cdef inline int32_t list_anaconda(
    const Amazonas2022Rules* rules, const char* state, int32_t seat, move_t* out, int32_t count
) noexcept nogil:
    """An exchange of each own card with each of another ("Effects of the Animal Cards")."""
    cdef const Amazonas2022Seat* player = seat_at(<char*> state, seat)
    cdef int32_t slot
    for slot in range(player.slots):
        if player.cards[slot]:
            count = list_exchanges(state, seat, slot, targets(rules, state), out, count)
    return count


cdef inline int32_t list_jaguar(const char* state, int32_t seat, move_t* out, int32_t count) noexcept nogil:
    """An exchange of each own card with the one that is looked at."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef const Amazonas2022Seat* player = seat_at(<char*> state, seat)
    cdef int32_t slot
    for slot in range(player.slots):
        if player.cards[slot]:
            count = add_move(out, count, MOVE_EXCHANGE, slot, table.look_owner, table.look_slot)
    return count


cdef inline int32_t list_turn(const Amazonas2022Table* table, move_t* out) noexcept nogil:
    """What a turn begins with ("Playing a Round")."""
    cdef int32_t count = 0
    if can_draw(table):
        count = add_move(out, count, MOVE_DRAW, 0, 0, 0)
    if table.discard_size:
        count = add_move(out, count, MOVE_TAKE, 0, 0, 0)
    if table.caller == NO_SEAT:
        count = add_move(out, count, MOVE_CALL, 0, 0, 0)
    if not can_draw(table):
        count = add_move(out, count, MOVE_PASS, 0, 0, 0)
    return count


cdef inline int32_t list_effect(
    const Amazonas2022Rules* rules, const char* state, int32_t seat, int32_t phase, move_t* out
) noexcept nogil:
    """Each use of an effect that is optional, and leaving it."""
    cdef int32_t count = 0
    if phase == ANACONDA_EFFECT:
        count = add_move(out, count, MOVE_SKIP, 0, 0, 0)
        return list_anaconda(rules, state, seat, out, count)
    count = list_looks(state, bit(seat) if phase == SLOTH_EFFECT else targets(rules, state), out, count)
    return add_move(out, count, MOVE_SKIP, 0, 0, 0)


cdef inline int32_t list_wild(
    const Amazonas2022Rules* rules, const char* state, int32_t seat, move_t* out, int32_t count
) noexcept nogil:
    """An attempt with each card that may be named, the last one of its race or not."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef const Amazonas2022Seat* player
    cdef int32_t owner, slot
    cdef bint more = has_rival(rules, table, seat)
    for owner in range(rules.header.players):
        player = seat_at(<char*> state, owner)
        for slot in range(player.slots if owner != table.caller else 0):
            if player.cards[slot] or was_emptied(table, owner, slot):
                count = add_move(out, count, MOVE_WILD, owner, slot, 0)
                if more:
                    count = add_move(out, count, MOVE_WILD, owner, slot, 1)
    return count


cdef inline int32_t list_asked(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, move_t* out
) noexcept nogil:
    """The moves that the table waits for, but for wild discards."""
    cdef int32_t count = 0
    if step == TURN:
        return list_turn(table_at(<char*> state), out)
    if step == HOLDING:
        count = list_own_cards(state, seat, MOVE_SWAP, out, count)
        return add_move(out, count, MOVE_DISCARD, 0, 0, 0)
    if step == FIRST_LOOK:
        return list_looks(state, bit(seat), out, count)
    if step == FIRST_RETURN or step == LOOKING:
        return add_move(out, count, MOVE_RETURN, 0, 0, 0)
    if step == JAGUAR_LOOK:
        count = add_move(out, count, MOVE_RETURN, 0, 0, 0)
        return list_jaguar(state, seat, out, count)
    if step == MONKEY_DIRECTION:
        count = add_move(out, count, MOVE_DIRECTION, LEFT, 0, 0)
        return add_move(out, count, MOVE_DIRECTION, RIGHT, 0, 0)
    if step == PICKING:
        return list_own_cards(state, seat, MOVE_PICK, out, count)
    if step == GIVING:
        return list_own_cards(state, seat, MOVE_GIVE, out, count)
    return list_effect(rules, state, seat, step, out) if step != RACING else 0


# Random moves

cdef inline int32_t random_own_card(const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """The slot of one of the seat's cards, each equally likely."""
    cdef const Amazonas2022Seat* player = seat_at(<char*> state, seat)
    return nth_card(player, <int32_t> fast_below(rng, player.count))


cdef inline int32_t random_card(const char* state, uint64_t seats, FastStream* rng) noexcept nogil:
    """One of all the cards of these seats, each equally likely: owner << 8 | slot."""
    cdef uint64_t left = seats
    cdef int32_t owner, skipped, cards = 0
    while left:
        cards += seat_at(<char*> state, lowest_bit(left)).count
        left &= left - 1
    skipped = <int32_t> fast_below(rng, cards)
    owner = lowest_bit(seats)
    while skipped >= seat_at(<char*> state, owner).count:
        skipped -= seat_at(<char*> state, owner).count
        seats &= seats - 1
        owner = lowest_bit(seats)
    return owner << 8 | nth_card(seat_at(<char*> state, owner), skipped)


cdef inline move_t random_wild(
    const Amazonas2022Rules* rules, const char* state, int32_t seat, FastStream* rng
) noexcept nogil:
    """The slot that the race has emptied, if any, with one eighth or when there is no card; else any card."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef uint64_t seats = owners(rules, state)
    cdef int32_t named
    cdef bint more
    if table.race_winner != NO_SEAT and (not seats or not fast_below(rng, 8)):
        named = table.race_owner << 8 | table.race_slot
    else:
        named = random_card(state, seats, rng)
    more = has_rival(rules, table, seat) and not fast_below(rng, ATTEMPTS_PER_RACE)
    return move_word(MOVE_WILD, named >> 8, named & 0xFF, more)


cdef inline move_t random_turn(const Amazonas2022Table* table, int32_t lot) noexcept nogil:
    """`lot` is uniform in 0 .. MOVES_PER_ATTEMPT - 1."""
    if 1 <= lot <= CALLS and table.caller == NO_SEAT:
        return move_word(MOVE_CALL, 0, 0, 0)
    if table.discard_size and lot & 1:
        return move_word(MOVE_TAKE, 0, 0, 0)
    return move_word(MOVE_DRAW if can_draw(table) else MOVE_PASS, 0, 0, 0)


cdef inline move_t random_effect(
    const Amazonas2022Rules* rules, const char* state, int32_t seat, int32_t phase, FastStream* rng
) noexcept nogil:
    cdef int32_t own_slot, named
    if not fast_below(rng, EFFECTS_PER_SKIP):
        return move_word(MOVE_SKIP, 0, 0, 0)
    if phase == SLOTH_EFFECT:
        return move_word(MOVE_LOOK, seat, random_own_card(state, seat, rng), 0)
    if phase == ANACONDA_EFFECT:
        own_slot = random_own_card(state, seat, rng)
        named = random_card(state, targets(rules, state), rng)
        return move_word(MOVE_EXCHANGE, own_slot, named >> 8, named & 0xFF)
    named = random_card(state, targets(rules, state), rng)
    return move_word(MOVE_LOOK, named >> 8, named & 0xFF, 0)


cdef inline move_t random_asked(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, int32_t lot, FastStream* rng
) noexcept nogil:
    """One of the moves that the table waits for, but for wild discards."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    if step == TURN:
        return random_turn(table, lot)
    if step == HOLDING:
        if lot & 1 and seat_at(<char*> state, seat).count:
            return move_word(MOVE_SWAP, random_own_card(state, seat, rng), 0, 0)
        return move_word(MOVE_DISCARD, 0, 0, 0)
    if step == FIRST_LOOK:
        return move_word(MOVE_LOOK, seat, random_own_card(state, seat, rng), 0)
    if step == JAGUAR_LOOK and lot & 1 and seat_at(<char*> state, seat).count:
        return move_word(MOVE_EXCHANGE, random_own_card(state, seat, rng), table.look_owner, table.look_slot)
    if step == FIRST_RETURN or step == LOOKING or step == JAGUAR_LOOK:
        return move_word(MOVE_RETURN, 0, 0, 0)
    if step == MONKEY_DIRECTION:
        return move_word(MOVE_DIRECTION, lot & 1, 0, 0)
    if step == PICKING or step == GIVING:
        return move_word(MOVE_PICK if step == PICKING else MOVE_GIVE, random_own_card(state, seat, rng), 0, 0)
    return random_effect(rules, state, seat, step, rng)
