"""The plain twin of Trek 12: Amazonia.

Written from the rulebook sentence by sentence, for reading and not for speed, and without a look at the kernel:
random games must agree with it at every step. Each rule is one small function; its docstring names the section of
the rulebook ("Trails", "The Danger Zone", ...) or the ruling ("Ruling 6", of this ruleset in engines/RULINGS.md)
that it follows.

A seat, a circle, an operation, an observation line and an observation card are all numbers counted from 0;
circle 0 and number 0 are ordinary values, so absence is always ``None`` and never a falsy number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

OPERATIONS = ("LOWER", "HIGHER", "DIFFERENCE", "SUM", "PRODUCT")
LOWER, HIGHER, DIFFERENCE, SUM, PRODUCT = range(5)

NUMBERS, ROLL, CARD = 1, 2, 3
"""The kinds of chance outcome, as the top byte of an outcome word tells them."""

GREEN_FACES = range(1, 7)
YELLOW_FACES = range(6)

MAX_PLAYERS = 50
ENVELOPE_OBSERVATIONS = 12


# --- Content -------------------------------------------------------------------------------------------------------


class Circle(NamedTuple):
    """A circle of the exploration sheet and where it is drawn, in percent of the sheet's width."""

    id: int
    x: float
    y: float
    river: bool


@dataclass(frozen=True)
class Content:
    """What is printed: the sheet and the cards."""

    name: str
    provenance: str
    circles: tuple[Circle, ...]
    edges: tuple[tuple[int, int], ...]
    boxes_per_operation: int
    max_number: int
    danger_points: int
    card_names: tuple[str, ...]
    card_values: tuple[tuple[int, ...], ...]
    number_cards: tuple[int, ...]
    observation_lines: int
    neighbours: tuple[tuple[int, ...], ...]

    @classmethod
    def from_json(cls, pack: Mapping[str, Any]) -> Content:
        """Read a content pack; observation cards are numbered in the order of the file."""
        circles = tuple(Circle(c["id"], c["x"], c["y"], c["river"]) for c in pack["circles"])
        edges = tuple((a, b) for a, b in pack["edges"])
        touching: list[set[int]] = [set() for _ in circles]
        for a, b in edges:
            touching[a].add(b)
            touching[b].add(a)
        return cls(
            name=pack["name"],
            provenance=pack["provenance"],
            circles=circles,
            edges=edges,
            boxes_per_operation=pack["boxes_per_operation"],
            max_number=pack["max_number"],
            danger_points=pack["danger_points"],
            card_names=tuple(pack["observation_cards"]),
            card_values=tuple(tuple(values) for values in pack["observation_cards"].values()),
            number_cards=tuple(pack["number_cards"]),
            observation_lines=pack["observation_lines"],
            neighbours=tuple(tuple(sorted(circle)) for circle in touching),
        )

    @property
    def rounds(self) -> int:
        """End of the Game: as many rounds as the choices table has boxes."""
        return len(OPERATIONS) * self.boxes_per_operation


# --- Words ---------------------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """A choice: which operation, written in which circle, linked to which neighbours (Ruling 6)."""

    operation: int
    circle: int
    link_below: int | None = None
    link_above: int | None = None

    @property
    def word(self) -> int:
        """The move as one number: operation, circle, link below + 1, link above + 1; 0 for no link."""
        return self.operation << 24 | self.circle << 16 | _link_byte(self.link_below) << 8 | _link_byte(self.link_above)

    @classmethod
    def from_word(cls, word: int) -> Move:
        """The move that a word tells, sensible or not."""
        return cls(word >> 24, word >> 16 & 0xFF, _link(word >> 8 & 0xFF), _link(word & 0xFF))


def _link_byte(circle: int | None) -> int:
    return 0 if circle is None else circle + 1


def _link(byte: int) -> int | None:
    return None if byte == 0 else byte - 1


def numbers_word(numbers: tuple[int, ...]) -> int:
    """The outcome: these number cards lie at the observation lines, in line order."""
    return NUMBERS << 56 | sum(number << 8 * line for line, number in enumerate(numbers))


