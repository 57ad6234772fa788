"""How a client treats a service that is busy, moves or dies. The service is stateless, so that any replica may be asked
again: the same call has the same answer, and whatever was not answered has not happened.

`service_config.json` says it to gRPC in any language (gRFC A2, A6), as the default service config of a channel:

- calls go to all addresses in turn. A name that stands for all replicas is `dns:///host:port`; a list of addresses is
  `ipv4:10.0.0.1:50051,10.0.0.2:50051`;
- a call that was refused for want of room (RESOURCE_EXHAUSTED, or CANCELLED when it was not even looked at) or that met
  nobody (UNAVAILABLE) is made again, up to four times, after 0.1 s, 0.2 s, 0.4 s and 0.8 s, each varied by a fifth, or
  when the service says. A client most of whose calls fail stops making calls again until more of them succeed;
- one attempt at a time: no call is made twice to see which answer comes first (no hedging). What is too much for the
  service would become twice as much;
- a call has a deadline: 10 s, of the solver 60 s, unless its caller gives a shorter one. A PlayGame stream has none and
  is not opened anew: whoever plays it goes on with the last token.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Options = tuple[tuple[str, str | int], ...]

# The policy as it is shipped.
SERVICE_CONFIG: str = Path(__file__).with_name("service_config.json").read_text(encoding="utf-8")

# A server that has gone without a word is found out by a question every half minute, while calls are open.
_KEEPALIVE_MS, _KEEPALIVE_TIMEOUT_MS = 30_000, 10_000
# A replica that is back takes calls soon: gRPC by itself would ask for it ever more seldom, up to every two minutes.
_FIRST_RECONNECT_MS, _LONGEST_RECONNECT_MS = 200, 1_000


def channel_options(*, retry: bool = True) -> Options:
    """The policy for a channel whose calls have deadlines of their own. Without `retry` nothing is repeated."""
    return (
        ("grpc.service_config", _without_deadlines(SERVICE_CONFIG)),
        ("grpc.enable_retries", int(retry)),
        ("grpc.keepalive_time_ms", _KEEPALIVE_MS),
        ("grpc.keepalive_timeout_ms", _KEEPALIVE_TIMEOUT_MS),
        ("grpc.http2.ping_timeout_ms", _KEEPALIVE_TIMEOUT_MS),
        ("grpc.initial_reconnect_backoff_ms", _FIRST_RECONNECT_MS),
        ("grpc.max_reconnect_backoff_ms", _LONGEST_RECONNECT_MS),
    )


def _without_deadlines(service_config: str) -> str:
    """Those of the policy would cut a longer one that a caller gives."""
    config: dict[str, Any] = json.loads(service_config)
    for method in config["methodConfig"]:
        method.pop("timeout", None)
    return json.dumps(config)
