"""A table of Amazonia Park that is set up as a test needs it, so that the test is as short as the case it is about.

A state is told by what differs from an empty table: `Position` makes the rest of it fit, so that the kernel takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext import park
from cext.kernel import GENERIC_VIOLATIONS, Event, FieldInfo, Rules, State
from cext.park import (
    AMAZONIA,
    ANIMALS,
    COLOURS,
    MOVE_BONUS,
    MOVE_DECLINE,
    MOVE_PASS,
    MOVE_PLACE,
    MOVE_PUBLISH,
    MOVE_SUBSTITUTE,
    TOKENS,
)

CODE_NAMES = GENERIC_VIOLATIONS | park.VIOLATIONS

COLUMNS = ROWS = 6
# Plenty of every tile in both parts, so that a test can place what it likes.
PLENTY = [[4, 4, 4]] * ANIMALS

NOTHING = (0, 0, 0, 0, 0)
Tile = tuple[int, int]
"""Animal and count."""


def rules_of(
    players: int = 2,
    columns: int = COLUMNS,
    rows: int = ROWS,
    printed: Sequence[tuple[int, int, int]] = (),
    morning: Sequence[Sequence[int]] = PLENTY,
    evening: Sequence[Sequence[int]] = PLENTY,
) -> Rules:
    """Rules of an empty board and many tiles unless told otherwise."""
    return park.compile_rules(players, columns, rows, printed, morning, evening)


def at(column: int, row: int, columns: int = COLUMNS) -> int:
    """A cell by column and row."""
    return row * columns + column


def tokens(**counts: int) -> tuple[int, ...]:
    """Tokens by the animals' names."""
    names = ("toucan", "jaguar", "monkey", "caiman", "capybara")
    assert counts.keys() <= set(names)
    return tuple(counts.get(name, 0) for name in names)


def kind_of(tile: Tile) -> int:
    """The kernel's number of a kind of tiles."""
    animal, count = tile
    return 3 * animal + count - 1


def stack_values(colour: int, players: int) -> list[int]:
    """The values of a colour's magazines, as they are sold ("Setup")."""
    values = [5, 9, 11] if players == 2 else [5, 7, 9, 11]
    return [value + 2 for value in values] if colour == AMAZONIA else values


def position(
    rules: Rules | None = None,
    *,
    board: Mapping[int, Tile] | None = None,
    hands: Sequence[Tile | None] = (),
    tokens: Sequence[Sequence[int]] = (),
    lost: Sequence[int] = NOTHING,
    magazines: Sequence[Mapping[int, int]] = (),
    turn: int = 0,
    passes: int = 0,
    **fields: int,
) -> State:
    """A state in which a seat is in turn.

    `board` holds the tiles that were placed, `hands` the tile of each seat (a toucan each if not told), `tokens` what
    is behind the screens, `magazines` the value by colour of each seat. `lost` tokens are added to those of the last
    seat, so that the supply lacks them. An empty hand is possible only with an empty stack: it needs rules with just
    the tiles that are told.
    """
    rules = rules_of() if rules is None else rules
    players = rules.players
    state = State.start(rules)
    values: dict[str, Any] = {**state.fields()}
    tiles = [kind_of(tile) for tile in (board or {}).values()]
    hands = hands or [(0, 1)] * players
    tiles += [kind_of(tile) for tile in hands if tile is not None]
    values["board"] = list(values["board"])
    for cell, tile in (board or {}).items():
        values["board"][cell] = 1 + kind_of(tile)
    values["spaces"] -= len(board or {})
    values["last_cell"] = next(reversed(list(board))) if board else 255
    values["drawn"], values["tiles_left"], parts = drawn_tiles(state, tiles)
    owned = [list(counts) for counts in tokens] or [[0] * ANIMALS for _ in range(players)]
    owned += [[0] * ANIMALS for _ in range(players - len(owned))]
    owned[-1] = [count + more for count, more in zip(owned[-1], lost, strict=True)]
    values["supply"] = [TOKENS - sum(counts[animal] for counts in owned) for animal in range(ANIMALS)]
    cards = [*magazines, *({} for _ in range(players - len(magazines)))]
    values["sold"] = [sum(colour in seat for seat in cards) for colour in range(COLOURS)]
    values |= {"phase": park.TURN, "turn": turn, "passes": passes, **fields}
    in_hands = iter(parts[len(board or {}) :])
    values["seats"] = [
        {
            "tokens": owned[seat],
            "magazines": [cards[seat].get(colour, 0) for colour in range(COLOURS)],
            "tile": 255 if hands[seat] is None else next(in_hands),
        }
        for seat in range(players)
    ]
    return State.from_bytes(rules, to_bytes(rules, values))


