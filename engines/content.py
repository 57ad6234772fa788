"""Content packs: the printed (or invented) data a ruleset is played with.

A pack is JSON in its ruleset's own schema, with `name` and `provenance`. Its identity is the SHA-256 of its
canonical form, so that a referee can tell which map a game was played on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

CUSTOM = "custom"
PROVENANCES = ("printed", "deduced", "reconstruction", CUSTOM)
# A pack that a table brings itself travels inside its token, so it has to stay small. In bytes of UTF-8.
MAX_INLINE_PACK = 32 * 1024
# A small pack can have more defects than anybody would read. After so many nobody looks for further ones.
MAX_NAMED_DEFECTS = 100


@dataclass(frozen=True, slots=True)
class PackDefect:
    """One defect of a pack: a stable code, where it is (JSON pointer, RFC 6901) and a sentence."""

    code: str
    pointer: str
    message: str


class BadPack(ValueError):
    """A pack has defects: all of them are in `defects`, or the first MAX_NAMED_DEFECTS when it `has_more`."""

    def __init__(self, defects: Sequence[PackDefect]) -> None:
        self.defects = tuple(defects[:MAX_NAMED_DEFECTS])
        self.has_more = len(defects) > MAX_NAMED_DEFECTS
        named = "; ".join(f"{defect.pointer or '/'}: {defect.message}" for defect in self.defects)
        super().__init__(f"{named}; and more" if self.has_more else named)


@dataclass(frozen=True)
class ContentPack:
    """A checked pack. `data` is its JSON, `canonical` the bytes it is identified by."""

    id: str
    provenance: str
    data: Mapping[str, Any] = field(compare=False, hash=False, repr=False)
    canonical: bytes = field(repr=False)
    # See engines.kept.
    kept: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the canonical form, 32 bytes."""
        return hashlib.sha256(self.canonical).digest()


def make_pack(data: Mapping[str, Any]) -> ContentPack:
    """The pack of checked data, which have a `name` and a `provenance`."""
    return ContentPack(id=data["name"], provenance=data["provenance"], data=data, canonical=canonical_json(data))


def canonical_json(data: Any) -> bytes:
    """The one spelling of a JSON value: sorted keys, no spaces, UTF-8, and no NaN or infinity (ValueError)."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
