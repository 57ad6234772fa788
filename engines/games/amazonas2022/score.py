"""The rounds of Amazonas 2022 and the end of the game ("End of the Round and Scoring", "End of the Game")."""

from __future__ import annotations

from typing import NamedTuple

from cext import amazonas2022
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
    """All rounds that are over."""
    fields = state.fields()
    seats = fields["seats"]
    played = []
    for index, caller in enumerate(fields["callers"]):
        if caller == amazonas2022.NO_SEAT:
            break
        sums = tuple(seat["sums"][index] for seat in seats)
        others = [total for seat, total in enumerate(sums) if seat != caller]
        points = tuple(seat["round_points"][index] for seat in seats)
        played.append(RoundPlayed(index + 1, caller, sums[caller] < min(others), sums, points))
    return tuple(played)


def outcome_of(state: State) -> Outcome:
    """The ranking of a finished game: fewest points, then most successful calls; with two players most rounds won."""
    players = state.rules.players
    returns, seats = state.returns(), state.fields()["seats"]
    criteria, played = criteria_of(players), rounds_played(state)
    values = [(points,) if is_match(players) else (points, seat["successes"]) for points, seat in zip(returns, seats, strict=True)]
    items = [tuple(_item(told, seat) for told in played) for seat in range(players)]
    fewest_first = tuple(name for name in criteria if name in FEWEST_FIRST)
    placings = rank(values, criteria, items, fewest_first=fewest_first)
    return Outcome(criteria, placings, _remarks(state), fewest_first)


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


def _remarks(state: State) -> tuple[str, ...]:
    if not is_match(state.rules.players):
        return ()
    winner = max(range(2), key=state.returns().__getitem__)
    return (f"Seat {winner} has won {amazonas2022.ROUNDS_TO_WIN} rounds.",)
