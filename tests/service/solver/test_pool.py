"""The pool: answers in order, a bounded queue, stopping, and processes that are lost.

Whether something has stopped is seen by what can be done then: the one process of the pool answers the next question,
and it is still the same process, so that it was not killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from canopy.v1 import solver_pb2, solving_pb2
from cext.stop import FLAG_BYTES
from service import solver_patience, solver_process
from service.admission import Expectation
from service.errors import Reason, Refusal
from service.solver_link import Told
from service.solver_patience import Usage, is_deaf, usage_of
from service.solver_pool import Ticket
from service.solver_process import SolverProcess
from tests.service.solver.conftest import DEADLINE, Solving, solving
from tests.service.solver.problems import CANARY, USUAL_NODES, Deed

Scenario = Callable[[], Awaitable[None]]


def run(scenario: Scenario) -> None:
    """Run a scenario, but not for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(2 * DEADLINE):
            await scenario()

    asyncio.run(bounded())


async def all_of(ticket: Ticket) -> list[Told]:
    return [told async for told in ticket.answers()]


async def refusal_of(ticket: Ticket) -> Refusal:
    with pytest.raises(Refusal) as refused:
        await all_of(ticket)
    return refused.value


def read(told: Told) -> solver_pb2.SuggestMovesResponse:
    return solver_pb2.SuggestMovesResponse.FromString(told.response)


async def remembered(solving: Solving) -> tuple[int, int]:
    """Which process answers now, and how far COUNT_FOR_EVER came in it."""
    (told,) = await all_of(solving.ask(Deed.REMEMBER))
    process, count = [int(suggestion.text) for suggestion in read(told).suggestions]
    return process, count


async def first_of(ticket: Ticket) -> Told:
    """The first answer, which says that the question is being worked on."""
    async for told in ticket.answers():
        return told
    raise AssertionError("there is no answer")


# -- answers --


def test_answers_become_better_and_the_last_is_final() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            told = await all_of(pool.ask(Deed.COUNT))
            values = [read(answer).solution.value for answer in told]
            assert values == list(range(1, USUAL_NODES + 1))
            statuses = [read(answer).solution.status for answer in told]
            assert set(statuses[:-1]) == {solving_pb2.SOLUTION_STATUS_FEASIBLE}
            assert statuses[-1] == solving_pb2.SOLUTION_STATUS_OPTIMAL
            counted = pool.counted
            assert counted.value("canopy_solver_answers_total", method="SuggestMoves", status="optimal") == 1
            assert counted.value("canopy_solver_nodes_total", method="SuggestMoves") == USUAL_NODES
            assert counted.value("canopy_solver_gap_bucket", method="SuggestMoves", le="0.0") == 1
            assert counted.value("canopy_solver_seconds_count", method="SuggestMoves") == 1
            assert counted.value("canopy_solver_wait_seconds_count") == 1

    run(scenario)


def test_equal_questions_have_equal_answers_in_two_processes() -> None:
    async def scenario() -> None:
        async with solving(size=2) as pool, solving() as other:
            busy = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(busy)
            asked = [pool.ask(Deed.COUNT, nodes=9), other.ask(Deed.COUNT, nodes=9)]
            one, another = [[told.response for told in await all_of(ticket)] for ticket in asked]
            assert one == another
            assert len(one) == 9
            pool.pool.leave(busy)

    run(scenario)


def test_nothing_is_started_before_there_is_something_to_do_and_then_it_is_kept() -> None:
    async def scenario() -> None:
        async with solving(size=2) as pool:
            assert pool.counted.value("canopy_solver_processes") == 0
            process, _ = await remembered(pool)
            assert (process, 0) == await remembered(pool)
            assert pool.counted.value("canopy_solver_processes") == 1

    run(scenario)


