"""What holds in every state of Amazonas, whichever bytes it was read from. Bytes that pass can be played on safely."""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    BUILDING,
    CHOOSING,
    COPPER_COINS,
    DEALING,
    DRAWING,
    EARNING,
    EVENT_CARDS,
    EVENT_KINDS,
    FULL_HAND,
    HUTS,
    INCOME_CARDS,
    MAX_PLAYERS,
    MAX_SITES,
    NATIVES,
    NEUTRAL_HUTS,
    NONE,
    OVER,
    ROUNDS,
    SETTING_UP,
    SILVER_PER_GOLD,
    START_SILVER,
    TOKENS,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    active_seat,
    all_seats,
    bit,
    event_of_card,
    has,
    has_five_types,
    lowest_bit,
    native_count,
    popcount,
    rules_at,
    seat_at,
    table_at,
    white_number,
)
from cext.amazonas_build cimport with_neutral_hut
from cext.amazonas_income cimport announced_income, hirable_types
from cext.kernel cimport RulesHeader


cdef enum:
    SOUND = 0
    BAD_PHASE = 1             # no such phase, or not in this round or turn
    BAD_EVENT = 2             # event cards that cannot have been drawn, or an event that lies out wrongly
    BAD_NATIVE = 3            # a native token where there is none, or more hired than came
    BAD_CHOSEN = 4            # seats that cannot have chosen, or a choice that was not in the hand
    BAD_HAND = 5              # cards in hand that were played, or the other way round
    BAD_INCOME = 6            # an income that nobody announced
    BAD_ORDER = 7             # an order of play that does not follow from the incomes
    BAD_COIN = 8
    BAD_MISSION = 9           # missions unknown, repeated, missing or too early
    BAD_SITE = 10             # sites that do not exist, or are taken twice or in the wrong order
    BAD_HUT = 11              # too many huts, two in one village, or huts too early
    BAD_CONNECTION = 12       # huts that do not hang together, or wrong sums of their connections
    BAD_NEUTRAL = 13
    BAD_SPECIMEN = 14         # tokens that do not fit the huts, or a wrong supply
    BAD_FIVE_TYPES = 15
    BAD_SILVER = 16

    HIGHEST_EARNING = 37      # income and bonus of one round: a card of 5, all 12 tokens of a type and 4 natives, twice


cdef inline bint in_turns(const AmazonasTable* table) noexcept nogil:
    """Whether cards lie open and seats take their turns."""
    return table.phase == EARNING or table.phase == BUILDING


cdef inline int32_t revealed_rounds(const AmazonasTable* table) noexcept nogil:
    """Rounds whose income cards have been revealed."""
    if table.phase == DRAWING or table.phase == CHOOSING:
        return table.round - 1
    return table.round


cdef inline int32_t broken_phase(const AmazonasRules* rules, const AmazonasTable* table) noexcept nogil:
    cdef bint is_early = table.phase == DEALING or table.phase == SETTING_UP
    if table.phase > OVER or table.round > ROUNDS:
        return BAD_PHASE
    if is_early != (table.round == 0) or (table.phase == OVER and table.round != ROUNDS):
        return BAD_PHASE
    if table.turn >= (rules.header.players if is_early or in_turns(table) else 1):
        return BAD_PHASE
    return SOUND


# Cards

cdef inline int32_t cards_of_kind(uint64_t cards, int32_t kind) noexcept nogil:
    """How many of these event cards show this."""
    cdef int32_t card, count = 0
    for card in range(EVENT_CARDS):
        count += has(cards, card) and event_of_card(card) == kind
    return count


cdef inline int32_t broken_event(const AmazonasTable* table) noexcept nogil:
    """One card per round begun; the last one's event lies out until the round ends."""
    cdef int32_t drawn = table.round - (table.phase == DRAWING)
    if table.events_used >> EVENT_CARDS or popcount(table.events_used) != drawn:
        return BAD_EVENT
    if table.phase == CHOOSING or in_turns(table):
        if table.event >= EVENT_KINDS or not cards_of_kind(table.events_used, table.event):
            return BAD_EVENT
    elif table.event != NONE:
        return BAD_EVENT
    return SOUND


