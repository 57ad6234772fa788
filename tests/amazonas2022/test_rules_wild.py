"""Amazonas 2022: Wild Discard, Quick!, Sometimes Memory Fails!, by kernel and twin."""

import pytest

from tests.amazonas2022.table import Table, position
from tests.reference.amazonas2022 import SLOTS
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    CALL,
    DISCARD,
    DRAW,
    EXCHANGE,
    GIVE,
    JAGUAR,
    LOOK,
    MONKEY,
    PASS,
    SKIP,
    SLOTH,
    SWAP,
    TAKE,
    TOAD,
    WILD,
)

RIGHT_ONE, LATE, WRONG = range(3)


def results(table: Table) -> list[tuple[int | None, int]]:
    """Who attempted and what came of it, in the last ply."""
    return [(seat, args[3]) for seat, args in table.told("ATTEMPTED")]


# --- Right attempts --------------------------------------------------------------------------------------------------


def test_a_card_of_ones_own_leaves_a_gap() -> None:
    """Wild Discard: one's own card goes onto the pile; its place stays empty (amazonas-2022 1)."""
    table = position((1, 2, 3), (3, 5), (2, 1), discard=[2])
    table.wild(0, 0, 1)
    assert table.kinds(0) == [1, None, 3]
    assert table.pile() == [2, 2]
    assert not table.waits_for_card()
    assert table.asked() == (0,)


def test_example_2_a_card_of_another_and_a_gift() -> None:
    """Wild Discard, example 2: Valentina discards Sebastián's 3 and gives him one of her cards, which he cannot see."""
    lautaro, valentina, sebastian = range(3)
    table = position((1, 2, 5), (1, 0, 4), (5, 3, 2), known={(sebastian, 1): [valentina]})
    table.lay(3)
    table.wild(valentina, sebastian, 1)
    assert results(table) == [(valentina, RIGHT_ONE)]
    assert table.asked() == (valentina,)
    assert table.offered(valentina) == {GIVE}
    table.give(2)
    assert table.kinds(valentina) == [1, 0, None]
    assert table.kinds(sebastian) == [5, 4, 2]
    assert table.knowers(sebastian, 1) == set()
    assert table.pile() == [3, 3]
    assert lautaro not in table.asked()


@pytest.mark.parametrize("kind", range(13))
def test_equal_is_the_same_number_or_the_same_animal(kind: int) -> None:
    """Wild Discard; amazonas-2022 3: toucans and dolphins too are equal to themselves alone, whatever the points."""
    for other in range(13):
        table = position((other, 1), (3, 5), (2, 1), discard=[kind])
        table.wild(0, 0, 0)
        assert results(table) == [(0, RIGHT_ONE if other == kind else WRONG)]


def test_any_player_at_any_moment_whoevers_turn_it_is() -> None:
    """Wild Discard: everybody, before a turn, with a card in the active player's hand, before an effect."""
    table = position((1, 2), (3, 5), (2, 1), discard=[4])
    assert table.state.may_interrupt() == (1, 2)
    assert table.may_attempt() == (0, 1, 2)
    table.draw(SLOTH)
    assert table.may_attempt() == (0, 1, 2)
    table.discard()
    assert table.may_attempt() == (0, 1, 2)
    table.skip()
    assert table.may_attempt() == (0, 1, 2)


def test_no_card_is_matched_while_a_card_is_awaited() -> None:
    """Wild Discard: a card comes off the pile at once."""
    table = position((1, 2), (3, 5), (2, 1), discard=[2])
    table.play(0, DRAW)
    assert table.broken(1, WILD, 0, 1, 0) == ("CHANCE_PENDING",)


def test_nothing_is_matched_before_a_card_is_visible() -> None:
    """Wild Discard: the visible card of the discard pile."""
    table = position((1, 2), (3, 5), (2, 1))
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 0, 0) == ("NOTHING_VISIBLE",)
    assert table.broken(1, WILD, 0, 0, 0) == ("NOT_TO_ACT",)


