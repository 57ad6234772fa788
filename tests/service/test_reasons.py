"""Every reason of the table, reached by a call from outside, with the status code and the details it promises."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import grpc
import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, engine_pb2, game_pb2
from engines import registry
from service.capability import seat_key
from service.errors import MAX_MESSAGE_BYTES, Reason
from service.limits import Limits
from service.sealing import Purpose, Sealer
from service.table import Flags, open_table, seal_table
from tests.service.driver import Driven
from tests.service.tables import interruptible_table

LIMITS = Limits()
NONSENSE = "no such move in any notation"


@dataclass(frozen=True)
class Scene:
    """A new table, another one, and what it takes to forge a token."""

    canopy: Canopy
    ruleset: str
    table: Driven
    other: Driven
    sealer: Sealer

    def create(self, **fields: Any) -> object:
        """CreateGame with a few fields of its own."""
        request = engine_pb2.CreateGameRequest(ruleset=self.ruleset, players=self.table.status.players)
        request.MergeFrom(engine_pb2.CreateGameRequest(**fields))
        return self.canopy.call(self.canopy.stub.CreateGame, request)

    def apply(self, *actions: engine_pb2.Action, **fields: Any) -> object:
        """ApplyMoves by the host."""
        return self.canopy.apply_moves(self.table.token, self.table.host_key, actions=actions, **fields)

    def check(self, move: game_pb2.Move, **fields: Any) -> object:
        """CheckMove by the host for seat 0."""
        return self.canopy.check_move(self.table.token, self.table.host_key, move, seat=0)

    def render(self, **fields: Any) -> object:
        """RenderView for a spectator."""
        request = engine_pb2.RenderViewRequest(token=self.table.token, **fields)
        return self.canopy.call(self.canopy.stub.RenderView, request)

    def forged(self, old: bytes, new: bytes) -> bytes:
        """The table's token with another text of the same length in its setup."""
        assert len(old) == len(new)
        data = open_table(self.sealer, self.table.token).to_bytes()
        assert data.count(old) == 1
        return self.sealer.seal(Purpose.TABLE, data.replace(old, new))


@pytest.fixture
def scene(canopy: Canopy, ruleset: str, sealer: Sealer) -> Scene:
    return Scene(canopy, ruleset, Driven(canopy, ruleset), Driven(canopy, ruleset), sealer)


def field(text: bytes) -> bytes:
    """A field of a setup: its length and itself."""
    return struct.pack("<I", len(text)) + text


def seeds(*items: bytes) -> engine_pb2.Action:
    return engine_pb2.Action(client_seeds=engine_pb2.ClientSeeds(seeds=items))


def chance(text: str) -> engine_pb2.Action:
    return engine_pb2.Action(chance=game_pb2.ChanceOutcome(text=text))


def move(seat: int, text: str) -> engine_pb2.Action:
    return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=game_pb2.Move(text=text)))


def stale(s: Scene) -> object:
    seat = s.table.seats[0]
    return s.apply(engine_pb2.Action(commitment=s.other.commit(seat, s.other.legal(seat)[0])))


def illegal(s: Scene) -> object:
    """A move of a seat that has moved already, or of one that does not exist."""
    seat = s.table.seats[0]
    return s.apply(move(s.table.status.players, s.table.legal(seat)[0]))


def impossible(s: Scene) -> object:
    """An outcome while none is due."""
    table = open_table(s.sealer, s.table.token)
    outcome = registry.game(s.ruleset).notation
    texts = [text for text, _ in outcome if is_outcome(s, text)]
    token = seal_table(s.sealer, replace(table, flags=Flags.EXTERNAL))
    return s.canopy.apply_moves(token, s.table.host_key, outcomes=texts[:1])


def is_outcome(s: Scene, text: str) -> bool:
    setup = open_table(s.sealer, s.table.token).setup
    try:
        setup.game.parse_outcome(setup, text)
    except ValueError:
        return False
    return True


def awaiting(s: Scene) -> object:
    waits = Driven(s.canopy, s.ruleset, await_client_seeds=True)
    return s.canopy.commit_move(waits.token, waits.seat_keys[0], s.table.legal(s.table.seats[0])[0])


def interrupting(s: Scene) -> object:
    """A seat seals a legal move that nobody waits for."""
    table = interruptible_table()
    seat = table.state.may_interrupt()[0]
    word = table.state.legal_moves(seat)[0]
    key = seat_key(s.sealer, table.game_id, seat)
    return s.canopy.commit_move(seal_table(s.sealer, table), key, table.setup.game.move_text(table.setup, word))


