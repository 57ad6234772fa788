"""What may happen at a table of Amazonas 2022, for its plain twin: cards that come, and moves."""

from __future__ import annotations

from collections.abc import Iterator

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
    RETURN,
    RIGHT,
    SKIP,
    SLOTH,
    SWAP,
    TAKE,
    WILD,
    Move,
    card_fields,
    card_word,
)
from tests.reference.amazonas2022_position import (
    Place,
    Position,
)


class LegalPlies(Position):
    """What may happen at the table, and every reason why something else may not."""

    # --- Chance: cards from the draw pile -----------------------------------------------------------------------------

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

    # --- Moves --------------------------------------------------------------------------------------------------------

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
        """Say "Amazonas": a round has one call."""
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
