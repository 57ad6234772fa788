"""Every setting once: its name, its form, its default and its meaning. Flag and variable follow from the name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.addresses import split_address
from service.limits import Limits

DEFAULT_BIND = "127.0.0.1:50051"
ALL_SERVICES = "all"


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service runs."""

    bind: str = DEFAULT_BIND
    insecure_bind: bool = False
    services: str = ALL_SERVICES
    workers: int = 1
    keys_file: Path | None = None
    keys: str = field(default="", repr=False)
    api_keys_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    metrics_address: str | None = None
    health_address: str | None = None
    log_level: str = "INFO"
    log_format: str = "text"
    access_log: bool = False
    trace_endpoint: str | None = None
    trace_ratio: float = 1.0
    drain_seconds: float = 0.0
    grace_seconds: float = 10.0
    max_request_bytes: int = Limits().request_bytes
    max_in_flight: int = 1024
    max_streams: int = 512
    max_calls_per_connection: int = 256
    max_waiting_calls: int = 256
    max_standing_calls: int = 16
    max_connections: int = 16_384
    max_connection_age_seconds: float = 1800.0
    max_connection_idle_seconds: float = 900.0
    keepalive_seconds: float = 60.0
    solver_processes: int = 1
    solver_queue: int = 16
    solver_max_seconds: float = 60.0

    @property
    def is_encrypted(self) -> bool:
        """Whether connections are."""
        return self.tls_cert is not None

    @property
    def offered(self) -> frozenset[str] | None:
        """The short names of the services to offer (`solver` for `canopy.v1.SolverService`), or nothing for all."""
        return None if self.services == ALL_SERVICES else frozenset(self.services.split(","))

    @property
    def has_solver(self) -> bool:
        """Whether SolverService is offered."""
        return self.solver_processes > 0 and (self.offered is None or "solver" in self.offered)

    @property
    def limits(self) -> Limits:
        """How much one request may hold."""
        return Limits(request_bytes=self.max_request_bytes)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as people meet it. A secret is only ever read from the environment, and never shown."""

    name: str
    parse: Callable[[str], Any]
    help: str
    metavar: str = ""
    is_secret: bool = False

    @property
    def flag(self) -> str:
        """On the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """In the environment."""
        return f"CANOPY_{self.name.upper()}"

    @property
    def is_switch(self) -> bool:
        """Whether its flag stands alone."""
        return self.parse is _parse_bool

    @property
    def default(self) -> Any:
        """Its value when nothing is said."""
        return getattr(_DEFAULTS, self.name)


_DEFAULTS = Settings()


def to_texts(settings: Settings) -> dict[str, str]:
    """Settings by name, each as its `parse` reads it; without secrets, and without those that are not set."""
    values = {setting.name: getattr(settings, setting.name) for setting in SETTINGS if not setting.is_secret}
    return {name: to_text(value) for name, value in values.items() if value is not None}


def from_texts(texts: Mapping[str, str]) -> Settings:
    """The settings that `to_texts` has told."""
    return Settings(
        **{setting.name: setting.parse(texts[setting.name]) for setting in SETTINGS if setting.name in texts}
    )


