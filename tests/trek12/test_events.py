"""Events of Trek 12: their order, what each viewer may know of them, and the sentences of the log."""

import re
from collections.abc import Sequence

import pytest

from canopy.v1 import trek12_pb2
from cext import trek12
from cext.kernel import Event
from engines import registry
from engines.game import may_see
from engines.games.trek12.content import content_of
from tests.playing import Case, all_cases, every_viewer, walk
from tests.trek12.play import Game as Told

GAME = registry.game("trek12-amazonia")
CASES = [case for case in all_cases() if case.setup.game is GAME]
SETUP = registry.make_setup(GAME, 2, {}, registry.default_pack(GAME))


def tell(event: Event, viewer: int | None = None) -> tuple[trek12_pb2.Trek12Event, str]:
    message, text = GAME.event(SETUP, event, viewer)
    assert isinstance(message, trek12_pb2.Trek12Event)
    return message, text


def log(events: Sequence[Event], viewer: int | None = None) -> list[str]:
    return [tell(event, viewer)[1] for event in events]


def messages(events: Sequence[Event], viewer: int | None = None) -> list[trek12_pb2.Trek12Event]:
    return [tell(event, viewer)[0] for event in events]


def test_the_numbers_and_the_dice() -> None:
    game = Told(SETUP.rules, numbers=(0, 4, 6))
    assert log(game.events) == ["The number cards are laid out: 0 at line 0, 4 at line 1, 6 at line 2."]
    assert list(messages(game.events)[0].numbers_dealt.numbers) == [0, 4, 6]
    game.roll(1, 0)
    assert log(game.events) == ["Round 1: the green die shows 1, the yellow die 0."]
    rolled = messages(game.events)[0].rolled
    assert (rolled.round, rolled.roll.green, rolled.roll.yellow) == (1, 1, 0)


def test_a_round_in_its_order() -> None:
    """Seat 0 writes a 0, which lies at line 0, and seat 1 a spider in the river; then the card turns up."""
    game = Told(SETUP.rules, numbers=(0, 4, 6))
    game.roll(5, 5)
    game.write(trek12.PRODUCT, 5, seat=1)
    assert log(game.events) == ["Seat 1 has chosen."]
    game.write(trek12.DIFFERENCE, 0, seat=0)
    assert log(game.events) == [
        "Seat 0 has chosen.",
        "Seat 0 takes the difference and writes 0 in circle 0.",
        "Seat 1 takes the product and writes a spider in circle 5.",
        "Seat 1 ticks a danger box: the result for circle 5 is over 12.",
        "Seat 1 ticks a danger box: the piranha of circle 5 bites.",
    ]
    game.turn(0, "jaguar")
    assert log(game.events) == [
        "Line 0 with the number 0 is discovered: jaguar.",
        "Seat 0 circles value 1 of line 0: worth 0 now.",
        "Round 1 ends.",
    ]


def test_links_zones_and_later_observations_in_their_order() -> None:
    game = Told(SETUP.rules, numbers=(3, 4, 6))
    game.round((3, 4), (trek12.LOWER, 0), (trek12.HIGHER, 26))
    game.turn(0, "jaguar")
    game.turn(1, "toucan")
    game.round((3, 5), (trek12.LOWER, 1), (trek12.HIGHER, 25, 26))
    assert log(game.events) == [
        "Seat 1 has chosen.",
        "Seat 0 takes the lower die and writes 3 in circle 1.",
        "Seat 0 has a zone of 2 circles with the number 3.",
        "Seat 0 circles value 2 of line 0: worth 1 now.",
        "Seat 1 takes the higher die and writes 5 in circle 25.",
        "Seat 1 links circle 26 to circle 25 in a trail.",
        "Round 2 ends.",
    ]
    zone = next(message.zone for message in messages(game.events) if message.HasField("zone"))
    assert (zone.number, list(zone.circles)) == (3, [0, 1])


def test_a_zone_of_zeros_names_circle_0() -> None:
    game = Told(registry.make_setup(GAME, 1, {}, registry.default_pack(GAME)).rules, numbers=(4, 5, 6))
    game.round((2, 2), (trek12.DIFFERENCE, 0))
    game.round((3, 3), (trek12.DIFFERENCE, 1))
    zone = next(message.zone for message in messages(game.events) if message.HasField("zone"))
    assert (zone.number, list(zone.circles)) == (0, [0, 1])


def test_wrote_tells_number_0_and_links_to_circle_0() -> None:
    game = Told(registry.make_setup(GAME, 1, {}, registry.default_pack(GAME)).rules, numbers=(4, 5, 6))
    game.round((2, 2), (trek12.DIFFERENCE, 0))
    wrote = messages(game.events)[1].wrote
    assert (wrote.round, wrote.HasField("number"), wrote.number) == (1, True, 0)
    assert wrote.move == trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_DIFFERENCE, circle=0)
    game.round((2, 1), (trek12.LOWER, 1, 0))
    wrote = messages(game.events)[1].wrote
    assert (wrote.move.HasField("link_below"), wrote.move.link_below) == (True, 0)
    assert not wrote.move.HasField("link_above")
    linked = messages(game.events)[2].linked
    assert (linked.lower, linked.upper) == (0, 1)


