"""A state out of its members: the inverse of `State.fields`, for positions that are told from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.kernel import FieldInfo, Rules, State


def state_of_fields(rules: Rules, fields: Mapping[str, Any]) -> State:
    """The state with these members.

    Raises ValueError for a state that breaks an invariant, and for numbers that do not fit their members.
    """
    seats: Iterable[Mapping[str, Any]] = fields["seats"]
    parts = [_struct(rules.kernel.table_fields, fields)]
    parts += [_struct(rules.kernel.seat_fields, seat) for seat in seats]
    return State.from_bytes(rules, b"".join(parts))


def _struct(layout: Sequence[FieldInfo], members: Mapping[str, Any]) -> bytes:
    return b"".join(_member(field, members[field.name]) for field in layout)


def _member(field: FieldInfo, value: int | Sequence[int]) -> bytes:
    """One member, little-endian."""
    items = [value] if isinstance(value, int) else value
    try:
        return b"".join(item.to_bytes(field.width, "little", signed=field.is_signed) for item in items)
    except OverflowError:
        raise ValueError(f"{field.name} is too large") from None
