"""The rules of Amazonas, the board game, with the options of both of its editions.

Headings in quotes are sections of the 2005 rulebook, those in German of the BGA edition's. Money is in silver.

Move word
    kind << 56 | argument. BUILD, NEUTRAL: village. CARD: income card 0 .. 6. HIRE: type. PASS, INCOME, END: 0.
Outcome word
    kind << 56 | data. MISSION: seat | mission << 8, the mission takes all bits that are left. EVENT: number of the
    event card, 0 .. 17: 2 jaguars, 2 crocodiles, 3 forest fires, 2 thefts, 4 natives, 5 bonuses by type.
Hidden
    A seat's mission until the end, and its `choice` until all have chosen. The order of the event cards and the
    missions that nobody holds are in no state.
Arguments of violations (unused ones are 0)
    NO_SUCH_MOVE (kind)   WRONG_STEP (kind, phase)   CARD_NOT_IN_HAND (card)
    NO_SUCH_TYPE, NATIVE_NEEDS_OWN_TYPE (type)   INCOME_TAKEN_ALREADY, NO_NATIVE ()
    VILLAGE_FULL (village, sites)   NO_HUT_LEFT (village, huts built)
    TOO_EXPENSIVE (village, price, money)   PASS_NOT_ALLOWED (a village, its price, money)
    LAST_FREE_SITE (village, free sites)   all others about a village (village)
    MISSION_UNKNOWN, MISSION_ALREADY_DEALT (mission)   MISSION_WRONG_SEAT (seat, seat that is due)
    EVENT_UNKNOWN, EVENT_ALREADY_DRAWN (card)
    What does not fit is told as 2**31 - 1.
Arguments of events; rounds count from 1, places, sites and types from 0, -1 is none
    MISSION_DEALT, MISSION_SHOWN (mission)   HUT_BUILT (village, site, price, village it was reached from, kinds of the
    edge that could be used: BY_PATH, BY_RIVER or both)   TOKEN_GAINED (type, left in the supply)   FIVE_TYPES (points)
    EVENT_DRAWN (round, what it shows)   CARD_CHOSEN (card)   CARDS_REVEALED (card, income announced)
    ORDER_DECIDED (place, reason, income announced)   COIN_CHANGED (before, after)   MONEY (before, after, reason)
    NATIVE_HIRED (type)   NEUTRAL_BUILT (village, site)   NATIVE_LEFT, TURN_ENDED, CARDS_RETURNED, FINISHED ()
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.amazonas_build cimport build_hut, build_neutral_hut, buildable_villages, neutral_villages
from cext.amazonas_chance cimport (
    MISSION_SHIFT,
    chance_domain,
    chance_kind,
    check_outcome,
    events_left,
    mission_word,
    outcomes,
    sample,
)
from cext.amazonas_check cimport check_move
from cext.amazonas_events cimport tell, tell_to
from cext.amazonas_income cimport decide_order, hirable_types, hire_native, reveal_cards, take_income
from cext.amazonas_score cimport points_of, specimen_count
from cext.amazonas_sound cimport broken_invariant
from cext.kernel cimport (
    CHANCE_PENDING,
    GAME_OVER,
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

from cext.amazonas_view import (
    NEUTRAL_OWNER,
    Player,
    SeatScore,
    Standing,
    Table,
    bonuses_left,
    buildable,
    hirable,
    income,
    neutral_sites,
    player,
    price,
    score,
    sites,
    standing,
    table,
)


cdef enum:
    LAST_ROUND_OF_A_HAND = 7  # cards return after as many rounds, and again after twice as many


# The course of a game

cdef void start(const RulesHeader* header, char* state) noexcept nogil:
    """What everybody has before the first ply ("Game Overview", "Spielvorbereitung")."""
    cdef const AmazonasRules* rules = rules_at(header)
    cdef AmazonasTable* table = table_at(state)
    cdef AmazonasSeat* player
    cdef int32_t seat
    table.phase = DEALING
    table.event = NONE
    memset(table.order, NONE, sizeof(table.order))
    memset(table.supply, TOKENS, sizeof(table.supply))
    for seat in range(header.players):
        player = seat_at(state, seat)
        player.silver = START_SILVER
        player.hand = FULL_HAND
        player.choice = NONE
        player.played = NONE
        player.mission = NONE
        player.coin = seat + 1 if rules.tie_break == COPPER_COINS else 0
        player.neutral_left = NEUTRAL_HUTS if rules.neutral_huts else 0


cdef bint is_over(const RulesHeader* header, const char* state) noexcept nogil:
    return table_at(<char*> state).phase == OVER


cdef uint64_t to_act(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const AmazonasTable* table = table_at(<char*> state)
    if table.phase == CHOOSING:
        return all_seats(rules_at(header)) & ~<uint64_t> table.chosen
    return bit(active_seat(table)) if active_seat(table) >= 0 else 0


cdef uint32_t epoch(const RulesHeader* header, const char* state) noexcept nogil:
    """By round, place in the order and, as a turn may have any number of builds, the huts on the map."""
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef uint32_t place = 0
    cdef uint32_t step = 0
    cdef int32_t site
    if table.phase == OVER:
        return (ROUNDS + 1) << 13
    if table.phase == SETTING_UP:
        place = table.turn
    if table.phase == EARNING or table.phase == BUILDING:
        place = table.turn + 1
    if table.phase == BUILDING:
        step = 1
        for site in range(MAX_SITES):
            step += popcount(table.filled[site])
    return table.round << 13 | place << 10 | step


cdef inline void begin_turn(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """The next in the order takes its income, unless it may have a native instead ("Take Income and Build Huts")."""
    cdef AmazonasTable* table = table_at(state)
    cdef int32_t seat = table.order[table.turn]
    table.neutral_built = False
    if hirable_types(rules, state, seat):
        table.phase = EARNING
        return
    take_income(state, seat, log)
    table.phase = BUILDING


cdef inline void begin_turns(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """All have chosen ("Play Income Cards and Determine Order of Play")."""
    reveal_cards(rules, state, log)
    decide_order(rules, state, log)
    begin_turn(rules, state, log)


cdef inline void begin_round(AmazonasTable* table) noexcept nogil:
    table.round += 1
    table.turn = 0
    table.phase = DRAWING


cdef inline void return_cards(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """All have played their last card and take all seven back ("Play Income Cards")."""
    cdef int32_t seat
    for seat in range(rules.header.players):
        seat_at(state, seat).hand = FULL_HAND
        seat_at(state, seat).played = NONE
    tell(log, EVENT_CARDS_RETURNED, -1, 0, 0, 0)


cdef inline void end_game(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """All show their missions ("The End of the Game and Final Scoring")."""
    cdef int32_t seat
    table_at(state).phase = OVER
    table_at(state).turn = 0
    for seat in range(rules.header.players):
        tell(log, EVENT_MISSION_SHOWN, seat, seat_at(state, seat).mission, 0, 0)
    tell(log, EVENT_FINISHED, -1, 0, 0, 0)


cdef inline void end_round(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """A native whom nobody hired leaves the game ("Event Cards"), and all is ready for the next event."""
    cdef AmazonasTable* table = table_at(state)
    cdef int32_t seat
    if table.native:
        table.native = False
        tell(log, EVENT_NATIVE_LEFT, -1, 0, 0, 0)
    table.event = NONE
    table.neutral_built = False
    memset(table.order, NONE, sizeof(table.order))
    for seat in range(rules.header.players):
        seat_at(state, seat).income = 0
    if table.round == ROUNDS:
        end_game(rules, state, log)
        return
    if table.round % LAST_ROUND_OF_A_HAND == 0:
        return_cards(rules, state, log)
    begin_round(table)


cdef inline void end_turn(const AmazonasRules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    cdef AmazonasTable* table = table_at(state)
    tell(log, EVENT_TURN_ENDED, seat, 0, 0, 0)
    table.turn += 1
    if table.turn < rules.header.players:
        if table.phase == BUILDING:
            begin_turn(rules, state, log)
    elif table.phase == SETTING_UP:
        begin_round(table)
    else:
        end_round(rules, state, log)


cdef inline void choose_card(
    const AmazonasRules* rules, char* state, int32_t seat, int32_t card, EventLog* log
) noexcept nogil:
    """Note a secret choice; when it was the last one, all are revealed ("Play Income Cards")."""
    cdef AmazonasTable* table = table_at(state)
    seat_at(state, seat).choice = card
    table.chosen |= 1 << seat
    tell_to(log, bit(seat), EVENT_CARD_CHOSEN, seat, card, 0, 0)
    if table.chosen == all_seats(rules):
        begin_turns(rules, state, log)


cdef void apply(const RulesHeader* header, char* state, int32_t seat, move_t move, EventLog* log) noexcept nogil:
    cdef const AmazonasRules* rules = rules_at(header)
    cdef AmazonasTable* table = table_at(state)
    cdef int32_t kind = kind_of(move)
    cdef int32_t argument = move & 0xFF
    if kind == MOVE_CARD:
        choose_card(rules, state, seat, argument, log)
    elif kind == MOVE_BUILD:
        build_hut(rules, state, seat, argument, log)
        if table.phase == SETTING_UP:
            end_turn(rules, state, seat, log)
    elif kind == MOVE_NEUTRAL:
        build_neutral_hut(state, seat, argument, log)
    elif kind == MOVE_INCOME:
        take_income(state, seat, log)
        table.phase = BUILDING
    elif kind == MOVE_HIRE:
        hire_native(rules, state, seat, argument, log)
        table.phase = BUILDING
    else:
        end_turn(rules, state, seat, log)


cdef inline void deal_mission(const AmazonasRules* rules, char* state, uint64_t data, EventLog* log) noexcept nogil:
    """A seat gets its mission card; only that seat may look at it ("Game Overview")."""
    cdef AmazonasTable* table = table_at(state)
    cdef AmazonasSeat* player = seat_at(state, table.turn)
    player.mission = data >> MISSION_SHIFT
    tell_to(log, bit(table.turn), EVENT_MISSION_DEALT, table.turn, player.mission, 0, 0)
    table.turn += 1
    if table.turn == rules.header.players:
        table.turn = 0
        table.phase = SETTING_UP


cdef inline void draw_event(AmazonasTable* table, int32_t card, EventLog* log) noexcept nogil:
    """The round's event is turned over; a native comes with a token ("Draw an Event Card", "Event Cards")."""
    table.events_used |= 1 << card
    table.event = event_of_card(card)
    table.native = table.event == NATIVES
    table.phase = CHOOSING
    tell(log, EVENT_EVENT_DRAWN, -1, table.round, table.event, 0)


