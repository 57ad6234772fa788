"""Translation between what the service works with and the messages of canopy.v1. It decides nothing.

What is part of nearly every answer is filled in where it belongs (`put_...`): a message that is made by itself is
copied when it becomes part of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2, game_pb2, record_pb2, solving_pb2, tournament_pb2
from cext.kernel import State
from engines.content import ContentPack, PackDefect
from engines.game import Game, Malformed, Outcome, Setup, Violation, ViolationSpec, citation_to_wire, is_public, may_see
from engines.kept import kept_with_argument
from engines.position import PositionDefect
from service import fairness
from service.errors import Reason, Refusal
from service.play import Happening, Made
from service.table import Table
from solver.tournament.reading import TournamentDefect

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

_PROVENANCES = {
    "printed": common_pb2.PROVENANCE_PRINTED,
    "deduced": common_pb2.PROVENANCE_DEDUCED,
    "reconstruction": common_pb2.PROVENANCE_RECONSTRUCTION,
    "custom": common_pb2.PROVENANCE_CUSTOM,
}
_MAX_TEXT = 256

Defect: TypeAlias = PackDefect | PositionDefect | TournamentDefect


# -- rulesets --


def summary_to_wire(game: Game) -> engine_pb2.RulesetSummary:
    """A ruleset in short."""
    return engine_pb2.RulesetSummary(
        id=game.id,
        title=game.title,
        rules_version=game.rules_version,
        min_players=game.min_players,
        max_players=game.max_players,
    )


@lru_cache(maxsize=64)
def ruleset_to_wire(game: Game) -> engine_pb2.GetRulesetResponse:
    """A ruleset in full."""
    return engine_pb2.GetRulesetResponse(
        summary=summary_to_wire(game),
        options=[
            engine_pb2.OptionSpec(
                name=option.name,
                default_value=option.default,
                values=option.values,
                description=option.description,
                citation=citation_to_wire(option.citation),
            )
            for option in game.options
        ],
        content_packs=[pack_to_wire(pack) for pack in game.packs.values()],
        violations=[_violation_spec(spec) for spec in game.violations.values()],
        notation=[engine_pb2.NotationExample(text=text, meaning=meaning) for text, meaning in game.notation],
    )


def pack_to_wire(pack: ContentPack) -> common_pb2.ContentPackRef:
    """A content pack by name."""
    return common_pb2.ContentPackRef(id=pack.id, provenance=_PROVENANCES[pack.provenance], digest=pack.digest)


def _violation_spec(spec: ViolationSpec) -> engine_pb2.ViolationSpec:
    return engine_pb2.ViolationSpec(
        code=spec.code, description=spec.description, citation=citation_to_wire(spec.citation)
    )


# -- tables --


def put_status(table: Table, status: common_pb2.TableStatus) -> None:
    """What anybody may know about a table."""
    status.CopyFrom(_setup_to_wire(table.setup))
    status.game_id = table.game_id
    status.ply = table.ply
    status.seats_to_act.extend(table.state.to_act())
    if interrupters := table.state.may_interrupt():
        status.seats_may_interrupt.extend(interrupters)
    if table.is_external and table.state.chance_kind:
        status.chance_due = table.setup.game.chances[table.state.chance_kind]
    if table.state.is_over:
        status.finished = True
        status.outcome.CopyFrom(outcome_to_wire(table.setup.game.outcome(table.setup, table.state)))
    put_fairness(table, status.fairness)


@kept_with_argument
def _setup_to_wire(setup: Setup) -> common_pb2.TableStatus:
    """The part of the status that is the same all game long."""
    return common_pb2.TableStatus(
        ruleset=setup.game.id,
        rules_version=setup.game.rules_version,
        players=setup.players,
        options=[common_pb2.OptionValue(name=name, value=value) for name, value in setup.options],
        content=pack_to_wire(setup.pack),
    )


def put_fairness(table: Table, promise: common_pb2.Fairness) -> None:
    """What a table has promised about its randomness."""
    if table.is_external:
        promise.randomness = common_pb2.RANDOMNESS_EXTERNAL
        return
    promise.randomness = common_pb2.RANDOMNESS_SEEDED
    promise.commitment = fairness.commitment(table.server_secret)
    if table.awaits_seeds:
        promise.awaiting_client_seeds = True
    else:
        promise.client_seeds_hash = table.client_seeds_hash
    if table.is_unrated:
        promise.unrated = True


def outcome_to_wire(outcome: Outcome) -> common_pb2.Outcome:
    """The end of a game."""
    return common_pb2.Outcome(
        criteria=outcome.criteria,
        placings=[
            common_pb2.Placing(
                seat=placing.seat,
                place=placing.place,
                values=placing.values,
                decided_by=placing.decided_by,
                items=[
                    common_pb2.ScoreItem(name=name, points=points, detail=detail)
                    for name, points, detail in placing.items
                ],
            )
            for placing in outcome.placings
        ],
        remarks=outcome.remarks,
        fewest_first=outcome.fewest_first,
    )


def put_view(setup: Setup, state: State, viewer: int | None, view: game_pb2.View, *, memory: bool) -> None:
    """What a seat, or a spectator (None), may see, and with `memory` what it would still know."""
    _game_field(setup.game, view).CopyFrom(setup.game.view(setup, state, viewer, memory=memory))


def _game_field(game: Game, envelope: game_pb2.View | game_pb2.Event | game_pb2.Move) -> Message:
    """The member of an envelope that carries this game's messages."""
    field: Message = getattr(envelope, game.wire_field)
    return field


