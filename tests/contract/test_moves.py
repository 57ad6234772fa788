"""Moves: what is listed is what is accepted, in one fixed order, and each has one text and one wire form."""

from collections.abc import Iterator

import pytest

from canopy.v1 import game_pb2
from cext.kernel import IllegalMove
from tests.contract import words
from tests.contract.envelopes import sent
from tests.playing import Case, Walk, movers, walk

# A position is gone through completely when it has at most this many thinkable moves.
EXHAUSTIVE = 20_000
NOBODY = (-1, 63, 64, 10**9)


def test_legal_moves_ascend_and_are_unique(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state in game.states:
            for seat in movers(state):
                moves = state.legal_moves(seat)
                assert moves
                assert moves == sorted(set(moves))


def test_whoever_may_move_has_a_move_and_nobody_else_has(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state in game.states:
            seats = movers(state)
            assert list(seats) == sorted(set(seats))
            assert all(0 <= seat < game.setup.players for seat in seats)
            for seat in {*range(game.setup.players), *NOBODY} - set(seats):
                assert state.legal_moves(seat) == []


def test_legal_moves_are_all_moves_that_pass_the_check(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("words")
        known = {ply.word for ply in game.plies if ply.seat is not None}
        for state in game.states:
            for seat in (*state.to_act()[:2], *state.may_interrupt()[:1]):
                legal = set(state.legal_moves(seat))
                assert all(state.check(seat, move) == [] for move in legal)
                for word in words.odd_words(known | legal, rng, 60):
                    assert (state.check(seat, word) == []) == (word in legal)


def test_listed_is_what_passes_among_all_thinkable_moves(case: Case) -> None:
    """Exhaustive on small content; on larger content the bytes of all legal moves cannot all be crossed."""
    game = walk(case, 0)
    known = {ply.word for ply in game.plies if ply.seat is not None}
    for state in game.states[:: max(1, len(game.states) // 12)]:
        for seat in (*state.to_act()[:1], *state.may_interrupt()[:1]):
            legal = state.legal_moves(seat)
            if words.count(known | set(legal)) <= EXHAUSTIVE:
                thinkable = words.combinations(known | set(legal))
                assert sorted(word for word in thinkable if state.check(seat, word) == []) == legal


def test_check_and_apply_agree(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("apply")
        for state in game.states:
            for seat in (*state.to_act()[:1], *state.may_interrupt()[:1]):
                legal = state.legal_moves(seat)
                state.apply(seat, rng.choice(legal))
                for word in words.odd_words(legal, rng, 8):
                    if broken := state.check(seat, word):
                        with pytest.raises(IllegalMove) as refused:
                            state.apply(seat, word)
                        assert refused.value.violations == broken


def test_text_is_unique_in_a_position_and_reads_back(walks: Iterator[Walk]) -> None:
    for game in walks:
        setup = game.setup
        for turn, state in enumerate(game.states):
            for seat in movers(state)[turn % 2 : turn % 2 + 1]:
                moves = state.legal_moves(seat)
                texts = [setup.game.move_text(setup, move) for move in moves]
                assert len(set(texts)) == len(texts)
                assert [setup.game.parse_move(setup, text) for text in texts] == moves
                assert all(text == text.strip() and text.isprintable() for text in texts)


def test_wire_form_reads_back(walks: Iterator[Walk]) -> None:
    for game in walks:
        setup = game.setup
        for turn, state in enumerate(game.states):
            for seat in movers(state)[turn % 2 : turn % 2 + 1] or state.to_act()[:1]:
                for move in state.legal_moves(seat)[turn % 5 :: 5]:
                    form = setup.game.encode_move(setup, move)
                    assert setup.game.decode_move(setup, sent(game_pb2.Move, "form", setup, form)) == move
