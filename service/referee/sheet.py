"""The fairness sheet of a record: all draws as bare numbers, for the checkers in deploy/verify, which know no game.

A sheet lists for every chance ply its domain, the bounds below which numbers were drawn, in order, and the numbers.
"""

from __future__ import annotations

from typing import Any

from canopy.v1 import record_pb2
from cext.kernel import CHANCE_SEAT, UNTOLD, State
from cext.streams import GameStream
from service import fairness
from service.limits import Limits
from service.referee.story import Story, read

FORMAT = "canopy fairness sheet 1"


class NoSheet(ValueError):
    """A record does not hold what a sheet is made of; the message says what is missing."""


class _Listener(GameStream):
    """A stream that writes down what is drawn from it."""

    def __init__(self, seed: bytes, domain: str) -> None:
        super().__init__(seed, domain)
        self.bounds: list[int] = []
        self.values: list[int] = []

    def below(self, bound: int) -> int:
        """As in GameStream."""
        value = super().below(bound)
        self.bounds.append(bound)
        self.values.append(value)
        return value


def sheet_of(record: record_pb2.GameRecord, limits: Limits) -> dict[str, Any]:
    """The sheet of a record. Raises NoSheet, BadRecord and Refusal (TOO_LARGE).

    What a sheet lists follows from the secret, so there is none of a record that shows something else, or is wrong
    otherwise: it would be a fair one, of another game.
    """
    story = read(record, limits)
    if story.is_external:
        raise NoSheet("the dice and cards of this record were told from outside")
    if not story.ending.server_secret or not story.game_id:
        raise NoSheet("the record does not hold the server secret, or not the game id")
    if not story.told_seeds_hash:
        raise NoSheet("the record does not hold the client seeds")
    if not story.promise.commitment or not story.promise.client_seeds_hash:
        raise NoSheet("the record does not hold the commitment, or not the hash of the client seeds")
    return {
        "format": FORMAT,
        "game_id": story.game_id.hex(),
        "server_secret": story.ending.server_secret.hex(),
        "client_seeds": [seed.hex() for seed in record.client_seeds],
        "commitment": story.promise.commitment.hex(),
        "client_seeds_hash": story.promise.client_seeds_hash.hex(),
        "draws": _draws(story),
    }


def _draws(story: Story) -> list[dict[str, Any]]:
    seed = fairness.derive_seed(story.ending.server_secret, story.told_seeds_hash, story.game_id)
    setup = story.setup
    state = State.start(setup.rules)
    draws = []
    for ply, (seat, word) in enumerate(zip(story.seats, story.words, strict=True), start=1):
        if seat == CHANCE_SEAT:
            domain = state.chance_domain
            if not domain:
                raise _wrong(ply)
            listener = _Listener(seed, domain)
            drawn = state.draw_from(listener)
            if word not in (UNTOLD, drawn):
                raise _wrong(ply)
            draws.append(
                {
                    "ply": ply,
                    "domain": domain,
                    "bounds": listener.bounds,
                    "values": listener.values,
                    "outcome": setup.game.outcome_text(setup, drawn),
                }
            )
            state, _ = state.resolve(drawn)
        elif seat >= setup.players or state.check(seat, word):
            raise _wrong(ply)
        else:
            state, _ = state.apply(seat, word)
    if story.unreadable is not None:
        raise _wrong(story.unreadable.ply + 1)
    return draws


def _wrong(ply: int) -> NoSheet:
    return NoSheet(f"ply {ply} is not what rules and secret allow; `canopy record verify` tells why")
