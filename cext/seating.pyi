"""What Python sees of the search for the tables of a tournament."""

from collections.abc import Iterable, Sequence

from cext.stop import Stop

MAX_PLAYERS: int
MAX_SIZE: int

def improve(
    scores: Sequence[int],
    met: Iterable[tuple[int, int, int]],
    repeat_cost: int,
    known: Sequence[Sequence[int]],
    threshold: int,
    steps: int,
    seed: int,
    stop: Stop,
) -> tuple[list[list[int]], int]: ...
