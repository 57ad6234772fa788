"""A finished game of Amazonas 2022 by its score sheet: is it possible, and who has won?

Of each round its caller is told, and of each seat the cards that lay before it, or only what they added up to. How the
cards came there is not asked. The state that `finished` makes is over and is there to be read: it holds no cards.
"""

from libc.stdint cimport int32_t

from cext.amazonas2022 cimport (
    KINDS,
    OVER,
    ROUNDS,
    ROUNDS_TO_WIN,
    Amazonas2022Rules,
    Amazonas2022Table,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas2022_round cimport score_seat
from cext.audit cimport Audit
from cext.kernel cimport Rules, State


cdef str KERNEL_NAME = "amazonas2022"


def finished(Rules rules not None, rounds):
    """(state, impossibilities): the table after the end, or None when anything is impossible about it.

    A round is a tuple of its caller, or None, and of one hand for each seat: (cards as kinds, sum or None). ValueError
    for more or fewer hands than seats.
    """
    cdef State state
    cdef Audit audit = Audit()
    cdef Amazonas2022Table* table
    cdef int32_t index, seat
    if rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{rules} are no rules of Amazonas 2022")
    state = State.start(rules)
    table = table_at(state.data)
    for index in range(min(len(rounds), ROUNDS)):
        caller, hands = rounds[index]
        if len(hands) != rules.players:
            raise ValueError(f"there are {rules.players} players")
        read_hands(state, index, hands, audit)
        if caller is None:
            audit.note("CALLER_MISSING", round=index)
        elif not 0 <= caller < rules.players:
            audit.note("NO_SUCH_CALLER", round=index, seat=caller)
        else:
            play_round(state, index, caller, audit)
    check_length(state, len(rounds), audit)
    table.phase = OVER
    table.round = max(1, min(len(rounds), ROUNDS))
    return (None if audit.found else state), audit.found


cdef int play_round(State state, int32_t index, int32_t caller, Audit audit) except -1:
    """Count a round ("End of the Round and Scoring", "Amazonas for 2 Players")."""
    cdef const Amazonas2022Rules* rules = rules_at(state.rules.data)
    cdef Amazonas2022Table* table = table_at(state.data)
    cdef int32_t seat
    if is_won(state):
        audit.note("ROUND_AFTER_THE_END", round=index)
    table.round = index + 1
    table.caller = caller
    table.callers[index] = caller
    for seat in range(rules.header.players):
        score_seat(rules, state.data, index, seat, NULL)
    return 0


cdef bint is_won(State state) except *:
    """Whether one of two players has won enough rounds ("Amazonas for 2 Players")."""
    cdef int32_t seat
    if state.rules.players > 2:
        return False
    for seat in range(2):
        if seat_at(state.data, seat).points >= ROUNDS_TO_WIN:
            return True
    return False


cdef int check_length(State state, count, Audit audit) except -1:
    """Five rounds, or for two players until one has won three ("End of the Game", "Amazonas for 2 Players")."""
    if state.rules.players > 2 and count != ROUNDS:
        audit.note("WRONG_ROUND_COUNT", count=count, due=ROUNDS)
    elif state.rules.players == 2 and count > ROUNDS:
        audit.note("WRONG_ROUND_COUNT", count=count, due=ROUNDS)
    elif state.rules.players == 2 and not is_won(state) and not audit.found:
        audit.note("NOT_WON", due=ROUNDS_TO_WIN)
    return 0


cdef int read_hands(State state, int32_t index, hands, Audit audit) except -1:
    """What the cards of all seats add up to; there are only so many of each kind ("Components")."""
    cdef const Amazonas2022Rules* rules = rules_at(state.rules.data)
    cdef int32_t seat, kind, lowest = 0, highest = 0
    cdef int32_t left[KINDS]
    cdef bint is_sound = True
    for kind in range(KINDS):
        left[kind] = rules.counts[kind]
        lowest += min(0, rules.values[kind] * rules.counts[kind])
        highest += max(0, rules.values[kind] * rules.counts[kind])
    for seat, (cards, told) in enumerate(hands):
        total = 0
        for card in cards:
            left[<int32_t> card] -= 1
            total += rules.values[<int32_t> card]
        if not cards and told is None:
            audit.note("HAND_MISSING", round=index, seat=seat)
        elif cards and told is not None and told != total:
            audit.note("SUM_WRONG", round=index, seat=seat, sum=told, due=total)
        elif not cards and not lowest <= told <= highest:
            audit.note("SUM_IMPOSSIBLE", round=index, seat=seat, sum=told, lowest=lowest, highest=highest)
            is_sound = False
        else:
            seat_at(state.data, seat).sums[index] = total if cards else told
    for kind in range(KINDS):
        if left[kind] < 0:
            audit.note("TOO_MANY_CARDS", round=index, card=kind, cards=rules.counts[kind] - left[kind],
                       most=rules.counts[kind])
            is_sound = False
    if is_sound:
        check_sums(rules, index, [told for cards, told in hands if not cards and told is not None], left, audit)
    return 0


cdef int check_sums(const Amazonas2022Rules* rules, int32_t index, sums, const int32_t* left, Audit audit) except -1:
    """Hands of which only sums are known share the cards that the other hands have left ("Components")."""
    cdef int32_t kind, lowest = 0, highest = 0
    for kind in range(KINDS):
        lowest += min(0, rules.values[kind] * left[kind])
        highest += max(0, rules.values[kind] * left[kind])
    if sum([min(0, told) for told in sums]) < lowest:
        audit.note("SUMS_TOO_LOW", round=index, lowest=lowest)
    if sum([max(0, told) for told in sums]) > highest:
        audit.note("SUMS_TOO_HIGH", round=index, highest=highest)
    return 0
