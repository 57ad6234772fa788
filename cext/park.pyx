"""The rules of Amazonia Park: the course of a game. Headings in quotes are sections of the rulebook.

What is seen from a space is in `park_sight.pxd`, payments are in `park_payment.pxd`, the stack of tiles in
`park_chance.pxd`, reasons to refuse a move in `park_check.pxd`, layouts and limits in `park.pxd`, invariants in
`park_sound.pxd`.

Move word
    kind << 56 | argument. PLACE: cell, which is row * columns + column. PUBLISH: colour << 40 | tokens paid.
    SUBSTITUTE: tokens taken. BONUS: animal. PASS, DECLINE: 0. Tokens are five counts of one byte, toucans lowest. Cell,
    colour and animal take all bits that are left.
Outcome word
    kind << 56 | seat << 24 | animal << 16 | count << 8 | copy. The copy, from 0, tells equal tiles apart that are left in
    the part of the stack that is drawn from; it changes nothing but the odds. The seat takes all bits that are left.
Hidden
    A seat's tile. The order of the stack is in no state. Tokens are behind screens, but all have seen them come and go.
Arguments of violations (unused ones are 0)
    NO_SUCH_MOVE (kind)   WRONG_STEP (kind, phase)   NO_TILE ()   NO_SUCH_SPACE (cell, columns, rows)
    SPACE_TAKEN (cell, animal there, its count)   NO_SUCH_MAGAZINE, STACK_EMPTY (colour)   COLOUR_OWNED (colour, value)
    NOT_ENOUGH_TOKENS (animal, named, owned)   OWN_TOKENS_FIRST (animal, how many have to go first, named)
    ODD_PAIR (animal, named, colour)   PAYMENT_TOO_SMALL, PAYMENT_TOO_LARGE (colour, cost, what the payment counts for)
    PASS_WITH_TILE ()   PASS_CAN_PUBLISH (lowest colour, cost)   NO_SUCH_ANIMAL (animal)
    SUPPLY_SHORT (animal, named, supply)   WRONG_NUMBER_OF_TOKENS (named, due)
    TILE_UNKNOWN, TILE_ALREADY_DRAWN (animal, count, copy)   TILE_WRONG_SEAT (seat, seat that is due)
    TILE_OF_EVENING (animal, count, morning tiles left)
    What does not fit is told as 2**31 - 1.
Arguments of events
    TILE_DRAWN (animal, count, tiles left of the morning, of the evening; what is left is no secret)
    PLACED (cell, animal, count)   SEEN (direction, cell, animal, tokens due, tokens taken)
    SUBSTITUTED, PAID (tokens of each animal)   PUBLISHED (colour, value, cost)   BONUS_TAKEN (animal)
    FINISHED (reason)   BONUS_DECLINED, PASSED ()
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

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
from cext.park_chance cimport (
    ANIMAL_SHIFT,
    COUNT_SHIFT,
    SEAT_SHIFT,
    chance_domain,
    chance_kind,
    check_outcome,
    kind_in,
    left_of,
    nth_outcome,
    outcomes,
    part_due,
    sample,
)
from cext.park_check cimport check_move
from cext.park_events cimport tell, tell_tile
from cext.park_payment cimport (
    affordable,
    brings_bonus,
    list_choices,
    list_payments,
    publish,
    random_choice,
    random_payment,
)
from cext.park_rollout cimport promising_turn
from cext.park_sight cimport random_space, substitute, take_pictures, take_tokens
from cext.park_sound cimport broken_invariant
from cext.ranking cimport rank_payoffs
from cext.streams cimport FastStream, GameStream, fast_below

from cext.park_view import (
    Magazine,
    Player,
    Sight,
    Standing,
    Table,
    board,
    end_reason,
    magazines,
    player,
    sights,
    standing,
    table,
)


# The course of a game

cdef void start(const RulesHeader* header, char* state) noexcept nogil:
    """What lies ready before the first ply ("Setup")."""
    cdef const ParkRules* rules = rules_at(header)
    cdef ParkTable* table = table_at(state)
    cdef int32_t seat
    memcpy(table.board, rules.printed, sizeof(table.board))
    table.tiles_left[MORNING] = rules.part_tiles[MORNING]
    table.tiles_left[EVENING] = rules.part_tiles[EVENING]
    table.spaces = rules.spaces
    memset(table.supply, TOKENS, sizeof(table.supply))
    table.phase = DEALING
    table.last_cell = NONE
    for seat in range(header.players):
        seat_at(state, seat).tile = NONE


cdef bint is_over(const RulesHeader* header, const char* state) noexcept nogil:
    return table_at(<char*> state).phase == OVER


cdef uint64_t to_act(const RulesHeader* header, const char* state) noexcept nogil:
    cdef const ParkTable* table = table_at(<char*> state)
    return (<uint64_t> 1) << table.turn if is_asked(table) else 0


cdef uint32_t epoch(const RulesHeader* header, const char* state) noexcept nogil:
    """By placements and publications; what belongs to one of them comes before the next turn, and passes after that."""
    cdef const ParkTable* table = table_at(<char*> state)
    cdef uint32_t actions = rules_at(header).spaces - table.spaces + sum_of(table.sold, COLOURS)
    if table.phase == TURN:
        return actions << 4 | 1 + table.passes
    return actions << 4 | (0xF if table.phase == OVER else 0)


cdef inline void finish(ParkTable* table, int32_t reason, EventLog* log) noexcept nogil:
    table.phase = OVER
    tell(log, EVENT_FINISHED, -1, reason, 0, 0)


cdef inline void begin_next_turn(const ParkRules* rules, ParkTable* table) noexcept nogil:
    table.turn = 0 if table.turn + 1 == rules.header.players else table.turn + 1
    table.phase = TURN


cdef inline void end_placement(const ParkRules* rules, ParkTable* table, EventLog* log) noexcept nogil:
    """The game may be over when no more tiles can be placed ("Game End")."""
    if table.spaces:
        begin_next_turn(rules, table)
    else:
        finish(table, BOARD_FULL, log)


cdef inline void await_tile(const ParkRules* rules, ParkTable* table, EventLog* log) noexcept nogil:
    """All tokens are taken; the seat draws a new tile, if there is one ("Take Pictures")."""
    if table.tiles_left[MORNING] or table.tiles_left[EVENING]:
        table.phase = DRAWING
    else:
        end_placement(rules, table, log)


cdef inline void end_publication(
    const ParkRules* rules, char* state, int32_t seat, EventLog* log
) noexcept nogil:
    """Six colours win at once ("Game End")."""
    if magazines_of(seat_at(state, seat)) == COLOURS:
        finish(table_at(state), SIX_COLOURS, log)
    else:
        begin_next_turn(rules, table_at(state))


cdef inline void place(
    const ParkRules* rules, char* state, int32_t seat, int32_t cell, EventLog* log
) noexcept nogil:
    cdef ParkTable* table = table_at(state)
    table.passes = 0
    take_pictures(rules, state, seat, cell, log)
    if table.missing:
        table.phase = SUBSTITUTING
    else:
        await_tile(rules, table, log)


cdef inline void publish_article(
    const ParkRules* rules, char* state, int32_t seat, uint64_t data, EventLog* log
) noexcept nogil:
    cdef ParkTable* table = table_at(state)
    cdef int32_t colour = data >> COLOUR_SHIFT
    cdef int32_t value = publish(rules, state, seat, colour, data, log)
    table.passes = 0
    # The supply has a token then: even with all discounts, such a magazine is paid with some.
    if brings_bonus(colour, value):
        table.phase = REWARD
    else:
        end_publication(rules, state, seat, log)


cdef inline void take_bonus(
    const ParkRules* rules, char* state, int32_t seat, int32_t animal, EventLog* log
) noexcept nogil:
    """A token of the player's choice ("Magazine Card Special Effects")."""
    take_tokens(table_at(state), seat_at(state, seat), (<uint64_t> 1) << (8 * animal))
    tell(log, EVENT_BONUS_TAKEN, seat, animal, 0, 0)
    end_publication(rules, state, seat, log)


