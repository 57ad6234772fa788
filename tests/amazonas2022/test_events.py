"""Events of Amazonas 2022: what a frontend is told, to whom, and the sentences of a log."""

from __future__ import annotations

import pytest

from canopy.v1 import amazonas2022_pb2 as pb
from canopy.v1.amazonas2022_pb2 import Amazonas2022Event, Amazonas2022Place
from cext import amazonas2022
from cext.amazonas2022 import ANACONDA, DOLPHIN, JAGUAR, LEFT, MONKEY, SLOTH, TOAD, TOUCAN
from cext.kernel import Event
from tests.amazonas2022.table import QUIET_HANDS, Table, dealt, fresh
from tests.amazonas2022.tables import CASES, setup_of, tell
from tests.playing import Case, every_viewer, walk
from tests.reference.amazonas2022_cards import LOOK, RETURN

SECRET = (amazonas2022.EVENT_CARD_SEEN, amazonas2022.EVENT_CARD_DRAWN)
PAIRS = ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 1, 2))


def told(table: Table, viewer: int | None = None) -> list[str]:
    """The sentences of the last ply."""
    return [tell(setup_of(table.twin.players), event, viewer)[1] for event in table.events]


def messages(table: Table, viewer: int | None = None) -> list[Amazonas2022Event]:
    """The messages of the last ply."""
    return [tell(setup_of(table.twin.players), event, viewer)[0] for event in table.events]


def sentence(kind: int, seat: int, *args: int, players: int = 3) -> str:
    """The sentence of an event that everybody sees."""
    event = Event(kind, seat, 2**64 - 1, (*args, *[0] * (6 - len(args))))
    return tell(setup_of(players), event)[1]


def place(seat: int, slot: int) -> Amazonas2022Place:
    return Amazonas2022Place(seat=seat, slot=slot)


# --- Who hears what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_but_what_a_seat_sees_is_told_to_everybody_alike(case: Case) -> None:
    for events in walk(case, 4).events:
        for event in events:
            for viewer in every_viewer(case.setup):
                message, text = tell(case.setup, event, viewer)
                if event.kind not in SECRET or viewer != event.seat:
                    assert (message, text) == tell(case.setup, event, None)
                else:
                    seen = message.card_seen.card or message.card_drawn.card
                    assert seen
                    assert (message, text) != tell(case.setup, event, None)


def test_a_drawn_card_is_told_to_its_seat_alone() -> None:
    table = dealt()
    table.play(0, amazonas2022.MOVE_DRAW)
    assert told(table) == ["Seat 0 draws one of 102 cards of the draw pile."]
    table.card(TOUCAN)
    (own,), (other,) = messages(table, 0), messages(table, 1)
    assert own.card_drawn.card == pb.AMAZONAS2022_CARD_TOUCAN
    assert other.card_drawn.card == pb.AMAZONAS2022_CARD_UNSPECIFIED
    assert messages(table) == [other]
    assert told(table, 0) == ["Seat 0 looks at a toucan."]
    assert told(table, 1) == ["Seat 0 looks at its card."]


# --- A round begins ------------------------------------------------------------------------------------------------


def test_dealing_and_the_first_look() -> None:
    table = fresh()
    table.card(1)
    assert told(table) == ["Seat 0 is dealt a card into slot 0."]
    assert messages(table)[0].dealt == pb.Amazonas2022DealtEvent(slot=0)
    table.cards(*QUIET_HANDS[0][1:], *QUIET_HANDS[1], *QUIET_HANDS[2])
    table.play(1, LOOK, 1, 2)
    assert told(table, 1) == ["Seat 1 has chosen the card that it will look at."]
    table.play(0, LOOK, 0, 0)
    table.play(2, LOOK, 2, 3)
    assert told(table, 1) == [
        "Seat 2 has chosen the card that it will look at.",
        "Seat 0 looks at its own card in slot 0.",
        "Seat 0 sees the card in slot 0 of seat 0.",
        "Seat 1 looks at its own card in slot 2.",
        "Seat 1 sees a 5 in slot 2 of seat 1.",
        "Seat 2 looks at its own card in slot 3.",
        "Seat 2 sees the card in slot 3 of seat 2.",
    ]
    looked, seen = messages(table, 1)[3:5]
    assert looked.looked.card == place(1, 2)
    assert seen.card_seen == pb.Amazonas2022CardSeenEvent(place=place(1, 2), card=pb.AMAZONAS2022_CARD_FIVE)
    table.play(2, RETURN)
    assert told(table) == ["Seat 2 returns its own card to slot 3."]


