"""What holds in every state of Amazonas 2022, whichever bytes it was read from. Bytes that pass can be played on safely."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from cext.amazonas2022 cimport (
    CARDS_DEALT,
    DEALING,
    DRAWING,
    FIRST_LOOK,
    FIRST_RETURN,
    FROM_DISCARDS,
    FROM_DRAW_PILE,
    GIVING,
    HOLDING,
    JAGUAR_LOOK,
    KINDS,
    LOOKING,
    MAX_CARDS,
    MAX_SLOTS,
    MAX_VALUE,
    NO_SEAT,
    OVER,
    OWED,
    PENALTY,
    PICKING,
    RACING,
    REPLACEMENT,
    RIGHT,
    ROUNDS,
    ROUNDS_TO_WIN,
    TURN,
    USED,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    all_seats,
    bit,
    has,
    has_card,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport asked_in, has_target, is_effect, is_window, may_attempt, owners, step_of
from cext.amazonas2022_cards cimport known_to_all
from cext.kernel cimport RulesHeader


cdef enum:
    SOUND = 0
    BAD_PHASE = 1             # no such phase, round, or seat in a role
    BAD_CARDS = 2             # bytes that are no cards, or cards where none can be
    BAD_COUNTS = 3            # sizes and sums that do not fit what they count
    BAD_CONSERVATION = 4      # cards that were lost or made
    BAD_PILES = 5             # two draw piles, or a reserve of more than two players
    BAD_KNOWLEDGE = 6         # knowledge of nobody's, or an open card that somebody does not know
    BAD_HELD = 7              # a card in hand in another phase, or none in that one
    BAD_LOOK = 8              # a look at nothing, or that nobody can have
    BAD_CHOICE = 9            # a choice where none is asked, or one that is complete
    BAD_BARRED = 10           # seats barred that cannot be
    BAD_RACE = 11             # a race or a gift that cannot be
    BAD_OWED = 12             # a card owed for nothing
    BAD_CHANCE = 13           # a card awaited from an empty pile, or one that comes by itself
    BAD_EFFECT = 14           # an effect that cannot do anything
    BAD_DEAL = 15             # hands that were not dealt in order, or play before that
    BAD_POINTS = 16           # points or successes that the rounds cannot have brought
    BAD_LAST = 17             # a last round that cannot have been
    BAD_END = 18              # a game over for no reason, or not over with one


# Cards

cdef inline bint is_card(int32_t content) noexcept nogil:
    return 1 <= content <= KINDS


cdef inline int32_t broken_list(
    const uint8_t* cards, int32_t size, int32_t capacity, int32_t mark, int32_t* found
) noexcept nogil:
    """Cards, which may bear a mark, and nothing after the last one; adds them to what was found of each kind."""
    cdef int32_t index
    if size > capacity:
        return BAD_COUNTS
    for index in range(capacity):
        if index >= size:
            if cards[index]:
                return BAD_CARDS
        elif is_card(cards[index] & ~mark):
            found[(cards[index] & ~mark) - 1] += 1
        else:
            return BAD_CARDS
    return SOUND


cdef inline bint is_knowledge(const Amazonas2022Rules* rules, int32_t known) noexcept nogil:
    """Who knows a card is some of the seats, or all and spectators."""
    return known <= <int32_t> all_seats(rules) or known == known_to_all(rules)


cdef inline int32_t broken_hand(
    const Amazonas2022Rules* rules, const Amazonas2022Seat* player, int32_t* found
) noexcept nogil:
    """Cards in slots that were opened, and nothing where there is none."""
    cdef int32_t slot, cards = 0
    if player.slots > MAX_SLOTS:
        return BAD_COUNTS
    for slot in range(MAX_SLOTS):
        if not player.cards[slot]:
            if player.known[slot] or player.origin[slot]:
                return BAD_KNOWLEDGE
            continue
        if slot >= player.slots or not is_card(player.cards[slot]):
            return BAD_CARDS
        if not is_knowledge(rules, player.known[slot]):
            return BAD_KNOWLEDGE
        found[player.cards[slot] - 1] += 1
        cards += 1
    return SOUND if cards == player.count else BAD_COUNTS


cdef inline int32_t broken_pile(
    const Amazonas2022Rules* rules, const Amazonas2022Table* table, int32_t* found
) noexcept nogil:
    """What is left of a shuffle, or a reserve turned over instead."""
    cdef int32_t kind, cards = 0
    for kind in range(KINDS):
        found[kind] += table.pile[kind]
        cards += table.pile[kind]
    if cards != table.pile_size or cards + table.drawn > rules.cards:
        return BAD_COUNTS
    if table.pile_size and table.stack_size:
        return BAD_PILES
    if rules.header.players > 2 and (table.stack_size or table.reserve_size):
        return BAD_PILES
    return SOUND


cdef inline int32_t broken_cards(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """Every card is at exactly one place."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef int32_t found[KINDS]
    cdef int32_t seat, kind
    cdef int32_t broken
    memset(found, 0, sizeof(found))
    broken = broken_pile(rules, table, found)
    broken = broken or broken_list(table.stack, table.stack_size, MAX_CARDS, 0, found)
    broken = broken or broken_list(table.discard, table.discard_size, MAX_CARDS, USED, found)
    broken = broken or broken_list(table.reserve, table.reserve_size, MAX_CARDS, 0, found)
    for seat in range(rules.header.players):
        broken = broken or broken_hand(rules, seat_at(state, seat), found)
    if not broken and table.held:
        if not is_card(table.held):
            return BAD_CARDS
        found[table.held - 1] += 1
    if broken:
        return broken
    for kind in range(KINDS):
        if found[kind] != rules.counts[kind]:
            return BAD_CONSERVATION
    return SOUND


