"""What supervisor and worker say to each other, over a pair of sockets: lines of JSON.

The supervisor says once what the worker has to do, keys included: a socket can be read by nobody else, unlike a command
line or an environment. The worker says once that it is ready, or why it cannot be. After that the socket only tells
either side that the other one is gone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker has to do. Settings stand there as text, and `keys` is a key ring in its text form."""

    worker: int
    metrics_folder: str
    settings: Mapping[str, str]
    keys: str

    def to_line(self) -> bytes:
        """As it is sent."""
        return _line(self)

    @classmethod
    def from_line(cls, line: bytes) -> Orders:
        """As it was sent."""
        return cls(**json.loads(line))


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker has come to: it serves these rulesets, or cannot serve; `failure` says why, for an operator."""

    rulesets: Sequence[str] = ()
    failure: str = ""
    # Whether something that was set is the reason.
    is_config: bool = False

    def to_line(self) -> bytes:
        """As it is sent."""
        return _line(self)

    @classmethod
    def from_line(cls, line: bytes) -> Report:
        """As it was sent."""
        return cls(**json.loads(line))


def _line(message: Orders | Report) -> bytes:
    return json.dumps(asdict(message)).encode() + b"\n"
