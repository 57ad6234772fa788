"""The search through a short end of a Trek 12 sheet, by one thread or by several that tell each other what they found.

Each thread has its share of the orders of operations, every so-many-th of them, so that all begin with the most
promising. In the kernel none of them holds Python's lock.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_endgame import Ending

# Some hundredths of a second: so late a thread hears of the plans of the others.
_SLICE_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Ends:
    """What a search came to."""

    # The moves of the best plan that is worth more than the floor; None when there is none.
    moves: tuple[int, ...] | None
    # No end is worth more; None when there is no end at all, as far as the search has come.
    bound: int | None
    # Whether all was searched that could be worth more than the best plan.
    is_through: bool
    nodes: int


def search_ends(known: Known, floor: int | None, nodes: int, stop: Stop, *, threads: int = 1) -> Ends:
    """Search with so many nodes in all for ends that are worth more than `floor`."""
    if threads == 1:
        ending = Ending(known, floor)
        return _summary([ending], [nodes > 0 and ending.run(nodes, stop)])
    shares = [_Share(Ending(known, floor, part, threads), nodes // threads) for part in range(threads)]
    best = _Best()
    others = [threading.Thread(target=share.search, args=(best, stop), daemon=True) for share in shares[1:]]
    for other in others:
        other.start()
    shares[0].search(best, stop)
    for other in others:
        other.join()
    return _summary([share.ending for share in shares], [share.is_through for share in shares])


def _summary(endings: Sequence[Ending], are_through: Sequence[bool]) -> Ends:
    plans = [ending.best for ending in endings if ending.best is not None]
    bounds = [ending.bound for ending in endings if ending.bound is not None]
    return Ends(
        moves=max(plans)[1] if plans else None,
        bound=max(bounds, default=None),
        is_through=all(are_through),
        nodes=sum(ending.nodes for ending in endings),
    )


@dataclass
class _Best:
    """The most points that any thread has found a plan for."""

    points: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def exchange(self, found: int | None) -> int | None:
        """Tell what was found, and hear the most that anybody has."""
        with self.lock:
            if found is not None and (self.points is None or found > self.points):
                self.points = found
            return self.points


@dataclass
class _Share:
    """The orders of one thread."""

    ending: Ending
    nodes_left: int
    is_through: bool = False

    def search(self, best: _Best, stop: Stop) -> None:
        while self.nodes_left > 0 and not self.is_through and not stop.is_set():
            before = self.ending.nodes
            self.is_through = self.ending.run(min(self.nodes_left, _SLICE_NODES), stop)
            self.nodes_left -= self.ending.nodes - before
            found = self.ending.best
            points = best.exchange(None if found is None else found[0])
            if points is not None:
                self.ending.raise_floor(points)
