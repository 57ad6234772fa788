"""The rules of Amazonas in the kernel, from the set-up to the end of a round: a named case for each.

Headings are sections of the 2005 rulebook, those in German of the BGA edition's. The small map is drawn in
`small_map.py`.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from cext import amazonas
from cext.amazonas import (
    BONUS_FISH,
    BUTTERFLY,
    COPPER_COINS,
    CROCODILE,
    EVENT_COIN_CHANGED,
    EVENT_FIVE_TYPES,
    EVENT_HUT_BUILT,
    EVENT_MONEY,
    EVENT_ORDER_DECIDED,
    EVENT_TOKEN_GAINED,
    FISH,
    FOREST_FIRE,
    IGUANA,
    JAGUAR,
    MOVE_BUILD,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    MOVE_NEUTRAL,
    MOVE_PASS,
    NATIVES,
    NEUTRAL_OWNER,
    ORCHID,
    PARROT,
    THEFT,
    WHITE_NUMBER,
)
from cext.kernel import Rules
from tests.amazonas.maps import meadow
from tests.amazonas.play import EDITION_2005, EDITION_BGA, Game, rules_of, shipped_pack
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST, row_pack

BONUS_ORCHID = BONUS_FISH + ORCHID
EDITIONS = pytest.mark.parametrize("edition", [EDITION_2005, EDITION_BGA], ids=["2005", "bga"])

# How a round begins that leaves everything to the cards: nobody in these tests has a parrot.
QUIET = BONUS_FISH + PARROT


def changes_of_money(game: Game, seat: int) -> list[tuple[int, int, int]]:
    """(before, after, reason) of what the last ply did to a seat's money."""
    return [args[:3] for _, whose, args in game.told(EVENT_MONEY) if whose == seat]  # type: ignore[misc]


# --- Game Overview --------------------------------------------------------------------------------------------------


@EDITIONS
def test_what_everybody_starts_with(edition: dict[str, Any]) -> None:
    game = Game(rules_of(4, edition=edition))
    for seat in range(4):
        player = game.player(seat)
        assert player.silver == 9
        assert player.hand == (0, 1, 2, 3, 4, 5, 6)
        assert player.huts_left == 12
        assert player.specimens == player.natives == (0, 0, 0, 0, 0)
        assert (player.choice, player.played, player.income, player.five_types) == (None, None, None, 0)
    assert game.table.supply == (12, 12, 12, 12, 12)
    assert game.table.events_left == (2, 2, 3, 2, 4, 1, 1, 1, 1, 1)


def test_each_seat_is_dealt_a_mission_of_its_own_in_turn() -> None:
    game = Game(missions=(4, 0, 2))
    assert [game.player(seat).mission for seat in range(3)] == [4, 0, 2]


def test_a_mission_is_told_to_its_seat_alone() -> None:
    game = Game(missions=(4, 0, 2))
    (dealt,) = game.events
    assert (dealt.kind, dealt.seat, dealt.audience, dealt.args[0]) == (amazonas.EVENT_MISSION_DEALT, 2, 0b100, 2)


def test_coins_go_round_from_seat_0_where_they_are_in_use() -> None:
    assert Game(rules_of(4, tie_break=COPPER_COINS)).coins() == (1, 2, 3, 4)
    assert Game(rules_of(4)).coins() == (None,) * 4


def test_neutral_huts_are_for_games_for_two_only() -> None:
    assert [Game(rules_of(players, edition=EDITION_BGA)).player(0).neutral_left for players in (2, 3, 4)] == [6, 0, 0]
    assert Game(rules_of(2)).player(0).neutral_left == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players: int) -> None:
    assert rules_of(players).players == players


# --- Beginning the Expedition ---------------------------------------------------------------------------------------


def test_first_huts_are_built_in_turn_from_seat_0() -> None:
    game = Game()
    for seat, village in enumerate((DELTA, NEST, FORK)):
        assert game.state.to_act() == (seat,)
        game.build(village)
    assert game.state.chance_kind == amazonas.CHANCE_EVENT
    assert [game.player(seat).huts for seat in range(3)] == [(DELTA,), (NEST,), (FORK,)]


def test_a_first_hut_may_be_built_in_any_village_that_can_be_paid_for() -> None:
    assert Game().legal() == [(MOVE_BUILD, village) for village in range(8)]
    dear = Game(rules_of(pack=meadow([FISH], villages=4), villages=[(FISH, [3]), *[(FISH, [4])] * 3]))
    assert dear.legal() == [(MOVE_BUILD, 0)]


def test_a_first_hut_costs_what_its_site_shows_and_brings_the_specimen() -> None:
    game = Game()
    game.build(FORD)
    assert game.told(EVENT_HUT_BUILT, EVENT_MONEY, EVENT_TOKEN_GAINED) == [
        (EVENT_HUT_BUILT, 0, (FORD, 0, 6, -1, 0, 0)),
        (EVENT_MONEY, 0, (9, 3, amazonas.MONEY_HUT, 0, 0, 0)),
        (EVENT_TOKEN_GAINED, 0, (ORCHID, 11, 0, 0, 0, 0)),
    ]
    assert game.player(0).silver == 3
    assert game.player(0).specimens == (0, 0, 0, 0, 1)
    assert game.player(0).huts_left == 11
    assert game.table.supply == (12, 12, 12, 12, 11)


def test_the_second_in_the_same_village_pays_for_the_next_site() -> None:
    game = Game()
    game.set_up(FORD, FORD)
    assert amazonas.sites(game.state)[FORD] == (0, 1, None)
    assert game.silver() == (3, 0, 9)
    assert game.codes(MOVE_BUILD, FORD) == ["TOO_EXPENSIVE"]  # 4 gold
    assert (MOVE_BUILD, FORD) not in game.legal()


def test_a_full_village_takes_no_first_hut() -> None:
    game = Game()
    game.build(HOLLOW)
    assert game.codes(MOVE_BUILD, HOLLOW) == ["VILLAGE_FULL"]


def test_whoever_can_pay_for_a_first_hut_must_build_it() -> None:
    game = Game()
    assert game.codes(MOVE_PASS) == ["PASS_NOT_ALLOWED"]


def test_whoever_can_pay_for_no_first_hut_passes_and_never_builds() -> None:
    villages = [(FISH, [1]), *[(FISH, [4])] * 3]
    game = Game(rules_of(2, pack=meadow([FISH], villages=4), villages=villages))
    game.build(0)
    assert game.legal() == [(MOVE_PASS, 0)]
    game.skip()
    game.full_round()
    game.full_round()
    game.event(QUIET)
    game.cards(4, 4)
    while game.table.active != 1:
        game.end()
    assert game.player(1).silver >= 12
    assert game.legal() == [(MOVE_END, 0)]
    assert game.codes(MOVE_BUILD, 1) == ["NOT_CONNECTED"]


