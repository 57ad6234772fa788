"""The plain twin of Amazonas by itself: the examples of both rulebooks, and a few cases by hand for each rule.

The villages and how they are connected are drawn in `small_map.py`.
"""

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST, PACK, row_pack
from tests.reference.amazonas import NEUTRAL_HUT, Amazonas, Illegal, white_number
from tests.reference.amazonas_content import (
    BONUS,
    BUILD,
    BUTTERFLY,
    CARD,
    CROCODILE,
    END,
    EVENT_CARDS,
    FISH,
    FOREST_FIRE,
    HIRE,
    IGUANA,
    INCOME,
    JAGUAR,
    NATIVES,
    NEUTRAL,
    ORCHID,
    PARROT,
    PASS,
    ROUNDS,
    RULES_2005,
    RULES_BGA,
    SILVER_PER_GOLD,
    START_SILVER,
    THEFT,
    TOKENS_PER_TYPE,
    TYPES,
    Content,
    Move,
    Options,
    event_word,
    mission_word,
)

SMALL = Content.from_json(PACK)
EDITIONS = pytest.mark.parametrize("options", [RULES_2005, RULES_BGA], ids=["2005", "bga"])
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
PEACEFUL = (BONUS, PARROT)
"""An event that does nothing to whoever has no parrot."""


def deal(game: Amazonas, *missions: int) -> None:
    """Deal these missions, or the first ones, to the seats in order."""
    for seat, mission in enumerate(missions or range(game.players)):
        game.tell(mission_word(seat, mission))


def new_game(
    players: int = 3,
    options: Options = RULES_2005,
    homes: tuple[int, ...] = (DELTA, DELTA, FORD, FORD),
    content: Content = SMALL,
) -> Amazonas:
    """A game in which each seat has its first hut, in the village named for it."""
    game = Amazonas(content, players, options)
    deal(game)
    for seat, home in enumerate(homes[:players]):
        game.choose(seat, Move(BUILD, home))
    return game


def turn_over(game: Amazonas, kind: str, type_: int | None = None) -> None:
    """Draw the first unused card of this event."""
    cards = (card for card, face in enumerate(EVENT_CARDS) if face == (kind, type_))
    game.tell(event_word(next(card for card in cards if card not in game.events_used)))


def play_cards(game: Amazonas, *cards: int) -> None:
    """Let the seats choose in seat order."""
    for seat, card in enumerate(cards):
        game.choose(seat, Move(CARD, card))


def do(game: Amazonas, *moves: Move) -> None:
    """Moves of whoever's turn it is."""
    for move in moves:
        game.choose(game.seats_to_act()[0], move)


def end_round(game: Amazonas) -> None:
    """Everybody left in this round takes the income and builds nothing."""
    played = game.rounds_played
    while game.rounds_played == played:
        do(game, Move(INCOME) if game.due() == "INCOME" else Move(END))


def play_round(game: Amazonas, *cards: int, event: tuple[str, int | None] = PEACEFUL) -> None:
    """A whole round in which nobody builds or hires."""
    turn_over(game, *event)
    play_cards(game, *cards)
    end_round(game)


def give(game: Amazonas, seat: int, **counts: int) -> None:
    """The seat has exactly these tokens, by type."""
    game.tokens[seat] = [counts.get(name, 0) for name in TYPES]


def wait_for_moves(game: Amazonas, rng: random.Random) -> None:
    while outcomes := game.possible_outcomes():
        game.tell(rng.choice(outcomes))


def play_randomly(game: Amazonas, rng: random.Random) -> None:
    """One random move, and the chance that follows it."""
    seat = rng.choice(game.seats_to_act())
    game.choose(seat, rng.choice(game.legal_moves(seat)))
    wait_for_moves(game, rng)


def finish(game: Amazonas) -> None:
    """As if the last round were over."""
    game.rounds_played = ROUNDS
    assert game.due() == "OVER"


# --- Words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [Move(BUILD, 0), Move(PASS), Move(CARD, 6), Move(HIRE, 4), Move(9, 2**40)])
def test_move_words_round_trip(move: Move) -> None:
    assert Move.from_word(move.word) == move


def test_word_layout() -> None:
    assert Move(NEUTRAL, 5).word == 6 << 56 | 5
    assert mission_word(2, 7) == 1 << 56 | 7 << 8 | 2
    assert event_word(17) == 2 << 56 | 17


@pytest.mark.parametrize(
    "word", [0, -1, 8 << 56, 2 << 56 | 1, 4 << 56 | 1, 7 << 56 | 1, 1 << 56 | 256, 3 << 56 | 1 << 55, 2**64, 2**200]
)
def test_words_that_are_no_move(word: int) -> None:
    game = new_game()
    turn_over(game, *PEACEFUL)
    assert game.violations(0, Move.from_word(word)) == ("NO_SUCH_MOVE",)


# --- Options -------------------------------------------------------------------------------------------------------


def test_options_are_read_from_texts() -> None:
    texts = {
        "tie_break": "COPPER_COINS",
        "native_needs_own_type": "true",
        "mission_scoring": "GAIN",
        "majority_chips": "true",
        "extra_huts": "false",
        "neutral_huts": "true",
    }
    assert Options.read(texts.__getitem__) == replace(RULES_BGA, extra_huts=False)


def test_options_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="tie_break"):
        Options(tie_break="DICE")
    with pytest.raises(ValueError, match="mission_scoring"):
        Options(mission_scoring="DOUBLE")


# --- Game Overview: missions ---------------------------------------------------------------------------------------


def test_each_seat_is_dealt_another_mission() -> None:
    game = Amazonas(SMALL, 3)
    assert game.possible_outcomes() == [mission_word(0, mission) for mission in range(5)]
    game.tell(mission_word(0, 3))
    assert game.possible_outcomes() == [mission_word(1, mission) for mission in (0, 1, 2, 4)]
    assert game.outcome_violations(mission_word(1, 3)) == ("MISSION_ALREADY_DEALT",)
    assert game.outcome_violations(mission_word(2, 5)) == ("MISSION_UNKNOWN", "MISSION_WRONG_SEAT")
    assert game.outcome_violations(mission_word(0, 3)) == ("MISSION_ALREADY_DEALT", "MISSION_WRONG_SEAT")
    assert game.outcome_violations(event_word(0)) == ("WRONG_CHANCE",)
    assert game.violations(0, Move(BUILD, DELTA)) == ("CHANCE_PENDING",)


