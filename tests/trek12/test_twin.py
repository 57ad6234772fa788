"""The plain twin of Trek 12 by itself: the rulebook's worked example, and a few cases by hand for each rule.

The corner of the map that most cases use (R: river)::

    0  - 1 5R 6R         5R - 0 6R 12 13          12 - 5R 13 20              20 - 12 13 21
    1  - 0 2 6R 7R       6R - 0 1 5R 7R 13 14     13 - 5R 6R 12 14 20 21     21 - 13 14 20 22
                                                  14 - 6R 7R 13 15 21 22
"""

import json
import random
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.reference.trek12 import (
    DIFFERENCE,
    HIGHER,
    LOWER,
    OPERATIONS,
    PRODUCT,
    ROLL,
    SUM,
    Content,
    Illegal,
    Move,
    Trek12,
    card_word,
    numbers_word,
    result,
    roll_word,
)

ROOT = Path(__file__).resolve().parents[2]
PACK = json.loads((ROOT / "engines/games/trek12/packs/trek12-amazonia.json").read_text())
EXAMPLE = json.loads((ROOT / "tests/golden/trek12-rulebook-example-85.json").read_text())
CONTENT = Content.from_json(PACK)
CARD = {name: card for card, name in enumerate(CONTENT.card_names)}


def new_game(players: int = 1, numbers: tuple[int, ...] = (1, 4, 6), river_safe_operation: str = "LOWER") -> Trek12:
    game = Trek12(CONTENT, players, river_safe_operation)
    game.tell(numbers_word(numbers))
    return game


def play_round(game: Trek12, roll: tuple[int, int], *moves: Move) -> None:
    """Roll, let each seat choose in seat order, and show no card yet."""
    game.tell(roll_word(*roll))
    for seat, move in enumerate(moves):
        game.choose(seat, move)


def with_numbers(numbers: dict[int, int], links: Iterable[tuple[int, int]] = ()) -> Trek12:
    """A solo game in which these numbers and links are on the sheet already; it has used no box."""
    game = new_game()
    game.sheets[0].numbers = dict(numbers)
    game.sheets[0].links = set(links)
    return game


def wait_for_choices(game: Trek12, rng: random.Random) -> None:
    while game.due() not in ("CHOICES", "OVER"):
        game.tell(rng.choice(game.possible_outcomes()))


def random_choices(seed: int, players: int) -> Iterator[tuple[Trek12, int, list[Move]]]:
    """Each decision of one random game: the game before it, the seat, its legal moves."""
    rng = random.Random(seed)
    game = Trek12(CONTENT, players, rng.choice(("LOWER", "HIGHER")))
    wait_for_choices(game, rng)
    while game.due() != "OVER":
        seat = rng.choice(game.seats_to_act())
        moves = game.legal_moves(seat)
        yield game, seat, moves
        game.choose(seat, rng.choice(moves))
        wait_for_choices(game, rng)


# --- The worked example --------------------------------------------------------------------------------------------


def replay_example() -> Trek12:
    game = new_game(numbers=tuple(EXAMPLE["observation_numbers"]), river_safe_operation=EXAMPLE["river_safe_operation"])
    for step in EXAMPLE["steps"]:
        operation = OPERATIONS.index(step["operation"])
        move = Move(operation, step["circle"], step["link_below"], step["link_above"])
        game.tell(roll_word(step["green"], step["yellow"]))
        assert move in game.legal_moves(0)
        game.choose(0, move)
        while (line := game.card_line()) is not None:
            game.tell(card_word(line, CARD[EXAMPLE["observation_cards"][line]]))
    return game


def test_worked_example_counts_85() -> None:
    game = replay_example()
    score = game.score(0)
    expected = EXAMPLE["expected"]
    assert game.due() == "OVER"
    assert score.trail_points == expected["trails"]
    assert score.zone_points == expected["zones"]
    assert score.observation_points == expected["observations"]
    assert score.danger_points == expected["danger"]
    assert score.total == expected["total"]


