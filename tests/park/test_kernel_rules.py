"""The rules of Amazonia Park in the kernel, heading by heading of the rulebook, and its examples."""

from __future__ import annotations

import pytest

from cext import park
from cext.kernel import State
from cext.park import (
    AMAZONIA,
    CAIMAN,
    CAPYBARA,
    DOWN,
    EVENT_BONUS_TAKEN,
    EVENT_PAID,
    EVENT_PLACED,
    EVENT_PUBLISHED,
    EVENT_SEEN,
    EVENT_SUBSTITUTED,
    EVENT_TILE_DRAWN,
    JAGUAR,
    LEFT,
    MOVE_BONUS,
    MOVE_DECLINE,
    MOVE_PASS,
    MOVE_PLACE,
    MOVE_PUBLISH,
    MOVE_SUBSTITUTE,
    REWARD,
    RIGHT,
    SQUIRREL_MONKEY,
    SUBSTITUTING,
    TOKENS,
    TOUCAN,
    TURN,
    UP,
)
from tests.park.play import Game, at, position, rules_of, stack_values, tokens

MIDDLE = at(2, 2)


def placed(state: State, cell: int = MIDDLE) -> Game:
    """The game after the seat in turn has placed its tile."""
    game = Game(state)
    game.place(cell)
    return game


# --- Setup ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_magazines_ascend_and_two_players_leave_some_out(players: int) -> None:
    rack = park.magazines(State.start(rules_of(players)))
    assert [list(stack.values) for stack in rack] == [stack_values(colour, players) for colour in range(6)]
    assert sum(len(stack.values) for stack in rack) == (18 if players == 2 else 24)


def test_every_seat_draws_a_tile_before_seat_0_begins() -> None:
    game = Game(State.start(rules_of(3)))
    for seat in range(3):
        assert game.table.due == seat
        assert game.state.to_act() == ()
        game.draw(JAGUAR, 1 + seat)
    assert game.state.to_act() == (0,)
    assert [game.player(seat).tile for seat in range(3)] == [(JAGUAR, 1), (JAGUAR, 2), (JAGUAR, 3)]


def test_supply_holds_twenty_four_tokens_of_each_animal() -> None:
    assert park.table(State.start(rules_of())).supply == (TOKENS,) * 5


# --- Take Pictures --------------------------------------------------------------------------------------------------


def test_first_example_two_capybaras_see_a_toucan_and_a_jaguar() -> None:
    game = placed(position(board={at(0, 2): (TOUCAN, 1), at(2, 5): (JAGUAR, 1)}, hands=[(CAPYBARA, 2), (JAGUAR, 1)]))
    assert game.player(0).tokens == tokens(toucan=1, jaguar=1)


def test_second_example_a_jaguar_sees_two_capybaras_a_toucan_and_a_caiman() -> None:
    board = {at(2, 0): (CAPYBARA, 2), at(4, 2): (TOUCAN, 1), at(2, 3): (CAIMAN, 1)}
    game = placed(position(board=board, hands=[(JAGUAR, 1), (JAGUAR, 1)]))
    assert game.player(0).tokens == tokens(toucan=1, caiman=1, capybara=2)


def test_only_the_nearest_animal_of_each_direction_is_seen() -> None:
    board = {at(1, 2): (JAGUAR, 1), at(0, 2): (TOUCAN, 3), at(2, 4): (CAIMAN, 2), at(2, 5): (TOUCAN, 3)}
    game = placed(position(board=board))
    assert game.player(0).tokens == tokens(jaguar=1, caiman=2)


def test_empty_spaces_are_looked_through_to_the_edge_of_the_board() -> None:
    board = {at(0, 2): (JAGUAR, 1), at(5, 2): (CAIMAN, 1), at(2, 0): (CAPYBARA, 1), at(2, 5): (TOUCAN, 1)}
    game = placed(position(board=board))
    assert game.player(0).tokens == tokens(toucan=1, jaguar=1, caiman=1, capybara=1)
    seen = [(sight.direction, sight.cell) for sight in park.sights(game.state)]
    assert seen == [(UP, at(2, 0)), (RIGHT, at(5, 2)), (DOWN, at(2, 5)), (LEFT, at(0, 2))]


