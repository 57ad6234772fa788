"""A reader for JSON that strangers send: it accepts less than `json.loads` and names all that it refuses.

Two readers may understand a document with a repeated key, a NaN or a number of a thousand digits in two ways, and
a deep or a huge document costs more to read than to send. None of them is a content pack.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engines.content import MAX_NAMED_DEFECTS, BadPack, PackDefect

MAX_DEPTH = 16
MAX_KEY_LENGTH = 64
# Whole numbers up to 2**53 - 1 mean the same to every reader of JSON (RFC 8259, section 6).
MAX_INTEGER = 2**53 - 1

# A string, closed or not, or a bracket. The quantifier is possessive, so that no text makes the search slow.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)


def read_json(text: str, max_bytes: int) -> Any:
    """The value that the text spells. Raises BadPack."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise BadPack([PackDefect("TOO_LARGE", "", f"The pack has {size} bytes; at most {max_bytes} are allowed.")])
    if _depth(text) > MAX_DEPTH:
        raise BadPack([PackDefect("TOO_DEEP", "", f"Arrays and objects are nested more than {MAX_DEPTH} deep.")])
    try:
        value = json.loads(
            text,
            object_pairs_hook=_read_object,
            parse_int=_read_integer,
            parse_float=_read_float,
            parse_constant=_not_finite,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadPack([PackDefect("NOT_JSON", "", f"This is not JSON: {error.msg} at {where}.")]) from None
    defects = list(islice(_defects(value, ""), MAX_NAMED_DEFECTS + 1))
    if defects:
        raise BadPack(defects)
    return value


def pointer_to(parent: str, key: str | int) -> str:
    """The JSON pointer of a member of `parent` (RFC 6901)."""
    return f"{parent}/{str(key).replace('~', '~0').replace('/', '~1')}"


def quote(text: str) -> str:
    """A stranger's text as it may stand in a sentence: printable ASCII in quotes, and not too long."""
    return json.dumps(text if len(text) <= MAX_KEY_LENGTH else text[: MAX_KEY_LENGTH - 3] + "...")


@dataclass(frozen=True)
class _Refused:
    """Stands in the tree for a number that is refused, until its place is known."""

    code: str
    message: str


class _Object(dict[str, Any]):
    """An object that remembers which of its keys came twice."""

    repeated: tuple[str, ...] = ()


def _read_object(pairs: list[tuple[str, Any]]) -> _Object:
    members = _Object()
    repeated = {}
    for key, value in pairs:
        if key in members:
            repeated[key] = True
        members[key] = value
    members.repeated = tuple(repeated)
    return members


def _read_integer(digits: str) -> int | _Refused:
    # The length comes first: turning very many digits into a number is slow, and Python refuses it with its own error.
    if len(digits) > len(str(-MAX_INTEGER)) or abs(int(digits)) > MAX_INTEGER:
        return _Refused("NUMBER_TOO_LARGE", f"A whole number lies between -{MAX_INTEGER} and {MAX_INTEGER}.")
    return int(digits)


def _read_float(digits: str) -> float | _Refused:
    number = float(digits)
    return number if math.isfinite(number) else _not_finite(digits)


def _not_finite(_: str) -> _Refused:
    return _Refused("NUMBER_NOT_FINITE", "A number is finite: neither NaN nor an infinity.")


def _depth(text: str) -> int:
    """How deep arrays and objects are nested, whatever else may be wrong with the text."""
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        if match[0] in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] in ("]", "}"):
            depth -= 1
    return deepest


def _defects(value: Any, pointer: str) -> Iterator[PackDefect]:
    """All defects of a value and what it holds, in the order of the document."""
    if isinstance(value, _Refused):
        yield PackDefect(value.code, pointer, value.message)
    elif isinstance(value, str):
        if not _is_unicode(value):
            yield PackDefect("INVALID_UNICODE", pointer, "The text holds half of a surrogate pair.")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _defects(item, pointer_to(pointer, index))
    elif isinstance(value, _Object):
        for key in value.repeated:
            yield PackDefect("DUPLICATE_KEY", _key_pointer(pointer, key), f"The key {quote(key)} comes more than once.")
        for key, item in value.items():
            yield from _key_defects(key, pointer)
            yield from _defects(item, _key_pointer(pointer, key))


def _key_defects(key: str, pointer: str) -> Iterator[PackDefect]:
    """Defects of a key, told at its object, because a pointer could not spell the key."""
    if len(key) > MAX_KEY_LENGTH:
        yield PackDefect("KEY_TOO_LONG", pointer, f"The key {quote(key)} has more than {MAX_KEY_LENGTH} characters.")
    if not _is_unicode(key):
        yield PackDefect("INVALID_UNICODE", pointer, f"The key {quote(key)} holds half of a surrogate pair.")


def _key_pointer(pointer: str, key: str) -> str:
    """The pointer of a member; its object's own when the key cannot stand in a pointer."""
    return pointer if any(_key_defects(key, pointer)) else pointer_to(pointer, key)


def _is_unicode(text: str) -> bool:
    """No code point is half of a surrogate pair, which UTF-8 cannot spell."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