def unrevealable(s: Scene) -> object:
    return s.canopy.reveal_game(Driven(s.canopy, s.ruleset, external=True).token)


# Every way to be refused: the reason, a name for the way, and the call.
WAYS: list[tuple[Reason, str, Callable[[Scene], object]]] = [
    (Reason.MALFORMED, "no move", lambda s: s.check(game_pb2.Move())),
    (Reason.MALFORMED, "nonsense for a move", lambda s: s.check(game_pb2.Move(text=NONSENSE))),
    (Reason.MALFORMED, "a long text for a move", lambda s: s.check(game_pb2.Move(text="x" * 257))),
    (Reason.MALFORMED, "an empty action", lambda s: s.apply(engine_pb2.Action())),
    (Reason.MALFORMED, "nonsense for dice", lambda s: s.apply(chance(NONSENSE))),
    (Reason.MALFORMED, "no dice", lambda s: s.apply(engine_pb2.Action(chance=game_pb2.ChanceOutcome()))),
    (Reason.MALFORMED, "no seat named", lambda s: s.canopy.list_legal_moves(s.table.token, s.table.host_key)),
    (Reason.MALFORMED, "no such seat", lambda s: s.canopy.get_view(s.table.token, s.table.host_key, seat=64)),
    (Reason.MALFORMED, "no such viewer", lambda s: s.apply(viewers=[s.table.status.players])),
    (Reason.MALFORMED, "a short secret", lambda s: s.create(secret=b"x" * 31)),
    (Reason.MALFORMED, "seeds given and awaited", lambda s: s.create(client_seeds=[b"x"], await_client_seeds=True)),
    (Reason.MALFORMED, "no such randomness", lambda s: s.create(randomness=9)),
    (Reason.MALFORMED, "external, awaits seeds", lambda s: s.create(randomness=2, await_client_seeds=True)),
    (Reason.MALFORMED, "external with seeds", lambda s: s.create(randomness=2, client_seeds=[b"x"])),
    (Reason.MALFORMED, "external with a secret", lambda s: s.create(randomness=2, secret=b"x" * 32)),
    (
        Reason.MALFORMED,
        "no such picture",
        lambda s: s.render(format=7),
    ),
    (Reason.TOO_LARGE, "a large request", lambda s: s.create(request_id=b"x" * (LIMITS.request_bytes + 1))),
    (Reason.TOO_LARGE, "many actions", lambda s: s.apply(*[seeds()] * (LIMITS.actions + 1))),
    (Reason.TOO_LARGE, "many viewers", lambda s: s.apply(viewers=[None] * (LIMITS.viewers + 1))),
    (Reason.TOO_LARGE, "many seeds", lambda s: s.create(client_seeds=[b""] * (LIMITS.client_seeds + 1))),
    (Reason.TOO_LARGE, "a long seed", lambda s: s.apply(seeds(b"x" * (LIMITS.client_seed_bytes + 1)))),
    (Reason.TOO_LARGE, "a long request id", lambda s: s.create(request_id=b"x" * (LIMITS.request_id_bytes + 1))),
    (Reason.TOO_LARGE, "a large pack", lambda s: s.create(content_pack_json=" " * (LIMITS.pack_bytes + 1))),
    (Reason.UNKNOWN_RULESET, "GetRuleset", lambda s: s.canopy.get_ruleset("chess")),
    (Reason.UNKNOWN_RULESET, "CreateGame", lambda s: s.canopy.create_game("chess", 2)),
    (
        Reason.UNKNOWN_RULESET,
        "a token",
        lambda s: s.canopy.get_view(
            s.forged(field(s.ruleset.encode()) + field(b"1"), field(b"x" * len(s.ruleset)) + field(b"1"))
        ),
    ),
    (Reason.UNKNOWN_RULES_VERSION, "CreateGame", lambda s: s.create(rules_version=99)),
    (
        Reason.UNKNOWN_RULES_VERSION,
        "a token",
        lambda s: s.canopy.get_view(
            s.forged(field(s.ruleset.encode()) + field(b"1"), field(s.ruleset.encode()) + field(b"9"))
        ),
    ),
    (Reason.UNKNOWN_CONTENT_PACK, "CreateGame", lambda s: s.create(content_pack_id="gone")),
    (Reason.BAD_PLAYERS, "nobody", lambda s: s.canopy.create_game(s.ruleset, 0)),
    (Reason.BAD_PLAYERS, "a crowd", lambda s: s.canopy.create_game(s.ruleset, 4_000_000_000)),
    (Reason.BAD_OPTION, "no such option", lambda s: s.create(options=[common_pb2.OptionValue(name="gone", value="1")])),
    (
        Reason.BAD_OPTION,
        "twice",
        lambda s: s.create(options=[common_pb2.OptionValue(name="gone"), common_pb2.OptionValue(name="gone")]),
    ),
    (Reason.BAD_CONTENT_PACK, "no pack", lambda s: s.create(content_pack_json="{}")),
    (Reason.BAD_CONTENT_PACK, "no JSON", lambda s: s.create(content_pack_json="")),
    (Reason.BAD_CONTENT_PACK, "deep JSON", lambda s: s.create(content_pack_json="[" * 30_000)),
    (Reason.BAD_CONTENT_PACK, "a number of 9999 digits", lambda s: s.create(content_pack_json="9" * 9999)),
    (Reason.TOKEN_UNOPENABLE, "no token", lambda s: s.canopy.get_view(b"")),
    (Reason.TOKEN_UNOPENABLE, "a key for a token", lambda s: s.canopy.get_view(s.table.host_key)),
    (Reason.TOKEN_UNOPENABLE, "RevealGame", lambda s: s.canopy.reveal_game(b"x")),
    (Reason.KEY_UNOPENABLE, "nonsense", lambda s: s.canopy.get_view(s.table.token, b"x")),
    (Reason.KEY_UNOPENABLE, "a token for a key", lambda s: s.canopy.get_view(s.table.token, s.table.token)),
    (Reason.KEY_OF_ANOTHER_TABLE, "a seat's", lambda s: s.canopy.get_view(s.table.token, s.other.seat_keys[0])),
    (Reason.KEY_OF_ANOTHER_TABLE, "a host's", lambda s: s.canopy.apply_moves(s.table.token, s.other.host_key)),
    (Reason.KEY_LACKS_RIGHT, "a seat applies", lambda s: s.canopy.apply_moves(s.table.token, s.table.seat_keys[0])),
    (
        Reason.KEY_LACKS_RIGHT,
        "a seat validates",
        lambda s: s.canopy.apply_moves(s.table.token, s.table.seat_keys[0], validate_only=True),
    ),
    (Reason.KEY_LACKS_RIGHT, "a spectator applies", lambda s: s.canopy.apply_moves(s.table.token, b"")),
    (Reason.KEY_LACKS_RIGHT, "a spectator lists", lambda s: s.canopy.list_legal_moves(s.table.token, b"", seat=0)),
    (Reason.KEY_LACKS_RIGHT, "a spectator checks", lambda s: s.canopy.check_move(s.table.token, b"", "x", seat=0)),
    (Reason.KEY_LACKS_RIGHT, "a spectator commits", lambda s: s.canopy.commit_move(s.table.token, b"", "x")),
    (Reason.KEY_LACKS_RIGHT, "a spectator names a seat", lambda s: s.canopy.get_view(s.table.token, b"", seat=0)),
    (Reason.KEY_LACKS_RIGHT, "a host commits", lambda s: s.canopy.commit_move(s.table.token, s.table.host_key, "x")),
    (
        Reason.KEY_LACKS_RIGHT,
        "another seat's view",
        lambda s: s.canopy.get_view(s.table.token, s.table.seat_keys[0], seat=s.table.status.players),
    ),
    (
        Reason.KEY_LACKS_RIGHT,
        "another seat's picture",
        lambda s: s.canopy.render_view(s.table.token, s.table.seat_keys[0], seat=63),
    ),
    (
        Reason.KEY_LACKS_RIGHT,
        "another seat's moves",
        lambda s: s.canopy.list_legal_moves(s.table.token, s.table.seat_keys[0], seat=63),
    ),
    (Reason.ILLEGAL_MOVE, "no such seat", illegal),
    (Reason.ILLEGAL_OUTCOME, "none is due", impossible),
    (Reason.COMMITMENT_UNOPENABLE, "none", lambda s: s.apply(engine_pb2.Action(commitment=b""))),
    (Reason.COMMITMENT_UNOPENABLE, "a key", lambda s: s.apply(engine_pb2.Action(commitment=s.table.seat_keys[0]))),
    (Reason.COMMITMENT_STALE, "another table's", stale),
    (Reason.INTERRUPTION_SEALED, "a seat that is not asked commits", interrupting),
    (Reason.RANDOMNESS_NOT_EXTERNAL, "dice told", lambda s: s.apply(chance(outcome_text(s)))),
    (Reason.SEEDS_AWAITED, "a move before the seeds", awaiting),
    (Reason.SEEDS_NOT_AWAITED, "seeds twice", lambda s: s.apply(seeds(b"x"))),
    (Reason.GAME_NOT_FINISHED, "revealed early", lambda s: s.canopy.reveal_game(s.table.token)),
    (Reason.NOTHING_TO_REVEAL, "told dice", unrevealable),
]


