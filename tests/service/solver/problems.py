"""Problems that do one thing each, so that a test knows what a solver process is doing: the seed says which.

They answer the RPCs for suggestions, with suggestions whose text tells what there is to tell.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar

from google.protobuf.message import Message

from canopy.v1 import solver_pb2
from cext.stop import Stop
from engines.game import Malformed
from solver.answer import Answer, Report, Spent, Status
from solver.budget import Budget
from solver.position import Position
from solver.problems import Problem
from solver.wire import put_solution

CANARY = "canary-of-a-secret"
USUAL_NODES = 5


class Deed(IntEnum):
    """What a problem does, by its seed."""

    # Counts up to the nodes of its budget, tells each, and proves the last.
    COUNT = 0
    # Counts until it is stopped; tells when it has begun to.
    COUNT_FOR_EVER = 1
    # Tells one answer and then hears nothing any more.
    DEAF = 2
    # Says nothing and hears nothing.
    DEAF_AND_DUMB = 3
    # Tells one answer and dies.
    DIE = 4
    # Has a defect that knows a secret.
    DEFECT = 5
    # Does not like the question.
    REFUSE = 6
    # Tells which process it is, and how far COUNT_FOR_EVER came in it the last time.
    REMEMBER = 7
    # Tells very many answers.
    TALK = 8
    # Tells its only answer twice, on the way and in the end.
    REPEAT = 9
    # Tells one answer and computes for ever, whatever it hears.
    BUSY = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Answer):
    """An answer with words."""

    words: tuple[str, ...] = ()


_memory: list[int] = [0]


class _Doing(Problem[Said]):
    rpc: ClassVar[str]
    needs_seat = True
    response: ClassVar[type[Any]]

    def solve(self, request: Any, position: Position, budget: Budget, seed: int, stop: Stop, report: Report) -> Said:
        """As the seed says."""
        nodes = budget.or_nodes(USUAL_NODES).nodes or USUAL_NODES
        match Deed(seed):
            case Deed.COUNT:
                for node in range(1, nodes):
                    report(_said(seed, node, nodes))
                return _said(seed, nodes, nodes, status=Status.OPTIMAL)
            case Deed.COUNT_FOR_EVER:
                for node in _until(stop):
                    _memory[0] = node
                    if node == 1:
                        report(_said(seed, 0, None))
                return _said(seed, 1, None, cut_short=True)
            case Deed.DEAF:
                report(_said(seed, 1, 9))
                threading.Event().wait()
            case Deed.BUSY:
                report(_said(seed, 1, 9))
                while True:
                    _memory[0] += 1
            case Deed.DEAF_AND_DUMB:
                threading.Event().wait()
            case Deed.DIE:
                report(_said(seed, 1, 9))
                os.kill(os.getpid(), signal.SIGKILL)
            case Deed.DEFECT:
                raise ValueError(CANARY)
            case Deed.REFUSE:
                raise Malformed(f"Seat {position.viewer} asks for too much.")
            case Deed.REMEMBER:
                return _said(seed, 1, 1, words=(str(os.getpid()), str(_memory[0])))
            case Deed.TALK:
                for node in range(1, nodes):
                    report(_said(seed, node, nodes, words=(CANARY * 100,)))
                return _said(seed, nodes, nodes, status=Status.OPTIMAL)
            case Deed.REPEAT:
                report(_said(seed, 1, 1))
                return _said(seed, 1, 1)
        raise AssertionError("nobody comes here")

    def encode(self, request: Any, position: Position, answer: Said) -> Message:
        """The words as suggestions."""
        response = self.response(suggestions=[solver_pb2.Suggestion(text=words) for words in answer.words])
        put_solution(answer, response.solution)
        message: Message = response
        return message


def _until(stop: Stop) -> Iterator[int]:
    node = 0
    while not stop.is_set():
        node += 1
        yield node


def _said(seed: int, value: int, bound: int | None, *, status: Status = Status.FEASIBLE, **more: Any) -> Said:
    return Said(status=status, value=value, bound=bound, seed=seed, spent=Spent(nodes=value), **more)


class Unary(_Doing):
    """For SuggestMoves."""

    rpc = "SuggestMoves"
    response = solver_pb2.SuggestMovesResponse


class Streaming(_Doing):
    """For StreamSuggestions."""

    rpc = "StreamSuggestions"
    response = solver_pb2.StreamSuggestionsResponse


KNOWN: Mapping[str, Problem[Any]] = {problem.rpc: problem for problem in (Unary(), Streaming())}
