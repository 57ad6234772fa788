"""From a view of Amazonas back to a state.

What a view hides is filled in: the missions of the others with any that are left, the cards in their hands, as far as
they are not told, with the lowest that can be there, and what they have chosen with the lowest of those. Whoever has
kept in mind what was played tells the hands, and the solver takes them as they are told. Which of equal event cards
were drawn makes no difference. If the viewer in turn is shown no site for a neutral hut, one is taken to be built
already. What follows from the rest (points, supply, building sites) may be left out; told, it has to be right.
"""

from __future__ import annotations

import re
from typing import Any

from canopy.v1 import amazonas_pb2
from cext import amazonas
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas.content import Content, content_of
from engines.games.amazonas.impossible import IMPOSSIBLE
from engines.games.amazonas.view import STEPS, view_of
from engines.games.amazonas.vocabulary import EVENTS_FROM_WIRE
from engines.position import BadPosition
from engines.position_reader import PositionReader, contradictions
from engines.state_fields import state_of_fields

_PHASES = {int(wire): phase for phase, wire in STEPS.items()}
_HANDS = re.compile(r"players\[\d+\]\.hand")
_NONE = 255
_IN_TURNS = (amazonas.EARNING, amazonas.BUILDING)
_SHOWN = tuple(amazonas.event_shown(card) for card in range(amazonas.EVENT_CARDS))


def state_of_view(setup: Setup, view: amazonas_pb2.AmazonasView) -> State:
    """A state that looks like the view. Raises BadPosition, which names every defect."""
    return _Reading(setup, view).state()


