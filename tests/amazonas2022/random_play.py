"""Random games of Amazonas 2022 that get into everything: races, gifts, penalties, reshuffles and empty piles.

Moves are chosen by the twin alone, from all that it knows. Plain random play would rarely match a card, never empty a
hand and never run out of cards, so each game is played in a *style*.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.reference.amazonas2022 import (
    LATE,
    RIGHT_ONE,
    WRONG,
    Amazonas2022,
    Place,
)
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    CALL,
    DISCARD,
    EXCHANGE,
    JAGUAR,
    MONKEY,
    PASS,
    PICK,
    PRINTED,
    RETURN,
    SLOTH,
    TAKE,
    TOAD,
    WILD,
    Card,
    Content,
    Move,
    card_fields,
)


@dataclass(frozen=True)
class Style:
    """How a game is played; shares are from 0 to 1."""

    name: str
    attempts: float
    """How often somebody attempts a wild discard when somebody may."""
    right: float
    """How many of the attempts are meant to be right, as far as there is a card that matches."""
    more: float
    """How many attempts are followed by another one of the same race."""
    calls: float
    """How many turns are calls."""
    takes: float = 0.15
    """How many turns take the card from the discard pile."""
    discards: float = 0.6
    """How many held cards are discarded."""
    few_kinds: float = 0.0
    """How many cards are of a few kinds, so that they match often."""
    own: float = 0.4
    """How many right attempts are with one's own cards, if possible."""


STYLES = (
    Style("usual", attempts=0.15, right=0.6, more=0.3, calls=0.12),
    Style("animals", attempts=0.1, right=0.7, more=0.3, calls=0.06, discards=0.95),
    Style("nervous", attempts=0.5, right=0.5, more=0.7, calls=0.08, few_kinds=0.5),
    Style("shedding", attempts=0.8, right=0.97, more=0.4, calls=0.03, few_kinds=0.9, own=0.8, discards=0.9),
    Style("generous", attempts=0.7, right=0.97, more=0.3, calls=0.03, few_kinds=0.9, own=0.3, discards=0.9),
    Style("forgetful", attempts=0.75, right=0.05, more=0.5, calls=0.02),
)
# Cards run out in some turns of this style; no call comes before.
HOARDING = Style("hoarding", attempts=0.93, right=0.02, more=0.5, calls=0.0, takes=0.0)

# A round of more plies than this is called as soon as it can be.
LONG_ROUND = 400
FAVOURITE_KINDS = (SLOTH, JAGUAR, MONKEY, 0)


class Ply(NamedTuple):
    """A move of a seat, or a card that comes (`seat` is None)."""

    seat: int | None
    word: int


