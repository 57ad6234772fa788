"""The last part of a reason: what a move is worth, and next to which other one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.hints.answer import Goal
from solver.hints.facts import counted


class Compared(NamedTuple):
    """A move as it is compared: its text, its value, and on how many games that rests; None: it is exact."""

    text: str
    value: float
    games: int | None


def unit_of(goal: Goal, players: int) -> str:
    """What is said after a value: points, wins, or nothing after a share of the others that are left behind."""
    if goal is Goal.POINTS or players == 1:
        return " points"
    return " wins" if goal is Goal.WIN else ""


def comparison(index: int, moves: Sequence[Compared], unit: str, first: str = "") -> str:
    """How a move compares with the next one, or with the first.

    `first` says why that is the first, where values do not: they are means, and one of fewer games may well be higher.
    So the games are told with every mean.
    """
    mine = moves[index]
    if mine.games is None:
        worth = f"it is worth exactly {mine.value:z.2f}{unit}"
    else:
        worth = f"it is worth {mine.value:z.2f}{unit} on average of {counted(mine.games, 'game')}"
    if len(moves) == 1:
        return f"{worth}, and nothing else was considered"
    other = moves[1 if index == 0 else 0]
    compared = f"{other.text} {other.value:z.2f}{'' if other.games is None else f' of {other.games}'}"
    if index:
        return f"{worth}, the first suggestion {compared}"
    return f"{f'{first}: ' if first else ''}{worth}, next comes {compared}"
