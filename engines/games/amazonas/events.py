"""Events of Amazonas as messages and as sentences for a log.

An event comes to a viewer as the audience allows: hidden are only which mission a seat was dealt and which card it has
chosen, and then the message says no more than that it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from canopy.v1 import amazonas_pb2
from canopy.v1.amazonas_pb2 import AmazonasEvent
from cext import amazonas
from cext.kernel import Event
from engines.game import may_see
from engines.games.amazonas.content import Content
from engines.games.amazonas.vocabulary import EVENT_TITLES, EVENTS_TO_WIRE, SPECIMENS, SPECIMENS_TO_WIRE, plural_of

_Telling = tuple[AmazonasEvent, str]

_ORDER_REASONS: Mapping[int, tuple[amazonas_pb2.AmazonasOrderReason, str]] = {
    amazonas.ORDER_BY_INCOME: (amazonas_pb2.AMAZONAS_ORDER_REASON_INCOME, "by its income of {} silver"),
    amazonas.ORDER_BY_WHITE_NUMBER: (
        amazonas_pb2.AMAZONAS_ORDER_REASON_WHITE_NUMBER,
        "by its white number, at an equal income of {} silver",
    ),
    amazonas.ORDER_BY_COPPER_COIN: (
        amazonas_pb2.AMAZONAS_ORDER_REASON_COPPER_COIN,
        "by its copper coin, at an equal income of {} silver",
    ),
}
_MONEY_REASONS: Mapping[int, tuple[amazonas_pb2.AmazonasMoneyReason, str]] = {
    amazonas.MONEY_INCOME: (amazonas_pb2.AMAZONAS_MONEY_REASON_INCOME, "takes an income of {} silver"),
    amazonas.MONEY_BURNT_INCOME: (
        amazonas_pb2.AMAZONAS_MONEY_REASON_BURNT_INCOME,
        "takes the half of its income that the fire left, {} silver",
    ),
    amazonas.MONEY_THEFT: (amazonas_pb2.AMAZONAS_MONEY_REASON_THEFT, "is robbed of {} silver"),
    amazonas.MONEY_BONUS: (amazonas_pb2.AMAZONAS_MONEY_REASON_BONUS, "gets a bonus of {} silver"),
    amazonas.MONEY_HUT: (amazonas_pb2.AMAZONAS_MONEY_REASON_HUT, "pays {} silver for the hut"),
}
# What is known of each event before its effect is seen.
_WARNINGS: Mapping[int, str] = {
    amazonas.JAGUAR: "no path can be used",
    amazonas.CROCODILE: "no river can be used",
    amazonas.FOREST_FIRE: "incomes are halved",
    amazonas.THEFT: "everybody loses a silver for each specimen of the largest type",
    amazonas.NATIVES: "one player may hire a native instead of taking an income",
}


def tell_event(content: Content, event: Event, viewer: int | None) -> _Telling:
    """The event as the viewer may know it, and a sentence for a log."""
    if event.kind in _SECRETS and not may_see(event, viewer):
        return _SECRETS[event.kind](event.seat)
    return _TELLERS[event.kind](content, event.seat, event.args)


# --- As others hear of it -----------------------------------------------------------------------------------------


def _some_mission_dealt(seat: int) -> _Telling:
    message = amazonas_pb2.AmazonasMissionDealtEvent()
    return AmazonasEvent(mission_dealt=message), f"Seat {seat} is dealt a mission."


def _some_card_chosen(seat: int) -> _Telling:
    return AmazonasEvent(card_chosen=amazonas_pb2.AmazonasCardChosenEvent()), f"Seat {seat} has chosen."


_SECRETS: Mapping[int, Callable[[int], _Telling]] = {
    amazonas.EVENT_MISSION_DEALT: _some_mission_dealt,
    amazonas.EVENT_CARD_CHOSEN: _some_card_chosen,
}


# --- In full --------------------------------------------------------------------------------------------------------


def mission_names(content: Content, mission: int) -> str:
    """The villages of a mission in words."""
    *some, last = (content.villages[village].name for village in content.missions[mission])
    return f"{', '.join(some)} and {last}"


def _mission_dealt(content: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = amazonas_pb2.AmazonasMissionDealtEvent(mission=args[0], villages=content.missions[args[0]])
    return AmazonasEvent(mission_dealt=message), f"Seat {seat} is dealt the mission {mission_names(content, args[0])}."


def _hut_built(content: Content, seat: int, args: Sequence[int]) -> _Telling:
    village, site, price, origin, edges = args[:5]
    by_path, by_river = bool(edges & amazonas.BY_PATH), bool(edges & amazonas.BY_RIVER)
    message = amazonas_pb2.AmazonasHutBuiltEvent(
        village=village,
        site=site,
        price_silver=price,
        reached_from=None if origin < 0 else origin,
        by_path=by_path,
        by_river=by_river,
    )
    ways = " or ".join(way for way, is_open in (("path", by_path), ("river", by_river)) if is_open)
    name = content.villages[village].name
    reached = "" if origin < 0 else f", reached from {content.villages[origin].name} by {ways}"
    return AmazonasEvent(hut_built=message), f"Seat {seat} builds a hut in {name} for {price} silver{reached}."


def _token_gained(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    type_, left = args[:2]
    message = amazonas_pb2.AmazonasTokenGainedEvent(specimen=SPECIMENS_TO_WIRE[type_], left=left)
    article = "an" if SPECIMENS[type_][0] in "aeiou" else "a"
    are = "is" if left == 1 else "are"
    return AmazonasEvent(
        token_gained=message
    ), f"Seat {seat} collects {article} {SPECIMENS[type_]}; {left} {are} left in the supply."


def _five_types(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = amazonas_pb2.AmazonasFiveTypesEvent(points=args[0])
    return AmazonasEvent(five_types=message), f"Seat {seat} has all five types and takes the bonus of {args[0]} points."


def _event_drawn(_: Content, __: int, args: Sequence[int]) -> _Telling:
    round_, event = args[:2]
    message = amazonas_pb2.AmazonasEventDrawnEvent(round=round_, event=EVENTS_TO_WIRE[event])
    bonus = f"a silver for each of one's {plural_of(event - amazonas.BONUS_FISH)}" if event not in _WARNINGS else ""
    return AmazonasEvent(
        event_drawn=message
    ), f"Round {round_}: {EVENT_TITLES[event].lower()}, {_WARNINGS.get(event, bonus)}."


def _card_chosen(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = amazonas_pb2.AmazonasCardChosenEvent(card=args[0])
    return AmazonasEvent(card_chosen=message), f"Seat {seat} has chosen the card {args[0]}."


def _card_revealed(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    card, income = args[:2]
    message = amazonas_pb2.AmazonasCardRevealedEvent(card=card, income=income)
    return AmazonasEvent(
        card_revealed=message
    ), f"Seat {seat} shows the card {card} and announces an income of {income} silver."


def _order_decided(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    place, reason, income = args[:3]
    wire, words = _ORDER_REASONS[reason]
    message = amazonas_pb2.AmazonasOrderDecidedEvent(place=place + 1, reason=wire, income=income)
    return AmazonasEvent(order_decided=message), f"Seat {seat} is number {place + 1} in turn {words.format(income)}."


def _coin_changed(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    before, after = args[:2]
    message = amazonas_pb2.AmazonasCoinChangedEvent(before=before, after=after)
    return AmazonasEvent(
        coin_changed=message
    ), f"Seat {seat} gives away copper coin {before} and gets copper coin {after}."


def _money(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    before, after, reason = args[:3]
    wire, words = _MONEY_REASONS[reason]
    message = amazonas_pb2.AmazonasMoneyEvent(before=before, after=after, reason=wire)
    return AmazonasEvent(
        money=message
    ), f"Seat {seat} {words.format(abs(after - before))}: {before} silver before, {after} now."


def _native_hired(_: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = amazonas_pb2.AmazonasNativeHiredEvent(specimen=SPECIMENS_TO_WIRE[args[0]])
    return AmazonasEvent(
        native_hired=message
    ), f"Seat {seat} hires the native instead of taking an income, and assigns it to the {plural_of(args[0])}."


def _native_left(*_: object) -> _Telling:
    message = amazonas_pb2.AmazonasNativeLeftEvent()
    return AmazonasEvent(native_left=message), "Nobody has hired the native, and it leaves."


def _neutral_built(content: Content, seat: int, args: Sequence[int]) -> _Telling:
    village, site = args[:2]
    message = amazonas_pb2.AmazonasNeutralBuiltEvent(village=village, site=site)
    return AmazonasEvent(
        neutral_built=message
    ), f"Seat {seat} builds a neutral hut in {content.villages[village].name}."


def _turn_ended(_: Content, seat: int, __: Sequence[int]) -> _Telling:
    return AmazonasEvent(turn_ended=amazonas_pb2.AmazonasTurnEndedEvent()), f"Seat {seat} ends its turn."


def _cards_returned(*_: object) -> _Telling:
    message = amazonas_pb2.AmazonasCardsReturnedEvent()
    return AmazonasEvent(cards_returned=message), "All take their seven income cards back."


def _mission_shown(content: Content, seat: int, args: Sequence[int]) -> _Telling:
    message = amazonas_pb2.AmazonasMissionShownEvent(mission=args[0], villages=content.missions[args[0]])
    return AmazonasEvent(mission_shown=message), f"Seat {seat} shows its mission: {mission_names(content, args[0])}."


def _finished(*_: object) -> _Telling:
    return AmazonasEvent(finished=amazonas_pb2.AmazonasFinishedEvent()), "The expedition is over."


_TELLERS: Mapping[int, Callable[[Content, int, Sequence[int]], _Telling]] = {
    amazonas.EVENT_MISSION_DEALT: _mission_dealt,
    amazonas.EVENT_HUT_BUILT: _hut_built,
    amazonas.EVENT_TOKEN_GAINED: _token_gained,
    amazonas.EVENT_FIVE_TYPES: _five_types,
    amazonas.EVENT_EVENT_DRAWN: _event_drawn,
    amazonas.EVENT_CARD_CHOSEN: _card_chosen,
    amazonas.EVENT_CARDS_REVEALED: _card_revealed,
    amazonas.EVENT_ORDER_DECIDED: _order_decided,
    amazonas.EVENT_COIN_CHANGED: _coin_changed,
    amazonas.EVENT_MONEY: _money,
    amazonas.EVENT_NATIVE_HIRED: _native_hired,
    amazonas.EVENT_NATIVE_LEFT: _native_left,
    amazonas.EVENT_NEUTRAL_BUILT: _neutral_built,
    amazonas.EVENT_TURN_ENDED: _turn_ended,
    amazonas.EVENT_CARDS_RETURNED: _cards_returned,
    amazonas.EVENT_MISSION_SHOWN: _mission_shown,
    amazonas.EVENT_FINISHED: _finished,
}
