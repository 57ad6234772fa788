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
from engines.games.trek12.moves import move_text, put_move
from engines.games.trek12.rulebook import OPERATION_NAMES

_REASONS: Mapping[int, trek12_pb2.Trek12SpiderReason] = {
    trek12.SPIDER_TOO_HIGH: trek12_pb2.TREK12_SPIDER_REASON_OVER_MAX,
    trek12.SPIDER_ORPHAN: trek12_pb2.TREK12_SPIDER_REASON_ORPHAN,
}


def tell_event(content: Content, event: Event, viewer: int | None) -> tuple[Trek12Event, str]:
    """The event as the viewer may know it, and a sentence for a log."""
    told = Trek12Event()
    if event.kind == trek12.EVENT_CHOSE:
        return told, _chose(told.chose, event, may_see(event, viewer))
    return told, _TELLERS[event.kind](told, content, event.seat, event.args)


# Each fills its own kind of event in and returns the sentence.


def _chose(told: trek12_pb2.Trek12ChoseEvent, event: Event, is_open: bool) -> str:
    if not is_open:
        told.SetInParent()
        return f"Seat {event.seat} has chosen."
    move = _move(*event.args[:4])
    put_move(told.move, *move)
    return f"Seat {event.seat} has chosen {move_text(trek12.pack_move(*move))}."


def _numbers_dealt(told: Trek12Event, content: Content, _: int, args: Sequence[int]) -> str:
    numbers = args[: content.lines]
    told.numbers_dealt.numbers[:] = numbers
    places = ", ".join(f"{number} at line {line}" for line, number in enumerate(numbers))
    return f"The number cards are laid out: {places}."


def _rolled(told: Trek12Event, _: Content, __: int, args: Sequence[int]) -> str:
    round_, green, yellow = args[:3]
    rolled = told.rolled
    rolled.round = round_
    roll = rolled.roll
    roll.green, roll.yellow = green, yellow
    return f"Round {round_}: the green die shows {green}, the yellow die {yellow}."


def _wrote(told: Trek12Event, _: Content, seat: int, args: Sequence[int]) -> str:
    round_, operation, circle, number, below, above = args
    wrote = told.wrote
    wrote.round = round_
    put_move(wrote.move, *_move(operation, circle, below, above))
    if number >= 0:
        wrote.number = number
    what = "a spider" if number < 0 else number
    return f"Seat {seat} takes {OPERATION_NAMES[operation]} and writes {what} in circle {circle}."


def _spider(told: Trek12Event, content: Content, seat: int, args: Sequence[int]) -> str:
    circle, reason = args[:2]
    spider = told.spider
    spider.circle, spider.reason = circle, _REASONS[reason]
    if reason == trek12.SPIDER_ORPHAN:
        return f"Seat {seat} draws a spider: circle {circle} belongs to no trail and no zone."
    return f"Seat {seat} ticks a danger box: the result for circle {circle} is over {content.max_number}."


def _piranha(told: Trek12Event, _: Content, seat: int, args: Sequence[int]) -> str:
    told.piranha.circle = args[0]
    return f"Seat {seat} ticks a danger box: the piranha of circle {args[0]} bites."


def _linked(told: Trek12Event, _: Content, seat: int, args: Sequence[int]) -> str:
    lower, upper = args[:2]
    linked = told.linked
    linked.lower, linked.upper = lower, upper
    return f"Seat {seat} links circle {lower} to circle {upper} in a trail."


def _zone(told: Trek12Event, _: Content, seat: int, args: Sequence[int]) -> str:
    circles = trek12.zone_circles(args)
    zone = told.zone
    zone.number = args[0]
    zone.circles[:] = circles
    return f"Seat {seat} has a zone of {len(circles)} circles with the number {args[0]}."


def _discovered(told: Trek12Event, content: Content, _: int, args: Sequence[int]) -> str:
    line, number, card = args[:3]
    name = content.cards[card].name
    discovered = told.discovered
    discovered.line, discovered.number, discovered.card = line, number, name
    return f"Line {line} with the number {number} is discovered: {name}."


def _observed(told: Trek12Event, _: Content, seat: int, args: Sequence[int]) -> str:
    line, circled, value = args[:3]
    observed = told.observed
    observed.line, observed.circled, observed.value = line, circled, value
    return f"Seat {seat} circles value {circled} of line {line}: worth {value} now."


def _round_ended(told: Trek12Event, _: Content, __: int, args: Sequence[int]) -> str:
    told.round_ended.round = args[0]
    return f"Round {args[0]} ends."


def _finished(told: Trek12Event, _: Content, __: int, ___: Sequence[int]) -> str:
    told.finished.SetInParent()
    return "The exploration is over."


# Public events; a secret choice is told above.
_TELLERS: Mapping[int, Callable[[Trek12Event, Content, int, Sequence[int]], str]] = {
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
