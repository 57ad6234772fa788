"""API keys: who may call the service at all, and how often. They have nothing to do with the keys of a table.

The file holds one key a line, `name:sha256[:rate[:burst]]`: a name for logs, the SHA-256 of the key in hexadecimal,
calls per second, and how many may come at once. Without a rate there is no limit; without a burst it is one second's
worth. Each message of a stream counts as a call. Keys are 32 random bytes, so nobody guesses one from its hash, and a
fast hash without salt is enough.

The allowance is kept per worker process: a client whose connections reach several workers has it at each of them.

The file is looked at again at most once a second, so a key that is added or taken away counts without a restart; one
that cannot be used leaves the old keys in force.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from service.errors import Reason, Refusal
from service.files import file_signature
from service.keyring import write_privately
from service.logs import event

CHECK_SECONDS = 1.0

_LOGGER = logging.getLogger(__name__)
_HEADER = "# Canopy API keys: name:sha256[:calls per second[:at once]]. The keys themselves are nowhere."
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_PREFIX = "canopy_"
_BEARER = "bearer "

Metadata = Iterable[tuple[str, str | bytes]]


class BadApiKeys(ValueError):
    """A file of API keys cannot be used. The message never holds a hash."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is stored."""

    name: str
    digest: bytes = field(repr=False)
    rate: float | None = None
    burst: float = 1.0

    @property
    def line(self) -> str:
        """As it stands in the file."""
        limit = "" if self.rate is None else f":{self.rate:g}:{self.burst:g}"
        return f"{self.name}:{self.digest.hex()}{limit}"


def generate(name: str, rate: float | None = None, burst: float | None = None) -> tuple[str, ApiKey]:
    """A new key: what its owner gets, and what is stored. Raises BadApiKeys for a name or a limit that cannot be."""
    if rate is None and burst is not None:
        raise BadApiKeys("a burst goes with a rate")
    secret = f"{_PREFIX}{base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip('=')}"
    limits = "" if rate is None else f":{rate}" if burst is None else f":{rate}:{burst}"
    return secret, _parse_line(f"{name}:{_digest(secret).hex()}{limits}")


def parse(text: str) -> tuple[ApiKey, ...]:
    """The keys that a text lists. Raises BadApiKeys."""
    keys: dict[str, ApiKey] = {}
    digests: set[bytes] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            key = _parse_line(line.strip())
        except BadApiKeys as error:
            raise BadApiKeys(f"line {number}: {error}") from None
        if key.name in keys or key.digest in digests:
            raise BadApiKeys(f"line {number}: the name or the key comes twice")
        keys[key.name] = key
        digests.add(key.digest)
    return tuple(keys.values())


def _parse_line(line: str) -> ApiKey:
    name, *rest = line.split(":")
    if not 1 <= len(rest) <= 3:
        raise BadApiKeys("it is not of the form name:sha256[:rate[:burst]]")
    if not _NAME.fullmatch(name):
        raise BadApiKeys("a name has up to 64 letters, digits, dots, dashes and underscores")
    try:
        digest = bytes.fromhex(rest[0])
        rate, burst = (_positive(rest[index]) if len(rest) > index else None for index in (1, 2))
    except ValueError:
        raise BadApiKeys("the hash is hexadecimal, rate and burst are positive numbers") from None
    if len(digest) != hashlib.sha256().digest_size:
        raise BadApiKeys("a SHA-256 has 64 hexadecimal digits")
    if burst is None:
        burst = max(1.0, rate or 1.0)
    if burst < 1:
        raise BadApiKeys("a burst is at least 1")
    return ApiKey(name, digest, rate, burst)


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1e9:
        raise ValueError("out of range")
    return value


