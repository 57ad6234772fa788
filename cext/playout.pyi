"""What Python sees of random play and perft."""

from typing import Literal, NamedTuple

from cext.kernel import State

class Counts(NamedTuple):
    games: int
    plies: int
    moves: int
    interruptions: int

def playout(state: State, seed: int, *, fused: bool = True) -> State: ...
def measure(state: State, seed: int, games: int) -> Counts: ...
def perft(state: State, depth: int) -> int: ...
def perft_divide(state: State, depth: int) -> list[tuple[Literal["chance", "move"], int, int]]: ...
