"""What a game tells the rest of Canopy: the `Game` interface and the plain data it speaks in.

A game module translates between its kernel (cext) and the wire (canopy.v1): moves, chance outcomes, views,
events, pictures, names, citations, content. It never decides whether something is legal: the kernel does.
Nothing above this interface knows a game by name; the registry finds the modules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from google.protobuf.message import Message

from canopy.v1 import common_pb2

if TYPE_CHECKING:
    from cext.kernel import Event, Rules, State
    from engines.content import ContentPack


# The audience of a public event: one bit for each seat that there could be.
_EVERYBODY = 2**64 - 1


class Malformed(ValueError):
    """A message or a text does not say anything that could be a move, an outcome or an option.

    The message is safe to show to whoever sent it. The service answers INVALID_ARGUMENT.
    """


class BadOption(Malformed):
    """A table asks for an option, or a value of one, that its ruleset does not have."""


class BadPlayers(Malformed):
    """A table has more or fewer players than its ruleset allows."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a heading of a rulebook, and the item of engines/RULINGS.md where that is silent."""

    rulebook: str
    section: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a ruleset; values are text, as on the wire."""

    name: str
    default: str
    values: tuple[str, ...]
    description: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class ViolationSpec:
    """A violation code as people see it: its stable name, what it means, where the rule stands."""

    code: str
    description: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule of one concrete move, explained in one sentence."""

    code: str
    message: str
    citation: Citation


class ScoreItem(NamedTuple):
    """One line of a score: what is counted, its points, and the same for a person."""

    name: str
    points: int
    detail: str


