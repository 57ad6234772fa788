"""Repeated measurements, taken in turns.

A machine's speed drifts: other programs run, the processor changes its clock. So everything that is compared is
measured in turns (a, b, c, a, b, c, ...), a ratio is taken within a turn, and a figure is the median over the turns.
What one thread does without waiting is timed by its own processor time, which does not run while other programs do;
what crosses processes is timed by the clock on the wall.
"""

from __future__ import annotations

import statistics
import time
import timeit
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

# Takes one measurement and returns the figure.
Measurement = Callable[[], float]

# Tells seconds.
Clock = Callable[[], float]
CPU: Clock = time.thread_time
WALL: Clock = time.perf_counter


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to measure: so many turns, each measurement lasting about so many seconds."""

    turns: int
    seconds: float


FULL = Plan(turns=9, seconds=0.2)
QUICK = Plan(turns=2, seconds=0.004)


@dataclass(frozen=True, slots=True)
class Samples:
    """The figures of one measurement, turn by turn."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure to quote."""
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        """The smallest."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The largest."""
        return max(self.values)

    def times(self, factor: float) -> Samples:
        """The same in another unit."""
        return Samples(tuple(value * factor for value in self.values))

    def over(self, other: Samples) -> Samples:
        """The ratios of figures taken in the same turn."""
        return Samples(tuple(mine / theirs for mine, theirs in zip(self.values, other.values, strict=True)))


def in_turns(measurements: Mapping[str, Measurement], turns: int) -> dict[str, Samples]:
    """Take every measurement once per turn, after one turn that warms up and is thrown away."""
    for measure in measurements.values():
        measure()
    values: dict[str, list[float]] = {name: [] for name in measurements}
    for _ in range(turns):
        for name, measure in measurements.items():
            values[name].append(measure())
    return {name: Samples(tuple(taken)) for name, taken in values.items()}


def seconds_of(call: Callable[[], object], clock: Clock = CPU) -> float:
    """How long one call takes, measured once."""
    begin = clock()
    call()
    return clock() - begin


def repetitions(call: Callable[[int], object], seconds: float, clock: Clock = CPU) -> int:
    """How large n has to be for `call(n)` to last about so many seconds."""
    n = 1
    while (taken := seconds_of(partial(call, n), clock)) < seconds / 10:
        n *= 4
    return max(1, round(n * seconds / taken))


def microseconds(call: Callable[[], object], plan: Plan, clock: Clock = CPU) -> Measurement:
    """A measurement of microseconds per call. Garbage is collected meanwhile, as it is in the service."""
    timer = timeit.Timer(call, setup="import gc; gc.enable()", timer=clock)
    number = repetitions(timer.timeit, plan.seconds, clock)
    return lambda: timer.timeit(number) / number * 1e6
