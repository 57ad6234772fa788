"""Every RPC is sent anything: valid messages, tampered requests, mangled bytes. It always answers, and decently.

The server runs in this process, so that a crash of it could not be missed.
"""

from __future__ import annotations

import random

import pytest
from google.protobuf.message import Message
from hypothesis import given, settings

from engines.game import Game
from service.sealing import Sealer
from tests.trust.questions import cases
from tests.trust.robustness.conduct import Witness
from tests.trust.robustness.generated import requests
from tests.trust.robustness.mangled import STRANGE_BYTES, mangled
from tests.trust.robustness.material import good_requests, material, real_requests
from tests.trust.robustness.mutants import mutants
from tests.trust.wire import METHODS, request_class, wire_bytes

# Of so many real requests of each RPC, the good one among them, each so many times.
REQUESTS = 2
MANGLED = 25


def test_there_are_good_and_real_requests_of_every_rpc(sealer: Sealer, game: Game) -> None:
    names = METHODS.keys()
    assert names - good_requests(sealer, game).keys() <= cases().keys()
    for name in names:
        assert real_requests(sealer, game, name)
        assert all(isinstance(request, request_class(name)) for request in real_requests(sealer, game, name))


@pytest.mark.usefixtures("every_profile")
def test_any_valid_message(witness: Witness, sealer: Sealer, game: Game, rpc: str) -> None:
    """Half as many as elsewhere, for there are several rulesets for every RPC."""

    @settings(max_examples=settings().max_examples // 2)
    @given(requests(request_class(rpc), material(sealer, game)))
    def check(request: Message) -> None:
        witness.provoke(rpc, request)

    check()
    witness.confirm_all()


def test_every_field_tampered_with(witness: Witness, sealer: Sealer, game: Game, rpc: str) -> None:
    real = real_requests(sealer, game, rpc)[:REQUESTS]
    # Nearly a third of the mutants are equal to others.
    for data in dict.fromkeys(wire_bytes(mutant) for request in real for mutant in mutants(request)):
        witness.provoke(rpc, data)
    witness.confirm_all()


def test_mangled_requests(witness: Witness, sealer: Sealer, game: Game, rpc: str) -> None:
    rng = random.Random(f"{game.id}/{rpc}/mangled")
    for request in real_requests(sealer, game, rpc)[:REQUESTS]:
        for data in mangled(wire_bytes(request), rng, MANGLED):
            witness.provoke(rpc, data)
    witness.confirm_all()


def test_strange_bytes(bystander: Witness, rpc: str) -> None:
    rng = random.Random(f"{rpc}/bytes")
    for data in (*STRANGE_BYTES.values(), *(rng.randbytes(rng.randrange(200)) for _ in range(MANGLED))):
        bystander.provoke(rpc, data)
    bystander.confirm_all()
