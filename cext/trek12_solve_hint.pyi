"""What Python sees of hints for Trek 12 with unknown dice."""

from collections.abc import Sequence
from typing import NamedTuple, final

from cext.kernel import Rules, State
from cext.stop import Stop

BY_POINTS: int
BY_WINS: int
BY_PLACES: int

class Standing(NamedTuple):
    move: int
    games: int
    points: float
    points_error: float | None
    wins: float | None
    wins_error: float | None
    places: float | None
    places_error: float | None

@final
class Race:
    def __init__(
        self,
        state: State,
        seat: int,
        seed: int,
        batch: int = 8,
        keep: int = 16,
        goal: int = 0,
    ) -> None: ...
    def run(self, games: int, stop: Stop) -> bool: ...
    def standings(self) -> list[Standing]: ...
    @property
    def games(self) -> int: ...

def play_games(rules: Rules, seed: int, games: int, base: Sequence[float], slope: Sequence[float]) -> list[int]: ...
