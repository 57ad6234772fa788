"""The twin's position as the kernel keeps it: its fields, its bytes, its events.

Tests set up a position on the twin and get the same one for the kernel from here, and compare all of both after every
ply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from struct import Struct
from typing import Any

from cext import amazonas2022
from cext.kernel import GENERIC_VIOLATIONS, FieldInfo, Rules, State
from tests.reference.amazonas2022 import SLOTS, Amazonas2022, Event, Owed
from tests.reference.amazonas2022_cards import ANACONDA, JAGUAR, MONKEY, SLOTH, TOAD

CODE_NAMES = GENERIC_VIOLATIONS | amazonas2022.VIOLATIONS
NONE = 255
USED = 0x80
MOST_CARDS = 114

PHASES = {
    "DEAL": 0,
    "FIRST_LOOK": 1,
    "FIRST_RETURN": 2,
    "TURN": 3,
    "DRAWING": 4,
    "HOLDING": 5,
    "PICKING": 13,
    "OVER": 14,
}
EFFECT_PHASES = {SLOTH: 6, TOAD: 7, ANACONDA: 8, JAGUAR: 9, MONKEY: 12}
LOOKING, JAGUAR_LOOK = 10, 11

EVENTS = (
    "SHUFFLED",
    "RESERVE_TURNED",
    "DEALT",
    "CHOSE_LOOK",
    "LOOKED",
    "CARD_SEEN",
    "RETURNED",
    "DREW",
    "CARD_DRAWN",
    "TOOK",
    "SWAPPED",
    "DISCARDED",
    "SKIPPED",
    "EFFECT_VOID",
    "EXCHANGED",
    "DIRECTED",
    "CHOSE_CARD",
    "PASSED_ON",
    "ATTEMPTED",
    "ATTEMPT_VOID",
    "BLIND_CARD",
    "WAIVED",
    "GAVE",
    "GIFT_WAIVED",
    "CALLED",
    "PASSED",
    "REVEALED",
    "SCORED",
    "ROUND_ENDED",
    "FINISHED",
    "ROUND_BEGAN",
)
"""In the order of the kernel's numbers, which start at 1."""
EVERYBODY = 2**64 - 1
EVENT_ARGS = 6


def rules_of(twin: Amazonas2022) -> Rules:
    """The kernel's rules for the twin's table."""
    return amazonas2022.compile_rules(
        players=twin.players,
        counts=twin.content.counts,
        values=twin.content.values,
        without_monkeys=twin.without_monkeys,
    )


# --- Fields ----------------------------------------------------------------------------------------------------------


def mask(seats: Iterable[int]) -> int:
    """One bit for each seat."""
    return sum(1 << seat for seat in set(seats))


def filled(values: Iterable[int], size: int) -> tuple[int, ...]:
    """The values, then zeros up to the size of the array."""
    values = tuple(values)
    return values + (0,) * (size - len(values))


def phase_of(twin: Amazonas2022) -> int:
    """The number of the twin's step."""
    if twin.step == "EFFECT":
        assert twin.effect is not None
        return EFFECT_PHASES[twin.effect]
    if twin.step == "LOOKING":
        return JAGUAR_LOOK if twin.effect == JAGUAR else LOOKING
    return PHASES[twin.step]


def fields_of(twin: Amazonas2022) -> dict[str, Any]:
    """The twin's position as `State.fields` tells it."""
    return {
        "epoch": twin.epoch,
        "shuffles": twin.shuffles,
        **held_fields(twin),
        "pile": tuple(twin.pile),
        "pile_size": sum(twin.pile),
        "drawn": twin.drawn,
        "stack_size": len(twin.turned),
        "stack": filled((1 + kind for kind in reversed(twin.turned)), MOST_CARDS),
        "discard_size": len(twin.discard),
        "discard": filled((1 + card.kind | (USED if card.used else 0) for card in twin.discard), MOST_CARDS),
        "reserve_size": len(twin.reserve),
        "reserve": filled((1 + kind for kind in twin.reserve), MOST_CARDS),
        "phase": phase_of(twin),
        "round": twin.round,
        "starter": twin.starter,
        "turn": twin.active,
        "caller": NONE if twin.caller is None else twin.caller,
        "barred": mask(twin.barred),
        "look_owner": NONE if twin.look is None else twin.look.place.seat,
        "look_slot": NONE if twin.look is None else twin.look.place.slot,
        "direction": twin.direction if twin.step == "PICKING" else NONE,
        **race_fields(twin),
        **owed_fields(twin.owed),
        "seats": [seat_fields(twin, seat) for seat in range(twin.players)],
    }


def held_fields(twin: Amazonas2022) -> dict[str, int]:
    """The card in the active player's hand."""
    card = twin.held
    return {
        "held": 0 if card is None else 1 + card.kind,
        "held_known": 0 if card is None else mask(card.known),
        "held_origin": 0 if card is None else card.origin & 0xFFFF,
        "held_from": int(twin.held_from_discard),
    }


