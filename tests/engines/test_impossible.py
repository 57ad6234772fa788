"""A position that breaks an invariant of its kernel is told so in words, and where to look."""

from __future__ import annotations

import importlib
import re

import pytest

from engines.position_reader import Impossible
from tests.playing import ROOT

NUMBERED = re.compile(r"^    BAD_\w+ = (\d+)", re.MULTILINE)
SENTENCE = re.compile(r"[A-Z].*[^.]\.")
KERNELS = [module.parent.name for module in sorted(ROOT.glob("engines/games/*/impossible.py"))]


def meanings(kernel: str) -> Impossible:
    """What the game says of the invariants."""
    found: Impossible = importlib.import_module(f"engines.games.{kernel}.impossible").IMPOSSIBLE
    return found


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_invariant_has_a_meaning_and_a_part_of_the_view(kernel: str) -> None:
    declared = NUMBERED.findall((ROOT / "cext" / f"{kernel}_sound.pxd").read_text("utf-8"))
    assert list(meanings(kernel)) == [int(number) for number in declared]
    view = importlib.import_module(f"canopy.v1.{kernel}_pb2").DESCRIPTOR.message_types_by_name
    parts = next(message for name, message in view.items() if name.endswith("View")).fields_by_name
    for part, sentence in meanings(kernel).values():
        assert part in parts
        assert SENTENCE.fullmatch(sentence)
    assert len({sentence for _, sentence in meanings(kernel).values()}) == len(declared)
