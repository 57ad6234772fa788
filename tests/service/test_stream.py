"""PlayGame: the other calls over one stream, in order, and a refusal does not end it."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service.engine_service import SERVICE_NAME
from tests.service.conftest import DEADLINE
from tests.service.driver import Driven

Request = engine_pb2.PlayGameRequest
Response = engine_pb2.PlayGameResponse


class Stream:
    """A stream on which one thing is asked after the other."""

    def __init__(self, canopy: Canopy) -> None:
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._responses = canopy.play_game(iter(self._requests.get, None), timeout=DEADLINE)
        self._id = 0

    def ask(self, **call: Any) -> Response:
        """The answer to one call."""
        self._id += 1
        self._requests.put(Request(id=self._id, **call))
        response: Response = next(self._responses)
        assert response.id == self._id
        return response

    def close(self) -> list[Response]:
        """End it; whatever else was answered."""
        self._requests.put(None)
        return list(self._responses)


@pytest.fixture
def stream(canopy: Canopy) -> Iterator[Stream]:
    stream = Stream(canopy)
    yield stream
    assert stream.close() == []


def test_every_call_answers_as_it_does_alone(canopy: Canopy, stream: Stream, ruleset: str) -> None:
    """All calls over the stream, each compared with the RPC of its name."""
    table = Driven(canopy, ruleset, request_id=b"stream", secret=b"s" * 32)
    seat = table.seats[0]
    move = engine_pb2.SeatMove(seat=seat, move=engine_pb2.CheckMoveRequest().move)
    move.move.text = table.legal(seat)[0]
    keyed: dict[str, Any] = {"token": table.token, "key": table.seat_keys[seat]}
    finished = Driven(canopy, ruleset)
    finished.finish()
    calls = {
        "create_game": engine_pb2.CreateGameRequest(ruleset=ruleset, players=table.status.players, request_id=b"s"),
        "get_view": engine_pb2.GetViewRequest(**keyed),
        "list_legal_moves": engine_pb2.ListLegalMovesRequest(**keyed),
        "check_move": engine_pb2.CheckMoveRequest(move=move.move, **keyed),
        "commit_move": engine_pb2.CommitMoveRequest(move=move.move, **keyed),
        "apply_moves": engine_pb2.ApplyMovesRequest(
            token=table.token, key=table.host_key, actions=[engine_pb2.Action(move=move)]
        ),
        "render_view": engine_pb2.RenderViewRequest(**keyed),
        "reveal_game": engine_pb2.RevealGameRequest(token=finished.token),
    }
    assert calls.keys() == {field.name for field in Request.DESCRIPTOR.oneofs_by_name["call"].fields}
    for field, request in calls.items():
        response = stream.ask(**{field: request})
        assert response.WhichOneof("answer") == field
        rpc = getattr(canopy.stub, "".join(part.capitalize() for part in field.split("_")))
        assert getattr(response, field) == rpc(request)


def test_a_refusal_in_the_middle_says_all_and_the_stream_goes_on(canopy: Canopy, stream: Stream, ruleset: str) -> None:
    table = Driven(canopy, ruleset)
    view = engine_pb2.GetViewRequest(token=table.token)
    assert stream.ask(get_view=view).HasField("get_view")

    bad = engine_pb2.Action(move=engine_pb2.SeatMove(seat=table.status.players))
    bad.move.move.text = table.legal(table.seats[0])[0]
    seeds = engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=[b"x"]))
    for actions, position in (([bad], 0), ([seeds, bad], 0)):
        with pytest.raises(Refused) as alone:
            table.apply(actions=actions)
        request = engine_pb2.ApplyMovesRequest(token=table.token, key=table.host_key, actions=actions)
        error = stream.ask(apply_moves=request).error
        assert (error.code, error.reason, error.message) == (
            alone.value.code.value[0],
            alone.value.reason,
            alone.value.message,
        )
        assert tuple(error.violations) == alone.value.violations
        assert error.action == position == int(alone.value.metadata["action"])

    refused = stream.ask(get_view=engine_pb2.GetViewRequest()).error
    assert refused.reason == "TOKEN_UNOPENABLE"
    assert not refused.HasField("action")
    assert stream.ask(get_view=view).HasField("get_view")


def test_a_request_without_a_call_is_malformed(stream: Stream) -> None:
    assert stream.ask().error.reason == "MALFORMED"


def test_every_defect_of_a_pack_is_told(stream: Stream, canopy: Canopy, ruleset: str) -> None:
    request = engine_pb2.CreateGameRequest(ruleset=ruleset, players=1, content_pack_json="{}")
    with pytest.raises(Refused) as alone:
        canopy.call(canopy.stub.CreateGame, request)
    assert tuple(stream.ask(create_game=request).error.defects) == alone.value.defects


def test_bytes_that_are_no_request_are_answered_with_id_0(canopy: Canopy, ruleset: str) -> None:
    good = Request(id=7, get_view=engine_pb2.GetViewRequest(token=Driven(canopy, ruleset).token)).SerializeToString()
    raw: grpc.StreamStreamMultiCallable[bytes, bytes] = canopy.channel.stream_stream(f"/{SERVICE_NAME}/PlayGame")
    bad, answered = (Response.FromString(data) for data in raw(iter([b"\xff\xff", good]), timeout=DEADLINE))
    assert (bad.id, bad.error.reason) == (0, "MALFORMED")
    assert (answered.id, answered.WhichOneof("answer")) == (7, "get_view")


def test_many_tables_over_one_stream(canopy: Canopy, ruleset: str) -> None:
    """All requests at once: each is answered once, in order."""
    tables = [Driven(canopy, ruleset) for _ in range(8)]
    requests = [
        Request(id=100 + number, get_view=engine_pb2.GetViewRequest(token=tables[number % 8].token))
        for number in range(64)
    ]
    responses = list(canopy.play_game(requests, timeout=DEADLINE))
    assert [response.id for response in responses] == [request.id for request in requests]
    for number, response in enumerate(responses):
        assert response.get_view.status.game_id == tables[number % 8].status.game_id
