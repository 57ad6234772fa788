"""The calls that are measured: a choice of Trek 12 by the first seat of a round and by the last, and an empty call."""

from __future__ import annotations

from canopy.v1 import engine_pb2, game_pb2
from service.engine import Engine
from tests.bench.load import echo
from tests.bench.load.h2load import Call
from tests.bench.load.worker import RING

RULESET = "trek12-amazonia"
PLAYERS = 2
ROUNDS_BEFORE = 10
SECRET = bytes(range(32))  # the same dice in every run

_SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
PATH = f"/{_SERVICE}/ApplyMoves"

FIRST, LAST = "first choice of a round", "last choice of a round"


def choices(engine: Engine) -> dict[str, engine_pb2.ApplyMovesRequest]:
    """The two requests of one round in the middle of a game, by what they are."""
    created = engine.create_game(
        engine_pb2.CreateGameRequest(ruleset=RULESET, players=PLAYERS, secret=SECRET, request_id=b"load")
    )
    token, requests = created.token, []
    for ply in range(PLAYERS * (ROUNDS_BEFORE + 1)):
        requests.append(_first_listed(engine, token, created.host_key, ply % PLAYERS))
        token = engine.apply_moves(requests[-1]).token
    return dict(zip((FIRST, LAST), requests[-PLAYERS:], strict=True))


def _first_listed(engine: Engine, token: bytes, key: bytes, seat: int) -> engine_pb2.ApplyMovesRequest:
    """The first move of a seat's list, applied."""
    listed = engine.list_legal_moves(engine_pb2.ListLegalMovesRequest(token=token, key=key, seat=seat))
    return apply_request(token, key, seat, listed.moves[0].move)


def apply_request(token: bytes, key: bytes, seat: int, move: game_pb2.Move) -> engine_pb2.ApplyMovesRequest:
    """One move, applied by the host."""
    action = engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move))
    return engine_pb2.ApplyMovesRequest(token=token, key=key, actions=[action])


def pairs() -> dict[str, tuple[Call, Call]]:
    """Each choice with an empty call whose request and answer have the same lengths."""
    engine = Engine(RING)
    made = {}
    for name, request in choices(engine).items():
        message = request.SerializeToString(deterministic=True)
        answer = engine.apply_moves(request).SerializeToString(deterministic=True)
        empty = echo.request_of(len(message), len(answer))
        made[name] = (
            Call(f"ApplyMoves, {name}", PATH, message, answer),
            Call(f"empty call of the same size, {name}", echo.PATH, empty, echo.answer_to(empty)),
        )
    return made
