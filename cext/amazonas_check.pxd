"""What speaks against a move of Amazonas, by a seat that is asked for one. Headings in quotes are rulebook sections.

Of several reasons against a hut the first is reported: own hut, full village, no hut left, connection or event, money.
A move that does not exist, or is not asked for in this step, is refused for that alone.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    BARRED_BY_CROCODILE,
    BARRED_BY_JAGUAR,
    BUILDING,
    CARD_NOT_IN_HAND,
    CHOOSING,
    EARNING,
    INCOME_CARDS,
    INCOME_TAKEN_ALREADY,
    JAGUAR,
    LAST_FREE_SITE,
    MOVE_BUILD,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    MOVE_NEUTRAL,
    MOVE_PASS,
    NATIVE_NEEDS_OWN_TYPE,
    NEUTRAL_HUT_BUILT_THIS_ROUND,
    NEUTRAL_HUT_THERE,
    NO_HUT_LEFT,
    NO_NATIVE,
    NO_NEUTRAL_HUT_LEFT,
    NO_NEUTRAL_HUTS,
    NO_SUCH_MOVE,
    NO_SUCH_TYPE,
    NO_SUCH_VILLAGE,
    NOT_CONNECTED,
    OWN_HUT_THERE,
    PASS_NOT_ALLOWED,
    SETTING_UP,
    TOO_EXPENSIVE,
    TYPES,
    VILLAGE_FULL,
    WRONG_STEP,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    count_of,
    data_of,
    has,
    kind_of,
    lowest_bit,
    popcount,
)
from cext.amazonas_build cimport (
    buildable_villages,
    free_sites,
    has_hut_left,
    price_in,
    reachable,
    with_neutral_hut,
)
from cext.kernel cimport Violation, move_t, report


cdef inline bint move_exists(move_t move) noexcept nogil:
    """Whether the word has a kind, and an argument of one byte if that kind takes any."""
    cdef int32_t kind = kind_of(move)
    if not MOVE_BUILD <= kind <= MOVE_END:
        return False
    if kind == MOVE_PASS or kind == MOVE_INCOME or kind == MOVE_END:
        return data_of(move) == 0
    return data_of(move) <= 0xFF


cdef inline bint is_asked(int32_t phase, int32_t kind) noexcept nogil:
    """Whether a step takes moves of this kind. Income and native belong to the building step too, where they come too
    late: that has codes of its own."""
    if phase == SETTING_UP:
        return kind == MOVE_BUILD or kind == MOVE_PASS
    if phase == CHOOSING:
        return kind == MOVE_CARD
    if phase == EARNING:
        return kind == MOVE_INCOME or kind == MOVE_HIRE
    return kind != MOVE_PASS and kind != MOVE_CARD


cdef inline int32_t check_card(const AmazonasSeat* player, int32_t card, Violation* out) noexcept nogil:
    """A card is played once until all come back ("Play Income Cards")."""
    cdef int32_t count = 0
    if card >= INCOME_CARDS or not has(player.hand, card):
        report(out, &count, CARD_NOT_IN_HAND, card, 0, 0)
    return count


cdef inline int32_t check_income(const AmazonasTable* table, Violation* out) noexcept nogil:
    cdef int32_t count = 0
    if table.phase == BUILDING:
        report(out, &count, INCOME_TAKEN_ALREADY, 0, 0, 0)
    return count


cdef inline int32_t check_hire(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, int32_t type, Violation* out
) noexcept nogil:
    """A native is taken instead of the income, and assigned to a type ("Event Cards": Natives, "Indio")."""
    cdef int32_t count = 0
    if type >= TYPES:
        report(out, &count, NO_SUCH_TYPE, type, 0, 0)
    if table.phase == BUILDING:
        report(out, &count, INCOME_TAKEN_ALREADY, 0, 0, 0)
    if not table.native:
        report(out, &count, NO_NATIVE, 0, 0, 0)
    if type < TYPES and rules.native_needs_own_type and not count_of(player, type):
        report(out, &count, NATIVE_NEEDS_OWN_TYPE, type, 0, 0)
    return count


cdef inline int32_t connection_code(
    const AmazonasTable* table, const AmazonasSeat* player, int32_t village
) noexcept nogil:
    """What keeps a seat from reaching a village, 0 for nothing ("Build Huts using Gold Coins", "Event Cards")."""
    if not has(player.by_path | player.by_river, village):
        return NOT_CONNECTED
    if has(reachable(table, player), village):
        return 0
    return BARRED_BY_JAGUAR if table.event == JAGUAR else BARRED_BY_CROCODILE


cdef inline int32_t check_build(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, int32_t village, Violation* out
) noexcept nogil:
    """The first hut may be built in any village, later ones next to one's own ("Beginning the Expedition", "Build Huts
    using Gold Coins")."""
    cdef int32_t connection, count = 0
    if village >= rules.villages:
        report(out, &count, NO_SUCH_VILLAGE, village, 0, 0)
        return count
    connection = 0 if table.phase == SETTING_UP else connection_code(table, player, village)
    if has(player.huts, village):
        report(out, &count, OWN_HUT_THERE, village, 0, 0)
    elif not free_sites(rules, table, village):
        report(out, &count, VILLAGE_FULL, village, rules.sites[village], 0)
    elif not has_hut_left(rules, player):
        report(out, &count, NO_HUT_LEFT, village, popcount(player.huts), 0)
    elif connection:
        report(out, &count, connection, village, 0, 0)
    elif price_in(rules, table, player, village) > player.silver:
        report(out, &count, TOO_EXPENSIVE, village, price_in(rules, table, player, village), player.silver)
    return count


