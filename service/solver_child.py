"""A solver process: computes one answer after the other. Started by a worker (`solver_process`), and ends with it.

    python -m service.solver_child SOCKET MEMORY

SOCKET and MEMORY are the descriptors of what `solver_link` describes. It runs at a low priority, so that a worker that
has calls to answer goes first, and it is the only process that ever loads OR-Tools. It knows no secret of any table.
"""

from __future__ import annotations

import importlib
import json
import mmap
import os
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cext.kernel import State
from cext.stop import Stop
from engines import registry
from engines.game import Malformed
from service import logs
from service.solver_link import HEAD, MEMORY_BYTES, Job, Kind, Told, frame
from service.solver_rpcs import solver_methods
from service.table import decode_setup
from solver.answer import Answer, Status
from solver.position import Position
from solver.problems import Problem, problems
from solver.wire import budget_from_wire

# How much a solver process stands behind the workers.
NICENESS = 10

_STATUSES = list(Status)
_OR_TOOLS = "ortools.sat.python.cp_model"


def main(known: Mapping[str, Problem[Any]] | None = None) -> int:
    """Compute until the worker is gone; the answers to the known problems, which are usually all there are."""
    link = socket.socket(fileno=int(sys.argv[1]))
    memory = mmap.mmap(int(sys.argv[2]), MEMORY_BYTES)
    os.nice(NICENESS)
    # These are for whoever decides what ends, even if everybody is sent them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(link.makefile("rb"), jobs), daemon=True).start()
    registry.games()
    if known is None:
        known = problems()
        # Half a second in which nothing looks for a stop. In the middle of a question it would be killed for that, and
        # another process would begin anew.
        importlib.import_module(_OR_TOOLS)

    def tell(kind: Kind, payload: bytes = b"") -> None:
        link.sendall(frame(kind, payload))

    tell(Kind.READY)
    while True:
        job, seconds = Job.from_bytes(jobs.get())
        perform(job, known[job.rpc], Stop(seconds=seconds, memory=memory), tell)


def _listen(stream: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    """Take in jobs. When the worker is gone, so is this process, whatever it is doing."""
    while len(head := stream.read(HEAD.size)) == HEAD.size:
        _, length = HEAD.unpack(head)
        jobs.put(stream.read(length))
    os._exit(0)


def perform(job: Job, problem: Problem[Any], stop: Stop, tell: Callable[[Kind, bytes], None]) -> None:
    """Answer one job, whatever comes of it."""
    try:
        tell(Kind.FINAL, _solve(job, problem, stop, lambda told: tell(Kind.ANSWER, told)))
    except Malformed as error:
        tell(Kind.REFUSED, str(error).encode())
    except Exception as error:  # noqa: BLE001 - whatever it is, the worker has to be told
        tell(Kind.DEFECT, json.dumps(logs.trace(error)).encode())


def _solve(job: Job, problem: Problem[Any], stop: Stop, report: Callable[[bytes], None]) -> bytes:
    request: Any = GetMessageClass(solver_methods()[job.rpc].input_type).FromString(job.request)
    position = _position(job) if problem.needs_position else None
    budget = budget_from_wire(request.budget)
    answer = problem.solve(
        request,
        position,
        budget,
        request.seed,
        budget.stop(stop),
        lambda better: report(_told(problem, request, position, better)),
    )
    return _told(problem, request, position, answer)


def _position(job: Job) -> Position:
    setup = decode_setup(job.setup)
    return Position(setup, State.from_bytes(setup.rules, job.state), job.viewer)


def _told(problem: Problem[Any], request: Message, position: Position | None, answer: Answer) -> bytes:
    response = problem.encode(request, position, answer).SerializeToString(deterministic=True)
    status = _STATUSES.index(answer.status)
    return Told(status, answer.spent.nodes, answer.gap, answer.cut_short, response).to_bytes()


if __name__ == "__main__":
    sys.exit(main())
