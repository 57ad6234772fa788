"""The part that both models of a Trek 12 sheet share: which operation every roll takes, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cext.trek12_solve import SPIDER, Facts

if TYPE_CHECKING:
    from typing import TypeAlias

    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr

    # Whatever can be added up: known already, or to be found.
    Term: TypeAlias = LinearExpr | int


class Rolls:
    """Operations by roll, the numbers they make, and how many circles hold each number at the end.

    A result over the maximum counts as the number SPIDER.
    """

    def __init__(self, model: CpModel, facts: Facts) -> None:
        self.model = model
        self.facts = facts
        # By roll and operation, whether it takes it.
        self.takes = [
            [model.new_bool_var(f"takes_{roll}_{operation}") for operation in range(len(facts.boxes_left))]
            for roll in range(len(facts.rolls))
        ]
        for takes in self.takes:
            model.add_exactly_one(takes)
        for operation, boxes in enumerate(facts.boxes_left):
            model.add(sum(takes[operation] for takes in self.takes) == boxes)
        # By roll, each number it may become and whether it does.
        self.makes = [self._numbers_of(roll) for roll in range(len(facts.rolls))]
        self.counts = [self._count(number) for number in range(facts.max_number + 1)]
        self.spiders = sum(makes[SPIDER] for makes in self.makes if SPIDER in makes)

    def _numbers_of(self, roll: int) -> dict[int, IntVar]:
        """A number that several operations make is their disjunction; of one, that one."""
        makers: dict[int, list[IntVar]] = {}
        for operation, result in enumerate(self.facts.results[roll]):
            number = result if result <= self.facts.max_number else SPIDER
            makers.setdefault(number, []).append(self.takes[roll][operation])
        makes = {}
        for number, takes in makers.items():
            if len(takes) == 1:
                makes[number] = takes[0]
            else:
                makes[number] = self.model.new_bool_var(f"makes_{roll}_{number}")
                self.model.add(sum(takes) == makes[number])
        return makes

    def _count(self, number: int) -> IntVar:
        """How many circles hold the number at the end."""
        already = self.facts.written.count(number)
        makers = [makes[number] for makes in self.makes if number in makes]
        count = self.model.new_int_var(already, already + len(makers), f"count_{number}")
        self.model.add(count == already + sum(makers))
        return count

    def observations(self) -> Term:
        """The points of all observation lines: the value that the number's count reaches."""
        return sum(self._line(number, values) for number, values in self.facts.lines)

    def _line(self, number: int, values: Sequence[int]) -> Term:
        """Values never fall, so that a step is taken only with all before it."""
        steps: list[IntVar] = []
        for reached in range(1, len(values) + 1):
            step = self.model.new_bool_var(f"line_{number}_{reached}")
            self.model.add(self.counts[number] >= reached).only_enforce_if(step)
            self.model.add(self.counts[number] < reached).only_enforce_if(step.negated())
            if steps:
                self.model.add_implication(step, steps[-1])
            steps.append(step)
        gains = [value - before for value, before in zip(values, [0, *values], strict=False)]
        return sum(gain * step for gain, step in zip(gains, steps, strict=True))
