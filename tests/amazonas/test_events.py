"""Events of Amazonas: their order, what each viewer may know of them, and the sentences of the log."""

import re
from collections.abc import Sequence

import pytest

from canopy.v1 import amazonas_pb2
from cext import amazonas
from cext.amazonas import (
    BUTTERFLY,
    CROCODILE,
    FISH,
    FOREST_FIRE,
    IGUANA,
    JAGUAR,
    MOVE_CARD,
    NATIVES,
    ORCHID,
    PARROT,
    THEFT,
)
from cext.kernel import Event
from engines.game import Game as Ruleset
from engines.game import Setup, may_see
from tests.amazonas.play import Game
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, NEST
from tests.amazonas.tables import CASES, GAME_2005, GAME_BGA, setup_of
from tests.playing import Case, every_viewer, walk


def tell(setup: Setup, event: Event, viewer: int | None = None) -> tuple[amazonas_pb2.AmazonasEvent, str]:
    message, text = setup.game.event(setup, event, viewer)
    assert isinstance(message, amazonas_pb2.AmazonasEvent)
    return message, text


def log(setup: Setup, events: Sequence[Event], viewer: int | None = None) -> list[str]:
    return [tell(setup, event, viewer)[1] for event in events]


def messages(setup: Setup, events: Sequence[Event], viewer: int | None = None) -> list[amazonas_pb2.AmazonasEvent]:
    return [tell(setup, event, viewer)[0] for event in events]


def table(ruleset: Ruleset = GAME_2005, players: int = 3) -> tuple[Setup, Game]:
    setup = setup_of(ruleset, players)
    return setup, Game(setup.rules)


# --- The set-up ----------------------------------------------------------------------------------------------------


def test_a_first_hut() -> None:
    setup, game = table()
    game.build(DELTA)
    assert log(setup, game.events) == [
        "Seat 0 builds a hut in Delta for 6 silver.",
        "Seat 0 pays 6 silver for the hut: 9 silver before, 3 now.",
        "Seat 0 collects a fish; 11 are left in the supply.",
        "Seat 0 ends its turn.",
    ]
    built, money, token, _ = messages(setup, game.events)
    assert built.hut_built == amazonas_pb2.AmazonasHutBuiltEvent(village=DELTA, site=0, price_silver=6)
    assert not built.hut_built.HasField("reached_from")
    assert money.money == amazonas_pb2.AmazonasMoneyEvent(
        before=9, after=3, reason=amazonas_pb2.AMAZONAS_MONEY_REASON_HUT
    )
    assert token.token_gained == amazonas_pb2.AmazonasTokenGainedEvent(
        specimen=amazonas_pb2.AMAZONAS_SPECIMEN_FISH, left=11
    )


# --- A round -------------------------------------------------------------------------------------------------------


def test_a_round_in_its_order() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    game.event(FOREST_FIRE)
    assert log(setup, game.events) == ["Round 1: forest fire, incomes are halved."]
    game.play(MOVE_CARD, 1, 0)
    assert log(setup, game.events) == ["Seat 0 has chosen."]
    game.play(MOVE_CARD, 2, 1)
    game.play(MOVE_CARD, 6, 2)
    assert log(setup, game.events) == [
        "Seat 2 has chosen.",
        "Seat 0 shows the card 1 and announces an income of 2 silver.",
        "Seat 1 shows the card 2 and announces an income of 2 silver.",
        "Seat 2 shows the card 6 and announces an income of 6 silver.",
        "Seat 2 is number 1 in turn by its income of 6 silver.",
        "Seat 1 is number 2 in turn by its white number, at an equal income of 2 silver.",
        "Seat 0 is number 3 in turn by its white number, at an equal income of 2 silver.",
        "Seat 2 takes an income of 6 silver: 3 silver before, 9 now.",
    ]
    game.end()
    assert log(setup, game.events)[:2] == [
        "Seat 2 ends its turn.",
        "Seat 1 takes the half of its income that the fire left, 1 silver: 0 silver before, 1 now.",
    ]


