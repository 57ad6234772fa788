"""Huts of Amazonas: where they may be built, what they cost, what they bring.

Headings in quotes are sections of the 2005 rulebook, those in German of the BGA edition's.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    BY_PATH,
    BY_RIVER,
    CROCODILE,
    EVENT_FIVE_TYPES,
    EVENT_NEUTRAL_BUILT,
    EVENT_TOKEN_GAINED,
    HUTS,
    JAGUAR,
    MAX_PRICE,
    MAX_SITES,
    MONEY_HUT,
    SETTING_UP,
    SILVER_PER_GOLD,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    bit,
    has,
    has_five_types,
    is_protected,
    lowest_bit,
    popcount,
    seat_at,
    table_at,
)
from cext.amazonas_events cimport tell, tell_hut, tell_money
from cext.kernel cimport EventLog


# Where

cdef inline int32_t usable_edges(const AmazonasTable* table, const AmazonasSeat* seat) noexcept nogil:
    """The kinds of edges that the event leaves to a seat ("Event Cards": Jaguar, Crocodile)."""
    if table.event == JAGUAR and not is_protected(seat):
        return BY_RIVER
    if table.event == CROCODILE and not is_protected(seat):
        return BY_PATH
    return BY_PATH | BY_RIVER


cdef inline uint64_t reachable(const AmazonasTable* table, const AmazonasSeat* seat) noexcept nogil:
    """Villages joined to one with a hut of the seat by an edge that may be used now ("Build Huts using Gold Coins")."""
    cdef int32_t edges = usable_edges(table, seat)
    return (seat.by_path if edges & BY_PATH else 0) | (seat.by_river if edges & BY_RIVER else 0)


cdef inline int32_t sites_taken(const AmazonasTable* table, int32_t village) noexcept nogil:
    """How many sites of a village are taken, which is the rank of its cheapest free one."""
    cdef int32_t site, taken = 0
    for site in range(MAX_SITES):
        taken += has(table.filled[site], village)
    return taken


cdef inline int32_t free_sites(
    const AmazonasRules* rules, const AmazonasTable* table, int32_t village
) noexcept nogil:
    return rules.sites[village] - sites_taken(table, village)


cdef inline uint64_t affordable(
    const AmazonasRules* rules, const AmazonasTable* table, int32_t silver
) noexcept nogil:
    """Villages whose cheapest free site costs at most so much."""
    cdef int32_t gold = min(silver // SILVER_PER_GOLD, <int32_t> MAX_PRICE)
    cdef uint64_t villages = rules.costs_at_most[0][gold] & ~table.filled[0]
    cdef int32_t site
    for site in range(1, MAX_SITES):
        villages |= rules.costs_at_most[site][gold] & table.filled[site - 1] & ~table.filled[site]
    return villages


cdef inline bint has_hut_left(const AmazonasRules* rules, const AmazonasSeat* seat) noexcept nogil:
    """Twelve huts are all, unless further ones can be bought ("Zusätzliche Hütten")."""
    return rules.extra_huts or popcount(seat.huts) < HUTS


cdef inline int32_t extra_price(const AmazonasSeat* seat) noexcept nogil:
    """The silver that the next hut costs beyond its site ("Zusätzliche Hütten")."""
    return popcount(seat.huts) >= HUTS


cdef inline int32_t price_in(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* seat, int32_t village
) noexcept nogil:
    """What a hut on the cheapest free site would cost the seat, in silver. The village is not full."""
    return SILVER_PER_GOLD * rules.prices[village][sites_taken(table, village)] + extra_price(seat)


cdef inline uint64_t buildable_villages(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* seat
) noexcept nogil:
    """Villages where the seat, in turn, can build now ("Beginning the Expedition", "Build Huts using Gold Coins")."""
    cdef int32_t silver
    if table.phase == SETTING_UP:
        return affordable(rules, table, seat.silver)
    silver = seat.silver - extra_price(seat)
    if silver < 0 or not has_hut_left(rules, seat):
        return 0
    return reachable(table, seat) & ~seat.huts & affordable(rules, table, silver)


cdef inline uint64_t with_neutral_hut(const AmazonasTable* table) noexcept nogil:
    cdef uint64_t villages = 0
    cdef int32_t site
    for site in range(MAX_SITES):
        villages |= table.neutral[site]
    return villages


cdef inline uint64_t neutral_villages(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* seat
) noexcept nogil:
    """Villages where the seat, in turn, can build a neutral hut: one per round, never on a village's last free site
    ("Neutrale Hütten im Spiel zu zweit")."""
    cdef uint64_t villages = 0
    cdef int32_t site
    if not rules.neutral_huts or table.neutral_built or not seat.neutral_left:
        return 0
    # A village with a site of one rank more than the next one has at least two free ones.
    for site in range(MAX_SITES - 1):
        villages |= (
            rules.costs_at_most[site + 1][MAX_PRICE]
            & ~table.filled[site]
            & (table.filled[site - 1] if site else rules.all_villages)
        )
    return villages & ~with_neutral_hut(table)


# Building

cdef inline void reward_five_types(const AmazonasRules* rules, char* state, int32_t seat, EventLog* log) noexcept nogil:
    """Whoever has one specimen of each type takes the best bonus token left ("Bonus Points for Specimen Tokens")."""
    cdef AmazonasSeat* player = seat_at(state, seat)
    cdef int32_t other, taken = 0
    if player.five_types or not has_five_types(player):
        return
    for other in range(rules.header.players):
        taken += seat_at(state, other).five_types != 0
    player.five_types = rules.five_types[taken]
    tell(log, EVENT_FIVE_TYPES, seat, player.five_types, 0, 0)


cdef inline void take_token(
    const AmazonasRules* rules, char* state, int32_t seat, int32_t type, EventLog* log
) noexcept nogil:
    """A token of the village's type, if the supply has one."""
    cdef AmazonasTable* table = table_at(state)
    if not table.supply[type]:
        return
    table.supply[type] -= 1
    seat_at(state, seat).specimens[type] += 1
    tell(log, EVENT_TOKEN_GAINED, seat, type, table.supply[type], 0)
    reward_five_types(rules, state, seat, log)


