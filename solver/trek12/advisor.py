"""Hints for Trek 12: exact when the end is near, before that a race of moves (`cext.trek12_solve_hint`).

With four rolls or fewer to be written, the one on the table included, the expected points after every move are
computed exactly (`cext.trek12_solve_expect`), unless other seats can turn up cards in between or the budget is too
small. Otherwise the moves that look best race: games are played out after each of them on the same worlds, and the
worse half drops out again and again.

A node of the budget is one game played out, or 32 positions of the exact computation, which take as long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from cext import trek12
from cext.stop import Stop
from cext.trek12_solve_expect import exact_values
from cext.trek12_solve_hint import BY_PLACES, BY_POINTS, BY_WINS, Race, Standing
from engines.game import Malformed
from solver.answer import Report, Spent, Status
from solver.budget import Budget
from solver.hints.advisor import Advisor
from solver.hints.answer import Goal, Hints, Suggestion
from solver.hints.comparing import Compared, comparison, unit_of
from solver.position import Position

# About a tenth of a second of one core at the beginning of a game.
USUAL_NODES = 600
# The rolls of which the exact computation takes about a second at most, and the positions that this is.
_EXACT_ROLLS = 4
_EXACT_POSITIONS = 250_000
# Three rolls take 10,000 at most. With so many rolls there is no hope to get through with fewer, so that the race had
# better have the whole budget.
_LEAST_POSITIONS = {4: 20_000}
_POSITIONS_PER_NODE = 32
_POSITIONS_PER_SECOND = 200_000
# A race has four passes before two moves are left: 16 moves, then half as many with twice the games, and so on.
_RUNNERS = 16
_BATCHES = 64
# What is played out in a second of whole games, about; only the size of a pass depends on it.
_GAMES_PER_SECOND = 6000
# After so many games what there is by then is reported for the first time, and then whenever they have doubled.
_FIRST_REPORT = 200
_NO_LIMIT = 1 << 30
# Why the first suggestion is the first.
_FIRST = "it came first in the race"

_GOALS = {Goal.POINTS: BY_POINTS, Goal.WIN: BY_WINS, Goal.PLACE: BY_PLACES}


class Trek12Advisor(Advisor):
    """Hints for Trek 12."""

    wire_field: ClassVar[str] = "trek12"

    def suggest(
        self, position: Position, seat: int, goal: Goal, budget: Budget, seed: int, stop: Stop, report: Report
    ) -> Hints:
        """The moves of a seat, the best first. Raises Malformed when it has nothing to decide."""
        if seat not in position.state.to_act():
            raise Malformed(f"Seat {seat} is not asked for a move.")
        spent, cut_short = 0, False
        if _can_be_exact(position, goal):
            values, spent, cut_short = _exact(position, seat, budget, stop)
            if values is not None:
                return self._exact_hints(position, seat, values, seed, spent)
        hints = self._race(position, seat, goal, budget, seed, stop, report, spent)
        return replace(hints, cut_short=hints.cut_short or cut_short)

    def _race(
        self,
        position: Position,
        seat: int,
        goal: Goal,
        budget: Budget,
        seed: int,
        stop: Stop,
        report: Report,
        spent: int,
    ) -> Hints:
        wanted = budget.or_nodes(USUAL_NODES).nodes
        games = _NO_LIMIT if wanted is None else min(max(1, wanted - spent), _NO_LIMIT)
        expected = games if wanted is not None else _expected_games(position, stop)
        batch = min(max(1, expected // _BATCHES), _NO_LIMIT)
        race = Race(position.state, seat, seed, batch, _RUNNERS, _GOALS[goal])
        until = min(_FIRST_REPORT, games)
        while race.games < games:
            before = race.games
            stopped = race.run(until - race.games, stop)
            if stopped or race.games == before or race.games >= games:
                break
            report(self._race_hints(position, seat, goal, race, seed, spent, cut_short=False))
            until = min(2 * race.games, games)
        return self._race_hints(position, seat, goal, race, seed, spent, cut_short=stop.is_set())

    def _race_hints(
        self, position: Position, seat: int, goal: Goal, race: Race, seed: int, spent: int, *, cut_short: bool
    ) -> Hints:
        standings = [standing for standing in race.standings() if standing.games]
        values = [_value(goal, position.setup.players, standing) for standing in standings]
        compared = [
            Compared(_text(position, standing.move), value, standing.games)
            for standing, (value, _) in zip(standings, values, strict=True)
        ]
        unit = unit_of(goal, position.setup.players)
        suggestions = [
            self._suggestion(
                position,
                seat,
                standing.move,
                value,
                (standing.points, standing.points_error),
                standing.games,
                comparison(index, compared, unit, _FIRST),
            )
            for index, (standing, value) in enumerate(zip(standings, values, strict=True))
        ]
        return Hints(
            status=Status.ESTIMATE,
            value=suggestions[0].value if suggestions else None,
            standard_error=suggestions[0].standard_error if suggestions else None,
            seed=seed,
            spent=Spent(race.games + spent),
            cut_short=cut_short,
            suggestions=tuple(suggestions),
        )

    def _exact_hints(
        self, position: Position, seat: int, values: Sequence[tuple[int, float]], seed: int, spent: int
    ) -> Hints:
        compared = [Compared(_text(position, move), value, None) for move, value in values]
        unit = unit_of(Goal.POINTS, position.setup.players)
        suggestions = [
            self._suggestion(position, seat, move, (value, None), (value, None), 0, comparison(index, compared, unit))
            for index, (move, value) in enumerate(values)
        ]
        return Hints(
            status=Status.OPTIMAL,
            value=values[0][1],
            bound=values[0][1],
            seed=seed,
            spent=Spent(spent),
            suggestions=tuple(suggestions),
        )

    def _suggestion(
        self,
        position: Position,
        seat: int,
        move: int,
        value: tuple[float, float | None],
        points: tuple[float, float | None],
        games: int,
        comparison: str,
    ) -> Suggestion:
        text = _text(position, move)
        return Suggestion(
            word=move,
            text=text,
            value=value[0],
            standard_error=value[1],
            points=points[0],
            points_error=points[1],
            visits=games,
            line=((seat, text),),
            reason=f"{self.fact(position, seat, move)}; {comparison}.",
        )


def _text(position: Position, move: int) -> str:
    return position.setup.game.move_text(position.setup, move)


def _can_be_exact(position: Position, goal: Goal) -> bool:
    """Whether the end is near, and nothing but the seat's own moves and the dice has a say in its points."""
    table = trek12.table(position.state)
    if _rounds(position) - table.round > _EXACT_ROLLS:
        return False
    if position.setup.players == 1:
        return True
    return goal is Goal.POINTS and None not in table.cards