cdef inline int32_t broken_native(const AmazonasRules* rules, char* state) noexcept nogil:
    """A native waits on its card at first; who is asked about it can have it; each card brings one."""
    cdef const AmazonasTable* table = table_at(state)
    cdef const AmazonasSeat* player
    cdef int32_t natives = table.native
    cdef int32_t seat, type
    if table.native > 1 or (table.native and table.event != NATIVES):
        return BAD_NATIVE
    if table.phase == CHOOSING and table.event == NATIVES and not table.native:
        return BAD_NATIVE
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        natives += native_count(player)
        for type in range(TYPES):
            if rules.native_needs_own_type and player.natives[type] and not player.specimens[type]:
                return BAD_NATIVE
    return BAD_NATIVE if natives > cards_of_kind(table.events_used, NATIVES) else SOUND


cdef inline int32_t broken_hand(
    const AmazonasTable* table, const AmazonasSeat* player, bint has_chosen
) noexcept nogil:
    """Seven cards but for those played since they last returned, the last of which lies face up."""
    cdef int32_t rounds = revealed_rounds(table)
    # Played cards lie there until the round has ended in which the hand becomes empty.
    cdef int32_t played = rounds % INCOME_CARDS
    if rounds and played == 0 and in_turns(table):
        played = INCOME_CARDS
    if player.hand > FULL_HAND or popcount(player.hand) != INCOME_CARDS - played:
        return BAD_HAND
    if (played == 0) != (player.played == NONE):
        return BAD_HAND
    if player.played != NONE and (player.played >= INCOME_CARDS or has(player.hand, player.played)):
        return BAD_HAND
    if not has_chosen:
        return SOUND if player.choice == NONE else BAD_CHOSEN
    return SOUND if player.choice < INCOME_CARDS and has(player.hand, player.choice) else BAD_CHOSEN


cdef inline int32_t broken_mission(const AmazonasRules* rules, char* state) noexcept nogil:
    cdef const AmazonasTable* table = table_at(state)
    cdef uint64_t dealt = 0
    cdef int32_t seat, mission
    for seat in range(rules.header.players):
        mission = seat_at(state, seat).mission
        if table.phase == DEALING and seat >= table.turn:
            if mission != NONE:
                return BAD_MISSION
            continue
        if mission >= rules.mission_cards or has(dealt, mission):
            return BAD_MISSION
        dealt |= bit(mission)
    return SOUND


# Order of play

cdef inline bint has_finished_income(const AmazonasTable* table, int32_t place) noexcept nogil:
    """Whether the seat at this place may have got specimens since it announced its income."""
    return place < table.turn or (place == table.turn and table.phase == BUILDING)


cdef inline bint can_follow(
    const AmazonasRules* rules, char* state, int32_t place, int32_t group
) noexcept nogil:
    """Whether the seats at places `place` - 1 and `place` can be in this order; `group` is where the tied ones begin.

    Coins have changed hands since: who came first in a group holds its lowest, the others' coins fall."""
    cdef const AmazonasTable* table = table_at(state)
    cdef int32_t first = table.order[place - 1]
    cdef int32_t second = table.order[place]
    if seat_at(state, first).income != seat_at(state, second).income:
        return seat_at(state, first).income > seat_at(state, second).income
    if rules.tie_break != COPPER_COINS:
        return white_number(first, seat_at(state, first).played) > white_number(second, seat_at(state, second).played)
    if place - 1 > group and seat_at(state, first).coin < seat_at(state, second).coin:
        return False
    return seat_at(state, table.order[group]).coin < seat_at(state, second).coin


cdef inline int32_t broken_order(const AmazonasRules* rules, char* state) noexcept nogil:
    """Each seat has one place, and highest incomes come first. Only while seats take their turns."""
    cdef const AmazonasTable* table = table_at(state)
    cdef uint64_t placed = 0
    cdef int32_t place, seat, group = 0
    cdef int32_t players = rules.header.players if in_turns(table) else 0
    for place in range(MAX_PLAYERS):
        seat = table.order[place]
        if (place < players) != (seat < rules.header.players) or (place >= players and seat != NONE):
            return BAD_ORDER
        if place < players:
            if has(placed, seat):
                return BAD_ORDER
            placed |= bit(seat)
    for place in range(1, players):
        if not can_follow(rules, state, place, group):
            return BAD_ORDER
        if seat_at(state, table.order[group]).income != seat_at(state, table.order[place]).income:
            group = place
    return SOUND


