"""What speaks against a move of Amazonas 2022. Headings in quotes are sections of the rulebook.

A move that does not exist, or is not asked of this seat in this step, is refused for that alone.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas2022 cimport (
    ALREADY_CALLED,
    ANACONDA_EFFECT,
    ATTEMPT_BARRED,
    CALLER_IMMUNE,
    CARD_USED_UP,
    FIRST_LOOK,
    FIRST_RETURN,
    FIRST_SHIFT,
    GIVING,
    HOLDING,
    JAGUAR_EFFECT,
    JAGUAR_LOOK,
    LOOKING,
    MONKEY_DIRECTION,
    MOVE_CALL,
    MOVE_DIRECTION,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXCHANGE,
    MOVE_GIVE,
    MOVE_LOOK,
    MOVE_PASS,
    MOVE_PICK,
    MOVE_RETURN,
    MOVE_SKIP,
    MOVE_SWAP,
    MOVE_TAKE,
    MOVE_WILD,
    NOTHING_TO_DRAW,
    NOTHING_TO_TAKE,
    NOTHING_VISIBLE,
    NOT_OWN_CARD,
    NOT_THE_CARD_LOOKED_AT,
    NOT_YOUR_TURN,
    NO_RIVAL,
    NO_SEAT,
    NO_SUCH_DIRECTION,
    NO_SUCH_MOVE,
    NO_SUCH_SEAT,
    OWN_CARD,
    OWN_SLOT_EMPTY,
    PASS_CAN_DRAW,
    PASS_CAN_TAKE,
    PICKING,
    RACING,
    RIGHT,
    SLOTH_EFFECT,
    SLOT_EMPTY,
    TOAD_EFFECT,
    TURN,
    USED,
    WRONG_STEP,
    Amazonas2022Rules,
    Amazonas2022Table,
    data_of,
    first_of,
    has,
    has_card,
    kind_of,
    seat_at,
    second_of,
    table_at,
    third_of,
)
from cext.amazonas2022_asked cimport has_rival, is_window
from cext.amazonas2022_cards cimport can_draw, visible_card
from cext.amazonas2022_wild cimport was_emptied
from cext.kernel cimport Violation, move_t, report


cdef inline int32_t arguments_of(int32_t kind) noexcept nogil:
    """How many arguments a move of this kind has, -1 for no such kind."""
    if kind == MOVE_EXCHANGE or kind == MOVE_WILD:
        return 3
    if kind == MOVE_LOOK:
        return 2
    if kind == MOVE_SWAP or kind == MOVE_DIRECTION or kind == MOVE_PICK or kind == MOVE_GIVE:
        return 1
    return 0 if MOVE_LOOK <= kind <= MOVE_GIVE else -1


cdef inline bint move_exists(move_t move) noexcept nogil:
    """Whether the word has a kind, and only the arguments that this kind takes."""
    cdef int32_t arguments = arguments_of(kind_of(move))
    if arguments < 0 or data_of(move) >> (FIRST_SHIFT + 8):
        return False
    if (arguments < 1 and first_of(move)) or (arguments < 2 and second_of(move)) or (arguments < 3 and third_of(move)):
        return False
    return kind_of(move) != MOVE_WILD or third_of(move) <= 1


cdef inline bint is_taken(int32_t step, int32_t kind) noexcept nogil:
    """Whether a step takes moves of this kind."""
    if kind == MOVE_WILD:
        return step == RACING or is_window(step)
    if kind == MOVE_LOOK:
        return step == FIRST_LOOK or step == SLOTH_EFFECT or step == TOAD_EFFECT or step == JAGUAR_EFFECT
    if kind == MOVE_RETURN:
        return step == FIRST_RETURN or step == LOOKING or step == JAGUAR_LOOK
    if MOVE_DRAW <= kind <= MOVE_PASS:
        return step == TURN
    if kind == MOVE_SWAP or kind == MOVE_DISCARD:
        return step == HOLDING
    if kind == MOVE_SKIP:
        return SLOTH_EFFECT <= step <= JAGUAR_EFFECT
    if kind == MOVE_EXCHANGE:
        return step == ANACONDA_EFFECT or step == JAGUAR_LOOK
    if kind == MOVE_DIRECTION:
        return step == MONKEY_DIRECTION
    if kind == MOVE_PICK:
        return step == PICKING
    return step == GIVING


cdef inline void check_target(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, int32_t owner, int32_t slot,
    bint is_named, Violation* out, int32_t* count
) noexcept nogil:
    """A card that is looked at or exchanged, or named in a wild discard: whose it may be, and that it is there."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    if owner >= rules.header.players:
        report(out, count, NO_SUCH_SEAT, owner, rules.header.players, 0)
        return
    if not is_named:
        if step == FIRST_LOOK or step == SLOTH_EFFECT:
            if owner != seat:
                report(out, count, NOT_OWN_CARD, owner, 0, 0)
        elif owner == seat:
            report(out, count, OWN_CARD, owner, 0, 0)
    # For a sloth the caller is just another seat, whose cards are not the player's own.
    if owner == table.caller and (is_named or step != SLOTH_EFFECT):
        report(out, count, CALLER_IMMUNE, owner, 0, 0)
    if not has_card(seat_at(<char*> state, owner), slot):
        if not (is_named and step == RACING and was_emptied(table, owner, slot)):
            report(out, count, SLOT_EMPTY, owner, slot, 0)


