"""Configuration: every setting once, with its flag, its environment variable, its default and its meaning.

A flag beats the environment, the environment beats the default. The keys themselves have no flag, because every
process of a machine can read another one's command line.
"""

from __future__ import annotations

import argparse
import ipaddress
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service import keyring
from service.keyring import BadKeyRing, KeyRing
from service.limits import Limits

DEFAULT_BIND = "127.0.0.1:50051"


class BadConfig(ValueError):
    """A setting cannot be used. The message names it and never holds a secret."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service runs."""

    bind: str = DEFAULT_BIND
    insecure_bind: bool = False
    keys_file: Path | None = None
    keys: str = field(default="", repr=False)
    grace_seconds: float = 10.0
    max_request_bytes: int = Limits().request_bytes
    log_level: str = "INFO"
    log_format: str = "text"
    access_log: bool = False
    api_keys_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    max_streams: int = 512
    max_in_flight: int = 1024

    @property
    def is_encrypted(self) -> bool:
        """Whether connections are."""
        return self.tls_cert is not None

    @property
    def limits(self) -> Limits:
        """How much one request may hold."""
        return Limits(request_bytes=self.max_request_bytes)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as people meet it."""

    name: str
    parse: Callable[[str], Any]
    help: str
    metavar: str = ""
    has_flag: bool = True

    @property
    def flag(self) -> str:
        """On the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """In the environment."""
        return f"CANOPY_{self.name.upper()}"


def _parse_bool(text: str) -> bool:
    values = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    try:
        return values[text.strip().lower()]
    except KeyError:
        raise ValueError("is neither true nor false") from None


def _parse_seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= 3600:
        raise ValueError("lies between 0 and 3600")
    return seconds


def _parse_request_bytes(text: str) -> int:
    count = int(text)
    if not 65_536 <= count <= 16_777_216:
        raise ValueError("lies between 65536 and 16777216")
    return count


def _parse_log_level(text: str) -> str:
    level = text.strip().upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ValueError("is one of DEBUG, INFO, WARNING, ERROR")
    return level


def _parse_log_format(text: str) -> str:
    log_format = text.strip().lower()
    if log_format not in ("text", "json"):
        raise ValueError("is one of text, json")
    return log_format


def _parse_count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= 1_000_000:
        raise ValueError("lies between 1 and 1000000")
    return count


def _parse_bind(text: str) -> str:
    split_address(text)
    return text


SETTINGS = (
    Setting("bind", _parse_bind, "address to listen on; port 0 takes a free one", "HOST:PORT"),
    Setting("insecure_bind", _parse_bool, "listen beyond this machine although nothing is encrypted"),
    Setting("keys_file", Path, "key ring file, see `canopy keys`", "FILE"),
    Setting("keys", str, "the key ring itself, one `id:key` per line or comma", has_flag=False),
    Setting("grace_seconds", _parse_seconds, "how long calls may take to finish after SIGTERM", "SECONDS"),
    Setting("max_request_bytes", _parse_request_bytes, "largest request that is read", "BYTES"),
    Setting("log_level", _parse_log_level, "DEBUG, INFO, WARNING or ERROR", "LEVEL"),
    Setting("log_format", _parse_log_format, "text or json, one event a line on standard error", "FORMAT"),
    Setting("access_log", _parse_bool, "log every call, at level INFO"),
    Setting(
        "api_keys_file", Path, "the API keys that callers need, see `canopy keys api`; read again on change", "FILE"
    ),
    Setting("tls_cert", Path, "the server's certificate chain, PEM; read again on change", "FILE"),
    Setting("tls_key", Path, "its private key, PEM; read again on change", "FILE"),
    Setting("tls_client_ca", Path, "authorities of which a client needs a certificate (mTLS), PEM; read again", "FILE"),
    Setting("max_streams", _parse_count, "streams that a worker keeps open at once", "COUNT"),
    Setting("max_in_flight", _parse_count, "calls that a worker has waiting at once, streams included", "COUNT"),
)


def add_flags(parser: argparse.ArgumentParser, *names: str) -> None:
    """Give a command the flags of some settings, of all when none is named."""
    defaults = Settings()
    for setting in SETTINGS:
        if not setting.has_flag or (names and setting.name not in names):
            continue
        default = getattr(defaults, setting.name)
        if setting.parse is _parse_bool:
            text = f"{setting.help} [{setting.variable}]"
            parser.add_argument(setting.flag, action="store_const", const="true", help=text)
        else:
            shown = "none" if default is None else default
            text = f"{setting.help} [{setting.variable}, default {shown}]"
            parser.add_argument(setting.flag, metavar=setting.metavar, help=text)


def read_settings(flags: Mapping[str, str | None], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force. Raises BadConfig."""
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text, source = flags.get(setting.name), setting.flag
        if text is None:
            text, source = environment.get(setting.variable) or None, setting.variable
        if text is None:
            continue
        try:
            values[setting.name] = setting.parse(text)
        except ValueError as error:
            raise BadConfig(f"{source}: {error}") from None
    return Settings(**values)


def require_safe_bind(settings: Settings) -> None:
    """Raises BadConfig for an address beyond this machine, unless that was asked for."""
    if not settings.is_encrypted and not settings.insecure_bind and not is_loopback(settings.bind):
        raise BadConfig(
            f"{settings.bind} can be reached from other machines, and nothing is encrypted. "
            "Give --tls-cert and --tls-key, bind to 127.0.0.1, "
            "or say --insecure-bind when something in front of the service takes care of it."
        )


def split_address(address: str) -> tuple[str, int]:
    """Host and port of `host:port` or `[host]:port`. Raises ValueError."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError(f"{address!r} is not of the form HOST:PORT")
    if host.startswith("[") and host.endswith("]"):
        return host[1:-1], int(port)
    if ":" in host:
        raise ValueError(f"{address!r}: an IPv6 address stands in brackets")
    return host, int(port)


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    host, _ = split_address(address)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class LoadedKeys:
    """A key ring, and where it is from."""

    ring: KeyRing
    source: str
    is_development: bool = False


def load_keys(settings: Settings) -> LoadedKeys:
    """The key ring of the settings; without any a fresh one, with which nothing outlives the process."""
    if settings.keys_file is not None and settings.keys:
        raise BadConfig("CANOPY_KEYS_FILE and CANOPY_KEYS are both set; which one is meant?")
    try:
        if settings.keys_file is not None:
            return LoadedKeys(keyring.load(settings.keys_file), f"file {settings.keys_file}")
        if settings.keys:
            return LoadedKeys(keyring.parse(settings.keys), "environment")
    except (BadKeyRing, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadConfig(f"the key ring of {settings.keys_file or 'CANOPY_KEYS'}: {reason}") from None
    return LoadedKeys(keyring.generate(), "generated for development", is_development=True)
