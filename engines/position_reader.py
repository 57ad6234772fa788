"""Reads a position that is told in plain data, and collects all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from cext.kernel import BrokenInvariant
from engines.position import BadPosition, PositionDefect

# What a kernel's invariants mean to whoever tells a position, by their numbers: the part of the view, and a sentence.
Impossible: TypeAlias = Mapping[int, tuple[str, str]]


class PositionReader:
    """Reads one view, and keeps its defects until they are told all at once."""

    def __init__(self) -> None:
        self.defects: list[PositionDefect] = []

    def _note(self, code: str, field: str, message: str) -> None:
        """One more defect."""
        self.defects.append(PositionDefect(code, field, message))

    def _note_impossible(self, error: ValueError, impossible: Impossible) -> None:
        """The kernel takes no such state: name what it found, by what the game says of its invariants."""
        if isinstance(error, BrokenInvariant):
            self._note("IMPOSSIBLE", *impossible[error.invariant])
        else:
            self._note("IMPOSSIBLE", "", f"No game comes to such a position: {error}.")

    def _require_sound(self) -> None:
        """Raises BadPosition when there has been any."""
        if self.defects:
            raise BadPosition(self.defects)


def contradictions(told: Message, shown: Message, path: str = "") -> Iterator[PositionDefect]:
    """Whatever a view tells and the state that was made of it does not show; what is not told contradicts nothing."""
    for field, value in told.ListFields():
        where = f"{path}.{field.name}" if path else field.name
        if field.is_repeated:
            yield from _contradictions_in_list(value, getattr(shown, field.name), where)
        elif field.has_presence and not shown.HasField(field.name):
            yield PositionDefect("CONTRADICTION", where, "That does not follow from the rest of the position.")
        elif isinstance(value, Message):
            yield from contradictions(value, getattr(shown, field.name), where)
        elif value != getattr(shown, field.name):
            yield _other(where, field, getattr(shown, field.name))


def _contradictions_in_list(told: Sequence[Any], shown: Sequence[Any], path: str) -> Iterator[PositionDefect]:
    if len(told) != len(shown):
        yield PositionDefect("CONTRADICTION", path, f"The rest of the position says that there are {len(shown)}.")
        return
    for index, (one, other) in enumerate(zip(told, shown, strict=True)):
        if isinstance(one, Message):
            yield from contradictions(one, other, f"{path}[{index}]")
        elif one != other:
            yield PositionDefect("CONTRADICTION", f"{path}[{index}]", f"The rest of the position says {other}.")


def _other(path: str, field: FieldDescriptor, shown: object) -> PositionDefect:
    said = field.enum_type.values_by_number[shown].name if field.enum_type is not None else shown
    return PositionDefect("CONTRADICTION", path, f"The rest of the position says {said}.")
