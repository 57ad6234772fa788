"""What a view of Amazonas 2022 tells without saying it: what the table waits for, who stands where, words for people.

Both pictures use it. It reads the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022Player, Amazonas2022View
from engines.games.amazonas2022.vocabulary import CARDS, DIRECTIONS, DIRECTIONS_FROM_WIRE, card_index, counted

_DEALT = 4
"""Slots of the grid that is dealt."""


def is_finished(view: Amazonas2022View) -> bool:
    """The game is over."""
    return view.step == amazonas2022_pb2.AMAZONAS2022_STEP_OVER


def is_match(view: Amazonas2022View) -> bool:
    """Two players count rounds won instead of points ("Amazonas for 2 Players")."""
    return view.rounds_to_win > 0


def is_own(view: Amazonas2022View, seat: int) -> bool:
    """The view is this seat's."""
    return view.HasField("viewer") and view.viewer == seat


def is_active(view: Amazonas2022View, seat: int) -> bool:
    """The seat is in turn."""
    return view.HasField("active") and view.active == seat


def has_called(view: Amazonas2022View, seat: int) -> bool:
    """The seat has said "Amazonas" in this round."""
    return view.HasField("caller") and view.caller == seat


def value_of(view: Amazonas2022View, card: int) -> int:
    """What a card, by the kernel's number, is worth, in points."""
    return view.kinds[card].value


def when(view: Amazonas2022View) -> str:
    """The round in words."""
    if is_finished(view):
        return "The game is over"
    if is_match(view):
        return f"Round {view.round}, first to win {view.rounds_to_win}"
    return f"Round {view.round} of {view.rounds}"


def waiting_for(view: Amazonas2022View) -> str:
    """What the table waits for."""
    match view.step:
        case amazonas2022_pb2.AMAZONAS2022_STEP_DEALING:
            return f"Seat {view.draws} is dealt its cards"
        case amazonas2022_pb2.AMAZONAS2022_STEP_FIRST_LOOK:
            return "All look at their cards" if view.looks else "All choose a card to look at"
        case amazonas2022_pb2.AMAZONAS2022_STEP_TURN:
            return _turn_awaits(view)
        case amazonas2022_pb2.AMAZONAS2022_STEP_DRAWING:
            return f"Seat {view.draws} draws a card"
        case amazonas2022_pb2.AMAZONAS2022_STEP_HOLDING:
            return f"Seat {view.held.seat} swaps or discards its card"
        case amazonas2022_pb2.AMAZONAS2022_STEP_EFFECT:
            return _effect_awaits(view)
        case amazonas2022_pb2.AMAZONAS2022_STEP_RACE:
            return "Further attempts of the race are told"
        case amazonas2022_pb2.AMAZONAS2022_STEP_BLIND:
            return f"Seat {view.draws} gets a card unseen"
        case amazonas2022_pb2.AMAZONAS2022_STEP_GIFT:
            return f"Seat {view.gift.giver} owes seat {view.gift.to.seat} a card"
    return "The game is over"


def _turn_awaits(view: Amazonas2022View) -> str:
    """What the seat in turn can begin with, as far as the piles allow it."""
    can_take = view.discard_pile.cards > 0
    can_draw = can_take or view.draw_pile > 0 or view.reserve > 0
    if view.HasField("caller"):
        first = "draws or takes a card" if can_take else "draws a card" if can_draw else "passes"
        return f"Seat {view.active} {first}, in its last turn"
    first = "draws, takes" if can_take else "draws" if can_draw else "passes"
    return f"Seat {view.active} {first} or calls"


def _effect_awaits(view: Amazonas2022View) -> str:
    seat, animal = view.active, view.effect.animal
    if view.looks:
        look = view.looks[0]
        whose = "its own card" if look.card.seat == look.seat else f"the card of seat {look.card.seat}"
        return f"Seat {look.seat} looks at {whose} in slot {look.card.slot}"
    if animal == amazonas2022_pb2.AMAZONAS2022_CARD_UNSPECIFIED:
        return f"Seat {seat} ends its look"
    if animal == amazonas2022_pb2.AMAZONAS2022_CARD_SLOTH:
        return f"Seat {seat} may look at a card of its own"
    if animal == amazonas2022_pb2.AMAZONAS2022_CARD_ANACONDA:
        return f"Seat {seat} may exchange two cards unseen"
    if animal != amazonas2022_pb2.AMAZONAS2022_CARD_MONKEY:
        return f"Seat {seat} may look at a card of another seat"
    if view.effect.direction not in DIRECTIONS_FROM_WIRE:
        return f"Seat {seat} says where the cards go"
    return f"All pass a card to the {direction_name(view.effect.direction)}"


