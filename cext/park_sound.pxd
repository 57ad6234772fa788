"""What holds in every state of Amazonia Park, whichever bytes it was read from. Bytes that pass can be played on safely."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from cext.kernel cimport RulesHeader
from cext.park cimport (
    ANIMALS,
    COLOURS,
    DEALING,
    DIRECTIONS,
    DRAWING,
    EVENING,
    KINDS,
    MAX_CELLS,
    MORNING,
    NONE,
    OVER,
    PART_KINDS,
    PARTS,
    REWARD,
    SUBSTITUTING,
    TILE_COUNTS,
    TOKENS,
    TURN,
    ParkRules,
    ParkSeat,
    ParkTable,
    magazines_of,
    rules_at,
    seat_at,
    sum_of,
    table_at,
)
from cext.park_payment cimport affordable, brings_bonus


cdef enum:
    SOUND = 0
    BAD_PHASE = 1             # no such phase, or no such seat in turn
    BAD_BOARD = 2             # spaces that do not exist, or without their printed animals
    BAD_SPACES = 3            # a wrong sum of empty spaces, or a last placement that was none
    BAD_DRAWN = 4             # more tiles drawn than there are, or the evening's too early
    BAD_TILE = 5              # tiles in hands and on the board are not those that were drawn, or a hand is empty too early
    BAD_TOKENS = 6            # tokens that were lost or made
    BAD_MAGAZINES = 7         # magazines that were not sold in order, or to two seats
    BAD_PASSES = 8            # seats that passed although they did not have to
    BAD_MISSING = 9           # tokens to be substituted where none are missing
    BAD_REWARD = 10           # a token promised by no magazine, or out of an empty supply
    BAD_END = 11              # a game over for no reason, or not over with one


cdef inline int32_t broken_board(const ParkRules* rules, const ParkTable* table) noexcept nogil:
    cdef int32_t cell, spaces = 0
    for cell in range(MAX_CELLS):
        if cell >= rules.cells:
            if table.board[cell]:
                return BAD_BOARD
            continue
        if table.board[cell] > KINDS or (rules.printed[cell] and table.board[cell] != rules.printed[cell]):
            return BAD_BOARD
        spaces += not table.board[cell]
    if spaces != table.spaces:
        return BAD_SPACES
    if spaces == rules.spaces:
        return SOUND if table.last_cell == NONE else BAD_SPACES
    if table.last_cell >= rules.cells or not table.board[table.last_cell] or rules.printed[table.last_cell]:
        return BAD_SPACES
    return SOUND


cdef inline int32_t broken_stack(const ParkRules* rules, const ParkTable* table) noexcept nogil:
    cdef int32_t kind, part
    for kind in range(PART_KINDS):
        if table.drawn[kind] > rules.tiles[kind]:
            return BAD_DRAWN
    for part in range(PARTS):
        if table.tiles_left[part] != rules.part_tiles[part] - sum_of(&table.drawn[KINDS * part], KINDS):
            return BAD_DRAWN
    if table.tiles_left[MORNING] and table.tiles_left[EVENING] != rules.part_tiles[EVENING]:
        return BAD_DRAWN
    return SOUND


cdef inline bint needs_tile(const ParkTable* table, int32_t seat) noexcept nogil:
    """Whether a seat has a tile in hand, as long as the stack gave one."""
    if table.phase == DEALING:
        return seat < table.turn
    return seat != table.turn or not (table.phase == SUBSTITUTING or table.phase == DRAWING)


cdef inline int32_t broken_tiles(const ParkRules* rules, char* state) noexcept nogil:
    """What has been drawn is in hands or on the board, and hands are full while there are tiles."""
    cdef const ParkTable* table = table_at(state)
    cdef int32_t used[KINDS]
    cdef int32_t in_hands[PART_KINDS]
    cdef int32_t cell, kind, seat, tile
    cdef bint stack_is_empty = not (table.tiles_left[MORNING] or table.tiles_left[EVENING])
    memset(used, 0, sizeof(used))
    memset(in_hands, 0, sizeof(in_hands))
    for cell in range(rules.cells):
        if table.board[cell] and not rules.printed[cell]:
            used[table.board[cell] - 1] += 1
    for seat in range(rules.header.players):
        tile = seat_at(state, seat).tile
        if tile != NONE:
            if tile >= PART_KINDS or not needs_tile(table, seat):
                return BAD_TILE
            used[tile % KINDS] += 1
            in_hands[tile] += 1
        elif needs_tile(table, seat) and not stack_is_empty:
            return BAD_TILE
    for kind in range(PART_KINDS):
        if in_hands[kind] > table.drawn[kind]:
            return BAD_TILE
    for kind in range(KINDS):
        if used[kind] != table.drawn[kind] + table.drawn[KINDS + kind]:
            return BAD_TILE
    return BAD_TILE if table.phase == DRAWING and stack_is_empty else SOUND


cdef inline int32_t broken_tokens(const ParkRules* rules, char* state) noexcept nogil:
    cdef int32_t animal, seat, tokens
    for animal in range(ANIMALS):
        tokens = table_at(state).supply[animal]
        for seat in range(rules.header.players):
            tokens += seat_at(state, seat).tokens[animal]
        if tokens != TOKENS:
            return BAD_TOKENS
    return SOUND


cdef inline int32_t broken_magazines(const ParkRules* rules, char* state) noexcept nogil:
    """Each colour was sold from the lowest value on, each card to one seat."""
    cdef const ParkTable* table = table_at(state)
    cdef int32_t colour, card, seat, owned, owners
    for colour in range(COLOURS):
        if table.sold[colour] > rules.stack_cards:
            return BAD_MAGAZINES
        owned = 0
        for seat in range(rules.header.players):
            owned += seat_at(state, seat).magazines[colour] != 0
        if owned != table.sold[colour]:
            return BAD_MAGAZINES
        for card in range(table.sold[colour]):
            owners = 0
            for seat in range(rules.header.players):
                owners += seat_at(state, seat).magazines[colour] == rules.values[colour][card]
            if owners != 1:
                return BAD_MAGAZINES
    return SOUND


cdef inline bint has_to_pass(const ParkRules* rules, char* state, int32_t seat) noexcept nogil:
    return seat_at(state, seat).tile == NONE and not affordable(rules, table_at(state), seat_at(state, seat))


cdef inline int32_t broken_passes(const ParkRules* rules, char* state) noexcept nogil:
    """The seats before the one in turn had to pass; so had all, when that ended the game."""
    cdef const ParkTable* table = table_at(state)
    cdef int32_t players = rules.header.players
    cdef int32_t back
    cdef bint is_over = table.phase == OVER and table.passes == players
    if table.passes and not is_over and (table.phase != TURN or table.passes >= players):
        return BAD_PASSES
    for back in range(1, table.passes + 1):
        if not has_to_pass(rules, state, (table.turn + players - back) % players):
            return BAD_PASSES
    return SOUND


cdef inline int32_t broken_missing(const ParkTable* table) noexcept nogil:
    """Tokens are missing only when an animal has none left and others have as many."""
    cdef int32_t animal
    if (table.phase == SUBSTITUTING) != (table.missing != 0):
        return BAD_MISSING
    if table.missing > DIRECTIONS * TILE_COUNTS or table.missing > sum_of(table.supply, ANIMALS):
        return BAD_MISSING
    if table.missing and table.last_cell == NONE:
        return BAD_MISSING
    for animal in range(ANIMALS):
        if not table.supply[animal]:
            return SOUND
    return BAD_MISSING if table.missing else SOUND


cdef inline int32_t broken_reward(const ParkTable* table, const ParkSeat* player) noexcept nogil:
    """The seat in turn has just published a magazine that brings a token."""
    cdef int32_t colour
    if table.phase != REWARD:
        return SOUND
    for colour in range(COLOURS):
        if brings_bonus(colour, player.magazines[colour]):
            return SOUND if sum_of(table.supply, ANIMALS) else BAD_REWARD
    return BAD_REWARD


cdef inline int32_t broken_end(const ParkRules* rules, char* state) noexcept nogil:
    """Six colours, a full board or passes all round, and only these, end a game; a placement and a reward are finished
    first."""
    cdef const ParkTable* table = table_at(state)
    cdef int32_t seat
    cdef bint has_reason = False
    for seat in range(rules.header.players):
        if magazines_of(seat_at(state, seat)) == COLOURS:
            if table.phase != OVER and not (table.phase == REWARD and seat == table.turn):
                return BAD_END
            has_reason = True
    if not table.spaces:
        if table.phase != OVER and table.phase != SUBSTITUTING and table.phase != DRAWING:
            return BAD_END
        has_reason = True
    has_reason = has_reason or table.passes == rules.header.players
    return BAD_END if table.phase == OVER and not has_reason else SOUND


cdef inline int32_t broken_dealing(const ParkRules* rules, const ParkTable* table) noexcept nogil:
    """Nothing happens before all have their first tile; a placement is needed for what follows one."""
    if table.phase == DEALING:
        if table.spaces != rules.spaces or sum_of(table.sold, COLOURS):
            return BAD_PHASE
        if sum_of(table.supply, ANIMALS) != ANIMALS * TOKENS:
            return BAD_TOKENS
    if table.phase == DRAWING and table.last_cell == NONE:
        return BAD_PHASE
    return SOUND


cdef inline int32_t broken_invariant(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const ParkRules* rules = rules_at(header)
    cdef const ParkTable* table = table_at(<char*> state)
    cdef int32_t broken
    if table.phase > OVER or table.turn >= header.players:
        return BAD_PHASE
    broken = broken_board(rules, table)
    broken = broken or broken_stack(rules, table)
    broken = broken or broken_tiles(rules, <char*> state)
    broken = broken or broken_tokens(rules, <char*> state)
    broken = broken or broken_magazines(rules, <char*> state)
    broken = broken or broken_passes(rules, <char*> state)
    broken = broken or broken_missing(table)
    broken = broken or broken_reward(table, seat_at(<char*> state, table.turn))
    broken = broken or broken_end(rules, <char*> state)
    broken = broken or broken_dealing(rules, table)
    return broken
