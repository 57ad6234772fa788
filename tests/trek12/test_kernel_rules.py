"""The rules of Trek 12 in the kernel, section by section of the rulebook up to the end: a named case for each.

The printed sheet and its numbering are drawn in `play.py`. Dice are (green 1-6, yellow 0-5).
"""

import pytest

from cext import trek12
from cext.trek12 import DIFFERENCE, HIGHER, LOWER, PRODUCT, SUM
from tests.trek12.play import Game, card, printed_rules, small_rules

EVERY_OPERATION = (LOWER, HIGHER, DIFFERENCE, SUM, PRODUCT)
# Numbers that hardly any test writes, where observations would only disturb.
RARE = (1, 2, 3)


# --- How to Play ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "results"),
    [
        ((1, 4), (1, 4, 3, 5, 4)),
        ((4, 1), (1, 4, 3, 5, 4)),
        ((3, 3), (3, 3, 0, 6, 9)),
        ((6, 0), (0, 6, 6, 6, 0)),
        ((6, 5), (5, 6, 1, 11, 30)),
        ((1, 0), (0, 1, 1, 1, 0)),
    ],
)
def test_five_operations(dice: tuple[int, int], results: tuple[int, ...]) -> None:
    assert tuple(trek12.result(operation, *dice) for operation in EVERY_OPERATION) == results


@pytest.mark.parametrize("operation", EVERY_OPERATION)
def test_the_result_is_what_gets_written(operation: int) -> None:
    game = Game(numbers=(0, 2, 3))
    game.round((1, 4), (operation, 1))
    assert game.numbers() == {1: trek12.result(operation, 1, 4)}


def test_circle_0_and_number_0_are_ordinary() -> None:
    game = Game(numbers=RARE)
    game.round((6, 0), (LOWER, 0))
    assert game.numbers() == {0: 0}
    assert game.told(trek12.EVENT_WROTE) == [(trek12.EVENT_WROTE, 0, (1, LOWER, 0, 0, -1, -1))]
    game.roll(6, 0)
    assert game.codes(LOWER, 0) == ["CIRCLE_FILLED"]
    assert game.legal_circles() == {1, 5, 6}


def test_equal_dice_serve_as_lower_and_as_higher() -> None:
    game = Game(numbers=RARE)
    game.rounds(((5, 5), (LOWER, 0)), ((5, 5), (HIGHER, 1)))
    assert game.numbers() == {0: 5, 1: 5}
    assert game.state.fields()["seats"][0]["used"] == (1, 1, 0, 0, 0)


@pytest.mark.parametrize("operation", EVERY_OPERATION)
def test_the_fifth_use_of_an_operation_is_refused(operation: int) -> None:
    game = Game(numbers=RARE)
    for circle in (0, 1, 2, 3):
        game.roll(4, 4)  # results 4, 4, 0, 8, spider: no trail
        assert operation in game.legal_operations()
        game.write(operation, circle)
    game.roll(4, 4)
    assert game.codes(operation, 4) == ["OPERATION_USED_UP"]
    assert game.legal_operations() == set(EVERY_OPERATION) - {operation}


def test_the_first_result_goes_anywhere_and_later_ones_next_to_a_filled_circle() -> None:
    game = Game(numbers=RARE)
    game.roll(5, 5)
    assert game.legal_circles() == set(range(27))
    game.write(LOWER, 13)
    game.roll(5, 5)
    assert game.legal_circles() == {5, 6, 12, 14, 20, 21}
    assert game.codes(LOWER, 0) == ["CIRCLE_NOT_ADJACENT"]
    game.write(LOWER, 6)  # next to either, not only to the last
    game.roll(5, 5)
    assert game.legal_circles() == {0, 1, 5, 7, 12, 14, 20, 21}


def test_the_hole_of_the_sheet_is_no_way() -> None:
    # 23 and 24 lie on both sides of a gap.
    game = Game(numbers=RARE)
    game.round((5, 5), (LOWER, 23))
    game.roll(5, 5)
    assert game.legal_circles() == {15, 16, 22}


