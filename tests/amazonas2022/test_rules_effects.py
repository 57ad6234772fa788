"""Amazonas 2022: Effects of the Animal Cards, by kernel and twin."""

import pytest

from tests.amazonas2022.table import Table, position
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    CALL,
    DIRECTION,
    DRAW,
    EXCHANGE,
    JAGUAR,
    LEFT,
    LOOK,
    MONKEY,
    PICK,
    RETURN,
    RIGHT,
    SKIP,
    SLOTH,
    TAKE,
    TOAD,
    WILD,
)


def with_effect(animal: int, *hands: tuple[int | None, ...], caller: int | None = None, active: int = 0) -> Table:
    """The animal has been drawn and discarded."""
    table = position(*(hands or ((1, 2), (3, 5), (2, 1))), caller=caller, active=active)
    table.lay(animal)
    return table


# --- Optional or not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("animal", [SLOTH, TOAD, ANACONDA, JAGUAR])
def test_effects_are_optional(animal: int) -> None:
    """Playing a Round, A: the player may apply the effect (amazonas-2022 6)."""
    table = with_effect(animal)
    assert SKIP in table.offered(0)
    table.skip()
    assert table.asked() == (1,)
    assert table.known() == {}


def test_monkey_drawn_and_discarded_is_mandatory() -> None:
    """Monkey: its effect cannot be left out."""
    table = with_effect(MONKEY)
    assert table.offered(0) == {DIRECTION}
    assert table.broken(0, SKIP) == ("WRONG_STEP",)


@pytest.mark.parametrize("animal", [SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY])
def test_nothing_else_is_done_before_the_effect(animal: int) -> None:
    """Effects of the Animal Cards: the turn goes on with the effect."""
    table = with_effect(animal)
    for kind in (DRAW, TAKE, CALL, RETURN):
        assert table.broken(0, kind) == ("WRONG_STEP",)


# --- Sloth -----------------------------------------------------------------------------------------------------------


def test_sloth_looks_at_one_of_ones_own_cards() -> None:
    """Sloth: look in secret, then put it back face down."""
    table = with_effect(SLOTH)
    table.look(0, 1)
    assert table.known() == {(0, 1): {0}}
    assert table.offered(0) == {RETURN}
    table.put_back()
    assert table.kinds(0) == [1, 2]
    assert table.asked() == (1,)


def test_sloth_sees_no_card_of_another_and_no_gap() -> None:
    """Sloth: one of one's own cards."""
    table = with_effect(SLOTH, (1, None, 2), (3, 5), (2, 1))
    assert table.broken(0, LOOK, 1, 0) == ("NOT_OWN_CARD",)
    assert table.broken(0, LOOK, 1, 2) == ("NOT_OWN_CARD", "SLOT_EMPTY")
    assert table.broken(0, LOOK, 0, 1) == ("SLOT_EMPTY",)
    assert table.broken(0, LOOK, 0, 3) == ("SLOT_EMPTY",)
    assert table.broken(0, LOOK, 3, 0) == ("NO_SUCH_SEAT",)


# --- Toad ------------------------------------------------------------------------------------------------------------


def test_toad_looks_at_one_card_of_another() -> None:
    """Toad: look in secret, then put it back face down."""
    table = with_effect(TOAD)
    table.look(2, 0)
    assert table.known() == {(2, 0): {0}}
    assert table.offered(0) == {RETURN}
    table.put_back()
    assert table.kinds(2) == [2, 1]
    assert table.asked() == (1,)


def test_toad_sees_none_of_ones_own_and_none_of_the_caller() -> None:
    """Toad: another player's; Say "Amazonas": the caller's cards are immune."""
    table = with_effect(TOAD, caller=1)
    assert table.broken(0, LOOK, 0, 0) == ("OWN_CARD",)
    assert table.broken(0, LOOK, 1, 0) == ("CALLER_IMMUNE",)
    assert table.broken(0, LOOK, 1, 2) == ("CALLER_IMMUNE", "SLOT_EMPTY")
    assert table.broken(0, LOOK, 2, 0) == ()


# --- Anaconda --------------------------------------------------------------------------------------------------------


def test_anaconda_exchanges_unseen() -> None:
    """Anaconda: one of one's own for one of another, without looking."""
    table = with_effect(ANACONDA)
    table.exchange(0, 1, 1)
    assert table.kinds(0) == [5, 2]
    assert table.kinds(1) == [3, 1]
    assert table.known() == {}
    assert table.asked() == (1,)


