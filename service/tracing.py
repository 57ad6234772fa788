"""Traces: a span for every call, sent to an OpenTelemetry collector. Off unless a collector is named.

A span says which method was called, at a table of which ruleset, how the call ended and how long it took:

    rpc.system.name, rpc.method, rpc.response.status_code    as OpenTelemetry's conventions for RPCs have them
    error.type                                               the code again, when the service is at fault
    canopy.ruleset                                           when the call came as far as to a table or a ruleset
    canopy.reason                                            when it was refused

It never holds a token, a key, a seed, a move, a game id, a message, or anything else that a caller has written, except
for the ids of the trace that the call belongs to (W3C Trace Context, `traceparent`). What stands beside those,
`tracestate` and `baggage`, may be any text and is not read. Whether a call is traced is decided by whoever began the
trace; of calls that belong to none a part is.

Spans are kept and sent by a thread of OpenTelemetry. When the collector cannot be reached they are dropped, and no call
waits for it. How spans are kept and sent beyond what is said here, OpenTelemetry's own variables decide
(`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_SCHEDULE_DELAY`, `OTEL_RESOURCE_ATTRIBUTES`, ...).

This module needs the extra `tracing`; `server` imports it when a collector is named, and nothing else does.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.subject import noted_ruleset

# The codes with which the service itself has failed.
FAULTS = frozenset(("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"))

# How long a collector may take to take spans in, and how long a service that stops waits for it.
_EXPORT_SECONDS = 2.0
_FAREWELL_SECONDS = 2.0

_TRACEPARENT = "traceparent"
_NANOSECONDS = 1_000_000_000


class Tracing:
    """Makes the spans of one process. To be closed in the end."""

    def __init__(self, exporter: SpanExporter, ratio: float, version: str) -> None:
        """`ratio`: the part of the calls that are traced, of those that belong to no trace yet."""
        resource = Resource({SERVICE_NAME: "canopy", SERVICE_VERSION: version}).merge(OTELResourceDetector().detect())
        self._provider = TracerProvider(
            resource=resource, sampler=ParentBased(TraceIdRatioBased(ratio)), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("canopy", version)
        self._propagator = TraceContextTextMapPropagator()

    def ended(
        self,
        rpc: str,
        code: str,
        seconds: float,
        metadata: Iterable[tuple[str, str | bytes]] | None,
        reason: str | None = None,
    ) -> None:
        """A call of `package.Service/Method` has ended just now, with this code, after so long."""
        parent = [value for name, value in metadata or () if name == _TRACEPARENT and isinstance(value, str)]
        now = time.time_ns()
        attributes: dict[str, str] = {
            "rpc.system.name": "grpc",
            "rpc.method": rpc,
            "rpc.response.status_code": code,
        }
        if (ruleset := noted_ruleset()) is not None:
            attributes["canopy.ruleset"] = ruleset
        if reason is not None:
            attributes["canopy.reason"] = reason
        if code in FAULTS:
            attributes["error.type"] = code
        span = self._tracer.start_span(
            rpc,
            self._propagator.extract({_TRACEPARENT: parent}) if len(parent) == 1 else None,
            SpanKind.SERVER,
            attributes,
            start_time=now - int(seconds * _NANOSECONDS),
        )
        if code in FAULTS:
            span.set_status(StatusCode.ERROR)
        span.end(now)

    def close(self) -> None:
        """Send what has come together, as far as that is done soon."""
        # A collector that does not answer is not waited for: the thread ends with the process.
        farewell = threading.Thread(target=self._provider.shutdown, name="canopy-tracing", daemon=True)
        farewell.start()
        farewell.join(_FAREWELL_SECONDS)


def to_collector(endpoint: str, ratio: float, version: str) -> Tracing:
    """Spans go to the collector at this URL over OTLP/gRPC; over TLS if it begins with https."""
    return Tracing(OTLPSpanExporter(endpoint, timeout=_EXPORT_SECONDS), ratio, version)
