"""What the end is worth to each seat is what the ruleset's own ranking says, over all tie-breaks."""

from collections.abc import Iterator

import pytest

from cext.kernel import State
from cext.playout import playout
from engines.game import Outcome
from tests.amounts import usual_amount
from tests.playing import Case, Walk

GAMES = usual_amount(60)


def shares(outcome: Outcome) -> tuple[float, ...]:
    """For each seat the share of the others that it leaves behind, equals counting one half."""
    places = {placing.seat: placing.place for placing in outcome.placings}
    others = len(places) - 1
    if not others:
        return (1.0,)
    return tuple(
        sum(
            1.0 if places[other] > places[seat] else 0.5 * (places[other] == places[seat])
            for other in places
            if other != seat
        )
        / others
        for seat in sorted(places)
    )


def test_payoffs_are_the_places_of_the_ruleset(case: Case) -> None:
    setup = case.setup
    start = State.start(setup.rules)
    for seed in range(GAMES if setup.players < 6 else 3):
        end = playout(start, seed)
        assert end.payoffs() == pytest.approx(shares(setup.game.outcome(setup, end)))


def test_payoffs_are_shared_out_between_all(walks: Iterator[Walk]) -> None:
    for game in walks:
        players = game.setup.players
        payoffs = game.end.payoffs()
        assert sum(payoffs) == pytest.approx(players / 2 if players > 1 else 1)
        assert all(0 <= payoff <= 1 for payoff in payoffs)


def test_nobody_has_a_place_before_the_end(walks: Iterator[Walk]) -> None:
    for game in walks:
        with pytest.raises(ValueError, match="before the end"):
            game.states[0].payoffs()