cdef inline void pass_turn(const ParkRules* rules, ParkTable* table, int32_t seat, EventLog* log) noexcept nogil:
    """When nobody can do anything any more, the game is over."""
    table.passes += 1
    tell(log, EVENT_PASSED, seat, 0, 0, 0)
    if table.passes == rules.header.players:
        finish(table, ALL_PASSED, log)
    else:
        begin_next_turn(rules, table)


cdef void apply(const RulesHeader* header, char* state, int32_t seat, move_t move, EventLog* log) noexcept nogil:
    cdef const ParkRules* rules = rules_at(header)
    cdef int32_t kind = kind_of(move)
    cdef uint64_t data = data_of(move)
    if kind == MOVE_PLACE:
        place(rules, state, seat, <int32_t> data, log)
    elif kind == MOVE_PUBLISH:
        publish_article(rules, state, seat, data, log)
    elif kind == MOVE_SUBSTITUTE:
        substitute(state, seat, data, log)
        await_tile(rules, table_at(state), log)
    elif kind == MOVE_BONUS:
        take_bonus(rules, state, seat, <int32_t> data, log)
    elif kind == MOVE_DECLINE:
        tell(log, EVENT_BONUS_DECLINED, seat, 0, 0, 0)
        end_publication(rules, state, seat, log)
    else:
        pass_turn(rules, table_at(state), seat, log)


