"""Arbitrary valid messages of any type, for hypothesis."""

from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

AnyMessage = TypeVar("AnyMessage", bound=Message)

MAX_REPEATED = 5
MAX_DEPTH = 6

# Small numbers mean something in a game, the largest ones break something.
_U32 = st.one_of(st.integers(0, 70), st.integers(0, 2**32 - 1), st.just(2**32 - 1))
_S32 = st.one_of(st.integers(-1, 70), st.integers(-(2**31), 2**31 - 1))
_U64 = st.one_of(st.integers(0, 70), st.integers(0, 2**64 - 1), st.just(2**64 - 1))
_S64 = st.one_of(st.integers(-1, 70), st.integers(-(2**63), 2**63 - 1))
_SCALARS: dict[int, st.SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_UINT32: _U32,
    FieldDescriptor.CPPTYPE_INT32: _S32,
    FieldDescriptor.CPPTYPE_UINT64: _U64,
    FieldDescriptor.CPPTYPE_INT64: _S64,
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_DOUBLE: st.floats(),
    FieldDescriptor.CPPTYPE_FLOAT: st.floats(width=32),
}


@st.composite
def messages(draw: st.DrawFn, kind: type[AnyMessage]) -> AnyMessage:
    """A message of this type: each field may be missing, unknown values of enums included."""
    message = kind()
    _fill(draw, message, 0)
    return message


def _fill(draw: st.DrawFn, message: Message, depth: int) -> None:
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated:
            for _ in range(draw(st.integers(0, MAX_REPEATED))):
                _add(draw, message, field, depth)
        elif draw(st.booleans()):
            _set(draw, message, field, depth)


def _add(draw: st.DrawFn, message: Message, field: FieldDescriptor, depth: int) -> None:
    values = getattr(message, field.name)
    if field.cpp_type != FieldDescriptor.CPPTYPE_MESSAGE:
        values.append(draw(scalar(field)))
    elif depth < MAX_DEPTH:
        _fill(draw, values.add(), depth + 1)


def _set(draw: st.DrawFn, message: Message, field: FieldDescriptor, depth: int) -> None:
    if field.cpp_type != FieldDescriptor.CPPTYPE_MESSAGE:
        setattr(message, field.name, draw(scalar(field)))
    elif depth < MAX_DEPTH:
        inner: Message = getattr(message, field.name)
        inner.SetInParent()
        _fill(draw, inner, depth + 1)


def scalar(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    """Any value of a field that holds no message."""
    if field.cpp_type == FieldDescriptor.CPPTYPE_ENUM:
        assert field.enum_type is not None
        known = sorted(field.enum_type.values_by_number)
        return st.one_of(st.sampled_from(known), st.integers(-(2**31), 2**31 - 1))
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return st.binary(max_size=40) if field.type == FieldDescriptor.TYPE_BYTES else st.text(max_size=40)
    return _SCALARS[field.cpp_type]
