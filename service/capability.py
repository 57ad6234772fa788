"""Capabilities: who may do what at a table.

A key is a sealed (role, game id, seat). The host may look at and advance everything; a seat may look at its own view,
ask about its own moves and commit to one; whoever has no key is a spectator. No seat ever advances a table: whoever
could, could apply a move to a copy of the table, look at the dice and take another move.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from service.errors import Reason, Refusal
from service.sealing import Purpose, Sealer, Unopenable
from service.table import Table

_KEY = struct.Struct("<B16sB")
# The keys that are in use in a busy hour; a host brings the same one with every call.
_OPENED = 4096


class Role(IntEnum):
    """What somebody is at a table."""

    SPECTATOR = 0
    HOST = 1
    SEAT = 2


_ROLES_OF_KEYS = (Role.HOST, Role.SEAT)


def host_key(sealer: Sealer, game_id: bytes) -> bytes:
    """The key of a table's host."""
    return sealer.seal(Purpose.KEY, _KEY.pack(Role.HOST, game_id, 0))


def seat_key(sealer: Sealer, game_id: bytes, seat: int) -> bytes:
    """The key of a seat."""
    return sealer.seal(Purpose.KEY, _KEY.pack(Role.SEAT, game_id, seat))


@dataclass(frozen=True, slots=True)
class Access:
    """What a key gives at one table."""

    role: Role
    # The seat of a seat key; None otherwise.
    seat: int | None
    players: int

    def viewer(self, named: int | None) -> int | None:
        """The seat whose view is asked for, None for a spectator's. `named` is the seat that the request names."""
        if named is None or named == self.seat:
            return self.seat
        self._require_host("Only the host may ask for another seat's view.")
        return self._existing(named)

    def mover(self, named: int | None) -> int:
        """The seat whose moves are asked about."""
        if self.role is Role.SPECTATOR:
            raise Refusal(Reason.KEY_LACKS_RIGHT, "A spectator may not ask about moves.")
        if self.seat is not None and named in (None, self.seat):
            return self.seat
        self._require_host("Only the host may ask about another seat's moves.")
        if named is None:
            raise Refusal(Reason.MALFORMED, "With the host's key the request has to name a seat.")
        return self._existing(named)

    def committer(self) -> int:
        """The seat that may commit to a move."""
        if self.seat is None:
            raise Refusal(Reason.KEY_LACKS_RIGHT, "Only a seat may commit to a move.")
        return self.seat

    def require_advance(self) -> None:
        """Refuses everybody who may not advance the table."""
        self._require_host("Only the host may advance the table, or try what would happen.")

    def _require_host(self, detail: str) -> None:
        if self.role is not Role.HOST:
            raise Refusal(Reason.KEY_LACKS_RIGHT, detail)

    def _existing(self, seat: int) -> int:
        if seat >= self.players:
            raise Refusal(Reason.MALFORMED, f"There is no seat {seat}; the seats are 0 to {self.players - 1}.")
        return seat


def open_access(sealer: Sealer, key: bytes, table: Table) -> Access:
    """What the key gives at the table; without a key, what a spectator has. Refuses foreign and unopenable keys."""
    players = table.setup.players
    if not key:
        return Access(Role.SPECTATOR, None, players)
    role, game_id, seat = _open_key(sealer, key)
    if game_id != table.game_id:
        raise Refusal(Reason.KEY_OF_ANOTHER_TABLE)
    return Access(Role.HOST, None, players) if role == Role.HOST else Access(Role.SEAT, seat, players)


@lru_cache(maxsize=_OPENED)
def _open_key(sealer: Sealer, key: bytes) -> tuple[int, bytes, int]:
    """Role, game id and seat of a key; kept, unless it is refused."""
    try:
        role, game_id, seat = _KEY.unpack(sealer.open(Purpose.KEY, key))
    except (Unopenable, struct.error):
        # What is spelled otherwise was sealed by another version of this service.
        raise Refusal(Reason.KEY_UNOPENABLE) from None
    if role not in _ROLES_OF_KEYS:
        raise Refusal(Reason.KEY_UNOPENABLE)
    return role, game_id, seat
