"""The cheapest way to pay a magazine of Amazonia Park, by trying all ("Publish an Article").

How many tokens a magazine takes is no choice, but which: own tokens of its animal go first, and for each missing one a
pair of another animal. A payment loses what it takes away from the magazines that the player still wants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cext import park
from cext.kernel import State


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """What a payment costs beyond its tokens; the smaller in this order, the better."""

    # Magazines of other colours that could be paid for before and cannot after.
    magazines: int
    # By how many tokens of their own animals (of Amazonia: of any) the magazines still wanted are further away.
    tokens: int
    # Single tokens left over that make no pair.
    odd: int


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to publish."""

    word: int
    colour: int
    tokens: tuple[int, ...]
    loss: Loss


def payments(state: State, seat: int) -> tuple[Payment, ...]:
    """Every publication that a seat could make now, by colour, then by loss, then by word."""
    before = _wanted(state, seat)
    found = []
    for word in state.legal_moves(seat):
        kind, colour, tokens = park.unpack_move(word)
        if kind == park.MOVE_PUBLISH:
            found.append(
                Payment(word, colour, tokens, _loss(before, _wanted(state.apply(seat, word)[0], seat), colour))
            )
    return tuple(sorted(found, key=lambda payment: (payment.colour, payment.loss, payment.word)))


def cheapest_payments(state: State, seat: int) -> tuple[Payment, ...]:
    """Of each colour that a seat can publish in now, all payments with the smallest loss. Exact: all were tried."""
    return cheapest_of(payments(state, seat))


def cheapest_of(every: Sequence[Payment]) -> tuple[Payment, ...]:
    """The same out of all payments of a seat, in their order."""
    least: dict[int, Loss] = {}
    for payment in every:
        least.setdefault(payment.colour, payment.loss)
    return tuple(payment for payment in every if payment.loss == least[payment.colour])


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a seat still wants: by colour, how many tokens are missing, 0 if it can be paid for; and its tokens."""

    missing: dict[int, int]
    tokens: tuple[int, ...]


def _wanted(state: State, seat: int) -> _Wanted:
    tokens = park.player(state, seat).tokens
    costs = {colour: stack.cost for colour, stack in enumerate(park.magazines(state, seat)) if stack.cost is not None}
    return _Wanted({colour: max(0, cost - _payable(tokens, colour)) for colour, cost in costs.items()}, tokens)


def _payable(tokens: Sequence[int], colour: int) -> int:
    """What a seat could pay for a magazine of this colour, in tokens of its animal; for Amazonia, of any."""
    if colour == park.AMAZONIA:
        return sum(tokens)
    return tokens[colour] + sum(number // 2 for animal, number in enumerate(tokens) if animal != colour)


def _loss(before: _Wanted, after: _Wanted, colour: int) -> Loss:
    """What became worse for the other colours. The card behind the one just bought is not this player's any more."""
    others = [other for other in before.missing if other != colour and other in after.missing]
    return Loss(
        magazines=sum(after.missing[other] > 0 == before.missing[other] for other in others),
        tokens=sum(after.missing[other] - before.missing[other] for other in others),
        odd=sum(number % 2 for number in after.tokens),
    )
