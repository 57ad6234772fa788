"""Who is to be paired, as numbers: players in their order, with their points, meetings and seats."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from solver.tournament.entries import Tournament
from solver.tournament.sizes import choose_sizes
from solver.tournament.standings import balance_of, results_of, seats_of

# Points are paired by as whole numbers, which OR-Tools adds up; finer ones are rounded down to so many steps. With so
# many, what a thousand players cost at the tables of a whole league stays below 2**63.
_MAX_STEPS = 10**9


@dataclass(frozen=True, slots=True)
class Field:
    """Those who play in a round. They are numbered by points, most first, and among equal points by lot."""

    round: int
    # By number, the ids of the players.
    players: tuple[str, ...]
    # By number, points in steps.
    scores: tuple[int, ...]
    # How many steps a point has.
    scale: Fraction
    # How often two have met, the lower number first; those who have not are left out.
    met: Mapping[tuple[int, int], int]
    # By number: how early or late the seats were, and how often it was the first one.
    balances: tuple[Fraction, ...]
    first_seats: tuple[int, ...]
    # By number, what decides where nothing else does; for seats another one than for tables.
    lots: tuple[bytes, ...]
    # Of the tables, the largest first.
    sizes: tuple[int, ...]
    # The ids of those who are left over.
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of a round."""

    round: int
    allowed: tuple[int, ...]
    preferred: int
    absent: frozenset[int] = frozenset()


def field_of(tournament: Tournament, wishes: Wishes, seed: int) -> Field:
    """The field of a round. It does not depend on the order in which anything was told."""
    points = _points(tournament)
    lots = [_lot(seed, f"table {entrant.id}") for entrant in tournament.entrants]
    out = wishes.absent | {bye.player for bye in tournament.byes if bye.round == wishes.round}
    there = [
        player
        for player, entrant in enumerate(tournament.entrants)
        if player not in out and entrant.is_there(wishes.round)
    ]
    there.sort(key=lambda player: (-points[player], lots[player]))
    sizes = choose_sizes(len(there), wishes.allowed, wishes.preferred)
    byes = _left_over(tournament, there, points, len(there) - sum(sizes))
    players = tuple(player for player in there if player not in byes)
    scores, scale = _in_steps([points[player] for player in players])
    return Field(
        round=wishes.round,
        players=tuple(tournament.entrants[player].id for player in players),
        scores=scores,
        scale=scale,
        met=_meetings(tournament, players),
        balances=tuple(balance_of(tournament, player) for player in players),
        first_seats=tuple((seats_of(tournament, player) or (0,))[0] for player in players),
        lots=tuple(_lot(seed, f"seat {tournament.entrants[player].id}") for player in players),
        sizes=sizes,
        byes=tuple(tournament.entrants[player].id for player in byes),
    )


def _points(tournament: Tournament) -> list[Fraction]:
    return [
        sum((result.points for result in results_of(tournament, player) if not result.is_dropped), Fraction())
        for player in range(len(tournament.entrants))
    ]


def _lot(seed: int, name: str) -> bytes:
    """A lot that depends on the seed and the name alone."""
    return hashlib.sha256(f"{seed} {name}".encode()).digest()


def _left_over(tournament: Tournament, there: list[int], points: list[Fraction], count: int) -> tuple[int, ...]:
    """Those with the fewest byes before, then with the fewest points, then by lot."""
    paired = Counter(bye.player for bye in tournament.byes if bye.is_paired)
    lowest_first = sorted(there, key=lambda player: (paired[player], points[player]))
    return tuple(lowest_first[:count])


def _in_steps(points: list[Fraction]) -> tuple[tuple[int, ...], Fraction]:
    """Points as whole numbers from 0 on, and how many of these a point is."""
    lowest = min(points, default=Fraction())
    above = [value - lowest for value in points]
    parts = math.lcm(*(value.denominator for value in above))
    shared = math.gcd(*(int(value * parts) for value in above)) or 1
    scale = Fraction(parts, shared)
    highest = max(above, default=Fraction()) * scale
    if highest > _MAX_STEPS:
        scale *= _MAX_STEPS / highest
    return tuple(int(value * scale) for value in above), scale


def _meetings(tournament: Tournament, players: tuple[int, ...]) -> dict[tuple[int, int], int]:
    numbers = {player: number for number, player in enumerate(players)}
    met: Counter[tuple[int, int]] = Counter()
    for table in tournament.tables:
        present = sorted(numbers[player] for player in table.players if player in numbers)
        met.update(combinations(present, 2))
    return dict(met)
