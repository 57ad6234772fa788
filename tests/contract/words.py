"""Move and outcome words that nobody would play, to compare what is listed with what is accepted."""

import random
from collections.abc import Collection, Iterator
from itertools import product

WORD_BYTES = 8
# Words that are easily forgotten: no word at all, words of more than 64 bits, and all bits.
STRANGE_WORDS = (0, 1, -1, -(2**63), 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**200, -(2**200))


def split(word: int) -> bytes:
    """The bytes of a word, lowest first."""
    return word.to_bytes(WORD_BYTES, "little")


def join(parts: Collection[int]) -> int:
    """The word of these bytes."""
    return int.from_bytes(bytes(parts), "little")


def columns(words: Collection[int]) -> list[list[int]]:
    """For each byte of a word the values that occur in `words`, 0 and the first that is too high."""
    seen = [set(column) for column in zip(*map(split, words), strict=True)]
    return [sorted(values | ({0, max(values) + 1} if values != {0} else {0}) - {256}) for values in seen]


def combinations(words: Collection[int]) -> Iterator[int]:
    """Every word that can be made of bytes of these words, or of one that is too high, each in its place."""
    return map(join, product(*columns(words)))


def count(words: Collection[int]) -> int:
    """How many `combinations` there are."""
    total = 1
    for values in columns(words):
        total *= len(values)
    return total


def crossed(words: Collection[int], rng: random.Random, number: int) -> Iterator[int]:
    """Some of the `combinations` at random."""
    choices = columns(words)
    for _ in range(number):
        yield join([rng.choice(values) for values in choices])


def mutated(words: Collection[int], rng: random.Random, number: int) -> Iterator[int]:
    """Words of which one bit or one byte is another."""
    known = list(words)
    for _ in range(number):
        parts = bytearray(split(rng.choice(known)))
        at = rng.randrange(WORD_BYTES)
        parts[at] = parts[at] ^ (1 << rng.randrange(8)) if rng.random() < 0.5 else rng.randrange(256)
        yield join(parts)


def odd_words(words: Collection[int], rng: random.Random, number: int) -> Iterator[int]:
    """Some of everything: crossed, mutated, random and strange words."""
    yield from STRANGE_WORDS
    yield from (rng.getrandbits(64) for _ in range(number // 8))
    if words:
        yield from crossed(words, rng, number)
        yield from mutated(words, rng, number)
