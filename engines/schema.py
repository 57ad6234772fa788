"""Checks of a content pack that go on after a defect, so that a pack's author hears of all of them at once.

Of very many defects the first MAX_NAMED_DEFECTS have to do: the next one ends the checks.

A `Node` is a value of the pack together with where it stands. Asking it for what it should be returns that, or
None after noting a defect; only what was found is checked further.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engines.content import MAX_NAMED_DEFECTS, PROVENANCES, BadPack, PackDefect
from engines.strict_json import pointer_to, quote

T = TypeVar("T")

# Names travel in text notation, file names and pictures: lower-case ASCII words joined by hyphens.
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MAX_NAME_LENGTH = 40

_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


@dataclass(frozen=True)
class Node:
    """A value of a pack, its JSON pointer, and the list into which its defects go."""

    value: Any
    pointer: str = ""
    defects: list[PackDefect] = field(default_factory=list)

    def note(self, code: str, message: str) -> None:
        """Note a defect of this value. Raises BadPack when there are enough of them."""
        self.defects.append(PackDefect(code, self.pointer, message))
        if len(self.defects) > MAX_NAMED_DEFECTS:
            raise BadPack(self.defects)

    # -- objects and arrays --

    def members(self, *keys: str, optional: Sequence[str] = ()) -> dict[str, Node]:
        """The members of an object that must have these keys, may have the optional ones, and no other.

        Those that are there come in this order.
        """
        found = self.entries()
        if found is None:
            return {}
        for key in keys:
            if key not in found:
                self.note("MISSING_KEY", f"The key {quote(key)} is missing.")
        known = (*keys, *optional)
        for key in found:
            if key not in known:
                found[key].note("UNKNOWN_KEY", f"There is no key {quote(key)} here; there are {', '.join(known)}.")
        return {key: found[key] for key in known if key in found}

    def entries(self) -> dict[str, Node] | None:
        """All members of an object whose keys are free, by key."""
        value = self._expect(dict)
        return None if value is None else {key: self._child(key, value[key]) for key in sorted(value)}

    def array(self, low: int, high: int) -> list[Node] | None:
        """The items of an array of `low` to `high` items."""
        value = self._expect(list)
        if value is None:
            return None
        self.require_count(len(value), low, high)
        return self.items()

    def items(self) -> list[Node]:
        """The items of what is known to be an array."""
        return [self._child(index, item) for index, item in enumerate(self.value)]

    def require_count(self, count: int, low: int, high: int) -> None:
        """Note a defect unless the value has `low` to `high` entries."""
        if count < low:
            self.note("TOO_FEW", f"There are {count} entries; at least {low} are needed.")
        elif count > high:
            self.note("TOO_MANY", f"There are {count} entries; at most {high} are allowed.")

    # -- single values --

    def integer(self, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`."""
        value = self._expect(int)
        return value if value is not None and self._is_in_range(value, low, high) else None

    def hundredths(self, low: int, high: int) -> int | None:
        """A number from `low` to `high`, in hundredths, rounded to the nearest."""
        value = self.value if type(self.value) is int else self._expect(float)
        return round(value * 100) if value is not None and self._is_in_range(value, low, high) else None

    def boolean(self) -> bool | None:
        """True or false."""
        return self._expect(bool)

    def text(self) -> str | None:
        """Any text."""
        return self._expect(str)

    def name(self) -> str | None:
        """A short plain identifier."""
        value = self._expect(str)
        if value is not None:
            self.require_name(value)
        return value

    def require_name(self, text: str) -> None:
        """Note a defect unless a text, the value or its key, is a short plain identifier."""
        if not NAME.fullmatch(text) or len(text) > MAX_NAME_LENGTH:
            rule = f"lower-case letters, digits and single hyphens between them, at most {MAX_NAME_LENGTH} characters"
            self.note("NOT_A_NAME", f"{quote(text)} is no name; a name has {rule}.")

    def choice(self, choices: Sequence[str]) -> str | None:
        """One of the given texts."""
        value = self._expect(str)
        if value is not None and value not in choices:
            self.note("UNKNOWN_VALUE", f"{quote(value)} is none of {', '.join(choices)}.")
        return value

    def provenance(self) -> str | None:
        """Where a pack says that its data come from."""
        return self.choice(PROVENANCES)

    # -- inside --

    def _child(self, key: str | int, value: Any) -> Node:
        return Node(value, pointer_to(self.pointer, key), self.defects)

    def _expect(self, kind: type[T]) -> T | None:
        """The value if it is of this kind; a bool is an int to Python, but not to JSON."""
        if isinstance(self.value, kind) and isinstance(self.value, bool) == (kind is bool):
            return self.value
        found = next(name for known, name in _KINDS.items() if isinstance(self.value, known))
        self.note("WRONG_TYPE", f"This is {found}; it must be {_KINDS[kind]}.")
        return None

    def _is_in_range(self, value: float, low: int, high: int) -> bool:
        if low <= value <= high:
            return True
        self.note("OUT_OF_RANGE", f"{value} does not lie in the range from {low} to {high}.")
        return False


def repeated(items: Sequence[Hashable]) -> Iterator[int]:
    """The places of all items that equal an earlier one. None stands for an item that was refused already."""
    seen = set()
    for place, item in enumerate(items):
        if item is not None and item in seen:
            yield place
        seen.add(item)
