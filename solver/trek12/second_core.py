"""A second thread beside the one that answers: tempering first, then the board model where the first does not look.

It changes nothing but itself. What it finds lies in a mailbox until the first thread takes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_temper import Tempering
from solver.trek12.board_turns import BoardTurns

_THREAD_STEPS = 20_000  # a hundredth of a second
# Tempering that found nothing in so many steps, or as many as before, will hardly find anything.
_PATIENCE = 4_000_000
# Seeds of the two threads differ by more than there are turns.
_SEED_STEP = 1_000_003
_LOWEST_POINTS = -10_000
_HIGHEST_POINTS = 10_000


@dataclass(frozen=True)
class Mail:
    """What the second thread knows better than the last time it was asked."""

    moves: tuple[int, ...] | None = None
    # No board is worth more, proved by the board model.
    bound: int | None = None


class SecondCore:
    """The thread. `news` is set as soon as the first one had better look into the mailbox, or there is no time."""

    def __init__(
        self, known: Known, seed: int, stop: Stop, known_range: Callable[[], tuple[int | None, int | None]]
    ) -> None:
        """`known_range` tells the points and the bound of the first thread."""
        self._known = known
        self._stop = stop
        self._range = known_range
        self._seed = seed + _SEED_STEP
        self._end = Stop()
        self._lock = threading.Lock()
        self._mail = Mail()
        self._most_posted = _LOWEST_POINTS
        self.news = Stop(seconds=stop.remaining())
        self.steps = 0
        self.deterministic_seconds = 0.0
        self._thread = threading.Thread(target=self.work, name="canopy-second-core", daemon=True)

    def __enter__(self) -> SecondCore:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def take_mail(self) -> Mail:
        """What was found since the last time; arms `news` again."""
        with self._lock:
            mail, self._mail = self._mail, Mail()
            self.news = Stop(seconds=self._stop.remaining())
        return mail

    def _post(self, moves: tuple[int, ...] | None = None, bound: int | None = None, *, is_urgent: bool = True) -> None:
        with self._lock:
            self._mail = Mail(moves or self._mail.moves, self._mail.bound if bound is None else bound)
            if is_urgent:
                self.news.set()

    def _post_plan(self, plan: tuple[int, tuple[int, ...]]) -> None:
        """Post a plan unless a better one is known."""
        points, _ = self._range()
        if plan[0] > max(self._most_posted, _LOWEST_POINTS if points is None else points):
            self._most_posted = plan[0]
            self._post(plan[1])

    def _is_over(self) -> bool:
        return self._end.is_set() or self._stop.is_set()

    def work(self) -> None:
        """What the thread does."""
        if not self._temper():
            self._prove()
        self._post()

    def _temper(self) -> bool:
        """Whether the bound was reached."""
        tempering = Tempering(self._known, self._seed)
        best, last_gain = None, 0
        while not self._is_over() and tempering.steps < 2 * last_gain + _PATIENCE:
            _, bound = self._range()
            tempering.run(_THREAD_STEPS, self._stop, _HIGHEST_POINTS if bound is None else bound)
            now = tempering.best
            if now is not None and (best is None or now[0] > best):
                best, last_gain = now[0], tempering.steps
                self._post_plan(now)
            if best is not None and best == bound:
                self.steps += tempering.steps
                return True
        self.steps += tempering.steps
        return False

    def _prove(self) -> None:
        """While the first thread looks for anything better, look at the top of the range: its bound comes down."""
        board = BoardTurns(self._known, self._seed, self._stop)
        top: int | None = None
        while not self._is_over():
            points, bound = self._range()
            if bound is None or points == bound:
                return
            top = bound if top is None else min(top, bound)
            if points is not None and points >= top:
                return
            turn = board.turn(top, top, None, self._end, self._stop)
            self.steps += turn.steps
            self.deterministic_seconds += turn.deterministic_seconds
            if turn.plan is not None:
                self._post_plan(turn.plan)
                if turn.plan[0] == top:
                    return
            if turn.is_empty:
                top -= 1
                # The first thread goes on with what it has learned, unless this was the proof.
                self._post(bound=top, is_urgent=top == self._range()[0])