cdef void resolve(const RulesHeader* header, char* state, outcome_t outcome, EventLog* log) noexcept nogil:
    if table_at(state).phase == DEALING:
        deal_mission(rules_at(header), state, data_of(outcome), log)
    else:
        draw_event(table_at(state), <int32_t> data_of(outcome), log)


# Moves

cdef int32_t legal_moves(const RulesHeader* header, const char* state, int32_t seat, move_t* out) noexcept nogil:
    cdef const AmazonasRules* rules = rules_at(header)
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef const AmazonasSeat* player = seat_at(<char*> state, seat)
    cdef int32_t count
    if table.phase == CHOOSING:
        return list_moves(MOVE_CARD, player.hand, out)
    if table.phase == EARNING:
        out[0] = kind_word(MOVE_INCOME, 0)
        return 1 + list_moves(MOVE_HIRE, hirable_types(rules, <char*> state, seat), out + 1)
    count = list_moves(MOVE_BUILD, buildable_villages(rules, table, player), out)
    if table.phase == BUILDING:
        count += list_moves(MOVE_NEUTRAL, neutral_villages(rules, table, player), out + count)
        out[count] = kind_word(MOVE_END, 0)
        count += 1
    elif count == 0:
        out[0] = kind_word(MOVE_PASS, 0)
        count = 1
    return count