cdef inline void tell_building(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, int32_t seat, int32_t village,
    int32_t price, EventLog* log
) noexcept nogil:
    """Log a hut that is about to be built, with the lowest own village from which it is reached."""
    cdef int32_t edges = usable_edges(table, player)
    cdef uint64_t paths = rules.paths[village] & player.huts if edges & BY_PATH else 0
    cdef uint64_t rivers = rules.rivers[village] & player.huts if edges & BY_RIVER else 0
    cdef int32_t origin = -1
    edges = 0
    if paths | rivers:
        origin = lowest_bit(paths | rivers)
        edges = (BY_PATH if has(paths, origin) else 0) | (BY_RIVER if has(rivers, origin) else 0)
    tell_hut(log, seat, village, sites_taken(table, village), price, origin, edges)


cdef inline void build_hut(
    const AmazonasRules* rules, char* state, int32_t seat, int32_t village, EventLog* log
) noexcept nogil:
    """Put a hut on the cheapest free site, pay, and take the specimen ("Build Huts using Gold Coins")."""
    cdef AmazonasTable* table = table_at(state)
    cdef AmazonasSeat* player = seat_at(state, seat)
    cdef int32_t site = sites_taken(table, village)
    cdef int32_t price = price_in(rules, table, player, village)
    if log != NULL:
        tell_building(rules, table, player, seat, village, price, log)
    table.filled[site] |= bit(village)
    player.at_site[site] |= bit(village)
    player.huts |= bit(village)
    player.by_path |= rules.paths[village]
    player.by_river |= rules.rivers[village]
    player.silver -= price
    tell_money(log, seat, player.silver + price, player.silver, MONEY_HUT)
    take_token(rules, state, seat, rules.type_of[village], log)


cdef inline void build_neutral_hut(char* state, int32_t seat, int32_t village, EventLog* log) noexcept nogil:
    """Free of charge, and without a specimen ("Neutrale Hütten im Spiel zu zweit")."""
    cdef AmazonasTable* table = table_at(state)
    cdef int32_t site = sites_taken(table, village)
    table.filled[site] |= bit(village)
    table.neutral[site] |= bit(village)
    table.neutral_built = True
    seat_at(state, seat).neutral_left -= 1
    tell(log, EVENT_NEUTRAL_BUILT, seat, village, site, 0)
