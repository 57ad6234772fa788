"""The best that known dice allow on a sheet of Trek 12: tempering finds plans, three kinds of proof bound them.

1. Tempering in the kernel gives a first plan at once and usually the best one within seconds.
2. A short end is searched through in the kernel (`Ending`), which proves it.
3. Otherwise the counting bound is computed; often a plan reaches it.
4. What is left between plan and bound is for the board model: it finds a better sheet or proves that there is none.

With a budget of nodes or deterministic seconds these take turns in one thread, so that the same request has the same
answer. With wall time alone, tempering goes on in a second thread beside the board model.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_endgame import MOST_ENDGAME_ROLLS, Ending
from cext.trek12_solve_temper import Tempering
from solver.answer import Report, ignore
from solver.budget import Budget
from solver.trek12.answer import Progress, SheetAnswer
from solver.trek12.board import Stopped
from solver.trek12.certificate import Proof
from solver.trek12.proving import BoardSearch, counting_bound

# A node is a plan that tempering tries, or a position of the search of ends. Both take about half a microsecond.
USUAL_NODES = 12_000_000
# What a budget that names only one of the two allows of the other.
NODES_PER_DETERMINISTIC_SECOND = 1_500_000

_FIRST_STEPS = 100_000
_SLICE_STEPS = 500_000
_TEMPERING_STEPS = 10_000_000  # between two searches of the board model, at most
_ENDING_NODES = 4_000_000  # then the board model may know better
_REPAIR_STEPS = 100_000
_BOARD_SECONDS = 6.0  # deterministic ones, of one search of the board model
_THREAD_STEPS = 20_000  # a hundredth of a second
_LOWEST_POINTS = -10_000
_HIGHEST_POINTS = 10_000


def solve_known_dice(known: Known, budget: Budget, seed: int, stop: Stop, report: Report = ignore) -> SheetAnswer:
    """The best plan for the rolls of `known`, and how good any can be."""
    return _Run(known, budget, seed, stop, report).answer()


class _Run:
    """One request at work."""

    def __init__(self, known: Known, budget: Budget, seed: int, stop: Stop, report: Report) -> None:
        self.known = known
        self.seed = seed
        self.stop = stop
        self.progress = Progress(known, seed, report)
        self.tempering = Tempering(known, seed)
        self.is_parallel = budget.nodes is None and budget.deterministic_seconds is None and budget.seconds is not None
        self.nodes_left, self.seconds_left = _limits(budget)

    def answer(self) -> SheetAnswer:
        self._temper(_FIRST_STEPS)
        if len(self.known.rolls) <= MOST_ENDGAME_ROLLS:
            self._search_ends()
        if not self._is_over():
            self._count()
        if self.is_parallel:
            self._prove_in_parallel()
        else:
            self._prove_in_turns()
        return self.progress.answer(cut_short=self.stop.is_set())

    def _is_over(self) -> bool:
        return self.progress.is_done or self.stop.is_set()

    # --- Nodes -------------------------------------------------------------------------------------------------------

    def _take_nodes(self, wanted: int) -> int:
        """So many nodes, or what is left of the budget."""
        return wanted if self.nodes_left is None else min(wanted, self.nodes_left)

    def spend(self, nodes: int) -> None:
        self.progress.spend(nodes=nodes)
        if self.nodes_left is not None:
            self.nodes_left = max(0, self.nodes_left - nodes)

    def _temper(self, steps: int) -> None:
        """Go on with tempering, and take what it found."""
        before = self.tempering.steps
        bound = self.progress.bound
        self.tempering.run(self._take_nodes(steps), self.stop, _HIGHEST_POINTS if bound is None else bound)
        self.spend(self.tempering.steps - before)
        self.take_best(self.tempering)

    def take_best(self, tempering: Tempering) -> bool:
        best = tempering.best
        return best is not None and self.progress.offer(best[1])

    def _search_ends(self) -> None:
        """Branch and bound in the kernel."""
        ending = Ending(self.known, self.progress.points)
        wanted = self._take_nodes(_ENDING_NODES)
        is_through = wanted > 0 and ending.run(wanted, self.stop)
        self.spend(ending.nodes)
        if ending.best is not None:
            self.progress.offer(ending.best[1])
        if ending.bound is not None:
            self.progress.tighten(ending.bound, Proof.BRANCH_AND_BOUND)
        elif is_through:
            self.progress.give_up(Proof.BRANCH_AND_BOUND)

    # --- OR-Tools ----------------------------------------------------------------------------------------------------

    def _take_seconds(self, wanted: float | None) -> float | None:
        if self.seconds_left is None or wanted is None:
            return wanted if self.seconds_left is None else self.seconds_left
        return min(wanted, self.seconds_left)

    def spend_seconds(self, seconds: float) -> None:
        self.progress.spend(deterministic_seconds=seconds)
        if self.seconds_left is not None:
            self.seconds_left = max(0.0, self.seconds_left - seconds)

    def _count(self) -> None:
        if self.seconds_left == 0.0:
            return
        bound, seconds = counting_bound(self.known.facts, self.seed, self._take_seconds(None), self.stop)
        self.spend_seconds(seconds)
        if bound is not None:
            self.progress.tighten(bound, Proof.COUNTING)

    def _prove_in_turns(self) -> None:
        """Tempering until it stands still, then the board model, then both again, until the budget is spent."""
        board: _BoardTurns | None = None
        while not self._is_over():
            self._temper_until_still()
            if self._is_over() or (self.seconds_left == 0.0 and self.nodes_left == 0):
                return
            if self.seconds_left != 0.0:
                board = board or _BoardTurns(self)
                board.turn(self._take_seconds(_BOARD_SECONDS), self.stop)

    def _temper_until_still(self) -> None:
        """Stop after as many steps without a better plan as there were before the last one, or the usual number."""
        last_gain = start = self.tempering.steps
        while not self._is_over() and self.nodes_left != 0:
            points = self.progress.points
            self._temper(_SLICE_STEPS)
            if self.progress.points != points:
                last_gain = self.tempering.steps
            still = self.tempering.steps - last_gain
            if still >= 2_000_000 + last_gain // 2 or self.tempering.steps - start >= _TEMPERING_STEPS:
                return

    def _prove_in_parallel(self) -> None:
        """The board model here, tempering in a thread of its own; a better plan there interrupts the model here."""
        if self._is_over():
            return
        helper = _Helper(self)
        with helper:
            board = _BoardTurns(self)
            while not self._is_over():
                board.turn(None, helper.news)
                helper.take_news()


class _BoardTurns:
    """The board model between the best plan and the bound, kept from turn to turn."""

    def __init__(self, run: _Run) -> None:
        self._run = run
        self._search: BoardSearch | None = None
        self._turns = 0

    def turn(self, seconds: float | None, stop: Stop) -> None:
        """One search: a proof, a better plan, something learned, or the end of the seconds."""
        run, progress = self._run, self._run.progress
        low = _LOWEST_POINTS if progress.points is None else progress.points + 1
        high = _HIGHEST_POINTS if progress.bound is None else progress.bound
        if self._search is None:
            try:
                self._search = BoardSearch(run.known.facts, low, high, run.stop)
            except Stopped:
                return
        elif low > self._search.low:
            self._search.raise_low(low)
        self._turns += 1
        attempt = self._search.attempt(run.seed + self._turns, seconds, stop)
        is_in_vain = attempt.drawn is None and not attempt.is_empty
        # A search that came to nothing has used up all that it was given, even if it counts less.
        run.spend_seconds(max(attempt.deterministic_seconds, (seconds or 0.0) if is_in_vain else 0.0))
        if attempt.bound is not None:
            progress.tighten(attempt.bound, Proof.BOARD)
        if attempt.is_empty:
            self._conclude(self._search.low - 1)
        elif attempt.drawn is not None and not self._repair(attempt.drawn.moves()):
            self._search.forbid(attempt.drawn)

    def _conclude(self, bound: int) -> None:
        if self._run.progress.points is None:
            self._run.progress.give_up(Proof.BOARD)
        else:
            self._run.progress.tighten(bound, Proof.BOARD)

    def _repair(self, moves: Sequence[int]) -> bool:
        """Whether the board, or one close to it, is a better plan by the kernel's rules."""
        run = self._run
        near = Tempering(run.known, run.seed + self._turns, replicas=2, cold=0.3, hot=0.5)
        near.offer(moves)
        found = near.best is not None and run.take_best(near)
        if not found:
            near.run(_REPAIR_STEPS, run.stop)
            run.spend(near.steps)
            found = run.take_best(near)
        if found and run.progress.moves is not None and not run.is_parallel:
            run.tempering.offer(run.progress.moves)
        return found


