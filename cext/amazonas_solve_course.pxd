"""Whether a plan ends with certain huts and natives (`amazonas_solve.pyx`), and one such plan.

Round by round, for each part of the huts that hangs together with those of the position, each part of the natives and
each hand: the most silver that the seat can have. More silver never does harm, so that nothing else has to be kept.
What can no longer pay for the missing huts, whatever comes, is dropped.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.amazonas cimport (
    CROCODILE,
    INCOME_CARDS,
    JAGUAR,
    NATIVE_CARD,
    ROUNDS,
    THEFT,
    TYPES,
    AmazonasSeat,
    bit,
    count_of,
    has,
    lowest_bit,
    popcount,
)
from cext.amazonas_solve_task cimport (
    LOTS,
    MOST_HUTS,
    MOST_NATIVES,
    Task,
    Turn,
    is_called_off,
    price_after,
    seat_with,
    silver_after,
)
from cext.amazonas_solve_hands cimport NOBODY, PLACES, most_in, play_cards, return_cards


cdef enum:
    PARTS = 1 << 20           # of MOST_HUTS huts
    MOST_HIRES = 16           # parts of MOST_NATIVES natives
    NO_TYPE = 5               # where no native is hired
    ROUND_NODES = 32          # work in one row of a layer, measured in sets seen


# What a plan does in one round.
ctypedef struct Deed:
    int32_t card
    int32_t hired             # a type, or NO_TYPE
    uint64_t villages         # in which huts are built


# By row, a part of the huts with a part of the natives, and hand: the silver. Rows that are not marked are empty.
ctypedef struct Layer:
    int16_t* silver
    int32_t* marks
    int32_t mark


ctypedef struct Course:
    Task* task
    # The huts, numbered from 0; sets of them are bits.
    int32_t huts
    int32_t villages[MOST_HUTS]
    uint32_t paths[MOST_HUTS]         # to which others one leads
    uint32_t rivers[MOST_HUTS]
    uint32_t home_by_path             # those that a path joins to a hut of the position
    uint32_t home_by_river
    # Parts that hang together with the position, smaller ones first.
    int32_t count
    int32_t* numbers                  # by set; NOBODY for those that do not
    uint32_t* parts                   # by number
    int32_t* costs
    # Parts of the natives, by number: a number for each type, and which follows when one more is hired.
    int32_t hires
    int32_t natives[MOST_HIRES][TYPES]
    int32_t hire[MOST_HIRES][TYPES]
    int32_t missing[MOST_HIRES]       # natives that are still to be hired
    int32_t room              # rows in a layer
    Layer now
    Layer then
    Layer guided              # after the card with the native, where edges are barred
    # By round, natives that are still to be hired, and place of the hand: what can be earned from then on at most.
    int16_t hope[ROUNDS + 1][MOST_NATIVES + 1][PLACES]


# The huts

cdef inline uint32_t reached_from(const Course* course, uint32_t part, bint by_path, bint by_river) noexcept nogil:
    """Huts of the plan that can be reached when those of a part stand."""
    cdef uint32_t reached = 0
    cdef int32_t hut
    if by_path:
        reached |= course.home_by_path
    if by_river:
        reached |= course.home_by_river
    for hut in range(course.huts):
        if part >> hut & 1:
            if by_path:
                reached |= course.paths[hut]
            if by_river:
                reached |= course.rivers[hut]
    return reached & ~part


cdef inline uint32_t within(const Course* course, uint64_t villages) noexcept nogil:
    """The huts in these villages."""
    cdef uint32_t part = 0
    cdef int32_t hut
    for hut in range(course.huts):
        part |= <uint32_t> has(villages, course.villages[hut]) << hut
    return part


cdef inline void number_huts(Course* course, uint64_t villages) noexcept nogil:
    cdef Task* task = course.task
    cdef int32_t hut
    course.huts = 0
    while villages:
        course.villages[course.huts] = lowest_bit(villages)
        course.huts += 1
        villages &= villages - 1
    for hut in range(course.huts):
        course.paths[hut] = within(course, task.rules.paths[course.villages[hut]])
        course.rivers[hut] = within(course, task.rules.rivers[course.villages[hut]])
    course.home_by_path = within(course, task.base.by_path)
    course.home_by_river = within(course, task.base.by_river)


cdef inline bint list_parts(Course* course) noexcept nogil:
    """False if there is not enough room for their rows."""
    cdef uint32_t part, reached, more
    cdef int32_t number = 0, hut
    memset(course.numbers, 0xFF, (1 << course.huts) * sizeof(int32_t))
    course.parts[0] = 0
    course.costs[0] = 0
    course.numbers[0] = 0
    course.count = 1
    while number < course.count:
        if <int64_t> course.count * course.hires > course.room:
            return False
        part = course.parts[number]
        reached = reached_from(course, part, True, True)
        while reached:
            hut = lowest_bit(reached)
            reached &= reached - 1
            more = part | 1 << hut
            if course.numbers[more] == NOBODY:
                course.numbers[more] = course.count
                course.parts[course.count] = more
                course.costs[course.count] = course.costs[number] + price_after(
                    course.task, course.villages[hut], popcount(part))
                course.count += 1
        number += 1
    return True


cdef inline void list_hires(Course* course, const int32_t* natives) noexcept nogil:
    """All parts of the natives."""
    cdef int32_t strides[TYPES]
    cdef int32_t number, type
    course.hires = 1
    for type in range(TYPES):
        strides[type] = course.hires
        course.hires *= natives[type] + 1
    for number in range(course.hires):
        course.missing[number] = 0
        for type in range(TYPES):
            course.natives[number][type] = number // strides[type] % (natives[type] + 1)
            course.hire[number][type] = (
                number + strides[type] if course.natives[number][type] < natives[type] else NOBODY)
            course.missing[number] += natives[type] - course.natives[number][type]


cdef inline AmazonasSeat* seat_after(const Course* course, uint32_t part, int32_t hires) noexcept nogil:
    """The seat with the specimens of these huts and natives."""
    cdef Task* task = course.task
    cdef int32_t tokens[TYPES]
    cdef int32_t type
    memset(tokens, 0, sizeof(tokens))
    while part:
        type = task.rules.type_of[course.villages[lowest_bit(part)]]
        tokens[type] = min(tokens[type] + 1, task.supply[type])
        part &= part - 1
    return seat_with(task, tokens, course.natives[hires])


# Money

cdef inline void hope_in(Course* course, int32_t index, const int32_t* gains) noexcept nogil:
    """The same for one round and those after it, when these are known."""
    cdef Task* task = course.task
    cdef const Turn* turn = &task.turn[index]
    cdef int32_t missing, place, card, most
    cdef uint32_t hand
    cdef const int16_t* later
    for missing in range(MOST_NATIVES + 1):
        for place in range(task.hands.count[turn.held]):
            hand = task.hands.cards[turn.held][place]
            most = -LOTS
            for card in range(INCOME_CARDS):
                if not (hand & turn.cards) >> card & 1:
                    continue
                later = &course.hope[index + 1][missing][0]
                most = max(most, gains[card] + later[task.hands.places[hand ^ (1 << card)]])
                if turn.native and missing:
                    later = &course.hope[index + 1][missing - 1][0]
                    most = max(most, <int32_t> later[task.hands.places[hand ^ (1 << card)]])
            course.hope[index][missing][place] = most
        if turn.returns:
            most = course.hope[index][missing][0]
            for place in range(PLACES):
                course.hope[index][missing][place] = most


cdef inline void hope_for(Course* course) noexcept nogil:
    """What can be earned with everything that the plan ends with; no theft takes anything. To hire a native costs the
    income of a round, and -LOTS is the hope of those that can no longer be hired."""
    cdef Task* task = course.task
    cdef AmazonasSeat* player = seat_after(course, (1 << course.huts) - 1, course.hires - 1)
    cdef int32_t gains[INCOME_CARDS]
    cdef int32_t index, card, event, missing, place
    memset(course.hope, 0, sizeof(course.hope))
    for missing in range(1, MOST_NATIVES + 1):
        for place in range(PLACES):
            course.hope[task.turns][missing][place] = -LOTS
    for index in range(task.turns - 1, -1, -1):
        event = JAGUAR if task.turn[index].event == THEFT else task.turn[index].event
        for card in range(INCOME_CARDS):
            gains[card] = silver_after(task, player, card, event, 0) if task.turn[index].earns else 0
        hope_in(course, index, gains)


cdef inline int32_t row_of(const Course* course, int32_t part, int32_t hires) noexcept nogil:
    return part * course.hires + hires


cdef inline void clear(Layer* layer) noexcept nogil:
    layer.mark += 1


cdef inline bint is_marked(const Layer* layer, int32_t row) noexcept nogil:
    return layer.marks[row] == layer.mark


cdef inline int16_t* hands_in(Layer* layer, int32_t row) noexcept nogil:
    """The hands of a row, which is marked from now on."""
    cdef int16_t* hands = layer.silver + <int64_t> row * PLACES
    if layer.marks[row] != layer.mark:
        layer.marks[row] = layer.mark
        memset(hands, 0xFF, PLACES * sizeof(int16_t))
    return hands


cdef inline int32_t most_of(Layer* layer, int32_t row) noexcept nogil:
    """The most silver with any hand, NOBODY in an empty row."""
    return most_in(hands_in(layer, row)) if is_marked(layer, row) else NOBODY


cdef inline void gains_in(
    const Course* course, const Turn* turn, int32_t part, int32_t hires, int32_t* gains
) noexcept nogil:
    """What each card brings; a theft from more silver than there is leaves nothing."""
    cdef AmazonasSeat* player = seat_after(course, course.parts[part], hires)
    cdef int32_t card
    for card in range(INCOME_CARDS):
        gains[card] = 0
        if turn.earns and turn.cards >> card & 1:
            gains[card] = silver_after(course.task, player, card, turn.event, LOTS) - LOTS


cdef inline bint can_hire(
    const Course* course, const Turn* turn, int32_t part, int32_t hires, int32_t type
) noexcept nogil:
    if not turn.native or course.hire[hires][type] == NOBODY:
        return False
    return not course.task.rules.native_needs_own_type or count_of(
        seat_after(course, course.parts[part], hires), type)


cdef inline void drop_hopeless(Course* course, Layer* layer, int32_t part, int32_t hires, int32_t index) noexcept nogil:
    """Of a row before round `index`, or at the end: what can no longer pay for the missing huts, or hire the missing
    natives."""
    cdef int16_t missing = <int16_t> (course.costs[course.count - 1] - course.costs[part])
    cdef const int16_t* hope = &course.hope[index][course.missing[hires]][0]
    cdef int16_t* hands = hands_in(layer, row_of(course, part, hires))
    cdef int32_t place
    for place in range(PLACES):
        hands[place] = hands[place] if hands[place] + hope[place] >= missing else NOBODY
    if most_in(hands) == NOBODY:
        layer.marks[row_of(course, part, hires)] = 0


cdef inline bint is_barred(const Turn* turn) noexcept nogil:
    return turn.event == JAGUAR or turn.event == CROCODILE


cdef inline void earn_in_all(Course* course, int32_t index) noexcept nogil:
    """Play the cards of a round in all rows of `now`, into `then`; the one with the native into `guided`, if edges are
    barred."""
    cdef Task* task = course.task
    cdef const Turn* turn = &task.turn[index]
    cdef uint32_t cards = turn.cards & ~(1 << NATIVE_CARD) if is_barred(turn) else turn.cards
    cdef int32_t gains[INCOME_CARDS]
    cdef int32_t nothing[INCOME_CARDS]
    cdef int32_t part, hires, type, row
    cdef int16_t* hands
    memset(nothing, 0, sizeof(nothing))
    for part in range(course.count):
        if is_called_off(task, part):
            return
        for hires in range(course.hires):
            row = row_of(course, part, hires)
            if not is_marked(&course.now, row):
                continue
            task.nodes += ROUND_NODES
            hands = hands_in(&course.now, row)
            if turn.returns:
                return_cards(hands)
            gains_in(course, turn, part, hires, gains)
            play_cards(&task.hands, hands, turn.held, cards, gains, hands_in(&course.then, row))
            if is_barred(turn):
                play_cards(&task.hands, hands, turn.held, turn.cards & 1 << NATIVE_CARD, gains,
                           hands_in(&course.guided, row))
            for type in range(TYPES):
                if can_hire(course, turn, part, hires, type):
                    row = row_of(course, part, course.hire[hires][type])
                    play_cards(&task.hands, hands, turn.held, turn.cards, nothing, hands_in(&course.then, row))


cdef inline void build_on(Course* course, Layer* layer, int32_t part, int32_t to) noexcept nogil:
    """One hut more, with whatever natives there are."""
    cdef int16_t cost = <int16_t> (course.costs[to] - course.costs[part])
    cdef int16_t silver
    cdef int32_t hires, place
    cdef int16_t* hands
    cdef int16_t* out
    for hires in range(course.hires):
        if not is_marked(layer, row_of(course, part, hires)):
            continue
        hands = hands_in(layer, row_of(course, part, hires))
        out = hands_in(layer, row_of(course, to, hires))
        for place in range(PLACES):
            silver = hands[place] - cost if hands[place] >= cost else NOBODY
            out[place] = silver if silver > out[place] else out[place]


cdef inline bint has_part(const Course* course, const Layer* layer, int32_t part) noexcept nogil:
    cdef int32_t hires
    for hires in range(course.hires):
        if is_marked(layer, row_of(course, part, hires)):
            return True
    return False


cdef inline void build_in_all(
    Course* course, Layer* layer, int32_t index, bint by_path, bint by_river
) noexcept nogil:
    """After the income of round `index`, one hut after the other; parts with more huts come later."""
    cdef int32_t part, hires
    cdef uint32_t reached
    for part in range(course.count):
        if is_called_off(course.task, part):
            return
        for hires in range(course.hires):
            if is_marked(layer, row_of(course, part, hires)):
                drop_hopeless(course, layer, part, hires, index + 1)
        if not has_part(course, layer, part):
            continue
        reached = reached_from(course, course.parts[part], by_path, by_river)
        while reached:
            build_on(course, layer, part, course.numbers[course.parts[part] | (reached & -reached)])
            reached &= reached - 1


cdef inline void merge(Course* course, Layer* into, Layer* other) noexcept nogil:
    cdef int32_t row, place
    cdef int16_t* hands
    cdef int16_t* out
    for row in range(course.count * course.hires):
        if is_marked(other, row):
            hands = hands_in(other, row)
            out = hands_in(into, row)
            for place in range(PLACES):
                out[place] = hands[place] if hands[place] > out[place] else out[place]


cdef inline void play_round(Course* course, int32_t index) noexcept nogil:
    """From what can be before a round to what can be after it, both in `now`."""
    cdef const Turn* turn = &course.task.turn[index]
    clear(&course.then)
    clear(&course.guided)
    earn_in_all(course, index)
    build_in_all(course, &course.then, index, turn.event != JAGUAR, turn.event != CROCODILE)
    if is_barred(turn):
        build_in_all(course, &course.guided, index, True, True)
        merge(course, &course.then, &course.guided)
    course.now, course.then = course.then, course.now


cdef inline int32_t play_rounds(Course* course, int32_t count) noexcept nogil:
    """From the position on; the silver with all huts and natives after so many rounds, NOBODY if that cannot be, or if
    told to stop."""
    cdef int32_t index
    clear(&course.now)
    hands_in(&course.now, 0)[course.task.hands.places[course.task.hand]] = course.task.base.silver
    for index in range(count):
        play_round(course, index)
        if course.task.stopped:
            return NOBODY
    return most_of(&course.now, row_of(course, course.count - 1, course.hires - 1))


cdef inline bint prepare(Course* course, uint64_t villages, const int32_t* natives) noexcept nogil:
    """Take up huts and natives to end with; False if there is not enough room."""
    number_huts(course, villages)
    list_hires(course, natives)
    if not list_parts(course):
        return False
    hope_for(course)
    return True


# The plan

cdef inline bint can_build(
    const Course* course, uint32_t part, uint32_t more, bint by_path, bint by_river
) noexcept nogil:
    """Whether all huts of `more` can be built within a round."""
    cdef uint32_t reached
    while more:
        reached = reached_from(course, part, by_path, by_river) & more
        if not reached:
            return False
        part |= reached
        more &= ~reached
    return True


cdef inline bint undo_round(
    Course* course, int32_t index, int32_t* part, int32_t* hires, int32_t* hand, int32_t* silver, Deed* deed
) noexcept nogil:
    """What was done in a round, and where that began (`part`, `hires`, `hand`, `silver`), from where it ended. `now`
    holds what can be before the round. A hand of NOBODY is any."""
    cdef const Turn* turn = &course.task.turn[index]
    cdef int32_t gains[INCOME_CARDS]
    cdef int32_t number, before, place, card, type, cost
    cdef uint32_t more, held
    cdef int16_t* hands
    cdef bint guided
    for number in range(part[0] + 1):
        if is_called_off(course.task, number):
            return False
        if course.parts[number] & ~course.parts[part[0]]:
            continue
        more = course.parts[part[0]] & ~course.parts[number]
        cost = course.costs[part[0]] - course.costs[number]
        for before in range(hires[0] + 1):
            if not is_marked(&course.now, row_of(course, number, before)):
                continue
            hands = hands_in(&course.now, row_of(course, number, before))
            if turn.returns:
                return_cards(hands)
            for type in range(TYPES + 1):
                if type == NO_TYPE:
                    if before != hires[0]:
                        continue
                    gains_in(course, turn, number, before, gains)
                elif not can_hire(course, turn, number, before, type) or course.hire[before][type] != hires[0]:
                    continue
                else:
                    memset(gains, 0, sizeof(gains))
                for place in range(course.task.hands.count[turn.held]):
                    if hands[place] == NOBODY:
                        continue
                    held = course.task.hands.cards[turn.held][place]
                    for card in range(INCOME_CARDS):
                        if not (held & turn.cards) >> card & 1:
                            continue
                        if hand[0] != NOBODY and <int32_t> held ^ (1 << card) != hand[0]:
                            continue
                        if max(hands[place] + gains[card], 0) - cost != silver[0]:
                            continue
                        guided = card == NATIVE_CARD
                        if not can_build(course, course.parts[number], more, guided or turn.event != JAGUAR,
                                         guided or turn.event != CROCODILE):
                            continue
                        deed.card = card
                        deed.hired = type
                        deed.villages = 0
                        while more:
                            deed.villages |= bit(course.villages[lowest_bit(more)])
                            more &= more - 1
                        part[0] = number
                        hires[0] = before
                        hand[0] = NOBODY if turn.returns else held
                        silver[0] = hands[place]
                        return True
    return False


cdef inline bint trace(Course* course, Deed* deeds) noexcept nogil:
    """The rounds of a plan that ends with everything, which `play_rounds` has just found; False if told to stop."""
    cdef int32_t part = course.count - 1
    cdef int32_t hires = course.hires - 1
    cdef int32_t hand = NOBODY
    cdef int32_t silver = most_of(&course.now, row_of(course, part, hires))
    cdef int32_t index
    for index in range(course.task.turns - 1, -1, -1):
        play_rounds(course, index)
        if course.task.stopped or not undo_round(course, index, &part, &hires, &hand, &silver, &deeds[index]):
            return False
    return True
