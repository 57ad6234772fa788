"""What the text pictures of all games share: plain ASCII, at most 100 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

WIDTH = 100


def join_blocks(blocks: Sequence[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between them; empty blocks are left out."""
    lines = [line.rstrip()[:WIDTH] for block in blocks if block for line in (*block, "")]
    return "\n".join(lines[:-1]) + "\n"


def wrapped(head: str, words: Sequence[str]) -> list[str]:
    """Words after a heading, as many to a line as fit."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + 2 + len(word) > WIDTH:
            lines.append(" " * len(head))
        lines[-1] += f"  {word}"
    return lines


def plain(text: str) -> str:
    """Text from outside without anything that a terminal would obey or show wider than one column.

    Letters lose their accents; whatever else is not ASCII becomes a question mark.
    """
    letters = (character for character in unicodedata.normalize("NFKD", text) if not unicodedata.combining(character))
    return "".join(letter if " " <= letter <= "~" else "?" for letter in letters)
