"""PlayGame says what the calls say by themselves, byte for byte: of one table, of many, and of one that is cut."""

from __future__ import annotations

import random

import grpc
import pytest

from canopy.v1 import engine_pb2
from engines.game import Game
from tests.trust.robustness.story import Story, tell_story
from tests.trust.robustness.streams import OpenStream
from tests.trust.wire import OK, UNARY, Wire, can_be_streamed

TABLES = 4
DECISIONS = 4
WHOLE_GAME = 10_000


@pytest.fixture
def story(wire: Wire, game: Game) -> Story:
    return tell_story(wire, game, "one", DECISIONS)


def test_a_story_holds_every_call_answered_and_refused(wire: Wire, game: Game) -> None:
    whole = tell_story(wire, game, "whole", WHOLE_GAME)
    can_be = {rpc for rpc in UNARY if can_be_streamed(rpc)}
    assert {rpc for rpc, _, answer in whole.calls if answer.code is OK} == can_be
    # A picture and a list are refused only to those who may not look; the other tests see to that.
    assert {rpc for rpc, _, answer in whole.calls if answer.code is not OK} >= can_be - {
        "RenderView",
        "ListLegalMoves",
        "RevealGame",
    }
    assert wire.stream(whole.streamed())[0] == whole.expected()


def test_one_table(wire: Wire, story: Story) -> None:
    bodies, end = wire.stream(story.streamed())
    assert end.code is OK
    assert bodies == story.expected()


def test_many_tables_over_one_stream(wire: Wire, game: Game) -> None:
    """Their requests lie in between each other in any order."""
    stories = [tell_story(wire, game, f"table {number}", DECISIONS) for number in range(TABLES)]
    asked = [request for story in stories for request in story.streamed()]
    expected = [body for story in stories for body in story.expected()]
    order = list(range(len(asked)))
    random.Random(f"{game.id}/between").shuffle(order)
    bodies, end = wire.stream([asked[index] for index in order])
    assert end.code is OK
    assert bodies == [expected[index] for index in order]


def test_the_same_stream_twice(wire: Wire, story: Story) -> None:
    assert wire.stream(story.streamed() * 2)[0] == story.expected() * 2


def test_a_stream_cut_at_any_message_loses_nothing_that_was_answered(
    wire: Wire, channel: grpc.Channel, story: Story
) -> None:
    """Up to the cut the stream answers, with one request on its way; the rest goes by single calls, to the same end."""
    asked, expected = story.streamed(), story.expected()
    for cut in range(len(asked)):
        stream = OpenStream(channel)
        assert [stream.ask(request) for request in asked[:cut]] == expected[:cut]
        stream.send(asked[cut])
        stream.cancel()
        # Every request but the first is made of what was answered before it.
        rpc, request, answer = story.calls[cut]
        assert wire.call(rpc, request) == answer
    newest = engine_pb2.PlayGameResponse.FromString(expected[-2]).apply_moves.token
    assert wire.call("GetView", engine_pb2.GetViewRequest(token=newest)).code is OK