def roll_word(green: int, yellow: int) -> int:
    """The outcome: the dice show these faces."""
    return ROLL << 56 | yellow << 8 | green


def card_word(line: int, card: int) -> int:
    """The outcome: this observation card turns up at this line."""
    return CARD << 56 | card << 8 | line


def _outcome_fields(word: int, count: int) -> tuple[int, ...]:
    """The `count` byte fields of an outcome; the last takes all bits that are left, so that stray ones show."""
    data = word & (1 << 56) - 1
    return (*(data >> 8 * i & 0xFF for i in range(count - 1)), data >> 8 * (count - 1))


# --- One sheet -----------------------------------------------------------------------------------------------------


class Written(NamedTuple):
    """A line of a sheet's history; rounds are counted from 1."""

    round: int
    operation: int
    circle: int


@dataclass
class Sheet:
    """One player's exploration sheet, as far as it is filled."""

    numbers: dict[int, int] = field(default_factory=dict)
    """Circle to the number written in it; a spider circle has none."""
    spiders: set[int] = field(default_factory=set)
    """Circles that got a spider while playing; orphans are found when counting."""
    piranhas: set[int] = field(default_factory=set)
    links: set[tuple[int, int]] = field(default_factory=set)
    """Lines drawn: (circle of n, circle of n + 1)."""
    used: list[int] = field(default_factory=lambda: [0] * len(OPERATIONS))
    """Boxes ticked for each operation."""
    ticks: int = 0
    """Danger boxes ticked while playing; orphans are added when counting."""
    observed: list[int] = field(default_factory=list)
    """Values circled on each observation line."""
    history: list[Written] = field(default_factory=list)

    def clone(self) -> Sheet:
        """An independent copy."""
        return Sheet(
            dict(self.numbers),
            set(self.spiders),
            set(self.piranhas),
            set(self.links),
            list(self.used),
            self.ticks,
            list(self.observed),
            list(self.history),
        )


def result(operation: int, green: int, yellow: int) -> int:
    """How to Play: one of five operations on the two dice. Equal dice: lower and higher are that value (Ruling 2)."""
    low, high = min(green, yellow), max(green, yellow)
    return (low, high, high - low, low + high, low * high)[operation]


def holds_spider_instead(content: Content, number: int) -> bool:
    """How to Play, MAX. 12: a number over the maximum is drawn as a spider (Ruling 5)."""
    return number > content.max_number


def is_used_up(content: Content, sheet: Sheet, operation: int) -> bool:
    """How to Play: an operation with all its boxes ticked is no longer available (Ruling 3)."""
    return sheet.used[operation] >= content.boxes_per_operation


def is_filled(sheet: Sheet, circle: int) -> bool:
    """Ruling 4: a spider fills a circle as a number does."""
    return circle in sheet.numbers or circle in sheet.spiders


def is_first_writing(sheet: Sheet) -> bool:
    """How to Play: the first result goes into any circle."""
    return not sheet.numbers and not sheet.spiders


def is_adjacent_to_filled(content: Content, sheet: Sheet, circle: int) -> bool:
    """How to Play, Adjacentness rule: later results touch a filled circle."""
    return any(is_filled(sheet, neighbour) for neighbour in content.neighbours[circle])


def wakes_piranha(content: Content, safe_operation: int, operation: int, circle: int) -> bool:
    """Two Types of Circles: in a river circle every operation but the safe one wakes the piranha (Ruling 1)."""
    return content.circles[circle].river and operation != safe_operation


# --- Links of a trail ----------------------------------------------------------------------------------------------


def is_linked_upward(sheet: Sheet, circle: int) -> bool:
    """Trails: a number goes on to at most one number above it."""
    return any(lower == circle for lower, _ in sheet.links)


def is_linked_downward(sheet: Sheet, circle: int) -> bool:
    """Trails: a number goes on to at most one number below it."""
    return any(upper == circle for _, upper in sheet.links)


@dataclass(frozen=True)
class Side:
    """One of the two sides on which a number can be linked: towards n - 1 or towards n + 1."""

    name: str
    step: int
    is_taken: Callable[[Sheet, int], bool]
    """Is that neighbour's side facing us linked already?"""


