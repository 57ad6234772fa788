"""Two replicas behind a client that takes them in turn, one after the other killed: every game ends as it should.

Every player keeps a twin of the table in this process, which makes the same moves without a network. Whatever a retry,
another replica or another key may have done to a table, in the end it has to be the twin's, byte for byte: no move is
lost, and none is applied twice.
"""

from __future__ import annotations

import itertools
import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import grpc
import pytest

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from engines import registry
from service.engine import Engine
from service.errors import Reason
from service.sealing import Sealer
from service.table import open_table
from tests.bench.load.calls import apply_request
from tests.service.conftest import DEADLINE
from tests.system.replicas import Replicas

_Answer = TypeVar("_Answer")

PLAYERS_AT_ONCE = 8
# What a client may be told while replicas come and go: when a policy has done what it can, the rest is its caller's.
PASSING = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
PASSING_REASONS = {Reason.SHUTTING_DOWN.name, Reason.OVERLOADED.name}

SOAK_GAMES = 1000
SOAK_SECONDS = min(300, int(os.environ.get("CANOPY_SOAK_SECONDS", "300")))


class Clients:
    """A client of all replicas, and how often its policy was not enough."""

    def __init__(self, canopy: Canopy) -> None:
        self.canopy = canopy
        self.repeated_by_hand = 0

    def insist(self, call: Callable[[], _Answer]) -> _Answer:
        """The answer to a call that is made until somebody is there."""
        while True:
            try:
                return call()
            except Refused as refused:
                if refused.reason not in PASSING_REASONS:
                    raise
            except grpc.RpcError as error:
                if error.code() not in PASSING:
                    raise
            self.repeated_by_hand += 1
            self.canopy.wait_until_ready()


def play(clients: Clients, replicas: Replicas, number: int) -> None:
    """A random game of that number, to its end, which has to be that of its twin."""
    rng = random.Random(number)
    games = sorted(registry.games().values(), key=lambda game: game.id)
    game = games[number % len(games)]
    canopy = clients.canopy
    created = clients.insist(
        lambda: canopy.create_game(game.id, max(2, game.min_players), request_id=f"game {number}".encode())
    )
    twin = Engine(replicas.ring)
    token = twin_token = created.token
    status = created.status
    while not status.finished:
        # One seat at a time: in a race the first one may end the others' decision.
        seat = rng.choice(status.seats_to_act)
        listing = engine_pb2.ListLegalMovesRequest(token=twin_token, key=created.host_key, seat=seat)
        move = rng.choice(twin.list_legal_moves(listing).moves).move
        expected = twin.apply_moves(apply_request(twin_token, created.host_key, seat, move))
        request = apply_request(token, created.host_key, seat, move)
        answer = clients.insist(partial(canopy.call, canopy.stub.ApplyMoves, request))
        assert answer.status == expected.status
        assert answer.updates == expected.updates
        token, twin_token, status = answer.token, expected.token, answer.status
    sealer = Sealer(replicas.ring)
    assert open_table(sealer, token).to_bytes() == open_table(sealer, twin_token).to_bytes()
    assert status.outcome.placings
    revealed = clients.insist(lambda: canopy.reveal_game(token))
    assert revealed == twin.reveal_game(engine_pb2.RevealGameRequest(token=twin_token))


@pytest.mark.parametrize(
    ("games", "games_a_kill", "seconds"),
    [
        pytest.param(25, 4, 0, marks=pytest.mark.system, id="some"),
        pytest.param(SOAK_GAMES, 25, SOAK_SECONDS, marks=pytest.mark.soak, id="a-thousand"),
    ],
)
def test_every_game_ends_as_its_twin_while_replicas_are_killed(
    tmp_path: Path, games: int, games_a_kill: int, seconds: int
) -> None:
    numbers = itertools.count()
    over = threading.Semaphore(0)
    enough = threading.Event()
    finished = 0
    with (
        Replicas(tmp_path, 2) as replicas,
        Canopy(replicas.target, timeout=DEADLINE) as canopy,
        ThreadPoolExecutor(PLAYERS_AT_ONCE) as pool,
    ):
        clients = Clients(canopy)

        def play_on() -> None:
            try:
                while not enough.is_set():
                    play(clients, replicas, next(numbers))
                    over.release()
            finally:
                over.release()

        try:
            players = [pool.submit(play_on) for _ in range(PLAYERS_AT_ONCE)]
            end = time.monotonic() + seconds
            while not any(player.done() for player in players) and (finished < games or time.monotonic() < end):
                for _ in range(games_a_kill):
                    assert over.acquire(timeout=DEADLINE)
                finished += games_a_kill
                replicas.replace_next()
        finally:
            enough.set()
        for player in players:
            player.result(DEADLINE)
        assert finished >= games
        # Through a whole rotation: staged at both, sealing at both, and on.
        assert replicas.kills >= 5
        assert len(replicas.ring.keys) >= 3
        assert replicas.stop() == [0, 0]
    print(f"{finished} games, {replicas.kills} kills, {clients.repeated_by_hand} calls repeated by hand")
