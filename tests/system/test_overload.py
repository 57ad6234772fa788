"""More calls than a service can answer: whoever is not answered is told so at once, and nothing of it is left behind.

How soon and how many is measured by `python -m tests.bench.load --only overload`.
"""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest

from service.settings import Settings
from service.turned_away import NOT_TAKEN_UP
from tests.bench.load import calls, openloop
from tests.bench.load.h2load import Call
from tests.service.driver import Driven
from tests.service.processes import Client, Service, running
from tests.system.test_connections import memory

pytestmark = pytest.mark.system

# Three times what a fast machine answers, and more than that on a slow one.
PER_SECOND = 9_000
SECONDS = 3.0
CONNECTIONS = 64
# The allocator and the threads of gRPC take some, as long as they get little time themselves; calls by the ten thousand
# that left a kilobyte behind each would take more.
MAY_GROW_MIB = 16


def a_move(client: Client) -> Call:
    """A call as players make it, at a table of this service."""
    table = Driven(client, calls.RULESET, calls.PLAYERS)
    seat = table.seats[0]
    move = client.list_legal_moves(table.token, table.seat_keys[seat]).moves[0].move
    request = calls.apply_request(table.token, table.host_key, seat, move)
    answer = client.call(client.stub.ApplyMoves, request)
    return Call("a move", calls.PATH, request.SerializeToString(), answer.SerializeToString(deterministic=True))


def offer(service: Service, call: Call) -> openloop.Outcome:
    """Far too many calls, each of which has ended."""
    outcome = openloop.run(service.address, call, connections=CONNECTIONS, per_second=PER_SECOND, seconds=SECONDS)
    assert outcome.ends[openloop.OPEN] == 0
    assert outcome.ends.keys() == {openloop.OK, openloop.CANCELLED, openloop.OPEN}
    return outcome


def test_too_many_calls_end_at_once_and_leave_nothing_behind(tmp_path: Path) -> None:
    with running(tmp_path) as service, Client(service.address) as client:
        _, worker = service.ready_worker()
        call = a_move(client)
        first = offer(service, call)
        before = memory(worker, "VmRSS")
        outcome = offer(service, call)
        assert memory(worker, "VmRSS") - before <= MAY_GROW_MIB
        assert len(outcome.refused) > len(outcome.answered) > Settings().max_waiting_calls
        # One at a time all are answered again, and by the same worker.
        ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = client.channel.unary_unary(call.path)
        assert {ask(call.request) for _ in range(100)} == {call.response}
        counted = service.scrape()
        assert counted.total("canopy_worker_restarts_total") == 0
        assert counted.codes("ApplyMoves").keys() == {"OK"}
        turned_away = counted.value("canopy_shed_total", reason=NOT_TAKEN_UP)
        assert 0 < turned_away <= len(first.refused) + len(outcome.refused)
        assert service.stop() == 0
