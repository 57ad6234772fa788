"""Amazonas 2022, the card game, for 2 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from google.protobuf.message import Message

from canopy.v1 import amazonas2022_pb2, amazonas2022_sheet_pb2
from cext import amazonas2022
from cext.kernel import Event, Rules, State
from engines.content import ContentPack
from engines.game import Game, Malformed, OptionSpec, Outcome, ScoredTable, Setup, ViolationSpec
from engines.games.amazonas2022 import chance, moves, options, rulebook
from engines.games.amazonas2022.content import content_of, load_custom_pack, shipped_packs
from engines.games.amazonas2022.events import tell_event
from engines.games.amazonas2022.picture import render_svg
from engines.games.amazonas2022.position import state_of_view
from engines.games.amazonas2022.score import CRITERIA, FEWEST_FIRST, criteria_of, is_match, outcome_of
from engines.games.amazonas2022.sheet import score_table
from engines.games.amazonas2022.text import render_text
from engines.games.amazonas2022.view import view_of


class Amazonas2022(Game):
    """The ruleset `amazonas-2022`."""

    id: ClassVar[str] = rulebook.ID
    title: ClassVar[str] = "Amazonas 2022"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = amazonas2022.MIN_PLAYERS
    max_players: ClassVar[int] = amazonas2022.MAX_PLAYERS
    wire_field: ClassVar[str] = "amazonas2022"
    criteria: ClassVar[tuple[str, ...]] = CRITERIA
    fewest_first: ClassVar[tuple[str, ...]] = FEWEST_FIRST
    options: ClassVar[tuple[OptionSpec, ...]] = options.OPTIONS
    violations: ClassVar[Mapping[int, ViolationSpec]] = rulebook.VIOLATIONS
    chances: ClassVar[Mapping[int, str]] = chance.CHANCES
    notation: ClassVar[tuple[tuple[str, str], ...]] = moves.NOTATION + chance.NOTATION

    def criteria_at(self, setup: Setup) -> tuple[str, ...]:
        return criteria_of(setup.players)

    # -- content --

    @property
    def packs(self) -> Mapping[str, ContentPack]:
        return shipped_packs()

    def load_pack(self, text: str) -> ContentPack:
        return load_custom_pack(text)

    def compile(self, players: int, options_: Mapping[str, str], pack: ContentPack) -> Rules:
        content = content_of(pack)
        return amazonas2022.compile_rules(
            players=players,
            counts=content.counts,
            values=content.values,
            without_monkeys=options.is_without_monkeys(options_),
        )

    # -- moves and chance --

    def encode_move(self, setup: Setup, word: int) -> amazonas2022_pb2.Amazonas2022Move:
        return moves.encode_move(word)

    def decode_move(self, setup: Setup, message: Message) -> int:
        return moves.decode_move(message)

    def move_text(self, setup: Setup, word: int) -> str:
        return moves.move_text(word)

    def parse_move(self, setup: Setup, text: str) -> int:
        return moves.parse_move(text)

    def encode_outcome(self, setup: Setup, word: int) -> amazonas2022_pb2.Amazonas2022Chance:
        return chance.encode_outcome(word)

    def decode_outcome(self, setup: Setup, message: Message) -> int:
        return chance.decode_outcome(message)

    def outcome_text(self, setup: Setup, word: int) -> str:
        return chance.outcome_text(word)

    def parse_outcome(self, setup: Setup, text: str) -> int:
        return chance.parse_outcome(text)

    def is_seen(self, setup: Setup, word: int, events: Sequence[Event]) -> bool:
        return any(event.kind == amazonas2022.EVENT_CARD_DRAWN for event in events)

    def explain(self, setup: Setup, code: int, args: Sequence[int]) -> str:
        return rulebook.explain(setup, code, args)

    # -- positions from outside --

    def state_of_view(self, setup: Setup, view: Message) -> State:
        if not isinstance(view, amazonas2022_pb2.Amazonas2022View):
            raise Malformed(f"A position of Amazonas 2022 is an Amazonas2022View, not a {view.DESCRIPTOR.name}.")
        return state_of_view(setup, view)

    # -- finished tables from outside --

    def score_sheet(self, setup: Setup, table: Message) -> ScoredTable:
        if not isinstance(table, amazonas2022_sheet_pb2.Amazonas2022FinishedTable):
            raise Malformed(
                f"A finished table of Amazonas 2022 is an Amazonas2022FinishedTable, not a {table.DESCRIPTOR.name}."
            )
        return score_table(setup, table)

    # -- what people see --

    def view(
        self, setup: Setup, state: State, viewer: int | None, *, memory: bool = False
    ) -> amazonas2022_pb2.Amazonas2022View:
        return view_of(setup, state, viewer, memory=memory)

    def event(self, setup: Setup, event: Event, viewer: int | None) -> tuple[amazonas2022_pb2.Amazonas2022Event, str]:
        return tell_event(setup, event, viewer)

    def outcome(self, setup: Setup, state: State) -> Outcome:
        return outcome_of(state)

    def may_agree_on_draw(self, setup: Setup) -> bool:
        # A match of two is over when somebody has won so many rounds; it knows no shared place.
        return setup.players > 1 and not is_match(setup.players)

    def render_svg(self, view: Message) -> str:
        return render_svg(_amazonas2022_view(view))

    def render_text(self, view: Message) -> str:
        return render_text(_amazonas2022_view(view))


def _amazonas2022_view(view: Message) -> amazonas2022_pb2.Amazonas2022View:
    if not isinstance(view, amazonas2022_pb2.Amazonas2022View):
        raise TypeError(f"Amazonas 2022 draws an Amazonas2022View, not a {view.DESCRIPTOR.name}")
    return view


GAMES: tuple[Game, ...] = (Amazonas2022(),)
