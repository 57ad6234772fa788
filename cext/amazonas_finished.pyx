"""The end of a game of Amazonas as it lies on the table, without its history: is it possible, and what is it worth?

Huts, tokens and money are told, but not who built when or paid what. Whether all of it could have been afforded is not
asked: a table is refused only when no game whatsoever could have led to it. The state that `finished` makes is over and
is there to be read; sites are taken by seat, and the cards in hand and on the table are any.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    COPPER_COINS,
    EVENT_CARDS,
    HUTS,
    INCOME_CARDS,
    MAX_PLAYERS,
    MAX_SITES,
    NATIVES,
    NEUTRAL_HUTS,
    NONE,
    OVER,
    ROUNDS,
    SILVER_PER_GOLD,
    START_SILVER,
    TOKENS,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    bit,
    has,
    has_five_types,
    lowest_bit,
    popcount,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas_build cimport sites_taken
from cext.amazonas_sound cimport HIGHEST_EARNING, cards_of_kind
from cext.audit cimport Audit
from cext.kernel cimport Rules, State


cdef str KERNEL_NAME = "amazonas"


def finished(Rules rules not None, players, neutral):
    """(state, impossibilities): the table after the end, or None when anything is impossible about it.

    A player is a tuple of villages with huts, tokens by type, natives by type, silver, mission or None, copper coin or
    0, and points of the five-types token or 0. Tokens may be None: then they are what the huts have brought. `neutral`
    are the villages with neutral huts.
    """
    cdef State state
    cdef Audit audit = Audit()
    cdef int32_t seat
    if rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{rules} are no rules of Amazonas")
    if len(players) != rules.players:
        raise ValueError(f"there are {rules.players} players")
    state = State.start(rules)
    clear_table(table_at(state.data))
    for seat in range(rules.players):
        huts, tokens, natives, silver, mission, coin, bonus = players[seat]
        read_huts(state, seat, huts, audit)
        read_natives(state, seat, natives)
        read_hand(state, seat, silver, mission, coin, bonus, audit)
    check_first_huts(state, audit)
    read_neutral(state, neutral, audit)
    check_villages(state, set(neutral), audit)
    read_tokens(state, [player[1] for player in players], audit)
    check_natives(state, audit)
    check_cards(state, [player[4] for player in players], [player[5] for player in players], audit)
    check_five_types(state, [player[6] for player in players], audit)
    return (None if audit.found else state), audit.found


cdef void clear_table(AmazonasTable* table) noexcept:
    """A table after the last round, without huts."""
    cdef int32_t site, place
    table.phase = OVER
    table.round = ROUNDS
    table.turn = 0
    table.event = NONE
    table.events_used = (1 << EVENT_CARDS) - 1
    for place in range(MAX_PLAYERS):
        table.order[place] = NONE
    for site in range(MAX_SITES):
        table.filled[site] = 0
        table.neutral[site] = 0


# Huts

cdef bint take_site(State state, int32_t village, int32_t seat) except *:
    """Put a hut on the cheapest free site, one of nobody for seat -1; whether there was one."""
    cdef AmazonasTable* table = table_at(state.data)
    cdef int32_t site = sites_taken(table, village)
    if site >= rules_at(state.rules.data).sites[village]:
        return False
    table.filled[site] |= bit(village)
    if seat < 0:
        table.neutral[site] |= bit(village)
    else:
        seat_at(state.data, seat).at_site[site] |= bit(village)
    return True


cdef int read_huts(State state, int32_t seat, huts, Audit audit) except -1:
    """One hut in a village, all connected, no more than there are ("Build Huts using Gold Coins")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef AmazonasSeat* player = seat_at(state.data, seat)
    cdef int32_t village
    for index, told in enumerate(huts):
        if not 0 <= told < rules.villages:
            audit.note("NO_SUCH_VILLAGE", seat=seat, index=index, village=told, last=rules.villages - 1)
        elif has(player.huts, told):
            audit.note("SECOND_HUT", seat=seat, index=index, village=told)
        else:
            village = told
            player.huts |= bit(village)
            player.by_path |= rules.paths[village]
            player.by_river |= rules.rivers[village]
            take_site(state, village, seat)
    if popcount(player.huts) > HUTS and not rules.extra_huts:
        audit.note("TOO_MANY_HUTS", seat=seat, huts=popcount(player.huts), most=HUTS)
    check_connection(rules, player.huts, seat, audit)
    return 0


