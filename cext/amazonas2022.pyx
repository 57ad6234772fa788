"""The kernel of Amazonas 2022, the card game: the table of functions. Headings in quotes are sections of the rulebook.

Cards and who knows them are in `amazonas2022_cards.pxd`, the course of a round and its score in
`amazonas2022_round.pxd`, effects in `amazonas2022_effects.pxd`, wild discards in `amazonas2022_wild.pxd`, who is asked
in `amazonas2022_asked.pxd`, lists of moves in `amazonas2022_moves.pxd`, reasons to refuse one in
`amazonas2022_check.pxd`, the draw pile as chance in `amazonas2022_chance.pxd`, hidden things in
`amazonas2022_hidden.pxd`, invariants in `amazonas2022_sound.pxd`, layouts and limits in `amazonas2022.pxd`.

Move word
    kind << 56 | first << 16 | second << 8 | third. LOOK: owner, slot. SWAP, PICK, GIVE: slot. EXCHANGE: own slot,
    owner, slot. DIRECTION: LEFT or RIGHT. WILD: owner, slot, 1 if another attempt of the same race follows.
Outcome word
    kind << 56 | copy << 8 | kind of card. The copy, from 0, tells equal cards apart that are left in the draw pile; it
    changes nothing but the odds, and draws and samples do not tell it. It takes all bits that are left.
Simultaneous choices
    In FIRST_LOOK and PICKING a choice is secret, and nobody sees a card, before the last seat has chosen.
Interruptions
    Any seat but the caller may attempt a wild discard while another is asked, and has no other move then.
Hidden
    Kinds of cards, but for those that lie open or are `known`. The order of a shuffled pile is in no state.
Limits
    A seat has MAX_SLOTS slots. Should all have been opened, its next card goes in the lowest that is empty.
Arguments of violations (unused ones are 0)
    NO_SUCH_MOVE, NOT_YOUR_TURN (kind)   WRONG_STEP (kind, step)   ALREADY_CALLED (caller)   CARD_USED_UP (kind of card)
    OWN_SLOT_EMPTY (slot)   NO_SUCH_SEAT (owner, players)   NOT_OWN_CARD, OWN_CARD, CALLER_IMMUNE (owner)
    SLOT_EMPTY (owner, slot)   NOT_THE_CARD_LOOKED_AT (owner and slot of that card)   NO_SUCH_DIRECTION (direction)
    CARD_UNKNOWN (kind of card, copy)   CARD_NOT_IN_PILE (kind of card, copy, cards of that kind left)
    NOTHING_TO_DRAW, NOTHING_TO_TAKE, PASS_CAN_DRAW, PASS_CAN_TAKE, ATTEMPT_BARRED, NOTHING_VISIBLE, NO_RIVAL ()
    What does not fit is told as 2**31 - 1.
Arguments of events
    SHUFFLED (cards, shuffles so far, ALL_CARDS or DISCARDS)   RESERVE_TURNED (cards)   DEALT (slot)
    LOOKED (owner, slot)   CARD_SEEN (owner, slot, kind)   RETURNED (owner and slot, -1 if the card has left it)
    DREW (cards in the pile before)   CARD_DRAWN, TOOK (kind)   SWAPPED (slot, kind discarded)
    DISCARDED (kind, where from)   SKIPPED, EFFECT_VOID (kind of the animal)   EXCHANGED (own slot, owner, slot)
    DIRECTED (direction)   PASSED_ON (slot, to seat, to slot)   ATTEMPTED (owner, slot, kind, result)
    ATTEMPT_VOID, GIFT_WAIVED (owner, slot)   BLIND_CARD (slot, reason)   WAIVED (reason)
    GAVE (own slot, owner, slot)   REVEALED (slot, kind)   SCORED (sum, points of the round, points)
    ROUND_ENDED (round, caller, whether the call was a success)   ROUND_BEGAN (round, starter)
    CHOSE_LOOK, CHOSE_CARD, CALLED, PASSED, FINISHED ()
    CARD_SEEN and CARD_DRAWN are for the seat alone that sees the card.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.amazonas2022_asked cimport animal_of, asked_in, effect_of, interrupters, may_attempt, step_of
from cext.amazonas2022_cards cimport Card, card_in, draw_card, known_to_all, lay_open, put_card, take_open
from cext.amazonas2022_chance cimport (
    card_word,
    chance_domain,
    chance_kind,
    check_outcome,
    nth_kind,
    outcomes,
    resolve,
    sample,
)
from cext.amazonas2022_check cimport check_move
from cext.amazonas2022_effects cimport (
    choose_first_look,
    direct,
    exchange,
    look_with_effect,
    pick,
    return_card,
    return_first_look,
)
from cext.amazonas2022_events cimport tell
from cext.amazonas2022_hidden cimport sample_hidden
from cext.amazonas2022_moves cimport MOVES_PER_ATTEMPT, list_asked, list_wild, random_asked, random_wild
from cext.amazonas2022_rollout cimport known_match, promising_move
from cext.amazonas2022_round cimport end_turn, settle
from cext.amazonas2022_sound cimport broken_invariant
from cext.amazonas2022_wild cimport attempt, forget_race, give
from cext.kernel cimport (
    CHANCE_PENDING,
    GAME_OVER,
    NO_MOVE,
    NOT_TO_ACT,
    EventLog,
    Field,
    GameOps,
    Kernel,
    Rules,
    RulesHeader,
    Violation,
    move_t,
    outcome_t,
    report,
)
from cext.ranking cimport rank_payoffs
from cext.streams cimport FastStream, GameStream, fast_below

from cext.amazonas2022_view import (
    Discard,
    HandCard,
    Held,
    LastHand,
    LastRound,
    Look,
    Race,
    Round,
    Standing,
    Table,
    choice,
    discards,
    hand,
    held,
    last_round,
    look,
    reserve,
    rounds,
    stack,
    standing,
    table,
)


# The course of a game

cdef void start(const RulesHeader* header, char* state) noexcept nogil:
    """All cards are in the draw pile ("Game Setup")."""
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t kind
    for kind in range(KINDS):
        table.pile[kind] = rules.counts[kind]
    table.pile_size = rules.cards
    table.phase = DEALING
    table.round = 1
    table.caller = NO_SEAT
    memset(table.callers, NO_SEAT, sizeof(table.callers))
    table.look_owner = NO_SEAT
    table.look_slot = NO_SEAT
    table.direction = NO_SEAT
    table.owed = NO_SEAT
    forget_race(table)


cdef bint is_over(const RulesHeader* header, const char* state) noexcept nogil:
    return table_at(<char*> state).phase == OVER


cdef uint64_t to_act(const RulesHeader* header, const char* state) noexcept nogil:
    return asked_in(rules_at(header), state, step_of(table_at(<char*> state)))


cdef uint64_t may_interrupt(const RulesHeader* header, const char* state) noexcept nogil:
    return interrupters(rules_at(header), state, step_of(table_at(<char*> state)))


cdef uint32_t epoch(const RulesHeader* header, const char* state) noexcept nogil:
    """Counts moves; choices that are made at once count as one."""
    return table_at(<char*> state).epoch


cdef inline void take_from_discards(
    const Amazonas2022Rules* rules, Amazonas2022Table* table, EventLog* log
) noexcept nogil:
    """Take the card that shows instead of drawing one."""
    table.held = take_open(table)
    table.held_known = known_to_all(rules)
    table.held_from = FROM_DISCARDS
    table.phase = HOLDING
    tell(log, EVENT_TOOK, table.turn, table.held - 1, 0, 0)


cdef inline Card release_held(Amazonas2022Table* table) noexcept nogil:
    cdef Card card = Card(table.held, table.held_known, table.held_origin)
    table.held = 0
    table.held_known = 0
    table.held_origin = 0
    table.held_from = FROM_DRAW_PILE
    return card


cdef inline void swap(
    const Amazonas2022Rules* rules, char* state, int32_t seat, int32_t slot, EventLog* log
) noexcept nogil:
    """The card goes in the place of an own one, which is discarded and has no effect."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef Card replaced = card_in(seat_at(state, seat), slot)
    put_card(seat_at(state, seat), slot, release_held(table))
    lay_open(table, replaced.content)
    tell(log, EVENT_SWAPPED, seat, slot, replaced.content - 1, 0)
    end_turn(rules, state, log)


