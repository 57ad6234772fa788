"""The answer of SolveTrek12, and how far a solver has come with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cext.trek12_solve import Known
from solver.answer import Answer, Report, Spent, Status
from solver.trek12.certificate import Certificate, Proof
from solver.trek12.replay import value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetAnswer(Answer):
    """The best plan for the rolls to come; values are final points of the sheet, more are better."""

    certificate: Certificate

    @property
    def moves(self) -> tuple[int, ...] | None:
        """The plan in kernel moves, one per roll to come."""
        return self.certificate.moves


class Progress:
    """The best plan and the best bound so far; tells of every improvement."""

    def __init__(self, known: Known, seed: int, report: Report) -> None:
        self.known = known
        self.seed = seed
        self.spent = Spent()
        self.points: int | None = None
        self.moves: tuple[int, ...] | None = None
        self.bound: int | None = None
        self.proof = Proof.NONE
        self._is_impossible = False
        self._report = report

    @property
    def is_done(self) -> bool:
        """Nothing better exists, proved."""
        return self._is_impossible or (self.points is not None and self.points == self.bound)

    def offer(self, moves: Sequence[int]) -> bool:
        """Take a plan if it is better than the one there; the kernel says what it is worth. Raises BadPlan."""
        points = value_of(self.known, moves)
        if self.points is not None and points <= self.points:
            return False
        self.points, self.moves = points, tuple(moves)
        self._report(self.answer())
        return True

    def tighten(self, bound: int, proof: Proof) -> None:
        """Nothing is worth more than that. A proof never falls behind the plan that is known."""
        bound = bound if self.points is None else max(bound, self.points)
        if self.bound is None or bound < self.bound:
            self.bound, self.proof = bound, proof
            self._report(self.answer())

    def give_up(self, proof: Proof) -> None:
        """No plan meets the constraints, proved."""
        self._is_impossible, self.bound, self.proof = True, None, proof

    def spend(self, nodes: int = 0, deterministic_seconds: float = 0.0) -> None:
        """Count work that was done."""
        self.spent += Spent(nodes, deterministic_seconds)

    def answer(self, *, cut_short: bool = False) -> SheetAnswer:
        """What is known by now."""
        status = Status.FEASIBLE
        if self._is_impossible:
            status = Status.INFEASIBLE
        elif self.is_done:
            status = Status.OPTIMAL
        return SheetAnswer(
            status=status,
            value=self.points,
            bound=self.bound,
            seed=self.seed,
            spent=self.spent,
            cut_short=cut_short and not self.is_done,
            certificate=Certificate(self.moves, self.points, self.bound, self.proof),
        )
