"""Packs that strangers bring: every number, text and structure of a real one once as it should not be.

A pack is refused with its defects, or taken; and one that is taken can be played, looked at and drawn.
"""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2
from engines.content import MAX_NAMED_DEFECTS
from engines.game import Game
from service.errors import Reason
from service.limits import Limits
from tests.trust.robustness.conduct import Witness, require_decent, require_decent_in_stream
from tests.trust.scenes import usual_players
from tests.trust.wire import OK, Wire, in_stream

# The scalars of a pack are many and much alike; some of them are tampered with.
SOME = 12

# What may stand in the place of a number.
NUMBERS = [
    *("1e308", "-1e308", "1e999", "-1e999", "5e-324", "-0.0", "0.30000000000000004", "1e22", "NaN", "Infinity"),
    *("-1", "255", "256", "65536", "2147483648", "4294967296", "9007199254740991", "9007199254740992"),
    *(
        "1" * 400,
        "0." + "1" * 400,
        "1e" + "9" * 400,
        "01",
        "1.",
        "+1",
        "0x10",
        "1_000",
        "\u0663",
        "true",
        "null",
        '"1"',
    ),
]
# What may stand in the place of a text.
TEXTS = [
    *('""', '" "', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\udc22"', '"\u202eabc"', '"e\u0301"'),
    *('"<script>alert(1)</script>"', '"]]>&amp;"', '"../../etc"', '"\\u001b[2J"', '"\u0130"', '"\ufeff"', '"\u0000"'),
    *(json.dumps("x" * 20_000), "1", "null", "[]", '"\\x"', '"\\u12"', "'single'"),
]
# Members that say something twice, or of another kind.
INSERTIONS = [
    '"name":"twice"',
    '"":0',
    '"\\ud800":1',
    '"a":{"b":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}',
    '"toString":1',
]


def real_pack(game: Game) -> str:
    """The default pack of the game as its author wrote it down."""
    return next(iter(game.packs.values())).canonical.decode()


def scalars(value: object) -> Iterator[tuple[list[str | int], object]]:
    """The place of every scalar."""
    children: Iterator[tuple[str | int, object]]
    match value:
        case dict():
            children = iter(value.items())
        case list():
            children = iter(enumerate(value))
        case _:
            yield [], value
            return
    for key, child in children:
        for path, scalar in scalars(child):
            yield [key, *path], scalar


def replaced(pack: str, path: list[str | int], text: str) -> str:
    """The pack with another text at that place, which need not be JSON."""
    data = json.loads(pack)
    *parents, last = path
    target = data
    for key in parents:
        target = target[key]
    target[last] = "@here"
    return json.dumps(data).replace('"@here"', text)


def structures(pack: str) -> Iterator[str]:
    """Everything that is wrong with a document rather than with a value in it."""
    yield from ("", " ", "null", "0", "[]", "{}", '"x"', "{", "}", pack[:-1], pack[1:], pack + "x", pack + pack)
    yield from ("\ufeff" + pack, pack.replace(":", "\u00a0:", 1), pack.replace('"', "\u201c", 2), "\0" + pack)
    yield from ("[" * 30_000, '{"a":' * 5000, "[" * 17 + "]" * 17, '"' + "\\" * 30_000, '"' * 30_000, "-" * 30_000)
    yield from ("{" + ",".join(['"":0'] * 6000) + "}", "[" + ",".join("0" * 16_000) + "]", " " * 32_000)
    for insertion in INSERTIONS:
        yield pack.replace("{", "{" + insertion + ",", 1)
        yield pack.replace("{", "{" + ",".join([insertion] * 1000) + ",", 1)
    for key, value in json.loads(pack).items():
        rest = json.loads(pack)
        del rest[key]
        yield json.dumps(rest)
        text = json.dumps(rest)[1:]
        for other in ("null", "[]", "{}", "0", '""', "[null]", '{"":null}', json.dumps([value]), "[[[[[]]]]]"):
            yield "{" + f'"{key}":{other},{text}'
        if isinstance(value, list):
            yield "{" + f'"{key}":{json.dumps(value[::-1])},{text}'
            yield "{" + f'"{key}":{json.dumps(value + value)},{text}'
            yield "{" + f'"{key}":{json.dumps(value[:1])},{text}'
            room = (Limits().pack_bytes - len(text) - 100) // 3
            yield "{" + f'"{key}":[{",".join(["{}"] * room)}],{text}'


class Stranger:
    """Brings packs, and plays with those that are taken."""

    def __init__(self, wire: Wire, witness: Witness, game: Game) -> None:
        self._wire = wire
        self._witness = witness
        self._game = game
        self.taken: set[str] = set()
        self.refused: set[str] = set()

    def bring(self, pack: str) -> None:
        """A table with this pack."""
        request = engine_pb2.CreateGameRequest(
            ruleset=self._game.id, players=usual_players(self._game), content_pack_json=pack
        )
        answer = self._wire.call("CreateGame", request)
        require_decent("CreateGame", answer)
        if answer.code is OK:
            self.taken.add(pack)
            self.try_out(engine_pb2.CreateGameResponse.FromString(answer.body))
        else:
            self.refused.add(pack)
            assert answer.reason in {Reason.BAD_CONTENT_PACK.name, Reason.TOO_LARGE.name}
            self.hear_all_defects(request)
        self._witness.confirm_now_and_then("CreateGame")

    def hear_all_defects(self, request: engine_pb2.CreateGameRequest) -> None:
        """In a stream there is room for all of them."""
        (body,), end = self._wire.stream([in_stream("CreateGame", request)])
        assert end.code is OK
        error = require_decent_in_stream(body).error
        for defect in error.defects:
            assert defect.code
            assert defect.message.endswith(".")
            assert defect.message.isprintable()
        assert error.defects or error.reason == Reason.TOO_LARGE.name

    def try_out(self, created: engine_pb2.CreateGameResponse) -> None:
        """Look at the table, draw it, and let everybody move once."""
        seat = created.status.seats_to_act[0]
        keyed: dict[str, Any] = {"token": created.token, "key": created.host_key}
        self.require_ok("GetView", engine_pb2.GetViewRequest(seat=seat, **keyed))
        for picture in (engine_pb2.PICTURE_FORMAT_SVG, engine_pb2.PICTURE_FORMAT_TEXT):
            body = self.require_ok("RenderView", engine_pb2.RenderViewRequest(format=picture, **keyed))
            drawn = engine_pb2.RenderViewResponse.FromString(body).picture
            if picture == engine_pb2.PICTURE_FORMAT_SVG:
                ET.fromstring(drawn)  # noqa: S314  our own picture
        body = self.require_ok("ListLegalMoves", engine_pb2.ListLegalMovesRequest(seat=seat, **keyed))
        move = engine_pb2.ListLegalMovesResponse.FromString(body).moves[-1].move
        action = engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=move))
        viewers = [common_pb2.Viewer(), common_pb2.Viewer(seat=seat)]
        self.require_ok(
            "ApplyMoves",
            engine_pb2.ApplyMovesRequest(actions=[action], viewers=viewers, include_views=True, **keyed),
        )

    def require_ok(self, rpc: str, request: Message) -> bytes:
        """The answer to what has to work."""
        answer = self._wire.call(rpc, request)
        assert answer.code is OK, answer
        return answer.body