def test_worked_example_gives_the_printed_board() -> None:
    game = replay_example()
    score = game.score(0)
    assert score.trails == sorted(EXAMPLE["trails"])
    assert score.zones == sorted(EXAMPLE["zones"])
    assert score.orphans == EXAMPLE["orphans"]
    assert sorted(game.sheets[0].piranhas) == EXAMPLE["piranhas"]
    assert game.sheets[0].spiders == set()
    assert game.sheets[0].used == [4] * 5
    assert sum(score.observation_line_points) == score.observation_points


# --- Words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [Move(0, 0), Move(3, 22, 14, 15), Move(4, 26, 0, None), Move(2, 5, None, 0)])
def test_move_words_round_trip(move: Move) -> None:
    assert Move.from_word(move.word) == move


def test_move_word_layout() -> None:
    assert Move(SUM, 22, 14, 15).word == 3 << 24 | 22 << 16 | 15 << 8 | 16
    assert Move(LOWER, 0).word == 0


# --- How to Play ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("green", "yellow", "results"),
    [
        (1, 4, [1, 4, 3, 5, 4]),
        (4, 1, [1, 4, 3, 5, 4]),
        (3, 3, [3, 3, 0, 6, 9]),
        (6, 0, [0, 6, 6, 6, 0]),
        (6, 5, [5, 6, 1, 11, 30]),
    ],
)
def test_five_operations(green: int, yellow: int, results: list[int]) -> None:
    assert [result(operation, green, yellow) for operation in range(5)] == results


def test_each_operation_has_four_boxes() -> None:
    game = new_game(numbers=(1, 2, 3))
    for circle in (0, 1, 2, 3):
        play_round(game, (6, 5), Move(HIGHER, circle))
    game.tell(roll_word(6, 5))
    assert game.violations(0, Move(HIGHER, 4)) == ("OPERATION_USED_UP",)
    assert {move.operation for move in game.legal_moves(0)} == {LOWER, DIFFERENCE, SUM, PRODUCT}


def test_first_result_goes_anywhere_and_later_ones_adjacent() -> None:
    game = new_game(numbers=(1, 2, 3))
    game.tell(roll_word(6, 4))
    assert {move.circle for move in game.legal_moves(0)} == set(range(27))
    game.choose(0, Move(HIGHER, 0))
    game.tell(roll_word(6, 4))
    assert {move.circle for move in game.legal_moves(0)} == {1, 5, 6}
    assert game.violations(0, Move(HIGHER, 26)) == ("CIRCLE_NOT_ADJACENT",)
    assert game.violations(0, Move(HIGHER, 0)) == ("CIRCLE_FILLED",)


def test_spider_as_first_circle_is_one_to_grow_from() -> None:
    game = new_game()
    play_round(game, (6, 5), Move(PRODUCT, 0))
    assert (game.sheets[0].spiders, game.sheets[0].numbers, game.sheets[0].ticks) == ({0}, {}, 1)
    game.tell(roll_word(6, 5))
    assert {move.circle for move in game.legal_moves(0)} == {1, 5, 6}


def test_twelve_is_a_number_and_thirteen_a_spider() -> None:
    game = new_game(players=2)
    play_round(game, (4, 3), Move(PRODUCT, 0), Move(SUM, 0))
    assert game.sheets[0].numbers == {0: 12}
    play_round(game, (5, 3), Move(PRODUCT, 1), Move(SUM, 1, 0))
    assert game.sheets[0].spiders == {1}


def test_round_is_written_when_the_last_seat_has_chosen() -> None:
    game = new_game(players=3, numbers=(1, 2, 3))
    game.tell(roll_word(6, 4))
    game.choose(2, Move(SUM, 5))
    game.choose(0, Move(SUM, 0))
    assert game.seats_to_act() == (1,)
    assert [sheet.numbers for sheet in game.sheets] == [{}, {}, {}]
    game.choose(1, Move(HIGHER, 26))
    assert [sheet.numbers for sheet in game.sheets] == [{0: 10}, {26: 6}, {5: 10}]
    assert game.sheets[1].history == [(1, HIGHER, 26)]
    assert game.due() == "ROLL"


