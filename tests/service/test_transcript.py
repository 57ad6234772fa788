"""The history hash is the HMAC that it is said to be, ply by ply and for many at once."""

from __future__ import annotations

import hmac
import struct

from service import transcript

KEY, START = b"k" * 32, b"s" * 32


def test_a_ply_is_authenticated_by_hmac_sha256() -> None:
    for entry, seat, add in ((1, 3, transcript.add_move), (2, 0xFF, None)):
        data = START + struct.pack("<BBQ", entry, seat, 77)
        made = add(KEY, START, seat, 77) if add is not None else transcript.add_chance(KEY, START, 77)
        assert made == hmac.digest(KEY, data, "sha256")


def test_many_plies_are_one_after_the_other() -> None:
    seats, words = bytes([0, 0xFF, 1]), [5, 6, 7]
    one = transcript.add_move(KEY, START, 0, 5)
    two = transcript.add_chance(KEY, one, 6)
    three = transcript.add_move(KEY, two, 1, 7)
    assert list(transcript.add_plies(KEY, START, seats, words, 0xFF)) == [one, two, three]
