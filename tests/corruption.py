"""Bytes that are no state: one number of a real state changed, or some of its bits.

A kernel numbers the invariants of its states from 1 and names the first one that is broken. Its tests break each of
them on purpose (`UnsoundCase`), and flip bits at random to see that whatever is taken is as good as any state.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from cext.kernel import FieldInfo, State

Change = Callable[[int], int]


def put(number: int) -> Change:
    """The number in the place of any other."""
    return lambda _: number


def flip(bit: int) -> Change:
    """One bit turned over."""
    return lambda number: number ^ 1 << bit


def add(number: int) -> Change:
    """So much more."""
    return lambda old: old + number


class UnsoundCase(NamedTuple):
    """A change of a state that breaks an invariant: which, of which state, and of which number of which field."""

    invariant: int
    position: Callable[[], State]
    # Of this seat, or of the table.
    seat: int | None
    field: str
    place: int
    change: Change

    def __str__(self) -> str:
        return f"{self.invariant}-{self.field}"


def unsound_cases(*cases: tuple[int, Callable[[], State], int | None, str, int, Change]) -> list[UnsoundCase]:
    """Cases as they stand in a table."""
    return [UnsoundCase(*case) for case in cases]


def require_refused(case: UnsoundCase) -> None:
    """The state is sound before the change, and after it the invariant is named."""
    state = case.position()
    assert State.from_bytes(state.rules, state.to_bytes()) == state
    with pytest.raises(ValueError, match=f"invariant {case.invariant} "):
        State.from_bytes(state.rules, changed(state, case.seat, case.field, case.place, case.change))


def changed(state: State, seat: int | None, name: str, place: int, change: Change) -> bytes:
    """The bytes of a state with one number of one field changed."""
    return changed_bytes(state, state.to_bytes(), seat, name, place, change)


def changed_bytes(state: State, data: bytes, seat: int | None, name: str, place: int, change: Change) -> bytes:
    """The same for bytes that are like those of the state, but may be changed already."""
    kernel = state.rules.kernel
    fields = kernel.table_fields if seat is None else kernel.seat_fields
    field = next(field for field in fields if field.name == name)
    start = 0 if seat is None else size_of(kernel.table_fields) + seat * size_of(kernel.seat_fields)
    at = start + field.offset + place * field.width
    result = bytearray(data)
    number = int.from_bytes(result[at : at + field.width], "little")
    result[at : at + field.width] = change(number).to_bytes(field.width, "little")
    return bytes(result)


def size_of(fields: tuple[FieldInfo, ...]) -> int:
    """Bytes of a struct."""
    return fields[-1].offset + fields[-1].width * fields[-1].items


def invariants_broken_by_flips(
    states: Iterable[State], rng: random.Random, times: int, look_at: Callable[[State], None]
) -> set[int]:
    """Flip one or two bits of each state so often; two, because what one breaks the other may mend.

    Gives the invariants that were named. What is taken is looked at, and spells the same bytes again.
    """
    broken: set[int] = set()
    for state in states:
        for _ in range(times):
            data = bytearray(state.to_bytes())
            for _ in range(rng.choice((1, 2))):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            try:
                taken = State.from_bytes(state.rules, bytes(data))
            except ValueError as error:
                broken.add(invariant_named(error))
                continue
            assert taken.to_bytes() == data
            look_at(taken)
    return broken


def invariant_named(error: ValueError) -> int:
    """The number of the invariant that the refusal of bytes names."""
    (number,) = re.findall(r"invariant (\d+)", str(error))
    return int(number)
