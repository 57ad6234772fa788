"""Amazonas 2022: Amazonas for 2 Players, by kernel and twin."""

from collections.abc import Sequence

import pytest

from tests.amazonas2022.table import Table, deal, fresh, with_reserve
from tests.reference.amazonas2022_cards import CALL, DRAW, PASS, SLOTH, TOAD, TOUCAN
from tests.reference.amazonas2022_score import round_winner

ZEROS, ONES, FOURS = ((kind,) * 4 for kind in (0, 1, 4))


def play_round(table: Table, caller: int, hands: Sequence[Sequence[int]]) -> None:
    """A whole round off the draw pile: this seat calls as soon as it is in turn; toucans are laid."""
    deal(table, hands)
    if table.active != caller:
        table.idle_turn(TOUCAN)
    table.call()
    table.idle_turn(TOUCAN)


# --- Rounds are won --------------------------------------------------------------------------------------------------


def test_the_lower_sum_wins_the_round() -> None:
    """2 Players: only who won the round is recorded, whoever called."""
    for caller in (0, 1):
        table = fresh(2)
        play_round(table, caller, (ONES, FOURS))
        assert table.points() == (1, 0)
        assert table.last_points() == (1, 0)


@pytest.mark.parametrize("caller", [0, 1])
def test_on_a_tie_the_one_who_did_not_call_wins(caller: int) -> None:
    """2 Players: in case of a tie, who did not say "Amazonas"."""
    table = fresh(2)
    play_round(table, caller, (ONES, ONES))
    assert table.points() == ((0, 1) if caller == 0 else (1, 0))


def test_round_winner() -> None:
    """2 Players: for every pair of sums."""
    for mine in range(-6, 20):
        for other in range(-6, 20):
            assert round_winner((mine, other), 0) == (0 if mine < other else 1)
            assert round_winner((other, mine), 1) == (1 if mine < other else 0)


def test_first_to_three() -> None:
    """2 Players: the first to win 3 rounds, after 3 to 5 rounds; no points are recorded."""
    for losses in range(3):
        table = fresh(2)
        winners = [1] * losses + [0] * 3
        for winner in winners:
            assert not table.state.is_over
            play_quick_round(table, winner)
        assert table.state.is_over
        assert table.points() == (3, losses)
        assert [placing[:3] for placing in table.twin.ranking()] == [(1, 0, (3,)), (2, 1, (losses,))]


def play_quick_round(table: Table, winner: int) -> None:
    """A round that this seat wins; so few cards of each kind are used that there are enough for five rounds."""
    hands = {winner: (0, 1, 2, 3), 1 - winner: (4, 5, SLOTH, TOAD)}
    play_round(table, table.twin.starter, [hands[seat] for seat in range(2)])


# --- The reserve -----------------------------------------------------------------------------------------------------


def test_cards_of_a_round_are_set_aside_in_order() -> None:
    """2 Players: the discard pile bottom first, then the hands by seat and slot (amazonas-2022 15)."""
    table = fresh(2)
    deal(table, ((0, 1, 2, 3), (5, 4, 3, 2)))
    table.draw(5)
    table.swap(1)
    table.draw(TOUCAN)
    table.swap(3)
    table.wild(1, 0, 2)
    table.give(0)
    table.call()
    table.idle_turn(0)
    fields = table.state.fields()
    assert [card - 1 for card in fields["reserve"][: fields["reserve_size"]]] == [1, 2, 2, 0, 0, 5, 5, 3, 4, 3, TOUCAN]


def test_the_next_round_comes_off_the_rest_of_the_pile() -> None:
    """2 Players: it is not shuffled; the caller begins."""
    table = fresh(2)
    deal(table)
    table.idle_turn(0)
    table.call()
    table.idle_turn(0)
    assert len(table.state.outcomes()) == 114 - 10
    assert table.state.chance_domain == "amazonas2022/deck/0/10"
    assert table.pile() == []
    deal(table)
    assert table.asked() == (1,)


