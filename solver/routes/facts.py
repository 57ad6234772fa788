"""What a map offers one seat from now on if nobody else builds: the part of a position that routes are about."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property

from cext import amazonas
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas.content import Edge, content_of
from engines.games.amazonas.editions import EXTRA_HUTS, FLAGS

# What an event leaves of the two kinds of edges ("Event Cards": Jaguar, Crocodile).
_LEFT_OPEN = {amazonas.JAGUAR: amazonas.BY_RIVER, amazonas.CROCODILE: amazonas.BY_PATH}


@dataclass(frozen=True)
class Facts:
    """Villages are numbered as in the content pack; money is in silver."""

    # By village, the price of its cheapest free site; None where the seat cannot build: its own hut, or no free site.
    prices: tuple[int | None, ...]
    edges: tuple[Edge, ...]
    # Villages with a hut of the seat.
    huts: frozenset[int]
    # How many huts cost no more than their site.
    huts_left: int
    # Whether further ones can be built, each for a silver more ("Zusätzliche Hütten").
    has_extra_huts: bool

    @classmethod
    def of(cls, setup: Setup, state: State, seat: int, closed: Container[int] = ()) -> Facts:
        """In `closed` villages nothing can be built. Raises IndexError when there is no such seat."""
        content, player = content_of(setup.pack), amazonas.player(state, seat)
        huts = frozenset(player.huts)
        prices = tuple(
            None
            if village in huts or village in closed or None not in owners
            else cls._price(content.villages[village].sites, owners)
            for village, owners in enumerate(amazonas.sites(state))
        )
        return cls(prices, content.edges, huts, player.huts_left, FLAGS[setup.option(EXTRA_HUTS)])

    @staticmethod
    def _price(prices: tuple[int, ...], owners: tuple[int | None, ...]) -> int:
        return amazonas.SILVER_PER_GOLD * prices[owners.index(None)]

    def surcharge(self, huts: int) -> int:
        """What so many new huts cost beyond their sites."""
        return max(0, huts - self.huts_left)

    def open_kinds(self, event: int | None) -> int:
        """The kinds of edges, as bits, that an event leaves to whom no native guides."""
        return amazonas.BY_PATH | amazonas.BY_RIVER if event is None else _LEFT_OPEN.get(event, 3)

    @cached_property
    def kinds(self) -> dict[tuple[int, int], int]:
        """The kinds of the edge between two neighbours, as bits, for both orders of the two."""
        kinds = {}
        for edge in self.edges:
            bits = amazonas.BY_PATH * edge.path | amazonas.BY_RIVER * edge.river
            kinds[edge.a, edge.b] = kinds[edge.b, edge.a] = bits
        return kinds

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By village, ascending."""
        return tuple(
            tuple(sorted(other for one, other in self.kinds if one == village)) for village in range(len(self.prices))
        )

    def next_to(self, village: int, kinds: int) -> Iterator[int]:
        """Neighbours by an edge of one of these kinds, ascending."""
        return (other for other in self.neighbours[village] if self.kinds[village, other] & kinds)
