"""What strangers have written, as it may stand in a line that people read on a terminal."""

from __future__ import annotations


def in_line(text: str) -> str:
    """The text without what would begin another line, move or colour what is there, or turn it round."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
