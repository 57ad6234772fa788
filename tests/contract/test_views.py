"""Views, events and pictures: there for every seat and the spectator at every state, and well-formed."""

import importlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product

from google.protobuf.message import Message

from canopy.v1 import game_pb2
from engines.game import Game, Setup
from tests.contract.envelopes import sent
from tests.contract.shown import MEMORIES, told, view_bytes, wire_bytes
from tests.playing import Walk, viewers

# Pictures are drawn of every scene whose number this divides: they take longest and have tests of their own.
PICTURE_EVERY = 23
# C0 and C1 controls other than the line feed could move a terminal's cursor.
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
FOREIGN = ("http:", "https:", "data:", "javascript:")
SENTENCE = re.compile(r"\S.*[.!]")


def wire_class(envelope: str, game: Game) -> str:
    """The full name of the message type that the game's member of an envelope holds."""
    field = getattr(game_pb2, envelope).DESCRIPTOR.fields_by_name[game.wire_field]
    return str(field.message_type.full_name)


def test_every_envelope_has_a_member_for_the_game(game: Game) -> None:
    for envelope in ("Move", "ChanceOutcome", "View", "Event"):
        assert wire_class(envelope, game).startswith("canopy.v1.")


def test_every_viewer_has_a_view_of_every_state(walks: Iterator[Walk]) -> None:
    for game in walks:
        setup = game.setup
        for turn, state in game.scenes():
            for viewer in viewers(setup, turn):
                views = [setup.game.view(setup, state, viewer, memory=memory) for memory in MEMORIES]
                for view in views:
                    assert view.DESCRIPTOR.full_name == wire_class("View", setup.game)
                    assert sent(game_pb2.View, "game", setup, view) == view
                # Made once more it is the same to the last byte.
                assert tuple(map(wire_bytes, views)) == view_bytes(setup, state, viewer)


def test_a_spectator_remembers_nothing(walks: Iterator[Walk]) -> None:
    for game in walks:
        for _, state in game.scenes():
            plain, remembered = view_bytes(game.setup, state, None)
            assert plain == remembered


def test_every_event_can_be_told_to_every_viewer(walks: Iterator[Walk]) -> None:
    for game in walks:
        setup = game.setup
        names: dict[int, str] = importlib.import_module(f"cext.{setup.game.wire_field}").EVENTS
        for turn, events in enumerate(game.events):
            assert events
            for event in events:
                assert event.kind in names
                assert -1 <= event.seat < setup.players
            for viewer in viewers(setup, turn):
                for event in events:
                    message, text = setup.game.event(setup, event, viewer)
                    assert message.DESCRIPTOR.full_name == wire_class("Event", setup.game)
                    sent(game_pb2.Event, "game", setup, message)
                    assert SENTENCE.fullmatch(text), text


def test_every_ply_tells_each_viewer_equally_often(walks: Iterator[Walk]) -> None:
    """Nobody learns anything by counting what he is not shown."""
    for game in walks:
        for turn, events in enumerate(game.events):
            for viewer in viewers(game.setup, turn):
                assert len(told(game.setup, events, viewer)) == len(events)


def test_every_viewer_has_pictures(walks: Iterator[Walk]) -> None:
    for game in walks:
        for turn, state in (*game.scenes(), (0, game.end)):
            if turn % PICTURE_EVERY == 0:
                setup = game.setup
                looks = product(viewers(setup, turn)[:3], MEMORIES)
                views = [setup.game.view(setup, state, viewer, memory=memory) for viewer, memory in looks]
                # Of equal views, as those with memory mostly are, one is enough: pictures come from the view alone.
                for view in {wire_bytes(view): view for view in views}.values():
                    check_pictures(setup, view)


def check_pictures(setup: Setup, view: Message) -> None:
    """Both are there; the SVG is well-formed and self-contained, the text fits a terminal."""
    svg = setup.game.render_svg(view)
    root = ET.fromstring(svg)  # noqa: S314  our own picture
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert float(root.attrib["width"]) > 0
    assert float(root.attrib["height"]) > 0
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in {"script", "foreignObject", "image"}
        assert not any(value.startswith(FOREIGN) for value in element.attrib.values())
    text = setup.game.render_text(view)
    assert text.strip()
    assert not CONTROL.search(text)
