"""A tournament out of canopy.v1, with everything that is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from canopy.v1 import tournament_pb2
from engines.game import Malformed
from solver.tournament.entries import (
    USUAL_RANK_POINTS,
    Bye,
    Criterion,
    Entrant,
    Format,
    Scoring,
    Table,
    Tournament,
)

# How much one tournament may hold.
MAX_PLAYERS = 1000
MAX_SEATS = 50
MAX_ROUND = 1000
MAX_RANK_POINTS = 1_000_000
MAX_NAME_BYTES = 64

_FORMATS = {
    tournament_pb2.TOURNAMENT_FORMAT_UNSPECIFIED: Format.LEAGUE,
    tournament_pb2.TOURNAMENT_FORMAT_LEAGUE: Format.LEAGUE,
    tournament_pb2.TOURNAMENT_FORMAT_SWISS: Format.SWISS,
}
CRITERIA: Mapping[tournament_pb2.RankingCriterion, Criterion] = {
    tournament_pb2.RANKING_CRITERION_POINTS: Criterion.POINTS,
    tournament_pb2.RANKING_CRITERION_WINS: Criterion.WINS,
    tournament_pb2.RANKING_CRITERION_DIRECT_ENCOUNTER: Criterion.DIRECT_ENCOUNTER,
    tournament_pb2.RANKING_CRITERION_OPPONENTS: Criterion.OPPONENTS,
    tournament_pb2.RANKING_CRITERION_POINTS_SHARE: Criterion.POINTS_SHARE,
}
_BYES = {
    tournament_pb2.TOURNAMENT_BYE_KIND_UNSPECIFIED: True,
    tournament_pb2.TOURNAMENT_BYE_KIND_PAIRED: True,
    tournament_pb2.TOURNAMENT_BYE_KIND_ABSENT: False,
}


@dataclass(frozen=True, slots=True)
class TournamentDefect:
    """One defect; see canopy.v1.TournamentDefect."""

    code: str
    field: str
    message: str


class BadTournament(Malformed):
    """What was told is no tournament; all defects are in `defects`."""

    def __init__(self, defects: Sequence[TournamentDefect]) -> None:
        super().__init__(f"{len(defects)} in all; the first: {defects[0].field}: {defects[0].message}")
        self.defects = tuple(defects)


def tournament_of(message: tournament_pb2.Tournament) -> Tournament:
    """The tournament that is told. Raises BadTournament."""
    return _Reading(message).tournament()


class _Reading:
    """One message being read."""

    def __init__(self, message: tournament_pb2.Tournament) -> None:
        self._message = message
        self._defects: list[TournamentDefect] = []
        self._numbers: dict[str, int] = {}
        # Who was where, as far as that is told soundly: round, player, path.
        self._present: list[tuple[int, int, str]] = []
        self._format = _FORMATS.get(message.format, Format.LEAGUE)

    def tournament(self) -> Tournament:
        if self._message.format not in _FORMATS:
            self._note("NO_SUCH_FORMAT", "format", "There is no such format.")
        entrants = self._entrants()
        tables = tuple(self._tables())
        byes = tuple(self._byes())
        scoring = self._scoring()
        self._check_rounds(entrants)
        if self._defects:
            raise BadTournament(self._defects)
        return Tournament(self._format, entrants, tables, byes, scoring)

    def _note(self, code: str, field: str, message: str) -> None:
        self._defects.append(TournamentDefect(code, field, message))

    def _entrants(self) -> tuple[Entrant, ...]:
        players = list(self._message.players)
        if not 1 <= len(players) <= MAX_PLAYERS:
            self._note("WRONG_PLAYER_COUNT", "players", f"A tournament has 1 to {MAX_PLAYERS} players.")
        entrants = []
        for index, player in enumerate(players):
            path = f"players[{index}]"
            if not 1 <= len(player.id.encode()) <= MAX_NAME_BYTES:
                self._note("BAD_ID", f"{path}.id", f"An id has 1 to {MAX_NAME_BYTES} bytes.")
            elif player.id in self._numbers:
                self._note("ID_REPEATED", f"{path}.id", "Another player has this id.")
            if len(player.name.encode()) > MAX_NAME_BYTES:
                self._note("BAD_NAME", f"{path}.name", f"A name has at most {MAX_NAME_BYTES} bytes.")
            joined, left = max(1, player.joined_round), player.left_round or None
            for name in ("joined_round", "left_round"):
                if getattr(player, name) > MAX_ROUND:
                    self._note("NO_SUCH_ROUND", f"{path}.{name}", f"Rounds are 1 to {MAX_ROUND}.")
                    joined, left = 1, None
            if left is not None and left < joined:
                self._note("LEFT_TOO_EARLY", f"{path}.left_round", "Nobody leaves before they join.")
                joined, left = 1, None
            self._numbers.setdefault(player.id, index)
            entrants.append(Entrant(player.id, player.name or player.id, joined, left))
        return tuple(entrants)

    def _number(self, id_: str, path: str) -> int | None:
        """The player of an id."""
        if id_ not in self._numbers:
            self._note("NO_SUCH_PLAYER", path, "No player has this id.")
        return self._numbers.get(id_)

    def _tables(self) -> Iterator[Table]:
        for index, told in enumerate(self._message.tables):
            path = f"tables[{index}]"
            is_round = told.round <= MAX_ROUND and (told.round > 0 or self._format is Format.LEAGUE)
            if not is_round:
                self._note("NO_SUCH_ROUND", f"{path}.round", f"Rounds are 1 to {MAX_ROUND}.")
            if not 2 <= len(told.seats) <= MAX_SEATS:
                self._note("WRONG_SEAT_COUNT", f"{path}.seats", f"A table has 2 to {MAX_SEATS} seats.")
            players: dict[int, str] = {}
            for number, seat in enumerate(told.seats):
                at = f"{path}.seats[{number}].player"
                player = self._number(seat.player, at)
                if player is not None:
                    players.setdefault(player, at)
            if len({seat.player for seat in told.seats}) < len(told.seats):
                self._note("PLAYER_TWICE", f"{path}.seats", "Somebody sits here twice.")
            if is_round:
                self._present += ((told.round, player, at) for player, at in players.items())
            yield Table(told.round, tuple(players), self._places(path, told))

    def _places(self, path: str, told: tournament_pb2.TournamentTable) -> tuple[int, ...]:
        """The places at a table: each counts those that came before it."""
        places = tuple(int(seat.place) for seat in told.seats)
        ascending = sorted(places)
        for number, place in enumerate(places):
            better = bisect_left(ascending, place)
            if place != better + 1:
                message = f"{better} at this table came before, so this is place {better + 1}."
                self._note("WRONG_PLACE", f"{path}.seats[{number}].place", message)
        return places

    def _byes(self) -> Iterator[Bye]:
        for index, told in enumerate(self._message.byes):
            path = f"byes[{index}]"
            is_round = 1 <= told.round <= MAX_ROUND
            if not is_round:
                self._note("NO_SUCH_ROUND", f"{path}.round", f"Rounds are 1 to {MAX_ROUND}.")
            if told.kind not in _BYES:
                self._note("NO_SUCH_BYE", f"{path}.kind", "There is no such kind of bye.")
            player = self._number(told.player, f"{path}.player")
            if player is not None:
                if is_round:
                    self._present.append((told.round, player, f"{path}.player"))
                yield Bye(told.round, player, _BYES.get(told.kind, True))

    def _scoring(self) -> Scoring:
        rules = self._message.rules
        points = tuple(rules.rank_points) or USUAL_RANK_POINTS
        if len(points) > MAX_SEATS or max(points) > MAX_RANK_POINTS:
            message = f"At most {MAX_SEATS} places bring at most {MAX_RANK_POINTS} points each."
            self._note("BAD_RANK_POINTS", "rules.rank_points", message)
        if any(worse > better for better, worse in pairwise(points)):
            self._note("BAD_RANK_POINTS", "rules.rank_points", "A worse place does not bring more than a better one.")
        if rules.bye_points > MAX_RANK_POINTS:
            self._note("BAD_BYE_POINTS", "rules.bye_points", f"A bye brings at most {MAX_RANK_POINTS} points.")
        tie_breaks = []
        for index, told in enumerate(rules.tie_breaks):
            criterion = CRITERIA.get(told)
            if criterion in (None, Criterion.POINTS):
                self._note("NO_SUCH_TIE_BREAK", f"rules.tie_breaks[{index}]", "There is no such tie-break.")
            elif criterion in tie_breaks:
                self._note("TIE_BREAK_REPEATED", f"rules.tie_breaks[{index}]", "This tie-break was named before.")
            tie_breaks.append(criterion)
        return Scoring(
            rank_points=points,
            bye_points=rules.bye_points if rules.HasField("bye_points") else None,
            tie_breaks=tuple(criterion for criterion in tie_breaks if criterion is not None),
            counted_results=rules.counted_results or None,
        )

    def _check_rounds(self, entrants: Sequence[Entrant]) -> None:
        """Nobody is at two places at once, nor where they have not come yet."""
        seen: dict[tuple[int, int], str] = {}
        for round_, player, path in self._present:
            if round_ and not entrants[player].is_there(round_):
                self._note("NOT_THERE", path, f"The player was not there for round {round_}.")
            is_bye = path.startswith("byes")
            if (round_, player) in seen and (is_bye or self._format is Format.SWISS):
                message = f"{seen[round_, player]} tells of this player in round {round_} too."
                self._note("TWICE_IN_A_ROUND", path, message)
            seen.setdefault((round_, player), path)
