"""The cheapest payments of Amazonia Park: all were tried, and none that loses less was left out."""

from __future__ import annotations

import pytest

from cext import park
from cext.kernel import State
from cext.park import AMAZONIA, CAPYBARA, JAGUAR, MOVE_PUBLISH, TOUCAN
from cext.stop import Stop
from engines import registry
from solver.answer import Answer
from solver.budget import Budget
from solver.hints.answer import Goal
from solver.park import advisor
from solver.park.payments import Payment, cheapest_payments, payments
from solver.position import Position
from tests.park.play import PLENTY, position, rules_of, tokens
from tests.playing import cases_of, walk

CASE = cases_of(registry.game("amazonia-park"))[0]


def test_every_legal_publication_is_weighed() -> None:
    for state in walk(CASE, 0).states:
        for seat in state.to_act():
            legal = [word for word in state.legal_moves(seat) if park.unpack_move(word)[0] == MOVE_PUBLISH]
            assert sorted(payment.word for payment in payments(state, seat)) == legal


def test_the_cheapest_are_those_of_their_colour_that_lose_least() -> None:
    for seed in range(3):
        for state in walk(CASE, seed).states:
            for seat in state.to_act():
                every, cheapest = payments(state, seat), cheapest_payments(state, seat)
                assert {payment.colour for payment in every} == {payment.colour for payment in cheapest}
                for payment in every:
                    least = min(other.loss for other in every if other.colour == payment.colour)
                    assert (payment in cheapest) == (payment.loss == least)


def test_pairs_of_an_animal_that_is_not_wanted_any_more_go_first() -> None:
    """Two toucans are missing. Jaguars are published already, caimans are not: four jaguars pay for them."""
    state = position(
        rules_of(2, morning=PLENTY),
        hands=[(CAPYBARA, 2), (JAGUAR, 1)],
        tokens=[tokens(toucan=3, jaguar=4, caiman=4)],
        magazines=[{JAGUAR: 5}],
    )
    (best,) = (payment for payment in cheapest_payments(state, 0) if payment.colour == TOUCAN)
    assert best.tokens == tokens(toucan=3, jaguar=4)
    assert best.loss.tokens < next(
        payment.loss.tokens for payment in payments(state, 0) if payment.tokens == tokens(toucan=3, caiman=4)
    )


def test_what_cannot_be_paid_for_any_more_counts_before_tokens() -> None:
    """Amazonia takes seven of thirteen tokens. The best way leaves a magazine that can be paid, the worst does not."""
    state = position(
        rules_of(2, morning=PLENTY),
        hands=[(CAPYBARA, 2), (JAGUAR, 1)],
        tokens=[tokens(toucan=5, caiman=5, capybara=3)],
    )
    best, *_, worst = (payment for payment in payments(state, 0) if payment.colour == AMAZONIA)
    assert best.loss.magazines < worst.loss.magazines
    for payment, some in ((best, True), (worst, False)):
        rack = park.magazines(state.apply(0, payment.word)[0], 0)
        assert any(stack.is_affordable for stack in rack) == some


def test_a_hint_weighs_the_payments_of_a_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be hundreds, and nothing looks for a stop while moves are told."""
    weighed = []

    def counting(state: State, seat: int) -> tuple[Payment, ...]:
        weighed.append(seat)
        return payments(state, seat)

    monkeypatch.setattr(advisor, "payments", counting)
    state, seat = max(
        ((state, seat) for state in walk(CASE, 0).states for seat in state.to_act()),
        key=lambda asked: len(asked[0].legal_moves(asked[1])),
    )
    position = Position.seen_by(seat, CASE.setup, state)
    reported: list[Answer] = []
    hints = advisor.ParkAdvisor().suggest(position, seat, Goal.PLACE, Budget(nodes=600), 1, Stop(), reported.append)
    published = [hint for hint in hints.suggestions if "publishes" in hint.reason]
    assert len(published) > 1
    assert reported
    assert weighed == [seat]
