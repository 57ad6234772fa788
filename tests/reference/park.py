"""The plain twin of Amazonia Park.

Written from the rulebook sentence by sentence, for reading and not for speed, and without a look at the kernel:
random games must agree with it at every step. Each rule is one small function; its docstring names the heading of the
rulebook ("Take Pictures", ...) or the ruling ("park 3" is number 3 of this ruleset in engines/RULINGS.md) that it
follows.

A seat, a cell, an animal and a magazine are all numbers counted from 0; 0 is an ordinary value everywhere, so absence
is always ``None`` and never a falsy number. The magazine of an animal has the animal's number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

MAX_PLAYERS = 4

ANIMALS = ("toucan", "jaguar", "squirrel-monkey", "caiman", "capybara")
TOUCAN, JAGUAR, SQUIRREL_MONKEY, CAIMAN, CAPYBARA = range(5)
AMAZONIA = len(ANIMALS)
"""The magazine of no animal; its number follows those of the animals."""
MAGAZINES = range(AMAZONIA + 1)

TOKENS_PER_ANIMAL = 24
MAX_ON_TILE = 3

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps in column and row along the four lines of sight."""


# --- Content -------------------------------------------------------------------------------------------------------


class Tile(NamedTuple):
    """An animal tile, or what is printed on a space of the board: one to three animals of one kind."""

    animal: int
    number: int


KINDS = tuple(Tile(animal, number) for animal in range(len(ANIMALS)) for number in range(1, MAX_ON_TILE + 1))
"""Everything that a tile can show, in canonical order."""

Part = dict[Tile, int]
"""The morning or the evening part of the stack: how many tiles there are of each kind."""


@dataclass(frozen=True)
class Content:
    """What is printed: the board and the tiles."""

    name: str
    provenance: str
    columns: int
    rows: int
    printed: Mapping[int, Tile]
    """Animals printed on the board, by cell."""
    morning: Mapping[Tile, int]
    evening: Mapping[Tile, int]

    @classmethod
    def from_json(cls, pack: Mapping[str, Any]) -> Content:
        """Read a content pack."""
        return cls(
            name=pack["name"],
            provenance=pack["provenance"],
            columns=pack["columns"],
            rows=pack["rows"],
            printed={
                space["row"] * pack["columns"] + space["column"]: Tile(ANIMALS.index(space["animal"]), space["count"])
                for space in pack["printed"]
            },
            morning=_part(pack["morning"]),
            evening=_part(pack["evening"]),
        )

    @property
    def cells(self) -> int:
        """How many spaces the board has, row by row."""
        return self.columns * self.rows


def _part(mix: Mapping[str, Sequence[int]]) -> Part:
    """The pack tells for each animal how many tiles show it once, twice and three times."""
    return {kind: mix[ANIMALS[kind.animal]][kind.number - 1] for kind in KINDS}


def first_stack(magazine: int, players: int) -> list[int]:
    """Setup: a colour's magazine cards from the front; two players leave one of each colour out (park 1)."""
    values, left_out = ([7, 9, 11, 13], 9) if magazine == AMAZONIA else ([5, 7, 9, 11], 7)
    return [value for value in values if players > 2 or value != left_out]


def has_bonus(magazine: int, value: int) -> bool:
    """Magazine Card Special Effects: the card that brings a token."""
    return value == (11 if magazine == AMAZONIA else 9)


def has_discount(magazine: int, value: int) -> bool:
    """Magazine Card Special Effects: the card that makes later publications cheaper."""
    return value == (13 if magazine == AMAZONIA else 11)


# --- Words ---------------------------------------------------------------------------------------------------------

PLACE, PUBLISH, PASS, SUBSTITUTE, BONUS, DECLINE = range(1, 7)
"""The kinds of move, as the top byte of a move word tells them."""

WITHOUT_ARGUMENT = (PASS, DECLINE)

TILE = 1
"""The only kind of chance outcome."""

_ARGUMENT_BITS = 56
_ARGUMENT_MASK = (1 << _ARGUMENT_BITS) - 1
_COUNTS_BITS = 8 * len(ANIMALS)

Counts = tuple[int, ...]
"""Tokens of each animal."""


