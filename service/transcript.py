"""The transcript: a keyed hash chain over everything that happened at a table.

It tells two histories apart that led to the same position, and names the decision that a commitment is for. It is
keyed with the table's secret, so that nobody can confirm a guess at a secret choice by computing it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache

from service.fairness import hkdf

_NOBODY = 0xFF
_BLOCK_BYTES = hashlib.sha256().block_size
_PLY = struct.Struct("<BBQ")


class Entry(IntEnum):
    """What an entry of the chain records."""

    SETUP = 0
    MOVE = 1
    CHANCE = 2
    CLIENT_SEEDS = 3
    # A table that does not begin at the beginning.
    POSITION = 4


# As plain numbers: they are packed for every ply of every record.
_MOVE, _CHANCE = int(Entry.MOVE), int(Entry.CHANCE)


@lru_cache(maxsize=1024)
def key(server_secret: bytes, game_id: bytes) -> bytes:
    """The key of a table's transcript."""
    return hkdf(server_secret, b"", b"canopy/v1/transcript" + game_id)


def begin(chain_key: bytes, setup: bytes) -> bytes:
    """The transcript of a table at which nothing has happened yet."""
    return _extend(chain_key, b"", Entry.SETUP, setup)


def add_move(chain_key: bytes, previous: bytes, seat: int, word: int) -> bytes:
    """The transcript after a move."""
    return _authenticate(chain_key, previous + _PLY.pack(Entry.MOVE, seat, word))


def add_chance(chain_key: bytes, previous: bytes, word: int) -> bytes:
    """The transcript after a chance outcome."""
    return _authenticate(chain_key, previous + _PLY.pack(Entry.CHANCE, _NOBODY, word))


def add_plies(chain_key: bytes, previous: bytes, seats: bytes, words: Sequence[int], nobody: int) -> Iterator[bytes]:
    """The transcript after each of many plies; where the seat is `nobody`, the word is a chance outcome."""
    begun_inner, begun_outer = _keyed(chain_key)
    for seat, word in zip(seats, words, strict=True):
        is_chance = seat == nobody
        inner, outer = begun_inner.copy(), begun_outer.copy()
        inner.update(previous + _PLY.pack(_CHANCE if is_chance else _MOVE, _NOBODY if is_chance else seat, word))
        outer.update(inner.digest())
        previous = outer.digest()
        yield previous


def add_client_seeds(chain_key: bytes, previous: bytes, seeds_hash: bytes) -> bytes:
    """The transcript after the client seeds were told."""
    return _extend(chain_key, previous, Entry.CLIENT_SEEDS, seeds_hash)


def add_position(chain_key: bytes, previous: bytes, state: bytes) -> bytes:
    """The transcript of a table that begins with this state."""
    return _extend(chain_key, previous, Entry.POSITION, state)


def _extend(chain_key: bytes, previous: bytes, entry: Entry, data: bytes) -> bytes:
    return _authenticate(chain_key, previous + bytes([entry]) + data)


def _authenticate(chain_key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104). To copy hashes that have taken in the key is three times as fast as to begin anew."""
    inner, outer = (begun.copy() for begun in _keyed(chain_key))
    inner.update(data)
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=1024)
def _keyed(chain_key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The inner and the outer hash of an HMAC, begun with the key, which is shorter than a block."""
    padded = chain_key.ljust(_BLOCK_BYTES, b"\0")
    return hashlib.sha256(bytes(byte ^ 0x36 for byte in padded)), hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