def test_only_a_card_that_is_there_is_attempted() -> None:
    """Wild Discard: one of one's own cards or of another's."""
    table = position((1, None, 2), (3, 5), (2, 1), discard=[4])
    assert table.broken(1, WILD, 0, 1, 0) == ("SLOT_EMPTY",)
    assert table.broken(1, WILD, 0, 3, 0) == ("SLOT_EMPTY",)
    assert table.broken(1, WILD, 3, 0, 0) == ("NO_SUCH_SEAT",)
    assert table.broken(1, WILD, 0, 0, 2) == ("NO_SUCH_MOVE",)


def test_an_interrupter_does_nothing_but_attempt() -> None:
    """Playing a Round: it is another player's turn."""
    table = position((1, 2), (3, 5), (2, 1), discard=[4])
    for kind, arguments in ((DRAW, ()), (TAKE, ()), (CALL, ()), (PASS, ()), (SWAP, (0,)), (GIVE, (0,)), (SKIP, ())):
        assert table.broken(1, kind, *arguments) == ("NOT_YOUR_TURN",)


# --- A visible card is matched once ----------------------------------------------------------------------------------


def test_a_visible_card_is_matched_once() -> None:
    """Quick!: only the first; neither the card laid nor the one beneath is matched again (amazonas-2022 8, 14)."""
    table = position((2, 2, 3), (3, 2), (2, 1), discard=[2])
    table.wild(0, 0, 0)
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 1, 0) == ("CARD_USED_UP",)
    assert table.broken(1, WILD, 1, 1, 0) == ("NOT_TO_ACT",)


def test_a_used_up_card_that_shows_again_stays_used_up() -> None:
    """amazonas-2022 14: the card beneath one that is taken."""
    table = position((2, 2, 3), (3, 2), (2, 1), discard=[2])
    table.wild(0, 0, 0)
    table.take()
    assert table.pile() == [2]
    assert table.may_attempt() == ()
    assert table.broken(0, WILD, 0, 1, 0) == ("CARD_USED_UP",)


def test_a_card_taken_and_laid_back_is_new() -> None:
    """amazonas-2022 14."""
    table = position((2, 2, 3), (3, 2), (2, 1), discard=[2])
    table.wild(0, 0, 0)
    table.take()
    table.discard()
    assert table.pile() == [2, 2]
    assert table.may_attempt() == (0, 1, 2)
    table.wild(2, 2, 0)
    assert results(table) == [(2, RIGHT_ONE)]


def test_a_card_beneath_that_nobody_has_matched_is_open_again() -> None:
    """Wild Discard: it is the visible card, once the one above it is taken."""
    table = position((2, 2), (3, 5), (4, 1), discard=[3, 4])
    table.take()
    table.wild(1, 1, 0)
    assert results(table) == [(1, RIGHT_ONE)]
    assert table.offered(0) == {SWAP, DISCARD}


def test_the_next_card_laid_can_be_matched() -> None:
    """Wild Discard: each visible card anew."""
    table = position((2, 2, 3), (3, 2), (4, 1), discard=[2])
    table.wild(0, 0, 0)
    table.lay(4)
    table.wild(2, 2, 0)
    assert table.pile() == [2, 2, 4, 4]


def test_a_discard_is_matched_in_the_next_turn_too() -> None:
    """Wild Discard; amazonas-2022 14: a turn ends at once, its discard stays open."""
    table = position((1, 2), (3, 4), (2, 1))
    table.lay(4)
    assert table.active == 1
    table.wild(1, 1, 1)
    assert table.pile() == [4, 4]
    assert table.asked() == (1,)


# --- Penalties -------------------------------------------------------------------------------------------------------


def test_example_1_a_wrong_card_then_the_effect() -> None:
    """Sometimes Memory Fails!, example 1: a 5 instead of a sloth: back in its place, a penalty, then the sloth."""
    table = position((1, 5, SLOTH), (3, 2), (2, 1))
    table.lay(SLOTH)
    table.wild(0, 0, 1)
    assert results(table) == [(0, WRONG)]
    assert table.asked() == ()
    table.card(3)
    assert table.kinds(0) == [1, 5, SLOTH, 3]
    assert table.knowers(0, 1) == {0, 1, 2}
    assert table.knowers(0, 4) == set()
    assert table.pile() == [SLOTH]
    assert table.offered(0) == {LOOK, SKIP}
    table.look(0, 4)
    table.put_back()
    assert table.asked() == (1,)


