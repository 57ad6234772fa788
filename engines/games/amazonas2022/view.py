"""What a seat or a spectator sees of a table of Amazonas 2022.

Hidden is every card that lies face down, one's own too: the viewer sees it only while looking at it. What all may see is
told once for a state and copied for each viewer, who is then shown the little that is for him alone. With `memory` that
is also what his seat has seen and could follow to where it lies now, as the kernel keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext import amazonas2022
from cext.kernel import State
from engines.content import ContentPack
from engines.game import Setup
from engines.games.amazonas2022 import options
from engines.games.amazonas2022.content import content_of, counts_in_play
from engines.games.amazonas2022.score import rounds_played
from engines.games.amazonas2022.vocabulary import CARDS_TO_WIRE, DIRECTIONS_TO_WIRE

# Members of a state by name, as `State.fields` has them.
_Fields = Mapping[str, Any]

_EFFECT = amazonas2022_pb2.AMAZONAS2022_STEP_EFFECT
_STEPS: Mapping[int, amazonas2022_pb2.Amazonas2022Step] = {
    amazonas2022.DEALING: amazonas2022_pb2.AMAZONAS2022_STEP_DEALING,
    amazonas2022.FIRST_LOOK: amazonas2022_pb2.AMAZONAS2022_STEP_FIRST_LOOK,
    amazonas2022.FIRST_RETURN: amazonas2022_pb2.AMAZONAS2022_STEP_FIRST_LOOK,
    amazonas2022.TURN: amazonas2022_pb2.AMAZONAS2022_STEP_TURN,
    amazonas2022.DRAWING: amazonas2022_pb2.AMAZONAS2022_STEP_DRAWING,
    amazonas2022.HOLDING: amazonas2022_pb2.AMAZONAS2022_STEP_HOLDING,
    amazonas2022.SLOTH_EFFECT: _EFFECT,
    amazonas2022.TOAD_EFFECT: _EFFECT,
    amazonas2022.ANACONDA_EFFECT: _EFFECT,
    amazonas2022.JAGUAR_EFFECT: _EFFECT,
    amazonas2022.LOOKING: _EFFECT,
    amazonas2022.JAGUAR_LOOK: _EFFECT,
    amazonas2022.MONKEY_DIRECTION: _EFFECT,
    amazonas2022.PICKING: _EFFECT,
    amazonas2022.OVER: amazonas2022_pb2.AMAZONAS2022_STEP_OVER,
    amazonas2022.OWED: amazonas2022_pb2.AMAZONAS2022_STEP_BLIND,
    amazonas2022.RACING: amazonas2022_pb2.AMAZONAS2022_STEP_RACE,
    amazonas2022.GIVING: amazonas2022_pb2.AMAZONAS2022_STEP_GIFT,
}
# Whose effect a phase belongs to, where the phase alone tells it.
_ANIMALS: Mapping[int, int] = {
    amazonas2022.SLOTH_EFFECT: amazonas2022.SLOTH,
    amazonas2022.TOAD_EFFECT: amazonas2022.TOAD,
    amazonas2022.ANACONDA_EFFECT: amazonas2022.ANACONDA,
    amazonas2022.JAGUAR_EFFECT: amazonas2022.JAGUAR,
    amazonas2022.JAGUAR_LOOK: amazonas2022.JAGUAR,
    amazonas2022.MONKEY_DIRECTION: amazonas2022.MONKEY,
    amazonas2022.PICKING: amazonas2022.MONKEY,
}
_BEFORE_TURNS = (amazonas2022.DEALING, amazonas2022.FIRST_LOOK, amazonas2022.FIRST_RETURN)
_CHOOSING = (amazonas2022.FIRST_LOOK, amazonas2022.PICKING)
_NOBODY = amazonas2022.NO_SEAT
# A card is stored as 1 + its kind.
_WIRE = (amazonas2022_pb2.AMAZONAS2022_CARD_UNSPECIFIED, *CARDS_TO_WIRE.values())


def view_of(setup: Setup, state: State, viewer: int | None, *, memory: bool) -> Amazonas2022View:
    """The table as the viewer, None for a spectator, may see it."""
    for_all, fields = _for_all(setup, state)
    view = Amazonas2022View()
    view.CopyFrom(for_all)
    if view.HasField("held") and (held := _held_card(fields, viewer)):
        view.held.card = held
    if viewer is None:
        return view
    view.viewer = viewer
    own = fields["seats"][viewer]
    if fields["phase"] in _CHOOSING and own["look"]:
        view.players[viewer].chosen = own["look"] - 1
    for look in view.looks:
        if look.seat == viewer:
            owner, slot = look.card.seat, look.card.slot
            view.players[owner].slots[slot].card = _WIRE[fields["seats"][owner]["cards"][slot]]
    if memory:
        _add_memory(view, fields, viewer)
    return view


def _held_card(fields: _Fields, viewer: int | None) -> amazonas2022_pb2.Amazonas2022Card:
    """The card that is held, if the viewer may see it."""
    mask = amazonas2022.SPECTATORS if viewer is None else 1 << viewer
    return _WIRE[fields["held"] if fields["held_known"] & mask else 0]


def _add_memory(view: Amazonas2022View, fields: _Fields, viewer: int) -> None:
    """What the viewer's seat knows of cards that it does not see now."""
    mask = 1 << viewer
    for player, seat in zip(view.players, fields["seats"], strict=True):
        for slot, card, known in zip(player.slots, seat["cards"], seat["known"], strict=False):
            if card and known & mask and not slot.card:
                slot.remembered = _WIRE[card]


