"""Positions told in plain data, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PositionDefect:
    """One defect of a position: a stable code, where it is and a sentence.

    `field` is a path into the game's view in the names of its .proto, for example "sheets[0].circles[2].number".
    """

    code: str
    field: str
    message: str


class BadPosition(ValueError):
    """A view shows no position that could be on a table; all defects are in `defects`."""

    def __init__(self, defects: Sequence[PositionDefect]) -> None:
        super().__init__("; ".join(f"{defect.field}: {defect.message}" for defect in defects))
        self.defects = tuple(defects)
