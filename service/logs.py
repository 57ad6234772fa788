"""Logs: one event a line on standard error, as text or as JSON.

An event is a constant sentence and fields; `event` makes the argument for them:

    _LOGGER.warning("a worker died", extra=event(worker=1, status=-9))

What is logged when nothing is set: start and stop, what an operator should know of (warnings), and defects of the
service. A refused call is the caller's business and is counted, not logged; who wants a line for every call switches
the access log on. No line ever holds a token, a key, a move, a game id, a message of a request or an answer; and of an
exception only where it happened and of which type it was, because its text and its values may be anything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

FORMATS = ("text", "json")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_LOGGER = logging.getLogger(__name__)
_FIELDS = "canopy_fields"
_PLAIN_VALUE = re.compile(r"[\w./:@+\-\[\]]+", re.ASCII)
_SANE_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


def configure(log_format: str, level: str, worker: int | None = None) -> None:
    """Let all that this process logs go to standard error in one format; `worker` is its number, if it is one."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter(worker) if log_format == "json" else _TextFormatter(worker))
    logging.basicConfig(level=level, handlers=[handler], force=True)


def event(**fields: object) -> dict[str, object]:
    """The fields of an event, as logging's `extra`."""
    return {_FIELDS: fields}


def trace(error: BaseException) -> list[str]:
    """Where an exception came from: places and types, outermost call first, and no value of anything."""
    lines: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        places = [
            f"{frame.f_globals.get('__name__')}:{line} {frame.f_code.co_qualname}"
            for frame, line in traceback.walk_tb(current.__traceback__)
        ]
        lines[:0] = [*places, f"{type(current).__module__}.{type(current).__qualname__}"]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def on_loop_error(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """An exception handler for event loops; the usual one would print the exception with all it says."""
    del loop
    error = context.get("exception")
    fields = event(trace=trace(error)) if isinstance(error, BaseException) else event()
    _LOGGER.error("an error reached the event loop", extra=fields)


class RequestIds:
    """Names for calls: what the caller chose, if that is short and plain, else the next number of this process."""

    HEADER = "x-request-id"

    def __init__(self) -> None:
        self._prefix = os.getpid()
        self._count = 0

    def of(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
        """The name of a call with this metadata."""
        for name, value in metadata or ():
            if name == self.HEADER and isinstance(value, str) and _SANE_REQUEST_ID.fullmatch(value):
                return value
        self._count += 1
        return f"{self._prefix}-{self._count}"


class _Formatter(logging.Formatter):
    def __init__(self, worker: int | None) -> None:
        super().__init__()
        self._always = {} if worker is None else {"worker": worker}

    def fields(self, record: logging.LogRecord) -> dict[str, object]:
        """What an event tells besides its sentence."""
        fields: dict[str, object] = {**self._always, **getattr(record, _FIELDS, {})}
        if record.exc_info and record.exc_info[1] is not None:
            fields.setdefault("trace", trace(record.exc_info[1]))
        return fields


class _JsonFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """One JSON object."""
        line = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage(),
            **self.fields(record),
        }
        return json.dumps(line, default=str, ensure_ascii=True)


class _TextFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Time, level, source, sentence, and the fields as name=value."""
        message = " ".join(record.getMessage().split())
        fields = "".join(f" {name}={_value(value)}" for name, value in self.fields(record).items())
        return f"{_time(record)} {record.levelname} {record.name}: {message}{fields}"


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _value(value: object) -> str:
    """Plain where that is unmistakable, else as JSON: no value can look like another field or another line."""
    text = str(value)
    return text if _PLAIN_VALUE.fullmatch(text) else json.dumps(value, default=str, ensure_ascii=True)
