"""Positions: they know what their viewer knows and nothing of the rest, and a view can be turned back into one."""

from __future__ import annotations

from collections.abc import Iterator

from solver.position import Position
from tests.contract.shown import MEMORIES
from tests.playing import Walk, viewers


def test_positions_of_equal_views_are_equal_to_the_last_byte(walks: Iterator[Walk]) -> None:
    """Also what a viewer never sees of a state, such as the order in which it lies in memory."""
    for game in walks:
        for turn, state in game.scenes():
            for viewer in viewers(game.setup, turn):
                here = Position.seen_by(viewer, game.setup, state)
                for seed in (1, 2):
                    there = Position.seen_by(viewer, game.setup, state.determinize(viewer, seed))
                    assert there.state == here.state
                    assert there.world(seed) == here.world(seed)


# Every scene whose number this divides is read back.
READ_EVERY = 24


def test_a_state_of_a_view_looks_like_it_and_plays_like_it(walks: Iterator[Walk]) -> None:
    """To whoever looked, with memory and without: the same view again, and the same seats with the same moves."""
    for game in walks:
        setup = game.setup
        for turn, state in list(game.scenes())[game.seed % READ_EVERY :: READ_EVERY]:
            for viewer in viewers(setup, turn):
                for memory in MEMORIES:
                    view = setup.game.view(setup, state, viewer, memory=memory)
                    again = setup.game.state_of_view(setup, view)
                    assert setup.game.view(setup, again, viewer, memory=memory) == view
                    assert again.to_act() == state.to_act()
                    assert again.may_interrupt() == state.may_interrupt()
                    if viewer is not None:
                        assert again.legal_moves(viewer) == state.legal_moves(viewer)
                    assert setup.game.state_of_view(setup, view) == again
