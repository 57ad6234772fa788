"""What a call costs over the loopback interface, and how much of that is the service and not gRPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import grpc

from canopy.v1 import engine_pb2, engine_pb2_grpc
from tests.bench import echo, processes
from tests.bench.rows import Row
from tests.bench.sampling import WALL, Plan, in_turns, microseconds
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"
PLAYERS = 2
ROUNDS_BEFORE = 10
SECRET = bytes(range(32))  # the same dice in every run

SERVICE = engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name


@dataclass(frozen=True, slots=True)
class Host:
    """A table in the hands of its host."""

    stub: engine_pb2_grpc.EngineServiceStub
    token: bytes
    key: bytes

    def first_moves(self) -> engine_pb2.ApplyMovesRequest:
        """Every seat makes the first move of its list, which completes the round."""
        request = engine_pb2.ApplyMovesRequest(token=self.token, key=self.key)
        for seat in range(PLAYERS):
            listed = self.stub.ListLegalMoves(
                engine_pb2.ListLegalMovesRequest(token=self.token, key=self.key, seat=seat)
            )
            request.actions.add(move=engine_pb2.SeatMove(seat=seat, move=listed.moves[0].move))
        return request


def mid_game_host(channel: grpc.Channel) -> Host:
    """A new table, played to the middle."""
    stub = engine_pb2_grpc.EngineServiceStub(channel)
    created = stub.CreateGame(engine_pb2.CreateGameRequest(ruleset=RULESET, players=PLAYERS, secret=SECRET))
    host = Host(stub, created.token, created.host_key)
    for _ in range(ROUNDS_BEFORE):
        host = Host(stub, stub.ApplyMoves(host.first_moves()).token, host.key)
    return host


def raw_call(channel: grpc.Channel, method: str, request: bytes) -> Callable[[], bytes]:
    """A call in bytes: the client's own work on messages is not what is measured."""
    call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
    return partial(call, request)


def measure(plan: Plan) -> Iterator[Row]:
    """The echo, then each call with its ratio to the echo."""
    with processes.python("-m", echo.__name__) as line:
        address, echo_address = processes.addresses_in(line)
        with grpc.insecure_channel(address) as channel, grpc.insecure_channel(echo_address) as echo_channel:
            host = mid_game_host(channel)
            requests = {
                "GetView": engine_pb2.GetViewRequest(token=host.token, key=host.key, seat=0),
                "ListLegalMoves": engine_pb2.ListLegalMovesRequest(token=host.token, key=host.key, seat=0),
                "ApplyMoves": host.first_moves(),
            }
            calls = {"empty echo": raw_call(echo_channel, echo.METHOD, b"")}
            for name, request in requests.items():
                calls[name] = raw_call(channel, f"/{SERVICE}/{name}", request.SerializeToString())
            samples = in_turns({name: microseconds(call, plan, WALL) for name, call in calls.items()}, plan.turns)
    yield Row("empty echo", samples["empty echo"], "µs")
    for name in requests:
        yield Row(name, samples[name], "µs")
    for name in requests:
        yield Row(f"{name} : empty echo", samples[name].over(samples["empty echo"]), "x")


SUBJECT = Subject(
    "Calls over loopback, Trek 12 in mid-game, 2 players",
    70,
    measure,
    remarks=(
        "One Python client, one call at a time: latency, not throughput.",
        "ApplyMoves completes a round: two moves, the next dice, a new token.",
    ),
)