# --- Two Types of Circles, The Danger Zone -------------------------------------------------------------------------


@pytest.mark.parametrize("safe", ["LOWER", "HIGHER"])
@pytest.mark.parametrize("operation", range(5))
def test_all_operations_in_a_river_circle(safe: str, operation: int) -> None:
    game = new_game(numbers=(4, 5, 6), river_safe_operation=safe)
    play_round(game, (3, 2), Move(operation, 16))
    is_safe = OPERATIONS[operation] == safe
    assert game.sheets[0].piranhas == (set() if is_safe else {16})
    assert game.sheets[0].ticks == (0 if is_safe else 1)


@pytest.mark.parametrize("operation", range(5))
def test_jungle_circles_are_safe_for_all_operations(operation: int) -> None:
    game = new_game(numbers=(4, 5, 6))
    play_round(game, (3, 2), Move(operation, 0))
    assert game.sheets[0].ticks == 0


def test_equal_dice_in_a_river_circle_still_depend_on_the_operation() -> None:
    game = new_game(players=2, numbers=(4, 5, 6))
    play_round(game, (3, 3), Move(LOWER, 16), Move(HIGHER, 16))
    assert [sheet.ticks for sheet in game.sheets] == [0, 1]
    assert [sheet.numbers for sheet in game.sheets] == [{16: 3}, {16: 3}]


def test_spider_in_a_river_circle_costs_two_ticks() -> None:
    game = new_game()
    play_round(game, (6, 5), Move(PRODUCT, 16))
    sheet = game.sheets[0]
    assert (sheet.spiders, sheet.piranhas, sheet.ticks) == ({16}, {16}, 2)
    assert game.score(0).total == -10


def test_danger_has_no_limit() -> None:
    game = new_game()
    game.sheets[0].ticks = 40
    assert game.score(0).total == -200


# --- Trails --------------------------------------------------------------------------------------------------------


def test_a_link_that_can_be_drawn_must_be() -> None:
    game = with_numbers({0: 5})
    game.tell(roll_word(6, 4))
    assert game.violations(0, Move(HIGHER, 1)) == ("LINK_BELOW_MISSING",)
    assert game.violations(0, Move(LOWER, 1)) == ("LINK_ABOVE_MISSING",)
    assert game.violations(0, Move(HIGHER, 1, 0)) == ()
    assert game.violations(0, Move(LOWER, 1, None, 0)) == ()


def test_two_candidates_below_and_two_above_give_four_moves() -> None:
    game = with_numbers({13: 5, 21: 5, 7: 7, 15: 7})
    game.tell(roll_word(6, 0))
    moves = [move for move in game.legal_moves(0) if move.operation == HIGHER and move.circle == 14]
    assert moves == [Move(HIGHER, 14, below, above) for below in (13, 21) for above in (7, 15)]
    game.choose(0, Move(HIGHER, 14, 21, 7))
    assert game.score(0).trails == [[21, 14, 7]]


def test_both_sides_at_once_merge_two_trails() -> None:
    game = with_numbers({12: 8, 13: 9, 15: 11}, {(12, 13)})
    game.tell(roll_word(6, 4))
    game.choose(0, Move(SUM, 14, 13, 15))
    score = game.score(0)
    assert score.trails == [[12, 13, 14, 15]]
    assert score.trail_points == 11 + 3


def test_a_number_already_in_the_trail_is_not_linked() -> None:
    # 4-5-6 on 12-13-14; another 5 touches the 6, whose lower side is taken.
    game = with_numbers({12: 4, 13: 5, 14: 6}, {(12, 13), (13, 14)})
    game.tell(roll_word(6, 5))
    assert game.violations(0, Move(LOWER, 15)) == ()
    assert game.violations(0, Move(LOWER, 15, None, 14)) == ("LINK_ABOVE_TAKEN",)