def direction_name(wire: int) -> str:
    """A direction that a view names."""
    return DIRECTIONS[DIRECTIONS_FROM_WIRE[wire]]


def goes_on_with(view: Amazonas2022View) -> str:
    """What was interrupted and goes on afterwards; empty when nothing was."""
    if view.step not in (
        amazonas2022_pb2.AMAZONAS2022_STEP_RACE,
        amazonas2022_pb2.AMAZONAS2022_STEP_BLIND,
        amazonas2022_pb2.AMAZONAS2022_STEP_GIFT,
    ):
        return ""
    if view.HasField("effect"):
        animal = CARDS[card_index(view.effect.animal)] if view.effect.animal else "look"
        return f"Then the {animal} of seat {view.active} goes on."
    if view.HasField("held"):
        return f"Then seat {view.held.seat} goes on with the card that it holds."
    return ""


def attempts_words(view: Amazonas2022View) -> str:
    """Who may attempt a wild discard now, as a sentence; empty when nobody may."""
    seats = [player.seat for player in view.players if player.may_attempt]
    return f"Wild discards are open to {seats_words(seats)}." if seats else ""


def race_words(view: Amazonas2022View) -> str:
    """How the open race stands, as a sentence; empty when there is none."""
    if not view.HasField("race"):
        return ""
    card = CARDS[card_index(view.race.card)]
    if view.race.HasField("winner"):
        return f"A race for the {card}: seat {view.race.winner} has won it."
    return f"A race for the {card}: nobody has won it yet."


def seats_words(seats: Iterable[int]) -> str:
    """Seats as a list in a sentence: `seat 1`, `seats 0, 2 and 3`."""
    *some, last = seats
    return f"seats {', '.join(map(str, some))} and {last}" if some else f"seat {last}"


def score_words(view: Amazonas2022View, player: Amazonas2022Player) -> str:
    """What counts for a player so far."""
    return f"{counted(player.rounds_won, 'round')} won" if is_match(view) else counted(player.points, "point")


def piles_words(view: Amazonas2022View) -> str:
    """What lies between the players, as sentences."""
    pile = view.discard_pile
    words = [f"Draw pile: {counted(view.draw_pile, 'card')}."]
    if pile.top:
        used = ", used up" if pile.used_up else ""
        words.append(f"Discard pile: {counted(pile.cards, 'card')}, {CARDS[card_index(pile.top)]} on top{used}.")
    else:
        words.append("Discard pile: empty.")
    if is_match(view):
        words.append(f"Reserve: {counted(view.reserve, 'card')}.")
    return " ".join(words)


def held_words(view: Amazonas2022View) -> str:
    """Who holds what, as a sentence; empty when nobody holds a card."""
    if not view.HasField("held"):
        return ""
    origin = "draw" if view.held.origin == amazonas2022_pb2.AMAZONAS2022_PILE_DRAW else "discard"
    card = ""
    if view.held.card:
        card = f": {CARDS[card_index(view.held.card)]}"
    elif view.held.remembered:
        card = f", remembered as {CARDS[card_index(view.held.remembered)]}"
    return f"Seat {view.held.seat} holds a card from the {origin} pile{card}."


def is_extra(slot: int) -> bool:
    """The slot is none of the grid that is dealt."""
    return slot >= _DEALT


def places(view: Amazonas2022View) -> list[tuple[int, Amazonas2022Player]]:
    """All players with their places, best first; equals share a place."""
    values = {player.seat: _ranked_by(view, player) for player in view.players}
    ranked = sorted(view.players, key=lambda player: (values[player.seat], player.seat))
    return [(1 + sum(other < values[player.seat] for other in values.values()), player) for player in ranked]


def _ranked_by(view: Amazonas2022View, player: Amazonas2022Player) -> tuple[int, ...]:
    """What ranks a player, the best first: fewest points, then most successful calls; or most rounds won."""
    if is_match(view):
        return (-player.rounds_won,)
    return player.points, -player.successful_calls
