"""What the lengths of tokens, keys and commitments tell: ruleset, players, options, content, and nothing else."""

from __future__ import annotations

from typing import Any

from canopy.v1 import common_pb2, engine_pb2
from service.commitment import seal_commitment
from service.sealing import Sealer
from service.table import seal_table
from tests.playing import Case
from tests.trust.requests import tell_setup
from tests.trust.scenes import Scene, random_game
from tests.trust.wire import OK, Wire

WAYS: dict[str, dict[str, Any]] = {
    "nothing said": {},
    "a secret": {"secret": b"a" * 32},
    "another secret": {"secret": b"b" * 32},
    "a request id": {"request_id": b"i"},
    "a long request id": {"request_id": b"i" * 64},
    "client seeds": {"client_seeds": [b"x", b"y" * 64]},
    "client seeds to come": {"await_client_seeds": True},
    "told dice": {"randomness": common_pb2.RANDOMNESS_EXTERNAL},
}


def create(wire: Wire, case: Case, **fields: Any) -> engine_pb2.CreateGameResponse:
    """A new table of the case."""
    setup = case.setup
    request = engine_pb2.CreateGameRequest(**fields)
    tell_setup(setup, request)
    answer = wire.call("CreateGame", request)
    assert answer.code is OK, answer.message
    return engine_pb2.CreateGameResponse.FromString(answer.body)


def test_lengths_of_a_new_table_are_the_same_however_it_is_made(wire: Wire, scene: Scene) -> None:
    created = [create(wire, scene.case, **fields) for fields in WAYS.values()]
    assert len({len(response.token) for response in created}) == 1
    assert len({len(key) for response in created for key in (response.host_key, *response.seat_keys)}) == 1
    assert len({response.token for response in created}) == len(WAYS)


def test_a_retry_gives_the_same_table(wire: Wire, scene: Scene) -> None:
    """With the same id; another id, and the same id in another request, give another table."""
    one, again = (create(wire, scene.case, request_id=b"once") for _ in range(2))
    assert one == again
    others = [
        create(wire, scene.case, request_id=b"once", client_seeds=[b"x"]),
        create(wire, scene.case, request_id=b"2"),
    ]
    ids = {response.status.game_id for response in (one, *others)}
    commitments = {response.status.fairness.commitment for response in (one, *others)}
    assert len(ids) == len(commitments) == 3


def test_creation_shows_neither_secret_nor_seed(wire: Wire, scene: Scene) -> None:
    """Two secrets: all that differs is what hangs on the dice, the id, and what is sealed or hashed."""
    one, other = (create(wire, scene.case, await_client_seeds=True, secret=secret * 32) for secret in (b"a", b"b"))
    for response in (one, other):
        response.ClearField("token")
        response.ClearField("host_key")
        response.ClearField("seat_keys")
        response.status.ClearField("game_id")
        response.status.fairness.ClearField("commitment")
    assert one == other


def test_tokens_of_one_game_have_one_length(scene: Scene, sealer: Sealer) -> None:
    assert len({len(seal_table(sealer, moment.table)) for moment in random_game(scene)}) == 1


def test_commitments_have_one_length(scene: Scene, sealer: Sealer) -> None:
    """Whatever is sealed, at whatever table."""
    tables = [moment.table for moment in random_game(scene)]
    words = (0, 1, 2**64 - 1)
    sealed = [seal_commitment(sealer, table, seat, word) for table in tables[::9] for seat in (0, 1) for word in words]
    assert len({len(commitment) for commitment in sealed}) == 1
    assert len(set(sealed)) > 1