# --- What all may see ----------------------------------------------------------------------------------------------


# All viewers of a table look at a state one after the other.
@lru_cache(maxsize=64)
def _for_all(setup: Setup, state: State) -> tuple[Amazonas2022View, _Fields]:
    """What is open to everybody, and the members of the state. Shared: to be copied, never changed."""
    fields = state.fields()
    step = amazonas2022.step(state)
    view = Amazonas2022View()
    view.CopyFrom(_printed(setup.pack, setup.players, setup.options))
    view.step = _STEPS[step]
    view.round = fields["round"]
    view.starter = fields["starter"]
    _add_turn(view, fields, step)
    _add_pending(view, fields)
    _add_piles(view, fields)
    _add_players(view, state, fields)
    _add_rounds(view, state, fields)
    return view, fields


@lru_cache(maxsize=256)
def _printed(pack: ContentPack, players: int, chosen: tuple[tuple[str, str], ...]) -> Amazonas2022View:
    """What is the same at every moment of a game. Shared: to be copied, never changed."""
    counts = counts_in_play(pack, without_monkeys=options.is_without_monkeys(dict(chosen)))
    values = content_of(pack).values
    return Amazonas2022View(
        rounds=amazonas2022.ROUNDS,
        rounds_to_win=amazonas2022.ROUNDS_TO_WIN if players == amazonas2022.MIN_PLAYERS else 0,
        kinds=[
            amazonas2022_pb2.Amazonas2022Kind(card=wire, cards=counts[card], value=values[card])
            for card, wire in CARDS_TO_WIRE.items()
        ],
    )


def _add_turn(view: Amazonas2022View, fields: _Fields, step: int) -> None:
    """Who is in turn, who has called, whose card comes."""
    if fields["phase"] not in (*_BEFORE_TURNS, amazonas2022.OVER):
        view.active = fields["turn"]
    if fields["caller"] != _NOBODY:
        view.caller = fields["caller"]
    if step == amazonas2022.OWED:
        view.draws = fields["owed"]
    elif step == amazonas2022.DRAWING:
        view.draws = fields["turn"]
    elif step == amazonas2022.DEALING:
        dealt = [seat["count"] for seat in fields["seats"]]
        view.draws = next(seat for seat, cards in enumerate(dealt) if cards < amazonas2022.CARDS_DEALT)


