"""What lies on a table of Amazonas, told in Python values for views, pictures and counting.

`cext.amazonas` offers all of it under its own name. Headings in quotes are sections of the 2005 rulebook.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t, uint64_t

from cext.amazonas cimport (
    BUILDING,
    COPPER_COINS,
    EARNING,
    EVENT_CARDS,
    EVENT_KINDS,
    HUTS,
    INCOME_CARDS,
    NONE,
    SETTING_UP,
    TYPES,
    AmazonasRules,
    AmazonasSeat,
    AmazonasTable,
    Points,
    active_seat,
    event_of_card,
    has,
    popcount,
    rules_at,
    seat_at,
    table_at,
)
from cext.amazonas_build cimport buildable_villages, neutral_villages, price_in
from cext.amazonas_chance cimport events_left
from cext.amazonas_income cimport announced_income, hirable_types
from cext.amazonas_score cimport points_of, specimen_count
from cext.kernel cimport State


cdef str KERNEL_NAME = "amazonas"

cpdef enum:
    NEUTRAL_OWNER = -1        # whose hut stands on a site that a neutral one took


class Table(NamedTuple):
    """What lies open on the table."""
    phase: int
    round: int
    """The round in progress, whose event may still be awaited; 0 before the first, the last one at the end."""
    event: int | None
    """What the event card of the round shows, None while none lies out."""
    native: bool
    """Whether a native token lies on the event card."""
    order: tuple[int, ...]
    """Seats in the order of play of this round, empty until it is decided."""
    place: int | None
    """Place in the order of the seat in turn, None while nobody takes a turn of a round."""
    active: int | None
    """The one seat in turn, of the set-up or of a round."""
    chosen: tuple[int, ...]
    """Seats that have chosen their card of this round, while others have not."""
    supply: tuple[int, ...]
    """Specimen tokens left, by type."""
    events_left: tuple[int, ...]
    """Event cards that have not been drawn, by what they show."""
    neutral_built: bool
    """Whether the seat in turn has built a neutral hut in this turn."""


class Player(NamedTuple):
    """What a seat has. `choice` and `mission` are for that seat alone, the mission until the game is over."""
    silver: int
    huts: tuple[int, ...]
    """Villages, ascending."""
    huts_left: int
    """Of the twelve of the box."""
    neutral_left: int
    specimens: tuple[int, ...]
    """Tokens by type, without natives."""
    natives: tuple[int, ...]
    """By the type they are assigned to."""
    hand: tuple[int, ...]
    """Income cards, ascending; one that is chosen stays among them until all are revealed."""
    choice: int | None
    played: int | None
    """The income card face up in front of the seat."""
    income: int | None
    """Announced in this round."""
    mission: int | None
    coin: int | None
    """The copper coin held; None at tables without."""
    five_types: int
    """Points of the bonus token taken, 0 for none."""


class SeatScore(NamedTuple):
    """The points of a seat, item by item, as if the game ended now. `missions` is as secret as the mission."""
    types: tuple[int, ...]
    """By type."""
    five_types: int
    majority: int
    missions: int
    total: int


class Standing(NamedTuple):
    """What ranks a seat; of each, more is better."""
    points: int
    specimens: int
    silver: int
    coin: int | None
    """None at tables without coins, where it does not rank."""


cdef const AmazonasRules* amazonas_rules(State state) except NULL:
    if state.rules.kernel.name != KERNEL_NAME:
        raise TypeError(f"{state} is no state of Amazonas")
    return rules_at(state.rules.data)


cdef AmazonasSeat* player_of(State state, seat) except NULL:
    """What a seat has; IndexError when there is no such seat."""
    if not 0 <= seat < amazonas_rules(state).header.players:
        raise IndexError(f"there is no seat {seat}")
    return seat_at(state.data, seat)


cdef tuple list_bits(uint64_t mask):
    return tuple([index for index in range(64) if has(mask, index)])


cdef object known(int32_t number):
    """The number, or None for what there is not."""
    return None if number == NONE else number


cdef tuple count_kinds(uint64_t cards):
    """How many of these event cards show each kind."""
    cdef int32_t card
    cdef list counts = [0] * EVENT_KINDS
    for card in range(EVENT_CARDS):
        counts[event_of_card(card)] += has(cards, card)
    return tuple(counts)


def table(State state not None):
    """What lies open on the table."""
    cdef const AmazonasRules* rules = amazonas_rules(state)
    cdef const AmazonasTable* at = table_at(state.data)
    cdef bint in_turns = at.phase == EARNING or at.phase == BUILDING
    return Table(
        at.phase,
        at.round,
        known(at.event),
        bool(at.native),
        tuple([at.order[place] for place in range(rules.header.players)]) if in_turns else (),
        at.turn if in_turns else None,
        active_seat(at) if active_seat(at) >= 0 else None,
        list_bits(at.chosen),
        tuple([at.supply[type] for type in range(TYPES)]),
        count_kinds(events_left(at)),
        bool(at.neutral_built),
    )


def player(State state not None, seat):
    """What a seat has, its secrets included."""
    cdef const AmazonasSeat* at = player_of(state, seat)
    cdef const AmazonasTable* open_table = table_at(state.data)
    cdef int32_t huts = popcount(at.huts)
    return Player(
        at.silver,
        list_bits(at.huts),
        HUTS - huts if huts < HUTS else 0,
        at.neutral_left,
        tuple([at.specimens[type] for type in range(TYPES)]),
        tuple([at.natives[type] for type in range(TYPES)]),
        list_bits(at.hand),
        known(at.choice),
        known(at.played),
        at.income if open_table.phase == EARNING or open_table.phase == BUILDING else None,
        known(at.mission),
        at.coin or None,
        at.five_types,
    )


cdef object owner_of(State state, int32_t village, int32_t site):
    """Whose hut stands on a site: a seat, NEUTRAL_OWNER, or None."""
    cdef int32_t seat
    for seat in range(state.rules.players):
        if has(seat_at(state.data, seat).at_site[site], village):
            return seat
    return NEUTRAL_OWNER if has(table_at(state.data).neutral[site], village) else None


def sites(State state not None):
    """For each village the owner of each of its sites, cheapest first: a seat, NEUTRAL_OWNER, or None for none."""
    cdef const AmazonasRules* rules = amazonas_rules(state)
    return tuple([
        tuple([owner_of(state, village, site) for site in range(rules.sites[village])])
        for village in range(rules.villages)
    ])


def bonuses_left(State state not None):
    """Points of the tokens for all five types that nobody has, best first ("Bonus Points for Specimen Tokens")."""
    cdef const AmazonasRules* rules = amazonas_rules(state)
    cdef int32_t place, seat, taken = 0
    for seat in range(rules.header.players):
        taken += seat_at(state.data, seat).five_types != 0
    return tuple([rules.five_types[place] for place in range(taken, rules.header.players)])


def income(State state not None, seat, card):
    """The income that a seat would announce with a card now ("Play Income Cards")."""
    if not 0 <= card < INCOME_CARDS:
        raise ValueError(f"there is no income card {card}")
    return announced_income(player_of(state, seat), card)


cdef bint is_in_turn(State state, seat, int32_t phase):
    """Whether the seat is asked for a move of this phase."""
    cdef const AmazonasTable* at = table_at(state.data)
    return at.phase == phase and active_seat(at) == seat


def buildable(State state not None, seat):
    """Villages where the seat can build a hut of its own now, ascending; none when it is not asked to build.

    Connections, the event, free sites and money count.
    """
    cdef const AmazonasSeat* at = player_of(state, seat)
    if not is_in_turn(state, seat, SETTING_UP) and not is_in_turn(state, seat, BUILDING):
        return ()
    return list_bits(buildable_villages(amazonas_rules(state), table_at(state.data), at))


def neutral_sites(State state not None, seat):
    """Villages where the seat can build a neutral hut now, ascending; none when it is not asked to build."""
    cdef const AmazonasSeat* at = player_of(state, seat)
    if not is_in_turn(state, seat, BUILDING):
        return ()
    return list_bits(neutral_villages(amazonas_rules(state), table_at(state.data), at))


def hirable(State state not None, seat):
    """Types to which the seat can assign the waiting native now; none when it is not asked about it."""
    player_of(state, seat)
    if not is_in_turn(state, seat, EARNING):
        return ()
    return list_bits(hirable_types(amazonas_rules(state), state.data, seat))


def price(State state not None, seat, village):
    """What a hut on the cheapest free site of a village would cost the seat, in silver; None when there is none."""
    cdef const AmazonasRules* rules = amazonas_rules(state)
    cdef const AmazonasSeat* at = player_of(state, seat)
    if not 0 <= village < rules.villages:
        raise IndexError(f"there is no village {village}")
    if has(table_at(state.data).filled[rules.sites[village] - 1], village):
        return None
    return price_in(rules, table_at(state.data), at, village)


def score(State state not None, seat):
    """The points of a seat, item by item ("The End of the Game and Final Scoring")."""
    cdef Points points
    player_of(state, seat)
    points = points_of(amazonas_rules(state), state.data, seat)
    return SeatScore(
        tuple([points.of_type[type] for type in range(TYPES)]),
        points.five_types,
        points.majority,
        points.missions,
        points.total,
    )


def standing(State state not None):
    """What ranks each seat: points, then specimens with natives, then money, then the coin where coins are in use."""
    cdef const AmazonasRules* rules = amazonas_rules(state)
    cdef const AmazonasSeat* at
    cdef int32_t seat
    standings = []
    for seat in range(rules.header.players):
        at = seat_at(state.data, seat)
        standings.append(Standing(
            points_of(rules, state.data, seat).total,
            specimen_count(at),
            at.silver,
            at.coin if rules.tie_break == COPPER_COINS else None,
        ))
    return tuple(standings)
