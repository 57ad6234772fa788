"""What a seat can do in the next round in which it is asked: all of it, as the kernel allows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from cext import amazonas
from cext.kernel import State
from solver.routes.course import BadPlan, let_pass, turn_over, turned_over


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """What the seat does in that round, and the state after it: the next event is awaited, or all is over."""

    moves: tuple[int, ...]
    end: State


@dataclass(frozen=True, eq=False)
class FirstRound:
    """The next round of a seat in a position whose first huts stand. `known` events are the next to be turned over."""

    state: State
    seat: int
    known: tuple[int, ...]

    @cached_property
    def start(self) -> State:
        """When the seat is asked. Raises BadPlan when the event of that round is not known."""
        return self._settled(self.state, amazonas.ROUNDS)

    def options(self, most: int) -> tuple[Option, ...]:
        """All that can be done, each end once; at most so many."""
        return tuple(islice(self._options(), most))

    def option(self, moves: Sequence[int]) -> Option:
        """The part of a plan that belongs to this round."""
        option = Option((), self.start)
        while self._is_asked(option.end):
            option = self._after(option, moves[len(option.moves)])
        return option

    def events_seen(self, option: Option) -> int:
        """How many of the events to come have been turned over by its end."""
        return turned_over(option.end) - turned_over(self.state)

    def _options(self) -> Iterator[Option]:
        seen = set()
        stack = [Option((), self.start)]
        while stack:
            option = stack.pop()
            data = option.end.to_bytes()
            if data in seen:
                continue
            seen.add(data)
            if not self._is_asked(option.end):
                yield option
                continue
            for move in reversed(option.end.legal_moves(self.seat)):
                if amazonas.unpack_move(move)[0] != amazonas.MOVE_NEUTRAL:
                    stack.append(self._after(option, move))

    def _after(self, option: Option, move: int) -> Option:
        state, _ = option.end.apply(self.seat, move)
        return Option((*option.moves, move), self._settled(state, amazonas.table(self.start).round))

    def _is_asked(self, state: State) -> bool:
        return self.seat in state.to_act()

    def _settled(self, state: State, last_round: int) -> State:
        """The next state in which the seat is asked, unless that were in a later round. The others do nothing."""
        while not state.is_over and not self._is_asked(state):
            if not state.chance_kind:
                state, _ = let_pass(state, state.to_act()[0])
                continue
            if amazonas.table(state).round > last_round:
                return state
            seen = turned_over(state) - turned_over(self.state)
            if seen >= len(self.known):
                raise BadPlan("the event of the next round is not known")
            state = turn_over(state, self.known[seen])
        return state
