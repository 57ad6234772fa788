"""From a solution of the board model to a plan, and from a plan that cannot be written to what forbids it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cext.trek12 import pack_move
from solver.trek12.board import Board

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver, IntVar

    from solver.trek12.rolls import Term

# When a circle was filled that lay filled before the first roll to come.
_BEFORE = -1


@dataclass(frozen=True)
class Drawn:
    """A solution in plain data."""

    # By circle: the roll that fills it, _BEFORE for what is written already.
    times: dict[int, int]
    # By filled circle, its number or SPIDER.
    numbers: dict[int, int]
    # Linked circles, the lower number first.
    links: frozenset[tuple[int, int]]
    # Roots of zones.
    roots: frozenset[int]
    # Operation and circle by roll.
    writings: tuple[tuple[int, int], ...]
    # What the model takes it to be worth; the kernel may find less.
    score: int

    def moves(self) -> tuple[int, ...]:
        """Kernel moves: each circle is linked to those that are filled before it. They may break the link rule."""
        moves = []
        for roll, (operation, circle) in enumerate(self.writings):
            below = next((low for low, up in self.links if up == circle and self.times[low] < roll), None)
            above = next((up for low, up in self.links if low == circle and self.times[up] < roll), None)
            moves.append(pack_move(operation, circle, below, above))
        return tuple(moves)


def draw(board: Board, solver: CpSolver) -> Drawn:
    """The solution that the solver has found."""
    facts = board.facts

    def is_true(literal: Term) -> bool:
        return bool(solver.value(literal))

    times = {circle: _BEFORE for circle, content in enumerate(facts.written) if content is not None}
    times.update({circle: roll for (roll, circle), fills in board.fills.items() if is_true(fills)})
    circles = {roll: circle for circle, roll in times.items() if roll != _BEFORE}
    return Drawn(
        times=times,
        numbers={circle: number for (circle, number), held in board.holds.items() if is_true(held)},
        links=frozenset((low, up) for (low, up, _), link in board.links.items() if is_true(link)),
        roots=frozenset(circle for (circle, _), root in board.roots.items() if is_true(root)),
        writings=tuple(
            (next(operation for operation, take in enumerate(takes) if is_true(take)), circles[roll])
            for roll, takes in enumerate(board.rolls.takes)
        ),
        score=solver.value(board.score),
    )


class Repairs:
    """Adds to a board model what its solutions break."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.model = board.model
        self._times: dict[int, Term] = {}
        self._orders: dict[tuple[int, int], Term] = {}
        self._tied: set[tuple[int, int]] = set()

    def forbid(self, drawn: Drawn) -> None:
        """Make this solution impossible: by the rules that it breaks, or else by itself."""
        is_broken = False
        for lower, upper in self._broken_links(drawn):
            if (lower, upper) not in self._tied:
                self._tied.add((lower, upper))
                self._order_link(lower, upper)
                is_broken = True
        for first, second, path in self._double_roots(drawn):
            for number in self.board.numbers:
                self._one_root(first, second, path, number)
            is_broken = True
        if not is_broken:
            self._forbid_itself(drawn)

    # --- The half of the link rule that knows order ("Trails") ------------------------------------------------------

    def _broken_links(self, drawn: Drawn) -> Iterator[tuple[int, int]]:
        """Neighbours v and v + 1 that are not linked, though the later of them had to link with something then."""
        for lower, upper in {(low, up) for low, up, _ in self.board.links}:
            if lower not in drawn.numbers or upper not in drawn.numbers or (lower, upper) in drawn.links:
                continue
            if drawn.numbers[lower] < 0 or drawn.numbers[upper] != drawn.numbers[lower] + 1:
                continue
            when = max(drawn.times[lower], drawn.times[upper])
            partners = [up for low, up in drawn.links if low == lower] + [low for low, up in drawn.links if up == upper]
            if when != _BEFORE and all(drawn.times[partner] > when for partner in partners):
                yield lower, upper

    def _order_link(self, lower: int, upper: int) -> None:
        """Whichever of the two comes later finds one of them linked by then, or links with one of them itself."""
        for later, earlier in ((upper, lower), (lower, upper)):
            is_later = self._comes_before(earlier, later)
            for low, up, number in self.board.links:
                if (low, up) != (lower, upper):
                    continue
                ways = [self.board.links[lower, upper, number]]
                for (a, b, n), link in self.board.links.items():
                    if n == number and (a, b) != (lower, upper) and (a == lower or b == upper):
                        ways.append(self._both(link, self._comes_before(b if a == lower else a, later, or_is=True)))
                held = self.board.holds[lower, number] + self.board.holds[upper, number + 1]
                self.model.add(sum(ways) >= held + is_later - 2)

    def _comes_before(self, first: int, second: int, *, or_is: bool = False) -> Term:
        """Whether a circle is filled before another one; what is not filled comes last."""
        if first == second:
            return int(or_is)
        if (first, second) not in self._orders:
            written = self.board.facts.written
            if written[second] is not None:
                self._orders[first, second] = int(written[first] is not None)
            elif written[first] is not None:
                self._orders[first, second] = 1
            else:
                before = self.model.new_bool_var(f"before_{first}_{second}")
                rolls = len(self.board.facts.rolls)
                gap = self._time(second) - self._time(first)
                self.model.add(gap >= 1).only_enforce_if(before)
                self.model.add(gap <= 0).only_enforce_if(before.negated())
                self.model.add(gap <= rolls)
                self._orders[first, second] = before
        return self._orders[first, second]

    def _time(self, circle: int) -> Term:
        if circle not in self._times:
            rolls = len(self.board.facts.rolls)
            fills = [self.board.fills[roll, circle] for roll in range(rolls) if (roll, circle) in self.board.fills]
            is_filled = sum(fills)
            self._times[circle] = sum(roll * fill for roll, fill in enumerate(fills)) + rolls * (1 - is_filled)
        return self._times[circle]

    def _both(self, one: Term, other: Term) -> IntVar:
        both = self.model.new_bool_var("")
        self.model.add(both <= one)
        self.model.add(both <= other)
        return both

    # --- Zones that are counted twice ("Mapping Zones") -------------------------------------------------------------

    def _double_roots(self, drawn: Drawn) -> Iterator[tuple[int, int, list[int]]]:
        """Two roots of one zone and the circles on the way from one to the other."""
        for first in sorted(drawn.roots):
            ways = self._ways(drawn, first)
            for second in sorted(drawn.roots):
                if second > first and second in ways:
                    yield first, second, ways[second]

    def _ways(self, drawn: Drawn, start: int) -> dict[int, list[int]]:
        """For every circle of the zone the circles between it and `start` on a shortest way."""
        ways: dict[int, list[int]] = {start: []}
        queue = [start]
        for circle in queue:
            for neighbour in self.board.facts.neighbours[circle]:
                if neighbour not in ways and drawn.numbers.get(neighbour) == drawn.numbers[start]:
                    ways[neighbour] = [*ways[circle], circle] if circle != start else []
                    queue.append(neighbour)
        return ways

    def _one_root(self, first: int, second: int, path: Sequence[int], number: int) -> None:
        """Two circles with nothing but a number between them are not two roots of it, whatever the number is."""
        ends = [(first, number), (second, number)]
        if not all(end in self.board.roots for end in ends) or any((c, number) not in self.board.holds for c in path):
            return
        missing = sum(1 - self.board.holds[circle, number] for circle in path)
        self.model.add(self.board.roots[first, number] + self.board.roots[second, number] <= 1 + missing)

    # --- Anything else -----------------------------------------------------------------------------------------------

    def _forbid_itself(self, drawn: Drawn) -> None:
        """No solution with the same writings and the same links: the kernel makes less of it than the model does."""
        board = self.board
        differences: list[Term] = []
        for roll, (operation, circle) in enumerate(drawn.writings):
            differences += [1 - board.rolls.takes[roll][operation], 1 - board.fills[roll, circle]]
        for (lower, upper, number), link in board.links.items():
            if drawn.numbers.get(lower) == number and drawn.numbers.get(upper) == number + 1:
                differences.append(1 - link if (lower, upper) in drawn.links else link)
        self.model.add(sum(differences) >= 1)
