"""Every reason why Amazonas 2022 refuses a move or a card, and what it names."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cext import amazonas2022 as kernel
from cext.amazonas2022 import (
    ANACONDA_EFFECT,
    DOLPHIN,
    FIRST_LOOK,
    FIRST_RETURN,
    GIVING,
    HOLDING,
    JAGUAR_EFFECT,
    JAGUAR_LOOK,
    KINDS,
    LEFT,
    LOOKING,
    MONKEY,
    MONKEY_DIRECTION,
    MOVE_CALL,
    MOVE_DIRECTION,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXCHANGE,
    MOVE_GIVE,
    MOVE_LOOK,
    MOVE_PASS,
    MOVE_PICK,
    MOVE_RETURN,
    MOVE_SKIP,
    MOVE_SWAP,
    MOVE_TAKE,
    MOVE_WILD,
    PICKING,
    RACING,
    SLOTH_EFFECT,
    TOAD_EFFECT,
    TURN,
)
from cext.kernel import FIRST_GAME_VIOLATION, State
from tests.amazonas2022.positions import CODE_NAMES, Game, last_turn, names, position, rules_of
from tests.amazonas2022.test_kernel_states import TABLES, states_of

TOO_LARGE = 2**31 - 1
HANDS: list[list[int | None]] = [[0, 1, 2, None, 3], [4, 5, 0, 1], [2, 3, 4, 5]]

Found = dict[str, tuple[int, int, int]]


def turn(**fields: Any) -> Game:
    """Seat 0 is in turn, and a 5 can be matched."""
    return Game(position(HANDS, **{"discard": [4, 5], **fields}))


# --- Generic --------------------------------------------------------------------------------------------------------


def test_nobody_moves_while_a_card_is_awaited() -> None:
    game = turn()
    game.play(0, MOVE_WILD, 0, 0, 0)
    for seat in range(3):
        assert game.codes(seat, MOVE_DRAW) == ["CHANCE_PENDING"]


def test_a_finished_game_takes_nothing() -> None:
    game = Game(last_turn(HANDS, held=5))
    game.play(0, MOVE_DISCARD)
    assert game.codes(0, MOVE_WILD, 0, 0, 0) == ["GAME_OVER"]
    assert names(game.state.check_outcome(kernel.pack_card(0))) == ["GAME_OVER"]


def test_only_who_is_asked_or_may_interrupt_is_heard() -> None:
    game = turn(barred=0b010, caller=2)
    for seat in (1, 2, 3, 63, -1):
        assert game.codes(seat, MOVE_WILD, 0, 0, 0) == ["NOT_TO_ACT"]


@pytest.mark.parametrize(
    "closed",
    [
        lambda: turn(phase=PICKING, direction=LEFT),
        lambda: turn(used=1),
        lambda: turn(discard=[]),
        lambda: turn(phase=JAGUAR_LOOK, look_owner=2, look_slot=0, known={(2, 0): 1}),
        lambda: after(turn(), 0, MOVE_WILD, 1, 1, 0),
    ],
    ids=["monkey", "used up", "nothing visible", "jaguar", "gift"],
)
def test_nobody_interrupts_when_no_wild_discard_can_be_made(closed: Any) -> None:
    game = closed()
    assert game.state.may_interrupt() == ()
    others = {0, 1, 2} - set(game.state.to_act())
    for seat in others:
        assert game.codes(seat, MOVE_WILD, 1, 0, 0) == ["NOT_TO_ACT"]


def after(game: Game, *move: int) -> Game:
    """The game after a move, told by seat, kind and arguments."""
    game.play(*move)
    return game


@pytest.mark.parametrize(
    "word",
    [
        0,
        15 << 56,
        255 << 56,
        MOVE_DRAW << 56 | 1,
        MOVE_CALL << 56 | 1 << 16,
        MOVE_RETURN << 56 | 1 << 8,
        MOVE_SWAP << 56 | 1 << 8,
        MOVE_SWAP << 56 | 1,
        MOVE_LOOK << 56 | 1,
        MOVE_LOOK << 56 | 1 << 24,
        MOVE_WILD << 56 | 2,
        MOVE_WILD << 56 | 1 << 55,
    ],
)
def test_no_such_move(word: int) -> None:
    for seat in (0, 1):
        assert turn().state.check(seat, word) == [(kernel.NO_SUCH_MOVE, (word >> 56, 0, 0))]


def test_who_may_only_interrupt_has_no_other_move() -> None:
    for kind in range(MOVE_LOOK, MOVE_GIVE + 1):
        if kind != MOVE_WILD:
            assert turn().found(1, kind) == {"NOT_YOUR_TURN": (kind, 0, 0)}


def steps() -> dict[int, tuple[Game, int]]:
    """A game in each step that asks somebody, and a seat that is asked."""
    giving = after(turn(), 0, MOVE_WILD, 1, 1, 0)
    racing = after(turn(), 0, MOVE_WILD, 1, 1, 1)
    look = {"look_owner": 2, "look_slot": 0, "known": {(2, 0): 1}}
    hands: list[list[int | None]] = [[0, 1, 2, 3], *HANDS[1:]]
    first = Game(position(hands, phase=FIRST_LOOK))
    returning = Game(position(hands, phase=FIRST_LOOK))
    for seat in range(3):
        returning.play(seat, MOVE_LOOK, seat, 0)
    return {
        FIRST_LOOK: (first, 1),
        FIRST_RETURN: (returning, 1),
        TURN: (turn(), 0),
        HOLDING: (turn(held=5), 0),
        SLOTH_EFFECT: (turn(phase=SLOTH_EFFECT), 0),
        TOAD_EFFECT: (turn(phase=TOAD_EFFECT), 0),
        ANACONDA_EFFECT: (turn(phase=ANACONDA_EFFECT), 0),
        JAGUAR_EFFECT: (turn(phase=JAGUAR_EFFECT), 0),
        LOOKING: (turn(phase=LOOKING, **look), 0),
        JAGUAR_LOOK: (turn(phase=JAGUAR_LOOK, **look), 0),
        MONKEY_DIRECTION: (turn(phase=MONKEY_DIRECTION), 0),
        PICKING: (turn(phase=PICKING, direction=LEFT), 1),
        RACING: (racing, 1),
        GIVING: (giving, 0),
    }


OWN_MOVES = {
    FIRST_LOOK: {MOVE_LOOK},
    FIRST_RETURN: {MOVE_RETURN},
    TURN: {MOVE_DRAW, MOVE_TAKE, MOVE_CALL, MOVE_PASS, MOVE_WILD},
    HOLDING: {MOVE_SWAP, MOVE_DISCARD, MOVE_WILD},
    SLOTH_EFFECT: {MOVE_LOOK, MOVE_SKIP, MOVE_WILD},
    TOAD_EFFECT: {MOVE_LOOK, MOVE_SKIP, MOVE_WILD},
    ANACONDA_EFFECT: {MOVE_EXCHANGE, MOVE_SKIP, MOVE_WILD},
    JAGUAR_EFFECT: {MOVE_LOOK, MOVE_SKIP, MOVE_WILD},
    LOOKING: {MOVE_RETURN, MOVE_WILD},
    JAGUAR_LOOK: {MOVE_EXCHANGE, MOVE_RETURN},
    MONKEY_DIRECTION: {MOVE_DIRECTION, MOVE_WILD},
    PICKING: {MOVE_PICK},
    RACING: {MOVE_WILD},
    GIVING: {MOVE_GIVE},
}


@pytest.mark.parametrize("step", OWN_MOVES)
def test_each_step_takes_its_own_moves_only(step: int) -> None:
    game, seat = steps()[step]
    assert game.table.step == step
    for kind in range(MOVE_LOOK, MOVE_GIVE + 1):
        found = game.found(seat, kind)
        if kind in OWN_MOVES[step]:
            assert not {"WRONG_STEP", "NOT_YOUR_TURN", "NO_SUCH_MOVE"} & set(found)
        else:
            assert found == {"WRONG_STEP": (kind, step, 0)}
    assert game.kinds(seat) <= OWN_MOVES[step]


# --- Turns ----------------------------------------------------------------------------------------------------------


def test_nothing_to_draw_and_nothing_to_take() -> None:
    game = turn(pile=[], discard=[])
    assert game.found(0, MOVE_DRAW) == {"NOTHING_TO_DRAW": (0, 0, 0)}
    assert game.found(0, MOVE_TAKE) == {"NOTHING_TO_TAKE": (0, 0, 0)}
    assert game.found(0, MOVE_PASS) == game.found(0, MOVE_CALL) == {}
    assert turn(discard=[]).codes(0, MOVE_TAKE) == ["NOTHING_TO_TAKE"]


def test_discards_and_the_reserve_can_be_drawn() -> None:
    assert turn(pile=[]).codes(0, MOVE_DRAW) == []
    assert Game(position(HANDS[:2], pile=[], reserve=[5])).codes(0, MOVE_DRAW) == []
    assert Game(position(HANDS[:2], pile=[], stack=[5])).codes(0, MOVE_DRAW) == []


def test_one_call_a_round() -> None:
    assert turn(caller=2).found(0, MOVE_CALL) == {"ALREADY_CALLED": (2, 0, 0)}


def test_passing_with_a_card_to_be_had() -> None:
    assert turn(discard=[]).found(0, MOVE_PASS) == {"PASS_CAN_DRAW": (0, 0, 0)}
    assert turn(pile=[]).found(0, MOVE_PASS) == {"PASS_CAN_DRAW": (0, 0, 0), "PASS_CAN_TAKE": (0, 0, 0)}


@pytest.mark.parametrize("slot", [3, 5, 119, 120, 255])
def test_own_slots_without_a_card(slot: int) -> None:
    assert turn(held=5).found(0, MOVE_SWAP, slot) == {"OWN_SLOT_EMPTY": (slot, 0, 0)}
    picking = turn(phase=PICKING, direction=LEFT)
    assert picking.found(0, MOVE_PICK, slot) == {"OWN_SLOT_EMPTY": (slot, 0, 0)}
    giving = after(turn(), 0, MOVE_WILD, 1, 1, 0)
    assert giving.found(0, MOVE_GIVE, slot) == {"OWN_SLOT_EMPTY": (slot, 0, 0)}
    assert turn(phase=ANACONDA_EFFECT).found(0, MOVE_EXCHANGE, slot, 1, 0) == {"OWN_SLOT_EMPTY": (slot, 0, 0)}
    jaguar = turn(phase=JAGUAR_LOOK, look_owner=2, look_slot=0, known={(2, 0): 1})
    assert jaguar.found(0, MOVE_EXCHANGE, slot, 2, 0) == {"OWN_SLOT_EMPTY": (slot, 0, 0)}


# --- Effects --------------------------------------------------------------------------------------------------------


def test_looks_at_whom_the_animal_does_not_look_at() -> None:
    assert turn(phase=SLOTH_EFFECT).found(0, MOVE_LOOK, 1, 0) == {"NOT_OWN_CARD": (1, 0, 0)}
    first = Game(position([[0] * 4] * 3, phase=FIRST_LOOK))
    assert first.found(1, MOVE_LOOK, 2, 0) == {"NOT_OWN_CARD": (2, 0, 0)}
    for phase in (TOAD_EFFECT, JAGUAR_EFFECT):
        assert turn(phase=phase).found(0, MOVE_LOOK, 0, 0) == {"OWN_CARD": (0, 0, 0)}
    assert turn(phase=ANACONDA_EFFECT).found(0, MOVE_EXCHANGE, 0, 0, 1) == {"OWN_CARD": (0, 0, 0)}


def test_the_caller_is_immune() -> None:
    for phase in (TOAD_EFFECT, JAGUAR_EFFECT):
        assert turn(phase=phase, caller=2).found(0, MOVE_LOOK, 2, 0) == {"CALLER_IMMUNE": (2, 0, 0)}
    assert turn(phase=ANACONDA_EFFECT, caller=2).found(0, MOVE_EXCHANGE, 0, 2, 0) == {"CALLER_IMMUNE": (2, 0, 0)}
    assert turn(phase=SLOTH_EFFECT, caller=2).found(0, MOVE_LOOK, 2, 0) == {"NOT_OWN_CARD": (2, 0, 0)}
    assert turn(phase=SLOTH_EFFECT, caller=2).found(0, MOVE_WILD, 2, 0, 0) == {"CALLER_IMMUNE": (2, 0, 0)}
    assert turn(caller=2).found(1, MOVE_WILD, 2, 0, 0) == {"CALLER_IMMUNE": (2, 0, 0)}


@pytest.mark.parametrize("owner", [3, 4, 255])
def test_no_such_seat(owner: int) -> None:
    found: Found = {"NO_SUCH_SEAT": (owner, 3, 0)}
    for phase in (SLOTH_EFFECT, TOAD_EFFECT, JAGUAR_EFFECT):
        assert turn(phase=phase).found(0, MOVE_LOOK, owner, 200) == found
    assert turn(phase=ANACONDA_EFFECT).found(0, MOVE_EXCHANGE, 0, owner, 200) == found
    assert turn().found(0, MOVE_WILD, owner, 200, 0) == found


@pytest.mark.parametrize("slot", [4, 119, 120, 255])
def test_slots_of_others_without_a_card(slot: int) -> None:
    found: Found = {"SLOT_EMPTY": (1, slot, 0)}
    for phase in (TOAD_EFFECT, JAGUAR_EFFECT):
        assert turn(phase=phase).found(0, MOVE_LOOK, 1, slot) == found
    assert turn(phase=ANACONDA_EFFECT).found(0, MOVE_EXCHANGE, 0, 1, slot) == found
    assert turn().found(2, MOVE_WILD, 1, slot, 0) == found
    assert turn(phase=SLOTH_EFFECT).found(0, MOVE_LOOK, 0, 3) == {"SLOT_EMPTY": (0, 3, 0)}


def test_whose_and_where_are_told_together() -> None:
    assert turn(phase=SLOTH_EFFECT).codes(0, MOVE_LOOK, 1, 9) == ["NOT_OWN_CARD", "SLOT_EMPTY"]
    assert turn(phase=TOAD_EFFECT).codes(0, MOVE_LOOK, 0, 3) == ["OWN_CARD", "SLOT_EMPTY"]
    found = turn(phase=ANACONDA_EFFECT, caller=1).found(0, MOVE_EXCHANGE, 3, 1, 9)
    assert list(found) == ["OWN_SLOT_EMPTY", "CALLER_IMMUNE", "SLOT_EMPTY"]


def test_a_jaguar_exchanges_the_card_that_it_looks_at() -> None:
    game = turn(phase=JAGUAR_LOOK, look_owner=2, look_slot=0, known={(2, 0): 1})
    for owner, slot in ((2, 1), (1, 0), (0, 0), (9, 255)):
        assert game.found(0, MOVE_EXCHANGE, 0, owner, slot) == {"NOT_THE_CARD_LOOKED_AT": (2, 0, 0)}
    assert game.codes(0, MOVE_EXCHANGE, 3, 1, 0) == ["OWN_SLOT_EMPTY", "NOT_THE_CARD_LOOKED_AT"]


def test_no_such_direction() -> None:
    game = turn(phase=MONKEY_DIRECTION)
    assert game.found(0, MOVE_DIRECTION, 2) == {"NO_SUCH_DIRECTION": (2, 0, 0)}
    assert game.found(0, MOVE_DIRECTION, 255) == {"NO_SUCH_DIRECTION": (255, 0, 0)}


# --- Wild discards --------------------------------------------------------------------------------------------------


def test_attempts_after_a_wrong_one_in_the_same_turn() -> None:
    assert turn(barred=0b001).found(0, MOVE_WILD, 1, 1, 0) == {"ATTEMPT_BARRED": (0, 0, 0)}


def test_nothing_to_match() -> None:
    assert turn(discard=[]).found(0, MOVE_WILD, 1, 1, 0) == {"NOTHING_VISIBLE": (0, 0, 0)}
    assert turn(used=1).found(0, MOVE_WILD, 1, 1, 0) == {"CARD_USED_UP": (5, 0, 0)}


def test_another_attempt_that_nobody_can_make() -> None:
    assert turn(barred=0b010, caller=2).found(0, MOVE_WILD, 1, 1, 1) == {"NO_RIVAL": (0, 0, 0)}
    assert turn(barred=0b010).found(0, MOVE_WILD, 1, 1, 1) == {}
    assert turn(barred=0b001, caller=2).found(1, MOVE_WILD, 0, 0, 1) == {"NO_RIVAL": (0, 0, 0)}


def test_the_slot_that_a_race_has_emptied_may_be_named_in_it_alone() -> None:
    game = after(turn(), 0, MOVE_WILD, 1, 1, 1)
    assert game.codes(2, MOVE_WILD, 1, 1, 0) == []
    assert game.found(2, MOVE_WILD, 0, 3, 0) == {"SLOT_EMPTY": (0, 3, 0)}
    game = Game(position(HANDS, discard=[5, 5], turn=2))
    game.play(1, MOVE_WILD, 1, 1, 0)
    game.play(2, MOVE_TAKE)
    assert game.codes(2, MOVE_WILD, 1, 1, 0) == ["CARD_USED_UP", "SLOT_EMPTY"]


def test_an_attempt_hears_of_all_that_is_wrong_with_it() -> None:
    found = turn(used=1, barred=0b011, caller=2).found(0, MOVE_WILD, 2, 7, 1)
    assert list(found) == ["ATTEMPT_BARRED", "CARD_USED_UP", "CALLER_IMMUNE", "SLOT_EMPTY", "NO_RIVAL"]
    found = turn(discard=[], barred=0b011, caller=2).found(0, MOVE_WILD, 3, 7, 1)
    assert list(found) == ["ATTEMPT_BARRED", "NOTHING_VISIBLE", "NO_SUCH_SEAT", "NO_RIVAL"]


def test_in_an_open_race_the_pile_is_not_asked_about() -> None:
    """Its card is used up as soon as somebody has matched it, and the others still come too late."""
    game = after(turn(), 0, MOVE_WILD, 1, 1, 1)
    assert kernel.discards(game.state)[-1] == kernel.Discard(5, True)
    assert game.codes(1, MOVE_WILD, 2, 3, 1) == []


# --- Cards ----------------------------------------------------------------------------------------------------------


def found_of(state: State, outcome: int) -> Found:
    """What speaks against an outcome."""
    return {CODE_NAMES[code]: args for code, args in state.check_outcome(outcome)}


def test_cards_that_are_not_in_the_game() -> None:
    state = State.start(rules_of(3, without_monkeys=True))
    assert found_of(state, kernel.pack_card(KINDS)) == {"CARD_UNKNOWN": (KINDS, 0, 0)}
    assert found_of(state, kernel.pack_card(MONKEY)) == {"CARD_UNKNOWN": (MONKEY, 0, 0)}
    assert found_of(state, kernel.pack_card(DOLPHIN, 2)) == {"CARD_UNKNOWN": (DOLPHIN, 2, 0)}
    assert found_of(state, kernel.pack_card(0) | 1 << 55) == {"CARD_UNKNOWN": (0, TOO_LARGE, 0)}


def test_cards_that_have_left_the_pile() -> None:
    state = State.start(rules_of()).resolve(kernel.pack_card(DOLPHIN))[0]
    assert found_of(state, kernel.pack_card(DOLPHIN)) == {}
    assert found_of(state, kernel.pack_card(DOLPHIN, 1)) == {"CARD_NOT_IN_PILE": (DOLPHIN, 1, 1)}


def test_outcomes_that_are_not_due() -> None:
    assert names(turn().state.check_outcome(kernel.pack_card(0))) == ["CHANCE_NOT_DUE"]
    assert names(State.start(rules_of()).check_outcome(2 << 56)) == ["WRONG_CHANCE"]


# --- All of them ----------------------------------------------------------------------------------------------------


def test_every_code_is_tested_here_and_has_a_name() -> None:
    assert sorted(kernel.VIOLATIONS) == list(range(FIRST_GAME_VIOLATION, kernel.CARD_NOT_IN_PILE + 1))
    text = Path(__file__).read_text("utf-8")
    assert [name for name in kernel.VIOLATIONS.values() if f'"{name}"' not in text] == []


@pytest.mark.parametrize("name", TABLES)
def test_what_is_refused_is_not_listed(name: str) -> None:
    rng = random.Random(4)
    for state in states_of(TABLES[name], 4):
        for seat in (*state.to_act(), *state.may_interrupt()):
            legal = set(state.legal_moves(seat))
            assert all(not state.check(seat, word) for word in legal)
            for _ in range(20):
                arguments = (rng.randrange(6), rng.randrange(6), rng.randrange(3))
                word = kernel.pack_move(rng.randint(1, 14), *arguments[: rng.randint(0, 3)])
                assert (word in legal) == (not state.check(seat, word))
