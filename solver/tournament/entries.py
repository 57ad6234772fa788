"""A tournament as plain data: who takes part, what was played, and how it counts. Players are numbers, by entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cached_property


@unique
class Format(Enum):
    """How a tournament goes on; see canopy.v1.TournamentFormat."""

    LEAGUE = "league"
    SWISS = "swiss"


@unique
class Criterion(Enum):
    """What ranks players, and how people call it; more is better. See canopy.v1.RankingCriterion."""

    POINTS = "points"
    WINS = "wins"
    DIRECT_ENCOUNTER = "direct encounter"
    OPPONENTS = "opponents' points"
    POINTS_SHARE = "share of the points"


USUAL_TIE_BREAKS = {
    Format.LEAGUE: (Criterion.WINS, Criterion.DIRECT_ENCOUNTER, Criterion.POINTS_SHARE),
    Format.SWISS: (Criterion.OPPONENTS, Criterion.WINS, Criterion.DIRECT_ENCOUNTER),
}
USUAL_RANK_POINTS = (4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part."""

    id: str
    name: str
    # The first round that the player is there for, and the last one; None: still there.
    joined: int = 1
    left: int | None = None

    def is_there(self, round_: int) -> bool:
        """Whether the player takes part in a round."""
        return self.joined <= round_ and (self.left is None or round_ <= self.left)


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was played; by seat, who sat there and in which place they came. Round 0: none."""

    round: int
    players: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a table: the player was left over by the pairing, or stayed away."""

    round: int
    player: int
    is_paired: bool


@dataclass(frozen=True, slots=True)
class Scoring:
    """How places count; see canopy.v1.TournamentRules."""

    rank_points: tuple[int, ...] = USUAL_RANK_POINTS
    # None: as much as a first place.
    bye_points: int | None = None
    tie_breaks: tuple[Criterion, ...] = ()
    # None: all.
    counted_results: int | None = None


@dataclass(frozen=True)
class Tournament:
    """All that has been played."""

    format: Format
    entrants: tuple[Entrant, ...]
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    scoring: Scoring = Scoring()

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """What ranks, in the order in which it is asked."""
        return (Criterion.POINTS, *(self.scoring.tie_breaks or USUAL_TIE_BREAKS[self.format]))

    @property
    def rounds(self) -> int:
        """The last round that was played, 0 for none. Byes may be known long before their rounds."""
        return max((table.round for table in self.tables), default=0)

    @cached_property
    def tables_of(self) -> Sequence[Sequence[tuple[int, Table]]]:
        """By player, the tables where they sat, each with its number."""
        tables: list[list[tuple[int, Table]]] = [[] for _ in self.entrants]
        for number, table in enumerate(self.tables):
            for player in table.players:
                tables[player].append((number, table))
        return tables

    @cached_property
    def byes_of(self) -> Sequence[Sequence[Bye]]:
        """By player, the rounds without a table."""
        byes: list[list[Bye]] = [[] for _ in self.entrants]
        for bye in self.byes:
            byes[bye.player].append(bye)
        return byes
