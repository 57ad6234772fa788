"""What a view of Amazonia Park tells without saying it: whether the game is over, who stands where, words for people.

Both pictures use it. It reads the view alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import park_pb2
from engines.games.park.vocabulary import tokens_from_wire

_ENDS: Mapping[int, str] = {
    park_pb2.PARK_END_SIX_COLOURS: "Six colours are published",
    park_pb2.PARK_END_BOARD_FULL: "The board is full",
    park_pb2.PARK_END_ALL_PASSED: "All have passed",
}


def is_finished(view: park_pb2.ParkView) -> bool:
    """The game is over."""
    return view.step == park_pb2.PARK_STEP_OVER


def own_player(view: park_pb2.ParkView) -> park_pb2.ParkPlayer | None:
    """What lies before the viewer; a spectator has nothing."""
    return view.players[view.viewer] if view.HasField("viewer") else None


def acting_seat(view: park_pb2.ParkView) -> int | None:
    """The seat in turn, or the one that draws a tile."""
    if view.HasField("active"):
        return view.active
    return view.draws if view.HasField("draws") else None


def waiting_for(view: park_pb2.ParkView) -> str:
    """What the table waits for, or why it waits no more."""
    if is_finished(view):
        return _ENDS[view.end]
    seat = acting_seat(view)
    return {
        park_pb2.PARK_STEP_DEALING: f"Seat {seat} draws its first tile",
        park_pb2.PARK_STEP_TURN: f"Seat {seat} takes pictures or publishes",
        park_pb2.PARK_STEP_SUBSTITUTE: f"Seat {seat} picks {view.missing} for what is missing",
        park_pb2.PARK_STEP_BONUS: f"Seat {seat} may take a token",
        park_pb2.PARK_STEP_DRAWING: f"Seat {seat} draws a tile",
    }[view.step]


def left_words(view: park_pb2.ParkView) -> str:
    """What is left of the board and of the stack, as a sentence."""
    left = [
        _counted(view.spaces_left, "space"),
        _counted(view.morning_left, "morning tile"),
        _counted(view.evening_left, "evening tile"),
    ]
    return f"Left: {', '.join(left)}."


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def token_count(player: park_pb2.ParkPlayer) -> int:
    """All tokens of a player whose tokens are shown."""
    return sum(tokens_from_wire(player.tokens))


def places(view: park_pb2.ParkView) -> list[tuple[int, park_pb2.ParkPlayer]]:
    """All players with their places, best first: magazines, then tokens; equals share a place. Once all is shown."""
    values = {player.seat: (len(player.magazines), token_count(player)) for player in view.players}
    ranked = sorted(view.players, key=lambda player: (*(-value for value in values[player.seat]), player.seat))
    return [(1 + sum(other > values[player.seat] for other in values.values()), player) for player in ranked]
