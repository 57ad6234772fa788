"""A plan as it is decided, before the kernel has carried it out."""

from __future__ import annotations

from dataclasses import dataclass, field

from cext import amazonas
from cext.kernel import State

# Where a hut is reached from one that stands already.
HOME = -1


@dataclass(frozen=True, slots=True)
class Decisions:
    """By round number: the income card, the type of a native that is hired, the villages in which huts are built."""

    cards: dict[int, int]
    hires: dict[int, int]
    huts: dict[int, list[int]]
    # By village, where it is reached from, if that was decided too.
    origins: dict[int, int] = field(default_factory=dict)

    def circles(self) -> list[list[int]]:
        """Huts that hold each other up, each reached from the next one of its circle."""
        circles, seen = [], {HOME}
        for village in self.origins:
            way: list[int] = []
            while village not in seen:
                seen.add(village)
                way.append(village)
                village = self.origins[village]
            if village in way:
                circles.append(way[way.index(village) :])
        return circles


class Decided:
    """A policy for `course.play` that carries out what was decided."""

    def __init__(self, decisions: Decisions, seat: int) -> None:
        self._decisions = decisions
        self._seat = seat
        self._huts = {number: list(villages) for number, villages in decisions.huts.items()}

    def __call__(self, state: State) -> int:
        """The move of the seat that is asked."""
        table = amazonas.table(state)
        if table.phase == amazonas.CHOOSING:
            return amazonas.pack_move(amazonas.MOVE_CARD, self._decisions.cards[table.round])
        if table.phase == amazonas.EARNING:
            if table.round in self._decisions.hires:
                return amazonas.pack_move(amazonas.MOVE_HIRE, self._decisions.hires[table.round])
            return amazonas.pack_move(amazonas.MOVE_INCOME)
        huts = self._huts[table.round]
        if not huts:
            return amazonas.pack_move(amazonas.MOVE_END)
        # Whatever can be built now is built: what waits is reached from it.
        buildable = amazonas.buildable(state, self._seat)
        village = next((village for village in huts if village in buildable), huts[0])
        huts.remove(village)
        return amazonas.pack_move(amazonas.MOVE_BUILD, village)