def test_who_reads_slowly_misses_answers_on_the_way_but_not_the_last() -> None:
    """And the process is not held up by it."""

    async def scenario() -> None:
        async with solving() as pool:
            talk = pool.ask(Deed.TALK, nodes=3000)
            await remembered(pool)
            values = [read(told).solution.value for told in await all_of(talk)]
            assert values[-1] == 3000
            assert len(values) < 100
            assert values == sorted(values)

    run(scenario)


# -- too much --


def test_a_question_too_many_is_refused_until_there_is_room() -> None:
    async def scenario() -> None:
        async with solving(size=1, queue=2) as pool:
            running = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(running)
            waiting = [pool.ask(Deed.COUNT), pool.ask(Deed.COUNT)]
            assert pool.counted.value("canopy_solver_queue") == 2
            assert pool.counted.value("canopy_solver_busy") == 1
            with pytest.raises(Refusal) as refused:
                pool.ask(Deed.COUNT)
            assert refused.value.reason is Reason.SOLVER_BUSY
            assert refused.value.retry_after is not None
            pool.pool.leave(running)
            for ticket in waiting:
                assert len(await all_of(ticket)) == USUAL_NODES
            assert pool.counted.value("canopy_solver_queue") == 0
            assert len(await all_of(pool.ask(Deed.COUNT))) == USUAL_NODES

    run(scenario)


def test_the_oldest_question_that_waits_is_told() -> None:
    async def scenario() -> None:
        async with solving(size=1, queue=2) as pool:

            def oldest() -> float:
                return pool.counted.value("canopy_solver_queue_oldest_timestamp_seconds")

            assert oldest() == math.inf
            running = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(running)
            assert oldest() == math.inf
            first, second = pool.ask(Deed.COUNT), pool.ask(Deed.COUNT)
            assert oldest() < math.inf
            pool.pool.leave(first)
            assert oldest() < math.inf
            pool.pool.leave(running)
            await all_of(second)
            assert oldest() == math.inf

    run(scenario)


def test_without_a_queue_only_what_has_a_process_is_taken() -> None:
    async def scenario() -> None:
        async with solving(size=2, queue=0) as pool:
            running = [pool.ask(Deed.COUNT_FOR_EVER), pool.ask(Deed.COUNT_FOR_EVER)]
            for ticket in running:
                await first_of(ticket)
            with pytest.raises(Refusal):
                pool.ask(Deed.COUNT)
            for ticket in running:
                pool.pool.leave(ticket)

    run(scenario)


def test_who_would_wait_too_long_is_told_before_the_time_is_over() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            running = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(running)
            refusal = await refusal_of(pool.ask(Deed.COUNT, within=0.2))
            assert refusal.reason is Reason.SOLVER_BUSY
            assert refusal.retry_after is not None
            assert pool.counted.value("canopy_solver_queue") == 0
            pool.pool.leave(running)

    run(scenario)


def test_who_is_expected_to_wait_too_long_is_refused_at_once() -> None:
    """By what questions took before; who has the time for it is taken, and so is everybody when a process is free."""

    async def scenario() -> None:
        async with solving(expected=Expectation(20.0)) as pool:
            running = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(running)
            with pytest.raises(Refusal) as refused:
                pool.ask(Deed.COUNT, within=10.0)
            assert refused.value.reason is Reason.SOLVER_BUSY
            assert refused.value.retry_after is not None
            assert 10.0 < refused.value.retry_after <= 20.0
            assert pool.counted.value("canopy_solver_queue") == 0
            patient = pool.ask(Deed.COUNT, within=DEADLINE)
            pool.pool.leave(running)
            assert len(await all_of(patient)) == USUAL_NODES
            assert len(await all_of(pool.ask(Deed.COUNT, within=10.0))) == USUAL_NODES

    run(scenario)


# -- stopping --


