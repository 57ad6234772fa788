"""Commit and reveal: how a table's dice are fixed before anybody can choose them, and checked by anybody afterwards.

1. At creation the service fixes a server secret and publishes `commitment` = SHA-256(secret).
2. The players mix in client seeds: `hash_client_seeds`. Told after the commitment, they bind the service too.
3. `derive_seed` makes the key of every draw out of both and the game's id.
4. Each draw is HMAC-SHA256 of that key and a domain of its own (cext.streams), whatever was drawn before.
5. After the end RevealGame opens the secret; whoever kept the commitment repeats steps 1 to 4.

The commitment is of the secret and the dice come from the seed: knowing the one tells nothing about the other.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterable
from dataclasses import dataclass, field

SECRET_BYTES = 32
SEED_BYTES = 32
GAME_ID_BYTES = 16

NO_HASH = bytes(32)
NO_SEED = bytes(SEED_BYTES)


def hkdf(key: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) with 32 bytes of output."""
    pseudorandom_key = hmac.digest(salt, key, "sha256")
    return hmac.digest(pseudorandom_key, info + b"\x01", "sha256")


def commitment(server_secret: bytes) -> bytes:
    """What is published before the game."""
    return hashlib.sha256(server_secret).digest()


def hash_client_seeds(seeds: Iterable[bytes]) -> bytes:
    """SHA-256 over the seeds, each preceded by its length as 4 bytes big-endian."""
    digest = hashlib.sha256()
    for seed in seeds:
        digest.update(len(seed).to_bytes(4, "big") + seed)
    return digest.digest()


def derive_seed(server_secret: bytes, client_seeds_hash: bytes, game_id: bytes) -> bytes:
    """The key of every draw of the table."""
    return hkdf(server_secret, client_seeds_hash, b"canopy/v1/seed" + game_id)


@dataclass(frozen=True, slots=True)
class Origin:
    """What makes a new table unlike every other one."""

    game_id: bytes
    server_secret: bytes = field(repr=False)


def random_origin() -> Origin:
    """A new id and a new secret from the operating system."""
    return Origin(os.urandom(GAME_ID_BYTES), os.urandom(SECRET_BYTES))


def repeatable_origin(ring_secret: bytes, request_id: bytes, request: bytes) -> Origin:
    """The same id and secret for the same request under the same ring: a retried call gives the same bytes."""
    digest = hashlib.sha256(request).digest()
    game_id = hkdf(ring_secret, request_id, b"canopy/v1/game-id" + digest)[:GAME_ID_BYTES]
    return Origin(game_id, hkdf(ring_secret, request_id, b"canopy/v1/server-secret" + digest))
