"""What Python sees of an Amazonas 2022 table; `cext.amazonas2022` offers it too."""

from typing import NamedTuple

from cext.kernel import State

class Discard(NamedTuple):
    kind: int
    used_up: bool

class Race(NamedTuple):
    is_open: bool
    card: int | None
    winner: int | None
    owner: int | None
    slot: int | None

class Table(NamedTuple):
    phase: int
    step: int
    round: int
    starter: int
    turn: int | None
    caller: int | None
    barred: tuple[int, ...]
    cards_left: int
    direction: int | None
    race: Race | None
    owed: int | None
    owed_for: int | None
    chosen: tuple[int, ...]

class HandCard(NamedTuple):
    kind: int
    known: tuple[int, ...]
    is_public: bool

class Held(NamedTuple):
    kind: int
    source: int
    is_public: bool

class Look(NamedTuple):
    owner: int
    slot: int
    kind: int

class LastHand(NamedTuple):
    cards: tuple[int | None, ...]
    sum: int
    points: int

class LastRound(NamedTuple):
    round: int
    caller: int
    hands: tuple[LastHand, ...]

class Standing(NamedTuple):
    points: int
    successes: int

def table(state: State) -> Table: ...
def discards(state: State) -> tuple[Discard, ...]: ...
def reserve(state: State) -> tuple[int, ...]: ...
def stack(state: State) -> tuple[int, ...]: ...
def held(state: State) -> Held | None: ...
def hand(state: State, seat: int) -> tuple[HandCard | None, ...]: ...
def choice(state: State, seat: int) -> int | None: ...
def look(state: State, seat: int) -> Look | None: ...
def last_round(state: State) -> LastRound | None: ...
def standing(state: State) -> tuple[Standing, ...]: ...
