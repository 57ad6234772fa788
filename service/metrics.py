"""What the service counts, and the text that Prometheus reads.

Every RPC of EngineService and RefereeService, and of SolverService where that is offered, with the labels grpc_type,
grpc_service and grpc_method (the names that go-grpc-prometheus made customary, so that dashboards made for them fit):

    grpc_server_started_total            calls begun
    grpc_server_handled_total            calls ended, by grpc_code
    grpc_server_msg_received_total       requests, each message of a stream counted
    grpc_server_msg_sent_total           responses, each message of a stream counted; a refusal is none
    grpc_server_handling_seconds         how long calls took, a histogram; a stream is one call

    canopy_games_created_total           tables made, by ruleset
    canopy_moves_total                   moves applied, by ruleset
    canopy_violations_total              broken rules told to somebody, by ruleset and code
    canopy_shed_total                    calls refused to protect the service, by reason
    canopy_in_flight                     calls that are open: streams, and whatever waits for something
    canopy_in_flight_limit               how many there may be
    canopy_reload_failures_total         changed files that could not be used, by kind; the old ones stay in force
    canopy_certificate_expires_timestamp_seconds when the certificates in force expire; where connections are encrypted
    canopy_workers                       worker processes that are alive
    canopy_workers_configured            how many there should be
    canopy_worker_restarts_total         worker processes replaced because they died
    canopy_key_created_timestamp_seconds the day on which a key of the ring was made, by its id and role: seals or opens
    canopy_build_info                    1, with the version
    process_start_time_seconds           when the supervisor was started
    canopy_solver_...                    see `solver_metrics`; where there is a solver

All series are there from the start, counts at 0; times are seconds since 1970, and 0 for a key of which the ring does
not say when it was made. No label holds anything of a table; the id of a key stands open in each of its tokens. Not
counted are: health and reflection, which probes would swamp the rest with; methods that do not exist; and whatever
gRPC answers by itself before a call reaches the service (messages beyond what it reads, broken framing, calls that
expire before they begin). Only those that are turned away because too many wait are in canopy_shed_total, as
NOT_TAKEN_UP (see `turned_away`). A stream that is cut for such a message counts as cancelled.

Each worker writes into files of its own in one folder (the multiprocess mode of prometheus_client), and the
supervisor adds them up. The files are named by the number of the worker and not by its process, so a new worker goes
on where a dead one has stopped, and no count ever falls.

A count is first kept in plain integers and written a few milliseconds later: writing costs 15 microseconds a call, the
integers one. A worker that is killed by force takes the counts of its last moments with it, and no others.

This module knows neither gRPC nor any game, so that the supervisor can do without both.
"""

from __future__ import annotations

import contextlib
import os
import struct
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from pathlib import Path
from typing import NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.keyring import Key, KeyRing
from service.solver_metrics import SolverMetrics

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

# How long a count may stay in memory before it is written.
FLUSH_SECONDS = 0.01

# How often the files of the workers are read when they cannot be understood.
_ATTEMPTS = 5

# From the fastest call there is to the slowest that anybody waits for.
BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# The canonical status codes; the position of each is its number.
CODES = (
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
)

METHOD_LABELS = ("grpc_type", "grpc_service", "grpc_method")

# The time of creation of every series would double their number, and nobody asks for it.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Method(NamedTuple):
    """A method as the labels name it."""

    type: str
    service: str
    name: str


