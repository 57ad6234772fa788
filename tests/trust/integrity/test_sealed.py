"""Tokens, keys and commitments that are not what the service sealed: whatever is wrong, there is one answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import grpc
import pytest
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service.capability import host_key, seat_key
from service.commitment import seal_commitment
from service.keyring import KeyRing
from service.sealing import Purpose, Sealer
from service.table import Table, seal_table
from tests.playing import all_games
from tests.trust.host import Host, sealed_action
from tests.trust.integrity.damage import badly_sealed, flipped, of_other_lengths, spliced
from tests.trust.scenes import Scene, random_game, usual_scene
from tests.trust.wire import OK, Answer, Wire, can_be_streamed, in_stream, request_class, with_field

WITH_TOKEN = with_field("token")
WITH_KEY = with_field("key")
# One RPC is tried with everything, the others with every so manieth.
SOME = 7


@pytest.fixture
def table(game: Game) -> Table:
    """A table in the middle of a game."""
    moments = random_game(usual_scene(game))
    return moments[len(moments) // 2].table


@pytest.fixture
def other(game: Game) -> Table:
    """A table of another game of the same length in bytes."""
    return Scene(usual_scene(game).case, number=1).new_table()


def request(rpc: str, **fields: bytes) -> Message:
    """A request of an RPC with some of its fields."""
    known = request_class(rpc).DESCRIPTOR.fields_by_name
    return request_class(rpc)(**{name: value for name, value in fields.items() if name in known})


def the_answer(answers: Iterable[Answer]) -> Answer:
    """The only one that there is."""
    (answer,) = set(answers)
    return answer


def stream_answers(wire: Wire, rpc: str, requests: Iterable[Message]) -> set[bytes]:
    """The different answers of a stream, each without its id."""
    bodies, end = wire.stream(in_stream(rpc, item, number=0) for item in requests)
    assert end.code is OK
    return set(bodies)


# -- tokens --


def bad_tokens(table: Table, other: Table, ring: KeyRing) -> Iterator[bytes]:
    """Whatever is no token of this service, and yet nearly one."""
    sealer = Sealer(ring)
    token, plaintext = seal_table(sealer, table), table.to_bytes()
    yield b""
    yield from flipped(token)
    yield from of_other_lengths(token)
    yield from spliced(token, seal_table(sealer, other))
    yield from badly_sealed(ring, Purpose.TABLE, plaintext)
    yield host_key(sealer, table.game_id)
    yield seat_key(sealer, table.game_id, 0)
    yield seal_commitment(sealer, table, 0, 0)
    # Sealed here, but by a version of the service that spelled tables differently.
    for strange in (b"\0" + plaintext[1:], b"\2" + plaintext[1:], plaintext[:-1], plaintext + b"\0", plaintext[:1]):
        yield sealer.seal(Purpose.TABLE, strange)


def test_a_bad_token_has_one_answer(wire: Wire, ring: KeyRing, table: Table, other: Table) -> None:
    """All are tried at one ruleset, some at the others: what seals knows no game."""
    every = 1 if table.setup.game is all_games()[0] else SOME
    some = list(bad_tokens(table, other, ring))[::every]
    answer = the_answer(wire.call("GetView", request("GetView", token=token)) for token in some)
    assert (answer.code, answer.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNOPENABLE")


def test_a_bad_token_has_the_same_answer_from_every_rpc(
    wire: Wire, ring: KeyRing, sealer: Sealer, table: Table, other: Table
) -> None:
    """With whatever key, and with none."""
    keys = (b"", host_key(sealer, table.game_id), host_key(sealer, other.game_id), b"no key")
    some = list(bad_tokens(table, other, ring))[::97]
    requests = [(rpc, request(rpc, token=token, key=key)) for rpc in WITH_TOKEN for token in some for key in keys]
    answer = the_answer(wire.call(rpc, asked) for rpc, asked in requests)
    assert answer.reason == "TOKEN_UNOPENABLE"


@pytest.mark.parametrize("rpc", [rpc for rpc in WITH_TOKEN if can_be_streamed(rpc)])
def test_a_bad_token_has_one_answer_in_a_stream(
    wire: Wire, ring: KeyRing, table: Table, other: Table, rpc: str
) -> None:
    some = list(bad_tokens(table, other, ring))[::SOME]
    answers = stream_answers(wire, rpc, (request(rpc, token=token) for token in some))
    (answer,) = (engine_pb2.PlayGameResponse.FromString(body) for body in answers)
    assert answer.error.reason == "TOKEN_UNOPENABLE"


# -- keys --


def bad_keys(key: bytes, table: Table, other: Table, ring: KeyRing) -> Iterator[bytes]:
    """Whatever is no key of this service, and yet nearly one."""
    sealer = Sealer(ring)
    plaintext = sealer.open(Purpose.KEY, key)
    yield from flipped(key)
    yield from of_other_lengths(key)
    yield from spliced(key, host_key(sealer, other.game_id))
    yield from badly_sealed(ring, Purpose.KEY, plaintext)
    yield seal_table(sealer, table)
    yield seal_commitment(sealer, table, 0, 0)
    # Sealed here, but by a version of the service that spelled keys differently.
    for strange in (plaintext[:-1], plaintext + b"\0", plaintext[:1], b"\xff" + plaintext[1:], b"\0" + plaintext[1:]):
        yield sealer.seal(Purpose.KEY, strange)


def keys_of(table: Table, sealer: Sealer) -> list[bytes]:
    """The host's key and a seat's."""
    return [host_key(sealer, table.game_id), seat_key(sealer, table.game_id, table.setup.players - 1)]


def test_a_bad_key_has_one_answer(wire: Wire, ring: KeyRing, sealer: Sealer, table: Table, other: Table) -> None:
    token = seal_table(sealer, table)
    bad = [wrong for key in keys_of(table, sealer) for wrong in bad_keys(key, table, other, ring)]
    answer = the_answer(wire.call("GetView", request("GetView", token=token, key=key)) for key in bad)
    assert (answer.code, answer.reason) == (grpc.StatusCode.UNAUTHENTICATED, "KEY_UNOPENABLE")
    requests = [(rpc, request(rpc, token=token, key=key)) for rpc in WITH_KEY for key in bad[::23]]
    assert the_answer(wire.call(rpc, asked) for rpc, asked in requests) == answer


@pytest.mark.parametrize("rpc", [rpc for rpc in WITH_KEY if can_be_streamed(rpc)])
def test_a_bad_key_has_one_answer_in_a_stream(
    wire: Wire, ring: KeyRing, sealer: Sealer, table: Table, other: Table, rpc: str
) -> None:
    token = seal_table(sealer, table)
    bad = [wrong for key in keys_of(table, sealer) for wrong in bad_keys(key, table, other, ring)][::SOME]
    answers = stream_answers(wire, rpc, (request(rpc, token=token, key=key) for key in bad))
    (answer,) = (engine_pb2.PlayGameResponse.FromString(body) for body in answers)
    assert answer.error.reason == "KEY_UNOPENABLE"


# -- commitments --


def bad_commitments(table: Table, other: Table, ring: KeyRing) -> Iterator[bytes]:
    """Whatever is no commitment of this service, and yet nearly one."""
    sealer = Sealer(ring)
    seat = table.state.to_act()[0]
    sound = seal_commitment(sealer, table, seat, table.state.legal_moves(seat)[0])
    plaintext = sealer.open(Purpose.COMMITMENT, sound)
    yield b""
    yield from flipped(sound)
    yield from of_other_lengths(sound)
    yield from spliced(sound, seal_commitment(sealer, other, 0, 1))
    yield from badly_sealed(ring, Purpose.COMMITMENT, plaintext)
    yield seal_table(sealer, table)
    yield from keys_of(table, sealer)
    for strange in (plaintext[:-1], plaintext + b"\0", plaintext[:1]):
        yield sealer.seal(Purpose.COMMITMENT, strange)


def test_a_bad_commitment_has_one_answer(host: Host, ring: KeyRing, table: Table, other: Table) -> None:
    answer = the_answer(host.apply(table, sealed_action(bad)) for bad in bad_commitments(table, other, ring))
    assert (answer.code, answer.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "COMMITMENT_UNOPENABLE")


# -- a table and a key of two games --


def test_a_sound_key_of_another_table_has_one_answer(wire: Wire, sealer: Sealer, table: Table, other: Table) -> None:
    """Whosever key it is, and whatever is asked."""
    token = seal_table(sealer, table)
    requests = [(rpc, request(rpc, token=token, key=key)) for rpc in WITH_KEY for key in keys_of(other, sealer)]
    answer = the_answer(wire.call(rpc, asked) for rpc, asked in requests)
    assert (answer.code, answer.reason) == (grpc.StatusCode.PERMISSION_DENIED, "KEY_OF_ANOTHER_TABLE")


def test_a_key_that_was_replaced_still_opens_until_it_is_taken_out(wire: Wire, ring: KeyRing, table: Table) -> None:
    """The second key of the ring opens: what was sealed before the ring was rotated stays good."""
    before = Sealer(KeyRing(ring.keys[1:]))
    asked = request("GetView", token=seal_table(before, table), key=host_key(before, table.game_id))
    assert wire.call("GetView", asked).code is OK