cdef int check_connection(const AmazonasRules* rules, uint64_t huts, int32_t seat, Audit audit) except -1:
    """All huts of a seat hang together; the largest group is taken to be the right one."""
    cdef uint64_t left = huts
    cdef uint64_t group, edge, largest = 0
    cdef int32_t village
    while left:
        group = edge = left & -left
        while edge:
            village = lowest_bit(edge)
            edge = (edge & (edge - 1)) | ((rules.paths[village] | rules.rivers[village]) & left & ~group)
            group |= edge
        left &= ~group
        if popcount(group) > popcount(largest):
            largest = group
    left = huts & ~largest
    while left:
        audit.note("NOT_CONNECTED", seat=seat, village=lowest_bit(left))
        left &= left - 1
    return 0


cdef int check_first_huts(State state, Audit audit) except -1:
    """Everybody has built before the first round, unless those before took all sites that the money at the start can
    pay for ("Beginning the Expedition")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef int32_t seat, site, affordable = 0
    for site in range(MAX_SITES):
        affordable += popcount(rules.costs_at_most[site][START_SILVER // SILVER_PER_GOLD])
    for seat in range(min(rules.header.players, affordable)):
        if not seat_at(state.data, seat).huts:
            audit.note("NO_HUT", seat=seat)
    return 0


cdef int read_neutral(State state, neutral, Audit audit) except -1:
    """At most one in a village, and never on its last site ("Neutrale Hütten im Spiel zu zweit")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef uint64_t villages = 0
    cdef int32_t seat, left, most = NEUTRAL_HUTS * rules.header.players if rules.neutral_huts else 0
    for index, told in enumerate(neutral):
        if not 0 <= told < rules.villages:
            audit.note("NO_SUCH_VILLAGE", seat=-1, index=index, village=told, last=rules.villages - 1)
        elif has(villages, told):
            audit.note("SECOND_NEUTRAL_HUT", index=index, village=told)
        else:
            villages |= bit(told)
            if rules.sites[<int32_t> told] < 2:
                audit.note("NEUTRAL_HUT_ON_LAST_SITE", index=index, village=told)
            take_site(state, told, -1)
    if popcount(villages) and not rules.neutral_huts:
        audit.note("NO_NEUTRAL_HUTS")
    elif popcount(villages) > most:
        audit.note("TOO_MANY_NEUTRAL_HUTS", huts=popcount(villages), most=most)
    left = max(0, most - popcount(villages))
    for seat in range(rules.header.players if rules.neutral_huts else 0):
        seat_at(state.data, seat).neutral_left = min(left, <int32_t> NEUTRAL_HUTS)
        left -= seat_at(state.data, seat).neutral_left
    return 0


cdef int check_villages(State state, neutral, Audit audit) except -1:
    """No village has more huts than sites ("The Game Board")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef int32_t village, seat, huts
    for village in range(rules.villages):
        huts = village in neutral
        for seat in range(rules.header.players):
            huts += has(seat_at(state.data, seat).huts, village)
        if huts > rules.sites[village]:
            audit.note("VILLAGE_TOO_FULL", village=village, huts=huts, sites=rules.sites[village])
    return 0


# Specimens

cdef int read_tokens(State state, told, Audit audit) except -1:
    """Every hut has brought a token of its village's type, as long as there were any ("Build Huts using Gold Coins")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef AmazonasSeat* player
    cdef int32_t type, seat, brought, huts, taken
    for type in range(TYPES):
        huts = taken = 0
        missing = False
        for seat in range(rules.header.players):
            huts += popcount(seat_at(state.data, seat).huts & rules.of_type[type])
        for seat in range(rules.header.players):
            player = seat_at(state.data, seat)
            brought = popcount(player.huts & rules.of_type[type])
            if told[seat] is None:
                if huts > TOKENS:
                    audit.note("SPECIMENS_MISSING", seat=seat, type=type, huts=huts, most=TOKENS)
                    missing = True
                player.specimens[type] = brought
            else:
                tokens = told[seat][type]
                if tokens > brought:
                    audit.note("TOO_MANY_SPECIMENS", seat=seat, type=type, tokens=tokens, huts=brought)
                    missing = True
                elif tokens < brought and huts <= TOKENS:
                    audit.note("TOO_FEW_SPECIMENS", seat=seat, type=type, tokens=tokens, huts=brought)
                    missing = True
                player.specimens[type] = min(tokens, brought)
            taken += player.specimens[type]
        if not missing and taken != min(huts, <int32_t> TOKENS):
            audit.note("WRONG_TOKENS", type=type, taken=taken, due=min(huts, <int32_t> TOKENS))
        table_at(state.data).supply[type] = max(0, TOKENS - taken)
    return 0