def test_nothing_is_seen_diagonally_or_around_the_edge() -> None:
    board = {at(1, 1): (JAGUAR, 1), at(5, 3): (CAIMAN, 1), at(0, 3): (TOUCAN, 1)}
    game = placed(position(board=board), at(0, 2))
    assert game.player(0).tokens == tokens(toucan=1)
    assert placed(position(board={at(5, 1): (JAGUAR, 1)}), at(0, 2)).player(0).tokens == tokens()


def test_a_tile_that_sees_nothing_brings_nothing_and_may_be_placed() -> None:
    game = placed(position())
    assert game.player(0).tokens == tokens()
    assert game.told(EVENT_SEEN) == []
    assert park.board(game.state)[MIDDLE] == (TOUCAN, 1)


def test_the_same_animal_on_several_sides_counts_for_each() -> None:
    board = {at(1, 2): (JAGUAR, 2), at(3, 2): (JAGUAR, 3), at(2, 1): (JAGUAR, 1)}
    assert placed(position(board=board)).player(0).tokens == tokens(jaguar=6)


def test_what_is_on_the_placed_tile_itself_brings_nothing() -> None:
    game = placed(position(board={at(2, 1): (CAIMAN, 1)}, hands=[(JAGUAR, 3), (JAGUAR, 1)]))
    assert game.player(0).tokens == tokens(caiman=1)


def test_printed_animals_are_seen_too_and_hold_their_space() -> None:
    rules = rules_of(printed=[(at(2, 4), CAPYBARA, 3), (at(0, 0), JAGUAR, 1)])
    game = placed(position(rules))
    assert game.player(0).tokens == tokens(capybara=3)
    assert game.table.spaces == 6 * 6 - 3
    state = position(rules)
    assert park.pack_move(MOVE_PLACE, at(2, 4)) not in state.legal_moves(0)
    assert park.pack_move(MOVE_PLACE, at(2, 3)) in state.legal_moves(0)


def test_a_placement_tells_the_tile_then_what_it_sees_in_order() -> None:
    board = {at(2, 0): (CAPYBARA, 2), at(4, 2): (TOUCAN, 1)}
    game = placed(position(board=board, hands=[(JAGUAR, 3), (JAGUAR, 1)]))
    assert game.told(EVENT_PLACED) == [(0, (MIDDLE, JAGUAR, 3, 0, 0, 0))]
    assert game.told(EVENT_SEEN) == [
        (0, (UP, at(2, 0), CAPYBARA, 2, 2, 0)),
        (0, (RIGHT, at(4, 2), TOUCAN, 1, 1, 0)),
    ]


def test_a_new_tile_is_drawn_before_the_next_seat_is_asked() -> None:
    game = placed(position())
    assert game.table.due == 0
    assert game.player(0).tile is None
    game.draw(CAIMAN, 2)
    assert game.player(0).tile == (CAIMAN, 2)
    assert game.state.to_act() == (1,)
    assert [(event.seat, event.audience, event.args[:2]) for event in game.events] == [(0, 1, (CAIMAN, 2))]
    assert game.events[0].kind == EVENT_TILE_DRAWN


def test_the_turn_goes_round() -> None:
    game = Game(position(rules_of(3)))
    for seat in (0, 1, 2, 0, 1):
        assert game.seat == seat
        game.place(game.free())
        game.draw_any()


