"""Tournaments: standings over many tables, and who meets whom in the next round.

    entries          what has been played, as plain data
    reading          the same out of canopy.v1, with all defects that it has
    points           what places bring
    tie_breaks       what parts equal points
    standings        who stands where, and why
    telling          standings as canopy.v1
    sizes            how large the tables of a round are, and who is left over
    field            who is to be paired, as numbers
    cost             what a seating costs, and the least that it can cost
    neighbours       the first seating, which swaps then make better (cext.seating)
    exact            the best seating of a few tables, by OR-Tools
    pairing          the seating of a round
    seating          who sits where at a table
    problem          PairRound, as the solver processes answer it

No module knows a game. All points are exact fractions.
"""

from __future__ import annotations

from typing import Any

from solver.problems import Problem
from solver.tournament.problem import PairRound

PROBLEMS: tuple[Problem[Any], ...] = (PairRound(),)