cdef void resolve(const RulesHeader* header, char* state, outcome_t outcome, EventLog* log) noexcept nogil:
    """A seat gets a tile, at the start of the game or at the end of its turn ("Setup", "Take Pictures")."""
    cdef ParkTable* table = table_at(state)
    cdef int32_t kind = kind_in(table, outcome)
    cdef int32_t seat = table.turn
    table.tiles_left[part_due(table)] -= 1
    table.drawn[kind] += 1
    seat_at(state, seat).tile = kind
    tell_tile(log, table, seat, kind)
    if table.phase == DRAWING:
        end_placement(rules_at(header), table, log)
    else:
        table.turn += 1
        if table.turn == header.players:
            table.turn = 0
            table.phase = TURN


# Moves

cdef inline int32_t list_spaces(const ParkRules* rules, const ParkTable* table, move_t* out) noexcept nogil:
    """A placement on each empty space, ascending; their number."""
    cdef int32_t cell, count = 0
    for cell in range(rules.cells):
        if not table.board[cell]:
            out[count] = kind_word(MOVE_PLACE, cell)
            count += 1
    return count


cdef inline int32_t list_turn(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, move_t* out
) noexcept nogil:
    """Placements, publications with each payment, or else the pass ("Turn")."""
    cdef uint64_t colours = affordable(rules, table, player)
    cdef int32_t count = list_spaces(rules, table, out) if player.tile != NONE else 0
    cdef int32_t colour
    for colour in range(COLOURS):
        if (colours >> colour) & 1:
            count += list_payments(rules, table, player, colour, out + count)
    if count == 0:
        out[0] = kind_word(MOVE_PASS, 0)
        count = 1
    return count


cdef inline int32_t list_rewards(const ParkTable* table, move_t* out) noexcept nogil:
    """A token of each animal that the supply has, or none."""
    cdef int32_t animal, count = 0
    for animal in range(ANIMALS):
        if table.supply[animal]:
            out[count] = kind_word(MOVE_BONUS, animal)
            count += 1
    out[count] = kind_word(MOVE_DECLINE, 0)
    return count + 1


cdef inline void read_supply(const ParkTable* table, int32_t* most) noexcept nogil:
    cdef int32_t animal
    for animal in range(ANIMALS):
        most[animal] = table.supply[animal]


cdef int32_t legal_moves(const RulesHeader* header, const char* state, int32_t seat, move_t* out) noexcept nogil:
    cdef const ParkTable* table = table_at(<char*> state)
    cdef int32_t most[ANIMALS]
    if table.phase == SUBSTITUTING:
        read_supply(table, most)
        return list_choices(most, 1, table.missing, kind_word(MOVE_SUBSTITUTE, 0), out)
    if table.phase == REWARD:
        return list_rewards(table, out)
    return list_turn(rules_at(header), table, seat_at(<char*> state, seat), out)


