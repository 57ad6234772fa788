"""The referee as the service offers it: every call of RefereeService as a plain function from request to response."""

from __future__ import annotations

from service.keyring import KeyRing
from service.limits import Limits
from service.sealing import Sealer


class Referee:
    """Answers the calls. It holds a key ring and limits, and nothing about any game."""

    def __init__(self, ring: KeyRing, limits: Limits | None = None) -> None:
        self._sealer = Sealer(ring)
        self.limits = limits or Limits()
