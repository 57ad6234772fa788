"""The host and the seats of tables, over the wire: what they do in the tests of secrecy and of integrity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canopy.v1 import common_pb2, engine_pb2
from service.capability import host_key, seat_key
from service.commitment import seal_commitment
from service.sealing import Sealer
from service.table import Table, open_table, seal_table
from tests.trust.requests import as_text
from tests.trust.wire import OK, Answer, Wire


@dataclass(frozen=True)
class Host:
    """The host of every table, who also passes on what the seats say."""

    wire: Wire
    sealer: Sealer

    def apply(
        self,
        table: Table,
        *actions: engine_pb2.Action,
        viewers: Sequence[int | None] = (None,),
        memory: bool = False,
        validate_only: bool = False,
    ) -> Answer:
        """ApplyMoves with the host's key; the views with what their viewers remember, or without."""
        request = engine_pb2.ApplyMovesRequest(
            token=seal_table(self.sealer, table),
            key=host_key(self.sealer, table.game_id),
            actions=actions,
            viewers=[common_pb2.Viewer(seat=viewer) for viewer in viewers],
            include_views=True,
            include_memory=memory,
            validate_only=validate_only,
        )
        return self.wire.call("ApplyMoves", request)

    def after(self, answer: Answer) -> Table:
        """The table that an answer to `apply` gives."""
        assert answer.code is OK, answer.message
        return open_table(self.sealer, engine_pb2.ApplyMovesResponse.FromString(answer.body).token)

    def commit(self, table: Table, seat: int, word: int) -> bytes:
        """What CommitMove seals for a seat."""
        request = engine_pb2.CommitMoveRequest(
            token=seal_table(self.sealer, table),
            key=seat_key(self.sealer, table.game_id, seat),
            move=as_text(table.setup, word),
        )
        answer = self.wire.call("CommitMove", request)
        assert answer.code is OK, answer.message
        return engine_pb2.CommitMoveResponse.FromString(answer.body).commitment

    def action(self, table: Table, seat: int, word: int, *, sealed: bool) -> engine_pb2.Action:
        """A seat's move, openly or as the seat would seal it."""
        if sealed:
            return sealed_action(seal_commitment(self.sealer, table, seat, word))
        return engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=as_text(table.setup, word)))

    def decide(self, table: Table, which: int = 0) -> Table:
        """The table after everybody who is asked has taken a legal move: the first, or the one of that index."""
        chosen = [(seat, table.state.legal_moves(seat)) for seat in table.state.to_act()]
        actions = [self.action(table, seat, legal[which % len(legal)], sealed=False) for seat, legal in chosen]
        return self.after(self.apply(table, *actions))


def sealed_action(commitment: bytes) -> engine_pb2.Action:
    """The application of a sealed move."""
    return engine_pb2.Action(commitment=commitment)
