"""Non-interference: what a viewer cannot know changes nothing that he is shown.

Two tables that differ only in that must give him the same bytes: view, legal moves, checks, events, pictures. They are
made in two ways: another seat chooses otherwise while the choice is still secret, and the state is determinized, that
is all that the viewer cannot know is sampled anew. The seed needs no third way: it is not in the state, as replayed
games show (test_states), so whoever sees a state sees nothing of it.
"""

from collections.abc import Iterator

import pytest

from cext.kernel import State
from tests.contract import words
from tests.contract.shown import answers, pictures, status, told, view_bytes
from tests.playing import Case, Walk, every_viewer, viewers, walk

# Pictures are drawn from the view alone, so that equal views all but decide it: at one turn in so many they are looked
# at as well, by one viewer, another one each time.
PICTURE_EVERY = 29


def draws(turn: int, place: int, viewers: int) -> bool:
    """Whether the viewer at this place among so many looks at pictures in this turn."""
    return turn % PICTURE_EVERY == 0 and turn // PICTURE_EVERY % viewers == place


def assert_same_for(viewer: int | None, game: Walk, one: State, other: State, *, with_pictures: bool) -> None:
    """The viewer cannot tell the two states apart."""
    setup = game.setup
    asked = list(words.odd_words(one.legal_moves(viewer) if viewer is not None else (), game.random("asked"), 5))
    assert view_bytes(setup, one, viewer) == view_bytes(setup, other, viewer)
    assert answers(setup, one, viewer, asked) == answers(setup, other, viewer, asked)
    assert status(one) == status(other)
    if with_pictures:
        assert pictures(setup, one, viewer) == pictures(setup, other, viewer)


def test_secret_choice_is_shown_to_nobody_else(walks: Iterator[Walk]) -> None:
    """A seat chooses this or that, and the decision stays open: only that seat may notice."""
    for game in walks:
        rng = game.random("choices")
        for turn, state in game.scenes():
            if len(asked := state.to_act()) < 2:
                continue
            seat = rng.choice(asked)
            moves = state.legal_moves(seat)
            (one, events), (other, other_events) = (state.apply(seat, move) for move in (moves[0], rng.choice(moves)))
            if one.epoch == other.epoch == state.epoch:
                others = [viewer for viewer in viewers(game.setup, turn) if viewer != seat]
                for place, viewer in enumerate(others):
                    assert_same_for(viewer, game, one, other, with_pictures=draws(turn, place, len(others)))
                    assert told(game.setup, events, viewer) == told(game.setup, other_events, viewer)


def test_secret_choice_of_a_player_stays_secret_for_as_long_as_the_decision_is_open(walks: Iterator[Walk]) -> None:
    """Whatever others choose after it, still nobody notices, until the last choice opens them all."""
    for game in walks:
        rng = game.random("later choices")
        for _, state in game.scenes():
            if len(asked := state.to_act()) < 3:
                continue
            seat, *later = asked[:4]
            moves = state.legal_moves(seat)
            one, other = state.apply(seat, moves[0])[0], state.apply(seat, moves[-1])[0]
            if not one.epoch == other.epoch == state.epoch:
                continue
            for chooser in later:
                move = rng.choice(state.legal_moves(chooser))
                (one, events), (other, other_events) = one.apply(chooser, move), other.apply(chooser, move)
                if not one.epoch == other.epoch == state.epoch or one.to_act() == ():
                    break
                for viewer in (None, *later):
                    assert_same_for(viewer, game, one, other, with_pictures=False)
                    assert told(game.setup, events, viewer) == told(game.setup, other_events, viewer)


def test_determinized_state_looks_the_same_to_its_viewer(walks: Iterator[Walk]) -> None:
    for game in walks:
        for turn, state in game.scenes():
            in_public = view_bytes(game.setup, state, None)
            lookers = viewers(game.setup, turn)
            for place, viewer in enumerate(lookers):
                world = state.determinize(viewer, turn)
                assert_same_for(viewer, game, state, world, with_pictures=draws(turn, place, len(lookers)))
                assert view_bytes(game.setup, world, None) == in_public


def test_determinized_state_is_a_legal_one_and_depends_on_the_seed_alone(walks: Iterator[Walk]) -> None:
    for game in walks:
        for turn, state in game.scenes():
            for viewer in viewers(game.setup, turn):
                world = state.determinize(viewer, turn)
                assert State.from_bytes(game.setup.rules, world.to_bytes()) == world
                assert state.determinize(viewer, turn) == world


def test_own_move_tells_a_viewer_the_same_in_every_world(walks: Iterator[Walk]) -> None:
    """While the decision stays open: what the last choice opens may differ, since it was hidden before."""
    for game in walks:
        for turn, state in game.scenes():
            for seat in state.to_act()[:2]:
                move = state.legal_moves(seat)[-1]
                after, events = state.apply(seat, move)
                if after.to_act() and after.epoch == state.epoch:
                    world, world_events = state.determinize(seat, turn).apply(seat, move)
                    assert told(game.setup, events, seat) == told(game.setup, world_events, seat)
                    assert_same_for(seat, game, after, world, with_pictures=False)


def test_what_is_hidden_is_sampled_and_not_copied(case: Case) -> None:
    """A secret choice among many is another one in many a world of the others, but never in the chooser's own."""
    game = walk(case, 0)
    for state in game.states:
        asked = state.to_act()
        if len(asked) < 2 or len(moves := state.legal_moves(asked[0])) < 10:
            continue
        pending, _ = state.apply(asked[0], moves[0])
        if pending.epoch == state.epoch:
            assert len({pending.determinize(asked[1], seed) for seed in range(32)}) > 1
            assert len({pending.determinize(None, seed) for seed in range(32)}) > 1
            assert view_bytes(case.setup, pending.determinize(asked[0], 1), asked[0]) == view_bytes(
                case.setup, pending, asked[0]
            )


def test_only_seats_and_spectators_have_a_world(case: Case) -> None:
    state = State.start(case.setup.rules)
    for nobody in (-1, case.setup.players, 64, 10**9):
        assert nobody not in every_viewer(case.setup)
        with pytest.raises(ValueError, match="seat"):
            state.determinize(nobody, 0)