cdef inline move_t random_choice(
    uint64_t first, int32_t first_kind, uint64_t second, int32_t second_kind, move_t otherwise, FastStream* rng
) noexcept nogil:
    """One of the moves of two kinds, given by their arguments, or `otherwise` if it is not 0: each equally likely."""
    cdef int32_t firsts = popcount(first)
    cdef int32_t seconds = popcount(second)
    cdef int32_t picked = 0
    if firsts + seconds:
        picked = fast_below(rng, firsts + seconds + (otherwise != 0))
    if picked < firsts:
        return kind_word(first_kind, nth_bit(first, picked))
    if picked < firsts + seconds:
        return kind_word(second_kind, nth_bit(second, picked - firsts))
    return otherwise


cdef move_t random_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """Each legal move is equally likely."""
    cdef const AmazonasRules* rules = rules_at(header)
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef const AmazonasSeat* player = seat_at(<char*> state, seat)
    cdef uint64_t villages
    if table.phase == CHOOSING:
        return kind_word(MOVE_CARD, random_bit(player.hand, rng))
    if table.phase == EARNING:
        return random_choice(
            hirable_types(rules, <char*> state, seat), MOVE_HIRE, 0, 0, kind_word(MOVE_INCOME, 0), rng)
    villages = buildable_villages(rules, table, player)
    if table.phase == BUILDING:
        return random_choice(
            villages, MOVE_BUILD, neutral_villages(rules, table, player), MOVE_NEUTRAL, kind_word(MOVE_END, 0), rng)
    return kind_word(MOVE_BUILD, random_bit(villages, rng)) if villages else kind_word(MOVE_PASS, 0)