class MethodCounts:
    """The counts of one method, on their way to their series. `started`, `received`, `sent` are there to be raised."""

    __slots__ = ("_handled", "_observed", "_series", "received", "seconds", "sent", "started")

    def __init__(self, series: _MethodSeries) -> None:
        self._series = series
        self._reset()

    def _reset(self) -> None:
        self.started = 0
        self.received = 0
        self.sent = 0
        self.seconds = 0.0
        self._handled = [0] * len(CODES)
        self._observed = [0] * (len(BUCKETS) + 1)

    def finish(self, code: int, seconds: float) -> None:
        """A call has ended."""
        self._handled[code] += 1
        self._observed[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def flush(self) -> None:
        """Write what has come together."""
        series = self._series
        for counter, count in zip(
            (series.started, series.received, series.sent, *series.handled),
            (self.started, self.received, self.sent, *self._handled),
            strict=True,
        ):
            if count:
                counter.inc(count)
        _observe(series.seconds, self._observed, self.seconds)
        self._reset()


class _MethodSeries(NamedTuple):
    started: Counter
    received: Counter
    sent: Counter
    handled: Sequence[Counter]
    seconds: Histogram


def _observe(histogram: Histogram, counts: Iterable[int], seconds: float) -> None:
    """`Histogram.observe` for many calls at once, which prometheus_client does not offer; so this knows its inside."""
    for bucket, count in zip(histogram._buckets, counts, strict=True):
        if count:
            bucket.inc(count)
    if seconds:
        histogram._sum.inc(seconds)


class Metrics:
    """What one process counts. To be used by one thread, except for `reload_failed` and `certificate_expires`."""

    def __init__(
        self,
        methods: Iterable[Method] = (),
        violations: Mapping[str, Iterable[str]] | None = None,
        shed_reasons: Iterable[str] = (),
        solver: tuple[Iterable[str], Iterable[str]] | None = None,
    ) -> None:
        """All series there will be: `violations` names every ruleset's codes, `solver` its methods and statuses."""
        self.registry = CollectorRegistry()
        # Set by whoever has seen to it that `flush` is going to be called.
        self.flush_is_due = False
        self._pending: dict[Counter, int] = {}
        self._methods = self._make_methods(methods)
        rulesets = {} if violations is None else {ruleset: tuple(codes) for ruleset, codes in violations.items()}
        self._games = self._counters("canopy_games_created", "Tables made.", "ruleset", rulesets)
        self._moves = self._counters("canopy_moves", "Moves applied.", "ruleset", rulesets)
        broken = Counter(
            "canopy_violations", "Broken rules told to somebody.", ("ruleset", "code"), registry=self.registry
        )
        self._violations = {
            (ruleset, code): broken.labels(ruleset, code) for ruleset, codes in rulesets.items() for code in codes
        }
        self._shed = self._counters("canopy_shed", "Calls refused to protect the service.", "reason", shed_reasons)
        self._reload_failures = self._counters(
            "canopy_reload_failures", "Changed files that could not be used.", "kind", ("api_keys", "tls")
        )
        self.in_flight = self._gauge("canopy_in_flight", "Calls that are open: streams, and whatever waits.")
        self.in_flight_limit = self._gauge("canopy_in_flight_limit", "Calls that may be open.")
        # Made when there is one.
        self._certificate: Gauge | None = None
        # Without a solver there is nothing to count of it.
        self.solver = SolverMetrics(self.registry, *solver) if solver is not None else None

    def _make_methods(self, methods: Iterable[Method]) -> dict[Method, MethodCounts]:
        registry = self.registry
        started = Counter("grpc_server_started", "Calls begun.", METHOD_LABELS, registry=registry)
        received = Counter("grpc_server_msg_received", "Requests.", METHOD_LABELS, registry=registry)
        sent = Counter("grpc_server_msg_sent", "Responses.", METHOD_LABELS, registry=registry)
        handled = Counter("grpc_server_handled", "Calls ended.", (*METHOD_LABELS, "grpc_code"), registry=registry)
        seconds = Histogram(
            "grpc_server_handling_seconds", "How long calls took.", METHOD_LABELS, registry=registry, buckets=BUCKETS
        )
        return {
            method: MethodCounts(
                _MethodSeries(
                    started=started.labels(*method),
                    received=received.labels(*method),
                    sent=sent.labels(*method),
                    handled=[handled.labels(*method, code) for code in CODES],
                    seconds=seconds.labels(*method),
                )
            )
            for method in methods
        }

    def _counters(self, name: str, meaning: str, label: str, known: Iterable[str]) -> dict[str, Counter]:
        counter = Counter(name, meaning, (label,), registry=self.registry)
        return {value: counter.labels(value) for value in known}

    def _gauge(self, name: str, meaning: str) -> Gauge:
        gauge = Gauge(name, meaning, registry=self.registry, multiprocess_mode="livesum")
        gauge.set(0)
        return gauge

    def method(self, method: Method) -> MethodCounts:
        """Where the calls of a method are counted."""
        return self._methods[method]

    def game_created(self, ruleset: str) -> None:
        """A table was made."""
        self._add(self._games[ruleset])

    def moves_made(self, ruleset: str, count: int) -> None:
        """Moves were applied."""
        self._add(self._moves[ruleset], count)

    def rules_broken(self, ruleset: str, codes: Iterable[str]) -> None:
        """Somebody was told what is wrong with a move or an outcome."""
        for code in codes:
            self._add(self._violations[ruleset, code])

    def shed(self, reason: str, count: int = 1) -> None:
        """Calls were refused to protect the service."""
        self._add(self._shed[reason], count)

    def reload_failed(self, kind: str) -> None:
        """A changed file cannot be used. Written at once, for it may come from any thread."""
        self._reload_failures[kind].inc()

    def certificate_expires(self, when: float) -> None:
        """Certificates have come into force that expire then, in seconds since 1970. Written at once, as above."""
        if self._certificate is None:
            # Of all workers those that expire first count.
            self._certificate = Gauge(
                "canopy_certificate_expires_timestamp_seconds",
                "When the certificates in force expire.",
                registry=self.registry,
                multiprocess_mode="livemin",
            )
        self._certificate.set(when)

    def _add(self, counter: Counter, count: int = 1) -> None:
        self._pending[counter] = self._pending.get(counter, 0) + count

    def flush(self) -> None:
        """Write all counts to their series."""
        self.flush_is_due = False
        for counts in self._methods.values():
            counts.flush()
        for counter, count in self._pending.items():
            counter.inc(count)
        self._pending.clear()

    def exposition(self) -> bytes:
        """What this process alone has counted and written, as Prometheus reads it."""
        return generate_latest(self.registry)


def start_worker(folder: Path, number: int) -> None:
    """From now on this process writes its counts into the folder, as the worker of that number.

    To be called once, before the process makes its Metrics; no two living processes may have the same number.
    """
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]