def test_a_trail_does_not_branch_upward() -> None:
    game = with_numbers({12: 4, 13: 5}, {(12, 13)})
    game.tell(roll_word(6, 5))
    assert game.violations(0, Move(LOWER, 5, 12)) == ("LINK_BELOW_TAKEN",)
    assert game.violations(0, Move(LOWER, 5)) == ()


def test_link_names_that_are_wrong() -> None:
    game = with_numbers({0: 5, 1: 9, 26: 5})
    game.sheets[0].spiders = {6}
    game.tell(roll_word(6, 0))
    assert game.violations(0, Move(HIGHER, 5, 26)) == ("LINK_BELOW_NOT_NEIGHBOUR",)
    assert game.violations(0, Move(HIGHER, 5, 200)) == ("LINK_BELOW_NOT_NEIGHBOUR",)
    assert game.violations(0, Move(HIGHER, 5, 5)) == ("LINK_BELOW_NOT_NEIGHBOUR",)
    assert game.violations(0, Move(HIGHER, 5, 6)) == ("LINK_BELOW_WRONG_NUMBER",)
    assert game.violations(0, Move(HIGHER, 5, 13)) == ("LINK_BELOW_WRONG_NUMBER",)
    assert game.violations(0, Move(HIGHER, 5, 0, 0)) == ("LINK_ABOVE_WRONG_NUMBER",)
    assert game.violations(0, Move(HIGHER, 5, None, 26)) == ("LINK_BELOW_MISSING", "LINK_ABOVE_NOT_NEIGHBOUR")


def test_number_zero_links_and_circle_zero_is_linked() -> None:
    game = with_numbers({0: 0})
    game.tell(roll_word(1, 1))
    assert game.violations(0, Move(LOWER, 1)) == ("LINK_BELOW_MISSING",)
    game.choose(0, Move(LOWER, 1, 0))
    assert game.sheets[0].links == {(0, 1)}
    assert game.score(0).trails == [[0, 1]]
    assert game.score(0).trail_points == 2


def test_zero_has_nothing_below_it() -> None:
    game = with_numbers({1: 1, 5: 12})
    game.tell(roll_word(6, 0))
    assert game.violations(0, Move(LOWER, 0, None, 1)) == ()


def test_trail_across_nine_ten_eleven() -> None:
    game = with_numbers({12: 9})
    play_round(game, (5, 5), Move(SUM, 13, 12))
    play_round(game, (6, 5), Move(SUM, 14, 13))
    assert game.score(0).trails == [[12, 13, 14]]
    assert game.score(0).trail_points == 13


def test_spider_takes_no_links() -> None:
    game = with_numbers({0: 12})
    game.tell(roll_word(5, 4))
    assert game.violations(0, Move(PRODUCT, 1)) == ()
    assert game.violations(0, Move(PRODUCT, 1, 0, 0)) == ("LINK_ON_SPIDER",)


def test_violations_are_all_named_in_order() -> None:
    game = with_numbers({0: 5, 1: 6})
    game.sheets[0].used[HIGHER] = 4
    game.tell(roll_word(6, 5))
    assert game.violations(0, Move(HIGHER, 1, None, 26)) == (
        "OPERATION_USED_UP",
        "CIRCLE_FILLED",
        "LINK_BELOW_MISSING",
        "LINK_ABOVE_NOT_NEIGHBOUR",
    )
    assert game.violations(0, Move(9, 27)) == ("NO_SUCH_OPERATION", "NO_SUCH_CIRCLE")
    assert game.violations(0, Move(HIGHER, 27)) == ("NO_SUCH_CIRCLE", "OPERATION_USED_UP")
    assert game.violations(0, Move(9, 1, 5, 5)) == ("NO_SUCH_OPERATION", "CIRCLE_FILLED")


# --- Mapping Zones -------------------------------------------------------------------------------------------------


def test_third_number_joins_two_single_circles_into_one_zone() -> None:
    game = with_numbers({12: 6, 14: 6})
    assert game.score(0).zones == []
    play_round(game, (6, 0), Move(HIGHER, 13))
    assert game.score(0).zones == [[12, 13, 14]]
    assert game.score(0).zone_points == 8