def test_equal_incomes_with_copper_coins() -> None:
    setup, game = table(GAME_BGA)
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(JAGUAR, 2, 2, 1)
    told = messages(setup, game.events)
    decided = [message.order_decided for message in told if message.HasField("order_decided")]
    assert [(at.place, at.reason, at.income) for at in decided] == [
        (1, amazonas_pb2.AMAZONAS_ORDER_REASON_COPPER_COIN, 2),
        (2, amazonas_pb2.AMAZONAS_ORDER_REASON_COPPER_COIN, 2),
        (3, amazonas_pb2.AMAZONAS_ORDER_REASON_INCOME, 1),
    ]
    changed = {
        event.seat: message.coin_changed
        for event, message in zip(game.events, told, strict=True)
        if message.HasField("coin_changed")
    }
    assert (changed[1].before, changed[1].after) == (2, 1)
    assert (changed[0].before, changed[0].after) == (1, 2)
    assert "Seat 1 gives away copper coin 2 and gets copper coin 1." in log(setup, game.events)


def test_a_hut_tells_from_where_it_was_reached_and_how() -> None:
    setup, game = table()
    game.set_up(DELTA, GLADE, NEST)
    game.full_round(cards=[5, 1, 0])
    game.round(JAGUAR, 4, 2, 2)
    game.build(HOLLOW)
    built = messages(setup, game.events)[0].hut_built
    assert (built.HasField("reached_from"), built.reached_from) == (True, DELTA)
    assert (built.by_path, built.by_river) == (False, True)
    assert log(setup, game.events)[0] == "Seat 0 builds a hut in Hollow for 6 silver, reached from Delta by river."
    game.end_turns()
    game.full_round(cards=[6, 3, 3])
    game.round(FOREST_FIRE, 3, 4, 4)
    while game.table.active != 0:
        game.end()
    game.build(FORD)
    assert log(setup, game.events)[0] == "Seat 0 builds a hut in Ford for 6 silver, reached from Hollow by path."


def test_an_edge_that_is_both_is_told_as_both() -> None:
    setup, game = table()
    game.set_up(DELTA, GLADE, NEST)
    game.full_round(cards=[5, 1, 0])
    game.round(THEFT, 4, 2, 2)
    game.build(HOLLOW)
    assert log(setup, game.events)[0].endswith("reached from Delta by path or river.")


def test_theft_and_bonus() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(THEFT, 5, 1, 0)
    assert log(setup, game.events)[-2:] == [
        "Seat 0 takes an income of 5 silver: 3 silver before, 8 now.",
        "Seat 0 is robbed of 1 silver: 8 silver before, 7 now.",
    ]
    game.end_turns()
    game.event(amazonas.BONUS_FISH)
    assert log(setup, game.events) == ["Round 2: bonus for fish, a silver for each of one's fish."]
    game.cards(6, 0, 1)
    assert log(setup, game.events)[-1] == "Seat 0 gets a bonus of 1 silver: 13 silver before, 14 now."


def test_natives() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    game.round(NATIVES, 5, 1, 0)
    game.hire(PARROT)
    assert log(setup, game.events) == [
        "Seat 0 hires the native instead of taking an income, and assigns it to the parrots."
    ]
    assert messages(setup, game.events)[0].native_hired.specimen == amazonas_pb2.AMAZONAS_SPECIMEN_PARROT
    game.end_turns()
    game.round(NATIVES, 4, 2, 1)
    told: list[str] = []
    while game.table.active is not None:
        game.take()
        told += log(setup, game.events)
        game.end()
        told += log(setup, game.events)
    assert told.count("Nobody has hired the native, and it leaves.") == 1


def test_a_neutral_hut() -> None:
    setup, game = table(GAME_BGA, 2)
    game.set_up(DELTA, FORK)
    game.round(CROCODILE, 5, 2)
    game.neutral(GLADE)
    assert log(setup, game.events) == ["Seat 0 builds a neutral hut in Glade."]
    assert messages(setup, game.events)[0].neutral_built == amazonas_pb2.AmazonasNeutralBuiltEvent(village=GLADE)


def test_the_end_shows_the_missions() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    for _ in range(17):
        game.full_round()
    game.round(game.harmless_event(), *(game.player(seat).hand[-1] for seat in range(3)))
    while game.table.active is not None:
        game.end_turns()
    assert log(setup, game.events)[-4:] == [
        "Seat 0 shows its mission: Delta, Fork, Grove and Hollow.",
        "Seat 1 shows its mission: Ford, Glade, Marsh and Nest.",
        "Seat 2 shows its mission: Delta, Grove, Ford and Marsh.",
        "The expedition is over.",
    ]
    shown = messages(setup, game.events)[-4].mission_shown
    assert (shown.mission, list(shown.villages)) == (0, [0, 1, 2, 3])