def test_a_spider_is_no_number() -> None:
    game = Told(registry.make_setup(GAME, 1, {}, registry.default_pack(GAME)).rules)
    game.round((6, 5), (trek12.PRODUCT, 0))
    told = messages(game.events)
    assert not told[1].wrote.HasField("number")
    assert told[2].spider == trek12_pb2.Trek12SpiderEvent(circle=0, reason=trek12_pb2.TREK12_SPIDER_REASON_OVER_MAX)


# --- Redaction -----------------------------------------------------------------------------------------------------


def test_a_choice_is_told_to_its_seat_alone() -> None:
    game = Told(SETUP.rules)
    game.roll(3, 4)
    game.write(trek12.SUM, 7, seat=1)
    (event,) = game.events
    own, text = tell(event, 1)
    assert own.chose.move == trek12_pb2.Trek12Move(operation=trek12_pb2.TREK12_OPERATION_SUM, circle=7)
    assert text == "Seat 1 has chosen sum@7."
    for viewer in (None, 0):
        message, text = tell(event, viewer)
        assert message.WhichOneof("event") == "chose"
        assert not message.chose.HasField("move")
        assert text == "Seat 1 has chosen."
    assert [may_see(event, viewer) for viewer in (None, 0, 1)] == [False, False, True]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_everything_but_a_choice_is_told_alike_to_all(case: Case) -> None:
    viewers = every_viewer(case.setup) if case.setup.players < 6 else (None, 0, case.setup.players - 1)
    for _, _, _, events in walk(case, 6).steps():
        for event in events:
            told = {viewer: GAME.event(case.setup, event, viewer) for viewer in viewers}
            public = told[None]
            for viewer in viewers:
                is_own = event.kind == trek12.EVENT_CHOSE and viewer == event.seat
                assert (told[viewer] == public) != is_own
                assert may_see(event, viewer) == (is_own or event.kind != trek12.EVENT_CHOSE)


def test_a_choice_that_others_cannot_see_gives_them_the_same_bytes() -> None:
    game = Told(SETUP.rules)
    game.roll(3, 4)
    told = set()
    for word in game.state.legal_moves(0):
        _, (event,) = game.state.apply(0, word)
        message, text = tell(event, 1)
        told.add((message.SerializeToString(deterministic=True), text))
    assert len(told) == 1


# --- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_event_has_its_message_and_its_sentence(case: Case) -> None:
    for _, _, _, events in walk(case, 6).steps():
        for event in events:
            message, text = GAME.event(case.setup, event, None)
            assert isinstance(message, trek12_pb2.Trek12Event)
            assert (message.WhichOneof("event") or "").upper() == trek12.EVENTS[event.kind]
            assert text.endswith(".")
            assert "None" not in text
            assert not re.search(r"(?<!\w)-\d", text)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_order_of_a_whole_game(case: Case) -> None:
    """Numbers; each round its roll, choices, writings by seat, discoveries and end; then the orphans and the end."""
    kinds = [(event.kind, event.seat) for events in walk(case, 6).events for event in events]
    assert kinds[0][0] == trek12.EVENT_NUMBERS_DEALT
    assert kinds[-1][0] == trek12.EVENT_FINISHED
    rounds = " ".join(trek12.EVENTS[kind] for kind, _ in kinds[1:-1]).split("ROLLED")[1:]
    assert len(rounds) == content_of(case.setup.pack).rounds
    seats = case.setup.players
    for told in rounds:
        names = told.split()
        assert names[:seats] == ["CHOSE"] * seats
        assert names[seats] == "WROTE"
        assert names.count("WROTE") == seats
        end = names.index("ROUND_ENDED")
        assert set(names[end + 1 :]) <= {"SPIDER"}
        if "DISCOVERED" in names:
            assert set(names[names.index("DISCOVERED") : end]) == {"DISCOVERED", "OBSERVED"}
    wrote = [seat for kind, seat in kinds if kind == trek12.EVENT_WROTE]
    assert wrote == list(range(seats)) * len(rounds)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_events_of_the_end_are_the_orphans_by_seat(case: Case) -> None:
    game = walk(case, 6)
    last = game.events[-1]
    orphans = [
        (event.seat, event.args[0]) for event in last if event.args[1] == 1 and event.kind == trek12.EVENT_SPIDER
    ]
    assert orphans == [
        (seat, circle) for seat in range(case.setup.players) for circle in trek12.score(game.end, seat).orphans
    ]