def test_a_turn_of_the_set_up_ends_by_itself() -> None:
    game = Game()
    game.build(DELTA)
    assert game.told(amazonas.EVENT_TURN_ENDED) == [(amazonas.EVENT_TURN_ENDED, 0, (0,) * 6)]


# --- Draw an Event Card ---------------------------------------------------------------------------------------------


def test_an_event_lies_out_from_its_drawing_to_the_end_of_the_round() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    assert amazonas.table(game.state).event is None
    game.event(THEFT)
    assert game.table.event == THEFT
    assert game.told() == [(amazonas.EVENT_EVENT_DRAWN, -1, (1, THEFT, 0, 0, 0, 0))]
    assert game.table.events_left[THEFT] == 1
    game.cards(1, 2, 3)
    assert game.table.event == THEFT
    game.end_turns()
    assert game.table.event is None


def test_an_event_card_comes_once() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(THEFT, 1, 2, 3)
    assert len(game.state.outcomes()) == 17
    drawn = next(card for card in range(18) if amazonas.event_shown(card) == THEFT)
    assert game.state.check_outcome(amazonas.pack_event(drawn)) == [(amazonas.EVENT_ALREADY_DRAWN, (drawn, 0, 0))]


def test_event_cards_as_the_box_has_them() -> None:
    shown = [amazonas.event_shown(card) for card in range(18)]
    assert [shown.count(event) for event in range(10)] == [2, 2, 3, 2, 4, 1, 1, 1, 1, 1]


# --- Play Income Cards ----------------------------------------------------------------------------------------------


def at_the_first_cards(rules: Rules | None = None, villages: tuple[int, ...] = (DELTA, FORK, FORD)) -> Game:
    """All have a hut, and choose their first card; the event does nothing."""
    game = Game(rules)
    game.set_up(*villages)
    game.event(QUIET)
    return game


def test_all_choose_at_the_same_time() -> None:
    game = at_the_first_cards()
    assert game.state.to_act() == (0, 1, 2)
    game.play(MOVE_CARD, 4, seat=2)
    assert game.state.to_act() == (0, 1)
    assert game.table.chosen == (2,)


def test_nothing_shows_before_all_have_chosen() -> None:
    game = at_the_first_cards()
    before = [game.player(seat) for seat in range(3)]
    game.play(MOVE_CARD, 4, seat=2)
    (chosen,) = game.events
    assert (chosen.kind, chosen.seat, chosen.audience, chosen.args[0]) == (amazonas.EVENT_CARD_CHOSEN, 2, 0b100, 4)
    assert game.player(2) == before[2]._replace(choice=4)
    assert [game.player(0), game.player(1)] == before[:2]
    assert game.table.order == ()


def test_a_chosen_card_cannot_be_changed() -> None:
    game = at_the_first_cards()
    game.play(MOVE_CARD, 4, seat=2)
    assert game.codes(MOVE_CARD, 5, seat=2) == ["NOT_TO_ACT"]


def test_the_order_of_choosing_leaves_no_trace() -> None:
    states = []
    for order in permutations(range(3)):
        game = at_the_first_cards()
        for seat in order:
            game.play(MOVE_CARD, seat + 1, seat=seat)
        states.append(game.state.to_bytes())
    assert len(set(states)) == 1


def test_all_cards_are_revealed_together_and_incomes_announced() -> None:
    game = at_the_first_cards()
    game.cards(1, 2, 6)
    revealed = game.told(amazonas.EVENT_CARDS_REVEALED)
    # A fish and a butterfly count, the orchid does not.
    assert [(seat, args[:2]) for _, seat, args in revealed] == [(0, (1, 2)), (1, (2, 3)), (2, (6, 6))]
    assert [game.player(seat).income for seat in range(3)] == [2, 3, 6]
    assert [game.player(seat).played for seat in range(3)] == [1, 2, 6]
    assert game.player(0).hand == (0, 2, 3, 4, 5, 6)


def test_example_butterfly_card_with_one_butterfly_is_an_income_of_3() -> None:
    game = Game()
    game.set_up(FORK)
    assert amazonas.income(game.state, 0, 2) == 3


