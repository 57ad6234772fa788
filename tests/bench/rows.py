"""What the benchmark says: one `Row` per figure, with its target if it has one."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench.sampling import Samples


@dataclass(frozen=True, slots=True)
class Target:
    """The figure a row should reach."""

    limit: float
    # "<=": the figure should be small. ">=": it should be large.
    relation: str

    def is_met_by(self, figure: float) -> bool:
        """Whether a figure reaches the target."""
        return figure <= self.limit if self.relation == "<=" else figure >= self.limit


def at_most(limit: float) -> Target:
    """A target for times."""
    return Target(limit, "<=")


def at_least(limit: float) -> Target:
    """A target for rates and ratios."""
    return Target(limit, ">=")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: the median of its samples. A row without a target is there for information."""

    what: str
    samples: Samples
    unit: str
    target: Target | None = None

    @property
    def figure(self) -> float:
        """The median."""
        return self.samples.median

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None when there is none."""
        return None if self.target is None else self.target.is_met_by(self.figure)