BELOW = Side("BELOW", -1, is_linked_upward)
ABOVE = Side("ABOVE", +1, is_linked_downward)


def link_candidates(content: Content, sheet: Sheet, side: Side, circle: int, number: int) -> list[int]:
    """Trails: the neighbours holding the next number on this side that are still free towards us (Ruling 6)."""
    return [
        neighbour
        for neighbour in content.neighbours[circle]
        if sheet.numbers.get(neighbour) == number + side.step and not side.is_taken(sheet, neighbour)
    ]


def named_link_violation(
    content: Content, sheet: Sheet, side: Side, circle: int, number: int, link: int
) -> Iterator[str]:
    """Trails: a line is drawn to a neighbour that holds the next number and has no line on that side yet."""
    if link not in content.neighbours[circle]:
        yield f"LINK_{side.name}_NOT_NEIGHBOUR"
    elif sheet.numbers.get(link) != number + side.step:
        yield f"LINK_{side.name}_WRONG_NUMBER"
    elif side.is_taken(sheet, link):
        yield f"LINK_{side.name}_TAKEN"


def side_violations(
    content: Content, sheet: Sheet, side: Side, circle: int, number: int, link: int | None
) -> Iterator[str]:
    """Trails: a line that can be drawn must be drawn; among several on one side the player picks one (Ruling 6)."""
    if link is not None:
        yield from named_link_violation(content, sheet, side, circle, number, link)
    elif link_candidates(content, sheet, side, circle, number):
        yield f"LINK_{side.name}_MISSING"


def spider_link_violations(below: int | None, above: int | None) -> Iterator[str]:
    """Ruling 5: a spider is no number, so nothing can be linked to it."""
    if below is not None or above is not None:
        yield "LINK_ON_SPIDER"


def link_violations(
    content: Content, sheet: Sheet, circle: int, number: int, below: int | None, above: int | None
) -> Iterator[str]:
    """Trails: each side is checked by itself; a number with a line on both sides joins two trails (Ruling 6)."""
    if holds_spider_instead(content, number):
        yield from spider_link_violations(below, above)
    else:
        yield from side_violations(content, sheet, BELOW, circle, number, below)
        yield from side_violations(content, sheet, ABOVE, circle, number, above)


def legal_links(content: Content, sheet: Sheet, side: Side, circle: int, number: int) -> list[int | None]:
    """Trails: what can be named on one side, no link first; only neighbours are tried, as no other can be linked."""
    if holds_spider_instead(content, number):
        return [None]
    links = (None, *content.neighbours[circle])
    return [link for link in links if not any(side_violations(content, sheet, side, circle, number, link))]


def placement_violations(content: Content, sheet: Sheet, operation: int, circle: int) -> Iterator[str]:
    """How to Play: an operation with a free box, an empty circle, and the Adjacentness rule."""
    operation_exists = 0 <= operation < len(OPERATIONS)
    circle_exists = 0 <= circle < len(content.circles)
    if not operation_exists:
        yield "NO_SUCH_OPERATION"
    if not circle_exists:
        yield "NO_SUCH_CIRCLE"
    if operation_exists and is_used_up(content, sheet, operation):
        yield "OPERATION_USED_UP"
    if circle_exists and is_filled(sheet, circle):
        yield "CIRCLE_FILLED"
    elif circle_exists and not is_first_writing(sheet) and not is_adjacent_to_filled(content, sheet, circle):
        yield "CIRCLE_NOT_ADJACENT"


# --- Counting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Score:
    """The points of one sheet, item by item."""

    trails: list[list[int]]
    """Circles of each trail from its lowest to its highest number; sorted by first circle."""
    zones: list[list[int]]
    """Circles of each zone, sorted."""
    trail_points: int
    zone_points: int
    observation_line_points: list[int]
    observation_points: int
    orphans: list[int]
    """Sorted; empty until the game is over."""
    ticks: int
    """Danger boxes, the orphans' among them."""
    danger_points: int
    """What the ticks cost: not negative, to be subtracted."""
    total: int