def collector(*specimens: int, rounds: int = 0) -> Game:
    """Seat 0 has got these specimens one by one, seat 1 an iguana; at least so many rounds have been played."""
    villages = max(4, len(specimens) + 1)
    game = Game(rules_of(2, pack=meadow([*specimens, *[IGUANA] * 4][:villages])))
    game.set_up(0, villages - 1)
    todo = list(range(1, len(specimens)))
    while todo or rounds > 0:
        affordable = min(len(todo), (game.player(0).silver + 3) // 3) if todo else 0
        builds, todo = todo[:affordable], todo[affordable:]
        game.full_round(builds={0: builds})
        rounds -= 1
    return game


def test_example_orchid_card_with_three_orchids_is_an_income_of_8() -> None:
    assert amazonas.income(collector(ORCHID, ORCHID, ORCHID).state, 0, 5) == 8


def test_example_card_0_counts_the_largest_type() -> None:
    game = collector(FISH, FISH, FISH, PARROT, PARROT)
    assert game.count(0) == (3, 0, 0, 2, 0)
    assert amazonas.income(game.state, 0, 0) == 3


@pytest.mark.parametrize(("card", "type_"), [(1, FISH), (2, BUTTERFLY), (3, IGUANA), (4, PARROT), (5, ORCHID)], ids=str)
def test_each_card_shows_a_type(card: int, type_: int) -> None:
    game = collector(type_, type_)
    assert [amazonas.income(game.state, 0, other) for other in range(1, 6)] == [
        other + 2 * (other == card) for other in range(1, 6)
    ]


def natives_hired(*types: int, specimens: tuple[int, ...] = (FISH, FISH)) -> Game:
    """Seat 0 with these specimens has hired natives for these types; seat 1 has an iguana."""
    game = collector(*specimens)
    for type_ in types:
        game.full_round(NATIVES, hires={0: type_})
    return game


def test_example_fish_card_with_two_fish_and_a_native_is_an_income_of_4() -> None:
    assert amazonas.income(natives_hired(FISH).state, 0, 1) == 4


def test_example_native_card_with_two_natives_of_different_types_is_an_income_of_8() -> None:
    assert amazonas.income(natives_hired(FISH, ORCHID).state, 0, 6) == 8


def test_a_native_counts_for_card_0() -> None:
    assert amazonas.income(natives_hired(FISH).state, 0, 0) == 3


def test_income_is_asked_for_cards_that_there_are() -> None:
    for card in (-1, 7):
        with pytest.raises(ValueError, match="income card"):
            amazonas.income(Game().state, 0, card)


def test_a_card_is_played_once_until_all_return() -> None:
    game = at_the_first_cards()
    game.cards(6, 6, 6)
    game.end_turns()
    game.event(BONUS_FISH)
    assert game.codes(MOVE_CARD, 6, seat=0) == ["CARD_NOT_IN_HAND"]
    assert game.legal(0) == [(MOVE_CARD, card) for card in range(6)]


def test_cards_return_after_all_turns_of_the_seventh_and_the_fourteenth_round() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    for number in range(1, 19):
        assert game.table.round == number
        assert len(game.player(0).hand) == 7 - (number - 1) % 7
        game.event(game.harmless_event())
        game.cards(*[game.player(seat).hand[0] for seat in range(3)])
        while game.table.place is not None and game.table.place < 2:
            game.take() if game.table.phase == amazonas.EARNING else game.end()
        assert len(game.player(0).hand) == 6 - (number - 1) % 7
        assert game.player(0).played is not None
        game.end_turns()
        returned = game.told(amazonas.EVENT_CARDS_RETURNED)
        assert bool(returned) == (number in (7, 14))
        assert (game.player(0).played is None) == (number in (7, 14))
    assert game.state.is_over
    assert [game.player(seat).hand for seat in range(3)] == [(4, 5, 6)] * 3


# --- Determine Order of Play ----------------------------------------------------------------------------------------


def test_the_highest_income_plays_first() -> None:
    game = at_the_first_cards()
    game.cards(3, 6, 4)
    assert game.table.order == (1, 2, 0)
    assert game.told(EVENT_ORDER_DECIDED) == [
        (EVENT_ORDER_DECIDED, 1, (0, amazonas.ORDER_BY_INCOME, 6, 0, 0, 0)),
        (EVENT_ORDER_DECIDED, 2, (1, amazonas.ORDER_BY_INCOME, 4, 0, 0, 0)),
        (EVENT_ORDER_DECIDED, 0, (2, amazonas.ORDER_BY_INCOME, 3, 0, 0, 0)),
    ]
    for seat in (1, 2, 0):
        assert game.state.to_act() == (seat,)
        game.end()


def test_specimens_count_for_the_order() -> None:
    game = at_the_first_cards()
    game.cards(1, 0, 0)  # 1 and a fish; one butterfly; one orchid
    assert [game.player(seat).income for seat in range(3)] == [2, 1, 1]
    assert game.table.order[0] == 0


@pytest.mark.parametrize("event", [FOREST_FIRE, THEFT, BONUS_FISH])
def test_the_order_knows_nothing_of_the_event(event: int) -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.round(event, 2, 3, 4)
    assert [game.player(seat).income for seat in range(3)] == [2, 3, 4]
    assert game.table.order == (2, 1, 0)


def test_white_numbers_are_all_different() -> None:
    numbers = [amazonas.white_number_of(seat, card) for seat in range(4) for card in range(7)]
    assert len(set(numbers)) == 28
    assert [amazonas.white_number_of(seat, 5) for seat in range(4)] == [22, 23, 24, 21]
    assert all(
        amazonas.white_number_of(seat, 3) < amazonas.white_number_of(other, 4)
        for seat in range(4)
        for other in range(4)
    )


def test_equal_incomes_the_higher_white_number_plays_first() -> None:
    game = at_the_first_cards()
    game.cards(3, 3, 3)
    # Card 3 has the white numbers 16, 13, 14 for the seats 0, 1, 2.
    assert game.table.order == (0, 2, 1)
    assert [args[:3] for _, _, args in game.told(EVENT_ORDER_DECIDED)] == [
        (place, amazonas.ORDER_BY_WHITE_NUMBER, 3) for place in range(3)
    ]


def test_equal_incomes_of_different_cards_the_higher_card_plays_first() -> None:
    game = at_the_first_cards(villages=(DELTA, FORK, FORD))
    game.cards(3, 2, 4)  # 3; 2 and a butterfly; 4
    assert [game.player(seat).income for seat in range(3)] == [3, 3, 4]
    assert game.table.order == (2, 0, 1)
    reasons = [args[1] for _, _, args in game.told(EVENT_ORDER_DECIDED)]
    assert reasons == [amazonas.ORDER_BY_INCOME, amazonas.ORDER_BY_WHITE_NUMBER, amazonas.ORDER_BY_WHITE_NUMBER]


def test_white_numbers_may_beat_a_higher_seat_twice_in_a_row() -> None:
    game = at_the_first_cards()
    game.cards(3, 3, 5)
    assert game.table.order == (2, 0, 1)
    game.end_turns()
    game.round(BONUS_FISH + IGUANA, 4, 4, 3)
    # Card 4 has the white numbers 17, 18 for the seats 0, 1.
    assert game.table.order == (1, 0, 2)


def alike(players: int, tie_break: int) -> Game:
    """All sit in villages of the same type, so that equal cards mean equal incomes."""
    game = Game(rules_of(players, pack=meadow([IGUANA], villages=4), tie_break=tie_break))
    game.set_up(*range(players))
    return game


def test_equal_incomes_the_higher_coin_plays_first_and_two_swap() -> None:
    game = alike(3, COPPER_COINS)
    game.round(JAGUAR, 2, 2, 5)
    assert game.table.order == (2, 1, 0)
    assert game.coins() == (2, 1, 3)
    assert game.told(EVENT_COIN_CHANGED) == [
        (EVENT_COIN_CHANGED, 0, (1, 2, 0, 0, 0, 0)),
        (EVENT_COIN_CHANGED, 1, (2, 1, 0, 0, 0, 0)),
    ]
    game.end_turns()
    game.round(JAGUAR, 4, 4, 2)
    assert game.table.order == (0, 1, 2)
    assert game.coins() == (1, 2, 3)


def test_of_three_with_equal_incomes_the_winner_takes_the_lowest_coin_and_the_others_move_up_one() -> None:
    game = alike(4, COPPER_COINS)
    game.round(JAGUAR, 2, 5, 2, 2)
    assert game.table.order == (1, 3, 2, 0)
    assert game.coins() == (3, 2, 4, 1)
    game.end_turns()
    game.round(JAGUAR, 4, 2, 4, 4)
    assert game.table.order == (2, 0, 3, 1)
    assert game.coins() == (4, 2, 1, 3)


def test_four_equal_incomes_rotate_all_coins() -> None:
    game = alike(4, COPPER_COINS)
    game.round(JAGUAR, 2, 2, 2, 2)
    assert game.table.order == (3, 2, 1, 0)
    assert game.coins() == (2, 3, 4, 1)
    game.end_turns()
    game.round(JAGUAR, 4, 4, 4, 4)
    assert game.table.order == (2, 1, 0, 3)
    assert game.coins() == (3, 4, 1, 2)


def test_two_ties_in_one_round_rotate_each_for_itself() -> None:
    game = alike(4, COPPER_COINS)
    game.round(JAGUAR, 2, 5, 2, 5)
    assert game.table.order == (3, 1, 2, 0)
    assert game.coins() == (3, 4, 1, 2)


def test_without_a_tie_coins_stay() -> None:
    game = alike(4, COPPER_COINS)
    game.round(JAGUAR, 1, 2, 4, 5)
    assert game.coins() == (1, 2, 3, 4)
    assert game.told(EVENT_COIN_CHANGED) == []


@pytest.mark.parametrize(
    ("cards", "order", "cards_then", "order_then"),
    [
        # White numbers by seat: card 2: 11, 12, 9, 10; card 4: 17, 18, 19, 20; card 5: 22, 23, 24, 21.
        ((2, 2, 5, 6), (3, 2, 1, 0), (4, 4, 2, 5), (3, 1, 0, 2)),
        ((2, 2, 2, 5), (3, 1, 0, 2), (4, 4, 4, 2), (2, 1, 0, 3)),
        ((2, 2, 2, 2), (1, 0, 3, 2), (4, 4, 4, 4), (3, 2, 1, 0)),
    ],
    ids=["two", "three", "four"],
)
def test_white_numbers_settle_ties_twice_in_a_row(
    cards: tuple[int, ...], order: tuple[int, ...], cards_then: tuple[int, ...], order_then: tuple[int, ...]
) -> None:
    game = alike(4, WHITE_NUMBER)
    game.round(JAGUAR, *cards)
    assert game.table.order == order
    game.end_turns()
    game.round(JAGUAR, *cards_then)
    assert game.table.order == order_then
    assert game.coins() == (None,) * 4


def test_the_tie_break_is_an_option_of_either_edition() -> None:
    for edition in (EDITION_2005, EDITION_BGA):
        for tie_break, order in ((WHITE_NUMBER, (0, 2, 1)), (COPPER_COINS, (2, 1, 0))):
            game = at_the_first_cards(rules_of(edition=edition, tie_break=tie_break))
            game.cards(3, 3, 3)
            assert game.table.order == order


# --- Receive Silver Coins as Income ---------------------------------------------------------------------------------


def test_each_gets_what_was_announced_when_its_turn_begins() -> None:
    game = at_the_first_cards()
    assert game.silver() == (3, 3, 3)
    game.cards(3, 6, 4)
    assert game.silver() == (3, 9, 3)
    # Nothing comes of the bonus, and that is told too.
    assert changes_of_money(game, 1) == [(3, 9, amazonas.MONEY_INCOME), (9, 9, amazonas.MONEY_BONUS)]
    game.end()
    assert game.silver() == (3, 9, 7)
    game.end()
    assert game.silver() == (6, 9, 7)


def test_income_cannot_be_left_out_or_taken_twice() -> None:
    game = at_the_first_cards()
    game.cards(3, 6, 4)
    assert game.codes(MOVE_INCOME) == ["INCOME_TAKEN_ALREADY"]


def test_example_five_silver_are_one_gold_and_two_silver() -> None:
    # They pay for a site of 1 gold and not for one of 2, and 2 silver are left.
    villages = [(FISH, [3]), (ORCHID, [3]), (IGUANA, [1]), (PARROT, [2])]
    game = Game(rules_of(2, pack=meadow(range(4)), villages=villages))
    game.set_up(0, 1)
    game.round(QUIET, 5, 1)
    assert game.player(0).silver == 5
    assert amazonas.buildable(game.state, 0) == (2,)
    game.build(2)
    assert game.player(0).silver == 2


# --- Event Cards: Forest Fire, Theft, Bonus -------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "half"), [(0, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_forest_fire_leaves_half_of_the_income_rounded_down(card: int, half: int) -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.round(FOREST_FIRE, card, 6, 6)
    game.end_turns()
    assert game.player(0).silver == 3 + half


def test_a_forest_fire_halves_specimens_too_and_says_so() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.round(FOREST_FIRE, 2, 2, 5)  # 2; 2 and a butterfly; 5 and an orchid
    assert changes_of_money(game, 2) == [(3, 6, amazonas.MONEY_BURNT_INCOME)]
    assert game.player(2).income == 6


def test_a_forest_fire_does_not_touch_what_was_saved() -> None:
    game = at_the_first_cards()
    game.cards(6, 5, 4)
    game.end_turns()
    before = game.silver()
    game.idle_round(FOREST_FIRE, 0, 1, 2)  # 1 fish; 1; 2
    assert game.silver() == (before[0], before[1], before[2] + 1)


def test_example_theft_takes_two_from_two_fish_two_orchids_and_an_iguana() -> None:
    game = collector(FISH, FISH, ORCHID, ORCHID, IGUANA, rounds=7)
    before = game.player(0).silver
    game.round(THEFT, 4, 3)
    if game.table.active == 1:
        game.end()
    assert game.player(0).silver == before + 4 - 2
    assert changes_of_money(game, 0) == [
        (before, before + 4, amazonas.MONEY_INCOME),
        (before + 4, before + 2, amazonas.MONEY_THEFT),
    ]


def test_theft_takes_no_more_than_there_is() -> None:
    # The hut takes all the money; three natives make four fish.
    game = Game(rules_of(2, pack=meadow([FISH, IGUANA, IGUANA, IGUANA], sites=(3,))))
    game.set_up(0, 1)
    for _ in range(3):
        game.full_round(NATIVES, hires={0: FISH})
    assert (game.player(0).silver, game.count(0)[FISH]) == (0, 4)
    game.round(THEFT, 3, 2)
    assert changes_of_money(game, 0) == [(0, 3, amazonas.MONEY_INCOME), (3, 0, amazonas.MONEY_THEFT)]
    assert game.player(0).silver == 0


def test_theft_counts_natives() -> None:
    game = natives_hired(FISH)
    before = game.player(0).silver
    game.full_round(THEFT, cards=(3, 3))
    assert game.player(0).silver == before + 3 - 3


def test_example_fish_bonus_brings_two_silver_for_two_fish() -> None:
    game = collector(FISH, FISH)
    before = game.player(0).silver
    game.round(BONUS_FISH, 3, 4)
    game.end()
    assert game.player(0).silver == before + 3 + 2
    assert changes_of_money(game, 0) == [
        (before, before + 3, amazonas.MONEY_INCOME),
        (before + 3, before + 5, amazonas.MONEY_BONUS),
    ]


def test_a_bonus_counts_natives() -> None:
    game = natives_hired(ORCHID)
    before = game.player(0).silver
    game.full_round(BONUS_ORCHID, cards=(3, 3))
    assert game.player(0).silver == before + 3 + 1


@pytest.mark.parametrize("type_", range(5))
def test_each_bonus_is_for_its_type(type_: int) -> None:
    game = collector(*[other for other in range(5) if other != IGUANA], IGUANA)
    before = game.player(0).silver
    card = next(card for card in game.player(0).hand if card != 0 and card != type_ + 1)
    earned = amazonas.income(game.state, 0, card)
    game.full_round(BONUS_FISH + type_, cards=(card, game.player(1).hand[0]))
    assert game.player(0).silver == before + earned + 1


# --- Play Income Cards: the card with a native ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "earned"), [(FOREST_FIRE, 6), (THEFT, 6), (BONUS_FISH, 7), (JAGUAR, 6), (CROCODILE, 6)]
)
def test_card_6_keeps_bad_events_away_and_good_ones_not(event: int, earned: int) -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(event, 6, 3, 4)
    assert game.player(0).silver == 3 + earned


