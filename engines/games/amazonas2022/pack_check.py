"""The schema of an Amazonas 2022 pack, and all that can be wrong with one. Every check goes on after a defect.

The limits are the kernel's (cext/amazonas2022.pxd), where a state has a fixed size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cext import amazonas2022
from engines.content import BadPack
from engines.games.amazonas2022.vocabulary import CARDS
from engines.schema import Node

Data = dict[str, Any]

_MIN_CARDS = amazonas2022.CARDS_DEALT * amazonas2022.MAX_PLAYERS


def check(value: Any) -> Data:
    """The pack's data in normal form. Loading it gives it again.

    Raises BadPack with all defects.
    """
    root = Node(value)
    members = root.members(*_CHECKS)
    data = {key: _CHECKS[key](node) for key, node in members.items()}
    if "cards" in members:
        _check_number_of_cards(members["cards"], data["cards"])
    if root.defects:
        raise BadPack(root.defects)
    return data


# --- Each member by itself; what is refused is None from here on ---------------------------------------------------


def _members_of(node: Node, checks: dict[str, Callable[[Node], Any]]) -> Data:
    """An object with exactly these members; None for each that is missing or refused."""
    members = node.members(*checks)
    return {key: read(members[key]) if key in members else None for key, read in checks.items()}


_KIND_CHECKS: dict[str, Callable[[Node], Any]] = {
    "count": lambda node: node.integer(0, amazonas2022.MAX_CARDS),
    "value": lambda node: node.integer(-amazonas2022.MAX_VALUE, amazonas2022.MAX_VALUE),
}


def _cards(node: Node) -> Data:
    return _members_of(node, dict.fromkeys(CARDS, lambda kind: _members_of(kind, _KIND_CHECKS)))


_CHECKS: dict[str, Callable[[Node], Any]] = {
    "name": Node.name,
    "provenance": Node.provenance,
    "cards": _cards,
}


# --- Members together, as far as each of them is sound -------------------------------------------------------------


def _check_number_of_cards(node: Node, cards: Data) -> None:
    """As many cards as the fullest table is dealt, even without monkeys, and no more than a state can hold."""
    counts = [None if cards[name] is None else cards[name]["count"] for name in CARDS]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        return
    total = sum(known)
    if total > amazonas2022.MAX_CARDS:
        node.note("TOO_MANY_CARDS", f"There are {total} cards; at most {amazonas2022.MAX_CARDS} are allowed.")
    others = total - known[amazonas2022.MONKEY]
    if others < _MIN_CARDS:
        node.note(
            "TOO_FEW_CARDS",
            f"There are {others} cards without the monkeys; at least {_MIN_CARDS} are needed.",
        )
