"""Loads content packs: those that a game ships beside its module, and those that tables bring. The game checks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from engines.content import CUSTOM, MAX_INLINE_PACK, ContentPack, make_pack
from engines.strict_json import read_json

# Turns parsed JSON into a pack's data in normal form. Raises BadPack with all defects.
Check = Callable[[Any], Mapping[str, Any]]


def load_shipped(package: str, check: Check) -> Mapping[str, ContentPack]:
    """The packs in the folder `packs` of a package by id, ascending."""
    texts = (
        entry.read_text(encoding="utf-8")
        for entry in (resources.files(package) / "packs").iterdir()
        if entry.name.endswith(".json")
    )
    packs = sorted((make_pack(check(read_json(text, MAX_INLINE_PACK))) for text in texts), key=lambda pack: pack.id)
    return {pack.id: pack for pack in packs}


def load_custom(text: str, check: Check) -> ContentPack:
    """A table's own pack, whose provenance is custom whatever it claims. Raises BadPack with all defects."""
    return make_pack({**check(read_json(text, MAX_INLINE_PACK)), "provenance": CUSTOM})
