"""What is expected of the service whatever it is sent: an answer or a readable refusal, and no trace of it later."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import grpc
from google.protobuf.message import Message

from canopy.v1 import engine_pb2
from engines.game import Game
from service.errors import Reason
from service.sealing import Sealer
from solver.problems import problems
from tests.trust.robustness.material import good_requests
from tests.trust.wire import IN_FLIGHT, OK, QUESTIONS, STREAM, Answer, Wire, responses, wire_bytes

# What is answered by a solver.
SOLVED = problems().keys()

# After so many bad requests a good call has to be answered as ever, another one each time. What changes for good is
# noticed at the end anyway, when all of them have to be.
CONFIRM_EVERY = 5

# What no request may lead to: these say that the service, not the caller, is wrong.
DEFECTS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.UNAVAILABLE}


def require_decent(rpc: str, answer: Answer) -> None:
    """The answer is a response, or a refusal with a reason of the table and its code and sentence."""
    if answer.code is OK:
        assert responses(rpc, answer.body)
        return
    assert answer.code not in DEFECTS, answer
    require_reason(answer.reason, answer.code.value[0], answer.message)
    assert (answer.status.code, answer.status.message) == (answer.code.value[0], answer.message)


def require_reason(name: str, code: int, message: str) -> None:
    """The reason is one that a caller can bring about."""
    reason = Reason[name]
    assert reason is not Reason.INTERNAL_ERROR
    assert code == reason.code
    assert message.startswith(reason.sentence)


def require_decent_in_stream(body: bytes) -> engine_pb2.PlayGameResponse:
    """The same for an answer of PlayGame, which is given back."""
    response = engine_pb2.PlayGameResponse.FromString(body)
    assert response.WhichOneof("answer")
    if response.HasField("error"):
        require_reason(response.error.reason, response.error.code, response.error.message)
    return response


class Witness:
    """Knows a good request of every RPC and its answer, and asks again after bad ones."""

    def __init__(
        self, wire: Wire, sealer: Sealer, game: Game, *, streams: bool = True, confirm_every: int = CONFIRM_EVERY
    ) -> None:
        """Without `streams` for a server that has no room for one, nor for calls that wait for their answers."""
        self._confirm_every = confirm_every
        self._provoked = 0
        self._wire = wire
        self._requests = dict(good_requests(sealer, game))
        if not streams:
            for rpc in (STREAM, *IN_FLIGHT, *QUESTIONS):
                self._requests.pop(rpc, None)
        # What a solver finds in its time differs, on a busy machine it finds nothing; so it is not written down.
        told = {rpc: request for rpc, request in self._requests.items() if rpc not in SOLVED}
        self._answers = {rpc: self._ask(rpc, request) for rpc, request in told.items()}
        self._next: Iterator[str] = cycle(self._requests)
        assert all(end.code is OK for _, end in self._answers.values())

    def _ask(self, rpc: str, request: Message) -> tuple[list[bytes], Answer]:
        return self._wire.stream([request, request]) if rpc == STREAM else ([], self._wire.call(rpc, request))

    def provoke(self, rpc: str, request: Message | bytes) -> None:
        """Send something, expect decency, and now and then a good call to be answered as ever."""
        raw = request if isinstance(request, bytes) else wire_bytes(request)
        if rpc == STREAM:
            bodies, end = self._wire.stream([raw])
            assert end.code is OK
            (body,) = bodies
            require_decent_in_stream(body)
        else:
            require_decent(rpc, self._wire.call(rpc, raw))
        self.confirm_now_and_then(next(self._next))

    def confirm_now_and_then(self, rpc: str) -> None:
        """After so many bad requests a good call is answered as ever."""
        self._provoked += 1
        if self._provoked % self._confirm_every == 0:
            self.confirm(rpc)

    def confirm(self, rpc: str) -> None:
        """One good call is answered as ever. What a solver finds out depends on the time it has, and is only decent."""
        bodies, end = self._ask(rpc, self._requests[rpc])
        if rpc in SOLVED:
            require_decent(rpc, end)
            assert end.reason in {"", Reason.NO_ANSWER_IN_TIME.name}
            return
        assert (bodies, end) == self._answers[rpc], f"{rpc} is answered otherwise now: {end._replace(body=b'')}"

    def confirm_all(self) -> None:
        """All of them are."""
        for rpc in self._requests:
            self.confirm(rpc)