# --- Beginning the Expedition --------------------------------------------------------------------------------------


def test_first_huts_in_turn_each_on_the_cheapest_free_site() -> None:
    game = Amazonas(SMALL, 3)
    deal(game)
    assert game.seats_to_act() == (0,)
    assert game.legal_moves(0) == [Move(BUILD, village) for village in range(8)]
    assert game.violations(1, Move(BUILD, DELTA)) == ("NOT_TO_ACT",)
    do(game, Move(BUILD, DELTA), Move(BUILD, DELTA))
    # The third site of Delta costs 4 gold, and nobody has more than 3.
    assert game.violations(2, Move(BUILD, DELTA)) == ("TOO_EXPENSIVE",)
    do(game, Move(BUILD, HOLLOW))
    assert game.silver == [START_SILVER - 6, START_SILVER - 9, START_SILVER - 6]
    assert game.sites[DELTA] == [0, 1]
    assert [game.tokens[seat] for seat in range(3)] == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
    assert game.due() == "EVENT"


def test_full_village_takes_no_first_hut() -> None:
    game = Amazonas(SMALL, 3)
    deal(game)
    do(game, Move(BUILD, HOLLOW))
    assert game.violations(1, Move(BUILD, HOLLOW)) == ("VILLAGE_FULL",)
    assert game.violations(1, Move(BUILD, 8)) == ("NO_SUCH_VILLAGE",)
    assert game.violations(1, Move(PASS)) == ("PASS_NOT_ALLOWED",)
    assert game.violations(1, Move(NEUTRAL, DELTA)) == ("WRONG_STEP",)
    assert game.violations(1, Move(END)) == ("WRONG_STEP",)


def test_whoever_can_afford_no_site_passes() -> None:
    pack = row_pack(5, sites=(4, 5))
    pack["villages"][2]["sites"] = [3, 4]
    game = Amazonas(Content.from_json(pack), 3)
    deal(game)
    assert game.legal_moves(0) == [Move(BUILD, 2)]
    do(game, Move(BUILD, 2))
    assert game.legal_moves(1) == [Move(PASS)]
    do(game, Move(PASS), Move(PASS))
    assert (game.due(), game.silver) == ("EVENT", [0, 9, 9])
    turn_over(game, *PEACEFUL)
    play_cards(game, 1, 2, 6)
    assert game.violations(2, Move(BUILD, 2)) == ("NOT_CONNECTED",)
    assert game.legal_moves(2) == [Move(END)]


# --- 1. Draw an Event Card -----------------------------------------------------------------------------------------


def test_events_in_the_deck() -> None:
    kinds = [kind for kind, _ in EVENT_CARDS]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {JAGUAR: 2, CROCODILE: 2, FOREST_FIRE: 3, THEFT: 2, NATIVES: 4, BONUS: 5}
    assert [type_ for kind, type_ in EVENT_CARDS if kind == BONUS] == list(range(5))


def test_each_event_card_comes_once() -> None:
    game = new_game()
    assert game.possible_outcomes() == [event_word(card) for card in range(18)]
    turn_over(game, *PEACEFUL)
    assert game.outcome_violations(event_word(0)) == ("CHANCE_NOT_DUE",)
    play_cards(game, 1, 1, 1)
    end_round(game)
    assert game.outcome_violations(event_word(16)) == ("EVENT_ALREADY_DRAWN",)
    assert game.outcome_violations(event_word(18)) == ("EVENT_UNKNOWN",)
    assert game.outcome_violations(event_word(2**55)) == ("EVENT_UNKNOWN",)
    assert game.outcome_violations(mission_word(0, 4)) == ("WRONG_CHANCE",)
    with pytest.raises(Illegal, match="EVENT_ALREADY_DRAWN"):
        game.tell(event_word(16))


# --- 2a. Play Income Cards -----------------------------------------------------------------------------------------


def income(card: int, natives: tuple[int, ...] = (0,) * 5, **tokens: int) -> int:
    """What a seat with these specimens announces for a card."""
    game = new_game()
    give(game, 0, **tokens)
    game.natives[0] = list(natives)
    return game.announced_income(0, card)


def test_rulebook_examples_of_income() -> None:
    assert income(2, butterfly=1) == 3
    assert income(5, orchid=3) == 8
    assert income(0, fish=3, parrot=2) == 3
    assert income(6, (1, 0, 0, 1, 0)) == 8
    assert income(1, (1, 0, 0, 0, 0), fish=2) == 4
    assert income(3, iguana=2) == 5


def test_five_silver_are_a_gold_and_two_silver() -> None:
    game = new_game(options=RULES_BGA)
    give(game, 0, iguana=2)
    before = game.silver[0]
    play_round(game, 3, 1, 2)
    assert game.silver[0] - before == 5
    assert divmod(5, SILVER_PER_GOLD) == (1, 2)


@pytest.mark.parametrize("type_", range(5))
def test_each_card_counts_its_own_type_and_natives_there(type_: int) -> None:
    game = new_game()
    game.tokens[0] = [4 if t == type_ else 3 for t in range(5)]
    game.natives[0] = [2 if t == type_ else 1 for t in range(5)]
    assert game.announced_income(0, type_ + 1) == type_ + 1 + 4 + 2


def test_card_0_counts_natives_in_the_largest_type() -> None:
    assert income(0, (0, 2, 0, 0, 0), fish=2, butterfly=1) == 3
    assert income(0) == 0


def test_card_6_counts_every_native_and_no_token() -> None:
    assert income(6, (2, 1, 0, 0, 0)) == 9
    assert income(6, fish=5, orchid=5) == 6


def test_choices_show_nothing_before_all_have_chosen() -> None:
    game = new_game(players=3)
    turn_over(game, *PEACEFUL)
    states = []
    for card in range(7):
        branch = game.clone()
        branch.choose(1, Move(CARD, card))
        assert branch.seats_to_act() == (0, 2)
        assert branch.choices[1] == card
        branch.choices[1] = 0
        states.append(branch.public_state())
    assert len(set(states)) == 1
    game.choose(1, Move(CARD, 4))
    assert game.violations(1, Move(CARD, 5)) == ("NOT_TO_ACT",)
    assert game.hands[1] == set(range(7))


