"""Any valid request, for hypothesis: arbitrary values, and mostly real ones where there are some.

The builder walks the descriptor, so that a field added tomorrow is filled as well. It differs from the one of the
contract kit in what it is told: the values that a field may well have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

from tests.contract.messages import scalar
from tests.trust.robustness.material import Known

MAX_REPEATED = 3
MAX_DEPTH = 6

_MOSTLY: st.SearchStrategy[bool] = st.sampled_from((True, True, True, False))


@st.composite
def requests(draw: st.DrawFn, kind: type[Message], material: Sequence[Known]) -> Message:
    """A message of this type whose values come mostly from one of the pieces of material."""
    message = kind()
    _fill(draw, message, draw(st.sampled_from(material)), 0)
    return message


def _fill(draw: st.DrawFn, message: Message, known: Known, depth: int) -> None:
    if depth > MAX_DEPTH:
        return
    for field in _chosen(draw, message, known):
        if field.is_repeated:
            for _ in range(draw(st.integers(0, MAX_REPEATED))):
                _put(draw, getattr(message, field.name), field, known, depth)
        elif field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
            inner: Message = getattr(message, field.name)
            inner.SetInParent()
            _become(draw, inner, known, depth)
        else:
            setattr(message, field.name, _scalar(draw, field, known))


def _chosen(draw: st.DrawFn, message: Message, known: Known) -> Iterator[FieldDescriptor]:
    """Each field or not, of a oneof one member or none."""
    for field in message.DESCRIPTOR.fields:
        if not _is_alternative(field) and draw(_MOSTLY if known.of(_name(field)) else st.booleans()):
            yield field
    for oneof in message.DESCRIPTOR.oneofs:
        if _is_alternative(oneof.fields[0]) and draw(_MOSTLY):
            yield draw(st.sampled_from(list(oneof.fields)))


def _is_alternative(field: FieldDescriptor) -> bool:
    """A member of a oneof that was written as one; an optional field is alone in one with a name of its own."""
    return field.containing_oneof is not None and not field.containing_oneof.name.startswith("_")


def _put(draw: st.DrawFn, items: Any, field: FieldDescriptor, known: Known, depth: int) -> None:
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        _become(draw, items.add(), known, depth)
    else:
        items.append(_scalar(draw, field, known))


def _become(draw: st.DrawFn, message: Message, known: Known, depth: int) -> None:
    values = known.of(message.DESCRIPTOR.full_name)
    if len(values) > 0 and draw(_MOSTLY):
        message.CopyFrom(draw(st.sampled_from(values)))
    else:
        _fill(draw, message, known, depth + 1)


def _scalar(draw: st.DrawFn, field: FieldDescriptor, known: Known) -> Any:
    # Fields of one name may be of several types.
    values = [value for value in known.of(field.name) if _fits(field, value)]
    return draw(st.sampled_from(values) if len(values) > 0 and draw(_MOSTLY) else scalar(field))


def _fits(field: FieldDescriptor, value: object) -> bool:
    if field.type == FieldDescriptor.TYPE_BYTES:
        return isinstance(value, bytes)
    if field.type == FieldDescriptor.TYPE_STRING:
        return isinstance(value, str)
    return isinstance(value, int | float)


def _name(field: FieldDescriptor) -> str:
    return str(field.message_type.full_name) if field.message_type else field.name