cdef int32_t check(
    const RulesHeader* header, const char* state, int32_t seat, move_t move, Violation* out
) noexcept nogil:
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef int32_t count = 0
    if table.phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif chance_kind(header, state):
        report(out, &count, CHANCE_PENDING, 0, 0, 0)
    elif not 0 <= seat < header.players or not has(to_act(header, state), seat):
        report(out, &count, NOT_TO_ACT, 0, 0, 0)
    else:
        count = check_move(rules_at(header), table, seat_at(<char*> state, seat), move, out)
    return count


# Draws

cdef outcome_t draw(const RulesHeader* header, const char* state, GameStream stream) except? 0:
    """Missions: a shuffle of all, of which each seat takes its own entry. An event: one of the cards that are left, by
    number, so that whatever a table was told before, the stream goes on with a card that can come."""
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef uint64_t left
    if table.phase == DEALING:
        order = stream.shuffle(rules_at(header).mission_cards)
        return mission_word(table.turn, <int32_t> order[table.turn])
    left = events_left(table)
    return kind_word(CHANCE_EVENT, nth_bit(left, stream.below(popcount(left))))


# Knowledge and points

cdef inline void resample_missions(
    const AmazonasRules* rules, char* state, int32_t viewer, FastStream* rng
) noexcept nogil:
    """Seats other than the viewer hold any of the missions but his, each of which may as well be out of the game."""
    cdef uint64_t left = bit(rules.mission_cards) - 1
    cdef AmazonasSeat* player
    cdef int32_t seat
    if viewer >= 0 and seat_at(state, viewer).mission != NONE:
        left &= ~bit(seat_at(state, viewer).mission)
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if seat != viewer and player.mission != NONE:
            player.mission = random_bit(left, rng)
            left &= ~bit(player.mission)


