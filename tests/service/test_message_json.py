"""Messages in JSON from strangers: read once, in one way, or told not to be any."""

from __future__ import annotations

import pytest

from canopy.v1 import record_pb2
from service.message_json import BadJson, read_message


@pytest.mark.parametrize("key", ["rulesVersion", "rules_version"])
def test_a_field_is_read_in_either_spelling(key: str) -> None:
    record = read_message(f'{{"format": 1, "{key}": 7}}', record_pb2.GameRecord())
    assert (record.format, record.rules_version) == (1, 7)


BAD = {
    "a key twice": '{"format": 1, "format": 2}',
    "a key in both spellings": '{"rulesVersion": 1, "rules_version": 2}',
    "both spellings further in": '{"ending": {"serverSecret": "AA==", "server_secret": "AQ=="}}',
    "both spellings in a list": '{"plies": [{"millisecondsLeft": 1, "milliseconds_left": 2}]}',
    "two contents": '{"contentPackId": "a", "contentPackJson": "{}"}',
    "an unknown field": '{"formats": 1}',
    "no object": "[]",
    "no JSON": "{",
    "a byte order mark": '\ufeff{"format": 1}',
    "half a character": '{"comment": "\\ud800"}',
    "a part of a number": '{"format": 1.5}',
    "a number too large": '{"format": 4294967296}',
    "a number of many digits": '{"format": ' + "9" * 10_000 + "}",
    "no number": '{"format": NaN}',
    "too deep": "[" * 100_000,
}


@pytest.mark.parametrize("told", BAD.values(), ids=BAD.keys())
def test_what_could_be_read_in_two_ways_or_in_none_is_refused(told: str) -> None:
    with pytest.raises(BadJson):
        read_message(told, record_pb2.GameRecord())