def test_a_penalty_opens_a_place_at_the_end() -> None:
    """Quick!; amazonas-2022 1: gaps are not filled, and there is no limit to the cards of a player."""
    table = position((1, None, 2, None), (3, 5), (2, 1), discard=[4])
    table.wild(0, 0, 0)
    table.card(5)
    assert table.kinds(0) == [1, None, 2, None, 5]


def test_who_fails_makes_no_other_attempt_that_turn() -> None:
    """Sometimes Memory Fails!: barred until the current turn ends (amazonas-2022 8)."""
    table = position((1, 2), (3, 4), (2, 1), discard=[4])
    table.wild(1, 1, 0)
    table.card(0)
    assert table.may_attempt() == (0, 2)
    assert table.broken(1, WILD, 1, 1, 0) == ("NOT_TO_ACT",)
    table.draw(0)
    assert table.may_attempt() == (0, 2)
    table.discard()
    assert table.may_attempt() == (0, 1, 2)


def test_the_active_player_is_barred_too() -> None:
    """Sometimes Memory Fails!: whoever it is; the turn goes on without attempts."""
    table = position((1, 2), (3, 4), (2, 1), discard=[4])
    table.wild(0, 0, 0)
    table.card(0)
    assert table.may_attempt() == (1, 2)
    assert table.broken(0, WILD, 1, 1, 0) == ("ATTEMPT_BARRED",)
    assert table.broken(0, WILD, 0, 4, 1) == ("ATTEMPT_BARRED",)
    assert table.offered(0) == {DRAW, TAKE, CALL}


def test_after_a_wrong_attempt_the_card_is_still_to_be_matched() -> None:
    """Sometimes Memory Fails!: the visible card has not been matched."""
    table = position((1, 2), (3, 4), (2, 1), discard=[4])
    table.wild(0, 0, 0)
    table.card(0)
    table.wild(1, 1, 1)
    assert results(table) == [(1, RIGHT_ONE)]


def test_a_wrong_card_of_another_goes_back_to_him() -> None:
    """Sometimes Memory Fails!: back in its place; the penalty is the one's who attempted."""
    table = position((1, 2), (3, 4), (2, 1), discard=[4])
    table.wild(0, 2, 0)
    table.card(5)
    assert table.kinds(0) == [1, 2, 5]
    assert table.kinds(2) == [2, 1]
    assert table.knowers(2, 0) == {0, 1, 2}


# --- Penalties and empty piles ---------------------------------------------------------------------------------------


def test_reshuffle_in_the_middle_of_a_penalty() -> None:
    """amazonas-2022 4: the draw pile is empty when the penalty is due; the discard pile becomes the new one."""
    table = position((1, 2), (3, 4), (2,), discard=[0, 5, 4], pile=[], hoarder=2)
    table.wild(0, 0, 0)
    assert table.told("SHUFFLED") == [(None, (3, 1, 1))]
    assert table.pile() == []
    assert sorted(word & 0xFF for word in table.state.outcomes()) == [0, 4, 5]
    table.card(4)
    assert table.kinds(0) == [1, 2, 4]
    assert table.may_attempt() == ()
    assert table.offered(0) == {DRAW, CALL}


def test_penalty_when_the_visible_card_is_all_there_is() -> None:
    """amazonas-2022 4: it is shuffled and drawn, and both piles are empty."""
    table = position((1, 2), (3, 4), (2,), discard=[4], pile=[], hoarder=2)
    table.wild(1, 1, 0)
    assert [word & 0xFF for word in table.state.outcomes()] == [4]
    table.card(4)
    assert table.kinds(1) == [3, 4, 4]
    assert table.offered(0) == {PASS, CALL}