# --- Turns ---------------------------------------------------------------------------------------------------------


def test_cards_from_and_for_the_discard_pile() -> None:
    table = dealt()
    table.lay(4)
    assert told(table) == ["Seat 0 discards a 4."]
    assert messages(table)[0].discarded.origin == pb.AMAZONAS2022_PILE_DRAW
    table.take()
    assert told(table) == ["Seat 1 takes the 4 from the discard pile."]
    table.discard()
    assert told(table) == ["Seat 1 lays the 4 back."]
    assert messages(table)[0].discarded.origin == pb.AMAZONAS2022_PILE_DISCARD
    table.take()
    table.swap(3)
    assert told(table) == ["Seat 2 puts the card into slot 3 and discards a 2 from there."]
    assert messages(table)[0].swapped == pb.Amazonas2022SwappedEvent(slot=3, discarded=pb.AMAZONAS2022_CARD_TWO)


def test_effects() -> None:
    table = dealt()
    table.lay(TOAD)
    table.look(2, 1)
    assert told(table, 0) == ["Seat 0 looks at the card of seat 2 in slot 1.", "Seat 0 sees a 5 in slot 1 of seat 2."]
    assert told(table, 2)[1] == "Seat 0 sees the card in slot 1 of seat 2."
    table.put_back()
    assert told(table) == ["Seat 0 returns the card of seat 2 to slot 1."]
    table.lay(ANACONDA)
    table.exchange(0, 2, 3)
    assert told(table) == ["Seat 1 exchanges its card in slot 0 for that of seat 2 in slot 3."]
    assert messages(table)[0].exchanged == pb.Amazonas2022ExchangedEvent(own_slot=0, other=place(2, 3))
    table.lay(SLOTH)
    table.skip()
    assert told(table) == ["Seat 2 does without the effect of the sloth."]


def test_a_monkey() -> None:
    table = dealt()
    table.lay(MONKEY)
    table.direct(LEFT)
    assert told(table) == ["Seat 0 lets the cards go to the left."]
    assert messages(table)[0].directed.direction == pb.AMAZONAS2022_DIRECTION_LEFT
    table.pick(2, 0)
    assert told(table, 2) == ["Seat 2 has picked the card that it passes on."]
    table.pick(0, 1)
    table.pick(1, 2)
    assert told(table, 1) == [
        "Seat 1 has picked the card that it passes on.",
        "Seat 0 sees the card in slot 1 of seat 0.",
        "Seat 1 sees a 5 in slot 2 of seat 1.",
        "Seat 2 sees the card in slot 0 of seat 2.",
        "Seat 0 passes its card from slot 1 to slot 2 of seat 1.",
        "Seat 1 passes its card from slot 2 to slot 0 of seat 2.",
        "Seat 2 passes its card from slot 0 to slot 1 of seat 0.",
    ]
    assert messages(table)[4].passed_on == pb.Amazonas2022PassedOnEvent(slot=1, to=place(1, 2))


def test_an_effect_for_nobody() -> None:
    table = dealt(2)
    table.call()
    table.lay(JAGUAR)
    assert told(table)[1] == "The jaguar of seat 1 has no effect: there is nobody and nothing for it."


# --- Wild discards -------------------------------------------------------------------------------------------------


def test_a_race() -> None:
    """The host's order decides: the first right one wins, a wrong and a late one are given back and penalised."""
    table = dealt(4, ((1, 2, 3, 5), (2, 4, 5, 1), (3, 5, 4, 2), (5, 1, 2, 3)))
    table.idle_turn(4)
    table.wild(3, 3, 0, more=True)
    assert told(table) == [
        "Seat 3 lays its own card from slot 0, a 5, on the discard pile: it does not match and is returned."
    ]
    assert messages(table)[0].attempted == pb.Amazonas2022AttemptedEvent(
        place=place(3, 0), card=pb.AMAZONAS2022_CARD_FIVE, result=pb.AMAZONAS2022_ATTEMPT_WRONG
    )
    table.card(DOLPHIN)
    assert told(table, 3) == ["Seat 3 gets the top card of the draw pile into slot 4, as a penalty."]
    assert messages(table, 3)[0].blind_card == pb.Amazonas2022BlindCardEvent(
        slot=4, reason=pb.AMAZONAS2022_BLIND_REASON_PENALTY
    )
    table.wild(0, 1, 1, more=True)
    assert told(table) == [
        "Seat 0 lays the card of seat 1 from slot 1, a 4, on the discard pile: a successful wild discard."
    ]
    table.wild(1, 1, 1, more=True)
    assert told(table) == ["Seat 1 reaches for its own card in slot 1, but there is nothing left to be done."]
    table.wild(2, 2, 2)
    assert told(table) == [
        "Seat 2 lays its own card from slot 2, a 4, on the discard pile: it is too late and is returned."
    ]
    assert messages(table)[0].attempted.result == pb.AMAZONAS2022_ATTEMPT_LATE
    table.card(TOUCAN)
    table.give(3)
    assert told(table) == ["Seat 0 gives its card in slot 3 to seat 1, into slot 1."]
    assert messages(table)[0].gave == pb.Amazonas2022GaveEvent(own_slot=3, to=place(1, 1))