@pytest.fixture
def stranger(wire: Wire, witness: Witness, game: Game) -> Stranger:
    return Stranger(wire, witness, game)


def test_the_real_pack_is_taken(stranger: Stranger, game: Game) -> None:
    stranger.bring(real_pack(game))
    stranger.bring(json.dumps(json.loads(real_pack(game)), indent=4))
    assert len(stranger.taken) == 2


def test_scalars_tampered_with(stranger: Stranger, game: Game) -> None:
    """Numbers beyond every range, in forms that JSON has and in forms that it has not, and texts with tricks."""
    pack = real_pack(game)
    rng = random.Random(f"{game.id}/scalars")
    places = list(scalars(json.loads(pack)))
    for path, scalar in rng.sample(places, min(SOME, len(places))):
        choices = TEXTS if isinstance(scalar, str) else NUMBERS
        for text in choices if isinstance(scalar, str) else rng.sample(choices, len(choices) // 3):
            stranger.bring(replaced(pack, path, text))
    for text in NUMBERS:
        path, _ = rng.choice([place for place in places if not isinstance(place[1], str)])
        stranger.bring(replaced(pack, path, text))
    assert stranger.refused


def test_keys_tampered_with(stranger: Stranger, game: Game) -> None:
    pack = real_pack(game)
    for key in json.loads(pack):
        for text in TEXTS:
            stranger.bring(pack.replace(f'"{key}"', text, 1))
        stranger.bring(pack.replace(f'"{key}"', f'"{key}":null,"{key}"', 1))
    assert not stranger.taken


def test_structures_tampered_with(stranger: Stranger, game: Game) -> None:
    for pack in structures(real_pack(game)):
        stranger.bring(pack)
    assert stranger.refused


def test_a_pack_with_very_many_defects_gets_a_small_answer(wire: Wire, witness: Witness, game: Game) -> None:
    """The first of them, and that there are more; whatever is wrong, and wherever."""
    members = json.loads(real_pack(game))
    worst = 0
    for key in members:
        rest = json.dumps({other: value for other, value in members.items() if other != key})[1:]
        for item in ("{}", "null", "NaN", '{"x":0}', "[[]]", '"\\ud800"', "-1"):
            room = (Limits().pack_bytes - len(rest) - 100) // (len(item) + 1)
            pack = "{" + f'"{key}":[{",".join([item] * room)}],{rest}'
            request = engine_pb2.CreateGameRequest(ruleset=game.id, players=usual_players(game), content_pack_json=pack)
            (body,), _ = wire.stream([in_stream("CreateGame", request)])
            error = require_decent_in_stream(body).error
            assert error.reason == Reason.BAD_CONTENT_PACK.name
            count = len(error.defects)
            assert count <= MAX_NAMED_DEFECTS
            assert f"More than {MAX_NAMED_DEFECTS};" in error.message or f"{count} in all;" in error.message
            assert len(body) < Limits().pack_bytes * 2
            worst = max(worst, count)
            answer = wire.call("CreateGame", request)
            require_decent("CreateGame", answer)
            assert answer.reason == error.reason
    assert worst == MAX_NAMED_DEFECTS
    witness.confirm("CreateGame")
