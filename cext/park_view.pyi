"""What Python sees of an Amazonia Park table; `cext.park` offers it too."""

from typing import NamedTuple

from cext.kernel import State

class Table(NamedTuple):
    phase: int
    active: int | None
    due: int | None
    supply: tuple[int, ...]
    tiles_left: tuple[int, int]
    spaces: int
    missing: int
    passes: int
    last_cell: int | None

class Magazine(NamedTuple):
    values: tuple[int, ...]
    cost: int | None
    is_affordable: bool

class Player(NamedTuple):
    tokens: tuple[int, ...]
    magazines: tuple[int | None, ...]
    tile: tuple[int, int] | None
    discount: int

class Sight(NamedTuple):
    direction: int
    cell: int
    animal: int
    number: int

class Standing(NamedTuple):
    magazines: int
    tokens: int

def table(state: State) -> Table: ...
def board(state: State) -> tuple[tuple[int, int] | None, ...]: ...
def sights(state: State) -> tuple[Sight, ...]: ...
def magazines(state: State, seat: int | None = None) -> tuple[Magazine, ...]: ...
def player(state: State, seat: int) -> Player: ...
def standing(state: State) -> tuple[Standing, ...]: ...
def end_reason(state: State) -> int | None: ...