def test_a_filled_circle_is_not_written_again() -> None:
    game = Game(numbers=RARE)
    game.rounds(((6, 5), (PRODUCT, 0)), ((6, 5), (SUM, 1)))
    game.roll(6, 0)
    assert game.state.check(0, trek12.pack_move(HIGHER, 0, None, None)) == [(trek12.CIRCLE_FILLED, (0, -1, 0))]
    assert game.state.check(0, trek12.pack_move(HIGHER, 1, None, None)) == [(trek12.CIRCLE_FILLED, (1, 11, 0))]


def test_twenty_rounds_and_no_more() -> None:
    game = Game(numbers=RARE)
    for circle in range(20):
        assert not game.state.is_over
        game.roll(6, 5)
        game.write_somehow(EVERY_OPERATION[circle // 4], circle)
        if game.state.chance_kind == trek12.CHANCE_CARD:
            game.turn(0, "toucan")
    assert game.state.is_over
    assert trek12.table(game.state).round == 20
    assert game.state.to_act() == ()
    assert game.state.outcomes() == []
    assert game.state.legal_moves(0) == []
    assert game.state.fields()["seats"][0]["used"] == (4, 4, 4, 4, 4)
    assert len(game.numbers()) == 20


def test_as_many_rounds_as_there_are_boxes() -> None:
    game = Game(small_rules(), numbers=(6,))
    for circle, operation in enumerate(EVERY_OPERATION):
        game.round((5, 5), (operation, circle))
    assert game.state.is_over
    assert game.numbers() == {0: 5, 1: 5, 2: 0, 3: 10, 4: None}


def test_all_choose_before_anything_is_written() -> None:
    game = Game(printed_rules(players=3), numbers=RARE)
    game.roll(6, 4)
    assert game.state.to_act() == (0, 1, 2)
    game.write(SUM, 5, seat=2)
    game.write(SUM, 0, seat=0)
    assert game.state.to_act() == (1,)
    assert [game.numbers(seat) for seat in range(3)] == [{}, {}, {}]
    assert [trek12.choice(game.state, seat) for seat in range(3)] == [
        trek12.pack_move(SUM, 0, None, None),
        None,
        trek12.pack_move(SUM, 5, None, None),
    ]
    game.write(HIGHER, 26, seat=1)
    assert [game.numbers(seat) for seat in range(3)] == [{0: 10}, {26: 6}, {5: 10}]
    assert [trek12.choice(game.state, seat) for seat in range(3)] == [None, None, None]


def test_a_choice_is_told_to_its_seat_alone() -> None:
    game = Game(printed_rules(players=3), numbers=RARE)
    game.roll(6, 4)
    game.write(SUM, 5, seat=2)
    (chose,) = game.events
    assert (chose.kind, chose.seat, chose.audience) == (trek12.EVENT_CHOSE, 2, 0b100)
    assert chose.args == (SUM, 5, -1, -1, 0, 0)
    game.write(SUM, 0, seat=0)
    game.write(SUM, 0, seat=1)
    assert [e.audience for e in game.events if e.kind == trek12.EVENT_CHOSE] == [0b010]
    assert all(e.audience == 2**64 - 1 for e in game.events if e.kind != trek12.EVENT_CHOSE)


def test_the_order_of_choosing_leaves_no_trace() -> None:
    states = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        game = Game(printed_rules(players=3), numbers=RARE)
        game.roll(6, 4)
        for seat in order:
            game.write(SUM, 5 + seat, seat=seat)
        states.append(game.state)
    assert states[0] == states[1] == states[2]
    assert len({state.to_bytes() for state in states}) == 1


def test_a_choice_of_word_0_counts_as_chosen() -> None:
    game = Game(printed_rules(players=2), numbers=RARE)
    game.roll(5, 5)
    assert trek12.pack_move(LOWER, 0, None, None) == 0
    game.write(LOWER, 0, seat=0)
    assert trek12.choice(game.state, 0) == 0
    assert game.state.to_act() == (1,)
    assert game.codes(LOWER, 0, seat=0) == ["NOT_TO_ACT"]


def test_one_to_fifty_players() -> None:
    assert printed_rules(players=1).players == 1
    assert printed_rules(players=50).players == 50
    for players in (0, 51, -1):
        with pytest.raises(ValueError, match=r"1 \.\. 50"):
            printed_rules(players=players)


def test_fifty_players_write_each_on_their_own_sheet() -> None:
    game = Game(printed_rules(players=50), numbers=(4, 6, 0))
    game.roll(6, 4)
    for seat in range(50):
        game.write(EVERY_OPERATION[seat % 5], seat % 27, seat=seat)
    assert [game.numbers(seat) for seat in (0, 1, 2, 3, 49)] == [{0: 4}, {1: 6}, {2: 2}, {3: 10}, {22: None}]
    game.turn(0, "jaguar")
    game.turn(1, "toucan")
    assert [game.observed(seat) for seat in (0, 1, 2)] == [(1, 0, 0), (0, 1, 0), (0, 0, 0)]


# --- MAX. 12 --------------------------------------------------------------------------------------------------------


def test_twelve_is_written_and_more_is_a_spider() -> None:
    game = Game(numbers=RARE)
    game.rounds(((4, 3), (PRODUCT, 0)), ((5, 3), (PRODUCT, 1)))
    assert game.numbers() == {0: 12, 1: None}
    assert game.score().ticks == 1
    assert game.told(trek12.EVENT_SPIDER) == [(trek12.EVENT_SPIDER, 0, (1, trek12.SPIDER_TOO_HIGH, 0, 0, 0, 0))]


def test_a_spider_may_be_chosen_though_other_operations_are_free() -> None:
    game = Game(numbers=RARE)
    game.roll(6, 5)
    assert game.legal_operations() == set(EVERY_OPERATION)


def test_a_spider_as_first_circle_is_one_to_grow_from() -> None:
    game = Game(numbers=RARE)
    game.round((6, 5), (PRODUCT, 0))
    assert game.numbers() == {0: None}
    game.roll(6, 5)
    assert game.legal_circles() == {1, 5, 6}


def test_a_spider_holds_no_number() -> None:
    # No links to it or from it, no zone of spiders, nothing observed.
    game = Game(numbers=RARE)
    game.round((6, 5), (PRODUCT, 0))
    game.round((6, 5), (PRODUCT, 1))
    game.roll(6, 5)
    assert game.codes(SUM, 2, below=1) == ["LINK_BELOW_WRONG_NUMBER"]
    assert game.codes(PRODUCT, 2, below=1) == ["LINK_ON_SPIDER"]
    assert game.codes(PRODUCT, 2, below=1, above=1) == ["LINK_ON_SPIDER"]
    assert game.choices(PRODUCT, 2) == {(None, None)}
    assert game.score() == trek12.SheetScore((), (), 0, (), (), 0, (0, 0, 0), 2, 10, (), -10)
    assert game.observed() == (0, 0, 0)


def test_a_lower_maximum_makes_spiders_of_other_operations() -> None:
    game = Game(small_rules(max_number=5, number_cards=[3]), numbers=(3,))
    game.rounds(((6, 0), (HIGHER, 0)), ((4, 2), (SUM, 1)), ((6, 0), (DIFFERENCE, 2)))
    assert game.numbers() == {0: None, 1: None, 2: None}


# --- Two Types of Circles, The Danger Zone --------------------------------------------------------------------------


@pytest.mark.parametrize("safe_operation", [LOWER, HIGHER])
def test_all_five_operations_in_river_circles(safe_operation: int) -> None:
    # 5R 6R 7R 8R along the river, and 16R beyond.
    game = Game(printed_rules(safe_operation=safe_operation), numbers=RARE)
    river = dict(zip(EVERY_OPERATION, (5, 6, 7, 8, 16), strict=True))
    for operation, circle in river.items():
        game.roll(4, 4)
        game.write_somehow(operation, circle)
        scared = [(trek12.EVENT_PIRANHA, 0, (circle, 0, 0, 0, 0, 0))] if operation != safe_operation else []
        assert game.told(trek12.EVENT_PIRANHA) == scared
    piranhas = {c.circle for c in trek12.written(game.state, 0) if c.is_piranha}
    assert piranhas == set(river.values()) - {river[safe_operation]}
    assert game.score().ticks == 4 + 1  # and the spider of 4 * 4


@pytest.mark.parametrize("operation", EVERY_OPERATION)
def test_jungle_circles_take_every_operation(operation: int) -> None:
    game = Game(numbers=(1, 2, 3))
    game.round((4, 4), (operation, 0))
    assert game.told(trek12.EVENT_PIRANHA) == []


def test_piranha_and_spider_in_the_same_circle() -> None:
    game = Game(numbers=RARE)
    game.round((6, 5), (PRODUCT, 5))
    (circle,) = trek12.written(game.state, 0)
    assert (circle.number, circle.is_piranha) == (None, True)
    assert game.score().ticks == 2
    assert [kind for kind, _, _ in game.told()] == [
        trek12.EVENT_CHOSE,
        trek12.EVENT_WROTE,
        trek12.EVENT_SPIDER,
        trek12.EVENT_PIRANHA,
        trek12.EVENT_ROUND_ENDED,
    ]


def test_danger_has_no_limit() -> None:
    # Eight printed boxes; six river circles with spiders or piranhas give ten ticks.
    game = Game(numbers=RARE)
    for operation, circle in ((PRODUCT, 5), (PRODUCT, 6), (PRODUCT, 7), (PRODUCT, 8), (SUM, 16)):
        game.round((6, 5), (operation, circle))
    game.round((6, 5), (SUM, 9))
    game.round((5, 5), (HIGHER, 10))
    assert game.score().ticks == 10
    assert game.score().danger_points == 50


# --- Trails ---------------------------------------------------------------------------------------------------------


def test_a_link_that_can_be_drawn_must_be_drawn() -> None:
    # 5 in 0; 6 beside it.
    game = Game(numbers=RARE)
    game.round((5, 5), (LOWER, 0))
    game.roll(6, 0)
    assert game.codes(HIGHER, 1) == ["LINK_BELOW_MISSING"]
    assert game.choices(HIGHER, 1) == {(0, None)}
    game.write(HIGHER, 1, below=0)
    assert game.told(trek12.EVENT_LINKED) == [(trek12.EVENT_LINKED, 0, (0, 1, 0, 0, 0, 0))]
    assert game.score().trails == ((0, 1),)
    assert game.score().trail_points == 6 + 1


def test_edges_work_in_both_directions() -> None:
    # 6 in 0, then 5 in 1: the lower number stands in the higher circle; the same the other way round.
    for first, second in ((0, 1), (1, 0)):
        game = Game(numbers=RARE)
        game.round((6, 0), (HIGHER, first))
        game.roll(5, 5)
        assert game.codes(LOWER, second) == ["LINK_ABOVE_MISSING"]
        game.write(LOWER, second, above=first)
        assert game.score().trails == ((second, first),)


def test_numbers_further_apart_are_not_linked() -> None:
    game = Game(numbers=RARE)
    game.round((6, 0), (HIGHER, 0))
    game.roll(4, 4)
    assert game.choices(LOWER, 1) == {(None, None)}
    assert game.codes(LOWER, 1, above=0) == ["LINK_ABOVE_WRONG_NUMBER"]


def test_two_candidates_on_either_side_give_four_choices() -> None:
    #    6  7           5s in 13 and 21, 7s in 7 and 15, all around the empty 14; 8s and a 10 hold them together.
    #  13 14 15
    #    21 22
    game = Game(numbers=(1, 2, 3))
    game.rounds(
        ((5, 5), (LOWER, 13)),
        ((5, 5), (LOWER, 21)),
        ((5, 5), (SUM, 22)),
        ((5, 2), (SUM, 15)),
        ((4, 3), (SUM, 7)),
    )
    game.roll(6, 0)
    assert game.choices(HIGHER, 14) == {(13, 7), (13, 15), (21, 7), (21, 15)}
    assert game.codes(HIGHER, 14) == ["LINK_BELOW_MISSING", "LINK_ABOVE_MISSING"]
    game.write(HIGHER, 14, below=21, above=7)
    assert game.score().trails == ((21, 14, 7),)
    assert game.score().trail_points == 7 + 2


def test_linking_both_sides_joins_two_trails() -> None:
    # 12-13-14-15-16: 8, 9 | 10 | 11, 12
    game = Game(numbers=RARE)
    game.rounds(
        ((5, 3), (SUM, 12)),
        ((5, 4), (SUM, 13, 12)),
        ((5, 5), (LOWER, 6)),
        ((5, 5), (HIGHER, 7)),
        ((6, 5), (SUM, 15)),
        ((4, 3), (PRODUCT, 16, 15)),
    )
    assert game.score().trails == ((12, 13), (15, 16))
    game.round((6, 4), (SUM, 14, 13, 15))
    assert game.score().trails == ((12, 13, 14, 15, 16),)
    assert game.score().trail_values == (12 + 4,)


def test_a_number_that_is_in_the_trail_already_is_not_linked() -> None:
    # 4-5-6 in 12-13-14; another 5 in 15 touches the 6 only.
    game = Game(numbers=RARE)
    game.rounds(((4, 4), (LOWER, 12)), ((5, 5), (LOWER, 13, 12)), ((6, 0), (HIGHER, 14, 13)))
    game.roll(5, 5)
    assert game.choices(LOWER, 15) == {(None, None)}
    assert game.codes(LOWER, 15, above=14) == ["LINK_ABOVE_TAKEN"]
    game.write(LOWER, 15)
    assert game.score().trails == ((12, 13, 14),)


def test_a_trail_does_not_fork_upwards() -> None:
    # 4-5 in 12-13; another 5 in 20 touches both.
    game = Game(numbers=RARE)
    game.rounds(((4, 4), (LOWER, 12)), ((5, 5), (LOWER, 13, 12)))
    game.roll(5, 5)
    assert game.choices(LOWER, 20) == {(None, None)}
    assert game.codes(LOWER, 20, below=12) == ["LINK_BELOW_TAKEN"]


def test_a_taken_candidate_leaves_the_other_one() -> None:
    # 4-5 in 12-13; 4 in 21; a 5 in 20 touches both 4s, of which only the second is free upwards.
    game = Game(numbers=RARE)
    game.rounds(((4, 4), (LOWER, 12)), ((5, 5), (LOWER, 13, 12)))
    game.round((4, 4), (LOWER, 21))
    game.roll(5, 5)
    assert game.choices(LOWER, 20) == {(21, None)}
    assert game.codes(LOWER, 20, below=12) == ["LINK_BELOW_TAKEN"]


def test_a_trail_across_9_10_11() -> None:
    game = Game(numbers=RARE)
    game.rounds(((5, 4), (SUM, 0)), ((5, 5), (SUM, 1, 0)), ((6, 5), (SUM, 2, 1)))
    assert game.score().trails == ((0, 1, 2),)
    assert game.score().trail_points == 11 + 2


def test_number_0_is_linked_upwards_and_nothing_lies_below_it() -> None:
    # 1 in 1, then 0 in 0; a 12 beside proves that below 0 there is no number at all.
    game = Game(numbers=(2, 3, 4))
    game.rounds(((4, 3), (PRODUCT, 5)), ((5, 5), (LOWER, 6)), ((1, 0), (HIGHER, 1)))
    game.roll(5, 5)
    assert game.choices(DIFFERENCE, 0) == {(None, 1)}
    assert game.codes(DIFFERENCE, 0, below=5, above=1) == ["LINK_BELOW_WRONG_NUMBER"]
    game.write(DIFFERENCE, 0, above=1)
    assert game.score().trails == ((0, 1),)
    assert game.score().trail_points == 1 + 1


def test_nothing_lies_above_the_maximum() -> None:
    game = Game(numbers=RARE)
    game.rounds(((5, 5), (DIFFERENCE, 0)), ((4, 3), (PRODUCT, 1)))
    game.roll(6, 2)
    assert game.choices(PRODUCT, 2) == {(None, None)}
    assert game.codes(PRODUCT, 2, above=1) == ["LINK_ABOVE_WRONG_NUMBER"]


def test_the_highest_sheet_allows_fifteen() -> None:
    game = Game(small_rules(max_number=15), numbers=(6,))
    game.rounds(((5, 3), (PRODUCT, 0)), ((5, 5), (SUM, 1)))
    assert game.numbers() == {0: 15, 1: 10}
    game.roll(6, 3)
    assert game.codes(PRODUCT, 2) == ["OPERATION_USED_UP"]


def test_a_single_circle_is_no_trail() -> None:
    game = Game(numbers=RARE)
    game.round((5, 5), (LOWER, 0))
    assert game.score().trails == ()
    assert game.score().total == 0


# --- Mapping Zones --------------------------------------------------------------------------------------------------


def test_a_third_number_joins_two_single_circles_into_one_zone() -> None:
    # 6 _ 6 in 12, 13, 14; the 10s in 20 and 21 lead around.
    game = Game(numbers=RARE)
    game.rounds(((6, 0), (HIGHER, 12)), ((5, 5), (SUM, 20)), ((6, 4), (SUM, 21)), ((6, 0), (HIGHER, 14)))
    assert game.score().zones == ((20, 21),)
    game.round((6, 0), (HIGHER, 13))
    assert game.told(trek12.EVENT_ZONE) == [(trek12.EVENT_ZONE, 0, (6, 3, 0b111 << 12, 0, 0, 0))]
    assert trek12.zone_circles(game.told(trek12.EVENT_ZONE)[0][2]) == (12, 13, 14)
    assert game.score().zones == ((12, 13, 14), (20, 21))
    assert game.score().zone_values == (6 + 2, 10 + 1)
    assert game.score().zone_points == 19


def test_two_zones_of_the_same_number_count_apart() -> None:
    # 6 6 in 0 1 and 6 6 in 20 21, joined by 10s in 5 and 12... 10 + 1 each.
    game = Game(numbers=RARE)
    game.rounds(
        ((6, 0), (HIGHER, 0)),
        ((6, 0), (HIGHER, 1)),
        ((5, 5), (LOWER, 5, None, 0)),
        ((5, 5), (SUM, 12)),
        ((6, 0), (HIGHER, 20)),
        ((6, 0), (DIFFERENCE, 21)),
    )
    assert game.score().zones == ((0, 1), (20, 21))
    assert game.score().zone_points == 7 + 7


def test_a_zone_of_zeros_counts_its_further_circles() -> None:
    game = Game(numbers=RARE)
    game.rounds(((6, 0), (LOWER, 0)), ((6, 0), (LOWER, 1)), ((6, 0), (LOWER, 6)))
    assert game.score().zones == ((0, 1, 6),)
    assert game.score().zone_points == 0 + 2


def test_a_circle_can_be_in_a_trail_and_in_a_zone() -> None:
    # 5 5 in 0 1, 6 in 2.
    game = Game(numbers=RARE)
    game.rounds(((5, 5), (LOWER, 0)), ((5, 5), (LOWER, 1)), ((6, 0), (HIGHER, 2, 1)))
    assert game.score().trails == ((1, 2),)
    assert game.score().zones == ((0, 1),)
    assert game.score().total == 7 + 6


# --- Observing the Fauna and Flora ----------------------------------------------------------------------------------


def test_a_card_turns_up_at_the_end_of_the_round() -> None:
    game = Game(numbers=(1, 4, 6))
    game.round((6, 4), (HIGHER, 0))
    assert game.state.chance_kind == trek12.CHANCE_CARD
    assert game.codes(LOWER, 1) == ["CHANCE_PENDING"]
    assert trek12.table(game.state).cards == (None, None, None)
    assert game.score().observation_points == (0, 0, 0)
    game.turn(2, "toucan")
    assert game.told() == [
        (trek12.EVENT_DISCOVERED, -1, (2, 6, card("toucan"), 0, 0, 0)),
        (trek12.EVENT_OBSERVED, 0, (2, 1, 2, 0, 0, 0)),
        (trek12.EVENT_ROUND_ENDED, -1, (1, 0, 0, 0, 0, 0)),
    ]
    assert game.score().observation_points == (0, 0, 2)
    assert game.state.chance_kind == trek12.CHANCE_ROLL


def test_every_later_writing_circles_the_next_value() -> None:
    game = Game(numbers=(1, 4, 6))
    game.round((6, 4), (HIGHER, 0))
    game.turn(2, "toucan")
    game.round((6, 0), (HIGHER, 1))
    assert game.told(trek12.EVENT_OBSERVED) == [(trek12.EVENT_OBSERVED, 0, (2, 2, 4, 0, 0, 0))]
    assert game.score().observation_points == (0, 0, 4)


def test_number_0_is_observed() -> None:
    game = Game(numbers=(2, 0, 3))
    game.round((6, 0), (PRODUCT, 0))
    assert game.state.outcomes()[0] == trek12.pack_card(1, 0)
    game.turn(1, "owl-butterfly")
    assert game.observed() == (0, 1, 0)
    assert game.score().observation_points == (0, 4, 0)


def test_two_numbers_discovered_in_one_round_by_several_players() -> None:
    game = Game(printed_rules(players=4), numbers=(1, 4, 6))
    game.round((6, 4), (HIGHER, 0), (LOWER, 0), (HIGHER, 0), (SUM, 0))
    assert game.state.check_outcome(trek12.pack_card(2, 0)) == [(trek12.CARD_WRONG_LINE, (2, 1, 0))]
    game.turn(1, "jaguar")
    assert [seat for kind, seat, _ in game.told() if kind == trek12.EVENT_OBSERVED] == [1]
    assert not game.told(trek12.EVENT_ROUND_ENDED)
    assert game.state.check_outcome(trek12.pack_card(2, card("jaguar"))) == [
        (trek12.CARD_ALREADY_SHOWN, (card("jaguar"), 1, 0))
    ]
    game.turn(2, "toucan")
    assert [seat for kind, seat, _ in game.told() if kind == trek12.EVENT_OBSERVED] == [0, 2]
    assert len(game.told(trek12.EVENT_ROUND_ENDED)) == 1
    assert [game.observed(seat) for seat in range(4)] == [(0, 0, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
    assert [sum(game.score(seat).observation_points) for seat in range(4)] == [2, 0, 2, 0]


def test_a_first_writing_after_the_discovery_starts_at_the_first_value() -> None:
    game = Game(printed_rules(players=2), numbers=(1, 4, 6))
    game.round((6, 5), (HIGHER, 0), (LOWER, 0))
    game.turn(2, "pygmy-marmoset")
    game.round((6, 5), (HIGHER, 1), (HIGHER, 1, 0))
    assert [game.observed(seat) for seat in range(2)] == [(0, 0, 2), (0, 0, 1)]
    assert [sum(game.score(seat).observation_points) for seat in range(2)] == [9, 6]


def test_the_sixth_value_is_the_last() -> None:
    # 6s by HIGHER and DIFFERENCE all over the north; 7 writings.
    game = Game(numbers=(6, 1, 2))
    writings = ((HIGHER, 0), (HIGHER, 1), (HIGHER, 2), (HIGHER, 3), (DIFFERENCE, 4), (DIFFERENCE, 9), (DIFFERENCE, 11))
    observed = []
    for operation, circle in writings:
        game.round((6, 0), (operation, circle))
        if game.state.chance_kind == trek12.CHANCE_CARD:
            game.turn(0, "poison-dart-frog")
        observed.append((game.observed()[0], game.score().observation_points[0], len(game.told(trek12.EVENT_OBSERVED))))
    assert observed == [(1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 10, 1), (5, 15, 1), (6, 20, 1), (6, 20, 0)]


def test_a_card_with_one_value() -> None:
    game = Game(small_rules(cards=[[9]]), numbers=(6,))
    game.round((6, 0), (HIGHER, 0))
    game.tell(trek12.pack_card(0, 0))
    game.round((6, 0), (DIFFERENCE, 1))
    assert game.observed() == (1,)
    assert game.score().observation_points == (9,)


def test_a_card_discovered_in_the_last_round_counts() -> None:
    game = Game(small_rules(), numbers=(6,))
    game.rounds(
        ((5, 5), (LOWER, 0)),
        ((5, 5), (DIFFERENCE, 1)),
        ((5, 5), (SUM, 2)),
        ((6, 5), (PRODUCT, 3)),
        ((6, 0), (HIGHER, 4)),
    )
    assert trek12.table(game.state).phase == trek12.TURNING
    assert game.codes(LOWER, 0) == ["CHANCE_PENDING"]
    assert game.score().orphans == ()
    game.tell(trek12.pack_card(0, 0))
    assert game.state.is_over
    assert game.score().observation_points == (3,)
    # The orphan 6 counts all the same, and its piranha bites.
    assert game.score().orphans == (0, 1, 2, 4)
    assert game.score().total == 3 - 5 * (1 + 1 + 4)


def test_cards_of_lines_never_discovered_are_never_drawn() -> None:
    game = Game(small_rules(), numbers=(6,))
    for circle, operation in enumerate(EVERY_OPERATION):
        game.round((5, 5), (operation, circle))
    assert game.state.is_over
    assert trek12.table(game.state).cards == (None,)
