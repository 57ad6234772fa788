"""Worlds depend on what their viewer knows, and on nothing else: equal knowledge and equal seeds, equal bytes.

What a viewer knows is what he has been shown: all views and all events on the way, that is. Two states that differ in
nothing of that are made in three ways: the state is determinized, a seat chooses otherwise while its choice is secret,
and a chance comes out otherwise without anybody noticing (one of several equal cards).
"""

from collections.abc import Iterator

from cext.kernel import State
from tests.contract.shown import told, view_bytes
from tests.playing import Walk, viewers

SEEDS = (0, 2**63)
# Of the chances of a game every other one is tried otherwise.
CHANCE_STEP = 2


def assert_equal_worlds(viewer: int | None, one: State, other: State) -> None:
    for seed in SEEDS:
        assert one.determinize(viewer, seed).to_bytes() == other.determinize(viewer, seed).to_bytes()


def test_a_world_of_a_world_is_a_world_of_the_state(walks: Iterator[Walk]) -> None:
    for game in walks:
        for turn, state in game.scenes():
            for viewer in viewers(game.setup, turn):
                assert_equal_worlds(viewer, state, state.determinize(viewer, turn))


def test_secret_choices_of_others_do_not_show_in_worlds(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("secret choices")
        for turn, state in game.scenes():
            if len(asked := state.to_act()) < 2:
                continue
            seat = rng.choice(asked)
            moves = state.legal_moves(seat)
            (one, events), (other, other_events) = (state.apply(seat, move) for move in (moves[0], rng.choice(moves)))
            if not one.epoch == other.epoch == state.epoch:
                continue  # it was no secret, as in a race for the first to be right
            for viewer in set(viewers(game.setup, turn)) - {seat}:
                if told(game.setup, events, viewer) == told(game.setup, other_events, viewer):
                    assert_equal_worlds(viewer, one, other)


def test_chances_that_nobody_can_tell_apart_do_not_show_in_worlds(walks: Iterator[Walk]) -> None:
    for game in walks:
        chances = [step for step in game.steps() if step[1].seat is None]
        for turn, (state, ply, after, events) in enumerate(chances[game.seed :: CHANCE_STEP]):
            viewer = game.random("chances").choice(viewers(game.setup, turn))
            shown = told(game.setup, events, viewer), view_bytes(game.setup, after, viewer)
            for outcome in near(ply.word, state.outcomes()):
                other, other_events = state.resolve(outcome)
                if (told(game.setup, other_events, viewer), view_bytes(game.setup, other, viewer)) == shown:
                    assert_equal_worlds(viewer, after, other)


def near(outcome: int, outcomes: list[int]) -> list[int]:
    """Some outcomes around one: equal cards come next to each other."""
    index = outcomes.index(outcome)
    return outcomes[max(0, index - 3) : index + 4]
