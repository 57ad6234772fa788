"""Everything that one viewer is shown of a state, in bytes, so that two states can be told apart by it or not."""

from collections.abc import Iterable

from google.protobuf.message import Message

from cext.kernel import Event, State
from engines.game import Setup
from engines.violations import explain_all


def wire_bytes(message: Message) -> bytes:
    """The one serialised form of a message."""
    return message.SerializeToString(deterministic=True)


# Without and with what a perfect memory of the viewer adds.
MEMORIES = (False, True)


def view_bytes(setup: Setup, state: State, viewer: int | None) -> tuple[bytes, ...]:
    """The view, and the view with memory."""
    return tuple(wire_bytes(setup.game.view(setup, state, viewer, memory=memory)) for memory in MEMORIES)


def pictures(setup: Setup, state: State, viewer: int | None) -> list[tuple[str, str]]:
    """The view as SVG and as text, without and with memory."""
    views = (setup.game.view(setup, state, viewer, memory=memory) for memory in MEMORIES)
    return [(setup.game.render_svg(view), setup.game.render_text(view)) for view in views]


def answers(setup: Setup, state: State, viewer: int | None, words: Iterable[int]) -> list[object]:
    """What a seat hears about its own moves and about these words; a spectator hears nothing."""
    if viewer is None:
        return []
    moves = state.legal_moves(viewer)
    checks = [explain_all(setup, state.check(viewer, word)) for word in words]
    return [moves, [setup.game.move_text(setup, move) for move in moves], checks]


def status(state: State) -> tuple[object, ...]:
    """What anybody may know: who is asked, who may interrupt, which chance is due, whether it is over.

    Of the outcomes only their number: which cards are left can say which ones are in hands, and nobody is told that.
    """
    outcomes = len(state.outcomes())
    seats = state.to_act(), state.may_interrupt()
    return *seats, state.chance_kind, state.chance_domain, outcomes, state.is_over, state.epoch


def told(setup: Setup, events: Iterable[Event], viewer: int | None) -> list[tuple[bytes, str]]:
    """The events as one viewer hears of them."""
    return [(wire_bytes(message), text) for message, text in (setup.game.event(setup, e, viewer) for e in events)]
