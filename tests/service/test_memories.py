"""What a perfect memory would still know is shown to whom it belongs, and only when it is asked for."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from google.protobuf.message import Message

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service import play
from service.capability import host_key, seat_key
from service.errors import Reason
from service.sealing import Sealer
from service.table import Table, open_table, seal_table
from tests.service.tables import interruptible_table, random_game


class Remembered(NamedTuple):
    """A table of which a seat knows more than it sees."""

    table: Table
    seat: int

    def view(self, *, memory: bool) -> Message:
        """What the game shows the seat."""
        setup = self.table.setup
        return setup.game.view(setup, self.table.state, self.seat, memory=memory)


@pytest.fixture(scope="module")
def remembered() -> Remembered:
    """In the only games in which seats know more than they see seats may interrupt as well."""
    for table in random_game(interruptible_table(), 1):
        for seat in range(table.setup.players):
            found = Remembered(table, seat)
            if table.state.to_act() and found.view(memory=True) != found.view(memory=False):
                return found
    raise AssertionError("nobody remembers anything")


def inner(response: engine_pb2.GetViewResponse | engine_pb2.ViewerUpdate) -> Message:
    """The game's own view."""
    view: Message = getattr(response.view, response.view.WhichOneof("game") or "")
    return view


@pytest.mark.parametrize("memory", [False, True])
def test_a_view_holds_memories_when_they_are_asked_for(
    canopy: Canopy, sealer: Sealer, remembered: Remembered, memory: bool
) -> None:
    table, seat = remembered
    token = seal_table(sealer, table)
    own = canopy.get_view(token, seat_key(sealer, table.game_id, seat), include_memory=memory)
    by_host = canopy.get_view(token, host_key(sealer, table.game_id), seat=seat, include_memory=memory)
    assert own == by_host
    assert inner(own) == remembered.view(memory=memory)


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("picture", ["svg", "text"])
def test_a_picture_shows_them_likewise(
    canopy: Canopy, sealer: Sealer, remembered: Remembered, picture: str, memory: bool
) -> None:
    table, seat = remembered
    key, game = seat_key(sealer, table.game_id, seat), table.setup.game
    drawn = canopy.render_view(
        seal_table(sealer, table), key, picture="svg" if picture == "svg" else "text", include_memory=memory
    ).picture
    view = remembered.view(memory=memory)
    assert drawn == (game.render_svg(view) if picture == "svg" else game.render_text(view))


@pytest.mark.parametrize("memory", [False, True])
def test_views_after_a_move_hold_those_of_each_viewer(
    canopy: Canopy, sealer: Sealer, remembered: Remembered, memory: bool
) -> None:
    table, _ = remembered
    seats = range(table.setup.players)
    asked = table.state.to_act()[0]
    text = table.setup.game.move_text(table.setup, table.state.legal_moves(asked)[0])
    host = host_key(sealer, table.game_id)
    answer = canopy.apply_moves(
        seal_table(sealer, table),
        host,
        moves=[(asked, text)],
        viewers=[None, *seats],
        include_views=True,
        include_memory=memory,
    )
    assert (
        open_table(sealer, answer.token).state
        == play.apply(table, [play.MoveAction(asked, table.state.legal_moves(asked)[0])]).table.state
    )
    for viewer, update in zip((None, *seats), answer.updates, strict=True):
        shown = canopy.get_view(answer.token, host, seat=viewer, include_memory=memory)
        assert inner(update) == inner(shown)


def test_nobody_reads_the_memories_of_others(canopy: Canopy, sealer: Sealer, remembered: Remembered) -> None:
    table, seat = remembered
    token = seal_table(sealer, table)
    another = seat_key(sealer, table.game_id, (seat + 1) % table.setup.players)
    for key in (another, b""):
        with pytest.raises(Refused) as refused:
            canopy.get_view(token, key, seat=seat, include_memory=True)
        assert refused.value.reason == Reason.KEY_LACKS_RIGHT.name
    assert inner(canopy.get_view(token, include_memory=True)) == inner(canopy.get_view(token))
