"""What a place is worth, for all games: `GameOps.payoffs` in the terms of one number per seat."""

from libc.stdint cimport int32_t, int64_t

from cext.kernel cimport MAX_SEATS, RulesHeader


cdef inline void rank_payoffs(const int64_t* merits, int32_t players, double* out) noexcept nogil:
    """The share of the other seats that each seat leaves behind; a seat of the same merit counts one half.

    So the best of all has 1, the last one 0, a win of two players is split, and the sum is players / 2 whatever
    happens. A seat alone has 1.
    """
    cdef int32_t seat, other
    cdef int32_t halves
    for seat in range(players):
        halves = 0
        for other in range(players):
            halves += (merits[other] < merits[seat]) + (merits[other] <= merits[seat])
        halves -= 1               # itself
        out[seat] = <double> halves / (2 * (players - 1)) if players > 1 else 1.0


cdef inline void end_payoffs(const RulesHeader* rules, const char* state, double* out) noexcept nogil:
    """The payoffs of a game that is over: the game's own, or by `returns` alone."""
    cdef int32_t points[MAX_SEATS]
    cdef int64_t merits[MAX_SEATS]
    cdef int32_t seat
    if rules.ops.payoffs != NULL:
        rules.ops.payoffs(rules, state, out)
        return
    rules.ops.returns(rules, state, points)
    for seat in range(rules.players):
        merits[seat] = points[seat]
    if rules.ops.fewest_win != NULL and rules.ops.fewest_win(rules):
        for seat in range(rules.players):
            merits[seat] = -merits[seat]
    rank_payoffs(merits, rules.players, out)