def test_zone_of_zeros_counts_its_further_circles() -> None:
    score = with_numbers({0: 0, 1: 0, 6: 0}).score(0)
    assert score.zones == [[0, 1, 6]]
    assert score.zone_points == 2


def test_one_circle_can_be_in_a_trail_and_in_a_zone() -> None:
    score = with_numbers({0: 4, 1: 4, 5: 5}, {(0, 5)}).score(0)
    assert (score.trail_points, score.zone_points) == (6, 5)


def test_spiders_make_no_zone() -> None:
    game = new_game()
    play_round(game, (6, 5), Move(PRODUCT, 0))
    play_round(game, (6, 5), Move(PRODUCT, 1))
    assert game.score(0).zones == []


# --- Observing the Fauna and Flora ---------------------------------------------------------------------------------


def test_card_turns_up_after_the_round_for_all_who_wrote_its_number() -> None:
    game = new_game(players=3)
    play_round(game, (6, 4), Move(HIGHER, 0), Move(HIGHER, 0), Move(LOWER, 0))
    # Two lines in one round, by several players, are shown in line order.
    assert (game.due(), game.card_line()) == ("CARD", 1)
    game.tell(card_word(1, CARD["jaguar"]))
    assert (game.due(), game.card_line()) == ("CARD", 2)
    assert card_word(2, CARD["jaguar"]) not in game.possible_outcomes()
    game.tell(card_word(2, CARD["toucan"]))
    assert game.due() == "ROLL"
    assert [sheet.observed for sheet in game.sheets] == [[0, 0, 1], [0, 0, 1], [0, 1, 0]]
    assert [game.score(seat).observation_line_points for seat in range(3)] == [[0, 0, 2], [0, 0, 2], [0, 0, 0]]


def test_first_writing_after_the_discovery_starts_at_the_first_value() -> None:
    game = new_game(players=2)
    play_round(game, (6, 5), Move(HIGHER, 0), Move(LOWER, 0))
    game.tell(card_word(2, CARD["pygmy-marmoset"]))
    play_round(game, (6, 5), Move(HIGHER, 1), Move(HIGHER, 1, 0))
    assert [sheet.observed for sheet in game.sheets] == [[0, 0, 2], [0, 0, 1]]
    assert [game.score(seat).observation_points for seat in range(2)] == [9, 6]


def test_number_zero_is_observed() -> None:
    game = new_game(numbers=(2, 0, 3))
    play_round(game, (6, 0), Move(PRODUCT, 0))
    assert game.card_line() == 1
    game.tell(card_word(1, CARD["owl-butterfly"]))
    assert game.score(0).observation_line_points == [0, 4, 0]


def test_sixth_value_is_the_last() -> None:
    game = new_game(numbers=(6, 1, 2))
    game.line_cards[0] = CARD["poison-dart-frog"]
    game.sheets[0].observed[0] = 5
    play_round(game, (6, 0), Move(HIGHER, 0))
    assert game.sheets[0].observed[0] == 6
    play_round(game, (6, 0), Move(HIGHER, 1))
    assert game.sheets[0].observed[0] == 6
    assert game.score(0).observation_points == 20


def test_spider_observes_nothing() -> None:
    game = new_game()
    play_round(game, (6, 5), Move(PRODUCT, 0))
    assert game.sheets[0].observed == [0, 0, 0]


def last_round(game: Trek12) -> None:
    """Let the next round be the last: 19 boxes are ticked, and only LOWER is left."""
    game.rounds_written = 19
    for sheet in game.sheets:
        sheet.used = [3, 4, 4, 4, 4]


def test_card_discovered_in_the_last_round_still_turns_up_and_counts() -> None:
    game = new_game()
    last_round(game)
    play_round(game, (6, 4), Move(LOWER, 0))
    assert game.due() == "CARD"
    assert game.violations(0, Move(LOWER, 1)) == ("CHANCE_PENDING",)
    assert game.score(0).orphans == []
    game.tell(card_word(1, CARD["rainbow-boa"]))
    assert game.due() == "OVER"
    score = game.score(0)
    assert (score.observation_points, score.orphans, score.total) == (3, [0], 3 - 5)


