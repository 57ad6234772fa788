"""A quick player of Trek 12 who does not know the dice to come: what `trek12_solve_hint.pyx` plays games out with.

It makes the move after which a sheet looks best: points so far and a weighted sum of what may still become of it. The
weights were found by a cross-entropy search over a hundred thousand games on the printed sheet; any weights play
legally. It sees no more than a player: cards that lie face down count as the mean of those that are not seen.
"""

from libc.stdint cimport int32_t, uint64_t

from cext.trek12 cimport (
    MAX_CARD_VALUES,
    NONE,
    OPERATIONS,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    has,
    lowest_bit,
    number_in,
    popcount,
)
from cext.trek12_sheet cimport numbered_circles, orphans_of, points_of, zone_circles_of


cdef enum:
    SINGLES = 0               # circles in no trail and no zone that touch an empty one
    SINGLES_SUM = 1           # their numbers
    SHUT_SINGLES = 2          # those that touch none
    TOPS = 3                  # trails that can go on upwards
    BOTTOMS = 4               # trails that can go on downwards
    ZONE_CIRCLES = 5          # circles of zones that touch an empty one
    OPEN_CIRCLES = 6
    OUTLOOK = 7               # points of the next values of the observation lines
    BOXES = 8                 # free boxes, by operation
    SPENT = 13                # operations without a free box, by operation
    FEATURES = 18


# What a player believes of cards face down.
ctypedef struct Belief:
    double mean_values[MAX_CARD_VALUES + 2]

# Each weight is `base + slope * rounds left / all rounds`.
ctypedef struct Weights:
    double base[FEATURES]
    double slope[FEATURES]


cdef inline void believe(const Trek12Rules* rules, const Trek12Table* table, Belief* belief) noexcept nogil:
    """The mean of the cards that nobody has seen, value by value."""
    cdef int32_t card, line, place, unseen = 0
    cdef bint is_seen
    for place in range(MAX_CARD_VALUES + 2):
        belief.mean_values[place] = 0
    for card in range(rules.cards):
        is_seen = False
        for line in range(rules.lines):
            is_seen = is_seen or table.cards[line] == card
        if is_seen:
            continue
        unseen += 1
        for place in range(MAX_CARD_VALUES + 2):
            belief.mean_values[place] += rules.card_values[card][min(place, rules.card_length[card] - 1)]
    for place in range(MAX_CARD_VALUES + 2):
        belief.mean_values[place] /= max(unseen, 1)


cdef inline double value_at(
    const Trek12Rules* rules, const Trek12Table* table, const Belief* belief, int32_t line, int32_t circled
) noexcept nogil:
    """What a line is worth with so many values circled, as far as a player knows."""
    cdef int32_t card = table.cards[line]
    if circled == 0:
        return 0
    if card == NONE:
        return belief.mean_values[circled - 1]
    return rules.card_values[card][min(circled, rules.card_length[card]) - 1]


cdef inline double outlook(
    const Trek12Rules* rules, const Trek12Table* table, const Belief* belief, const Trek12Seat* sheet
) noexcept nogil:
    """What the next value of each line adds, and half of what the one after it adds."""
    cdef int32_t line, circled
    cdef double now, gain = 0
    for line in range(rules.lines):
        circled = sheet.observed[line]
        now = value_at(rules, table, belief, line, circled)
        gain += value_at(rules, table, belief, line, circled + 1) - now
        gain += 0.5 * (value_at(rules, table, belief, line, circled + 2) - now)
    return gain


cdef inline double face_down_points(
    const Trek12Rules* rules, const Trek12Table* table, const Belief* belief, const Trek12Seat* sheet
) noexcept nogil:
    """What the lines discovered in this round may bring: their cards are not turned up yet."""
    cdef int32_t line
    cdef double points = 0
    for line in range(rules.lines):
        if table.cards[line] == NONE and sheet.observed[line]:
            points += belief.mean_values[0]
    return points


cdef inline uint64_t touching(const Trek12Rules* rules, uint64_t circles) noexcept nogil:
    """All neighbours of some circles."""
    cdef uint64_t near = 0
    while circles:
        near |= rules.neighbours[lowest_bit(circles)]
        circles &= circles - 1
    return near


