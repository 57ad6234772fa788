"""The best first round when it is not known what comes after it.

The seat decides on the next round now, and on the rest when it is known how the game goes on: a two-stage stochastic
program. So an option of the first round is worth the mean, over the scenarios, of the best plans that begin with it.
That is never less than what a player gets who learns the events one by one and plays as well as that allows, and no
plan for one order of events is better than its own scenario's best: the mean of these bounds all options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum, sqrt
from statistics import stdev
from typing import TypeVar

from cext import amazonas
from cext.kernel import State
from cext.stop import Stop
from engines.game import Setup
from solver.answer import Answer, Report, Spent, Status, ignore
from solver.budget import Budget
from solver.routes.course import BadPlan, Course, PlayedRound, replay
from solver.routes.first_round import FirstRound, Option
from solver.routes.planning import RouteAnswer, Work, plan_points
from solver.routes.scenarios import USUAL_SAMPLES, Outlook, Scenario, outlook

# More options of a round are not compared.
MOST_OPTIONS = 2000
# Games that are played greedily for one plan.
_MOST_GAMES = 4
_LEAST_SECONDS = 0.01
# Sums of probabilities that differ by less are equal.
_EPSILON = 1e-9

# For those who have no time.
_STOPPED = Stop()
_STOPPED.set()

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, eq=False)
class Prospect:
    """A position, and what is known of what comes after it."""

    setup: Setup
    state: State
    seat: int
    # The events that are turned over next, as far as they are known.
    known: tuple[int, ...]
    # By village, the probability that after the seat's next round nothing can be built in it any more.
    risks: Mapping[int, float] = field(default_factory=dict)
    samples: int = USUAL_SAMPLES

    def __post_init__(self) -> None:
        """Raises ValueError for what makes no sense, and when the event of the next round is not known."""
        left = amazonas.table(self.state).events_left
        if any(not 0 <= event < amazonas.EVENT_KINDS for event in self.known) or any(
            self.known.count(event) > left[event] for event in self.known
        ):
            raise ValueError("more events of a kind are told than there are cards left")
        if amazonas.table(self.state).phase in (amazonas.DEALING, amazonas.SETTING_UP):
            raise ValueError("routes are planned once all first huts stand")
        if any(not 0 <= probability <= 1 for probability in self.risks.values()):
            raise ValueError("a probability lies between 0 and 1")
        if self.samples < 2:
            raise ValueError("two samples are the least that show how far they differ")
        try:
            _ = self.first_round.start
        except BadPlan as defect:
            raise ValueError(str(defect)) from None

    @cached_property
    def first_round(self) -> FirstRound:
        """The round that is decided on."""
        return FirstRound(self.state, self.seat, self.known)

    def outlook(self, seed: int) -> Outlook:
        """What may come."""
        return outlook(amazonas.table(self.state).events_left, self.known, self.risks, self.samples, seed)

    def course(self, scenario: Scenario) -> Course:
        """The whole rest of the game, with all villages open."""
        return Course(self.setup, self.state, self.seat, scenario.events)

    def course_after(self, option: Option, scenario: Scenario) -> Course:
        """What is left of a scenario after the first round."""
        events = scenario.events[self.first_round.events_seen(option) :]
        return Course(self.setup, option.end, self.seat, events, scenario.closed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an option comes to in one scenario."""

    scenario: Scenario
    points: int
    # The seat's moves after the first round that reach them.
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedAnswer(Answer):
    """The best option of the first round; values are expected points, more are better."""

    # The moves of the first round.
    moves: tuple[int, ...]
    played: tuple[PlayedRound, ...]
    outcomes: tuple[Outcome, ...]


class BadExpectation(ValueError):
    """An answer that is refuted. The message says by what."""