cdef inline move_t random_turn(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, FastStream* rng
) noexcept nogil:
    cdef uint64_t colours = affordable(rules, table, player)
    cdef int32_t colour = 0
    cdef int32_t skipped
    if colours and (player.tile == NONE or fast_below(rng, 2)):
        skipped = fast_below(rng, popcount(colours))
        while skipped or not (colours >> colour) & 1:
            skipped -= (colours >> colour) & 1
            colour += 1
        return random_payment(rules, table, player, colour, rng)
    if player.tile != NONE:
        return kind_word(MOVE_PLACE, random_space(table, rng))
    return kind_word(MOVE_PASS, 0)


cdef move_t random_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """Whoever can place a tile and publish does either with one half; then each space, and each colour that can be
    afforded, is equally likely, and what is paid or taken is drawn out of all tokens that may be, as out of a bag. A
    reward is each animal of the supply or none, equally likely. This is not uniform over the moves, but needs no list of
    payments, and it publishes about as often as players do."""
    cdef const ParkTable* table = table_at(<char*> state)
    cdef int32_t most[ANIMALS]
    cdef move_t moves[ANIMALS + 1]
    if table.phase == SUBSTITUTING:
        read_supply(table, most)
        return kind_word(MOVE_SUBSTITUTE, random_choice(most, 1, table.missing, rng))
    if table.phase == REWARD:
        return moves[fast_below(rng, list_rewards(table, moves))]
    return random_turn(rules_at(header), table, seat_at(<char*> state, seat), rng)


cdef move_t rollout_move(const RulesHeader* header, const char* state, int32_t seat, FastStream* rng) noexcept nogil:
    """Cheap magazines and spaces with much in sight (`park_rollout.pxd`); one in sixteen, and all other decisions, as
    `random_move` makes them."""
    cdef const ParkTable* table = table_at(<char*> state)
    cdef move_t move = 0
    if table.phase == TURN and fast_below(rng, 16):
        move = promising_turn(rules_at(header), table, seat_at(<char*> state, seat), rng)
    return move if move else random_move(header, state, seat, rng)


cdef int32_t check(
    const RulesHeader* header, const char* state, int32_t seat, move_t move, Violation* out
) noexcept nogil:
    cdef const ParkTable* table = table_at(<char*> state)
    cdef int32_t count = 0
    if table.phase == OVER:
        report(out, &count, GAME_OVER, 0, 0, 0)
    elif not is_asked(table):
        report(out, &count, CHANCE_PENDING, 0, 0, 0)
    elif seat != table.turn:
        report(out, &count, NOT_TO_ACT, 0, 0, 0)
    else:
        count = check_move(rules_at(header), table, seat_at(<char*> state, seat), move, out)
    return count


# Draws

cdef outcome_t draw(const RulesHeader* header, const char* state, GameStream stream) except? 0:
    """One of the tiles that are left in the part of the stack that is due, in the order of kinds, so that whatever a table
    was told before, the stream goes on with a tile that can come."""
    cdef const ParkTable* table = table_at(<char*> state)
    return nth_outcome(
        rules_at(header), table, <int32_t> stream.below(table.tiles_left[part_due(table)]))


# Knowledge and points

