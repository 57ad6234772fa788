"""The plain twin of Amazonas 2022, the card game.

Written from the rulebook sentence by sentence, for reading and not for speed, and without a look at the kernel:
random games must agree with it at every step. Each rule is one small function; its docstring names the heading of the
rulebook ("Wild Discard", ...) or the ruling ("amazonas-2022 8" is number 8 of that table in engines/RULINGS.md) that
it follows.

Every card is an object that moves from the pile to hands and to the discard pile, and carries with it who knows it.
Of the draw pile only its cards are known, not their order; a reserve that is turned over has an order.

A player *attempts* a wild discard. Attempts made at the same moment are a *race* and come one after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.reference.amazonas2022_cards import (
    ANACONDA,
    CALL,
    CARD,
    DIRECTION,
    DISCARD,
    DRAW,
    EXCHANGE,
    GIVE,
    JAGUAR,
    KINDS,
    LEFT,
    LOOK,
    MONKEY,
    PASS,
    PICK,
    PRINTED,
    RETURN,
    RIGHT,
    SKIP,
    SLOTH,
    SPECTATORS,
    SWAP,
    TAKE,
    WILD,
    WITH_EFFECT,
    Card,
    Content,
    Move,
    card_fields,
    card_word,
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


class Illegal(ValueError):
    """A move or an outcome that the rules forbid; `violations` names every reason."""

    def __init__(self, violations: tuple[str, ...]) -> None:
        super().__init__(", ".join(violations))
        self.violations = violations


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
class RoundResult:
    """A finished round, revealed."""

    caller: int
    hands: tuple[tuple[int | None, ...], ...]
    """The kind of each card by seat and slot; None is a gap."""
    sums: tuple[int, ...]
    points: tuple[int, ...]
    """What each seat writes down; two players: 1 for the winner, 0 for the other one."""
    success: bool
    """Did the caller alone have the lowest sum?"""


class Placing(NamedTuple):
    """One seat's place; equal seats share it, and the place after them is skipped."""

    place: int
    seat: int
    values: tuple[int, ...]
    """One for each of the criteria."""
    decided_by: str
    """The criterion that parts this seat from the one before it; empty for the first and for a shared place."""


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


def round_points(sums: Sequence[int], caller: int) -> list[int]:
    """End of the Round and Scoring: what each seat writes down (amazonas-2022 10)."""
    points = list(sums)
    lowest_other = min(total for seat, total in enumerate(sums) if seat != caller)
    if sums[caller] < lowest_other:
        points[caller] = min(-5, sums[caller])
    elif sums[caller] > lowest_other:
        points[caller] = max(5, sums[caller])
    return points


def is_success(sums: Sequence[int], caller: int) -> bool:
    """End of the Round and Scoring: only who alone has the lowest collection called successfully (amazonas-2022 10)."""
    return all(sums[caller] < total for seat, total in enumerate(sums) if seat != caller)


def round_winner(sums: Sequence[int], caller: int) -> int:
    """Amazonas for 2 Players: the lower sum, on a tie the one who did not call (amazonas-2022 12)."""
    return caller if sums[caller] < sums[1 - caller] else 1 - caller


