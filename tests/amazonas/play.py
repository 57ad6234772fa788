"""A table of Amazonas whose missions and events are told, so that a test is as short as the case it is about.

The map is the small one of `small_map.py` unless a test brings its own.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cext import amazonas
from cext.amazonas import (
    MOVE_BUILD,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    MOVE_NEUTRAL,
    MOVE_PASS,
)
from cext.kernel import GENERIC_VIOLATIONS, Event, Rules, State
from tests.amazonas.maps import SPECIMENS
from tests.amazonas.small_map import PACK as SMALL_PACK

ROOT = Path(__file__).resolve().parents[2]
SHIPPED_PACK_PATH = ROOT / "engines/games/amazonas/packs/amazonas-reconstruction.json"
CODE_NAMES = GENERIC_VIOLATIONS | amazonas.VIOLATIONS

TIE_BREAKS = {"WHITE_NUMBER": amazonas.WHITE_NUMBER, "COPPER_COINS": amazonas.COPPER_COINS}
MISSION_SCORINGS = {"LOSS": amazonas.LOSS, "GAIN": amazonas.GAIN}

EDITION_2005: dict[str, Any] = {
    "tie_break": amazonas.WHITE_NUMBER,
    "native_needs_own_type": False,
    "mission_scoring": amazonas.LOSS,
    "majority_chips": False,
    "extra_huts": False,
    "neutral_huts": False,
}
EDITION_BGA: dict[str, Any] = {
    "tie_break": amazonas.COPPER_COINS,
    "native_needs_own_type": True,
    "mission_scoring": amazonas.GAIN,
    "majority_chips": True,
    "extra_huts": True,
    "neutral_huts": True,
}


# On maps without rivers a crocodile does nothing, and a native may be ignored.
HARMLESS_FIRST: tuple[int, ...] = (
    amazonas.CROCODILE,
    amazonas.NATIVES,
    *range(amazonas.BONUS_FISH, amazonas.EVENT_KINDS),
    amazonas.JAGUAR,
    amazonas.FOREST_FIRE,
    amazonas.THEFT,
)


NOTHING: Mapping[int, Any] = MappingProxyType({})


def shipped_pack() -> dict[str, Any]:
    """The map that the rulesets bring."""
    pack: dict[str, Any] = json.loads(SHIPPED_PACK_PATH.read_text("utf-8"))
    return pack


def pack_arguments(pack: dict[str, Any]) -> dict[str, Any]:
    """What a content pack says, as arguments for `compile_rules`."""
    return {
        "villages": [(SPECIMENS.index(village["specimen"]), village["sites"]) for village in pack["villages"]],
        "edges": [(edge["a"], edge["b"], edge["path"], edge["river"]) for edge in pack["edges"]],
        "missions": pack["missions"],
    }


def rules_of(
    players: int = 3, pack: dict[str, Any] = SMALL_PACK, edition: dict[str, Any] = EDITION_2005, **changes: Any
) -> Rules:
    """Rules with this map; `changes` go to `compile_rules` instead of what edition and map say."""
    return amazonas.compile_rules(**({"players": players} | edition | pack_arguments(pack) | changes))


def small_arguments(**changes: Any) -> dict[str, Any]:
    """All arguments for `compile_rules`, as a pack and an edition give them."""
    return {"players": 3} | EDITION_2005 | pack_arguments(SMALL_PACK) | changes


def card_showing(event: int) -> int:
    """The first event card that shows this."""
    return next(card for card in range(amazonas.EVENT_CARDS) if amazonas.event_shown(card) == event)


class Game:
    """A game in progress. Seats get the missions 0, 1, ... unless others are named."""

    def __init__(self, rules: Rules | None = None, missions: Sequence[int] = ()) -> None:
        self.state = State.start(rules_of() if rules is None else rules)
        self.players = self.state.rules.players
        self.events: list[Event] = []
        """What the last ply caused."""
        for seat, mission in enumerate(missions or range(self.players)):
            self.tell(amazonas.pack_mission(seat, mission))

    # Plies

    def tell(self, outcome: int) -> None:
        """Let an outcome happen."""
        self.state, self.events = self.state.resolve(outcome)

    def play(self, kind: int, argument: int = 0, seat: int | None = None) -> None:
        """Let a seat move, the one in turn unless another is named."""
        self.state, self.events = self.state.apply(self.asked(seat), amazonas.pack_move(kind, argument))

    def build(self, village: int) -> None:
        """The seat in turn builds."""
        self.play(MOVE_BUILD, village)

    def neutral(self, village: int) -> None:
        """The seat in turn builds a neutral hut."""
        self.play(MOVE_NEUTRAL, village)

    def end(self) -> None:
        """The seat in turn ends its turn."""
        self.play(MOVE_END)

    def skip(self) -> None:
        """The seat in turn passes in the set-up."""
        self.play(MOVE_PASS)

    def take(self) -> None:
        """The seat in turn takes its income."""
        self.play(MOVE_INCOME)

    def hire(self, type_: int) -> None:
        """The seat in turn hires the native."""
        self.play(MOVE_HIRE, type_)

    # Several plies

    def set_up(self, *villages: int) -> None:
        """Each seat builds its first hut."""
        for village in villages:
            self.build(village)

    def event(self, event: int) -> None:
        """Turn over an event card that shows this."""
        left = (card for card in range(amazonas.EVENT_CARDS) if amazonas.pack_event(card) in self.state.outcomes())
        self.tell(amazonas.pack_event(next(card for card in left if amazonas.event_shown(card) == event)))

    def cards(self, *cards: int) -> None:
        """The seats choose these income cards."""
        for seat, card in enumerate(cards):
            self.play(MOVE_CARD, card, seat)

    def round(self, event: int, *cards: int) -> None:
        """An event and the choices of a round; the turns are left to play."""
        self.event(event)
        self.cards(*cards)

    def end_turns(self) -> None:
        """Whoever is still in turn takes the income and ends the turn."""
        while self.table.active is not None:
            self.play(MOVE_INCOME if self.table.phase == amazonas.EARNING else MOVE_END)

    def idle_round(self, event: int, *cards: int) -> None:
        """A whole round in which nobody builds or hires."""
        self.round(event, *cards)
        self.end_turns()

    def full_round(
        self,
        event: int | None = None,
        cards: Sequence[int] | None = None,
        builds: Mapping[int, Sequence[int]] = NOTHING,
        hires: Mapping[int, int] = NOTHING,
    ) -> None:
        """A whole round: what each seat builds, who hires a native for which type. Everybody else only earns.

        If not told, the event is the most harmless one that is left, and everybody plays the highest card in hand.
        """
        self.event(self.harmless_event() if event is None else event)
        self.cards(*(cards or [self.player(seat).hand[-1] for seat in range(self.players)]))
        while (seat := self.table.active) is not None:
            if self.table.phase == amazonas.EARNING:
                self.play(*((MOVE_HIRE, hires[seat]) if seat in hires else (MOVE_INCOME,)))
            for village in builds.get(seat, ()):
                self.build(village)
            self.end()

    def harmless_event(self) -> int:
        """Of the events that are left one that takes nothing from anybody, if there is any."""
        left = self.table.events_left
        return next(event for event in HARMLESS_FIRST if left[event])

    # Asking

    def asked(self, seat: int | None) -> int:
        """The named seat, or the one in turn."""
        active = self.table.active if seat is None else seat
        assert active is not None
        return active

    @property
    def table(self) -> amazonas.Table:
        """What lies open."""
        return amazonas.table(self.state)

    def player(self, seat: int) -> amazonas.Player:
        """What a seat has."""
        return amazonas.player(self.state, seat)

    def silver(self) -> tuple[int, ...]:
        """Everybody's money."""
        return tuple(self.player(seat).silver for seat in range(self.players))

    def coins(self) -> tuple[int | None, ...]:
        """Everybody's copper coin."""
        return tuple(self.player(seat).coin for seat in range(self.players))

    def count(self, seat: int) -> tuple[int, ...]:
        """A seat's specimens by type, natives included."""
        player = self.player(seat)
        return tuple(map(sum, zip(player.specimens, player.natives, strict=True)))

    def score(self, seat: int) -> amazonas.SeatScore:
        """A seat's points."""
        return amazonas.score(self.state, seat)

    def codes(self, kind: int, argument: int = 0, seat: int | None = None) -> list[str]:
        """The names of all rules that a move would break."""
        return names(self.state.check(self.asked(seat), amazonas.pack_move(kind, argument)))

    def legal(self, seat: int | None = None) -> list[tuple[int, int]]:
        """The legal moves as (kind, argument)."""
        return [amazonas.unpack_move(word) for word in self.state.legal_moves(self.asked(seat))]

    def told(self, *kinds: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """(kind, seat, arguments) of the last ply's events, only of these kinds if any are named."""
        return [(e.kind, e.seat, e.args) for e in self.events if not kinds or e.kind in kinds]


def names(violations: Iterable[tuple[int, tuple[int, int, int]]]) -> list[str]:
    """The names of violations."""
    return [CODE_NAMES[code] for code, _ in violations]
