"""What Python sees of the proofs of plans of huts."""

from collections.abc import Container, Sequence
from typing import final

from cext.kernel import State
from cext.stop import Stop

@final
class RouteSearch:
    def __init__(
        self,
        state: State,
        seat: int,
        turns: Sequence[tuple[int, int, bool, bool, bool]],
        hand: int,
        most_silver: int,
        closed: Container[int] = (),
    ) -> None: ...
    def survey(self, nodes: int, stop: Stop) -> bool: ...
    def probe(self, points: int, tries: int, nodes: int, stop: Stop) -> bool: ...
    def descend(self, nodes: int, stop: Stop) -> bool | None: ...
    @property
    def most_earned(self) -> int | None: ...
    @property
    def bound(self) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def plan(self) -> tuple[tuple[int, int | None, tuple[int, ...]], ...] | None: ...