class _Reading(PositionReader):
    """One view being read: first every part by itself, then what is hidden, then whether all of it fits together."""

    def __init__(self, setup: Setup, view: amazonas_pb2.AmazonasView) -> None:
        super().__init__()
        self.setup = setup
        self.view = view
        self.content: Content = content_of(setup.pack)
        self.fields: dict[str, Any] = State.start(setup.rules).fields()
        self.viewer = view.viewer if view.HasField("viewer") else None
        for name in ("filled", "neutral"):
            self.fields[name] = [0] * amazonas.MAX_SITES
        for fields in self.fields["seats"]:
            fields["at_site"] = [0] * amazonas.MAX_SITES
        self.phase = _PHASES.get(view.step, amazonas.DRAWING)

    def state(self) -> State:
        """The state, or BadPosition."""
        self._read_table()
        self._read_events()
        self._read_order()
        if len(self.view.players) != self.setup.players:
            self._note("WRONG_PLAYER_COUNT", "players", f"There are {self.setup.players} players.")
            self._require_sound()
        for seat, player in enumerate(self.view.players):
            self._read_player(f"players[{seat}]", seat, player)
        self._read_villages()
        self._require_sound()
        self._join_huts()
        self._deal_missions()
        self._fill_hands()
        self._find_turn()
        self._require_sound()
        state = self._build()
        # Other hands may be told by somebody who has kept in mind what was played.
        told = contradictions(self.view, view_of(self.setup, state, self.viewer))
        self.defects += [defect for defect in told if not _HANDS.fullmatch(defect.field)]
        self._require_sound()
        return state

    # --- What lies open ---------------------------------------------------------------------------------------------

    def _read_table(self) -> None:
        view, fields = self.view, self.fields
        if view.step not in _PHASES:
            self._note("NO_SUCH_STEP", "step", "The table waits for one of the steps of the game.")
        if view.round > amazonas.ROUNDS:
            self._note("NO_SUCH_ROUND", "round", f"Rounds are 1 to {amazonas.ROUNDS}.")
        elif (view.round == 0) != (self.phase in (amazonas.DEALING, amazonas.SETTING_UP)):
            self._note("WRONG_ROUND", "round", "Rounds begin when all first huts stand.")
        if self.viewer is not None and self.viewer >= self.setup.players:
            self._note("NO_SUCH_SEAT", "viewer", f"There is no seat {self.viewer}.")
        fields["phase"], fields["round"], fields["native"] = self.phase, view.round, int(view.native_waits)

    def _read_events(self) -> None:
        """As many cards are drawn as rounds have begun; the lowest of each kind stand for them."""
        left: dict[int, int] = {}
        for index, told in enumerate(self.view.events_left):
            event = EVENTS_FROM_WIRE.get(told.event)
            if event is None or event in left:
                self._note("NO_SUCH_EVENT", f"events_left[{index}].event", "Each of the ten events is told once.")
            elif told.left > _SHOWN.count(event):
                message = f"There are {_SHOWN.count(event)} cards of this event."
                self._note("TOO_MANY_EVENTS", f"events_left[{index}].left", message)
            else:
                left[event] = told.left
        if len(left) < amazonas.EVENT_KINDS and not self.defects:
            self._note("EVENTS_MISSING", "events_left", "It is not told how many cards of each event are left.")
        drawn = {event: _SHOWN.count(event) - number for event, number in left.items()}
        due = self.view.round - (self.phase == amazonas.DRAWING)
        if not self.defects and sum(drawn.values()) != due:
            self._note("WRONG_EVENT_COUNT", "events_left", f"{due} events have been drawn by now.")
        self.fields["events_used"] = sum(
            1 << card for card, event in enumerate(_SHOWN) if _SHOWN[:card].count(event) < drawn.get(event, 0)
        )
        lies_out = self.phase in (amazonas.CHOOSING, *_IN_TURNS)
        event = EVENTS_FROM_WIRE.get(self.view.event)
        if lies_out != (event is not None):
            self._note("WRONG_EVENT", "event", "An event lies on the table while cards are chosen and turns are taken.")
        elif event is not None and not drawn.get(event):
            self._note("WRONG_EVENT", "event", "All cards of this event are told to be left.")
        self.fields["event"] = _NONE if event is None else event

    def _read_order(self) -> None:
        order, players = list(self.view.order), range(self.setup.players)
        if self.phase in _IN_TURNS:
            if sorted(order) != list(players):
                self._note("WRONG_ORDER", "order", "Each seat has one place in the order of play.")
        elif order:
            self._note("WRONG_ORDER", "order", "The order of play is not decided now.")
        has_turn = self.phase in (amazonas.SETTING_UP, *_IN_TURNS)
        if has_turn and not self.view.HasField("active"):
            self._note("SEAT_MISSING", "active", "It is not told whose turn it is.")
        elif has_turn and self.view.active not in players:
            self._note("NO_SUCH_SEAT", "active", f"There is no seat {self.view.active}.")
        elif not has_turn and self.view.HasField("active"):
            self._note("WRONG_SEAT", "active", "Nobody is in turn now.")
        self.fields["order"] = [*order, *[_NONE] * amazonas.MAX_PLAYERS][: amazonas.MAX_PLAYERS]

    def _read_player(self, path: str, seat: int, player: amazonas_pb2.AmazonasPlayer) -> None:
        fields = self.fields["seats"][seat]
        if player.seat not in (0, seat):
            self._note("WRONG_SEAT", f"{path}.seat", f"This is seat {seat}.")
        for name in ("specimens", "natives"):
            counts = list(getattr(player, name)) or [0] * amazonas.TYPES
            if len(counts) != amazonas.TYPES or max(counts) > amazonas.TOKENS:
                message = f"There are {amazonas.TYPES} types, of each at most {amazonas.TOKENS} tokens."
                self._note("WRONG_SPECIMENS", f"{path}.{name}", message)
            fields[name] = counts
        for name, most in (("silver", 2**16 - 1), ("announced", _NONE - 1), ("five_types", _NONE - 1), ("coin", 4)):
            if getattr(player, name) > most:
                self._note("NUMBER_TOO_HIGH", f"{path}.{name}", f"That is more than {most}.")
        if player.neutral_huts_left > amazonas.NEUTRAL_HUTS:
            message = f"Each seat has {amazonas.NEUTRAL_HUTS} neutral huts at first."
            self._note("NUMBER_TOO_HIGH", f"{path}.neutral_huts_left", message)
        for name in ("played", "chosen"):
            if getattr(player, name) >= amazonas.INCOME_CARDS:
                self._note("NO_SUCH_CARD", f"{path}.{name}", "Income cards are 0 to 6.")
        if player.has_chosen and self.phase != amazonas.CHOOSING:
            self._note("CHOICE_TOO_EARLY", f"{path}.has_chosen", "Nobody chooses a card now.")
        fields["silver"], fields["income"] = player.silver, player.announced
        fields["five_types"], fields["coin"] = player.five_types, player.coin
        fields["neutral_left"] = player.neutral_huts_left
        fields["played"] = player.played if player.HasField("played") else _NONE

    def _read_villages(self) -> None:
        """Huts stand on existing sites, on the cheapest first, and one of a seat in a village."""
        if len(self.view.villages) != len(self.content.villages):
            self._note("WRONG_VILLAGE_COUNT", "villages", f"The map has {len(self.content.villages)} villages.")
            return
        for number, village in enumerate(self.view.villages):
            path = f"villages[{number}].sites"
            if len(village.sites) != len(self.content.villages[number].sites):
                self._note(
                    "WRONG_SITE_COUNT", path, f"There are {len(self.content.villages[number].sites)} sites here."
                )
                continue
            seen: set[int | None] = set()
            is_free = False
            for index, site in enumerate(village.sites):
                where, owner = f"{path}[{index}]", site.WhichOneof("owner")
                if owner is None:
                    is_free = True
                    continue
                seat = site.seat if owner == "seat" else None
                if seat is not None and seat >= self.setup.players:
                    self._note("NO_SUCH_SEAT", f"{where}.seat", f"There is no seat {seat}.")
                    continue
                if is_free:
                    self._note("CHEAPER_SITE_FREE", where, "A cheaper site of this village is free.")
                if seat in seen:
                    self._note("SECOND_HUT", where, "There is another hut of the same owner in this village.")
                seen.add(seat)
                self._put_hut(number, index, seat)

    def _put_hut(self, village: int, site: int, seat: int | None) -> None:
        self.fields["filled"][site] |= 1 << village
        if seat is None:
            self.fields["neutral"][site] |= 1 << village
        else:
            self.fields["seats"][seat]["at_site"][site] |= 1 << village
            self.fields["seats"][seat]["huts"] |= 1 << village

    # --- What follows, and what is hidden ---------------------------------------------------------------------------

    def _join_huts(self) -> None:
        """What the huts are next to; all of a seat hang together and have brought its tokens."""
        tokens = [0] * amazonas.TYPES
        for seat, fields in enumerate(self.fields["seats"]):
            tokens = [sum(pair) for pair in zip(tokens, fields["specimens"], strict=True)]
            for edge in self.content.edges:
                for one, other in ((edge.a, edge.b), (edge.b, edge.a)):
                    if fields["huts"] >> one & 1:
                        fields["by_path"] |= edge.path << other
                        fields["by_river"] |= edge.river << other
            if not self._hangs_together(fields["huts"]):
                self._note("NOT_CONNECTED", f"players[{seat}]", "The huts of this seat do not hang together.")
            huts = [0] * amazonas.TYPES
            for number, village in enumerate(self.content.villages):
                huts[village.specimen] += fields["huts"] >> number & 1
            if any(own > built for own, built in zip(fields["specimens"], huts, strict=True)):
                self._note("TOO_MANY_SPECIMENS", f"players[{seat}].specimens", "Each token has a hut that brought it.")
        if max(tokens) > amazonas.TOKENS:
            self._note("TOO_MANY_SPECIMENS", "players", f"There are {amazonas.TOKENS} tokens of each type.")
        self.fields["supply"] = [max(0, amazonas.TOKENS - number) for number in tokens]

    def _hangs_together(self, huts: int) -> bool:
        reached = huts & -huts
        while True:
            more = reached
            for edge in self.content.edges:
                for one, other in ((edge.a, edge.b), (edge.b, edge.a)):
                    if more >> one & 1:
                        more |= huts & 1 << other
            if more == reached:
                return reached == huts
            reached = more

    def _deal_missions(self) -> None:
        missions, dealt = len(self.content.missions), set()
        own = {}
        for seat, player in enumerate(self.view.players):
            if player.HasField("mission"):
                path = f"players[{seat}].mission.mission"
                own[seat] = player.mission.mission
                if own[seat] >= missions:
                    self._note("NO_SUCH_MISSION", path, f"There are the missions 0 to {missions - 1}.")
                elif own[seat] in dealt:
                    self._note("MISSION_REPEATED", path, "Another player holds this mission.")
                dealt.add(own[seat])
        is_dealing = self.phase == amazonas.DEALING
        self.fields["turn"] = max(own) + 1 if is_dealing and own else 0
        for seat, fields in enumerate(self.fields["seats"]):
            is_due = seat < self.fields["turn"] if is_dealing else True
            is_shown = seat == self.viewer or self.phase == amazonas.OVER
            if is_due and is_shown and seat not in own:
                self._note("MISSION_MISSING", f"players[{seat}].mission", "This mission is seen, and not told.")
            elif is_due:
                fields["mission"] = own[seat] if seat in own else min(set(range(missions)) - dealt, default=_NONE)
                dealt.add(fields["mission"])

    def _fill_hands(self) -> None:
        """All cards but those that have been played since they came back; the one that lies out is one of them."""
        rounds = self.view.round - (self.phase in (amazonas.DRAWING, amazonas.CHOOSING))
        played = rounds % amazonas.INCOME_CARDS
        if rounds > 0 and played == 0 and self.phase in _IN_TURNS:
            played = amazonas.INCOME_CARDS
        chosen = 0
        for seat, (player, fields) in enumerate(zip(self.view.players, self.fields["seats"], strict=True)):
            path = f"players[{seat}]"
            number = amazonas.INCOME_CARDS - max(0, played)
            if (fields["played"] == _NONE) != (played == 0):
                self._note("WRONG_PLAYED_CARD", f"{path}.played", "The card played last lies out until all come back.")
            cards = list(player.hand)
            if seat != self.viewer and not cards:
                cards = [card for card in range(amazonas.INCOME_CARDS) if card != fields["played"]][:number]
            elif len(set(cards)) != number or any(c >= amazonas.INCOME_CARDS or c == fields["played"] for c in cards):
                self._note("WRONG_HAND", f"{path}.hand", f"{number} income cards are in this hand, not the one played.")
                continue
            fields["hand"] = sum(1 << card for card in cards)
            if player.has_chosen:
                chosen |= 1 << seat
                fields["choice"] = player.chosen if player.HasField("chosen") else min(cards, default=_NONE)
                if fields["choice"] not in cards:
                    self._note("CARD_NOT_IN_HAND", f"{path}.chosen", "The card chosen is not in the hand.")
        if chosen == (1 << self.setup.players) - 1:
            self._note("ALL_HAVE_CHOSEN", "players", "When all have chosen, all cards are turned over at once.")
        self.fields["chosen"] = chosen

    def _find_turn(self) -> None:
        if self.phase == amazonas.SETTING_UP:
            self.fields["turn"] = self.view.active
        elif self.phase in _IN_TURNS:
            self.fields["turn"] = list(self.view.order).index(self.view.active)
            is_shown = self.phase == amazonas.BUILDING and self.viewer == self.view.active
            has_built = self.fields["seats"][self.view.active]["neutral_left"] < amazonas.NEUTRAL_HUTS
            in_use = any(self.fields["neutral"])
            self.fields["neutral_built"] = int(is_shown and has_built and in_use and not self.view.neutral_sites)

    def _build(self) -> State:
        try:
            return state_of_fields(self.setup.rules, self.fields)
        except ValueError as error:
            self._note_impossible(error, IMPOSSIBLE)
            raise BadPosition(self.defects) from None
