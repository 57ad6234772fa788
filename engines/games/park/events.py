"""Events of Amazonia Park as messages and as sentences for a log.

An event comes to a viewer as the audience allows: hidden is only which tile another seat has drawn. How many tiles are
left is public, and so are all gains and payments of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from canopy.v1 import park_pb2
from canopy.v1.park_pb2 import ParkEvent
from cext import park
from cext.kernel import Event
from engines.game import may_see
from engines.games.park.board import Board
from engines.games.park.vocabulary import (
    ANIMALS,
    ANIMALS_TO_WIRE,
    COLOUR_TITLES,
    COLOURS_TO_WIRE,
    DIRECTION_WORDS,
    DIRECTIONS_TO_WIRE,
    ENDS_TO_WIRE,
    count_of,
    name_of,
    tile_to_wire,
    tokens_to_wire,
    tokens_words,
)

_Telling = tuple[ParkEvent, str]

_ENDS: Mapping[int, str] = {
    park.SIX_COLOURS: "somebody has magazines of all six colours",
    park.BOARD_FULL: "no empty space is left",
    park.ALL_PASSED: "nobody can do anything any more",
}


def tell_event(board: Board, event: Event, viewer: int | None) -> _Telling:
    """The event as the viewer may know it, and a sentence for a log."""
    if event.kind == park.EVENT_TILE_DRAWN:
        return _tile_drawn(event, may_see(event, viewer))
    return _TELLERS[event.kind](board, event.seat, event.args)


def _tile_drawn(event: Event, is_open: bool) -> _Telling:
    animal, count, morning, evening = event.args[:4]
    tile = tile_to_wire(animal, count) if is_open else None
    message = park_pb2.ParkTileDrawnEvent(tile=tile, morning_left=morning, evening_left=evening)
    what = f"a tile with {count_of(animal, count)}" if is_open else "a tile"
    left = f"{morning} of the morning and {evening} of the evening are left"
    return ParkEvent(tile_drawn=message), f"Seat {event.seat} draws {what}; {left}."


def _placed(board: Board, seat: int, args: Sequence[int]) -> _Telling:
    cell, animal, count = args[:3]
    message = park_pb2.ParkPlacedEvent(space=board.space(cell), tile=tile_to_wire(animal, count))
    return ParkEvent(placed=message), f"Seat {seat} places {count_of(animal, count)} on {board.name(cell)}."


def _seen(board: Board, seat: int, args: Sequence[int]) -> _Telling:
    direction, cell, animal, due, taken = args[:5]
    message = park_pb2.ParkSeenEvent(
        direction=DIRECTIONS_TO_WIRE[direction],
        space=board.space(cell),
        tile=tile_to_wire(animal, due),
        taken=taken,
    )
    short = "" if taken == due else f", but the supply has only {taken}" if taken else ", but the supply has none"
    where = f"{DIRECTION_WORDS[direction]} on {board.name(cell)}"
    return ParkEvent(seen=message), f"Seat {seat} takes pictures of {count_of(animal, due)} {where}{short}."


def _substituted(_: Board, seat: int, args: Sequence[int]) -> _Telling:
    tokens = args[: len(ANIMALS)]
    message = park_pb2.ParkSubstitutedEvent(tokens=tokens_to_wire(tokens))
    return ParkEvent(substituted=message), f"Seat {seat} takes {tokens_words(tokens)} instead of what is missing."


def _published(_: Board, seat: int, args: Sequence[int]) -> _Telling:
    colour, value, cost = args[:3]
    magazine = park_pb2.ParkMagazine(colour=COLOURS_TO_WIRE[colour], value=value)
    message = park_pb2.ParkPublishedEvent(magazine=magazine, cost=cost)
    price = "" if cost == value else f" at a cost of {cost}"
    return ParkEvent(
        published=message
    ), f"Seat {seat} publishes the {COLOUR_TITLES[colour]} magazine of value {value}{price}."


def _paid(_: Board, seat: int, args: Sequence[int]) -> _Telling:
    tokens = args[: len(ANIMALS)]
    message = park_pb2.ParkPaidEvent(tokens=tokens_to_wire(tokens))
    return ParkEvent(paid=message), f"Seat {seat} returns {tokens_words(tokens)}."


def _bonus_taken(_: Board, seat: int, args: Sequence[int]) -> _Telling:
    message = park_pb2.ParkBonusTakenEvent(animal=ANIMALS_TO_WIRE[args[0]])
    return ParkEvent(bonus_taken=message), f"Seat {seat} takes a {name_of(args[0])} for its magazine."


def _bonus_declined(_: Board, seat: int, __: Sequence[int]) -> _Telling:
    message = park_pb2.ParkBonusDeclinedEvent()
    return ParkEvent(bonus_declined=message), f"Seat {seat} takes no token for its magazine."


def _passed(_: Board, seat: int, __: Sequence[int]) -> _Telling:
    message = park_pb2.ParkPassedEvent()
    return ParkEvent(passed=message), f"Seat {seat} passes: it has no tile and can pay for no magazine."


def _finished(_: Board, __: int, args: Sequence[int]) -> _Telling:
    message = park_pb2.ParkFinishedEvent(reason=ENDS_TO_WIRE[args[0]])
    return ParkEvent(finished=message), f"The game is over: {_ENDS[args[0]]}."


_TELLERS: Mapping[int, Callable[[Board, int, Sequence[int]], _Telling]] = {
    park.EVENT_PLACED: _placed,
    park.EVENT_SEEN: _seen,
    park.EVENT_SUBSTITUTED: _substituted,
    park.EVENT_PUBLISHED: _published,
    park.EVENT_PAID: _paid,
    park.EVENT_BONUS_TAKEN: _bonus_taken,
    park.EVENT_BONUS_DECLINED: _bonus_declined,
    park.EVENT_PASSED: _passed,
    park.EVENT_FINISHED: _finished,
}