def test_penalties_with_both_piles_empty_are_not_due() -> None:
    """amazonas-2022 4, 14: when a penalty has taken the last card, nothing is visible and the rest does nothing."""
    table = position((1, 2), (3, 4), (2,), discard=[4], pile=[], hoarder=2)
    table.wild(0, 0, 0, more=True)
    table.card(4)
    table.wild(1, 1, 0, more=True)
    assert table.told("ATTEMPT_VOID") == [(1, (1, 0))]
    assert not table.waits_for_card()
    table.wild(2, 1, 1)
    assert table.told("ATTEMPT_VOID") == [(2, (1, 1))]
    assert [len(table.kinds(seat)) for seat in (0, 1)] == [3, 2]
    assert table.knowers(1, 0) == set()
    assert table.offered(0) == {PASS, CALL}


def test_a_reshuffle_in_a_race_ends_its_effect() -> None:
    """amazonas-2022 14: nothing is visible, so a right card stays where it is."""
    table = position((1, 2), (3, 4), (4,), discard=[0, 4], pile=[], hoarder=2)
    table.wild(0, 0, 0, more=True)
    table.card(0)
    table.wild(1, 1, 1)
    assert table.told("ATTEMPT_VOID") == [(1, (1, 1))]
    assert table.kinds(1) == [3, 4]
    assert table.pile() == []


# --- Nobody is left without cards ------------------------------------------------------------------------------------


def test_last_own_card_discarded_one_is_drawn_blind() -> None:
    """Sometimes Memory Fails!, note: the top card of the draw pile, without looking (amazonas-2022 9)."""
    table = position((4,), (3, 5), (2, 1), discard=[4])
    table.wild(0, 0, 0)
    assert table.waits_for_card()
    table.card(2)
    assert table.kinds(0) == [None, 2]
    assert table.known() == {}
    assert table.asked() == (0,)


def test_last_own_card_discarded_with_an_empty_draw_pile() -> None:
    """amazonas-2022 4, 9: it comes off the discard pile, shuffled, the two equal cards among them."""
    table = position((4,), (3, 5), (2,), discard=[0, 4], pile=[], hoarder=2)
    table.wild(0, 0, 0)
    assert sorted(word & 0xFF for word in table.state.outcomes()) == [0, 4, 4]
    table.card(4)
    assert table.kinds(0) == [None, 4]
    assert table.pile() == []
    assert table.offered(0) == {DRAW, CALL}


def test_gift_from_a_player_who_then_has_no_card() -> None:
    """Sometimes Memory Fails!, note: he draws one blind."""
    table = position((1, 2), (3,), (4, 1), discard=[4])
    table.wild(1, 2, 0)
    table.give(0)
    assert table.kinds(2) == [3, 1]
    assert table.waits_for_card()
    table.card(0)
    assert table.kinds(1) == [None, 0]
    assert table.known() == {}
    assert table.asked() == (0,)


def test_an_owner_whose_only_card_was_discarded_waits_for_the_gift() -> None:
    """amazonas-2022 14: he gets that, and nothing off the pile."""
    table = position((1, 2), (3, 5), (4,), discard=[4])
    table.wild(1, 2, 0)
    assert table.asked() == (1,)
    assert table.kinds(2) == [None]
    table.give(0)
    assert table.kinds(2) == [3]
    assert table.asked() == (0,)


# --- Gifts -----------------------------------------------------------------------------------------------------------


def test_no_attempt_while_a_gift_is_owed() -> None:
    """amazonas-2022 8: nothing else may happen until he gives it."""
    table = position((4, 2), (3, 5), (4, 1), discard=[4])
    table.wild(1, 2, 0)
    assert table.state.may_interrupt() == ()
    assert table.broken(0, WILD, 0, 0, 0) == ("NOT_TO_ACT",)
    assert table.broken(2, WILD, 0, 0, 0) == ("NOT_TO_ACT",)
    assert table.broken(1, WILD, 0, 0, 0) == ("WRONG_STEP",)
    assert table.broken(0, DRAW) == ("NOT_TO_ACT",)


def test_a_gift_is_a_card_that_is_there() -> None:
    """Wild Discard: one of one's own cards."""
    table = position((4, 2), (3, None, 5), (4, 1), discard=[4])
    table.wild(1, 2, 0)
    assert table.broken(1, GIVE, 1) == ("OWN_SLOT_EMPTY",)
    assert table.broken(1, GIVE, 3) == ("OWN_SLOT_EMPTY",)
    assert table.state.legal_moves(1) == [GIVE << 56 | slot << 16 for slot in (0, 2)]