def test_what_nobody_wants_to_know_any_more_is_stopped_and_not_killed() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            ticket = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(ticket)
            process = ticket.process
            assert process is not None
            pool.pool.leave(ticket)
            # The flag is there before anything else happens; the process polls it.
            assert any(process._memory[:FLAG_BYTES])
            number, count = await remembered(pool)
            assert number == process.number
            # It has counted, and counts no more.
            assert (number, count) == await remembered(pool)
            assert count > 0
            assert pool.counted.total("canopy_solver_lost_total") == 0
            assert pool.counted.value("canopy_solver_stopped_total", where="running") == 1

    run(scenario)


def test_what_waits_and_is_not_wanted_any_more_is_never_begun() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            running, waiting = pool.ask(Deed.COUNT_FOR_EVER), pool.ask(Deed.DIE)
            await first_of(running)
            pool.pool.leave(waiting)
            assert pool.counted.value("canopy_solver_queue") == 0
            assert pool.counted.value("canopy_solver_stopped_total", where="waiting") == 1
            pool.pool.leave(running)
            assert len(await all_of(pool.ask(Deed.COUNT))) == USUAL_NODES
            assert pool.counted.total("canopy_solver_lost_total") == 0

    run(scenario)


def test_a_ticket_that_is_over_can_be_left() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            ticket = pool.ask(Deed.COUNT)
            await all_of(ticket)
            pool.pool.leave(ticket)
            assert pool.counted.total("canopy_solver_stopped_total") == 0

    run(scenario)


def test_when_the_time_is_over_the_best_so_far_is_the_answer() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            await remembered(pool)
            *_, last = await all_of(pool.ask(Deed.COUNT_FOR_EVER, longest=0.5))
            assert last.cut_short
            number, count = await remembered(pool)
            assert count > 0
            assert pool.counted.total("canopy_solver_lost_total") == 0
            assert (number, count) == await remembered(pool)

    run(scenario)


# -- processes that are lost --


def test_what_does_not_stop_is_killed_and_the_best_it_told_is_the_answer() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            before, _ = await remembered(pool)
            *_, last = await all_of(pool.ask(Deed.DEAF, within=1.0))
            assert last.cut_short
            assert read(last).solution.value == 1
            after, _ = await remembered(pool)
            assert after != before
            assert pool.counted.value("canopy_solver_lost_total", why="killed") == 1
            assert pool.counted.value("canopy_solver_processes") == 1

    run(scenario)


def test_what_says_nothing_in_its_time_has_no_answer() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            await remembered(pool)
            assert (await refusal_of(pool.ask(Deed.DEAF_AND_DUMB, within=0.5))).reason is Reason.NO_ANSWER_IN_TIME
            await remembered(pool)
            assert pool.counted.value("canopy_solver_lost_total", why="killed") == 1

    run(scenario)


def test_what_is_cancelled_and_does_not_stop_is_killed() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            before, _ = await remembered(pool)
            ticket = pool.ask(Deed.DEAF)
            await first_of(ticket)
            pool.pool.leave(ticket)
            after, _ = await remembered(pool)
            assert after != before
            assert pool.counted.value("canopy_solver_lost_total", why="killed") == 1

    run(scenario)