# Roles

cdef inline bint is_seat(const Amazonas2022Rules* rules, int32_t seat) noexcept nogil:
    return seat < rules.header.players


cdef inline bint is_seat_or_none(const Amazonas2022Rules* rules, int32_t seat) noexcept nogil:
    return seat == NO_SEAT or is_seat(rules, seat)


cdef inline int32_t broken_phase(const Amazonas2022Rules* rules, const Amazonas2022Table* table) noexcept nogil:
    if table.phase > OVER or not 1 <= table.round <= ROUNDS:
        return BAD_PHASE
    if not is_seat(rules, table.starter) or not is_seat(rules, table.turn) or not is_seat_or_none(rules, table.caller):
        return BAD_PHASE
    if table.phase < TURN and (table.turn != table.starter or table.caller != NO_SEAT):
        return BAD_PHASE
    # A caller is in turn again when the round is over, and only then.
    if (table.caller == table.turn) != (table.phase == OVER):
        return BAD_PHASE
    if table.round == 1 and table.starter:
        return BAD_PHASE
    return SOUND


cdef inline int32_t broken_held(const Amazonas2022Rules* rules, const Amazonas2022Table* table) noexcept nogil:
    """Who draws a card sees it, and what is taken all have seen."""
    if table.phase != HOLDING:
        if table.held or table.held_known or table.held_from or table.held_origin:
            return BAD_HELD
        return SOUND
    if not table.held or table.held_from > FROM_DISCARDS:
        return BAD_HELD
    if table.held_known == known_to_all(rules):
        return SOUND if rules.header.players == 2 or table.held_from == FROM_DISCARDS else BAD_HELD
    return SOUND if table.held_from == FROM_DRAW_PILE and table.held_known == bit(table.turn) else BAD_HELD


