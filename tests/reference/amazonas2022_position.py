"""The table of Amazonas 2022, for its plain twin: where cards lie, what comes next, and who stands how.

Every card is an object that moves from the pile to hands and to the discard pile, and carries with it who knows it.
Of the draw pile only its cards are known, not their order; a reserve that is turned over has an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from tests.reference.amazonas2022_cards import (
    ANACONDA,
    JAGUAR,
    LEFT,
    MONKEY,
    PRINTED,
    SLOTH,
    SPECTATORS,
    Card,
    Content,
)
from tests.reference.amazonas2022_score import (
    Placing,
    RoundResult,
)

MIN_PLAYERS, MAX_PLAYERS = 2, 5
HAND = 4
"""Game Setup: cards dealt to each player."""
ROUNDS = 5
"""End of the Game."""
ROUNDS_TO_WIN = 3
"""Amazonas for 2 Players."""
SLOTS = 120
"""More places than there are cards: whoever has used up all of them has a gap."""


class Place(NamedTuple):
    """Where a card lies before a player."""

    seat: int
    slot: int


@dataclass(frozen=True)
class Look:
    """A card of somebody that the active player is looking at."""

    card: Card
    place: Place


@dataclass
class Race:
    """Attempts on one visible card (Quick!; amazonas-2022 8, 14)."""

    kind: int
    """What was visible when it began."""
    more: bool = True
    """Does another attempt follow?"""
    winner: int | None = None
    emptied: Place | None = None
    """Where the card lay that has won."""


@dataclass(frozen=True)
class Gift:
    """A card that is owed for one that was discarded (Wild Discard)."""

    giver: int
    place: Place


@dataclass(frozen=True)
class Owed:
    """A card that a seat gets unseen."""

    seat: int
    is_penalty: bool
    """Else it is for a player without cards."""


@dataclass(frozen=True)
class Event:
    """What everybody, or one seat alone, gets to see of a ply."""

    kind: str
    seat: int | None
    args: tuple[int, ...]
    is_private: bool = False
    """Does this seat alone see the arguments?"""


RIGHT_ONE, LATE, WRONG = range(3)
"""What an attempt turns out to be."""


class Position:
    """What lies on the table, and what can be asked about it."""

    def __init__(self, players: int, *, without_monkeys: bool = False, content: Content = PRINTED) -> None:
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"{MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}")
        self.players = players
        self.without_monkeys = without_monkeys
        self.content = content

        self.pile = self.deck()
        """Cards left in the shuffled draw pile, by kind; in which order they lie is not known to anybody."""
        self.turned: list[int] = []
        """The draw pile when it is a reserve that was turned over: kinds, the next card first."""
        self.reserve: list[int] = []
        """Two players: kinds set aside, the first one first."""
        self.shuffles = 0
        """How many shuffles came after the first."""
        self.drawn = 0
        """Cards drawn since the last shuffle."""
        self.discard: list[Card] = []
        """The discard pile, bottom first."""
        self.hands: list[list[Card | None]] = [[] for _ in range(players)]

        self.round = 1
        self.starter = 0
        self.active = 0
        self.caller: int | None = None

        self.step = "DEAL"
        """Where the round is, whatever may have come between: DEAL, FIRST_LOOK (choosing a card), FIRST_RETURN (looking
        at it), TURN, DRAWING, HOLDING, EFFECT (of the animal just discarded), LOOKING (sloth, toad, jaguar), PICKING
        (monkey) or OVER."""
        self.choices: dict[int, int] = {}
        """First look and monkey: the slot that each seat has chosen, secret until all have."""
        self.returned: set[int] = set()
        """The seats that have put back the card of their first look."""
        self.held: Card | None = None
        """The card that the active seat has taken from a pile."""
        self.held_from_discard = False
        self.effect: int | None = None
        """The animal whose effect is due or in progress."""
        self.look: Look | None = None
        self.direction = LEFT

        self.race: Race | None = None
        self.gift: Gift | None = None
        self.owed: Owed | None = None
        """It comes before anything else happens."""
        self.barred: set[int] = set()
        """Seats that may make no other attempt this turn."""

        self.results: list[RoundResult] = []
        self.epoch = 0
        """Counts decisions: one for each move, but one for all choices that are made in secret."""
        self.events: list[Event] = []
        """What the last ply caused."""

    def clone(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.players, without_monkeys=self.without_monkeys, content=self.content)
        copies = {id(card): card.copy() for card in self._cards()}
        vars(twin).update(vars(self))
        twin.pile, twin.turned, twin.reserve = list(self.pile), list(self.turned), list(self.reserve)
        twin.discard = [copies[id(card)] for card in self.discard]
        twin.hands = [[None if card is None else copies[id(card)] for card in hand] for hand in self.hands]
        twin.held = None if self.held is None else copies[id(self.held)]
        twin.look = None if self.look is None else replace(self.look, card=copies[id(self.look.card)])
        twin.race = None if self.race is None else replace(self.race)
        twin.returned, twin.barred, twin.choices = set(self.returned), set(self.barred), dict(self.choices)
        twin.results, twin.events = list(self.results), list(self.events)
        return twin

    def _cards(self) -> Iterator[Card]:
        """Every card that is not in a pile to draw from or in the reserve."""
        for hand in self.hands:
            yield from (card for card in hand if card is not None)
        yield from self.discard
        if self.held is not None:
            yield self.held

    def deck(self) -> list[int]:
        """Components; Basic Variant: all cards of the game, by kind."""
        return self.content.deck(without_monkeys=self.without_monkeys)

    def all_kinds(self) -> list[int]:
        """How many cards of each kind there are at the table, wherever they are."""
        counts = list(self.pile)
        for kind in (*self.turned, *self.reserve, *(card.kind for card in self._cards())):
            counts[kind] += 1
        return counts

    # --- What comes next ----------------------------------------------------------------------------------------------

    def due(self) -> str:
        """What the table waits for: CARD (chance), RACE (the next attempt), GIFT, or what `step` says."""
        if self.step == "OVER":
            return "OVER"
        if self._card_is_due():
            return "CARD"
        if self.race is not None:
            return "RACE"
        return "GIFT" if self.gift is not None else self.step

    def _card_is_due(self) -> bool:
        return self.owed is not None or self.step in ("DEAL", "DRAWING")

    def seats_to_act(self) -> tuple[int, ...]:
        """Whom the table waits for, ascending."""
        due = self.due()
        if due == "FIRST_LOOK":
            return tuple(seat for seat in range(self.players) if seat not in self.choices)
        if due == "FIRST_RETURN":
            return tuple(seat for seat in range(self.players) if seat not in self.returned)
        if due == "RACE":
            return self.may_still_attempt()
        if due == "PICKING":
            return tuple(seat for seat in self.participants() if seat not in self.choices)
        if self.gift is not None and due == "GIFT":
            return (self.gift.giver,)
        return () if due in ("OVER", "CARD") else (self.active,)

    def seats_that_may_interrupt(self) -> tuple[int, ...]:
        """Wild Discard: any player at any moment, whoever's turn it is (amazonas-2022 8)."""
        if self.due() == "RACE" or not self.attempts_are_open():
            return ()
        return tuple(seat for seat in self.may_still_attempt() if seat not in self.seats_to_act())

    # --- The piles ----------------------------------------------------------------------------------------------------

    def pile_is_empty(self) -> bool:
        """Is there no draw pile, neither a shuffled one nor a reserve turned over?"""
        return not any(self.pile) and not self.turned

    def can_get_card(self) -> bool:
        """Playing a Round: an empty draw pile is made anew of the reserve or the discard pile (amazonas-2022 15)."""
        return not self.pile_is_empty() or bool(self.reserve) or bool(self.discard)

    def visible(self) -> Card | None:
        """The top card of the discard pile."""
        return self.discard[-1] if self.discard else None

    # --- What a seat has ----------------------------------------------------------------------------------------------

    @property
    def everybody(self) -> frozenset[int]:
        """All seats, and whoever else looks on."""
        return frozenset((*range(self.players), SPECTATORS))

    def card_at(self, place: Place) -> Card | None:
        """The card in this place; None in a gap and where there is no such place."""
        if place.seat >= self.players or place.slot >= len(self.hands[place.seat]):
            return None
        return self.hands[place.seat][place.slot]

    def _card_of(self, place: Place) -> Card:
        card = self.card_at(place)
        assert card is not None
        return card

    def cards(self, seat: int) -> list[Card]:
        """The cards of a seat, in the order of their places."""
        return [card for card in self.hands[seat] if card is not None]

    def slots(self, seat: int) -> list[int]:
        """The places of a seat in which there is a card."""
        return [slot for slot, card in enumerate(self.hands[seat]) if card is not None]

    def immune(self, seat: int) -> bool:
        """Say "Amazonas": no effect and no wild discard touches the cards of who said it."""
        return seat == self.caller

    # --- Effects of the Animal Cards: what they can be done to --------------------------------------------------------

    def targets(self, seat: int) -> list[int]:
        """Toad, Anaconda, Jaguar: the other players with a card, but not the caller (amazonas-2022 6)."""
        return [
            other for other in range(self.players) if other != seat and not self.immune(other) and self.cards(other)
        ]

    def participants(self) -> list[int]:
        """Monkey: everybody who has a card, but not the caller (amazonas-2022 6)."""
        return [seat for seat in range(self.players) if self.cards(seat) and not self.immune(seat)]

    def effect_is_possible(self) -> bool:
        """Does the effect that is due have anything that it can be done to (amazonas-2022 6)?"""
        if self.effect == SLOTH:
            return bool(self.cards(self.active))
        if self.effect == MONKEY:
            return len(self.participants()) >= 2
        if self.effect == ANACONDA:
            return bool(self.targets(self.active)) and bool(self.cards(self.active))
        return bool(self.targets(self.active))

    # --- Wild Discard: who may attempt what ---------------------------------------------------------------------------

    def attempts_are_open(self) -> bool:
        """Wild Discard: at any moment but in a jaguar or a monkey; a visible card is matched once (amazonas-2022 8)."""
        visible = self.visible()
        if visible is None or visible.used or not self.cards_to_name():
            return False
        if self.due() == "LOOKING":
            return self.effect != JAGUAR
        return self.due() in ("TURN", "HOLDING", "EFFECT")

    def cards_to_name(self) -> bool:
        """Wild Discard: has anybody but the caller a card?"""
        return any(self.cards(seat) and not self.immune(seat) for seat in range(self.players))

    def may_still_attempt(self) -> tuple[int, ...]:
        """Wild Discard: everybody but the caller and those whose memory has failed this turn (amazonas-2022 8)."""
        return tuple(seat for seat in range(self.players) if not self.immune(seat) and seat not in self.barred)

    # --- Results ------------------------------------------------------------------------------------------------------

    def returns(self) -> tuple[int, ...]:
        """The points of each seat so far; two players: the rounds that it has won."""
        return tuple(sum(result.points[seat] for result in self.results) for seat in range(self.players))

    def successful_calls(self, seat: int) -> int:
        """End of the Round: the circled scores of this seat."""
        return sum(result.caller == seat and result.success for result in self.results)

    @property
    def criteria(self) -> tuple[str, ...]:
        """End of the Game; Amazonas for 2 Players: what ranks the players, first to last."""
        return ("rounds won",) if self.players == 2 else ("points", "successful calls")

    def ranking_values(self, seat: int) -> tuple[int, ...]:
        """The seat's value for each of `criteria`."""
        points = self.returns()[seat]
        return (points,) if self.players == 2 else (points, self.successful_calls(seat))

    def _merit(self, seat: int) -> tuple[int, ...]:
        """The same so that more is better: the fewest points win, or the most rounds."""
        values = self.ranking_values(seat)
        return values if self.players == 2 else (-values[0], values[1])

    def ranking(self) -> list[Placing]:
        """End of the Game: the best first; still equal is shared (amazonas-2022 11, 15)."""
        merits = [self._merit(seat) for seat in range(self.players)]
        placings: list[Placing] = []
        for seat in sorted(range(self.players), key=lambda seat: merits[seat], reverse=True):
            place = 1 + sum(other > merits[seat] for other in merits)
            decided_by = self._parted_by(merits[placings[-1].seat], merits[seat]) if placings else ""
            placings.append(Placing(place, seat, self.ranking_values(seat), decided_by))
        return placings

    def _parted_by(self, better: tuple[int, ...], worse: tuple[int, ...]) -> str:
        """The first criterion in which two differ; empty when none does."""
        pairs = zip(self.criteria, better, worse, strict=True)
        return next((name for name, high, low in pairs if high != low), "")
