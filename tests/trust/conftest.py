"""A real server on a free port of this machine whose key ring the tests know, so that they can seal what they like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.engine import Engine
from service.keyring import KeyRing
from service.sealing import Sealer
from tests.playing import all_games
from tests.service.conftest import make_key, serving
from tests.trust.host import Host
from tests.trust.scenes import all_scenes
from tests.trust.wire import Wire

SOAK_NUMBERS = range(1, 21)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `game` or `scene` once for every one of the registry, in `make soak` in many games."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=lambda game: game.id)
    if "scene" in metafunc.fixturenames:
        usual = [pytest.param(scene, id=str(scene)) for scene in all_scenes()]
        more = [replace(scene, number=number) for scene in all_scenes() for number in SOAK_NUMBERS]
        soak = [pytest.param(scene, id=str(scene), marks=pytest.mark.soak) for scene in more]
        metafunc.parametrize("scene", usual + soak)


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
    """Calls to the server, byte for byte."""
    with serving(Engine(ring)) as address, Wire(address) as wire:
        yield wire


@pytest.fixture
def host(wire: Wire, sealer: Sealer) -> Host:
    """The host of every table at this server."""
    return Host(wire, sealer)
