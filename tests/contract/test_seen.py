"""What dice and cards show is told for a record when somebody at the table has seen it, and never before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cext.kernel import Event, State
from engines.game import Setup
from tests.playing import Case, Ply, every_viewer, play, walk

# Outcomes that are looked at instead of the one that happened.
OTHERS = 8
LETTERS = re.compile("[^a-z]")


def test_an_outcome_is_told_when_somebody_can_tell_it_from_others_and_only_then(case: Case) -> None:
    game = walk(case, 0)
    for before, ply, after, events in list(game.steps())[:: max(1, len(game.plies) // 12)]:
        if ply.seat is not None:
            continue
        others = [way for way in other_ways(before, ply) if way[0] != after]
        if not others:
            continue
        told = case.setup.game.is_seen(case.setup, ply.word, events)
        seen = [looks(case.setup, state, caused) != looks(case.setup, after, events) for state, caused in others]
        assert not any(seen) or told
        # Equal cards are told apart by nobody; in the notation they differ in a number.
        if told and not any(seen):
            texts = [case.setup.game.outcome_text(case.setup, word) for word in before.outcomes()]
            assert len({LETTERS.sub("", text) for text in texts}) == 1


def other_ways(before: State, ply: Ply) -> list[tuple[State, Sequence[Event]]]:
    """What might have come of the same chance."""
    outcomes = [outcome for outcome in before.outcomes() if outcome != ply.word]
    ways = [play(before, Ply(None, outcome)) for outcome in outcomes[:: max(1, len(outcomes) // OTHERS)]]
    return [(state, events) for state, events in ways]


def looks(setup: Setup, state: State, events: Sequence[Event]) -> list[object]:
    """All that all at the table are shown."""
    shown: list[object] = []
    for viewer in every_viewer(setup):
        shown.append(setup.game.view(setup, state, viewer).SerializeToString(deterministic=True))
        shown += [setup.game.event(setup, event, viewer)[0].SerializeToString(deterministic=True) for event in events]
    return shown
