"""What a view of Amazonas tells without saying it: whether the game is over, who stands where, words for people.

Both pictures use it. It reads the view alone.
"""

from __future__ import annotations

from canopy.v1 import amazonas_pb2
from engines.games.amazonas.vocabulary import EVENT_TITLES, event_index, plural_of

NATIVE_CARD = 6

# Below the title of an event: what it does ("Event Cards").
_EFFECTS = (
    "Paths lead nowhere in this round.",
    "Rivers lead nowhere in this round.",
    "Incomes are halved, rounded down.",
    "Each loses a silver per specimen of its largest type.",
    "One may hire the native instead of an income.",
)


def is_finished(view: amazonas_pb2.AmazonasView) -> bool:
    """The last round is played."""
    return view.step == amazonas_pb2.AMAZONAS_STEP_OVER


def own_player(view: amazonas_pb2.AmazonasView) -> amazonas_pb2.AmazonasPlayer | None:
    """What lies before the viewer; a spectator has nothing."""
    return view.players[view.viewer] if view.HasField("viewer") else None


def event_title(event: int) -> str:
    """An event in words."""
    index = event_index(event)
    return "none" if index is None else EVENT_TITLES[index]


def event_effect(event: int) -> str:
    """What an event does."""
    index = event_index(event)
    if index is None:
        return ""
    if index < len(_EFFECTS):
        return _EFFECTS[index]
    return f"Each gets a silver for each of its {plural_of(index - len(_EFFECTS))}."


def waiting_for(view: amazonas_pb2.AmazonasView) -> str:
    """What the table waits for."""
    if view.step == amazonas_pb2.AMAZONAS_STEP_CARDS:
        done = sum(player.has_chosen for player in view.players)
        return f"Cards are chosen: {done} of {len(view.players)}"
    return {
        amazonas_pb2.AMAZONAS_STEP_DEALING: "The missions are dealt",
        amazonas_pb2.AMAZONAS_STEP_SET_UP: f"Seat {view.active} builds its first hut",
        amazonas_pb2.AMAZONAS_STEP_EVENT: "The next event is awaited",
        amazonas_pb2.AMAZONAS_STEP_INCOME: f"Seat {view.active}: income or native",
        amazonas_pb2.AMAZONAS_STEP_BUILD: f"Seat {view.active} builds",
    }.get(view.step, "The expedition is over")


def when(view: amazonas_pb2.AmazonasView) -> str:
    """The round in words."""
    if is_finished(view):
        return "The expedition is over"
    return f"Round {view.round} of {view.rounds}" if view.round else "Before the first round"


def specimens_of(player: amazonas_pb2.AmazonasPlayer) -> list[int]:
    """Tokens and natives together, by type."""
    return [tokens + natives for tokens, natives in zip(player.specimens, player.natives, strict=True)]


def white_number(player: amazonas_pb2.AmazonasPlayer, card: int) -> int | None:
    """The white number on an income card; None at tables where it settles nothing."""
    return player.white_numbers[card] if player.white_numbers else None


def places(view: amazonas_pb2.AmazonasView) -> list[tuple[int, amazonas_pb2.AmazonasPlayer]]:
    """All players with their places, best first: points, specimens, money, copper coin; equals share a place."""
    values = {player.seat: _ranked_by(player) for player in view.players}
    ranked = sorted(view.players, key=lambda player: (*(-value for value in values[player.seat]), player.seat))
    return [(1 + sum(other > values[player.seat] for other in values.values()), player) for player in ranked]


def _ranked_by(player: amazonas_pb2.AmazonasPlayer) -> tuple[int, ...]:
    return player.total, sum(specimens_of(player)), player.silver, player.coin


def is_barred(view: amazonas_pb2.AmazonasView, event: int) -> bool:
    """Whether the event closes edges to the viewer: the card with the native opens them once it is played."""
    if view.event != event:
        return False
    own = own_player(view)
    return own is None or not view.order or own.played != NATIVE_CARD