cdef inline int32_t broken_look(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """A look at a card that is there, by the seat in turn, who knows it now."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef int32_t owner = table.look_owner
    if owner == NO_SEAT or table.look_slot == NO_SEAT:
        return SOUND if owner == table.look_slot and table.phase != JAGUAR_LOOK else BAD_LOOK
    if table.phase != LOOKING and table.phase != JAGUAR_LOOK:
        return BAD_LOOK
    if not is_seat(rules, owner) or owner == table.caller or not has_card(seat_at(state, owner), table.look_slot):
        return BAD_LOOK
    if not has(seat_at(state, owner).known[table.look_slot], table.turn):
        return BAD_LOOK
    return BAD_LOOK if table.phase == JAGUAR_LOOK and owner == table.turn else SOUND


cdef inline int32_t broken_choice(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """Choices of own cards, by seats that are asked for one, as long as others are asked."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef const Amazonas2022Seat* player
    cdef bint is_asked = table.phase == FIRST_LOOK or table.phase == FIRST_RETURN or table.phase == PICKING
    cdef int32_t seat
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if player.look:
            if not is_asked or seat == table.caller or not has_card(player, player.look - 1):
                return BAD_CHOICE
            if table.phase == FIRST_RETURN and not has(player.known[player.look - 1], seat):
                return BAD_CHOICE
    if is_asked and not asked_in(rules, state, table.phase):
        return BAD_CHOICE
    if table.phase == PICKING:
        return SOUND if table.direction <= RIGHT else BAD_CHOICE
    return SOUND if table.direction == NO_SEAT else BAD_CHOICE


# Wild discards

cdef inline int32_t broken_barred(const Amazonas2022Rules* rules, const Amazonas2022Table* table) noexcept nogil:
    """Seats, but not the caller, in a turn."""
    if table.barred & ~all_seats(rules) or (table.caller != NO_SEAT and has(table.barred, table.caller)):
        return BAD_BARRED
    return BAD_BARRED if table.barred and (table.phase < TURN or table.phase == OVER) else SOUND


cdef inline int32_t broken_winner(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """A card was discarded, and its slot is empty; without a race only a gift is left to be settled."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef int32_t winner = table.race_winner
    cdef int32_t owner = table.race_owner
    if winner == NO_SEAT:
        return SOUND if owner == NO_SEAT and table.race_slot == NO_SEAT else BAD_RACE
    if not is_seat(rules, winner) or not is_seat(rules, owner) or winner == table.caller or owner == table.caller:
        return BAD_RACE
    if table.race_slot >= seat_at(state, owner).slots or has_card(seat_at(state, owner), table.race_slot):
        return BAD_RACE
    if not table.race and winner == owner:
        return BAD_RACE
    return SOUND if is_window(table.phase) else BAD_RACE


cdef inline int32_t broken_race(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """An open race has a card to be matched, seats that may attempt, and something to name."""
    cdef const Amazonas2022Table* table = table_at(state)
    if table.race > 1 or table.race_card > KINDS or (table.race != 0) != (table.race_card != 0):
        return BAD_RACE
    if broken_winner(rules, state):
        return BAD_RACE
    if not table.race:
        if step_of(table) == GIVING and not seat_at(state, table.race_winner).count:
            return BAD_RACE
        return SOUND
    if not is_window(table.phase) or not may_attempt(rules, state, RACING):
        return BAD_RACE
    return SOUND if table.race_winner != NO_SEAT or owners(rules, state) else BAD_RACE


cdef inline int32_t broken_owed(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """A penalty, or the first card of a seat that has none; both come of wild discards."""
    cdef const Amazonas2022Table* table = table_at(state)
    if table.owed == NO_SEAT:
        return BAD_OWED if table.owed_for else SOUND
    if not is_seat(rules, table.owed) or table.owed == table.caller or not is_window(table.phase):
        return BAD_OWED
    if table.owed_for == REPLACEMENT:
        return BAD_OWED if seat_at(state, table.owed).count else SOUND
    return SOUND if table.owed_for == PENALTY else BAD_OWED


cdef inline int32_t broken_chance(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """Chance is awaited from a shuffled pile with cards; effects have targets."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef int32_t step = step_of(table)
    if step == OWED or step == DEALING or step == DRAWING:
        return SOUND if table.pile_size else BAD_CHANCE
    return BAD_EFFECT if is_effect(step) and not has_target(rules, state, step) else SOUND


# Rounds

cdef inline int32_t broken_deal(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """Four cards each, seat by seat, and all of them before anything else happens."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef const Amazonas2022Seat* player
    cdef int32_t seat, before = CARDS_DEALT
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if table.phase > FIRST_RETURN:
            if player.slots < CARDS_DEALT:
                return BAD_DEAL
            continue
        if player.count != player.slots or player.slots > CARDS_DEALT or table.discard_size:
            return BAD_DEAL
        if player.slots and before < CARDS_DEALT:
            return BAD_DEAL
        before = player.slots
    if table.phase > FIRST_RETURN:
        return SOUND
    return SOUND if (before == CARDS_DEALT) == (table.phase != DEALING) else BAD_DEAL


cdef inline int32_t rounds_over(const Amazonas2022Table* table) noexcept nogil:
    return table.round - (table.phase != OVER)


cdef inline int32_t broken_points(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """As many successes as rounds at most; two players share the rounds."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef const Amazonas2022Seat* player
    cdef int32_t seat, limit, won = 0, successes = 0
    limit = rounds_over(table) * MAX_CARDS * MAX_VALUE
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if rules.header.players == 2 and (player.points < 0 or player.points > ROUNDS_TO_WIN or player.successes):
            return BAD_POINTS
        if not -limit <= player.points <= limit:
            return BAD_POINTS
        won += player.points
        successes += player.successes
    if rules.header.players == 2 and won != rounds_over(table):
        return BAD_POINTS
    return SOUND if successes <= rounds_over(table) else BAD_POINTS


cdef inline int32_t broken_last_hand(const Amazonas2022Rules* rules, const Amazonas2022Seat* player) noexcept nogil:
    """The sum is that of the cards."""
    cdef int32_t slot, total = 0
    if player.last_slots > MAX_SLOTS:
        return BAD_LAST
    for slot in range(MAX_SLOTS):
        if player.last_cards[slot]:
            if slot >= player.last_slots or not is_card(player.last_cards[slot]):
                return BAD_LAST
            total += rules.values[player.last_cards[slot] - 1]
    return SOUND if total == player.last_sum else BAD_LAST


cdef inline int32_t broken_last(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """There is a last round once one is over; at the end it is the one whose cards lie there."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef const Amazonas2022Seat* player
    cdef int32_t seat, slot
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if broken_last_hand(rules, player):
            return BAD_LAST
        if rounds_over(table) == 0 and (player.last_slots or player.last_points):
            return BAD_LAST
        if rounds_over(table) and player.last_slots < CARDS_DEALT:
            return BAD_LAST
        for slot in range(player.slots if table.phase == OVER else 0):
            if player.cards[slot] != player.last_cards[slot]:
                return BAD_LAST
            if player.cards[slot] and player.known[slot] != known_to_all(rules):
                return BAD_KNOWLEDGE
    return SOUND


cdef inline int32_t broken_end(const Amazonas2022Rules* rules, char* state) noexcept nogil:
    """The game is over after the last round, or when one of two players has won enough of them."""
    cdef const Amazonas2022Table* table = table_at(state)
    cdef int32_t seat
    cdef bint is_won = False
    if rules.header.players > 2:
        return BAD_END if table.phase == OVER and table.round != ROUNDS else SOUND
    for seat in range(2):
        is_won = is_won or seat_at(state, seat).points == ROUNDS_TO_WIN
    return SOUND if is_won == (table.phase == OVER) else BAD_END


cdef inline int32_t broken_invariant(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef char* whole = <char*> state
    cdef int32_t broken = broken_phase(rules, table)
    broken = broken or broken_cards(rules, whole)
    broken = broken or broken_held(rules, table)
    broken = broken or broken_look(rules, whole)
    broken = broken or broken_choice(rules, whole)
    broken = broken or broken_barred(rules, table)
    broken = broken or broken_race(rules, whole)
    broken = broken or broken_owed(rules, whole)
    broken = broken or broken_chance(rules, whole)
    broken = broken or broken_deal(rules, whole)
    broken = broken or broken_points(rules, whole)
    broken = broken or broken_last(rules, whole)
    broken = broken or broken_end(rules, whole)
    return broken
