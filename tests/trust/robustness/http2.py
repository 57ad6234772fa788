"""gRPC without a gRPC library: HTTP/2 connections on which any header, frame and byte can be sent."""

from __future__ import annotations

import contextlib
import socket
import struct
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import TracebackType
from typing import Self

from h2 import events
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.settings import SettingCodes

from tests.trust.wire import DEADLINE, SERVICE

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

Header = tuple[str, str]


class Frame(IntEnum):
    """The frame types of RFC 9113."""

    DATA = 0
    HEADERS = 1
    PRIORITY = 2
    RST_STREAM = 3
    SETTINGS = 4
    PUSH_PROMISE = 5
    PING = 6
    GOAWAY = 7
    WINDOW_UPDATE = 8
    CONTINUATION = 9


def frame(kind: int, payload: bytes = b"", *, flags: int = 0, stream: int = 0, length: int | None = None) -> bytes:
    """A frame, with whatever length it claims to have."""
    claimed = len(payload) if length is None else length
    return struct.pack(">I", claimed)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def grpc_frame(message: bytes, *, flag: int = 0, length: int | None = None) -> bytes:
    """A message as gRPC puts it into DATA, with whatever flag and length it claims to have."""
    return struct.pack(">BI", flag, len(message) if length is None else length) + message


def headers_of(rpc: str, *changed: Header, without: Sequence[str] = ()) -> list[Header]:
    """The headers of a call, some of them with other values or left out, others added."""
    usual = {
        ":method": "POST",
        ":scheme": "http",
        ":path": f"/{SERVICE.full_name}/{rpc}",
        ":authority": "localhost",
        "content-type": "application/grpc",
        "te": "trailers",
    }
    merged = {**usual, **dict(changed)}
    return [(name, value) for name, value in merged.items() if name not in without]


@dataclass
class Reply:
    """What came back on a stream, and how it ended."""

    headers: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    # "ended", "reset" by RST_STREAM, or "closed" with its connection.
    end: str = ""

    @property
    def grpc_status(self) -> int | None:
        """The gRPC status code, if one was given."""
        return int(self.headers["grpc-status"]) if "grpc-status" in self.headers else None

    @property
    def message(self) -> bytes:
        """The first message of the answer."""
        _, length = struct.unpack(">BI", self.data[:5])
        return self.data[5 : 5 + length]


def ends_after(address: str, data: bytes) -> bool:
    """Whether the server ends the connection when this is sent after a proper beginning; else it answers a ping."""
    with _connect(address) as connection:
        question = b"question"
        connection.sendall(PREFACE + frame(Frame.SETTINGS))
        try:
            connection.sendall(data + frame(Frame.PING, question))
            while header := _exactly(connection, 9):
                payload = _exactly(connection, int.from_bytes(header[:3]))
                if (header[3], header[4], payload) == (Frame.PING, 1, question):
                    return False
        except ConnectionError:
            pass
        return True


def is_hung_up_on(address: str, data: bytes) -> bool:
    """Whether the server ends the connection when this is sent instead of a proper beginning."""
    with _connect(address) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        try:
            while connection.recv(65_536):
                pass
        except ConnectionError:
            pass
        return True


def _connect(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)), DEADLINE)


def _exactly(connection: socket.socket, size: int) -> bytes:
    """That many bytes, or none when the connection has ended."""
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            return b""
        data += more
    return data


class Http2:
    """One connection on which any headers and data can be sent."""

    def __init__(self, address: str) -> None:
        self._socket = _connect(address)
        self._h2 = H2Connection(
            H2Configuration(
                validate_outbound_headers=False,
                normalize_outbound_headers=False,
                validate_inbound_headers=False,
                header_encoding="utf-8",
            )
        )
        # What has come back on each stream so far.
        self._replies: defaultdict[int, Reply] = defaultdict(Reply)

    def __enter__(self) -> Self:
        self._h2.initiate_connection()
        self._flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def _flush(self) -> None:
        self._socket.sendall(self._h2.data_to_send())

    def open_stream(self, headers: Sequence[Header], *, end: bool = False) -> int:
        """The HEADERS of a call."""
        stream: int = self._h2.get_next_available_stream_id()
        self._h2.send_headers(stream, headers, end_stream=end)
        self._flush()
        return stream

    def send_data(self, stream: int, data: bytes, *, end: bool = False) -> None:
        """DATA in frames as large as the other side takes."""
        size = self._h2.max_outbound_frame_size
        pieces = [data[at : at + size] for at in range(0, len(data), size)] or [b""]
        for number, piece in enumerate(pieces, 1):
            while self._h2.local_flow_control_window(stream) < len(piece):
                if any(isinstance(event, events.ConnectionTerminated) for event in self._receive()):
                    return
            self._h2.send_data(stream, piece, end_stream=end and number == len(pieces))
            self._flush()

    def reset(self, stream: int) -> None:
        """Take a call back."""
        self._h2.reset_stream(stream)
        self._flush()

    def reply(self, stream: int) -> Reply:
        """All that comes back on a stream."""
        reply = self._replies[stream]
        while not reply.end:
            self._receive()
        return reply

    def take(self, size: int) -> None:
        """Say how many bytes of each answer may come; of an answer that waits for it the rest does then."""
        self._h2.update_settings({SettingCodes.INITIAL_WINDOW_SIZE: size})
        self._flush()

    def wait_until_taken_in(self) -> None:
        """Until the other side has taken in all that was sent."""
        self._h2.ping(b"question")
        self._flush()
        while not any(isinstance(event, events.PingAckReceived) for event in self._receive()):
            pass

    def hear_no_more(self) -> None:
        """Be there and answer nothing any more, pings neither, until the other side hangs up."""
        with contextlib.suppress(ConnectionError):
            while self._socket.recv(65_536):
                pass

    def call(self, headers: Sequence[Header], data: bytes) -> Reply:
        """A whole call: headers, data, the end, and the reply."""
        stream = self.open_stream(headers)
        self.send_data(stream, data, end=True)
        return self.reply(stream)

    def _receive(self) -> list[events.Event]:
        try:
            data = self._socket.recv(65_536)
        except ConnectionError:
            data = b""
        if not data:
            for reply in self._replies.values():
                reply.end = reply.end or "closed"
            return [events.ConnectionTerminated()]
        received: list[events.Event] = self._h2.receive_data(data)
        for event in received:
            if isinstance(event, events.DataReceived) and event.flow_controlled_length:
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            if (stream := getattr(event, "stream_id", None)) is not None:
                _note(self._replies[stream], event)
        self._flush()
        return received


def _note(reply: Reply, event: events.Event) -> None:
    if isinstance(event, events.ResponseReceived | events.TrailersReceived):
        reply.headers.update({str(name): str(value) for name, value in event.headers})
    elif isinstance(event, events.DataReceived):
        reply.data += event.data
    elif isinstance(event, events.StreamReset):
        reply.end = reply.end or "reset"
    elif isinstance(event, events.StreamEnded):
        reply.end = "ended"
