"""The Python runtime of the kernels: purity, bytes, fields, legality, and calm answers to senseless calls."""

import os
import pickle
import random
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cext.kernel import (
    CHANCE_NOT_DUE,
    CHANCE_PENDING,
    DEBUG,
    GAME_OVER,
    GENERIC_VIOLATIONS,
    NOT_TO_ACT,
    FieldInfo,
    IllegalMove,
    Kernel,
    Rules,
    State,
    byte_swapped,
    require_tiling,
)
from tests.cext.kernels import RULES, all_states, play, random_game

GAMES = {name: list(random_game(rules, seed=7)) for name, rules in RULES.items()}
STATES = {name: all_states(rules, seed=7) for name, rules in RULES.items()}
SEED = bytes(range(32))

every_game = pytest.mark.parametrize("name", RULES)
some_state = st.sampled_from([state for states in STATES.values() for state in states])
any_integer = st.integers() | st.integers(-1, 64) | st.integers(0, 2**64 - 1) | st.integers(0, 2**32)

FORMATS = {(1, False): "B", (2, False): "H", (4, False): "I", (8, False): "Q"}
FORMATS |= {(width, True): code.lower() for (width, _), code in FORMATS.items()}


def struct_format(fields: tuple[FieldInfo, ...]) -> str:
    """A field table in the language of the struct module."""
    return "".join(f"{field.items}{FORMATS[field.width, field.is_signed]}" for field in fields)


def unpacked(rules: Rules, data: bytes, byte_order: str) -> list[int]:
    """All numbers of a serialised state, in order."""
    seats = struct_format(rules.kernel.seat_fields) * rules.players
    return list(struct.unpack(byte_order + struct_format(rules.kernel.table_fields) + seats, data))


def flattened(fields: dict[str, Any]) -> list[int]:
    """All numbers that `State.fields` gives, in order."""
    numbers: list[int] = []
    for value in fields.values():
        if isinstance(value, list):
            numbers += [number for seat in value for number in flattened(seat)]
        else:
            numbers += value if isinstance(value, tuple) else [value]
    return numbers


def test_debug_flag_tells_which_build_this_is() -> None:
    expected = os.environ.get("CANOPY_EXPECT_DEBUG")
    assert expected is None or (expected == "1") == DEBUG


# Purity


@every_game
def test_earlier_states_never_change(name: str) -> None:
    kept = [(ply, ply.before.to_bytes()) for ply in random_game(RULES[name], seed=3)]
    assert all(ply.before.to_bytes() == data for ply, data in kept)
    assert len({data for _, data in kept}) == len(kept)


@every_game
def test_reading_changes_nothing(name: str) -> None:
    for state in STATES[name]:
        data = state.to_bytes()
        for seat in range(RULES[name].players):
            state.legal_moves(seat)
            state.determinize(seat, 1)
        state.outcomes()
        state.fields()
        state.returns()
        assert state.to_bytes() == data


@every_game
def test_equal_plies_give_equal_states_and_events(name: str) -> None:
    for ply in GAMES[name]:
        twice = [
            ply.before.resolve(ply.word) if ply.seat is None else ply.before.apply(ply.seat, ply.word) for _ in range(2)
        ]
        assert twice[0] == twice[1]


@every_game
def test_epochs_rise_and_stay_within_one_simultaneous_choice(name: str) -> None:
    for ply in GAMES[name]:
        after = play(ply.before, ply)
        asked = set(ply.before.to_act()) - {ply.seat}
        if after.to_act() and set(after.to_act()) == asked:
            assert after.epoch == ply.before.epoch
        else:
            assert after.epoch >= ply.before.epoch


# Bytes


@every_game
def test_bytes_round_trip(name: str) -> None:
    for state in STATES[name]:
        again = State.from_bytes(RULES[name], state.to_bytes())
        assert again == state
        assert hash(again) == hash(state)
        assert again.fields() == state.fields()


@every_game
def test_bytes_are_little_endian_fields_without_gaps(name: str) -> None:
    rules = RULES[name]
    for state in STATES[name]:
        data = state.to_bytes()
        assert len(data) == rules.state_size
        assert unpacked(rules, data, "<") == flattened(state.fields())