def to_text(value: object) -> str:
    """A value of a setting as its `parse` reads it; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _parse_bool(text: str) -> bool:
    values = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    try:
        return values[text.strip().lower()]
    except KeyError:
        raise ValueError(f"{text!r} is neither true nor false") from None


def _number_between(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    def parse(text: str) -> int | float:
        try:
            value = kind(text)
        except ValueError:
            raise ValueError(f"{text!r} is no {'whole ' * (kind is int)}number") from None
        if not low <= value <= high:
            raise ValueError(f"{text} does not lie between {low} and {high}")
        return value

    return parse


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        for word in words:
            if text.strip().lower() == word.lower():
                return word
        raise ValueError(f"{text!r} is not one of {', '.join(words)}")

    return parse


def _parse_services(text: str) -> str:
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no service is named")
    return ALL_SERVICES if ALL_SERVICES in names else ",".join(names)


def _parse_address(text: str) -> str:
    split_address(text)
    return text


def _parse_address_or_off(text: str) -> str | None:
    return None if text.strip().lower() == "off" else _parse_address(text)


def _parse_collector_or_off(text: str) -> str | None:
    if text.strip().lower() == "off":
        return None
    scheme, _, address = text.partition("://")
    if scheme not in ("http", "https"):
        raise ValueError(f"{text!r} does not begin with http:// or https://")
    split_address(address.rstrip("/"))
    return text


_bytes = _number_between(int, 65_536, 16_777_216)
_count = _number_between(int, 1, 1_000_000)
_seconds = _number_between(float, 0, 3600)
_long_seconds = _number_between(float, 0, 1_000_000)

SETTINGS = (
    Setting("bind", _parse_address, "address to listen on; port 0 takes a free one", "HOST:PORT"),
    Setting("insecure_bind", _parse_bool, "listen beyond this machine although nothing is encrypted"),
    Setting("services", _parse_services, "services that are offered, for example `engine,solver`, or all", "NAMES"),
    Setting("workers", _number_between(int, 1, 256), "processes that answer calls", "COUNT"),
    Setting("keys_file", Path, "key ring file, see `canopy keys`", "FILE"),
    Setting("keys", str, "the key ring itself, one `id:key` per line or comma", is_secret=True),
    Setting(
        "api_keys_file", Path, "the API keys that callers need, see `canopy keys api`; read again on change", "FILE"
    ),
    Setting("tls_cert", Path, "the server's certificate chain, PEM; read again on change", "FILE"),
    Setting("tls_key", Path, "its private key, PEM; read again on change", "FILE"),
    Setting("tls_client_ca", Path, "authorities of which a client needs a certificate (mTLS), PEM; read again", "FILE"),
    Setting("metrics_address", _parse_address_or_off, "where /metrics is served over HTTP, or off", "HOST:PORT"),
    Setting(
        "health_address",
        _parse_address_or_off,
        "where gRPC health alone is served, never encrypted, for probes that know no TLS, or off",
        "HOST:PORT",
    ),
    Setting("log_level", _one_of("DEBUG", "INFO", "WARNING", "ERROR"), "DEBUG, INFO, WARNING or ERROR", "LEVEL"),
    Setting("log_format", _one_of("text", "json"), "text or json, one event a line on standard error", "FORMAT"),
    Setting("access_log", _parse_bool, "log every call, at level INFO"),
    Setting(
        "trace_endpoint",
        _parse_collector_or_off,
        "OpenTelemetry collector to send traces to (OTLP/gRPC), or off",
        "URL",
    ),
    Setting("trace_ratio", _number_between(float, 0, 1), "part of the calls traced that belong to no trace", "PART"),
    Setting("drain_seconds", _seconds, "how long to go on after SIGTERM while health says NOT_SERVING", "SECONDS"),
    Setting("grace_seconds", _seconds, "how long calls may then take to finish", "SECONDS"),
    Setting("max_request_bytes", _bytes, "largest request that is read", "BYTES"),
    Setting("max_in_flight", _count, "calls that a worker has waiting at once, streams included", "COUNT"),
    Setting("max_streams", _count, "streams that a worker keeps open at once", "COUNT"),
    Setting("max_calls_per_connection", _count, "calls and streams at once on one connection", "COUNT"),
    Setting(
        "max_waiting_calls", _count, "calls that wait until a worker takes them up; more are cancelled at once", "COUNT"
    ),
    Setting("max_standing_calls", _count, "how many of them may wait for a worker that never has a rest", "COUNT"),
    Setting("max_connections", _count, "connections that a worker holds at once; more are closed", "COUNT"),
    Setting(
        "max_connection_age_seconds",
        _long_seconds,
        "age at which clients are asked to connect anew, give or take a tenth; 0 for never",
        "SECONDS",
    ),
    Setting("max_connection_idle_seconds", _long_seconds, "how long an idle connection stays; 0 for ever", "SECONDS"),
    Setting(
        "keepalive_seconds", _long_seconds, "how often a quiet connection is asked if it lives; 0 for never", "SECONDS"
    ),
    Setting(
        "solver_processes",
        _number_between(int, 0, 256),
        "processes that solve for each worker, started when needed; 0 for no SolverService",
        "COUNT",
    ),
    Setting("solver_queue", _number_between(int, 0, 10_000), "questions that wait for them at each worker", "COUNT"),
    Setting(
        "solver_max_seconds",
        _number_between(float, 0.01, 3600),
        "longest time that an answer is computed, whatever its budget",
        "SECONDS",
    ),
)