def race_fields(twin: Amazonas2022) -> dict[str, int]:
    """The race that is open, or the gift that is owed for one that was."""
    race, winner, place = twin.race, None, None
    if race is not None and race.emptied is not None and (race.more or race.emptied.seat != race.winner):
        winner, place = race.winner, race.emptied
    if twin.gift is not None:
        winner, place = twin.gift.giver, twin.gift.place
    return {
        "race": int(race is not None and race.more),
        "race_card": 1 + race.kind if race is not None and race.more else 0,
        "race_winner": NONE if winner is None else winner,
        "race_owner": NONE if place is None else place.seat,
        "race_slot": NONE if place is None else place.slot,
    }


def owed_fields(owed: Owed | None) -> dict[str, int]:
    """Who gets a card unseen, and whether it is a penalty (0) or a replacement (1)."""
    return {
        "owed": NONE if owed is None else owed.seat,
        "owed_for": 0 if owed is None or owed.is_penalty else 1,
    }


def seat_fields(twin: Amazonas2022, seat: int) -> dict[str, Any]:
    """What lies before a player, and what he has written down."""
    hand = twin.hands[seat]
    last = twin.results[-1] if twin.results else None
    last_hand = last.hands[seat] if last is not None else ()
    return {
        "points": twin.returns()[seat],
        "last_sum": 0 if last is None else last.sums[seat],
        "last_points": 0 if last is None else last.points[seat],
        "successes": 0 if twin.players == 2 else twin.successful_calls(seat),
        "slots": len(hand),
        "count": len(twin.cards(seat)),
        "look": 0 if seat in twin.returned or seat not in twin.choices else 1 + twin.choices[seat],
        "cards": filled((0 if card is None else 1 + card.kind for card in hand), SLOTS),
        "known": filled((0 if card is None else mask(card.known) for card in hand), SLOTS),
        "origin": filled((0 if card is None else card.origin & 0xFFFF for card in hand), SLOTS),
        "last_slots": len(last_hand),
        "last_cards": filled((0 if kind is None else 1 + kind for kind in last_hand), SLOTS),
    }


# --- Bytes -----------------------------------------------------------------------------------------------------------


CODES = {1: "B", 2: "H", 4: "I"}
"""How `struct` calls unsigned numbers of so many bytes."""


@cache
def layout(fields: tuple[FieldInfo, ...]) -> Struct:
    """The members of a struct one after the other, little-endian."""
    codes = (CODES[field.width].lower() if field.is_signed else CODES[field.width] for field in fields)
    return Struct("<" + "".join(f"{field.items}{code}" for field, code in zip(fields, codes, strict=True)))


def write(fields: tuple[FieldInfo, ...], values: Mapping[str, Any]) -> bytes:
    """One struct of the state."""
    items: list[int] = []
    for field in fields:
        value = values[field.name]
        items += value if field.items > 1 else (value,)
    return layout(fields).pack(*items)


def bytes_of(twin: Amazonas2022, rules: Rules) -> bytes:
    """The twin's position as `State.to_bytes` writes it."""
    fields, kernel = fields_of(twin), rules.kernel
    return b"".join(
        [write(kernel.table_fields, fields), *(write(kernel.seat_fields, seat) for seat in fields["seats"])]
    )


def state_of(twin: Amazonas2022, rules: Rules | None = None) -> State:
    """The same position in the kernel."""
    rules = rules or rules_of(twin)
    return State.from_bytes(rules, bytes_of(twin, rules))


# --- Comparing -------------------------------------------------------------------------------------------------------


def names(violations: Iterable[tuple[int, tuple[int, int, int]]]) -> tuple[str, ...]:
    """The names of violations."""
    return tuple(CODE_NAMES[code] for code, _ in violations)


def event_row(event: Event) -> tuple[int, int, int, tuple[int, ...]]:
    """An event of the twin in the form of the kernel's."""
    audience = 1 << event.seat if event.is_private and event.seat is not None else EVERYBODY
    args = filled(event.args, EVENT_ARGS)
    return 1 + EVENTS.index(event.kind), -1 if event.seat is None else event.seat, audience, args


def differences(twin: Amazonas2022, state: State) -> dict[str, object]:
    """The fields in which kernel and twin differ, each with the kernel's and the twin's value."""
    ours, theirs = state.fields(), fields_of(twin)
    found: dict[str, object] = {
        name: (ours[name], theirs[name]) for name in theirs if name != "seats" and ours[name] != theirs[name]
    }
    for seat, (one, other) in enumerate(zip(ours["seats"], theirs["seats"], strict=True)):
        found |= {f"{name} of {seat}": (one[name], other[name]) for name in other if one[name] != other[name]}
    assert ours.keys() == theirs.keys()
    return found


def assert_agree(twin: Amazonas2022, state: State) -> None:
    """Kernel and twin are in the same position and wait for the same."""
    assert state.to_bytes() == bytes_of(twin, state.rules), differences(twin, state)
    assert state.is_over == (twin.due() == "OVER")
    assert state.to_act() == twin.seats_to_act()
    assert state.may_interrupt() == twin.seats_that_may_interrupt()
    assert state.chance_kind == int(twin.due() == "CARD")
    assert state.chance_domain == twin.chance_domain()
    assert state.returns() == twin.returns()
    assert state.epoch == twin.epoch