class _Helper:
    """Tempering in a second thread. `news` is set as soon as there is a better plan, or no time."""

    def __init__(self, run: _Run) -> None:
        self._run = run
        self._before = run.tempering.steps
        self._end = Stop()
        self.news = Stop()
        self._lock = threading.Lock()
        self._found: tuple[int, ...] | None = None
        self._thread = threading.Thread(target=self._work, name="canopy-tempering", daemon=True)

    def __enter__(self) -> _Helper:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        self.take_news()
        self._run.spend(self._run.tempering.steps - self._before)

    def take_news(self) -> None:
        """Offer what the thread has found, and arm `news` again."""
        with self._lock:
            found, self._found = self._found, None
            self.news = Stop()
        if found is not None:
            self._run.progress.offer(found)

    def _work(self) -> None:
        tempering, stop = self._run.tempering, self._run.stop
        best = tempering.best
        while not self._end.is_set():
            tempering.run(_THREAD_STEPS, stop)
            now = tempering.best
            is_better = now is not None and (best is None or now[0] > best[0])
            with self._lock:
                if now is not None and is_better:
                    best, self._found = now, now[1]
                if is_better or stop.is_set():
                    self.news.set()
            if stop.is_set():
                return


def _limits(budget: Budget) -> tuple[int | None, float | None]:
    """Nodes and deterministic seconds; one of the two limits the other in proportion."""
    nodes, seconds = budget.nodes, budget.deterministic_seconds
    if budget.is_open:
        nodes = USUAL_NODES
    if nodes is not None and seconds is None:
        seconds = nodes / NODES_PER_DETERMINISTIC_SECOND
    elif nodes is None and seconds is not None:
        nodes = int(seconds * NODES_PER_DETERMINISTIC_SECOND)
    return nodes, seconds
