"""The rounds of Amazonas 2022 and the end of the game ("End of the Round and Scoring", "End of the Game")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cext import amazonas2022
from cext.amazonas2022 import Standing
from cext.kernel import State
from engines.game import Outcome, ScoreItem
from engines.notebook import signed
from engines.ranking import rank

POINTS, CALLS, ROUNDS_WON = "points", "successful calls", "rounds won"
CRITERIA = (POINTS, CALLS)
# Two players count rounds ("Amazonas for 2 Players").
MATCH_CRITERIA = (ROUNDS_WON,)
FEWEST_FIRST = (POINTS,)


class RoundPlayed(NamedTuple):
    """A round that is over; lists go by seat."""

    round: int
    """From 1."""
    caller: int
    is_successful: bool
    """The caller alone had the lowest sum."""
    sums: tuple[int, ...]
    points: tuple[int, ...]
    """With two players 1 for the winner of the round."""


def is_match(players: int) -> bool:
    """So many players count rounds won instead of points."""
    return players == amazonas2022.MIN_PLAYERS


def criteria_of(players: int) -> tuple[str, ...]:
    """What ranks so many players."""
    return MATCH_CRITERIA if is_match(players) else CRITERIA


def rounds_played(state: State) -> tuple[RoundPlayed, ...]:
    """All rounds that are over, as far as the table keeps them: the last one."""
    last = amazonas2022.last_round(state)
    if last is None:
        return ()
    sums = tuple(hand.sum for hand in last.hands)
    points = tuple(hand.points for hand in last.hands)
    return (RoundPlayed(last.round, last.caller, _is_alone_lowest(sums, last.caller), sums, points),)


def _is_alone_lowest(sums: Sequence[int], caller: int) -> bool:
    return all(sums[caller] < other for seat, other in enumerate(sums) if seat != caller)


def outcome_of(state: State) -> Outcome:
    """The ranking of a finished game: fewest points, then most successful calls; with two players most rounds won."""
    players = state.rules.players
    criteria, played = criteria_of(players), rounds_played(state)
    values = [_values(standing, players) for standing in amazonas2022.standing(state)]
    items = [_items(played, seat, value[0]) for seat, value in enumerate(values)]
    fewest_first = tuple(name for name in criteria if name in FEWEST_FIRST)
    placings = rank(values, criteria, items, fewest_first=fewest_first)
    remarks = (f"Seat {placings[0].seat} has won {amazonas2022.ROUNDS_TO_WIN} rounds.",) if is_match(players) else ()
    return Outcome(criteria, placings, remarks, fewest_first)


def _values(standing: Standing, players: int) -> tuple[int, ...]:
    """One value for each criterion."""
    return (standing.points,) if is_match(players) else (standing.points, standing.successes)


def _items(played: Sequence[RoundPlayed], seat: int, total: int) -> tuple[ScoreItem, ...]:
    """The rounds that are told, after all that were before them."""
    told = [_item(one, seat) for one in played]
    earlier = total - sum(item.points for item in told)
    return (ScoreItem("earlier rounds", earlier, f"{signed(earlier)} in all"), *told)


def _item(told: RoundPlayed, seat: int) -> ScoreItem:
    return ScoreItem(f"round {told.round}", told.points[seat], _detail(told, seat))


def _detail(told: RoundPlayed, seat: int) -> str:
    """What a seat's cards added up to, and what became of its call."""
    mine = f"sum {signed(told.sums[seat])}"
    if told.caller != seat:
        return mine
    if told.is_successful:
        return f"{mine}, called and alone the lowest"
    if told.sums[seat] == min(told.sums):
        return f"{mine}, called and tied for the lowest"
    return f"{mine}, called and not the lowest"