def test_anaconda_takes_nothing_from_the_caller() -> None:
    """Say "Amazonas": immune; Anaconda: another player's card."""
    table = with_effect(ANACONDA, (1, None), (3, 5), (2, 1), caller=1)
    assert table.broken(0, EXCHANGE, 0, 1, 0) == ("CALLER_IMMUNE",)
    assert table.broken(0, EXCHANGE, 0, 0, 0) == ("OWN_CARD",)
    assert table.broken(0, EXCHANGE, 1, 2, 2) == ("OWN_SLOT_EMPTY", "SLOT_EMPTY")
    assert table.broken(0, EXCHANGE, 0, 3, 0) == ("NO_SUCH_SEAT",)
    assert table.broken(0, EXCHANGE, 0, 2, 1) == ()


# --- Jaguar ----------------------------------------------------------------------------------------------------------


def test_jaguar_looks_and_takes() -> None:
    """Jaguar: look at another's card and, optionally, exchange it."""
    table = with_effect(JAGUAR)
    table.look(1, 0)
    assert table.known() == {(1, 0): {0}}
    assert table.offered(0) == {RETURN, EXCHANGE}
    table.exchange(1, 1, 0)
    assert table.kinds(0) == [1, 3]
    assert table.kinds(1) == [2, 5]
    assert table.known() == {(0, 1): {0}}
    assert table.asked() == (1,)


def test_jaguar_looks_and_leaves_it() -> None:
    """Jaguar: the exchange is optional."""
    table = with_effect(JAGUAR)
    table.look(2, 1)
    table.put_back()
    assert table.kinds(2) == [2, 1]
    assert table.known() == {(2, 1): {0}}
    assert table.asked() == (1,)


def test_jaguar_exchanges_the_card_looked_at_and_no_other() -> None:
    """Jaguar: that card."""
    table = with_effect(JAGUAR)
    assert table.broken(0, EXCHANGE, 0, 1, 0) == ("WRONG_STEP",)
    table.look(1, 0)
    assert table.broken(0, EXCHANGE, 0, 1, 1) == ("NOT_THE_CARD_LOOKED_AT",)
    assert table.broken(0, EXCHANGE, 2, 2, 0) == ("OWN_SLOT_EMPTY", "NOT_THE_CARD_LOOKED_AT")
    assert table.broken(0, LOOK, 1, 1) == ("WRONG_STEP",)
    assert table.broken(0, SKIP) == ("WRONG_STEP",)


def test_jaguar_sees_no_card_of_the_caller() -> None:
    """Say "Amazonas": immune."""
    table = with_effect(JAGUAR, caller=1)
    assert table.broken(0, LOOK, 1, 0) == ("CALLER_IMMUNE",)
    assert table.broken(0, LOOK, 0, 0) == ("OWN_CARD",)


# --- No legal target -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("animal", [TOAD, ANACONDA, JAGUAR])
def test_no_effect_when_the_only_other_player_is_the_caller(animal: int) -> None:
    """Say "Amazonas": immune; amazonas-2022 6: without a legal target the effect ends."""
    table = position((1, 2), (3, 5), active=1)
    table.call()
    table.lay(animal)
    assert table.told("EFFECT_VOID") == [(0, (animal,))]
    assert len(table.twin.results) == 1


def test_sloth_works_when_the_only_other_player_is_the_caller() -> None:
    """Sloth: one's own cards are no one else's."""
    table = position((1, 2), (3, 5), active=1)
    table.call()
    table.lay(SLOTH)
    assert table.offered(0) == {LOOK, SKIP}


# --- Monkey ----------------------------------------------------------------------------------------------------------


def test_monkey_to_the_left() -> None:
    """Monkey: each passes a card to the neighbour; left is the next seat, into the place just left (7, 15)."""
    table = with_effect(MONKEY)
    table.direct(LEFT)
    assert table.asked() == (0, 1, 2)
    for seat, slot in ((1, 0), (0, 1), (2, 0)):
        table.pick(seat, slot)
    assert [table.kinds(seat) for seat in range(3)] == [[1, 2], [2, 5], [3, 1]]
    assert table.asked() == (1,)


def test_monkey_to_the_right() -> None:
    """Monkey: the discarder decides whether the cards move to the left or to the right."""
    table = with_effect(MONKEY)
    table.direct(RIGHT)
    for seat, slot in ((0, 1), (1, 0), (2, 1)):
        table.pick(seat, slot)
    assert [table.kinds(seat) for seat in range(3)] == [[1, 3], [1, 5], [2, 2]]


def test_monkey_cards_pass_when_all_have_chosen() -> None:
    """Monkey: all at once, in any order of choosing (amazonas-2022 7)."""
    table = with_effect(MONKEY)
    table.direct(LEFT)
    table.pick(2, 0)
    assert table.asked() == (0, 1)
    assert table.known() == {}
    table.pick(0, 0)
    assert table.asked() == (1,)
    assert [table.kinds(seat) for seat in range(3)] == [[1, 2], [3, 5], [2, 1]]
    assert table.broken(0, PICK, 1) == ("NOT_TO_ACT",)
    table.pick(1, 1)
    assert [table.kinds(seat) for seat in range(3)] == [[2, 2], [3, 1], [5, 1]]


