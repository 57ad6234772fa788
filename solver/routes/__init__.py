"""Solver of Amazonas, the board game: routes of huts.

facts                               what the map offers a seat
connection                          the cheapest way to connect villages
course, rounds, reach, decisions    the rest of a game for a seat alone, with the kernel as the judge
greedy, search, model, planning     plans: the first ones, the search's, CP-SAT's, and how they come together
certificate                         the checker of plans
equals                              the plans that are as good as the best one
losses                              what is lost of a plan when one thing goes wrong, and the plan that loses least
scenarios, first_round, expected    the best next round when what comes after it is not known
connect_problem, problem            the RPCs
demonstration                       an example
"""

from solver.routes.connect_problem import ConnectVillages
from solver.routes.problem import PlanHutRoute

PROBLEMS = (ConnectVillages(), PlanHutRoute())