def load(path: Path) -> tuple[ApiKey, ...]:
    """The keys of a file. Raises BadApiKeys and OSError."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadApiKeys("the file is not text") from None


def add(path: Path, key: ApiKey) -> None:
    """Put a key into a file, which is made when it is not there. Raises BadApiKeys and OSError."""
    try:
        old = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        old = f"{_HEADER}\n"
    new = f"{old}{'' if old.endswith(chr(10)) else chr(10)}{key.line}\n"
    parse(new)
    write_privately(path, new, replace=True)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


class Client:
    """Whoever calls with a key, and how many calls it has left: a token bucket."""

    __slots__ = ("_at", "_left", "is_known", "key")

    def __init__(self, key: ApiKey, now: float) -> None:
        self.key = key
        self.is_known = True
        self._left = key.burst
        self._at = now

    def spend(self, now: float) -> None:
        """One call. Refuses it when there is none left, and one whose key was taken away."""
        if not self.is_known:
            raise Refusal(Reason.API_KEY_UNKNOWN)
        rate = self.key.rate
        if rate is None:
            return
        self._left = min(self.key.burst, self._left + (now - self._at) * rate)
        self._at = now
        if self._left < 1.0:
            raise Refusal(Reason.RATE_LIMITED, retry_after=(1.0 - self._left) / rate)
        self._left -= 1.0


class Access:
    """The keys in force."""

    def __init__(
        self, path: Path, on_bad_file: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Raises BadApiKeys and OSError. `on_bad_file` is called when a changed file cannot be used later on."""
        self._path = path
        self._on_bad_file = on_bad_file
        self._clock = clock
        self._clients: dict[bytes, Client] = {}
        self._signature = file_signature(path)
        self._install(load(path))
        self._checked = clock()

    def admit(self, metadata: Metadata | None) -> Client:
        """Who makes a call with this metadata, and one call less for it. Refuses whoever has no key."""
        client = self.identify(metadata)
        client.spend(self._clock())
        return client

    def identify(self, metadata: Metadata | None) -> Client:
        """Who makes a call with this metadata. Refuses whoever has no key, always with the same words."""
        self.refresh()
        secret = _find_secret(metadata)
        if secret is not None:
            digest = _digest(secret)
            client = self._clients.get(digest)
            # The lookup compares hashes, of which nobody chooses the bytes; so its time tells nothing about a key.
            if client is not None and hmac.compare_digest(client.key.digest, digest):
                return client
        raise Refusal(Reason.API_KEY_UNKNOWN)

    def spend(self, client: Client) -> None:
        """One call more of a client that is known already: a message of its stream."""
        self.refresh()
        client.spend(self._clock())

    def refresh(self) -> None:
        """Read the file again if it has changed, but do not look more often than once a second."""
        now = self._clock()
        if now - self._checked < CHECK_SECONDS:
            return
        self._checked = now
        signature = file_signature(self._path)
        if signature == self._signature:
            return
        self._signature = signature
        try:
            self._install(load(self._path))
        except (BadApiKeys, OSError) as error:
            reason = str(error) if isinstance(error, BadApiKeys) else error.strerror
            _LOGGER.warning("the changed file of API keys cannot be used", extra=event(file=self._path, reason=reason))
            self._on_bad_file()
        else:
            _LOGGER.info("API keys read again", extra=event(file=self._path, keys=len(self._clients)))

    def _install(self, keys: Iterable[ApiKey]) -> None:
        """Put keys in force. Who keeps its key keeps its allowance; open streams of the others end."""
        now = self._clock()
        old = self._clients
        self._clients = {}
        for key in keys:
            known = old.get(key.digest)
            self._clients[key.digest] = known if known is not None and known.key == key else Client(key, now)
        for client in old.values():
            client.is_known = self._clients.get(client.key.digest) is client


def _find_secret(metadata: Metadata | None) -> str | None:
    for name, value in metadata or ():
        if not isinstance(value, str):
            continue
        if name == "x-api-key":
            return value
        if name == "authorization" and value[: len(_BEARER)].lower() == _BEARER:
            return value[len(_BEARER) :].strip()
    return None
