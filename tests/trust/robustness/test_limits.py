"""Every limit: up to it a request is taken, beyond it it is refused, with the limit in the refusal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import grpc
import pytest
from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2, game_pb2, record_pb2, referee_pb2, tournament_pb2
from engines.game import Game
from service.capability import host_key
from service.engine import Engine
from service.engine_service import new_metrics
from service.errors import Reason
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.sealing import Sealer
from service.table import seal_table
from tests.playing import all_games
from tests.service.conftest import serving
from tests.trust.robustness.conduct import Witness, require_decent_in_stream
from tests.trust.robustness.material import good_requests
from tests.trust.robustness.streams import OpenStream
from tests.trust.scenes import usual_scene
from tests.trust.wire import OK, Wire, can_be_streamed, in_stream, wire_bytes

LIMITS = Limits()
# A notation needs no more characters; GetRuleset has the examples.
LONGEST_TEXT = 256


# Limits of what is done for a request rather than of the request: test_work.py.
OF_WORK = {"response_bytes", "seats_in_views", "drawn_view_bytes"}
# Limits of questions: tests/service/solver/test_worlds.py.
OF_QUESTIONS = {"worlds", "world_views"}

# How many calls a process takes on at once: streams, and whatever else waits. Each has a reason of its own. That on
# answers which are not read is in test_waiting.py.
CALL_LIMITS = {"streams": Reason.TOO_MANY_STREAMS, "in_flight": Reason.OVERLOADED}


class Place(NamedTuple):
    """A table that waits for seeds, with which requests of any size can be made."""

    game: Game
    token: bytes
    host_key: bytes
    good: dict[str, Message]

    def create(self, **fields: object) -> engine_pb2.CreateGameRequest:
        """CreateGame with these fields."""
        request = engine_pb2.CreateGameRequest(ruleset=self.game.id, players=self.game.max_players)
        request.MergeFrom(engine_pb2.CreateGameRequest(**fields))  # type: ignore[arg-type]
        return request

    def verify(self, **fields: object) -> referee_pb2.VerifyGameRequest:
        """VerifyGame with these fields in the record."""
        record = record_pb2.GameRecord(format=1, ruleset=self.game.id, rules_version=self.game.rules_version)
        record.MergeFrom(record_pb2.GameRecord(players=self.game.max_players, **fields))  # type: ignore[arg-type]
        return referee_pb2.VerifyGameRequest(record=record)

    def seeds(self, *seeds: bytes) -> engine_pb2.ApplyMovesRequest:
        """ApplyMoves that tells these seeds."""
        action = engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=seeds))
        return engine_pb2.ApplyMovesRequest(token=self.token, key=self.host_key, actions=[action])


class Case(NamedTuple):
    """A limit and a request of a given count or size. At the limit it need not be legal, only not too large."""

    limit: str
    rpc: str
    request: Callable[[Place, int], Message]


def _request_of(place: Place, size: int) -> Message:
    """A request of exactly that many bytes."""
    request = engine_pb2.GetViewRequest(key=bytes(size))
    request.key = bytes(2 * size - request.ByteSize())
    assert request.ByteSize() == size
    return request


CASES = [
    Case("request_bytes", "GetView", _request_of),
    Case(
        "actions",
        "ApplyMoves",
        lambda place, count: engine_pb2.ApplyMovesRequest(
            token=place.token,
            key=place.host_key,
            actions=[engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds())] * count,
        ),
    ),
    Case(
        "viewers",
        "ApplyMoves",
        lambda place, count: engine_pb2.ApplyMovesRequest(
            token=place.token, key=place.host_key, viewers=[common_pb2.Viewer()] * count
        ),
    ),
    Case("client_seeds", "CreateGame", lambda place, count: place.create(client_seeds=[b""] * count)),
    Case("client_seeds", "ApplyMoves", lambda place, count: place.seeds(*[b"x"] * count)),
    Case("client_seed_bytes", "CreateGame", lambda place, size: place.create(client_seeds=[b"x", bytes(size)])),
    Case("client_seed_bytes", "ApplyMoves", lambda place, size: place.seeds(b"x", bytes(size))),
    Case("record_plies", "VerifyGame", lambda place, count: place.verify(plies=[record_pb2.RecordedPly()] * count)),
    Case("client_seeds", "VerifyGame", lambda place, count: place.verify(client_seeds=[b""] * count)),
    Case("client_seed_bytes", "VerifyGame", lambda place, size: place.verify(client_seeds=[b"x", bytes(size)])),
    Case("pack_bytes", "VerifyGame", lambda place, size: place.verify(content_pack_json="9" * size)),
    Case(
        "tournament_seats",
        "RankPlayers",
        lambda _, count: tournament_pb2.RankPlayersRequest(
            tournament=tournament_pb2.Tournament(
                tables=[tournament_pb2.TournamentTable(seats=[tournament_pb2.TournamentSeat()] * count)]
            )
        ),
    ),
    Case("request_id_bytes", "CreateGame", lambda place, size: place.create(request_id=b"x" * size)),
    Case("pack_bytes", "CreateGame", lambda place, size: place.create(content_pack_json="9" * size)),
    # A limit is in bytes, and a character may have four of them.
    Case(
        "pack_bytes",
        "CreateGame",
        lambda place, size: place.create(content_pack_json="\U0001f422" * (size // 4) + "x" * (size % 4)),
    ),
]

# All calls about tables are streamed.
STREAMED = [case for case in CASES if can_be_streamed(case.rpc)]


@pytest.fixture
def place(sealer: Sealer, game: Game) -> Place:
    table = usual_scene(game).new_table(await_seeds=True)
    return Place(
        game,
        seal_table(sealer, table),
        host_key(sealer, table.game_id),
        dict(good_requests(sealer, game)),
    )


def test_every_limit_has_a_case() -> None:
    assert {case.limit for case in CASES} | OF_WORK | OF_QUESTIONS == names_of(Limits)
    assert {"request_bytes", "unread_bytes", *CALL_LIMITS} == names_of(CallLimits)


def names_of(limits: type[Limits | CallLimits]) -> set[str]:
    """What is limited."""
    return {field.name for field in dataclasses.fields(limits)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.limit}-{case.rpc}")
def test_limit(wire: Wire, witness: Witness, place: Place, case: Case) -> None:
    limit = getattr(LIMITS, case.limit)
    at = wire.call(case.rpc, case.request(place, limit))
    assert at.code is OK or at.reason != Reason.TOO_LARGE.name
    for size in (limit + 1, 2 * limit):
        beyond = wire.call(case.rpc, case.request(place, size))
        assert beyond.reason == Reason.TOO_LARGE.name
        assert str(limit) in beyond.message
        assert str(size) in beyond.message
    witness.confirm_all()


@pytest.mark.parametrize("case", STREAMED, ids=lambda case: f"{case.limit}-{case.rpc}")
def test_limit_in_a_stream(wire: Wire, place: Place, case: Case) -> None:
    """Whatever is too large is refused, and the stream goes on."""
    limit = getattr(LIMITS, case.limit)
    good = in_stream("GetView", place.good["GetView"], 7)
    bodies, end = wire.stream([good, in_stream(case.rpc, case.request(place, limit + 1), 8), good])
    assert end.code is OK
    first, refused, last = map(require_decent_in_stream, bodies)
    assert first == last
    assert first.HasField("get_view")
    assert refused.error.reason == Reason.TOO_LARGE.name
    assert str(limit) in refused.error.message


def test_what_grpc_reads_no_more_is_refused_by_it(wire: Wire, witness: Witness) -> None:
    """Far beyond the limit the bytes are not even taken in; then there is a code and no reason."""
    answer = wire.call("GetView", bytes(8 * LIMITS.request_bytes))
    assert answer.code.name == "RESOURCE_EXHAUSTED"
    assert "larger than max" in answer.message
    witness.confirm_all()


def test_players(wire: Wire, witness: Witness, game: Game) -> None:
    for players in (0, game.min_players - 1, game.max_players + 1, 255, 256, 2**31, 2**32 - 1):
        answer = wire.call("CreateGame", engine_pb2.CreateGameRequest(ruleset=game.id, players=players))
        assert answer.reason == Reason.BAD_PLAYERS.name
        assert str(game.max_players) in answer.message
    for players in (game.min_players, game.max_players):
        assert wire.call("CreateGame", engine_pb2.CreateGameRequest(ruleset=game.id, players=players)).code is OK
    witness.confirm_all()


@pytest.mark.parametrize("length", [LONGEST_TEXT, LONGEST_TEXT + 1, 100_000])
def test_texts_of_moves_and_outcomes(wire: Wire, witness: Witness, place: Place, length: int) -> None:
    check = engine_pb2.CheckMoveRequest()
    check.CopyFrom(place.good["CheckMove"])  # type: ignore[arg-type]
    outcome = engine_pb2.Action(chance=game_pb2.ChanceOutcome(text="x" * length))
    check.move.text = "x" * length
    for answer in (
        wire.call("CheckMove", check),
        wire.call("ApplyMoves", engine_pb2.ApplyMovesRequest(token=place.token, key=place.host_key, actions=[outcome])),
    ):
        assert answer.reason == Reason.MALFORMED.name
        assert (f"at most {LONGEST_TEXT} characters" in answer.message) == (length > LONGEST_TEXT)
        assert "xxx" not in answer.message
    witness.confirm_all()


def test_options(wire: Wire, witness: Witness, place: Place) -> None:
    """As many as fit into a request, unknown, repeated and very long ones."""
    known = [common_pb2.OptionValue(name=spec.name, value=spec.default) for spec in place.game.options]
    wrong = [
        [common_pb2.OptionValue(name=f"option {number}") for number in range(5000)],
        [common_pb2.OptionValue(name="x" * 100_000)],
        [common_pb2.OptionValue(name="", value="")],
        [common_pb2.OptionValue(name=f"{option.name}\0", value=option.value) for option in known],
        *([option, option] for option in known),
        *([common_pb2.OptionValue(name=option.name, value="x" * 100_000)] for option in known),
    ]
    for options in filter(None, wrong):
        assert wire.call("CreateGame", place.create(options=options)).reason == Reason.BAD_OPTION.name
    assert wire.call("CreateGame", place.create(options=known)).code is OK
    witness.confirm_all()


def test_fields_that_nobody_knows_are_passed_over(wire: Wire, place: Place) -> None:
    """A client may be newer than the service."""
    for rpc in ("GetView", "CheckMove", "ApplyMoves"):
        raw = wire_bytes(place.good[rpc])
        unknown = b"\xfa\xff\xff\xff\x0f\x80\x08" + bytes(1024)
        assert wire.call(rpc, raw + unknown) == wire.call(rpc, raw)


@pytest.mark.parametrize("limit", CALL_LIMITS)
def test_open_streams(ring: KeyRing, sealer: Sealer, limit: str) -> None:
    """So many may be open; one more is refused and hinders nobody; when one is closed there is room again."""
    at_once = 3
    call_limits = CallLimits(**{"request_bytes": LIMITS.request_bytes, limit: at_once})
    server = serving(Engine(ring), wrapper=Wrapper(new_metrics(), call_limits))
    with server as address, Wire(address) as wire, grpc.insecure_channel(address) as channel:
        witness = Witness(wire, sealer, all_games()[0], streams=False)
        streams = [OpenStream(channel) for _ in range(at_once)]
        empty = engine_pb2.PlayGameRequest(id=1)
        assert len({stream.ask(empty) for stream in streams}) == 1
        refused = OpenStream(channel)
        refused.send(empty)
        answer = refused.refusal()
        assert (answer.code.value[0], answer.reason) == (CALL_LIMITS[limit].code, CALL_LIMITS[limit].name)
        assert answer.message.startswith(CALL_LIMITS[limit].sentence)
        refused.cancel()
        witness.confirm_all()
        assert len({stream.ask(empty) for stream in streams}) == 1
        assert list(streams.pop().half_close()) == []
        another = OpenStream(channel)
        require_decent_in_stream(another.ask(empty))
        for stream in (*streams, another):
            assert list(stream.half_close()) == []