def check(prospect: Prospect, answer: ExpectedAnswer) -> None:
    """Verify the value: every scenario's plan is replayed by the kernel. Raises BadExpectation."""
    told = prospect.outlook(answer.seed)
    if [outcome.scenario for outcome in answer.outcomes] != list(told.scenarios):
        raise BadExpectation("the outcomes are not those of the scenarios")
    for outcome in answer.outcomes:
        try:
            option = prospect.first_round.option(answer.moves)
            played = replay(prospect.course_after(option, outcome.scenario), outcome.moves)
        except (BadPlan, IndexError) as defect:
            raise BadExpectation(str(defect)) from None
        if played.points != outcome.points:
            raise BadExpectation(f"a plan is worth {played.points}, not {outcome.points}")
    value = _mean(answer.outcomes)
    if answer.value is None or abs(answer.value - value) > _EPSILON:
        raise BadExpectation(f"the mean is {value}, not {answer.value}")
    if answer.bound is not None and (not told.is_complete or answer.bound < value - _EPSILON):
        raise BadExpectation("the bound is none")


def plan_expected(prospect: Prospect, budget: Budget, seed: int, stop: Stop, report: Report = ignore) -> ExpectedAnswer:
    """The best option that is found within the budget; a node is one game that is played greedily."""
    return _Expecting(prospect, budget, seed, stop, report).run()


def _mean(outcomes: Iterable[Outcome]) -> float:
    return fsum(outcome.scenario.probability * outcome.points for outcome in outcomes)


