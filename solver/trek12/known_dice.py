"""The best that known dice allow on a sheet of Trek 12: tempering finds plans, three kinds of proof bound them.

1. Tempering in the kernel gives a first plan at once and usually the best one within seconds.
2. A short end is searched through in the kernel (`Ending`), which proves it.
3. Otherwise the counting bound is computed; often a plan reaches it.
4. What is left between plan and bound is for the board model: it finds a better sheet or proves that there is none.

With a budget of nodes or deterministic seconds these take turns in one thread, so that the same request has the same
answer. With wall time alone a second thread works beside them (`second_core`).
"""

from __future__ import annotations

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_endgame import MOST_ENDGAME_ROLLS
from cext.trek12_solve_temper import Tempering
from solver.answer import Report, ignore
from solver.budget import Budget
from solver.trek12.answer import Progress, SheetAnswer
from solver.trek12.board_turns import BoardTurns, Turn
from solver.trek12.certificate import Proof
from solver.trek12.ends import search_ends
from solver.trek12.proving import counting_bound
from solver.trek12.second_core import SecondCore

# A node is a plan that tempering tries, or a position of the search of ends. Both take about half a microsecond.
USUAL_NODES = 12_000_000
# What a budget that names only one of the two allows of the other.
NODES_PER_DETERMINISTIC_SECOND = 1_500_000

_FIRST_STEPS = 100_000
_SLICE_STEPS = 500_000
_TEMPERING_STEPS = 10_000_000  # between two searches of the board model, at most
_ENDING_NODES = 4_000_000  # then the board model may know better
_THREADS = 2  # with wall time alone
_BOARD_SECONDS = 6.0  # deterministic ones, of the first search of the board model; each in vain doubles them
_ENDLESS = 2**62  # more nodes than there is time for
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
        best = self.tempering.best
        if best is not None:
            self.progress.offer(best[1])

    def _search_ends(self) -> None:
        """Branch and bound in the kernel."""
        wanted = self._take_nodes(_ENDING_NODES)
        ends = search_ends(
            self.known, self.progress.points, wanted, self.stop, threads=_THREADS if self.is_parallel else 1
        )
        self.spend(ends.nodes)
        if ends.moves is not None:
            self.progress.offer(ends.moves)
        if ends.bound is not None:
            self.progress.tighten(ends.bound, Proof.BRANCH_AND_BOUND)
        elif ends.is_through:
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
        board = BoardTurns(self.known, self.seed, self.stop)
        wanted = _BOARD_SECONDS
        while not self._is_over():
            self._temper_until_still()
            if self._is_over() or (self.seconds_left == 0.0 and self.nodes_left == 0):
                return
            if self.seconds_left != 0.0:
                given = self._take_seconds(wanted)
                turn = board.turn(*self._range(), given, self.stop)
                is_in_vain = not turn.has_learned and not turn.is_empty
                # A search that came to nothing has used up all that it was given, even if it counts less.
                self.spend_seconds(max(turn.deterministic_seconds, (given or 0.0) if is_in_vain else 0.0))
                self._take_turn(turn)
                if is_in_vain:
                    wanted *= 2
                elif turn.plan is not None and self.progress.moves is not None:
                    self.tempering.offer(self.progress.moves)

    def _range(self) -> tuple[int, int]:
        """The points of plans that are worth looking for."""
        points, bound = self.progress.points, self.progress.bound
        return _LOWEST_POINTS if points is None else points + 1, _HIGHEST_POINTS if bound is None else bound

    def _take_turn(self, turn: Turn) -> None:
        """Take what a search in `_range` came to."""
        self.spend(turn.steps)
        if turn.bound is not None:
            self.progress.tighten(turn.bound, Proof.BOARD)
        if turn.plan is not None:
            self.progress.offer(turn.plan[1])
        if turn.is_empty and self.progress.points is None:
            self.progress.give_up(Proof.BOARD)
        elif turn.is_empty:
            self.progress.tighten(self._range()[0] - 1, Proof.BOARD)

    def _temper_until_still(self, other: SecondCore | None = None) -> None:
        """Stop after as many steps without a better plan as there were before the last one, or the usual number."""
        last_gain = start = self.tempering.steps
        while not self._is_over() and self.nodes_left != 0:
            points = self.progress.points
            self._temper(_SLICE_STEPS)
            if other is not None:
                self._take_mail(other)
            if self.progress.points != points:
                last_gain = self.tempering.steps
            still = self.tempering.steps - last_gain
            if still >= 2_000_000 + last_gain // 2 or self.tempering.steps - start >= _TEMPERING_STEPS:
                return

    def _prove_in_parallel(self) -> None:
        """Tempering until it stands still, then the board model; whatever the other thread finds interrupts it."""
        if self._is_over():
            return
        other = SecondCore(self.known, self.seed, self.stop, lambda: (self.progress.points, self.progress.bound))
        with other:
            self._temper_until_still(other)
            board = BoardTurns(self.known, self.seed, self.stop)
            while not self._is_over():
                turn = board.turn(*self._range(), None, other.news, self.stop)
                self.spend_seconds(turn.deterministic_seconds)
                self._take_turn(turn)
                self._take_mail(other)
        self._take_mail(other)
        self.spend(other.steps)
        self.spend_seconds(other.deterministic_seconds)

    def _take_mail(self, other: SecondCore) -> None:
        mail = other.take_mail()
        if mail.moves is not None:
            self.progress.offer(mail.moves)
        if mail.bound is not None:
            self.progress.tighten(mail.bound, Proof.BOARD)


def _limits(budget: Budget) -> tuple[int | None, float | None]:
    """Nodes and deterministic seconds; one of the two limits the other in proportion."""
    nodes, seconds = budget.nodes, budget.deterministic_seconds
    if budget.is_open:
        nodes = USUAL_NODES
    if nodes is not None and seconds is None:
        seconds = nodes / NODES_PER_DETERMINISTIC_SECOND
    elif nodes is None and seconds is not None:
        nodes = int(min(seconds * NODES_PER_DETERMINISTIC_SECOND, _ENDLESS))
    return nodes, seconds