def test_the_active_player_gives_too_then_goes_on() -> None:
    """Wild Discard: whoever it is."""
    table = position((4, 2), (3, 5), (4, 1), discard=[4])
    table.wild(0, 1, 0)
    table.card(0)
    table.draw(3)
    table.discard()
    table.wild(2, 1, 0)
    table.give(1)
    assert table.kinds(1) == [1, 5]
    assert table.asked() == (1,)


# --- Between the discard and the effect ------------------------------------------------------------------------------


@pytest.mark.parametrize("animal", [SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY])
def test_wild_discard_between_the_discard_and_the_effect(animal: int) -> None:
    """Wild Discard: once it is resolved, the active player performs the effect as normal."""
    table = position((1, 2), (animal, 5), (2, 1))
    table.lay(animal)
    offered = table.offered(0)
    table.wild(2, 1, 0)
    table.give(0)
    assert table.asked() == (0,)
    assert table.offered(0) == offered
    assert table.pile() == [animal, animal]
    assert table.may_attempt() == ()


def test_an_attempt_while_a_drawn_card_is_held() -> None:
    """amazonas-2022 14: attempts are open, and the held card is held on."""
    table = position((1, 2), (4, 5), (2, 1), discard=[4])
    table.draw(3)
    table.wild(1, 1, 0)
    assert table.offered(0) == {SWAP, DISCARD}
    table.swap(0)
    assert table.kinds(0) == [3, 2]
    assert table.pile() == [4, 4, 1]


# --- Races -----------------------------------------------------------------------------------------------------------


def test_two_right_attempts_at_once() -> None:
    """Quick!: the first right one wins; the other gives its card back and draws, but is not barred (14)."""
    table = position((1, 2), (4, 5), (4, 1), discard=[4])
    table.wild(1, 1, 0, more=True)
    assert results(table) == [(1, RIGHT_ONE)]
    assert table.asked() == (0, 1, 2)
    table.wild(2, 2, 0)
    assert results(table) == [(2, LATE)]
    table.card(0)
    assert table.kinds(1) == [None, 5]
    assert table.kinds(2) == [4, 1, 0]
    assert table.knowers(2, 0) == {0, 1, 2}
    assert table.pile() == [4, 4]
    table.lay(3)
    assert table.may_attempt() == (0, 1, 2)


def test_who_was_late_may_attempt_again_in_the_same_turn() -> None:
    """amazonas-2022 14: a late attempt that would have matched does not bar."""
    table = position((1, 2), (4, 5), (4, SLOTH), discard=[4])
    table.draw(SLOTH)
    table.wild(1, 1, 0, more=True)
    table.wild(2, 2, 0)
    table.card(0)
    table.discard()
    table.wild(2, 2, 1)
    assert results(table) == [(2, RIGHT_ONE)]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_one_right_and_one_wrong(order: tuple[int, int]) -> None:
    """Quick!; Sometimes Memory Fails!: the wrong one draws and is barred that turn, whichever came first."""
    table = position((1, 2), (4, 5), (3, 1), discard=[4])
    table.draw(SLOTH)
    for seat in order:
        table.wild(seat, seat, 0, more=seat == order[0])
        assert results(table) == [(seat, RIGHT_ONE if seat == 1 else WRONG)]
        if seat == 2:
            table.card(0)
    assert table.kinds(1) == [None, 5]
    assert table.kinds(2) == [3, 1, 0]
    table.discard()
    assert table.may_attempt() == (0, 1)
    table.skip()
    assert table.may_attempt() == (0, 1, 2)


