"""What a seat or a spectator sees of a table of Amazonas 2022.

Hidden is every card that lies face down, one's own too: the viewer sees it only while looking at it. What all may see
is told once for a state and copied for each viewer, who is then shown the little that is for him alone, with `memory`
also what his seat would still know.
"""

from __future__ import annotations

from collections.abc import Mapping

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext import amazonas2022
from cext.amazonas2022 import Table
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas2022 import options
from engines.games.amazonas2022.content import content_of, counts_in_play
from engines.games.amazonas2022.memory import add_memory
from engines.games.amazonas2022.score import is_match
from engines.games.amazonas2022.vocabulary import CARDS_TO_WIRE, DIRECTIONS_TO_WIRE, PILES_TO_WIRE
from engines.kept import kept_with_argument

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
_UNSEEN = amazonas2022_pb2.AMAZONAS2022_CARD_UNSPECIFIED


def view_of(setup: Setup, state: State, viewer: int | None, *, memory: bool) -> Amazonas2022View:
    """The table as the viewer, None for a spectator, may see it."""
    view = Amazonas2022View()
    view.CopyFrom(_for_all(setup, state))
    if viewer is None:
        return view
    view.viewer = viewer
    if viewer == view.held.seat and (held := amazonas2022.held(state)) is not None:
        view.held.card = CARDS_TO_WIRE[held.kind]
    if (choice := amazonas2022.choice(state, viewer)) is not None:
        view.players[viewer].chosen = choice
    if (look := amazonas2022.look(state, viewer)) is not None:
        view.players[look.owner].slots[look.slot].card = CARDS_TO_WIRE[look.kind]
    if memory:
        add_memory(view, state, viewer)
    return view


# --- What all may see ----------------------------------------------------------------------------------------------


def _for_all(setup: Setup, state: State) -> Amazonas2022View:
    """What is open to everybody. Shared: to be copied, never changed."""
    last = _last_view(setup)
    if state not in last:
        last.clear()
        last[state] = _open_view(setup, state)
    return last[state]


@kept_with_argument
def _last_view(_setup: Setup) -> dict[State, Amazonas2022View]:
    """The last state that was looked at and what is open of it: all viewers of a table look one after the other."""
    return {}


def _open_view(setup: Setup, state: State) -> Amazonas2022View:
    table = amazonas2022.table(state)
    view = Amazonas2022View()
    view.CopyFrom(_printed(setup))
    view.step = _STEPS[table.step]
    view.round = table.round
    view.starter = table.starter
    if table.turn is not None:
        view.active = table.turn
    if table.caller is not None:
        view.caller = table.caller
    _add_held(view, state, table)
    _add_looks(view, state)
    _add_effect(view, table)
    _add_race(view, table)
    _add_piles(view, state, table)
    _add_players(view, state, table)
    _add_draws(view, table)
    _add_rounds(view, state)
    return view


@kept_with_argument
def _printed(setup: Setup) -> Amazonas2022View:
    """What is the same at every moment of a game. Shared: to be copied, never changed."""
    counts = counts_in_play(setup.pack, without_monkeys=options.is_without_monkeys(dict(setup.options)))
    values = content_of(setup.pack).values
    return Amazonas2022View(
        rounds=amazonas2022.ROUNDS,
        rounds_to_win=amazonas2022.ROUNDS_TO_WIN if is_match(setup.players) else 0,
        kinds=[
            amazonas2022_pb2.Amazonas2022Kind(card=wire, cards=counts[card], value=values[card])
            for card, wire in CARDS_TO_WIRE.items()
        ],
    )


def _add_held(view: Amazonas2022View, state: State, table: Table) -> None:
    """The card that is held. One from the discard pile was taken face up; one that was drawn is for its seat alone."""
    held = amazonas2022.held(state)
    if held is not None and table.turn is not None:
        view.held.seat = table.turn
        view.held.origin = PILES_TO_WIRE[held.source]
        if held.source == amazonas2022.FROM_DISCARDS:
            view.held.card = CARDS_TO_WIRE[held.kind]


def _add_looks(view: Amazonas2022View, state: State) -> None:
    """Who looks where; not at what."""
    for seat in range(state.rules.players):
        if (look := amazonas2022.look(state, seat)) is not None:
            view.looks.add(seat=seat, card=amazonas2022_pb2.Amazonas2022Place(seat=look.owner, slot=look.slot))


