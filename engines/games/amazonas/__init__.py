"""Amazonas, the board game, for 2 to 4 players: the rules of 2005 and the BGA edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from google.protobuf.message import Message

from canopy.v1 import amazonas_pb2, amazonas_sheet_pb2
from cext import amazonas
from cext.kernel import Event, Rules, State
from engines.content import ContentPack
from engines.finished import Flaw
from engines.game import Game, Malformed, OptionSpec, Outcome, ScoredTable, Setup, ViolationSpec
from engines.games.amazonas import chance, editions, moves, rulebook
from engines.games.amazonas.content import content_of, load_custom_pack, shipped_packs
from engines.games.amazonas.editions import EDITION_2005, EDITION_BGA
from engines.games.amazonas.events import tell_event
from engines.games.amazonas.picture import render_svg
from engines.games.amazonas.position import state_of_view
from engines.games.amazonas.score import CRITERIA, outcome_of
from engines.games.amazonas.sheet import flaws_of, score_table
from engines.games.amazonas.text import render_text
from engines.games.amazonas.view import view_of


class Amazonas(Game):
    """One edition of the game; both are the same rules with other options."""

    rules_version: ClassVar[int] = 1
    max_players: ClassVar[int] = amazonas.MAX_PLAYERS
    wire_field: ClassVar[str] = "amazonas"
    criteria: ClassVar[tuple[str, ...]] = CRITERIA
    chances: ClassVar[Mapping[int, str]] = chance.CHANCES
    notation: ClassVar[tuple[tuple[str, str], ...]] = moves.NOTATION + chance.NOTATION
    # Everything that can be impossible about a finished table.
    flaws: ClassVar[Mapping[str, Flaw]]

    # -- content --

    @property
    def packs(self) -> Mapping[str, ContentPack]:
        return shipped_packs()

    def load_pack(self, text: str) -> ContentPack:
        return load_custom_pack(text)

    def compile(self, players: int, options: Mapping[str, str], pack: ContentPack) -> Rules:
        content = content_of(pack)
        return amazonas.compile_rules(
            players=players,
            villages=[(village.specimen, village.sites) for village in content.villages],
            edges=[(edge.a, edge.b, edge.path, edge.river) for edge in content.edges],
            missions=content.missions,
            tie_break=editions.TIE_BREAKS[options[editions.TIE_BREAK]],
            native_needs_own_type=editions.FLAGS[options[editions.NATIVE_NEEDS_OWN_TYPE]],
            mission_scoring=editions.SCORINGS[options[editions.MISSION_SCORING]],
            majority_chips=editions.FLAGS[options[editions.MAJORITY_CHIPS]],
            extra_huts=editions.FLAGS[options[editions.EXTRA_HUTS]],
            neutral_huts=editions.FLAGS[options[editions.NEUTRAL_HUTS]],
        )

    # -- moves and chance --

    def encode_move(self, setup: Setup, word: int) -> amazonas_pb2.AmazonasMove:
        return moves.encode_move(word)

    def decode_move(self, setup: Setup, message: Message) -> int:
        return moves.decode_move(message)

    def move_text(self, setup: Setup, word: int) -> str:
        return moves.move_text(word)

    def parse_move(self, setup: Setup, text: str) -> int:
        return moves.parse_move(text)

    def encode_outcome(self, setup: Setup, word: int) -> amazonas_pb2.AmazonasChance:
        return chance.encode_outcome(word)

    def decode_outcome(self, setup: Setup, message: Message) -> int:
        return chance.decode_outcome(message)

    def outcome_text(self, setup: Setup, word: int) -> str:
        return chance.outcome_text(word)

    def parse_outcome(self, setup: Setup, text: str) -> int:
        return chance.parse_outcome(text)

    def explain(self, setup: Setup, code: int, args: Sequence[int]) -> str:
        return rulebook.explain(setup, code, args)

    # -- positions from outside --

    def state_of_view(self, setup: Setup, view: Message) -> State:
        if not isinstance(view, amazonas_pb2.AmazonasView):
            raise Malformed(f"A position of Amazonas is an AmazonasView, not a {view.DESCRIPTOR.name}.")
        return state_of_view(setup, view)

    # -- finished tables from outside --

    def score_sheet(self, setup: Setup, table: Message) -> ScoredTable:
        if not isinstance(table, amazonas_sheet_pb2.AmazonasFinishedTable):
            raise Malformed(f"A finished table of Amazonas is an AmazonasFinishedTable, not a {table.DESCRIPTOR.name}.")
        return score_table(setup, self.flaws, table)

    # -- what people see --

    def view(
        self, setup: Setup, state: State, viewer: int | None, *, memory: bool = False
    ) -> amazonas_pb2.AmazonasView:
        del memory  # its views hold no memories
        return view_of(setup, state, viewer)

    def event(self, setup: Setup, event: Event, viewer: int | None) -> tuple[amazonas_pb2.AmazonasEvent, str]:
        return tell_event(content_of(setup.pack), event, viewer)

    def outcome(self, setup: Setup, state: State) -> Outcome:
        majority_chips = editions.FLAGS[setup.option(editions.MAJORITY_CHIPS)]
        return outcome_of(content_of(setup.pack), state, majority_chips=majority_chips)

    def render_svg(self, view: Message) -> str:
        return render_svg(_amazonas_view(view))

    def render_text(self, view: Message) -> str:
        return render_text(_amazonas_view(view))


def _amazonas_view(view: Message) -> amazonas_pb2.AmazonasView:
    if not isinstance(view, amazonas_pb2.AmazonasView):
        raise TypeError(f"Amazonas draws an AmazonasView, not a {view.DESCRIPTOR.name}")
    return view


class Amazonas2005(Amazonas):
    """The ruleset `amazonas-2005`."""

    id: ClassVar[str] = EDITION_2005.id
    title: ClassVar[str] = EDITION_2005.title
    min_players: ClassVar[int] = EDITION_2005.min_players
    options: ClassVar[tuple[OptionSpec, ...]] = EDITION_2005.options()
    violations: ClassVar[Mapping[int, ViolationSpec]] = rulebook.violations_of(EDITION_2005)
    flaws: ClassVar[Mapping[str, Flaw]] = flaws_of(EDITION_2005)


class AmazonasBga(Amazonas):
    """The ruleset `amazonas-bga`."""

    id: ClassVar[str] = EDITION_BGA.id
    title: ClassVar[str] = EDITION_BGA.title
    min_players: ClassVar[int] = EDITION_BGA.min_players
    options: ClassVar[tuple[OptionSpec, ...]] = EDITION_BGA.options()
    violations: ClassVar[Mapping[int, ViolationSpec]] = rulebook.violations_of(EDITION_BGA)
    flaws: ClassVar[Mapping[str, Flaw]] = flaws_of(EDITION_BGA)


GAMES: tuple[Game, ...] = (Amazonas2005(), AmazonasBga())
