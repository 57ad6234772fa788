"""Requests that somebody has tampered with: every field of a real request once as it should not be.

Nothing here is random; `mutants` goes through the fields by the descriptor, so that none can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

MANY = 1000
LONG = 40_000

_HUGE = {
    FieldDescriptor.CPPTYPE_UINT32: (0, 1, 63, 64, 2**31, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT32: (0, -1, 2**31 - 1, -(2**31)),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**63, 2**64 - 1),
    FieldDescriptor.CPPTYPE_INT64: (0, -1, 2**63 - 1, -(2**63)),
    FieldDescriptor.CPPTYPE_BOOL: (False, True),
    FieldDescriptor.CPPTYPE_ENUM: (0, -1, 1, 2, 3, 2**31 - 1, -(2**31)),
    FieldDescriptor.CPPTYPE_DOUBLE: (0.0, -0.0, 1e308, float("inf"), float("-inf"), float("nan")),
    FieldDescriptor.CPPTYPE_FLOAT: (0.0, -0.0, 1e38, float("inf"), float("-inf"), float("nan")),
}
# Texts that readers stumble over: nothing, NUL, other digits, a mark that turns the line, a combining one, an emoji.
_STRANGE_TEXTS = ("", "\0", "٣", "1", "\u202e0@wol", "é\u0301" * 3, "\U0001f422", "\ufeff", "%s{0}\n\r", "../" * 9)


def mutants(original: Message) -> Iterator[Message]:
    """Copies of a request, in each of which one thing is otherwise."""
    yield type(original)()
    for path in _places(original):
        yield from _mutants_at(original, path)
    yield from _swapped(original)


# A place is the way from the request to a message in it: names of fields, with an index where they are repeated.
_Path = tuple[tuple[str, int | None], ...]


def _places(message: Message, path: _Path = ()) -> Iterator[_Path]:
    yield path
    for field in message.DESCRIPTOR.fields:
        if field.cpp_type != FieldDescriptor.CPPTYPE_MESSAGE:
            continue
        if field.is_repeated:
            for index, item in enumerate(getattr(message, field.name)[:2]):
                yield from _places(item, (*path, (field.name, index)))
        elif message.HasField(field.name):
            yield from _places(getattr(message, field.name), (*path, (field.name, None)))


def _at(message: Message, path: _Path) -> Message:
    for name, index in path:
        value = getattr(message, name)
        message = value if index is None else value[index]
    return message


def _mutants_at(original: Message, path: _Path) -> Iterator[Message]:
    for field in _at(original, path).DESCRIPTOR.fields:
        changes = _repeated(original, path, field) if field.is_repeated else _single(original, path, field)
        yield from changes


def _copy(original: Message) -> Message:
    copy = type(original)()
    copy.CopyFrom(original)
    return copy


def _repeated(original: Message, path: _Path, field: FieldDescriptor) -> Iterator[Message]:
    """None of it, the first a thousand times, and a thousand empty ones."""
    for items in ([], list(getattr(_at(original, path), field.name)[:1]) * MANY, [_empty(field)] * MANY):
        copy = _copy(original)
        target = _at(copy, path)
        target.ClearField(field.name)
        for item in items:
            if item is None:
                getattr(target, field.name).add()
            elif isinstance(item, Message):
                getattr(target, field.name).add().CopyFrom(item)
            else:
                getattr(target, field.name).append(item)
        yield copy


def _empty(field: FieldDescriptor) -> Any:
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        return None
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return b"" if field.type == FieldDescriptor.TYPE_BYTES else ""
    return 0


def _single(original: Message, path: _Path, field: FieldDescriptor) -> Iterator[Message]:
    copy = _copy(original)
    _at(copy, path).ClearField(field.name)
    yield copy
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        copy = _copy(original)
        inner: Message = getattr(_at(copy, path), field.name)
        inner.SetInParent()
        inner.Clear()
        inner.SetInParent()
        yield copy
        return
    for value in _values(field, getattr(_at(original, path), field.name)):
        copy = _copy(original)
        setattr(_at(copy, path), field.name, value)
        yield copy


def _values(field: FieldDescriptor, value: Any) -> tuple[Any, ...]:
    if field.cpp_type != FieldDescriptor.CPPTYPE_STRING:
        return _HUGE[field.cpp_type]
    if field.type == FieldDescriptor.TYPE_BYTES:
        return (b"", value[:-1], value + b"\0", value + value, bytes(len(value)), value[::-1], b"\xff" * LONG)
    return (*_STRANGE_TEXTS, value[:-1], f"{value} ", f" {value}", value.upper(), value + value, "9" * LONG)


def _swapped(original: Message) -> Iterator[Message]:
    """Each pair of texts of one type exchanged: the token for the key, the name for the value."""
    places: list[tuple[_Path, FieldDescriptor]] = [
        (path, field)
        for path in _places(original)
        for field in _at(original, path).DESCRIPTOR.fields
        if field.cpp_type == FieldDescriptor.CPPTYPE_STRING and not field.is_repeated
    ]
    for number, (path, field) in enumerate(places):
        for other_path, other in places[:number]:
            if other.type == field.type:
                copy = _copy(original)
                setattr(_at(copy, path), field.name, getattr(_at(original, other_path), other.name))
                setattr(_at(copy, other_path), other.name, getattr(_at(original, path), field.name))
                yield copy
