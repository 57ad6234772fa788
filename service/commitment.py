"""Commitments: a seat's move, sealed for the host, who can apply it but not read it.

It is bound to one decision of one table: the transcript as it was when the decision began. In another round, at
another table or in a fork with another past it is refused. All commitments have the same length.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from service.errors import Reason, Refusal
from service.sealing import Purpose, Sealer, Unopenable
from service.table import Table

_COMMITMENT = struct.Struct("<16s32sBQ")


@dataclass(frozen=True, slots=True)
class Commitment:
    """A move that is kept secret until it is applied."""

    game_id: bytes
    decision: bytes = field(repr=False)
    seat: int
    word: int = field(repr=False)

    def is_for(self, game_id: bytes, decision: bytes) -> bool:
        """Whether it was made for this decision of this table."""
        return self.game_id == game_id and self.decision == decision


def seal_commitment(sealer: Sealer, table: Table, seat: int, word: int) -> bytes:
    """The commitment of a seat to a legal move."""
    return sealer.seal(Purpose.COMMITMENT, _COMMITMENT.pack(table.game_id, table.decision, seat, word))


def open_commitment(sealer: Sealer, sealed: bytes) -> Commitment:
    """The inverse of seal_commitment. Refuses what cannot be opened."""
    try:
        return Commitment(*_COMMITMENT.unpack(sealer.open(Purpose.COMMITMENT, sealed)))
    except (Unopenable, struct.error):
        # What is spelled otherwise was sealed by another version of this service.
        raise Refusal(Reason.COMMITMENT_UNOPENABLE) from None
