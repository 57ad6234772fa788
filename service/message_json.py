"""Messages in protobuf's JSON, read from files that strangers write."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.message import Message

from service.plain import in_line

MessageT = TypeVar("MessageT", bound=Message)

# No message that is written as a document is nested as deeply.
_MAX_DEPTH = 20
_UNDERSCORE = re.compile(r"_([a-z0-9])")


class BadJson(ValueError):
    """A text is no such message; the message says why."""


def read_message(told: str, message: MessageT) -> MessageT:
    """The message that the text tells, filled in. Raises BadJson.

    A field has two spellings, `rules_version` and `rulesVersion`. A text that uses both would be read in two ways, so
    it is refused like one that uses the same twice.
    """
    try:
        value = json.loads(told, object_pairs_hook=_once)
        if not isinstance(value, dict):
            raise BadJson("it is no JSON object")
        return json_format.ParseDict(value, message, max_recursion_depth=_MAX_DEPTH)
    except RecursionError:
        raise BadJson("it is nested too deeply") from None
    except (json_format.ParseError, ValueError) as error:
        raise BadJson(in_line(str(error))) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len({_UNDERSCORE.sub(lambda found: found[1].upper(), key) for key in members}) < len(pairs):
        keys = sorted(key for key, _ in pairs)
        raise BadJson(f"one of the keys {', '.join(keys)[:200]} comes twice")
    return members
