"""What every solver answers with, whatever it was asked: how sure it is, how good, and what it cost.

An answer never says more than was shown. OPTIMAL and INFEASIBLE are proofs, FEASIBLE comes with a bound if one is
known, ESTIMATE with a standard error if one can be given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TypeAlias


@unique
class Status(Enum):
    """How sure an answer is."""

    # Nothing better exists, proved.
    OPTIMAL = "optimal"
    # A real plan, at most `gap` from the best.
    FEASIBLE = "feasible"
    # A mean over samples.
    ESTIMATE = "estimate"
    # No move or plan fulfils what was asked for, proved.
    INFEASIBLE = "infeasible"


@dataclass(frozen=True, slots=True)
class Spent:
    """What an answer has cost. Wall time is not here: it would make the answers to equal requests differ."""

    # What a node is, each solver says: a simulated move, an iteration, a branch.
    nodes: int = 0
    # OR-Tools' measure of its own work, in its seconds.
    deterministic_seconds: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.nodes + other.nodes, self.deterministic_seconds + other.deterministic_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The part that all answers share. A solver's own answer is a frozen dataclass that adds its plan and certificate.

    `value`, `bound` and `standard_error` are in the unit of the question (points, money, a chance to win), and the
    question says which way is better. Only an INFEASIBLE answer, and one that was stopped before it had anything,
    has no value.
    """

    status: Status
    value: float | None = None
    # No answer is better than this; None: nothing is known.
    bound: float | None = None
    # Of `value`, when that is a mean.
    standard_error: float | None = None
    # The request's seed, on which all chance in the computation depends.
    seed: int
    spent: Spent = field(default_factory=Spent)
    # The time ended it, not the budget: the same request may be answered otherwise.
    cut_short: bool = False

    @property
    def gap(self) -> float | None:
        """How much better an answer could at most be; 0 for a proof, None when nothing is known."""
        if self.status is Status.OPTIMAL:
            return 0.0
        if self.value is None or self.bound is None:
            return None
        return abs(self.bound - self.value)


# Is told every improvement on the way: values never become worse, bounds never looser, and the answer that is returned
# comes last. What is reported depends on the request alone, unless the time cuts it short.
Report: TypeAlias = Callable[[Answer], None]


def ignore(answer: Answer) -> None:
    """A Report for whoever waits for the last answer only."""
    del answer
