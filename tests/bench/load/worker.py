"""A worker as the supervisor starts it, which serves the empty call too.

    python -m tests.bench.load.worker BIND [TIMES]

Workers with the same bind share the port. Prints its process and its address when it is ready. Its keys are fixed and
known to everybody. With TIMES it takes the time of every part of ApplyMoves and writes that file in the end.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from canopy.v1 import engine_pb2
from engines import registry
from service import metrics
from service.engine import Engine
from service.keyring import Key, KeyRing
from service.metrics import Metrics
from service.rpc import SHED_REASONS, CallLimits, Wrapper, metric_labels
from service.server import Server, serve
from service.settings import Settings
from service.transport import channel_options, raise_file_limit
from service.worker import collect_garbage_seldom
from tests.bench.load import echo
from tests.bench.load.stopwatch import Stopwatch

RING = KeyRing((Key(b"load", bytes(range(64))),))


class LoadServer(Server):
    """The server of a worker, and Echo."""

    def __init__(self, bind: str) -> None:
        methods = (*engine_pb2.DESCRIPTOR.services_by_name["EngineService"].methods, echo.METHOD)
        counts = Metrics(
            methods=map(metric_labels, methods),
            violations={
                ruleset: [violation.code for violation in game.violations.values()]
                for ruleset, game in registry.games().items()
            },
            shed_reasons=SHED_REASONS,
        )
        settings = Settings(bind=bind)
        engine = Engine(RING, settings.limits, counts)
        wrapper = Wrapper(counts, CallLimits(settings.max_request_bytes, settings.max_in_flight, settings.max_streams))
        super().__init__(engine, bind, share_port=True, wrapper=wrapper, options=channel_options(settings))
        self._server.add_generic_rpc_handlers((echo.handler(wrapper),))


async def main(bind: str, metrics_folder: Path) -> None:
    """Serve until told to stop."""
    raise_file_limit()
    collect_garbage_seldom()
    metrics.start_worker(metrics_folder, 0)
    await serve(LoadServer(bind), lambda address: print(f"worker {os.getpid()} on {address}", flush=True))


if __name__ == "__main__":
    stopwatch = Stopwatch() if len(sys.argv) > 2 else None
    with TemporaryDirectory(prefix="canopy-load-") as folder:
        uvloop.run(main(sys.argv[1], Path(folder)))
    if stopwatch is not None:
        Path(sys.argv[2]).write_text(stopwatch.as_json(), encoding="ascii")
