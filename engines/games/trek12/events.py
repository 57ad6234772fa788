"""Events of Trek 12 as messages and as sentences for a log.

An event comes to a viewer as the audience allows: only a secret choice is ever hidden, and then the message says no
more than that the seat has chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from canopy.v1 import trek12_pb2
from canopy.v1.trek12_pb2 import Trek12Event
from cext import trek12
from cext.kernel import Event
from engines.game import may_see
from engines.games.trek12.content import Content
from engines.games.trek12.moves import move_message, move_text
from engines.games.trek12.rulebook import OPERATION_NAMES

_Telling = tuple[Trek12Event, str]

_REASONS: Mapping[int, trek12_pb2.Trek12SpiderReason] = {
    trek12.SPIDER_TOO_HIGH: trek12_pb2.TREK12_SPIDER_REASON_OVER_MAX,
    trek12.SPIDER_ORPHAN: trek12_pb2.TREK12_SPIDER_REASON_ORPHAN,
}


def tell_event(content: Content, event: Event, viewer: int | None) -> _Telling:
    """The event as the viewer may know it, and a sentence for a log."""
    if event.kind == trek12.EVENT_CHOSE:
        return _chose(event, may_see(event, viewer))
    return _TELLERS[event.kind](content, event.seat, event.args)


def _chose(event: Event, is_open: bool) -> _Telling:
    if not is_open:
        return Trek12Event(chose=trek12_pb2.Trek12ChoseEvent()), f"Seat {event.seat} has chosen."
    move = _move(*event.args[:4])
    text = move_text(trek12.pack_move(*move))
    message = trek12_pb2.Trek12ChoseEvent(move=move_message(*move))
    return Trek12Event(chose=message), f"Seat {event.seat} has chosen {text}."


def _numbers_dealt(content: Content, _: int, args: Sequence[int]) -> _Telling:
    numbers = args[: content.lines]
    places = ", ".join(f"{number} at line {line}" for line, number in enumerate(numbers))
    message = trek12_pb2.Trek12Numbers(numbers=numbers)
    return Trek12Event(numbers_dealt=message), f"The number cards are laid out: {places}."


def _rolled(_: Content, __: int, args: Sequence[int]) -> _Telling:
    round_, green, yellow = args[:3]
    message = trek12_pb2.Trek12RolledEvent(round=round_, roll=trek12_pb2.Trek12Roll(green=green, yellow=yellow))
    return Trek12Event(rolled=message), f"Round {round_}: the green die shows {green}, the yellow die {yellow}."


def _wrote(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    round_, operation, circle, number, below, above = args
    move = _move(operation, circle, below, above)
    message = trek12_pb2.Trek12WroteEvent(round=round_, move=move_message(*move), number=_optional(number))
    what = "a spider" if number < 0 else number
    return Trek12Event(
        wrote=message
    ), f"Seat {seat} takes {OPERATION_NAMES[operation]} and writes {what} in circle {circle}."


def _spider(content: Content, seat: int, args: Sequence[int]) -> _Telling:
    circle, reason = args[:2]
    message = trek12_pb2.Trek12SpiderEvent(circle=circle, reason=_REASONS[reason])
    if reason == trek12.SPIDER_ORPHAN:
        return Trek12Event(
            spider=message
        ), f"Seat {seat} draws a spider: circle {circle} belongs to no trail and no zone."
    return Trek12Event(
        spider=message
    ), f"Seat {seat} ticks a danger box: the result for circle {circle} is over {content.max_number}."


def _piranha(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = trek12_pb2.Trek12CircleEvent(circle=args[0])
    return Trek12Event(piranha=message), f"Seat {seat} ticks a danger box: the piranha of circle {args[0]} bites."


def _linked(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    lower, upper = args[:2]
    message = trek12_pb2.Trek12LinkedEvent(lower=lower, upper=upper)
    return Trek12Event(linked=message), f"Seat {seat} links circle {lower} to circle {upper} in a trail."


def _zone(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    circles = trek12.zone_circles(args)
    message = trek12_pb2.Trek12ZoneEvent(number=args[0], circles=circles)
    return Trek12Event(zone=message), f"Seat {seat} has a zone of {len(circles)} circles with the number {args[0]}."


def _discovered(content: Content, _: int, args: Sequence[int]) -> _Telling:
    line, number, card = args[:3]
    name = content.cards[card].name
    message = trek12_pb2.Trek12DiscoveredEvent(line=line, number=number, card=name)
    return Trek12Event(discovered=message), f"Line {line} with the number {number} is discovered: {name}."


def _observed(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    line, circled, value = args[:3]
    message = trek12_pb2.Trek12ObservedEvent(line=line, circled=circled, value=value)
    return Trek12Event(observed=message), f"Seat {seat} circles value {circled} of line {line}: worth {value} now."


def _round_ended(_: Content, __: int, args: Sequence[int]) -> _Telling:
    message = trek12_pb2.Trek12RoundEndedEvent(round=args[0])
    return Trek12Event(round_ended=message), f"Round {args[0]} ends."


def _finished(_: Content, __: int, ___: Sequence[int]) -> _Telling:
    return Trek12Event(finished=trek12_pb2.Trek12FinishedEvent()), "The exploration is over."


# Public events; a secret choice is told above.
_TELLERS: Mapping[int, Callable[[Content, int, Sequence[int]], _Telling]] = {
    trek12.EVENT_NUMBERS_DEALT: _numbers_dealt,
    trek12.EVENT_ROLLED: _rolled,
    trek12.EVENT_WROTE: _wrote,
    trek12.EVENT_SPIDER: _spider,
    trek12.EVENT_PIRANHA: _piranha,
    trek12.EVENT_LINKED: _linked,
    trek12.EVENT_ZONE: _zone,
    trek12.EVENT_DISCOVERED: _discovered,
    trek12.EVENT_OBSERVED: _observed,
    trek12.EVENT_ROUND_ENDED: _round_ended,
    trek12.EVENT_FINISHED: _finished,
}


def _move(operation: int, circle: int, below: int, above: int) -> tuple[int, int, int | None, int | None]:
    """A writing as the kernel's events tell it, where -1 is no link."""
    return operation, circle, _optional(below), _optional(above)


def _optional(number: int) -> int | None:
    return None if number < 0 else number
