"""Who stands where in a tournament, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from solver.tournament.entries import Criterion, Tournament
from solver.tournament.points import points_of_table
from solver.tournament.tie_breaks import ASKED, Facts, Value


@dataclass(frozen=True, slots=True)
class Result:
    """What one table, or one round without, brought a player."""

    round: int
    # None: a bye.
    table: int | None
    # Of a bye 0, both.
    place: int
    players: int
    points: Fraction
    # Not among the results that count.
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player stands."""

    player: int
    place: int
    points: Fraction
    # By criterion; None: it was not asked.
    values: tuple[Value | None, ...]
    # None: the first one, or tied with the one before.
    decided_by: Criterion | None
    decision: str
    results: tuple[Result, ...]
    # By seat, how often the player sat there.
    seats: tuple[int, ...]
    balance: Fraction


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Everybody, best first; who shares a place ascends by id."""
    results = [results_of(tournament, player) for player in range(len(tournament.entrants))]
    points = tuple(
        sum((result.points for result in of_player if not result.is_dropped), Fraction()) for of_player in results
    )
    ranking = _Ranking(Facts(tournament, points))
    told: list[Standing] = []
    for place, decided_by, tied in ranking.groups():
        for player in tied:
            told.append(
                Standing(
                    player=player,
                    place=place,
                    points=points[player],
                    values=ranking.values_of(player),
                    decided_by=decided_by,
                    decision=ranking.decision(told[-1].player, player, decided_by) if told else "",
                    results=results[player],
                    seats=seats_of(tournament, player),
                    balance=balance_of(tournament, player),
                )
            )
            decided_by = None
    return tuple(told)


def results_of(tournament: Tournament, player: int) -> tuple[Result, ...]:
    """What every table and every bye brought a player, by round."""
    scoring = tournament.scoring
    results = []
    for number, table in tournament.tables_of[player]:
        seat = table.players.index(player)
        points = points_of_table(scoring.rank_points, table.places)[seat]
        results.append(Result(table.round, number, table.places[seat], len(table.players), points))
    worth = scoring.rank_points[0] if scoring.bye_points is None else scoring.bye_points
    for bye in tournament.byes_of[player]:
        results.append(Result(bye.round, None, 0, 0, Fraction(worth if bye.is_paired else 0)))
    results.sort(key=lambda result: (result.round, -1 if result.table is None else result.table))
    if scoring.counted_results is None:
        return tuple(results)
    # Of equal results the earlier ones count.
    best = sorted(range(len(results)), key=lambda index: (-results[index].points, index))
    kept = set(best[: scoring.counted_results])
    return tuple(replace(result, is_dropped=index not in kept) for index, result in enumerate(results))


def seats_of(tournament: Tournament, player: int) -> tuple[int, ...]:
    """How often a player sat in each seat, up to the last one that there was for anybody."""
    counts = [0] * max((len(table.players) for table in tournament.tables), default=0)
    for _, table in tournament.tables_of[player]:
        counts[table.players.index(player)] += 1
    return tuple(counts)


@lru_cache(maxsize=2048)
def lateness(seat: int, players: int) -> Fraction:
    """Where a seat is between the first (-1) and the last (1) of its table."""
    return Fraction(2 * seat, players - 1) - 1


def balance_of(tournament: Tournament, player: int) -> Fraction:
    """How early or late the seats of a player were, all together."""
    return sum(
        (lateness(table.players.index(player), len(table.players)) for _, table in tournament.tables_of[player]),
        Fraction(),
    )


class _Ranking:
    """Sorts by one criterion after the other; each later one only among those whom all before left tied."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._criteria = facts.tournament.criteria
        # By player, what was asked so far.
        self._values: list[dict[Criterion, Value]] = [{} for _ in facts.points]

    def groups(self) -> Sequence[tuple[int, Criterion | None, Sequence[int]]]:
        """(place, what parted it from the group before, players), best first."""
        ordered = self._part(list(range(len(self._facts.points))), 0, None)
        groups, place = [], 1
        for decided_by, tied in ordered:
            groups.append((place, decided_by, tied))
            place += len(tied)
        return groups

    def _part(
        self, tied: list[int], depth: int, before: Criterion | None
    ) -> list[tuple[Criterion | None, Sequence[int]]]:
        """Tied players as groups that nothing parts, each with what parted it from the one before."""
        entrants = self._facts.tournament.entrants
        if not tied:
            return []
        if len(tied) == 1 or depth == len(self._criteria):
            return [(before, sorted(tied, key=lambda player: entrants[player].id))]
        criterion = self._criteria[depth]
        everybody = frozenset(tied)
        for player in tied:
            self._values[player][criterion] = ASKED[criterion](self._facts, player, everybody)

        def value(player: int) -> Fraction:
            return self._values[player][criterion].value

        parts: list[tuple[Criterion | None, Sequence[int]]] = []
        for _, group in groupby(sorted(tied, key=value, reverse=True), key=value):
            parts += self._part(list(group), depth + 1, criterion if parts else before)
        return parts

    def values_of(self, player: int) -> tuple[Value | None, ...]:
        """By criterion; those that depend on nobody else are told even if they were not needed."""
        values: list[Value | None] = []
        for criterion in self._criteria:
            asked = self._values[player].get(criterion)
            if asked is None and criterion is not Criterion.DIRECT_ENCOUNTER:
                asked = ASKED[criterion](self._facts, player, ())
            values.append(asked)
        return tuple(values)

    def decision(self, better: int, player: int, decided_by: Criterion | None) -> str:
        """Why a player stands behind the one before."""
        name = self._facts.name(better)
        if decided_by is None:
            return f"Shares the place with {name}: nothing parts them."
        theirs, own = self._values[better][decided_by].value, self._values[player][decided_by].value
        return f"Behind {name} by {decided_by.value}: {own} against {theirs}."
