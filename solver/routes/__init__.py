"""Solver of Amazonas, the board game: routes of huts.

    facts                               what the map offers a seat
    steiner, connection                 the cheapest way to connect villages
    connect_problem                     its RPC
"""

from solver.routes.connect_problem import ConnectVillages

PROBLEMS = (ConnectVillages(),)