def outcome_text(s: Scene) -> str:
    return next(text for text, _ in registry.game(s.ruleset).notation if is_outcome(s, text))


@pytest.mark.parametrize(
    ("reason", "way"), [(reason, way) for reason, _, way in WAYS], ids=[f"{r.name}-{n}" for r, n, _ in WAYS]
)
def test_way_to_be_refused(scene: Scene, reason: Reason, way: Callable[[Scene], object]) -> None:
    before = scene.canopy.get_view(scene.table.token)
    with pytest.raises(Refused) as error:
        way(scene)
    refused = error.value
    assert refused.reason == reason.name
    assert refused.code.value[0] == reason.code
    assert refused.message.startswith(reason.sentence)
    assert len(refused.message.encode()) <= MAX_MESSAGE_BYTES
    assert scene.canopy.get_view(scene.table.token) == before


# Reasons that no request to this server may lead to: it has no API keys, is not overloaded, is not stopping and, one
# hopes, has no defect. test_rpc_wrapper.py has servers of which all that is true.
OF_THE_SERVICE = {
    Reason.API_KEY_UNKNOWN,
    Reason.RATE_LIMITED,
    Reason.OVERLOADED,
    Reason.TOO_MANY_STREAMS,
    Reason.SHUTTING_DOWN,
    Reason.INTERNAL_ERROR,
}
# That of RankPlayers and PairRound, which tests/service/test_tables.py reaches.
OF_TOURNAMENTS = {Reason.BAD_TOURNAMENT}
# Those of SolverService, which tests/service/solver reaches.
OF_THE_SOLVER = {
    Reason.BAD_POSITION,
    Reason.NOTHING_TO_DECIDE,
    Reason.SOLVER_BUSY,
    Reason.NO_ANSWER_IN_TIME,
    Reason.SOLVER_LOST,
}


