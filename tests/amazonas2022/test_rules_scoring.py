"""Amazonas 2022: End of the Round and Scoring, End of the Game, by kernel and twin."""

from collections.abc import Sequence
from itertools import product

import pytest

from tests.amazonas2022.table import LOW_HAND, Table, deal, fresh, position
from tests.reference.amazonas2022 import is_success, round_points
from tests.reference.amazonas2022_cards import (
    ANACONDA,
    DOLPHIN,
    JAGUAR,
    MONKEY,
    PRINTED,
    SLOTH,
    TOAD,
    TOUCAN,
)


def called(*hands: Sequence[int], caller: int = 0) -> Table:
    """Someone calls, and the others have an idle turn."""
    table = position(*hands, active=caller)
    table.call()
    table.last_turns(*[3] * (len(hands) - 1))
    return table


def sums(table: Table) -> tuple[int, ...]:
    """Everybody's cards in the last round."""
    return tuple(seat["last_sum"] for seat in table.state.fields()["seats"])


# --- Points of a round -----------------------------------------------------------------------------------------------


def test_example_1_a_successful_call() -> None:
    """End of the Round and Scoring, example 1: -2, +3 and +6; Valentina calls and gets -5."""
    valentina = (DOLPHIN, TOUCAN, 1)
    sebastian = (TOUCAN, 4, 0)
    lautaro = (SLOTH, DOLPHIN, 4)
    table = called(valentina, sebastian, lautaro)
    assert sums(table) == (-2, 3, 6)
    assert table.last_points() == (-5, 3, 6)


def test_example_2_a_failed_call() -> None:
    """End of the Round and Scoring, example 2: -3, +5 and -2; Lautaro calls and gets +5."""
    valentina = (0, DOLPHIN, TOUCAN)
    sebastian = (1, 1, 2, 1)
    lautaro = (DOLPHIN, 0)
    table = called(valentina, sebastian, lautaro, caller=2)
    assert sums(table) == (-3, 5, -2)
    assert table.last_points() == (-3, 5, 5)


def test_caller_below_minus_5() -> None:
    """End of the Round, note: fewer than -5 are written down as they are."""
    table = called(LOW_HAND, (1, 1), (2, 2))
    assert sums(table) == (-6, 2, 4)
    assert table.last_points() == (-6, 2, 4)


def test_caller_at_minus_5() -> None:
    """End of the Round: exactly -5."""
    assert called((*LOW_HAND, 1), (1, 1), (2, 2)).last_points() == (-5, 2, 4)


def test_caller_above_5() -> None:
    """End of the Round, note: more than 5 are written down as they are."""
    table = called((5, 4), (1, 1), (2, 2))
    assert table.last_points() == (9, 2, 4)


def test_caller_fails_with_few_points() -> None:
    """End of the Round: exactly +5, even with 0 points or fewer."""
    assert called((0, 0), (TOUCAN, 0), (2, 2)).last_points() == (5, -1, 4)


def test_caller_with_5_points_who_succeeds() -> None:
    """End of the Round: exactly -5, regardless of the cards."""
    assert called((5, 4), (5, 5), (4, 4, 4)).last_points() == (-5, 10, 12)


@pytest.mark.parametrize("hand", [LOW_HAND[:2], (0, 0), (1, 2), (4, 4)])
def test_caller_tied_for_the_lowest(hand: Sequence[int]) -> None:
    """End of the Round: as many points as the cards are worth, and no success."""
    table = called(hand, hand, (5, 5))
    worth = sum(PRINTED.values[kind] for kind in hand)
    assert table.last_points() == (worth, worth, 10)
    assert table.state.fields()["seats"][0]["successes"] == 0


def test_others_that_tie_do_not_touch_the_caller() -> None:
    """End of the Round: only a tie with the caller counts."""
    assert called((0, 1), (1, 1), (1, 1)).last_points() == (-5, 2, 2)


def test_values_of_all_cards() -> None:
    """Components: numbers as printed, animals 4, toucans -1, dolphins -2."""
    kinds = (0, 1, 2, 3, 4, 5, SLOTH, TOAD, ANACONDA, JAGUAR, MONKEY, TOUCAN, DOLPHIN)
    values = (0, 1, 2, 3, 4, 5, 4, 4, 4, 4, 4, -1, -2)
    for kind, value in zip(kinds, values, strict=True):
        table = called((0, 0, 0), (kind, 5), (2, 2))
        assert sums(table) == (0, value + 5, 4)


def test_gaps_count_nothing() -> None:
    """End of the Round: the cards that are there."""
    table = position((4, 0, 0), (4, 1), (2, 2), discard=[4])
    table.wild(0, 0, 0)
    table.call()
    table.last_turns(3, 3)
    assert sums(table) == (0, 5, 4)


def test_a_held_card_does_not_count() -> None:
    """End of the Round: the last turns are over before cards are revealed."""
    table = position((0, 0), (1, 1), (2, 2))
    table.call()
    table.draw(5)
    table.swap(0)
    table.idle_turn(5)
    assert sums(table) == (0, 6, 4)


