"""Amazonas 2022: Playing a Round, by kernel and twin."""

import pytest

from tests.amazonas2022.table import Table, dealt, position
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    CALL,
    DISCARD,
    DOLPHIN,
    DRAW,
    GIVE,
    JAGUAR,
    LOOK,
    MONKEY,
    PASS,
    RETURN,
    SLOTH,
    SWAP,
    TAKE,
    TOAD,
    TOUCAN,
    WILD,
)

ANIMALS_WITH_EFFECT = pytest.mark.parametrize("animal", [SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY])


# --- A. Play a card from the deck or from the discard pile -----------------------------------------------------------


def test_turns_pass_to_the_left() -> None:
    """Playing a Round: to the left, that is to the next seat (amazonas-2022 15)."""
    table = dealt(3)
    order = []
    for _ in range(7):
        order.append(table.active)
        assert table.asked() == (table.active,)
        table.idle_turn(0)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_take_from_an_empty_discard_pile_on_turn_1() -> None:
    """Playing a Round, A: there is no card to take (amazonas-2022 15: none is turned up at the start)."""
    table = dealt(3)
    assert table.broken(0, TAKE) == ("NOTHING_TO_TAKE",)
    assert table.offered(0) == {DRAW, CALL}


def test_who_can_draw_does_not_pass() -> None:
    """Playing a Round: one of the two actions has to be performed."""
    table = dealt(3)
    assert table.broken(0, PASS) == ("PASS_CAN_DRAW",)
    table.idle_turn()
    assert table.broken(1, PASS) == ("PASS_CAN_DRAW", "PASS_CAN_TAKE")


def test_a_drawn_card_swapped_in() -> None:
    """Playing a Round, A: it takes the place of one's own card, which goes face up on the discard pile."""
    table = dealt(3)
    table.draw(DOLPHIN)
    assert table.offered(0) == {SWAP, DISCARD}
    table.swap(2)
    assert table.kinds(0) == [1, 2, DOLPHIN, 5]
    assert table.pile() == [3]
    assert table.asked() == (1,)


def test_a_drawn_number_left_on_the_pile_ends_the_turn() -> None:
    """Playing a Round, A: a number has no effect."""
    table = dealt(3)
    table.lay(4)
    assert table.pile() == [4]
    assert table.asked() == (1,)


@pytest.mark.parametrize("bird_or_dolphin", [TOUCAN, DOLPHIN])
def test_toucan_and_dolphin_have_no_effect(bird_or_dolphin: int) -> None:
    """Toucan and Dolphin: no effect; their points are all they do."""
    table = dealt(3)
    table.lay(bird_or_dolphin)
    assert table.asked() == (1,)
    assert table.told("EFFECT_VOID") == []


def test_a_taken_card_swapped_in() -> None:
    """Playing a Round, A: the top card of the discard pile goes to the hand, another one face up on the pile."""
    table = dealt(3)
    table.idle_turn(0)
    table.take()
    assert table.pile() == []
    table.swap(3)
    assert table.kinds(1) == [2, 3, 5, 0]
    assert table.pile() == [1]
    assert table.asked() == (2,)


def test_a_taken_card_put_straight_back() -> None:
    """amazonas-2022 5."""
    table = dealt(3)
    table.idle_turn(0)
    table.take()
    table.discard()
    assert table.pile() == [0]
    assert table.asked() == (2,)


@ANIMALS_WITH_EFFECT
def test_no_effect_of_an_animal_swapped_out_of_the_hand(animal: int) -> None:
    """Playing a Round, note: effects come from the draw pile alone; the monkey's too."""
    table = dealt(3, [(animal, 2, 3, 5), (2, 3, 5, 1), (3, 5, 1, 2)])
    table.draw(0)
    table.swap(0)
    assert table.pile() == [animal]
    assert table.asked() == (1,)


@ANIMALS_WITH_EFFECT
def test_no_effect_of_an_animal_taken_from_the_discard_pile(animal: int) -> None:
    """Playing a Round, note; amazonas-2022 5."""
    table = dealt(3, [(animal, 2, 3, 5), (2, 3, 5, 1), (3, 5, 1, 2)])
    table.draw(0)
    table.swap(0)
    table.take()
    assert table.offered(1) == {SWAP, DISCARD}
    table.discard()
    assert table.asked() == (2,)
    assert table.pile() == [animal]


@ANIMALS_WITH_EFFECT
def test_no_effect_of_an_animal_swapped_in(animal: int) -> None:
    """Playing a Round, A: an effect only for the card that is left on the pile."""
    table = dealt(3)
    table.draw(animal)
    table.swap(0)
    assert table.asked() == (1,)


def test_only_a_card_that_is_there_can_be_replaced() -> None:
    """Playing a Round, A: one of one's own (amazonas-2022 1: a gap stays a gap)."""
    table = position((1, None, 3), (1, 2), (1, 2))
    table.draw(0)
    assert table.broken(0, SWAP, 1) == ("OWN_SLOT_EMPTY",)
    assert table.broken(0, SWAP, 3) == ("OWN_SLOT_EMPTY",)


def test_moves_at_the_wrong_time() -> None:
    """Playing a Round: nothing is swapped before a card is in the hand, nothing drawn after."""
    table = dealt(3)
    for kind, arguments in ((SWAP, (0,)), (DISCARD, ()), (RETURN, ()), (GIVE, (0,)), (LOOK, (0, 0))):
        assert table.broken(0, kind, *arguments) == ("WRONG_STEP",)
    table.draw(0)
    for kind in (DRAW, TAKE, CALL, PASS):
        assert table.broken(0, kind) == ("WRONG_STEP",)


