"""Checks the dice of a game with nothing but hashes. It knows no game and shares no code with Canopy.

    python3 verify.py sheet.json ...

A sheet is what `canopy record show --draws` prints: the secret that was opened after the game, and all that was drawn.
It is fair when

 1. SHA-256 of the server secret is the commitment that was published before the game;
 2. SHA-256 over the client seeds, each after its length as 4 bytes big-endian, is the hash that was published;
 3. every number follows from seed = HKDF-SHA256(secret, salt = that hash, info = "canopy/v1/seed" + game id).

A draw has a domain; what is dealt from one shuffle at different times has the same. The stream of a domain is the
32-bit words, big-endian, of HMAC-SHA256(seed, domain + 00 + block) for the blocks 0, 1, ... as 4 bytes big-endian. A
number below a bound takes the next word that is below the largest multiple of the bound, modulo the bound. Compare the
commitment with the one that you have kept.

The status is 0 when all sheets are fair, else 1.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def words(seed: bytes, domain: str) -> Iterator[int]:
    """The stream of a domain."""
    block = 0
    while True:
        digest = hmac.digest(seed, domain.encode() + b"\0" + block.to_bytes(4, "big"), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The next number of a stream below a bound."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in stream if word < limit) % bound


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) with one block of output."""
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")


def check(sheet: dict[str, Any]) -> str:
    """What is to be said of a sheet: `fair`, or the first thing that is wrong."""
    secret = bytes.fromhex(sheet["server_secret"])
    if hashlib.sha256(secret).hexdigest() != sheet["commitment"]:
        return "unfair: the secret does not fit the commitment"
    seeds = [bytes.fromhex(seed) for seed in sheet["client_seeds"]]
    seeds_hash = hashlib.sha256(b"".join(len(seed).to_bytes(4, "big") + seed for seed in seeds)).digest()
    if seeds_hash.hex() != sheet["client_seeds_hash"]:
        return "unfair: the client seeds do not fit their hash"
    seed = hkdf(secret, seeds_hash, b"canopy/v1/seed" + bytes.fromhex(sheet["game_id"]))
    for draw in sheet["draws"]:
        stream = words(seed, draw["domain"])
        if draw["values"] != [below(stream, bound) for bound in draw["bounds"]]:
            return f"unfair: ply {draw['ply']} shows other numbers than the secret gives"
    return "fair"


def main() -> int:
    """Check the files that are named."""
    all_fair = True
    for name in sys.argv[1:]:
        found = check(json.loads(Path(name).read_text("utf-8")))
        print(f"{name}: {found}")
        all_fair = all_fair and found == "fair"
    return 0 if all_fair else 1


if __name__ == "__main__":
    sys.exit(main())
