"""Turns: who is asked, decisions that open and close, simultaneous choices, and the end."""

from collections.abc import Iterator

import pytest

from cext import kernel
from cext.kernel import IllegalMove, State
from cext.playout import measure
from engines.game import Game
from tests.contract import words
from tests.playing import Walk, cases_of, is_interrupted, walk

NOBODY = (-1, 63, 64, 10**9)


def codes(state: State, seat: int, word: int) -> list[int]:
    """The codes of what a move would break."""
    return [code for code, _ in state.check(seat, word)]


def test_who_is_not_asked_hears_that_and_nothing_else(walks: Iterator[Walk]) -> None:
    for game in walks:
        players = game.setup.players
        moves = sorted({ply.word for ply in game.plies if ply.seat is not None})[:3]
        for state in game.states:
            if asked := state.to_act():
                for seat in {*range(players), players, *NOBODY} - set(asked) - set(state.may_interrupt()):
                    for word in (*moves, *words.STRANGE_WORDS):
                        assert codes(state, seat, word) == [kernel.NOT_TO_ACT]


def test_whoever_may_move_never_hears_a_generic_violation(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("asked")
        for state in game.states:
            for seat in (*state.to_act()[:2], *state.may_interrupt()[:1]):
                for word in words.odd_words(state.legal_moves(seat), rng, 8):
                    assert not set(codes(state, seat, word)) & set(kernel.GENERIC_VIOLATIONS)


def test_interrupters_are_seats_that_are_not_asked_while_others_are(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state in game.states:
            if interrupters := state.may_interrupt():
                assert state.to_act()
                assert not state.chance_kind
                assert not state.is_over
                assert list(interrupters) == sorted(set(interrupters) - set(state.to_act()))
                assert all(0 <= seat < game.setup.players for seat in interrupters)


def test_who_may_interrupt_does_so_in_random_games(game: Game) -> None:
    """Else interruptions are tested nowhere: of several seats even in one game."""
    if is_interrupted(game):
        walks = [walk(case, seed) for case in cases_of(game)[:3] for seed in range(2)]
        happened = [
            [ply.seat if ply.seat in before.may_interrupt() else None for before, ply, _, _ in one.steps()]
            for one in walks
        ]
        assert any(len(set(seats) - {None}) > 1 for seats in happened)


def test_playouts_are_interrupted_where_games_are(game: Game) -> None:
    """In one ply of sixteen at most: then somebody may interrupt, and does."""
    counts = measure(State.start(cases_of(game)[0].setup.rules), seed=1, games=200)
    assert bool(counts.interruptions) == is_interrupted(game)
    assert counts.interruptions < counts.plies / 8
    assert counts.interruptions <= counts.moves


def test_epoch_is_one_for_each_decision_and_never_that_of_an_earlier_one(walks: Iterator[Walk]) -> None:
    """Where seats may interrupt, several may also be asked one of whom ends the decision, by being the first."""
    for game in walks:
        earlier: set[int] = set()
        may_be_first = is_interrupted(game.setup.game)
        for before, ply, after, _ in game.steps():
            if before.to_act():
                earlier.add(before.epoch)
            if after.to_act():
                still_collecting = ply.seat in before.to_act() and after.to_act() == without(before.to_act(), ply.seat)
                if not still_collecting or (may_be_first and after.epoch != before.epoch):
                    assert after.epoch not in earlier
                else:
                    assert after.epoch == before.epoch
            assert after.epoch >= before.epoch


def without(seats: tuple[int, ...], gone: int | None) -> tuple[int, ...]:
    """The seats less one."""
    return tuple(seat for seat in seats if seat != gone)


def test_order_of_simultaneous_choices_does_not_matter(walks: Iterator[Walk]) -> None:
    """Two seats are asked at once: when the decision stays open after the first, either may have been first."""
    for game in walks:
        rng = game.random("order")
        for state in game.states:
            if len(asked := state.to_act()) < 2:
                continue
            first, second = rng.sample(asked, 2)
            one, other = rng.choice(state.legal_moves(first)), rng.choice(state.legal_moves(second))
            after_first, _ = state.apply(first, one)
            if after_first.epoch == state.epoch:
                assert second in after_first.to_act()
                assert after_first.legal_moves(second) == state.legal_moves(second)
                after_second, _ = state.apply(second, other)
                assert after_first.apply(second, other)[0] == after_second.apply(first, one)[0]


def test_finished_game_answers_game_over_to_everything(walks: Iterator[Walk]) -> None:
    for game in walks:
        end, players = game.end, game.setup.players
        told = [ply.word for ply in game.plies[:20]]
        assert end.is_over
        assert end.to_act() == end.may_interrupt() == ()
        assert (end.chance_kind, end.chance_domain, end.outcomes()) == (0, "", [])
        for word in (*told, *words.STRANGE_WORDS):
            assert [code for code, _ in end.check_outcome(word)] == [kernel.GAME_OVER]
            with pytest.raises(IllegalMove):
                end.resolve(word)
            for seat in {*range(min(players, 5)), players, *NOBODY}:
                assert codes(end, seat, word) == [kernel.GAME_OVER]
                assert end.legal_moves(seat) == []
        assert not any(state.is_over for state in game.states[:-1])