class Amazonas2022:
    """One game of 2 to 5 players."""

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
        self._settle()

    def clone(self) -> Amazonas2022:
        """An independent copy."""
        twin = Amazonas2022(self.players, without_monkeys=self.without_monkeys, content=self.content)
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

    # --- What comes next ---------------------------------------------------------------------------------------------

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

    # --- Chance: cards from the draw pile ----------------------------------------------------------------------------

    def possible_outcomes(self) -> list[int]:
        """Every card that can come off the draw pile now, as words, ascending; equal cards are each told."""
        if self.due() != "CARD":
            return []
        return sorted(card_word(kind, copy) for kind, count in enumerate(self.pile) for copy in range(count))

    def chance_domain(self) -> str:
        """The name of the draw: the deck by the number of shuffles before its own, and the cards drawn from it."""
        return f"amazonas2022/deck/{self.shuffles}/{self.drawn}" if self.due() == "CARD" else ""

    def outcome_violations(self, word: int) -> tuple[str, ...]:
        """Every reason why this outcome cannot come now."""
        due = self.due()
        if due == "OVER":
            return ("GAME_OVER",)
        if due != "CARD":
            return ("CHANCE_NOT_DUE",)
        if word >> 56 != CARD:
            return ("WRONG_CHANCE",)
        return tuple(self._card_violations(*card_fields(word)))

    def _card_violations(self, kind: int, copy: int) -> Iterator[str]:
        """A card that the draw pile still has."""
        if kind >= len(KINDS) or copy >= self.deck()[kind]:
            yield "CARD_UNKNOWN"
        elif copy >= self.pile[kind]:
            yield "CARD_NOT_IN_PILE"

    def tell(self, word: int) -> None:
        """Let this card come; raises `Illegal` and changes nothing when it cannot."""
        violations = self.outcome_violations(word)
        if violations:
            raise Illegal(violations)
        self.events = []
        kind, _ = card_fields(word)
        self.pile[kind] -= 1
        self.drawn += 1
        self._card_comes(Card(kind, self.shuffles))
        self._settle()

    def pile_is_empty(self) -> bool:
        """Is there no draw pile, neither a shuffled one nor a reserve turned over?"""
        return not any(self.pile) and not self.turned

    def can_get_card(self) -> bool:
        """Playing a Round: an empty draw pile is made anew of the reserve or the discard pile (amazonas-2022 15)."""
        return not self.pile_is_empty() or bool(self.reserve) or bool(self.discard)

    def _make_new_pile(self) -> None:
        """Playing a Round; Amazonas for 2 Players: of the reserve, else of the discard pile (amazonas-2022 4, 12)."""
        if self.reserve:
            self.turned, self.reserve = self.reserve, []
            self._note("RESERVE_TURNED", None, len(self.turned))
        else:
            kinds = [card.kind for card in self.discard]
            self.discard = []
            self._shuffle([kinds.count(kind) for kind in range(len(KINDS))], is_new_round=False)

    def _shuffle(self, counts: Sequence[int], *, is_new_round: bool) -> None:
        """A new deck of these cards: whatever was known of them is lost (amazonas-2022 15)."""
        self.pile = list(counts)
        self.shuffles += 1
        self.drawn = 0
        self._note("SHUFFLED", None, sum(counts), self.shuffles, 0 if is_new_round else 1)

    def _take_turned_card(self) -> None:
        """Amazonas for 2 Players: the reserve lay face up in its order, so everybody knows its cards."""
        self._card_comes(Card(self.turned.pop(0), 0, self.everybody))

    def _card_comes(self, card: Card) -> None:
        """The card goes where it is due: to whom it is owed, to whom is dealt, or to the active player's hand."""
        if self.owed is not None:
            self._lay_blind_card(self.owed, card)
        elif self.step == "DEAL":
            self._deal(card)
        else:
            self._hold_drawn(card)

    def _lay_blind_card(self, owed: Owed, card: Card) -> None:
        """Quick!: unseen, in a new place at the end (amazonas-2022 1); in the first gap if there is no new place."""
        self.owed = None
        hand = self.hands[owed.seat]
        if len(hand) < SLOTS:
            hand.append(card)
        else:
            self._put(self._first_gap(owed.seat), card)
        self._note("BLIND_CARD", owed.seat, hand.index(card), 0 if owed.is_penalty else 1, self._open_kind(card))

    def _first_gap(self, seat: int) -> Place:
        """A place without a card, but not the one that waits for a gift."""
        kept = self.gift.place if self.gift is not None else self.race.emptied if self.race is not None else None
        gaps = (Place(seat, slot) for slot, card in enumerate(self.hands[seat]) if card is None)
        return next(place for place in gaps if place != kept)

    def _open_kind(self, card: Card) -> int:
        """What everybody sees of a card that comes off a pile: 1 + kind from a reserve turned over, else 0."""
        return 1 + card.kind if SPECTATORS in card.known else 0

    # --- After every ply ---------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Do what nobody has to be asked for, until a card is due or somebody is."""
        while self._do_next():
            pass

    def _do_next(self) -> bool:
        """One thing that follows by itself; False when there is none."""
        if self.step == "OVER":
            return False
        if self._card_is_due():
            return self._prepare_card()
        if self.race is not None:
            return self._close_race(self.race)
        if self.gift is not None:
            return self._waive_gift(self.gift)
        return self._end_void_effect()

    def _prepare_card(self) -> bool:
        """A card is due: it comes off a turned pile, or a pile is made for it; without any it is waived (4)."""
        if self.turned:
            self._take_turned_card()
        elif any(self.pile):
            return False
        elif self.can_get_card():
            self._make_new_pile()
        elif self.owed is not None:
            self._note("WAIVED", self.owed.seat, 0 if self.owed.is_penalty else 1)
            self.owed = None
        return True

    # --- Game Setup --------------------------------------------------------------------------------------------------

    def _deal(self, card: Card) -> None:
        """Game Setup: four cards to each player, from seat 0 on (amazonas-2022 15)."""
        seat = next(seat for seat, hand in enumerate(self.hands) if len(hand) < HAND)
        self.hands[seat].append(card)
        self._note("DEALT", seat, len(self.hands[seat]) - 1, self._open_kind(card))
        if all(len(hand) == HAND for hand in self.hands):
            self.step = "FIRST_LOOK"

    def _choose_first_look(self, seat: int, slot: int) -> None:
        """Game Setup: each player looks at one card; when all have chosen one, all look (amazonas-2022 2)."""
        self.choices[seat] = slot
        self._note("CHOSE_LOOK", seat)
        if len(self.choices) == self.players:
            for looker, chosen in sorted(self.choices.items()):
                self._look_openly(looker, Place(looker, chosen))
            self.step = "FIRST_RETURN"

    def _end_first_look(self, seat: int) -> None:
        """Game Setup: when everybody has put the card back, the starter has the first turn (amazonas-2022 2)."""
        self.returned.add(seat)
        if len(self.returned) == self.players:
            self.choices, self.returned = {}, set()
            self.step = "TURN"

    # --- What a seat has ---------------------------------------------------------------------------------------------

    @property
    def everybody(self) -> frozenset[int]:
        """All seats, and whoever else looks on."""
        return frozenset((*range(self.players), SPECTATORS))

    def card_at(self, place: Place) -> Card | None:
        """The card in this place; None in a gap and where there is no such place."""
        if place.seat >= self.players or place.slot >= len(self.hands[place.seat]):
            return None
        return self.hands[place.seat][place.slot]

    def cards(self, seat: int) -> list[Card]:
        """The cards of a seat, in the order of their places."""
        return [card for card in self.hands[seat] if card is not None]

    def slots(self, seat: int) -> list[int]:
        """The places of a seat in which there is a card."""
        return [slot for slot, card in enumerate(self.hands[seat]) if card is not None]

    def _put(self, place: Place, card: Card | None) -> None:
        self.hands[place.seat][place.slot] = card

    def _exchange(self, one: Place, other: Place) -> None:
        """Two cards change places; whoever knew them goes on knowing them (amazonas-2022 15)."""
        mine, theirs = self.card_at(one), self.card_at(other)
        self._put(one, theirs)
        self._put(other, mine)

    def immune(self, seat: int) -> bool:
        """Say "Amazonas": no effect and no wild discard touches the cards of who said it."""
        return seat == self.caller

    # --- Moves -------------------------------------------------------------------------------------------------------

    def _generic_violation(self, seat: int) -> str | None:
        due = self.due()
        if due == "OVER":
            return "GAME_OVER"
        if due == "CARD":
            return "CHANCE_PENDING"
        if seat not in self.seats_to_act() and seat not in self.seats_that_may_interrupt():
            return "NOT_TO_ACT"
        return None

    def violations(self, seat: int, move: Move) -> tuple[str, ...]:
        """Every reason why this seat cannot make this move now.

        A move that does not exist, is another player's or comes at the wrong time has no other reasons.
        """
        generic = self._generic_violation(seat)
        if generic is not None:
            return (generic,)
        if not move.exists:
            return ("NO_SUCH_MOVE",)
        if seat not in self.seats_to_act() and move.kind != WILD:
            return ("NOT_YOUR_TURN",)
        if move.kind not in self.kinds_asked(seat):
            return ("WRONG_STEP",)
        return tuple(self._violations_of_kind(seat, move))

    def kinds_asked(self, seat: int) -> tuple[int, ...]:
        """The kinds of move that are judged by their own rules for this seat now."""
        due = self.due()
        if due == "RACE":
            return (WILD,)
        if seat not in self.seats_to_act():
            return (WILD,)
        if due == "FIRST_LOOK":
            return (LOOK,)
        if due == "FIRST_RETURN":
            return (RETURN,)
        if due == "TURN":
            return (DRAW, TAKE, CALL, PASS, WILD)
        if due == "HOLDING":
            return (SWAP, DISCARD, WILD)
        if due == "EFFECT":
            return self._kinds_of_effect()
        if due == "LOOKING":
            return (RETURN, EXCHANGE) if self.effect == JAGUAR else (RETURN, WILD)
        return (PICK,) if due == "PICKING" else (GIVE,)

    def _kinds_of_effect(self) -> tuple[int, ...]:
        """Effects of the Animal Cards: what is done first, if anything; only the monkey's is mandatory."""
        if self.effect == MONKEY:
            return (DIRECTION, WILD)
        return (EXCHANGE if self.effect == ANACONDA else LOOK, SKIP, WILD)

    def _violations_of_kind(self, seat: int, move: Move) -> Iterator[str]:
        if move.kind == LOOK:
            yield from self._look_violations(seat, Place(move.a, move.b))
        elif move.kind in (SWAP, PICK, GIVE):
            yield from self._own_card_violations(seat, move.a)
        elif move.kind == DRAW:
            yield from self._draw_violations()
        elif move.kind == TAKE:
            yield from self._take_violations()
        elif move.kind == CALL:
            yield from self._call_violations()
        elif move.kind == PASS:
            yield from self._pass_violations()
        elif move.kind == EXCHANGE:
            yield from self._exchange_violations(seat, move.a, Place(move.b, move.c))
        elif move.kind == DIRECTION:
            yield from self._direction_violations(move.a)
        elif move.kind == WILD:
            yield from self._attempt_violations(seat, Place(move.a, move.b), more=bool(move.c))

    def _own_card_violations(self, seat: int, slot: int) -> Iterator[str]:
        """A card of one's own has to be there."""
        if self.card_at(Place(seat, slot)) is None:
            yield "OWN_SLOT_EMPTY"

    def _look_violations(self, seat: int, place: Place) -> Iterator[str]:
        """Game Setup, Sloth: a card of one's own. Toad, Jaguar: a card of another player but the caller."""
        if self.due() == "EFFECT" and self.effect != SLOTH:
            yield from self._other_card_violations(seat, place)
        elif place.seat >= self.players:
            yield "NO_SUCH_SEAT"
        else:
            if place.seat != seat:
                yield "NOT_OWN_CARD"
            if self.card_at(place) is None:
                yield "SLOT_EMPTY"

    def _other_card_violations(self, seat: int, place: Place) -> Iterator[str]:
        """Toad, Anaconda, Jaguar: a card of another player, but not of who said "Amazonas"."""
        if place.seat >= self.players:
            yield "NO_SUCH_SEAT"
            return
        if place.seat == seat:
            yield "OWN_CARD"
        if self.immune(place.seat):
            yield "CALLER_IMMUNE"
        if self.card_at(place) is None:
            yield "SLOT_EMPTY"

    def _draw_violations(self) -> Iterator[str]:
        """Playing a Round: there has to be a card, perhaps in the discard pile (amazonas-2022 4, 15)."""
        if not self.can_get_card():
            yield "NOTHING_TO_DRAW"

    def _take_violations(self) -> Iterator[str]:
        """Playing a Round: the discard pile has to show a card."""
        if not self.discard:
            yield "NOTHING_TO_TAKE"

    def _call_violations(self) -> Iterator[str]:
        """Say "Amazonas": only one person can in each round."""
        if self.caller is not None:
            yield "ALREADY_CALLED"

    def _pass_violations(self) -> Iterator[str]:
        """Whoever can draw or take does, or calls (amazonas-2022 4)."""
        if self.can_get_card():
            yield "PASS_CAN_DRAW"
        if self.discard:
            yield "PASS_CAN_TAKE"

    def _exchange_violations(self, seat: int, slot: int, other: Place) -> Iterator[str]:
        """Anaconda: one's own card and that of another player but the caller. Jaguar: with the card looked at."""
        yield from self._own_card_violations(seat, slot)
        if self.look is None:
            yield from self._other_card_violations(seat, other)
        elif other != self.look.place:
            yield "NOT_THE_CARD_LOOKED_AT"

    def _direction_violations(self, direction: int) -> Iterator[str]:
        """Monkey: to the left or to the right."""
        if direction not in (LEFT, RIGHT):
            yield "NO_SUCH_DIRECTION"

    def legal_moves(self, seat: int) -> list[Move]:
        """Every move without a violation, ascending by word: each kind with everything that it can name."""
        if self._generic_violation(seat) is not None:
            return []
        moves = sorted(self._moves_to_try(seat), key=lambda move: move.word)
        return [move for move in moves if not self.violations(seat, move)]

    def _moves_to_try(self, seat: int) -> Iterator[Move]:
        places = [Place(owner, slot) for owner, hand in enumerate(self.hands) for slot in range(len(hand))]
        own_slots = range(len(self.hands[seat]))
        for kind in self.kinds_asked(seat):
            if kind == LOOK:
                yield from (Move(LOOK, *place) for place in places)
            elif kind in (SWAP, PICK, GIVE):
                yield from (Move(kind, slot) for slot in own_slots)
            elif kind == EXCHANGE:
                yield from (Move(EXCHANGE, slot, *place) for slot in own_slots for place in places)
            elif kind == DIRECTION:
                yield from (Move(DIRECTION, direction) for direction in (LEFT, RIGHT))
            elif kind == WILD:
                yield from (Move(WILD, *place, more) for place in places for more in range(2))
            else:
                yield Move(kind)

    def choose(self, seat: int, move: Move) -> None:
        """Make a move, and all that follows from it; raises `Illegal` and changes nothing when it is not legal."""
        violations = self.violations(seat, move)
        if violations:
            raise Illegal(violations)
        self.events = []
        self._make(seat, move)
        if not self._is_choice_open(move):
            self.epoch += 1
        self._settle()

    def _is_choice_open(self, move: Move) -> bool:
        """Does this move belong to a choice of several seats at once that others have still to make?"""
        step = {LOOK: "FIRST_LOOK", RETURN: "FIRST_RETURN", PICK: "PICKING"}.get(move.kind)
        return self.step == step

    def _make(self, seat: int, move: Move) -> None:
        if move.kind == LOOK:
            self._look_at(seat, Place(move.a, move.b))
        elif move.kind == RETURN:
            self._return_card(seat)
        elif move.kind == DRAW:
            self.step = "DRAWING"
        elif move.kind == TAKE:
            self._take()
        elif move.kind == CALL:
            self._call()
        elif move.kind == PASS:
            self._note("PASSED", seat)
            self._end_turn()
        elif move.kind == SWAP:
            self._swap(move.a)
        elif move.kind == DISCARD:
            self._discard_held()
        elif move.kind == SKIP:
            self._note("SKIPPED", seat, self.effect or 0)
            self._end_turn()
        elif move.kind == EXCHANGE:
            self._make_exchange(move.a, Place(move.b, move.c))
        elif move.kind == DIRECTION:
            self._name_direction(move.a)
        elif move.kind == PICK:
            self._pick(seat, move.a)
        elif move.kind == WILD:
            self._attempt(seat, Place(move.a, move.b), more=bool(move.c))
        else:
            self._give(move.a)

    # --- Playing a Round: turns --------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        """Playing a Round: turns pass to the left; after the last turn of the others the round is over.

        Whoever was barred from attempts is so no longer (Sometimes Memory Fails!).
        """
        self.held, self.held_from_discard = None, False
        self.effect = self.look = None
        self.choices = {}
        self.barred = set()
        self.active = (self.active + 1) % self.players
        if self.active == self.caller:
            self._end_round(self.caller)
        else:
            self.step = "TURN"

    def _hold_drawn(self, card: Card) -> None:
        """Playing a Round: the active player sees the drawn card in secret."""
        self.held = card
        self.step = "HOLDING"
        self._note("DREW", self.active, sum(self.pile) + len(self.turned), self._open_kind(card))
        if not self._open_kind(card):
            self._note("CARD_DRAWN", self.active, card.kind, is_private=True)
        card.seen_by({self.active})

    def _take(self) -> None:
        """Playing a Round: the top card of the discard pile, which everybody has seen."""
        self.held, self.held_from_discard = self.discard.pop(), True
        self.held.origin = 0
        self.step = "HOLDING"
        self._note("TOOK", self.active, self.held.kind)

    def _swap(self, slot: int) -> None:
        """Playing a Round: the card goes to one's place, the replaced one on the discard pile; no effect."""
        place = Place(self.active, slot)
        replaced, card = self._card_of(place), self._card_in_hand()
        self._put(place, card)
        self._lay(replaced)
        self._note("SWAPPED", self.active, slot, replaced.kind)
        self._end_turn()

    def _discard_held(self) -> None:
        """Playing a Round: on the discard pile; an animal that was drawn has its effect."""
        card = self._card_in_hand()
        was_drawn = not self.held_from_discard
        self.held, self.held_from_discard = None, False
        self._lay(card)
        self._note("DISCARDED", self.active, card.kind, 0 if was_drawn else 1)
        if was_drawn and card.kind in WITH_EFFECT:
            self.effect = card.kind
            self.step = "EFFECT"
        else:
            self._end_turn()

    def _lay(self, card: Card) -> None:
        """Face up on the discard pile, where it is new, even if it was taken from there (amazonas-2022 14)."""
        card.seen_by(self.everybody)
        card.used = False
        self.discard.append(card)

    def _card_in_hand(self) -> Card:
        assert self.held is not None
        return self.held

    def _card_of(self, place: Place) -> Card:
        card = self.card_at(place)
        assert card is not None
        return card

    def _call(self) -> None:
        """Say "Amazonas": all that one does in this turn; the others have one more turn each."""
        self.caller = self.active
        self._note("CALLED", self.active)
        self._end_turn()

    # --- Effects of the Animal Cards ---------------------------------------------------------------------------------

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

    def _end_void_effect(self) -> bool:
        """An effect that can be done to nothing ends by itself (amazonas-2022 6)."""
        if self.step != "EFFECT" or self.effect_is_possible():
            return False
        self._note("EFFECT_VOID", self.active, self.effect or 0)
        self._end_turn()
        return True

    def _look_at(self, seat: int, place: Place) -> None:
        """Game Setup, Sloth, Toad, Jaguar: one player sees the card, in secret."""
        if self.step == "FIRST_LOOK":
            self._choose_first_look(seat, place.slot)
        else:
            self.look = Look(self._look_openly(seat, place), place)
            self.step = "LOOKING"

    def _look_openly(self, seat: int, place: Place) -> Card:
        """Everybody sees at which card, and one player sees the card."""
        self._note("LOOKED", seat, *place)
        return self._see(seat, place)

    def _see(self, seat: int, place: Place) -> Card:
        card = self._card_of(place)
        card.seen_by({seat})
        self._note("CARD_SEEN", seat, *place, card.kind, is_private=True)
        return card

    def _return_card(self, seat: int) -> None:
        """Game Setup, Sloth, Toad, Jaguar: back in its place, face down, unless it has been discarded meanwhile."""
        if self.step == "FIRST_RETURN":
            self._note("RETURNED", seat, seat, self.choices[seat])
            self._end_first_look(seat)
        else:
            self._note("RETURNED", seat, *((-1, -1) if self.look is None else self.look.place))
            self._end_turn()

    def _make_exchange(self, slot: int, other: Place) -> None:
        """Anaconda: two cards change places unseen. Jaguar: one of them has been seen by the active player."""
        self._exchange(Place(self.active, slot), other)
        self._note("EXCHANGED", self.active, slot, *other)
        self._end_turn()

    def _name_direction(self, direction: int) -> None:
        """Monkey: the player who discarded it decides before anyone looks (amazonas-2022 14)."""
        self.direction = direction
        self.step = "PICKING"
        self._note("DIRECTED", self.active, direction)

    def _pick(self, seat: int, slot: int) -> None:
        """Monkey: each chooses a card of his; when all have, each sees his and all pass at once (amazonas-2022 7)."""
        self.choices[seat] = slot
        self._note("CHOSE_CARD", seat)
        if len(self.choices) == len(self.participants()):
            self._pass_picked_cards()
            self._end_turn()

    def _pass_picked_cards(self) -> None:
        """Monkey: to the neighbour who takes part, into the place that his own card has just left."""
        seats = self.participants()
        passed = {seat: self._see(seat, Place(seat, self.choices[seat])) for seat in seats}
        for index, seat in enumerate(seats):
            neighbour = seats[(index + (1 if self.direction == LEFT else -1)) % len(seats)]
            self._put(Place(neighbour, self.choices[neighbour]), passed[seat])
            self._note("PASSED_ON", seat, self.choices[seat], neighbour, self.choices[neighbour])

    # --- Wild Discard ------------------------------------------------------------------------------------------------

    def visible(self) -> Card | None:
        """The top card of the discard pile."""
        return self.discard[-1] if self.discard else None

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

    def _attempt_violations(self, seat: int, place: Place, *, more: bool) -> Iterator[str]:
        """Wild Discard: by whom, when, on which card (amazonas-2022 8, 14)."""
        if seat in self.barred:
            yield "ATTEMPT_BARRED"
        if self.race is None:
            yield from self._visible_violations()
        if place.seat >= self.players:
            yield "NO_SUCH_SEAT"
        else:
            if self.immune(place.seat):
                yield "CALLER_IMMUNE"
            if self.card_at(place) is None and not self._was_emptied(place):
                yield "SLOT_EMPTY"
        if more and set(self.may_still_attempt()) <= {seat}:
            yield "NO_RIVAL"

    def _visible_violations(self) -> Iterator[str]:
        """Wild Discard: the discard pile shows a card that has not been matched (amazonas-2022 8, 14)."""
        visible = self.visible()
        if visible is None:
            yield "NOTHING_VISIBLE"
        elif visible.used:
            yield "CARD_USED_UP"

    def _was_emptied(self, place: Place) -> bool:
        """Has an earlier attempt of this race discarded what lay there (amazonas-2022 14)?"""
        return self.race is not None and self.race.emptied == place

    def _attempt(self, seat: int, place: Place, *, more: bool) -> None:
        """Wild Discard: the card is put face up on the pile and judged at once."""
        visible = self.visible()
        if self.race is None:
            assert visible is not None
            self.race = Race(visible.kind)
        self.race.more = more
        if visible is None or self._was_emptied(place):
            self._note("ATTEMPT_VOID", seat, *place)
            return
        card = self._card_of(place)
        card.seen_by(self.everybody)
        result = self._judge(self.race, card)
        self._note("ATTEMPTED", seat, *place, card.kind, result)
        if result == RIGHT_ONE:
            self._win_race(self.race, seat, place)
            return
        self.owed = Owed(seat, is_penalty=True)
        if result == WRONG:
            self.barred.add(seat)

    def _judge(self, race: Race, card: Card) -> int:
        """Quick!; Sometimes Memory Fails!: does it match, and is it the first to do so?"""
        if card.kind != race.kind:
            return WRONG
        return RIGHT_ONE if race.winner is None else LATE

    def _win_race(self, race: Race, seat: int, place: Place) -> None:
        """Wild Discard: the card stays on the pile; neither it nor the one beneath is matched again (14)."""
        race.winner, race.emptied = seat, place
        beneath, card = self.discard[-1], self._card_of(place)
        self._put(place, None)
        self._lay(card)
        beneath.used = card.used = True
        if self.look is not None and self.look.card is card:
            self.look = None
        if place.seat == seat:
            self._replace_last_card(seat)

    def _replace_last_card(self, seat: int) -> None:
        """Sometimes Memory Fails!, note: nobody is left without cards (amazonas-2022 9)."""
        if not self.cards(seat):
            self.owed = Owed(seat, is_penalty=False)

    def _close_race(self, race: Race) -> bool:
        """When no other attempt follows, the winner owes a card for one that was not his own (amazonas-2022 14)."""
        if race.more:
            return False
        self.race = None
        if race.winner is not None and race.emptied is not None and race.emptied.seat != race.winner:
            self.gift = Gift(race.winner, race.emptied)
        return True

    def _waive_gift(self, gift: Gift) -> bool:
        """Nobody gives what he does not have; the owner is not left without cards."""
        if self.cards(gift.giver):
            return False
        self._note("GIFT_WAIVED", gift.giver, *gift.place)
        self.gift = None
        self._replace_last_card(gift.place.seat)
        return True

    def _give(self, slot: int) -> None:
        """Wild Discard: one of one's own cards, face down and unseen, into the place of the discarded one."""
        gift = self.gift
        assert gift is not None
        source = Place(gift.giver, slot)
        self._put(gift.place, self._card_of(source))
        self._put(source, None)
        self._note("GAVE", gift.giver, slot, *gift.place)
        self.gift = None
        self._replace_last_card(gift.giver)

    # --- End of the Round and Scoring --------------------------------------------------------------------------------

    def _end_round(self, caller: int) -> None:
        """End of the Round: everybody reveals, the points are written down."""
        for seat in range(self.players):
            for slot in self.slots(seat):
                self._note("REVEALED", seat, slot, self._card_of(Place(seat, slot)).kind)
        values = self.content.values
        sums = tuple(sum(values[card.kind] for card in self.cards(seat)) for seat in range(self.players))
        points = round_points(sums, caller)
        success = is_success(sums, caller)
        if self.players == 2:
            points = [int(seat == round_winner(sums, caller)) for seat in range(self.players)]
        hands = tuple(tuple(None if card is None else card.kind for card in hand) for hand in self.hands)
        self.results.append(RoundResult(caller, hands, sums, tuple(points), success))
        for seat in range(self.players):
            self._note("SCORED", seat, sums[seat], points[seat], self.returns()[seat])
        self._note("ROUND_ENDED", None, self.round, caller, int(success))
        if self.is_decided():
            self._finish()
        else:
            self._start_round(caller)

    def _finish(self) -> None:
        """End of the Game: the last hands stay face up on the table (amazonas-2022 15)."""
        self.step = "OVER"
        for seat in range(self.players):
            for card in self.cards(seat):
                card.seen_by(self.everybody)
        self._note("FINISHED", None)

    def is_decided(self) -> bool:
        """End of the Game: after five rounds; two players: when one has won three (amazonas-2022 11, 12)."""
        if self.players == 2:
            return max(self.returns()) == ROUNDS_TO_WIN
        return self.round == ROUNDS

    def _start_round(self, starter: int) -> None:
        """Starting a New Round: the caller shuffles all cards and starts."""
        self.round += 1
        self._note("ROUND_BEGAN", None, self.round, starter)
        if self.players == 2:
            self._put_aside()
        else:
            self._shuffle(self.deck(), is_new_round=True)
        self.discard = []
        self.hands = [[] for _ in range(self.players)]
        self.starter = self.active = starter
        self.caller = None
        self.step = "DEAL"

    def _put_aside(self) -> None:
        """Amazonas for 2 Players: the discard pile bottom first, then hands by seat and slot (amazonas-2022 15)."""
        self.reserve += [card.kind for card in self.discard]
        for seat in range(self.players):
            self.reserve += [card.kind for card in self.cards(seat)]

    # --- Results -----------------------------------------------------------------------------------------------------

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

    # --- Events ------------------------------------------------------------------------------------------------------

    def _note(self, kind: str, seat: int | None, *args: int, is_private: bool = False) -> None:
        """Tell what has happened, everybody or this seat alone."""
        self.events.append(Event(kind, seat, args, is_private))
