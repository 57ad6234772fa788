"""Somebody who only listens to the events of Amazonas 2022 and forgets nothing: where cards lie, and which they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from canopy.v1 import amazonas2022_pb2 as pb
from canopy.v1.amazonas2022_pb2 import Amazonas2022Event, Amazonas2022Place, Amazonas2022View

UNKNOWN = pb.AMAZONAS2022_CARD_UNSPECIFIED

Place = tuple[int, int]
"""Seat and slot."""


class Onlooker:
    """A seat or a spectator with a perfect memory. Cards are named as on the wire."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.hands: dict[Place, int] = {}
        self.discards: list[tuple[int, bool]] = []
        """Bottom first, each with whether it is used up."""
        self.reserve: list[int] = []
        self.stack: list[int] = []
        """The draw pile if it is the reserve turned over, next card first."""
        self.held: int | None = None
        self._passed: dict[Place, int] = {}

    def listen(self, seat: int, message: Amazonas2022Event) -> None:
        """Something has happened."""
        kind = message.WhichOneof("event")
        assert kind is not None
        if kind in self._LISTENERS:
            self._LISTENERS[kind](self, seat, getattr(message, kind))

    # --- Piles -------------------------------------------------------------------------------------------------------

    def _next_card(self) -> int:
        """What comes face down off the draw pile."""
        return self.stack.pop(0) if self.stack else UNKNOWN

    def _shuffled(self, _: int, event: pb.Amazonas2022ShuffledEvent) -> None:
        if event.reason == pb.AMAZONAS2022_SHUFFLE_REASON_DISCARDS:
            self.discards = []

    def _reserve_turned(self, _: int, __: Any) -> None:
        assert not self.stack
        self.stack, self.reserve = self.reserve, []

    def _dealt(self, seat: int, event: Any) -> None:
        self.hands[seat, event.slot] = self._next_card()

    def _drew(self, _: int, __: Any) -> None:
        self.held = self._next_card()

    def _card_drawn(self, _: int, event: pb.Amazonas2022CardDrawnEvent) -> None:
        self.held = event.card or self.held

    def _took(self, _: int, event: pb.Amazonas2022TookEvent) -> None:
        assert self.discards.pop()[0] == event.card
        self.held = event.card

    # --- Hands -------------------------------------------------------------------------------------------------------

    def _card_seen(self, _: int, event: pb.Amazonas2022CardSeenEvent) -> None:
        if event.card:
            self._learn(_place(event.place), event.card)

    def _learn(self, place: Place, card: int) -> None:
        """What is learnt never speaks against what was known."""
        assert self.hands[place] in (UNKNOWN, card)
        self.hands[place] = card

    def _swapped(self, seat: int, event: pb.Amazonas2022SwappedEvent) -> None:
        assert self.held is not None
        self._learn((seat, event.slot), event.discarded)
        self.hands[seat, event.slot] = self.held
        self._lay(event.discarded)

    def _discarded(self, _: int, event: pb.Amazonas2022DiscardedEvent) -> None:
        assert self.held in (UNKNOWN, event.card)
        self._lay(event.card)

    def _lay(self, card: int) -> None:
        self.held = None
        self.discards.append((card, False))

    def _exchanged(self, seat: int, event: pb.Amazonas2022ExchangedEvent) -> None:
        mine, theirs = (seat, event.own_slot), _place(event.other)
        self.hands[mine], self.hands[theirs] = self.hands[theirs], self.hands[mine]

    def _passed_on(self, seat: int, event: pb.Amazonas2022PassedOnEvent) -> None:
        """All cards leave their places before any of them comes to its new one."""
        source, to = (seat, event.slot), _place(event.to)
        card = self._passed.pop(source) if source in self._passed else self.hands[source]
        if to in self.hands:
            self._passed.setdefault(to, self.hands[to])
        self.hands[to] = card

    def _directed(self, _: int, __: Any) -> None:
        self._passed = {}

    # --- Wild discards -----------------------------------------------------------------------------------------------

    def _attempted(self, _: int, event: pb.Amazonas2022AttemptedEvent) -> None:
        self._learn(_place(event.place), event.card)
        if event.result == pb.AMAZONAS2022_ATTEMPT_RIGHT:
            del self.hands[_place(event.place)]
            self.discards[-1:] = [(self.discards[-1][0], True), (event.card, True)]

    def _gave(self, seat: int, event: pb.Amazonas2022GaveEvent) -> None:
        self.hands[_place(event.to)] = self.hands.pop((seat, event.own_slot))

    # --- Rounds ------------------------------------------------------------------------------------------------------

    def _revealed(self, seat: int, event: pb.Amazonas2022RevealedEvent) -> None:
        self._learn((seat, event.slot), event.card)

    def _round_began(self, _: int, __: Any) -> None:
        if self.players == 2:
            self.reserve += [card for card, _ in self.discards]
            self.reserve += [self.hands[place] for place in sorted(self.hands)]
        self.hands, self.discards = {}, []

    _LISTENERS: Mapping[str, Callable[[Onlooker, int, Any], None]] = {
        "shuffled": _shuffled,
        "reserve_turned": _reserve_turned,
        "dealt": _dealt,
        "drew": _drew,
        "card_drawn": _card_drawn,
        "took": _took,
        "card_seen": _card_seen,
        "swapped": _swapped,
        "discarded": _discarded,
        "exchanged": _exchanged,
        "directed": _directed,
        "passed_on": _passed_on,
        "attempted": _attempted,
        "blind_card": _dealt,
        "gave": _gave,
        "revealed": _revealed,
        "round_began": _round_began,
    }


def _place(place: Amazonas2022Place) -> Place:
    return place.seat, place.slot


def hands_remembered(view: Amazonas2022View) -> dict[Place, int]:
    """Every card in front of a seat, as a view with memory shows it."""
    return {
        (player.seat, slot.slot): slot.card or slot.remembered
        for player in view.players
        for slot in player.slots
        if not slot.empty
    }
