"""The date is set anew, by days and either way, while a service runs: deadlines, streams and questions do not notice.

The clock of the service alone is moved.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from canopy.v1 import engine_pb2, solver_pb2, solving_pb2
from engines import registry
from tests.service.conftest import DEADLINE
from tests.service.driver import Driven
from tests.service.processes import Client, running
from tests.system.jumping_clock import JumpingClock

pytestmark = pytest.mark.system

DAY = 86_400
JUMPS = [DAY, 30 * DAY, -DAY, 0, -365 * DAY, 0]
# Far more than a call takes, and far less than any jump.
SECONDS = 60.0

Request = engine_pb2.PlayGameRequest


def test_the_clock_that_jumps_does(tmp_path: Path) -> None:
    clock = JumpingClock(tmp_path)
    script = "import time; print(time.time()); input(); print(time.time())"
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env=os.environ | clock.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        before = float(process.stdout.readline())
        clock.jump(DAY)
        after = float(process.communicate("\n")[0])
    assert DAY <= after - before < DAY + DEADLINE


def test_nobody_notices_that_the_date_is_set(tmp_path: Path) -> None:
    clock = JumpingClock(tmp_path)
    requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()

    def asked() -> Iterator[Request]:
        while (request := requests.get()) is not None:
            yield request

    with running(tmp_path, environment=clock.environment) as service, Client(service.address) as client:
        table = Driven(client, min(registry.games()))
        answers = client.play_game(asked(), timeout=DEADLINE)
        for number, jump in enumerate(JUMPS, start=1):
            # In flight during the jump: a stream, and a question that is computed.
            question = ask(client, table)
            next(question)
            clock.jump(jump)
            requests.put(Request(id=number, get_view={"token": table.token}))
            assert next(answers).get_view.status == table.status
            table.decide()
            question.close()
            # It was told to stop and has, so that the next one is computed.
            with_deadline = client.stub.ListRulesets(engine_pb2.ListRulesetsRequest(), timeout=SECONDS)
            assert with_deadline.rulesets
        requests.put(None)
        assert list(answers) == []
        counted = service.scrape()
        assert counted.total("canopy_worker_restarts_total") == 0
        assert counted.codes("ListRulesets").keys() == {"OK"}
        assert counted.total("canopy_shed_total") == 0
        assert service.stop() == 0


def ask(client: Client, table: Driven) -> Generator[solver_pb2.StreamSuggestionsResponse, None, None]:
    """A question that is computed until nobody wants to know any more."""
    key = table.seat_keys[table.seats[0]]
    yield from client.stream_suggestions(table.token, key, budget=solving_pb2.Budget(nodes=10**9))
