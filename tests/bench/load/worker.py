"""A worker as the supervisor starts it, which serves the empty call too.

    python -m tests.bench.load.worker BIND [--times FILE] [--waiting COUNT] [--standing COUNT]

Workers with the same bind share the port. Prints its process and its address when it is ready. Its keys are fixed and
known to everybody; its solver processes are started when they are needed. With --times it takes the time of every part
of ApplyMoves and writes that file in the end. With --waiting and --standing so many calls may wait; else so many that
no client in a closed loop is turned away, however unevenly the system has spread them over the workers.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from service import engine_service, metrics, referee_service, solver_service
from service.engine import Engine
from service.keyring import Key, KeyRing
from service.rpc import CallLimits, Wrapper
from service.server import Server, serve
from service.settings import Settings
from service.solver import Solver
from service.solver_pool import Pool
from service.transport import channel_options, raise_file_limit
from service.waiting import Waiting
from service.worker import collect_garbage_seldom
from solver.problems import problems
from tests.bench.load import echo
from tests.bench.load.stopwatch import Stopwatch

# As many as the machine that targets are for has processors.
SOLVER_PROCESSES = 2

# Calls that may wait, more than there are.
PLENTY = 4096

RING = KeyRing((Key(b"load", bytes(range(64))),))


class LoadServer(Server):
    """The server of a worker, and Echo."""

    def __init__(self, bind: str, waiting: int, standing: int) -> None:
        counts = engine_service.new_metrics(
            (*solver_service.methods(), *referee_service.solved_methods(problems()), echo.METHOD),
            (problems(), solver_service.STATUSES),
        )
        assert counts.solver is not None
        settings = Settings(bind=bind, max_waiting_calls=waiting, max_standing_calls=standing)
        engine = Engine(RING, settings.limits, counts)
        solver = Solver(RING, Pool(SOLVER_PROCESSES, settings.solver_queue, counts.solver), settings.limits)
        wrapper = Wrapper(counts, CallLimits(settings.max_request_bytes, settings.max_in_flight, settings.max_streams))
        super().__init__(
            engine,
            bind,
            share_port=True,
            wrapper=wrapper,
            options=channel_options(settings),
            solver=solver,
            waiting=Waiting.of(settings),
        )
        self._server.add_generic_rpc_handlers((echo.handler(wrapper),))


async def main(bind: str, waiting: int, standing: int, metrics_folder: Path) -> None:
    """Serve until told to stop."""
    raise_file_limit()
    collect_garbage_seldom()
    metrics.start_worker(metrics_folder, 0)
    await serve(
        LoadServer(bind, waiting, standing), lambda address: print(f"worker {os.getpid()} on {address}", flush=True)
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("bind")
    parser.add_argument("--times", type=Path)
    parser.add_argument("--waiting", type=int, default=PLENTY)
    parser.add_argument("--standing", type=int, default=PLENTY)
    options = parser.parse_args()
    stopwatch = Stopwatch() if options.times is not None else None
    with TemporaryDirectory(prefix="canopy-load-") as folder:
        uvloop.run(main(options.bind, options.waiting, options.standing, Path(folder)))
    if stopwatch is not None:
        options.times.write_text(stopwatch.as_json(), encoding="ascii")
