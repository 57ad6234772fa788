"""Tokens and keys from outside: whatever is wrong with one, the answer is one and the same."""

from collections.abc import Callable
from functools import partial

import pytest

from canopy.client import Canopy, Refused
from service.engine import Engine
from service.keyring import KeyRing
from service.sealing import OVERHEAD_BYTES, Purpose, Sealer
from tests.service.conftest import DEADLINE, make_key, serving
from tests.service.driver import Driven

Answer = tuple[object, ...]


def answer(call: Callable[[], object]) -> Answer:
    """Everything a refused caller is told."""
    with pytest.raises(Refused) as error:
        call()
    refused = error.value
    return (
        refused.code,
        refused.reason,
        refused.message,
        tuple(refused.metadata.items()),
        refused.violations,
        refused.defects,
    )


def damaged(sealed: bytes) -> list[bytes]:
    """Every byte changed, and other lengths."""
    flipped = [sealed[:i] + bytes([sealed[i] ^ 0x41]) + sealed[i + 1 :] for i in range(len(sealed))]
    cut = [sealed[:length] for length in (1, 4, 5, 20, OVERHEAD_BYTES, len(sealed) - 1)]
    return [*flipped, *cut, sealed + b"\0", sealed + sealed]


def test_a_damaged_token_has_one_answer(driven: Driven, sealer: Sealer) -> None:
    canopy = driven.canopy
    foreign = Sealer(KeyRing((make_key("foreign"),)))
    impostor = Sealer(KeyRing((type(make_key("first"))(make_key("first").id, make_key("foreign").secret),)))
    plaintext = sealer.open(Purpose.TABLE, driven.token)
    wrong = [
        b"",
        *damaged(driven.token),
        driven.host_key,
        driven.seat_keys[0],
        driven.commit(driven.seats[0], driven.legal(driven.seats[0])[0]),
        *(other.seal(Purpose.TABLE, plaintext) for other in (foreign, impostor)),
        sealer.seal(Purpose.COMMITMENT, plaintext),
    ]
    answers = {answer(partial(canopy.get_view, token)) for token in wrong}
    assert len(answers) == 1
    assert answers == {answer(lambda: canopy.apply_moves(b"", driven.host_key))}


def test_a_damaged_key_has_one_answer(driven: Driven) -> None:
    canopy = driven.canopy
    wrong = [*damaged(driven.host_key), *damaged(driven.seat_keys[-1]), driven.token]
    answers = {answer(partial(canopy.get_view, driven.token, key)) for key in wrong}
    assert len(answers) == 1


def test_a_damaged_commitment_has_one_answer(driven: Driven) -> None:
    seat = driven.seats[0]
    sealed = driven.commit(seat, driven.legal(seat)[0])
    answers = {answer(partial(driven.apply, commitments=[wrong])) for wrong in damaged(sealed)}
    assert len(answers) == 1


def test_keys_rotate_under_a_running_game(ruleset: str) -> None:
    """Old tokens open, what is sealed anew has the new key, and a retired key is one nobody knows."""
    old, new = make_key("old"), make_key("new")
    with serving(Engine(KeyRing((old,)))) as address, Canopy(address, timeout=DEADLINE) as canopy:
        table = Driven(canopy, ruleset)
    before = table.token
    with serving(Engine(KeyRing((new, old)))) as address, Canopy(address, timeout=DEADLINE) as canopy:
        table.canopy = canopy
        table.decide()
    assert (before[1:5], table.token[1:5]) == (old.id, new.id)
    assert len(before) == len(table.token)
    with serving(Engine(KeyRing((new,)))) as address, Canopy(address, timeout=DEADLINE) as canopy:
        canopy.get_view(table.token)
        assert answer(lambda: canopy.get_view(before)) == answer(lambda: canopy.get_view(b"nonsense"))
        # Keys were sealed by the old one too: who rotates keeps it until the tables it sealed are over.
        assert answer(lambda: canopy.get_view(table.token, table.host_key))[1] == "KEY_UNOPENABLE"


def test_replicas_with_one_ring_are_one_service(driven: Driven, ring: KeyRing) -> None:
    moves = [(seat, driven.legal(seat)[0]) for seat in driven.seats]
    here = driven.canopy.apply_moves(driven.token, driven.host_key, moves=moves)
    with serving(Engine(ring)) as address, Canopy(address, timeout=DEADLINE) as replica:
        assert replica.apply_moves(driven.token, driven.host_key, moves=moves) == here
        created = [
            canopy.create_game(driven.status.ruleset, driven.status.players, request_id=b"both")
            for canopy in (driven.canopy, replica)
        ]
    assert created[0] == created[1]
