"""Where a question starts: a position as somebody may see it, out of a table and a key or out of plain data.

Everything that the viewer cannot know is gone from it already (`solver.position`), so whatever is made of it can tell
nothing of that.
"""

from __future__ import annotations

from typing import NamedTuple

from canopy.v1 import solving_pb2
from cext.kernel import State
from engines.game import Malformed, Setup
from engines.position import BadPosition
from service.capability import open_access
from service.errors import Reason, Refusal
from service.limits import Limits
from service.sealing import Sealer
from service.setups import setup_bytes_of, setup_of
from service.table import open_table
from solver.position import Position


class Asks(NamedTuple):
    """What a question is about; see `solver.problems.Problem`."""

    needs_seat: bool = False
    needs_turn: bool = False


class Sight(NamedTuple):
    """A position, and the spelling of its setup."""

    position: Position
    setup_bytes: bytes


def see(sealer: Sealer, limits: Limits, told: solving_pb2.Position, asks: Asks) -> Sight:
    """The position that is told. Refuses what cannot be opened, who may not ask, and what is no position."""
    match told.WhichOneof("source"):
        case "table":
            sight = _of_table(sealer, told.table, asks)
        case "plain":
            sight = _of_plain(limits, told.plain, asks)
        case _:
            raise Refusal(Reason.MALFORMED, "The request holds no position.")
    state = sight.position.state
    if asks.needs_turn and sight.position.viewer not in (*state.to_act(), *state.may_interrupt()):
        raise Refusal(Reason.NOTHING_TO_DECIDE)
    return sight


def _of_table(sealer: Sealer, told: solving_pb2.TablePosition, asks: Asks) -> Sight:
    table = open_table(sealer, told.token)
    access = open_access(sealer, told.key, table)
    named = told.seat if told.HasField("seat") else None
    viewer = access.mover(named) if asks.needs_seat else access.viewer(named)
    return Sight(Position.seen_by(viewer, table.setup, table.state), table.setup_bytes)


def _of_plain(limits: Limits, told: solving_pb2.PlainPosition, asks: Asks) -> Sight:
    setup = setup_of(told, limits)
    state, viewer = _read(setup, told) if told.HasField("view") else (State.start(setup.rules), None)
    if asks.needs_seat and viewer is None:
        raise Refusal(Reason.MALFORMED, "The question is about a seat's moves, and the view is nobody's.")
    return Sight(Position.seen_by(viewer, setup, state), setup_bytes_of(told, setup))


def _read(setup: Setup, told: solving_pb2.PlainPosition) -> tuple[State, int | None]:
    """The state that the view shows, and whose view it is."""
    field = told.view.WhichOneof("game")
    if field != setup.game.wire_field:
        detail = "The view is empty." if field is None else "The view is one of another game."
        raise Refusal(Reason.MALFORMED, detail)
    view = getattr(told.view, field)
    # Every game's view tells in a field of this name whose it is.
    viewer: int | None = view.viewer if view.HasField("viewer") else None
    if viewer is not None and viewer >= setup.players:
        raise Refusal(Reason.MALFORMED, f"There is no seat {viewer} to be a viewer.")
    try:
        return setup.game.state_of_view(setup, view), viewer
    except BadPosition as error:
        summary = f"{len(error.defects)} in all; the first: {error.defects[0].message}"
        raise Refusal(Reason.BAD_POSITION, summary, defects=error.defects) from None
    except Malformed as error:
        raise Refusal(Reason.MALFORMED, str(error)) from None
