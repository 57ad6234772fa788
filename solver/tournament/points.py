"""What places bring: rank points, stretched to any size of table, shared by those who share a place.

At a table of n the place i of 1 .. n brings the value at (i - 1) / (n - 1) of the way along the list of rank points,
straight between two of its members. So first and last place bring the same at every table, and with 4, 3, 2, 1 every
table brings 5/2 for each of its players, whatever its size.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=256)
def points_of_places(rank_points: tuple[int, ...], players: int) -> tuple[Fraction, ...]:
    """What each place brings at a table of so many, none of them shared."""
    if players == 1:
        return (Fraction(rank_points[0]),)
    steps = len(rank_points) - 1
    points = []
    for place in range(players):
        way = Fraction(place * steps, players - 1)
        before = int(way)
        after = min(before + 1, steps)
        points.append(rank_points[before] + (way - before) * (rank_points[after] - rank_points[before]))
    return tuple(points)


@lru_cache(maxsize=1024)
def points_of_table(rank_points: tuple[int, ...], places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """What everybody at a table gets: who shares places, the mean of what these bring."""
    alone = points_of_places(rank_points, len(places))
    sharing = Counter(places)
    return tuple(sum(alone[place - 1 : place - 1 + sharing[place]], Fraction()) / sharing[place] for place in places)
