"""Below gRPC: headers, frames and bytes that no gRPC library sends. The server lives, and a good call works.

Here gRPC's own C core answers before anything of Canopy runs. The service's promise, never INTERNAL, is about every
well-framed gRPC message; what the core answers with INTERNAL is listed in `ANSWERED_INTERNAL_BY_GRPC` and nowhere else.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from canopy.v1 import engine_pb2
from service.status import DETAILS_TRAILER
from tests.trust.robustness.conduct import Witness
from tests.trust.robustness.http2 import (
    PREFACE,
    Frame,
    Header,
    Http2,
    ends_after,
    frame,
    grpc_frame,
    headers_of,
    is_hung_up_on,
)

OK, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL = 0, 4, 8, 13
INVALID_ARGUMENT, UNIMPLEMENTED = 3, 12
RPC = "ListRulesets"
GOOD = grpc_frame(b"")
BOMB = bytes(50_000_000)
GZIP: Header = ("grpc-encoding", "gzip")
DEFLATE: Header = ("grpc-encoding", "deflate")


class Request(NamedTuple):
    """Headers that differ from the usual ones, and what is sent as DATA."""

    changed: tuple[Header, ...] = ()
    data: bytes = GOOD
    without: tuple[str, ...] = ()


# Malformed at the level of gRPC's own protocol. Its C core answers INTERNAL by itself: no handler is called, nothing
# of the request is read, and no setting of the server changes it. The four kinds: a compressed message without a
# declared compression, one that cannot be decompressed, an encoding that is unknown, and headers that cannot be parsed.
ANSWERED_INTERNAL_BY_GRPC = {
    "compressed flag without an encoding": Request(data=grpc_frame(b"abc", flag=1)),
    "gzip that is none": Request((GZIP,), grpc_frame(b"abc", flag=1)),
    "gzip cut short": Request((GZIP,), grpc_frame(gzip.compress(b"x" * 99)[:-5], flag=1)),
    "gzip with more behind it": Request((GZIP,), grpc_frame(gzip.compress(b"") + b"xx", flag=1)),
    "deflate that is none": Request((DEFLATE,), grpc_frame(b"abc", flag=1)),
    "unknown encoding": Request((("grpc-encoding", "br"),)),
    "empty encoding": Request((("grpc-encoding", ""),)),
    "timeout of an unknown unit": Request((("grpc-timeout", "99x"),)),
    "empty timeout": Request((("grpc-timeout", ""),)),
    "timeout without a unit": Request((("grpc-timeout", "1"),)),
    "timeout without a number": Request((("grpc-timeout", "S"),)),
    "negative timeout": Request((("grpc-timeout", "-1S"),)),
    "broken timeout": Request((("grpc-timeout", "1.5S"),)),
    "another te": Request((("te", "gzip"),)),
    "another scheme": Request(((":scheme", "ftp"),)),
    "header in capitals": Request((("X-Upper", "1"),)),
    "header without a name": Request((("", "x"),)),
    "unknown pseudo-header": Request(((":odd", "x"),)),
    "binary header that is no base64": Request((("x-bin", "!!!"),)),
}

# Odd, and answered with a code that says what it is.
ANSWERED = {
    "content type JSON": (Request((("content-type", "application/json"),)), {OK}),
    "content type of the web": (Request((("content-type", "application/grpc-web+proto"),)), {OK}),
    "no content type": (Request(without=("content-type",)), {OK}),
    "no path to speak of": (Request(((":path", "/"),)), {UNIMPLEMENTED}),
    "empty path": (Request(((":path", ""),)), {UNIMPLEMENTED}),
    "another service": (Request(((":path", "/x/y"),)), {UNIMPLEMENTED}),
    "long path": (Request(((":path", "/" + "x" * 5000),)), {UNIMPLEMENTED}),
    "path that climbs": (Request(((":path", f"/../canopy.v1.EngineService/{RPC}"),)), {UNIMPLEMENTED}),
    "path with a query": (Request(((":path", f"/canopy.v1.EngineService/{RPC}?x"),)), {UNIMPLEMENTED}),
    "large header": (Request((("x-a", "a" * 100_000),)), {OK, RESOURCE_EXHAUSTED}),
    "many headers": (Request(tuple((f"x-{number}", "v" * 20) for number in range(500))), {OK, RESOURCE_EXHAUSTED}),
    "header with NUL": (Request((("x-a", "a\0b"),)), {OK}),
    "header with a line feed": (Request((("x-a", "a\r\nb: c"),)), {OK}),
    "header of UTF-8": (Request((("x-a", "\u00e9"),)), {OK}),
    "header of the connection": (Request((("connection", "close"),)), {OK}),
    "encoding identity": (Request((("grpc-encoding", "identity"),)), {OK}),
    "unknown encodings accepted": (Request((("grpc-accept-encoding", "br,zip"),)), {OK}),
    "timeout of nothing": (Request((("grpc-timeout", "0n"),)), {DEADLINE_EXCEEDED}),
    "timeout of a nanosecond": (
        Request((("grpc-timeout", "1n"),)),
        {OK, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED},
    ),
    "timeout of ten thousand years": (Request((("grpc-timeout", "99999999H"),)), {OK}),
    # The core now answers such a call and now waits on; so whoever sends it had better have a deadline.
    "unknown bits in the flag": (
        Request((("grpc-timeout", "100m"),), grpc_frame(b"", flag=6)),
        {OK, DEADLINE_EXCEEDED},
    ),
    "length of 4 GiB": (Request(data=grpc_frame(b"abc", length=2**32 - 1)), {RESOURCE_EXHAUSTED}),
    "length too short": (Request(data=grpc_frame(b"abcdef", length=2)), {INVALID_ARGUMENT}),
    "two messages": (Request(data=GOOD * 2), {OK}),
    "a thousand messages": (Request(data=GOOD * 1000), {OK}),
    "honest gzip": (Request((GZIP,), grpc_frame(gzip.compress(b""), flag=1)), {OK}),
    "gzip announced and not used": (Request((GZIP,)), {OK}),
    "gzip bomb": (Request((GZIP,), grpc_frame(gzip.compress(BOMB), flag=1)), {RESOURCE_EXHAUSTED}),
    "gzip bomb in gzip": (
        Request((GZIP,), grpc_frame(gzip.compress(gzip.compress(BOMB)), flag=1)),
        {INVALID_ARGUMENT},
    ),
    "honest deflate": (Request((DEFLATE,), grpc_frame(zlib.compress(b""), flag=1)), {OK}),
    "deflate bomb": (Request((DEFLATE,), grpc_frame(zlib.compress(BOMB), flag=1)), {RESOURCE_EXHAUSTED}),
}

# No call at all: the stream is reset.
RESET = {
    "GET": Request(((":method", "GET"),)),
    "PUT": Request(((":method", "PUT"),)),
    "no method": Request(without=(":method",)),
    "no path": Request(without=(":path",)),
    "no scheme": Request(without=(":scheme",)),
    "no authority": Request(without=(":authority",)),
    "no te": Request(without=("te",)),
}

# Ended before there was a whole message. The core waits on; the call is gone with its connection or its deadline.
NEVER_ANSWERED = {
    "no message": b"",
    "half of a prefix": GOOD[:3],
    "length too long": grpc_frame(b"abc", length=1000),
}

# Frames against RFC 9113; whether the server hangs up is its own affair, but it must not go down.
FRAMES = {
    "DATA of no stream": frame(Frame.DATA, b"x"),
    "DATA of a stream that is not open": frame(Frame.DATA, b"x", stream=9),
    "DATA with more padding than data": frame(Frame.DATA, b"\xffxx", flags=8, stream=1),
    "DATA longer than allowed": frame(Frame.DATA, b"x" * 100, length=2**24 - 1, stream=1) + bytes(2**16),
    "HEADERS of no stream": frame(Frame.HEADERS, flags=4),
    "HEADERS of a stream of the server's": frame(Frame.HEADERS, b"\x82", flags=4, stream=2),
    "HEADERS of garbage": frame(Frame.HEADERS, b"\xff" * 50, flags=4, stream=1),
    "HEADERS of index 0": frame(Frame.HEADERS, b"\x80", flags=4, stream=1),
    "HEADERS of an endless number": frame(Frame.HEADERS, b"\x7f" + b"\xff" * 50, flags=4, stream=1),
    "HEADERS that depend on themselves": frame(Frame.HEADERS, struct.pack(">IB", 1, 1) + b"\x82", flags=36, stream=1),
    "HEADERS that DATA cuts": frame(Frame.HEADERS, b"\x82", stream=1) + frame(Frame.DATA, b"x", stream=1),
    "HEADERS that a ping cuts": frame(Frame.HEADERS, b"\x82", stream=1) + frame(Frame.PING, bytes(8)),
    "CONTINUATION of nothing": frame(Frame.CONTINUATION, b"\x82", stream=1),
    "CONTINUATION without an end": frame(Frame.HEADERS, b"\x82", stream=1)
    + frame(Frame.CONTINUATION, b"\x40\x01a\x01b" * 10, stream=1) * 5000,
    "empty CONTINUATION without an end": frame(Frame.HEADERS, b"\x82", stream=1)
    + frame(Frame.CONTINUATION, stream=1) * 20_000,
    "RST_STREAM of a stream that is not open": frame(Frame.RST_STREAM, bytes(4), stream=7),
    "RST_STREAM too short": frame(Frame.RST_STREAM, b"x", stream=1),
    "SETTINGS too short": frame(Frame.SETTINGS, b"abc"),
    "SETTINGS of a stream": frame(Frame.SETTINGS, stream=3),
    "SETTINGS confirmed with something": frame(Frame.SETTINGS, b"123456", flags=1),
    "SETTINGS of tiny frames": frame(Frame.SETTINGS, struct.pack(">HI", 5, 1)),
    "SETTINGS of a huge window": frame(Frame.SETTINGS, struct.pack(">HI", 4, 2**31)),
    "SETTINGS of a window of nothing": frame(Frame.SETTINGS, struct.pack(">HI", 4, 0)),
    "SETTINGS of a push that is neither": frame(Frame.SETTINGS, struct.pack(">HI", 2, 2)),
    "SETTINGS that nobody knows": frame(Frame.SETTINGS, struct.pack(">HI", 99, 2)),
    "SETTINGS a thousand times": frame(Frame.SETTINGS, struct.pack(">HI", 1, 0)) * 1000,
    "PUSH_PROMISE": frame(Frame.PUSH_PROMISE, bytes(4), stream=1),
    "PING too short": frame(Frame.PING, b"x"),
    "PING of a stream": frame(Frame.PING, bytes(8), stream=1),
    "PING ten thousand times": frame(Frame.PING, bytes(8)) * 10_000,
    "GOAWAY": frame(Frame.GOAWAY, bytes(8)),
    "GOAWAY too short": frame(Frame.GOAWAY, b"x"),
    "WINDOW_UPDATE of nothing": frame(Frame.WINDOW_UPDATE, bytes(4)),
    "WINDOW_UPDATE too short": frame(Frame.WINDOW_UPDATE, b"x"),
    "WINDOW_UPDATE beyond all windows": frame(Frame.WINDOW_UPDATE, struct.pack(">I", 2**31 - 1)) * 3,
    "PRIORITY of itself": frame(Frame.PRIORITY, struct.pack(">IB", 1, 1), stream=1),
    "frame of an unknown type": frame(0xEE, b"hello"),
}

# What other protocols begin with.
BEGINNINGS = {
    "nothing": b"",
    "HTTP/1.1": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "HTTP/1.1 that asks for HTTP/2": b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "TLS": bytes.fromhex("1603010200010001fc0303") + bytes(500),
    "SSH": b"SSH-2.0-OpenSSH_9.9\r\n",
    "every byte": bytes(range(256)),
    "half of the preface": PREFACE[:10],
    "the preface alone": PREFACE,
    "half a frame": PREFACE + frame(Frame.SETTINGS) + frame(Frame.PING, bytes(8))[:12],
    "the preface and garbage": PREFACE + b"\xff" * 1000,
}


@pytest.fixture
def http2(address: str) -> Iterator[Http2]:
    with Http2(address) as connection:
        yield connection


def headers(request: Request) -> list[Header]:
    """The headers of a call that is odd in the way the request says."""
    return headers_of(RPC, *request.changed, without=request.without)


@pytest.mark.parametrize("name", ANSWERED_INTERNAL_BY_GRPC)
def test_grpc_itself_answers_with_internal(http2: Http2, address: str, bystander: Witness, name: str) -> None:
    request = ANSWERED_INTERNAL_BY_GRPC[name]
    reply = http2.call(headers(request), request.data)
    assert reply.end == "ended"
    assert reply.grpc_status == INTERNAL
    # It is no word of ours: whatever the service says comes with its details.
    assert DETAILS_TRAILER not in reply.headers
    require_alive(address, bystander)


@pytest.mark.parametrize("name", ANSWERED)
def test_odd_requests_are_answered(http2: Http2, address: str, bystander: Witness, name: str) -> None:
    request, expected = ANSWERED[name]
    reply = http2.call(headers(request), request.data)
    assert reply.end == "ended"
    assert reply.grpc_status in expected
    require_alive(address, bystander)


@pytest.mark.parametrize("name", RESET)
def test_what_is_no_call_is_reset(http2: Http2, address: str, bystander: Witness, name: str) -> None:
    request = RESET[name]
    assert http2.call(headers(request), request.data).end == "reset"
    require_alive(address, bystander)


@pytest.mark.parametrize("name", NEVER_ANSWERED)
def test_half_a_request_that_is_over_hinders_nobody(http2: Http2, address: str, bystander: Witness, name: str) -> None:
    for _ in range(20):
        stream = http2.open_stream(headers_of(RPC))
        http2.send_data(stream, NEVER_ANSWERED[name], end=True)
    require_alive(address, bystander)


@pytest.mark.parametrize("name", NEVER_ANSWERED)
def test_half_a_request_ends_with_its_deadline(http2: Http2, address: str, bystander: Witness, name: str) -> None:
    reply = http2.call(headers_of(RPC, ("grpc-timeout", "20m")), NEVER_ANSWERED[name])
    assert reply.grpc_status == DEADLINE_EXCEEDED
    require_alive(address, bystander)


def require_alive(address: str, bystander: Witness) -> None:
    """A new connection is served, and so are those that there were."""
    with Http2(address) as connection:
        reply = connection.call(headers_of(RPC), GOOD)
    assert reply.grpc_status == OK
    assert engine_pb2.ListRulesetsResponse.FromString(reply.message).rulesets
    bystander.confirm_all()


@pytest.mark.parametrize("name", FRAMES)
def test_frames_against_the_rules(address: str, bystander: Witness, name: str) -> None:
    ends_after(address, FRAMES[name])
    bystander.confirm_all()


def test_the_rules_are_watched(address: str) -> None:
    """The helper tells a connection that goes on from one that is ended."""
    assert not ends_after(address, frame(Frame.PING, bytes(8)))
    assert ends_after(address, frame(Frame.SETTINGS, b"abc"))


@pytest.mark.parametrize("name", BEGINNINGS)
def test_other_protocols_are_hung_up_on(address: str, bystander: Witness, name: str) -> None:
    assert is_hung_up_on(address, BEGINNINGS[name])
    bystander.confirm_all()


def test_calls_taken_back_at_once(http2: Http2, bystander: Witness) -> None:
    """Streams opened and reset by the thousand, which costs the client nothing."""
    for _ in range(2000):
        http2.reset(http2.open_stream(headers_of(RPC)))
    bystander.confirm_all()


def test_senders_of_one_byte_at_a_time(address: str, bystander: Witness) -> None:
    """Their requests are as good as any; meanwhile nobody waits for them."""
    with ExitStack() as stack:
        slow = [stack.enter_context(Http2(address)) for _ in range(20)]
        streams = [connection.open_stream(headers_of(RPC)) for connection in slow]
        message = grpc_frame(b"\xf8\xff\xff\xff\x0f\x01" * 3)
        for number, byte in enumerate(message, 1):
            for connection, stream in zip(slow, streams, strict=True):
                connection.send_data(stream, bytes([byte]), end=number == len(message))
            bystander.confirm("ApplyMoves")
        for connection, stream in zip(slow, streams, strict=True):
            assert connection.reply(stream).grpc_status == OK


def test_half_requests_that_are_never_finished(address: str, bystander: Witness) -> None:
    """A hundred connections with a call each that stops in the middle of its headers' data, then leaves."""
    with ExitStack() as stack:
        for _ in range(100):
            connection = stack.enter_context(Http2(address))
            connection.send_data(connection.open_stream(headers_of("PlayGame")), grpc_frame(b"", length=100))
        bystander.confirm_all()
    bystander.confirm_all()


def test_a_reader_that_reads_nothing(address: str, bystander: Witness) -> None:
    """A stream that asks and asks, and whose answers pile up behind a closed window."""
    with Http2(address) as connection:
        stream = connection.open_stream(headers_of("PlayGame"))
        connection.send_data(stream, grpc_frame(b"\x08\x01") * 20_000)
        bystander.confirm_all()
    bystander.confirm_all()