def drawn_tiles(start: State, tiles: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """How many of each kind are drawn, how many tiles are left in each part, and the kind with part of each of `tiles`.

    Tiles come from the morning as long as it has any of their kind; what else the morning has must be drawn as soon as
    one is from the evening, so that only packs without a morning mix both.
    """
    rules = start.rules
    left = list(start.fields()["tiles_left"])
    morning = morning_of(rules)
    drawn, kinds = [0] * 30, []
    for kind in tiles:
        part = 0 if drawn[kind] < morning[kind] else 1
        drawn[15 * part + kind] += 1
        left[part] -= 1
        kinds.append(15 * part + kind)
    return drawn, left, kinds


def morning_of(rules: Rules) -> list[int]:
    """How many morning tiles there are of each kind: those that can be drawn first."""
    start = State.start(rules)
    counts = [0] * 15
    if start.fields()["tiles_left"][0]:
        for outcome in start.outcomes():
            _, (_, animal, count, _) = park.unpack_outcome(outcome)
            counts[kind_of((animal, count))] += 1
    return counts


def to_bytes(rules: Rules, values: Mapping[str, Any]) -> bytes:
    """The bytes of a state with these members."""
    table = b"".join(field_bytes(field, values[field.name]) for field in rules.kernel.table_fields)
    seats = (
        b"".join(field_bytes(field, seat[field.name]) for field in rules.kernel.seat_fields) for seat in values["seats"]
    )
    return table + b"".join(seats)


def field_bytes(field: FieldInfo, value: int | Sequence[int]) -> bytes:
    """One member, little-endian."""
    items = [value] if isinstance(value, int) else value
    return b"".join(item.to_bytes(field.width, "little") for item in items)


def changed(state: State, **changes: Any) -> bytes:
    """The bytes of the state with other members; `seat0` and so on name members of a seat."""
    values = {**state.fields()}
    for name, change in changes.items():
        if name.startswith("seat"):
            values["seats"][int(name[4:])] |= change
        else:
            values[name] = change
    return to_bytes(state.rules, values)


class Game:
    """A game in progress, from any state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What the last ply caused."""

    # Plies

    def play(self, kind: int, argument: int = 0, tokens: Sequence[int] = NOTHING) -> None:
        """The seat in turn moves."""
        self.state, self.events = self.state.apply(self.seat, park.pack_move(kind, argument, tokens))

    def place(self, cell: int) -> None:
        """Place the tile of the hand."""
        self.play(MOVE_PLACE, cell)

    def publish(self, colour: int, **counts: int) -> None:
        """Publish in a colour for these tokens."""
        self.play(MOVE_PUBLISH, colour, tokens(**counts))

    def substitute(self, **counts: int) -> None:
        """Take these tokens for the missing ones."""
        self.play(MOVE_SUBSTITUTE, 0, tokens(**counts))

    def bonus(self, animal: int) -> None:
        """Take a token for the magazine."""
        self.play(MOVE_BONUS, animal)

    def decline(self) -> None:
        """Take none."""
        self.play(MOVE_DECLINE)

    def skip(self) -> None:
        """Pass."""
        self.play(MOVE_PASS)

    def draw(self, animal: int, count: int) -> None:
        """The seat that is due draws such a tile."""
        due = self.table.due
        assert due is not None
        self.state, self.events = self.state.resolve(park.pack_tile(due, animal, count))

    def draw_any(self) -> None:
        """The seat that is due draws the first tile that can come."""
        self.state, self.events = self.state.resolve(self.state.outcomes()[0])

    # Asking

    def free(self) -> int:
        """An empty space that sees nothing, or as little as any."""
        spaces = [cell for cell, tile in enumerate(park.board(self.state)) if tile is None]
        return min(spaces, key=lambda cell: sum(park.player(self.after(cell), self.seat).tokens))

    def after(self, cell: int) -> State:
        """The state after a placement there."""
        return self.state.apply(self.seat, park.pack_move(MOVE_PLACE, cell))[0]

    @property
    def seat(self) -> int:
        """The seat in turn."""
        active = self.table.active
        assert active is not None
        return active

    @property
    def table(self) -> park.Table:
        """What lies open."""
        return park.table(self.state)

    def player(self, seat: int) -> park.Player:
        """What a seat has."""
        return park.player(self.state, seat)

    def codes(self, kind: int, argument: int = 0, tokens: Sequence[int] = NOTHING) -> list[str]:
        """The names of all rules that a move of the seat in turn would break."""
        return names(self.state.check(self.seat, park.pack_move(kind, argument, tokens)))

    def found(self, kind: int, argument: int = 0, tokens: Sequence[int] = NOTHING) -> dict[str, tuple[int, int, int]]:
        """The arguments of all rules that a move of the seat in turn would break."""
        violations = self.state.check(self.seat, park.pack_move(kind, argument, tokens))
        return {CODE_NAMES[code]: args for code, args in violations}

    def payments(self, colour: int) -> list[tuple[int, ...]]:
        """All ways to pay for a magazine, in the order in which they are listed."""
        moves = [park.unpack_move(word) for word in self.state.legal_moves(self.seat)]
        return [paid for kind, argument, paid in moves if kind == MOVE_PUBLISH and argument == colour]

    def kinds(self) -> set[int]:
        """The kinds of the legal moves."""
        return {park.unpack_move(word)[0] for word in self.state.legal_moves(self.seat)}

    def told(self, *kinds: int) -> list[tuple[int, tuple[int, ...]]]:
        """(seat, arguments) of the last ply's events of these kinds."""
        return [(event.seat, event.args) for event in self.events if event.kind in kinds]


def names(violations: Iterable[tuple[int, tuple[int, int, int]]]) -> list[str]:
    """The names of violations."""
    return [CODE_NAMES[code] for code, _ in violations]
