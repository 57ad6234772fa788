"""Income of Amazonas, the order of play that follows from it, and what an event makes of it.

Headings in quotes are sections of the 2005 rulebook, those in German of the BGA edition's.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    ALL_TYPES_CARD,
    BONUS_FISH,
    COPPER_COINS,
    EVENT_CARDS_REVEALED,
    EVENT_COIN_CHANGED,
    EVENT_NATIVE_HIRED,
    EVENT_ORDER_DECIDED,
    FOREST_FIRE,
    MAX_PLAYERS,
    MONEY_BONUS,
    MONEY_BURNT_INCOME,
    MONEY_INCOME,
    MONEY_THEFT,
    NATIVE_CARD,
    NONE,
    ORDER_BY_COPPER_COIN,
    ORDER_BY_INCOME,
    ORDER_BY_WHITE_NUMBER,
    THEFT,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    bit,
    count_of,
    is_protected,
    largest_count,
    native_count,
    seat_at,
    table_at,
    white_number,
)
from cext.amazonas_build cimport reward_five_types
from cext.amazonas_events cimport tell, tell_money
from cext.kernel cimport EventLog


# Announcing

cdef inline int32_t announced_income(const AmazonasSeat* seat, int32_t card) noexcept nogil:
    """The silver that a card promises: its number and the specimens it shows ("Play Income Cards")."""
    if card == ALL_TYPES_CARD:
        return largest_count(seat)
    if card == NATIVE_CARD:
        return NATIVE_CARD + native_count(seat)
    return card + count_of(seat, card - 1)


cdef inline void reveal_cards(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """All turn over what they chose, and announce their incomes."""
    cdef AmazonasSeat* player
    cdef int32_t seat
    for seat in range(rules.header.players):
        player = seat_at(state, seat)
        player.played = player.choice
        player.choice = NONE
        player.hand &= ~(1 << player.played)
        player.income = announced_income(player, player.played)
        tell(log, EVENT_CARDS_REVEALED, seat, player.played, player.income, 0)
    table_at(state).chosen = 0


# Order of play

cdef inline int32_t tie_break_of(
    const AmazonasRules* rules, const AmazonasSeat* player, int32_t seat
) noexcept nogil:
    """Of equal incomes the one with the higher number here comes first; no two seats have the same."""
    return player.coin if rules.tie_break == COPPER_COINS else white_number(seat, player.played)


cdef inline void sort_seats(const AmazonasRules* rules, char* state) noexcept nogil:
    """Highest income first ("Determine Order of Play")."""
    cdef AmazonasTable* table = table_at(state)
    cdef int32_t keys[MAX_PLAYERS]
    cdef int32_t seat, key, place
    for seat in range(rules.header.players):
        key = seat_at(state, seat).income << 8 | tie_break_of(rules, seat_at(state, seat), seat)
        place = seat
        while place and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            table.order[place] = table.order[place - 1]
            place -= 1
        keys[place] = key
        table.order[place] = seat


cdef inline int32_t income_at(const AmazonasRules* rules, char* state, int32_t place) noexcept nogil:
    """The income announced by whoever is at a place of the order, -1 where nobody is."""
    if not 0 <= place < rules.header.players:
        return -1
    return seat_at(state, table_at(state).order[place]).income


cdef inline void tell_order(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    cdef int32_t by_tie = ORDER_BY_COPPER_COIN if rules.tie_break == COPPER_COINS else ORDER_BY_WHITE_NUMBER
    cdef int32_t place, income, reason
    for place in range(rules.header.players):
        income = income_at(rules, state, place)
        reason = ORDER_BY_INCOME
        if income == income_at(rules, state, place - 1) or income == income_at(rules, state, place + 1):
            reason = by_tie
        tell(log, EVENT_ORDER_DECIDED, table_at(state).order[place], place, reason, income)


cdef inline void give_coin(char* state, int32_t seat, int32_t coin, EventLog* log) noexcept nogil:
    cdef AmazonasSeat* player = seat_at(state, seat)
    tell(log, EVENT_COIN_CHANGED, seat, player.coin, coin, 0)
    player.coin = coin


cdef inline void rotate_coins(char* state, int32_t first, int32_t last, EventLog* log) noexcept nogil:
    """Within one tied group, places `first` .. `last`, whose coins fall: the winner of the tie takes the lowest coin
    and each other the next higher one ("Gleichstand")."""
    cdef const AmazonasTable* table = table_at(state)
    cdef int32_t lowest = seat_at(state, table.order[last]).coin
    cdef int32_t place
    for place in range(last, first, -1):
        give_coin(state, table.order[place], seat_at(state, table.order[place - 1]).coin, log)
    give_coin(state, table.order[first], lowest, log)


cdef inline void rotate_all_coins(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    cdef int32_t first = 0
    cdef int32_t place
    for place in range(rules.header.players):
        if income_at(rules, state, place) != income_at(rules, state, place + 1):
            if place > first:
                rotate_coins(state, first, place, log)
            first = place + 1


cdef inline void decide_order(const AmazonasRules* rules, char* state, EventLog* log) noexcept nogil:
    """Put the seats in order; once the whole of it is fixed, coins change hands."""
    sort_seats(rules, state)
    if log != NULL:
        tell_order(rules, state, log)
    if rules.tie_break == COPPER_COINS:
        rotate_all_coins(rules, state, log)


# Earning

cdef inline void change_silver(
    AmazonasSeat* player, int32_t seat, int32_t change, int32_t reason, EventLog* log
) noexcept nogil:
    tell_money(log, seat, player.silver, player.silver + change, reason)
    player.silver += change


cdef inline void take_income(char* state, int32_t seat, EventLog* log) noexcept nogil:
    """Take what was announced, or what the event makes of it ("Receive Silver Coins as Income", "Event Cards")."""
    cdef AmazonasSeat* player = seat_at(state, seat)
    cdef int32_t event = table_at(state).event
    if event == FOREST_FIRE and not is_protected(player):
        change_silver(player, seat, player.income // 2, MONEY_BURNT_INCOME, log)
        return
    change_silver(player, seat, player.income, MONEY_INCOME, log)
    if event == THEFT and not is_protected(player):
        change_silver(player, seat, -min(<int32_t> player.silver, largest_count(player)), MONEY_THEFT, log)
    elif event >= BONUS_FISH:
        change_silver(player, seat, count_of(player, event - BONUS_FISH), MONEY_BONUS, log)


cdef inline uint64_t hirable_types(const AmazonasRules* rules, char* state, int32_t seat) noexcept nogil:
    """Types that a native may be assigned to by the seat in turn, if one waits ("Event Cards": Natives, "Indio")."""
    cdef const AmazonasSeat* player = seat_at(state, seat)
    cdef uint64_t types = 0
    cdef int32_t type
    if not table_at(state).native:
        return 0
    for type in range(TYPES):
        if not rules.native_needs_own_type or count_of(player, type):
            types |= bit(type)
    return types


cdef inline void hire_native(
    const AmazonasRules* rules, char* state, int32_t seat, int32_t type, EventLog* log
) noexcept nogil:
    """Take the token instead of the income."""
    table_at(state).native = False
    seat_at(state, seat).natives[type] += 1
    tell(log, EVENT_NATIVE_HIRED, seat, type, 0, 0)
    reward_five_types(rules, state, seat, log)
