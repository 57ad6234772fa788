"""The end of a game of Amazonia Park as it lies on the table, without its history: is it possible, and who has won?

Magazines and tokens are told, and why the game ended, but not the board. The state that `finished` makes is over and is
there to be read: its board is empty but for what is printed there.
"""

from libc.stdint cimport int32_t

from cext.audit cimport Audit
from cext.kernel cimport Rules, State
from cext.park cimport (
    ALL_PASSED,
    ANIMALS,
    BOARD_FULL,
    COLOURS,
    NONE,
    OVER,
    PARTS,
    SIX_COLOURS,
    TOKENS,
    ParkRules,
    ParkSeat,
    magazines_of,
    rules_at,
    seat_at,
    table_at,
)
from cext.park_payment cimport affordable


cdef str KERNEL_NAME = "park"


def finished(Rules rules not None, players, end):
    """(state, impossibilities): the table after the end, or None when anything is impossible about it.

    A player is a tuple of magazines as (colour, value) and of tokens by animal. `end` is SIX_COLOURS, BOARD_FULL,
    ALL_PASSED or None, which is enough when somebody has all six colours.
    """
    cdef State state
    cdef Audit audit = Audit()
    cdef int32_t seat
    if rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{rules} are no rules of Amazonia Park")
    if len(players) != rules.players:
        raise ValueError(f"there are {rules.players} players")
    state = State.start(rules)
    table_at(state.data).phase = OVER
    for seat in range(rules.players):
        seat_at(state.data, seat).tile = NONE
        read_magazines(state, seat, players[seat][0], audit)
    check_stacks(state, audit)
    read_tokens(state, [tokens for _, tokens in players], audit)
    read_end(state, end, audit)
    return (None if audit.found else state), audit.found


cdef int read_magazines(State state, int32_t seat, magazines, Audit audit) except -1:
    """One of each colour at most, of those that are in the game ("Publish an Article")."""
    cdef const ParkRules* rules = rules_at(state.rules.data)
    cdef ParkSeat* player = seat_at(state.data, seat)
    cdef int32_t card, other
    for index, (colour, value) in enumerate(magazines):
        if value not in [rules.values[<int32_t> colour][card] for card in range(rules.stack_cards)]:
            audit.note("NO_SUCH_MAGAZINE", seat=seat, index=index, colour=colour, value=value)
        elif player.magazines[<int32_t> colour]:
            audit.note("COLOUR_REPEATED", seat=seat, index=index, colour=colour)
        else:
            for other in range(seat):
                if seat_at(state.data, other).magazines[<int32_t> colour] == value:
                    audit.note("MAGAZINE_REPEATED", seat=seat, index=index, colour=colour, value=value, other=other)
            player.magazines[<int32_t> colour] = value
    return 0


cdef int check_stacks(State state, Audit audit) except -1:
    """Each colour is sold from the lowest value on ("Setup", "Publish an Article")."""
    cdef const ParkRules* rules = rules_at(state.rules.data)
    cdef int32_t colour, card, seat
    for colour in range(COLOURS):
        sold = [
            seat_at(state.data, seat).magazines[colour]
            for seat in range(rules.header.players)
            if seat_at(state.data, seat).magazines[colour]
        ]
        table_at(state.data).sold[colour] = len(set(sold))
        for card in range(rules.stack_cards):
            if rules.values[colour][card] not in sold and max(sold, default=0) > rules.values[colour][card]:
                audit.note("MAGAZINE_SKIPPED", colour=colour, value=rules.values[colour][card], sold=max(sold))
    return 0


cdef int read_tokens(State state, told, Audit audit) except -1:
    """No more tokens of an animal than there are ("Components")."""
    cdef int32_t animal, seat
    for animal in range(ANIMALS):
        taken = sum([tokens[animal] for tokens in told])
        if taken > TOKENS:
            audit.note("TOO_MANY_TOKENS", animal=animal, tokens=taken, most=TOKENS)
        for seat in range(state.rules.players):
            seat_at(state.data, seat).tokens[animal] = min(told[seat][animal], <int32_t> TOKENS)
        table_at(state.data).supply[animal] = max(0, TOKENS - taken)
    return 0


cdef int check_tiles(const ParkRules* rules, int32_t end, Audit audit) except -1:
    """Tiles fill the board, or are used up before it is full, which has to be so before anybody may pass ("Game End")."""
    cdef int32_t part, tiles = 0
    for part in range(PARTS):
        tiles += rules.part_tiles[part]
    if end == BOARD_FULL and tiles < rules.spaces:
        audit.note("TOO_FEW_TILES", tiles=tiles, spaces=rules.spaces)
    elif end == ALL_PASSED and tiles >= rules.spaces:
        audit.note("ENOUGH_TILES", tiles=tiles, spaces=rules.spaces)
    return 0


cdef int read_end(State state, end, Audit audit) except -1:
    """Six colours end the game at once, a full board too, and passes all round when nobody can do anything ("Game End")."""
    cdef const ParkRules* rules = rules_at(state.rules.data)
    cdef int32_t seat
    complete = [
        seat for seat in range(rules.header.players) if magazines_of(seat_at(state.data, seat)) == COLOURS
    ]
    if len(complete) > 1:
        audit.note("SIX_COLOURS_TWICE", seat=complete[1], other=complete[0])
    if complete and end is not None and end != SIX_COLOURS:
        audit.note("WRONG_END", seat=complete[0])
    elif not complete and end is None:
        audit.note("END_MISSING")
    elif not complete and end == SIX_COLOURS:
        audit.note("NO_SIX_COLOURS")
    elif not complete:
        check_tiles(rules, end, audit)
    if end is None:
        return 0
    if end == BOARD_FULL:
        table_at(state.data).spaces = 0
    if end == ALL_PASSED:
        table_at(state.data).passes = rules.header.players
        for seat in range(rules.header.players):
            if affordable(rules, table_at(state.data), seat_at(state.data, seat)):
                audit.note("CAN_PUBLISH", seat=seat)
    return 0
