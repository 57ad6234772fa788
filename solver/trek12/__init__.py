"""Solver of Trek 12: Amazonia.

rolls, counting, board              models of CP-SAT: what the rolls allow, what a sheet allows
board_plan, proving, board_turns    the models at work
replay, certificate                 the kernel as the judge, and the checker
second_core, answer, known_dice     the portfolio for known dice
problem, demonstration              the RPC, and an example of it
advisor                             hints for unknown dice
"""

from solver.trek12.advisor import Trek12Advisor
from solver.trek12.problem import SolveTrek12

ADVISORS = (Trek12Advisor(),)
PROBLEMS = (SolveTrek12(),)
