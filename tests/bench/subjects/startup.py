"""How long a newcomer waits: from the command to the first answer."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from canopy.v1 import engine_pb2, engine_pb2_grpc
from tests.bench import processes
from tests.bench.rows import Row, at_most
from tests.bench.sampling import WALL, Plan, Samples
from tests.bench.subjects import Subject

RULESET = "trek12-amazonia"


def start_once() -> tuple[float, float]:
    """Seconds from the start of the process until it says that it listens, and until it has answered two calls."""
    begin = WALL()
    with processes.python(*processes.CANOPY_SERVE) as line:
        listening = WALL() - begin
        (address,) = processes.addresses_in(line)
        with grpc.insecure_channel(address) as channel:
            stub = engine_pb2_grpc.EngineServiceStub(channel)
            stub.ListRulesets(engine_pb2.ListRulesetsRequest())
            stub.CreateGame(engine_pb2.CreateGameRequest(ruleset=RULESET, players=2))
            return listening, WALL() - begin


def measure(plan: Plan) -> Iterator[Row]:
    """Several starts after one that brings the files into memory."""
    start_once()
    listening, answered = zip(*(start_once() for _ in range(plan.turns)), strict=True)
    yield Row("canopy serve until it listens", Samples(listening), "s")
    yield Row("canopy serve until ListRulesets and CreateGame are answered", Samples(answered), "s", at_most(1.5))


SUBJECT = Subject("Start to first answer", 60, measure)