cdef uint32_t lowest_of_each_event(uint32_t used) noexcept nogil:
    """As many cards of each kind of event, the lowest ones first: nobody is told which of several equal cards it was."""
    cdef int32_t drawn[EVENT_KINDS]
    cdef uint32_t lowest = 0
    cdef int32_t card, kind
    memset(drawn, 0, sizeof(drawn))
    for card in range(EVENT_CARDS):
        drawn[event_of_card(card)] += has(used, card)
    for card in range(EVENT_CARDS):
        kind = event_of_card(card)
        if drawn[kind]:
            drawn[kind] -= 1
            lowest |= <uint32_t> 1 << card
    return lowest


cdef void determinize(const RulesHeader* header, char* state, int32_t viewer, FastStream* rng) noexcept nogil:
    """Other seats' missions and secret choices become random ones. The order of the events is in no state, and of equal
    event cards the lowest are taken to be those that were drawn."""
    cdef uint64_t chosen = table_at(state).chosen
    cdef int32_t seat
    table_at(state).events_used = lowest_of_each_event(table_at(state).events_used)
    if table_at(state).phase == OVER:
        return
    resample_missions(rules_at(header), state, viewer, rng)
    while chosen:
        seat = lowest_bit(chosen)
        chosen &= chosen - 1
        if seat != viewer:
            seat_at(state, seat).choice = random_bit(seat_at(state, seat).hand, rng)


cdef void returns(const RulesHeader* header, const char* state, int32_t* out) noexcept nogil:
    cdef int32_t seat
    for seat in range(header.players):
        out[seat] = points_of(rules_at(header), state, seat).total


cdef void payoffs(const RulesHeader* header, const char* state, double* out) noexcept nogil:
    """Points, then specimens, then silver, then the coin ("The End of the Game and Final Scoring", "Gleichstand")."""
    cdef const AmazonasSeat* player
    cdef int64_t merits[MAX_PLAYERS]
    cdef int32_t seat
    for seat in range(header.players):
        player = seat_at(<char*> state, seat)
        merits[seat] = points_of(rules_at(header), state, seat).total
        merits[seat] = merits[seat] * 0x10000 + specimen_count(player)
        merits[seat] = merits[seat] * 0x10000 + player.silver
        merits[seat] = merits[seat] * 0x100 + player.coin
    rank_payoffs(merits, header.players, out)


# The table of functions

cdef Field[13] table_fields     # the last one of each list stays empty
cdef Field[16] seat_fields
cdef GameOps ops


cdef Field field(const char* name, const void* base, const void* member, uint32_t width, uint32_t count) noexcept:
    return Field(name, <uint32_t> (<const char*> member - <const char*> base), width, count, False)


cdef void list_table_fields() noexcept:
    cdef AmazonasTable table
    table_fields[0] = field(b"filled", &table, table.filled, 8, MAX_SITES)
    table_fields[1] = field(b"neutral", &table, table.neutral, 8, MAX_SITES)
    table_fields[2] = field(b"events_used", &table, &table.events_used, 4, 1)
    table_fields[3] = field(b"chosen", &table, &table.chosen, 1, 1)
    table_fields[4] = field(b"phase", &table, &table.phase, 1, 1)
    table_fields[5] = field(b"round", &table, &table.round, 1, 1)
    table_fields[6] = field(b"turn", &table, &table.turn, 1, 1)
    table_fields[7] = field(b"event", &table, &table.event, 1, 1)
    table_fields[8] = field(b"native", &table, &table.native, 1, 1)
    table_fields[9] = field(b"neutral_built", &table, &table.neutral_built, 1, 1)
    table_fields[10] = field(b"order", &table, table.order, 1, MAX_PLAYERS)
    table_fields[11] = field(b"supply", &table, table.supply, 1, TYPES)


