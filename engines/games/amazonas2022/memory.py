"""What a perfect memory of a seat would still know of a table of Amazonas 2022, beside what the seat sees.

That is each card that it has seen and could follow to where it lies now, as the kernel keeps it, and the order of all
cards that have lain open and were not shuffled since: the discard pile, the reserve, and the reserve turned over.
"""

from __future__ import annotations

from functools import lru_cache

from canopy.v1.amazonas2022_pb2 import Amazonas2022View
from cext import amazonas2022
from cext.kernel import State
from engines.games.amazonas2022.vocabulary import CARDS_TO_WIRE


def add_memory(view: Amazonas2022View, state: State, viewer: int) -> None:
    """What the viewer's seat knows of cards that it does not see now."""
    for seat, slot, kind in _memories(state)[viewer]:
        shown = view.players[seat].slots[slot]
        if not shown.card:
            shown.remembered = CARDS_TO_WIRE[kind]
    held = amazonas2022.held(state)
    if held is not None and held.is_public and not view.held.card:
        view.held.remembered = CARDS_TO_WIRE[held.kind]
    for laid in amazonas2022.discards(state):
        view.discard_pile.remembered.add(card=CARDS_TO_WIRE[laid.kind], used_up=laid.used_up)
    view.remembered_reserve.extend(CARDS_TO_WIRE[kind] for kind in amazonas2022.reserve(state))
    view.remembered_draw_pile.extend(CARDS_TO_WIRE[kind] for kind in amazonas2022.stack(state))


@lru_cache(maxsize=64)
def _memories(state: State) -> tuple[list[tuple[int, int, int]], ...]:
    """For each seat the cards in hands that it knows: seat, slot and kind. Each list is for that seat alone."""
    memories: tuple[list[tuple[int, int, int]], ...] = tuple([] for _ in range(state.rules.players))
    for seat in range(state.rules.players):
        for slot, card in enumerate(amazonas2022.hand(state, seat)):
            if card is not None:
                for knower in card.known:
                    memories[knower].append((seat, slot, card.kind))
    return memories