def test_what_computes_on_is_killed_and_another_process_is_started_before_anybody_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if it hung for as long as it likes: what counts is how long it has computed."""
    monkeypatch.setattr(solver_patience, "HANGING_SECONDS", math.inf)
    start = SolverProcess.start
    started: asyncio.Queue[int] = asyncio.Queue()

    async def counted_start(module: str) -> SolverProcess:
        process = await start(module)
        started.put_nowait(process.number)
        return process

    monkeypatch.setattr(SolverProcess, "start", counted_start)

    async def scenario() -> None:
        async with solving() as pool:
            ticket = pool.ask(Deed.BUSY)
            await first_of(ticket)
            pool.pool.leave(ticket)
            before, spare = await started.get(), await started.get()
            assert before != spare
            assert pool.counted.value("canopy_solver_lost_total", why="killed") == 1
            number, _ = await remembered(pool)
            assert number == spare
            assert started.empty()

    run(scenario)


def test_what_waits_for_a_processor_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes until it can look whether it was stopped; once it has computed on for a while, it is."""
    looks: list[Usage] = []
    before_it_computes = 30
    looks_before: list[int] = []

    def starved(_process: int) -> Usage:
        computed = 0.0 if len(looks) < before_it_computes else 2 * solver_patience.COMPUTING_SECONDS
        looks.append(Usage(computed, wants_to_run=True))
        return looks[-1]

    monkeypatch.setattr(solver_patience, "HANGING_SECONDS", 0.0)
    monkeypatch.setattr(solver_process, "usage_of", starved)

    async def scenario() -> None:
        async with solving() as pool:
            ticket = pool.ask(Deed.DEAF)
            await first_of(ticket)
            assert ticket.process is not None
            kill = ticket.process.kill

            def counted_kill() -> None:
                looks_before.append(len(looks))
                kill()

            monkeypatch.setattr(ticket.process, "kill", counted_kill)
            pool.pool.leave(ticket)
            await remembered(pool)
            # Its end is the first kill; the process is closed after that.
            assert looks_before[0] == before_it_computes + 1
            assert pool.counted.value("canopy_solver_lost_total", why="killed") == 1

    run(scenario)


def test_who_stops_in_time_is_watched_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def idle(_process: int) -> Usage:
        nonlocal looks
        looks += 1
        return Usage(computed=0.0, wants_to_run=False)

    monkeypatch.setattr(solver_process, "usage_of", idle)

    async def scenario() -> None:
        async with solving() as pool:
            ticket = pool.ask(Deed.COUNT_FOR_EVER)
            await first_of(ticket)
            pool.pool.leave(ticket)
            await remembered(pool)
            seen = looks
            await remembered(pool)
            assert looks <= seen + 1
            assert pool.counted.total("canopy_solver_lost_total") == 0

    run(scenario)


@pytest.mark.parametrize(
    ("computed", "wants_to_run", "seconds", "deaf"),
    [
        (0.0, True, 1e6, False),
        (0.04, True, 1e6, False),
        (0.05, True, 0.05, True),
        (0.05, False, 0.05, True),
        (0.0, False, 0.9, False),
        (0.0, False, 1.0, True),
    ],
)
def test_deaf_is_who_computes_on_or_hangs(computed: float, wants_to_run: bool, seconds: float, deaf: bool) -> None:
    told = Usage(3.0, wants_to_run=True)
    assert is_deaf(told, Usage(3.0 + computed, wants_to_run), seconds) is deaf


def test_the_usage_of_a_process_grows_as_it_computes_until_it_is_gone() -> None:
    before = usage_of(os.getpid())
    assert before is not None
    assert before.wants_to_run
    while (now := usage_of(os.getpid())) is not None and now.computed <= before.computed:
        pass
    assert usage_of(0) is None


def mapped(process: int) -> str:
    """What a process has in its memory, with the files that it is from."""
    return Path(f"/proc/{process}/maps").read_text("utf-8", "replace")


def test_a_process_that_is_ready_has_loaded_what_takes_long() -> None:
    """OR-Tools above all: while a process loads it, it would be deaf to a stop."""

    async def scenario() -> None:
        process = await SolverProcess.start()
        try:
            assert "/ortools/" in mapped(process.number)
        finally:
            await process.close()

    run(scenario)


def test_a_process_that_dies_takes_one_question_with_it() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            dying, next_one = pool.ask(Deed.DIE), pool.ask(Deed.COUNT)
            refusal = await refusal_of(dying)
            assert refusal.reason is Reason.SOLVER_LOST
            assert refusal.retry_after is not None
            assert len(await all_of(next_one)) == USUAL_NODES
            assert pool.counted.value("canopy_solver_lost_total", why="died") == 1

    run(scenario)


