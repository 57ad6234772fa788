"""What decisions about conduct do to a ranking: somebody forfeits the game, or all agree on a draw.

No rulebook speaks of these; RULINGS, general 6, says what Canopy does.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cext.kernel import State
from engines.game import Outcome, Setup
from engines.ranking import rank

# What has decided a place that a decision about conduct made; see canopy.v1.Verdict.
CONDUCT = "conduct"


def adjudicate(setup: Setup, state: State, forfeited: Collection[int], *, drawn: bool) -> Outcome:
    """The ranking after decisions about conduct, wherever the game stands.

    Seats that have forfeited are last and share that place; the others rank as they stand, or, when a draw was agreed
    on, share the first place.
    """
    change = _share_first_place if drawn else _rank_forfeits_last
    return change(setup.game.standing(setup, state), forfeited)


def is_ended(setup: Setup, forfeited: Collection[int]) -> bool:
    """Whether too few seats are left for the game to go on."""
    return bool(forfeited) and setup.players - len(forfeited) < 2


def _rank_forfeits_last(outcome: Outcome, forfeited: Collection[int]) -> Outcome:
    """The same ranking with these seats behind all others, on one place."""
    if not forfeited:
        return outcome
    kept = sorted((p for p in outcome.placings if p.seat not in forfeited), key=lambda placing: placing.seat)
    lost = sorted((p for p in outcome.placings if p.seat in forfeited), key=lambda placing: placing.seat)
    ranked = rank(
        [placing.values for placing in kept],
        outcome.criteria,
        [placing.items for placing in kept],
        fewest_first=outcome.fewest_first,
    )
    placings = [replace(placing, seat=kept[placing.seat].seat) for placing in ranked]
    for number, placing in enumerate(lost):
        decided_by = CONDUCT if kept and not number else ""
        placings.append(replace(placing, place=len(kept) + 1, decided_by=decided_by))
    return replace(outcome, placings=tuple(placings))


def _share_first_place(outcome: Outcome, forfeited: Collection[int]) -> Outcome:
    """All seats on the first place, but for those that have forfeited."""
    even = [
        replace(placing, place=1, decided_by="")
        for placing in sorted(outcome.placings, key=lambda placing: placing.seat)
        if placing.seat not in forfeited
    ]
    lost = [placing for placing in _rank_forfeits_last(outcome, forfeited).placings if placing.seat in forfeited]
    return replace(outcome, placings=(*even, *lost))
