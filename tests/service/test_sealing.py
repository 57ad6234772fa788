"""Sealing: whatever is not exactly what was sealed, for this purpose, by a key of the ring, does not open."""

import pytest

from service.keyring import KeyRing
from service.sealing import OVERHEAD_BYTES, Purpose, Sealer, Unopenable
from tests.service.conftest import make_key

FIRST, SECOND = make_key("first"), make_key("second")
PLAINTEXT = b"a table and what is on it"


@pytest.fixture
def one() -> Sealer:
    return Sealer(KeyRing((FIRST,)))


@pytest.mark.parametrize("purpose", Purpose)
def test_round_trip(one: Sealer, purpose: Purpose) -> None:
    sealed = one.seal(purpose, PLAINTEXT)
    assert one.open(purpose, sealed) == PLAINTEXT
    assert len(sealed) == len(PLAINTEXT) + OVERHEAD_BYTES
    assert PLAINTEXT not in sealed


def test_equal_plaintexts_seal_to_equal_bytes_on_every_replica(one: Sealer) -> None:
    replica = Sealer(KeyRing((FIRST, SECOND)))
    assert one.seal(Purpose.TABLE, PLAINTEXT) == replica.seal(Purpose.TABLE, PLAINTEXT)


def test_every_flipped_bit_is_noticed(one: Sealer) -> None:
    sealed = one.seal(Purpose.TABLE, PLAINTEXT)
    for index in range(len(sealed)):
        for bit in range(8):
            flipped = bytearray(sealed)
            flipped[index] ^= 1 << bit
            with pytest.raises(Unopenable):
                one.open(Purpose.TABLE, bytes(flipped))


def test_every_other_length_is_noticed(one: Sealer) -> None:
    sealed = one.seal(Purpose.TABLE, PLAINTEXT)
    for wrong in [sealed[:length] for length in range(len(sealed))] + [sealed + b"\0", b"\0" + sealed, sealed * 2]:
        with pytest.raises(Unopenable):
            one.open(Purpose.TABLE, wrong)


def test_what_is_sealed_for_one_purpose_opens_for_no_other(one: Sealer) -> None:
    for purpose in Purpose:
        sealed = one.seal(purpose, PLAINTEXT)
        for other in set(Purpose) - {purpose}:
            with pytest.raises(Unopenable):
                one.open(other, sealed)


def test_rotation_new_seals_old_opens() -> None:
    old = Sealer(KeyRing((FIRST,))).seal(Purpose.TABLE, PLAINTEXT)
    rotated = Sealer(KeyRing((SECOND, FIRST)))
    assert rotated.open(Purpose.TABLE, old) == PLAINTEXT
    new = rotated.seal(Purpose.TABLE, PLAINTEXT)
    assert new[1:5] == SECOND.id
    retired = Sealer(KeyRing((SECOND,)))
    assert retired.open(Purpose.TABLE, new) == PLAINTEXT
    with pytest.raises(Unopenable):
        retired.open(Purpose.TABLE, old)


def test_a_key_of_the_same_id_is_not_the_same_key() -> None:
    sealed = Sealer(KeyRing((FIRST,))).seal(Purpose.TABLE, PLAINTEXT)
    impostor = type(FIRST)(FIRST.id, SECOND.secret)
    with pytest.raises(Unopenable):
        Sealer(KeyRing((impostor,))).open(Purpose.TABLE, sealed)


def test_all_failures_look_the_same(one: Sealer) -> None:
    sealed = one.seal(Purpose.TABLE, PLAINTEXT)
    texts = set()
    for wrong in (b"", b"x", sealed[:-1], b"\x02" + sealed[1:], sealed[:1] + b"none" + sealed[5:]):
        with pytest.raises(Unopenable) as error:
            one.open(Purpose.TABLE, wrong)
        texts.add((str(error.value), repr(error.value), error.value.__cause__))
    assert len(texts) == 1