cdef inline int32_t check_pass(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, Violation* out
) noexcept nogil:
    """The first hut has to be built by whoever can afford one ("Beginning the Expedition")."""
    cdef uint64_t villages = buildable_villages(rules, table, player)
    cdef int32_t count = 0
    if villages:
        report(out, &count, PASS_NOT_ALLOWED, lowest_bit(villages),
               price_in(rules, table, player, lowest_bit(villages)), player.silver)
    return count


cdef inline int32_t check_neutral(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, int32_t village, Violation* out
) noexcept nogil:
    """The first of the reasons against a neutral hut ("Neutrale Hütten im Spiel zu zweit")."""
    cdef int32_t count = 0
    if village >= rules.villages:
        report(out, &count, NO_SUCH_VILLAGE, village, 0, 0)
    elif not rules.neutral_huts:
        report(out, &count, NO_NEUTRAL_HUTS, village, 0, 0)
    elif not player.neutral_left:
        report(out, &count, NO_NEUTRAL_HUT_LEFT, village, 0, 0)
    elif table.neutral_built:
        report(out, &count, NEUTRAL_HUT_BUILT_THIS_ROUND, village, 0, 0)
    elif has(with_neutral_hut(table), village):
        report(out, &count, NEUTRAL_HUT_THERE, village, 0, 0)
    elif free_sites(rules, table, village) < 2:
        report(out, &count, LAST_FREE_SITE, village, free_sites(rules, table, village), 0)
    return count


cdef inline int32_t check_move(
    const AmazonasRules* rules, const AmazonasTable* table, const AmazonasSeat* player, move_t move, Violation* out
) noexcept nogil:
    cdef int32_t kind = kind_of(move)
    cdef int32_t argument = move & 0xFF
    cdef int32_t count = 0
    if not move_exists(move):
        report(out, &count, NO_SUCH_MOVE, kind, 0, 0)
    elif not is_asked(table.phase, kind):
        report(out, &count, WRONG_STEP, kind, table.phase, 0)
    elif kind == MOVE_CARD:
        count = check_card(player, argument, out)
    elif kind == MOVE_INCOME:
        count = check_income(table, out)
    elif kind == MOVE_HIRE:
        count = check_hire(rules, table, player, argument, out)
    elif kind == MOVE_BUILD:
        count = check_build(rules, table, player, argument, out)
    elif kind == MOVE_PASS:
        count = check_pass(rules, table, player, out)
    elif kind == MOVE_NEUTRAL:
        count = check_neutral(rules, table, player, argument, out)
    return count
