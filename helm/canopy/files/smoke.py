"""What `helm test` runs in the service's own image: a table is made and looked at, a question answered, a round paired.

CANOPY_ENGINE and CANOPY_SOLVER say where, HOST:PORT; without the latter nothing is asked. CANOPY_CA is a file with the
authorities of the certificate where connections are encrypted, CANOPY_API_KEY the key where one is needed. Every call
has to be answered within CANOPY_TIMEOUT seconds. The process ends with 0 when all went well.
"""

import os
from pathlib import Path

from canopy.client import Canopy
from canopy.v1 import solving_pb2, tournament_pb2


def connect(address: str) -> Canopy:
    """A client of a service of the chart, once that answers."""
    ca = os.environ.get("CANOPY_CA")
    timeout = float(os.environ.get("CANOPY_TIMEOUT", "30"))
    client = Canopy(
        address, timeout=timeout, ca=Path(ca) if ca else None, api_key=os.environ.get("CANOPY_API_KEY") or None
    )
    client.wait_until_ready(timeout)
    return client


with connect(os.environ["CANOPY_ENGINE"]) as engine:
    ruleset = engine.list_rulesets().rulesets[0]
    table = engine.create_game(ruleset.id, players=ruleset.min_players)
    seat = table.status.seats_to_act[0]
    move = engine.list_legal_moves(table.token, table.host_key, seat=seat).moves[0]
    print(f"{ruleset.id}: seat {seat} may play {move.text}")

if os.environ.get("CANOPY_SOLVER"):
    with connect(os.environ["CANOPY_SOLVER"]) as solver:
        budget = solving_pb2.Budget(nodes=100)
        hint = solver.suggest_moves(table.token, table.seat_keys[seat], budget=budget, seed=1).suggestions[0]
        print(f"the solver suggests {hint.text}")
        swiss = tournament_pb2.Tournament(format=tournament_pb2.TOURNAMENT_FORMAT_SWISS)
        swiss.players.extend(tournament_pb2.TournamentPlayer(id=name) for name in ("ann", "ben", "cleo", "dan"))
        (paired,) = solver.pair_round(swiss, seed=1).tables
        print(f"a round is paired: {', '.join(paired.players)}")
