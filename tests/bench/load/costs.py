"""What each call costs a worker in processor time, gRPC and all: what capacity is reckoned from.

    python -m tests.bench.load --only costs

Tables in the middle of a random game, with as many players as usual. Processor time hardly depends on what else the
machine does; but a processor that others share is slower.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines import registry
from engines.game import Game
from service.engine import Engine
from tests.bench.load import calls, h2load
from tests.bench.load.h2load import Call, Clients
from tests.bench.load.processes import running
from tests.bench.load.throughput import calls_of
from tests.bench.load.worker import RING
from tests.bench.rows import Row
from tests.bench.sampling import Plan, Samples

# Moves made before: the middle of a game of any ruleset, or short of it.
_MOVES = 20


def measure(clients: Clients, plan: Plan) -> Iterator[Row]:
    """Every unary call of EngineService, ruleset by ruleset."""
    with running(1) as workers:
        for game in sorted(registry.games().values(), key=lambda game: game.id):
            for call in calls_of_a_table(Engine(RING), game):
                count = max(20, calls_of(plan) // (10 if len(call.response) > 16_384 else 1))
                h2load.rate(workers.address, call, clients, max(20, count // 10))
                costs = []
                for _ in range(max(1, plan.turns // 3)):
                    before = workers.cpu_seconds()
                    h2load.rate(workers.address, call, clients, count)
                    costs.append((workers.cpu_seconds() - before) / count * 1e6)
                yield Row(f"{game.id}, {call.name}", Samples(tuple(costs)), "µs/call")


def calls_of_a_table(engine: Engine, game: Game) -> Iterator[Call]:
    """The calls that are made at a table of a ruleset, each with the answer it gets."""
    rng = random.Random(game.id)
    players = max(2, game.min_players)
    create = engine_pb2.CreateGameRequest(ruleset=game.id, players=players, secret=calls.SECRET, request_id=b"costs")
    table = engine.create_game(create)
    token, key, status = table.token, table.host_key, table.status
    for _ in range(_MOVES):
        seat = rng.choice(status.seats_to_act)
        move = rng.choice(_listed(engine, token, key, seat).moves).move
        after = engine.apply_moves(calls.apply_request(token, key, seat, move))
        if after.status.finished:
            break
        token, status = after.token, after.status
    seat = status.seats_to_act[0]
    move = _listed(engine, token, key, seat).moves[0].move
    requests: list[tuple[str, str, Message]] = [
        ("CreateGame", "", create),
        ("GetView", "", engine_pb2.GetViewRequest(token=token, key=key, seat=seat)),
        ("ListLegalMoves", "", engine_pb2.ListLegalMovesRequest(token=token, key=key, seat=seat)),
        ("CheckMove", "", engine_pb2.CheckMoveRequest(token=token, key=key, seat=seat, move=move)),
        ("CommitMove", "", engine_pb2.CommitMoveRequest(token=token, key=table.seat_keys[seat], move=move)),
        ("ApplyMoves", "", calls.apply_request(token, key, seat, move)),
        ("RenderView", ", text", _picture(token, key, engine_pb2.PICTURE_FORMAT_TEXT)),
        ("RenderView", ", SVG", _picture(token, key, engine_pb2.PICTURE_FORMAT_SVG)),
    ]
    for rpc, kind, request in requests:
        answer: Message = getattr(engine, _METHODS[rpc])(request)
        path = calls.PATH.replace("ApplyMoves", rpc)
        yield Call(
            rpc + kind,
            path,
            request.SerializeToString(deterministic=True),
            answer.SerializeToString(deterministic=True),
        )


_METHODS = {
    "CreateGame": "create_game",
    "GetView": "get_view",
    "ListLegalMoves": "list_legal_moves",
    "CheckMove": "check_move",
    "CommitMove": "commit_move",
    "ApplyMoves": "apply_moves",
    "RenderView": "render_view",
}


def _listed(engine: Engine, token: bytes, key: bytes, seat: int) -> engine_pb2.ListLegalMovesResponse:
    return engine.list_legal_moves(engine_pb2.ListLegalMovesRequest(token=token, key=key, seat=seat))


def _picture(token: bytes, key: bytes, picture: engine_pb2.PictureFormat) -> engine_pb2.RenderViewRequest:
    return engine_pb2.RenderViewRequest(token=token, key=key, seat=0, format=picture)
