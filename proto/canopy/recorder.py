"""A recorder: keeps the record of a game while a host plays it.

    recorder = Recorder()
    table = recorder.create(canopy.create_game("trek12-amazonia", players=2, include_plies=True))
    reply = recorder.apply(canopy.apply_moves(table.token, table.host_key, moves=moves, include_plies=True))
    ...
    recorder.reveal(canopy.reveal_game(reply.token))
    verdict = canopy.verify_game(recorder.record).verdict

Only a host can keep one, for it holds what players choose in secret; it belongs to nobody else before the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from canopy.v1 import common_pb2, engine_pb2, record_pb2


class Recorder:
    """The record of one game so far."""

    def __init__(self) -> None:
        self.record = record_pb2.GameRecord(format=1)

    def create(
        self,
        response: engine_pb2.CreateGameResponse,
        *,
        client_seeds: Iterable[bytes] = (),
        content_pack_json: str | None = None,
        names: Iterable[str] = (),
    ) -> engine_pb2.CreateGameResponse:
        """Begin with the answer to CreateGame; gives it back.

        Client seeds and a pack of the table's own have to be told again: an answer does not hold them.
        """
        status = response.status
        record = self.record
        record.ruleset = status.ruleset
        record.rules_version = status.rules_version
        record.players = status.players
        record.options.extend(status.options)
        if content_pack_json is None:
            record.content_pack_id = status.content.id
        else:
            record.content_pack_json = content_pack_json
        record.content_digest = status.content.digest
        record.game_id = status.game_id
        record.client_seeds.extend(client_seeds)
        for seat, name in enumerate(names):
            record.seats.add(seat=seat, name=name)
        self._go_on(response.token, status, response.plies, response.transcript)
        return response

    def apply(
        self, response: engine_pb2.ApplyMovesResponse, *, client_seeds: Iterable[bytes] = ()
    ) -> engine_pb2.ApplyMovesResponse:
        """Go on with the answer to ApplyMoves; gives it back. Client seeds that were told have to be told again."""
        self.record.client_seeds.extend(client_seeds)
        self._go_on(response.token, response.status, response.plies, response.transcript)
        return response

    def adjudicate(self, conduct: record_pb2.Conduct, seat: int | None = None, *, comment: str = "") -> None:
        """Write down a decision about conduct."""
        self.record.plies.add(adjudication=record_pb2.Adjudication(conduct=conduct, seat=seat), comment=comment)

    def clock(self, *, left: int | None = None, used: int | None = None) -> None:
        """Write the clock to the last ply, in milliseconds."""
        ply = self.record.plies[-1]
        if left is not None:
            ply.milliseconds_left = left
        if used is not None:
            ply.milliseconds_used = used

    def reveal(self, response: engine_pb2.RevealGameResponse) -> engine_pb2.RevealGameResponse:
        """End with the answer to RevealGame; gives it back."""
        self.record.ending.server_secret = response.server_secret
        return response

    def _go_on(
        self,
        token: bytes,
        status: common_pb2.TableStatus,
        plies: Iterable[record_pb2.RecordedPly],
        transcript: bytes,
    ) -> None:
        if not transcript:
            raise ValueError("the answer holds no plies: it was not asked with include_plies")
        self.record.plies.extend(plies)
        self.record.fairness.CopyFrom(status.fairness)
        self.record.ending.transcript = transcript
        self.record.ending.token = token