class SupervisorMetrics:
    """The counts of all workers together, and what is the same for all of them."""

    def __init__(
        self, folder: Path, version: str, *, workers: int = 1, ring: KeyRing | None = None, started: float = 0.0
    ) -> None:
        """For so many workers, which have this ring; `started`: when this process was, in seconds since 1970."""
        self._folder = str(folder)
        self._registry = CollectorRegistry()
        MultiProcessCollector(self._registry, path=self._folder)  # type: ignore[no-untyped-call]
        self.workers = self._gauge("canopy_workers", "Worker processes that are alive.")
        self.restarts = Counter(
            "canopy_worker_restarts", "Worker processes replaced because they died.", registry=self._registry
        )
        self._gauge("canopy_workers_configured", "Worker processes that should be alive.").set(workers)
        self._gauge("process_start_time_seconds", "When the supervisor was started.").set(started)
        self._gauge("canopy_build_info", "The version that runs.", "version").labels(version).set(1)
        made = self._gauge("canopy_key_created_timestamp_seconds", "When a key of the ring was made.", "key", "role")
        for number, key in enumerate(ring.keys if ring is not None else ()):
            made.labels(key.name, "opens" if number else "seals").set(_when_made(key))

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self._registry)

    def worker_died(self, number: int) -> None:
        """Nothing is in flight any more at a worker that is gone; what it counted stays."""
        mark_process_dead(number, self._folder)  # type: ignore[no-untyped-call]

    def exposition(self) -> bytes:
        """All counts, as Prometheus reads them."""
        for _ in range(_ATTEMPTS - 1):
            # A worker that has just opened a file has not filled it yet.
            with contextlib.suppress(OSError, ValueError, struct.error):
                return generate_latest(self._registry)
        return generate_latest(self._registry)


def _when_made(key: Key) -> float:
    """The start of the day on which a key was made, in seconds since 1970; 0 if that is not known."""
    return 0.0 if key.made is None else datetime.combine(key.made, time.min, UTC).timestamp()
