"""The best seating of a few tables: every table that could be is a column, and OR-Tools picks those that seat everybody
once (set partitioning)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from cext.stop import Stop
from solver.tournament.cost import Costs, Seating
from solver.watch import calling

# Costs are whole numbers; a bound that OR-Tools has as a float is one too, but for this.
_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Partition:
    """A seating of some players. No other one with such tables costs less than the bound."""

    seating: Seating
    cost: int
    bound: int
    deterministic_seconds: float


def best_partition(costs: Costs, players: Sequence[int], known: Seating, seconds: float, stop: Stop) -> Partition:
    """The best seating of the players at tables as large as those of a known seating, which it starts from.

    `seconds` are deterministic ones; when they are over, it returns the best so far.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sizes = Counter(map(len, known))
    tables = [table for size in sorted(sizes) for table in combinations(sorted(players), size)]
    picked = [model.new_bool_var("") for _ in tables]
    of_player: dict[int, list[cp_model.IntVar]] = {player: [] for player in players}
    of_size: dict[int, list[cp_model.IntVar]] = {size: [] for size in sizes}
    for table, pick in zip(tables, picked, strict=True):
        of_size[len(table)].append(pick)
        for player in table:
            of_player[player].append(pick)
    for picks in of_player.values():
        model.add_exactly_one(picks)
    for size, count in sizes.items():
        model.add(sum(of_size[size]) == count)
    model.minimize(sum(costs.of_table(table) * pick for table, pick in zip(tables, picked, strict=True)))
    hinted = {tuple(sorted(table)) for table in known}
    for table, pick in zip(tables, picked, strict=True):
        model.add_hint(pick, table in hinted)

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = seconds
    with calling(stop, solver.stop_search):
        status = solver.solve(model)
    spent = solver.response_proto.deterministic_time
    cost = costs.of_seating(known)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Partition(known, cost, 0, spent)
    seating = [list(table) for table, pick in zip(tables, picked, strict=True) if solver.boolean_value(pick)]
    return Partition(seating, costs.of_seating(seating), math.ceil(solver.best_objective_bound - _TOLERANCE), spent)
