"""Tournaments for tests, made from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from canopy.v1 import tournament_pb2

SWISS = tournament_pb2.TOURNAMENT_FORMAT_SWISS
LEAGUE = tournament_pb2.TOURNAMENT_FORMAT_LEAGUE


def started(players: int, format_: tournament_pb2.TournamentFormat = SWISS) -> tournament_pb2.Tournament:
    """A tournament in which nothing has been played."""
    return tournament_pb2.Tournament(
        format=format_, players=[tournament_pb2.TournamentPlayer(id=f"p{number}") for number in range(players)]
    )


def play(tournament: tournament_pb2.Tournament, round_: int, players: Sequence[str], places: Sequence[int]) -> None:
    """A table: by seat, who sat there and in which place they came."""
    tournament.tables.add(
        round=round_,
        seats=[
            tournament_pb2.TournamentSeat(player=player, place=place)
            for player, place in zip(players, places, strict=True)
        ],
    )


def shuffled(rng: random.Random, tournament: tournament_pb2.Tournament) -> tournament_pb2.Tournament:
    """The same, told in another order."""
    other = tournament_pb2.Tournament()
    other.CopyFrom(tournament)
    members: Any
    for members in (other.players, other.byes, other.tables):
        told = list(members)
        rng.shuffle(told)
        del members[:]
        members.extend(told)
    return other


def random_places(rng: random.Random, players: int) -> list[int]:
    """Places of a table, some of them shared."""
    strength = [rng.randrange(4) for _ in range(players)]
    return [1 + sum(other > own for other in strength) for own in strength]


def played_by_lot(rng: random.Random, players: int, rounds: int) -> tournament_pb2.Tournament:
    """Some rounds of a Swiss tournament at tables of 2 to 5 that were drawn by lot, the odd one out with a bye."""
    tournament = started(players)
    for round_ in range(1, rounds + 1):
        left = [player.id for player in tournament.players]
        rng.shuffle(left)
        while len(left) > 1:
            size = min(len(left), rng.randint(2, 5))
            seated, left = left[:size], left[size:]
            play(tournament, round_, seated, random_places(rng, size))
        for player in left:
            tournament.byes.add(round=round_, player=player)
    return tournament
