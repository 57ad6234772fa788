"""The largest content that Amazonas 2022 takes, for tests of how much a call may ask for."""

from __future__ import annotations

import json

from cext import amazonas2022
from engines.games.amazonas2022.vocabulary import CARDS


def largest_packs() -> list[str]:
    """As many cards as a state can hold: all of one kind, so that every wild discard is right, or some of each."""
    each, more = divmod(amazonas2022.MAX_CARDS, len(CARDS))
    alike = [amazonas2022.MAX_CARDS if kind == 0 else 0 for kind in range(len(CARDS))]
    mixed = [each + (kind < more) for kind in range(len(CARDS))]
    return [_pack(alike), _pack(mixed)]


def _pack(counts: list[int]) -> str:
    cards = {
        name: {"count": count, "value": -amazonas2022.MAX_VALUE} for name, count in zip(CARDS, counts, strict=True)
    }
    return json.dumps({"name": "largest", "provenance": "custom", "cards": cards})
