"""A position knows what its viewer knows: nothing of the rest is left in it."""

from __future__ import annotations

from collections.abc import Iterator

from solver.position import Position
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
