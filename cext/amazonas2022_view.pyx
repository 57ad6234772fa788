"""What lies on a table of Amazonas 2022, told in Python values for views, pictures and counting.

`cext.amazonas2022` offers all of it under its own name. Headings in quotes are sections of the rulebook.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t, uint8_t

from cext.amazonas2022 cimport (
    FIRST_LOOK,
    FIRST_RETURN,
    JAGUAR_LOOK,
    LOOKING,
    NO_SEAT,
    OVER,
    PICKING,
    SPECTATORS,
    USED,
    Amazonas2022Rules,
    Amazonas2022Seat,
    Amazonas2022Table,
    has,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas2022_asked cimport step_of
from cext.amazonas2022_cards cimport cards_left
from cext.amazonas2022_round cimport is_success, round_points
from cext.kernel cimport State


cdef str KERNEL_NAME = "amazonas2022"


class Discard(NamedTuple):
    """A card on the discard pile."""
    kind: int
    used_up: bool
    """Whether it cannot be matched any more."""


class Race(NamedTuple):
    """A race of wild discards that is open, or a discard that is not settled yet."""
    is_open: bool
    """Whether another attempt follows."""
    card: int | None
    """The kind that attempts have to match; None once no more follow."""
    winner: int | None
    owner: int | None
    """Whose card was discarded."""
    slot: int | None


class Table(NamedTuple):
    """What lies open on the table, and what is going on."""
    phase: int
    step: int
    """The phase, or OWED, RACING or GIVING if one of these comes first."""
    round: int
    starter: int
    turn: int | None
    """The seat in turn, None while nobody is: before the first turn of a round and when the game is over."""
    caller: int | None
    barred: tuple[int, ...]
    """Seats that may not attempt a wild discard before the turn ends."""
    cards_left: int
    """In the draw pile."""
    direction: int | None
    """LEFT or RIGHT, while cards are chosen for a monkey."""
    race: Race | None
    owed: int | None
    """The seat to which a card is owed that is drawn blind."""
    owed_for: int | None
    """PENALTY or REPLACEMENT."""
    chosen: tuple[int, ...]
    """Seats that have chosen the card to look at or to pass on, while others have not."""


class HandCard(NamedTuple):
    """A card face down in front of a seat. The kind is for those alone who know it."""
    kind: int
    known: tuple[int, ...]
    """Seats that know it where it lies."""
    is_public: bool
    """Whether it lay open once, so that spectators know it too."""


class Held(NamedTuple):
    """The card in the hand of the seat in turn. The kind is for that seat, and for all if it was taken face up."""
    kind: int
    source: int
    """FROM_DRAW_PILE or FROM_DISCARDS."""
    is_public: bool
    """Whether it lay open once, so that whoever remembers that knows it."""


class Look(NamedTuple):
    """A card that a seat is looking at."""
    owner: int
    slot: int
    kind: int
    """For the seat alone that looks."""


class LastHand(NamedTuple):
    """A collection as it was revealed."""
    cards: tuple[int | None, ...]
    """Kinds by slot, None for a gap."""
    sum: int
    points: int
    """What the round brought; for two players 1 for the winner."""


class LastRound(NamedTuple):
    """The last round that is over, face up on the table."""
    round: int
    caller: int
    hands: tuple[LastHand, ...]


class Round(NamedTuple):
    """A round that is over; sums and points go by seat."""
    round: int
    """From 1."""
    caller: int
    is_success: bool
    """Whether the caller alone had the lowest sum."""
    sums: tuple[int, ...]
    points: tuple[int, ...]
    """What the round brought; for two players 1 for the winner."""


class Standing(NamedTuple):
    """What ranks a seat."""
    points: int
    """Fewest first; for two players rounds won, most first."""
    successes: int
    """Successful calls, most first; not counted for two players."""


cdef const Amazonas2022Rules* game_rules(State state) except NULL:
    if state.rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{state} is no state of Amazonas 2022")
    return rules_at(state.rules.data)


cdef Amazonas2022Seat* player_of(State state, seat) except NULL:
    """What a seat has; IndexError when there is no such seat."""
    if not 0 <= seat < game_rules(state).header.players:
        raise IndexError(f"there is no seat {seat}")
    return seat_at(state.data, seat)


cdef object seat_or_none(int32_t seat):
    return None if seat == NO_SEAT else seat


cdef tuple list_seats(const Amazonas2022Rules* rules, int32_t mask):
    cdef int32_t seat
    return tuple([seat for seat in range(rules.header.players) if has(mask, seat)])


cdef object race_of(const Amazonas2022Table* at):
    if not at.race and at.race_winner == NO_SEAT:
        return None
    return Race(
        bool(at.race),
        at.race_card - 1 if at.race_card else None,
        seat_or_none(at.race_winner),
        seat_or_none(at.race_owner),
        seat_or_none(at.race_slot),
    )


cdef bint is_in_turn(const Amazonas2022Table* at) noexcept:
    """Whether the round has begun."""
    return FIRST_RETURN < at.phase < OVER


def table(State state not None):
    """What lies open on the table, and what is going on."""
    cdef const Amazonas2022Rules* rules = game_rules(state)
    cdef const Amazonas2022Table* at = table_at(state.data)
    cdef bint is_choosing = at.phase == FIRST_LOOK or at.phase == PICKING
    cdef int32_t seat
    return Table(
        at.phase,
        step_of(at),
        at.round,
        at.starter,
        at.turn if is_in_turn(at) else None,
        seat_or_none(at.caller),
        list_seats(rules, at.barred),
        cards_left(at),
        seat_or_none(at.direction),
        race_of(at),
        seat_or_none(at.owed),
        at.owed_for if at.owed != NO_SEAT else None,
        tuple([
            seat for seat in range(rules.header.players) if is_choosing and seat_at(state.data, seat).look
        ]),
    )


cdef tuple list_cards(const uint8_t* cards, int32_t size):
    cdef int32_t index
    return tuple([cards[index] - 1 for index in range(size)])


def discards(State state not None):
    """The discard pile, bottom first."""
    game_rules(state)
    cdef const Amazonas2022Table* at = table_at(state.data)
    cdef int32_t index
    return tuple([
        Discard((at.discard[index] & ~USED) - 1, bool(at.discard[index] & USED)) for index in range(at.discard_size)
    ])


def reserve(State state not None):
    """What two players have put aside face up: kinds, first put aside first ("Amazonas for 2 Players")."""
    game_rules(state)
    return list_cards(table_at(state.data).reserve, table_at(state.data).reserve_size)


def stack(State state not None):
    """The draw pile if its order is known, because it is the reserve turned over: kinds, next card first."""
    game_rules(state)
    return list_cards(table_at(state.data).stack, table_at(state.data).stack_size)[::-1]


def held(State state not None):
    """The card in the hand of the seat in turn, None if it has none."""
    cdef const Amazonas2022Table* at
    game_rules(state)
    at = table_at(state.data)
    return Held(at.held - 1, at.held_from, bool(at.held_known & SPECTATORS)) if at.held else None


def hand(State state not None, seat):
    """The cards in front of a seat, by slot, None for a gap."""
    cdef const Amazonas2022Seat* at = player_of(state, seat)
    cdef const Amazonas2022Rules* rules = game_rules(state)
    cdef int32_t slot
    return tuple([
        HandCard(at.cards[slot] - 1, list_seats(rules, at.known[slot]), bool(at.known[slot] & SPECTATORS))
        if at.cards[slot] else None
        for slot in range(at.slots)
    ])


def choice(State state not None, seat):
    """The slot that a seat has chosen in FIRST_LOOK or PICKING, a secret of that seat; None if it has not."""
    cdef const Amazonas2022Seat* at = player_of(state, seat)
    cdef int32_t phase = table_at(state.data).phase
    return at.look - 1 if at.look and (phase == FIRST_LOOK or phase == PICKING) else None


def look(State state not None, seat):
    """The card that a seat is looking at, None if it is at none. That it looks, and where, is public."""
    cdef const Amazonas2022Seat* at = player_of(state, seat)
    cdef const Amazonas2022Table* on = table_at(state.data)
    if on.phase == FIRST_RETURN and at.look:
        return Look(seat, at.look - 1, at.cards[at.look - 1] - 1)
    if (on.phase == LOOKING or on.phase == JAGUAR_LOOK) and seat == on.turn and on.look_owner != NO_SEAT:
        return Look(on.look_owner, on.look_slot, seat_at(state.data, on.look_owner).cards[on.look_slot] - 1)
    return None


def last_round(State state not None):
    """The last round that is over, None in the first."""
    cdef const Amazonas2022Rules* rules = game_rules(state)
    cdef const Amazonas2022Table* at = table_at(state.data)
    cdef const Amazonas2022Seat* player
    cdef int32_t seat, slot, last = at.round - 2 + (at.phase == OVER)
    cdef list hands = []
    if last < 0:
        return None
    for seat in range(rules.header.players):
        player = seat_at(state.data, seat)
        cards = tuple([
            player.last_cards[slot] - 1 if player.last_cards[slot] else None for slot in range(player.last_slots)
        ])
        hands.append(LastHand(cards, player.sums[last], round_points(rules, state.data, last, seat)))
    return LastRound(last + 1, at.callers[last], tuple(hands))


def rounds(State state not None):
    """What all rounds brought that are over."""
    cdef const Amazonas2022Rules* rules = game_rules(state)
    cdef const Amazonas2022Table* at = table_at(state.data)
    cdef int32_t index, seat
    return tuple([
        Round(
            index + 1,
            at.callers[index],
            is_success(rules, state.data, index),
            tuple([seat_at(state.data, seat).sums[index] for seat in range(rules.header.players)]),
            tuple([round_points(rules, state.data, index, seat) for seat in range(rules.header.players)]),
        )
        for index in range(at.round - (at.phase != OVER))
    ])


def standing(State state not None):
    """What ranks each seat ("End of the Game")."""
    cdef int32_t seat
    return tuple([
        Standing(seat_at(state.data, seat).points, seat_at(state.data, seat).successes)
        for seat in range(game_rules(state).header.players)
    ])