cdef inline int32_t broken_income(const AmazonasRules* rules, char* state) noexcept nogil:
    """What the card in front of a seat promises, or did before the seat got further specimens in its turn."""
    cdef const AmazonasTable* table = table_at(state)
    cdef const AmazonasSeat* player
    cdef int32_t place, most
    if not in_turns(table):
        for place in range(rules.header.players):
            if seat_at(state, place).income:
                return BAD_INCOME
        return SOUND
    for place in range(rules.header.players):
        player = seat_at(state, table.order[place])
        most = announced_income(player, player.played)
        if player.income > most or player.income < player.played:
            return BAD_INCOME
        if player.income != most and not has_finished_income(table, place):
            return BAD_INCOME
    if table.phase == EARNING and not hirable_types(rules, state, active_seat(table)):
        return BAD_NATIVE
    return SOUND


cdef inline int32_t broken_coins(const AmazonasRules* rules, char* state) noexcept nogil:
    """Coins 1, 2, ... go round, if they are in use at all."""
    cdef uint64_t coins = 0
    cdef int32_t seat
    for seat in range(rules.header.players):
        if seat_at(state, seat).coin > rules.header.players:
            return BAD_COIN
        coins |= bit(seat_at(state, seat).coin)
    return SOUND if coins == (all_seats(rules) << 1 if rules.tie_break == COPPER_COINS else 1) else BAD_COIN


# Huts

cdef inline int32_t broken_sites(const AmazonasRules* rules, char* state) noexcept nogil:
    """Every taken site exists, belongs to one owner, and no cheaper one of its village is free."""
    cdef const AmazonasTable* table = table_at(state)
    cdef uint64_t taken, owned, below = rules.all_villages
    cdef int32_t site, seat, village
    for site in range(MAX_SITES):
        taken = table.neutral[site]
        for seat in range(rules.header.players):
            owned = seat_at(state, seat).at_site[site]
            if owned & taken:
                return BAD_SITE
            taken |= owned
        if taken != table.filled[site] or taken & ~below:
            return BAD_SITE
        below = taken
        while taken:
            village = lowest_bit(taken)
            taken &= taken - 1
            if site >= rules.sites[village]:
                return BAD_SITE
    return SOUND


cdef inline bint hangs_together(const AmazonasRules* rules, uint64_t huts) noexcept nogil:
    """Whether each of the villages can be reached from the others without leaving them."""
    cdef uint64_t reached = huts & -huts
    cdef uint64_t edge = reached
    cdef int32_t village
    while edge:
        village = lowest_bit(edge)
        edge = (edge & (edge - 1)) | ((rules.paths[village] | rules.rivers[village]) & huts & ~reached)
        reached |= edge
    return reached == huts


cdef inline int32_t broken_huts(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, int32_t seat
) noexcept nogil:
    """One hut per village, each joined to the others; the first one is built in the set-up."""
    cdef uint64_t huts = 0
    cdef uint64_t by_path = 0
    cdef uint64_t by_river = 0
    cdef int32_t site, village, count = 0
    for site in range(MAX_SITES):
        count += popcount(player.at_site[site])
        huts |= player.at_site[site]
    if huts != player.huts or count != popcount(huts):
        return BAD_HUT
    if (not rules.extra_huts and count > HUTS) or (table.round == 0 and count > 1):
        return BAD_HUT
    if count and (table.phase == DEALING or (table.phase == SETTING_UP and seat >= table.turn)):
        return BAD_HUT
    if not hangs_together(rules, huts):
        return BAD_CONNECTION
    while huts:
        village = lowest_bit(huts)
        huts &= huts - 1
        by_path |= rules.paths[village]
        by_river |= rules.rivers[village]
    return SOUND if by_path == player.by_path and by_river == player.by_river else BAD_CONNECTION


cdef inline int32_t broken_neutral(const AmazonasRules* rules, char* state) noexcept nogil:
    """As many neutral huts as the seats no longer have, one per village and never on its last site; at most one for
    each round."""
    cdef const AmazonasTable* table = table_at(state)
    cdef int32_t supply = NEUTRAL_HUTS if rules.neutral_huts else 0
    cdef int32_t rounds = revealed_rounds(table)
    cdef int32_t built = 0
    cdef int32_t count = 0
    cdef int32_t site, seat, village
    cdef uint64_t villages
    if table.neutral_built > 1 or (table.neutral_built and table.phase != BUILDING):
        return BAD_NEUTRAL
    for seat in range(rules.header.players):
        if seat_at(state, seat).neutral_left > supply or supply - seat_at(state, seat).neutral_left > rounds:
            return BAD_NEUTRAL
        built += supply - seat_at(state, seat).neutral_left
    for site in range(MAX_SITES):
        villages = table.neutral[site]
        count += popcount(villages)
        while villages:
            village = lowest_bit(villages)
            villages &= villages - 1
            if site >= rules.sites[village] - 1:
                return BAD_NEUTRAL
    if count != built or count != popcount(with_neutral_hut(table)):
        return BAD_NEUTRAL
    if table.neutral_built and seat_at(state, active_seat(table)).neutral_left == supply:
        return BAD_NEUTRAL
    return SOUND


