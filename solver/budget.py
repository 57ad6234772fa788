"""How much work an answer may cost.

Nodes and deterministic seconds make an answer repeatable: the same request gives the same bytes, on every machine.
Wall time does not: there are more answers in a second of a faster machine.

No solver looks at a clock. Whoever runs one makes a `Stop` of the seconds (`Budget.stop`), and a solver that is stopped
returns the best it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cext.stop import Stop
from solver.answer import Spent


class BadBudget(ValueError):
    """A budget that is none. The message is safe to show."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits, each None for none; the first that is reached ends the work."""

    # What a node is, each solver says.
    nodes: int | None = None
    # OR-Tools' measure of its own work, in its seconds.
    deterministic_seconds: float | None = None
    # Wall time.
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises BadBudget for a limit that leaves no room for any work."""
        if self.nodes is not None and self.nodes < 1:
            raise BadBudget("A budget has at least 1 node.")
        for limit in (self.deterministic_seconds, self.seconds):
            # Written so that it catches what is not a number, too.
            if limit is not None and not 0 < limit < float("inf"):
                raise BadBudget("The seconds of a budget are a positive number.")

    @property
    def is_open(self) -> bool:
        """Whether nothing is limited."""
        return self.nodes is None and self.deterministic_seconds is None and self.seconds is None

    def or_nodes(self, nodes: int) -> Budget:
        """This budget; if neither nodes nor wall time are limited, so many nodes: for a solver without OR-Tools.

        Each solver has its own usual number of them.
        """
        return replace(self, nodes=nodes) if self.nodes is None and self.seconds is None else self

    def or_deterministic_seconds(self, seconds: float) -> Budget:
        """The same for a solver whose work is OR-Tools'."""
        return Budget(deterministic_seconds=seconds) if self.is_open else self

    def less(self, spent: Spent) -> Budget | None:
        """What is left after that; None when nothing is. Wall time is the Stop's and stays as it is."""
        nodes = None if self.nodes is None else self.nodes - spent.nodes
        work = self.deterministic_seconds
        if work is not None:
            work -= spent.deterministic_seconds
        if (nodes is not None and nodes < 1) or (work is not None and work <= 0):
            return None
        return replace(self, nodes=nodes, deterministic_seconds=work)

    def split(self, weights: Sequence[int]) -> list[Budget]:
        """Shares for parts of the work, in proportion to the weights (at least one of them positive).

        The nodes add up to this budget's, but every part has at least one. Wall time is shared by the parts as they
        take it, and stays as it is.
        """
        total = sum(weights)
        if total < 1 or min(weights) < 0:
            raise ValueError("a budget is split by weights that are not negative and not all 0")
        parts = []
        before = 0
        for weight in weights:
            nodes = None
            if self.nodes is not None:
                nodes = max(1, self.nodes * (before + weight) // total - self.nodes * before // total)
            seconds = None
            if self.deterministic_seconds is not None:
                seconds = max(1e-9, self.deterministic_seconds * weight / total)
            parts.append(replace(self, nodes=nodes, deterministic_seconds=seconds))
            before += weight
        return parts

    def stop(self, outer: Stop) -> Stop:
        """What ends the work: when the outer one says so, or when the wall time is over."""
        return outer.within(self.seconds)