@every_game
def test_other_byte_order_holds_the_same_numbers(name: str) -> None:
    rules = RULES[name]
    for state in STATES[name]:
        data = state.to_bytes()
        swapped = byte_swapped(rules, data)
        assert unpacked(rules, swapped, ">") == unpacked(rules, data, "<")
        assert byte_swapped(rules, swapped) == data


@every_game
@pytest.mark.parametrize("change", [-1, 1, 1000])
def test_wrong_length_is_refused(name: str, change: int) -> None:
    size = RULES[name].state_size
    data = STATES[name][-1].to_bytes().ljust(size + max(change, 0), b"\0")[: size + change]
    with pytest.raises(ValueError, match="bytes"):
        State.from_bytes(RULES[name], data)
    with pytest.raises(ValueError, match="bytes"):
        byte_swapped(RULES[name], data)


@given(some_state, st.data())
def test_damaged_bytes_are_refused_or_playable(state: State, data: st.DataObject) -> None:
    """What `from_bytes` lets through can be played like any state."""
    damaged = bytearray(state.to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        state = State.from_bytes(state.rules, bytes(damaged))
    except ValueError:
        return
    while not state.is_over:
        if state.chance_kind:
            state, _ = state.resolve(state.outcomes()[-1])
        else:
            seat = state.to_act()[0]
            state, _ = state.apply(seat, state.legal_moves(seat)[-1])
    state.returns()


# Field tables


def field(name: str, offset: int, width: int = 1, items: int = 1) -> FieldInfo:
    """An unsigned field."""
    return FieldInfo(name, offset, width, items, is_signed=False)


def test_fields_that_tile_are_accepted() -> None:
    require_tiling([field("a", 0), field("b", 1, 8, 3), field("c", 25, 2)], 27)
    require_tiling([], 0)


@pytest.mark.parametrize(
    ("fields", "size", "message"),
    [
        ([field("a", 0), field("b", 2)], 3, "b starts at byte 2, expected at 1"),
        ([field("a", 0, 2), field("b", 1)], 2, "b starts at byte 1, expected at 2"),
        ([field("a", 1)], 2, "a starts at byte 1"),
        ([field("a", 0)], 2, "cover 1 of 2"),
        ([field("a", 0, 4)], 2, "cover 4 of 2"),
        ([field("a", 0, 3)], 3, "1 items of 3 bytes"),
        ([field("a", 0, 1, 0)], 0, "0 items"),
        ([field("a", 0), field("a", 1)], 2, "share a name"),
    ],
)
def test_fields_that_do_not_tile_are_refused(fields: list[FieldInfo], size: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        require_tiling(fields, size)


# Moves


@every_game
def test_legal_moves_are_ascending_and_pass_the_check(name: str) -> None:
    for state in STATES[name]:
        for seat in range(RULES[name].players):
            moves = state.legal_moves(seat)
            assert moves == sorted(set(moves))
            assert bool(moves) == (seat in state.to_act())
            assert all(state.check(seat, move) == [] for move in moves)


@every_game
def test_somebody_acts_or_chance_is_due_or_the_game_is_over(name: str) -> None:
    for state in STATES[name]:
        assert [bool(state.to_act()), state.chance_kind != 0, state.is_over].count(True) == 1


@every_game
def test_nobody_interrupts_a_game_that_names_nobody(name: str) -> None:
    assert all(state.may_interrupt() == () for state in STATES[name])


@given(some_state, any_integer, any_integer)
def test_any_move_is_answered(state: State, seat: int, move: int) -> None:
    violations = state.check(seat, move)
    assert (violations == []) == (move in state.legal_moves(seat))
    if violations:
        with pytest.raises(IllegalMove) as refused:
            state.apply(seat, move)
        assert refused.value.violations == violations
    if any(code in GENERIC_VIOLATIONS for code, _ in violations):
        assert len(violations) == 1


@given(some_state, any_integer)
def test_any_outcome_is_answered(state: State, outcome: int) -> None:
    violations = state.check_outcome(outcome)
    assert (violations == []) == (outcome in state.outcomes())
    if violations:
        with pytest.raises(IllegalMove) as refused:
            state.resolve(outcome)
        assert refused.value.violations == violations


@every_game
@pytest.mark.parametrize("seat", [-1, 50, 64, 2**31, 2**64, -(2**64)])
def test_nobody_sits_outside_the_table(name: str, seat: int) -> None:
    for state in STATES[name]:
        assert state.legal_moves(seat) == []
    choosing = next(state for state in STATES[name] if state.to_act())
    move = choosing.legal_moves(choosing.to_act()[0])[0]
    assert [code for code, _ in choosing.check(seat, move)] == [NOT_TO_ACT]


@every_game
def test_generic_violations_come_when_nobody_may_move(name: str) -> None:
    for state in STATES[name]:
        if not state.to_act():
            expected = GAME_OVER if state.is_over else CHANCE_PENDING
            assert [code for code, _ in state.check(0, 0)] == [expected]
        if not state.chance_kind:
            assert [code for code, _ in state.check_outcome(0)] == [GAME_OVER if state.is_over else CHANCE_NOT_DUE]


# Chance


@every_game
def test_outcomes_are_ascending_and_pass_the_check(name: str) -> None:
    for state in STATES[name]:
        outcomes = state.outcomes()
        assert outcomes == sorted(set(outcomes))
        assert bool(outcomes) == bool(state.chance_kind) == bool(state.chance_domain)
        assert all(state.check_outcome(outcome) == [] for outcome in outcomes)


def streamed_game(rules: Rules, seed: bytes, rng: random.Random) -> list[tuple[str, int]]:
    """The (domain, outcome) of every chance of one game with chance from the stream and moves from `rng`."""
    drawn = []
    state = State.start(rules)
    while not state.is_over:
        if state.chance_kind:
            outcome = state.draw(seed)
            assert outcome == state.draw(seed)
            assert outcome in state.outcomes()
            drawn.append((state.chance_domain, outcome))
            state, _ = state.resolve(outcome)
        else:
            seat = rng.choice(state.to_act())
            state, _ = state.apply(seat, rng.choice(state.legal_moves(seat)))
    return drawn


@every_game
def test_stream_draws_possible_outcomes_all_game_long(name: str) -> None:
    games = {seed: streamed_game(RULES[name], bytes([seed]) * 32, random.Random(seed)) for seed in range(20)}
    assert len({tuple(drawn) for drawn in games.values()}) == len(games)


@every_game
def test_stream_has_nothing_to_draw_when_no_chance_is_due(name: str) -> None:
    for state in STATES[name]:
        if not state.chance_kind:
            with pytest.raises(ValueError, match="no chance"):
                state.draw(SEED)


@every_game
def test_stream_wants_a_whole_seed(name: str) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        STATES[name][0].draw(b"short")


# Hidden information


@every_game
def test_determinized_states_repeat_by_seed(name: str) -> None:
    for state in STATES[name]:
        for viewer in (None, *range(RULES[name].players)):
            assert state.determinize(viewer, 5) == state.determinize(viewer, 5)


@pytest.mark.parametrize("viewer", [-1, 50, 2**70])
def test_determinize_knows_its_viewers(viewer: int) -> None:
    for states in STATES.values():
        with pytest.raises(ValueError, match="no seat"):
            states[0].determinize(viewer, 0)


# Objects


def test_states_differ_by_position_and_by_rules() -> None:
    starts = [State.start(rules) for rules in RULES.values()]
    assert len(set(starts)) == len(RULES)
    assert starts == [State.start(rules) for rules in RULES.values()]
    assert starts[0] != object()


def test_states_are_immutable() -> None:
    for states in STATES.values():
        with pytest.raises(AttributeError):
            states[0].rules = states[0].rules  # type: ignore[misc]
        with pytest.raises(AttributeError):
            states[0].extra = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [Kernel, Rules, State])
def test_only_games_make_kernels_rules_and_states(kind: type) -> None:
    with pytest.raises(TypeError):
        kind()


def test_nothing_with_a_pointer_is_pickled() -> None:
    for state in (states[0] for states in STATES.values()):
        for thing in (state, state.rules, state.rules.kernel):
            with pytest.raises(TypeError):
                pickle.dumps(thing)