def _add_effect(view: Amazonas2022View, table: Table) -> None:
    """The effect that goes on. A look with a sloth is at an own card, one with a toad is not."""
    if table.phase in _ANIMALS:
        view.effect.animal = CARDS_TO_WIRE[_ANIMALS[table.phase]]
    elif table.phase == amazonas2022.LOOKING:
        view.effect.SetInParent()
        for look in view.looks:
            view.effect.animal = CARDS_TO_WIRE[amazonas2022.SLOTH if look.card.seat == look.seat else amazonas2022.TOAD]
    if table.direction is not None:
        view.effect.direction = DIRECTIONS_TO_WIRE[table.direction]


def _add_race(view: Amazonas2022View, table: Table) -> None:
    """A race that is open, or the gift that is left of one."""
    race = table.race
    if race is None:
        return
    if race.is_open and race.card is not None:
        view.race.card = CARDS_TO_WIRE[race.card]
        if race.winner is not None and race.owner is not None and race.slot is not None:
            view.race.winner = race.winner
            view.race.discarded.seat, view.race.discarded.slot = race.owner, race.slot
    elif race.winner is not None and race.owner is not None and race.slot is not None:
        view.gift.giver = race.winner
        view.gift.to.seat, view.gift.to.slot = race.owner, race.slot


def _add_piles(view: Amazonas2022View, state: State, table: Table) -> None:
    view.draw_pile = table.cards_left
    discards = amazonas2022.discards(state)
    view.discard_pile.cards = len(discards)
    if discards:
        view.discard_pile.top = CARDS_TO_WIRE[discards[-1].kind]
        view.discard_pile.used_up = discards[-1].used_up
    reserve = amazonas2022.reserve(state)
    view.reserve = len(reserve)
    if reserve:
        view.reserve_top = CARDS_TO_WIRE[reserve[-1]]


def _add_players(view: Amazonas2022View, state: State, table: Table) -> None:
    """The hands as all see them, and how each player stands."""
    asked, open_to = state.to_act(), _may_attempt(state)
    is_over = table.phase == amazonas2022.OVER
    for seat, standing in enumerate(amazonas2022.standing(state)):
        shown = view.players.add(
            seat=seat,
            asked=seat in asked,
            has_chosen=seat in table.chosen,
            may_attempt=seat in open_to,
            barred=seat in table.barred,
            points=0 if view.rounds_to_win else standing.points,
            successful_calls=standing.successes,
            rounds_won=standing.points if view.rounds_to_win else 0,
        )
        add_slot = shown.slots.add
        hand = amazonas2022.hand(state, seat)
        for slot, card in enumerate(hand):
            if card is None:
                add_slot(slot=slot, empty=True)
            elif is_over:
                add_slot(slot=slot, card=CARDS_TO_WIRE[card.kind])
            else:
                add_slot(slot=slot)
        shown.cards = len(hand) - hand.count(None)


def _may_attempt(state: State) -> set[int]:
    """The seats that may attempt a wild discard: those that may interrupt, and the asked ones that have such a move.

    Moves ascend by kind, and where attempts are possible they are the highest.
    """
    asked = (seat for seat in state.to_act() if _kind(state.legal_moves(seat)[-1]) == amazonas2022.MOVE_WILD)
    return {*state.may_interrupt(), *asked}


def _kind(move: int) -> int:
    return amazonas2022.unpack_move(move)[0]


def _add_draws(view: Amazonas2022View, table: Table) -> None:
    """Whose card comes off the draw pile."""
    if table.step == amazonas2022.DEALING:
        view.draws = next(player.seat for player in view.players if player.cards < amazonas2022.CARDS_DEALT)
    elif table.step == amazonas2022.OWED and table.owed is not None:
        view.draws = table.owed
    elif table.step == amazonas2022.DRAWING and table.turn is not None:
        view.draws = table.turn


def _add_rounds(view: Amazonas2022View, state: State) -> None:
    """The rounds that are over, and the hands of the last of them."""
    for played in amazonas2022.rounds(state):
        view.rounds_played.add(
            round=played.round,
            caller=played.caller,
            successful=played.is_success,
            scores=[
                amazonas2022_pb2.Amazonas2022RoundScore(seat=seat, points=points)
                for seat, points in enumerate(played.points)
            ],
        )
    last = amazonas2022.last_round(state)
    for seat, hand in enumerate(() if last is None else last.hands):
        cards = [_UNSEEN if card is None else CARDS_TO_WIRE[card] for card in hand.cards]
        view.last_hands.add(seat=seat, slots=cards, sum=hand.sum)
