"""What Python sees of a Trek 12 table; `cext.trek12` offers it too."""

from collections.abc import Sequence
from typing import NamedTuple

from cext.kernel import State

ENVELOPE_OBSERVATIONS: int

class Table(NamedTuple):
    round: int
    phase: int
    roll: tuple[int, int] | None
    numbers: tuple[int, ...] | None
    cards: tuple[int | None, ...]
    chosen: tuple[int, ...]

class WrittenCircle(NamedTuple):
    circle: int
    number: int | None
    round: int
    operation: int
    is_piranha: bool
    is_orphan: bool
    link_below: int | None
    link_above: int | None

class SheetScore(NamedTuple):
    trails: tuple[tuple[int, ...], ...]
    trail_values: tuple[int, ...]
    trail_points: int
    zones: tuple[tuple[int, ...], ...]
    zone_values: tuple[int, ...]
    zone_points: int
    observation_points: tuple[int, ...]
    ticks: int
    danger_points: int
    orphans: tuple[int, ...]
    total: int

def table(state: State) -> Table: ...
def choice(state: State, seat: int) -> int | None: ...
def written(state: State, seat: int) -> tuple[WrittenCircle, ...]: ...
def used(state: State, seat: int) -> tuple[int, ...]: ...
def observed(state: State, seat: int) -> tuple[int, ...]: ...
def score(state: State, seat: int) -> SheetScore: ...
def challenge(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
def zone_circles(args: Sequence[int]) -> tuple[int, ...]: ...
