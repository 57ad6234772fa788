"""Calls that come whether or not those before them were answered: what too much is.

A client in a closed loop calls again when it has its answer, so it never asks for more than there is. Players do not
wait for each other. This client calls at random moments at a given rate (a Poisson process with a seed of its own),
over as many connections as it is told, and notes how each call ended and how long after its moment.

It speaks just as much HTTP/2 (RFC 9113, RFC 7541) as that takes, so that one processor can ask far more than another
can answer: all requests have the same bytes, and of the answers only frames and status are looked at.
"""

from __future__ import annotations

import random
import select
import socket
import struct
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import IntEnum

from service.addresses import split_address
from tests.bench.load.h2load import Call, framed

OK, CANCELLED = "0", "1"
# How a call ended that has no gRPC status, or has not ended at all.
RESET, OPEN = "reset", "open"

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# Length in two parts, type, flags, stream.
_HEADER = struct.Struct(">HBBBI")
_END_STREAM, _ACK, _END_HEADERS = 0x1, 0x1, 0x4
_STATUS = b"grpc-status"

# What a connection starts with (RFC 9113, 6.9.2), and the most there can be.
_FIRST_WINDOW, _LARGEST_WINDOW = 65_535, 2**31 - 1
# What a client may assume until it hears otherwise.
_FIRST_LIMIT = 100
_READ_BYTES = 2**18
# The longest that it waits for anything before it looks around again.
_LOOK_SECONDS = 0.05
# How long after the last call was made the last one ends at the latest.
_PATIENCE_SECONDS = 60.0


class _Frame(IntEnum):
    DATA = 0
    HEADERS = 1
    RST_STREAM = 3
    SETTINGS = 4
    PING = 6
    GOAWAY = 7
    WINDOW_UPDATE = 8


class _Setting(IntEnum):
    HEADER_TABLE_SIZE = 1
    MAX_CONCURRENT_STREAMS = 3
    INITIAL_WINDOW_SIZE = 4


@dataclass
class Outcome:
    """What became of the calls of one run."""

    seconds: float
    # In seconds after its moment: when each call was due, counted from the start, and how long it took to be answered.
    answered: list[tuple[float, float]] = field(default_factory=list)
    # The same of those that ended otherwise.
    refused: list[tuple[float, float]] = field(default_factory=list)
    # How calls ended, by gRPC status as text.
    ends: Counter[str] = field(default_factory=Counter)
    # Calls that were not made, because their connection had as many as the server takes.
    held_back: int = 0

    @property
    def per_second(self) -> float:
        """Calls answered before the last one was made."""
        return sum(due + took <= self.seconds for due, took in self.answered) / self.seconds

    def percentile(self, percent: float) -> float:
        """Below so many seconds so many of a hundred answers came."""
        taken = sorted(took for _, took in self.answered)
        return taken[int((len(taken) - 1) * percent / 100)]


def run(address: str, call: Call, *, connections: int, per_second: float, seconds: float, seed: int = 1) -> Outcome:
    """Make calls for so long, and wait for the end of each; what is then still open will never end."""
    outcome = Outcome(seconds)
    with ExitStack() as stack:
        poll = stack.enter_context(select.epoll())
        lines = [_Line(address, call, outcome) for _ in range(connections)]
        for line in lines:
            stack.enter_context(line.socket)
            poll.register(line.socket, select.EPOLLIN)
        by_descriptor = {line.socket.fileno(): line for line in lines}

        def look(wait: float) -> None:
            for line in lines:
                line.flush()
            for descriptor, _ in poll.poll(wait):
                by_descriptor[descriptor].read(time.perf_counter())

        while not all(line.is_greeted for line in lines):
            look(_LOOK_SECONDS)
        begun = time.perf_counter()
        for line in lines:
            line.begun = begun
        rng = random.Random(seed)
        due, number = 0.0, 0
        while (now := time.perf_counter() - begun) < seconds + _PATIENCE_SECONDS:
            while due <= min(now, seconds):
                lines[number % connections].send(due)
                number += 1
                due += rng.expovariate(per_second)
            if due > seconds and not any(line.open for line in lines):
                break
            look(min(max(0.0, due - now), _LOOK_SECONDS))
        outcome.ends[OPEN] = sum(len(line.open) for line in lines)
    return outcome


