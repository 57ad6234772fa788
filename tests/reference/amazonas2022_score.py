"""Points of a round of Amazonas 2022, for its plain twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class RoundResult:
    """A finished round, revealed."""

    caller: int
    hands: tuple[tuple[int | None, ...], ...]
    """The kind of each card by seat and slot; None is a gap."""
    sums: tuple[int, ...]
    points: tuple[int, ...]
    """What each seat writes down; two players: 1 for the winner, 0 for the other one."""
    success: bool
    """Did the caller alone have the lowest sum?"""


class Placing(NamedTuple):
    """One seat's place; equal seats share it, and the place after them is skipped."""

    place: int
    seat: int
    values: tuple[int, ...]
    """One for each of the criteria."""
    decided_by: str
    """The criterion that parts this seat from the one before it; empty for the first and for a shared place."""


def round_points(sums: Sequence[int], caller: int) -> list[int]:
    """End of the Round and Scoring: what each seat writes down (amazonas-2022 10)."""
    points = list(sums)
    lowest_other = min(total for seat, total in enumerate(sums) if seat != caller)
    if sums[caller] < lowest_other:
        points[caller] = min(-5, sums[caller])
    elif sums[caller] > lowest_other:
        points[caller] = max(5, sums[caller])
    return points


def is_success(sums: Sequence[int], caller: int) -> bool:
    """End of the Round and Scoring: only who alone has the lowest collection called successfully (amazonas-2022 10)."""
    return all(sums[caller] < total for seat, total in enumerate(sums) if seat != caller)


def round_winner(sums: Sequence[int], caller: int) -> int:
    """Amazonas for 2 Players: the lower sum, on a tie the one who did not call (amazonas-2022 12)."""
    return caller if sums[caller] < sums[1 - caller] else 1 - caller
