"""How much one request may hold. Whatever is over a limit is refused with TOO_LARGE, which names the limit."""

from __future__ import annotations

from dataclasses import dataclass

from engines.content import MAX_INLINE_PACK
from service.errors import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts and sizes, all inclusive."""

    request_bytes: int = 256 * 1024
    actions: int = 512
    viewers: int = 64
    client_seeds: int = 64
    client_seed_bytes: int = 64
    request_id_bytes: int = 64
    pack_bytes: int = MAX_INLINE_PACK
    worlds: int = 64
    # With every world there may be a view of every seat.
    world_views: int = 256


def require_at_most(limit: int, actual: int, what: str) -> None:
    """Refuses what is over its limit."""
    if actual > limit:
        raise Refusal(
            Reason.TOO_LARGE,
            f"At most {limit} {what}, not {actual}.",
            metadata={"limit": str(limit), "actual": str(actual)},
        )
