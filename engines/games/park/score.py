"""The end of a game of Amazonia Park: who stands where, and why ("Game End")."""

from __future__ import annotations

from cext import park
from cext.kernel import State
from cext.park import Player
from engines.game import Outcome, ScoreItem
from engines.games.park.vocabulary import COLOURS
from engines.ranking import rank

# Magazines of all six colours are six, and nobody else can have as many: they need no criterion of their own.
CRITERIA = ("magazines", "tokens")


def outcome_of(state: State) -> Outcome:
    """The ranking of a finished game: most magazines, then most tokens."""
    standings = park.standing(state)
    items = [_items(park.player(state, seat)) for seat in range(len(standings))]
    placings = rank([(standing.magazines, standing.tokens) for standing in standings], CRITERIA, items)
    return Outcome(CRITERIA, placings, (_remark(state, placings[0].seat),))


def _items(player: Player) -> tuple[ScoreItem, ...]:
    """One magazine for each colour, or none."""
    return tuple(
        ScoreItem(colour, int(value is not None), "none" if value is None else f"value {value}")
        for colour, value in zip(COLOURS, player.magazines, strict=True)
    )


def _remark(state: State, best: int) -> str:
    """Why the game is over."""
    reason = park.end_reason(state)
    if reason == park.SIX_COLOURS:
        return f"Seat {best} has magazines of all six colours, which ends the game at once."
    if reason == park.BOARD_FULL:
        return "No empty space is left on the board."
    return "Nobody has a tile to place or can pay for a magazine."
