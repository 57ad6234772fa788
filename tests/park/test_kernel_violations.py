"""Every reason why Amazonia Park refuses a move or a tile, and what it names."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cext import kernel, park
from cext.kernel import State
from cext.park import (
    AMAZONIA,
    CAIMAN,
    CAPYBARA,
    JAGUAR,
    MOVE_BONUS,
    MOVE_DECLINE,
    MOVE_PASS,
    MOVE_PLACE,
    MOVE_PUBLISH,
    MOVE_SUBSTITUTE,
    REWARD,
    SQUIRREL_MONKEY,
    SUBSTITUTING,
    TOKENS,
    TOUCAN,
    TURN,
)
from tests.park.play import CODE_NAMES, Game, at, names, position, rules_of, tokens
from tests.playing import random_ply
from tests.refusals import require_one_to_one

TOO_LARGE = 2**31 - 1


def publishing(colour: int, payment: tuple[int, ...], **owned: int) -> dict[str, tuple[int, int, int]]:
    """What speaks against a payment by a seat that owns these tokens."""
    return Game(position(tokens=[tokens(**owned)])).found(MOVE_PUBLISH, colour, payment)


# --- Generic --------------------------------------------------------------------------------------------------------


def test_nobody_moves_while_a_tile_is_drawn() -> None:
    state = State.start(rules_of())
    for seat in range(2):
        assert names(state.check(seat, park.pack_move(MOVE_PLACE, 0))) == ["CHANCE_PENDING"]


def test_only_the_seat_in_turn_is_asked() -> None:
    state = position()
    for seat in (1, 2, 63, -1):
        assert names(state.check(seat, park.pack_move(MOVE_PLACE, 0))) == ["NOT_TO_ACT"]


def test_a_finished_game_takes_nothing() -> None:
    state = position(phase=park.OVER, magazines=[dict.fromkeys(range(5), 5) | {AMAZONIA: 7}])
    assert names(state.check(0, park.pack_move(MOVE_PLACE, 0))) == ["GAME_OVER"]
    assert names(state.check_outcome(park.pack_tile(0, 0, 1))) == ["GAME_OVER"]


@pytest.mark.parametrize("word", [0, 7 << 56, 255 << 56, MOVE_PASS << 56 | 1, MOVE_DECLINE << 56 | 1 << 40])
def test_no_such_move(word: int) -> None:
    assert names(position().check(0, word)) == ["NO_SUCH_MOVE"]


def test_tokens_of_a_substitution_fill_five_bytes() -> None:
    assert names(position().check(0, MOVE_SUBSTITUTE << 56 | 1 << 40)) == ["NO_SUCH_MOVE"]


def test_each_step_takes_its_own_moves_only() -> None:
    steps = {
        TURN: position(),
        SUBSTITUTING: substituting().state,
        REWARD: rewarded().state,
    }
    own = {
        TURN: {MOVE_PLACE, MOVE_PUBLISH, MOVE_PASS},
        SUBSTITUTING: {MOVE_SUBSTITUTE},
        REWARD: {MOVE_BONUS, MOVE_DECLINE},
    }
    for phase, state in steps.items():
        for kind in range(MOVE_PLACE, MOVE_DECLINE + 1):
            found = Game(state).found(kind)
            assert ("WRONG_STEP" in found) == (kind not in own[phase])
            if "WRONG_STEP" in found:
                assert found == {"WRONG_STEP": (kind, phase, 0)}


# --- Placing --------------------------------------------------------------------------------------------------------


def test_placing_without_a_tile() -> None:
    rules = rules_of(morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    game = Game(position(rules, board=board, hands=[None, None]))
    assert game.found(MOVE_PLACE, at(0, 1)) == {"NO_TILE": (0, 0, 0)}
    assert game.codes(MOVE_PLACE, at(0, 0)) == ["NO_TILE", "SPACE_TAKEN"]
    assert game.codes(MOVE_PLACE, 36) == ["NO_TILE", "NO_SUCH_SPACE"]


def test_placing_beside_the_board() -> None:
    game = Game(position())
    assert game.found(MOVE_PLACE, 36) == {"NO_SUCH_SPACE": (36, 6, 6)}
    huge = MOVE_PLACE << 56 | (1 << 56) - 1
    assert game.state.check(0, huge) == [(park.NO_SUCH_SPACE, (TOO_LARGE, 6, 6))]


def test_placing_on_animals() -> None:
    game = Game(position(rules_of(printed=[(3, CAPYBARA, 2)]), board={4: (JAGUAR, 3)}))
    assert game.found(MOVE_PLACE, 3) == {"SPACE_TAKEN": (3, CAPYBARA, 2)}
    assert game.found(MOVE_PLACE, 4) == {"SPACE_TAKEN": (4, JAGUAR, 3)}


# --- Magazines ------------------------------------------------------------------------------------------------------


def test_no_such_magazine() -> None:
    game = Game(position())
    assert game.found(MOVE_PUBLISH, 6) == {"NO_SUCH_MAGAZINE": (6, 0, 0)}
    assert game.state.check(0, MOVE_PUBLISH << 56 | 0xFFFF << 40) == [(park.NO_SUCH_MAGAZINE, (0xFFFF, 0, 0))]


def test_a_colour_of_one_s_own() -> None:
    game = Game(position(tokens=[tokens(caiman=9)], magazines=[{CAIMAN: 5}]))
    assert game.found(MOVE_PUBLISH, CAIMAN, tokens(caiman=9)) == {"COLOUR_OWNED": (CAIMAN, 5, 0)}
    assert game.codes(MOVE_PUBLISH, CAIMAN, tokens(caiman=8)) == ["COLOUR_OWNED", "PAYMENT_TOO_SMALL"]


def test_an_empty_stack_is_owned_by_everybody_and_has_no_price() -> None:
    owners = [{CAIMAN: value} for value in (5, 7, 9, 11)]
    game = Game(position(rules_of(4), tokens=[tokens(caiman=9)], magazines=owners))
    found = game.found(MOVE_PUBLISH, CAIMAN, tokens(caiman=9))
    assert found == {"STACK_EMPTY": (CAIMAN, 0, 0), "COLOUR_OWNED": (CAIMAN, 5, 0)}


# --- Payments -------------------------------------------------------------------------------------------------------


def test_more_tokens_than_there_are() -> None:
    assert publishing(CAIMAN, tokens(caiman=5), caiman=4, jaguar=9) == {"NOT_ENOUGH_TOKENS": (CAIMAN, 5, 4)}
    assert publishing(AMAZONIA, tokens(jaguar=4, capybara=3), toucan=9) == {"NOT_ENOUGH_TOKENS": (JAGUAR, 4, 0)}


def test_pairs_while_own_tokens_are_there() -> None:
    found = publishing(TOUCAN, tokens(toucan=2, jaguar=6), toucan=3, jaguar=9)
    assert found == {"OWN_TOKENS_FIRST": (TOUCAN, 3, 2)}
    found = publishing(TOUCAN, tokens(toucan=4, jaguar=2), toucan=8, jaguar=9)
    assert found == {"OWN_TOKENS_FIRST": (TOUCAN, 5, 4)}


def test_own_tokens_alone_but_too_few_are_only_too_few() -> None:
    assert publishing(TOUCAN, tokens(toucan=4), toucan=8) == {"PAYMENT_TOO_SMALL": (TOUCAN, 5, 4)}


def test_single_tokens_of_other_animals() -> None:
    found = publishing(TOUCAN, tokens(toucan=4, monkey=1), toucan=4, monkey=4)
    assert found == {"ODD_PAIR": (SQUIRREL_MONKEY, 1, TOUCAN), "PAYMENT_TOO_SMALL": (TOUCAN, 5, 4)}
    found = publishing(TOUCAN, tokens(toucan=4, monkey=3), toucan=4, monkey=4)
    assert found == {"ODD_PAIR": (SQUIRREL_MONKEY, 3, TOUCAN)}
    found = publishing(TOUCAN, tokens(toucan=4, jaguar=1, capybara=1), toucan=4, jaguar=4, capybara=4)
    assert found == {"ODD_PAIR": (JAGUAR, 1, TOUCAN), "PAYMENT_TOO_SMALL": (TOUCAN, 5, 4)}


def test_too_little_and_too_much() -> None:
    assert publishing(TOUCAN, tokens(toucan=3, jaguar=2), toucan=3, jaguar=9) == {"PAYMENT_TOO_SMALL": (TOUCAN, 5, 4)}
    assert publishing(TOUCAN, tokens(toucan=6), toucan=8) == {"PAYMENT_TOO_LARGE": (TOUCAN, 5, 6)}
    assert publishing(TOUCAN, tokens(toucan=5, jaguar=2), toucan=8, jaguar=9) == {"PAYMENT_TOO_LARGE": (TOUCAN, 5, 6)}
    assert publishing(AMAZONIA, tokens(toucan=6), toucan=8) == {"PAYMENT_TOO_SMALL": (AMAZONIA, 7, 6)}
    assert publishing(AMAZONIA, tokens(toucan=8), toucan=8) == {"PAYMENT_TOO_LARGE": (AMAZONIA, 7, 8)}


def test_amazonia_knows_neither_pairs_nor_tokens_that_go_first() -> None:
    assert publishing(AMAZONIA, tokens(toucan=1, jaguar=3, capybara=3), toucan=9, jaguar=3, capybara=3) == {}


def test_a_payment_hears_of_all_that_is_wrong_with_it() -> None:
    found = publishing(TOUCAN, tokens(toucan=1, jaguar=9, capybara=3), toucan=3, jaguar=2, capybara=9)
    assert list(found) == ["NOT_ENOUGH_TOKENS", "OWN_TOKENS_FIRST", "ODD_PAIR", "PAYMENT_TOO_LARGE"]


def test_the_full_price_is_too_much_for_who_has_a_discount() -> None:
    others = [{AMAZONIA: value} for value in (7, 9, 11)]
    game = Game(position(rules_of(4), tokens=[tokens(toucan=9)], magazines=[{AMAZONIA: 13}, *others]))
    assert game.found(MOVE_PUBLISH, TOUCAN, tokens(toucan=5)) == {"PAYMENT_TOO_LARGE": (TOUCAN, 4, 5)}
    assert game.found(MOVE_PUBLISH, TOUCAN, tokens(toucan=4)) == {}


# --- Passing --------------------------------------------------------------------------------------------------------


def test_passing_with_a_tile_or_a_price() -> None:
    assert Game(position()).found(MOVE_PASS) == {"PASS_WITH_TILE": (0, 0, 0)}
    game = Game(position(tokens=[tokens(caiman=4, capybara=2)]))
    assert game.found(MOVE_PASS) == {"PASS_WITH_TILE": (0, 0, 0), "PASS_CAN_PUBLISH": (CAIMAN, 5, 0)}
    rules = rules_of(morning=[[0, 0, 0]] * 5, evening=[[4, 0, 0], *[[0, 0, 0]] * 4])
    board = {at(column, column): (TOUCAN, 1) for column in range(4)}
    game = Game(position(rules, board=board, hands=[None, None], tokens=[tokens(caiman=4, capybara=3)]))
    assert game.found(MOVE_PASS) == {"PASS_CAN_PUBLISH": (CAIMAN, 5, 0)}


# --- Choosing tokens ------------------------------------------------------------------------------------------------


def substituting() -> Game:
    """Two jaguars are missing; the supply has one capybara less than none are taken of."""
    state = position(board={at(2, 1): (JAGUAR, 3)}, lost=tokens(jaguar=TOKENS - 1, capybara=TOKENS - 1))
    game = Game(state)
    game.place(at(2, 2))
    return game


def rewarded() -> Game:
    """The toucan 9 was published, and the supply has no capybara."""
    owned = [tokens(toucan=9), tokens(capybara=TOKENS)]
    game = Game(position(tokens=owned, magazines=[{}, {TOUCAN: 5}]))
    game.publish(TOUCAN, toucan=9)
    return game


def test_other_numbers_of_tokens_than_are_missing() -> None:
    game = substituting()
    assert game.found(MOVE_SUBSTITUTE, 0, tokens(toucan=1)) == {"WRONG_NUMBER_OF_TOKENS": (1, 2, 0)}
    assert game.found(MOVE_SUBSTITUTE, 0, tokens(toucan=3)) == {"WRONG_NUMBER_OF_TOKENS": (3, 2, 0)}
    assert game.found(MOVE_SUBSTITUTE) == {"WRONG_NUMBER_OF_TOKENS": (0, 2, 0)}


def test_tokens_that_the_supply_does_not_have() -> None:
    game = substituting()
    assert game.found(MOVE_SUBSTITUTE, 0, tokens(capybara=2)) == {"SUPPLY_SHORT": (CAPYBARA, 2, 1)}
    assert game.found(MOVE_SUBSTITUTE, 0, tokens(jaguar=1, toucan=1)) == {"SUPPLY_SHORT": (JAGUAR, 1, 0)}
    assert game.codes(MOVE_SUBSTITUTE, 0, tokens(jaguar=1)) == ["SUPPLY_SHORT", "WRONG_NUMBER_OF_TOKENS"]


def test_rewards_that_cannot_be_had() -> None:
    game = rewarded()
    assert game.found(MOVE_BONUS, 5) == {"NO_SUCH_ANIMAL": (5, 0, 0)}
    assert game.found(MOVE_BONUS, CAPYBARA) == {"SUPPLY_SHORT": (CAPYBARA, 1, 0)}
    assert game.state.check(0, MOVE_BONUS << 56 | 1 << 50) == [(park.NO_SUCH_ANIMAL, (TOO_LARGE, 0, 0))]


# --- Tiles ----------------------------------------------------------------------------------------------------------


def found_of(state: State, outcome: int) -> dict[str, tuple[int, int, int]]:
    """What speaks against an outcome."""
    return {CODE_NAMES[code]: args for code, args in state.check_outcome(outcome)}


def stack() -> State:
    """Seat 1 draws; of the morning's two toucans one is drawn, and the evening has jaguars."""
    rules = rules_of(morning=[[2, 0, 0], *[[0, 0, 0]] * 4], evening=[[0, 0, 0], [0, 3, 0], *[[0, 0, 0]] * 3])
    return State.start(rules).resolve(park.pack_tile(0, TOUCAN, 1))[0]