cdef int read_natives(State state, int32_t seat, natives) except -1:
    cdef int32_t type
    for type in range(TYPES):
        seat_at(state.data, seat).natives[type] = min(natives[type], 255)
    return 0


cdef int check_natives(State state, Audit audit) except -1:
    """One for each of their event cards at most; they join specimens where the edition says so ("Event Cards")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef const AmazonasSeat* player
    cdef int32_t seat, type, natives = 0
    cdef int32_t most = cards_of_kind((1 << EVENT_CARDS) - 1, NATIVES)
    for seat in range(rules.header.players):
        player = seat_at(state.data, seat)
        for type in range(TYPES):
            natives += player.natives[type]
            if rules.native_needs_own_type and player.natives[type] and not player.specimens[type]:
                audit.note("NATIVE_ALONE", seat=seat, type=type)
    if natives > most:
        audit.note("TOO_MANY_NATIVES", natives=natives, most=most)
    return 0


# What else a player has

cdef int read_hand(State state, int32_t seat, silver, mission, coin, bonus, Audit audit) except -1:
    cdef AmazonasSeat* player = seat_at(state.data, seat)
    cdef int32_t most = START_SILVER + HIGHEST_EARNING * ROUNDS
    cdef int32_t played = ROUNDS % INCOME_CARDS
    if silver > most:
        audit.note("TOO_MUCH_SILVER", seat=seat, silver=silver, most=most)
    player.silver = min(silver, most)
    player.hand = (1 << (INCOME_CARDS - played)) - 1
    player.played = INCOME_CARDS - played
    player.choice = NONE
    player.mission = NONE if mission is None or mission >= NONE else mission
    player.coin = min(coin, <int32_t> NONE)
    player.five_types = min(bonus, <int32_t> NONE)
    return 0


cdef int check_cards(State state, missions, coins, Audit audit) except -1:
    """Everybody has a mission and, where there are any, a copper coin of their own ("Game Overview")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef int32_t seat
    for seat in range(rules.header.players):
        mission, coin = missions[seat], coins[seat]
        if mission is None:
            audit.note("MISSION_MISSING", seat=seat)
        elif mission >= rules.mission_cards:
            audit.note("NO_SUCH_MISSION", seat=seat, mission=mission, last=rules.mission_cards - 1)
        elif mission in missions[:seat]:
            audit.note("MISSION_REPEATED", seat=seat, mission=mission)
        if rules.tie_break != COPPER_COINS:
            if coin:
                audit.note("NO_COINS", seat=seat)
        elif not coin:
            audit.note("COIN_MISSING", seat=seat)
        elif coin > rules.header.players:
            audit.note("NO_SUCH_COIN", seat=seat, coin=coin, last=rules.header.players)
        elif coin in coins[:seat]:
            audit.note("COIN_REPEATED", seat=seat, coin=coin)
    return 0


cdef int check_five_types(State state, bonuses, Audit audit) except -1:
    """Whoever has all five types has taken the best token that lay there ("Bonus Points for Specimen Tokens")."""
    cdef const AmazonasRules* rules = rules_at(state.rules.data)
    cdef int32_t seat, place
    cdef list there = [rules.five_types[place] for place in range(rules.header.players)]
    cdef list held = []
    for seat in range(rules.header.players):
        bonus = bonuses[seat]
        complete = has_five_types(seat_at(state.data, seat))
        if complete and not bonus:
            audit.note("BONUS_MISSING", seat=seat)
        elif bonus and not complete:
            audit.note("BONUS_UNEARNED", seat=seat, points=bonus)
        elif bonus and bonus not in there:
            audit.note("NO_SUCH_BONUS", seat=seat, points=bonus)
        elif bonus and bonus in held:
            audit.note("BONUS_REPEATED", seat=seat, points=bonus)
        elif bonus:
            held.append(bonus)
    for seat in range(rules.header.players):
        better = [points for points in there if points > bonuses[seat] and points not in held]
        if bonuses[seat] in held and better and bonuses.index(bonuses[seat]) == seat:
            audit.note("BONUS_SKIPPED", seat=seat, points=bonuses[seat], better=better[0])
    return 0
