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

What two readers could understand differently is no sheet: bytes that are not told by two lower-case digits each, of
another length than they have, numbers that are not whole or too large, text that is not UTF-8.

The status is 0 when all sheets are fair, else 1.
"""

import hashlib
import hmac
import json
import re
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


class NoSheet(Exception):
    """A sheet cannot be understood; the message names what is wrong with it."""


def octets(told: Any, name: str, size: int | None = None) -> bytes:
    """Bytes, of which there are so many."""
    if not isinstance(told, str) or not re.fullmatch("([0-9a-f]{2})*", told) or size not in (None, len(told) // 2):
        raise NoSheet(name)
    return bytes.fromhex(told)


def listed(told: Any, name: str) -> list[Any]:
    """A list."""
    if not isinstance(told, list):
        raise NoSheet(name)
    return told


def wholes(told: Any, name: str, least: int, most: int) -> list[int]:
    """Whole numbers, each within these limits."""
    for number in listed(told, name):
        # JSON knows one kind of number; see `read`. True and False are none.
        if type(number) not in (int, float) or number // 1 != number or not least <= number <= most:
            raise NoSheet(name)
    return [int(number) for number in told]


def members(told: Any, name: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(told, dict):
        raise NoSheet(name)
    return told


def check(told: Any) -> str:
    """What is to be said of a sheet: `fair`, or the first thing that is wrong. Raises NoSheet."""
    sheet = members(told, "the sheet")
    if sheet.get("format") != "canopy fairness sheet 1":
        raise NoSheet("format")
    secret = octets(sheet.get("server_secret"), "server_secret", 32)
    game_id = octets(sheet.get("game_id"), "game_id", 16)
    commitment = octets(sheet.get("commitment"), "commitment", 32)
    promised = octets(sheet.get("client_seeds_hash"), "client_seeds_hash", 32)
    seeds = [octets(seed, "client_seeds") for seed in listed(sheet.get("client_seeds"), "client_seeds")]
    if hashlib.sha256(secret).digest() != commitment:
        return "unfair: the secret does not fit the commitment"
    if hashlib.sha256(b"".join(len(seed).to_bytes(4, "big") + seed for seed in seeds)).digest() != promised:
        return "unfair: the client seeds do not fit their hash"
    seed = hkdf(secret, promised, b"canopy/v1/seed" + game_id)
    for draw in listed(sheet.get("draws"), "draws"):
        draw = members(draw, "draws")
        (ply,) = wholes([draw.get("ply")], "ply", 1, 2**32 - 1)
        domain = draw.get("domain")
        if not isinstance(domain, str) or re.search("[\ud800-\udfff]", domain):
            raise NoSheet("domain")
        bounds = wholes(draw.get("bounds"), "bounds", 1, 2**32)
        values = wholes(draw.get("values"), "values", 0, 2**32 - 1)
        stream = words(seed, domain)
        if values != [below(stream, bound) for bound in bounds]:
            return f"unfair: ply {ply} shows other numbers than the secret gives"
    return "fair"


def read(file: Path) -> Any:
    """The JSON in a file, its numbers as every reader of JSON has them."""

    def refuse(_: str) -> None:
        raise ValueError("a number that is none")

    return json.loads(file.read_bytes().decode("utf-8"), parse_int=float, parse_constant=refuse)


def main() -> int:
    """Check the files that are named."""
    all_fair = True
    for name in sys.argv[1:]:
        try:
            found = check(read(Path(name)))
        except NoSheet as error:
            found = f"no sheet: {error}"
        except (OSError, ValueError, RecursionError):
            found = "no sheet: the file"
        print(f"{name}: {found}")
        all_fair = all_fair and found == "fair"
    return 0 if all_fair else 1


if __name__ == "__main__":
    sys.exit(main())