def test_tiles_that_do_not_exist() -> None:
    state = stack()
    assert found_of(state, park.pack_tile(1, TOUCAN, 2)) == {"TILE_UNKNOWN": (TOUCAN, 2, 0)}
    assert found_of(state, park.pack_tile(1, TOUCAN, 1, 2)) == {"TILE_UNKNOWN": (TOUCAN, 1, 2)}
    assert found_of(state, park.pack_tile(1, 5, 1)) == {"TILE_UNKNOWN": (5, 1, 0)}
    assert found_of(state, park.pack_tile(1, TOUCAN, 0)) == {"TILE_UNKNOWN": (TOUCAN, 0, 0)}
    assert found_of(state, park.pack_tile(1, TOUCAN, 4)) == {"TILE_UNKNOWN": (TOUCAN, 4, 0)}
    assert found_of(state, park.pack_tile(1, 255, 255, 255)) == {"TILE_UNKNOWN": (255, 255, 255)}


def test_tiles_that_were_drawn_before() -> None:
    assert found_of(stack(), park.pack_tile(1, TOUCAN, 1, 1)) == {"TILE_ALREADY_DRAWN": (TOUCAN, 1, 1)}


def test_tiles_of_the_evening_while_there_are_morning_tiles() -> None:
    assert found_of(stack(), park.pack_tile(1, JAGUAR, 2)) == {"TILE_OF_EVENING": (JAGUAR, 2, 1)}