def test_order_of_choosing_leaves_no_trace() -> None:
    states = set()
    for seats in permutations(range(3)):
        game = new_game(players=3)
        turn_over(game, *PEACEFUL)
        for seat in seats:
            game.choose(seat, Move(CARD, 2 + seat))
        states.add(game.public_state())
    assert len(states) == 1


def test_cards_come_back_after_rounds_7_and_14() -> None:
    game = new_game(players=3, homes=(DELTA, DELTA, FORD))
    kinds = [face for face in EVENT_CARDS if face[0] != NATIVES]
    for round_ in range(14):
        card = round_ % 7
        assert all(hand == set(range(card, 7)) for hand in game.hands)
        turn_over(game, *kinds[round_])
        if card > 0:
            assert game.violations(0, Move(CARD, card - 1)) == ("CARD_NOT_IN_HAND",)
        play_cards(game, card, card, card)
        assert game.played == [card] * 3
        # The last card stays out until every turn of its round is over.
        assert all(hand == set(range(card + 1, 7)) for hand in game.hands)
        end_round(game)
        assert game.played == ([None] * 3 if card == 6 else [card] * 3)
    assert game.rounds_played == 14
    assert all(hand == set(range(7)) for hand in game.hands)


def test_three_cards_are_left_at_the_end() -> None:
    game = new_game(players=2, options=RULES_BGA)
    for round_, face in enumerate(EVENT_CARDS):
        play_round(game, round_ % 7, round_ % 7, event=face)
    assert game.due() == "OVER"
    assert [len(hand) for hand in game.hands] == [3, 3]
    assert game.possible_outcomes() == []
    assert game.outcome_violations(event_word(0)) == ("GAME_OVER",)
    assert game.violations(0, Move(END)) == ("GAME_OVER",)
    assert game.seats_to_act() == ()
    assert game.legal_moves(0) == []


# --- 2b. Determine Order of Play -----------------------------------------------------------------------------------


def test_white_numbers_are_unique_and_rise_with_the_card() -> None:
    numbers = [white_number(seat, card) for card in range(7) for seat in range(4)]
    assert sorted(numbers) == list(range(1, 29))
    assert [sorted(numbers[4 * card : 4 * card + 4]) for card in range(7)] == [
        list(range(4 * card + 1, 4 * card + 5)) for card in range(7)
    ]


@EDITIONS
def test_highest_announced_income_goes_first(options: Options) -> None:
    game = new_game(options=options)
    give(game, 1, iguana=4)
    turn_over(game, FOREST_FIRE)
    play_cards(game, 5, 3, 6)
    assert game.incomes == (5, 7, 6)
    assert game.order == (1, 2, 0)


def order_of(game: Amazonas, *cards: int) -> tuple[tuple[int, ...], list[int] | None]:
    """Order of play and the coins after it, in a round in which nobody builds."""
    turn_over(game, JAGUAR)
    play_cards(game, *cards)
    order = game.order
    end_round(game)
    return order, game.coins


def test_white_number_decides_between_different_cards_of_equal_income() -> None:
    game = new_game()
    give(game, 0, butterfly=1)
    give(game, 1)
    assert order_of(game, 2, 3, 1)[0] == (1, 0, 2)


def test_ties_of_all_four_twice_by_white_number() -> None:
    game = new_game(players=4)
    assert order_of(game, 0, 0, 0, 0) == ((3, 2, 1, 0), None)
    assert order_of(game, 6, 6, 6, 6) == ((1, 0, 3, 2), None)


def test_ties_of_three_twice_by_white_number() -> None:
    game = new_game(players=4)
    assert order_of(game, 0, 6, 0, 0)[0] == (1, 3, 2, 0)
    assert order_of(game, 6, 0, 6, 6)[0] == (0, 3, 2, 1)


def test_ties_of_two_twice_by_white_number() -> None:
    game = new_game(players=4)
    assert order_of(game, 0, 6, 3, 0)[0] == (1, 2, 3, 0)
    assert order_of(game, 6, 2, 4, 6)[0] == (0, 3, 2, 1)


def test_ties_of_all_four_twice_by_copper_coin() -> None:
    game = new_game(players=4, options=RULES_BGA)
    assert game.coins == [1, 2, 3, 4]
    assert order_of(game, 0, 0, 0, 0) == ((3, 2, 1, 0), [2, 3, 4, 1])
    assert order_of(game, 6, 6, 6, 6) == ((2, 1, 0, 3), [3, 4, 1, 2])


def test_ties_of_three_twice_by_copper_coin() -> None:
    game = new_game(players=4, options=RULES_BGA)
    assert order_of(game, 0, 6, 0, 0) == ((1, 3, 2, 0), [3, 2, 4, 1])
    assert order_of(game, 6, 0, 6, 6) == ((2, 0, 3, 1), [4, 2, 1, 3])


def test_ties_of_two_swap_the_coins_and_swap_them_back() -> None:
    game = new_game(players=4, options=RULES_BGA)
    give(game, 1)
    assert order_of(game, 0, 6, 3, 0) == ((1, 2, 3, 0), [4, 2, 3, 1])
    assert order_of(game, 6, 2, 4, 6) == ((0, 3, 2, 1), [1, 2, 3, 4])


def test_two_ties_at_once_rotate_apart() -> None:
    game = new_game(players=4, options=RULES_BGA)
    assert order_of(game, 0, 6, 0, 6) == ((3, 1, 2, 0), [3, 4, 1, 2])


def test_no_tie_moves_no_coin() -> None:
    game = new_game(players=4, options=RULES_BGA)
    give(game, 0)
    give(game, 1)
    assert order_of(game, 1, 2, 3, 4)[1] == [1, 2, 3, 4]


def test_coins_follow_the_option_and_not_the_edition() -> None:
    game = new_game(players=3, options=replace(RULES_2005, tie_break="COPPER_COINS"))
    assert order_of(game, 0, 0, 0) == ((2, 1, 0), [2, 3, 1])
    game = new_game(players=3, options=replace(RULES_BGA, tie_break="WHITE_NUMBER"))
    assert order_of(game, 0, 0, 0) == ((2, 1, 0), None)
    assert order_of(game, 6, 6, 6) == ((1, 0, 2), None)


def test_coins_have_moved_when_the_first_turn_begins() -> None:
    game = new_game(players=2, options=RULES_BGA)
    turn_over(game, *PEACEFUL)
    play_cards(game, 0, 0)
    assert (game.order, game.coins) == ((1, 0), [2, 1])


