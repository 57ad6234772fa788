"""The board model at work between the best plan and the bound, search after search."""

from __future__ import annotations

from dataclasses import dataclass

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_temper import Tempering
from solver.trek12.board import Stopped
from solver.trek12.board_plan import Drawn
from solver.trek12.proving import BoardSearch

_REPAIR_STEPS = 400_000


@dataclass(frozen=True)
class Turn:
    """What one search came to."""

    # A plan by the kernel's rules that is close to the board that was found: (points, kernel moves).
    plan: tuple[int, tuple[int, ...]] | None = None
    # The range is empty, proved.
    is_empty: bool = False
    # No board is worth more, proved; None: nothing new.
    bound: int | None = None
    # A board was found, so that the next search begins with more knowledge.
    has_learned: bool = False
    steps: int = 0  # of tempering
    deterministic_seconds: float = 0.0


class BoardTurns:
    """One board model, kept from turn to turn with what it has learned."""

    def __init__(self, known: Known, seed: int, stop: Stop) -> None:
        self._known = known
        self._seed = seed
        self._stop = stop
        self._search: BoardSearch | None = None
        self._turns = 0

    def turn(self, low: int, high: int, seconds: float | None, *stops: Stop) -> Turn:
        """One search for a board worth `low` to `high` points, for so many deterministic seconds."""
        if self._search is None:
            try:
                self._search = BoardSearch(self._known.facts, self._stop)
            except Stopped:
                return Turn()
        self._turns += 1
        attempt = self._search.attempt(low, high, self._seed + self._turns, seconds, *stops)
        plan, steps = (None, 0) if attempt.drawn is None else self._repair(attempt.drawn)
        if attempt.drawn is not None and (plan is None or plan[0] < attempt.drawn.score):
            self._search.forbid(attempt.drawn)
        return Turn(
            plan, attempt.is_empty, attempt.bound, attempt.drawn is not None, steps, attempt.deterministic_seconds
        )

    def _repair(self, drawn: Drawn) -> tuple[tuple[int, tuple[int, ...]] | None, int]:
        """The plan that the board is, or one close to it, and the steps that it took to find it."""
        near = Tempering(self._known, self._seed + self._turns, replicas=2, cold=0.3, hot=0.5)
        near.offer(drawn.moves())
        near.run(_REPAIR_STEPS, self._stop, drawn.score)
        return near.best, near.steps