def test_where_no_process_can_be_started_every_question_is_answered_so_and_counted() -> None:
    async def scenario() -> None:
        async with solving(module="service.no_such_module") as pool:
            for asked in (1, 2):
                refusal = await refusal_of(pool.ask(Deed.COUNT))
                assert refusal.reason is Reason.SOLVER_LOST
                assert pool.counted.value("canopy_solver_lost_total", why="unstarted") == asked
            assert pool.counted.value("canopy_solver_processes") == 0

    run(scenario)


def test_a_process_that_dies_with_nothing_to_do_is_replaced_too() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            before, _ = await remembered(pool)
            os.kill(before, signal.SIGKILL)
            watched = os.pidfd_open(before)
            await asyncio.get_running_loop().run_in_executor(None, _wait_for, watched)
            # Whether the pool has seen it yet is open.
            with contextlib.suppress(Refusal):
                await remembered(pool)
            after, _ = await remembered(pool)
            assert after != before
            assert pool.counted.value("canopy_solver_processes") == 1

    run(scenario)


def _wait_for(descriptor: int) -> None:
    os.waitid(os.P_PIDFD, descriptor, os.WEXITED | os.WNOWAIT)
    os.close(descriptor)


def test_a_defect_is_told_as_such_and_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with solving() as pool:
            refusal = await refusal_of(pool.ask(Deed.DEFECT))
            assert refusal.reason is Reason.INTERNAL_ERROR
            assert CANARY not in str(refusal)
            assert len(await all_of(pool.ask(Deed.COUNT))) == USUAL_NODES
            assert pool.counted.total("canopy_solver_lost_total") == 0

    run(scenario)
    (defect,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert defect.getMessage() == "defect in SuggestMoves"
    assert "builtins.ValueError" in str(defect.__dict__)
    assert CANARY not in repr(defect.__dict__)


def test_a_question_that_is_malformed_is_refused_as_such() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            refusal = await refusal_of(pool.ask(Deed.REFUSE))
            assert refusal.reason is Reason.MALFORMED
            assert "Seat 0 asks for too much." in refusal.message

    run(scenario)


# -- the end --


def test_draining_refuses_what_waits_and_lets_what_runs_answer() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            running, waiting = pool.ask(Deed.COUNT_FOR_EVER), pool.ask(Deed.COUNT)
            await first_of(running)
            pool.pool.drain(0)
            assert (await refusal_of(waiting)).reason is Reason.SHUTTING_DOWN
            *_, last = await all_of(running)
            assert last.cut_short
            assert read(last).solution.value == 1
            with pytest.raises(Refusal) as refused:
                pool.ask(Deed.COUNT)
            assert refused.value.reason is Reason.SHUTTING_DOWN

    run(scenario)


def test_what_runs_when_the_pool_is_closed_is_told_so() -> None:
    async def scenario() -> None:
        async with solving() as pool:
            running, waiting = pool.ask(Deed.DEAF_AND_DUMB), pool.ask(Deed.COUNT)
        for ticket in (running, waiting):
            assert (await refusal_of(ticket)).reason is Reason.SHUTTING_DOWN

    run(scenario)


def test_no_process_outlives_the_pool() -> None:
    processes: Sequence[int] = ()

    async def scenario() -> None:
        nonlocal processes
        async with solving(size=2) as pool:
            tickets = [pool.ask(Deed.COUNT_FOR_EVER), pool.ask(Deed.DEAF)]
            for ticket in tickets:
                await first_of(ticket)
            processes = [ticket.process.number for ticket in tickets if ticket.process is not None]

    run(scenario)
    assert len(processes) == 2
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_what_comes_does_not_depend_on_when_it_is_read() -> None:
    """Read as it comes or all in the end, the answers are the same ones, even where the final one says nothing new."""

    async def scenario() -> None:
        async with solving() as pool:
            at_once = [told.response for told in await all_of(pool.ask(Deed.REPEAT))]
            late = pool.ask(Deed.REPEAT)
            await remembered(pool)
            assert [told.response for told in await all_of(late)] == at_once
            assert len(at_once) == 2

    run(scenario)
