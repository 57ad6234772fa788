"""Sealing: what the service hands out and only the service can read again.

Layout: format version (1 byte), key id (4 bytes), then AES-SIV (RFC 5297) over the plaintext with the purpose and those
five bytes, in one piece, as associated data. AES-SIV is deterministic, so equal plaintexts seal to equal bytes on
every replica; it needs no nonce that could repeat; and what was sealed for one purpose does not open for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from service.keyring import KEY_ID_BYTES, KeyRing

_FORMAT = b"\x01"
_HEADER_BYTES = len(_FORMAT) + KEY_ID_BYTES
_TAG_BYTES = 16
_NEVER_SEALED = bytes(_HEADER_BYTES)

# What sealing adds to a plaintext.
OVERHEAD_BYTES = _HEADER_BYTES + _TAG_BYTES


class Purpose(Enum):
    """What a sealed text is for."""

    TABLE = b"canopy/v1/table"
    KEY = b"canopy/v1/key"
    COMMITMENT = b"canopy/v1/commitment"


class Unopenable(Exception):
    """Not sealed here for this purpose by a key of the ring. Its text is the same whatever is wrong."""

    def __init__(self) -> None:
        super().__init__("cannot be opened")


class Sealer:
    """Seals with the first key of a ring and opens with any of them."""

    def __init__(self, ring: KeyRing) -> None:
        self._header = _FORMAT + ring.sealing.id
        self._ciphers = {_FORMAT + key.id: AESSIV(key.secret) for key in ring.keys}
        self._sealing = self._ciphers[self._header]

    def seal(self, purpose: Purpose, plaintext: bytes) -> bytes:
        """The sealed form, OVERHEAD_BYTES longer than the plaintext, which must not be empty."""
        return self._header + self._sealing.encrypt(plaintext, [purpose.value + self._header])

    def seal_with_each(self, purpose: Purpose, plaintext: bytes) -> Iterator[bytes]:
        """The sealed form under every key of the ring: what this service gives, or gave before a rotation."""
        for header, cipher in self._ciphers.items():
            yield header + cipher.encrypt(plaintext, [purpose.value + header])

    def open(self, purpose: Purpose, sealed: bytes) -> bytes:
        """The plaintext. Raises Unopenable."""
        if len(sealed) <= OVERHEAD_BYTES:
            raise Unopenable
        header = sealed[:_HEADER_BYTES]
        cipher = self._ciphers.get(header)
        if cipher is None:
            # The work is done all the same, and in vain, so that the time taken does not tell which keys there are.
            cipher, header = self._sealing, _NEVER_SEALED
        try:
            return cipher.decrypt(sealed[_HEADER_BYTES:], [purpose.value + header])
        except InvalidTag:
            raise Unopenable from None