def test_five_at_once() -> None:
    """Quick!: two wrong, then a right one, then two late; each penalty comes before the next attempt."""
    table = position((1, 4), (2, 4), (3, 4), (5, 4), (4, 1), discard=[4])
    table.wild(0, 0, 0, more=True)
    assert table.asked() == ()
    table.card(0)
    assert table.asked() == (1, 2, 3, 4)
    table.wild(1, 1, 0, more=True)
    table.card(1)
    table.wild(2, 3, 1, more=True)
    assert results(table) == [(2, RIGHT_ONE)]
    assert not table.waits_for_card()
    table.wild(3, 2, 1, more=True)
    assert results(table) == [(3, LATE)]
    table.card(2)
    table.wild(4, 4, 0)
    assert results(table) == [(4, LATE)]
    table.card(3)
    assert table.asked() == (2,)
    table.give(0)
    assert [table.kinds(seat) for seat in range(5)] == [
        [1, 4, 0],
        [2, 4, 1],
        [None, 4],
        [5, 3, 2],
        [4, 1, 3],
    ]
    assert table.pile() == [4, 4]
    assert table.may_attempt() == ()


def test_while_a_race_is_open_there_is_nothing_else() -> None:
    """amazonas-2022 8, 14: the attempts were made at the same moment."""
    table = position((1, 2), (4, 5), (4, 1), discard=[4])
    table.wild(1, 1, 0, more=True)
    assert table.asked() == (0, 1, 2)
    assert table.state.may_interrupt() == ()
    for kind in (DRAW, TAKE, CALL, PASS):
        assert table.broken(0, kind) == ("WRONG_STEP",)
        assert table.broken(2, kind) == ("WRONG_STEP",)


def test_an_attempt_on_the_place_that_the_race_has_emptied_does_nothing() -> None:
    """amazonas-2022 14: no penalty, no bar; before the race a gap could not be named."""
    table = position((1, 2), (4, None, 5), (4, 1), discard=[4])
    table.wild(2, 1, 0, more=True)
    assert table.broken(0, WILD, 1, 1, 0) == ("SLOT_EMPTY",)
    table.wild(1, 1, 0, more=True)
    assert table.told("ATTEMPT_VOID") == [(1, (1, 0))]
    table.wild(0, 1, 0)
    assert table.told("ATTEMPT_VOID") == [(0, (1, 0))]
    assert not table.waits_for_card()
    assert table.asked() == (2,)
    table.give(0)
    assert table.kinds(1) == [4, None, 5]
    assert table.state.fields()["barred"] == 0


def test_a_wrong_attempt_after_the_right_one_counts_as_wrong() -> None:
    """amazonas-2022 14: it would not have matched, so it bars."""
    table = position((1, 2), (4, 5), (3, 1), discard=[4])
    table.wild(1, 1, 0, more=True)
    table.wild(2, 2, 0)
    assert results(table) == [(2, WRONG)]
    table.card(0)
    assert table.state.fields()["barred"] == 1 << 2


def test_penalties_of_the_race_come_before_the_gift() -> None:
    """amazonas-2022 14: the gift may even be the winner's own penalty."""
    table = position((1, 2), (4, 5), (4, 4), discard=[4])
    table.wild(0, 1, 0, more=True)
    table.wild(2, 2, 0, more=True)
    table.card(0)
    table.wild(0, 2, 1)
    assert results(table) == [(0, LATE)]
    table.card(3)
    assert table.asked() == (0,)
    table.give(4)
    assert table.kinds(1) == [3, 5]
    assert table.kinds(0) == [1, 2, None]


def test_a_winner_who_then_fails_still_owes_the_gift() -> None:
    """amazonas-2022 8: barred from attempts, not from giving."""
    table = position((1, 2), (4, 5), (4, 3), discard=[4])
    table.wild(0, 1, 0, more=True)
    table.wild(0, 2, 1)
    table.card(0)
    assert table.asked() == (0,)
    table.give(1)
    assert table.kinds(1) == [2, 5]


def test_the_winners_replacement_comes_at_once() -> None:
    """amazonas-2022 9: a player without cards draws before the next attempt."""
    table = position((1, 2), (4,), (4, 1), discard=[4])
    table.wild(1, 1, 0, more=True)
    assert table.waits_for_card()
    table.card(3)
    assert table.kinds(1) == [None, 3]
    table.wild(2, 2, 0)
    assert results(table) == [(2, LATE)]