# --- The end of a round --------------------------------------------------------------------------------------------


def test_a_round_of_three() -> None:
    table = dealt(3, ((0, 1, 2, 0), (0, 1, 3, 0), (0, 1, 4, 0)))
    table.call()
    assert told(table) == ['Seat 0 says "Amazonas"; everybody else has one last turn.']
    table.last_turns(5, 5)
    sentences = told(table)
    assert sentences[0] == "Seat 2 discards a 5."
    assert sentences[1] == "Seat 0 turns up a 0 in slot 0."
    assert sentences[13:] == [
        "Seat 0 has a sum of 3, gets \u22125 and has \u22125.",
        "Seat 1 has a sum of 4, gets 4 and has 4.",
        "Seat 2 has a sum of 5, gets 5 and has 5.",
        "Round 1 is over: seat 0, who called, alone has the lowest sum.",
        "Round 2 begins; seat 0 starts.",
        "All 114 cards are shuffled into a new draw pile.",
    ]
    scored = next(message.scored for message in messages(table) if message.HasField("scored"))
    assert (scored.sum, scored.points, scored.total) == (3, -5, -5)
    ended = next(message.round_ended for message in messages(table) if message.HasField("round_ended"))
    assert (ended.round, ended.caller, ended.successful) == (1, 0, True)


def test_a_round_of_two() -> None:
    table = dealt(2, ((0, 1, 2, 0), (0, 1, 3, 0)))
    table.call()
    table.last_turns(5)
    assert told(table)[-4:] == [
        "Seat 0 has a sum of 3, wins the round and has won 1.",
        "Seat 1 has a sum of 4, loses the round and has won 0.",
        "Round 1 is over: seat 0, who called, wins it.",
        "Round 2 begins; seat 0 starts.",
    ]


@pytest.mark.parametrize(
    ("kind", "args", "words"),
    [
        (
            amazonas2022.EVENT_SHUFFLED,
            (17, 2, amazonas2022.DISCARDS),
            "The draw pile has run out: the 17 cards of the discard pile are shuffled into a new one.",
        ),
        (
            amazonas2022.EVENT_RESERVE_TURNED,
            (30,),
            "The reserve of 30 cards is turned over and is the new draw pile.",
        ),
        (amazonas2022.EVENT_DREW, (1,), "Seat 1 draws one of 1 card of the draw pile."),
        (
            amazonas2022.EVENT_BLIND_CARD,
            (5, amazonas2022.REPLACEMENT),
            "Seat 1 gets the top card of the draw pile into slot 5, having no card left.",
        ),
        (
            amazonas2022.EVENT_WAIVED,
            (amazonas2022.PENALTY,),
            "Seat 1 would get a card, as a penalty, but both piles are empty.",
        ),
        (amazonas2022.EVENT_GIFT_WAIVED, (2, 0), "Seat 1 has no card that it could give to seat 2."),
        (amazonas2022.EVENT_PASSED, (), "Seat 1 passes: there is no card to draw or to take."),
        (
            amazonas2022.EVENT_RETURNED,
            (-1, -1),
            "Seat 1 ends its look; the card has gone meanwhile.",
        ),
        (
            amazonas2022.EVENT_ROUND_ENDED,
            (3, 2, 0),
            "Round 3 is over: seat 2, who called, does not have the lowest sum alone.",
        ),
        (amazonas2022.EVENT_FINISHED, (), "The game is over."),
    ],
)
def test_sentences_of_rare_events(kind: int, args: tuple[int, ...], words: str) -> None:
    assert sentence(kind, 1, *args) == words


def test_every_kind_of_event_is_told() -> None:
    for kind in amazonas2022.EVENTS:
        event = Event(kind, 1, 2**64 - 1, (1, 1, 1, 1, 0, 0))
        message, text = tell(setup_of(), event)
        assert message.WhichOneof("event")
        assert text.endswith(".")
