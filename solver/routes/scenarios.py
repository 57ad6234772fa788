"""What may come: orders of the event cards that are still face down, and villages that others fill up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

# Fewer than so many are listed, of more samples are drawn.
MOST_LISTED = 64
USUAL_SAMPLES = 12
MOST_SAMPLES = 256


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way in which the rest of the game may go."""

    # All events that are still to be turned over, in order.
    events: tuple[int, ...]
    # Villages in which the seat can build nothing after its next round.
    closed: frozenset[int]
    probability: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """All scenarios that there are, or samples of them."""

    scenarios: tuple[Scenario, ...]
    is_complete: bool


def outlook(
    counts: Sequence[int], known: Sequence[int], risks: Mapping[int, float], samples: int, seed: int
) -> Outlook:
    """What may come when the next events are known, and the others are any order of the cards that are left.

    `counts` are the cards that have not been turned over, by what they show. `risks` are the probabilities with which
    villages are closed, each independent of the others.
    """
    left = Counter({event: count for event, count in enumerate(counts) if count})
    left.subtract(Counter(known))
    orders = _multinomial([count for count in left.values() if count > 0])
    unsure = sorted(village for village, probability in risks.items() if 0 < probability < 1)
    if orders * 2 ** len(unsure) <= MOST_LISTED:
        listed = (
            Scenario((*known, *order), closed, probability / orders)
            for closed, probability in _closings(risks, unsure)
            for order in _orders(left)
        )
        return Outlook(tuple(listed), is_complete=True)
    rng = random.Random(seed)  # noqa: S311 - what is sampled needs no secrets
    return Outlook(tuple(_sample(rng, left, known, risks, samples) for _ in range(samples)), is_complete=False)


def _multinomial(counts: Sequence[int]) -> int:
    """In how many orders cards can come, equal ones alike."""
    return prod(comb(sum(counts[: index + 1]), count) for index, count in enumerate(counts))


def _orders(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """All of these; each is as likely as any other."""
    kinds = sorted(event for event, count in left.items() if count > 0)
    if not kinds:
        yield ()
    for event in kinds:
        rest = left.copy()
        rest[event] -= 1
        yield from ((event, *order) for order in _orders(rest))


def _closings(risks: Mapping[int, float], unsure: Sequence[int]) -> Iterator[tuple[frozenset[int], float]]:
    sure = {village for village, probability in risks.items() if probability >= 1}
    for count in range(len(unsure) + 1):
        for closed in combinations(unsure, count):
            yield (
                frozenset(sure.union(closed)),
                prod(risks[village] if village in closed else 1 - risks[village] for village in unsure),
            )


def _sample(
    rng: random.Random, left: Counter[int], known: Sequence[int], risks: Mapping[int, float], samples: int
) -> Scenario:
    order = sorted(event for event, count in left.items() for _ in range(count))
    rng.shuffle(order)
    closed = frozenset(village for village in sorted(risks) if rng.random() < risks[village])
    return Scenario((*known, *order), closed, 1 / samples)
