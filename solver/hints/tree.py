"""Hints by information-set Monte Carlo tree search (`cext.search`), for every game.

A node of the budget is one iteration: a world sampled, a descent, a rollout to the end.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from cext.search import GOAL_PLACE, GOAL_POINTS, GOAL_WIN, WAIT, Line, Search
from cext.stop import Stop
from engines.game import Malformed, Setup
from solver.answer import Report, Spent, Status
from solver.budget import Budget
from solver.hints.answer import Goal, Hints, Suggestion
from solver.hints.comparing import Compared, comparison, unit_of
from solver.position import Position

if TYPE_CHECKING:
    from solver.hints.advisor import Advisor

# What a person waits for without noticing, on one core.
USUAL_NODES = 5000
# The first report comes after so many iterations, every further one after twice as many.
_FIRST_REPORT = 256
# Memory: at most so many information sets, 64 bytes and two moves of 40 bytes each.
_MOST_INFORMATION_SETS = 1 << 17
_NO_LIMIT = 1 << 30

_GOALS = {Goal.PLACE: GOAL_PLACE, Goal.WIN: GOAL_WIN, Goal.POINTS: GOAL_POINTS}
_WAIT_TEXT = "wait"
# Why the first suggestion is the first, where the next one has fewer games.
_FIRST = "the search came back to it most"


def suggest(
    advisor: Advisor,
    position: Position,
    seat: int,
    goal: Goal,
    budget: Budget,
    seed: int,
    stop: Stop,
    report: Report,
) -> Hints:
    """The moves of a seat, the most visited first, for a mean of few games is easily too good.

    Raises Malformed when the seat has nothing to decide.
    """
    wanted = budget.or_nodes(USUAL_NODES).nodes or _NO_LIMIT
    try:
        search = Search(
            position.state,
            seat,
            seed,
            goal=_GOALS[goal],
            candidates=advisor.candidates(position, seat),
            most_nodes=min(_MOST_INFORMATION_SETS, wanted * position.setup.players),
        )
    except ValueError:
        raise Malformed(f"Seat {seat} is not asked for a move.") from None
    for turn in count():
        search.run(min(_FIRST_REPORT << turn, wanted) - search.spent, stop)
        if search.spent == wanted or stop.is_set():
            break
        report(_hints(advisor, position, seat, goal, seed, search, cut_short=False))
    return _hints(advisor, position, seat, goal, seed, search, cut_short=search.spent < wanted)


def _hints(
    advisor: Advisor, position: Position, seat: int, goal: Goal, seed: int, search: Search, *, cut_short: bool
) -> Hints:
    # Among equally many visits the value that is told decides, so that the order is the one that it says.
    lines = sorted(search.lines(), key=lambda line: (-line.visits, -_value(goal, position.setup.players, line)[0]))
    if not lines:
        return Hints(status=Status.ESTIMATE, seed=seed, spent=Spent(search.spent), cut_short=cut_short)
    texts = [_text(position.setup, line.move) for line in lines]
    values = [_value(goal, position.setup.players, line) for line in lines]
    compared = [Compared(text, value, line.visits) for line, text, (value, _) in zip(lines, texts, values, strict=True)]
    unit = unit_of(goal, position.setup.players)
    first = _FIRST if len(lines) == 1 or lines[0].visits > lines[1].visits else ""
    suggestions = [
        Suggestion(
            word=line.move,
            text=text,
            value=value,
            standard_error=error,
            points=line.points,
            points_error=line.points_error,
            visits=line.visits,
            line=((seat, text), *((who, _text(position.setup, word)) for who, word in search.principal(line.move))),
            reason=f"{advisor.fact(position, seat, line.move)}; {comparison(index, compared, unit, first)}.",
        )
        for index, (line, text, (value, error)) in enumerate(zip(lines, texts, values, strict=True))
    ]
    best = suggestions[0]
    return Hints(
        status=Status.ESTIMATE,
        value=best.value,
        standard_error=best.standard_error,
        seed=seed,
        spent=Spent(search.spent),
        cut_short=cut_short,
        suggestions=tuple(suggestions),
    )


def _text(setup: Setup, word: int) -> str:
    return _WAIT_TEXT if word == WAIT else setup.game.move_text(setup, word)


def _value(goal: Goal, players: int, line: Line) -> tuple[float, float]:
    """What the goal counts, and its standard error."""
    if goal is Goal.POINTS or players == 1:
        return line.points, line.points_error
    if goal is Goal.WIN:
        return line.wins, line.wins_error
    return line.payoff, line.payoff_error
