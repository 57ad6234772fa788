"""A view with memory of Amazonas 2022 shows exactly what its seat was told and could follow: no more, and no less.

The onlooker hears the events of its seat and nothing else, and reads the rulebook alone.
"""

from __future__ import annotations

import pytest

from tests.amazonas2022.onlooker import Onlooker, hands_remembered
from tests.amazonas2022.tables import CASES, look, tell
from tests.playing import Case, every_viewer, walk

SEEDS = (3, 4)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
@pytest.mark.parametrize("seed", SEEDS)
def test_a_memory_is_what_the_seat_was_told(case: Case, seed: int) -> None:
    """Game Setup; Effects of the Animal Cards; amazonas-2022 16."""
    onlookers = {viewer: Onlooker(case.setup.players) for viewer in every_viewer(case.setup)}
    for _, _, after, events in walk(case, seed).steps():
        for viewer, onlooker in onlookers.items():
            for event in events:
                onlooker.listen(event.seat, tell(case.setup, event, viewer)[0])
            view = look(case.setup, after, viewer, memory=True)
            if viewer is None:
                # A spectator is shown no memory; it has heard at least where all cards lie.
                assert hands_remembered(view).keys() == onlooker.hands.keys()
                continue
            assert hands_remembered(view) == onlooker.hands
            assert [(laid.card, laid.used_up) for laid in view.discard_pile.remembered] == onlooker.discards
            assert list(view.remembered_reserve) == onlooker.reserve
            assert list(view.remembered_draw_pile) == onlooker.stack
            held = view.held.card or view.held.remembered if view.HasField("held") else None
            drawing = view.draws if view.HasField("draws") else None
            assert onlooker.held == held or (drawing == view.active and onlooker.held == 0)
