"""The plain twin of Amazonas 2022, the card game.

Written from the rulebook sentence by sentence, for reading and not for speed, and without a look at the kernel:
random games must agree with it at every step. Each rule is one small function; its docstring names the heading of the
rulebook ("Wild Discard", ...) or the ruling ("amazonas-2022 8" is number 8 of that table in engines/RULINGS.md) that
it follows.

It is told in four steps: the cards and words (`amazonas2022_cards`), the table (`amazonas2022_position`), what may
happen at it (`amazonas2022_legal`), and here what happens then.

A player *attempts* a wild discard. Attempts made at the same moment are a *race* and come one after another.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.amazonas2022_cards import (
    CALL,
    DIRECTION,
    DISCARD,
    DRAW,
    EXCHANGE,
    KINDS,
    LEFT,
    LOOK,
    PASS,
    PICK,
    PRINTED,
    RETURN,
    SKIP,
    SWAP,
    TAKE,
    WILD,
    WITH_EFFECT,
    Card,
    Content,
    Move,
    card_fields,
)
from tests.reference.amazonas2022_legal import LegalPlies
from tests.reference.amazonas2022_position import (
    HAND,
    LATE,
    RIGHT_ONE,
    ROUNDS,
    ROUNDS_TO_WIN,
    SLOTS,
    WRONG,
    Event,
    Gift,
    Look,
    Owed,
    Place,
    Race,
)
from tests.reference.amazonas2022_score import (
    RoundResult,
    is_success,
    round_points,
    round_winner,
)


class Illegal(ValueError):
    """A move or an outcome that the rules forbid; `violations` names every reason."""

    def __init__(self, violations: tuple[str, ...]) -> None:
        super().__init__(", ".join(violations))
        self.violations = violations


class Amazonas2022(LegalPlies):
    """One game of 2 to 5 players."""

    def __init__(self, players: int, *, without_monkeys: bool = False, content: Content = PRINTED) -> None:
        super().__init__(players, without_monkeys=without_monkeys, content=content)
        self._settle()

    # --- Chance: cards from the draw pile ----------------------------------------------------------------------------

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
        self._note("BLIND_CARD", owed.seat, hand.index(card), 0 if owed.is_penalty else 1)

    def _first_gap(self, seat: int) -> Place:
        """A place without a card, but not the one that waits for a gift."""
        kept = self.gift.place if self.gift is not None else self.race.emptied if self.race is not None else None
        gaps = (Place(seat, slot) for slot, card in enumerate(self.hands[seat]) if card is None)
        return next(place for place in gaps if place != kept)

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
        self._note("DEALT", seat, len(self.hands[seat]) - 1)
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

    # --- Moving cards ------------------------------------------------------------------------------------------------

    def _put(self, place: Place, card: Card | None) -> None:
        self.hands[place.seat][place.slot] = card

    def _exchange(self, one: Place, other: Place) -> None:
        """Two cards change places; whoever knew them goes on knowing them (amazonas-2022 15)."""
        mine, theirs = self.card_at(one), self.card_at(other)
        self._put(one, theirs)
        self._put(other, mine)

    # --- Moves -------------------------------------------------------------------------------------------------------

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
            self._draw()
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

    def _draw(self) -> None:
        """Playing a Round: the top card of the draw pile, made anew before if there is none."""
        self.step = "DRAWING"
        if self.pile_is_empty():
            self._make_new_pile()
        self._note("DREW", self.active, sum(self.pile) + len(self.turned))

    def _hold_drawn(self, card: Card) -> None:
        """Playing a Round: the active player sees the drawn card in secret."""
        self._note("CARD_DRAWN", self.active, card.kind, is_private=True)
        card.seen_by({self.active})
        self.held = card
        self.step = "HOLDING"

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

    def _call(self) -> None:
        """Say "Amazonas": all that one does in this turn; the others have one more turn each."""
        self.caller = self.active
        self._note("CALLED", self.active)
        self._end_turn()

    # --- Effects of the Animal Cards ---------------------------------------------------------------------------------

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
        """Game Setup, Sloth, Toad, Jaguar: back in its place, face down, unless it has gone away meanwhile."""
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
        self._take_from_sight(card)
        if place.seat == seat:
            self._replace_last_card(seat)

    def _take_from_sight(self, card: Card) -> None:
        """A card that goes away while a sloth or a toad looks at it is looked at no more."""
        if self.look is not None and self.look.card is card:
            self.look = None

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
        card = self._card_of(source)
        self._put(gift.place, card)
        self._put(source, None)
        self._take_from_sight(card)
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
        """Starting a New Round: a pile of all cards, and the caller begins."""
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

    # --- Events ------------------------------------------------------------------------------------------------------

    def _note(self, kind: str, seat: int | None, *args: int, is_private: bool = False) -> None:
        """Tell what has happened, everybody or this seat alone."""
        self.events.append(Event(kind, seat, args, is_private))
