"""PlayGame in rough hands: garbage between requests, floods, streams half closed, cut and overfilled.

Whatever was answered stays valid, every request is answered once and in order, and a refusal ends nothing.
"""

from __future__ import annotations

import random

import grpc
import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service.limits import Limits
from service.sealing import Sealer
from tests.trust.robustness.conduct import Witness, require_decent_in_stream
from tests.trust.robustness.mangled import STRANGE_BYTES, mangled
from tests.trust.robustness.material import streamed
from tests.trust.robustness.streams import OpenStream
from tests.trust.wire import OK, Wire, wire_bytes

FLOOD = 3000
Request = engine_pb2.PlayGameRequest
Response = engine_pb2.PlayGameResponse


@pytest.fixture
def good(sealer: Sealer, game: Game) -> list[Request]:
    """A good request of every call, numbered from 1."""
    return streamed(sealer, game)


def test_garbage_between_good_requests(wire: Wire, good: list[Request], game: Game) -> None:
    """Each good one is answered as if there were no other; of garbage not even the id need be readable."""
    rng = random.Random(f"{game.id}/garbage")
    clean, _ = wire.stream(good)
    garbage = [*STRANGE_BYTES.values(), *(data for item in good for data in mangled(wire_bytes(item), rng, 4))]
    rng.shuffle(garbage)
    mixed: list[tuple[int | None, Message | bytes]] = []
    for number, data in enumerate(garbage):
        mixed += [(None, data), (number % len(good), good[number % len(good)])]
    bodies, end = wire.stream([item for _, item in mixed])
    assert end.code is OK
    assert len(bodies) == len(mixed)
    for (index, _), body in zip(mixed, bodies, strict=True):
        if index is None:
            require_decent_in_stream(body)
        else:
            assert body == clean[index]


def test_any_order_of_requests(wire: Wire, good: list[Request], game: Game) -> None:
    """Nothing depends on what was asked before: an answer to a shuffled stream is that to a straight one."""
    rng = random.Random(f"{game.id}/order")
    clean, _ = wire.stream(good)
    order = [rng.randrange(len(good)) for _ in range(60)]
    bodies, end = wire.stream([good[index] for index in order])
    assert end.code is OK
    assert bodies == [clean[index] for index in order]


def test_flood(wire: Wire, witness: Witness, good: list[Request]) -> None:
    """Thousands at once, cheap and refused ones mixed: all are answered, in order."""
    view = next(request for request in good if request.HasField("get_view"))
    unopenable = Request(get_view=engine_pb2.GetViewRequest(token=b"x"))
    requests = []
    for number in range(FLOOD):
        request = Request()
        request.CopyFrom((view, unopenable, Request())[number % 3])
        request.id = 2**64 - 1 - number
        requests.append(request)
    bodies, end = wire.stream(requests)
    assert end.code is OK
    responses = [Response.FromString(body) for body in bodies]
    assert [response.id for response in responses] == [request.id for request in requests]
    assert [response.WhichOneof("answer") for response in responses] == ["get_view", "error", "error"] * (FLOOD // 3)
    assert len({wire_bytes(response.get_view) for response in responses[::3]}) == 1
    witness.confirm_all()


def test_same_id_twice(wire: Wire, good: list[Request]) -> None:
    """Ids are the client's business."""
    for request in good:
        request.id = 5
    bodies, end = wire.stream(good)
    assert end.code is OK
    assert [Response.FromString(body).id for body in bodies] == [5] * len(good)


def test_nothing_at_all(wire: Wire, witness: Witness) -> None:
    bodies, end = wire.stream([])
    assert bodies == []
    assert end.code is OK
    witness.confirm_all()


def test_half_closed_before_anything_was_read(channel: grpc.Channel, wire: Wire, good: list[Request]) -> None:
    stream = OpenStream(channel)
    for request in good:
        stream.send(request)
    assert list(stream.half_close()) == wire.stream(good)[0]
    assert stream.code() is OK


def test_many_streams_at_once(channel: grpc.Channel, wire: Wire, good: list[Request]) -> None:
    """Requests go to any of them; each answers its own."""
    clean, _ = wire.stream(good)
    streams = [OpenStream(channel) for _ in range(12)]
    for request in good:
        for stream in streams:
            stream.send(request)
    for body in clean:
        for stream in streams:
            assert stream.read() == body
    for stream in streams:
        assert list(stream.half_close()) == []
        assert stream.code() is OK


def test_a_stream_that_is_left_with_a_flood_behind_it(
    channel: grpc.Channel, witness: Witness, good: list[Request]
) -> None:
    """Cancelled with hundreds of requests unread and answers unsent, several times."""
    for _ in range(4):
        stream = OpenStream(channel)
        for request in good * 40:
            stream.send(request)
        first = stream.read()
        assert Response.FromString(first).id == good[0].id
        stream.cancel()
        witness.confirm_all()


def test_a_request_that_grpc_does_not_read_ends_the_stream_but_not_what_was_answered(
    wire: Wire, channel: grpc.Channel, good: list[Request], witness: Witness
) -> None:
    clean, _ = wire.stream(good)
    stream = OpenStream(channel)
    assert [stream.ask(request) for request in good] == clean
    stream.send(bytes(8 * Limits().request_bytes))
    with pytest.raises(grpc.RpcError) as ended:
        stream.read()
    assert ended.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    stream.cancel()
    witness.confirm_all()
