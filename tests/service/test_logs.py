"""Logs: one event a line, unmistakable, and never a value of an exception."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator

import pytest

from service import logs

CANARY = "canary-of-a-secret"
LOGGER = logging.getLogger("service.test_logs")


@pytest.fixture(autouse=True)
def root_logger() -> Iterator[None]:
    """Give the root logger back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def raised() -> ValueError:
    """An exception with values everywhere: in its text, its cause and the locals of its frames."""
    secret = CANARY
    try:
        try:
            raise KeyError(secret)
        except KeyError as error:
            raise ValueError(secret) from error
    except ValueError as error:
        return error


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "INFO", worker=3)
    LOGGER.warning("something happened", extra=logs.event(status=-9, file="a b"))
    LOGGER.debug("this is not asked for")
    (line,) = capsys.readouterr().err.splitlines()
    event = json.loads(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event.pop("time"))
    assert event == {
        "level": "WARNING",
        "logger": "service.test_logs",
        "event": "something happened",
        "worker": 3,
        "status": -9,
        "file": "a b",
    }


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "INFO")
    LOGGER.warning("something happened", extra=logs.event(status=-9, file="a b"))
    assert re.fullmatch(
        r'\S+Z WARNING service.test_logs: something happened status=-9 file="a b"\n', capsys.readouterr().err
    )


@pytest.mark.parametrize("log_format", logs.FORMATS)
@pytest.mark.parametrize("evil", ["a\nlevel=ERROR", "a level=ERROR", '"', "\x1b[31m", "\u2028", "\x00", "é", ""])
def test_no_value_looks_like_another_field_or_another_line(
    log_format: str, evil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(log_format, "INFO")
    LOGGER.info("event", extra=logs.event(value=evil))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    assert line.isascii()
    told = json.loads(line)["value"] if log_format == "json" else json.loads(line.partition(" value=")[2])
    assert told == evil


@pytest.mark.parametrize("log_format", logs.FORMATS)
def test_an_exception_is_logged_without_what_it_says(log_format: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(log_format, "INFO")
    try:
        raise raised()
    except ValueError:
        LOGGER.exception("a defect")
    (line,) = capsys.readouterr().err.splitlines()
    assert CANARY not in line
    assert "builtins.KeyError" in line
    assert "builtins.ValueError" in line
    assert "test_logs" in line


def test_a_trace_names_places_and_types_from_the_cause_on() -> None:
    trace = logs.trace(raised())
    types = [line for line in trace if line.startswith("builtins.")]
    assert types == ["builtins.KeyError", "builtins.ValueError"]
    places = [line for line in trace if line not in types]
    assert all(re.fullmatch(r"\S*test_logs:\d+ raised", place) for place in places)
    assert len(places) == 2


def test_a_trace_of_exceptions_that_cause_each_other_ends() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert len(logs.trace(one)) == 2


def test_what_reaches_the_event_loop_is_logged_without_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "INFO")

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(logs.on_loop_error)
        loop.call_soon(fail)
        after = loop.create_future()
        loop.call_soon(after.set_result, None)
        await after

    def fail() -> None:
        raise raised()

    asyncio.run(run())
    said = capsys.readouterr().err
    assert json.loads(said)["event"] == "an error reached the event loop"
    assert CANARY not in said


def test_a_request_is_named_as_the_caller_wants_or_by_a_number() -> None:
    ids = logs.RequestIds()
    assert ids.of((("user-agent", "x"), ("x-request-id", "Trace.1_2-3:4"))) == "Trace.1_2-3:4"
    made = [ids.of(metadata) for metadata in (None, (), (("other", "x"),))]
    assert len(set(made)) == 3


@pytest.mark.parametrize("value", ["", "a b", "a\nb", "x" * 65, "é", b"bytes"])
def test_a_request_id_that_is_not_plain_is_not_taken(value: str | bytes) -> None:
    assert logs.RequestIds().of((("x-request-id", value),)) != value
