"""Everything that can be wrong with what the service has sealed, made from one sound piece of it."""

from __future__ import annotations

from collections.abc import Iterator

from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from service.keyring import Key, KeyRing
from service.sealing import Purpose, Sealer
from tests.service.conftest import make_key

# The format's number and the key's id.
HEADER_BYTES = 5


def flipped(sealed: bytes) -> list[bytes]:
    """Every byte of it changed, each time another bit and then all of them."""
    return [
        sealed[:at] + bytes([sealed[at] ^ change]) + sealed[at + 1 :]
        for at in range(len(sealed))
        for change in (1 << at % 8, 0xFF)
    ]


def of_other_lengths(sealed: bytes) -> list[bytes]:
    """Cut off after every byte but before the first, and longer at either end."""
    cut = [sealed[:length] for length in range(1, len(sealed))]
    return [*cut, sealed[1:], sealed + b"\0", sealed + sealed[-1:], sealed + sealed, b"\0" + sealed, sealed + bytes(99)]


def spliced(one: bytes, other: bytes) -> list[bytes]:
    """Two pieces of one length, sewn together anywhere."""
    assert len(one) == len(other)
    cuts = [at for at in range(1, len(one)) if one[:at] != other[:at] and one[at:] != other[at:]]
    return [one[:at] + other[at:] for at in cuts]


def badly_sealed(ring: KeyRing, purpose: Purpose, plaintext: bytes) -> Iterator[bytes]:
    """The right content, sealed by whoever or for whatever does not count."""
    sealing, second, *_ = ring.keys
    foreign = make_key("foreign")
    yield Sealer(KeyRing((foreign,))).seal(purpose, plaintext)
    # A key that was in the ring once, and one that only pretends to be in it.
    yield Sealer(KeyRing((make_key("retired"),))).seal(purpose, plaintext)
    yield Sealer(KeyRing((Key(sealing.id, foreign.secret),))).seal(purpose, plaintext)
    yield Sealer(KeyRing((Key(sealing.id, second.secret),))).seal(purpose, plaintext)
    yield from (Sealer(ring).seal(other, plaintext) for other in Purpose if other is not purpose)
    for version in (0, 2, 255):
        yield sealed_by_version(version, sealing, purpose, plaintext)
    header = Sealer(ring).seal(purpose, plaintext)[:HEADER_BYTES]
    for bound_to in ([purpose.value], [header], [purpose.value, header], []):
        yield header + AESSIV(sealing.secret).encrypt(plaintext, bound_to)


def sealed_by_version(version: int, key: Key, purpose: Purpose, plaintext: bytes) -> bytes:
    """What a service would seal whose format has this number."""
    header = bytes([version]) + key.id
    return header + AESSIV(key.secret).encrypt(plaintext, [purpose.value + header])
