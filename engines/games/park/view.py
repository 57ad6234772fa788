"""What a seat or a spectator sees of a table of Amazonia Park.

Hidden are the tiles in the others' hands, and the tokens behind their screens until the end: whoever wants to know
these has to count along, as every gain and payment is a public event. The order of the stack is not even in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from canopy.v1 import park_pb2
from cext import park
from cext.kernel import State
from engines.content import ContentPack
from engines.game import Setup
from engines.games.park.board import Board
from engines.games.park.content import content_of
from engines.games.park.vocabulary import (
    COLOURS_TO_WIRE,
    DIRECTIONS_TO_WIRE,
    ENDS_TO_WIRE,
    tile_to_wire,
    tokens_to_wire,
)

STEPS: Mapping[int, park_pb2.ParkStep] = {
    park.DEALING: park_pb2.PARK_STEP_DEALING,
    park.TURN: park_pb2.PARK_STEP_TURN,
    park.SUBSTITUTING: park_pb2.PARK_STEP_SUBSTITUTE,
    park.REWARD: park_pb2.PARK_STEP_BONUS,
    park.DRAWING: park_pb2.PARK_STEP_DRAWING,
    park.OVER: park_pb2.PARK_STEP_OVER,
}


def view_of(setup: Setup, state: State, viewer: int | None) -> park_pb2.ParkView:
    """The table as the viewer, None for a spectator, may see it."""
    board = content_of(setup.pack).board
    table = park.table(state)
    view = park_pb2.ParkView()
    view.CopyFrom(_printed(setup.pack))
    view.step = STEPS[table.phase]
    if table.active is not None:
        view.active = table.active
    if table.due is not None:
        view.draws = table.due
    view.missing = table.missing
    view.passes = table.passes
    view.spaces_left = table.spaces
    view.supply.CopyFrom(tokens_to_wire(table.supply))
    view.morning_left, view.evening_left = table.tiles_left
    if viewer is not None:
        view.viewer = viewer
    if (reason := park.end_reason(state)) is not None:
        view.end = ENDS_TO_WIRE[reason]
    _add_animals(view, board, state)
    _add_rack(view, state, viewer)
    for seat in range(state.rules.players):
        _add_player(view, state, seat, viewer)
    return view


@lru_cache(maxsize=256)
def _printed(pack: ContentPack) -> park_pb2.ParkView:
    """What is the same at every moment of a game. Shared: to be copied, never changed."""
    content = content_of(pack)
    board = content.board
    printed = {cell for cell, _, _ in content.printed}
    return park_pb2.ParkView(
        columns=board.columns,
        rows=board.rows,
        cells=[
            park_pb2.ParkCell(space=board.space(cell), printed=cell in printed)
            for cell in range(board.columns * board.rows)
        ],
    )


def _add_animals(view: park_pb2.ParkView, board: Board, state: State) -> None:
    """What is on the board, and what the last tile sees there."""
    for cell, tile in zip(view.cells, park.board(state), strict=True):
        if tile is not None:
            cell.tile.CopyFrom(tile_to_wire(*tile))
    last = park.table(state).last_cell
    if last is not None:
        view.last_placed.CopyFrom(board.space(last))
    for sight in park.sights(state):
        view.sights.add(
            direction=DIRECTIONS_TO_WIRE[sight.direction],
            space=board.space(sight.cell),
            tile=tile_to_wire(sight.animal, sight.number),
        )


def _add_rack(view: park_pb2.ParkView, state: State, viewer: int | None) -> None:
    """The magazines left, with what they cost the viewer while the game goes on."""
    buyer = None if state.is_over else viewer
    for colour, stack in enumerate(park.magazines(state, buyer)):
        view.rack.add(
            colour=COLOURS_TO_WIRE[colour], values=stack.values, cost=stack.cost, affordable=stack.is_affordable
        )


def _add_player(view: park_pb2.ParkView, state: State, seat: int, viewer: int | None) -> None:
    """What a seat has; its tile and its tokens only where they may be seen."""
    player = park.player(state, seat)
    shown = view.players.add(seat=seat, discount=player.discount, has_tile=player.tile is not None)
    for colour, value in enumerate(player.magazines):
        if value is not None:
            shown.magazines.add(colour=COLOURS_TO_WIRE[colour], value=value)
    if seat == viewer and player.tile is not None:
        shown.tile.CopyFrom(tile_to_wire(*player.tile))
    if seat == viewer or view.step == park_pb2.PARK_STEP_OVER:
        shown.tokens.CopyFrom(tokens_to_wire(player.tokens))