cdef inline void check_own_slot(
    const char* state, int32_t seat, int32_t slot, Violation* out, int32_t* count
) noexcept nogil:
    """A card of the seat that moves."""
    if not has_card(seat_at(<char*> state, seat), slot):
        report(out, count, OWN_SLOT_EMPTY, slot, 0, 0)


cdef inline void check_exchange(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, move_t move,
    Violation* out, int32_t* count
) noexcept nogil:
    """An own card with any of another, or with the one that the jaguar looks at."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    check_own_slot(state, seat, first_of(move), out, count)
    if step == ANACONDA_EFFECT:
        check_target(rules, state, step, seat, second_of(move), third_of(move), False, out, count)
    elif second_of(move) != table.look_owner or third_of(move) != table.look_slot:
        report(out, count, NOT_THE_CARD_LOOKED_AT, table.look_owner, table.look_slot, 0)


cdef inline void check_pass(const Amazonas2022Table* table, Violation* out, int32_t* count) noexcept nogil:
    """Who can draw or take has to, or calls."""
    if can_draw(table):
        report(out, count, PASS_CAN_DRAW, 0, 0, 0)
    if table.discard_size:
        report(out, count, PASS_CAN_TAKE, 0, 0, 0)


cdef inline void check_wild(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, move_t move,
    Violation* out, int32_t* count
) noexcept nogil:
    """A card that may equal the one that shows, if that can still be matched ("Wild Discard")."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef int32_t visible = visible_card(table)
    if has(table.barred, seat):
        report(out, count, ATTEMPT_BARRED, 0, 0, 0)
    if step != RACING:
        if not visible:
            report(out, count, NOTHING_VISIBLE, 0, 0, 0)
        elif visible & USED:
            report(out, count, CARD_USED_UP, (visible & ~USED) - 1, 0, 0)
    check_target(rules, state, step, seat, first_of(move), second_of(move), True, out, count)
    if third_of(move) and not has_rival(rules, table, seat):
        report(out, count, NO_RIVAL, 0, 0, 0)


cdef inline void check_arguments(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, move_t move,
    Violation* out, int32_t* count
) noexcept nogil:
    """What speaks against a move that the step takes."""
    cdef const Amazonas2022Table* table = table_at(<char*> state)
    cdef int32_t kind = kind_of(move)
    if kind == MOVE_LOOK:
        check_target(rules, state, step, seat, first_of(move), second_of(move), False, out, count)
    elif kind == MOVE_DRAW and not can_draw(table):
        report(out, count, NOTHING_TO_DRAW, 0, 0, 0)
    elif kind == MOVE_TAKE and not table.discard_size:
        report(out, count, NOTHING_TO_TAKE, 0, 0, 0)
    elif kind == MOVE_CALL and table.caller != NO_SEAT:
        report(out, count, ALREADY_CALLED, table.caller, 0, 0)
    elif kind == MOVE_PASS:
        check_pass(table, out, count)
    elif kind == MOVE_SWAP or kind == MOVE_PICK or kind == MOVE_GIVE:
        check_own_slot(state, seat, first_of(move), out, count)
    elif kind == MOVE_EXCHANGE:
        check_exchange(rules, state, step, seat, move, out, count)
    elif kind == MOVE_DIRECTION and first_of(move) > RIGHT:
        report(out, count, NO_SUCH_DIRECTION, first_of(move), 0, 0)
    elif kind == MOVE_WILD:
        check_wild(rules, state, step, seat, move, out, count)


cdef inline int32_t check_move(
    const Amazonas2022Rules* rules, const char* state, int32_t step, int32_t seat, bint is_asked, move_t move,
    Violation* out
) noexcept nogil:
    """All that speaks against a move of a seat that is asked, or that may only interrupt."""
    cdef int32_t kind = kind_of(move)
    cdef int32_t count = 0
    if not move_exists(move):
        report(out, &count, NO_SUCH_MOVE, kind, 0, 0)
    elif not is_asked and kind != MOVE_WILD:
        report(out, &count, NOT_YOUR_TURN, kind, 0, 0)
    elif not is_taken(step, kind):
        report(out, &count, WRONG_STEP, kind, step, 0)
    else:
        check_arguments(rules, state, step, seat, move, out, &count)
    return count
