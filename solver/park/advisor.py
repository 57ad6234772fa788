"""Hints for Amazonia Park: only the cheapest payments are worth a search, and moves are told by what they bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from cext import park
from engines.games.park.vocabulary import COLOUR_TITLES, count_of, tokens_words
from solver.hints.advisor import Advisor
from solver.hints.facts import counted
from solver.park.payments import Payment, cheapest_of, payments
from solver.position import Position

# All payments of a magazine that lose as little as this are searched; where nothing tells them apart, a few are enough.
_PAYMENTS_SEARCHED = 4


class ParkAdvisor(Advisor):
    """Hints for Amazonia Park."""

    wire_field: ClassVar[str] = "park"

    def candidates(self, position: Position, seat: int) -> Sequence[int] | None:
        """All placements, and of each colour a few of the payments that lose least; else all moves."""
        words = position.state.legal_moves(seat)
        cheapest = cheapest_of(_payments(position, seat))
        if not cheapest:
            return None
        kept: dict[int, list[int]] = {}
        for payment in cheapest:
            kept.setdefault(payment.colour, []).append(payment.word)
        placements = [word for word in words if park.unpack_move(word)[0] == park.MOVE_PLACE]
        return [*placements, *(word for words in kept.values() for word in words[:_PAYMENTS_SEARCHED])]

    def fact(self, position: Position, seat: int, word: int) -> str:
        """The tokens a placement brings, or what a publication costs and loses."""
        kind, colour, tokens = park.unpack_move(word)
        if kind == park.MOVE_PLACE:
            return _placement(position, seat, word)
        if kind == park.MOVE_PUBLISH:
            return _publication(position, seat, word, colour, tokens)
        if kind == park.MOVE_SUBSTITUTE:
            return f"It takes {tokens_words(tokens)}"
        if kind == park.MOVE_BONUS:
            return f"It takes {count_of(colour, 1)} without paying for it"
        if kind == park.MOVE_DECLINE:
            return "It takes no token"
        return "Nothing else is possible"


@lru_cache(maxsize=16)
def _payments(position: Position, seat: int) -> tuple[Payment, ...]:
    """There may be hundreds of them, and every move is told next to all of its colour."""
    return payments(position.state, seat)


def _placement(position: Position, seat: int, word: int) -> str:
    before = park.player(position.state, seat).tokens
    after = park.player(position.state.apply(seat, word)[0], seat).tokens
    gained = [number - earlier for number, earlier in zip(after, before, strict=True)]
    if not any(gained):
        return "It brings no tokens"
    return f"It brings {counted(sum(gained), 'token')}: {tokens_words(gained)}"


def _publication(position: Position, seat: int, word: int, colour: int, tokens: Sequence[int]) -> str:
    magazines = 1 + sum(value is not None for value in park.player(position.state, seat).magazines)
    every = [payment for payment in _payments(position, seat) if payment.colour == colour]
    told = f"It publishes {COLOUR_TITLES[colour]}, magazine {magazines} of {park.COLOURS}, for {tokens_words(tokens)}"
    if len(every) == 1:
        return told
    least = every[0].loss
    mine = next(payment.loss for payment in every if payment.word == word)
    if mine == least:
        return f"{told}, which of {len(every)} ways to pay keeps most for later ones"
    return f"{told}, which loses more than the best way to pay"