cdef void list_seat_fields() noexcept:
    cdef AmazonasSeat seat
    seat_fields[0] = field(b"huts", &seat, &seat.huts, 8, 1)
    seat_fields[1] = field(b"by_path", &seat, &seat.by_path, 8, 1)
    seat_fields[2] = field(b"by_river", &seat, &seat.by_river, 8, 1)
    seat_fields[3] = field(b"at_site", &seat, seat.at_site, 8, MAX_SITES)
    seat_fields[4] = field(b"silver", &seat, &seat.silver, 2, 1)
    seat_fields[5] = field(b"specimens", &seat, seat.specimens, 1, TYPES)
    seat_fields[6] = field(b"natives", &seat, seat.natives, 1, TYPES)
    seat_fields[7] = field(b"hand", &seat, &seat.hand, 1, 1)
    seat_fields[8] = field(b"choice", &seat, &seat.choice, 1, 1)
    seat_fields[9] = field(b"played", &seat, &seat.played, 1, 1)
    seat_fields[10] = field(b"income", &seat, &seat.income, 1, 1)
    seat_fields[11] = field(b"mission", &seat, &seat.mission, 1, 1)
    seat_fields[12] = field(b"coin", &seat, &seat.coin, 1, 1)
    seat_fields[13] = field(b"five_types", &seat, &seat.five_types, 1, 1)
    seat_fields[14] = field(b"neutral_left", &seat, &seat.neutral_left, 1, 1)


cdef Kernel make_kernel():
    list_table_fields()
    list_seat_fields()
    ops.name = b"amazonas"
    ops.table_size = sizeof(AmazonasTable)
    ops.seat_size = sizeof(AmazonasSeat)
    ops.table_fields = table_fields
    ops.seat_fields = seat_fields
    ops.max_moves = 2 * MAX_VILLAGES + 1     # an own or a neutral hut in each village, and the end of the turn
    ops.max_outcomes = EVENT_CARDS
    # The last choice: the card, each seat's reveal, place and coin, and the first one's income with its effect.
    ops.max_events = 3 + 3 * MAX_PLAYERS
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
    ops.payoffs = payoffs
    return Kernel.wrap(&ops)


KERNEL = make_kernel()


# Names

VIOLATIONS = {
    NO_SUCH_MOVE: "NO_SUCH_MOVE",
    WRONG_STEP: "WRONG_STEP",
    CARD_NOT_IN_HAND: "CARD_NOT_IN_HAND",
    NO_SUCH_TYPE: "NO_SUCH_TYPE",
    INCOME_TAKEN_ALREADY: "INCOME_TAKEN_ALREADY",
    NO_NATIVE: "NO_NATIVE",
    NATIVE_NEEDS_OWN_TYPE: "NATIVE_NEEDS_OWN_TYPE",
    NO_SUCH_VILLAGE: "NO_SUCH_VILLAGE",
    OWN_HUT_THERE: "OWN_HUT_THERE",
    VILLAGE_FULL: "VILLAGE_FULL",
    NO_HUT_LEFT: "NO_HUT_LEFT",
    NOT_CONNECTED: "NOT_CONNECTED",
    BARRED_BY_JAGUAR: "BARRED_BY_JAGUAR",
    BARRED_BY_CROCODILE: "BARRED_BY_CROCODILE",
    TOO_EXPENSIVE: "TOO_EXPENSIVE",
    PASS_NOT_ALLOWED: "PASS_NOT_ALLOWED",
    NO_NEUTRAL_HUTS: "NO_NEUTRAL_HUTS",
    NO_NEUTRAL_HUT_LEFT: "NO_NEUTRAL_HUT_LEFT",
    NEUTRAL_HUT_BUILT_THIS_ROUND: "NEUTRAL_HUT_BUILT_THIS_ROUND",
    NEUTRAL_HUT_THERE: "NEUTRAL_HUT_THERE",
    LAST_FREE_SITE: "LAST_FREE_SITE",
    MISSION_UNKNOWN: "MISSION_UNKNOWN",
    MISSION_ALREADY_DEALT: "MISSION_ALREADY_DEALT",
    MISSION_WRONG_SEAT: "MISSION_WRONG_SEAT",
    EVENT_UNKNOWN: "EVENT_UNKNOWN",
    EVENT_ALREADY_DRAWN: "EVENT_ALREADY_DRAWN",
}

CHANCES = {CHANCE_MISSION: "MISSION", CHANCE_EVENT: "EVENT"}

