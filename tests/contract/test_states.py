"""A state is a value: equal to its copies, never changed, and the same bytes on every machine."""

from collections.abc import Iterator

import pytest

from cext.kernel import State
from cext.playout import playout
from tests.playing import MAX_PLIES, Case, Walk, every_viewer, movers, play, replay

# Fields are read out of the bytes, and that takes longest: they are read of one state in so many.
FIELDS_EVERY = 8


def test_bytes_make_the_same_state_again(walks: Iterator[Walk]) -> None:
    for game in walks:
        for turn, state in enumerate(game.states):
            data = state.to_bytes()
            copy = State.from_bytes(game.setup.rules, data)
            assert copy == state
            assert hash(copy) == hash(state)
            assert copy.to_bytes() == data
            assert turn % FIELDS_EVERY or copy.fields() == state.fields()


def test_copy_behaves_like_the_original(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state, ply, after, events in game.steps():
            copy = State.from_bytes(game.setup.rules, state.to_bytes())
            assert copy.to_act() == state.to_act()
            assert copy.may_interrupt() == state.may_interrupt()
            assert copy.outcomes() == state.outcomes()
            assert copy.returns() == state.returns()
            assert copy.epoch == state.epoch
            assert play(copy, ply) == (after, list(events))


def test_length_of_a_state_tells_nothing(walks: Iterator[Walk]) -> None:
    for game in walks:
        assert {len(state.to_bytes()) for state in game.states} == {game.setup.rules.state_size}


def test_different_states_have_different_bytes(walks: Iterator[Walk]) -> None:
    for game in walks:
        assert len({state.to_bytes() for state in game.states}) == len(game.states)
        assert len(set(game.states)) == len(game.states)


def test_no_call_changes_a_state(walks: Iterator[Walk]) -> None:
    for game in walks:
        before = [state.to_bytes() for state in game.states]
        for turn, state in enumerate(game.states):
            for seat in movers(state):
                for word in (moves := state.legal_moves(seat))[:: max(1, len(moves) // 4)]:
                    state.apply(seat, word)
            for word in (outcomes := state.outcomes())[:: max(1, len(outcomes) // 4)]:
                state.resolve(word)
            for viewer in every_viewer(game.setup):
                state.determinize(viewer, turn)
            playout(state, turn)
        assert [state.to_bytes() for state in game.states] == before


def test_undo_is_an_older_state_from_which_the_same_plies_give_the_same_bytes(walks: Iterator[Walk]) -> None:
    for game in walks:
        assert replay(game.setup, game.plies).to_bytes() == game.end.to_bytes()
        for back in sorted({1, len(game.plies) // 2, len(game.plies)}):
            state = game.states[len(game.plies) - back]
            for ply in game.plies[len(game.plies) - back :]:
                state, _ = play(state, ply)
            assert state.to_bytes() == game.end.to_bytes()


def test_only_whole_states_are_read(walks: Iterator[Walk]) -> None:
    for game in walks:
        rules = game.setup.rules
        data = game.states[len(game.states) // 2].to_bytes()
        for wrong in (b"", data[:-1], data + b"\0", data * 2):
            with pytest.raises(ValueError, match="bytes"):
                State.from_bytes(rules, wrong)


def test_any_bytes_are_refused_or_make_a_state_that_plays_on(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("flipped bytes")
        for state in game.states[:: max(1, len(game.states) // 20)]:
            for _ in range(20):
                data = bytearray(state.to_bytes())
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
                try:
                    strange = State.from_bytes(game.setup.rules, bytes(data))
                except ValueError:
                    continue
                assert strange.to_bytes() == data
                assert playout(strange, 1).is_over


def test_random_play_comes_to_an_end(case: Case) -> None:
    start = State.start(case.setup.rules)
    for seed in range(5):
        end = playout(start, seed)
        assert end.is_over
        assert end == playout(start, seed)
        assert end == State.from_bytes(case.setup.rules, end.to_bytes())


def test_every_walk_is_short_enough(walks: Iterator[Walk]) -> None:
    for game in walks:
        assert game.end.is_over
        assert len(game.plies) < MAX_PLIES