# --- End of the Game -----------------------------------------------------------------------------------------------


def test_orphans_are_ticked_at_the_end_only_and_spiders_not_again() -> None:
    game = with_numbers({0: 9, 26: 7})
    game.sheets[0].spiders = {1}
    game.sheets[0].ticks = 1
    assert game.score(0).orphans == []
    last_round(game)
    play_round(game, (5, 5), Move(LOWER, 6))
    score = game.score(0)
    assert game.due() == "OVER"
    assert score.orphans == [0, 6, 26]
    assert (score.ticks, score.danger_points, score.total) == (4, 20, -20)


def test_last_circle_that_completes_a_zone_is_no_orphan() -> None:
    game = with_numbers({0: 5})
    last_round(game)
    play_round(game, (5, 5), Move(LOWER, 1))
    assert (game.score(0).orphans, game.score(0).zone_points, game.score(0).total) == ([], 6, 6)


def test_last_circle_that_completes_a_trail_is_no_orphan() -> None:
    game = with_numbers({0: 6})
    last_round(game)
    play_round(game, (5, 5), Move(LOWER, 1, None, 0))
    assert (game.score(0).orphans, game.score(0).trail_points, game.score(0).total) == ([], 7, 7)


def finished(totals: list[int]) -> Trek12:
    """A game that is over, in which each seat has one zone of two circles that gives its total."""
    game = Trek12(CONTENT, len(totals))
    game.line_numbers = (1, 4, 6)
    game.rounds_written = 20
    for sheet, total in zip(game.sheets, totals, strict=True):
        sheet.numbers = {0: total - 1, 1: total - 1}
    return game


def test_ranking_shares_places() -> None:
    assert finished([7, 9, 7, 2, 9]).ranking() == [(1, (1, 4)), (3, (0, 2)), (5, (3,))]


def test_envelope_goes_to_the_best_of_those_who_made_twelve_observations() -> None:
    game = Trek12(CONTENT, 4)
    game.line_numbers = (1, 4, 6)
    game.line_cards = [CARD["jaguar"], CARD["toucan"], CARD["rainbow-boa"]]
    for sheet, observed in zip(game.sheets, ([6, 6, 0], [5, 5, 2], [5, 5, 1], [6, 6, 0]), strict=True):
        sheet.observed = observed
    game.sheets[2].numbers = {0: 12, 1: 12}
    assert game.envelope_challenge() == ((), ())
    game.rounds_written = 20
    assert game.ranking()[0] == (1, (2,))
    assert game.envelope_challenge() == ((0, 1, 3), (0, 3))


# --- Chance and turn -----------------------------------------------------------------------------------------------


def test_possible_outcomes_ascend_and_are_all_possible() -> None:
    game = Trek12(CONTENT, 1)
    counts = []
    for step in (numbers_word((1, 4, 6)), roll_word(6, 5)):
        outcomes = game.possible_outcomes()
        counts.append(len(outcomes))
        assert outcomes == sorted(set(outcomes))
        assert all(game.outcome_violations(word) == () for word in outcomes)
        game.tell(step)
    assert game.possible_outcomes() == []
    game.choose(0, Move(HIGHER, 0))
    assert game.possible_outcomes() == [card_word(2, card) for card in range(8)]
    assert counts == [7 * 6 * 5, 36]


