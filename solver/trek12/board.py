"""The board model: which sheets can be written in the order of the rolls, at least as far as it matters for a bound.

It is exact about operations, circles, growth, numbers, observations, spiders, piranhas and orphans, and lets two things
be better than they can be, so that its maximum is still a bound:

- links: only the half of the link rule that knows no order. Neighbours holding v and v + 1 may stay apart only if one
  of the two is linked elsewhere on that side. What the order of writing forbids besides is added when a plan breaks it.
- zones: two circles of one zone count as two zones unless they are neighbours or have a common neighbour in it. A zone
  that is counted twice all the same is added likewise.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from cext.stop import Stop
from cext.trek12_solve import SPIDER, Facts
from solver.trek12.counting import Counting
from solver.trek12.rolls import Rolls

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.trek12.rolls import Term


class Stopped(Exception):
    """The model is not needed any more."""


class Board:
    """Variables and constraints of one sheet; `score` is what it is worth."""

    def __init__(self, model: CpModel, facts: Facts, stop: Stop) -> None:
        """Raises Stopped as soon as it is: to write the model down takes longer than a cancelled call may go on."""
        self.model = model
        self.facts = facts
        self.stop = stop
        self.rolls = Rolls(model, facts)
        self.counting = Counting(self.rolls)
        self.circles = range(len(facts.written))
        self.numbers = range(facts.max_number + 1)
        self._write()
        self._grow()
        self._hold()
        self._link()
        self._zone()
        self.piranhas = self._piranhas()
        self._orphans()
        self.score = self.counting.points(self.piranhas)

    def _poll(self) -> None:
        if self.stop.is_set():
            raise Stopped

    # --- Writing ---------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        """Which roll puts which number where."""
        model, facts = self.model, self.facts
        # By roll, circle and number.
        self.puts: dict[tuple[int, int, int], IntVar] = {}
        # By roll and circle.
        self.fills: dict[tuple[int, int], IntVar] = {}
        for roll, makes in enumerate(self.rolls.makes):
            self._poll()
            for circle in facts.usable:
                self.fills[roll, circle] = model.new_bool_var(f"fills_{roll}_{circle}")
                for number in makes:
                    if facts.fixed.get(circle, number) == number:
                        self.puts[roll, circle, number] = model.new_bool_var(f"puts_{roll}_{circle}_{number}")
                model.add(
                    sum(self.puts[roll, circle, n] for n in makes if (roll, circle, n) in self.puts)
                    == self.fills[roll, circle]
                )
            for number, made in makes.items():
                places = [self.puts[roll, c, number] for c in facts.usable if (roll, c, number) in self.puts]
                model.add(sum(places) == made)
            model.add_exactly_one(self.fills[roll, circle] for circle in facts.usable)
        for circle in facts.usable:
            fills = [self.fills[roll, circle] for roll in range(len(facts.rolls))]
            if circle in facts.fixed:
                model.add_exactly_one(fills)
            else:
                model.add_at_most_one(fills)

    def _grow(self) -> None:
        """Every circle but the very first touches one that was filled before ("How to Play")."""
        model, facts = self.model, self.facts
        filled: dict[int, Term] = {c: int(facts.written[c] is not None) for c in self.circles}
        is_empty = all(content is None for content in facts.written)
        for roll in range(len(facts.rolls)):
            self._poll()
            for circle in facts.usable:
                if not (is_empty and roll == 0):
                    model.add(self.fills[roll, circle] <= sum(filled[n] for n in facts.neighbours[circle]))
            for circle in facts.usable:
                after = model.new_bool_var(f"filled_{roll}_{circle}")
                model.add(after == filled[circle] + self.fills[roll, circle])
                filled[circle] = after

    def _hold(self) -> None:
        """What every circle holds at the end."""
        model, facts = self.model, self.facts
        self.holds: dict[tuple[int, int], Term] = {}
        for circle in self.circles:
            self._poll()
            if facts.written[circle] is not None:
                self.holds[circle, facts.written[circle] or 0] = 1
                continue
            puts = defaultdict(list)
            for (_, where, number), put in self.puts.items():
                if where == circle:
                    puts[number].append(put)
            for number, ways in puts.items():
                held = model.new_bool_var(f"holds_{circle}_{number}")
                model.add(sum(ways) == held)
                self.holds[circle, number] = held

    # --- Trails ----------------------------------------------------------------------------------------------------

    def _link(self) -> None:
        """Links, tops of trails, and the half of the link rule that knows no order ("Trails")."""
        model, facts = self.model, self.facts
        # From the circle that holds the number to the one that holds one more.
        self.links: dict[tuple[int, int, int], Term] = {}
        for lower in self.circles:
            self._poll()
            for upper in facts.neighbours[lower]:
                for number in self.numbers:
                    if (lower, number) in self.holds and (upper, number + 1) in self.holds:
                        self.links[lower, upper, number] = self._new_link(lower, upper, number)
        self.upward: dict[tuple[int, int], list[Term]] = defaultdict(list)
        self.downward: dict[tuple[int, int], list[Term]] = defaultdict(list)
        for (lower, upper, number), link in self.links.items():
            self.upward[lower, number].append(link)
            self.downward[upper, number + 1].append(link)
        for at, links in [*self.upward.items(), *self.downward.items()]:
            self._poll()
            model.add(sum(links) <= self.holds[at])
        for lower, upper, number in self.links:
            self._poll()
            either = sum(self.upward[lower, number]) + sum(self.downward[upper, number + 1])
            if facts.written[lower] is None or facts.written[upper] is None:
                model.add(self.holds[lower, number] + self.holds[upper, number + 1] - 1 <= either)
        tops = defaultdict(list)
        for at in self.downward:
            top = model.new_bool_var(f"top_{at[0]}_{at[1]}")
            model.add(top <= sum(self.downward[at]))
            model.add(top + sum(self.upward.get(at, [])) <= self.holds[at])
            tops[at[1]].append(top)
        for number in self.numbers:
            self._poll()
            model.add(self.counting.tops[number] == sum(tops[number]))
            if number < len(self.counting.links):
                links = [link for (_, _, lower), link in self.links.items() if lower == number]
                model.add(self.counting.links[number] == sum(links))

    def _new_link(self, lower: int, upper: int, number: int) -> Term:
        """What is written already is linked or never will be."""
        facts = self.facts
        if facts.written[lower] is not None and facts.written[upper] is not None:
            return int((lower, upper) in facts.links)
        return self.model.new_bool_var(f"link_{lower}_{upper}_{number}")

    # --- Zones -----------------------------------------------------------------------------------------------------

    def _zone(self) -> None:
        """Circles in zones, and one root in each: no two that are close enough in it ("Mapping Zones")."""
        model, facts = self.model, self.facts
        self.zoned: dict[tuple[int, int], IntVar] = {}
        self.roots: dict[tuple[int, int], IntVar] = {}
        for at in self.holds:
            self._poll()
            circle, number = at
            alike = [self.holds[n, number] for n in facts.neighbours[circle] if (n, number) in self.holds]
            if number == SPIDER or not alike:
                continue
            self.zoned[at] = model.new_bool_var(f"zoned_{circle}_{number}")
            model.add(self.zoned[at] <= self.holds[at])
            model.add(self.zoned[at] <= sum(alike))
            self.roots[at] = model.new_bool_var(f"root_{circle}_{number}")
            model.add(self.roots[at] <= self.zoned[at])
        for circle, number in self.roots:
            for other in facts.neighbours[circle]:
                if other < circle and (other, number) in self.holds:
                    model.add(self.roots[circle, number] + self.holds[other, number] <= 1)
        for between in self.circles:
            self._poll()
            around = facts.neighbours[between]
            for number in self.numbers:
                if (between, number) not in self.holds:
                    continue
                near = [self.roots[c, number] for c in around if (c, number) in self.roots]
                if len(near) > 1:
                    most = len(near)
                    model.add(sum(near) <= most - (most - 1) * self.holds[between, number])
        for number in self.numbers:
            circles = [zoned for (_, held), zoned in self.zoned.items() if held == number]
            roots = [root for (_, held), root in self.roots.items() if held == number]
            model.add(self.counting.zone_circles[number] == sum(circles))
            model.add(self.counting.zones[number] <= sum(roots))

    # --- Danger ----------------------------------------------------------------------------------------------------

    def _piranhas(self) -> Term:
        """Rolls that another than the safe operation puts into the river ("Two Types of Circles")."""
        model, facts = self.model, self.facts
        bites = []
        for roll in range(len(facts.rolls)):
            wet = [self.fills[roll, circle] for circle in facts.usable if circle in facts.river]
            if wet:
                bite = model.new_bool_var(f"piranha_{roll}")
                model.add(bite >= sum(wet) - self.rolls.takes[roll][facts.safe_operation])
                bites.append(bite)
        return sum(bites)

    def _orphans(self) -> None:
        """Circles in no trail and no zone ("End of the Game")."""
        model = self.model
        orphans = defaultdict(list)
        for at, held in self.holds.items():
            if at[1] == SPIDER:
                continue
            orphan = model.new_bool_var(f"orphan_{at[0]}_{at[1]}")
            ways = [*self.upward.get(at, []), *self.downward.get(at, [])]
            zoned = self.zoned.get(at, 0)
            model.add(orphan >= held - zoned - sum(ways))
            orphans[at[1]].append(orphan)
        for number in self.numbers:
            model.add(self.counting.orphans[number] >= sum(orphans[number]))
