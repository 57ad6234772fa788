"""A table played through the client, for tests that need one somewhere in a game, whatever the game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canopy.client import Canopy
from canopy.v1 import engine_pb2


def usual_players(canopy: Canopy, ruleset: str) -> int:
    """Two, or as many as the ruleset takes that come next to it."""
    summary = canopy.get_ruleset(ruleset).summary
    return min(max(summary.min_players, 2), summary.max_players)


class Driven:
    """A table with its keys, its newest token, and all events that a spectator was told."""

    def __init__(self, canopy: Canopy, ruleset: str, players: int | None = None, **create: Any) -> None:
        self.canopy = canopy
        created = canopy.create_game(ruleset, players or usual_players(canopy, ruleset), **create)
        self.token = created.token
        self.host_key = created.host_key
        self.seat_keys = list(created.seat_keys)
        self.status = created.status
        self.events = list(created.events)

    @property
    def seats(self) -> Sequence[int]:
        """Who is asked for a move."""
        return self.status.seats_to_act

    def legal(self, seat: int) -> list[str]:
        """The legal moves of a seat, as text."""
        return [move.text for move in self.canopy.list_legal_moves(self.token, self.seat_keys[seat]).moves]

    def commit(self, seat: int, move: str) -> bytes:
        """The commitment of a seat."""
        return self.canopy.commit_move(self.token, self.seat_keys[seat], move).commitment

    def apply(self, **told: Any) -> engine_pb2.ApplyMovesResponse:
        """Apply something and go on from there."""
        response = self.canopy.apply_moves(self.token, self.host_key, **told)
        self.token = response.token
        self.status = response.status
        self.events += response.updates[0].events
        return response

    def decide(self, which: int = 0) -> engine_pb2.ApplyMovesResponse:
        """Everybody who is asked takes a legal move: the first, or the one of that index from either end."""
        moves = [(seat, self.legal(seat)) for seat in self.seats]
        return self.apply(moves=[(seat, legal[which % len(legal)]) for seat, legal in moves])

    def finish(self) -> None:
        """Play to the end."""
        while not self.status.finished:
            self.decide(which=7)
