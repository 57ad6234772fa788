"""The questions that can be asked: `Problem`, and the registry that finds them by looking into this package.

A problem is one RPC of SolverService, or one of another service whose work is done by the solver processes. A
sub-package or module of `solver` lists its own in `PROBLEMS`. It is imported by processes that never solve anything, so
it imports OR-Tools only where a model is built.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from google.protobuf.message import Message

import solver
from cext.stop import Stop
from solver.answer import Answer, Report
from solver.budget import Budget

if TYPE_CHECKING:
    from canopy.client import Canopy

AnswerT = TypeVar("AnswerT", bound=Answer)


class Problem(ABC, Generic[AnswerT]):
    """One question. Instances are stateless; every method is a pure function of its arguments, but for `stop`.

    `position` is a `solver.position.Position`, or None where none is needed.

    Every request has the fields `budget` and `seed` of solver.proto, and `position` if the question starts from one;
    whoever calls `solve` has read them.
    Whatever is wrong with the rest of it is raised as `engines.game.Malformed`, or as a subclass of it.
    """

    # The name of the RPC.
    rpc: ClassVar[str]
    # Whether the question is about a seat's moves; otherwise whoever may see the position may ask it.
    needs_seat: ClassVar[bool]
    # Whether that seat has to be able to move now: it is asked, or may interrupt.
    needs_turn: ClassVar[bool] = False
    # Whether the question starts from a position of a game; otherwise it is given none.
    needs_position: ClassVar[bool] = True

    @abstractmethod
    def solve(self, request: Any, position: Any, budget: Budget, seed: int, stop: Stop, report: Report) -> AnswerT:
        """The answer; every better one on the way goes to `report`. Stopped, it returns the best there is so far."""

    def check(self, request: Any) -> None:
        """Raises Malformed for what is wrong with the request itself. It is cheap, and called before any work."""
        del request

    @abstractmethod
    def encode(self, request: Any, position: Any, answer: AnswerT) -> Message:
        """The response that tells an answer: reported or returned. See `solver.wire`."""

    def demonstrate(self, canopy: Canopy) -> list[str]:
        """Ask a service an example and tell the answer in lines for a terminal: always the same, empty without one."""
        del canopy
        return []


@cache
def problems() -> Mapping[str, Problem[Any]]:
    """Every problem by the name of its RPC, ascending."""
    found: dict[str, Problem[Any]] = {}
    for problem in sorted(_discover(), key=lambda problem: problem.rpc):
        if problem.rpc in found:
            raise ValueError(f"two modules answer {problem.rpc}")
        found[problem.rpc] = problem
    return MappingProxyType(found)


def _discover() -> Iterator[Problem[Any]]:
    for module in pkgutil.iter_modules(solver.__path__):
        yield from getattr(importlib.import_module(f"{solver.__name__}.{module.name}"), "PROBLEMS", ())