EVENTS = {
    EVENT_MISSION_DEALT: "MISSION_DEALT",
    EVENT_HUT_BUILT: "HUT_BUILT",
    EVENT_TOKEN_GAINED: "TOKEN_GAINED",
    EVENT_FIVE_TYPES: "FIVE_TYPES",
    EVENT_EVENT_DRAWN: "EVENT_DRAWN",
    EVENT_CARD_CHOSEN: "CARD_CHOSEN",
    EVENT_CARDS_REVEALED: "CARDS_REVEALED",
    EVENT_ORDER_DECIDED: "ORDER_DECIDED",
    EVENT_COIN_CHANGED: "COIN_CHANGED",
    EVENT_MONEY: "MONEY",
    EVENT_NATIVE_HIRED: "NATIVE_HIRED",
    EVENT_NATIVE_LEFT: "NATIVE_LEFT",
    EVENT_NEUTRAL_BUILT: "NEUTRAL_BUILT",
    EVENT_TURN_ENDED: "TURN_ENDED",
    EVENT_CARDS_RETURNED: "CARDS_RETURNED",
    EVENT_MISSION_SHOWN: "MISSION_SHOWN",
    EVENT_FINISHED: "FINISHED",
}


# Rules

cdef int32_t within(object number, int32_t lowest, int32_t highest, str what) except -1:
    """The number, which must lie within limits that are not negative."""
    if not lowest <= number <= highest:
        raise ValueError(f"{what} must be {lowest} .. {highest}, not {number}")
    return number


cdef int compile_villages(AmazonasRules* rules, villages) except -1:
    """What each village has to offer, and at which prices."""
    cdef int32_t village, site, gold, price, before
    rules.villages = within(len(villages), MIN_VILLAGES, MAX_VILLAGES, "the number of villages")
    rules.all_villages = <uint64_t> -1 >> (MAX_VILLAGES - rules.villages)
    for village, (specimen, prices) in enumerate(villages):
        rules.type_of[village] = within(specimen, 0, TYPES - 1, f"the specimen of village {village}")
        rules.of_type[rules.type_of[village]] |= bit(village)
        rules.sites[village] = within(len(prices), 1, MAX_SITES, f"the number of sites of village {village}")
        before = 0
        for site in range(rules.sites[village]):
            price = within(prices[site], 1, MAX_PRICE, f"a price of village {village}")
            if price <= before:
                raise ValueError(f"the prices of village {village} do not rise")
            rules.prices[village][site] = before = price
            for gold in range(price, MAX_PRICE + 1):
                rules.costs_at_most[site][gold] |= bit(village)
    return 0


cdef uint64_t connected_to_first(const AmazonasRules* rules) noexcept:
    """The villages that somehow hang together with village 0."""
    cdef uint64_t reached = bit(0)
    cdef uint64_t edge = reached
    cdef int32_t village
    while edge:
        village = lowest_bit(edge)
        edge = (edge & (edge - 1)) | ((rules.paths[village] | rules.rivers[village]) & ~reached)
        reached |= edge
    return reached


cdef int compile_edges(AmazonasRules* rules, edges) except -1:
    """Paths and rivers between villages; one edge may be both."""
    cdef int32_t a, b
    for first, second, is_path, is_river in edges:
        a = within(first, 0, rules.villages - 1, "an edge's village")
        b = within(second, 0, rules.villages - 1, "an edge's village")
        if a == b or has(rules.paths[a] | rules.rivers[a], b):
            raise ValueError(f"the edge between {a} and {b} is a loop or said twice")
        if not (is_path or is_river):
            raise ValueError(f"the edge between {a} and {b} is neither a path nor a river")
        if is_path:
            rules.paths[a] |= bit(b)
            rules.paths[b] |= bit(a)
        if is_river:
            rules.rivers[a] |= bit(b)
            rules.rivers[b] |= bit(a)
    if connected_to_first(rules) != rules.all_villages:
        raise ValueError("the villages are not connected")
    return 0