def test_card_6_protects_nobody_else() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(FOREST_FIRE, 6, 3, 4)
    assert game.silver() == (9, 4, 5)


def test_card_6_protects_in_its_round_only() -> None:
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(FOREST_FIRE, 6, 3, 4)
    game.idle_round(FOREST_FIRE, 4, 4, 3)
    assert game.player(0).silver == 9 + 2


# --- Event Cards: Natives -------------------------------------------------------------------------------------------


def at_a_native(*cards: int, rules: Rules | None = None) -> Game:
    """A native waits; the seats have played these cards."""
    game = Game(rules)
    game.set_up(DELTA, FORK, FORD)
    game.round(NATIVES, *cards)
    return game


def test_in_turn_order_each_may_take_the_native_instead_of_the_income() -> None:
    game = at_a_native(3, 6, 4)
    assert game.table.native
    assert game.table.phase == amazonas.EARNING
    assert game.legal() == [(MOVE_INCOME, 0), *[(MOVE_HIRE, type_) for type_ in range(5)]]
    game.take()
    assert game.player(1).silver == 9
    game.end()
    assert game.legal() == [(MOVE_INCOME, 0), *[(MOVE_HIRE, type_) for type_ in range(5)]]
    game.hire(PARROT)
    assert game.told() == [(amazonas.EVENT_NATIVE_HIRED, 2, (PARROT, 0, 0, 0, 0, 0))]
    assert game.player(2).natives == (0, 0, 0, 1, 0)
    assert game.player(2).silver == 3
    assert not game.table.native


