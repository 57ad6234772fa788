"""Amazonia Park, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from google.protobuf.message import Message

from canopy.v1 import park_pb2, park_sheet_pb2
from cext import park
from cext.kernel import Event, Rules, State
from engines.content import ContentPack
from engines.game import Game, Malformed, OptionSpec, Outcome, ScoredTable, Setup, ViolationSpec
from engines.games.park import chance, moves, rulebook
from engines.games.park.board import Board
from engines.games.park.content import content_of, load_custom_pack, shipped_packs
from engines.games.park.events import tell_event
from engines.games.park.picture import render_svg
from engines.games.park.position import state_of_view
from engines.games.park.score import CRITERIA, outcome_of
from engines.games.park.sheet import score_table
from engines.games.park.text import render_text
from engines.games.park.view import view_of


class AmazoniaPark(Game):
    """The ruleset `amazonia-park`."""

    id: ClassVar[str] = rulebook.ID
    title: ClassVar[str] = "Amazonia Park"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = park.MIN_PLAYERS
    max_players: ClassVar[int] = park.MAX_PLAYERS
    wire_field: ClassVar[str] = "park"
    criteria: ClassVar[tuple[str, ...]] = CRITERIA
    options: ClassVar[tuple[OptionSpec, ...]] = ()
    violations: ClassVar[Mapping[int, ViolationSpec]] = rulebook.VIOLATIONS
    chances: ClassVar[Mapping[int, str]] = chance.CHANCES
    notation: ClassVar[tuple[tuple[str, str], ...]] = moves.NOTATION + chance.NOTATION

    # -- content --

    @property
    def packs(self) -> Mapping[str, ContentPack]:
        return shipped_packs()

    def load_pack(self, text: str) -> ContentPack:
        return load_custom_pack(text)

    def compile(self, players: int, options: Mapping[str, str], pack: ContentPack) -> Rules:
        content = content_of(pack)
        return park.compile_rules(
            players=players,
            columns=content.board.columns,
            rows=content.board.rows,
            printed=content.printed,
            morning=content.morning,
            evening=content.evening,
        )

    # -- moves and chance --

    def encode_move(self, setup: Setup, word: int) -> park_pb2.ParkMove:
        return moves.encode_move(_board(setup), word)

    def decode_move(self, setup: Setup, message: Message) -> int:
        return moves.decode_move(_board(setup), message)

    def move_text(self, setup: Setup, word: int) -> str:
        return moves.move_text(_board(setup), word)

    def parse_move(self, setup: Setup, text: str) -> int:
        return moves.parse_move(_board(setup), text)

    def encode_outcome(self, setup: Setup, word: int) -> park_pb2.ParkChance:
        return chance.encode_outcome(word)

    def decode_outcome(self, setup: Setup, message: Message) -> int:
        return chance.decode_outcome(message)

    def outcome_text(self, setup: Setup, word: int) -> str:
        return chance.outcome_text(word)

    def parse_outcome(self, setup: Setup, text: str) -> int:
        return chance.parse_outcome(text)

    def explain(self, setup: Setup, code: int, args: Sequence[int]) -> str:
        return rulebook.explain(setup, code, args)

    # -- finished tables from outside --

    def score_sheet(self, setup: Setup, table: Message) -> ScoredTable:
        if not isinstance(table, park_sheet_pb2.ParkFinishedTable):
            raise Malformed(f"A finished table of Amazonia Park is a ParkFinishedTable, not a {table.DESCRIPTOR.name}.")
        return score_table(setup, table)

    # -- what people see --

    def state_of_view(self, setup: Setup, view: Message) -> State:
        return state_of_view(setup, _park_view(view))

    def view(self, setup: Setup, state: State, viewer: int | None, *, memory: bool = False) -> park_pb2.ParkView:
        del memory  # its views hold no memories
        return view_of(setup, state, viewer)

    def event(self, setup: Setup, event: Event, viewer: int | None) -> tuple[park_pb2.ParkEvent, str]:
        return tell_event(_board(setup), event, viewer)

    def outcome(self, setup: Setup, state: State) -> Outcome:
        return outcome_of(state)

    def render_svg(self, view: Message) -> str:
        return render_svg(_park_view(view))

    def render_text(self, view: Message) -> str:
        return render_text(_park_view(view))


def _board(setup: Setup) -> Board:
    return content_of(setup.pack).board


def _park_view(view: Message) -> park_pb2.ParkView:
    if not isinstance(view, park_pb2.ParkView):
        raise TypeError(f"Amazonia Park draws a ParkView, not a {view.DESCRIPTOR.name}")
    return view


GAMES: tuple[Game, ...] = (AmazoniaPark(),)
