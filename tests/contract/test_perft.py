"""Perft: the number of lines from a position, pinned, and counted by the plain twin too where that is quick."""

import pytest

from cext.kernel import State
from cext.playout import perft, perft_divide
from engines.game import Game
from tests.contract.pins import Pin, pins_of, read_ply, write_ply
from tests.contract.twins import Twin, start_twin, twin_divide
from tests.playing import Case, all_games, replay, walk

PINS = [pin for game in all_games() for pin in pins_of(game)]


def twin_at(pin: Pin) -> Twin:
    """The twin in the position."""
    twin = start_twin(pin.setup)
    for ply in pin.plies:
        if ply.seat is None:
            twin.tell(ply.word)
        else:
            twin.choose(ply.seat, next(move for move in twin.legal_moves(ply.seat) if move.word == ply.word))
    return twin


@pytest.mark.parametrize("pin", PINS, ids=str)
def test_kernel_counts_what_is_pinned(pin: Pin) -> None:
    state = pin.state
    assert tuple(perft(state, depth) for depth in range(len(pin.leaves))) == pin.leaves


@pytest.mark.parametrize("pin", PINS, ids=str)
def test_twin_counts_what_is_pinned(pin: Pin) -> None:
    # Split by the first ply, so that a difference shows where to look.
    counted = twin_divide(twin_at(pin), pin.twin_depth)
    assert counted == [(word, count) for _, word, count in perft_divide(pin.state, pin.twin_depth)]
    assert sum(count for _, count in counted) == pin.leaves[pin.twin_depth]


def test_parts_add_up(case: Case) -> None:
    game = walk(case, 0)
    for state in game.states[:: max(1, len(game.states) // 6)]:
        if not state.is_over:
            parts = perft_divide(state, 2)
            assert [word for _, word, _ in parts] == sorted(word for _, word, _ in parts)
            assert sum(count for _, _, count in parts) == perft(state, 2)
            assert len(parts) == perft(state, 1)


def test_finished_game_is_one_line_however_deep(case: Case) -> None:
    assert [perft(walk(case, 0).end, depth) for depth in range(4)] == [1, 1, 1, 1]


def test_pins_of_a_game_cover_its_start_its_middle_and_its_end(game: Game) -> None:
    pins = pins_of(game)
    assert any(not pin.plies and len(pin.leaves) > 3 for pin in pins)
    assert any(pin.plies and len(pin.leaves) > 3 for pin in pins)
    assert any(reaches_the_end(pin) for pin in pins)
    assert any(pin.setup.players > 1 for pin in pins) or game.max_players == 1


def reaches_the_end(pin: Pin) -> bool:
    """Every line of the deepest perft ends in a finished game."""
    return len(pin.leaves) > 2 and pin.leaves[-1] == pin.leaves[-2]


def test_plies_of_pins_read_back(case: Case) -> None:
    """As themselves, or as plies that are told alike because they lead to the same."""
    game = walk(case, 0)
    again = [read_ply(case.setup, write_ply(case.setup, ply)) for ply in game.plies]
    assert [write_ply(case.setup, ply) for ply in again] == [write_ply(case.setup, ply) for ply in game.plies]
    assert replay(case.setup, again) == game.end
    assert State.start(case.setup.rules) == game.states[0]
