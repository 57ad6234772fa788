"""Workers in processes of their own, and what the system knows of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench import processes
from tests.bench.load import worker


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes that share a port."""

    address: str
    ids: Sequence[int]

    def cpu_seconds(self) -> float:
        """The processor time that all their threads have taken."""
        return sum(time.clock_gettime(_cpu_clock(process)) for process in self.ids)

    def mebibytes(self, what: str = "VmRSS") -> float:
        """The memory of the largest: VmRSS is what it has now, VmHWM the most it ever had."""
        return max(_mebibytes(process, what) for process in self.ids)


@contextmanager
def running(count: int, *arguments: str) -> Iterator[Workers]:
    """So many workers on one port, with these arguments."""
    with ExitStack() as stack:
        address, ids = processes.FREE_PORT, []
        for _ in range(count):
            line = stack.enter_context(processes.python("-m", worker.__name__, address, *arguments))
            _, process, _, address = line.split()
            ids.append(int(process))
        yield Workers(address, ids)


def _cpu_clock(process: int) -> int:
    """The clock of another process, as clock_getcpuclockid(3) finds it on Linux."""
    return ~process << 3 | 2


def _mebibytes(process: int, what: str) -> float:
    for line in (Path("/proc") / str(process) / "status").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == what:
            return int(value.split()[0]) / 1024
    raise LookupError(what)
