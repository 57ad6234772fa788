"""What suggestions are: moves with what they are worth, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from solver.answer import Answer


@unique
class Goal(Enum):
    """What a move is chosen for, which is also what `Suggestion.value` tells."""

    # The place at the end over all tie-breaks: the share of the other seats that are left behind, a seat with the same
    # place counting one half. 0 .. 1; with two players the chance to win. Alone at the table: the expected points.
    PLACE = "place"
    # The chance to win, 0 .. 1, a win shared by k seats counting 1 / k. Alone at the table: the expected points.
    WIN = "win"
    # The expected points at the end.
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One move."""

    # The move of the kernel; `solver.hints.answer.WAIT` for a seat that may move and had better not.
    word: int
    # The same in the text notation, "wait" for WAIT.
    text: str
    # What the goal says, on average.
    value: float
    # Its standard error; None: it is exact.
    standard_error: float | None
    # The mean points at the end, which are shown whatever the goal is, and their standard error.
    points: float
    points_error: float | None
    # How many games were played after it.
    visits: int
    # What is expected to follow, as (seat, text), this move first, up to the next chance.
    line: tuple[tuple[int, str], ...]
    # Why, in one sentence.
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints(Answer):
    """The suggestions, the best first; `value` is that of the first one."""

    suggestions: tuple[Suggestion, ...] = ()