def find_trails(sheet: Sheet) -> list[list[int]]:
    """Trails: what the lines join, lowest number first. A single circle is no trail (Ruling 6)."""
    upward = dict(sheet.links)
    trails = []
    for first in sorted(upward):
        if not is_linked_downward(sheet, first):
            trail = [first]
            while trail[-1] in upward:
                trail.append(upward[trail[-1]])
            trails.append(trail)
    return trails


def connected_equals(content: Content, sheet: Sheet, circle: int) -> set[int]:
    """Mapping Zones: all circles that can be reached from this one over equal numbers."""
    reached, frontier = {circle}, [circle]
    while frontier:
        for neighbour in content.neighbours[frontier.pop()]:
            if neighbour not in reached and sheet.numbers.get(neighbour) == sheet.numbers[circle]:
                reached.add(neighbour)
                frontier.append(neighbour)
    return reached


def find_zones(content: Content, sheet: Sheet) -> list[list[int]]:
    """Mapping Zones: connected groups of two or more equal numbers (Ruling 7)."""
    groups = {tuple(sorted(connected_equals(content, sheet, circle))) for circle in sheet.numbers}
    return sorted(list(group) for group in groups if len(group) >= 2)


def trail_value(sheet: Sheet, trail: list[int]) -> int:
    """How to count your points, Trails: the highest number, and one for each further circle."""
    return max(sheet.numbers[circle] for circle in trail) + len(trail) - 1


def zone_value(sheet: Sheet, zone: list[int]) -> int:
    """How to count your points, Zones: the number, and one for each further circle."""
    return sheet.numbers[zone[0]] + len(zone) - 1


def line_value(content: Content, card: int | None, circled: int) -> int:
    """How to count your points, Observation: the last circled value; nothing is known of a face-down card yet."""
    if card is None or circled == 0:
        return 0
    return content.card_values[card][circled - 1]


def find_orphans(sheet: Sheet, trails: list[list[int]], zones: list[list[int]]) -> list[int]:
    """End of the Game: numbers in no trail and no zone. A spider circle is not ticked again (Ruling 8)."""
    mapped = {circle for group in (*trails, *zones) for circle in group}
    return sorted(circle for circle in sheet.numbers if circle not in mapped)


def count_points(content: Content, sheet: Sheet, cards: list[int | None], over: bool) -> Score:
    """How to count your points: trails, zones and observations, less the danger (scores are signed, Ruling 10)."""
    trails = find_trails(sheet)
    zones = find_zones(content, sheet)
    orphans = find_orphans(sheet, trails, zones) if over else []
    trail_points = sum(trail_value(sheet, trail) for trail in trails)
    zone_points = sum(zone_value(sheet, zone) for zone in zones)
    lines = [line_value(content, card, circled) for card, circled in zip(cards, sheet.observed, strict=True)]
    ticks = sheet.ticks + len(orphans)
    danger = ticks * content.danger_points
    return Score(
        trails=trails,
        zones=zones,
        trail_points=trail_points,
        zone_points=zone_points,
        observation_line_points=lines,
        observation_points=sum(lines),
        orphans=orphans,
        ticks=ticks,
        danger_points=danger,
        total=trail_points + zone_points + sum(lines) - danger,
    )


# --- The game ------------------------------------------------------------------------------------------------------


class Illegal(ValueError):
    """A move or an outcome that the rules forbid; `violations` names every reason."""

    def __init__(self, violations: tuple[str, ...]) -> None:
        super().__init__(", ".join(violations))
        self.violations = violations


