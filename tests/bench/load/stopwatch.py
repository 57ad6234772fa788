"""Takes the time of every part of ApplyMoves while a service runs, by standing in for the real functions."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from time import perf_counter_ns
from types import ModuleType
from typing import Any

from service import engine, play, rpc, wire

# The call as a whole, from the request's bytes to the answer's, but for reading, writing and counting.
WHOLE = "the call itself"
# What it consists of, in the order in which it happens. None holds another.
PARTS: dict[str, tuple[ModuleType | type, str]] = {
    "open the token": (engine, "open_table"),
    "open the key": (engine, "open_access"),
    "read the moves": (wire, "move_from_wire"),
    "apply moves, dice and cards": (play, "apply"),
    "seal the new token": (engine, "seal_table"),
    "fill in the status": (wire, "put_status"),
    "fill in the events": (wire, "put_events"),
}
# Beside the call; an empty call has these, too.
AROUND: dict[str, tuple[ModuleType | type, str]] = {
    "parse the request": (rpc._Parser, "parse"),
    "count and log": (rpc.Wrapper, "_end"),
}


class Stopwatch:
    """The nanoseconds that each part has taken, call by call."""

    def __init__(self) -> None:
        """From now on all parts are timed."""
        self._taken: dict[str, list[int]] = {}
        for name, (place, function) in {**PARTS, **AROUND, WHOLE: (engine.Engine, "apply_moves")}.items():
            setattr(place, function, self._timed(name, getattr(place, function)))

    def _timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        taken = self._taken.setdefault(name, [])

        def timed(*arguments: Any) -> Any:
            begun = perf_counter_ns()
            answer = function(*arguments)
            taken.append(perf_counter_ns() - begun)
            return answer

        return timed

    def as_json(self) -> str:
        """The median of every part in microseconds: a call during which another program ran does not count."""
        return json.dumps({name: statistics.median(taken) / 1000 for name, taken in self._taken.items() if taken})