class _Line:
    """One connection."""

    def __init__(self, address: str, call: Call, outcome: Outcome) -> None:
        self.socket = socket.create_connection(split_address(address))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.begun = 0.0
        # When each call that is open was due.
        self.open: dict[int, float] = {}
        self.is_greeted = False
        self._outcome = outcome
        self._headers = _block(call.path)
        self._message = framed(call.request)
        self._next = 1
        self._limit = _FIRST_LIMIT
        self._window = _FIRST_WINDOW
        self._out = bytearray(_PREFACE)
        # Without a table every header stands there in full; and whatever comes is welcome.
        settings = ((_Setting.HEADER_TABLE_SIZE, 0), (_Setting.INITIAL_WINDOW_SIZE, _LARGEST_WINDOW))
        self._put(_Frame.SETTINGS, 0, 0, b"".join(struct.pack(">HI", *setting) for setting in settings))
        self._put(_Frame.WINDOW_UPDATE, 0, 0, struct.pack(">I", _LARGEST_WINDOW - _FIRST_WINDOW))
        self._in = bytearray()

    def _put(self, kind: _Frame, flags: int, stream: int, payload: bytes) -> None:
        size = len(payload)
        self._out += _HEADER.pack(size >> 8, size & 0xFF, kind, flags, stream) + payload

    def send(self, due: float) -> None:
        """Make a call, unless there is no room for it."""
        if len(self.open) >= self._limit or self._window < len(self._message):
            self._outcome.held_back += 1
            return
        stream, self._next = self._next, self._next + 2
        self.open[stream] = due
        self._window -= len(self._message)
        self._put(_Frame.HEADERS, _END_HEADERS, stream, self._headers)
        self._put(_Frame.DATA, _END_STREAM, stream, self._message)

    def flush(self) -> None:
        """Write as much as goes."""
        if self._out:
            try:
                del self._out[: self.socket.send(self._out)]
            except BlockingIOError:
                return

    def read(self, now: float) -> None:
        """Take in what has come. Raises ConnectionError when the server hangs up."""
        data = self.socket.recv(_READ_BYTES)
        if not data:
            raise ConnectionError("the server has hung up")
        self._in += data
        at = 0
        while len(self._in) - at >= _HEADER.size:
            high, low, kind, flags, stream = _HEADER.unpack_from(self._in, at)
            begin = at + _HEADER.size
            end = begin + (high << 8 | low)
            if len(self._in) < end:
                break
            self._take(kind, flags, stream, bytes(self._in[begin:end]), now)
            at = end
        del self._in[:at]

    def _take(self, kind: int, flags: int, stream: int, payload: bytes, now: float) -> None:
        if kind == _Frame.HEADERS and flags & _END_STREAM:
            self._end(stream, _status(payload), now)
        elif kind == _Frame.RST_STREAM:
            self._end(stream, RESET, now)
        elif kind == _Frame.WINDOW_UPDATE and stream == 0:
            self._window += int.from_bytes(payload)
        elif kind == _Frame.PING and not flags & _ACK:
            self._put(_Frame.PING, _ACK, 0, payload)
        elif kind == _Frame.SETTINGS and not flags & _ACK:
            for name, value in struct.iter_unpack(">HI", payload):
                if name == _Setting.MAX_CONCURRENT_STREAMS:
                    self._limit = value
            self._put(_Frame.SETTINGS, _ACK, 0, b"")
            self.is_greeted = True
        elif kind == _Frame.GOAWAY:
            raise ConnectionError("the server wants no more calls")

    def _end(self, stream: int, status: str, now: float) -> None:
        due = self.open.pop(stream, None)
        if due is None:  # ended before, and reset for good measure
            return
        self._outcome.ends[status] += 1
        ended = self._outcome.answered if status == OK else self._outcome.refused
        ended.append((due, now - self.begun - due))


def _block(path: str) -> bytes:
    """The headers of a call, each as a literal that is not indexed (RFC 7541, 6.2.2)."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "localhost",
        "te": "trailers",
        "content-type": "application/grpc",
    }
    return b"".join(b"\0" + _string(name) + _string(value) for name, value in headers.items())


def _string(text: str) -> bytes:
    """As HPACK has it, for less than 127 characters and without a code."""
    return bytes([len(text)]) + text.encode("ascii")


def _status(block: bytes) -> str:
    """The gRPC status in a block of trailers."""
    _, found, value = block.partition(_STATUS)
    return value[1 : 1 + value[0]].decode("ascii") if found else RESET
