"""Score sheets of Amazonas 2022 that somebody types in: the printed examples, and everything that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from canopy.v1 import amazonas2022_sheet_pb2
from engines import registry
from engines.game import Malformed, Setup
from engines.games.amazonas2022.sheet import FLAWS
from engines.games.amazonas2022.vocabulary import CARDS, CARDS_TO_WIRE
from tests.contract.spoiling import Spoil, codes, found_in

GAME = registry.game("amazonas-2022")


def setup_of(players: int, **options: str) -> Setup:
    """A table with the cards of the box."""
    return registry.make_setup(GAME, players, options, registry.default_pack(GAME))


SETUP, MATCH = setup_of(3), setup_of(2)


def add_round(
    table: amazonas2022_sheet_pb2.Amazonas2022FinishedTable, caller: int, *hands: str | int
) -> amazonas2022_sheet_pb2.Amazonas2022FinishedRound:
    """A round: cards as words, or what they add up to."""
    told = table.rounds.add(caller=caller)
    for hand in hands:
        if isinstance(hand, int):
            told.hands.add(sum=hand)
        else:
            told.hands.add(cards=[CARDS_TO_WIRE[CARDS.index(card)] for card in hand.split()])
    return told


def five_rounds() -> amazonas2022_sheet_pb2.Amazonas2022FinishedTable:
    """The two printed examples ("End of the Round and Scoring"), and three rounds of which only sums are known."""
    table = amazonas2022_sheet_pb2.Amazonas2022FinishedTable()
    add_round(table, 0, "dolphin toucan 1", "toucan sloth 0", "toad dolphin anaconda")
    add_round(table, 2, "0 dolphin toucan", "1 1 2 1", "dolphin 0")
    add_round(table, 1, 4, 3, 5)
    add_round(table, 1, 7, 7, 9)
    add_round(table, 0, -6, 2, 2)
    return table


def a_match(*winners: int) -> amazonas2022_sheet_pb2.Amazonas2022FinishedTable:
    """Rounds of two players that each winner has called and won."""
    table = amazonas2022_sheet_pb2.Amazonas2022FinishedTable()
    for winner in winners:
        add_round(table, winner, *((1, 5) if winner == 0 else (5, 1)))
    return table


def points(table: amazonas2022_sheet_pb2.Amazonas2022FinishedTable) -> dict[int, list[int]]:
    """By seat, what each round brought."""
    scored = GAME.score_sheet(SETUP, table)
    assert scored.outcome is not None
    return {placing.seat: [item.points for item in placing.items] for placing in scored.outcome.placings}


def test_the_printed_examples_and_the_rest_round_by_round() -> None:
    assert points(five_rounds()) == {
        0: [-5, -3, 4, 7, -6],
        1: [3, 5, -5, 7, 2],
        2: [6, 5, 5, 9, 2],
    }


def test_fewest_points_win() -> None:
    scored = GAME.score_sheet(SETUP, five_rounds())
    assert scored.outcome is not None
    assert scored.outcome.fewest_first == ("points",)
    assert [(placing.seat, placing.values) for placing in scored.outcome.placings] == [
        (0, (-3, 2)),
        (1, (12, 1)),
        (2, (27, 0)),
    ]


def test_a_match_is_won_by_three_rounds() -> None:
    scored = GAME.score_sheet(MATCH, a_match(0, 1, 0, 0))
    assert scored.outcome is not None
    assert [(placing.seat, placing.values) for placing in scored.outcome.placings] == [(0, (3,)), (1, (1,))]


def told(index: int, seat: int | None = None, /, **fields: Any) -> Spoil:
    """Tells a round, or a hand of it, otherwise; None: not at all."""

    def change(table: amazonas2022_sheet_pb2.Amazonas2022FinishedTable) -> None:
        message: Any = table.rounds[index] if seat is None else table.rounds[index].hands[seat]
        for name, value in fields.items():
            if value is None:
                message.ClearField(name)
            elif isinstance(value, Sequence):
                message.ClearField(name)
                getattr(message, name).extend(value)
            else:
                setattr(message, name, value)

    return change


def told_sums(index: int, *sums: int) -> Spoil:
    """Tells all sums of a round otherwise."""

    def change(table: amazonas2022_sheet_pb2.Amazonas2022FinishedTable) -> None:
        for hand, total in zip(table.rounds[index].hands, sums, strict=True):
            hand.sum = total

    return change


DOLPHINS = [CARDS_TO_WIRE[CARDS.index("dolphin")]] * 2

CASES: list[tuple[str, str, Spoil]] = [
    ("CALLER_MISSING", "rounds[1].caller", told(1, caller=None)),
    ("NO_SUCH_CALLER", "rounds[1].caller", told(1, caller=3)),
    ("HAND_MISSING", "rounds[2].hands[1]", told(2, 1, sum=None)),
    ("SUM_WRONG", "rounds[0].hands[0].sum", told(0, 0, sum=3)),
    ("SUM_IMPOSSIBLE", "rounds[2].hands[1].sum", told(2, 1, sum=1000)),
    ("TOO_MANY_CARDS", "rounds[0].hands", told(0, 1, cards=DOLPHINS)),
    ("SUMS_TOO_LOW", "rounds[2].hands", told_sums(2, -9, -1, -3)),
    ("SUMS_TOO_HIGH", "rounds[2].hands", told_sums(2, 200, 200, 200)),
    ("WRONG_ROUND_COUNT", "rounds", lambda table: add_round(table, 0, 1, 2, 3)),
]
CASES_OF_A_MATCH = [
    ("ROUND_AFTER_THE_END", "rounds[3]", a_match(0, 0, 0, 1)),
    ("NOT_WON", "rounds", a_match(0, 1, 0)),
    ("WRONG_ROUND_COUNT", "rounds", a_match(0, 1, 0, 1, 0, 1)),
]


@pytest.mark.parametrize(("code", "field", "spoil"), CASES)
def test_what_cannot_be_is_named(code: str, field: str, spoil: Spoil) -> None:
    table = five_rounds()
    assert found_in(SETUP, table) == []
    spoil(table)
    assert (code, field) in found_in(SETUP, table)


@pytest.mark.parametrize(("code", "field", "table"), CASES_OF_A_MATCH)
def test_what_cannot_be_in_a_match_is_named(code: str, field: str, table: Any) -> None:
    assert (code, field) in found_in(MATCH, table)


def test_sums_share_what_other_hands_have_left() -> None:
    """Eight toucans and two dolphins: 12 below nothing, whoever has them."""
    for sums, is_right in (((-9, -1, -2), True), ((-12, 5, 0), True), ((-9, -2, -2), False), ((-12, -1, 40), False)):
        table = five_rounds()
        told_sums(2, *sums)(table)
        assert found_in(SETUP, table) == ([] if is_right else [("SUMS_TOO_LOW", "rounds[2].hands")])
    for lowest, is_right in ((-8, True), (-9, False)):
        table = five_rounds()
        told(2, 0, sum=None, cards=DOLPHINS)(table)
        told_sums(2, -4, lowest, 7)(table)
        table.rounds[2].hands[0].ClearField("sum")
        assert found_in(SETUP, table) == ([] if is_right else [("SUMS_TOO_LOW", "rounds[2].hands")])


def test_there_are_no_monkeys_in_the_basic_variant() -> None:
    table = five_rounds()
    told(0, 2, cards=[CARDS_TO_WIRE[CARDS.index("monkey")]])(table)
    assert found_in(SETUP, table) == []
    assert found_in(setup_of(3, without_monkeys="true"), table) == [("TOO_MANY_CARDS", "rounds[0].hands")]


def test_every_impossibility_is_tried() -> None:
    assert codes(CASES) | {code for code, _, _ in CASES_OF_A_MATCH} == set(FLAWS)


@pytest.mark.parametrize(
    "spoil", [lambda table: table.rounds[0].hands.add(), told(0, 0, cards=[14]), told(0, 0, cards=[1] * 129)]
)
def test_what_is_no_table_at_all_is_malformed(spoil: Spoil) -> None:
    table = five_rounds()
    spoil(table)
    with pytest.raises(Malformed):
        GAME.score_sheet(SETUP, table)