def test_whoever_comes_after_the_native_is_gone_takes_the_income_and_is_not_asked() -> None:
    game = at_a_native(3, 6, 4)
    game.hire(FISH)
    game.end()
    assert (game.table.active, game.table.phase) == (2, amazonas.BUILDING)
    assert game.player(2).silver == 3 + 4
    assert game.codes(MOVE_HIRE, FISH) == ["INCOME_TAKEN_ALREADY", "NO_NATIVE"]


def test_while_asked_about_the_native_nobody_builds() -> None:
    game = at_a_native(3, 6, 4)
    assert game.codes(MOVE_BUILD, DELTA) == ["WRONG_STEP"]
    assert game.codes(MOVE_END) == ["WRONG_STEP"]
    assert amazonas.buildable(game.state, 1) == ()


def test_a_native_whom_all_refuse_leaves_the_game() -> None:
    game = at_a_native(3, 6, 4)
    for _ in range(3):
        game.take()
        game.end()
    assert (amazonas.EVENT_NATIVE_LEFT, -1, (0,) * 6) in game.told()
    assert not game.table.native
    assert all(game.player(seat).natives == (0,) * 5 for seat in range(3))
    game.event(QUIET)
    assert not game.table.native


def test_a_native_may_be_taken_for_an_income_of_0() -> None:
    villages = [(FISH, [1]), *[(FISH, [4])] * 3]
    game = Game(rules_of(2, pack=meadow([FISH], villages=4), villages=villages))
    game.build(0)
    game.skip()
    game.round(NATIVES, 3, 0)
    game.take()
    game.end()
    assert game.player(1).income == 0
    game.hire(ORCHID)
    assert game.player(1).natives == (0, 0, 0, 0, 1)
    assert game.player(1).silver == 9


def test_an_income_of_0_is_taken_as_well() -> None:
    villages = [(FISH, [1]), *[(FISH, [4])] * 3]
    game = Game(rules_of(2, pack=meadow([FISH], villages=4), villages=villages))
    game.build(0)
    game.skip()
    game.round(NATIVES, 3, 0)
    game.take()
    game.end()
    game.take()
    assert changes_of_money(game, 1) == [(9, 9, amazonas.MONEY_INCOME)]


def test_whoever_hires_may_still_build_from_savings() -> None:
    game = at_the_first_cards()
    game.cards(3, 6, 4)
    game.end_turns()
    game.round(NATIVES, 5, 4, 3)
    game.hire(FISH)
    assert game.codes(MOVE_INCOME) == ["INCOME_TAKEN_ALREADY"]
    assert (game.table.active, game.player(0).silver) == (0, 6)
    game.build(HOLLOW)
    assert game.player(0).huts == (DELTA, HOLLOW)


def test_a_native_of_any_type_unless_it_needs_one_of_its_own() -> None:
    own = Game(rules_of(native_needs_own_type=True))
    own.set_up(DELTA, FORK, FORD)
    own.round(NATIVES, 3, 6, 4)
    assert own.legal() == [(MOVE_INCOME, 0), (MOVE_HIRE, BUTTERFLY)]
    assert own.codes(MOVE_HIRE, FISH) == ["NATIVE_NEEDS_OWN_TYPE"]
    assert amazonas.hirable(own.state, 1) == (BUTTERFLY,)
    own.hire(BUTTERFLY)
    assert own.count(1) == (0, 2, 0, 0, 0)


def test_whoever_has_no_specimen_at_all_is_not_asked_where_natives_need_one() -> None:
    villages = [(FISH, [1]), *[(FISH, [4])] * 3]
    game = Game(rules_of(2, pack=meadow([FISH], villages=4), villages=villages, native_needs_own_type=True))
    game.build(0)
    game.skip()
    game.round(NATIVES, 0, 6)
    assert (game.table.active, game.table.phase) == (1, amazonas.BUILDING)
    assert game.player(1).silver == 15
    assert game.codes(MOVE_HIRE, FISH) == ["INCOME_TAKEN_ALREADY", "NATIVE_NEEDS_OWN_TYPE"]
    game.end()
    assert game.table.phase == amazonas.EARNING


def test_card_6_does_not_keep_a_native_away() -> None:
    game = at_a_native(3, 6, 4)
    assert game.table.active == 1
    game.hire(FISH)
    assert game.player(1).silver == 3


def test_a_hired_native_counts_for_the_five_types_at_once() -> None:
    game = collector(FISH, BUTTERFLY, IGUANA, PARROT)
    assert game.player(0).five_types == 0
    game.round(NATIVES, *[game.player(seat).hand[0] for seat in range(2)])
    if game.table.active == 1:
        game.take()
        game.end()
    game.hire(ORCHID)
    assert game.told(EVENT_FIVE_TYPES) == [(EVENT_FIVE_TYPES, 0, (4, 0, 0, 0, 0, 0))]
    assert game.player(0).five_types == 4


# --- Build Huts using Gold Coins ------------------------------------------------------------------------------------


