"""What a worker and its solver process say to each other, over a pair of sockets: frames of a kind and a payload.

    solver process                      worker
    READY                               when it can take a job
                                        JOB
    ANSWER, any number of them          each better than the one before
    FINAL, REFUSED or DEFECT            the end of the job; the next one may come

Beside the sockets they share a page of memory, whose first bytes are the flag of a `cext.stop.Stop`: the worker sets it
to end the job, and clears it before the next one. Nothing here is secret: a job holds what one viewer may see.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

HEAD = struct.Struct("<BI")
MEMORY_BYTES = 4096

_LENGTH = struct.Struct("<I")
_TOLD = struct.Struct("<BQd?")


class Kind(IntEnum):
    """What a frame is."""

    READY = 0
    JOB = 1
    ANSWER = 2
    FINAL = 3
    # The payload is a sentence for whoever has asked.
    REFUSED = 4
    # The payload is a trace (see `logs.trace`) as JSON.
    DEFECT = 5


def frame(kind: Kind, payload: bytes = b"") -> bytes:
    """A frame as it is sent."""
    return HEAD.pack(kind, len(payload)) + payload


@dataclass(frozen=True, slots=True)
class Job:
    """A question: which RPC, what was asked, and the position as the viewer sees it, if it starts from one."""

    rpc: str
    # The request as it came.
    request: bytes
    # See `table.encode_setup`.
    setup: bytes
    # The kernel's state, with everything that the viewer cannot know replaced.
    state: bytes
    viewer: int | None

    def to_bytes(self, seconds: float) -> bytes:
        """As it is sent; with the wall time that there is for it."""
        head = json.dumps({"rpc": self.rpc, "viewer": self.viewer, "seconds": seconds}).encode()
        return b"".join(_LENGTH.pack(len(part)) + part for part in (head, self.request, self.setup, self.state))

    @classmethod
    def from_bytes(cls, data: bytes) -> tuple[Job, float]:
        """The inverse of to_bytes."""
        head, request, setup, state = _split(data)
        told = json.loads(head)
        return cls(told["rpc"], request, setup, state, told["viewer"]), told["seconds"]


def _split(data: bytes) -> Sequence[bytes]:
    parts = []
    at = 0
    while at < len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size + length
        parts.append(data[at - length : at])
    return parts


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: the response as bytes, and what is counted of it."""

    # The place of the status in `solver.answer.Status`.
    status: int
    nodes: int
    # None: not known.
    gap: float | None
    cut_short: bool
    response: bytes

    def to_bytes(self) -> bytes:
        """As it is sent."""
        gap = float("nan") if self.gap is None else self.gap
        return _TOLD.pack(self.status, self.nodes, gap, self.cut_short) + self.response

    @classmethod
    def from_bytes(cls, data: bytes) -> Told:
        """The inverse of to_bytes."""
        status, nodes, gap, cut_short = _TOLD.unpack_from(data)
        return cls(status, nodes, None if gap != gap else gap, cut_short, data[_TOLD.size :])
