"""The content of Amazonas 2022: how many cards there are of each kind, and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cext import amazonas2022
from engines.content import ContentPack
from engines.games.amazonas2022.pack_check import check
from engines.games.amazonas2022.vocabulary import CARDS
from engines.kept import kept_with_argument
from engines.packs import load_custom, load_shipped


@dataclass(frozen=True)
class Content:
    """A checked pack, ready to be asked: for each kind of card, by its number."""

    counts: tuple[int, ...]
    values: tuple[int, ...]
    """In points."""


@kept_with_argument
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
    return load_shipped(__package__, check)


def load_custom_pack(text: str) -> ContentPack:
    """A table's own pack. Raises BadPack with all defects."""
    return load_custom(text, check)
