"""Hints for Amazonas 2022: moves are told by values, calls and wild discards by their chances."""

from __future__ import annotations

from typing import ClassVar

from cext import amazonas2022
from cext.search import WAIT
from engines.games.amazonas2022.content import content_of
from engines.games.amazonas2022.vocabulary import a_card, card_name
from solver.amazonas2022.chances import WORLDS, Chance, chances, visible_card
from solver.hints.advisor import Advisor
from solver.position import Position


class Amazonas2022Advisor(Advisor):
    """Hints for Amazonas 2022."""

    wire_field: ClassVar[str] = "amazonas2022"

    def fact(self, position: Position, seat: int, word: int) -> str:
        """What a move gives and takes, as far as the seat knows it."""
        if word == WAIT:
            return "It attempts nothing"
        kind, first, second, _ = amazonas2022.unpack_move(word)
        match kind:
            case amazonas2022.MOVE_CALL:
                return f"Your collection alone is the lowest now in {_share(chances(position, seat).lowest)}"
            case amazonas2022.MOVE_WILD:
                return _wild(position, seat, first, second)
            case amazonas2022.MOVE_SWAP:
                return _swap(position, seat, first)
            case amazonas2022.MOVE_TAKE:
                return f"It takes {_worth(position, amazonas2022.discards(position.state)[-1].kind)}"
            case amazonas2022.MOVE_EXCHANGE:
                return f"It gives {_own(position, seat, first)} for a card of seat {second}"
            case amazonas2022.MOVE_PICK | amazonas2022.MOVE_GIVE:
                return f"It gives away {_own(position, seat, first)}"
            case amazonas2022.MOVE_DISCARD:
                held = amazonas2022.held(position.state)
                return "It lays the card down" if held is None else f"It lays down {_worth(position, held.kind)}"
            case amazonas2022.MOVE_DRAW:
                return f"It draws one of {amazonas2022.table(position.state).cards_left} cards"
            case amazonas2022.MOVE_LOOK:
                return "It shows you a card of your own" if first == seat else f"It shows you a card of seat {first}"
        return _PLAIN.get(kind, "It leaves the cards as they are")


_PLAIN = {
    amazonas2022.MOVE_DIRECTION: "It says where the cards go",
    amazonas2022.MOVE_PASS: "Nothing can be drawn or taken",
    amazonas2022.MOVE_RETURN: "It returns the card",
}


def _share(chance: Chance) -> str:
    """In percent, never rounded to none or all of them where it is not."""
    told = f"{100 * chance.share:.0f}"
    if told in ("0", "100") and 0 < chance.share < 1:
        told = f"{100 * chance.share:.1f}"
    return f"{told} % of {WORLDS} sampled deals"


def _worth(position: Position, kind: int) -> str:
    """A card and its value."""
    return f"{a_card(kind)} ({content_of(position.setup.pack).values[kind]:+d})"


def _own(position: Position, seat: int, slot: int) -> str:
    """An own card, as far as the seat knows it."""
    card = amazonas2022.hand(position.state, seat)[slot]
    if card is None or not (card.is_public or seat in card.known):
        return f"the unknown card in slot {slot}"
    return _worth(position, card.kind)


def _swap(position: Position, seat: int, slot: int) -> str:
    held = amazonas2022.held(position.state)
    new = "the card" if held is None else _worth(position, held.kind)
    return f"It puts {new} in the place of {_own(position, seat, slot)}"


def _wild(position: Position, seat: int, owner: int, slot: int) -> str:
    """The chance that the card named matches."""
    visible = visible_card(position.state)
    chance = chances(position, seat).matches.get((owner, slot))
    if visible is None or chance is None:
        return "It can match no card any more"
    whose = "your card" if owner == seat else f"the card of seat {owner}"
    return f"The {card_name(visible)} is matched by {whose} in slot {slot} in {_share(chance)}"