cdef inline void discard_held(const Amazonas2022Rules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    """An animal that comes from the draw pile has its effect."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef bint is_drawn = table.held_from == FROM_DRAW_PILE
    cdef int32_t kind = table.held - 1
    tell(log, EVENT_DISCARDED, seat, kind, table.held_from, 0)
    lay_open(table, release_held(table).content)
    if is_drawn and effect_of(kind):
        table.phase = effect_of(kind)
    else:
        end_turn(rules, state, log)


cdef inline void call(const Amazonas2022Rules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    """Everybody else has one more turn ("Say "Amazonas" and trigger the end of the round")."""
    table_at(state).caller = seat
    tell(log, EVENT_CALLED, seat, 0, 0, 0)
    end_turn(rules, state, log)


cdef inline void skip(const Amazonas2022Rules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    """Leave an effect that is optional."""
    tell(log, EVENT_SKIPPED, seat, animal_of(table_at(state).phase), 0, 0)
    end_turn(rules, state, log)


cdef inline bint make_move(
    const Amazonas2022Rules* rules, char* state, int32_t seat, move_t move, EventLog* log
) noexcept nogil:
    """Make a move; False: others still have to choose at the same time."""
    cdef Amazonas2022Table* table = table_at(state)
    cdef int32_t kind = kind_of(move)
    cdef int32_t first = first_of(move)
    cdef int32_t second = second_of(move)
    cdef int32_t third = third_of(move)
    if kind == MOVE_DRAW:
        draw_card(table, log)
    elif kind == MOVE_TAKE:
        take_from_discards(rules, table, log)
    elif kind == MOVE_SWAP:
        swap(rules, state, seat, first, log)
    elif kind == MOVE_DISCARD:
        discard_held(rules, state, seat, log)
    elif kind == MOVE_WILD:
        attempt(rules, state, seat, first, second, third, log)
    elif kind == MOVE_GIVE:
        give(state, seat, first, log)
    elif kind == MOVE_LOOK:
        if table.phase == FIRST_LOOK:
            return choose_first_look(rules, state, seat, second, log)
        look_with_effect(state, seat, first, second, log)
    elif kind == MOVE_RETURN:
        if table.phase == FIRST_RETURN:
            return return_first_look(rules, state, seat, log)
        return_card(table, seat, log)
        end_turn(rules, state, log)
    elif kind == MOVE_SKIP:
        skip(rules, state, seat, log)
    elif kind == MOVE_EXCHANGE:
        exchange(state, seat, first, second, third, log)
        end_turn(rules, state, log)
    elif kind == MOVE_DIRECTION:
        direct(table, seat, first, log)
    elif kind == MOVE_PICK:
        if not pick(rules, state, seat, first, log):
            return False
        end_turn(rules, state, log)
    elif kind == MOVE_CALL:
        call(rules, state, seat, log)
    else:
        tell(log, EVENT_PASSED, seat, 0, 0, 0)
        end_turn(rules, state, log)
    return True


cdef void apply(const RulesHeader* header, char* state, int32_t seat, move_t move, EventLog* log) noexcept nogil:
    if make_move(rules_at(header), state, seat, move, log):
        table_at(state).epoch += 1
        settle(rules_at(header), state, log)


# Moves

cdef int32_t legal_moves(const RulesHeader* header, const char* state, int32_t seat, move_t* out) noexcept nogil:
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef int32_t step = step_of(table_at(<char*> state))
    cdef int32_t count = 0
    if has(asked_in(rules, state, step), seat):
        count = list_asked(rules, state, step, seat, out)
    if has(may_attempt(rules, state, step), seat):
        count = list_wild(rules, state, seat, out, count)
    return count


cdef move_t random_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """Whoever is asked and may attempt a wild discard does with 1/16; who may only interrupt does. It names each card
    with the same probability, or with 1/8 the slot that its race has emptied; 1/4 of the attempts let another follow.
    A turn begins with a call with 1/8; otherwise, when a card shows, 7/16 take it, and 3/8 to 7/16 draw. A held card
    is swapped with 1/2, a card looked at with a jaguar exchanged with 1/2, an optional effect left with 1/4. Slots,
    owners and directions are equally likely. Calls are frequent enough for games to end soon."""
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef int32_t step = step_of(table_at(<char*> state))
    cdef int32_t lot = 0
    if step != RACING and has(asked_in(rules, state, step), seat):
        lot = <int32_t> fast_below(rng, MOVES_PER_ATTEMPT)
        if lot or not has(may_attempt(rules, state, step), seat):
            return random_asked(rules, state, step, seat, lot, rng)
    return random_wild(rules, state, seat, rng)


cdef move_t rollout_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """Few points, as far as the seat knows its cards (`amazonas2022_rollout.pxd`), and wild discards of cards that it knows
    to match; who may only interrupt does so with such a card alone. One in sixteen as `random_move` makes them."""
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef int32_t step = step_of(table_at(<char*> state))
    cdef bint is_asked = has(asked_in(rules, state, step), seat)
    cdef move_t move = 0
    if not fast_below(rng, 16):
        return random_move(header, state, seat, rng)
    if has(may_attempt(rules, state, step), seat):
        move = known_match(rules, state, seat)
    if not move and not is_asked:
        return NO_MOVE
    if not move:
        move = promising_move(rules, state, step, seat, rng)
    return move if move else random_move(header, state, seat, rng)


cdef int32_t check(
    const RulesHeader* header, const char* state, int32_t seat, move_t move, Violation* out
) noexcept nogil:
    cdef const Amazonas2022Rules* rules = rules_at(header)
    cdef int32_t step = step_of(table_at(<char*> state))
    cdef uint64_t asked = asked_in(rules, state, step)
    cdef int32_t count = 0
    if step == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif not asked:
        report(out, &count, CHANCE_PENDING, 0, 0, 0)
    elif not 0 <= seat < header.players or not has(asked | interrupters(rules, state, step), seat):
        report(out, &count, NOT_TO_ACT, 0, 0, 0)
    else:
        count = check_move(rules, state, step, seat, has(asked, seat), move, out)
    return count


# Draws

cdef outcome_t draw(const RulesHeader* header, const char* state, GameStream stream) except? 0:
    """One of the cards that are left, in the order of kinds, so that whatever a table was told before, the stream goes
    on with a card that can come."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    return card_word(nth_kind(table, <int32_t> stream.below(table.pile_size)), 0)


# Knowledge and points

cdef void determinize(const RulesHeader* header, char* state, int32_t viewer, FastStream* rng) noexcept nogil:
    """Cards that the viewer has not seen, or could not follow, become any that they may be."""
    sample_hidden(rules_at(header), state, viewer, rng)


cdef void returns(const RulesHeader* header, const char* state, int32_t* out) noexcept nogil:
    """Points of the rounds that are over: the fewest win. For two players the rounds won: the most win."""
    cdef int32_t seat
    for seat in range(header.players):
        out[seat] = seat_at(<char*> state, seat).points


cdef bint fewest_win(const RulesHeader* header) noexcept nogil:
    """Two players count rounds won ("Amazonas for 2 Players")."""
    return header.players != MIN_PLAYERS


cdef void payoffs(const RulesHeader* header, const char* state, double* out) noexcept nogil:
    """Fewest points, then most successful calls; with two players most rounds won ("End of the Game")."""
    cdef const Amazonas2022Seat* player
    cdef int64_t merits[MAX_PLAYERS]
    cdef int32_t seat
    for seat in range(header.players):
        player = seat_at(<char*> state, seat)
        merits[seat] = player.points
        if fewest_win(header):
            merits[seat] = -<int64_t> player.points * 0x100 + player.successes
    rank_payoffs(merits, header.players, out)


# The table of functions

cdef Field[33] table_fields     # the last one of each list stays empty
cdef Field[12] seat_fields
cdef GameOps ops


cdef Field field(
    const char* name, const void* base, const void* member, uint32_t width, uint32_t count, bint is_signed=False
) noexcept:
    return Field(name, <uint32_t> (<const char*> member - <const char*> base), width, count, is_signed)


cdef void list_table_fields() noexcept:
    cdef Amazonas2022Table table
    table_fields[0] = field(b"epoch", &table, &table.epoch, 4, 1)
    table_fields[1] = field(b"shuffles", &table, &table.shuffles, 4, 1)
    table_fields[2] = field(b"held_origin", &table, &table.held_origin, 2, 1)
    table_fields[3] = field(b"pile", &table, table.pile, 1, KINDS)
    table_fields[4] = field(b"pile_size", &table, &table.pile_size, 1, 1)
    table_fields[5] = field(b"drawn", &table, &table.drawn, 1, 1)
    table_fields[6] = field(b"stack_size", &table, &table.stack_size, 1, 1)
    table_fields[7] = field(b"stack", &table, table.stack, 1, MAX_CARDS)
    table_fields[8] = field(b"discard_size", &table, &table.discard_size, 1, 1)
    table_fields[9] = field(b"discard", &table, table.discard, 1, MAX_CARDS)
    table_fields[10] = field(b"reserve_size", &table, &table.reserve_size, 1, 1)
    table_fields[11] = field(b"reserve", &table, table.reserve, 1, MAX_CARDS)
    table_fields[12] = field(b"phase", &table, &table.phase, 1, 1)
    table_fields[13] = field(b"round", &table, &table.round, 1, 1)
    table_fields[14] = field(b"starter", &table, &table.starter, 1, 1)
    table_fields[15] = field(b"callers", &table, table.callers, 1, ROUNDS)
    table_fields[16] = field(b"turn", &table, &table.turn, 1, 1)
    table_fields[17] = field(b"caller", &table, &table.caller, 1, 1)
    table_fields[18] = field(b"barred", &table, &table.barred, 1, 1)
    table_fields[19] = field(b"held", &table, &table.held, 1, 1)
    table_fields[20] = field(b"held_known", &table, &table.held_known, 1, 1)
    table_fields[21] = field(b"held_from", &table, &table.held_from, 1, 1)
    table_fields[22] = field(b"look_owner", &table, &table.look_owner, 1, 1)
    table_fields[23] = field(b"look_slot", &table, &table.look_slot, 1, 1)
    table_fields[24] = field(b"direction", &table, &table.direction, 1, 1)
    table_fields[25] = field(b"race", &table, &table.race, 1, 1)
    table_fields[26] = field(b"race_card", &table, &table.race_card, 1, 1)
    table_fields[27] = field(b"race_winner", &table, &table.race_winner, 1, 1)
    table_fields[28] = field(b"race_owner", &table, &table.race_owner, 1, 1)
    table_fields[29] = field(b"race_slot", &table, &table.race_slot, 1, 1)
    table_fields[30] = field(b"owed", &table, &table.owed, 1, 1)
    table_fields[31] = field(b"owed_for", &table, &table.owed_for, 1, 1)


cdef void list_seat_fields() noexcept:
    cdef Amazonas2022Seat seat
    seat_fields[0] = field(b"points", &seat, &seat.points, 2, 1, True)
    seat_fields[1] = field(b"sums", &seat, seat.sums, 2, ROUNDS, True)
    seat_fields[2] = field(b"successes", &seat, &seat.successes, 1, 1)
    seat_fields[3] = field(b"slots", &seat, &seat.slots, 1, 1)
    seat_fields[4] = field(b"count", &seat, &seat.count, 1, 1)
    seat_fields[5] = field(b"look", &seat, &seat.look, 1, 1)
    seat_fields[6] = field(b"last_slots", &seat, &seat.last_slots, 1, 1)
    seat_fields[7] = field(b"cards", &seat, seat.cards, 1, MAX_SLOTS)
    seat_fields[8] = field(b"known", &seat, seat.known, 1, MAX_SLOTS)
    seat_fields[9] = field(b"origin", &seat, seat.origin, 2, MAX_SLOTS)
    seat_fields[10] = field(b"last_cards", &seat, seat.last_cards, 1, MAX_SLOTS)


cdef Kernel make_kernel():
    list_table_fields()
    list_seat_fields()
    ops.name = b"amazonas2022"
    ops.table_size = sizeof(Amazonas2022Table)
    ops.seat_size = sizeof(Amazonas2022Seat)
    ops.table_fields = table_fields
    ops.seat_fields = seat_fields
    # Each of half of the cards exchanged with each of the other half, or the effect left, and every card or one emptied
    # slot named in a wild discard, with or without another attempt.
    ops.max_moves = (MAX_CARDS // 2) * (MAX_CARDS // 2) + 1 + 2 * (MAX_CARDS + 1)
    ops.max_outcomes = MAX_CARDS
    # The last card passed on with a monkey, seen by and gone from each seat, may end a round, in which all cards are
    # revealed and scored, and the next deal may come from a reserve turned over.
    ops.max_events = MAX_CARDS + 3 * MAX_PLAYERS + MIN_PLAYERS * CARDS_DEALT + 6
    ops.start = start
    ops.is_over = is_over
    ops.to_act = to_act
    ops.may_interrupt = may_interrupt
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
    ops.payoffs = payoffs
    ops.fewest_win = fewest_win
    ops.rollout_move = rollout_move
    return Kernel.wrap(&ops)


KERNEL = make_kernel()


# Names

VIOLATIONS = {
    NO_SUCH_MOVE: "NO_SUCH_MOVE",
    NOT_YOUR_TURN: "NOT_YOUR_TURN",
    WRONG_STEP: "WRONG_STEP",
    NOTHING_TO_DRAW: "NOTHING_TO_DRAW",
    NOTHING_TO_TAKE: "NOTHING_TO_TAKE",
    ALREADY_CALLED: "ALREADY_CALLED",
    PASS_CAN_DRAW: "PASS_CAN_DRAW",
    PASS_CAN_TAKE: "PASS_CAN_TAKE",
    ATTEMPT_BARRED: "ATTEMPT_BARRED",
    NOTHING_VISIBLE: "NOTHING_VISIBLE",
    CARD_USED_UP: "CARD_USED_UP",
    OWN_SLOT_EMPTY: "OWN_SLOT_EMPTY",
    NO_SUCH_SEAT: "NO_SUCH_SEAT",
    NOT_OWN_CARD: "NOT_OWN_CARD",
    OWN_CARD: "OWN_CARD",
    CALLER_IMMUNE: "CALLER_IMMUNE",
    SLOT_EMPTY: "SLOT_EMPTY",
    NOT_THE_CARD_LOOKED_AT: "NOT_THE_CARD_LOOKED_AT",
    NO_SUCH_DIRECTION: "NO_SUCH_DIRECTION",
    NO_RIVAL: "NO_RIVAL",
    CARD_UNKNOWN: "CARD_UNKNOWN",
    CARD_NOT_IN_PILE: "CARD_NOT_IN_PILE",
}

CHANCES = {CHANCE_CARD: "CARD"}

EVENTS = {
    EVENT_SHUFFLED: "SHUFFLED",
    EVENT_RESERVE_TURNED: "RESERVE_TURNED",
    EVENT_DEALT: "DEALT",
    EVENT_CHOSE_LOOK: "CHOSE_LOOK",
    EVENT_LOOKED: "LOOKED",
    EVENT_CARD_SEEN: "CARD_SEEN",
    EVENT_RETURNED: "RETURNED",
    EVENT_DREW: "DREW",
    EVENT_CARD_DRAWN: "CARD_DRAWN",
    EVENT_TOOK: "TOOK",
    EVENT_SWAPPED: "SWAPPED",
    EVENT_DISCARDED: "DISCARDED",
    EVENT_SKIPPED: "SKIPPED",
    EVENT_EFFECT_VOID: "EFFECT_VOID",
    EVENT_EXCHANGED: "EXCHANGED",
    EVENT_DIRECTED: "DIRECTED",
    EVENT_CHOSE_CARD: "CHOSE_CARD",
    EVENT_PASSED_ON: "PASSED_ON",
    EVENT_ATTEMPTED: "ATTEMPTED",
    EVENT_ATTEMPT_VOID: "ATTEMPT_VOID",
    EVENT_BLIND_CARD: "BLIND_CARD",
    EVENT_WAIVED: "WAIVED",
    EVENT_GAVE: "GAVE",
    EVENT_GIFT_WAIVED: "GIFT_WAIVED",
    EVENT_CALLED: "CALLED",
    EVENT_PASSED: "PASSED",
    EVENT_REVEALED: "REVEALED",
    EVENT_SCORED: "SCORED",
    EVENT_ROUND_ENDED: "ROUND_ENDED",
    EVENT_FINISHED: "FINISHED",
    EVENT_ROUND_BEGAN: "ROUND_BEGAN",
}


# Rules

cdef int32_t within(object number, int32_t lowest, int32_t highest, str what) except? -0x7FFFFFFF:
    """The number, which must lie within limits."""
    if not lowest <= number <= highest:
        raise ValueError(f"{what} must be {lowest} .. {highest}, not {number}")
    return number


def compile_rules(players, counts, values, without_monkeys):
    """Rules for a table: `counts` tells how many cards there are of each kind, `values` what one of it is worth.

    Without monkeys is the basic variant. ValueError for anything outside the limits that `amazonas2022.pxd` and this
    section name.
    """
    cdef Rules compiled = Rules.allocate(
        KERNEL, within(players, MIN_PLAYERS, MAX_PLAYERS, "the number of players"), sizeof(Amazonas2022Rules))
    cdef Amazonas2022Rules* rules = <Amazonas2022Rules*> compiled.data
    cdef int32_t kind
    if len(counts) != KINDS or len(values) != KINDS:
        raise ValueError(f"there are not {KINDS} counts and values, one for each kind of card")
    for kind in range(KINDS):
        rules.counts[kind] = within(counts[kind], 0, MAX_CARDS, "a number of cards")
        rules.values[kind] = within(values[kind], -MAX_VALUE, MAX_VALUE, "the value of a card")
        if kind == MONKEY and without_monkeys:
            rules.counts[kind] = 0
        rules.cards += rules.counts[kind]
    within(rules.cards, CARDS_DEALT * rules.header.players, MAX_CARDS, "the number of cards")
    return compiled


# Words

def pack_move(kind, first=0, second=0, third=0):
    """The word of a move of up to three arguments. ValueError for what has no word."""
    return move_word(
        within(kind, 0, 0xFF, "a kind"),
        within(first, 0, 0xFF, "an argument"),
        within(second, 0, 0xFF, "an argument"),
        within(third, 0, 0xFF, "an argument"))


def unpack_move(word):
    """(kind, first, second, third argument) of any word; the first argument takes all bits that are left."""
    data = data_of(word)
    return kind_of(word), data >> FIRST_SHIFT, second_of(word), third_of(word)


def pack_card(kind, copy=0):
    """The outcome that a card of this kind comes off the draw pile; the copy tells equal ones apart."""
    return card_word(within(kind, 0, 0xFF, "a kind of card"), within(copy, 0, 0xFF, "a copy"))


def unpack_outcome(word):
    """(kind, (kind of card, copy)) of any word."""
    data = data_of(word)
    return kind_of(word), (data & 0xFF, data >> COPY_SHIFT)
