"""A worker: the process that answers calls. Started by the supervisor, and ends when that is gone.

    python -m service.worker DESCRIPTOR

DESCRIPTOR is that of the socket over which the supervisor sends Orders (see `control`).
"""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from pathlib import Path

import uvloop

from engines import registry
from service import keyring, logs, metrics, settings
from service.config import BadConfig
from service.control import Orders, Report
from service.keyring import KeyRing
from service.port import CannotListen
from service.server import make_server, serve
from service.settings import Settings
from service.transport import raise_file_limit


def main() -> int:
    """Serve as ordered; the exit status."""
    control = socket.socket(fileno=int(sys.argv[1]))
    with control.makefile("rb") as lines:
        line = lines.readline()
    if not line:
        return 0  # The supervisor is gone before it has said a word.
    orders = Orders.from_line(line)
    ordered = settings.from_texts(orders.settings)
    raise_file_limit()
    collect_garbage_seldom()
    logs.configure(ordered.log_format, ordered.log_level, worker=orders.worker)
    metrics.start_worker(Path(orders.metrics_folder), orders.worker)
    return uvloop.run(_serve(ordered, keyring.parse(orders.keys), control))


def collect_garbage_seldom() -> None:
    """Look for unreachable cycles after more allocations than is usual, and never among what there is at the start.

    A call leaves no cycles behind; only gRPC's tasks sometimes do. To look for them ever so often, through all the
    modules, would take one twentieth of the time of a call.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


async def _serve(ordered: Settings, ring: KeyRing, control: socket.socket) -> int:
    reader, writer = await asyncio.open_connection(sock=control)

    def report(report: Report) -> None:
        writer.write(report.to_line())

    try:
        server = make_server(ordered, ring, share_port=True)
    except (BadConfig, CannotListen) as error:
        report(Report(failure=str(error), is_config=isinstance(error, BadConfig)))
        await writer.drain()
        writer.close()
        return 1
    # Nothing more is said to a worker: this ends when the supervisor does.
    gone = asyncio.ensure_future(reader.read())
    await serve(server, ready=lambda _: report(Report(rulesets=sorted(registry.games()))), abandoned=gone)
    return 0


if __name__ == "__main__":
    sys.exit(main())
