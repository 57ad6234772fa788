"""Bytes that are no request any more, or one that nobody would write: cut, flipped, and spelled against all habits."""

from __future__ import annotations

import random
from collections.abc import Iterator

_DEEP = 20_000

# Readings of the protobuf wire format that a parser may get wrong, each complete in itself.
STRANGE_BYTES = {
    "nothing": b"",
    "field number 0": b"\x00\x01",
    "wire type 6": b"\x0e\x01",
    "wire type 7": b"\x0f\x01",
    "end of a group that never began": b"\x0c",
    "group that never ends": b"\x0b",
    "groups in groups": b"\x0b" * _DEEP,
    "groups in groups that end": b"\x0b" * _DEEP + b"\x0c" * _DEEP,
    "varint of eleven bytes": b"\x08" + b"\xff" * 10 + b"\x01",
    "number of 64 bits for one of 32": b"\x08" + b"\xff" * 9 + b"\x01",
    "length beyond the end": b"\x0a\xff\xff\xff\xff\x07",
    "length below zero": b"\x0a" + b"\xff" * 9 + b"\x01",
    "text that is no UTF-8": b"\x0a\x02\xff\xfe",
    "half of a surrogate pair": b"\x0a\x03\xed\xa0\x80",
    "overlong spelling of NUL": b"\x0a\x02\xc0\x80",
    "unknown fields": b"\xf8\xff\xff\xff\x0f\x01" * 100,
    "the highest field number": b"\xfa\xff\xff\xff\x0f\x00",
    "fixed-width numbers": b"\x09" + bytes(8) + b"\x0d" + bytes(4),
    "empty messages in messages": b"\x0a\x00\x12\x00\x1a\x00\x22\x00\x2a\x00\x32\x00",
    "another language": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "JSON": b'{"ruleset": "x"}',
}


def mangled(good: bytes, rng: random.Random, number: int) -> Iterator[bytes]:
    """Serialised requests that were cut, lengthened, repeated, and of which bits, bytes or blocks are others."""
    yield good * 2
    yield good + good[: len(good) // 2]
    yield good[::-1]
    for _ in range(number):
        data = bytearray(good or b"\0")
        match rng.randrange(5):
            case 0:
                del data[rng.randrange(len(data)) :]
            case 1:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            case 2:
                for _ in range(rng.randrange(1, 9)):
                    # Lengths and tags stand at the front.
                    data[rng.randrange(min(64, len(data)))] = rng.randrange(256)
            case 3:
                at, to = rng.randrange(len(data)), rng.randrange(len(data))
                data[at:at] = data[to : to + rng.randrange(1, 40)]
            case _:
                at = rng.randrange(len(data))
                del data[at : at + rng.randrange(1, 20)]
        yield bytes(data)
