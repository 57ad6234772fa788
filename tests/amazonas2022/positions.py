"""A table of Amazonas 2022 that is set up as a test needs it, so that the test is as short as the case it is about.

A position is told by its cards, and the rules are those of a game with just these cards: what lies in hands and piles
and in the hand of the seat in turn is all there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext import amazonas2022 as kernel
from cext.amazonas2022 import FROM_DRAW_PILE, HOLDING, KINDS, MAX_CARDS, MAX_SLOTS, NO_SEAT, SPECTATORS, TURN, USED
from cext.kernel import GENERIC_VIOLATIONS, Event, FieldInfo, Rules, State

CODE_NAMES = GENERIC_VIOLATIONS | kernel.VIOLATIONS

# "Components", by kind.
COUNTS = (8, 8, 8, 8, 8, 8, 16, 16, 8, 8, 8, 8, 2)
VALUES = (0, 1, 2, 3, 4, 5, 4, 4, 4, 4, 4, -1, -2)

# One card of each kind, so that a test can draw what it likes.
ONE_OF_EACH = tuple(range(KINDS))

Place = tuple[int, int]
"""Seat and slot."""


def rules_of(players: int = 3, counts: Sequence[int] = COUNTS, *, without_monkeys: bool = False) -> Rules:
    """Rules with the printed cards unless told otherwise."""
    return kernel.compile_rules(players, counts, VALUES, without_monkeys)


def public(players: int) -> int:
    """The mask of a card that all have seen, spectators too."""
    return (1 << players) - 1 | SPECTATORS


def position(
    hands: Sequence[Sequence[int | None]],
    *,
    discard: Sequence[int] = (),
    used: int = 0,
    pile: Sequence[int] = ONE_OF_EACH,
    stack: Sequence[int] = (),
    reserve: Sequence[int] = (),
    held: int | None = None,
    known: Mapping[Place, int] | None = None,
    origins: Mapping[Place, int] | None = None,
    last: Sequence[Sequence[int]] = (),
    points: Sequence[int] = (),
    phase: int = TURN,
    **fields: Any,
) -> State:
    """A state in which seat 0 is in turn unless told otherwise.

    `hands` are kinds by slot, None for a gap; `discard` is bottom first, its top `used` cards cannot be matched; `pile`
    is what is left of the shuffle, `stack` a draw pile of known order, next card first; `known` and `origins` are those
    of cards where they differ from 0; `last` are the hands of the round before. A held card was drawn.
    """
    players = len(hands)
    in_hands = [kind for cards in hands for kind in cards if kind is not None]
    cards = Counter([*in_hands, *discard, *pile, *stack, *reserve, *([] if held is None else [held])])
    rules = rules_of(players, [cards[kind] for kind in range(KINDS)])
    values: dict[str, Any] = {**State.start(rules).fields()}
    values |= {
        "phase": phase,
        "pile": [Counter(pile)[kind] for kind in range(KINDS)],
        "pile_size": len(pile),
        "drawn": cards.total() - len(pile) - len(stack) - len(reserve),
        "stack_size": len(stack),
        "stack": padded([1 + kind for kind in reversed(stack)], MAX_CARDS),
        "discard_size": len(discard),
        "discard": padded([1 + kind for kind in discard], MAX_CARDS, used),
        "reserve_size": len(reserve),
        "reserve": padded([1 + kind for kind in reserve], MAX_CARDS),
    }
    values |= fields
    if held is not None:
        values |= {"phase": HOLDING, "held": 1 + held, "held_from": FROM_DRAW_PILE}
        values |= {"held_known": 1 << values["turn"]} | fields
    values["seats"] = [
        seat_values(seat, cards, known or {}, origins or {}, last[seat] if last else ())
        for seat, cards in enumerate(hands)
    ]
    for seat, won in enumerate(points):
        values["seats"][seat]["points"] = won
    return State.from_bytes(rules, to_bytes(rules, values))


def last_turn(hands: Sequence[Sequence[int | None]], **fields: Any) -> State:
    """The last turn of the last round of three: seat 1 has called, and when seat 0 has played the game is over."""
    return position(hands, **{"round": 5, "caller": 1, "last": [[0] * 4] * 3, **fields})


def padded(cards: Sequence[int], size: int, used: int = 0) -> list[int]:
    """Cards as a state stores them, the last ones used up, with nothing after them."""
    fresh = len(cards) - used
    return [*cards[:fresh], *(card | USED for card in cards[fresh:]), *[0] * (size - len(cards))]


def seat_values(
    seat: int,
    cards: Sequence[int | None],
    known: Mapping[Place, int],
    origins: Mapping[Place, int],
    last: Sequence[int],
) -> dict[str, Any]:
    """The members of a seat."""
    return {
        "points": 0,
        "successes": 0,
        "slots": len(cards),
        "count": sum(kind is not None for kind in cards),
        "look": 0,
        "cards": padded([0 if kind is None else 1 + kind for kind in cards], MAX_SLOTS),
        "known": [known.get((seat, slot), 0) for slot in range(MAX_SLOTS)],
        "origin": [origins.get((seat, slot), 0) for slot in range(MAX_SLOTS)],
        "last_slots": len(last),
        "last_cards": padded([1 + kind for kind in last], MAX_SLOTS),
        "last_sum": sum(VALUES[kind] for kind in last),
        "last_points": 0,
    }


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
    return b"".join(item.to_bytes(field.width, "little", signed=field.is_signed) for item in items)


def changed(state: State, **changes: Any) -> bytes:
    """The bytes of the state with other members; `seat0` and so on name members of a seat."""
    values = {**state.fields()}
    for name, change in changes.items():
        if name.startswith("seat"):
            values["seats"][int(name[4:])] |= change
        else:
            values[name] = change
    return to_bytes(state.rules, values)


def with_item(state: State, seat: int, name: str, index: int, item: int) -> dict[str, Any]:
    """A list of a seat with another item, for `changed`."""
    items = list(state.fields()["seats"][seat][name])
    items[index] = item
    return {name: items}


class Game:
    """A game in progress, from any state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What the last ply caused."""

    # Plies

    def play(self, seat: int, kind: int, *arguments: int) -> None:
        """A seat moves."""
        self.state, self.events = self.state.apply(seat, kernel.pack_move(kind, *arguments))

    def draw(self, kind: int) -> None:
        """Such a card comes off the draw pile."""
        self.state, self.events = self.state.resolve(kernel.pack_card(kind))

    # Asking

    @property
    def table(self) -> kernel.Table:
        """What lies open and what is going on."""
        return kernel.table(self.state)

    def hand(self, seat: int) -> list[int | None]:
        """Kinds by slot."""
        return [card and card.kind for card in kernel.hand(self.state, seat)]

    def known(self, seat: int, slot: int) -> int:
        """The mask of those who know a card."""
        known: Sequence[int] = self.state.fields()["seats"][seat]["known"]
        return known[slot]

    def discards(self) -> list[int]:
        """Kinds, bottom first."""
        return [card.kind for card in kernel.discards(self.state)]

    def codes(self, seat: int, kind: int, *arguments: int) -> list[str]:
        """The names of all rules that a move would break."""
        return names(self.state.check(seat, kernel.pack_move(kind, *arguments)))

    def found(self, seat: int, kind: int, *arguments: int) -> dict[str, tuple[int, int, int]]:
        """The arguments of all rules that a move would break."""
        violations = self.state.check(seat, kernel.pack_move(kind, *arguments))
        return {CODE_NAMES[code]: args for code, args in violations}

    def kinds(self, seat: int) -> set[int]:
        """The kinds of a seat's legal moves."""
        return {kernel.unpack_move(word)[0] for word in self.state.legal_moves(seat)}

    def told(self, *kinds: int) -> list[tuple[int, tuple[int, ...]]]:
        """(seat, first four arguments) of the last ply's events of these kinds."""
        return [(event.seat, event.args[:4]) for event in self.events if event.kind in kinds]


def names(violations: Iterable[tuple[int, tuple[int, int, int]]]) -> list[str]:
    """The names of violations."""
    return [CODE_NAMES[code] for code, _ in violations]


def no_race(**fields: Any) -> dict[str, Any]:
    """Members of a table without a race, for `changed`."""
    nobody = {"race": 0, "race_card": 0, "race_winner": NO_SEAT, "race_owner": NO_SEAT, "race_slot": NO_SEAT}
    return nobody | fields
