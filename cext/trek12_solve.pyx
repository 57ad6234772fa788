"""The task of a Trek 12 solver as Python builds it: a sheet of a state, the dice to come and the cards at the lines."""

from typing import NamedTuple

cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cext.kernel cimport Rules, RulesHeader, State
from cext.trek12 cimport (
    CHOOSING,
    DEALING,
    GREEN_FACES,
    MAX_CIRCLES,
    NONE,
    OPERATIONS,
    YELLOW_FACES,
    Trek12Rules,
    Trek12Seat,
    Trek12Table,
    bit,
    has,
    lowest_bit,
    number_in,
    result_of,
    rules_at,
    seat_at,
    table_at,
)


cdef str KERNEL_NAME = "trek12"


SPIDER = -1


class Facts(NamedTuple):
    """A sheet, the rolls to come and what lies at the observation lines, in plain data."""
    rolls: tuple[tuple[int, int], ...]
    """Dice to come: green, yellow."""
    results: tuple[tuple[int, ...], ...]
    """What each operation makes of each roll to come."""
    boxes_left: tuple[int, ...]
    """Free boxes by operation."""
    max_number: int
    danger_points: int
    """Of one tick."""
    safe_operation: int
    """The one that scares no piranha."""
    neighbours: tuple[tuple[int, ...], ...]
    """By circle."""
    river: tuple[int, ...]
    written: tuple[int | None, ...]
    """By circle: its number, SPIDER, or None while it is empty."""
    links: tuple[tuple[int, int], ...]
    """Linked circles, the lower number first."""
    ticks: int
    """Danger boxes so far."""
    usable: tuple[int, ...]
    """Empty circles that may be filled."""
    fixed: dict[int, int]
    """Empty circles that must hold a number at the end."""
    lines: tuple[tuple[int, tuple[int, ...]], ...]
    """The number and the values of the card of each observation line."""


cdef tuple list_bits(uint64_t mask):
    return tuple([index for index in range(64) if has(mask, index)])


cdef Rules solo_rules(Rules rules):
    """The same rules for one player."""
    cdef Rules solo = Rules.allocate(rules.kernel, 1, sizeof(Trek12Rules))
    memcpy(<char*> solo.data + sizeof(RulesHeader), <char*> rules.data + sizeof(RulesHeader),
           sizeof(Trek12Rules) - sizeof(RulesHeader))
    return solo


cdef State solo_state(State state, int32_t seat, Rules solo):
    """A seat's sheet alone at a table; a choice not yet written is forgotten, as it can still be anything."""
    cdef State alone = State.blank(solo)
    table_at(alone.data)[0] = table_at(state.data)[0]
    seat_at(alone.data, 0)[0] = seat_at(state.data, seat)[0]
    table_at(alone.data).chosen = 0
    seat_at(alone.data, 0).choice = 0
    return alone