# What huts bring and cost

cdef inline int32_t broken_specimens(const AmazonasRules* rules, char* state, int32_t type) noexcept nogil:
    """A token for each hut in a village of the type, as long as the supply lasted."""
    cdef const AmazonasSeat* player
    cdef int32_t seat, tokens = 0, huts = 0
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        if player.specimens[type] > popcount(player.huts & rules.of_type[type]):
            return BAD_SPECIMEN
        huts += popcount(player.huts & rules.of_type[type])
        tokens += player.specimens[type]
    if tokens != min(huts, <int32_t> TOKENS) or tokens + table_at(state).supply[type] != TOKENS:
        return BAD_SPECIMEN
    return SOUND


cdef inline int32_t broken_five_types(const AmazonasRules* rules, char* state) noexcept nogil:
    """Those who have all five types hold the first bonus tokens, one each."""
    cdef uint64_t expected = 0
    cdef uint64_t held = 0
    cdef int32_t seat, taken = 0
    for seat in range(rules.header.players):
        if has_five_types(seat_at(state, seat)) != (seat_at(state, seat).five_types != 0):
            return BAD_FIVE_TYPES
        if seat_at(state, seat).five_types:
            if seat_at(state, seat).five_types > rules.five_types[0]:
                return BAD_FIVE_TYPES
            held |= bit(seat_at(state, seat).five_types)
            expected |= bit(rules.five_types[taken])
            taken += 1
    return SOUND if held == expected else BAD_FIVE_TYPES


cdef inline int32_t silver_spent(const AmazonasRules* rules, const AmazonasSeat* player) noexcept nogil:
    """What the huts of a seat cost it."""
    cdef int32_t spent = popcount(player.huts) - HUTS if popcount(player.huts) > HUTS else 0
    cdef int32_t site
    cdef uint64_t huts
    for site in range(MAX_SITES):
        huts = player.at_site[site]
        while huts:
            spent += SILVER_PER_GOLD * rules.prices[lowest_bit(huts)][site]
            huts &= huts - 1
    return spent


cdef inline int32_t broken_silver(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player
) noexcept nogil:
    """Nobody spends or holds more than can have been earned; before the first round nothing is earned or lost."""
    cdef int32_t earned = player.silver + silver_spent(rules, player) - START_SILVER
    if earned > HIGHEST_EARNING * revealed_rounds(table) or (table.round == 0 and earned < 0):
        return BAD_SILVER
    return SOUND


cdef inline int32_t broken_seat(const AmazonasRules* rules, char* state, int32_t seat) noexcept nogil:
    cdef const AmazonasTable* table = table_at(state)
    cdef const AmazonasSeat* player = seat_at(state, seat)
    cdef int32_t broken = broken_hand(table, player, has(table.chosen, seat))
    broken = broken or broken_huts(rules, table, player, seat)
    return broken or broken_silver(rules, table, player)


cdef inline int32_t broken_invariant(const RulesHeader* header, const char* state) noexcept nogil:
    """Later checks rely on what earlier ones found sound."""
    cdef const AmazonasRules* rules = rules_at(header)
    cdef const AmazonasTable* table = table_at(<char*> state)
    cdef char* at = <char*> state
    cdef int32_t seat, type, broken
    broken = broken_phase(rules, table) or broken_event(table)
    if not broken and table.chosen and (table.phase != CHOOSING or table.chosen >= all_seats(rules)):
        broken = BAD_CHOSEN
    broken = broken or broken_mission(rules, at) or broken_coins(rules, at) or broken_sites(rules, at)
    for seat in range(header.players):
        broken = broken or broken_seat(rules, at, seat)
    broken = broken or broken_native(rules, at) or broken_order(rules, at) or broken_income(rules, at)
    broken = broken or broken_neutral(rules, at)
    for type in range(TYPES):
        broken = broken or broken_specimens(rules, at, type)
    return broken or broken_five_types(rules, at)
