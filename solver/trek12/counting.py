"""The counting bound: the best that the rolls allow if circles could lie anywhere.

A sheet enters only through how many circles hold each number. Let n(v) circles hold v, l(v) links join v and v + 1,
t(v) trails end at v, and z(v) circles of v lie in k(v) zones. Whatever the sheet looks like,

- l(v) <= n(v) and l(v) <= n(v + 1), for a circle has one link on either side;
- t(v) <= l(v - 1), and t(v) + l(v) <= n(v), for a trail that ends at v came from below and does not go on;
- z(v) <= n(v) and 2 k(v) <= z(v), and there is a zone where there are zone circles;
- at least n(v) - z(v) - t(v) - l(v) circles of v are orphans, for a circle in a trail is its top or linked upwards.

So the maximum over these numbers is no less than any score, and it is found in well under a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.trek12.rolls import Rolls

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.trek12.rolls import Term


class Counting:
    """The numbers above and what they are worth."""

    def __init__(self, rolls: Rolls) -> None:
        self.rolls = rolls
        self.model: CpModel = rolls.model
        model, most = rolls.model, len(rolls.facts.written)
        numbers = range(rolls.facts.max_number + 1)
        self.links = [model.new_int_var(0, most, f"links_{v}") for v in numbers[:-1]]
        self.tops = [model.new_int_var(0, most, f"tops_{v}") for v in numbers]
        self.zone_circles = [model.new_int_var(0, most, f"zone_circles_{v}") for v in numbers]
        self.zones = [model.new_int_var(0, most // 2, f"zones_{v}") for v in numbers]
        self.orphans = [model.new_int_var(0, most, f"orphans_{v}") for v in numbers]
        for v in numbers:
            self._relate(v, rolls.counts[v])

    def _relate(self, v: int, count: IntVar) -> None:
        model = self.model
        below = self.links[v - 1] if v else 0
        above = self.links[v] if v < len(self.links) else 0
        model.add(below <= count)
        model.add(above <= count)
        model.add(self.tops[v] <= below)
        model.add(self.tops[v] + above <= count)
        model.add(self.zone_circles[v] <= count)
        model.add(2 * self.zones[v] <= self.zone_circles[v])
        has_zone = model.new_bool_var(f"has_zone_{v}")
        model.add(self.zones[v] >= 1).only_enforce_if(has_zone)
        model.add(self.zone_circles[v] == 0).only_enforce_if(has_zone.negated())
        model.add(self.orphans[v] >= count - self.zone_circles[v] - self.tops[v] - above)

    def points(self, piranhas: Term = 0) -> Term:
        """The score, given the piranhas to come."""
        facts = self.rolls.facts
        trails = sum(self.links) + sum(v * tops for v, tops in enumerate(self.tops))
        zones = sum((v - 1) * zones for v, zones in enumerate(self.zones)) + sum(self.zone_circles)
        ticks = facts.ticks + self.rolls.spiders + piranhas + sum(self.orphans)
        return trails + zones + self.rolls.observations() - facts.danger_points * ticks
