"""What parts equal points, each criterion with its value and the sentence that explains it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from solver.tournament.entries import Criterion, Format, Tournament
from solver.tournament.points import points_of_places, points_of_table


@dataclass(frozen=True, slots=True)
class Value:
    """A value and how it comes about."""

    value: Fraction
    explanation: str


# Asks about one player among those who are tied.
Asked: TypeAlias = Callable[["Facts", int, Collection[int]], Value]


@dataclass(frozen=True)
class Facts:
    """What criteria look at."""

    tournament: Tournament
    # By player, the points that count.
    points: tuple[Fraction, ...]

    @cached_property
    def points_at(self) -> tuple[Fraction, ...]:
        """By table, the points of all who sat there."""
        return tuple(
            sum((self.points[player] for player in table.players), Fraction()) for table in self.tournament.tables
        )

    def name(self, player: int) -> str:
        """How people call a player."""
        return self.tournament.entrants[player].name


def _points(facts: Facts, player: int, tied: Collection[int]) -> Value:
    del tied
    return Value(facts.points[player], f"{counted(facts.points[player], 'rank point')}.")


def _wins(facts: Facts, player: int, tied: Collection[int]) -> Value:
    del tied
    alone, shared = 0, []
    for _, table in facts.tournament.tables_of[player]:
        if table.places[table.players.index(player)] == 1:
            winners = table.places.count(1)
            if winners == 1:
                alone += 1
            else:
                shared.append(winners)
    told = counted(Fraction(alone), "first place")
    for winners in sorted(shared):
        told += f", one shared by {winners}"
    return Value(alone + sum((Fraction(1, winners) for winners in shared), Fraction()), f"{told}.")


def _direct_encounter(facts: Facts, player: int, tied: Collection[int]) -> Value:
    ahead = behind = level = 0
    met = set()
    for _, table in facts.tournament.tables_of[player]:
        own = table.places[table.players.index(player)]
        for other, place in zip(table.players, table.places, strict=True):
            if other != player and other in tied:
                met.add(other)
                ahead += own < place
                behind += own > place
                level += own == place
    if not met:
        return Value(Fraction(), "Has met none of those who are tied.")
    names = ", ".join(sorted(facts.name(other) for other in met))
    return Value(Fraction(ahead - behind), f"Against {names}: {ahead} ahead, {behind} behind, {level} level.")


def _opponents(facts: Facts, player: int, tied: Collection[int]) -> Value:
    del tied
    own = facts.points[player]
    means = [
        (facts.points_at[number] - own) / (len(table.players) - 1)
        for number, table in facts.tournament.tables_of[player]
    ]
    missed = 0
    if facts.tournament.format is Format.SWISS:
        played = {table.round for _, table in facts.tournament.tables_of[player]}
        missed = sum(round_ not in played for round_ in range(1, facts.tournament.rounds + 1))
    told = f"The opponents' points at {counted(Fraction(len(means)), 'table')}"
    if missed:
        told += f", and the own points for {counted(Fraction(missed), 'round')} without one"
    return Value(sum(means, Fraction()) + missed * own, f"{told}.")


def _points_share(facts: Facts, player: int, tied: Collection[int]) -> Value:
    """Of all tables, those too whose results do not count; byes are no tables."""
    del tied
    rank_points = facts.tournament.scoring.rank_points
    won = most = Fraction()
    for _, table in facts.tournament.tables_of[player]:
        won += points_of_table(rank_points, table.places)[table.players.index(player)]
        most += points_of_places(rank_points, len(table.players))[0]
    if not most:
        return Value(Fraction(), "Has played no table that brings points.")
    return Value(won / most, f"{won} of the {most} points that only first places would have brought.")


ASKED: Mapping[Criterion, Asked] = {
    Criterion.POINTS: _points,
    Criterion.WINS: _wins,
    Criterion.DIRECT_ENCOUNTER: _direct_encounter,
    Criterion.OPPONENTS: _opponents,
    Criterion.POINTS_SHARE: _points_share,
}


def counted(number: Fraction, noun: str) -> str:
    """A number of things, for example `5/2 rank points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
