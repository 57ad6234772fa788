"""Amazonas 2022: Components, Game Setup, Starting a New Round, by kernel and twin."""

import pytest

from tests.amazonas2022.table import QUIET_HANDS, Table, deal, dealt, fresh
from tests.reference.amazonas2022_cards import LOOK, RETURN, TOUCAN

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


@PLAYERS
@pytest.mark.parametrize("without_monkeys", [False, True])
def test_cards_of_the_game(players: int, without_monkeys: bool) -> None:
    """Components; Basic Variant: 114 cards, 106 without the monkeys."""
    table = fresh(players, without_monkeys=without_monkeys)
    assert len(table.state.outcomes()) == (106 if without_monkeys else 114)


@PLAYERS
def test_four_cards_each_seat_by_seat(players: int) -> None:
    """Game Setup: four cards each (amazonas-2022 15: seat by seat)."""
    table = fresh(players)
    for number in range(4 * players):
        assert [len(table.kinds(seat)) for seat in range(players)] == [
            min(4, max(0, number - 4 * seat)) for seat in range(players)
        ]
        assert table.asked() == ()
        table.card(number % 6)
    assert not table.waits_for_card()
    assert table.pile() == []


def test_a_card_can_be_dealt_as_often_as_there_is_one() -> None:
    """Components: two dolphins, eight toucans."""
    table = fresh(3)
    table.cards(*[TOUCAN] * 8)
    assert not any(word & 0xFF == TOUCAN for word in table.state.outcomes())


@PLAYERS
def test_everybody_chooses_a_card_to_look_at_in_any_order(players: int) -> None:
    """Game Setup: each looks at one card of his own in secret; in any order (amazonas-2022 2, 15)."""
    table = fresh(players)
    table.cards(*[kind for hand in QUIET_HANDS[:players] for kind in hand])
    order = list(reversed(range(players)))
    for number, seat in enumerate(order):
        assert table.asked() == tuple(sorted(order[number:]))
        assert table.state.legal_moves(seat) == [LOOK << 56 | seat << 16 | slot << 8 for slot in range(4)]
        assert all(table.knowers(other, slot) == set() for other in range(players) for slot in range(4))
        table.play(seat, LOOK, seat, seat % 4)
    for seat in range(players):
        assert [table.knowers(seat, slot) for slot in range(4)] == [
            {seat} if slot == seat % 4 else set() for slot in range(4)
        ]
        assert table.offered(seat) == {RETURN}


def test_no_turn_before_everybody_has_put_his_card_back() -> None:
    """amazonas-2022 15: nothing else before all have looked; no card is turned up at the start."""
    table = fresh(3)
    table.cards(*[kind for hand in QUIET_HANDS[:3] for kind in hand])
    for seat in (2, 0, 1):
        table.play(seat, LOOK, seat, 1)
    table.play(1, RETURN)
    table.play(2, RETURN)
    assert table.asked() == (0,)
    assert table.offered(0) == {RETURN}
    table.play(0, RETURN)
    assert table.asked() == (0,)
    assert table.pile() == []


def test_nobody_looks_at_a_card_of_another_or_at_a_second_one() -> None:
    """Game Setup: only one of one's own cards."""
    table = fresh(3)
    table.cards(*[kind for hand in QUIET_HANDS[:3] for kind in hand])
    assert table.broken(0, LOOK, 1, 0) == ("NOT_OWN_CARD",)
    assert table.broken(0, LOOK, 0, 4) == ("SLOT_EMPTY",)
    table.play(0, LOOK, 0, 0)
    assert table.broken(0, LOOK, 0, 1) == ("NOT_TO_ACT",)


def test_seat_0_starts_the_first_round() -> None:
    """Playing a Round; amazonas-2022 2."""
    assert dealt(4).asked() == (0,)


def test_the_caller_starts_the_next_round_with_all_cards_shuffled() -> None:
    """Starting a New Round: the caller shuffles all the cards and begins."""
    table = dealt(4)
    table.idle_turn()
    table.call()
    table.last_turns(0, 0, 0)
    assert table.waits_for_card()
    assert len(table.state.outcomes()) == 114
    assert table.pile() == []
    deal(table)
    assert table.asked() == (1,)


def test_nobody_knows_a_card_of_the_new_round() -> None:
    """Starting a New Round; amazonas-2022 15: a shuffle wipes what was known."""
    table = dealt(3)
    table.call()
    table.last_turns(0, 0)
    table.cards(*[kind for hand in QUIET_HANDS[:3] for kind in hand])
    assert known_cards(table) == 0


def known_cards(table: Table) -> int:
    """How many cards in hands anybody knows."""
    return sum(bool(table.knowers(seat, slot)) for seat in range(table.twin.players) for slot in range(4))