def test_tiles_for_another_seat() -> None:
    assert found_of(stack(), park.pack_tile(0, TOUCAN, 1)) == {"TILE_WRONG_SEAT": (0, 1, 0)}
    huge = park.pack_tile(1, TOUCAN, 1) | 0xFFFFFFFF << 24
    assert found_of(stack(), huge) == {"TILE_WRONG_SEAT": (TOO_LARGE, 1, 0)}
    assert list(found_of(stack(), park.pack_tile(0, JAGUAR, 2))) == ["TILE_WRONG_SEAT", "TILE_OF_EVENING"]


def test_outcomes_that_are_not_due() -> None:
    assert names(position().check_outcome(park.pack_tile(0, TOUCAN, 1))) == ["CHANCE_NOT_DUE"]
    assert names(stack().check_outcome(2 << 56)) == ["WRONG_CHANCE"]


# --- All of them ----------------------------------------------------------------------------------------------------


def test_every_code_is_tested_here_and_has_a_name() -> None:
    assert sorted(park.VIOLATIONS) == list(range(kernel.FIRST_GAME_VIOLATION, park.TILE_OF_EVENING + 1))
    text = Path(__file__).read_text("utf-8")
    assert [name for name in park.VIOLATIONS.values() if f'"{name}"' not in text] == []
    require_one_to_one(park, {"VIOLATIONS": "", "EVENTS": "EVENT_", "CHANCES": "CHANCE_"})


def test_what_is_refused_is_not_listed() -> None:
    rng = random.Random(4)
    state = State.start(rules_of(3))
    while not state.is_over:
        for seat in state.to_act():
            legal = set(state.legal_moves(seat))
            for _ in range(40):
                counts = [rng.choice((0, 0, 1, 2, 3, 4, 5)) for _ in range(5)]
                word = park.pack_move(rng.randint(1, 6), rng.randint(0, 40), counts)
                assert (word in legal) == (not state.check(seat, word))
        ply = random_ply(state, rng)
        assert ply is not None
        state = state.resolve(ply.word)[0] if ply.seat is None else state.apply(ply.seat, ply.word)[0]
