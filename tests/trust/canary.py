"""Canaries: bytes that must not turn up where everybody looks, and the places where everybody looks.

    canary = Canary({"the seed": table.seed, "the host's key": key})
    with captured_logs() as log:
        answer = wire.call(...)
    assert not canary.found_in(log.text())
    assert not canary.found_in(answer)

A canary is found in whatever form it would usually be written: raw, hexadecimal, base64 at any offset and of either
alphabet, or as Python shows bytes.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.trust.wire import Answer

# Shorter ones turn up by chance.
_SHORTEST = 4


class Canary:
    """Names and what they stand for."""

    def __init__(self, hidden: Mapping[str, bytes | str]) -> None:
        self._forms = {name: set(_forms(_raw(secret))) for name, secret in hidden.items()}
        assert all(len(_raw(secret)) >= _SHORTEST for secret in hidden.values())

    def found_in(self, where: bytes | str | Answer) -> list[str]:
        """The names of the canaries that are there. Of an answer everything but the response is searched."""
        if isinstance(where, Answer):
            where = repr(where._replace(body=b"")).encode() + b"".join(
                _raw(item) for pair in (*where.initial_metadata, *where.trailing_metadata) for item in pair
            )
        haystack = _raw(where)
        folded = haystack.lower()
        return [
            name
            for name, forms in self._forms.items()
            if any(form in haystack or (form.isalnum() and form.lower() in folded) for form in forms)
        ]


def _raw(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _forms(secret: bytes) -> Iterator[bytes]:
    yield secret
    yield secret.hex().encode()
    yield secret.hex(" ").encode()
    yield repr(secret)[2:-1].encode()
    yield repr(list(secret))[1:-1].encode()
    # A text in base64 is found at an offset of 0, 1 or 2 in a longer one; its first and last digits depend on the rest.
    for offset in range(3):
        padded = bytes(offset) + secret
        digits = base64.b64encode(padded)[-(-offset * 8 // 6) : len(padded) * 8 // 6]
        yield digits
        yield digits.replace(b"+", b"-").replace(b"/", b"_")


class Log(logging.Handler):
    """Keeps whatever is logged, with everything that a formatter could make of it."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.records: list[logging.LogRecord] = []
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Called by whichever thread logs, with the handler's lock held."""
        self.records.append(record)
        self._lines += [self.format(record), repr(record.args), repr(vars(record))]

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines)


@contextmanager
def captured_logs() -> Iterator[Log]:
    """Everything that any logger of this process says, down to DEBUG."""
    log = Log()
    named = [logger for logger in logging.root.manager.loggerDict.values() if isinstance(logger, logging.Logger)]
    loggers = [logging.root, *(logger for logger in named if not logger.propagate)]
    levels = {logger: logger.level for logger in (logging.root, *named)}
    for logger in loggers:
        logger.addHandler(log)
    for logger in levels:
        logger.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
        for logger in loggers:
            logger.removeHandler(log)