@dataclass(frozen=True, slots=True)
class Placing:
    """How one seat stands at the end; see canopy.v1.Placing."""

    seat: int
    place: int
    values: tuple[int, ...]
    decided_by: str
    items: tuple[ScoreItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game; see canopy.v1.Outcome."""

    criteria: tuple[str, ...]
    placings: tuple[Placing, ...]
    remarks: tuple[str, ...] = ()
    fewest_first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossibility:
    """Something about a finished table that cannot be, whatever has been played; see canopy.v1.Impossibility."""

    code: str
    # A path into the game's finished table in the names of its .proto.
    field: str
    message: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """What a finished table is worth; nothing when anything about it is impossible."""

    outcome: Outcome | None
    impossibilities: tuple[Impossibility, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """A ruleset with everything fixed that does not change during a game. Immutable and shared between calls.

    It is equal to itself alone: much is kept by setup, and every call would compare all of its rules and content.
    """

    game: Game
    players: int
    options: tuple[tuple[str, str], ...]
    pack: ContentPack
    rules: Rules
    # See engines.kept.
    kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    def option(self, name: str) -> str:
        """The value of an option. Raises KeyError for a name the ruleset does not have."""
        return dict(self.options)[name]


class Game(ABC):
    """One ruleset. Instances are stateless; every method is a pure function of its arguments."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    # The member of the oneofs in game.proto that carries this game's messages.
    wire_field: ClassVar[str]
    # Ranking criteria; the first one is what the kernel returns: points, or what the game counts instead.
    criteria: ClassVar[tuple[str, ...]]
    # Those of the criteria of which less is better.
    fewest_first: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[OptionSpec, ...]]
    # The kernel's violation codes, in the order in which they are reported.
    violations: ClassVar[Mapping[int, ViolationSpec]]
    # The kernel's chance kinds, named as in TableStatus.chance_due.
    chances: ClassVar[Mapping[int, str]]
    # Examples of the text notation and what they say.
    notation: ClassVar[tuple[tuple[str, str], ...]]

    def criteria_at(self, setup: Setup) -> tuple[str, ...]:
        """The ranking criteria of one table, where they differ from `criteria`."""
        del setup  # mostly all tables rank alike
        return self.criteria

    def fewest_first_at(self, setup: Setup) -> tuple[str, ...]:
        """Those of the criteria of one table of which less is better."""
        return tuple(name for name in self.criteria_at(setup) if name in self.fewest_first)

    # -- content --

    @property
    @abstractmethod
    def packs(self) -> Mapping[str, ContentPack]:
        """The content packs the ruleset ships with, the default first."""

    @abstractmethod
    def load_pack(self, text: str) -> ContentPack:
        """A table's own pack. Raises engines.content.BadPack, which names the defects, not only the first."""

    @abstractmethod
    def compile(self, players: int, options: Mapping[str, str], pack: ContentPack) -> Rules:
        """The kernel's rules for checked players, options and content."""

    # -- moves and chance --

    @abstractmethod
    def encode_move(self, setup: Setup, word: int) -> Message:
        """The wire form of a kernel move."""

    @abstractmethod
    def decode_move(self, setup: Setup, message: Message) -> int:
        """The kernel move of a wire form. Raises Malformed; an illegal move is not malformed."""

    @abstractmethod
    def move_text(self, setup: Setup, word: int) -> str:
        """The move in the text notation; unique in a position."""

    @abstractmethod
    def parse_move(self, setup: Setup, text: str) -> int:
        """The inverse of move_text. Raises Malformed."""

    @abstractmethod
    def encode_outcome(self, setup: Setup, word: int) -> Message:
        """The wire form of a chance outcome."""

    @abstractmethod
    def decode_outcome(self, setup: Setup, message: Message) -> int:
        """The kernel outcome of a wire form. Raises Malformed; an impossible outcome is not malformed."""

    @abstractmethod
    def outcome_text(self, setup: Setup, word: int) -> str:
        """The chance outcome in the text notation."""

    @abstractmethod
    def parse_outcome(self, setup: Setup, text: str) -> int:
        """The inverse of outcome_text. Raises Malformed."""

    def is_seen(self, setup: Setup, word: int, events: Sequence[Event]) -> bool:
        """Whether somebody at the table sees what this outcome says when it happens; it has caused these events.

        A card that is dealt face down to a place where nobody may look is not seen.
        """
        del setup, word, events  # mostly dice are open, and a card is drawn by somebody
        return True

    @abstractmethod
    def explain(self, setup: Setup, code: int, args: Sequence[int]) -> str:
        """One sentence for a violation of the kernel; it may name only what `args` names."""

    # -- positions from outside --

    def state_of_view(self, setup: Setup, view: Message) -> State:
        """A state that looks like this view of the same ruleset: `view` turned around.

        What the view does not show is filled in with anything that fits. Whatever the view tells that follows from
        the rest of it (scores, legal choices) may be left out; told, it has to be right. Raises
        engines.position.BadPosition, which names every defect, and Malformed where a ruleset has no such positions.
        """
        del setup, view
        raise Malformed(f"{self.title} takes positions as tokens only.")

    # -- finished tables from outside --

    def score_sheet(self, setup: Setup, table: Message) -> ScoredTable:
        """What a finished table is worth that somebody has typed in, without its history, and everything that is
        impossible about it.

        `table` is the game's member of canopy.v1.FinishedTable. Raises Malformed where a ruleset has no such tables,
        and for what cannot be a table at all, such as a missing sheet.
        """
        del setup, table
        raise Malformed(f"{self.title} counts no tables that are typed in.")

    # -- what people see --

    @abstractmethod
    def view(self, setup: Setup, state: State, viewer: int | None, *, memory: bool = False) -> Message:
        """What a seat, or a spectator (None), may see.

        With `memory` it holds also what a perfect memory of the seat would still know, if the game keeps such: never
        more than this seat was allowed to see. Other games, and spectators, see the same with it and without it.
        """

    @abstractmethod
    def event(self, setup: Setup, event: Event, viewer: int | None) -> tuple[Message, str]:
        """An event as one viewer may know it, and a sentence for a log."""

    @abstractmethod
    def outcome(self, setup: Setup, state: State) -> Outcome:
        """The ranking of a finished game."""

    def standing(self, setup: Setup, state: State) -> Outcome:
        """The ranking as it would be if the game ended here."""
        outcome = self.outcome(setup, state)
        return outcome if state.is_over else replace(outcome, remarks=())

    def may_agree_on_draw(self, setup: Setup) -> bool:
        """Whether the players may agree on a draw: where the ruleset knows shared places (RULINGS, general 5)."""
        return setup.players > 1

    @abstractmethod
    def render_svg(self, view: Message) -> str:
        """A picture of a view. It is given nothing but the view, so that it can show nothing else."""

    @abstractmethod
    def render_text(self, view: Message) -> str:
        """The same for a terminal."""


def is_public(event: Event) -> bool:
    """Whether everybody may see all of an event. It is told to all in the same way."""
    return event.audience == _EVERYBODY


def may_see(event: Event, viewer: int | None) -> bool:
    """Whether the viewer, None for a spectator, may see all of an event; others learn only that it happened."""
    if viewer is None:
        return is_public(event)
    return bool(event.audience >> viewer & 1)


def citation_to_wire(citation: Citation) -> common_pb2.Citation:
    """The wire form of a citation."""
    return common_pb2.Citation(rulebook=citation.rulebook, section=citation.section, ruling=citation.ruling)