class _Expecting:
    def __init__(self, prospect: Prospect, budget: Budget, seed: int, stop: Stop, report: Report) -> None:
        self._prospect, self._seed, self._stop, self._report = prospect, seed, stop, report
        work = Work.within(budget)
        # For each plan, of which there is at least one for each scenario.
        self._games = min(work.games, _MOST_GAMES)
        # Seconds of work; None: time alone ends it.
        self._seconds = work.seconds
        self._outlook = prospect.outlook(seed)
        self._spent = Spent()
        # By scenario, the most that any plan is worth in it; None where nothing is known.
        self._most: list[int | None] = [None] * len(self._outlook.scenarios)
        self._best: _Tried | None = None

    def run(self) -> ExpectedAnswer:
        self._play_greedily()
        beginnings = self._beginnings()
        bound = self._mean_of(self._most)
        tried = {}
        for option in beginnings:
            if option.end.to_bytes() not in tried:
                tried[option.end.to_bytes()] = self._try(option)
        if not self._is_worth(bound):
            bound = _least(bound, self._try_all(tried))
        return self._answer(bound)

    def _is_worth(self, bound: float | None) -> bool:
        """Whether the best option is known to be the best."""
        return bound is not None and self._best is not None and bound <= self._best.value + _EPSILON

    def _answer(self, bound: float | None = None) -> ExpectedAnswer:
        best = self._best
        assert best is not None  # noqa: S101
        first_round = self._prospect.first_round
        if not self._outlook.is_complete:
            status, bound, error = Status.ESTIMATE, None, _standard_error(best.outcomes)
        else:
            status, error = Status.OPTIMAL if self._is_worth(bound) else Status.FEASIBLE, None
        if bound is not None:
            bound = max(bound, best.value)
        played = replay(self._prospect.course(best.outcomes[0].scenario), (*best.option.moves, *best.outcomes[0].moves))
        last = amazonas.table(first_round.start).round
        return ExpectedAnswer(
            status=status,
            value=best.value,
            bound=best.value if status is Status.OPTIMAL else bound,
            standard_error=error,
            seed=self._seed,
            spent=self._spent,
            cut_short=self._stop.is_set(),
            moves=best.option.moves,
            played=tuple(round_ for round_ in played.rounds if round_.number <= last),
            outcomes=best.outcomes,
        )

    # --- Options -----------------------------------------------------------------------------------------------------

    def _play_greedily(self) -> None:
        """Have an answer before the work begins, which may be stopped: one game for each scenario."""
        option = self._first_round(self._game(self._prospect.course(self._outlook.scenarios[0])))
        self._take(option, [self._outcome(option, scenario, self._game) for scenario in self._outlook.scenarios])

    def _first_round(self, answer: RouteAnswer) -> Option:
        """What a plan begins with."""
        assert answer.certificate.moves is not None  # noqa: S101
        return self._prospect.first_round.option(answer.certificate.moves)

    def _outcome(self, option: Option, scenario: Scenario, plan: Callable[[Course], RouteAnswer]) -> _Planned:
        """What an option comes to in a scenario, by a plan for what is left of it."""
        answer = plan(self._prospect.course_after(option, scenario))
        assert answer.certificate.moves is not None  # noqa: S101
        assert answer.certificate.value is not None  # noqa: S101
        return _Planned(Outcome(scenario, answer.certificate.value, answer.certificate.moves), answer.certificate.bound)

    def _take(self, option: Option, planned: Sequence[_Planned]) -> None:
        """Tell of an option if it is better than the best so far."""
        outcomes = tuple(plan.outcome for plan in planned)
        value = _mean(outcomes)
        if self._best is None or value > self._best.value + _EPSILON:
            self._best = _Tried(value, option, outcomes)
            self._report(self._answer(self._mean_of(self._most)))

    def _beginnings(self) -> list[Option]:
        """The first rounds of the best plan of each scenario; on the way, what the scenarios are worth at most."""
        beginnings: list[Option] = []
        known: dict[tuple[int, ...], RouteAnswer] = {}
        for number, scenario in enumerate(self._outlook.scenarios):
            if self._stop.is_set():
                return beginnings
            if scenario.events not in known:
                share = self._share(2 * (len(self._outlook.scenarios) - number))
                known[scenario.events] = self._plan(self._prospect.course(scenario), share)
            answer = known[scenario.events]
            self._most[number] = answer.certificate.bound
            beginnings.append(self._first_round(answer))
        return beginnings

    def _try(self, option: Option) -> float | None:
        """Find out what an option is worth, unless it is seen not to be the best; no option like it is worth more than
        what is returned."""
        most = list(self._most)
        planned: list[_Planned] = []
        parts = 4 * len(self._outlook.scenarios)
        for number, scenario in enumerate(self._outlook.scenarios):
            bound = self._mean_of(most)
            if self._is_worth(bound) or self._is_out():
                return bound
            plan = self._outcome(option, scenario, lambda course: self._plan(course, self._share(parts)))
            planned.append(plan)
            most[number] = _least(most[number], plan.bound)
        self._take(option, planned)
        return self._mean_of(most)

    def _try_all(self, tried: dict[bytes, float | None]) -> float | None:
        """Try all other options; what no option is worth more than."""
        options = self._prospect.first_round.options(MOST_OPTIONS + 1)
        if len(options) > MOST_OPTIONS:
            return None
        bounds = list(tried.values())
        bounds += [self._try(option) for option in options if option.end.to_bytes() not in tried]
        known = [bound for bound in bounds if bound is not None]
        return max(known) if len(known) == len(bounds) else None

    def _mean_of(self, points: Sequence[int | None]) -> float | None:
        """The mean over the scenarios; None unless all are known."""
        known = [value for value in points if value is not None]
        if len(known) < len(points):
            return None
        scenarios = self._outlook.scenarios
        return fsum(scenario.probability * value for scenario, value in zip(scenarios, known, strict=True))

    # --- Plans -------------------------------------------------------------------------------------------------------

    def _share(self, parts: int) -> float | None:
        return None if self._seconds is None else max(self._seconds - self._spent.deterministic_seconds, 0.0) / parts

    def _is_out(self) -> bool:
        is_spent = self._seconds is not None and self._spent.deterministic_seconds >= self._seconds
        return is_spent or self._stop.is_set()

    def _plan(self, course: Course, seconds: float | None) -> RouteAnswer:
        work = Work(self._games, None if seconds is None else max(seconds, _LEAST_SECONDS))
        answer = plan_points(course, work, self._seed, self._stop)
        self._spent += answer.spent
        return answer

    def _game(self, course: Course) -> RouteAnswer:
        """A plan as soon as possible."""
        answer = plan_points(course, Work(1, None), self._seed, _STOPPED)
        self._spent += answer.spent
        return answer


@dataclass(frozen=True, slots=True)
class _Planned:
    outcome: Outcome
    # No plan for the rest of the scenario is worth more, as far as it is known.
    bound: int | None


@dataclass(frozen=True, slots=True)
class _Tried:
    value: float
    option: Option
    outcomes: tuple[Outcome, ...]


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    """The lower of two bounds, of which each may be missing."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _standard_error(outcomes: Sequence[Outcome]) -> float:
    return stdev(outcome.points for outcome in outcomes) / sqrt(len(outcomes))