cdef void determinize(const RulesHeader* header, char* state, int32_t viewer, FastStream* rng) noexcept nogil:
    """The tiles of other seats become any that the viewer has not seen, out of the part of the stack from which, as all
    know, they were drawn. Tokens are no secret: all have seen them come and go."""
    cdef const ParkRules* rules = rules_at(header)
    cdef ParkTable* table = table_at(state)
    cdef int32_t unseen[PARTS]
    cdef int32_t seat, part, kind, skipped
    for part in range(PARTS):
        unseen[part] = table.tiles_left[part]
    for seat in range(header.players):
        kind = seat_at(state, seat).tile
        if seat != viewer and kind != NONE:
            table.drawn[kind] -= 1
            unseen[kind // KINDS] += 1
    for seat in range(header.players):
        if seat == viewer or seat_at(state, seat).tile == NONE:
            continue
        part = seat_at(state, seat).tile // KINDS
        kind = KINDS * part
        skipped = fast_below(rng, unseen[part])
        while skipped >= left_of(rules, table, kind):
            skipped -= left_of(rules, table, kind)
            kind += 1
        table.drawn[kind] += 1
        unseen[part] -= 1
        seat_at(state, seat).tile = kind


cdef void returns(const RulesHeader* header, const char* state, int32_t* out) noexcept nogil:
    """The magazines of each seat: six of them, which are six colours, are more than anybody else can have."""
    cdef int32_t seat
    for seat in range(header.players):
        out[seat] = magazines_of(seat_at(<char*> state, seat))


cdef void payoffs(const RulesHeader* header, const char* state, double* out) noexcept nogil:
    """Most magazines, then most tokens ("Game End")."""
    cdef const ParkSeat* player
    cdef int64_t merits[MAX_PLAYERS]
    cdef int32_t seat
    for seat in range(header.players):
        player = seat_at(<char*> state, seat)
        merits[seat] = <int64_t> magazines_of(player) << 32 | sum_of(player.tokens, ANIMALS)
    rank_payoffs(merits, header.players, out)


# The table of functions

cdef Field[12] table_fields     # the last one of each list stays empty
cdef Field[4] seat_fields
cdef GameOps ops


cdef Field field(const char* name, const void* base, const void* member, uint32_t count) noexcept:
    return Field(name, <uint32_t> (<const char*> member - <const char*> base), 1, count, False)


cdef void list_table_fields() noexcept:
    cdef ParkTable table
    table_fields[0] = field(b"board", &table, table.board, MAX_CELLS)
    table_fields[1] = field(b"drawn", &table, table.drawn, PART_KINDS)
    table_fields[2] = field(b"tiles_left", &table, table.tiles_left, PARTS)
    table_fields[3] = field(b"spaces", &table, &table.spaces, 1)
    table_fields[4] = field(b"supply", &table, table.supply, ANIMALS)
    table_fields[5] = field(b"sold", &table, table.sold, COLOURS)
    table_fields[6] = field(b"phase", &table, &table.phase, 1)
    table_fields[7] = field(b"turn", &table, &table.turn, 1)
    table_fields[8] = field(b"passes", &table, &table.passes, 1)
    table_fields[9] = field(b"missing", &table, &table.missing, 1)
    table_fields[10] = field(b"last_cell", &table, &table.last_cell, 1)


cdef void list_seat_fields() noexcept:
    cdef ParkSeat player
    seat_fields[0] = field(b"tokens", &player, player.tokens, ANIMALS)
    seat_fields[1] = field(b"magazines", &player, player.magazines, COLOURS)
    seat_fields[2] = field(b"tile", &player, &player.tile, 1)


cdef Kernel make_kernel():
    list_table_fields()
    list_seat_fields()
    ops.name = b"park"
    ops.table_size = sizeof(ParkTable)
    ops.seat_size = sizeof(ParkSeat)
    ops.table_fields = table_fields
    ops.seat_fields = seat_fields
    # A placement on each cell; 11 pairs of four animals for each of five colours; 13 tokens of five animals for Amazonia.
    ops.max_moves = MAX_CELLS + ANIMALS * 364 + 2380
    ops.max_outcomes = MAX_TILES
    ops.max_events = 2 + DIRECTIONS          # the placement, what is seen, and the end of the game
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
    ops.rollout_move = rollout_move
    return Kernel.wrap(&ops)


KERNEL = make_kernel()


# Names

VIOLATIONS = {
    NO_SUCH_MOVE: "NO_SUCH_MOVE",
    WRONG_STEP: "WRONG_STEP",
    NO_TILE: "NO_TILE",
    NO_SUCH_SPACE: "NO_SUCH_SPACE",
    SPACE_TAKEN: "SPACE_TAKEN",
    NO_SUCH_MAGAZINE: "NO_SUCH_MAGAZINE",
    STACK_EMPTY: "STACK_EMPTY",
    COLOUR_OWNED: "COLOUR_OWNED",
    NOT_ENOUGH_TOKENS: "NOT_ENOUGH_TOKENS",
    OWN_TOKENS_FIRST: "OWN_TOKENS_FIRST",
    ODD_PAIR: "ODD_PAIR",
    PAYMENT_TOO_SMALL: "PAYMENT_TOO_SMALL",
    PAYMENT_TOO_LARGE: "PAYMENT_TOO_LARGE",
    PASS_WITH_TILE: "PASS_WITH_TILE",
    PASS_CAN_PUBLISH: "PASS_CAN_PUBLISH",
    NO_SUCH_ANIMAL: "NO_SUCH_ANIMAL",
    SUPPLY_SHORT: "SUPPLY_SHORT",
    WRONG_NUMBER_OF_TOKENS: "WRONG_NUMBER_OF_TOKENS",
    TILE_UNKNOWN: "TILE_UNKNOWN",
    TILE_ALREADY_DRAWN: "TILE_ALREADY_DRAWN",
    TILE_WRONG_SEAT: "TILE_WRONG_SEAT",
    TILE_OF_EVENING: "TILE_OF_EVENING",
}

CHANCES = {CHANCE_TILE: "TILE"}

EVENTS = {
    EVENT_TILE_DRAWN: "TILE_DRAWN",
    EVENT_PLACED: "PLACED",
    EVENT_SEEN: "SEEN",
    EVENT_SUBSTITUTED: "SUBSTITUTED",
    EVENT_PUBLISHED: "PUBLISHED",
    EVENT_PAID: "PAID",
    EVENT_BONUS_TAKEN: "BONUS_TAKEN",
    EVENT_BONUS_DECLINED: "BONUS_DECLINED",
    EVENT_PASSED: "PASSED",
    EVENT_FINISHED: "FINISHED",
}


# Rules

cdef int32_t within(object number, int32_t lowest, int32_t highest, str what) except -1:
    """The number, which must lie within limits that are not negative."""
    if not lowest <= number <= highest:
        raise ValueError(f"{what} must be {lowest} .. {highest}, not {number}")
    return number


cdef int32_t kind_of_tile(object animal, object count) except -1:
    return tile_kind(
        within(animal, 0, ANIMALS - 1, "an animal"), within(count, 1, TILE_COUNTS, "the number of animals on a tile"))


cdef int compile_board(ParkRules* rules, columns, rows, printed) except -1:
    """The cells, what is printed on them and what is next to what."""
    cdef int32_t cell, column, row
    rules.columns = within(columns, MIN_SIDE, MAX_SIDE, "the number of columns")
    rules.rows = within(rows, MIN_SIDE, MAX_SIDE, "the number of rows")
    rules.cells = within(rules.columns * rules.rows, 1, MAX_CELLS, "the number of cells")
    for where, animal, count in printed:
        cell = within(where, 0, rules.cells - 1, "the cell of a printed animal")
        if rules.printed[cell]:
            raise ValueError(f"two animals are printed on cell {cell}")
        rules.printed[cell] = 1 + kind_of_tile(animal, count)
    rules.spaces = within(rules.cells - len(printed), 1, MAX_CELLS, "the number of empty spaces")
    memset(rules.neighbour, NONE, sizeof(rules.neighbour))
    for cell in range(rules.cells):
        column = cell % rules.columns
        row = cell // rules.columns
        if row > 0:
            rules.neighbour[UP][cell] = cell - rules.columns
        if column + 1 < rules.columns:
            rules.neighbour[RIGHT][cell] = cell + 1
        if row + 1 < rules.rows:
            rules.neighbour[DOWN][cell] = cell + rules.columns
        if column > 0:
            rules.neighbour[LEFT][cell] = cell - 1
    compile_rays(rules)
    return 0


cdef void compile_rays(ParkRules* rules) noexcept:
    """All that lies in each direction of each cell."""
    cdef int32_t direction, cell, other
    for direction in range(DIRECTIONS):
        for cell in range(rules.cells):
            other = rules.neighbour[direction][cell]
            while other != NONE:
                rules.ray[direction][cell][other >> 6] |= <uint64_t> 1 << (other & 63)
                other = rules.neighbour[direction][other]


cdef int compile_tiles(ParkRules* rules, int32_t part, tiles) except -1:
    """How many tiles there are with each animal and count in one part of the stack."""
    cdef int32_t animal, count, kind
    if len(tiles) != ANIMALS or any([len(numbers) != TILE_COUNTS for numbers in tiles]):
        raise ValueError(f"there are not {TILE_COUNTS} numbers of tiles for each of {ANIMALS} animals")
    for animal in range(ANIMALS):
        for count in range(1, TILE_COUNTS + 1):
            kind = KINDS * part + tile_kind(animal, count)
            rules.tiles[kind] = within(tiles[animal][count - 1], 0, MAX_TILES, "a number of tiles")
            rules.part_tiles[part] += rules.tiles[kind]
    return 0


cdef int compile_magazines(ParkRules* rules) except -1:
    """5, 7, 9, 11 and for Amazonia two more; two players leave out the 7s and the Amazonia 9 ("Setup")."""
    cdef int32_t colour, value
    values = [5, 9, 11] if rules.header.players == 2 else [5, 7, 9, 11]
    rules.stack_cards = len(values)
    for card, value in enumerate(values):
        for colour in range(COLOURS):
            rules.values[colour][<int32_t> card] = value + 2 if colour == AMAZONIA else value
    return 0


def compile_rules(players, columns, rows, printed, morning, evening):
    """Rules for a table: each printed animal is (cell, animal, count); `morning` and `evening` tell for each animal how
    many tiles show one, two or three of it.

    ValueError for anything outside the limits that `park.pxd` and this section name.
    """
    cdef Rules compiled = Rules.allocate(
        KERNEL, within(players, MIN_PLAYERS, MAX_PLAYERS, "the number of players"), sizeof(ParkRules))
    cdef ParkRules* rules = <ParkRules*> compiled.data
    compile_board(rules, columns, rows, printed)
    compile_tiles(rules, MORNING, morning)
    compile_tiles(rules, EVENING, evening)
    within(rules.part_tiles[MORNING] + rules.part_tiles[EVENING], rules.header.players, MAX_TILES,
           "the number of tiles")
    compile_magazines(rules)
    return compiled


# Words

cdef uint64_t tokens_word(object tokens) except? 0xFFFFFFFFFFFFFFFF:
    """Counts of all animals as a word."""
    cdef uint64_t word = 0
    if len(tokens) != ANIMALS:
        raise ValueError(f"tokens are told as {ANIMALS} counts, not {len(tokens)}")
    for animal, count in enumerate(tokens):
        word |= <uint64_t> within(count, 0, 0xFF, "a number of tokens") << (8 * <int> animal)
    return word


def pack_move(kind, argument=0, tokens=(0, 0, 0, 0, 0)):
    """The word of a move: its argument is a cell, a colour or an animal; tokens are those paid or taken, toucans first.

    ValueError for what has no word.
    """
    cdef uint64_t data = within(argument, 0, 0xFF, "an argument")
    cdef int32_t number = within(kind, 0, 0xFF, "a kind")
    if number == MOVE_PUBLISH:
        data <<= COLOUR_SHIFT
    return kind_word(number, data | tokens_word(tokens))


def unpack_move(word):
    """(kind, argument, tokens) of any word; tokens are five counts for the kinds that have any, else empty."""
    cdef uint64_t data = data_of(word)
    cdef int32_t kind = kind_of(word)
    if kind != MOVE_PUBLISH and kind != MOVE_SUBSTITUTE:
        return kind, data, ()
    return kind, data >> COLOUR_SHIFT, tuple([count_in(data, animal) for animal in range(ANIMALS)])


def pack_tile(seat, animal, count, copy=0):
    """The outcome that a seat draws this tile; the copy tells equal tiles of the stack apart."""
    return kind_word(
        CHANCE_TILE,
        <uint64_t> within(seat, 0, 0xFF, "a seat") << SEAT_SHIFT
        | within(animal, 0, 0xFF, "an animal") << ANIMAL_SHIFT
        | within(count, 0, 0xFF, "a number of animals") << COUNT_SHIFT
        | within(copy, 0, 0xFF, "a copy"))


def unpack_outcome(word):
    """(kind, (seat, animal, count, copy)) of any word."""
    data = data_of(word)
    return kind_of(word), (data >> SEAT_SHIFT, data >> ANIMAL_SHIFT & 0xFF, data >> COUNT_SHIFT & 0xFF, data & 0xFF)
