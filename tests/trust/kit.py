"""Non-interference: tables that differ in nothing that a viewer can know, and what it means to be told the same.

`lookalikes` makes the other tables of a table for one viewer. `asked` brings a request from one table to another.
`told` is the form in which two answers have to be equal. That is all of an answer, byte for byte: the response, or
code, message, details and trailers of the refusal. With one exception: a sealed move (CommitMove) is bound to the
decision of its table, and where the decision differs so do its bytes. Then its length and what is in it are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from google.protobuf.message import Message

from canopy.v1 import engine_pb2, referee_pb2
from cext.kernel import State
from service.commitment import open_commitment
from service.errors import Refusal
from service.sealing import Sealer
from service.table import Table, seal_table
from tests.trust.wire import OK, STREAM, Answer, Wire

# How often what is hidden is sampled anew to find a state that differs.
_SAMPLES = 4


class Lookalike(NamedTuple):
    """A table that the viewer must not be able to tell from another one, and in what the two differ."""

    differs_in: str
    table: Table


def lookalikes(table: Table, viewer: int | None) -> Iterator[Lookalike]:
    """Tables that differ from this one only in what the viewer cannot know."""
    yield Lookalike("the dice to come", with_other_seed(table))
    if (state := another_state(table, viewer)) is not None:
        world = with_other_state(table, state)
        yield Lookalike("what others hide", world)
        yield Lookalike("what others hide and the dice to come", with_other_seed(world))


def another_state(table: Table, viewer: int | None) -> State | None:
    """A state that might be this one for all that the viewer knows; None when it knows all of it."""
    sampled = (table.state.determinize(viewer, seed) for seed in range(_SAMPLES))
    return next((state for state in sampled if state != table.state), None)


def with_other_state(table: Table, state: State) -> Table:
    """The table with another state; the chain of what happened would be another one too."""
    return replace(table, state=state, transcript=b"another history".ljust(32))


def with_other_seed(table: Table) -> Table:
    """The table with other dice to come and another chain up to here; what was promised of the secret stays.

    A finished table keeps its seed, because RevealGame opens it. At an EXTERNAL table nothing is promised or drawn;
    there it is the secret that is another one.
    """
    changed = replace(table, transcript=b"another chain".ljust(32), decision=b"another decision".ljust(32))
    if table.is_external:
        return replace(changed, server_secret=b"another secret".ljust(32))
    if table.state.is_over or table.awaits_seeds:
        return changed
    return replace(changed, seed=b"another seed".ljust(32))


# --- Asking ----------------------------------------------------------------------------------------------------------


class Ears:
    """Asks the server as it is asked of one table, and brings what is heard into a form that can be compared."""

    def __init__(self, wire: Wire, sealer: Sealer, table: Table) -> None:
        self._wire = wire
        self._sealer = sealer
        self._table = table
        self.token = seal_table(sealer, table)

    def hear(self, rpc: str, requests: Sequence[Message]) -> list[object]:
        """What the server answers to these requests when they are made at this table."""
        here = [at_table(request, self.token) for request in requests]
        if rpc != STREAM:
            return [self._told(rpc, self._wire.call(rpc, request)) for request in here]
        bodies, end = self._wire.stream(here)
        return [end, *map(self._told_in_stream, bodies)]

    def _told(self, rpc: str, answer: Answer) -> object:
        if rpc != "CommitMove" or answer.code is not OK:
            return answer
        response = engine_pb2.CommitMoveResponse.FromString(answer.body)
        return answer._replace(body=b""), self._opened(response)

    def _told_in_stream(self, body: bytes) -> object:
        response = engine_pb2.PlayGameResponse.FromString(body)
        if response.WhichOneof("answer") != "commit_move":
            return body
        return response.id, self._opened(response.commit_move)

    def _opened(self, response: engine_pb2.CommitMoveResponse) -> object:
        """What a sealed move is to its seat: of this table and this decision, this move, so long."""
        try:
            opened = open_commitment(self._sealer, response.commitment)
        except Refusal:
            return response.commitment
        of_this_decision = opened.is_for(self._table.game_id, self._table.decision)
        return opened.seat, opened.word, of_this_decision, len(response.commitment)


def at_table(request: Message, token: bytes) -> Message:
    """The same request with another token, where it has one."""
    copy = type(request)()
    copy.CopyFrom(request)
    call = copy
    if isinstance(copy, referee_pb2.VerifyGamesRequest):
        call = copy.game
    if isinstance(call, referee_pb2.VerifyGameRequest):
        call = call.record.ending
    if isinstance(copy, referee_pb2.CompareTokensRequest):
        copy.first = token
        if request.first == request.second:  # type: ignore[attr-defined]
            copy.second = token
    if isinstance(copy, engine_pb2.PlayGameRequest) and (field := copy.WhichOneof("call")):
        call = getattr(copy, field)
    if "position" in call.DESCRIPTOR.fields_by_name:
        call = call.position  # type: ignore[attr-defined]
        if call.WhichOneof("source") == "table":
            call = call.table
    if "token" in call.DESCRIPTOR.fields_by_name:
        call.token = token  # type: ignore[attr-defined]
    return copy