def _add_pending(view: Amazonas2022View, fields: _Fields) -> None:
    """What is held, looked at and owed, and what goes on."""
    if fields["held"]:
        taken = fields["held_from"] == amazonas2022.FROM_DISCARDS
        view.held.seat = fields["turn"]
        view.held.origin = (
            amazonas2022_pb2.AMAZONAS2022_PILE_DISCARD if taken else amazonas2022_pb2.AMAZONAS2022_PILE_DRAW
        )
    for seat, owner, slot in _looks(fields):
        view.looks.add(seat=seat, card=amazonas2022_pb2.Amazonas2022Place(seat=owner, slot=slot))
    _add_effect(view, fields)
    if fields["race"]:
        view.race.card = _WIRE[fields["race_card"]]
        if fields["race_winner"] != _NOBODY:
            view.race.winner = fields["race_winner"]
    elif fields["race_winner"] != _NOBODY:
        view.gift.giver = fields["race_winner"]
        view.gift.to.seat, view.gift.to.slot = fields["race_owner"], fields["race_slot"]


def _add_effect(view: Amazonas2022View, fields: _Fields) -> None:
    phase = fields["phase"]
    if phase in _ANIMALS:
        view.effect.animal = CARDS_TO_WIRE[_ANIMALS[phase]]
    elif phase == amazonas2022.LOOKING:
        view.effect.SetInParent()
        if view.looks:
            is_own = fields["look_owner"] == fields["turn"]
            view.effect.animal = CARDS_TO_WIRE[amazonas2022.SLOTH if is_own else amazonas2022.TOAD]
    if fields["direction"] != _NOBODY:
        view.effect.direction = DIRECTIONS_TO_WIRE[fields["direction"]]


def _looks(fields: _Fields) -> Iterator[tuple[int, int, int]]:
    """Who looks at whose card in which slot."""
    if fields["phase"] == amazonas2022.FIRST_RETURN:
        for seat, player in enumerate(fields["seats"]):
            if player["look"]:
                yield seat, seat, player["look"] - 1
    elif fields["look_owner"] != _NOBODY:
        yield fields["turn"], fields["look_owner"], fields["look_slot"]


def _add_piles(view: Amazonas2022View, fields: _Fields) -> None:
    view.draw_pile = sum(fields["pile"]) + fields["stack_size"]
    view.discard_pile.cards = fields["discard_size"]
    if view.discard_pile.cards:
        top = fields["discard"][view.discard_pile.cards - 1]
        view.discard_pile.top = _WIRE[top & ~amazonas2022.USED]
        view.discard_pile.used_up = bool(top & amazonas2022.USED)
    view.reserve = fields["reserve_size"]
    if view.reserve:
        view.reserve_top = _WIRE[fields["reserve"][view.reserve - 1]]


def _add_players(view: Amazonas2022View, state: State, fields: _Fields) -> None:
    """The hands as all see them, and how each player stands."""
    asked = state.to_act()
    is_over, is_match = fields["phase"] == amazonas2022.OVER, view.rounds_to_win > 0
    for number, seat in enumerate(fields["seats"]):
        shown = view.players.add(
            seat=number,
            cards=seat["count"],
            asked=number in asked,
            has_chosen=fields["phase"] in _CHOOSING and seat["look"] > 0,
            may_attempt=amazonas2022.may_attempt(state, number),
            barred=bool(fields["barred"] >> number & 1),
            successful_calls=seat["successes"],
        )
        if is_match:
            shown.rounds_won = seat["points"]
        else:
            shown.points = seat["points"]
        add = shown.slots.add
        for slot, card in enumerate(seat["cards"][: seat["slots"]]):
            if not card:
                add(slot=slot, empty=True)
            elif is_over:
                add(slot=slot, card=_WIRE[card])
            else:
                add(slot=slot)


def _add_rounds(view: Amazonas2022View, state: State, fields: _Fields) -> None:
    """The rounds that are over, and the hands of the last of them."""
    played = rounds_played(state)
    for told in played:
        view.rounds_played.add(
            round=told.round,
            caller=told.caller,
            successful=told.is_successful,
            scores=[
                amazonas2022_pb2.Amazonas2022RoundScore(seat=seat, points=points)
                for seat, points in enumerate(told.points)
            ],
        )
    if played:
        for seat, member in enumerate(fields["seats"]):
            cards = member["last_cards"][: member["last_slots"]]
            view.last_hands.add(seat=seat, slots=[_WIRE[card] for card in cards], sum=played[-1].sums[seat])
