"""What a viewer might ask SolverService about a table.

Every question has a position, and most have a budget and a seed; these are filled in here. Whatever else a question
has, `tests/solver/<package>/trust_cases.py` says: a function `CASES[rpc](setup)` makes requests without a position,
for the package of `solver` that answers it. They ask for little work.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from google.protobuf.message import Message

import solver
from canopy.v1 import solving_pb2
from cext.kernel import State
from engines.game import Setup
from tests.trust.wire import METHODS, QUESTIONS, request_class

# So little work that it is done long before anybody would stop it.
NODES = 8
WORLDS = 2

Cases = Callable[[Setup, State], Iterable[Message]]

# The fields that are filled in here.
USUAL = {"position", "budget", "seed", "count", "include_views", "query"}


@cache
def cases() -> Mapping[str, Cases]:
    """What the packages of `solver` say of their questions, by RPC."""
    found: dict[str, Cases] = {}
    for package in pkgutil.iter_modules(solver.__path__):
        module = f"tests.solver.{package.name}.trust_cases"
        if package.ispkg and _exists(module):
            found.update(importlib.import_module(module).CASES)
    return found


def _exists(module: str) -> bool:
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return False
    return found is not None


def has_usual_fields_only(rpc: str) -> bool:
    """Whether nothing has to be said of this question."""
    return set(METHODS[rpc].input_type.fields_by_name) <= USUAL


def good_questions(setup: Setup, state: State, position: solving_pb2.Position) -> Iterator[tuple[str, Message]]:
    """Requests that are answered, one for each question that can be asked about the state, by RPC."""
    for rpc in QUESTIONS:
        bare, *others = questions(rpc, setup, state, position)
        if others or rpc not in cases():
            yield rpc, [*others, bare][0]


def questions(rpc: str, setup: Setup, state: State, position: solving_pb2.Position) -> Iterator[Message]:
    """The requests for a position: the bare one, and what the question's own package says."""
    for case in (request_class(rpc)(), *cases().get(rpc, lambda *_: ())(setup, state)):
        asked: Any = type(case)()
        asked.CopyFrom(case)
        asked.position.CopyFrom(position)
        asked.seed = asked.seed or 1
        known = asked.DESCRIPTOR.fields_by_name
        if "budget" in known and not asked.HasField("budget"):
            asked.budget.nodes = NODES
        if "count" in known:
            asked.count = WORLDS
            asked.include_views = True
        yield asked


def of_table(token: bytes, key: bytes, seat: int | None = None) -> solving_pb2.Position:
    """A table as a position."""
    return solving_pb2.Position(table=solving_pb2.TablePosition(token=token, key=key, seat=seat))
