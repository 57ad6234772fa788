"""From a view of Amazonas 2022 back to a state.

A view is best told with what a perfect memory would know (`remembered` and its like): that is then what the viewer's
seat knows. All else that it hides is made up out of the cards that are not in sight, in an order that depends on
nothing: the cards face down, which the solver deals anew each time, but also whatever is not remembered of open piles,
which it takes as it is made up. All cards face down count as drawn from one shuffle, since no view tells what went into
earlier ones, and other seats know no more of them than what they look at or hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from canopy.v1 import amazonas2022_pb2
from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext import amazonas2022
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas2022 import options
from engines.games.amazonas2022.content import content_of, counts_in_play
from engines.games.amazonas2022.impossible import IMPOSSIBLE
from engines.games.amazonas2022.score import is_match
from engines.games.amazonas2022.view import view_of
from engines.games.amazonas2022.vocabulary import CARDS_FROM_WIRE, DIRECTIONS_FROM_WIRE, PILES_FROM_WIRE, a_card
from engines.position import BadPosition
from engines.position_reader import PositionReader, contradictions
from engines.state_fields import state_of_fields

_NONE = amazonas2022.NO_SEAT
_STEPS: Mapping[int, int] = {
    amazonas2022_pb2.AMAZONAS2022_STEP_DEALING: amazonas2022.DEALING,
    amazonas2022_pb2.AMAZONAS2022_STEP_FIRST_LOOK: amazonas2022.FIRST_LOOK,
    amazonas2022_pb2.AMAZONAS2022_STEP_TURN: amazonas2022.TURN,
    amazonas2022_pb2.AMAZONAS2022_STEP_DRAWING: amazonas2022.DRAWING,
    amazonas2022_pb2.AMAZONAS2022_STEP_HOLDING: amazonas2022.HOLDING,
    amazonas2022_pb2.AMAZONAS2022_STEP_OVER: amazonas2022.OVER,
}
# Steps of an effect, or over one, or over whatever else goes on in a turn.
_EFFECT = amazonas2022_pb2.AMAZONAS2022_STEP_EFFECT
_RACE = amazonas2022_pb2.AMAZONAS2022_STEP_RACE
_BLIND = amazonas2022_pb2.AMAZONAS2022_STEP_BLIND
_GIFT = amazonas2022_pb2.AMAZONAS2022_STEP_GIFT
# The phase of an animal's effect before and after somebody has said at what to look, or where cards go.
_EFFECTS: Mapping[int, tuple[int, int]] = {
    amazonas2022.SLOTH: (amazonas2022.SLOTH_EFFECT, amazonas2022.LOOKING),
    amazonas2022.TOAD: (amazonas2022.TOAD_EFFECT, amazonas2022.LOOKING),
    amazonas2022.ANACONDA: (amazonas2022.ANACONDA_EFFECT, amazonas2022.ANACONDA_EFFECT),
    amazonas2022.JAGUAR: (amazonas2022.JAGUAR_EFFECT, amazonas2022.JAGUAR_LOOK),
    amazonas2022.MONKEY: (amazonas2022.MONKEY_DIRECTION, amazonas2022.PICKING),
}
_CHOOSING = (amazonas2022.FIRST_LOOK, amazonas2022.PICKING)
_LOOKING_WITH_EFFECT = (amazonas2022.LOOKING, amazonas2022.JAGUAR_LOOK)


def state_of_view(setup: Setup, view: Amazonas2022View) -> State:
    """A state that looks like the view. Raises BadPosition, which names every defect."""
    return _Reading(setup, view).state()


class _Reading(PositionReader):
    """One view being read: first every part by itself, then what is hidden, then whether all of it fits together."""

    def __init__(self, setup: Setup, view: Amazonas2022View) -> None:
        super().__init__()
        self.setup = setup
        self.view = view
        self.counts = counts_in_play(setup.pack, without_monkeys=options.is_without_monkeys(dict(setup.options)))
        self.is_match = is_match(setup.players)
        self.fields: dict[str, Any] = State.start(setup.rules).fields()
        self.seats: list[dict[str, Any]] = self.fields["seats"]
        self.fields["callers"] = list(self.fields["callers"])
        for fields in self.seats:
            fields["sums"] = list(fields["sums"])
        self.viewer = view.viewer if view.HasField("viewer") else None
        self.phase = amazonas2022.TURN
        # Kinds of cards, None for those that are not told: by seat and slot (-1: no card lies there), and of the piles.
        self.hands: list[list[int | None]] = [[] for _ in range(setup.players)]
        self.discards: list[int | None] = []
        self.used_up: list[bool] = []
        self.reserve: list[int | None] = []
        self.stack: list[int | None] = []
        self.held: int | None = None

    def state(self) -> State:
        """The state, or BadPosition."""
        self._read_table()
        self._read_rounds()
        self._read_roles()
        self._require_sound()
        self._read_hands()
        self._read_piles()
        self._read_looks()
        self._read_held()
        self._read_choices()
        self._read_race()
        self._require_sound()
        self._fill_in()
        self._require_sound()
        state = self._build()
        shown = view_of(self.setup, state, self.viewer, memory=True)
        self.defects += contradictions(self.view, shown)
        self._require_sound()
        return state

    def _is_seat(self, seat: int, path: str) -> bool:
        if seat >= self.setup.players:
            self._note("NO_SUCH_SEAT", path, f"There is no seat {seat}.")
            return False
        return True

    def _kind(self, wire: int, path: str) -> int | None:
        """The kind of a card that is told, None for one that is not."""
        if wire and wire not in CARDS_FROM_WIRE:
            self._note("NO_SUCH_CARD", path, "There is no such card.")
        return CARDS_FROM_WIRE.get(wire)

    # --- What goes on -----------------------------------------------------------------------------------------------

    def _read_table(self) -> None:
        view = self.view
        if view.step in _STEPS:
            self.phase = _STEPS[view.step]
            if self.phase == amazonas2022.FIRST_LOOK and view.looks:
                self.phase = amazonas2022.FIRST_RETURN
        elif view.step in (_EFFECT, _RACE, _BLIND, _GIFT):
            self.phase = self._phase_below()
        else:
            self._note("NO_SUCH_STEP", "step", "The table waits for one of the steps of the game.")
        if not 1 <= view.round <= amazonas2022.ROUNDS:
            self._note("NO_SUCH_ROUND", "round", f"Rounds are 1 to {amazonas2022.ROUNDS}.")
        if self.viewer is not None:
            self._is_seat(self.viewer, "viewer")
        self.fields["phase"], self.fields["round"] = self.phase, view.round
        if self.phase == amazonas2022.PICKING:
            self.fields["direction"] = DIRECTIONS_FROM_WIRE.get(view.effect.direction, _NONE)
            if self.fields["direction"] == _NONE:
                self._note("NO_SUCH_DIRECTION", "effect.direction", "Cards go to the left or to the right.")

    def _phase_below(self) -> int:
        """What goes on in a turn, whatever has to be done before it does."""
        view = self.view
        if view.HasField("effect"):
            animal = self._kind(view.effect.animal, "effect.animal")
            if animal is None:
                return amazonas2022.LOOKING
            if animal not in _EFFECTS:
                self._note("NO_SUCH_EFFECT", "effect.animal", "This card has no effect.")
                return amazonas2022.TURN
            return _EFFECTS[animal][bool(view.looks or view.effect.direction)]
        if view.step == _EFFECT:
            self._note("EFFECT_MISSING", "effect", "It is not told which effect is carried out.")
        return amazonas2022.HOLDING if view.HasField("held") else amazonas2022.TURN

    def _read_roles(self) -> None:
        """Who started, who is in turn, who has called."""
        view, callers = self.view, self.fields["callers"]
        is_over = self.phase == amazonas2022.OVER
        starter = callers[view.round - 2] if view.round > 1 and not self.defects else 0
        if not self.defects and view.starter != starter:
            self._note("WRONG_STARTER", "starter", f"Seat {starter} started: the last caller, or seat 0 at first.")
        self.fields["starter"] = view.starter
        caller = view.caller if view.HasField("caller") else _NONE
        if view.HasField("caller"):
            self._is_seat(view.caller, "caller")
        elif is_over:
            caller = callers[view.round - 1]
        self.fields["caller"] = caller
        has_turn = amazonas2022.FIRST_RETURN < self.phase < amazonas2022.OVER
        self.fields["turn"] = caller if is_over else view.active if has_turn else view.starter
        if has_turn and not view.HasField("active"):
            self._note("SEAT_MISSING", "active", "It is not told whose turn it is.")
        elif has_turn and self._is_seat(view.active, "active") and view.active == caller:
            self._note("CALLER_IN_TURN", "active", "When the caller's turn comes again, the round is over.")
        if view.step == _BLIND and not view.HasField("draws"):
            self._note("SEAT_MISSING", "draws", "It is not told for whom a card comes off the draw pile.")
        elif view.HasField("draws"):
            self._is_seat(view.draws, "draws")
        if len(view.players) != self.setup.players:
            self._note("WRONG_PLAYER_COUNT", "players", f"There are {self.setup.players} players.")
            return
        for seat, player in enumerate(view.players):
            if player.seat not in (0, seat):
                self._note("WRONG_SEAT", f"players[{seat}].seat", f"This is seat {seat}.")
        self.fields["barred"] = sum(1 << seat for seat, player in enumerate(view.players) if player.barred)

    # --- Rounds that are over ---------------------------------------------------------------------------------------

    def _read_rounds(self) -> None:
        """Callers and points of each, and the cards of the last one."""
        view, players = self.view, self.setup.players
        over = max(0, view.round - (self.phase != amazonas2022.OVER))
        if len(view.rounds_played) != over:
            self._note("WRONG_ROUND_COUNT", "rounds_played", f"{over} rounds are over.")
            return
        for index, played in enumerate(view.rounds_played):
            path = f"rounds_played[{index}]"
            if played.round not in (0, index + 1):
                self._note("NO_SUCH_ROUND", f"{path}.round", f"This is round {index + 1}.")
            if len(played.scores) != players:
                self._note("WRONG_PLAYER_COUNT", f"{path}.scores", f"There are {players} players.")
                continue
            if not self._is_seat(played.caller, f"{path}.caller"):
                continue
            self.fields["callers"][index] = played.caller
            points = [score.points for score in played.scores]
            for seat, fields in enumerate(self.seats):
                fields["points"] += points[seat]
                # For two players only who won: any sums of which the winner's is the lower one. Else the caller's
                # points, too, are a sum that brings them.
                fields["sums"][index] = 1 - points[seat] if self.is_match else points[seat]
            others = [number for seat, number in enumerate(points) if seat != played.caller]
            if not self.is_match and points[played.caller] < min(others):
                self.seats[played.caller]["successes"] += 1
        if over and not self.defects:
            self._read_last_hands(over - 1)

    def _read_last_hands(self, index: int) -> None:
        """The cards of the last round that is over, which at the end lie there as well."""
        told: Sequence[Sequence[int]] = [hand.slots for hand in self.view.last_hands]
        if not told and self.phase == amazonas2022.OVER:
            told = [[slot.card for slot in player.slots] for player in self.view.players]
        if len(told) != self.setup.players:
            self._note("WRONG_PLAYER_COUNT", "last_hands", f"The hands of {self.setup.players} players were turned up.")
            return
        values = content_of(self.setup.pack).values
        for seat, cards in enumerate(told):
            path = f"last_hands[{seat}].slots"
            if not self._fits_slots(len(cards), path):
                continue
            kinds = [self._kind(card, f"{path}[{slot}]") for slot, card in enumerate(cards)]
            self.seats[seat]["last_slots"] = len(kinds)
            self.seats[seat]["last_cards"] = _padded(
                [0 if kind is None else 1 + kind for kind in kinds], amazonas2022.MAX_SLOTS
            )
            self.seats[seat]["sums"][index] = sum(values[kind] for kind in kinds if kind is not None)

    def _fits_slots(self, number: int, path: str) -> bool:
        if number > amazonas2022.MAX_SLOTS:
            self._note("TOO_MANY_SLOTS", path, f"A hand has at most {amazonas2022.MAX_SLOTS} slots.")
            return False
        return True

    # --- Cards ------------------------------------------------------------------------------------------------------

    def _read_hands(self) -> None:
        """What lies before the players: what the viewer sees or remembers there, and where there is nothing."""
        for seat, player in enumerate(self.view.players):
            if not self._fits_slots(len(player.slots), f"players[{seat}].slots"):
                continue
            for slot, shown in enumerate(player.slots):
                path = f"players[{seat}].slots[{slot}]"
                if shown.slot not in (0, slot):
                    self._note("WRONG_SLOT", f"{path}.slot", f"This is slot {slot}.")
                self.hands[seat].append(-1 if shown.empty else self._read_slot(seat, slot, shown, path))

    def _read_slot(self, seat: int, slot: int, shown: amazonas2022_pb2.Amazonas2022Slot, path: str) -> int | None:
        is_seen = self.phase == amazonas2022.OVER or any(
            look.seat == self.viewer and (look.card.seat, look.card.slot) == (seat, slot) for look in self.view.looks
        )
        if is_seen and not shown.card:
            self._note("CARD_MISSING", f"{path}.card", "This card is seen, and not told.")
        if shown.card and not is_seen:
            self._note("NOT_IN_SIGHT", f"{path}.card", "The viewer does not see this card. Does it remember it?")
        remembered = self._remembered(shown.remembered, f"{path}.remembered")
        return self._kind(shown.card, f"{path}.card") if shown.card else remembered

    def _remembered(self, card: int, path: str) -> int | None:
        kind = self._kind(card, path)
        if kind is not None and self.viewer is None:
            self._note("NOBODY_REMEMBERS", path, "The view is nobody's who could remember something.")
        return kind

    def _read_piles(self) -> None:
        view, pile = self.view, self.view.discard_pile
        laid = [card.card for card in pile.remembered]
        self.discards = self._read_pile("discard_pile.cards", pile.cards, laid, "discard_pile.remembered")
        self.used_up = [card.used_up for card in pile.remembered] or [False] * len(self.discards)
        self._read_top(self.discards, pile.top, "discard_pile.top")
        if self.used_up and not pile.remembered:
            self.used_up[-1] = pile.used_up
        self.reserve = self._read_pile("reserve", view.reserve, view.remembered_reserve, "remembered_reserve")
        self._read_top(self.reserve, view.reserve_top, "reserve_top")
        if not self.is_match and (view.reserve or view.remembered_draw_pile):
            self._note("NO_RESERVE", "reserve", "Cards are set aside by two players only.")
        drawn = self._read_pile("draw_pile", view.draw_pile, view.remembered_draw_pile, "remembered_draw_pile")
        self.stack = drawn[::-1] if view.remembered_draw_pile else []

    def _read_pile(self, name: str, cards: int, remembered: Sequence[int], path: str) -> list[int | None]:
        """The kinds of its cards, as far as they are told."""
        if cards > sum(self.counts):
            self._note("TOO_MANY_CARDS", name, f"There are {sum(self.counts)} cards in all.")
            return []
        if not remembered:
            return [None] * cards
        if len(remembered) != cards:
            self._note("WRONG_CARD_COUNT", path, f"The pile has {cards} cards, of which each is remembered.")
        return [self._remembered(card, f"{path}[{place}]") for place, card in enumerate(remembered)]

    def _read_top(self, pile: list[int | None], top: int, path: str) -> None:
        """The card that shows."""
        kind = self._kind(top, path)
        if kind is not None and not pile:
            self._note("NO_CARDS", path, "No card lies there.")
        elif pile and kind is None and pile[-1] is None:
            self._note("CARD_MISSING", path, "The card that shows is not told.")
        elif kind is not None:
            pile[-1] = kind

    def _read_held(self) -> None:
        """The card in hand. It was drawn in secret, unless it comes from an open pile."""
        held = self.view.held
        is_held = self.phase == amazonas2022.HOLDING
        if self.view.HasField("held") != is_held:
            self._note("WRONG_HELD", "held", "The seat in turn holds a card when it has to swap or discard one.")
            return
        if not is_held:
            return
        if held.seat != self.fields["turn"]:
            self._note("WRONG_SEAT", "held.seat", "The seat in turn holds the card.")
        if held.origin not in PILES_FROM_WIRE:
            self._note("NO_SUCH_PILE", "held.origin", "It is not told which pile the card comes from.")
            return
        self.fields["held_from"] = source = PILES_FROM_WIRE[held.origin]
        is_taken = source == amazonas2022.FROM_DISCARDS
        is_seen = is_taken or self.viewer == self.fields["turn"]
        remembered = self._remembered(held.remembered, "held.remembered")
        self.held = self._kind(held.card, "held.card") if held.card else remembered
        if is_seen and not held.card:
            self._note("CARD_MISSING", "held.card", "This card is seen, and not told.")
        if not is_seen and held.card:
            self._note("NOT_IN_SIGHT", "held.card", "The viewer does not see this card. Does it remember it?")
        if remembered is not None and not self.is_match:
            self._note("NO_RESERVE", "held.remembered", "Drawn cards are known only where two players turn a reserve.")
        is_open = is_taken or remembered is not None
        self.fields["held_known"] = self._everybody() if is_open else 1 << self.fields["turn"]
        self.fields["held_origin"] = 0 if is_open else self._shuffle()

    def _everybody(self) -> int:
        """The mask of those who know a card that lay open."""
        return (1 << self.setup.players) - 1 | amazonas2022.SPECTATORS

    def _shuffle(self) -> int:
        """The shuffle from which all cards come that are face down."""
        number: int = self.fields["shuffles"]
        return number

    # --- Looks and choices ------------------------------------------------------------------------------------------

    def _read_looks(self) -> None:
        """At a card of one's own before the first turn, at one card with an effect, and at no other time."""
        for index, look in enumerate(self.view.looks):
            path = f"looks[{index}]"
            if not (self._is_seat(look.seat, f"{path}.seat") and self._is_card(look.card, f"{path}.card")):
                continue
            if self.phase == amazonas2022.FIRST_RETURN:
                if look.card.seat != look.seat:
                    self._note("NOT_OWN_CARD", f"{path}.card", "Each seat looks at a card of its own.")
                self.seats[look.seat]["look"] = 1 + look.card.slot
            elif self.phase in _LOOKING_WITH_EFFECT:
                self.fields["look_owner"], self.fields["look_slot"] = look.card.seat, look.card.slot
                if look.seat != self.fields["turn"]:
                    self._note("WRONG_SEAT", f"{path}.seat", "The seat in turn looks.")
            else:
                self._note("NO_LOOK", path, "Nobody looks at a card now.")

    def _is_card(self, place: amazonas2022_pb2.Amazonas2022Place, path: str) -> bool:
        if not self._is_seat(place.seat, f"{path}.seat"):
            return False
        if place.slot >= len(self.hands[place.seat]) or self.hands[place.seat][place.slot] == -1:
            self._note("SLOT_EMPTY", f"{path}.slot", "No card lies in this slot.")
            return False
        return True

    def _read_choices(self) -> None:
        """Cards chosen in secret: the viewer's own, and any of the others'."""
        for seat, player in enumerate(self.view.players):
            path = f"players[{seat}]"
            if not player.has_chosen:
                continue
            cards = [slot for slot, kind in enumerate(self.hands[seat]) if kind != -1]
            if self.phase not in _CHOOSING or not cards:
                self._note("NOTHING_CHOSEN", f"{path}.has_chosen", "This seat chooses no card now.")
            elif seat != self.viewer:
                self.seats[seat]["look"] = 1 + cards[0]
            elif not player.HasField("chosen"):
                self._note("CHOICE_MISSING", f"{path}.chosen", "The viewer's own choice is not told.")
            elif player.chosen not in cards:
                self._note("SLOT_EMPTY", f"{path}.chosen", "No card lies in this slot.")
            else:
                self.seats[seat]["look"] = 1 + player.chosen

    # --- Wild discards ----------------------------------------------------------------------------------------------

    def _read_race(self) -> None:
        """A race that is open, the gift that is left of one, and what is owed to whom."""
        view, fields = self.view, self.fields
        for name, step, sentence in (("race", _RACE, "No race is told."), ("gift", _GIFT, "No gift is told.")):
            if view.step == step and not view.HasField(name):
                self._note(f"{name.upper()}_MISSING", name, sentence)
        if view.HasField("race"):
            kind = self._kind(view.race.card, "race.card")
            if not view.race.card:
                self._note("CARD_MISSING", "race.card", "It is not told which card has to be matched.")
            fields["race"], fields["race_card"] = 1, 0 if kind is None else 1 + kind
            if view.race.HasField("winner"):
                self._put_winner(view.race.winner, view.race.discarded, "race.winner", "race.discarded")
        elif view.HasField("gift"):
            self._put_winner(view.gift.giver, view.gift.to, "gift.giver", "gift.to")
        if view.step == _BLIND:
            fields["owed"] = view.draws
            has_cards = any(kind != -1 for kind in self.hands[view.draws])
            fields["owed_for"] = amazonas2022.PENALTY if has_cards else amazonas2022.REPLACEMENT

    def _put_winner(self, winner: int, place: amazonas2022_pb2.Amazonas2022Place, who: str, where: str) -> None:
        """Who discarded a card, and where that lay."""
        if not (self._is_seat(winner, who) and self._is_seat(place.seat, f"{where}.seat")):
            return
        if place.slot >= len(self.hands[place.seat]) or self.hands[place.seat][place.slot] != -1:
            self._note("SLOT_NOT_EMPTY", f"{where}.slot", "The card that was discarded has left an empty slot.")
            return
        self.fields["race_winner"] = winner
        self.fields["race_owner"], self.fields["race_slot"] = place.seat, place.slot

    # --- What is hidden ---------------------------------------------------------------------------------------------

    def _fill_in(self) -> None:
        """Cards that are not in sight, for all that is not told; what is left of them is the draw pile."""
        number = sum(len(hand) - hand.count(-1) for hand in self.hands) + len(self.discards) + len(self.reserve)
        number += self.view.draw_pile + (self.phase == amazonas2022.HOLDING)
        if number != sum(self.counts):
            self._note("WRONG_CARD_COUNT", "", f"The game has {sum(self.counts)} cards, not {number}.")
            return
        left = list(self.counts)
        for kind in self._told():
            left[kind] -= 1
        for kind, cards in enumerate(left):
            if cards < 0:
                message = f"There are {self.counts[kind]} cards like {a_card(kind)}, not {self.counts[kind] - cards}."
                self._note("TOO_MANY_CARDS", f"kinds[{kind}]", message)
        self._require_sound()
        unseen = _shuffled(left)
        for seat, hand in enumerate(self.hands):
            self._put_hand(seat, hand, unseen)
        discards = [_card(kind, unseen) for kind in self.discards]
        used = [amazonas2022.USED if used_up else 0 for used_up in self.used_up]
        self._put_pile("discard", [card | mark for card, mark in zip(discards, used, strict=True)])
        self._put_pile("reserve", [_card(kind, unseen) for kind in self.reserve])
        self._put_pile("stack", [_card(kind, unseen) for kind in self.stack])
        self.fields["held"] = _card(self.held, unseen) if self.phase == amazonas2022.HOLDING else 0
        rest = list(unseen)
        self.fields["pile"] = [rest.count(kind) for kind in range(amazonas2022.KINDS)]
        self.fields["pile_size"] = len(rest)
        self.fields["drawn"] = sum(self.counts) - len(rest)

    def _told(self) -> Iterator[int]:
        """The kinds of all cards that are told."""
        for cards in (*self.hands, self.discards, self.reserve, self.stack, [self.held]):
            yield from (kind for kind in cards if kind is not None and kind != -1)

    def _put_hand(self, seat: int, hand: Sequence[int | None], unseen: Iterator[int]) -> None:
        """The cards before a seat, and who knows them."""
        fields = self.seats[seat]
        fields["slots"], fields["count"] = len(hand), len(hand) - hand.count(-1)
        known = [0 if kind in (None, -1) else self._knowers() for kind in hand]
        for look in self.view.looks:
            if look.card.seat == seat:
                known[look.card.slot] |= 1 << look.seat
        origins = [0 if kind == -1 else self._shuffle() for kind in hand]
        cards = [0 if kind == -1 else _card(kind, unseen) for kind in hand]
        for name, values in (("cards", cards), ("known", known), ("origin", origins)):
            fields[name] = _padded(values, amazonas2022.MAX_SLOTS)

    def _knowers(self) -> int:
        """Who knows a card that the view tells."""
        if self.phase == amazonas2022.OVER:
            return self._everybody()
        return 0 if self.viewer is None else 1 << self.viewer

    def _put_pile(self, name: str, cards: Sequence[int]) -> None:
        self.fields[f"{name}_size"] = len(cards)
        self.fields[name] = _padded(cards, amazonas2022.MAX_CARDS)

    def _build(self) -> State:
        try:
            return state_of_fields(self.setup.rules, self.fields)
        except ValueError as error:
            self._note_impossible(error, IMPOSSIBLE)
            raise BadPosition(self.defects) from None


def _padded(values: Sequence[int], size: int) -> list[int]:
    return [*values, *[0] * (size - len(values))]


def _card(kind: int | None, unseen: Iterator[int]) -> int:
    """A card as a state has it: the one that is told, or any of those that are not in sight."""
    return 1 + (next(unseen) if kind is None else kind)


def _shuffled(counts: Sequence[int]) -> Iterator[int]:
    """So many cards of each kind, in an order that is always the same and favours none."""
    cards = [(kind, copy) for kind, number in enumerate(counts) for copy in range(number)]
    return iter([kind for kind, _ in sorted(cards, key=lambda card: crc32(bytes(card)))])
