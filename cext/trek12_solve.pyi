"""What Python sees of the task of a Trek 12 solver."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, final

from cext.kernel import Rules, State

SPIDER: int

class Facts(NamedTuple):
    rolls: tuple[tuple[int, int], ...]
    results: tuple[tuple[int, ...], ...]
    boxes_left: tuple[int, ...]
    max_number: int
    danger_points: int
    safe_operation: int
    neighbours: tuple[tuple[int, ...], ...]
    river: tuple[int, ...]
    written: tuple[int | None, ...]
    links: tuple[tuple[int, int], ...]
    ticks: int
    usable: tuple[int, ...]
    fixed: dict[int, int]
    lines: tuple[tuple[int, tuple[int, ...]], ...]

@final
class Known:
    def __init__(
        self,
        state: State,
        seat: int,
        rolls: Iterable[tuple[int, int]],
        numbers: Sequence[int],
        cards: Sequence[int],
        empty: Iterable[int] = (),
        fixed: Mapping[int, int] | None = None,
    ) -> None: ...
    @property
    def solo(self) -> Rules: ...
    @property
    def start(self) -> State: ...
    @property
    def rolls(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def cards(self) -> tuple[int, ...]: ...
    @property
    def empty(self) -> tuple[int, ...]: ...
    @property
    def fixed(self) -> dict[int, int]: ...
    @property
    def results(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def boxes_left(self) -> tuple[int, ...]: ...
    @property
    def facts(self) -> Facts: ...
