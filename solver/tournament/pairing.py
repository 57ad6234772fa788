"""The seating of a round: by swaps, then by OR-Tools, a few tables at a time or all of them, until it is proved best.

A small field is solved as a whole, so that its answer is proved. In a large one the proof is the least spread that
tables of its sizes can have (`cost.Costs.least_spread`): a seating without repeats that comes down to it is the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from cext import seating
from cext.stop import Stop
from solver.answer import Answer, Report, Spent, Status
from solver.budget import Budget
from solver.tournament.cost import Costs, Seating
from solver.tournament.exact import best_partition
from solver.tournament.field import Field
from solver.tournament.neighbours import in_order
from solver.tournament.seating import seat, seat_cost

# So many players are seated as a whole, and of more so many at a time.
WHOLE_FIELD = 16
_WINDOW = 12

# What OR-Tools may take: for a proof, and to polish what the swaps have found.
_SECONDS_FOR_ALL = 1.0
_SECONDS_FOR_SOME = 0.2
_STEPS_PER_PLAYER = 20_000
# More than anybody waits for, and few enough for whole numbers of 64 bits.
_MOST_STEPS = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingAnswer(Answer):
    """The tables of a round: their players by seat, as numbers of the field. The value is in points."""

    field: Field
    tables: tuple[tuple[int, ...], ...]
    # By table.
    repeats: tuple[int, ...]
    spreads: tuple[Fraction, ...]
    repeat_cost: Fraction
    least_spread: Fraction
    seat_cost: Fraction


def pair(field: Field, budget: Budget, seed: int, stop: Stop, report: Report) -> PairingAnswer:
    """The best seating of a field that the budget allows to find."""
    seconds = _SECONDS_FOR_ALL if len(field.players) <= WHOLE_FIELD else _SECONDS_FOR_SOME
    return _Pairing(field, budget.or_deterministic_seconds(seconds), seed, stop, report).answer()


class _Pairing:
    """One round being paired."""

    def __init__(self, field: Field, budget: Budget, seed: int, stop: Stop, report: Report) -> None:
        self._field = field
        self._costs = Costs(field)
        self._budget = budget
        self._seed = seed
        self._stop = stop
        self._report = report
        self._spent = Spent()
        self._seating: Seating = []
        self._cost = 0
        self._bound = self._costs.least_spread
        self._cut_short = False

    def answer(self) -> PairingAnswer:
        """The seating, as good as the budget and the time allow."""
        self._swap(in_order(self._costs, self._field.sizes, len(self._field.players)))
        if not self._is_proved and self._has_budget:
            self._report(self._told())
            if len(self._field.players) <= WHOLE_FIELD:
                self._solve(range(len(self._seating)))
            else:
                self._solve_windows()
        return self._told()

    @property
    def _is_proved(self) -> bool:
        return self._cost <= self._bound

    @property
    def _has_budget(self) -> bool:
        if self._stop.is_set():
            self._cut_short = True
            return False
        return self._budget.less(self._spent) is not None

    def _swap(self, known: Seating) -> None:
        """Swaps, if the tables are not the best already: as many steps as the budget has nodes."""
        field, costs = self._field, self._costs
        self._seating, self._cost = known, costs.of_seating(known)
        if self._is_proved:
            return
        usual = _STEPS_PER_PLAYER * len(field.players)
        self._seating, steps = seating.improve(
            field.scores,
            [(one, other, times) for (one, other), times in field.met.items()],
            costs.repeat,
            known,
            costs.threshold,
            usual if self._budget.nodes is None else min(self._budget.nodes, _MOST_STEPS),
            self._seed,
            self._stop,
        )
        self._cost = costs.of_seating(self._seating)
        self._spent += Spent(nodes=steps)

    def _solve(self, chosen: range | list[int]) -> bool:
        """Seat the players of some tables anew; whether that is better than before."""
        known = [self._seating[table] for table in chosen]
        players = [player for table in known for player in table]
        left = self._budget.less(self._spent)
        seconds = None if left is None else left.deterministic_seconds
        found = best_partition(self._costs, players, known, seconds or _SECONDS_FOR_ALL, self._stop)
        self._spent += Spent(deterministic_seconds=found.deterministic_seconds)
        if len(known) == len(self._seating):
            self._bound = max(self._bound, found.bound)
        gain = self._costs.of_seating(known) - found.cost
        if gain > 0:
            for table, seated in zip(chosen, found.seating, strict=True):
                self._seating[table] = seated
            self._cost -= gain
        if self._stop.is_set() and not self._is_proved:
            self._cut_short = True
        return gain > 0

    def _solve_windows(self) -> None:
        """Solve tables next to each other by points, again and again, as long as that makes anything better."""
        improved = True
        while improved:
            improved = False
            self._seating.sort(key=lambda table: (sum(table) / len(table), table))
            for window in list(self._windows()):
                if self._is_proved or not self._has_budget:
                    return
                if self._is_worth_solving(window) and self._solve(window):
                    improved = True
                    self._report(self._told())

    def _windows(self) -> Iterator[list[int]]:
        """Tables next to each other, each time half of them new."""
        size = max(2, _WINDOW // max(map(len, self._seating)))
        step = max(1, size // 2)
        for first in range(0, max(1, len(self._seating) - size + step), step):
            window = list(range(first, min(first + size, len(self._seating))))
            if len(window) > 1:
                yield window

    def _is_worth_solving(self, window: list[int]) -> bool:
        """Whether these tables could be better at all: there are repeats, or a larger spread than there need be."""
        return any(self._costs.of_table(self._seating[table]) for table in window)

    def _told(self) -> PairingAnswer:
        scale = self._field.scale
        tables = sorted((sorted(table) for table in self._seating), key=lambda table: table)
        seated = [seat(self._field, table) for table in tables]
        return PairingAnswer(
            status=Status.OPTIMAL if self._is_proved else Status.FEASIBLE,
            value=float(self._cost / scale),
            bound=float(self._bound / scale),
            seed=self._seed,
            spent=self._spent,
            cut_short=self._cut_short and not self._is_proved,
            field=self._field,
            tables=tuple(seated),
            repeats=tuple(map(self._costs.repeats, tables)),
            spreads=tuple(self._costs.spread(table) / scale for table in tables),
            repeat_cost=self._costs.repeat / scale,
            least_spread=self._costs.least_spread / scale,
            seat_cost=sum((seat_cost(self._field, table) for table in seated), Fraction()),
        )
