"""What a solver starts from: a ruleset with everything fixed, and a state as one viewer knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from cext.kernel import State
from engines.game import Setup

# The seed of the world that stands in for the hidden rest; any number will do, as long as it is always the same.
_STAND_IN = 0


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A state in which everything that the viewer cannot know has been replaced, so that no solver can see it.

    What was put in its place means nothing: whoever needs the hidden rest takes samples of it (`world`).
    """

    setup: Setup
    state: State
    # The seat that asks; None for a spectator.
    viewer: int | None

    @classmethod
    def seen_by(cls, viewer: int | None, setup: Setup, state: State) -> Self:
        """The position as the viewer sees it. Equal views give equal positions, whatever the true states are."""
        return cls(setup, state.determinize(viewer, _STAND_IN), viewer)

    def world(self, seed: int) -> State:
        """A full state as it may be for all that the viewer knows; every such state is as likely as it should be."""
        return self.state.determinize(self.viewer, seed)
