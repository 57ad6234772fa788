"""The solver processes of one worker, and the questions that wait for them. All of it off the event loop's back.

Processes are started when there is something to do, at most `size` of them, and kept. Questions are taken in order;
more than `queue` that wait are refused, and so is one that would wait beyond its time: at once when that is to be
expected, and else when it has happened. A question that nobody wants an answer to any more, or whose time is over, is
told to stop, and its process is killed when it does not (`solver_patience`): a process that is lost takes one question
with it and no more, and another one is started at once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import replace

from service.admission import RETRY_SECONDS, Ahead, Expectation, expected_wait
from service.errors import Reason, Refusal
from service.logs import event, trace
from service.solver_link import Job, Kind, Told
from service.solver_metrics import SolverMetrics
from service.solver_patience import Usage, is_deaf
from service.solver_process import MODULE, SolverLost, SolverProcess

# How long the answer to a question is waited for whose time is over, if its deadline is not sooner. What computes looks
# for the stop far more often than that, but on a busy machine it has to wait for a processor before it can look.
PATIENCE_SECONDS = 1.0

# How often a process is looked at that was told to stop.
LOOK_SECONDS = 0.01

# Answers on the way that are kept for a client that reads slowly; then the oldest are left out.
_KEPT = 64

# How long before the end of the grace the last questions are told to stop.
_FAREWELL_SECONDS = 1.0

_LOGGER = logging.getLogger(__name__)


class Ticket:
    """A question on its way through the pool."""

    def __init__(self, job: Job, longest: float, now: float, stop_at: float, answer_by: float) -> None:
        """`stop_at`: when it is told to stop at the latest; `answer_by`: when it is answered, come what may."""
        self.job = job
        self.longest = longest
        self.asked_at = now
        self.stop_at = stop_at
        self.answer_by = answer_by
        self.begun_at: float | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.process: SolverProcess | None = None
        self.is_over = False
        self._on_the_way: deque[Told] = deque(maxlen=_KEPT)
        self._best: Told | None = None
        self._refusal: Refusal | None = None
        self._changed = asyncio.Event()

    @property
    def best(self) -> Told | None:
        """The newest answer."""
        return self._best

    def tell(self, told: Told) -> None:
        """An answer on the way."""
        self._best = told
        self._on_the_way.append(told)
        self._changed.set()

    def end(self, outcome: Told | Refusal | None) -> None:
        """The end: the final answer, a refusal, or nothing, when nobody waits for it."""
        self.is_over = True
        if isinstance(outcome, Told):
            # Even if it is the last one on the way once more: how often the client has read meanwhile must not matter.
            self._on_the_way.append(outcome)
        else:
            self._refusal = outcome
        if self.timer is not None:
            self.timer.cancel()
        self._changed.set()

    async def answers(self) -> AsyncIterator[Told]:
        """The answers, the final one last. Raises Refusal."""
        while True:
            while self._on_the_way:
                yield self._on_the_way.popleft()
            if self.is_over:
                if self._refusal is not None:
                    raise self._refusal
                return
            self._changed.clear()
            await self._changed.wait()


class Pool:
    """Solver processes and their queue. To be used by one event loop."""

    def __init__(
        self,
        size: int,
        queue: int,
        metrics: SolverMetrics,
        *,
        module: str = MODULE,
        expected: Expectation | None = None,
    ) -> None:
        """`module` is what the processes run; `expected`, how long a question keeps one of them."""
        self._size = size
        self._queue = queue
        self._metrics = metrics
        self._module = module
        self._expected = expected or Expectation()
        self._waiting: deque[Ticket] = deque()
        self._running: set[Ticket] = set()
        self._has_work = asyncio.Event()
        self._lanes: set[asyncio.Task[None]] = set()
        # What the lanes have taken and are not done with: what runs, and what its process is being started for.
        self._taken: set[Ticket] = set()
        self._draining = False
        # When everything stops.
        self._end = math.inf

    # -- for those who ask --

    def submit(self, job: Job, *, longest: float, within: float = math.inf, margin: float = 0.1) -> Ticket:
        """Take a question in. It may wait and be computed `within` so many seconds, and be computed for the `longest`.

        When either is over it is stopped and tells its best; `margin` seconds after the first it is answered whatever
        has become of it. Whoever takes the ticket has to `leave` it. Refuses when there is too much to do.
        """
        if self._draining:
            raise Refusal(Reason.SHUTTING_DOWN)
        if len(self._waiting) + len(self._taken) >= self._size + self._queue:
            raise Refusal(Reason.SOLVER_BUSY, metadata={"limit": str(self._queue)}, retry_after=RETRY_SECONDS)
        loop = asyncio.get_running_loop()
        now = loop.time()
        if (wait := self._expected_wait(now)) > within:
            raise Refusal(Reason.SOLVER_BUSY, "It would have to wait too long.", retry_after=max(wait, RETRY_SECONDS))
        ticket = Ticket(job, longest, now, now + within, now + within + margin)
        self._set_timer(ticket)
        self._waiting.append(ticket)
        self._show()
        self._has_work.set()
        if len(self._lanes) < min(self._size, len(self._waiting) + len(self._taken)):
            lane = loop.create_task(self._run())
            self._lanes.add(lane)
            lane.add_done_callback(self._lane_ended)
        return ticket

    def _expected_wait(self, now: float) -> float:
        """The seconds until a question that comes now has a process."""
        if len(self._waiting) + len(self._taken) < self._size:
            return 0.0
        ahead = (
            Ahead(ticket.longest, 0.0 if ticket.begun_at is None else now - ticket.begun_at)
            for ticket in (*self._taken, *self._waiting)
            if not ticket.is_over
        )
        return expected_wait(ahead, self._size, self._expected.seconds)

    def _set_timer(self, ticket: Ticket) -> None:
        if ticket.timer is not None:
            ticket.timer.cancel()
        due = min(ticket.answer_by, ticket.stop_at + PATIENCE_SECONDS)
        if due < math.inf:
            ticket.timer = asyncio.get_running_loop().call_at(due, self._expire, ticket)

    def _lane_ended(self, lane: asyncio.Task[None]) -> None:
        self._lanes.discard(lane)
        if not lane.cancelled() and (error := lane.exception()) is not None:
            _LOGGER.error("defect in the solver pool", extra=event(trace=trace(error)))

    def leave(self, ticket: Ticket) -> None:
        """Nobody waits for the ticket any more. If it is not over, it is stopped."""
        if ticket.is_over:
            return
        self._metrics.stopped("waiting" if ticket.process is None else "running")
        self._give_up(ticket, None)

    def _expire(self, ticket: Ticket) -> None:
        """Its time is over: it gets the best there is."""
        if ticket.best is not None:
            self._count(ticket, ticket.best)
            self._give_up(ticket, replace(ticket.best, cut_short=True))
        elif ticket.begun_at is None:
            self._give_up(ticket, Refusal(Reason.SOLVER_BUSY, "It had to wait too long.", retry_after=RETRY_SECONDS))
        else:
            self._give_up(ticket, Refusal(Reason.NO_ANSWER_IN_TIME))

    def _give_up(self, ticket: Ticket, outcome: Told | Refusal | None) -> None:
        ticket.end(outcome)
        if ticket.process is not None:
            self._stop(ticket)
        elif ticket in self._waiting:
            self._waiting.remove(ticket)
            self._show()

    def _stop(self, ticket: Ticket) -> None:
        """Nobody waits for the answer: have the process stop, and killed if it does not."""
        process = ticket.process
        if process is not None:
            process.stop()
            if (usage := process.usage()) is not None:
                self._watch(ticket, process, usage, asyncio.get_running_loop().time())

    def _watch(self, ticket: Ticket, process: SolverProcess, told: Usage, told_at: float) -> None:
        """Look at the process now and again until it has stopped."""
        loop = asyncio.get_running_loop()
        if ticket.process is not process or (usage := process.usage()) is None:
            return
        if is_deaf(told, usage, loop.time() - told_at):
            process.kill()
        else:
            loop.call_later(LOOK_SECONDS, self._watch, ticket, process, told, told_at)

    def _end_now(self, ticket: Ticket) -> None:
        """The server ends: have the process tell its best, for which it is waited as for one whose time is over."""
        if ticket.process is not None and not ticket.is_over:
            ticket.process.stop()
            ticket.stop_at = asyncio.get_running_loop().time()
            self._set_timer(ticket)

    # -- the processes --

    async def _run(self) -> None:
        """One process after the other, each with one question after the other."""
        process: SolverProcess | None = None
        try:
            while True:
                ticket = await self._next()
                is_lost = False
                try:
                    if process is not None and not process.is_alive:
                        _LOGGER.warning("a solver process has ended", extra=event(process=process.number))
                        await self._forget(process)
                        process = None
                    process = process or await self._start()
                    if process is None:
                        if not ticket.is_over:
                            ticket.end(Refusal(Reason.SOLVER_LOST, retry_after=RETRY_SECONDS))
                    elif not ticket.is_over and not await self._serve(process, ticket):
                        await self._forget(process)
                        process, is_lost = None, True
                finally:
                    self._taken.discard(ticket)
                if is_lost and not self._draining:
                    # Whoever asks next need not wait for it.
                    process = await self._start()
        finally:
            if process is not None:
                await self._forget(process)

    async def _forget(self, process: SolverProcess) -> None:
        await process.close()
        self._metrics.processes.dec()

    async def _next(self) -> Ticket:
        while not self._waiting:
            self._has_work.clear()
            await self._has_work.wait()
        ticket = self._waiting.popleft()
        self._taken.add(ticket)
        self._show()
        return ticket

    async def _start(self) -> SolverProcess | None:
        try:
            process = await SolverProcess.start(self._module)
        except SolverLost:
            _LOGGER.error("no solver process can be started")
            self._metrics.lost("unstarted")
            return None
        self._metrics.processes.inc()
        _LOGGER.info("a solver process is ready", extra=event(process=process.number))
        return process

    async def _serve(self, process: SolverProcess, ticket: Ticket) -> bool:
        """Have the process answer the question; whether it can answer another one."""
        loop = asyncio.get_running_loop()
        ticket.begun_at = now = loop.time()
        ticket.process = process
        ticket.stop_at = min(ticket.stop_at, now + ticket.longest, self._end)
        self._set_timer(ticket)
        self._running.add(ticket)
        self._metrics.waited(now - ticket.asked_at)
        self._show()
        # It stops by itself; if it does not, it expires.
        try:
            async for kind, payload in process.perform(ticket.job, max(0.0, ticket.stop_at - now)):
                self._hear(ticket, kind, payload)
        except SolverLost:
            self._lose(process, ticket)
            return False
        finally:
            self._expected.learn(loop.time() - now)
            ticket.process = None
            self._running.discard(ticket)
            self._show()
        return True

    def _hear(self, ticket: Ticket, kind: Kind, payload: bytes) -> None:
        if ticket.is_over:
            return
        match kind:
            case Kind.ANSWER:
                ticket.tell(Told.from_bytes(payload))
            case Kind.FINAL:
                told = Told.from_bytes(payload)
                self._count(ticket, told)
                ticket.end(told)
            case Kind.REFUSED:
                ticket.end(Refusal(Reason.MALFORMED, payload.decode()))
            case Kind.DEFECT:
                _LOGGER.error("defect in %s", ticket.job.rpc, extra=event(trace=json.loads(payload)))
                ticket.end(Refusal(Reason.INTERNAL_ERROR))

    def _lose(self, process: SolverProcess, ticket: Ticket) -> None:
        now = asyncio.get_running_loop().time()
        was_killed = ticket.is_over or now >= ticket.stop_at
        self._metrics.lost("killed" if was_killed else "died")
        _LOGGER.warning("a solver process is lost", extra=event(process=process.number, method=ticket.job.rpc))
        if ticket.is_over:
            return
        if was_killed:
            self._expire(ticket)
        else:
            ticket.end(Refusal(Reason.SOLVER_LOST, retry_after=RETRY_SECONDS))

    def _count(self, ticket: Ticket, told: Told) -> None:
        begun = ticket.begun_at if ticket.begun_at is not None else ticket.asked_at
        seconds = asyncio.get_running_loop().time() - begun
        self._metrics.answered(ticket.job.rpc, told.status, told.nodes, told.gap, seconds)

    def _show(self) -> None:
        waited = asyncio.get_running_loop().time() - self._waiting[0].asked_at if self._waiting else None
        self._metrics.queued(len(self._waiting), waited)
        self._metrics.busy.set(len(self._running))

    # -- the end --

    def drain(self, grace: float) -> None:
        """Take nothing new, refuse what waits, and let what runs answer its best before so many seconds are over."""
        loop = asyncio.get_running_loop()
        self._draining = True
        self._end = loop.time() + max(0.0, grace - _FAREWELL_SECONDS)
        for ticket in list(self._waiting):
            self._give_up(ticket, Refusal(Reason.SHUTTING_DOWN))
        for ticket in self._running:
            loop.call_at(self._end, self._end_now, ticket)

    async def close(self) -> None:
        """End all processes, and with them what has not ended yet."""
        self.drain(0)
        for ticket in self._taken:
            if not ticket.is_over:
                ticket.end(Refusal(Reason.SHUTTING_DOWN))
        lanes = list(self._lanes)
        for lane in lanes:
            lane.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)
