"""A real server on a free port of this machine whose key ring the tests know, so that they can seal what they like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from service.engine import Engine
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.sealing import Sealer
from service.solver import Solver
from service.solver_pool import Pool
from service.solver_service import new_metrics
from tests.conftest import leaves_out_soak
from tests.playing import all_games, one_of_each_kernel
from tests.service.conftest import make_key, serving
from tests.trust.host import Host
from tests.trust.requests import REQUESTS
from tests.trust.scenes import Scene, all_scenes, few_scenes, spread
from tests.trust.wire import Wire

SOAK_NUMBERS = range(1, 21)
# What the tests ask for takes a small part of it, also on a machine that has much else to do.
LONGEST_SECONDS = 60.0


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `game` or `scene` once for every one of the registry, or for what is asked there, `rpc`.

    Of scenes a few are usual, and at these every RPC by turns; `make soak` goes through all of it, each in many games.
    """
    names = set(metafunc.fixturenames)
    if "game" in names:
        # What is asked of every RPC, and all that strangers may try, takes long: of rulesets that differ in their
        # options alone, one is usual.
        usual = one_of_each_kernel() if names & {"rpc", "stranger", "witness"} else all_games()
        soak_games = [] if leaves_out_soak(metafunc.config) else [game for game in all_games() if game not in usual]
        games = [pytest.param(game, id=game.id) for game in usual]
        games += [pytest.param(game, id=game.id, marks=pytest.mark.soak) for game in soak_games]
        metafunc.parametrize("game", games)
    if {"scene", "rpc"} <= names:
        few = spread(few_scenes(), list(REQUESTS))
        every = [] if leaves_out_soak(metafunc.config) else product((*few_scenes(), *more_scenes()), REQUESTS)
        soak = [pytest.param(*pair, id=_name(*pair), marks=pytest.mark.soak) for pair in every if pair not in few]
        metafunc.parametrize(("scene", "rpc"), [pytest.param(*pair, id=_name(*pair)) for pair in few] + soak)
    elif "scene" in names:
        more = [] if leaves_out_soak(metafunc.config) else more_scenes()
        soak = [pytest.param(scene, id=str(scene), marks=pytest.mark.soak) for scene in more]
        metafunc.parametrize("scene", [pytest.param(scene, id=str(scene)) for scene in few_scenes()] + soak)


def _name(scene: Scene, rpc: str) -> str:
    return f"{scene}-{rpc}"


def more_scenes() -> list[Scene]:
    """Those of the long run."""
    others = [scene for scene in all_scenes() if scene not in few_scenes()]
    return others + [replace(scene, number=number) for scene in all_scenes() for number in SOAK_NUMBERS]


@pytest.fixture(scope="session")
def ring() -> KeyRing:
    """The key ring of the server: the first key seals, the second still opens."""
    return KeyRing((make_key("trust"), make_key("trust before")))


@pytest.fixture(scope="session")
def sealer(ring: KeyRing) -> Sealer:
    """What the server seals with."""
    return Sealer(ring)


@pytest.fixture(scope="session")
def wire(ring: KeyRing) -> Iterator[Wire]:
    """Calls to the server, byte for byte. It logs all that it can: what it must not say, it must not say then."""
    with serving_with_log(Engine(ring), ring) as address, Wire(address) as wire:
        yield wire


def serving_with_log(engine: Engine, ring: KeyRing) -> AbstractContextManager[str]:
    """A server that logs every call; gives its address."""
    return serving(engine, **with_solver(ring, access_log=True))


def with_solver(ring: KeyRing, *, access_log: bool = False, longest: float = LONGEST_SECONDS) -> dict[str, Any]:
    """What makes a server offer SolverService: its arguments. No answer is computed for longer than that."""
    metrics = new_metrics()
    assert metrics.solver is not None
    return {
        "wrapper": Wrapper(metrics, CallLimits(Limits().request_bytes), access_log=access_log),
        "solver": Solver(ring, Pool(1, 16, metrics.solver), max_seconds=longest),
    }


@pytest.fixture
def host(wire: Wire, sealer: Sealer) -> Host:
    """The host of every table at this server."""
    return Host(wire, sealer)