# --- 3a. Receive Silver Coins as Income; Event Cards ---------------------------------------------------------------


def after_income(event: tuple[str, int | None], card: int, silver: int, **tokens: int) -> int:
    """The money of a seat that had this much, once it has its income of this round."""
    game = new_game(players=3)
    for seat in range(3):
        give(game, seat)
    give(game, 0, **tokens)
    game.silver[0] = silver
    play_round(game, card, 1, 1, event=event)
    return game.silver[0]


def test_theft_takes_as_much_as_the_largest_type_has() -> None:
    assert after_income((THEFT, None), 4, 7, fish=2, orchid=2, iguana=1) == 7 + 4 - 2


def test_theft_takes_no_more_than_there_is() -> None:
    assert after_income((THEFT, None), 2, 1, fish=5) == 0
    assert after_income((THEFT, None), 2, 3, fish=5) == 0
    assert after_income((THEFT, None), 0, 0, fish=5) == 0


def test_theft_counts_natives() -> None:
    game = new_game()
    game.natives[0] = [0, 0, 2, 0, 0]
    give(game, 0, iguana=1)
    game.silver[0] = 9
    play_round(game, 4, 1, 2, event=(THEFT, None))
    assert game.silver[0] == 9 + 4 - 3


def test_bonus_pays_for_each_specimen_of_its_type() -> None:
    assert after_income((BONUS, FISH), 4, 0, fish=2) == 4 + 2
    assert after_income((BONUS, ORCHID), 4, 0, fish=2) == 4


def test_bonus_counts_natives_and_does_not_decide_the_order() -> None:
    game = new_game()
    give(game, 0, orchid=4)
    game.natives[0] = [0, 0, 0, 0, 1]
    game.silver = [0, 0, 0]
    turn_over(game, BONUS, ORCHID)
    play_cards(game, 1, 3, 2)
    assert game.order == (1, 2, 0)
    end_round(game)
    assert game.silver[0] == 1 + 5


@pytest.mark.parametrize(("card", "tokens", "half"), [(5, 0, 2), (5, 1, 3), (1, 0, 0), (0, 0, 0)])
def test_forest_fire_halves_the_income_down(card: int, tokens: int, half: int) -> None:
    assert after_income((FOREST_FIRE, None), card, 7, orchid=tokens) == 7 + half


def test_card_6_keeps_off_fire_and_theft_but_not_the_bonus() -> None:
    assert after_income((FOREST_FIRE, None), 6, 1, fish=5) == 1 + 6
    assert after_income((THEFT, None), 6, 1, fish=5) == 1 + 6
    assert after_income((BONUS, FISH), 6, 1, fish=5) == 1 + 6 + 5


def test_income_comes_at_the_own_turn_and_once() -> None:
    game = new_game(homes=(DELTA, DELTA, FORD))
    before = list(game.silver)
    turn_over(game, *PEACEFUL)
    play_cards(game, 3, 4, 5)
    assert game.order == (2, 1, 0)
    assert game.silver == [before[0], before[1], before[2] + 6]
    assert game.violations(2, Move(INCOME)) == ("INCOME_TAKEN_ALREADY",)
    assert game.violations(2, Move(HIRE, FISH)) == ("INCOME_TAKEN_ALREADY", "NO_NATIVE")
    assert game.violations(1, Move(END)) == ("NOT_TO_ACT",)
    do(game, Move(END))
    assert game.silver == [before[0], before[1] + 4, before[2] + 6]


# --- Event Cards: natives ------------------------------------------------------------------------------------------


@EDITIONS
def test_native_refused_by_all_leaves(options: Options) -> None:
    game = new_game(options=options)
    turn_over(game, NATIVES)
    play_cards(game, 1, 2, 3)
    for _ in range(3):
        assert game.due() == "INCOME"
        do(game, Move(INCOME), Move(END))
    assert not game.native_waiting
    assert game.natives == [[0] * 5] * 3
    turn_over(game, NATIVES)
    assert game.native_waiting


def test_only_one_can_hire_and_pays_with_the_whole_income() -> None:
    game = new_game(homes=(DELTA, DELTA, FORD))
    game.silver = [5, 5, 5]
    turn_over(game, NATIVES)
    play_cards(game, 1, 6, 3)
    assert game.order == (1, 2, 0)
    assert game.violations(1, Move(END)) == ("WRONG_STEP",)
    assert game.violations(1, Move(BUILD, FORK)) == ("WRONG_STEP",)
    do(game, Move(INCOME), Move(END))
    assert game.legal_moves(2) == [Move(INCOME), *(Move(HIRE, type_) for type_ in range(5))]
    assert game.violations(2, Move(HIRE, 5)) == ("NO_SUCH_TYPE",)
    do(game, Move(HIRE, PARROT))
    assert game.due() == "BUILD"
    assert game.violations(2, Move(INCOME)) == ("INCOME_TAKEN_ALREADY",)
    assert game.violations(2, Move(HIRE, 9)) == ("NO_SUCH_TYPE", "INCOME_TAKEN_ALREADY", "NO_NATIVE")
    do(game, Move(END))
    # Seat 0 is not asked any more.
    assert (game.due(), game.seats_to_act()) == ("BUILD", (0,))
    assert game.silver == [5 + 2, 5 + 6, 5]
    assert game.natives[2] == [0, 0, 0, 1, 0]


def test_whoever_hires_may_build_from_savings() -> None:
    game = new_game(homes=(DELTA, DELTA, FORD))
    game.silver[2] = 6
    turn_over(game, NATIVES)
    play_cards(game, 1, 2, 6)
    do(game, Move(HIRE, ORCHID), Move(BUILD, HOLLOW))
    assert (game.silver[2], game.tokens[2]) == (0, [0, 0, 0, 1, 1])


def test_own_types_only_in_the_bga_edition() -> None:
    game = new_game(players=3, options=RULES_BGA, homes=(DELTA, DELTA, FORD))
    give(game, 2, fish=1, orchid=1)
    turn_over(game, NATIVES)
    play_cards(game, 1, 2, 6)
    assert game.legal_moves(2) == [Move(INCOME), Move(HIRE, FISH), Move(HIRE, ORCHID)]
    assert game.violations(2, Move(HIRE, IGUANA)) == ("NATIVE_NEEDS_OWN_TYPE",)
    do(game, Move(INCOME))
    assert game.violations(2, Move(HIRE, IGUANA)) == ("INCOME_TAKEN_ALREADY", "NATIVE_NEEDS_OWN_TYPE")