class Player:
    """Plays one random game on a twin, or on a kernel beside it."""

    def __init__(self, twin: Amazonas2022, style: Style, rng: random.Random) -> None:
        self.twin = twin
        self.style = style
        self._rng = rng
        self._plies_of_round = 0
        self._round = 0

    def next_ply(self) -> Ply:
        """Something that may happen now."""
        twin = self.twin
        self._plies_of_round = self._plies_of_round + 1 if twin.round == self._round else 0
        self._round = twin.round
        if twin.due() == "CARD":
            return Ply(None, self._card())
        if self._somebody_attempts():
            seat = self._rng.choice(twin.may_still_attempt())
            return Ply(seat, self._attempt(seat).word)
        seat = self._rng.choice(twin.seats_to_act())
        return Ply(seat, self._move(seat).word)

    def _somebody_attempts(self) -> bool:
        """Is the next ply an attempt?"""
        twin = self.twin
        if twin.due() == "RACE":
            return True
        return twin.attempts_are_open() and bool(twin.may_still_attempt()) and self._chance(self._attempts())

    def _chance(self, share: float) -> bool:
        return self._rng.random() < share

    def _attempts(self) -> float:
        return 0.5 if self.twin.due() == "LOOKING" and self.style.attempts > 0.3 else self.style.attempts

    def _card(self) -> int:
        """A card off the pile: any, of any kind, or of a kind that others are of."""
        outcomes = self.twin.possible_outcomes()
        if self._chance(self.style.few_kinds):
            few = [word for word in outcomes if card_fields(word)[0] in FAVOURITE_KINDS]
            return self._rng.choice(few or outcomes)
        if self._chance(0.3):
            kind = self._rng.choice(sorted({card_fields(word)[0] for word in outcomes}))
            return self._rng.choice([word for word in outcomes if card_fields(word)[0] == kind])
        return self._rng.choice(outcomes)

    def _attempt(self, seat: int) -> Move:
        """A right or a wrong attempt, perhaps at the place that an earlier one has emptied."""
        twin = self.twin
        place = self._place_to_name(seat)
        more = self._chance(self.style.more) and set(twin.may_still_attempt()) > {seat}
        return Move(WILD, *place, int(more))

    def _place_to_name(self, seat: int) -> Place:
        twin, rng = self.twin, self._rng
        if twin.race is not None and twin.race.emptied is not None and self._chance(0.1):
            return twin.race.emptied
        places = [
            Place(owner, slot) for owner in range(twin.players) if owner != twin.caller for slot in twin.slots(owner)
        ]
        if twin.look is not None and self._matches(twin.look.card) and self._chance(0.6):
            return twin.look.place
        if self._chance(self.style.right):
            right = [place for place in places if self._matches(twin.card_at(place))]
            own = [place for place in right if place.seat == seat]
            others = [place for place in right if place.seat != seat]
            preferred = own if self._chance(self.style.own) else others
            places = preferred or right or places
        if not places:
            assert twin.race is not None
            assert twin.race.emptied is not None
            return twin.race.emptied
        return rng.choice(places)

    def _matches(self, card: Card | None) -> bool:
        twin = self.twin
        visible = twin.visible()
        wanted = twin.race.kind if twin.race is not None else visible.kind if visible is not None else None
        return card is not None and card.kind == wanted

    def _move(self, seat: int) -> Move:
        """A move of a seat that is asked."""
        moves = [move for move in self.twin.legal_moves(seat) if move.kind != WILD]
        kinds = sorted({move.kind for move in moves})
        kind = self._kind(kinds)
        return self._rng.choice([move for move in moves if move.kind == kind])

    def _kind(self, kinds: Sequence[int]) -> int:
        long = self._plies_of_round > LONG_ROUND or not self.twin.can_get_card()
        if CALL in kinds and self._chance(0.3 if long else self.style.calls):
            return CALL
        others = [kind for kind in kinds if kind != CALL] or list(kinds)
        for kind, share in ((TAKE, self.style.takes), (DISCARD, self.style.discards)):
            if kind in others:
                return kind if self._chance(share) else next(other for other in others if other != kind)
        return self._rng.choice(others)


def play_on(twin: Amazonas2022, ply: Ply) -> None:
    """Let it happen."""
    if ply.seat is None:
        twin.tell(ply.word)
    else:
        twin.choose(ply.seat, Move.from_word(ply.word))


# --- What is reached -------------------------------------------------------------------------------------------------

ANIMALS = {SLOTH: "sloth", TOAD: "toad", ANACONDA: "anaconda", JAGUAR: "jaguar", MONKEY: "monkey"}


class Before(NamedTuple):
    """What matters of a position for what a ply reaches."""

    due: str
    step: str
    effect: int | None
    active: int
    caller: int | None
    in_race: bool
    owed: bool
    is_penalty: bool
    participants: int
    is_last_turn: bool


def before(twin: Amazonas2022) -> Before:
    """The position before a ply."""
    return Before(
        twin.due(),
        twin.step,
        twin.effect,
        twin.active,
        twin.caller,
        twin.race is not None,
        twin.owed is not None,
        twin.owed is not None and twin.owed.is_penalty,
        len(twin.participants()),
        (twin.active + 1) % twin.players == twin.caller,
    )


