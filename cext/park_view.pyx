"""What lies on a table of Amazonia Park, told in Python values for views, pictures and counting.

`cext.park` offers all of it under its own name. Headings in quotes are sections of the rulebook.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t

from cext.kernel cimport State
from cext.park cimport (
    ALL_PASSED,
    ANIMALS,
    BOARD_FULL,
    COLOURS,
    DIRECTIONS,
    EVENING,
    MORNING,
    NONE,
    OVER,
    SIX_COLOURS,
    ParkRules,
    ParkSeat,
    ParkTable,
    animal_of,
    animals_of,
    is_asked,
    magazines_of,
    rules_at,
    seat_at,
    sum_of,
    table_at,
)
from cext.park_payment cimport affordable, cost_of, discount_of, is_for_sale
from cext.park_sight cimport first_seen


cdef str KERNEL_NAME = "park"


class Table(NamedTuple):
    """What lies open on the table."""
    phase: int
    active: int | None
    """The seat that is asked, None while a tile is awaited and when the game is over."""
    due: int | None
    """The seat whose tile is awaited."""
    supply: tuple[int, ...]
    """Tokens of each animal."""
    tiles_left: tuple[int, int]
    """Tiles in the stack, of the morning and of the evening."""
    spaces: int
    """Empty ones."""
    missing: int
    """Tokens that the seat asked has to name; 0 in other phases."""
    passes: int
    """In a row."""
    last_cell: int | None
    """Where the last tile was placed."""


class Magazine(NamedTuple):
    """The magazines of one colour that are left, and what the front one would cost a seat."""
    values: tuple[int, ...]
    """Front first."""
    cost: int | None
    """After discounts; None without a seat, without a card, or if the seat has one of this colour."""
    is_affordable: bool


class Player(NamedTuple):
    """What a seat has. The tile is for that seat alone; so are the tokens, though all can count along."""
    tokens: tuple[int, ...]
    magazines: tuple[int | None, ...]
    """The value of its magazine of each colour."""
    tile: tuple[int, int] | None
    """Animal and count."""
    discount: int
    """How many tokens less each magazine costs it."""


class Sight(NamedTuple):
    """An animal seen from the last tile that was placed."""
    direction: int
    cell: int
    animal: int
    number: int


class Standing(NamedTuple):
    """What ranks a seat; of each, more is better."""
    magazines: int
    tokens: int


cdef const ParkRules* park_rules(State state) except NULL:
    if state.rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{state} is no state of Amazonia Park")
    return rules_at(state.rules.data)


cdef ParkSeat* player_of(State state, seat) except NULL:
    """What a seat has; IndexError when there is no such seat."""
    if not 0 <= seat < park_rules(state).header.players:
        raise IndexError(f"there is no seat {seat}")
    return seat_at(state.data, seat)


def table(State state not None):
    """What lies open on the table."""
    cdef const ParkRules* rules = park_rules(state)
    cdef const ParkTable* at = table_at(state.data)
    cdef bint is_over = at.phase == OVER
    return Table(
        at.phase,
        at.turn if is_asked(at) else None,
        None if is_asked(at) or is_over else at.turn,
        tuple([at.supply[animal] for animal in range(ANIMALS)]),
        (at.tiles_left[MORNING], at.tiles_left[EVENING]),
        at.spaces,
        at.missing,
        at.passes,
        None if at.last_cell == NONE else at.last_cell,
    )


def board(State state not None):
    """(animal, count) for each cell, None for an empty space."""
    cdef const ParkRules* rules = park_rules(state)
    cdef const ParkTable* at = table_at(state.data)
    return tuple([
        (animal_of(at.board[cell] - 1), animals_of(at.board[cell] - 1)) if at.board[cell] else None
        for cell in range(rules.cells)
    ])


def sights(State state not None):
    """What the last tile that was placed sees, by direction ("Take Pictures"). No tile can have come between since."""
    cdef const ParkRules* rules = park_rules(state)
    cdef const ParkTable* at = table_at(state.data)
    cdef int32_t direction, cell
    cdef list seen = []
    for direction in range(DIRECTIONS if at.last_cell != NONE else 0):
        cell = first_seen(rules, at, at.last_cell, direction)
        if cell != NONE:
            seen.append(Sight(direction, cell, animal_of(at.board[cell] - 1), animals_of(at.board[cell] - 1)))
    return tuple(seen)


def magazines(State state not None, seat=None):
    """The rack, by colour, with the costs for a seat ("Publish an Article", "Magazine Card Special Effects")."""
    cdef const ParkRules* rules = park_rules(state)
    cdef const ParkTable* at = table_at(state.data)
    cdef const ParkSeat* owner = NULL if seat is None else player_of(state, seat)
    cdef int32_t colour
    cdef list rack = []
    for colour in range(COLOURS):
        values = tuple([rules.values[colour][card] for card in range(at.sold[colour], rules.stack_cards)])
        cost = None
        if owner != NULL and not owner.magazines[colour] and is_for_sale(rules, at, colour):
            cost = cost_of(rules, at, owner, colour)
        rack.append(Magazine(values, cost, cost is not None and bool((affordable(rules, at, owner) >> colour) & 1)))
    return tuple(rack)


def player(State state not None, seat):
    """What a seat has, its secrets included."""
    cdef const ParkSeat* at = player_of(state, seat)
    return Player(
        tuple([at.tokens[animal] for animal in range(ANIMALS)]),
        tuple([at.magazines[colour] or None for colour in range(COLOURS)]),
        None if at.tile == NONE else (animal_of(at.tile), animals_of(at.tile)),
        discount_of(at),
    )


def standing(State state not None):
    """What ranks each seat: magazines, of which six are six colours, then tokens ("Game End")."""
    cdef int32_t seat
    cdef list standings = []
    for seat in range(park_rules(state).header.players):
        standings.append(Standing(
            magazines_of(seat_at(state.data, seat)), sum_of(seat_at(state.data, seat).tokens, ANIMALS)))
    return tuple(standings)


def end_reason(State state not None):
    """Why the game is over: SIX_COLOURS, BOARD_FULL or ALL_PASSED; None while it is not ("Game End")."""
    cdef int32_t seat
    cdef int32_t players = park_rules(state).header.players
    if table_at(state.data).phase != OVER:
        return None
    for seat in range(players):
        if magazines_of(seat_at(state.data, seat)) == COLOURS:
            return SIX_COLOURS
    return ALL_PASSED if table_at(state.data).spaces else BOARD_FULL
