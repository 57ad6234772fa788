"""The rest of a game with known events in which one seat alone does something, played by the kernel.

The other seats choose their lowest card, take their income and end their turns; they build nothing and hire nobody. So
the kernel is the judge of every plan: of what may be done, of the money, and of the points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cext import amazonas
from cext.kernel import Event, IllegalMove, State
from engines.game import Setup
from solver.routes.connection import Hut
from solver.routes.facts import Facts

# A seat's next move in a state in which it is asked.
Policy = Callable[[State], int]

_CARD, _INCOME, _END = amazonas.MOVE_CARD, amazonas.MOVE_INCOME, amazonas.MOVE_END
_END_MOVE, _INCOME_MOVE = amazonas.pack_move(_END), amazonas.pack_move(_INCOME)


class BadPlan(ValueError):
    """A plan that cannot be carried out. The message says where."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A position whose first huts stand, and what each event card shows that is still to be turned over, in order."""

    setup: Setup
    state: State
    seat: int
    events: tuple[int, ...]
    # Villages in which the seat can build no more, whatever the state says: others will be there before.
    closed: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Raises ValueError for a position or events with which the game cannot go on."""
        table = amazonas.table(self.state)
        if table.phase in (amazonas.DEALING, amazonas.SETTING_UP):
            raise ValueError("routes are planned once all first huts stand")
        due = 0 if self.state.is_over else amazonas.ROUNDS - table.round + (table.phase == amazonas.DRAWING)
        if len(self.events) != due:
            raise ValueError(f"{due} events are still to come, not {len(self.events)}")
        for event, count in Counter(self.events).items():
            if not 0 <= event < amazonas.EVENT_KINDS or count > table.events_left[event]:
                raise ValueError("more events of a kind are told than there are cards left")

    @property
    def facts(self) -> Facts:
        """What the map offers the seat."""
        return Facts.of(self.setup, self.state, self.seat, self.closed)


@dataclass(slots=True)
class PlayedRound:
    """What the seat did in a round, and what came of it. Money is in silver."""

    number: int
    # What the event card shows.
    event: int
    # None: the seat's turn was over before the plan began.
    card: int | None = None
    # The type that a native was hired for.
    hired: int | None = None
    huts: list[Hut] = field(default_factory=list)
    # Money at the end of the seat's turn.
    silver: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A plan as the kernel carried it out."""

    moves: tuple[int, ...]
    rounds: tuple[PlayedRound, ...]
    end: State
    seat: int

    @property
    def points(self) -> int:
        """The seat's points at the end."""
        return self.end.returns()[self.seat]

    @property
    def earliness(self) -> int:
        """For each new hut, the number of rounds at whose end it stands."""
        return sum(len(played.huts) * (amazonas.ROUNDS - played.number + 1) for played in self.rounds)

    @property
    def silver(self) -> int:
        """Money at the end."""
        return amazonas.player(self.end, self.seat).silver

    @property
    def merit(self) -> tuple[int, int, int]:
        """What makes one plan better than another: points, then earliness, then money."""
        return self.points, self.earliness, self.silver


def play(course: Course, policy: Policy) -> Played:
    """Play to the end. Raises BadPlan as soon as the policy breaks a rule."""
    return _Playing(course, policy).to_end()


def replay(course: Course, moves: Sequence[int]) -> Played:
    """Play these moves of the seat, all of them. Raises BadPlan."""
    left = list(reversed(moves))

    def next_move(_: State) -> int:
        if not left:
            raise BadPlan("the plan ends before the game does")
        return left.pop()

    played = play(course, next_move)
    if left:
        raise BadPlan("the game ends before the plan does")
    return played


def turn_over(state: State, event: int) -> State:
    """The state once an event card is turned over that shows this event."""
    outcome = next(
        outcome for outcome in state.outcomes() if amazonas.event_shown(amazonas.unpack_outcome(outcome)[1][0]) == event
    )
    return state.resolve(outcome)[0]


def let_pass(state: State, seat: int) -> tuple[State, list[Event]]:
    """A seat does as little as it can: it chooses its lowest card, takes its income, ends its turn."""
    moves = state.legal_moves(seat)
    kind = amazonas.unpack_move(moves[0])[0]
    return state.apply(seat, moves[0] if kind == _CARD else _INCOME_MOVE if kind == _INCOME else _END_MOVE)


def turned_over(state: State) -> int:
    """How many event cards have been turned over."""
    return amazonas.EVENT_CARDS - sum(amazonas.table(state).events_left)


class _Playing:
    """One game on its way."""

    def __init__(self, course: Course, policy: Policy) -> None:
        self._course = course
        self._policy = policy
        self._state = course.state
        self._events = iter(course.events)
        self._moves: list[int] = []
        self._rounds: list[PlayedRound] = []
        table = amazonas.table(course.state)
        if table.event is not None:
            self._begin_round(table.round, table.event)
            self._rounds[0].card = amazonas.player(course.state, course.seat).played if table.order else None

    def to_end(self) -> Played:
        while not self._state.is_over:
            if self._state.chance_kind:
                self._draw()
                continue
            asked = self._state.to_act()
            if self._course.seat in asked:
                self._move()
            else:
                self._let_pass(asked[0])
        return Played(tuple(self._moves), tuple(self._rounds), self._state, self._course.seat)

    def _begin_round(self, number: int, event: int) -> None:
        silver = amazonas.player(self._state, self._course.seat).silver
        self._rounds.append(PlayedRound(number, event, silver=silver))

    def _draw(self) -> None:
        event = next(self._events)
        self._state = turn_over(self._state, event)
        self._begin_round(amazonas.table(self._state).round, event)

    def _move(self) -> None:
        move = self._policy(self._state)
        kind, village = amazonas.unpack_move(move)
        if kind == amazonas.MOVE_BUILD and village in self._course.closed:
            raise BadPlan(f"move {len(self._moves) + 1} builds where others are")
        try:
            self._state, log = self._state.apply(self._course.seat, move)
        except IllegalMove as illegal:
            raise BadPlan(f"move {len(self._moves) + 1} is against the rules: {illegal}") from None
        self._moves.append(move)
        self._tell(log)

    def _let_pass(self, seat: int) -> None:
        self._state, log = let_pass(self._state, seat)
        self._tell(log)

    def _tell(self, log: Sequence[Event]) -> None:
        """Note what the log says of the seat."""
        played = self._rounds[-1]
        for event in log:
            if event.seat != self._course.seat:
                continue
            if event.kind == amazonas.EVENT_CARDS_REVEALED:
                played.card = event.args[0]
            elif event.kind == amazonas.EVENT_NATIVE_HIRED:
                played.hired = event.args[0]
            elif event.kind == amazonas.EVENT_MONEY:
                played.silver = event.args[1]
            elif event.kind == amazonas.EVENT_HUT_BUILT:
                village, _, price, origin, kinds = event.args[:5]
                played.huts.append(Hut(village, price, None if origin < 0 else origin, kinds))