RESULTS = {RIGHT_ONE: "right", LATE: "late", WRONG: "wrong"}


def reached(then: Before, ply: Ply, twin: Amazonas2022) -> Iterator[str]:
    """Names of all that has just been reached, for the list of what has to be reached."""
    kinds = [event.kind for event in twin.events]
    yield from (f"event {kind}" for kind in kinds)
    if ply.seat is None:
        if "SHUFFLED" in kinds and then.step == "DEAL":
            yield "last card dealt"
    else:
        yield from _reached_by_move(then, Move.from_word(ply.word), ply.seat, twin)
    if "RESERVE_TURNED" in kinds:
        yield f"reserve turned in {then.due}"
    yield from _reached_positions(then, twin)


def _reached_by_move(then: Before, move: Move, seat: int, twin: Amazonas2022) -> Iterator[str]:
    kinds = [event.kind for event in twin.events]
    if move.kind == WILD:
        yield from _reached_by_attempt(then, move, seat, twin)
    if "SHUFFLED" in kinds and then.due == "TURN" and move.kind != CALL and move.kind != WILD:
        yield "discard pile shuffled to draw"
    if move.kind == PASS:
        yield "passed"
    if move.kind == RETURN and twin.events[0].args == (-1, -1):
        yield "looked at a card that was discarded"
    if move.kind == EXCHANGE:
        yield f"exchange by {ANIMALS[then.effect or 0]}"
    if move.kind == RETURN and then.due == "LOOKING":
        yield f"returned to {ANIMALS[then.effect or 0]}"
    if move.kind == PICK and "PASSED_ON" in kinds:
        yield f"monkey of {then.participants}"
        if then.caller is not None:
            yield "monkey with a caller"
    if then.is_last_turn and "ROUND_ENDED" in kinds and then.effect is not None:
        yield f"last turn ends with {ANIMALS[then.effect]}"
    for event in twin.events:
        if event.kind == "EFFECT_VOID":
            yield f"no effect of {ANIMALS[event.args[0]]}"


def _reached_by_attempt(then: Before, move: Move, seat: int, twin: Amazonas2022) -> Iterator[str]:
    event = twin.events[0]
    kinds = [event.kind for event in twin.events]
    yield f"attempt in {then.step}" + (" by the active seat" if seat == then.active else "")
    if event.kind == "ATTEMPTED":
        result = RESULTS[event.args[3]]
        yield f"{result} attempt on {'own' if move.a == seat else 'another'}"
        yield f"{result} attempt {'in an open' if then.in_race else 'at the beginning of a'} race"
    elif twin.visible() is None:
        yield "attempt on nothing visible"
    else:
        yield "attempt on a place just emptied"
    if "SHUFFLED" in kinds:
        assert twin.owed is not None
        yield f"shuffled for a {'penalty' if twin.owed.is_penalty else 'replacement'}"
        if twin.race is not None and twin.race.more:
            yield "shuffled in an open race"
    if twin.effect is not None and then.due == "EFFECT":
        yield f"attempt before the effect of {ANIMALS[twin.effect]}"


def _reached_positions(then: Before, twin: Amazonas2022) -> Iterator[str]:
    if twin.due() == "GIFT":
        yield f"gift in {twin.step}"
        if twin.gift is not None and not twin.cards(twin.gift.place.seat):
            yield "gift to a player without cards"
        if twin.gift is not None and twin.gift.giver in twin.barred:
            yield "gift of a barred player"
    if twin.due() == "TURN":
        if not twin.can_get_card():
            yield "both piles empty"
        elif not twin.discard:
            yield "nothing to take"
        if twin.active in twin.barred:
            yield "active seat barred"
        if (visible := twin.visible()) is not None and visible.used:
            yield "used card shown"
    if then.owed and twin.owed is None and then.due == "CARD":
        yield "penalty drawn" if then.is_penalty else "replacement drawn"
    if twin.round > 1 and twin.due() == "CARD" and twin.step == "DEAL" and twin.players == 2:
        yield "deal from the rest of the pile"
    if then.due != "OVER" and twin.due() == "OVER":
        yield f"game of {twin.players} over after {twin.round} rounds"
        for result in twin.results:
            sums = [*result.sums]
            called = sums.pop(result.caller)
            outcome = "failed" if called > min(sums) else "tied" if called == min(sums) else "succeeded"
            yield f"call {outcome}"