def test_without_tiles_left_the_hand_stays_empty() -> None:
    rules = rules_of(morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    game = placed(position(rules, board={at(0, 0): (TOUCAN, 1), at(1, 1): (TOUCAN, 1)}))
    assert game.player(0).tile is None
    assert game.state.to_act() == (1,)


def test_evening_tiles_come_when_the_morning_is_over() -> None:
    rules = rules_of(morning=[[2, 0, 0], [1, 0, 0], *[[0, 0, 0]] * 3], evening=[[0, 0, 0]] * 4 + [[0, 0, 5]])
    game = placed(position(rules))
    assert game.state.outcomes() == [park.pack_tile(0, JAGUAR, 1)]
    game.draw(JAGUAR, 1)
    game.place(at(5, 5))
    assert game.state.outcomes() == [park.pack_tile(1, CAPYBARA, 3, copy) for copy in range(5)]


# --- Take Pictures: a short supply ----------------------------------------------------------------------------------


def short(jaguars_left: int, board: dict[int, tuple[int, int]] | None = None, **lost: int) -> Game:
    """A placement that sees three jaguars when the supply has only so many."""
    board = {at(2, 1): (JAGUAR, 3)} if board is None else board
    return placed(position(board=board, lost=tokens(jaguar=TOKENS - jaguars_left, **lost)))


@pytest.mark.parametrize("left", [0, 1, 2])
def test_missing_tokens_are_chosen_from_the_rest_of_the_supply(left: int) -> None:
    game = short(left)
    assert game.player(0).tokens == tokens(jaguar=left)
    assert game.told(EVENT_SEEN) == [(0, (UP, at(2, 1), JAGUAR, 3, left, 0))]
    assert (game.table.phase, game.table.missing, game.seat) == (SUBSTITUTING, 3 - left, 0)
    chosen = [park.unpack_move(word)[2] for word in game.state.legal_moves(0)]
    assert all(sum(counts) == 3 - left and counts[JAGUAR] == 0 for counts in chosen)
    # Multisets of four animals.
    assert len(chosen) == {0: 20, 1: 10, 2: 4}[left]
    game.substitute(capybara=3 - left)
    assert game.player(0).tokens == tokens(jaguar=left, capybara=3 - left)
    assert game.told(EVENT_SUBSTITUTED) == [(0, (0, 0, 0, 0, 3 - left, 0))]
    assert game.table.due == 0


def test_a_full_supply_asks_for_nothing() -> None:
    game = short(3)
    assert game.player(0).tokens == tokens(jaguar=3)
    assert game.table.due == 0


def test_all_directions_are_served_before_anything_is_missing() -> None:
    game = short(4, {at(2, 1): (JAGUAR, 3), at(3, 2): (JAGUAR, 2), at(1, 2): (CAIMAN, 1)})
    assert game.player(0).tokens == tokens(jaguar=4, caiman=1)
    assert game.table.missing == 1
    assert [event[1][3:5] for event in game.told(EVENT_SEEN)] == [(3, 3), (2, 1), (1, 1)]


def test_an_animal_just_seen_may_be_chosen() -> None:
    game = short(0, {at(2, 1): (JAGUAR, 2), at(1, 2): (CAIMAN, 1)})
    game.substitute(caiman=2)
    assert game.player(0).tokens == tokens(caiman=3)


def test_no_more_is_chosen_than_the_supply_has() -> None:
    game = short(1, toucan=TOKENS, monkey=TOKENS, caiman=TOKENS, capybara=TOKENS - 1)
    assert game.table.missing == 1
    assert game.state.legal_moves(0) == [park.pack_move(MOVE_SUBSTITUTE, 0, tokens(capybara=1))]
    game.substitute(capybara=1)
    assert game.table.supply == (0,) * 5


def test_an_empty_supply_gives_nothing_and_asks_nobody() -> None:
    game = short(0, toucan=TOKENS, monkey=TOKENS, caiman=TOKENS, capybara=TOKENS)
    assert game.player(0).tokens == tokens()
    assert game.table.missing == 0
    assert game.table.due == 0


def test_the_last_tokens_are_taken_and_nobody_is_asked_when_that_empties_the_supply() -> None:
    game = short(2, toucan=TOKENS, monkey=TOKENS, caiman=TOKENS, capybara=TOKENS)
    assert game.player(0).tokens == tokens(jaguar=2)
    assert game.table.due == 0


# --- Publish an Article ---------------------------------------------------------------------------------------------


def test_example_five_caimans_for_the_caiman_magazine() -> None:
    game = Game(position(tokens=[tokens(caiman=5)]))
    assert game.payments(CAIMAN) == [tokens(caiman=5)]
    game.publish(CAIMAN, caiman=5)
    assert game.player(0).tokens == tokens()
    assert game.player(0).magazines == (None, None, None, 5, None, None)
    assert game.player(0).tile is not None
    assert game.table.supply == (TOKENS,) * 5
    assert game.told(EVENT_PUBLISHED) == [(0, (CAIMAN, 5, 5, 0, 0, 0))]
    assert game.told(EVENT_PAID) == [(0, (0, 0, 0, 5, 0, 0))]
    assert game.state.to_act() == (1,)


def test_example_amazonia_for_seven_tokens_of_any_animals() -> None:
    game = Game(position(tokens=[tokens(toucan=3, caiman=3, monkey=2)]))
    assert tokens(toucan=3, caiman=3, monkey=1) in game.payments(AMAZONIA)
    assert len(game.payments(AMAZONIA)) == 3
    game.publish(AMAZONIA, toucan=3, caiman=3, monkey=1)
    assert game.player(0).tokens == tokens(monkey=1)
    assert game.player(0).magazines[AMAZONIA] == 7


def test_example_three_toucans_and_two_pairs_for_five_toucans() -> None:
    game = Game(position(tokens=[tokens(toucan=3, jaguar=2, capybara=2)]))
    assert game.payments(TOUCAN) == [tokens(toucan=3, jaguar=2, capybara=2)]
    game.publish(TOUCAN, toucan=3, jaguar=2, capybara=2)
    assert game.player(0).tokens == tokens()


def test_a_pair_is_of_one_animal() -> None:
    game = Game(position(tokens=[tokens(toucan=4, jaguar=1, capybara=1)]))
    assert game.payments(TOUCAN) == []
    assert Game(position(tokens=[tokens(toucan=4, jaguar=2)])).payments(TOUCAN) == [tokens(toucan=4, jaguar=2)]


def test_pairs_may_pay_for_all_of_it_when_no_own_token_is_there() -> None:
    game = Game(position(tokens=[tokens(jaguar=10)]))
    assert game.payments(TOUCAN) == [tokens(jaguar=10)]
    assert game.payments(JAGUAR) == [tokens(jaguar=5)]


def test_payments_are_listed_once_each_with_all_own_tokens_first() -> None:
    game = Game(position(tokens=[tokens(toucan=3, jaguar=4, monkey=3, capybara=2)]))
    # Two pairs out of two of jaguars, one of monkeys, one of capybaras.
    assert game.payments(TOUCAN) == [
        tokens(toucan=3, jaguar=4),
        tokens(toucan=3, jaguar=2, monkey=2),
        tokens(toucan=3, jaguar=2, capybara=2),
        tokens(toucan=3, monkey=2, capybara=2),
    ]


def test_more_own_tokens_than_needed_leave_one_way_to_pay() -> None:
    game = Game(position(tokens=[tokens(toucan=9, jaguar=6)]))
    assert game.payments(TOUCAN) == [tokens(toucan=5)]


def test_amazonia_takes_exactly_as_many_tokens_in_any_mixture() -> None:
    game = Game(position(tokens=[tokens(toucan=7, jaguar=7, monkey=7, caiman=7, capybara=7)]))
    # Multisets of seven out of five animals.
    assert len(game.payments(AMAZONIA)) == 330
    assert len(set(game.payments(AMAZONIA))) == 330
    assert all(sum(payment) == 7 for payment in game.payments(AMAZONIA))


def test_only_the_front_magazine_is_for_sale() -> None:
    game = Game(position(tokens=[tokens(toucan=5), tokens(toucan=12)]))
    game.publish(TOUCAN, toucan=5)
    assert park.magazines(game.state)[TOUCAN].values == (9, 11)
    assert game.payments(TOUCAN) == [tokens(toucan=9)]
    game.publish(TOUCAN, toucan=9)
    assert game.player(1).magazines[TOUCAN] == 9


def test_one_magazine_of_each_colour_for_each_player() -> None:
    game = Game(position(tokens=[tokens(toucan=20)], magazines=[{TOUCAN: 5}]))
    assert game.payments(TOUCAN) == []
    assert park.magazines(game.state, 0)[TOUCAN].cost is None


def test_one_magazine_for_each_turn_and_the_tile_stays() -> None:
    game = Game(position(tokens=[tokens(toucan=5, caiman=5)], hands=[(JAGUAR, 2), (JAGUAR, 1)]))
    game.publish(TOUCAN, toucan=5)
    assert game.state.to_act() == (1,)
    assert game.player(0).tile == (JAGUAR, 2)


# --- Magazine Card Special Effects ----------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", [CAIMAN, AMAZONIA])
@pytest.mark.parametrize("sold", range(4))
def test_only_a_nine_and_an_amazonia_eleven_bring_a_token(colour: int, sold: int) -> None:
    values = stack_values(colour, 4)
    game = Game(
        position(rules_of(4), tokens=[tokens(caiman=13)], magazines=[{}, *({colour: v} for v in values[:sold])])
    )
    game.publish(colour, caiman=values[sold])
    has_reward = values[sold] == (11 if colour == AMAZONIA else 9)
    assert (game.table.phase == REWARD) == has_reward
    assert game.seat == (0 if has_reward else 1)


def reward(**left: int) -> Game:
    """Seat 0 has just published the toucan 9 for nine toucans; `left` is what it has beside."""
    game = Game(position(tokens=[tokens(toucan=9, **left)], magazines=[{}, {TOUCAN: 5}]))
    game.publish(TOUCAN, toucan=9)
    return game


def test_the_reward_is_one_token_of_choice_even_one_just_paid() -> None:
    game = reward()
    moves = [park.unpack_move(word)[:2] for word in game.state.legal_moves(0)]
    assert moves == [*((MOVE_BONUS, animal) for animal in range(5)), (MOVE_DECLINE, 0)]
    game.bonus(TOUCAN)
    assert game.player(0).tokens == tokens(toucan=1)
    assert game.told(EVENT_BONUS_TAKEN) == [(0, (TOUCAN, 0, 0, 0, 0, 0))]
    assert game.state.to_act() == (1,)


def test_the_reward_may_be_declined() -> None:
    game = reward()
    game.decline()
    assert game.player(0).tokens == tokens()
    assert game.state.to_act() == (1,)


def test_the_reward_cannot_be_what_the_supply_does_not_have() -> None:
    game = reward(capybara=TOKENS)
    assert park.pack_move(MOVE_BONUS, CAPYBARA) not in game.state.legal_moves(0)


def test_the_reward_may_have_to_be_of_what_was_paid() -> None:
    lost = tokens(toucan=TOKENS - 9, jaguar=TOKENS, monkey=TOKENS, caiman=TOKENS, capybara=TOKENS)
    game = Game(position(tokens=[tokens(toucan=9)], lost=lost, magazines=[{}, {TOUCAN: 5}]))
    game.publish(TOUCAN, toucan=9)
    assert [park.unpack_move(word)[:2] for word in game.state.legal_moves(0)] == [
        (MOVE_BONUS, TOUCAN),
        (MOVE_DECLINE, 0),
    ]


def test_a_reward_completes_nothing_at_once() -> None:
    """With the token the next magazine could be paid, but only in a later turn."""
    game = reward(caiman=4)
    game.bonus(CAIMAN)
    assert game.player(0).tokens == tokens(caiman=5)
    assert game.state.to_act() == (1,)


def eleven(colour: int, value: int, **owned: int) -> Game:
    """Seat 0 of four has just published the last card of a colour for its full price, and is in turn again."""
    before = stack_values(colour, 4)[:-1]
    game = Game(
        position(
            rules_of(4),
            tokens=[tokens(**owned)],
            magazines=[{}, *({colour: other} for other in before)],
        )
    )
    assert park.magazines(game.state, 0)[colour].cost == value
    return game


@pytest.mark.parametrize(("colour", "value"), [(TOUCAN, 11), (AMAZONIA, 13)])
def test_the_discount_counts_from_the_next_turn_on(colour: int, value: int) -> None:
    game = eleven(colour, value, toucan=value, caiman=4)
    game.publish(colour, toucan=value)
    assert game.player(0).discount == 1
    for _ in range(3):
        game.place(game.free())
        game.draw_any()
    assert game.seat == 0
    assert park.magazines(game.state, 0)[CAIMAN].cost == 4
    assert tokens(caiman=4) in game.payments(CAIMAN)
    assert game.codes(MOVE_PUBLISH, CAIMAN, tokens(caiman=5)) == ["NOT_ENOUGH_TOKENS", "PAYMENT_TOO_LARGE"]


def with_discounts(number: int, **owned: int) -> Game:
    """Seat 0 of four has so many discount cards; everybody else has the cards before them."""
    colours = [JAGUAR, SQUIRREL_MONKEY, CAIMAN, CAPYBARA, AMAZONIA][:number]
    others = [{colour: stack_values(colour, 4)[place] for colour in colours} for place in range(3)]
    own = {colour: stack_values(colour, 4)[3] for colour in colours}
    return Game(position(rules_of(4), tokens=[tokens(**owned)], magazines=[own, *others]))


@pytest.mark.parametrize("number", range(6))
def test_discounts_add_up_and_are_taken_off_before_anything_is_substituted(number: int) -> None:
    game = with_discounts(number, toucan=2, jaguar=20)
    assert game.player(0).discount == number
    cost = 5 - number
    assert park.magazines(game.state, 0)[TOUCAN].cost == cost
    own = min(2, cost)
    assert game.payments(TOUCAN) == [tokens(toucan=own, jaguar=2 * (cost - own))]


def test_a_cost_of_nothing_is_an_empty_payment_that_anybody_can_make() -> None:
    game = with_discounts(5)
    assert park.magazines(game.state, 0)[TOUCAN].cost == 0
    assert park.magazines(game.state, 0)[TOUCAN].is_affordable
    assert game.payments(TOUCAN) == [tokens()]
    game.publish(TOUCAN)
    assert game.player(0).magazines[TOUCAN] == 5
    assert game.state.is_over


# --- Passing --------------------------------------------------------------------------------------------------------


def exhausted(tokens_of_0: tuple[int, ...] = tokens()) -> Game:
    """The stack is empty, and nobody has a tile."""
    rules = rules_of(morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    return Game(position(rules, board=board, hands=[None, None], tokens=[tokens_of_0]))


def test_who_has_neither_tile_nor_a_price_passes() -> None:
    game = exhausted()
    assert game.state.legal_moves(0) == [park.pack_move(MOVE_PASS)]
    game.skip()
    assert game.table.passes == 1
    assert game.state.to_act() == (1,)


def test_who_can_publish_without_a_tile_must() -> None:
    game = exhausted(tokens(caiman=5))
    assert game.kinds() == {MOVE_PUBLISH}
    game.publish(CAIMAN, caiman=5)
    assert game.table.passes == 0


def test_who_has_a_tile_cannot_pass() -> None:
    assert Game(position()).kinds() == {MOVE_PLACE}


def test_a_publication_between_passes_starts_their_count_anew() -> None:
    rules = rules_of(morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    game = Game(position(rules, board=board, hands=[None, None], tokens=[tokens(), tokens(caiman=5)]))
    game.skip()
    game.publish(CAIMAN, caiman=5)
    assert game.table.passes == 0
    game.skip()
    assert not game.state.is_over
    assert (game.table.phase, game.table.passes) == (TURN, 1)