def test_native_with_an_income_of_0() -> None:
    game = new_game(players=3)
    give(game, 0)
    game.silver[0] = 4
    turn_over(game, NATIVES)
    play_cards(game, 0, 1, 2)
    do(game, Move(INCOME), Move(END), Move(INCOME), Move(END))
    assert game.incomes is not None
    assert (game.seats_to_act(), game.incomes[0]) == ((0,), 0)
    refused = game.clone()
    do(refused, Move(INCOME))
    assert (refused.silver[0], refused.natives[0]) == (4, [0] * 5)
    do(game, Move(HIRE, FISH))
    assert (game.silver[0], game.natives[0]) == (4, [1, 0, 0, 0, 0])


def test_without_any_own_type_nobody_is_asked_in_the_bga_edition() -> None:
    game = new_game(players=2, options=RULES_BGA)
    give(game, 0)
    turn_over(game, NATIVES)
    play_cards(game, 6, 1)
    assert (game.seats_to_act(), game.due(), game.native_waiting) == ((0,), "BUILD", True)
    assert game.violations(0, Move(HIRE, FISH)) == ("INCOME_TAKEN_ALREADY", "NATIVE_NEEDS_OWN_TYPE")
    do(game, Move(END))
    assert (game.seats_to_act(), game.due()) == ((1,), "INCOME")


def test_card_6_does_not_drive_the_native_away() -> None:
    game = new_game()
    turn_over(game, NATIVES)
    play_cards(game, 6, 1, 2)
    assert (game.seats_to_act(), game.due()) == ((0,), "INCOME")


# --- 3b. Build Huts; jaguar and crocodile --------------------------------------------------------------------------


def builder(event: tuple[str, int | None], card: int = 5, home: int = DELTA, options: Options = RULES_2005) -> Amazonas:
    """Three players; seat 0 is rich and about to build, whatever it has played."""
    game = new_game(options=options, homes=(home, GLADE, MARSH))
    game.silver[0] = 100
    turn_over(game, *event)
    play_cards(game, card, 1, 1)
    while game.seats_to_act() != (0,):
        do(game, Move(INCOME) if game.due() == "INCOME" else Move(END))
    return game


def buildable(game: Amazonas) -> list[int]:
    return [move.argument for move in game.legal_moves(0) if move.kind == BUILD]


def test_huts_are_built_next_to_own_huts() -> None:
    game = builder(PEACEFUL)
    assert buildable(game) == [FORK, GROVE, HOLLOW]
    assert game.violations(0, Move(BUILD, FORD)) == ("NOT_CONNECTED",)
    assert game.violations(0, Move(BUILD, DELTA)) == ("OWN_HUT_THERE",)
    assert game.violations(0, Move(BUILD, 8)) == ("NO_SUCH_VILLAGE",)
    assert game.violations(0, Move(CARD, 3)) == ("WRONG_STEP",)
    assert game.violations(0, Move(PASS)) == ("WRONG_STEP",)


def test_hut_of_this_turn_connects_at_once() -> None:
    game = builder(PEACEFUL)
    do(game, Move(BUILD, FORK), Move(BUILD, FORD), Move(BUILD, GLADE))
    assert game.huts(0) == [DELTA, FORK, FORD, GLADE]
    assert game.tokens[0] == [2, 1, 0, 0, 1]


def test_jaguar_bars_paths_and_leaves_rivers_open() -> None:
    game = builder((JAGUAR, None))
    # The edge to Hollow is both.
    assert buildable(game) == [GROVE, HOLLOW]
    assert game.violations(0, Move(BUILD, FORK)) == ("BARRED_BY_JAGUAR",)
    do(game, Move(BUILD, HOLLOW))
    assert game.violations(0, Move(BUILD, FORD)) == ("BARRED_BY_JAGUAR",)
    # One open connection is enough.
    do(game, Move(BUILD, GROVE), Move(BUILD, FORD))
    assert FORD in game.huts(0)


def test_crocodile_bars_rivers_and_leaves_paths_open() -> None:
    game = builder((CROCODILE, None))
    assert buildable(game) == [FORK, HOLLOW]
    assert game.violations(0, Move(BUILD, GROVE)) == ("BARRED_BY_CROCODILE",)


@pytest.mark.parametrize("event", [JAGUAR, CROCODILE])
def test_card_6_opens_all_connections_for_its_player(event: str) -> None:
    assert buildable(builder((event, None), card=6)) == [FORK, GROVE, HOLLOW]


@pytest.mark.parametrize(("silver", "found"), [(5, ("TOO_EXPENSIVE",)), (6, ()), (0, ("TOO_EXPENSIVE",)), (100, ())])
def test_price_of_the_cheapest_free_site_is_paid(silver: int, found: tuple[str, ...]) -> None:
    game = builder(PEACEFUL)
    game.silver[0] = silver
    assert game.violations(0, Move(BUILD, FORK)) == found


def test_later_huts_in_a_village_cost_more() -> None:
    game = builder(PEACEFUL)
    game.sites[FORK] = [1]
    assert game.price(0, FORK) == 3 * SILVER_PER_GOLD
    game.sites[FORK] = [1, 2]
    assert game.price(0, FORK) is None
    assert game.violations(0, Move(BUILD, FORK)) == ("VILLAGE_FULL",)


def test_first_reason_against_a_hut_is_told_alone() -> None:
    game = builder((JAGUAR, None))
    game.silver[0] = 0
    assert game.violations(0, Move(BUILD, FORK)) == ("BARRED_BY_JAGUAR",)
    assert game.violations(0, Move(BUILD, GROVE)) == ("TOO_EXPENSIVE",)
    assert game.violations(0, Move(BUILD, FORD)) == ("NOT_CONNECTED",)
    game.sites[FORD] = [1, 2, 1]
    assert game.violations(0, Move(BUILD, FORD)) == ("VILLAGE_FULL",)
    game.sites[HOLLOW] = [0]
    assert game.violations(0, Move(BUILD, HOLLOW)) == ("OWN_HUT_THERE",)


