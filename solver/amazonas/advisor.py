"""Hints for Amazonas: moves are told by money, specimens and points."""

from __future__ import annotations

from typing import ClassVar

from cext import amazonas
from engines.games.amazonas.content import content_of
from engines.games.amazonas.vocabulary import SPECIMENS, plural_of
from solver.hints.advisor import Advisor
from solver.hints.facts import gain
from solver.position import Position


class AmazonasAdvisor(Advisor):
    """Hints for both editions of Amazonas."""

    wire_field: ClassVar[str] = "amazonas"

    def fact(self, position: Position, seat: int, word: int) -> str:
        """What is paid, what is got, and which points that makes at once."""
        kind, argument = amazonas.unpack_move(word)
        if kind == amazonas.MOVE_BUILD:
            return _hut(position, seat, word, argument)
        if kind == amazonas.MOVE_CARD:
            return _card(position, seat, argument)
        if kind == amazonas.MOVE_HIRE:
            have = _specimens(position, seat)[argument]
            return f"It gives up the income for a native, number {have + 1} of the type {SPECIMENS[argument]}"
        if kind == amazonas.MOVE_INCOME:
            return f"It takes the income of {amazonas.player(position.state, seat).income or 0} silver"
        if kind == amazonas.MOVE_NEUTRAL:
            village = content_of(position.setup.pack).villages[argument].name
            return f"A neutral hut takes the cheapest site of {village} from the others"
        if kind == amazonas.MOVE_END:
            return f"It keeps {amazonas.player(position.state, seat).silver} silver for later"
        return "Nothing else is possible"


def _specimens(position: Position, seat: int) -> list[int]:
    player = amazonas.player(position.state, seat)
    return [tokens + natives for tokens, natives in zip(player.specimens, player.natives, strict=True)]


def _hut(position: Position, seat: int, word: int, village: int) -> str:
    after, _ = position.state.apply(seat, word)
    player, later = amazonas.player(position.state, seat), amazonas.player(after, seat)
    name = content_of(position.setup.pack).villages[village].name
    gained = [new - old for old, new in zip(player.specimens, later.specimens, strict=True)]
    told = f"A hut in {name} costs {player.silver - later.silver} silver"
    for type_, number in enumerate(gained):
        if number:
            have = later.specimens[type_] + later.natives[type_]
            told += f" and brings {SPECIMENS[type_]} number {have}"
    points = gain(position.state, seat, word)
    return f"{told}{f' ({points:+d} points)' if points else ''}"


def _card(position: Position, seat: int, card: int) -> str:
    income = amazonas.income(position.state, seat, card)
    if card == amazonas.NATIVE_CARD:
        return f"The card of the native announces {income} and shields from bad events"
    if card == amazonas.ALL_TYPES_CARD:
        return f"The card of all types announces {income}"
    return f"The card for {plural_of(card - 1)} announces {income}"
