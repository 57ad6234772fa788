"""What speaks against a move of Amazonia Park, by a seat that is asked for one. Headings in quotes are rulebook sections.

A move that does not exist, or is not asked for in this step, is refused for that alone. Of several animals for which a
rule is broken, the first is named.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport Violation, clamped, move_t, report
from cext.park cimport (
    AMAZONIA,
    ANIMALS,
    COLOUR_OWNED,
    COLOUR_SHIFT,
    COLOURS,
    MOVE_BONUS,
    MOVE_DECLINE,
    MOVE_PASS,
    MOVE_PLACE,
    MOVE_PUBLISH,
    MOVE_SUBSTITUTE,
    NO_SUCH_ANIMAL,
    NO_SUCH_MAGAZINE,
    NO_SUCH_MOVE,
    NO_SUCH_SPACE,
    NO_TILE,
    NONE,
    NOT_ENOUGH_TOKENS,
    ODD_PAIR,
    OWN_TOKENS_FIRST,
    PASS_CAN_PUBLISH,
    PASS_WITH_TILE,
    PAYMENT_TOO_LARGE,
    PAYMENT_TOO_SMALL,
    REWARD,
    SPACE_TAKEN,
    STACK_EMPTY,
    SUBSTITUTING,
    SUPPLY_SHORT,
    TURN,
    WRONG_NUMBER_OF_TOKENS,
    WRONG_STEP,
    ParkRules,
    ParkSeat,
    ParkTable,
    Price,
    animal_of,
    animals_of,
    count_in,
    data_of,
    kind_of,
    total_in,
)
from cext.park_payment cimport affordable, cost_of, is_for_sale, price_of


cdef inline bint move_exists(move_t move) noexcept nogil:
    """Whether the word has a kind, no argument if that kind takes none, and nothing beyond five counts of tokens."""
    cdef int32_t kind = kind_of(move)
    if kind == MOVE_PASS or kind == MOVE_DECLINE:
        return data_of(move) == 0
    if kind == MOVE_SUBSTITUTE:
        return data_of(move) >> COLOUR_SHIFT == 0
    return kind == MOVE_PLACE or kind == MOVE_PUBLISH or kind == MOVE_BONUS


cdef inline int32_t step_of(int32_t kind) noexcept nogil:
    """The phase in which moves of a kind are asked for."""
    if kind == MOVE_SUBSTITUTE:
        return SUBSTITUTING
    return REWARD if kind == MOVE_BONUS or kind == MOVE_DECLINE else TURN


cdef inline int32_t check_place(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, uint64_t cell, Violation* out
) noexcept nogil:
    """A tile goes on a space without animals ("Take Pictures")."""
    cdef int32_t count = 0
    if player.tile == NONE:
        report(out, &count, NO_TILE, 0, 0, 0)
    if cell >= <uint64_t> rules.cells:
        report(out, &count, NO_SUCH_SPACE, clamped(cell), rules.columns, rules.rows)
    elif table.board[cell]:
        report(out, &count, SPACE_TAKEN, <int32_t> cell, animal_of(table.board[cell] - 1),
               animals_of(table.board[cell] - 1))
    return count


cdef inline int32_t worth_of(uint64_t payment, int32_t colour, int32_t size) noexcept nogil:
    """What a payment counts for: own tokens of the animal one each, of the others `size` tokens of a kind one."""
    cdef int32_t animal, worth = 0
    for animal in range(ANIMALS):
        worth += count_in(payment, animal) // (1 if animal == colour else size)
    return worth


cdef inline void check_payment(
    const ParkSeat* player, int32_t colour, int32_t cost, uint64_t payment, Violation* out, int32_t* count
) noexcept nogil:
    """Own tokens of the animal go first; of the others, two equal ones stand for each that is missing. For Amazonia any
    tokens will do ("Publish an Article")."""
    cdef Price price = price_of(player, colour, cost)
    cdef int32_t worth = worth_of(payment, colour, price.size)
    cdef int32_t animal, short_of = -1, odd = -1
    for animal in range(ANIMALS - 1, -1, -1):
        if count_in(payment, animal) > player.tokens[animal]:
            short_of = animal
        if animal != colour and count_in(payment, animal) % price.size:
            odd = animal
    if short_of >= 0:
        report(out, count, NOT_ENOUGH_TOKENS, short_of, count_in(payment, short_of), player.tokens[short_of])
    if colour != AMAZONIA and count_in(payment, colour) < price.own and total_in(payment) > count_in(payment, colour):
        report(out, count, OWN_TOKENS_FIRST, colour, price.own, count_in(payment, colour))
    if odd >= 0:
        report(out, count, ODD_PAIR, odd, count_in(payment, odd), colour)
    if worth < cost:
        report(out, count, PAYMENT_TOO_SMALL, colour, cost, worth)
    elif worth > cost:
        report(out, count, PAYMENT_TOO_LARGE, colour, cost, worth)


cdef inline int32_t check_publication(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, uint64_t data, Violation* out
) noexcept nogil:
    """The front card of a colour that the player does not have yet."""
    cdef int32_t colour = data >> COLOUR_SHIFT
    cdef int32_t count = 0
    if colour >= COLOURS:
        report(out, &count, NO_SUCH_MAGAZINE, colour, 0, 0)
        return count
    if not is_for_sale(rules, table, colour):
        report(out, &count, STACK_EMPTY, colour, 0, 0)
    if player.magazines[colour]:
        report(out, &count, COLOUR_OWNED, colour, player.magazines[colour], 0)
    if is_for_sale(rules, table, colour):
        check_payment(player, colour, cost_of(rules, table, player, colour), data, out, &count)
    return count


cdef inline int32_t check_pass(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, Violation* out
) noexcept nogil:
    """Who can take pictures or publish has to ("Turn")."""
    cdef uint64_t colours = affordable(rules, table, player)
    cdef int32_t colour = 0
    cdef int32_t count = 0
    if player.tile != NONE:
        report(out, &count, PASS_WITH_TILE, 0, 0, 0)
    if colours:
        while not (colours >> colour) & 1:
            colour += 1
        report(out, &count, PASS_CAN_PUBLISH, colour, cost_of(rules, table, player, colour), 0)
    return count


cdef inline int32_t check_substitutes(const ParkTable* table, uint64_t tokens, Violation* out) noexcept nogil:
    """As many as are missing, out of what the supply has ("Take Pictures")."""
    cdef int32_t count = 0
    cdef int32_t animal
    for animal in range(ANIMALS):
        if count_in(tokens, animal) > table.supply[animal]:
            report(out, &count, SUPPLY_SHORT, animal, count_in(tokens, animal), table.supply[animal])
            break
    if total_in(tokens) != table.missing:
        report(out, &count, WRONG_NUMBER_OF_TOKENS, total_in(tokens), table.missing, 0)
    return count


cdef inline int32_t check_bonus(const ParkTable* table, uint64_t animal, Violation* out) noexcept nogil:
    """Any animal that the supply has ("Magazine Card Special Effects")."""
    cdef int32_t count = 0
    if animal >= ANIMALS:
        report(out, &count, NO_SUCH_ANIMAL, clamped(animal), 0, 0)
    elif not table.supply[animal]:
        report(out, &count, SUPPLY_SHORT, <int32_t> animal, 1, 0)
    return count


cdef inline int32_t check_move(
    const ParkRules* rules, const ParkTable* table, const ParkSeat* player, move_t move, Violation* out
) noexcept nogil:
    cdef int32_t kind = kind_of(move)
    cdef uint64_t data = data_of(move)
    cdef int32_t count = 0
    if not move_exists(move):
        report(out, &count, NO_SUCH_MOVE, kind, 0, 0)
    elif step_of(kind) != table.phase:
        report(out, &count, WRONG_STEP, kind, table.phase, 0)
    elif kind == MOVE_PLACE:
        count = check_place(rules, table, player, data, out)
    elif kind == MOVE_PUBLISH:
        count = check_publication(rules, table, player, data, out)
    elif kind == MOVE_PASS:
        count = check_pass(rules, table, player, out)
    elif kind == MOVE_SUBSTITUTE:
        count = check_substitutes(table, data, out)
    elif kind == MOVE_BONUS:
        count = check_bonus(table, data, out)
    return count
