"""What the kernel makes of a plan: the judge of every value that is claimed."""

from __future__ import annotations

from collections.abc import Sequence

from cext import trek12
from cext.kernel import IllegalMove, State
from cext.trek12_solve import Known


class BadPlan(ValueError):
    """A plan that cannot be written, or breaks a constraint. The message says where."""


def replay(known: Known, moves: Sequence[int]) -> State:
    """The finished table of one after these moves. Raises BadPlan."""
    if len(moves) != len(known.rolls):
        raise BadPlan(f"{len(known.rolls)} rolls are to be written, not {len(moves)}")
    state = resolve_cards(known, known.start)
    for step, (roll, move) in enumerate(zip(known.rolls, moves, strict=True)):
        state = roll_dice(state, roll)
        try:
            state, _ = state.apply(0, move)
        except IllegalMove as illegal:
            raise BadPlan(f"move {step + 1} is against the rules: {illegal}") from None
        state = resolve_cards(known, state)
    _require_constraints(known, state)
    return state


def roll_dice(state: State, roll: tuple[int, int]) -> State:
    """The state with the dice on the table, where they may lie already."""
    if state.chance_kind == trek12.CHANCE_ROLL:
        state, _ = state.resolve(trek12.pack_roll(*roll))
    return state


def resolve_cards(known: Known, state: State) -> State:
    """The state once numbers and cards that are due have come as they are known to come."""
    if state.chance_kind == trek12.CHANCE_NUMBERS:
        state, _ = state.resolve(trek12.pack_numbers(known.numbers))
    while state.chance_kind == trek12.CHANCE_CARD:
        line = next(line for line in range(len(known.cards)) if state.fields()["due_lines"] >> line & 1)
        state, _ = state.resolve(trek12.pack_card(line, known.cards[line]))
    return state


def _require_constraints(known: Known, state: State) -> None:
    held = {written.circle: written.number for written in trek12.written(state, 0)}
    for circle in known.empty:
        if circle in held:
            raise BadPlan(f"circle {circle} was to stay empty")
    for circle, number in known.fixed.items():
        if held.get(circle) != number:
            raise BadPlan(f"circle {circle} was to hold {number}")


def value_of(known: Known, moves: Sequence[int]) -> int:
    """The points that a plan reaches. Raises BadPlan."""
    return replay(known, moves).returns()[0]