class Move(NamedTuple):
    """A kind of move, and the cell (PLACE), magazine and payment (PUBLISH), tokens (SUBSTITUTE) or animal (BONUS)."""

    kind: int
    argument: int = 0

    @property
    def word(self) -> int:
        """The move as one number."""
        return self.kind << _ARGUMENT_BITS | self.argument

    @classmethod
    def from_word(cls, word: int) -> Move:
        """The move that a word tells, sensible or not."""
        return cls(word >> _ARGUMENT_BITS, word & _ARGUMENT_MASK)

    @property
    def exists(self) -> bool:
        """Can such a move be meant at all? Some kinds have no argument, and tokens fill five bytes."""
        limits = {SUBSTITUTE: 1 << _COUNTS_BITS, **dict.fromkeys(WITHOUT_ARGUMENT, 1)}
        return PLACE <= self.kind <= DECLINE and self.argument < limits.get(self.kind, 1 << _ARGUMENT_BITS)

    @property
    def magazine(self) -> int:
        """What PUBLISH is about; it takes all bits that are left, so that stray ones show."""
        return self.argument >> _COUNTS_BITS

    @property
    def counts(self) -> Counts:
        """The tokens that PUBLISH or SUBSTITUTE names."""
        return tuple(self.argument >> 8 * animal & 0xFF for animal in range(len(ANIMALS)))


def _counts_field(counts: Sequence[int]) -> int:
    return sum(number << 8 * animal for animal, number in enumerate(counts))


def publish(magazine: int, payment: Sequence[int]) -> Move:
    """The move: take this magazine for these tokens."""
    return Move(PUBLISH, magazine << _COUNTS_BITS | _counts_field(payment))


def substitute(counts: Sequence[int]) -> Move:
    """The move: take these tokens for the missing ones."""
    return Move(SUBSTITUTE, _counts_field(counts))


def tile_word(seat: int, tile: Tile, copy: int = 0) -> int:
    """The outcome: this seat draws such a tile; the copy tells equal tiles apart, which all lead to the same."""
    return TILE << _ARGUMENT_BITS | seat << 24 | tile.animal << 16 | tile.number << 8 | copy


def tile_fields(word: int) -> tuple[int, Tile, int]:
    """Seat, tile and copy; the seat takes all bits that are left, so that stray ones show."""
    data = word & _ARGUMENT_MASK
    return data >> 24, Tile(data >> 16 & 0xFF, data >> 8 & 0xFF), data & 0xFF


# --- Payments ------------------------------------------------------------------------------------------------------


def own_tokens_due(magazine: int, cost: int, owned: Sequence[int]) -> int:
    """Publish an Article: of the magazine's animal, all that are asked for or all that there are (park 4)."""
    return min(owned[magazine], cost)