# --- Redaction -----------------------------------------------------------------------------------------------------


def test_a_mission_is_told_to_its_seat_alone() -> None:
    setup, game = table()
    start = type(game.state).start(setup.rules)
    _, (event,) = start.resolve(amazonas.pack_mission(0, 0))
    own, text = tell(setup, event, 0)
    assert (own.mission_dealt.HasField("mission"), own.mission_dealt.mission) == (True, 0)
    assert list(own.mission_dealt.villages) == [DELTA, FORK, GROVE, HOLLOW]
    assert text == "Seat 0 is dealt the mission Delta, Fork, Grove and Hollow."
    for viewer in (None, 1, 2):
        message, text = tell(setup, event, viewer)
        assert message.WhichOneof("event") == "mission_dealt"
        assert message.ByteSize() == len(message.mission_dealt.SerializeToString()) + 2
        assert not message.mission_dealt.ListFields()
        assert text == "Seat 0 is dealt a mission."


def test_a_chosen_card_is_told_to_its_seat_alone() -> None:
    setup, game = table()
    game.set_up(DELTA, GROVE, HOLLOW)
    game.event(JAGUAR)
    game.play(MOVE_CARD, 0, 1)
    (event,) = game.events
    own, text = tell(setup, event, 1)
    assert (own.card_chosen.HasField("card"), own.card_chosen.card) == (True, 0)
    assert text == "Seat 1 has chosen the card 0."
    for viewer in (None, 0, 2):
        message, text = tell(setup, event, viewer)
        assert message.WhichOneof("event") == "card_chosen"
        assert not message.card_chosen.ListFields()
        assert text == "Seat 1 has chosen."
    assert [may_see(event, viewer) for viewer in (None, 0, 1, 2)] == [False, False, True, False]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_everything_but_missions_and_choices_is_told_alike_to_all(case: Case) -> None:
    secret = {amazonas.EVENT_MISSION_DEALT, amazonas.EVENT_CARD_CHOSEN}
    for _, _, _, events in walk(case, 6).steps():
        for event in events:
            tellings = [tell(case.setup, event, viewer) for viewer in every_viewer(case.setup)]
            alike = all(telling == tellings[0] for telling in tellings)
            assert alike == (event.kind not in secret)
            if event.kind in secret:
                others = [
                    told
                    for viewer, told in zip(every_viewer(case.setup), tellings, strict=True)
                    if viewer != event.seat
                ]
                assert all(telling == others[0] for telling in others)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_event_has_its_message_and_a_sentence(case: Case) -> None:
    for _, _, _, events in walk(case, 6).steps():
        for event in events:
            message, text = tell(case.setup, event)
            name = amazonas.EVENTS[event.kind]
            member = {"CARDS_REVEALED": "card_revealed"}.get(name, name.lower())
            assert message.WhichOneof("event") == member
            assert re.fullmatch(r"[A-Z].*\.", text)
            assert "-1" not in text
            assert "None" not in text


def test_money_adds_up_along_the_events() -> None:
    for case in CASES:
        silver = [9] * case.setup.players
        for _, _, state, events in walk(case, 6).steps():
            for event in events:
                message, _ = tell(case.setup, event)
                if message.HasField("money"):
                    assert message.money.before == silver[event.seat]
                    silver[event.seat] = message.money.after
            assert silver == [amazonas.player(state, seat).silver for seat in range(case.setup.players)]


@pytest.mark.parametrize(
    ("type_", "left", "words"),
    [
        (FISH, 11, "a fish; 11 are left"),
        (BUTTERFLY, 2, "a butterfly; 2 are left"),
        (IGUANA, 1, "an iguana; 1 is left"),
        (PARROT, 1, "a parrot; 1 is left"),
        (ORCHID, 0, "an orchid; 0 are left"),
    ],
)
def test_a_token_in_a_sentence(type_: int, left: int, words: str) -> None:
    event = Event(amazonas.EVENT_TOKEN_GAINED, 1, 2**64 - 1, (type_, left, 0))
    assert tell(setup_of(GAME_2005, 3), event)[1] == f"Seat 1 collects {words} in the supply."


def test_the_token_for_five_types_in_a_sentence() -> None:
    event = Event(amazonas.EVENT_FIVE_TYPES, 1, 2**64 - 1, (4, 0, 0))
    text = "Seat 1 has all five types and takes the bonus of 4 points."
    assert tell(setup_of(GAME_2005, 3), event)[1] == text
