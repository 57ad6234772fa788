"""How fast records are verified: from the bytes of a request to the bytes of its verdict, on one core."""

from __future__ import annotations

from collections.abc import Iterator

from canopy.v1 import record_pb2, referee_pb2
from service.referee import text
from service.referee.referee import Referee
from tests.bench.rows import Row, at_least
from tests.bench.sampling import CPU, Measurement, Plan, in_turns, repetitions, seconds_of
from tests.bench.subjects import Subject
from tests.referee.records import RING, Played, rulesets
from tests.service.tables import setup_of

RECORDS = 20
LAST = list(rulesets())[-1]


def measure(plan: Plan) -> Iterator[Row]:
    """All checks, for a table of each ruleset; then without the secret, and in the text form."""
    referee = Referee(RING)
    measured: dict[str, Measurement] = {}
    for ruleset in rulesets():
        records = [Played(setup_of(ruleset, 3), number).record for number in range(RECORDS)]
        plies = sum(len(record.plies) for record in records)
        measured[ruleset] = _speed(referee, [_request(record) for record in records], plies, plan)
    records = [Played(setup_of(LAST, 3), number).record for number in range(RECORDS)]
    plies = sum(len(record.plies) for record in records)
    bare = [_without_secret(record) for record in records]
    told = [referee_pb2.VerifyGameRequest(text=text.write(record)) for record in records]
    measured["  the last without its secret and token"] = _speed(
        referee, [_request(record) for record in bare], plies, plan
    )
    measured["  the last in the text form"] = _speed(referee, told, plies, plan)
    samples = in_turns(measured, plan.turns)
    for what in measured:
        yield Row(what, samples[what], "plies/s", None if what.startswith(" ") else at_least(100_000))


def _request(record: record_pb2.GameRecord) -> referee_pb2.VerifyGameRequest:
    return referee_pb2.VerifyGameRequest(record=record)


def _without_secret(record: record_pb2.GameRecord) -> record_pb2.GameRecord:
    bare = record_pb2.GameRecord()
    bare.CopyFrom(record)
    bare.ending.Clear()
    return bare


def _speed(referee: Referee, requests: list[referee_pb2.VerifyGameRequest], plies: int, plan: Plan) -> Measurement:
    """A measurement of plies per second."""
    stream = [referee_pb2.VerifyGamesRequest(id=1, game=request).SerializeToString() for request in requests]

    def verify(times: int) -> None:
        for _ in range(times):
            for raw in stream:
                request = referee_pb2.VerifyGamesRequest.FromString(raw)
                referee.verify_games(request).SerializeToString(deterministic=True)

    times = repetitions(verify, plan.seconds, CPU)
    return lambda: times * plies / seconds_of(lambda: verify(times), CPU)


SUBJECT = Subject("Records verified, 3 players, every check", 45, measure)
