"""h2load as a gRPC client: it sends one request again and again and reads the answers without looking at them."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

PROGRAM = "h2load"
MISSING = f"There is no {PROGRAM}. On Debian: apt-get install nghttp2-client"

_FRAME = struct.Struct(">BI")
_HEADERS = ("content-type: application/grpc", "te: trailers")
_RATE = re.compile(r"finished in [\d.]+\w+, ([\d.]+) req/s")
_REQUESTS = re.compile(r"requests: (\d+) total, .* (\d+) succeeded")
_DATA = re.compile(r"traffic: .* \((\d+)\) data")


class NotAllAnswered(RuntimeError):
    """Some calls were not answered with what they should be, so that a figure would mean nothing."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, and the answer that it gets every time."""

    name: str
    path: str
    request: bytes
    response: bytes


@dataclass(frozen=True, slots=True)
class Clients:
    """So many connections with so many calls in flight on each."""

    connections: int
    calls_each: int = 1


def is_installed() -> bool:
    """Whether there is an h2load to run."""
    return shutil.which(PROGRAM) is not None


def rate(address: str, call: Call, clients: Clients, calls: int) -> float:
    """Calls per second in a closed loop: each client calls again as soon as it has its answer."""
    return _closed_loop(address, call, clients, ("-n", str(calls)))[0]


def latencies(address: str, call: Call, clients: Clients, per_second: float, seconds: int) -> Sequence[int]:
    """The microseconds that calls took which came at a steady rate, ascending."""
    with TemporaryDirectory(prefix="canopy-load-") as folder:
        log = Path(folder) / "log"
        pace = (f"--rps={per_second / clients.connections:.0f}", "-D", str(seconds), f"--log-file={log}")
        _closed_loop(address, call, clients, pace)
        return sorted(int(line.split("\t")[2]) for line in log.read_text(encoding="ascii").splitlines())


def framed(message: bytes) -> bytes:
    """A message as gRPC puts it into a request."""
    return _FRAME.pack(0, len(message)) + message


def _closed_loop(address: str, call: Call, clients: Clients, arguments: Sequence[str]) -> tuple[float, int]:
    """Calls per second and how many there were. Raises NotAllAnswered."""
    with TemporaryDirectory(prefix="canopy-load-") as folder:
        body = Path(folder) / "request"
        body.write_bytes(framed(call.request))
        command = [PROGRAM, "-t", "1", "-c", str(clients.connections), "-m", str(clients.calls_each)]
        headers = [argument for header in _HEADERS for argument in ("-H", header)]
        done = subprocess.run(
            [*command, *arguments, "-d", str(body), *headers, f"http://{address}{call.path}"],
            capture_output=True,
            text=True,
            check=True,
        )
    return understand(done.stdout, call)


def understand(report: str, call: Call) -> tuple[float, int]:
    """Calls per second and how many there were, as h2load reports them.

    The status of a gRPC call stands in a trailer, which h2load does not look at. But a call that fails has no message,
    so that all have succeeded if as many bytes have come as all the answers have. Raises NotAllAnswered.
    """
    found = [pattern.search(report) for pattern in (_RATE, _REQUESTS, _DATA)]
    if None in found:
        raise NotAllAnswered(f"h2load says:\n{report}")
    speed, requests, data = (match.groups() for match in found if match is not None)
    total, succeeded = map(int, requests)
    if succeeded != total or int(data[0]) != total * len(framed(call.response)):
        raise NotAllAnswered(f"of {total} calls of {call.name} not all were answered; h2load says:\n{report}")
    return float(speed[0]), total
