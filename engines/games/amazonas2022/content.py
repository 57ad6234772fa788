"""The content of Amazonas 2022: how many cards there are of each kind, and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from cext import amazonas2022
from engines.content import CUSTOM, MAX_INLINE_PACK, ContentPack, make_pack
from engines.games.amazonas2022.pack_check import check
from engines.games.amazonas2022.vocabulary import CARDS
from engines.strict_json import read_json


@dataclass(frozen=True)
class Content:
    """A checked pack, ready to be asked: for each kind of card, by its number."""

    counts: tuple[int, ...]
    values: tuple[int, ...]
    """In points."""


@lru_cache(maxsize=256)
def content_of(pack: ContentPack) -> Content:
    """What a checked pack says ("Components")."""
    cards = [pack.data["cards"][name] for name in CARDS]
    return Content(tuple(card["count"] for card in cards), tuple(card["value"] for card in cards))


def counts_in_play(pack: ContentPack, *, without_monkeys: bool) -> tuple[int, ...]:
    """How many cards of each kind are played with ("Basic Variant")."""
    counts = content_of(pack).counts
    return tuple(0 if without_monkeys and card == amazonas2022.MONKEY else count for card, count in enumerate(counts))


@cache
def shipped_packs() -> Mapping[str, ContentPack]:
    """The packs beside this module by id, ascending."""
    texts = (
        entry.read_text(encoding="utf-8")
        for entry in (resources.files(__package__) / "packs").iterdir()
        if entry.name.endswith(".json")
    )
    packs = sorted((make_pack(check(read_json(text, MAX_INLINE_PACK))) for text in texts), key=lambda pack: pack.id)
    return {pack.id: pack for pack in packs}


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack, whose provenance is custom whatever it claims. Raises BadPack with all defects."""
    return make_pack({**check(read_json(text, MAX_INLINE_PACK)), "provenance": CUSTOM})
