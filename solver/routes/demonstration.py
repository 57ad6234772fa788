"""An example of PlanHutRoute for a terminal: the last rounds of a game, planned for known events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canopy.v1 import amazonas_pb2, amazonas_solver_pb2, solving_pb2
from engines.games.amazonas.editions import EDITION_2005

if TYPE_CHECKING:
    from collections.abc import Iterator

    from canopy.client import Canopy

_PLAYERS = 3
_SEAT = 0
# Whoever asks does so in this round, after everybody has built whatever could be paid for.
_ROUND = 16
_BUDGET = solving_pb2.Budget(deterministic_seconds=8)
_SURE = {
    solving_pb2.SOLUTION_STATUS_OPTIMAL: "Nothing better exists, proved",
    solving_pb2.SOLUTION_STATUS_FEASIBLE: "The best that was found",
}


def demonstrate(canopy: Canopy) -> list[str]:
    """Play, ask, and tell the plan round by round."""
    table = canopy.create_game(EDITION_2005.id, _PLAYERS, request_id=b"demo of routes")
    key = table.seat_keys[_SEAT]
    token = _played_on(canopy, table.token, table.host_key)
    view = canopy.get_view(token, key).view.amazonas
    request = amazonas_solver_pb2.PlanHutRouteRequest(
        position=solving_pb2.Position(table=solving_pb2.TablePosition(token=token, key=key)),
        budget=_BUDGET,
        seed=1,
        events=[kind.event for kind in view.events_left for _ in range(kind.left)],
    )
    *_, answer = canopy.call_stream(canopy.solver.PlanHutRoute, request)
    solution = answer.solution
    return [
        f"How does seat {_SEAT} best go on from round {_ROUND} of Amazonas, if these events come? (PlanHutRoute)",
        *_rounds(answer, {village.village: village.name for village in view.villages}),
        f"  {_SURE[solution.status]}: {solution.value:.0f} points; the bound is {solution.bound:.0f}. They are "
        + ", ".join(f"{item.name} {item.points}" for item in answer.items),
    ]


def _played_on(canopy: Canopy, token: bytes, host_key: bytes) -> bytes:
    """The table when income cards are chosen in that round. Everybody builds first, and else does the first thing."""
    while True:
        view = canopy.get_view(token).view.amazonas
        if view.round == _ROUND and view.step == amazonas_pb2.AMAZONAS_STEP_CARDS:
            return token
        seat = canopy.get_view(token).status.seats_to_act[0]
        moves = [legal.text for legal in canopy.list_legal_moves(token, host_key, seat=seat).moves]
        move = next((text for text in moves if text.startswith("build")), moves[0])
        token = canopy.apply_moves(token, host_key, moves=[(seat, move)]).token


def _rounds(answer: amazonas_solver_pb2.PlanHutRouteResponse, villages: dict[int, str]) -> Iterator[str]:
    for planned in answer.rounds:
        event = amazonas_pb2.AmazonasEventCard.Name(planned.event).removeprefix("AMAZONAS_EVENT_CARD_").lower()
        done = [f"card {planned.card}"] if planned.HasField("card") else []
        if planned.hired:
            done.append("a native is hired")
        done += [f"a hut in {villages[hut.village]} for {hut.price_silver} silver" for hut in planned.huts]
        told = ", ".join(done) or "nothing"
        yield f"  round {planned.round} ({event.replace('_', ' ')}): {told}; {planned.silver_after} silver are left"
