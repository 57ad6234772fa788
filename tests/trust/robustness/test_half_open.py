"""Clients that are gone without a word: the connection still stands, and nobody is at its other end.

A client that does not answer pings any more is all that the service can see of it.
"""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from canopy.v1 import engine_pb2
from service.engine import Engine
from service.engine_service import new_metrics
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.settings import Settings
from service.transport import channel_options
from tests.service.conftest import serving
from tests.trust.robustness.conduct import require_decent_in_stream
from tests.trust.robustness.http2 import Http2, grpc_frame, headers_of
from tests.trust.robustness.streams import OpenStream
from tests.trust.wire import Answer, Wire

# The shortest that gRPC takes.
SETTINGS = Settings(keepalive_seconds=1)
# The service waits longer for an answer than a test may.
QUICKLY = {"grpc.keepalive_timeout_ms": 500, "grpc.http2.ping_timeout_ms": 500}
OPTIONS = tuple((dict(channel_options(SETTINGS)) | QUICKLY).items())


def test_there_is_one_time_to_answer_a_ping() -> None:
    """Of the two that gRPC knows the longer one counts when a peer sends nothing at all."""
    usual = dict(channel_options(SETTINGS))
    assert len({usual[name] for name in QUICKLY}) == 1


def test_who_is_gone_without_a_word_is_found_out_and_gives_its_stream_free(ring: KeyRing) -> None:
    """And whoever is only quiet, but there, stays."""
    empty = engine_pb2.PlayGameRequest(id=1)
    wrapper = Wrapper(new_metrics(), CallLimits(Limits().request_bytes, streams=2))
    with (
        serving(Engine(ring), wrapper=wrapper, options=OPTIONS) as address,
        grpc.insecure_channel(address) as channel,
        Wire(address) as wire,
        Http2(address) as gone,
    ):
        quiet = OpenStream(channel)
        require_decent_in_stream(quiet.ask(empty))
        stream = gone.open_stream(headers_of("PlayGame"))
        gone.send_data(stream, grpc_frame(empty.SerializeToString()))
        gone.wait_until_taken_in()
        assert any(wrapper.open_streams == 2 for _ in answered(wire))
        gone.hear_no_more()
        assert any(wrapper.open_streams == 1 for _ in answered(wire))
        require_decent_in_stream(quiet.ask(empty))
        another = OpenStream(channel)
        require_decent_in_stream(another.ask(empty))
        for open_stream in (quiet, another):
            assert list(open_stream.half_close()) == []


def answered(wire: Wire) -> Iterator[Answer]:
    """Very many calls, each of which the server cannot answer without seeing what else there is to do."""
    for _ in range(100_000):
        yield wire.call("ListRulesets", b"")