@cython.final
cdef class Known:
    """A sheet with known dice.

    `state` is a table of any number of players, `seat` the one whose sheet it is. `rolls` are the dice of all rounds
    not yet written, (green, yellow) each, the roll that lies on the table included. `numbers` and `cards` (by content
    index) say what lies at each observation line: what the table shows already, and for the rest what is known
    afterwards or assumed. `empty` circles stay empty; `fixed` circles hold the given number at the end.

    ValueError names the first thing that cannot be.
    """

    def __init__(self, State state not None, seat, rolls, numbers, cards, empty=(), fixed=None):
        if state.rules.kernel.name != KERNEL_NAME:
            raise TypeError(f"{state} is no state of Trek 12")
        if not 0 <= seat < state.rules.players:
            raise ValueError(f"there is no seat {seat}")
        memset(&self.task, 0, sizeof(Task))
        self.solo = solo_rules(state.rules)
        self.start = solo_state(state, seat, self.solo)
        self.rolls = tuple([(green, yellow) for green, yellow in rolls])
        self.numbers = tuple(numbers)
        self.cards = tuple(cards)
        self.empty = tuple(sorted(set(empty)))
        self.fixed = dict(fixed or {})
        self.task.rules = rules_at(self.solo.data)
        self.task.table = table_at(self.start.data)[0]
        self.task.sheet = seat_at(self.start.data, 0)[0]
        self.task.round = self.task.table.round
        self._take_rolls()
        self._take_lines()
        self._take_constraints(self.empty, self.fixed)

    def _take_rolls(self):
        cdef const Trek12Rules* rules = self.task.rules
        cdef int32_t step, operation
        cdef int64_t green, yellow    # wide enough for whatever a request may hold
        self.task.rolls = rules.rounds - self.task.round
        if len(self.rolls) != self.task.rolls:
            raise ValueError(f"{self.task.rolls} rolls are still to be written, not {len(self.rolls)}")
        for step, (green, yellow) in enumerate(self.rolls):
            if not (1 <= green <= GREEN_FACES and 0 <= yellow < YELLOW_FACES):
                raise ValueError(f"no dice show {green} and {yellow}")
            for operation in range(OPERATIONS):
                self.task.results[step][operation] = result_of(rules, operation, <int32_t> green, <int32_t> yellow)
        if self.task.table.phase == CHOOSING and self.rolls[0] != (self.task.table.green, self.task.table.yellow):
            raise ValueError("the dice on the table do not show {} and {}".format(*self.rolls[0]))

    def _take_lines(self):
        cdef Trek12Table* table = &self.task.table
        cdef const Trek12Rules* rules = self.task.rules
        cdef int32_t line
        number_cards = {rules.number_card[i] for i in range(rules.number_cards)}
        if len(self.numbers) != rules.lines or len(set(self.numbers)) != rules.lines:
            raise ValueError(f"each of the {rules.lines} observation lines has a number of its own")
        if not number_cards.issuperset(self.numbers):
            raise ValueError(f"the number cards are {sorted(number_cards)}")
        if len(self.cards) != rules.lines or len(set(self.cards)) != rules.lines:
            raise ValueError(f"each of the {rules.lines} observation lines has a card of its own")
        memset(self.task.line_of, NONE, sizeof(self.task.line_of))
        for line in range(rules.lines):
            if not 0 <= self.cards[line] < rules.cards:
                raise ValueError(f"there is no observation card {self.cards[line]}")
            if table.phase != DEALING and table.numbers[line] != self.numbers[line]:
                raise ValueError(f"line {line} shows the number {table.numbers[line]}")
            if table.cards[line] != NONE and table.cards[line] != self.cards[line]:
                raise ValueError(f"line {line} shows the card {table.cards[line]}")
            table.numbers[line] = self.numbers[line]
            table.cards[line] = self.cards[line]
            self.task.line_of[<int32_t> self.numbers[line]] = line
        table.due_lines = 0

    def _take_constraints(self, empty, fixed):
        cdef const Trek12Rules* rules = self.task.rules
        cdef int64_t circle, number   # wide enough for whatever a request may hold
        self.task.usable = rules.all_circles & ~self.task.sheet.filled
        for circle in range(MAX_CIRCLES):
            self.task.numbers[circle] = 0xFFFFFFFF
        for circle in [*empty, *fixed]:
            if not 0 <= circle < rules.circles:
                raise ValueError(f"there is no circle {circle}")
        for circle in empty:
            if circle in fixed or self.task.sheet.filled & bit(<int32_t> circle):
                raise ValueError(f"circle {circle} cannot stay empty")
            self.task.usable &= ~bit(<int32_t> circle)
        for circle, number in fixed.items():
            if not 0 <= number <= rules.max_number:
                raise ValueError(f"no circle can hold the number {number}")
            if self.task.sheet.filled & bit(<int32_t> circle) and not self.task.sheet.by_number[number] & bit(<int32_t> circle):
                raise ValueError(f"circle {circle} holds something else than {number} already")
            self.task.numbers[circle] = <uint32_t> 1 << number
            self.task.required |= bit(<int32_t> circle)

    @property
    def results(self):
        """What each operation makes of each roll to come: one tuple per roll."""
        cdef int32_t step, operation
        return tuple([
            tuple([self.task.results[step][operation] for operation in range(OPERATIONS)])
            for step in range(self.task.rolls)
        ])

    @property
    def boxes_left(self):
        """Free boxes by operation."""
        cdef int32_t operation
        return tuple([self.task.rules.boxes - self.task.sheet.used[operation] for operation in range(OPERATIONS)])

    @property
    def facts(self):
        """What a model of the sheet needs to know."""
        cdef const Trek12Rules* rules = self.task.rules
        cdef const Trek12Seat* sheet = &self.task.sheet
        cdef int32_t circle, line, number
        written = []
        for circle in range(rules.circles):
            number = number_in(sheet, circle)
            written.append(number if number >= 0 else SPIDER if has(sheet.spiders, circle) else None)
        return Facts(
            rolls=self.rolls,
            results=self.results,
            boxes_left=self.boxes_left,
            max_number=rules.max_number,
            danger_points=rules.danger_points,
            safe_operation=rules.safe_operation,
            neighbours=tuple([list_bits(rules.neighbours[circle]) for circle in range(rules.circles)]),
            river=list_bits(rules.river),
            written=tuple(written),
            links=tuple([(circle, sheet.above[circle] - 1) for circle in range(rules.circles) if sheet.above[circle]]),
            ticks=sheet.ticks,
            usable=list_bits(self.task.usable),
            fixed={
                circle: lowest_bit(self.task.numbers[circle])
                for circle in list_bits(self.task.required & ~sheet.filled)
            },
            lines=tuple([
                (self.numbers[line], tuple([
                    rules.card_values[<int32_t> self.cards[line]][number]
                    for number in range(rules.card_length[<int32_t> self.cards[line]])
                ]))
                for line in range(rules.lines)
            ]),
        )
