"""The solver as the service offers it: every call of SolverService as a function from request to responses.

It knows tables, keys and messages, but neither gRPC nor any game. What takes long is done by the pool's processes.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from canopy.v1 import solver_pb2, tournament_pb2
from engines.game import Malformed
from service import wire, worlds
from service.capability import host_key
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.limits import Limits, require_at_most
from service.referee.tables import refusal_of, require_small
from service.sealing import Sealer
from service.sight import Asks, see
from service.solver_link import Job, Told
from service.solver_pool import Pool
from service.solver_rpcs import solver_methods
from service.table import seal_table
from solver.problems import Problem, problems
from solver.tournament.reading import BadTournament
from solver.wire import budget_from_wire

# How much sooner than its deadline a call is stopped: a part of the time it has, within bounds. One half of that is for
# the process to tell its best, the other for the answer to travel.
_EARLIER = 0.1
_EARLIER_AT_LEAST, _EARLIER_AT_MOST = 0.02, 0.25


class Solver:
    """Answers the calls. It holds a key ring, limits and a pool, and nothing about any table."""

    def __init__(
        self,
        ring: KeyRing,
        pool: Pool,
        limits: Limits | None = None,
        *,
        max_seconds: float = 60.0,
        known: Mapping[str, Problem[Any]] | None = None,
    ) -> None:
        """No answer is computed for longer than `max_seconds`. `known` are the problems, usually all there are."""
        self.pool = pool
        self._sealer = Sealer(ring)
        self._limits = limits or Limits()
        self._max_seconds = max_seconds
        self._known = problems() if known is None else known

    @property
    def rpcs(self) -> frozenset[str]:
        """The RPCs that the pool answers."""
        return frozenset(self._known)

    async def answer(self, rpc: str, request: Any, seconds_left: float | None) -> bytes:
        """The final answer: a response, as bytes."""
        last = b""
        async with aclosing(self.answers(rpc, request, seconds_left)) as answers:
            async for response in answers:
                last = response
        return last

    async def answers(self, rpc: str, request: Any, seconds_left: float | None) -> AsyncGenerator[bytes, None]:
        """The responses to one request, each better than the one before, the final one last. Raises Refusal."""
        job = self._job(rpc, request)
        earlier = _EARLIER_AT_MOST
        within = math.inf
        if seconds_left is not None:
            earlier = min(max(_EARLIER * seconds_left, _EARLIER_AT_LEAST), _EARLIER_AT_MOST)
            within = max(0.0, seconds_left - earlier)
        ticket = self.pool.submit(job, longest=self._max_seconds, within=within, margin=earlier / 2)
        try:
            async for told in ticket.answers():
                yield _response(rpc, told)
        finally:
            self.pool.leave(ticket)

    def _job(self, rpc: str, request: Any) -> Job:
        problem = self._known[rpc]
        if not problem.needs_position:
            self._check(problem, request)
            return Job(rpc, request.SerializeToString(deterministic=True), setup=b"", state=b"", viewer=None)
        sight = see(self._sealer, self._limits, request.position, Asks(problem.needs_seat, problem.needs_turn))
        self._check(problem, request)
        # Neither tokens nor keys leave this process.
        question = type(request)()
        question.CopyFrom(request)
        question.ClearField("position")
        return Job(
            rpc=rpc,
            request=question.SerializeToString(deterministic=True),
            setup=sight.setup_bytes,
            state=sight.position.state.to_bytes(),
            viewer=sight.position.viewer,
        )

    def _check(self, problem: Problem[Any], request: Any) -> None:
        if isinstance(request, tournament_pb2.PairRoundRequest):
            require_small(request.tournament, self._limits)
        try:
            budget_from_wire(request.budget)
            problem.check(request)
        except BadTournament as error:
            raise refusal_of(error) from None
        except Malformed as error:
            raise Refusal(Reason.MALFORMED, str(error)) from None

    async def sample_worlds(
        self, request: solver_pb2.SampleWorldsRequest, seconds_left: float | None
    ) -> solver_pb2.SampleWorldsResponse:
        """Worlds, one after the other, and other calls between any two steps."""
        del seconds_left  # it takes none worth mentioning
        sight = see(self._sealer, self._limits, request.position, Asks())
        if request.count < 1:
            raise Refusal(Reason.MALFORMED, "There is at least one world to sample.")
        require_at_most(self._limits.worlds, request.count, "worlds")
        seats = range(sight.position.setup.players if request.include_views else 0)
        require_at_most(self._limits.world_views, request.count * len(seats), "views of worlds")
        response = solver_pb2.SampleWorldsResponse()
        for number in range(request.count):
            table = worlds.sample(sight, request.seed, number)
            world = response.worlds.add(
                token=seal_table(self._sealer, table), host_key=host_key(self._sealer, table.game_id)
            )
            await asyncio.sleep(0)
            for seat in seats:
                wire.put_view(table.setup, table.state, seat, world.views.add(), memory=False)
                await asyncio.sleep(0)
        return response


def _response(rpc: str, told: Told) -> bytes:
    """The response as it is sent. What the pool has cut short does not say so yet."""
    if not told.cut_short:
        return told.response
    response: Any = GetMessageClass(solver_methods()[rpc].output_type).FromString(told.response)
    response.solution.cut_short = True
    return _to_bytes(response)


def _to_bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)
