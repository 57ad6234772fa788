"""An example of SolveTrek12 for a terminal: the most that twenty rolls allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canopy.v1 import solving_pb2, trek12_pb2, trek12_solver_pb2
from engines.games.trek12.rulebook import ID
from engines.games.trek12.text import render_text

if TYPE_CHECKING:
    from canopy.client import Canopy

_ROLLS = (
    (4, 4), (4, 3), (5, 4), (2, 1), (5, 3), (6, 4), (2, 0), (4, 2), (2, 0), (5, 5),
    (6, 0), (5, 3), (4, 5), (6, 4), (6, 1), (5, 0), (5, 0), (1, 0), (2, 1), (5, 0),
)  # fmt: skip
_NUMBERS = (2, 4, 6)
_CARDS = ("jaguar", "toucan", "rainbow-boa")
# More than it needs.
_BUDGET = solving_pb2.Budget(deterministic_seconds=4)
_SURE = {
    solving_pb2.SOLUTION_STATUS_OPTIMAL: "Nothing better exists, proved",
    solving_pb2.SOLUTION_STATUS_FEASIBLE: "The best that was found",
}


def demonstrate(canopy: Canopy) -> list[str]:
    """Ask, and show the sheet."""
    request = trek12_solver_pb2.SolveTrek12Request(
        position=solving_pb2.Position(plain=solving_pb2.PlainPosition(ruleset=ID, players=1)),
        budget=_BUDGET,
        seed=1,
        rolls=[trek12_pb2.Trek12Roll(green=green, yellow=yellow) for green, yellow in _ROLLS],
        numbers=_NUMBERS,
        cards=_CARDS,
    )
    *_, answer = canopy.call_stream(canopy.solver.SolveTrek12, request)
    solution = answer.solution
    rolls = " ".join(f"{green}:{yellow}" for green, yellow in _ROLLS)
    drawn = render_text(answer.finished).partition("\n\n")[2].rstrip("\n")
    return [
        f"What did these rolls allow on a sheet of Trek 12? {rolls} (SolveTrek12)",
        f"  {_SURE[solution.status]}: {solution.value:.0f} points; the bound is {solution.bound:.0f}. The plan:",
        f"  {' '.join(answer.texts)}",
        *drawn.split("\n"),
    ]
