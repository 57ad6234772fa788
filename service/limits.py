"""How much one call may hold and ask for. Whatever is over a limit is refused with TOO_LARGE, which names the limit.

A worker answers one call after the other, so whatever one call takes, all others wait for. With these limits no call
takes it much longer than a tenth of a second, whatever the ruleset, the content and the number of players; and an
answer is no more than a usual client reads (4 MiB) and a worker can keep for somebody who reads slowly.

An honest host meets none of them: all moves of a round of the largest table fit into one call, and so do views for all
at tables of up to 22 players. Who wants views for all of fifty asks for some of the viewers and then, with the same
call, for the others: the same actions give the same table.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.content import MAX_INLINE_PACK
from service.errors import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Limits:
    """Counts and sizes, all inclusive."""

    request_bytes: int = 256 * 1024
    response_bytes: int = 1024 * 1024
    actions: int = 512
    viewers: int = 64
    # Views asked for in one call, times the seats of the table, each of which is shown in every view.
    seats_in_views: int = 512
    # The view that a picture is made from, serialised. A picture has some thirty bytes for each of these.
    drawn_view_bytes: int = 32 * 1024
    client_seeds: int = 64
    client_seed_bytes: int = 64
    request_id_bytes: int = 64
    pack_bytes: int = MAX_INLINE_PACK
    # Plies, and decisions about conduct, of a record; the longest games have a thousand.
    record_plies: int = 8192
    worlds: int = 64
    # At all tables of a tournament together.
    tournament_seats: int = 8000
    # With every world there may be a view of every seat.
    world_views: int = 256


def require_at_most(limit: int, actual: int, what: str, advice: str = "") -> None:
    """Refuses what is over its limit, with a sentence of advice, if there is any."""
    if actual > limit:
        raise Refusal(
            Reason.TOO_LARGE,
            f"At most {limit} {what}, not {actual}. {advice}".rstrip(),
            metadata={"limit": str(limit), "actual": str(actual)},
        )