# --- The draw pile runs out ------------------------------------------------------------------------------------------


def drained(discard: list[int], pile: list[int]) -> Table:
    """Almost all cards are in the hand of seat 2."""
    return position((1, 1, 1), (2, 2, 2), (), discard=discard, pile=pile, hoarder=2)


def test_an_empty_draw_pile_is_made_of_the_discard_pile() -> None:
    """Playing a Round, A: the discard pile is shuffled, nothing of it stays visible (amazonas-2022 4, 15)."""
    table = drained([0, 3, 4], [])
    table.play(0, DRAW)
    assert table.pile() == []
    assert sorted(word & 0xFF for word in table.state.outcomes()) == [0, 3, 4]
    assert table.told("SHUFFLED") == [(None, (3, 1, 1))]
    table.card(3)
    table.swap(0)
    assert table.pile() == [1]


def test_the_last_card_drawn_shuffles_nothing() -> None:
    """Playing a Round, A; amazonas-2022 4: a new pile is made only when a card is needed."""
    table = drained([0, 4], [3])
    table.draw(3)
    assert table.told("SHUFFLED") == []
    assert table.pile() == [0, 4]


def test_each_shuffle_is_a_deck_of_its_own() -> None:
    """Playing a Round, A: the name under which a card is drawn tells the shuffle and the cards drawn since."""
    table = drained([0, 3, 4], [])
    table.play(0, DRAW)
    assert table.state.chance_domain == "amazonas2022/deck/1/0"
    table.card(3)
    table.discard()
    table.play(1, DRAW)
    assert table.state.chance_domain == "amazonas2022/deck/1/1"


def test_with_both_piles_empty_a_turn_is_a_pass_or_a_call() -> None:
    """amazonas-2022 4: who can neither draw nor take passes; calling stays possible."""
    table = drained([], [])
    assert table.broken(0, DRAW) == ("NOTHING_TO_DRAW",)
    assert table.broken(0, TAKE) == ("NOTHING_TO_TAKE",)
    assert table.offered(0) == {PASS, CALL}
    table.skip_turn()
    assert table.asked() == (1,)
    table.call()
    assert table.offered(2) == {PASS}
    table.skip_turn()
    assert table.offered(0) == {PASS}
    table.skip_turn()
    assert table.state.fields()["round"] == 2


def test_with_both_piles_empty_nobody_attempts_anything() -> None:
    """Wild Discard: no card is visible."""
    table = drained([], [])
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 0, 0) == ("NOTHING_VISIBLE",)


def test_the_only_card_of_both_piles_can_be_drawn_or_taken() -> None:
    """amazonas-2022 15: drawing is possible while the discard pile has cards."""
    table = drained([4], [])
    assert table.offered(0) >= {DRAW, TAKE}
    assert PASS not in table.offered(0)
    table.draw(4)
    table.discard()
    assert table.pile() == [4]


# --- B. Say "Amazonas" -----------------------------------------------------------------------------------------------


def test_a_call_is_all_one_does() -> None:
    """Say "Amazonas": the only thing done in that turn."""
    table = dealt(3)
    table.call()
    assert table.asked() == (1,)


def test_the_others_have_one_last_turn() -> None:
    """Say "Amazonas": one more turn each, then the round ends."""
    table = dealt(4)
    table.idle_turn()
    table.call()
    order = []
    while table.state.fields()["round"] == 1:
        order.append(table.active)
        table.idle_turn(0)
    assert order == [2, 3, 0]


def test_only_one_person_calls() -> None:
    """Say "Amazonas": one person in each round."""
    table = dealt(3)
    table.call()
    assert CALL not in table.offered(1)
    assert table.broken(1, CALL) == ("ALREADY_CALLED",)


def test_nobody_calls_with_a_card_in_the_hand() -> None:
    """Playing a Round: one of the two actions, not both."""
    table = dealt(3)
    table.draw(0)
    assert table.broken(0, CALL) == ("WRONG_STEP",)


@pytest.mark.parametrize("animal", [SLOTH, TOAD, ANACONDA, JAGUAR])
def test_effect_on_the_very_last_turn_then_scoring(animal: int) -> None:
    """Say "Amazonas"; End of the Round: the last turn is a whole turn, effect and all."""
    table = position((0, 0), (1, 1), (2, 2))
    table.call()
    table.idle_turn(3)
    table.lay(animal)
    assert table.state.fields()["round"] == 1
    if animal == SLOTH:
        table.look(2, 0)
        table.put_back()
    elif animal == TOAD:
        table.look(1, 0)
        table.put_back()
    else:
        if animal == JAGUAR:
            table.look(1, 1)
        table.exchange(0, 1, 1)
    assert table.state.fields()["round"] == 2
    assert table.points() == ((-5, 3, 3) if animal in (ANACONDA, JAGUAR) else (-5, 2, 4))


def test_monkey_on_the_very_last_turn_then_scoring() -> None:
    """Say "Amazonas"; End of the Round: the monkey's cards count where they have gone."""
    table = position((0, 0), (1, 1), (2, 5))
    table.call()
    table.idle_turn(3)
    table.lay(MONKEY)
    table.direct(0)
    table.pick(1, 0)
    table.pick(2, 1)
    assert table.points() == (-5, 6, 3)


def test_after_the_last_turn_its_card_is_not_matched_any_more() -> None:
    """End of the Round; amazonas-2022 14: the round is over with the last turn."""
    table = position((0, 0), (1, 1), (3, 2))
    table.call()
    table.idle_turn(4)
    table.lay(3)
    assert table.state.fields()["round"] == 2
    assert table.may_attempt() == ()