def test_mission_village_that_others_filled() -> None:
    for options, points in ((RULES_2005, -9), (RULES_BGA, 3)):
        game = builder(PEACEFUL, options=options)
        assert game.content.missions[0] == (DELTA, FORK, GROVE, HOLLOW)
        game.sites[HOLLOW] = [1]
        assert game.violations(0, Move(BUILD, HOLLOW)) == ("VILLAGE_FULL",)
        assert game.score(0).missions == points


def test_no_token_when_the_supply_is_empty() -> None:
    game = builder(PEACEFUL)
    game.supply[BUTTERFLY] = 0
    do(game, Move(BUILD, FORK))
    assert (game.tokens[0], game.supply[BUTTERFLY]) == ([1, 0, 0, 0, 0], 0)
    assert game.silver[0] == 100 + 5 - 6


def row_of_twelve(options: Options) -> Amazonas:
    """Seat 0 has its twelve huts in a row of 14 villages, and exactly 7 silver."""
    game = new_game(players=2, options=options, content=Content.from_json(row_pack(14, sites=(2, 3))), homes=(0, 0))
    game.silver[0] = 1000
    turn_over(game, *PEACEFUL)
    play_cards(game, 6, 1)
    do(game, *(Move(BUILD, village) for village in range(1, 12)))
    assert (game.huts(0), game.huts_left(0)) == (list(range(12)), 0)
    assert game.silver[0] == 1000 + 6 - 11 * 6
    game.silver[0] = 7
    return game


def test_twelve_huts_are_all_in_2005() -> None:
    game = row_of_twelve(RULES_2005)
    assert game.violations(0, Move(BUILD, 12)) == ("NO_HUT_LEFT",)
    assert game.legal_moves(0) == [Move(END)]


def test_hut_13_costs_a_silver_more_in_the_bga_edition() -> None:
    game = row_of_twelve(RULES_BGA)
    assert game.price(0, 12) == 2 * SILVER_PER_GOLD + 1
    game.silver[0] = 6
    assert game.violations(0, Move(BUILD, 12)) == ("TOO_EXPENSIVE",)
    game.silver[0] = 7
    do(game, Move(BUILD, 12))
    assert (game.silver[0], game.huts_left(0)) == (0, 0)
    # Every further hut costs one silver more, not ever more.
    assert game.price(0, 13) == 2 * SILVER_PER_GOLD + 1
    # The other player still has huts.
    assert game.price(1, 13) == 2 * SILVER_PER_GOLD


# --- Neutrale Hütten -----------------------------------------------------------------------------------------------


def neutral_game(options: Options = RULES_BGA, players: int = 2) -> Amazonas:
    """Seat 0 is first and in its building step, with nothing left to spend."""
    game = new_game(players=players, options=options, homes=(DELTA, FORD, FORD))
    turn_over(game, *PEACEFUL)
    play_cards(game, 6, *[1] * (players - 1))
    game.silver[0] = 0
    return game


def test_neutral_hut_takes_the_cheapest_site_for_free_and_brings_nothing() -> None:
    game = neutral_game()
    tokens = [list(counts) for counts in game.tokens]
    # No connection is needed; Hollow and Nest have only one site.
    assert game.legal_moves(0) == [
        *(Move(NEUTRAL, village) for village in (DELTA, FORK, GROVE, FORD, GLADE, MARSH)),
        Move(END),
    ]
    do(game, Move(NEUTRAL, GLADE))
    assert (game.sites[GLADE], game.tokens, game.silver[0]) == ([NEUTRAL_HUT], tokens, 0)
    assert game.price(1, GLADE) == 5 * SILVER_PER_GOLD
    assert game.neutral_huts == [5, 6]


def test_one_neutral_hut_per_round_and_player() -> None:
    game = neutral_game()
    do(game, Move(NEUTRAL, GLADE))
    assert game.violations(0, Move(NEUTRAL, FORK)) == ("NEUTRAL_HUT_BUILT_THIS_ROUND",)
    assert game.legal_moves(0) == [Move(END)]
    do(game, Move(END), Move(NEUTRAL, FORK), Move(END))
    turn_over(game, JAGUAR)
    play_cards(game, 1, 2)
    while game.seats_to_act() != (0,):
        do(game, Move(END))
    do(game, Move(NEUTRAL, MARSH))
    assert game.neutral_huts == [4, 5]


def test_one_neutral_hut_per_village_whoever_built_it() -> None:
    game = neutral_game()
    do(game, Move(NEUTRAL, FORD), Move(END))
    assert game.violations(1, Move(NEUTRAL, FORD)) == ("NEUTRAL_HUT_THERE",)


def test_neutral_hut_never_takes_the_last_free_site() -> None:
    game = neutral_game()
    assert game.violations(0, Move(NEUTRAL, HOLLOW)) == ("LAST_FREE_SITE",)
    game.sites[FORK] = [1]
    assert game.violations(0, Move(NEUTRAL, FORK)) == ("LAST_FREE_SITE",)
    game.sites[FORK] = [0, 1]
    assert game.violations(0, Move(NEUTRAL, FORK)) == ("LAST_FREE_SITE",)
    assert game.violations(0, Move(NEUTRAL, 8)) == ("NO_SUCH_VILLAGE",)


def test_neutral_hut_before_between_and_after_own_huts() -> None:
    for position in range(3):
        game = neutral_game()
        game.silver[0] = 100
        moves = [Move(BUILD, FORK), Move(BUILD, GROVE)]
        moves.insert(position, Move(NEUTRAL, MARSH))
        do(game, *moves, Move(END))
        assert (game.huts(0), game.huts(NEUTRAL_HUT)) == ([DELTA, FORK, GROVE], [MARSH])


def test_six_neutral_huts_are_all() -> None:
    game = neutral_game()
    game.neutral_huts = [0, 6]
    assert game.violations(0, Move(NEUTRAL, FORK)) == ("NO_NEUTRAL_HUT_LEFT",)


def test_neutral_huts_only_for_two_players_and_by_option() -> None:
    for game in (
        neutral_game(players=3),
        neutral_game(replace(RULES_BGA, neutral_huts=False)),
        neutral_game(RULES_2005),
    ):
        assert game.neutral_huts is None
        assert game.violations(0, Move(NEUTRAL, FORK)) == ("NO_NEUTRAL_HUTS",)
        assert game.legal_moves(0) == [Move(END)]


def test_neutral_hut_connects_nobody() -> None:
    game = neutral_game()
    game.silver[0] = 100
    do(game, Move(NEUTRAL, FORK))
    assert game.violations(0, Move(BUILD, FORD)) == ("NOT_CONNECTED",)


