"""A physical table: dice and cards are told, and what cannot be is refused by name. Trek 12 stands for all games."""

import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, game_pb2, trek12_pb2
from tests.service.driver import Driven

TREK12 = "trek12-amazonia"


@pytest.fixture
def physical(canopy: Canopy) -> Driven:
    return Driven(canopy, TREK12, external=True)


def codes(table: Driven, *outcomes: str | game_pb2.ChanceOutcome) -> list[str]:
    """The violations by which these outcomes are refused."""
    with pytest.raises(Refused) as error:
        table.apply(outcomes=outcomes)
    assert error.value.reason == "ILLEGAL_OUTCOME"
    return [violation.code for violation in error.value.violations]


def test_it_says_what_is_due(physical: Driven) -> None:
    assert physical.status.fairness == common_pb2.Fairness(randomness=common_pb2.RANDOMNESS_EXTERNAL)
    assert physical.status.chance_due == "numbers"
    assert not physical.status.seats_to_act
    assert physical.events == []
    physical.apply(outcomes=["numbers 1 4 6"])
    assert physical.status.chance_due == "roll"
    physical.apply(outcomes=["roll 6 2"])
    assert physical.status.chance_due == ""
    assert list(physical.status.seats_to_act) == [0, 1]
    assert physical.status.ply == 2


def test_impossible_dice_and_cards_are_refused_by_name(physical: Driven) -> None:
    assert codes(physical, "roll 6 2") == ["WRONG_CHANCE"]
    assert codes(physical, "numbers 1 1 6") == ["NUMBER_CARD_REPEATED"]
    physical.apply(outcomes=["numbers 1 4 6"])
    assert codes(physical, "roll 7 2") == ["GREEN_DIE_IMPOSSIBLE"]
    assert codes(physical, "roll 6 6") == ["YELLOW_DIE_IMPOSSIBLE"]
    assert codes(physical, "roll 6 2", "roll 6 2") == ["CHANCE_NOT_DUE"]


def test_a_move_before_the_dice_is_refused(physical: Driven) -> None:
    with pytest.raises(Refused) as error:
        physical.apply(moves=[(0, "low@0")])
    assert [violation.code for violation in error.value.violations] == ["CHANCE_PENDING"]


def test_dice_as_data_and_as_text_are_the_same(physical: Driven) -> None:
    numbers = game_pb2.ChanceOutcome(
        trek12=trek12_pb2.Trek12Chance(numbers=trek12_pb2.Trek12Numbers(numbers=[1, 4, 6]))
    )
    roll = game_pb2.ChanceOutcome(trek12=trek12_pb2.Trek12Chance(roll=trek12_pb2.Trek12Roll(green=6, yellow=0)))
    by_data = physical.canopy.apply_moves(physical.token, physical.host_key, outcomes=[numbers, roll])
    by_text = physical.canopy.apply_moves(physical.token, physical.host_key, outcomes=["numbers 1 4 6", "roll 6 0"])
    assert by_data == by_text


def test_a_discovered_card_is_told_and_a_card_comes_but_once(physical: Driven) -> None:
    """The lower die 4 and the higher die 6 discover the second and the third line in one round."""
    physical.apply(outcomes=["numbers 1 4 6", "roll 6 4"])
    physical.apply(moves=[(0, "low@0"), (1, "high@0")])
    assert physical.status.chance_due == "card"
    assert codes(physical, "card 2 toucan") == ["CARD_WRONG_LINE"]
    physical.apply(outcomes=["card 1 toucan"])
    assert codes(physical, "card 2 toucan") == ["CARD_ALREADY_SHOWN"]
    physical.apply(outcomes=["card 2 rainbow-boa", "roll 1 0"])
    assert list(physical.status.seats_to_act) == [0, 1]
    discovered = [event.trek12.discovered.card for event in physical.events if event.trek12.HasField("discovered")]
    assert discovered == ["toucan", "rainbow-boa"]


def test_dice_and_moves_of_a_whole_round_in_one_call(physical: Driven) -> None:
    response = physical.canopy.apply_moves(
        physical.token,
        physical.host_key,
        outcomes=["numbers 1 4 6", "roll 5 3"],
        moves=[(0, "low@0"), (1, "high@1")],
    )
    assert response.status.chance_due == "roll"
    assert response.status.ply == 4