EVERY_EVENT = (
    "SHUFFLED",
    "RESERVE_TURNED",
    "DEALT",
    "CHOSE_LOOK",
    "LOOKED",
    "CARD_SEEN",
    "RETURNED",
    "DREW",
    "CARD_DRAWN",
    "TOOK",
    "SWAPPED",
    "DISCARDED",
    "SKIPPED",
    "EFFECT_VOID",
    "EXCHANGED",
    "DIRECTED",
    "CHOSE_CARD",
    "PASSED_ON",
    "ATTEMPTED",
    "ATTEMPT_VOID",
    "BLIND_CARD",
    "GAVE",
    "CALLED",
    "PASSED",
    "REVEALED",
    "SCORED",
    "ROUND_ENDED",
    "FINISHED",
    "ROUND_BEGAN",
)
"""All but WAIVED and GIFT_WAIVED, which no game can reach: whoever attempts leaves a card to be shuffled."""

TO_REACH = frozenset(
    {f"event {kind}" for kind in EVERY_EVENT}
    | {f"attempt in {step}" for step in ("TURN", "HOLDING", "EFFECT", "LOOKING")}
    | {f"attempt in {step} by the active seat" for step in ("TURN", "HOLDING", "EFFECT", "LOOKING")}
    | {f"{result} attempt on {whose}" for result in RESULTS.values() for whose in ("own", "another")}
    | {f"{result} attempt in an open race" for result in RESULTS.values()}
    | {f"{result} attempt at the beginning of a race" for result in ("right", "wrong")}
    | {f"attempt before the effect of {animal}" for animal in ANIMALS.values()}
    | {f"gift in {step}" for step in ("TURN", "HOLDING", "EFFECT", "LOOKING")}
    | {f"no effect of {animal}" for animal in ("toad", "anaconda", "jaguar", "monkey")}
    | {f"exchange by {animal}" for animal in ("anaconda", "jaguar")}
    | {f"returned to {animal}" for animal in ("sloth", "toad", "jaguar")}
    | {f"monkey of {number}" for number in (2, 3, 4, 5)}
    | {f"last turn ends with {animal}" for animal in ANIMALS.values()}
    | {f"game of {players} over after 5 rounds" for players in (2, 3, 4, 5)}
    | {f"game of 2 over after {rounds} rounds" for rounds in (3, 4)}
    | {f"call {outcome}" for outcome in ("succeeded", "tied", "failed")}
    | {f"reserve turned in {due}" for due in ("CARD", "TURN")}
    | {
        "attempt on nothing visible",
        "attempt on a place just emptied",
        "shuffled for a penalty",
        "shuffled for a replacement",
        "shuffled in an open race",
        "discard pile shuffled to draw",
        "both piles empty",
        "passed",
        "nothing to take",
        "active seat barred",
        "used card shown",
        "gift to a player without cards",
        "gift of a barred player",
        "penalty drawn",
        "replacement drawn",
        "monkey with a caller",
        "looked at a card that was discarded",
        "deal from the rest of the pile",
    }
)
"""What random games have to reach."""


def new_game(rng: random.Random, style: Style, content: Content = PRINTED) -> Player:
    """A game of 2 to 5 players, in either variant."""
    return Player(Amazonas2022(rng.randint(2, 5), without_monkeys=rng.random() < 0.25, content=content), style, rng)
