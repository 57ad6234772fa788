"""The most silver that can be earned, by what is had for it (`amazonas_solve.pyx`): a bound that hardly knows the map.

Round by round, for each vector of specimens, each number of natives among them and each hand: the most silver that can
have been earned, all that was spent included. A vector can be had as soon as that suffices for the cheapest set of
villages with its tokens; where a plan has its huts, and which edges are barred, does not matter. So no plan has earned
more, and none ends in a set that costs more.
"""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memset

from cext.amazonas cimport INCOME_CARDS, MISSION_VILLAGES, TYPES, AmazonasSeat, count_of
from cext.amazonas_solve_hands cimport NOBODY, PLACES, most_in, play_cards, return_cards
from cext.amazonas_solve_task cimport LOTS, Task, Turn, is_called_off, seat_with, silver_after, unpack


ctypedef struct Money:
    Task* task
    int32_t most_silver
    # By number of natives and place: the number of the row, NOBODY for what costs too much.
    int32_t* rows
    # By row.
    int32_t count
    int32_t* places
    int32_t* natives
    int16_t* costs            # the least
    int16_t* now              # by row and place of a hand: silver earned
    int16_t* then
    int16_t* earned           # at the end


cdef inline bint list_rows(Money* money, const int16_t* cheapest) noexcept nogil:
    """The vectors that most_silver can suffice for; False if told to stop. Natives cost nothing but the income of a
    round."""
    cdef Task* task = money.task
    cdef int32_t vector[TYPES]
    cdef int32_t natives, place, type, reached, row, cost
    for natives in range(task.natives + 1):
        for place in range(task.places):
            if is_called_off(task, place):
                return False
            cost = LOTS
            if natives == 0:
                for reached in range(MISSION_VILLAGES + 1):
                    cost = min(cost, <int32_t> cheapest[reached * task.places + place])
            else:
                unpack(task, place, vector)
                for type in range(TYPES):
                    if vector[type]:
                        row = money.rows[(natives - 1) * task.places + place - task.stride[type]]
                        if row != NOBODY:
                            cost = min(cost, <int32_t> money.costs[row])
            row = NOBODY
            if cost <= money.most_silver:
                row = money.count
                money.places[row] = place
                money.natives[row] = natives
                money.costs[row] = cost
                money.count += 1
            money.rows[natives * task.places + place] = row
    return True


cdef inline AmazonasSeat* seat_in(const Money* money, int32_t row) noexcept nogil:
    """The seat with what a row has; which of the specimens are natives makes no difference to any income."""
    cdef int32_t tokens[TYPES]
    cdef int32_t natives[TYPES]
    cdef int32_t type, left = money.natives[row]
    unpack(money.task, money.places[row], tokens)
    for type in range(TYPES):
        natives[type] = min(left, tokens[type])
        tokens[type] -= natives[type]
        left -= natives[type]
    return seat_with(money.task, tokens, natives)


cdef inline void earn(Money* money, int32_t row, const Turn* turn) noexcept nogil:
    cdef Task* task = money.task
    cdef const int16_t* hands = money.now + <int64_t> row * PLACES
    cdef int32_t gains[INCOME_CARDS]
    cdef int32_t nothing[INCOME_CARDS]
    cdef AmazonasSeat* player = seat_in(money, row)
    cdef int32_t card, type, to
    memset(nothing, 0, sizeof(nothing))
    memset(gains, 0, sizeof(gains))
    for card in range(INCOME_CARDS):
        if turn.earns and turn.cards >> card & 1:
            # From no silver at all, so that a theft takes no more than it does from a seat with any.
            gains[card] = silver_after(task, player, card, turn.event, 0)
    play_cards(&task.hands, hands, turn.held, turn.cards, gains, money.then + <int64_t> row * PLACES)
    if not turn.native or money.natives[row] == task.natives:
        return
    for type in range(TYPES):
        if not task.rules.native_needs_own_type or count_of(player, type):
            to = money.rows[(money.natives[row] + 1) * task.places + money.places[row] + task.stride[type]]
            if to != NOBODY:
                play_cards(&task.hands, hands, turn.held, turn.cards, nothing,
                           money.then + <int64_t> to * PLACES)


cdef inline void build(Money* money, int32_t row) noexcept nogil:
    """One token more of each type, if its cost has been earned. Rows with more tokens come later."""
    cdef Task* task = money.task
    cdef const int16_t* hands = money.then + <int64_t> row * PLACES
    cdef int16_t* out
    cdef int32_t vector[TYPES]
    cdef int32_t type, place, to
    cdef int16_t cost, silver
    unpack(task, money.places[row], vector)
    for type in range(TYPES):
        if vector[type] == task.most[type]:
            continue
        to = money.rows[money.natives[row] * task.places + money.places[row] + task.stride[type]]
        if to == NOBODY:
            continue
        cost = money.costs[to]
        out = money.then + <int64_t> to * PLACES
        for place in range(PLACES):
            silver = hands[place] if hands[place] >= cost else NOBODY
            out[place] = silver if silver > out[place] else out[place]


cdef inline bint earn_all(Money* money) noexcept nogil:
    """Play all rounds; False if told to stop."""
    cdef Task* task = money.task
    cdef int64_t cells = <int64_t> money.count * PLACES
    cdef Turn* turn
    cdef int32_t index, row
    memset(money.now, 0xFF, cells * sizeof(int16_t))
    money.now[task.hands.places[task.hand]] = task.base.silver
    for index in range(task.turns):
        turn = &task.turn[index]
        memset(money.then, 0xFF, cells * sizeof(int16_t))
        for row in range(money.count):
            if is_called_off(task, row):
                return False
            if most_in(money.now + <int64_t> row * PLACES) == NOBODY:
                continue
            if turn.returns:
                return_cards(money.now + <int64_t> row * PLACES)
            earn(money, row, turn)
        for row in range(money.count):
            if is_called_off(task, row):
                return False
            if most_in(money.then + <int64_t> row * PLACES) != NOBODY:
                build(money, row)
        money.now, money.then = money.then, money.now
    for row in range(money.count):
        money.earned[row] = most_in(money.now + <int64_t> row * PLACES)
    return True
