"""How gRPC treats connections: how many, how old, how long idle, and how it finds out that one is dead."""

from __future__ import annotations

import logging
import resource

from service.logs import event
from service.settings import Settings

_LOGGER = logging.getLogger(__name__)

# Files that a worker opens besides connections: code, counts, logs, timers, what gRPC polls with.
_OTHER_FILES = 256

# The longest time that gRPC takes, which it understands as never.
_NEVER = 2**31 - 1

# How long a peer has to answer a keepalive ping.
_KEEPALIVE_TIMEOUT_MS = 20_000

# A client that pings more often than this is sent away. gRPC's own five minutes would hit well-meant clients.
_MIN_PING_INTERVAL_MS = 10_000

Options = tuple[tuple[str, int], ...]


def channel_options(settings: Settings) -> Options:
    """What gRPC calls the settings of connections.

    A connection that has reached its age takes no new calls; the calls it has, streams too, go on to their end. gRPC
    itself varies the age by a tenth, so that clients that came together do not all come again together.

    What gRPC calls overload protection counts calls that have ended for the client, too, and so resets calls of clients
    that keep to the limit of calls on a connection.
    """
    return (
        ("grpc.max_allowed_incoming_connections", affordable_connections(settings.max_connections)),
        ("grpc.max_concurrent_streams", settings.max_calls_per_connection),
        ("grpc.http.overload_protection", 0),
        ("grpc.max_connection_age_ms", _milliseconds(settings.max_connection_age_seconds)),
        ("grpc.max_connection_idle_ms", _milliseconds(settings.max_connection_idle_seconds)),
        ("grpc.keepalive_time_ms", _milliseconds(settings.keepalive_seconds)),
        ("grpc.keepalive_timeout_ms", _KEEPALIVE_TIMEOUT_MS),
        # Of a peer that sends nothing at all this one counts, which is a minute by itself.
        ("grpc.http2.ping_timeout_ms", _KEEPALIVE_TIMEOUT_MS),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", _MIN_PING_INTERVAL_MS),
    )


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds) if seconds else _NEVER


def affordable_connections(wanted: int) -> int:
    """As many connections as are wanted, but no more than this process may open files."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or wanted <= limit - _OTHER_FILES:
        return wanted
    affordable = max(1, limit - _OTHER_FILES)
    _LOGGER.info("fewer connections than set, for want of files", extra=event(connections=affordable, files=limit))
    return affordable


def raise_file_limit() -> None:
    """Let this process open as many files as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