def test_every_reason_is_reached() -> None:
    assert {reason for reason, _, _ in WAYS} == set(Reason) - OF_THE_SERVICE - OF_THE_SOLVER - OF_TOURNAMENTS


def test_reasons_fit_google_rpc_error_info() -> None:
    for reason in Reason:
        assert len(reason.name) <= 63
        assert reason.code in {code.value[0] for code in grpc.StatusCode}


def test_a_refused_move_names_the_action_the_seat_and_the_rule(scene: Scene) -> None:
    table = scene.table
    good = [(seat, table.legal(seat)[0]) for seat in table.seats]
    bad = table.status.players
    with pytest.raises(Refused) as error:
        scene.apply(*(move(seat, text) for seat, text in good), move(bad, good[0][1]))
    assert error.value.metadata == {"action": str(len(good)), "seat": str(bad)}
    (violation,) = error.value.violations
    assert violation.code == "NOT_TO_ACT"
    assert violation.message in error.value.message
    assert violation.citation.rulebook
    assert violation.citation.section


def test_every_defect_of_a_pack_is_named(scene: Scene) -> None:
    with pytest.raises(Refused) as error:
        scene.create(content_pack_json="{}")
    assert len(error.value.defects) > 1
    assert all(defect.code and defect.message for defect in error.value.defects)


def test_the_token_is_looked_at_before_the_key_and_the_key_before_the_rest(scene: Scene) -> None:
    """Whoever may not look learns nothing about the form of the request, and nothing about the table."""
    canopy, table = scene.canopy, scene.table

    def reason_of(token: bytes, key: bytes) -> str:
        with pytest.raises(Refused) as error:
            canopy.apply_moves(token, key, actions=[engine_pb2.Action()], viewers=[99])
        return error.value.reason

    assert reason_of(b"x", b"x") == "TOKEN_UNOPENABLE"
    assert reason_of(table.token, b"x") == "KEY_UNOPENABLE"
    assert reason_of(table.token, scene.other.host_key) == "KEY_OF_ANOTHER_TABLE"
    assert reason_of(table.token, table.seat_keys[0]) == "KEY_LACKS_RIGHT"
    assert reason_of(table.token, b"") == "KEY_LACKS_RIGHT"
    assert reason_of(table.token, table.host_key) == "MALFORMED"
