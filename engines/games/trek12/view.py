"""What a seat or a spectator sees of a table of Trek 12.

Sheets lie open; hidden are the choices of the round, except to the one who made it, and the observation cards that
lie face down, which not even the state knows.
"""

from __future__ import annotations

from canopy.v1 import trek12_pb2
from cext import trek12
from cext.kernel import State
from cext.trek12 import Table, WrittenCircle
from engines.content import ContentPack
from engines.games.trek12.content import Content, content_of
from engines.games.trek12.moves import OPERATIONS_TO_WIRE, encode_move
from engines.games.trek12.score import Sheet, score_items, sheets_of
from engines.kept import kept_with_argument

_OPERATIONS = range(trek12.OPERATIONS)


def view_of(pack: ContentPack, safe_operation: int, state: State, viewer: int | None) -> trek12_pb2.Trek12View:
    """The table as the viewer, None for a spectator, may see it."""
    content = content_of(pack)
    table = trek12.table(state)
    view = trek12_pb2.Trek12View()
    view.CopyFrom(_printed(pack))
    view.river_safe_operation = OPERATIONS_TO_WIRE[safe_operation]
    view.round = _round(content, table)
    if viewer is not None:
        view.viewer = viewer
    if table.roll is not None:
        view.roll.green, view.roll.yellow = table.roll
        view.results.extend(trek12.result(operation, *table.roll) for operation in _OPERATIONS)
    _add_lines(view, content, table)
    for seat, sheet in enumerate(sheets_of(state)):
        _fill_sheet(view.sheets.add(seat=seat, has_chosen=seat in table.chosen), content, table, sheet)
    _show_own_choice(view, state, viewer)
    return view


@kept_with_argument
def _printed(pack: ContentPack) -> trek12_pb2.Trek12View:
    """What is the same at every moment of a game. Shared: to be copied, never changed."""
    content = content_of(pack)
    return trek12_pb2.Trek12View(
        rounds=content.rounds,
        sheet=[
            trek12_pb2.Trek12SheetCircle(
                circle=number,
                x_hundredths=circle.x_hundredths,
                y_hundredths=circle.y_hundredths,
                river=circle.river,
                neighbours=content.neighbours[number],
            )
            for number, circle in enumerate(content.circles)
        ],
        boxes_per_operation=content.boxes_per_operation,
        max_number=content.max_number,
        danger_points=content.danger_points,
    )


def _round(content: Content, table: Table) -> int:
    """The current round, from 1. A round that is written goes on until its discovered cards are turned up."""
    return table.round if table.phase in (trek12.TURNING, trek12.OVER) else table.round + 1


def _add_lines(view: trek12_pb2.Trek12View, content: Content, table: Table) -> None:
    for line, card in enumerate(table.cards):
        shown = view.lines.add()
        if table.numbers is not None:
            shown.number = table.numbers[line]
        if card is not None:
            shown.card = content.cards[card].name
            shown.values.extend(content.cards[card].values)


def _fill_sheet(message: trek12_pb2.Trek12Sheet, content: Content, table: Table, sheet: Sheet) -> None:
    score = sheet.score
    for circle in sorted(sheet.written):
        _add_circle(message, circle)
    message.used.extend(sheet.used)
    for circles, points in zip(score.trails, score.trail_values, strict=True):
        message.trails.add(circles=circles, points=points)
    for circles, points in zip(score.zones, score.zone_values, strict=True):
        message.zones.add(circles=circles, points=points)
    for circled, points in zip(sheet.observed, score.observation_points, strict=True):
        message.observations.add(circled=circled, points=points)
    message.danger_ticks = score.ticks
    for item in score_items(content, table, sheet):
        message.items.add(name=item.name, points=item.points, detail=item.detail)
    message.total = score.total


def _add_circle(message: trek12_pb2.Trek12Sheet, circle: WrittenCircle) -> None:
    message.circles.add(
        circle=circle.circle,
        number=circle.number,
        spider=circle.number is None or circle.is_orphan,
        piranha=circle.is_piranha,
        operation=OPERATIONS_TO_WIRE[circle.operation],
        round=circle.round,
        link_below=circle.link_below,
        link_above=circle.link_above,
    )


def _show_own_choice(view: trek12_pb2.Trek12View, state: State, viewer: int | None) -> None:
    """A seat that has chosen sees its own choice, and nobody else's."""
    if viewer is None:
        return
    choice = trek12.choice(state, viewer)
    if choice is not None:
        view.sheets[viewer].chosen.CopyFrom(encode_move(choice))