# --- Bonus Points for Specimen Tokens ------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "points"), [(2, [4, 2]), (3, [4, 3, 2]), (4, [5, 4, 3, 2])])
def test_five_types_are_rewarded_in_the_order_of_completion(players: int, points: list[int]) -> None:
    game = new_game(players=players, options=RULES_BGA, homes=(DELTA, DELTA, FORD, FORD))
    completing = list(reversed(range(players)))
    for seat in completing:
        give(game, seat, fish=1, butterfly=1, iguana=1, orchid=1)
    game.sites[HOLLOW] = []
    turn_over(game, *PEACEFUL)
    play_cards(game, *range(1, players + 1))
    assert game.order == tuple(completing)
    for seat in completing:
        game.silver[seat] = 6
        game.sites[HOLLOW] = []
        do(game, Move(BUILD, HOLLOW), Move(END))
    assert [game.five_types[seat] for seat in completing] == points
    assert [game.score(seat).five_types for seat in completing] == points


def test_native_can_be_the_fifth_type_where_any_type_is_allowed() -> None:
    game = new_game(players=3)
    give(game, 0, fish=1, butterfly=1, iguana=1, orchid=1)
    turn_over(game, NATIVES)
    play_cards(game, 6, 1, 2)
    do(game, Move(HIRE, PARROT))
    assert game.five_types == [4, None, None]


def test_second_set_brings_no_second_bonus() -> None:
    game = builder(PEACEFUL)
    give(game, 0, fish=2, butterfly=1, iguana=1, orchid=1, parrot=1)
    game.five_types[0] = 4
    do(game, Move(BUILD, FORK))
    assert game.five_types == [4, None, None]


# --- The End of the Game and Final Scoring -------------------------------------------------------------------------


def test_rulebook_example_of_the_final_score() -> None:
    game = new_game(players=4)
    give(game, 0, orchid=2, butterfly=3, iguana=1, parrot=4, fish=1)
    game.natives[0] = [1, 1, 0, 0, 0]
    game.five_types[0] = 4
    for village in (DELTA, FORK, GROVE):
        game.sites[village] = [0]
    finish(game)
    score = game.score(0)
    assert score.specimens == [0, 4, 0, 4, 0]
    assert (score.five_types, score.majority, score.missions) == (4, 0, -3)
    assert score.total == 9


@pytest.mark.parametrize("reached", range(5))
def test_missions_lose_in_2005_and_gain_in_the_bga_edition(reached: int) -> None:
    for options, points in ((RULES_2005, -3 * (4 - reached)), (RULES_BGA, 3 * reached)):
        game = Amazonas(SMALL, 3, options)
        assert game.score(0).missions == 0
        deal(game, 3, 0, 1)
        for village in SMALL.missions[3][:reached]:
            game.sites[village] = [0]
        # A neutral hut and the huts of others do not count.
        game.sites[MARSH] = [NEUTRAL_HUT, 1]
        assert game.score(0).missions == points


def test_three_of_a_kind_with_natives() -> None:
    game = new_game()
    give(game, 0, fish=2, iguana=2, orchid=12)
    game.natives[0] = [1, 0, 0, 0, 0]
    assert game.score(0).specimens == [3, 0, 0, 0, 12]


@pytest.mark.parametrize(
    ("counts", "points"),
    [((3, 2, 0), [1, 0, 0]), ((2, 1, 0), [0, 0, 0]), ((4, 4, 3), [0, 0, 0]), ((3, 5, 4), [0, 1, 0])],
)
def test_majority_needs_three_and_to_be_alone(counts: tuple[int, ...], points: list[int]) -> None:
    game = new_game(options=RULES_BGA)
    for seat, count in enumerate(counts):
        give(game, seat, iguana=count)
    assert [game.score(seat).majority for seat in range(3)] == points
    game = new_game(options=RULES_2005)
    give(game, 0, iguana=9)
    assert game.score(0).majority == 0


def test_majority_counts_natives_and_each_type() -> None:
    game = new_game(options=RULES_BGA)
    give(game, 0, fish=3, orchid=4, parrot=3)
    give(game, 1, fish=3)
    game.natives[1] = [1, 0, 0, 0, 0]
    assert [game.score(seat).majority for seat in range(3)] == [2, 1, 0]


def ranked(options: Options, *profiles: dict[str, Any]) -> list[list[tuple[int, int, str]]]:
    """For every seating: place, profile and deciding criterion, in the order of the ranking."""
    rankings = []
    for seating in permutations(range(len(profiles))):
        game = Amazonas(SMALL, len(profiles), replace(options, mission_scoring="GAIN"))
        deal(game)
        for seat, profile in enumerate(seating):
            give(game, seat, **profiles[profile]["tokens"])
            game.silver[seat] = profiles[profile].get("silver", 0)
            if game.coins is not None:
                game.coins[seat] = 4 - profile
        game.seats_set_up = game.players
        finish(game)
        rankings.append([(placing.place, seating[placing.seat], placing.decided_by) for placing in game.ranking()])
    return rankings


def test_equal_points_are_parted_at_each_later_step_wherever_they_sit() -> None:
    profiles: tuple[dict[str, Any], ...] = (
        {"tokens": {"fish": 4}},
        {"tokens": {"orchid": 3, "fish": 1}},
        {"tokens": {"iguana": 3}, "silver": 5},
        {"tokens": {"parrot": 3}, "silver": 4},
    )
    expected = [(1, 0, ""), (2, 1, "points"), (3, 2, "specimens"), (4, 3, "silver")]
    without_majority = replace(RULES_BGA, majority_chips=False)
    assert all(ranking == expected for ranking in ranked(without_majority, *profiles))
    assert all(ranking == expected for ranking in ranked(RULES_2005, *profiles))


def test_coin_decides_last_at_a_table_with_coins() -> None:
    profiles: tuple[dict[str, Any], ...] = ({"tokens": {"fish": 3}}, {"tokens": {"iguana": 3}}, {"tokens": {}})
    expected = [(1, 0, ""), (2, 1, "coin"), (3, 2, "points")]
    assert all(ranking == expected for ranking in ranked(RULES_BGA, *profiles))