def test_outcomes_that_cannot_come() -> None:
    game = Trek12(CONTENT, 1)
    assert game.outcome_violations(roll_word(6, 5)) == ("WRONG_CHANCE",)
    assert game.outcome_violations(numbers_word((7, 0, 0))) == ("NUMBER_CARD_UNKNOWN", "NUMBER_CARD_REPEATED")
    game.tell(numbers_word((1, 0, 6)))
    assert game.outcome_violations(roll_word(0, 6)) == ("GREEN_DIE_IMPOSSIBLE", "YELLOW_DIE_IMPOSSIBLE")
    assert game.outcome_violations(ROLL << 56 | 1 << 16 | 1) == ("YELLOW_DIE_IMPOSSIBLE",)
    assert game.outcome_violations(0) == ("WRONG_CHANCE",)
    game.tell(roll_word(6, 0))
    assert game.outcome_violations(roll_word(6, 0)) == ("CHANCE_NOT_DUE",)
    game.choose(0, Move(LOWER, 0))
    assert game.outcome_violations(card_word(2, 8)) == ("CARD_WRONG_LINE", "CARD_UNKNOWN")
    game.tell(card_word(1, 3))
    play_round(game, (6, 0), Move(HIGHER, 1))
    assert game.outcome_violations(card_word(2, 3)) == ("CARD_ALREADY_SHOWN",)
    with pytest.raises(Illegal, match="CARD_ALREADY_SHOWN"):
        game.tell(card_word(2, 3))


def test_generic_violations_stand_alone() -> None:
    nonsense = Move(9, 99, 99, 99)
    game = Trek12(CONTENT, 2)
    assert game.violations(0, nonsense) == ("CHANCE_PENDING",)
    game.tell(numbers_word((1, 4, 6)))
    game.tell(roll_word(6, 5))
    game.choose(0, Move(LOWER, 0))
    assert game.violations(0, nonsense) == ("NOT_TO_ACT",)
    assert game.violations(2, nonsense) == ("NOT_TO_ACT",)
    assert game.violations(-1, nonsense) == ("NOT_TO_ACT",)
    assert game.legal_moves(0) == []
    over = finished([5])
    assert over.violations(0, nonsense) == ("GAME_OVER",)
    assert over.outcome_violations(roll_word(1, 1)) == ("GAME_OVER",)


@pytest.mark.parametrize("players", [0, 51])
def test_one_to_fifty_players(players: int) -> None:
    with pytest.raises(ValueError, match="1 to 50"):
        Trek12(CONTENT, players)


# --- Random games --------------------------------------------------------------------------------------------------


def every_move(game: Trek12, seat: int) -> list[Move]:
    """The legal moves found in the plainest way: every combination, also with circles that are no neighbours."""
    circles = range(len(CONTENT.circles))
    links = (None, *circles)
    tried = (Move(*choice) for choice in product(range(5), circles, links, links))
    return [move for move in tried if not game.violations(seat, move)]


def test_legal_moves_are_all_moves_without_violation() -> None:
    for round_number, (game, seat, moves) in enumerate(random_choices(seed=7, players=1)):
        if round_number % 6 == 5:
            assert moves == every_move(game, seat)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_after_twenty_rounds_with_sound_sheets(seed: int) -> None:
    for game, _, moves in random_choices(seed, players=3):
        words = [move.word for move in moves]
        assert words
        assert words == sorted(set(words))
        for seat in range(3):
            check_sheet(game, seat)
    assert game.due() == "OVER"
    assert game.rounds_written == 20
    for seat in range(3):
        check_sheet(game, seat)
        assert game.sheets[seat].used == [4] * 5


def check_sheet(game: Trek12, seat: int) -> None:
    sheet = game.sheets[seat]
    assert len(sheet.history) == len(sheet.numbers) + len(sheet.spiders) == game.rounds_written
    assert sheet.ticks == len(sheet.spiders) + len(sheet.piranhas)
    score = game.score(seat)
    in_trails = [circle for trail in score.trails for circle in trail]
    assert len(in_trails) == len(set(in_trails))
    assert sum(len(trail) - 1 for trail in score.trails) == len(sheet.links)
    for trail in score.trails:
        first = sheet.numbers[trail[0]]
        assert [sheet.numbers[circle] for circle in trail] == list(range(first, first + len(trail)))


def test_clone_is_equal_and_independent() -> None:
    for game, seat, moves in random_choices(seed=3, players=2):
        before = game.public_state()
        copy = game.clone()
        assert copy.public_state() == before
        copy.choose(seat, moves[-1])
        wait_for_choices(copy, random.Random(0))
        assert copy.public_state() != before
        assert game.public_state() == before
