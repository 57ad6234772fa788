"""Both random streams once more in plain Python, from their published definitions, for the tests to compare with.

`python -m tests.cext.stream_reference` writes `vectors/game_stream.json` anew: the vectors by which anybody can check
an implementation of the game's stream. HMAC is spelled out here (RFC 2104), so that nothing is shared with `cext`.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).with_name("vectors") / "game_stream.json"
MASK = 2**64 - 1


# The game's stream


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 for a key of at most one SHA-256 block."""
    key = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def game_words(seed: bytes, domain: str) -> Iterator[int]:
    """The 32-bit words of a domain, in order."""
    block = 0
    while True:
        digest = hmac_sha256(seed, domain.encode() + b"\0" + block.to_bytes(4, "big"))
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def game_below(words: Iterator[int], bound: int) -> int:
    """The next word below the largest multiple of `bound`, modulo `bound`."""
    limit = 2**32 // bound * bound
    return next(word for word in words if word < limit) % bound


def game_shuffle(words: Iterator[int], count: int) -> list[int]:
    """Fisher and Yates, from the end."""
    order = list(range(count))
    for last in reversed(range(1, count)):
        other = game_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


# The simulation stream


def splitmix64(counter: int) -> Iterator[int]:
    """SplitMix64 (Steele, Lea and Flood 2014)."""
    while True:
        counter = (counter + 0x9E3779B97F4A7C15) & MASK
        z = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def rotate_left(word: int, bits: int) -> int:
    """A 64-bit rotation."""
    return ((word << bits) | (word >> (64 - bits))) & MASK


def xoshiro256pp(s0: int, s1: int, s2: int, s3: int) -> Iterator[int]:
    """xoshiro256++ (Blackman and Vigna 2019)."""
    while True:
        yield (rotate_left((s0 + s3) & MASK, 23) + s0) & MASK
        shifted = (s1 << 17) & MASK
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = rotate_left(s3, 45)


def fast_below(words: Iterator[int], bound: int) -> int:
    """Lemire 2019, in its plain form: of the 2**32 products keep those whose low half is not in the surplus."""
    surplus = 2**32 % bound
    products = ((word >> 32) * bound for word in words)
    return next(product for product in products if product % 2**32 >= surplus) >> 32


# The published vectors

SEEDS = (bytes(32), bytes(range(32)), b"\xff" * 32, sha256(b"canopy").digest())
DOMAINS = ("trek12/numbers", "trek12/roll/1", "trek12/roll/19", "trek12/card/2", "", "jaguar \u00e9")
BOUNDS = (6, 6, 1, 7, 2, 3_000_000_019, 3_000_000_019, 3_000_000_019, 2**32 - 1, 52, 2**31, 3_000_000_019, 8, 6)
COUNTS = (0, 1, 2, 7, 12)


def vectors() -> dict[str, Any]:
    """The document of `vectors/game_stream.json`."""
    cases = []
    for seed in SEEDS:
        for domain in DOMAINS:
            words = game_words(seed, domain)
            values = [game_below(words, bound) for bound in BOUNDS]
            shuffles = [game_shuffle(game_words(seed, domain), count) for count in COUNTS]
            cases.append({"seed": seed.hex(), "domain": domain, "values": values, "shuffles": shuffles})
    return {
        "stream": "HMAC-SHA256(seed, domain in UTF-8 || 00 || block number, 4 bytes big-endian); "
        "eight big-endian 32-bit words per block, a word rejected unless below the largest multiple of the bound",
        "reading": "the values of a case are drawn in the order of the bounds on one stream; every shuffle starts a "
        "fresh stream and goes from the end: for i = count-1 .. 1 the numbers at i and at below(i + 1) change places",
        "bounds": list(BOUNDS),
        "counts": list(COUNTS),
        "cases": cases,
    }


def main() -> None:
    """Write the vectors."""
    VECTORS.parent.mkdir(exist_ok=True)
    document = vectors()
    cases = ",\n".join(f"  {json.dumps(case)}" for case in document.pop("cases"))
    head = json.dumps(document, indent=1).removesuffix("\n}")
    VECTORS.write_text(f'{head},\n "cases": [\n{cases}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