def test_place_is_shared_where_nothing_decides() -> None:
    profiles: tuple[dict[str, Any], ...] = ({"tokens": {"fish": 3}}, {"tokens": {"iguana": 3}}, {"tokens": {}})
    for ranking in ranked(RULES_2005, *profiles):
        assert [(place, decided_by) for place, _, decided_by in ranking] == [(1, ""), (1, ""), (3, "points")]
        assert {profile for _, profile, _ in ranking[:2]} == {0, 1}


def test_natives_count_in_the_tie_break() -> None:
    game = new_game(players=2)
    give(game, 0)
    give(game, 1)
    game.natives[1] = [0, 1, 0, 0, 0]
    assert [game.ranking_values(seat)[1] for seat in range(2)] == [0, 1]


# --- Whole games ---------------------------------------------------------------------------------------------------


def random_options(rng: random.Random) -> Options:
    return Options(
        tie_break=rng.choice(("WHITE_NUMBER", "COPPER_COINS")),
        native_needs_own_type=rng.random() < 0.5,
        mission_scoring=rng.choice(("LOSS", "GAIN")),
        majority_chips=rng.random() < 0.5,
        extra_huts=rng.random() < 0.5,
        neutral_huts=rng.random() < 0.5,
    )


def check_conservation(game: Amazonas) -> None:
    """Nothing comes from nowhere and nothing gets lost."""
    assert all(silver >= 0 for silver in game.silver)
    for type_ in range(len(TYPES)):
        assert sum(tokens[type_] for tokens in game.tokens) + game.supply[type_] == TOKENS_PER_TYPE
    natives_drawn = sum(EVENT_CARDS[card][0] == NATIVES for card in game.events_used)
    assert sum(map(sum, game.natives)) + game.native_waiting <= natives_drawn
    for village, owners in enumerate(game.sites):
        assert len(owners) == len(set(owners))
        assert len(owners) <= len(game.content.villages[village].sites)
    for seat in range(game.players):
        assert game.options.extra_huts or len(game.huts(seat)) + game.huts_left(seat) == 12
    if game.neutral_huts is not None:
        assert sum(game.neutral_huts) + len(game.huts(NEUTRAL_HUT)) == 12
    if game.coins is not None:
        assert sorted(game.coins) == list(range(1, game.players + 1))
    given = [points for points in game.five_types if points is not None]
    assert len(given) == len(set(given))


@PLAYERS
@pytest.mark.parametrize("seed", range(6))
def test_nothing_gets_lost_in_random_games(players: int, seed: int) -> None:
    rng = random.Random(seed)
    content = SMALL if seed % 2 else Content.from_json(row_pack(20))
    game = Amazonas(content, players, random_options(rng))
    wait_for_moves(game, rng)
    while game.due() != "OVER":
        play_randomly(game, rng)
        check_conservation(game)
    assert game.events_used == set(range(18))
    assert game.rounds_played == ROUNDS
    assert {placing.seat for placing in game.ranking()} == set(range(players))


@PLAYERS
def test_legal_moves_ascend_and_whoever_is_asked_has_one(players: int) -> None:
    rng = random.Random(players)
    game = Amazonas(SMALL, players, random_options(rng))
    wait_for_moves(game, rng)
    while game.due() != "OVER":
        for seat in range(players):
            words = [move.word for move in game.legal_moves(seat)]
            assert words == sorted(set(words))
            assert bool(words) == (seat in game.seats_to_act())
        play_randomly(game, rng)


@EDITIONS
@pytest.mark.parametrize("seed", range(4))
def test_missions_of_others_change_nothing_that_a_seat_can_see(options: Options, seed: int) -> None:
    """The same moves and events with other missions: all but the missions stays the same, what is legal too."""
    rng = random.Random(seed)
    games = [Amazonas(SMALL, 3, options) for _ in range(3)]
    for game, others in zip(games, ((0, 1), (3, 0), (4, 3)), strict=True):
        deal(game, 2, *others)
    while games[0].due() != "OVER":
        assert len({game.public_state()[1:] for game in games}) == 1
        assert len({game.score(0).total for game in games}) == 1
        if outcomes := games[0].possible_outcomes():
            assert all(game.possible_outcomes() == outcomes for game in games)
            outcome = rng.choice(outcomes)
            for game in games:
                game.tell(outcome)
        else:
            seat = rng.choice(games[0].seats_to_act())
            moves = games[0].legal_moves(seat)
            assert all(game.legal_moves(seat) == moves for game in games)
            move = rng.choice(moves)
            for game in games:
                game.choose(seat, move)


def test_clones_are_independent() -> None:
    rng = random.Random(1)
    game = Amazonas(SMALL, 2, RULES_BGA)
    wait_for_moves(game, rng)
    while game.due() != "OVER":
        before = game.public_state()
        copy = game.clone()
        assert copy.public_state() == before
        play_randomly(copy, rng)
        assert copy.public_state() != before
        assert game.public_state() == before
        game = copy


STEPS = {
    "SET_UP": {BUILD, PASS},
    "CARDS": {CARD},
    "INCOME": {INCOME, HIRE},
    # Told by their own code that they come too late.
    "BUILD": {BUILD, NEUTRAL, END, INCOME, HIRE},
}


@EDITIONS
def test_each_kind_of_move_has_its_steps(options: Options) -> None:
    game = Amazonas(SMALL, 2, options)
    deal(game)
    seen: dict[str, set[int]] = {}
    rng = random.Random(3)
    while set(seen) != set(STEPS):
        seat = game.seats_to_act()[0]
        found = {kind: game.violations(seat, Move(kind)) for kind in range(BUILD, END + 1)}
        seen[game.due()] = {kind for kind, violations in found.items() if violations != ("WRONG_STEP",)}
        play_randomly(game, rng)
    assert seen == STEPS


def test_refused_moves_change_nothing() -> None:
    game = new_game()
    turn_over(game, *PEACEFUL)
    before = game.public_state()
    with pytest.raises(Illegal) as refused:
        game.choose(0, Move(BUILD, FORK))
    assert refused.value.violations == ("WRONG_STEP",)
    assert game.public_state() == before


@pytest.mark.parametrize("players", [0, 1, 5])
def test_numbers_of_players_that_are_not_provided_for(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Amazonas(SMALL, players)


def test_neighbours_on_the_map() -> None:
    assert SMALL.neighbours(DELTA) == [FORK, GROVE, HOLLOW]
    assert SMALL.neighbours(NEST) == [GLADE, MARSH]