SAVING: list[tuple[int, tuple[int, ...]]] = [
    (NATIVES, (6, 6, 6)),
    (NATIVES, (4, 3, 2)),
    (NATIVES, (3, 2, 4)),
    (NATIVES, (2, 5, 5)),
    (BONUS_FISH, (1, 1, 1)),
    (BONUS_FISH + BUTTERFLY, (0, 0, 0)),
]
"""Rounds in which three seats may earn without harm."""


def rich(*villages: int, event: int = QUIET) -> Game:
    """Six rounds have been saved; the seats have built in these villages, and seat 0 is in turn under this event."""
    game = Game()
    game.set_up(*villages)
    for saving, cards in SAVING:
        game.full_round(saving, cards)
    game.round(event, 5, 4, 3)
    assert game.table.active == 0
    return game


def test_a_hut_can_be_built_next_to_an_own_one_only() -> None:
    game = rich(DELTA, NEST, MARSH)
    assert amazonas.buildable(game.state, 0) == (FORK, GROVE, HOLLOW)
    for village in (FORD, GLADE):
        assert game.codes(MOVE_BUILD, village) == ["NOT_CONNECTED"]
    assert amazonas.buildable(game.state, 1) == ()


def test_huts_of_others_connect_nobody_else() -> None:
    game = rich(DELTA, FORD, GLADE)
    assert game.codes(MOVE_BUILD, MARSH) == ["NOT_CONNECTED"]


def test_a_hut_built_this_turn_connects_at_once() -> None:
    game = rich(DELTA, NEST, MARSH)
    game.build(FORK)
    assert FORD in amazonas.buildable(game.state, 0)
    game.build(FORD)
    assert game.player(0).huts == (DELTA, FORK, FORD)


def test_any_number_of_huts_in_a_turn_or_none() -> None:
    game = rich(DELTA, NEST, MARSH)
    before = game.player(0).silver
    for village in (FORK, HOLLOW, GROVE):
        game.build(village)
    assert game.player(0).silver == before - 6 - 6 - 9
    game.end()
    assert game.table.active == 1
    game.end()
    assert game.player(1).huts == (NEST,)


def test_one_hut_of_ones_own_in_a_village() -> None:
    game = rich(DELTA, NEST, MARSH)
    assert game.codes(MOVE_BUILD, DELTA) == ["OWN_HUT_THERE"]


def test_the_hut_tells_from_where_it_was_reached() -> None:
    game = rich(DELTA, NEST, MARSH)
    game.build(HOLLOW)
    assert game.told(EVENT_HUT_BUILT) == [
        (EVENT_HUT_BUILT, 0, (HOLLOW, 0, 6, DELTA, amazonas.BY_PATH | amazonas.BY_RIVER, 0))
    ]
    game.build(GROVE)
    assert game.told(EVENT_HUT_BUILT) == [(EVENT_HUT_BUILT, 0, (GROVE, 0, 9, DELTA, amazonas.BY_RIVER, 0))]
    game.build(FORD)
    # Grove by river and Hollow by path: the lower village is named.
    assert game.told(EVENT_HUT_BUILT) == [(EVENT_HUT_BUILT, 0, (FORD, 0, 6, GROVE, amazonas.BY_RIVER, 0))]


def test_later_arrivals_pay_for_the_next_site() -> None:
    game = rich(DELTA, DELTA, FORK)
    assert amazonas.sites(game.state)[DELTA] == (0, 1, None)
    assert amazonas.price(game.state, 2, DELTA) == 12
    assert amazonas.price(game.state, 0, FORK) == 9
    game.build(FORK)
    assert game.told(EVENT_HUT_BUILT)[0][2][:3] == (FORK, 1, 9)
    assert amazonas.price(game.state, 1, FORK) is None


def test_a_full_village_takes_no_more_huts() -> None:
    game = rich(DELTA, HOLLOW, FORK)
    assert game.codes(MOVE_BUILD, HOLLOW) == ["VILLAGE_FULL"]


def test_a_hut_must_be_paid_for() -> None:
    game = at_the_first_cards()
    game.cards(6, 2, 3)
    assert game.player(0).silver == 9
    game.build(GROVE)
    assert game.player(0).silver == 0
    assert game.codes(MOVE_BUILD, HOLLOW) == ["TOO_EXPENSIVE"]


