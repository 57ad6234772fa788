"""What is counted of the solver, beside the calls themselves:

    canopy_solver_answers_total         final answers, by method and status
    canopy_solver_gap                   what they left open, in the unit of the question: a histogram, by method
    canopy_solver_nodes_total           the work in them, by method
    canopy_solver_seconds               how long they took to compute: a histogram, by method
    canopy_solver_wait_seconds          how long questions waited for a process: a histogram
    canopy_solver_queue                 questions that wait now
    canopy_solver_queue_oldest_timestamp_seconds since when the one that waits longest has waited
    canopy_solver_busy                  questions that are being computed now
    canopy_solver_processes             solver processes that are alive
    canopy_solver_stopped_total         questions that nobody wanted an answer to any more, by where they were
    canopy_solver_lost_total            solver processes that ended in the middle of work or at their start, by why

They are written at once: a question takes far longer than that. Times are seconds since 1970; that of the oldest
question is infinite while none waits, so that nothing has ever waited since then.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

# Points, money and chances to win; 0 is a proof.
GAPS = (0.0, 0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 50.0)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

# Where a question was when it was cancelled.
STOPPED = ("waiting", "running")
# Why a process ended: it did not stop when it was told to, by a defect of its own, or before it was ready.
LOST = ("killed", "died", "unstarted")


class SolverMetrics:
    """The series of the solver in one process, all of them there from the start."""

    def __init__(
        self,
        registry: CollectorRegistry,
        methods: Iterable[str],
        statuses: Iterable[str],
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` gives the seconds since 1970."""
        self._clock = clock
        methods, statuses = tuple(methods), tuple(statuses)
        answers = Counter("canopy_solver_answers", "Final answers.", ("method", "status"), registry=registry)
        gap = Histogram("canopy_solver_gap", "What answers left open.", ("method",), registry=registry, buckets=GAPS)
        nodes = Counter("canopy_solver_nodes", "Work in answers.", ("method",), registry=registry)
        seconds = Histogram(
            "canopy_solver_seconds", "How long answers took.", ("method",), registry=registry, buckets=SECONDS
        )
        stopped = Counter("canopy_solver_stopped", "Questions given up by who asked.", ("where",), registry=registry)
        lost = Counter("canopy_solver_lost", "Solver processes that were lost.", ("why",), registry=registry)
        self._answers = {(method, status): answers.labels(method, status) for method in methods for status in statuses}
        self._statuses = statuses
        self._gap = {method: gap.labels(method) for method in methods}
        self._nodes = {method: nodes.labels(method) for method in methods}
        self._seconds = {method: seconds.labels(method) for method in methods}
        self._stopped = {where: stopped.labels(where) for where in STOPPED}
        self._lost = {why: lost.labels(why) for why in LOST}
        self._wait = Histogram(
            "canopy_solver_wait_seconds", "How long questions waited.", registry=registry, buckets=SECONDS
        )
        self._queue = _gauge(registry, "canopy_solver_queue", "Questions that wait.")
        # Of all workers the longest wait counts, so of their times the first.
        self._oldest = Gauge(
            "canopy_solver_queue_oldest_timestamp_seconds",
            "Since when the oldest of them has waited.",
            registry=registry,
            multiprocess_mode="livemin",
        )
        self.queued(0, None)
        self.busy = _gauge(registry, "canopy_solver_busy", "Questions that are being computed.")
        self.processes = _gauge(registry, "canopy_solver_processes", "Solver processes that are alive.")

    def answered(self, method: str, status: int, nodes: int, gap: float | None, seconds: float) -> None:
        """A final answer; `status` is the place of the status among those named at the start."""
        self._answers[method, self._statuses[status]].inc()
        self._nodes[method].inc(nodes)
        self._seconds[method].observe(seconds)
        if gap is not None:
            self._gap[method].observe(gap)

    def queued(self, count: int, oldest: float | None) -> None:
        """So many questions wait, the first of them for so many seconds."""
        self._queue.set(count)
        self._oldest.set(math.inf if oldest is None else self._clock() - oldest)

    def waited(self, seconds: float) -> None:
        """A question has got its process."""
        self._wait.observe(seconds)

    def stopped(self, where: str) -> None:
        """Nobody wants to know any more; `where` is one of STOPPED."""
        self._stopped[where].inc()

    def lost(self, why: str) -> None:
        """A process ended in the middle of its work or at its start; `why` is one of LOST."""
        self._lost[why].inc()


def _gauge(registry: CollectorRegistry, name: str, meaning: str) -> Gauge:
    gauge = Gauge(name, meaning, registry=registry, multiprocess_mode="livesum")
    gauge.set(0)
    return gauge
