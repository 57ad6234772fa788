"""Every test here runs once per ruleset and per RPC, whichever it asks for; RPCs come from the descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import grpc
import pytest

from engines.game import Game
from service.engine import Engine
from service.keyring import KeyRing
from service.sealing import Sealer
from service.settings import Settings
from service.transport import channel_options
from tests.playing import all_games
from tests.service.conftest import serving
from tests.trust.conftest import with_solver
from tests.trust.robustness.conduct import Witness
from tests.trust.wire import METHODS, Wire

# Strangers ask for endless work, again and again.
LONGEST_SECONDS = 0.05


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `rpc` once for every RPC of the services."""
    if "rpc" in metafunc.fixturenames:
        metafunc.parametrize("rpc", list(METHODS))


@pytest.fixture(scope="session")
def address(ring: KeyRing) -> Iterator[str]:
    """Where a server of its own listens for the tests here, in a thread of this process, set as it is by default.

    But for connections, which it never ends because of their age or silence: a busy machine may take its time.
    """
    timeless = Settings(max_connection_age_seconds=0, max_connection_idle_seconds=0, keepalive_seconds=0)
    solver = with_solver(ring, longest=LONGEST_SECONDS)
    with serving(Engine(ring), options=channel_options(timeless), **solver) as address:
        yield address


@pytest.fixture(scope="session")
def wire(address: str) -> Iterator[Wire]:
    """Calls to that server, byte for byte."""
    with Wire(address) as wire:
        yield wire


@pytest.fixture(scope="session")
def channel(address: str) -> Iterator[grpc.Channel]:
    """A connection to that server for streams that are driven by hand."""
    with grpc.insecure_channel(address, (("grpc.max_receive_message_length", -1),)) as channel:
        yield channel


@pytest.fixture(scope="session")
def witnesses(wire: Wire, sealer: Sealer) -> Callable[[Game], Witness]:
    """One for each ruleset: as it was answered when it came, it has to be answered to the end of the run."""
    return cache(lambda game: Witness(wire, sealer, game))


@pytest.fixture
def witness(witnesses: Callable[[Game], Witness], game: Game) -> Witness:
    """Somebody who sees whether anything has changed."""
    return witnesses(game)


@pytest.fixture
def bystander(witnesses: Callable[[Game], Witness]) -> Witness:
    """The same for tests that have nothing to do with any ruleset."""
    return witnesses(all_games()[0])