def test_points_of_every_call() -> None:
    """End of the Round (amazonas-2022 10): alone lowest min(-5, sum), not lowest max(5, sum), tied sum."""
    for mine, *others in product(range(-8, 12), range(-8, 12, 3), range(-8, 12, 2)):
        points = round_points((mine, *others), 0)
        assert points[1:] == others
        if mine < min(others):
            assert points[0] == min(-5, mine)
            assert is_success((mine, *others), 0)
        else:
            assert points[0] == (mine if mine == min(others) else max(5, mine))
            assert not is_success((mine, *others), 0)


def test_everybody_reveals() -> None:
    """End of the Round: all cards, for everybody to see; the last hands stay face up until the next deal (15)."""
    table = called((0, 1), (TOUCAN, 5), (2, 2))
    assert table.told("REVEALED") == [
        (0, (0, 0)),
        (0, (1, 1)),
        (1, (0, TOUCAN)),
        (1, (1, 5)),
        (2, (0, 2)),
        (2, (1, 2)),
    ]
    assert [seat["last_cards"][:2] for seat in table.state.fields()["seats"]] == [(1, 2), (TOUCAN + 1, 6), (3, 3)]


# --- End of the Game -------------------------------------------------------------------------------------------------


def play_round(table: Table, caller: int, hands: Sequence[Sequence[int]]) -> None:
    """A whole round: these hands are dealt, and this seat calls as soon as it is in turn."""
    deal(table, hands)
    while table.active != caller:
        table.idle_turn(3)
    table.call()
    table.last_turns(*[3] * (table.twin.players - 1))


ZEROS, ONES, TWOS, FOURS = ((kind,) * 4 for kind in (0, 1, 2, 4))


def test_five_rounds() -> None:
    """End of the Game: after the fifth round."""
    table = fresh(3)
    for number in range(5):
        assert table.state.fields()["round"] == number + 1
        assert not table.state.is_over
        play_round(table, 0, (ZEROS, ONES, TWOS))
    assert table.state.is_over
    assert table.asked() == ()
    assert table.points() == (-25, 20, 40)


def test_the_lowest_total_wins() -> None:
    """End of the Game: the fewest points."""
    table = fresh(3)
    for _ in range(5):
        play_round(table, 1, (TWOS, ONES, ZEROS))
    assert table.points() == (40, 25, 0)
    assert [placing[:2] for placing in table.twin.ranking()] == [(1, 2), (2, 1), (3, 0)]


def tie_broken() -> Table:
    """Seats 0 and 1 end with the same points; seat 1 has called successfully more often."""
    table = fresh(3)
    play_round(table, 1, (ONES, ZEROS, FOURS))  # 4, -5, 16
    play_round(table, 2, ((0, 1, 1, 1), (5, 5, 1, 1), FOURS))  # 3, 12, 16
    play_round(table, 2, (ZEROS, ZEROS, FOURS))  # 0, 0, 16
    play_round(table, 2, (ZEROS, ZEROS, FOURS))
    play_round(table, 2, (ZEROS, ZEROS, FOURS))
    return table


def test_a_tie_is_broken_by_successful_calls() -> None:
    """End of the Game: whoever has called successfully more often."""
    table = tie_broken()
    assert table.points() == (7, 7, 80)
    assert [seat["successes"] for seat in table.state.fields()["seats"]] == [0, 1, 0]
    assert [(placing.place, placing.seat, placing.decided_by) for placing in table.twin.ranking()] == [
        (1, 1, ""),
        (2, 0, "successful calls"),
        (3, 2, "points"),
    ]


def test_failed_and_tied_calls_break_no_tie() -> None:
    """End of the Game: only successful ones are circled; still tied, the place is shared (amazonas-2022 11)."""
    table = fresh(3)
    for _ in range(5):
        play_round(table, 0, (ZEROS, ZEROS, FOURS))
    assert table.points() == (0, 0, 80)
    assert [(placing.place, placing.seat, placing.decided_by) for placing in table.twin.ranking()] == [
        (1, 0, ""),
        (1, 1, ""),
        (3, 2, "points"),
    ]


def test_the_caller_of_each_round_starts_the_next() -> None:
    """Starting a New Round."""
    table = fresh(4)
    for caller in (2, 3, 1, 1):
        play_round(table, caller, (ZEROS, ONES, TWOS, FOURS))
        assert table.state.fields()["starter"] == caller
        assert table.waits_for_card()


def test_after_the_end_nothing_happens() -> None:
    """End of the Game."""
    table = fresh(3)
    for _ in range(5):
        play_round(table, 0, (ZEROS, ONES, TWOS))
    assert not table.waits_for_card()
    assert all(table.broken(seat, kind) == ("GAME_OVER",) for seat in range(3) for kind in range(16))
    assert [table.knowers(seat, 0) for seat in range(3)] == [{0, 1, 2}] * 3
