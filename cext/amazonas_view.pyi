"""What Python sees of an Amazonas table; `cext.amazonas` offers it too."""

from typing import NamedTuple

from cext.kernel import State

NEUTRAL_OWNER: int

class Table(NamedTuple):
    phase: int
    round: int
    event: int | None
    native: bool
    order: tuple[int, ...]
    place: int | None
    active: int | None
    chosen: tuple[int, ...]
    supply: tuple[int, ...]
    events_left: tuple[int, ...]
    neutral_built: bool

class Player(NamedTuple):
    silver: int
    huts: tuple[int, ...]
    huts_left: int
    neutral_left: int
    specimens: tuple[int, ...]
    natives: tuple[int, ...]
    hand: tuple[int, ...]
    choice: int | None
    played: int | None
    income: int | None
    mission: int | None
    coin: int | None
    five_types: int

class SeatScore(NamedTuple):
    types: tuple[int, ...]
    five_types: int
    majority: int
    missions: int
    total: int

class Standing(NamedTuple):
    points: int
    specimens: int
    silver: int
    coin: int | None

def table(state: State) -> Table: ...
def player(state: State, seat: int) -> Player: ...
def sites(state: State) -> tuple[tuple[int | None, ...], ...]: ...
def bonuses_left(state: State) -> tuple[int, ...]: ...
def income(state: State, seat: int, card: int) -> int: ...
def buildable(state: State, seat: int) -> tuple[int, ...]: ...
def neutral_sites(state: State, seat: int) -> tuple[int, ...]: ...
def hirable(state: State, seat: int) -> tuple[int, ...]: ...
def price(state: State, seat: int, village: int) -> int | None: ...
def score(state: State, seat: int) -> SeatScore: ...
def standing(state: State) -> tuple[Standing, ...]: ...