def _rounds(position: Position) -> int:
    boxes: int = position.setup.pack.data["boxes_per_operation"]
    return trek12.OPERATIONS * boxes


def _exact(
    position: Position, seat: int, budget: Budget, stop: Stop
) -> tuple[Sequence[tuple[int, float]] | None, int, bool]:
    """The exact values, the nodes that they took, and whether time cut them short.

    Half of the budget at most, so that a race is left.
    """
    state = position.state
    remaining = stop.remaining()
    positions = _EXACT_POSITIONS
    if budget.nodes is not None:
        positions = min(max(1, budget.nodes // 2), _NO_LIMIT) * _POSITIONS_PER_NODE
    elif budget.seconds is not None and remaining is not None:
        positions = max(1, int(remaining / 2 * _POSITIONS_PER_SECOND))
    if positions < _LEAST_POSITIONS.get(_rounds(position) - trek12.table(state).round, 0):
        return None, 0, False
    half = stop if remaining is None else stop.within(remaining / 2)
    values, searched = exact_values(state, seat, positions, half)
    return values, math.ceil(searched / _POSITIONS_PER_NODE), values is None and searched < positions


def _expected_games(position: Position, stop: Stop) -> int:
    """About how many games the time allows; shorter ones are more."""
    remaining = stop.remaining()
    if remaining is None:
        return USUAL_NODES
    rounds = _rounds(position)
    left = rounds - trek12.table(position.state).round
    return max(1, int(remaining * _GAMES_PER_SECOND * rounds / left))


def _value(goal: Goal, players: int, standing: Standing) -> tuple[float, float | None]:
    """What the goal counts, and its standard error."""
    if goal is Goal.POINTS or players == 1 or standing.wins is None or standing.places is None:
        return standing.points, standing.points_error
    if goal is Goal.WIN:
        return standing.wins, standing.wins_error
    return standing.places, standing.places_error