def test_the_reserve_is_turned_over_when_a_card_is_to_be_drawn() -> None:
    """2 Players: unshuffled, the first card put aside first; it is no chance any more."""
    table = with_reserve([4, 0, 3])
    table.play(0, DRAW)
    assert table.told("RESERVE_TURNED") == [(None, (3,))]
    assert table.state.fields()["held"] == 1 + 4
    table.discard()
    table.play(1, DRAW)
    table.discard()
    table.play(0, DRAW)
    assert table.state.fields()["held"] == 1 + 3
    assert table.pile() == [4, 0]


def test_the_reserve_is_turned_over_when_a_penalty_is_due() -> None:
    """2 Players; amazonas-2022 12: at any moment; the discard pile stays as it is."""
    table = with_reserve([4, 0, 3], discard=[5])
    table.wild(0, 0, 0)
    assert table.kinds(0) == [1, 2, 4]
    assert table.pile() == [5]
    assert table.knowers(0, 4) == {0, 1}


def test_the_reserve_is_turned_over_when_a_player_has_no_card() -> None:
    """2 Players; amazonas-2022 9, 12."""
    table = with_reserve([4, 0, 3], hands=((5,), (3, 5)), discard=[5])
    table.wild(0, 0, 0)
    assert table.kinds(0) == [None, 4]


def test_the_reserve_is_turned_over_in_the_middle_of_a_deal() -> None:
    """2 Players; amazonas-2022 12: when the rest of the pile is not enough."""
    table = with_reserve([4, 0, 3], hands=((1, 2), (3, 5)), pile=[2, 2, 5])
    table.call()
    table.draw(5)
    table.swap(0)
    # Seat 1 has nearly all cards; they are set aside with the rest, behind the three.
    assert table.waits_for_card()
    assert sorted({word & 0xFF for word in table.state.outcomes()}) == [2]
    table.cards(2, 2)
    assert [table.kinds(0), table.kinds(1)] == [[2, 2, 4, 0], [3, 3, 1, 2]]
    assert not table.waits_for_card()
    assert table.asked() == (0, 1)


def test_everybody_knows_a_card_of_the_turned_reserve() -> None:
    """2 Players: the reserve lies face up (amazonas-2022 15: turning it over wipes nothing)."""
    table = with_reserve([4, 0, 3])
    table.play(0, DRAW)
    table.swap(1)
    assert table.knowers(0, 1) == {0, 1}


def test_the_reserve_comes_before_a_shuffle_of_the_discard_pile() -> None:
    """amazonas-2022 15: and after it, rule 4: the discard pile is shuffled."""
    table = with_reserve([4], discard=[5])
    table.play(0, DRAW)
    assert table.pile() == [5]
    table.discard()
    table.play(1, DRAW)
    assert table.waits_for_card()
    assert sorted(word & 0xFF for word in table.state.outcomes()) == [4, 5]
    assert table.told("SHUFFLED") == [(None, (2, 1, 1))]


def test_a_reserve_is_enough_to_draw() -> None:
    """2 Players: with it nobody passes."""
    table = with_reserve([4])
    assert table.broken(0, PASS) == ("PASS_CAN_DRAW",)
    assert table.offered(0) == {DRAW, CALL}


def test_a_rest_of_the_turned_reserve_is_dealt_first() -> None:
    """2 Players: a pile that has an order is dealt in that order."""
    table = with_reserve([4, 0, 3, 1])
    table.play(0, DRAW)
    table.swap(0)
    table.call()
    table.play(0, DRAW)
    table.swap(0)
    assert table.kinds(0)[:2] == [3, 1]
    assert not table.waits_for_card()


def test_a_second_reserve_is_turned_over_too() -> None:
    """2 Players: whenever the pile runs out."""
    table = with_reserve([4, 0])
    table.call()
    table.play(1, DRAW)
    assert table.told("RESERVE_TURNED") == [(None, (2,))]
    table.swap(0)
    # One card was left: it is dealt, then what was set aside at the end of the round, which is all the rest.
    assert table.told("RESERVE_TURNED") == [(None, (113,))]
    assert table.kinds(0)[0] == 0