class Trek12:
    """One exploration of 1 to 50 players."""

    def __init__(self, content: Content, players: int, river_safe_operation: str = "LOWER") -> None:
        if not 1 <= players <= MAX_PLAYERS:
            raise ValueError(f"1 to {MAX_PLAYERS} players, not {players}")
        if river_safe_operation not in ("LOWER", "HIGHER"):
            raise ValueError(f"river_safe_operation is LOWER or HIGHER, not {river_safe_operation}")
        self.content = content
        self.players = players
        self.safe_operation = OPERATIONS.index(river_safe_operation)
        self.rounds_written = 0
        self.line_numbers: tuple[int, ...] | None = None
        """The number card at each observation line, once they lie there."""
        self.line_cards: list[int | None] = [None] * content.observation_lines
        """The observation card at each line; None while it is face down, and then nobody knows which it is."""
        self.roll: tuple[int, int] | None = None
        """The green and the yellow die of the round being played; None between rounds."""
        self.choices: list[Move | None] = [None] * players
        """What each seat has chosen this round, secret until the last has (Ruling 10)."""
        self.sheets = [Sheet(observed=[0] * content.observation_lines) for _ in range(players)]

    def clone(self) -> Trek12:
        """An independent copy (the printed content is shared)."""
        copy = Trek12(self.content, self.players, OPERATIONS[self.safe_operation])
        copy.rounds_written = self.rounds_written
        copy.line_numbers = self.line_numbers
        copy.line_cards = list(self.line_cards)
        copy.roll = self.roll
        copy.choices = list(self.choices)
        copy.sheets = [sheet.clone() for sheet in self.sheets]
        return copy

    def public_state(self) -> tuple[object, ...]:
        """Everything that is in the state, in one canonical nested tuple of plain values.

        Layout::

            (rounds written,
             number per line or None,
             (card or None per line),
             (green, yellow) or None,
             (word of the chosen move or None per seat),
             (sheet per seat))

        with each sheet::

            (((circle, number), ...), (spider circle, ...), (piranha circle, ...), ((lower, upper) link, ...),
             (boxes ticked per operation), danger ticks, (values circled per line), ((round, operation, circle), ...))

        Circles and links ascend; the history is in the order of writing.
        """
        return (
            self.rounds_written,
            self.line_numbers,
            tuple(self.line_cards),
            self.roll,
            tuple(None if move is None else move.word for move in self.choices),
            tuple(
                (
                    tuple(sorted(sheet.numbers.items())),
                    tuple(sorted(sheet.spiders)),
                    tuple(sorted(sheet.piranhas)),
                    tuple(sorted(sheet.links)),
                    tuple(sheet.used),
                    sheet.ticks,
                    tuple(sheet.observed),
                    tuple(tuple(written) for written in sheet.history),
                )
                for sheet in self.sheets
            ),
        )

    # What comes next

    def is_discovered(self, line: int) -> bool:
        """Discover: a line is discovered when somebody has circled a value on it."""
        return any(sheet.observed[line] > 0 for sheet in self.sheets)

    def card_line(self) -> int | None:
        """Discover: the first line that is discovered while its card is still face down; None when there is none."""
        for line, card in enumerate(self.line_cards):
            if card is None and self.is_discovered(line):
                return line
        return None

    def due(self) -> str:
        """How to Play, End of the Game: numbers first; then roll, choices and discovered cards, round by round."""
        if self.line_numbers is None:
            return "NUMBERS"
        if self.roll is not None:
            return "CHOICES"
        if self.card_line() is not None:
            return "CARD"
        if self.rounds_written == self.content.rounds:
            return "OVER"
        return "ROLL"

    def seats_to_act(self) -> tuple[int, ...]:
        """How to Play: all players choose at the same time, so whoever has not chosen yet may."""
        if self.due() != "CHOICES":
            return ()
        return tuple(seat for seat, choice in enumerate(self.choices) if choice is None)

    # Chance

    def possible_outcomes(self) -> list[int]:
        """Pack your bag, How to Play, Discover: every outcome word that can come now, ascending."""
        due = self.due()
        if due == "NUMBERS":
            return sorted(
                numbers_word(numbers)
                for numbers in permutations(self.content.number_cards, self.content.observation_lines)
            )
        if due == "ROLL":
            return sorted(roll_word(green, yellow) for green in GREEN_FACES for yellow in YELLOW_FACES)
        line = self.card_line()
        if due == "CARD" and line is not None:
            return [card_word(line, card) for card in self.cards_not_shown()]
        return []

    def cards_not_shown(self) -> list[int]:
        """Pack your bag: the cards that can still lie at a face-down line."""
        return [card for card in range(len(self.content.card_names)) if card not in self.line_cards]

    def outcome_violations(self, word: int) -> tuple[str, ...]:
        """Every reason why this outcome cannot come now."""
        due = self.due()
        if due == "OVER":
            return ("GAME_OVER",)
        if due == "CHOICES":
            return ("CHANCE_NOT_DUE",)
        if word >> 56 != {"NUMBERS": NUMBERS, "ROLL": ROLL, "CARD": CARD}[due]:
            return ("WRONG_CHANCE",)
        if due == "NUMBERS":
            return tuple(self._numbers_violations(_outcome_fields(word, self.content.observation_lines)))
        if due == "ROLL":
            return tuple(self._roll_violations(*_outcome_fields(word, 2)))
        return tuple(self._card_violations(*_outcome_fields(word, 2)))

    def _numbers_violations(self, numbers: tuple[int, ...]) -> Iterator[str]:
        """Pack your bag: a different number card at each line."""
        if any(number not in self.content.number_cards for number in numbers):
            yield "NUMBER_CARD_UNKNOWN"
        if len(set(numbers)) < len(numbers):
            yield "NUMBER_CARD_REPEATED"

    def _roll_violations(self, green: int, yellow: int) -> Iterator[str]:
        """Your Equipment: the green die shows 1 to 6, the yellow one 0 to 5 (Ruling 2)."""
        if green not in GREEN_FACES:
            yield "GREEN_DIE_IMPOSSIBLE"
        if yellow not in YELLOW_FACES:
            yield "YELLOW_DIE_IMPOSSIBLE"

    def _card_violations(self, line: int, card: int) -> Iterator[str]:
        """Discover: the discovered line's card turns up, and each card exists once."""
        if line != self.card_line():
            yield "CARD_WRONG_LINE"
        if card not in range(len(self.content.card_names)):
            yield "CARD_UNKNOWN"
        if card in self.line_cards:
            yield "CARD_ALREADY_SHOWN"

    def tell(self, word: int) -> None:
        """Let this outcome happen; raises `Illegal` and changes nothing when it cannot."""
        violations = self.outcome_violations(word)
        if violations:
            raise Illegal(violations)
        due = self.due()
        if due == "NUMBERS":
            self.line_numbers = _outcome_fields(word, self.content.observation_lines)
        elif due == "ROLL":
            green, yellow = _outcome_fields(word, 2)
            self.roll = green, yellow
        else:
            line, card = _outcome_fields(word, 2)
            self.line_cards[line] = card

    # Moves

    def _generic_violation(self, seat: int) -> str | None:
        due = self.due()
        if due == "OVER":
            return "GAME_OVER"
        if due != "CHOICES":
            return "CHANCE_PENDING"
        if seat not in self.seats_to_act():
            return "NOT_TO_ACT"
        return None

    def _result(self, operation: int) -> int:
        assert self.roll is not None
        return result(operation, *self.roll)

    def violations(self, seat: int, move: Move) -> tuple[str, ...]:
        """Every reason why this seat cannot choose this move now.

        Links are checked whenever operation and circle exist, even if the box or the circle is not free.
        """
        generic = self._generic_violation(seat)
        if generic is not None:
            return (generic,)
        sheet = self.sheets[seat]
        operation, circle, below, above = move
        found = list(placement_violations(self.content, sheet, operation, circle))
        if "NO_SUCH_OPERATION" not in found and "NO_SUCH_CIRCLE" not in found:
            found += link_violations(self.content, sheet, circle, self._result(operation), below, above)
        return tuple(found)

    def legal_moves(self, seat: int) -> list[Move]:
        """Every move without a violation, ascending by word.

        Tries each operation in each circle, and there each link below with each link above. Operation and circle, the
        link below and the link above are judged apart, as no rule ties them together; what fails alone fails in every
        combination, so only what passes alone is combined.
        """
        if self._generic_violation(seat) is not None:
            return []
        sheet = self.sheets[seat]
        return [
            Move(operation, circle, below, above)
            for operation in range(len(OPERATIONS))
            for circle in range(len(self.content.circles))
            if not any(placement_violations(self.content, sheet, operation, circle))
            for below in legal_links(self.content, sheet, BELOW, circle, self._result(operation))
            for above in legal_links(self.content, sheet, ABOVE, circle, self._result(operation))
        ]

    def choose(self, seat: int, move: Move) -> None:
        """How to Play: choose secretly; the last choice writes the round for all.

        Raises `Illegal` and changes nothing when the move is not legal.
        """
        violations = self.violations(seat, move)
        if violations:
            raise Illegal(violations)
        self.choices[seat] = move
        if not self.seats_to_act():
            self._write_round()

    def _write_round(self) -> None:
        """How to Play: every player reports a result on the own sheet, and the dice are picked up again."""
        for sheet, move in zip(self.sheets, self.choices, strict=True):
            assert move is not None
            self._write(sheet, move)
        self.rounds_written += 1
        self.roll = None
        self.choices = [None] * self.players

    def _write(self, sheet: Sheet, move: Move) -> None:
        """How to Play: tick the box, fill the circle, apply the outcomes. Zones need no drawing: they are counted."""
        sheet.used[move.operation] += 1
        sheet.history.append(Written(self.rounds_written + 1, move.operation, move.circle))
        self._meet_piranha(sheet, move)
        number = self._result(move.operation)
        if holds_spider_instead(self.content, number):
            self._draw_spider(sheet, move.circle)
        else:
            sheet.numbers[move.circle] = number
            self._draw_links(sheet, move)
            self._observe(sheet, number)

    def _meet_piranha(self, sheet: Sheet, move: Move) -> None:
        """Two Types of Circles: colour the piranha and tick a danger box, a spider in the circle or not."""
        if wakes_piranha(self.content, self.safe_operation, move.operation, move.circle):
            sheet.piranhas.add(move.circle)
            sheet.ticks += 1

    def _draw_spider(self, sheet: Sheet, circle: int) -> None:
        """How to Play, MAX. 12: a spider in place of the number, and a tick in the danger zone."""
        sheet.spiders.add(circle)
        sheet.ticks += 1

    def _draw_links(self, sheet: Sheet, move: Move) -> None:
        """Trails: draw the lines that the player named."""
        if move.link_below is not None:
            sheet.links.add((move.link_below, move.circle))
        if move.link_above is not None:
            sheet.links.add((move.circle, move.link_above))

    def _observe(self, sheet: Sheet, number: int) -> None:
        """Discover, Observe: writing a line's number circles its next value, up to the last (Ruling 9).

        All that wrote the number in the round of discovery circle the first value; who comes later starts there too.
        The card turns up only after the round, and every card has a first value.
        """
        assert self.line_numbers is not None
        for line, line_number in enumerate(self.line_numbers):
            if line_number == number:
                card = self.line_cards[line]
                last = 1 if card is None else len(self.content.card_values[card])
                sheet.observed[line] = min(sheet.observed[line] + 1, last)

    # Results

    def score(self, seat: int) -> Score:
        """How to count your points: what the sheet is worth now; orphans count only when the game is over."""
        return count_points(self.content, self.sheets[seat], self.line_cards, self.due() == "OVER")

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Goal: the highest total wins; equal totals share the place (Ruling 10). Places go 1, 1, 3."""
        totals = [self.score(seat).total for seat in range(self.players)]
        ranking = []
        for total in sorted(set(totals), reverse=True):
            place = 1 + sum(other > total for other in totals)
            ranking.append((place, tuple(seat for seat in range(self.players) if totals[seat] == total)))
        return ranking

    def envelope_challenge(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The Adventure Envelopes, Envelope #1: the seats that made 12 observations, and those of them that open it.

        The highest total opens it, several seats on a tie (Ruling 11). Nobody before the game is over.
        """
        if self.due() != "OVER":
            return (), ()
        met = tuple(seat for seat, sheet in enumerate(self.sheets) if sum(sheet.observed) >= ENVELOPE_OBSERVATIONS)
        best = max((self.score(seat).total for seat in met), default=None)
        return met, tuple(seat for seat in met if self.score(seat).total == best)
