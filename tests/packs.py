"""What the tests of all games do with packs: change them, and hear what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engines.content import BadPack
from engines.game import Game

Pack = dict[str, Any]


def changed(pack: Pack, change: Callable[[Pack], Any]) -> str:
    """A copy of the pack with one change, as text."""
    copy: Pack = json.loads(json.dumps(pack))
    change(copy)
    return json.dumps(copy)


def defects(game: Game, text: str) -> list[tuple[str, str]]:
    """(code, pointer) of all defects of a pack, each told in a sentence. Fails when there is none."""
    with pytest.raises(BadPack) as caught:
        game.load_pack(text)
    assert all(defect.message.endswith(".") for defect in caught.value.defects)
    return [(defect.code, defect.pointer) for defect in caught.value.defects]