def test_monkey_takes_a_card_that_is_there() -> None:
    """Monkey: one of one's own cards."""
    table = with_effect(MONKEY, (1, None), (3, 5), (2, 1))
    assert table.broken(0, DIRECTION, 2) == ("NO_SUCH_DIRECTION",)
    table.direct(LEFT)
    assert table.broken(0, PICK, 1) == ("OWN_SLOT_EMPTY",)
    assert table.broken(0, PICK, 2) == ("OWN_SLOT_EMPTY",)


@pytest.mark.parametrize(("direction", "hands"), [(LEFT, [[2, 2], [1, 1]]), (RIGHT, [[2, 2], [1, 1]])])
def test_monkey_with_the_caller_among_three(direction: int, hands: list[list[int]]) -> None:
    """Monkey, note: the caller takes no part; the other two are neighbours both ways."""
    table = with_effect(MONKEY, (1, 2), (3, 5), (2, 1), caller=1, active=2)
    table.direct(direction)
    assert table.asked() == (0, 2)
    table.pick(0, 0)
    table.pick(2, 0)
    assert [table.kinds(0), table.kinds(2)] == hands
    assert table.kinds(1) == [3, 5]


@pytest.mark.parametrize(("direction", "hands"), [(LEFT, [[4, 1], [0, 2], [3, 5]]), (RIGHT, [[3, 1], [4, 2], [0, 5]])])
def test_monkey_passes_over_the_caller_among_four(direction: int, hands: list[list[int]]) -> None:
    """Monkey, note: the next who takes part is the neighbour."""
    table = with_effect(MONKEY, (0, 1), (3, 2), (2, 1), (4, 5), caller=2)
    table.direct(direction)
    for seat in (0, 1, 3):
        table.pick(seat, 0)
    assert [table.kinds(seat) for seat in (0, 1, 3)] == hands
    assert table.kinds(2) == [2, 1]


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_monkey_of_two(direction: int) -> None:
    """Monkey: two players swap a card of their choice, whatever the direction."""
    table = with_effect(MONKEY, (1, 2), (3, 5))
    table.direct(direction)
    table.pick(0, 1)
    table.pick(1, 0)
    assert [table.kinds(0), table.kinds(1)] == [[1, 3], [2, 5]]


def test_monkey_of_one_does_nothing() -> None:
    """amazonas-2022 6: fewer than two participants, so that not even a direction is asked."""
    table = position((1, 2), (3, 5), active=1)
    table.call()
    table.lay(MONKEY)
    assert table.told("EFFECT_VOID") == [(0, (MONKEY,))]
    assert len(table.twin.results) == 1


# --- Closed and open windows -----------------------------------------------------------------------------------------


def test_no_attempt_inside_a_jaguar() -> None:
    """Wild Discard, note: closed from the look until the card is exchanged or kept (amazonas-2022 14)."""
    table = with_effect(JAGUAR, (1, JAGUAR), (3, 5), (JAGUAR, 1))
    assert table.may_attempt() == (0, 1, 2)
    table.look(1, 0)
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 1, 0) == ("WRONG_STEP",)
    assert table.broken(2, WILD, 2, 0, 0) == ("NOT_TO_ACT",)
    table.put_back()
    assert table.may_attempt() == (0, 1, 2)


def test_no_attempt_inside_a_monkey() -> None:
    """Wild Discard, note: closed from the direction until the cards have passed (amazonas-2022 14)."""
    table = with_effect(MONKEY, (1, MONKEY), (3, 5), (2, 1))
    assert table.may_attempt() == (0, 1, 2)
    table.direct(LEFT)
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 1, 0) == ("WRONG_STEP",)
    for seat in range(3):
        table.pick(seat, 0)
    assert table.may_attempt() == (0, 1, 2)


def test_attempts_are_open_during_a_sloth_and_a_toad() -> None:
    """Wild Discard, note: the jaguar and the monkey alone close it."""
    for animal, owner in ((SLOTH, 0), (TOAD, 1)):
        table = with_effect(animal, (1, 2), (3, 5), (animal, 1))
        table.look(owner, 0)
        table.wild(2, 2, 0)
        assert table.offered(0) == {RETURN}
        table.put_back()
        assert table.asked() == (1,)


def test_a_card_that_is_looked_at_may_be_discarded() -> None:
    """Wild Discard: at any moment; the look is then at nothing, and what is given in its place is not seen."""
    table = with_effect(TOAD, (1, 2), (TOAD, 5), (2, 1))
    table.look(1, 0)
    table.wild(2, 1, 0)
    table.give(1)
    assert table.kinds(1) == [1, 5]
    assert table.knowers(1, 0) == set()
    assert table.offered(0) == {RETURN}
    table.put_back()
    assert table.told("RETURNED") == [(0, (-1, -1))]
    assert table.asked() == (1,)