def worth(magazine: int, payment: Sequence[int]) -> int:
    """Publish an Article: for how many tokens a payment counts; Amazonia takes any, else others count in pairs."""
    if magazine == AMAZONIA:
        return sum(payment)
    return sum(paid if animal == magazine else paid // 2 for animal, paid in enumerate(payment))


def not_enough_tokens(owned: Sequence[int], payment: Sequence[int]) -> Iterator[str]:
    """Publish an Article: nobody returns what is not behind the screen."""
    if any(paid > has for has, paid in zip(owned, payment, strict=True)):
        yield "NOT_ENOUGH_TOKENS"


def own_tokens_first(magazine: int, cost: int, owned: Sequence[int], payment: Sequence[int]) -> Iterator[str]:
    """Publish an Article: no other animal is paid while a token of the magazine's own could be (park 4)."""
    if magazine == AMAZONIA or sum(payment) == payment[magazine]:
        return
    if payment[magazine] < own_tokens_due(magazine, cost, owned):
        yield "OWN_TOKENS_FIRST"


def odd_pairs(magazine: int, payment: Sequence[int]) -> Iterator[str]:
    """Publish an Article: a missing token is worth two of one other animal (park 4)."""
    if magazine != AMAZONIA and any(paid % 2 == 1 for animal, paid in enumerate(payment) if animal != magazine):
        yield "ODD_PAIR"


def wrong_worth(magazine: int, cost: int, payment: Sequence[int]) -> Iterator[str]:
    """Publish an Article: the payment is exactly what is asked for (park 5)."""
    if worth(magazine, payment) < cost:
        yield "PAYMENT_TOO_SMALL"
    if worth(magazine, payment) > cost:
        yield "PAYMENT_TOO_LARGE"


def payment_violations(magazine: int, cost: int, owned: Sequence[int], payment: Sequence[int]) -> Iterator[str]:
    """Publish an Article: all reasons against a payment."""
    yield from not_enough_tokens(owned, payment)
    yield from own_tokens_first(magazine, cost, owned, payment)
    yield from odd_pairs(magazine, payment)
    yield from wrong_worth(magazine, cost, payment)


def multisets(size: int, limits: Sequence[int]) -> Iterator[Counts]:
    """All ways to take so many things of several kinds, with no more of each kind than there are."""
    if not limits:
        if size == 0:
            yield ()
        return
    for taken in range(min(size, limits[0]) + 1):
        for others in multisets(size - taken, limits[1:]):
            yield (taken, *others)


def exact_payments(magazine: int, cost: int, owned: Sequence[int]) -> Iterator[Counts]:
    """Publish an Article: every payment that is allowed, each once: own tokens, and pairs for the missing (park 4)."""
    if magazine == AMAZONIA:
        yield from multisets(cost, owned)
        return
    own = own_tokens_due(magazine, cost, owned)
    pairs_owned = [0 if animal == magazine else has // 2 for animal, has in enumerate(owned)]
    for pairs in multisets(cost - own, pairs_owned):
        yield tuple(own if animal == magazine else 2 * number for animal, number in enumerate(pairs))


def can_pay(magazine: int, cost: int, owned: Sequence[int]) -> bool:
    """Publish an Article: are there enough tokens? A cost of 0 can always be paid (park 5)."""
    return next(exact_payments(magazine, cost, owned), None) is not None


# --- The game ------------------------------------------------------------------------------------------------------

KINDS_ASKED = {
    "TURN": (PLACE, PUBLISH, PASS),
    "SUBSTITUTE": (SUBSTITUTE,),
    "BONUS": (BONUS, DECLINE),
}
"""For each step, the kinds of move that are judged by their own rules; all others come at the wrong time."""


class Illegal(ValueError):
    """A move or an outcome that the rules forbid; `violations` names every reason."""

    def __init__(self, violations: tuple[str, ...]) -> None:
        super().__init__(", ".join(violations))
        self.violations = violations


@dataclass(frozen=True)
class Score:
    """What decides about one seat."""

    magazines: list[int | None]
    """The value of the card of each colour; None where the seat has none."""
    six_colours: bool
    cards: int
    tokens: int


class Placing(NamedTuple):
    """One seat's place; equal seats share it, and the place after them is skipped."""

    place: int
    seat: int
    values: tuple[int, ...]
    """One for each of `CRITERIA`."""
    decided_by: str
    """The criterion that parts this seat from the one before it; empty for the first and for a shared place."""


CRITERIA = ("six colours", "magazines", "tokens")
"""Game End: what ranks the players, first to last (park 7)."""


class Park:
    """One day in the park for 2 to 4 players."""

    def __init__(self, content: Content, players: int) -> None:
        if not 2 <= players <= MAX_PLAYERS:
            raise ValueError(f"2 to {MAX_PLAYERS} players, not {players}")
        self.content = content
        self.players = players

        self.board: list[Tile | None] = [content.printed.get(cell) for cell in range(content.cells)]
        self.morning: Part = dict(content.morning)
        self.evening: Part = dict(content.evening)
        """Tiles left in the stack; in which order they lie is not known to anybody."""
        self.stacks = [first_stack(magazine, players) for magazine in MAGAZINES]
        """Magazine cards on the rack, by colour, the front card first."""
        self.supply = [TOKENS_PER_ANIMAL] * len(ANIMALS)

        self.hands: list[Tile | None] = [None] * players
        """The tile of each seat, known to that seat alone."""
        self.tokens = [[0] * len(ANIMALS) for _ in range(players)]
        self.magazines: list[list[int | None]] = [[None] * len(MAGAZINES) for _ in range(players)]
        """The value of each seat's card of each colour."""

        self.step = "TILE"
        """What comes next, as `due` tells it."""
        self.active = 0
        """The seat whose turn it is, or that is being dealt to; at the end, the one that ended the game."""
        self.seats_dealt = 0
        self.tokens_due = 0
        """How many tokens the active seat has to choose for missing ones."""
        self.passes = 0
        """Turns in a row that were passed, up to now."""

    def clone(self) -> Park:
        """An independent copy (the printed content is shared)."""
        copy = Park(self.content, self.players)
        copy.board = list(self.board)
        copy.morning = dict(self.morning)
        copy.evening = dict(self.evening)
        copy.stacks = [list(stack) for stack in self.stacks]
        copy.supply = list(self.supply)
        copy.hands = list(self.hands)
        copy.tokens = [list(counts) for counts in self.tokens]
        copy.magazines = [list(cards) for cards in self.magazines]
        copy.step = self.step
        copy.active = self.active
        copy.seats_dealt = self.seats_dealt
        copy.tokens_due = self.tokens_due
        copy.passes = self.passes
        return copy

    def public_state(self) -> tuple[object, ...]:
        """Everything that is in the state, in one canonical nested tuple of plain values.

        Layout::

            ((animal, number) or None per cell, printed ones among them,
             morning tiles left per kind, evening tiles left per kind, in the order of `KINDS`,
             (values left, front card first) per magazine,
             tokens in the supply per animal,
             (animal, number) of the tile in hand or None per seat,
             (tokens per animal) per seat,
             (value of the card or None per magazine) per seat,
             step as `due` tells it, active seat, seats dealt to, tokens to choose for missing ones, passes in a row)
        """
        return (
            tuple(None if tile is None else tuple(tile) for tile in self.board),
            tuple(self.morning[kind] for kind in KINDS),
            tuple(self.evening[kind] for kind in KINDS),
            tuple(map(tuple, self.stacks)),
            tuple(self.supply),
            tuple(None if tile is None else tuple(tile) for tile in self.hands),
            tuple(map(tuple, self.tokens)),
            tuple(map(tuple, self.magazines)),
            self.step,
            self.active,
            self.seats_dealt,
            self.tokens_due,
            self.passes,
        )

    # --- What comes next -------------------------------------------------------------------------------------------

    def due(self) -> str:
        """Setup, Turn: a tile to be drawn (TILE), a turn (TURN), a choice of tokens (SUBSTITUTE, BONUS), or OVER."""
        return self.step

    def seats_to_act(self) -> tuple[int, ...]:
        """Turn: one player at a time, who also makes the choices that follow from the turn."""
        return (self.active,) if self.step in KINDS_ASKED else ()

    # --- Chance: drawing tiles -------------------------------------------------------------------------------------

    def part_drawn_from(self) -> Part:
        """Setup; Take Pictures: evening tiles come when no morning tile is left."""
        return self.morning if any(self.morning.values()) else self.evening

    def tiles_left(self) -> int:
        """How many tiles the stack still has."""
        return sum(self.morning.values()) + sum(self.evening.values())

    def possible_outcomes(self) -> list[int]:
        """Setup; Take Pictures: a word for each tile that can be drawn now, ascending; equal tiles are each told."""
        if self.step != "TILE":
            return []
        part = self.part_drawn_from()
        return [tile_word(self.active, kind, copy) for kind in KINDS for copy in range(part[kind])]

    def outcome_violations(self, word: int) -> tuple[str, ...]:
        """Every reason why this outcome cannot come now."""
        if self.step == "OVER":
            return ("GAME_OVER",)
        if self.step != "TILE":
            return ("CHANCE_NOT_DUE",)
        if word >> _ARGUMENT_BITS != TILE:
            return ("WRONG_CHANCE",)
        return tuple(self._tile_violations(*tile_fields(word)))

    def _tile_violations(self, seat: int, tile: Tile, copy: int) -> Iterator[str]:
        """Setup; Take Pictures: each tile comes once, the morning's first, to the seat that draws."""
        existing = self.content.morning.get(tile, 0) + self.content.evening.get(tile, 0)
        left = self.morning.get(tile, 0) + self.evening.get(tile, 0)
        if copy >= existing:
            yield "TILE_UNKNOWN"
        elif copy >= left:
            yield "TILE_ALREADY_DRAWN"
        if seat != self.active:
            yield "TILE_WRONG_SEAT"
        if self.part_drawn_from().get(tile, 0) <= copy < left:
            yield "TILE_OF_EVENING"

    def tell(self, word: int) -> None:
        """Let this outcome happen; raises `Illegal` and changes nothing when it cannot."""
        violations = self.outcome_violations(word)
        if violations:
            raise Illegal(violations)
        seat, tile, _ = tile_fields(word)
        self.part_drawn_from()[tile] -= 1
        self.hands[seat] = tile
        if self.seats_dealt < self.players:
            self._deal_next()
        else:
            self._end_turn()

    def _deal_next(self) -> None:
        """Setup: one tile each, from seat 0 on, who then begins (park 8)."""
        self.seats_dealt += 1
        self.active = self.seats_dealt % self.players
        self.step = "TURN" if self.seats_dealt == self.players else "TILE"

    # --- What is for sale ------------------------------------------------------------------------------------------

    def discount(self, seat: int) -> int:
        """Magazine Card Special Effects: one token less for each such card that the seat has (park 5)."""
        cards = enumerate(self.magazines[seat])
        return sum(value is not None and has_discount(magazine, value) for magazine, value in cards)

    def cost(self, seat: int, magazine: int) -> int | None:
        """Publish an Article: what the front card asks of this seat, never below 0 (park 5); None without a card.

        A card just bought makes nothing cheaper before the next turn, as there is one card a turn.
        """
        stack = self.stacks[magazine]
        return max(0, stack[0] - self.discount(seat)) if stack else None

    def card_violations(self, seat: int, magazine: int) -> Iterator[str]:
        """Publish an Article: a card has to be there, and a player has one of each colour at most (park 1, 4)."""
        if not self.stacks[magazine]:
            yield "STACK_EMPTY"
        if self.magazines[seat][magazine] is not None:
            yield "COLOUR_OWNED"

    def payments(self, seat: int, magazine: int) -> Iterator[Counts]:
        """Publish an Article: every payment for which this seat gets the front card of this colour now."""
        cost = self.cost(seat, magazine)
        if cost is not None and not any(self.card_violations(seat, magazine)):
            yield from exact_payments(magazine, cost, self.tokens[seat])

    def can_publish(self, seat: int) -> bool:
        """Publish an Article: is there any magazine that this seat can get now?"""
        return any(next(self.payments(seat, magazine), None) is not None for magazine in MAGAZINES)

    # --- Moves -----------------------------------------------------------------------------------------------------

    def _generic_violation(self, seat: int) -> str | None:
        if self.step == "OVER":
            return "GAME_OVER"
        if self.step == "TILE":
            return "CHANCE_PENDING"
        if seat not in self.seats_to_act():
            return "NOT_TO_ACT"
        return None

    def violations(self, seat: int, move: Move) -> tuple[str, ...]:
        """Every reason why this seat cannot make this move now; one that holds for several animals is told once.

        A move that does not exist or is not asked for has no other reasons. A payment is judged while there is a card.
        """
        generic = self._generic_violation(seat)
        if generic is not None:
            return (generic,)
        if not move.exists:
            return ("NO_SUCH_MOVE",)
        if move.kind not in KINDS_ASKED[self.step]:
            return ("WRONG_STEP",)
        return tuple(self._violations_of_kind(seat, move))

    def _violations_of_kind(self, seat: int, move: Move) -> Iterator[str]:
        if move.kind == PLACE:
            yield from self._place_violations(seat, move.argument)
        elif move.kind == PUBLISH:
            yield from self._publish_violations(seat, move.magazine, move.counts)
        elif move.kind == PASS:
            yield from self._pass_violations(seat)
        elif move.kind == SUBSTITUTE:
            yield from self._substitute_violations(move.counts)
        elif move.kind == BONUS:
            yield from self._bonus_violations(move.argument)

    def _place_violations(self, seat: int, cell: int) -> Iterator[str]:
        """Take Pictures: the tile from the hand, on a space without animals."""
        if self.hands[seat] is None:
            yield "NO_TILE"
        if cell >= self.content.cells:
            yield "NO_SUCH_SPACE"
        elif self.board[cell] is not None:
            yield "SPACE_TAKEN"

    def _publish_violations(self, seat: int, magazine: int, payment: Counts) -> Iterator[str]:
        """Publish an Article: a front card of a colour that one does not have, for an exact payment."""
        if magazine not in MAGAZINES:
            yield "NO_SUCH_MAGAZINE"
            return
        yield from self.card_violations(seat, magazine)
        cost = self.cost(seat, magazine)
        if cost is not None:
            yield from payment_violations(magazine, cost, self.tokens[seat], payment)

    def _pass_violations(self, seat: int) -> Iterator[str]:
        """Turn: whoever can do one of the two things does (park 7)."""
        if self.hands[seat] is not None:
            yield "PASS_WITH_TILE"
        if self.can_publish(seat):
            yield "PASS_CAN_PUBLISH"

    def _substitute_violations(self, counts: Counts) -> Iterator[str]:
        """Take Pictures: tokens from the supply, as many as are missing or as are left (park 3)."""
        yield from self._supply_violations(counts)
        if sum(counts) != self.tokens_due:
            yield "WRONG_NUMBER_OF_TOKENS"

    def _bonus_violations(self, animal: int) -> Iterator[str]:
        """Magazine Card Special Effects: one token that the supply has (park 5)."""
        if animal >= len(ANIMALS):
            yield "NO_SUCH_ANIMAL"
        elif self.supply[animal] == 0:
            yield "SUPPLY_SHORT"

    def _supply_violations(self, counts: Counts) -> Iterator[str]:
        """Setup: the general supply has no more than it has."""
        if any(taken > left for left, taken in zip(self.supply, counts, strict=True)):
            yield "SUPPLY_SHORT"

    def legal_moves(self, seat: int) -> list[Move]:
        """Every move without a violation, ascending by word: each kind with everything that it can name.

        Of the tokens that could be named only the right number is tried, for magazines only in exact payments.
        """
        if self._generic_violation(seat) is not None:
            return []
        moves = sorted(self._moves_to_try(seat), key=lambda move: move.word)
        return [move for move in moves if not self.violations(seat, move)]

    def _moves_to_try(self, seat: int) -> Iterator[Move]:
        if self.step == "TURN":
            yield from (Move(PLACE, cell) for cell in range(self.content.cells))
            for magazine in MAGAZINES:
                yield from (publish(magazine, payment) for payment in self.payments(seat, magazine))
            yield Move(PASS)
        elif self.step == "SUBSTITUTE":
            yield from map(substitute, multisets(self.tokens_due, self.supply))
        else:
            yield from (Move(BONUS, animal) for animal in range(len(ANIMALS)))
            yield Move(DECLINE)

    def choose(self, seat: int, move: Move) -> None:
        """Make a move, and all that follows from it; raises `Illegal` and changes nothing when it is not legal."""
        violations = self.violations(seat, move)
        if violations:
            raise Illegal(violations)
        self.passes = self.passes + 1 if move.kind == PASS else 0
        if move.kind == PLACE:
            self._take_pictures(seat, move.argument)
        elif move.kind == PUBLISH:
            self._publish(seat, move.magazine, move.counts)
        elif move.kind == SUBSTITUTE:
            self._substitute(seat, move.counts)
        elif move.kind == BONUS:
            self._take_bonus(seat, move.argument)
        else:
            self._end_turn()

    # --- Take Pictures ---------------------------------------------------------------------------------------------

    def _take_pictures(self, seat: int, cell: int) -> None:
        """Take Pictures: place the tile, take a token for each animal seen, then draw a new tile.

        If tokens are missing and others are there, the player chooses first.
        """
        self.board[cell], self.hands[seat] = self.hands[seat], None
        missing = self._take_tokens_of_seen(seat, self.seen_from(cell))
        self.tokens_due = min(missing, sum(self.supply))
        if self.tokens_due > 0:
            self.step = "SUBSTITUTE"
        else:
            self._draw()

    def seen_from(self, cell: int) -> list[Tile]:
        """Take Pictures: in each of the four directions the first tile or printed animal, if any (park 2)."""
        seen = (self._first_in_line(cell, *direction) for direction in DIRECTIONS)
        return [tile for tile in seen if tile is not None]

    def _first_in_line(self, cell: int, right: int, down: int) -> Tile | None:
        """Take Pictures: empty spaces are looked through; nothing is seen when the line ends at the edge (park 2)."""
        tiles = (self.board[there] for there in self._cells_in_line(cell, right, down))
        return next((tile for tile in tiles if tile is not None), None)

    def _cells_in_line(self, cell: int, right: int, down: int) -> Iterator[int]:
        """Take Pictures: the spaces of one horizontal or vertical direction, nearest first, up to the edge."""
        row, column = divmod(cell, self.content.columns)
        column, row = column + right, row + down
        while 0 <= column < self.content.columns and 0 <= row < self.content.rows:
            yield row * self.content.columns + column
            column, row = column + right, row + down

    def _take_tokens_of_seen(self, seat: int, seen: list[Tile]) -> int:
        """Take Pictures: what is there is taken, in all directions first; returns how many are missing (park 3)."""
        missing = 0
        for animal, number in seen:
            there = min(number, self.supply[animal])
            self._take(seat, animal, there)
            missing += number - there
        return missing

    def _take(self, seat: int, animal: int, number: int) -> None:
        """From the general supply behind the screen."""
        self.supply[animal] -= number
        self.tokens[seat][animal] += number

    def _substitute(self, seat: int, counts: Counts) -> None:
        """Take Pictures: other tokens of one's choice for the missing ones."""
        for animal, number in enumerate(counts):
            self._take(seat, animal, number)
        self.tokens_due = 0
        self._draw()

    def _draw(self) -> None:
        """Take Pictures: a placement ends with a new tile, as long as there are any, the last one too (park 7)."""
        if self.tiles_left() > 0:
            self.step = "TILE"
        else:
            self._end_turn()

    # --- Publish an Article ----------------------------------------------------------------------------------------

    def _publish(self, seat: int, magazine: int, payment: Counts) -> None:
        """Publish an Article: return the tokens, take the card, then its bonus."""
        for animal, number in enumerate(payment):
            self._take(seat, animal, -number)
        value = self.stacks[magazine].pop(0)
        self.magazines[seat][magazine] = value
        if has_bonus(magazine, value) and sum(self.supply) > 0:
            self.step = "BONUS"
        else:
            self._end_turn()

    def _take_bonus(self, seat: int, animal: int) -> None:
        """Magazine Card Special Effects: a token of one's choice, perhaps one just paid (park 5)."""
        self._take(seat, animal, 1)
        self._end_turn()

    # --- Game End --------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        """Turn; Game End: the next seat's turn, unless the game has ended with this one (park 7)."""
        if self.end_reasons():
            self.step = "OVER"
        else:
            self.active = (self.active + 1) % self.players
            self.step = "TURN"

    def end_reasons(self) -> list[str]:
        """Game End: what ends the game when a turn is complete."""
        found = {
            "SIX_COLOURS": any(self.has_six_colours(seat) for seat in range(self.players)),
            "BOARD_FULL": None not in self.board,
            "ALL_PASSED": self.passes == self.players,
        }
        return [reason for reason, holds in found.items() if holds]

    def has_six_colours(self, seat: int) -> bool:
        """Game End: a magazine of every colour wins at once."""
        return None not in self.magazines[seat]

    # --- Results ---------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> Score:
        """Game End: what would decide about this seat if the game ended now."""
        cards = sum(value is not None for value in self.magazines[seat])
        return Score(list(self.magazines[seat]), self.has_six_colours(seat), cards, sum(self.tokens[seat]))

    def ranking_values(self, seat: int) -> tuple[int, ...]:
        """The seat's value for each of `CRITERIA`; more is better."""
        score = self.score(seat)
        return (int(score.six_colours), score.cards, score.tokens)

    def ranking(self) -> list[Placing]:
        """Game End: six colours, then most magazines, then most tokens; still equal is shared (park 7)."""
        values = [self.ranking_values(seat) for seat in range(self.players)]
        placings: list[Placing] = []
        for seat in sorted(range(self.players), key=lambda seat: values[seat], reverse=True):
            place = 1 + sum(other > values[seat] for other in values)
            decided_by = self._parted_by(placings[-1].values, values[seat]) if placings else ""
            placings.append(Placing(place, seat, values[seat], decided_by))
        return placings

    def _parted_by(self, better: tuple[int, ...], worse: tuple[int, ...]) -> str:
        """The first criterion in which two differ; empty when none does."""
        pairs = zip(CRITERIA, better, worse, strict=True)
        return next((name for name, high, low in pairs if high != low), "")