# -- what happened --


def put_events(
    setup: Setup,
    happenings: Iterable[Happening],
    viewer: int | None,
    events: RepeatedCompositeFieldContainer[game_pb2.Event],
    told: Sequence[game_pb2.Event] = (),
) -> None:
    """The events as one viewer may know them; what is public is taken from those that another was `told`, if any."""
    game = setup.game
    field = game.wire_field
    for place, (ply, event) in enumerate(happenings):
        is_open = is_public(event)
        if is_open and told:
            events.append(told[place])
            continue
        message, text = game.event(setup, event, viewer)
        wire = events.add()
        wire.ply = ply
        wire.text = text
        if event.seat >= 0:
            wire.seat = event.seat
        if not (is_open or may_see(event, viewer)):
            wire.redacted = True
        getattr(wire, field).CopyFrom(message)


def put_plies(
    table: Table, made: Iterable[Made], plies: RepeatedCompositeFieldContainer[record_pb2.RecordedPly]
) -> None:
    """The plies for a record, in the text notation. What nobody has seen yet is not told.

    At an EXTERNAL table the host has told all of it himself.
    """
    setup, game = table.setup, table.setup.game
    for seat, word, events in made:
        ply = plies.add()
        if seat is not None:
            ply.move.seat = seat
            ply.move.move.text = game.move_text(setup, word)
        elif table.is_external or game.is_seen(setup, word, events):
            ply.chance.text = game.outcome_text(setup, word)
        else:
            ply.chance.SetInParent()


# -- moves --


def move_to_wire(setup: Setup, word: int) -> engine_pb2.LegalMove:
    """A move in both forms."""
    legal = engine_pb2.LegalMove(text=setup.game.move_text(setup, word))
    _game_field(setup.game, legal.move).CopyFrom(setup.game.encode_move(setup, word))
    return legal


def move_from_wire(setup: Setup, move: game_pb2.Move) -> int:
    """The kernel's word for a move. Refuses what is no move of this ruleset; an illegal move is one."""
    game = setup.game
    form = move.WhichOneof("form")
    try:
        if form == game.wire_field:
            return game.decode_move(setup, _game_field(game, move))
        if form == "text":
            return game.parse_move(setup, _short(move.text))
    except Malformed as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    raise _no_form("move", form)


def outcome_from_wire(setup: Setup, outcome: game_pb2.ChanceOutcome) -> int:
    """The kernel's word for told dice or cards. Refuses what is no outcome of this ruleset; an impossible one is."""
    game = setup.game
    form = outcome.WhichOneof("form")
    try:
        if form == game.wire_field:
            return game.decode_outcome(setup, getattr(outcome, form))
        if form == "text":
            return game.parse_outcome(setup, _short(outcome.text))
    except Malformed as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
    raise _no_form("outcome", form)


def _no_form(what: str, form: str | None) -> Refusal:
    detail = f"The {what} is empty." if form is None else f"The {what} is one of another game."
    return Refusal(Reason.MALFORMED, detail)


def _short(text: str) -> str:
    if len(text) > _MAX_TEXT:
        raise Malformed(f"A text in the notation has at most {_MAX_TEXT} characters.")
    return text


# -- what is wrong --


def violations_to_wire(violations: Sequence[Violation]) -> list[common_pb2.RuleViolation]:
    """Broken rules."""
    return [
        common_pb2.RuleViolation(
            code=violation.code, message=violation.message, citation=citation_to_wire(violation.citation)
        )
        for violation in violations
    ]


def pack_defects_to_wire(defects: Iterable[Defect]) -> list[common_pb2.PackDefect]:
    """Those of the defects that are a content pack's."""
    return [
        common_pb2.PackDefect(code=defect.code, pointer=defect.pointer, message=defect.message)
        for defect in defects
        if isinstance(defect, PackDefect)
    ]


def position_defects_to_wire(defects: Iterable[Defect]) -> list[solving_pb2.PositionDefect]:
    """Those of the defects that are a position's."""
    return [
        solving_pb2.PositionDefect(code=defect.code, field=defect.field, message=defect.message)
        for defect in defects
        if isinstance(defect, PositionDefect)
    ]


def tournament_defects_to_wire(defects: Iterable[Defect]) -> list[tournament_pb2.TournamentDefect]:
    """Those of the defects that are a tournament's."""
    return [
        tournament_pb2.TournamentDefect(code=defect.code, field=defect.field, message=defect.message)
        for defect in defects
        if isinstance(defect, TournamentDefect)
    ]
