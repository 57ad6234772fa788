"""Silver by the income cards that are still to be played (`amazonas_solve.pyx`).

A card is played in every round, so that all hands that a seat may have at one time are of one size. They are numbered
within their size: a row of silver has one place for each, NOBODY where that hand cannot be had.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memset

from cext.amazonas cimport INCOME_CARDS, popcount


cdef enum:
    HANDS = 128               # sets of income cards
    PLACES = 40               # in a row: no size has more than 35 hands; whole vectors of the processor
    PLAYS = 20                # hands of one size that hold a certain card, at most
    NOBODY = -1               # the silver of what cannot be


ctypedef struct Hands:
    int32_t count[INCOME_CARDS + 1]              # of hands, by their size
    uint32_t cards[INCOME_CARDS + 1][PLACES]     # by size and place, as bits
    int32_t places[HANDS]                        # by cards
    # By size, card, and number of the hand that holds it: the place before the card is played, and after.
    int32_t plays[INCOME_CARDS + 1]
    int32_t before[INCOME_CARDS + 1][INCOME_CARDS][PLAYS]
    int32_t after[INCOME_CARDS + 1][INCOME_CARDS][PLAYS]


cdef inline void number_hands(Hands* hands) noexcept nogil:
    cdef int32_t hand, size, card, place
    memset(hands, 0, sizeof(Hands))
    for hand in range(HANDS):
        size = popcount(hand)
        hands.places[hand] = hands.count[size]
        hands.cards[size][hands.count[size]] = hand
        hands.count[size] += 1
    for size in range(1, INCOME_CARDS + 1):
        for card in range(INCOME_CARDS):
            hands.plays[size] = 0
            for place in range(hands.count[size]):
                hand = hands.cards[size][place]
                if hand >> card & 1:
                    hands.before[size][card][hands.plays[size]] = place
                    hands.after[size][card][hands.plays[size]] = hands.places[hand ^ (1 << card)]
                    hands.plays[size] += 1


cdef inline int32_t most_in(const int16_t* row) noexcept nogil:
    cdef int32_t place
    cdef int16_t most = NOBODY
    for place in range(PLACES):
        most = row[place] if row[place] > most else most
    return most


cdef inline void return_cards(int16_t* row) noexcept nogil:
    """All have the full hand, whatever they had before."""
    cdef int16_t most = <int16_t> most_in(row)
    memset(row, 0xFF, PLACES * sizeof(int16_t))
    row[0] = most


cdef inline void play_cards(
    const Hands* hands, const int16_t* row, int32_t size, uint32_t cards, const int32_t* gains, int16_t* out
) noexcept nogil:
    """Play each of these cards from hands of a size, and have at least what it gains."""
    cdef int32_t card, number, silver
    cdef int16_t* cell
    for card in range(INCOME_CARDS):
        if not cards >> card & 1:
            continue
        for number in range(hands.plays[size]):
            silver = row[hands.before[size][card][number]]
            if silver != NOBODY:
                silver = max(silver + gains[card], 0)
            cell = &out[hands.after[size][card][number]]
            cell[0] = <int16_t> max(<int32_t> cell[0], silver)