cdef inline double looks(
    const Trek12Rules* rules,
    const Trek12Table* table,
    const Belief* belief,
    const Weights* weights,
    const Trek12Seat* sheet,
    int32_t rounds_left,
) noexcept nogil:
    """How good a sheet looks, in points."""
    cdef double features[FEATURES]
    cdef double left, total
    cdef uint64_t near, singles, open_singles, zoned, numbered = numbered_circles(sheet)
    cdef int32_t i, operation
    total = points_of(rules, table, sheet).total + face_down_points(rules, table, belief, sheet)
    if rounds_left == 0:
        return total - rules.danger_points * popcount(orphans_of(rules, sheet))
    near = touching(rules, rules.all_circles & ~sheet.filled)
    zoned = zone_circles_of(rules, sheet, numbered)
    singles = numbered & ~(sheet.has_below | sheet.has_above | zoned)
    open_singles = singles & near
    features[SINGLES] = popcount(open_singles)
    features[SHUT_SINGLES] = popcount(singles & ~near)
    features[TOPS] = popcount(sheet.has_below & ~sheet.has_above & near & ~sheet.by_number[rules.max_number])
    features[BOTTOMS] = popcount(sheet.has_above & ~sheet.has_below & near & ~sheet.by_number[0])
    features[ZONE_CIRCLES] = popcount(zoned & near)
    features[OPEN_CIRCLES] = popcount(sheet.open)
    features[OUTLOOK] = outlook(rules, table, belief, sheet)
    features[SINGLES_SUM] = 0
    while open_singles:
        features[SINGLES_SUM] += number_in(sheet, lowest_bit(open_singles))
        open_singles &= open_singles - 1
    for operation in range(OPERATIONS):
        features[BOXES + operation] = rules.boxes - sheet.used[operation]
        features[SPENT + operation] = sheet.used[operation] == rules.boxes
    left = <double> rounds_left / rules.rounds
    for i in range(FEATURES):
        total += features[i] * (weights.base[i] + weights.slope[i] * left)
    return total


cdef inline void usual_weights(Weights* weights) noexcept nogil:
    """What the search found."""
    weights.base[SINGLES], weights.slope[SINGLES] = -0.43, -0.18
    weights.base[SINGLES_SUM], weights.slope[SINGLES_SUM] = 0.08, 0.37
    weights.base[SHUT_SINGLES], weights.slope[SHUT_SINGLES] = -3.07, 0.19
    weights.base[TOPS], weights.slope[TOPS] = -0.28, 0.14
    weights.base[BOTTOMS], weights.slope[BOTTOMS] = 0.27, -0.75
    weights.base[ZONE_CIRCLES], weights.slope[ZONE_CIRCLES] = 0.27, 0.00
    weights.base[OPEN_CIRCLES], weights.slope[OPEN_CIRCLES] = 0.57, 0.68
    weights.base[OUTLOOK], weights.slope[OUTLOOK] = 0.38, 0.30
    weights.base[BOXES + 0], weights.slope[BOXES + 0] = 0.00, 0.50
    weights.base[BOXES + 1], weights.slope[BOXES + 1] = 0.24, 0.35
    weights.base[BOXES + 2], weights.slope[BOXES + 2] = -0.86, 0.83
    weights.base[BOXES + 3], weights.slope[BOXES + 3] = 0.71, -0.23
    weights.base[BOXES + 4], weights.slope[BOXES + 4] = -0.20, -0.69
    weights.base[SPENT + 0], weights.slope[SPENT + 0] = 0.02, -0.01
    weights.base[SPENT + 1], weights.slope[SPENT + 1] = -1.00, -0.65
    weights.base[SPENT + 2], weights.slope[SPENT + 2] = -0.60, 0.41
    weights.base[SPENT + 3], weights.slope[SPENT + 3] = -0.14, -0.49
    weights.base[SPENT + 4], weights.slope[SPENT + 4] = -0.25, -0.16
