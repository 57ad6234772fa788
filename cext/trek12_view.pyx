"""What lies on a table of Trek 12, told in Python values for views, pictures and counting.

`cext.trek12` offers all of it under its own name. Headings in quotes are sections of the rulebook.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t, uint64_t

from cext.kernel cimport State
from cext.trek12 cimport (
    CHOOSING,
    DEALING,
    NONE,
    OPERATIONS,
    OVER,
    Points,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    has,
    lowest_bit,
    number_in,
    rules_at,
    seat_at,
    table_at,
    zone_around,
)
from cext.trek12_sheet cimport points_of


cdef str KERNEL_NAME = "trek12"

cpdef enum:
    ENVELOPE_OBSERVATIONS = 12  # the challenge of Adventure envelope 1


class Table(NamedTuple):
    """What lies open on the table."""
    round: int
    """Rounds written."""
    phase: int
    roll: tuple[int, int] | None
    """Green and yellow, while the seats choose."""
    numbers: tuple[int, ...] | None
    """By observation line, once dealt."""
    cards: tuple[int | None, ...]
    """By observation line; None lies face down."""
    chosen: tuple[int, ...]
    """Seats that have chosen in this round."""


class WrittenCircle(NamedTuple):
    """A circle that somebody has written in."""
    circle: int
    number: int | None
    """None: a spider, and no number."""
    round: int
    """In which it was written, from 1."""
    operation: int
    is_piranha: bool
    is_orphan: bool
    link_below: int | None
    link_above: int | None


class SheetScore(NamedTuple):
    """The points of a sheet, item by item; without orphans until the game is over."""
    trails: tuple[tuple[int, ...], ...]
    """The circles of each, from its lowest number to its highest; by first circle."""
    trail_values: tuple[int, ...]
    trail_points: int
    zones: tuple[tuple[int, ...], ...]
    """The circles of each, ascending; by first circle."""
    zone_values: tuple[int, ...]
    zone_points: int
    observation_points: tuple[int, ...]
    """By line."""
    ticks: int
    """Danger boxes."""
    danger_points: int
    """What the ticks cost."""
    orphans: tuple[int, ...]
    total: int


cdef const Trek12Rules* trek12_rules(State state) except NULL:
    if state.rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{state} is no state of Trek 12")
    return rules_at(state.rules.data)


cdef Trek12Seat* sheet_of(State state, seat) except NULL:
    """A seat's sheet; IndexError when there is no such seat."""
    cdef const Trek12Rules* rules = trek12_rules(state)
    if not 0 <= seat < rules.header.players:
        raise IndexError(f"there is no seat {seat}")
    return seat_at(state.data, seat)


cdef tuple list_bits(uint64_t mask):
    return tuple([index for index in range(64) if has(mask, index)])


def table(State state not None):
    """What lies open on the table."""
    cdef const Trek12Rules* rules = trek12_rules(state)
    cdef const Trek12Table* at = table_at(state.data)
    cdef int32_t line
    return Table(
        at.round,
        at.phase,
        (at.green, at.yellow) if at.phase == CHOOSING else None,
        None if at.phase == DEALING else tuple([at.numbers[line] for line in range(rules.lines)]),
        tuple([None if at.cards[line] == NONE else at.cards[line] for line in range(rules.lines)]),
        list_bits(at.chosen),
    )


def choice(State state not None, seat):
    """The secret choice of a seat as a move word, None when it has not chosen."""
    cdef const Trek12Seat* sheet = sheet_of(state, seat)
    return sheet.choice if has(table_at(state.data).chosen, seat) else None


def written(State state not None, seat):
    """The written circles of a sheet in the order of writing."""
    cdef const Trek12Seat* sheet = sheet_of(state, seat)
    cdef int32_t round, circle, number, rounds = table_at(state.data).round
    cdef dict below = {sheet.above[circle] - 1: circle for circle in list_bits(sheet.has_above)}
    circles = []
    for round in range(rounds):
        circle = sheet.circle_of_round[round]
        number = number_in(sheet, circle)
        circles.append(WrittenCircle(
            circle,
            None if number < 0 else number,
            round + 1,
            sheet.operation_of_round[round],
            has(sheet.piranhas, circle),
            has(sheet.orphans, circle),
            below.get(circle),
            sheet.above[circle] - 1 if sheet.above[circle] else None,
        ))
    return tuple(circles)


def used(State state not None, seat):
    """Ticked boxes of the choices table by operation."""
    cdef const Trek12Seat* sheet = sheet_of(state, seat)
    cdef int32_t operation
    return tuple([sheet.used[operation] for operation in range(OPERATIONS)])


def observed(State state not None, seat):
    """Circled values by observation line."""
    cdef const Trek12Seat* sheet = sheet_of(state, seat)
    cdef int32_t line
    return tuple([sheet.observed[line] for line in range(trek12_rules(state).lines)])


cdef tuple list_trails(const Trek12Seat* sheet):
    """Trails of two or more, from the lowest number upwards. Numbers rise along the links, so every walk ends."""
    cdef int32_t circle
    trails = []
    for circle in list_bits(sheet.has_above & ~sheet.has_below):
        trail = [circle]
        while sheet.above[circle]:
            circle = sheet.above[circle] - 1
            trail.append(circle)
        trails.append(tuple(trail))
    return tuple(trails)


cdef tuple list_zones(const Trek12Rules* rules, const Trek12Seat* sheet):
    cdef uint64_t alike, zone
    cdef int32_t number
    zones = []
    for number in range(rules.max_number + 1):
        alike = sheet.by_number[number]
        while alike:
            zone = zone_around(rules, alike, lowest_bit(alike))
            alike &= ~zone
            if zone & (zone - 1):
                zones.append(list_bits(zone))
    return tuple(sorted(zones))


def score(State state not None, seat):
    """The points of a sheet, item by item ("How to count your points")."""
    cdef const Trek12Rules* rules = trek12_rules(state)
    cdef const Trek12Seat* sheet = sheet_of(state, seat)
    cdef Points points = points_of(rules, table_at(state.data), sheet)
    cdef int32_t line
    trails = list_trails(sheet)
    zones = list_zones(rules, sheet)
    return SheetScore(
        trails,
        tuple([number_in(sheet, trail[len(trail) - 1]) + len(trail) - 1 for trail in trails]),
        points.trails,
        zones,
        tuple([number_in(sheet, zone[0]) + len(zone) - 1 for zone in zones]),
        points.zones,
        tuple([points.observations[line] for line in range(rules.lines)]),
        sheet.ticks,
        points.danger,
        list_bits(sheet.orphans),
        points.total,
    )


def challenge(State state not None):
    """The challenge of Adventure envelope 1: (seats that met it, those among them that may open the envelope).

    Met by twelve observations in one exploration; of those who met it the highest total opens, several on a tie. Nobody
    before the game is over.
    """
    cdef const Trek12Rules* rules = trek12_rules(state)
    cdef int32_t line
    if table_at(state.data).phase != OVER:
        return (), ()
    totals = state.returns()
    met = tuple([
        seat for seat in range(rules.header.players)
        if sum([sheet_of(state, seat).observed[line] for line in range(rules.lines)]) >= ENVELOPE_OBSERVATIONS
    ])
    best = max([totals[seat] for seat in met], default=None)
    return met, tuple([seat for seat in met if totals[seat] == best])


def zone_circles(args):
    """The circles of a ZONE event, ascending, from its arguments."""
    return list_bits((args[2] & 0xFFFFFFFF) | (args[3] & 0xFFFFFFFF) << 32)
