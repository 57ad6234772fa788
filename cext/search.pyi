"""What Python sees of the search."""

from collections.abc import Iterable
from typing import NamedTuple, final

from cext.kernel import State
from cext.stop import Stop

GOAL_PLACE: int
GOAL_WIN: int
GOAL_POINTS: int
WAIT: int

class Line(NamedTuple):
    move: int
    visits: int
    reward: float
    payoff: float
    payoff_error: float
    wins: float
    wins_error: float
    points: float
    points_error: float

@final
class Search:
    def __init__(
        self,
        state: State,
        seat: int,
        seed: int,
        *,
        goal: int = ...,
        rivals: int = ...,
        place_weight: float = ...,
        exploration: float = ...,
        most_nodes: int = ...,
        candidates: Iterable[int] | None = ...,
    ) -> None: ...
    def run(self, iterations: int, stop: Stop | None = None) -> int: ...
    @property
    def spent(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def information_sets(self) -> int: ...
    def lines(self) -> list[Line]: ...
    def principal(self, move: int) -> tuple[tuple[int, int], ...]: ...
