"""Trek 12: Amazonia, a roll and write game for 1 to 50 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from google.protobuf.message import Message

from canopy.v1 import trek12_pb2, trek12_sheet_pb2
from cext import trek12
from cext.kernel import Event, Rules, State
from engines.content import ContentPack
from engines.game import Game, Malformed, OptionSpec, Outcome, ScoredTable, Setup, ViolationSpec
from engines.games.trek12 import chance, moves, rulebook
from engines.games.trek12.content import content_of, load_custom_pack, shipped_packs
from engines.games.trek12.events import tell_event
from engines.games.trek12.picture import render_svg
from engines.games.trek12.position import state_of_view
from engines.games.trek12.score import CRITERIA, outcome_of
from engines.games.trek12.sheet import score_table
from engines.games.trek12.text import render_text
from engines.games.trek12.view import view_of


class Trek12Amazonia(Game):
    """The ruleset `trek12-amazonia`."""

    id: ClassVar[str] = rulebook.ID
    title: ClassVar[str] = "Trek 12: Amazonia"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = trek12.MAX_PLAYERS
    wire_field: ClassVar[str] = "trek12"
    criteria: ClassVar[tuple[str, ...]] = CRITERIA
    options: ClassVar[tuple[OptionSpec, ...]] = rulebook.OPTIONS
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
        return trek12.compile_rules(
            players=players,
            river=[circle.river for circle in content.circles],
            edges=content.edges,
            boxes_per_operation=content.boxes_per_operation,
            max_number=content.max_number,
            danger_points=content.danger_points,
            cards=[card.values for card in content.cards],
            number_cards=content.number_cards,
            lines=content.lines,
            safe_operation=rulebook.SAFE_OPERATIONS[options[rulebook.SAFE_OPERATION]],
        )

    # -- moves and chance --

    def encode_move(self, setup: Setup, word: int) -> trek12_pb2.Trek12Move:
        return moves.encode_move(word)

    def decode_move(self, setup: Setup, message: Message) -> int:
        return moves.decode_move(message)

    def move_text(self, setup: Setup, word: int) -> str:
        return moves.move_text(word)

    def parse_move(self, setup: Setup, text: str) -> int:
        return moves.parse_move(text)

    def encode_outcome(self, setup: Setup, word: int) -> trek12_pb2.Trek12Chance:
        return chance.encode_outcome(content_of(setup.pack), word)

    def decode_outcome(self, setup: Setup, message: Message) -> int:
        return chance.decode_outcome(content_of(setup.pack), message)

    def outcome_text(self, setup: Setup, word: int) -> str:
        return chance.outcome_text(content_of(setup.pack), word)

    def parse_outcome(self, setup: Setup, text: str) -> int:
        return chance.parse_outcome(content_of(setup.pack), text)

    def explain(self, setup: Setup, code: int, args: Sequence[int]) -> str:
        return rulebook.explain(setup, code, args)

    def state_of_view(self, setup: Setup, view: Message) -> State:
        if not isinstance(view, trek12_pb2.Trek12View):
            raise Malformed(f"A view of Trek 12 is a Trek12View, not a {view.DESCRIPTOR.name}.")
        return state_of_view(setup, self.compile(1, dict(setup.options), setup.pack), view)

    # -- finished tables from outside --

    def score_sheet(self, setup: Setup, table: Message) -> ScoredTable:
        if not isinstance(table, trek12_sheet_pb2.Trek12FinishedTable):
            raise Malformed(f"A finished table of Trek 12 is a Trek12FinishedTable, not a {table.DESCRIPTOR.name}.")
        return score_table(setup, table)

    # -- what people see --

    def view(self, setup: Setup, state: State, viewer: int | None, *, memory: bool = False) -> trek12_pb2.Trek12View:
        del memory  # its views hold no memories
        safe_operation = rulebook.SAFE_OPERATIONS[setup.option(rulebook.SAFE_OPERATION)]
        return view_of(setup.pack, safe_operation, state, viewer)

    def event(self, setup: Setup, event: Event, viewer: int | None) -> tuple[trek12_pb2.Trek12Event, str]:
        return tell_event(content_of(setup.pack), event, viewer)

    def outcome(self, setup: Setup, state: State) -> Outcome:
        return outcome_of(content_of(setup.pack), state)

    def render_svg(self, view: Message) -> str:
        return render_svg(_trek12_view(view))

    def render_text(self, view: Message) -> str:
        return render_text(_trek12_view(view))


def _trek12_view(view: Message) -> trek12_pb2.Trek12View:
    if not isinstance(view, trek12_pb2.Trek12View):
        raise TypeError(f"Trek 12 draws a Trek12View, not a {view.DESCRIPTOR.name}")
    return view


GAMES: tuple[Game, ...] = (Trek12Amazonia(),)
