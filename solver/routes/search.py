"""The proof of a plan without OR-Tools: a search through all ends that a plan can have (`cext.amazonas_solve`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cext.amazonas_solve import RouteSearch
from cext.stop import Stop
from solver.routes.course import Course, Played
from solver.routes.decisions import Decisions
from solver.routes.reach import most_money_in
from solver.routes.rounds import Round, rounds_of

# How much more silver than the plan that is known any plan is thought to have at first, and what is thought next.
_FIRST_GUESS, _NEXT_GUESS = 1.5, 1.25
_LEAST_GUESS = 8
# Ends that are tried before the next guess at how many points there may be.
_TRIES = 12


class Search:
    """A search from a position on. Its work is measured in nodes, the same on every machine."""

    def __init__(self, course: Course, known: Played) -> None:
        self._course = course
        self._rounds = rounds_of(course)
        self._known = known
        self._nodes = 0
        self._search: RouteSearch | None = None

    @property
    def nodes(self) -> int:
        """The work so far."""
        return self._nodes + (0 if self._search is None else self._search.nodes)

    @property
    def bound(self) -> int | None:
        """No plan is worth more points; None while nothing is known."""
        return None if self._search is None else self._search.bound

    def survey(self, nodes: int, stop: Stop) -> bool:
        """Prepare the search; False if the map is too large for it, or the nodes or the time did not suffice."""
        for most_silver, is_sure in self._guesses():
            try:
                search = _search_of(self._course, self._rounds, most_silver)
            except ValueError:
                return False
            is_through = nodes > self._nodes and search.survey(nodes - self._nodes, stop)
            earned = search.most_earned
            if is_through and earned is not None and (is_sure or earned <= most_silver):
                self._search = search
                return True
            self._nodes += search.nodes
            if not is_through:
                return False
        return False

    def find(
        self,
        points: int,
        nodes: int,
        stop: Stop,
        tell_plan: Callable[[Decisions], None],
        tell_bound: Callable[[int], None],
    ) -> None:
        """Look for plans worth more than these points; the last one told is the best there is if the bound says so.
        The search has been prepared."""
        most_nodes = self.nodes + nodes
        points = self._probe(points, most_nodes, stop, tell_plan)
        search = self._prepared
        while (bound := self.bound) is not None and bound > points:
            is_there = search.descend(most_nodes - self.nodes, stop)
            if is_there:
                tell_plan(self._found(search))
            if is_there is not False:
                return
            lower = search.bound
            tell_bound(points if lower is None else lower)

    def _probe(self, points: int, most_nodes: int, stop: Stop, tell_plan: Callable[[Decisions], None]) -> int:
        """Halve the way to the bound as long as a few tries find plans; what the best of them is worth."""
        search, above = self._prepared, self.bound or points
        while above - points > 1 and self.nodes < most_nodes and not stop.is_set():
            middle = (points + above + 1) // 2
            if search.probe(middle, _TRIES, most_nodes - self.nodes, stop):
                points = middle
                tell_plan(self._found(search))
            else:
                above = middle
        return points

    @property
    def _prepared(self) -> RouteSearch:
        assert self._search is not None  # noqa: S101
        return self._search

    def _found(self, search: RouteSearch) -> Decisions:
        assert search.plan is not None  # noqa: S101
        done = {round_.number: deed for round_, deed in zip(self._rounds, search.plan, strict=True)}
        return Decisions(
            {number: card for number, (card, _, _) in done.items()},
            {number: hired for number, (_, hired, _) in done.items() if hired is not None},
            {number: list(villages) for number, (_, _, villages) in done.items()},
        )

    def _guesses(self) -> Iterator[tuple[int, bool]]:
        """Silver that no plan may have more of, each guess higher than the one before; the last one is sure."""
        most = max(most_money_in(self._course), default=0)
        spent = sum(hut.price for played in self._known.rounds for hut in played.huts)
        guess = max(_FIRST_GUESS * (self._known.silver + spent), _LEAST_GUESS)
        while guess < most:
            yield int(guess), False
            guess *= _NEXT_GUESS
        yield most, True


def _search_of(course: Course, rounds: tuple[Round, ...], most_silver: int) -> RouteSearch:
    turns = [
        (
            round_.event,
            _bits(round_.cards),
            index > 0 and round_.hand != rounds[index - 1].hand,
            round_.earns,
            round_.native,
        )
        for index, round_ in enumerate(rounds)
    ]
    hand = {card for round_ in rounds if round_.hand == rounds[0].hand for card in round_.cards}
    return RouteSearch(course.state, course.seat, turns, _bits(hand), most_silver, course.closed)


def _bits(cards: set[int] | tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