def test_twelve_tokens_of_a_type_and_then_none() -> None:
    pack = meadow([FISH], sites=(1,), villages=16)
    game = Game(rules_of(2, pack=pack))
    game.set_up(0, 15)
    todo = list(range(1, 12))
    while todo:
        affordable = min(len(todo), game.player(0).silver // 3)
        builds, todo = todo[:affordable], todo[affordable:]
        game.full_round(builds={0: builds})
    assert game.count(0)[FISH] == 11  # seat 1 has the twelfth
    assert len(game.player(0).huts) == 12
    assert game.table.supply[FISH] == 0


def test_the_bonus_for_five_types_needs_tokens_that_came() -> None:
    game = collector(FISH, BUTTERFLY, IGUANA, PARROT, PARROT)
    assert game.player(0).five_types == 0


def twelve_huts(edition: dict[str, Any], **changes: Any) -> Game:
    """Seat 0 has built all twelve huts and is in turn with money; a thirteenth village costs 1 gold."""
    game = Game(rules_of(2, pack=meadow(range(5), sites=(1, 2), villages=15), edition=edition, **changes))
    game.set_up(0, 14)
    todo = list(range(1, 12))
    while todo:
        affordable = min(len(todo), game.player(0).silver // 3)
        builds, todo = todo[:affordable], todo[affordable:]
        game.full_round(builds={0: builds})
    game.full_round()
    game.event(game.harmless_event())
    game.cards(game.player(0).hand[-1], game.player(1).hand[0])
    while game.table.active != 0 or game.table.phase == amazonas.EARNING:
        game.take() if game.table.phase == amazonas.EARNING else game.end()
    assert game.player(0).huts_left == 0
    assert game.player(0).silver >= 8
    return game


def test_twelve_huts_are_all_and_the_first_one_is_among_them() -> None:
    game = twelve_huts(EDITION_2005)
    assert game.legal() == [(MOVE_END, 0)]
    assert game.codes(MOVE_BUILD, 12) == ["NO_HUT_LEFT"]
    assert amazonas.buildable(game.state, 0) == ()


def test_the_thirteenth_hut_costs_a_silver_more_where_it_can_be_bought() -> None:
    game = twelve_huts(EDITION_BGA)
    assert 12 in amazonas.buildable(game.state, 0)
    assert amazonas.price(game.state, 0, 12) == 4
    before = game.player(0).silver
    game.build(12)
    assert game.player(0).silver == before - 4
    game.build(13)
    assert game.player(0).silver == before - 8
    assert game.player(0).huts_left == 0


def test_an_extra_hut_needs_its_silver_too() -> None:
    villages = [(id_ % 5, [8] if id_ == 12 else [1, 2]) for id_ in range(15)]
    game = twelve_huts(EDITION_BGA, villages=villages)
    assert game.player(0).silver == 24  # 8 gold, and no silver
    assert 12 not in amazonas.buildable(game.state, 0)
    word = amazonas.pack_move(MOVE_BUILD, 12)
    assert game.state.check(0, word) == [(amazonas.TOO_EXPENSIVE, (12, 25, 24))]


def test_extra_huts_are_an_option_of_either_edition() -> None:
    assert twelve_huts(EDITION_2005, extra_huts=True).codes(MOVE_BUILD, 12) == []
    assert twelve_huts(EDITION_BGA, extra_huts=False).codes(MOVE_BUILD, 12) == ["NO_HUT_LEFT"]


def test_example_rosaria_has_five_neighbours() -> None:
    pack = shipped_pack()
    village = {village["name"]: village["id"] for village in pack["villages"]}
    game = Game(rules_of(pack=pack))
    others = [id_ for name, id_ in village.items() if name not in EXAMPLE_NEIGHBOURS]
    game.set_up(village["Rosaria"], others[0], others[1])
    game.event(QUIET)
    game.cards(6, 5, 4)
    assert game.table.active == 0
    connected = {name for name, id_ in village.items() if game.codes(MOVE_BUILD, id_) in ([], ["TOO_EXPENSIVE"])}
    assert connected == EXAMPLE_NEIGHBOURS


EXAMPLE_NEIGHBOURS = {"Santo Caño", "Moreña", "Piedras", "Xibu", "Tucu"}


# --- Event Cards: Jaguar, Crocodile ---------------------------------------------------------------------------------


def test_a_jaguar_bars_paths() -> None:
    game = rich(DELTA, NEST, MARSH, event=JAGUAR)
    assert game.codes(MOVE_BUILD, FORK) == ["BARRED_BY_JAGUAR"]
    assert amazonas.buildable(game.state, 0) == (GROVE, HOLLOW)


def test_a_crocodile_bars_rivers() -> None:
    game = rich(DELTA, NEST, MARSH, event=CROCODILE)
    assert game.codes(MOVE_BUILD, GROVE) == ["BARRED_BY_CROCODILE"]
    assert amazonas.buildable(game.state, 0) == (FORK, HOLLOW)


@pytest.mark.parametrize(("event", "kind"), [(JAGUAR, amazonas.BY_RIVER), (CROCODILE, amazonas.BY_PATH)])
def test_an_edge_that_is_both_stays_open(event: int, kind: int) -> None:
    game = rich(DELTA, NEST, MARSH, event=event)
    game.build(HOLLOW)
    assert game.told(EVENT_HUT_BUILT) == [(EVENT_HUT_BUILT, 0, (HOLLOW, 0, 6, DELTA, kind, 0))]


@pytest.mark.parametrize("event", [JAGUAR, CROCODILE])
def test_far_villages_are_not_connected_rather_than_barred(event: int) -> None:
    assert rich(DELTA, NEST, MARSH, event=event).codes(MOVE_BUILD, GLADE) == ["NOT_CONNECTED"]


def test_a_village_behind_two_edges_is_reached_over_the_open_one() -> None:
    # Ford is joined to Fork by a path and to Grove by a river.
    game = rich(GROVE, NEST, MARSH, event=JAGUAR)
    assert game.codes(MOVE_BUILD, FORD) == []
    game = rich(FORK, NEST, MARSH, event=JAGUAR)
    assert game.codes(MOVE_BUILD, FORD) == ["BARRED_BY_JAGUAR"]


@pytest.mark.parametrize(("event", "village"), [(JAGUAR, FORK), (CROCODILE, GROVE)])
def test_card_6_lifts_the_bar_for_its_player(event: int, village: int) -> None:
    game = Game()
    game.set_up(DELTA, NEST, DELTA)
    game.round(event, 6, 3, 4)
    game.build(village)
    game.end()
    assert game.codes(MOVE_BUILD, village)[0].startswith(("BARRED", "NOT_CONNECTED", "VILLAGE_FULL"))


def test_a_bar_lasts_for_its_round_only() -> None:
    game = rich(DELTA, NEST, MARSH, event=JAGUAR)
    game.end_turns()
    game.event(QUIET)
    game.cards(6, 5, 4)
    assert FORK in amazonas.buildable(game.state, 0)


# --- Secret Mission Card --------------------------------------------------------------------------------------------


def test_a_mission_village_that_others_filled_stays_missed() -> None:
    game = Game(missions=(0, 1, 2))  # Delta, Fork, Grove, Hollow
    game.set_up(DELTA, HOLLOW, FORD)
    assert game.score(0).missions == -9
    for _ in range(4):
        game.full_round()
    game.event(QUIET)
    game.cards(game.player(0).hand[-1], game.player(1).hand[0], game.player(2).hand[0])
    while game.table.active != 0:
        game.end()
    assert game.codes(MOVE_BUILD, HOLLOW) == ["VILLAGE_FULL"]
    assert game.score(0).missions == -9


# --- Neutrale Hütten im Spiel zu zweit ------------------------------------------------------------------------------


def for_two(*villages: int, **changes: Any) -> Game:
    """A BGA game for two, seat 0 in its first building step."""
    game = Game(rules_of(2, edition=EDITION_BGA, **changes))
    game.set_up(*(villages or (DELTA, MARSH)))
    game.round(QUIET, 6, 3)
    assert game.table.active == 0
    return game


def test_a_neutral_hut_is_free_and_brings_no_specimen() -> None:
    game = for_two()
    before = game.player(0)
    game.neutral(GLADE)
    assert game.told() == [(amazonas.EVENT_NEUTRAL_BUILT, 0, (GLADE, 0, 0, 0, 0, 0))]
    assert game.player(0) == before._replace(neutral_left=5)
    assert amazonas.sites(game.state)[GLADE] == (NEUTRAL_OWNER, None)


def test_a_neutral_hut_takes_the_cheapest_free_site_and_makes_the_village_dearer() -> None:
    game = for_two()
    assert amazonas.price(game.state, 1, DELTA) == 9
    game.neutral(DELTA)
    assert amazonas.sites(game.state)[DELTA] == (0, NEUTRAL_OWNER, None)
    assert amazonas.price(game.state, 1, DELTA) == 12


def test_a_neutral_hut_needs_two_free_sites_and_no_connection() -> None:
    # Hollow and Nest have one site, Marsh has one left.
    assert amazonas.neutral_sites(for_two().state, 0) == (DELTA, FORK, GROVE, FORD, GLADE)
    game = for_two()
    for village in (HOLLOW, NEST, MARSH):
        assert game.codes(MOVE_NEUTRAL, village) == ["LAST_FREE_SITE"]


def test_events_do_not_bar_neutral_huts() -> None:
    game = Game(rules_of(2, edition=EDITION_BGA))
    game.set_up(DELTA, MARSH)
    game.round(JAGUAR, 5, 3)
    assert FORK in amazonas.neutral_sites(game.state, 0)


def test_one_neutral_hut_per_round_and_seat() -> None:
    game = for_two()
    game.neutral(FORK)
    assert amazonas.neutral_sites(game.state, 0) == ()
    assert game.codes(MOVE_NEUTRAL, GLADE) == ["NEUTRAL_HUT_BUILT_THIS_ROUND"]
    game.end()
    assert game.table.active == 1
    assert GLADE in amazonas.neutral_sites(game.state, 1)
    game.neutral(GLADE)
    game.end()
    game.round(BONUS_FISH, 5, 2)
    assert GROVE in amazonas.neutral_sites(game.state, 0)


def test_one_neutral_hut_per_village_whoever_built_it() -> None:
    game = for_two()
    game.neutral(FORD)
    game.end()
    assert game.codes(MOVE_NEUTRAL, FORD) == ["NEUTRAL_HUT_THERE"]


@pytest.mark.parametrize("neutral_first", [True, False])
def test_neutral_huts_are_built_before_or_after_ones_own(neutral_first: bool) -> None:
    game = for_two()
    plies: list[Callable[[], None]] = [lambda: game.neutral(GROVE), lambda: game.build(HOLLOW)]
    for ply in plies if neutral_first else reversed(plies):
        ply()
    assert game.player(0).huts == (DELTA, HOLLOW)
    assert amazonas.sites(game.state)[GROVE][0] == NEUTRAL_OWNER


def test_a_neutral_hut_connects_nobody() -> None:
    game = for_two()
    game.neutral(FORD)
    assert game.codes(MOVE_BUILD, GLADE) == ["NOT_CONNECTED"]


def test_six_neutral_huts_for_each_seat() -> None:
    pack = meadow(range(5), villages=20)
    game = Game(rules_of(2, pack=pack, edition=EDITION_BGA))
    game.set_up(0, 19)
    for number in range(7):
        game.event(game.harmless_event())
        game.cards(*[game.player(seat).hand[-1] for seat in range(2)])
        while game.table.active is not None:
            if game.table.phase == amazonas.EARNING:
                game.take()
            elif game.table.active == 0 and number < 6 and not game.table.neutral_built:
                game.neutral(1 + number)
            else:
                if game.table.active == 0 and number == 6:
                    assert game.codes(MOVE_NEUTRAL, 10) == ["NO_NEUTRAL_HUT_LEFT"]
                    assert amazonas.neutral_sites(game.state, 0) == ()
                game.end()
    assert (game.player(0).neutral_left, game.player(1).neutral_left) == (0, 6)


def test_no_neutral_huts_in_the_set_up() -> None:
    assert Game(rules_of(2, edition=EDITION_BGA)).codes(MOVE_NEUTRAL, DELTA) == ["WRONG_STEP"]


@pytest.mark.parametrize(("players", "neutral_huts"), [(2, False), (3, True), (4, True)])
def test_no_neutral_huts_otherwise(players: int, neutral_huts: bool) -> None:
    game = Game(rules_of(players, edition=EDITION_BGA, neutral_huts=neutral_huts))
    game.set_up(*(DELTA, FORK, FORD, GLADE)[:players])
    game.round(QUIET, *(6, 3, 3, 3)[:players])
    assert game.codes(MOVE_NEUTRAL, DELTA) == ["NO_NEUTRAL_HUTS"]
    assert amazonas.neutral_sites(game.state, 0) == ()


# --- Bonus Points for Specimen Tokens -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "points"), [(2, (4, 2)), (3, (4, 3, 2)), (4, (5, 4, 3, 2))])
def test_the_bonus_for_five_types_falls_from_seat_to_seat_in_order_of_completion(
    players: int, points: tuple[int, ...]
) -> None:
    # Five villages of five types with four sites each; the seats complete their sets from the last to the first.
    game = Game(rules_of(players, pack=meadow(range(5))))
    game.set_up(*[0, 1, 2, 3][:players])
    assert amazonas.bonuses_left(game.state) == points
    missing = {seat: [village for village in range(5) if village != seat] for seat in range(players)}
    completed: list[int] = []
    for _ in range(18):
        game.event(game.harmless_event())
        game.cards(*[game.player(seat).hand[-1] for seat in range(players)])
        while (seat := game.table.active) is not None:
            if game.table.phase == amazonas.EARNING:
                game.take()
                continue
            may_build = all(other in completed for other in range(seat + 1, players))
            for village in [v for v in missing[seat] if may_build and v in amazonas.buildable(game.state, seat)]:
                if village in amazonas.buildable(game.state, seat):
                    game.build(village)
                    missing[seat].remove(village)
                    if game.told(EVENT_FIVE_TYPES):
                        assert game.told(EVENT_FIVE_TYPES)[0][2][0] == points[len(completed)]
                        completed.append(seat)
                        assert amazonas.bonuses_left(game.state) == points[len(completed) :]
            game.end()
    assert completed == list(reversed(range(players)))
    assert tuple(game.player(seat).five_types for seat in completed) == points
    assert amazonas.bonuses_left(game.state) == ()


def test_the_bonus_for_five_types_is_taken_once() -> None:
    game = collector(FISH, BUTTERFLY, IGUANA, PARROT, ORCHID, FISH, ORCHID)
    assert game.player(0).five_types == 4
    assert game.count(0) == (2, 1, 1, 1, 2)


# --- The End of the Game --------------------------------------------------------------------------------------------


@EDITIONS
def test_the_game_ends_after_the_eighteenth_round_and_missions_are_shown(edition: dict[str, Any]) -> None:
    game = Game(rules_of(3, edition=edition), missions=(3, 0, 2))
    game.set_up(DELTA, FORK, FORD)
    for _ in range(18):
        assert not game.state.is_over
        game.full_round()
    assert game.state.is_over
    assert game.table.round == 18
    assert game.state.to_act() == ()
    assert game.state.outcomes() == []
    assert game.table.events_left == (0,) * 10
    assert game.told(amazonas.EVENT_MISSION_SHOWN, amazonas.EVENT_FINISHED) == [
        (amazonas.EVENT_MISSION_SHOWN, 0, (3, 0, 0, 0, 0, 0)),
        (amazonas.EVENT_MISSION_SHOWN, 1, (0, 0, 0, 0, 0, 0)),
        (amazonas.EVENT_MISSION_SHOWN, 2, (2, 0, 0, 0, 0, 0)),
        (amazonas.EVENT_FINISHED, -1, (0,) * 6),
    ]
    assert all(event.audience == 2**64 - 1 for event in game.events)


def test_a_row_of_villages_is_built_along() -> None:
    game = Game(rules_of(2, pack=row_pack(8)))
    game.set_up(0, 7)
    game.full_round(builds={0: [1, 2]})
    assert game.player(0).huts == (0, 1, 2)
