"""Events of Amazonas 2022 as messages and as sentences for a log.

An event comes to a viewer as the audience allows: hidden is only what a card shows that somebody looks at or draws.
Where cards lie and move, who looks where, and all cards that were laid open are public. Dealt and blind cards have no
face for anybody, not even those of the reserve turned over, which all have seen: a log remembers for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from canopy.v1 import amazonas2022_pb2 as pb
from canopy.v1.amazonas2022_pb2 import Amazonas2022Event
from cext import amazonas2022
from cext.kernel import Event
from engines.game import Setup, may_see
from engines.games.amazonas2022.score import is_match
from engines.games.amazonas2022.vocabulary import (
    CARDS_TO_WIRE,
    DIRECTIONS,
    DIRECTIONS_TO_WIRE,
    PILES_TO_WIRE,
    a_card,
    card_name,
    counted,
)
from engines.notebook import signed

_Telling = tuple[Amazonas2022Event, str]
_Args = Sequence[int]

_SHUFFLES: Mapping[int, tuple[pb.Amazonas2022ShuffleReason, str]] = {
    amazonas2022.ALL_CARDS: (pb.AMAZONAS2022_SHUFFLE_REASON_ROUND, "All {} cards are shuffled into a new draw pile."),
    amazonas2022.DISCARDS: (
        pb.AMAZONAS2022_SHUFFLE_REASON_DISCARDS,
        "The draw pile has run out: the {} cards of the discard pile are shuffled into a new one.",
    ),
}
_BLIND: Mapping[int, tuple[pb.Amazonas2022BlindReason, str]] = {
    amazonas2022.PENALTY: (pb.AMAZONAS2022_BLIND_REASON_PENALTY, "as a penalty"),
    amazonas2022.REPLACEMENT: (pb.AMAZONAS2022_BLIND_REASON_REPLACEMENT, "having no card left"),
}
_ATTEMPTS: Mapping[int, tuple[pb.Amazonas2022Attempt, str]] = {
    amazonas2022.RIGHT_CARD: (pb.AMAZONAS2022_ATTEMPT_RIGHT, "a successful wild discard"),
    amazonas2022.LATE: (pb.AMAZONAS2022_ATTEMPT_LATE, "it is too late and is returned"),
    amazonas2022.WRONG: (pb.AMAZONAS2022_ATTEMPT_WRONG, "it does not match and is returned"),
}


def tell_event(setup: Setup, event: Event, viewer: int | None) -> _Telling:
    """The event as the viewer may know it, and a sentence for a log."""
    if event.kind in _SECRETS:
        return _SECRETS[event.kind](event.seat, event.args, is_open=may_see(event, viewer))
    if event.kind in _COUNTS:
        return _COUNTS[event.kind](event.seat, event.args, is_match(setup.players))
    return _TELLERS[event.kind](event.seat, event.args)


def _place(seat: int, slot: int) -> pb.Amazonas2022Place:
    return pb.Amazonas2022Place(seat=seat, slot=slot)


def _whose(seat: int, owner: int) -> str:
    """A card as the seat that does something with it would point at it."""
    return "its own card" if seat == owner else f"the card of seat {owner}"


# --- For one seat alone ---------------------------------------------------------------------------------------------


def _card_seen(seat: int, args: _Args, *, is_open: bool) -> _Telling:
    owner, slot, card = args[:3]
    message = pb.Amazonas2022CardSeenEvent(place=_place(owner, slot), card=CARDS_TO_WIRE[card] if is_open else None)
    what = a_card(card) if is_open else "the card"
    return Amazonas2022Event(card_seen=message), f"Seat {seat} sees {what} in slot {slot} of seat {owner}."


def _card_drawn(seat: int, args: _Args, *, is_open: bool) -> _Telling:
    message = pb.Amazonas2022CardDrawnEvent(card=CARDS_TO_WIRE[args[0]] if is_open else None)
    what = a_card(args[0]) if is_open else "its card"
    return Amazonas2022Event(card_drawn=message), f"Seat {seat} looks at {what}."


_SECRETS: Mapping[int, Callable[..., _Telling]] = {
    amazonas2022.EVENT_CARD_SEEN: _card_seen,
    amazonas2022.EVENT_CARD_DRAWN: _card_drawn,
}


# --- Piles and dealing ----------------------------------------------------------------------------------------------


def _shuffled(_: int, args: _Args) -> _Telling:
    cards, _, cause = args[:3]
    reason, sentence = _SHUFFLES[cause]
    message = pb.Amazonas2022ShuffledEvent(cards=cards, reason=reason)
    return Amazonas2022Event(shuffled=message), sentence.format(cards)


def _reserve_turned(_: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022ReserveTurnedEvent(cards=args[0])
    sentence = f"The reserve of {counted(args[0], 'card')} is turned over and is the new draw pile."
    return Amazonas2022Event(reserve_turned=message), sentence


def _dealt(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022DealtEvent(slot=args[0])
    return Amazonas2022Event(dealt=message), f"Seat {seat} is dealt a card into slot {args[0]}."


def _drew(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022DrewEvent(cards=args[0])
    return Amazonas2022Event(drew=message), f"Seat {seat} draws one of {counted(args[0], 'card')} of the draw pile."


def _took(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022TookEvent(card=CARDS_TO_WIRE[args[0]])
    return Amazonas2022Event(took=message), f"Seat {seat} takes the {card_name(args[0])} from the discard pile."


def _blind_card(seat: int, args: _Args) -> _Telling:
    slot, owed_for = args[:2]
    reason, words = _BLIND[owed_for]
    message = pb.Amazonas2022BlindCardEvent(slot=slot, reason=reason)
    sentence = f"Seat {seat} gets the top card of the draw pile into slot {slot}, {words}."
    return Amazonas2022Event(blind_card=message), sentence


def _waived(seat: int, args: _Args) -> _Telling:
    reason, words = _BLIND[args[0]]
    message = pb.Amazonas2022WaivedEvent(reason=reason)
    sentence = f"Seat {seat} would get a card, {words}, but both piles are empty."
    return Amazonas2022Event(waived=message), sentence


# --- Looks ----------------------------------------------------------------------------------------------------------


def _chose_look(seat: int, _: _Args) -> _Telling:
    message = pb.Amazonas2022LookChosenEvent()
    return Amazonas2022Event(look_chosen=message), f"Seat {seat} has chosen the card that it will look at."


def _looked(seat: int, args: _Args) -> _Telling:
    owner, slot = args[:2]
    message = pb.Amazonas2022LookedEvent(card=_place(owner, slot))
    return Amazonas2022Event(looked=message), f"Seat {seat} looks at {_whose(seat, owner)} in slot {slot}."


def _returned(seat: int, args: _Args) -> _Telling:
    owner, slot = args[:2]
    if owner < 0:
        message = pb.Amazonas2022ReturnedEvent()
        return Amazonas2022Event(returned=message), f"Seat {seat} ends its look; the card has gone meanwhile."
    message = pb.Amazonas2022ReturnedEvent(card=_place(owner, slot))
    return Amazonas2022Event(returned=message), f"Seat {seat} returns {_whose(seat, owner)} to slot {slot}."


# --- The card that is held, and effects -----------------------------------------------------------------------------


def _swapped(seat: int, args: _Args) -> _Telling:
    slot, card = args[:2]
    message = pb.Amazonas2022SwappedEvent(slot=slot, discarded=CARDS_TO_WIRE[card])
    sentence = f"Seat {seat} puts the card into slot {slot} and discards {a_card(card)} from there."
    return Amazonas2022Event(swapped=message), sentence


def _discarded(seat: int, args: _Args) -> _Telling:
    card, source = args[:2]
    taken = source == amazonas2022.FROM_DISCARDS
    message = pb.Amazonas2022DiscardedEvent(card=CARDS_TO_WIRE[card], origin=PILES_TO_WIRE[source])
    sentence = f"Seat {seat} lays the {card_name(card)} back." if taken else f"Seat {seat} discards {a_card(card)}."
    return Amazonas2022Event(discarded=message), sentence


def _skipped(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022SkippedEvent(animal=CARDS_TO_WIRE[args[0]])
    return Amazonas2022Event(skipped=message), f"Seat {seat} does without the effect of the {card_name(args[0])}."


def _effect_void(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022EffectVoidEvent(animal=CARDS_TO_WIRE[args[0]])
    sentence = f"The {card_name(args[0])} of seat {seat} has no effect: there is nobody and nothing for it."
    return Amazonas2022Event(effect_void=message), sentence


def _exchanged(seat: int, args: _Args) -> _Telling:
    own_slot, owner, slot = args[:3]
    message = pb.Amazonas2022ExchangedEvent(own_slot=own_slot, other=_place(owner, slot))
    sentence = f"Seat {seat} exchanges its card in slot {own_slot} for that of seat {owner} in slot {slot}."
    return Amazonas2022Event(exchanged=message), sentence


def _directed(seat: int, args: _Args) -> _Telling:
    message = pb.Amazonas2022DirectedEvent(direction=DIRECTIONS_TO_WIRE[args[0]])
    return Amazonas2022Event(directed=message), f"Seat {seat} lets the cards go to the {DIRECTIONS[args[0]]}."


def _picked(seat: int, _: _Args) -> _Telling:
    message = pb.Amazonas2022PickedEvent()
    return Amazonas2022Event(picked=message), f"Seat {seat} has picked the card that it passes on."


def _passed_on(seat: int, args: _Args) -> _Telling:
    slot, to, to_slot = args[:3]
    message = pb.Amazonas2022PassedOnEvent(slot=slot, to=_place(to, to_slot))
    sentence = f"Seat {seat} passes its card from slot {slot} to slot {to_slot} of seat {to}."
    return Amazonas2022Event(passed_on=message), sentence


# --- Wild discards --------------------------------------------------------------------------------------------------


def _attempted(seat: int, args: _Args) -> _Telling:
    owner, slot, card, came_of_it = args[:4]
    result, words = _ATTEMPTS[came_of_it]
    message = pb.Amazonas2022AttemptedEvent(place=_place(owner, slot), card=CARDS_TO_WIRE[card], result=result)
    sentence = f"Seat {seat} lays {_whose(seat, owner)} from slot {slot}, {a_card(card)}, on the discard pile: {words}."
    return Amazonas2022Event(attempted=message), sentence


def _attempt_void(seat: int, args: _Args) -> _Telling:
    owner, slot = args[:2]
    message = pb.Amazonas2022AttemptVoidEvent(place=_place(owner, slot))
    sentence = f"Seat {seat} reaches for {_whose(seat, owner)} in slot {slot}, but there is nothing left to be done."
    return Amazonas2022Event(attempt_void=message), sentence


def _gave(seat: int, args: _Args) -> _Telling:
    own_slot, owner, slot = args[:3]
    message = pb.Amazonas2022GaveEvent(own_slot=own_slot, to=_place(owner, slot))
    sentence = f"Seat {seat} gives its card in slot {own_slot} to seat {owner}, into slot {slot}."
    return Amazonas2022Event(gave=message), sentence


def _gift_waived(seat: int, args: _Args) -> _Telling:
    owner, slot = args[:2]
    message = pb.Amazonas2022GiftWaivedEvent(to=_place(owner, slot))
    return Amazonas2022Event(gift_waived=message), f"Seat {seat} has no card that it could give to seat {owner}."


# --- Turns and rounds -----------------------------------------------------------------------------------------------


def _called(seat: int, _: _Args) -> _Telling:
    message = pb.Amazonas2022CalledEvent()
    return Amazonas2022Event(called=message), f'Seat {seat} says "Amazonas"; everybody else has one last turn.'


def _passed(seat: int, _: _Args) -> _Telling:
    message = pb.Amazonas2022PassedEvent()
    return Amazonas2022Event(passed=message), f"Seat {seat} passes: there is no card to draw or to take."


def _revealed(seat: int, args: _Args) -> _Telling:
    slot, card = args[:2]
    message = pb.Amazonas2022RevealedEvent(slot=slot, card=CARDS_TO_WIRE[card])
    return Amazonas2022Event(revealed=message), f"Seat {seat} turns up {a_card(card)} in slot {slot}."


def _finished(_: int, __: _Args) -> _Telling:
    return Amazonas2022Event(finished=pb.Amazonas2022FinishedEvent()), "The game is over."


def _round_began(_: int, args: _Args) -> _Telling:
    number, starter = args[:2]
    message = pb.Amazonas2022RoundBeganEvent(round=number, starter=starter)
    return Amazonas2022Event(round_began=message), f"Round {number} begins; seat {starter} starts."


_TELLERS: Mapping[int, Callable[[int, _Args], _Telling]] = {
    amazonas2022.EVENT_SHUFFLED: _shuffled,
    amazonas2022.EVENT_RESERVE_TURNED: _reserve_turned,
    amazonas2022.EVENT_DEALT: _dealt,
    amazonas2022.EVENT_CHOSE_LOOK: _chose_look,
    amazonas2022.EVENT_LOOKED: _looked,
    amazonas2022.EVENT_RETURNED: _returned,
    amazonas2022.EVENT_DREW: _drew,
    amazonas2022.EVENT_TOOK: _took,
    amazonas2022.EVENT_SWAPPED: _swapped,
    amazonas2022.EVENT_DISCARDED: _discarded,
    amazonas2022.EVENT_SKIPPED: _skipped,
    amazonas2022.EVENT_EFFECT_VOID: _effect_void,
    amazonas2022.EVENT_EXCHANGED: _exchanged,
    amazonas2022.EVENT_DIRECTED: _directed,
    amazonas2022.EVENT_CHOSE_CARD: _picked,
    amazonas2022.EVENT_PASSED_ON: _passed_on,
    amazonas2022.EVENT_ATTEMPTED: _attempted,
    amazonas2022.EVENT_ATTEMPT_VOID: _attempt_void,
    amazonas2022.EVENT_BLIND_CARD: _blind_card,
    amazonas2022.EVENT_WAIVED: _waived,
    amazonas2022.EVENT_GAVE: _gave,
    amazonas2022.EVENT_GIFT_WAIVED: _gift_waived,
    amazonas2022.EVENT_CALLED: _called,
    amazonas2022.EVENT_PASSED: _passed,
    amazonas2022.EVENT_REVEALED: _revealed,
    amazonas2022.EVENT_FINISHED: _finished,
    amazonas2022.EVENT_ROUND_BEGAN: _round_began,
}


# --- What two players count otherwise -------------------------------------------------------------------------------


def _scored(seat: int, args: _Args, match: bool) -> _Telling:
    added, points, total = args[:3]
    message = pb.Amazonas2022ScoredEvent(sum=added, points=points, total=total)
    got = f"gets {signed(points)} and has {signed(total)}"
    if match:
        got = f"{'wins' if points else 'loses'} the round and has won {total}"
    return Amazonas2022Event(scored=message), f"Seat {seat} has a sum of {signed(added)}, {got}."


def _round_ended(_: int, args: _Args, match: bool) -> _Telling:
    number, caller, successful = args[:3]
    message = pb.Amazonas2022RoundEndedEvent(round=number, caller=caller, successful=bool(successful))
    if match:
        words = "wins it" if successful else "does not win it"
    else:
        words = "alone has the lowest sum" if successful else "does not have the lowest sum alone"
    return Amazonas2022Event(round_ended=message), f"Round {number} is over: seat {caller}, who called, {words}."


_COUNTS: Mapping[int, Callable[[int, _Args, bool], _Telling]] = {
    amazonas2022.EVENT_SCORED: _scored,
    amazonas2022.EVENT_ROUND_ENDED: _round_ended,
}
