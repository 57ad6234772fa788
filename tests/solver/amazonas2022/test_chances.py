"""Chances of Amazonas 2022 against what can be counted by hand or known for certain."""

from __future__ import annotations

import re

import pytest

from cext import amazonas2022
from engines import registry
from engines.games.amazonas2022.content import content_of
from solver.amazonas2022.chances import WORLDS, chances, visible_card
from solver.hints.advisor import advisor_of
from solver.position import Position
from tests.playing import cases_of, walk

CASE = cases_of(registry.game("amazonas-2022"))[0]


def positions() -> list[tuple[int, Position]]:
    """Every seat's positions while cards lie in front of the players."""
    states = [state for seed in range(2) for state in walk(CASE, seed).states if state.to_act()][::9]
    return [(seat, Position.seen_by(seat, CASE.setup, state)) for state in states for seat in range(CASE.setup.players)]


def test_cards_that_the_seat_knows_match_or_do_not() -> None:
    for seat, position in positions():
        matches = chances(position, seat).matches
        visible = visible_card(position.state)
        assert bool(matches) == (visible is not None)
        for (owner, slot), chance in matches.items():
            card = amazonas2022.hand(position.state, owner)[slot]
            assert card is not None
            if seat in card.known or card.is_public:
                assert chance.share == (card.kind == visible)
                assert chance.standard_error == 0


def test_the_lowest_hand_is_certain_where_all_cards_are_known() -> None:
    """To somebody who knows all cards there is one world, and it says who is alone lowest."""
    for seat, position in positions():
        hands = [amazonas2022.hand(position.state, owner) for owner in range(CASE.setup.players)]
        cards = [card for hand in hands for card in hand if card is not None]
        if all(seat in card.known or card.is_public for card in cards):
            values = content_of(CASE.setup.pack).values
            sums = [sum(values[card.kind] for card in hand if card is not None) for hand in hands]
            alone = all(sums[seat] < other for owner, other in enumerate(sums) if owner != seat)
            assert chances(position, seat).lowest.share == alone


def test_at_most_one_seat_is_alone_lowest() -> None:
    """For a spectator who knows nothing the chances of all seats add up to at most one."""
    state = next(state for state in walk(CASE, 0).states if state.to_act())
    shares = [
        chances(Position.seen_by(None, CASE.setup, state), seat).lowest.share for seat in range(CASE.setup.players)
    ]
    assert 0.5 < sum(shares) <= 1


def test_an_error_is_that_of_a_share() -> None:
    for seat, position in positions():
        lowest = chances(position, seat).lowest
        assert lowest.standard_error**2 * WORLDS == pytest.approx(lowest.share * (1 - lowest.share))


def test_a_call_and_a_wild_discard_are_told_by_their_chance_which_is_certain_only_where_all_deals_agree() -> None:
    advisor = advisor_of("amazonas2022")
    calls = wilds = 0
    for seat, position in positions():
        asked = seat in (*position.state.to_act(), *position.state.may_interrupt())
        for word in position.state.legal_moves(seat) if asked else ():
            kind, owner, slot, _ = amazonas2022.unpack_move(word)
            if kind == amazonas2022.MOVE_CALL:
                chance, calls = chances(position, seat).lowest, calls + 1
            elif kind == amazonas2022.MOVE_WILD:
                chance, wilds = chances(position, seat).matches[owner, slot], wilds + 1
            else:
                continue
            told = re.search(r" in ([\d.]+) % of 256 sampled deals$", advisor.fact(position, seat, word))
            assert told is not None
            assert abs(float(told[1]) - 100 * chance.share) <= 0.5
            assert (float(told[1]) in (0, 100)) == (chance.share in (0, 1))
    assert calls
    assert wilds