cdef int compile_missions(AmazonasRules* rules, missions) except -1:
    cdef int32_t mission
    rules.mission_cards = within(len(missions), MIN_MISSIONS, MAX_MISSIONS, "the number of missions")
    for mission, villages in enumerate(missions):
        for village in villages:
            rules.missions[mission] |= bit(within(village, 0, rules.villages - 1, f"a village of mission {mission}"))
        if len(villages) != MISSION_VILLAGES or popcount(rules.missions[mission]) != MISSION_VILLAGES:
            raise ValueError(f"mission {mission} does not name {MISSION_VILLAGES} different villages")
    return 0


cdef void compile_bonuses(AmazonasRules* rules) noexcept:
    """The bonus tokens of as many seats ("Bonus Points for Specimen Tokens", "Runde Bonus-Chips")."""
    cdef int32_t seat, players = rules.header.players
    for seat in range(players):
        rules.five_types[seat] = players + 1 - seat
    if players == 2:
        rules.five_types[0] = 4
        rules.five_types[1] = 2


def compile_rules(
    players, villages, edges, missions, tie_break, native_needs_own_type, mission_scoring, majority_chips, extra_huts,
    neutral_huts
):
    """Rules for a table: each village is (specimen, prices of its sites in gold), each edge (village, village, is it a
    path, is it a river), each mission four villages.

    `tie_break` is WHITE_NUMBER or COPPER_COINS, `mission_scoring` LOSS or GAIN, the other options are true or false.
    Neutral huts exist in games for two only. ValueError for anything outside the limits that `amazonas.pxd` and this
    section name.
    """
    cdef Rules compiled = Rules.allocate(
        KERNEL, within(players, MIN_PLAYERS, MAX_PLAYERS, "the number of players"), sizeof(AmazonasRules))
    cdef AmazonasRules* rules = <AmazonasRules*> compiled.data
    rules.tie_break = within(tie_break, WHITE_NUMBER, COPPER_COINS, "the tie-break")
    rules.mission_scoring = within(mission_scoring, LOSS, GAIN, "the scoring of missions")
    rules.native_needs_own_type = bool(native_needs_own_type)
    rules.majority_chips = bool(majority_chips)
    rules.extra_huts = bool(extra_huts)
    rules.neutral_huts = bool(neutral_huts) and rules.header.players == 2
    compile_villages(rules, villages)
    compile_edges(rules, edges)
    compile_missions(rules, missions)
    compile_bonuses(rules)
    return compiled


# Words

def pack_move(kind, argument=0):
    """The word of a move; its argument is a village, an income card or a type. ValueError for what has no word."""
    return kind_word(within(kind, 0, 0xFF, "a kind"), within(argument, 0, 0xFF, "an argument"))


def unpack_move(word):
    """(kind, argument) of any word."""
    return kind_of(word), data_of(word)


def pack_mission(seat, mission):
    """The outcome that a seat gets this mission card."""
    return mission_word(within(seat, 0, 0xFF, "a seat"), within(mission, 0, 0xFF, "a mission"))


def pack_event(card):
    """The outcome that this event card is drawn."""
    return kind_word(CHANCE_EVENT, within(card, 0, 0xFF, "an event card"))


def unpack_outcome(word):
    """(kind, data): seat and mission, or the number of an event card."""
    kind, data = kind_of(word), data_of(word)
    return kind, (data & 0xFF, data >> MISSION_SHIFT) if kind == CHANCE_MISSION else (data,)


def event_shown(card):
    """What an event card, 0 .. 17, shows: JAGUAR, ... or BONUS_FISH and one more for each further type."""
    return event_of_card(within(card, 0, EVENT_CARDS - 1, "an event card"))


def white_number_of(seat, card):
    """The white number on an income card of a seat."""
    return white_number(within(seat, 0, MAX_PLAYERS - 1, "a seat"), within(card, 0, INCOME_CARDS - 1, "an income card"))
