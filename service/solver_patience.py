"""Whether a solver process that was told to stop has to be killed.

What it has used of the processor says so, not the time alone: on a busy machine a process may have to wait for a
processor before it can look at anything, and as long as it waits it computes nothing either.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

# How long a process may go on computing after it was told to stop and nobody waits for its answer, in seconds of its
# own processor time: 50 ms, but for half of one of the hundredths in which the system counts it.
COMPUTING_SECONDS = 0.045
# How long it may do nothing at all and not answer either.
HANGING_SECONDS = 1.0

_TICKS = os.sysconf("SC_CLK_TCK")
# Of the fields of /proc/PID/stat after the name; see proc(5).
_STATE, _UTIME, _STIME = 0, 11, 12
# Running, or it could be if there were a processor; waiting for a disk.
_WANTS_TO_RUN = "RD"


class Usage(NamedTuple):
    """What a process does with the processor."""

    # Seconds that it has computed since it was started.
    computed: float
    # It computes, or waits for the machine to let it; otherwise it waits for something else.
    wants_to_run: bool


def usage_of(process: int) -> Usage | None:
    """The usage of the process with this id, None when it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    return Usage((int(fields[_UTIME]) + int(fields[_STIME])) / _TICKS, fields[_STATE] in _WANTS_TO_RUN)


def is_deaf(told: Usage, now: Usage, seconds: float) -> bool:
    """Whether a process does not stop that was told to so many seconds ago: it computes on, or it hangs."""
    if now.computed - told.computed >= COMPUTING_SECONDS:
        return True
    return seconds >= HANGING_SECONDS and not now.wants_to_run