def test_another_attempt_follows_only_if_somebody_else_may_make_it() -> None:
    """amazonas-2022 8: not the caller, and nobody who is barred."""
    table = position((1, 2), (4, 5), (4, 1), discard=[4], caller=2)
    assert table.broken(0, WILD, 0, 0, 1) == ()
    table.wild(1, 1, 1)
    table.card(0)
    assert table.broken(0, WILD, 0, 0, 1) == ("NO_RIVAL",)
    assert table.broken(0, WILD, 0, 0, 0) == ()


def test_in_a_race_a_new_penalty_card_can_be_named() -> None:
    """Wild Discard: it lies there like any other."""
    table = position((1, 2), (3, 5), (2, 1), discard=[4])
    table.wild(0, 0, 0, more=True)
    table.card(4)
    table.wild(1, 0, 4)
    assert results(table) == [(1, RIGHT_ONE)]
    table.give(0)
    assert table.kinds(0) == [1, 2, 3]


# --- The caller ------------------------------------------------------------------------------------------------------


def test_no_attempt_by_the_caller() -> None:
    """Say "Amazonas": he leaves the round (amazonas-2022 8)."""
    table = position((4, 2), (3, 5), (2, 1), discard=[4])
    table.call()
    assert table.may_attempt() == (1, 2)
    assert table.broken(0, WILD, 0, 0, 0) == ("NOT_TO_ACT",)


def test_no_attempt_on_the_caller() -> None:
    """Say "Amazonas": immune to the wild discard (amazonas-2022 8)."""
    table = position((4, 2), (3, 5), (2, 1), discard=[4])
    table.call()
    assert table.broken(1, WILD, 0, 0, 0) == ("CALLER_IMMUNE",)
    assert table.broken(1, WILD, 0, 2, 0) == ("CALLER_IMMUNE", "SLOT_EMPTY")
    assert table.broken(2, WILD, 0, 0, 0) == ("CALLER_IMMUNE",)


def test_two_players_after_a_call() -> None:
    """Say "Amazonas": the other one alone can attempt, and with his own cards alone."""
    table = position((4, 2), (4, 5), discard=[4])
    table.call()
    assert {word & 0xFFFFFF for word in table.state.legal_moves(1) if word >> 56 == WILD} == {1 << 16, 1 << 16 | 1 << 8}
    table.wild(1, 1, 0)
    assert table.kinds(1) == [None, 5]


# --- Places ----------------------------------------------------------------------------------------------------------


def test_places_of_cards_never_change() -> None:
    """Game Setup: at no time may the position of cards be changed."""
    table = position((4, 2, 4, 1), (3, 5), (2, 1), discard=[4])
    table.wild(0, 0, 0)
    table.lay(4)
    table.wild(0, 0, 2)
    assert table.kinds(0) == [None, 2, None, 1]


def test_there_are_more_places_than_a_game_uses_up() -> None:
    """amazonas-2022 1: each new card opens a place; whoever has opened all of them gets it into the first gap."""
    table = position((*[None] * (SLOTS - 1), 2), (3, 5), (2, 1), discard=[4])
    table.wild(0, 0, SLOTS - 1)
    table.card(5)
    assert table.kinds(0) == [5, *[None] * (SLOTS - 2), 2]


def test_the_place_that_waits_for_a_gift_is_kept() -> None:
    """Wild Discard: the gift replaces the card just discarded, wherever a penalty goes meanwhile."""
    table = position((4, *[None] * (SLOTS - 2), 2), (3, 5), (2, 1), discard=[4])
    table.wild(1, 0, 0, more=True)
    table.wild(0, 0, SLOTS - 1)
    table.card(5)
    assert table.kinds(0) == [None, 5, *[None] * (SLOTS - 3), 2]
    table.give(0)
    assert table.kinds(0)[:2] == [3, 5]


def test_moves_name_nothing_that_they_do_not_take() -> None:
    """Wild Discard: seat, place, and whether another attempt follows; nothing else."""
    table = position((4, 2), (3, 5), (2, 1), discard=[4])
    assert table.broken(0, DRAW, 1) == ("NO_SUCH_MOVE",)
    assert table.broken(0, EXCHANGE, 0, 1, 0) == ("WRONG_STEP",)
    assert table.broken(0, 15) == ("NO_SUCH_MOVE",)
